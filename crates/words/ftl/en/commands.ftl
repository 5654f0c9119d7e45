# What the commands say.

program-in-project = { $program } in { $folder }
nothing-to-do = Nothing needs to change.
nothing-found = No AI program was found on this computer.
nothing-found-mend = This lists the programs Bascule knows, and this shows on example files what it does.

enable-heading = Connects { $bridges }:
disable-heading = Disconnects { $bridges }:
rollback-heading = Takes back change { $number } of { $time } ({ $what }):
rollback-heading-all = Takes back everything Bascule did:
rollback-heading-programs = Takes back everything Bascule did in { $programs }:

plan-adds = { $lines-count ->
    [one] { $program }: adds { $lines } line to { $file }, nothing else changes
   *[other] { $program }: adds { $lines } lines to { $file }, nothing else changes
  }
plan-makes = { $lines-count ->
    [one] { $program }: makes the file { $file } with { $lines } line
   *[other] { $program }: makes the file { $file } with { $lines } lines
  }
plan-takes = { $lines-count ->
    [one] { $program }: takes { $lines } line out of { $file }, nothing else changes
   *[other] { $program }: takes { $lines } lines out of { $file }, nothing else changes
  }
plan-adds-inside = { $program }: adds its entry within a line of { $file }, nothing else changes
plan-takes-inside = { $program }: takes its entry out of a line of { $file }, nothing else changes
plan-removes = { $program }: removes the file { $file }, which Bascule had made
plan-changes = { $program }: changes { $file }: lines out { $removed }, lines in { $added }
plan-adopts = { $program }: { $file } stays as it is; Bascule notes that the entry is its own
plan-releases = { $program }: { $file } stays as it is; Bascule forgets its entry there
plan-files-in = { $files-count ->
    [one] { $what }: writes { $files } file in { $folder }
   *[other] { $what }: writes { $files } files in { $folder }
}
plan-files-out = { $files-count ->
    [one] { $what }: removes { $files } file of its own from { $folder }
   *[other] { $what }: removes { $files } files of its own from { $folder }
}
plan-files-noted = { $files-count ->
    [one] { $what }: { $files } file in { $folder } stays as it is; Bascule notes whose it is
   *[other] { $what }: { $files } files in { $folder } stay as they are; Bascule notes whose they are
}
part-program = Bascule itself
part-skill = Skill for { $bridge }
part-plugin = Add-on for { $bridge }
part-login = Start at login
plan-settled = Already so: { $programs }.
plan-refused = Left as they are:
refused-line = { $program }: { $reason }

note-by-hand = Found too, but only by hand: { $programs }. This prints what to paste, for example:
note-not-found = Not found on this computer: { $programs }. The entry is written all the same, for when it is installed.
note-project = These files may be shared with others through the project. They would then name a path of this computer: { $path }
note-no-space = { $program } cannot start a program whose path holds a space.
note-project-switch = { $program } starts servers of a project only after “{ $label }” is switched on.
note-reads-others = { $program } can also read the settings of other programs, so a server may start twice.
note-server-limit = { $most-count ->
    [one] { $program } runs at most { $most } server at once.
   *[other] { $program } runs at most { $most } servers at once.
  }
note-asks = { $program } will ask you once whether the new server may start.

apply-with = This does it:
plan-again = Something changed after the plan was shown. This is the plan now.
ask-go-ahead = Do it? (y = yes, n = no, d = show the lines)
ask-known-answers = Please type y for yes, n for no, or d to see the lines.
progress = { $step } of { $of }: { $file }
waiting-for = Waiting for another Bascule: { $holder }
recovering = Taking back change { $number }, which was interrupted.
recovered-done = Change { $number } was complete; only its last note was missing.
recovered-undone = Change { $number } had been interrupted. It is taken back; nothing of it is left.
recovered-partly = Change { $number } had been interrupted. It is taken back, but for this:
undoing = Putting everything back.
applied-done = Done. This is change { $number }.
applied-take-back = To take it back:
applied-undone = It did not work, so everything was put back: { $reason }
applied-partly = It did not work. Everything was put back but for what follows: { $reason }
cause-stopped = You stopped it.
cause-interrupted = It was interrupted.

reload-heading = What to do now:
reload-line = { $programs }: { $advice }
reload-live = nothing, it notices by itself.
reload-new-session = start a new session.
reload-restart = quit it and start it again.
reload-quit-fully = quit it completely, also from its icon near the clock, and start it again.
reload-refresh = press the refresh button in its list of MCP servers.
reload-command = run { $command }.

harnesses-found = { $programs-count ->
    [one] { $programs } AI program found:
   *[other] { $programs } AI programs found:
  }
harnesses-line = { $program } ({ $id }): found { $found }
harnesses-file = its settings: { $file }
harnesses-retired = no longer maintained: Bascule cleans it up, but adds nothing
harnesses-manual = only by hand: { $menu }
harnesses-project-only = only inside projects
harnesses-absent = Known, but not found here:
harnesses-absent-line = { $program } ({ $id })
elsewhere-line = { $what } ({ $because }) is out of reach from here.
elsewhere-windows = The Windows around this Linux
elsewhere-distribution = The Linux { $name } inside this Windows
elsewhere-window = The computer that shows the window of { $editor }
elsewhere-container = The computer around this container
elsewhere-run-on-windows = To connect the programs there, run Bascule in Windows as well.
elsewhere-run-in-distribution = To connect the programs there, run Bascule inside it as well.
elsewhere-run-at-window = To connect the programs there, run Bascule on that computer.
elsewhere-run-outside = To connect the programs there, run Bascule outside of the container.

bridges-line = { $bridge }: { $name }
bridges-starts = starts: { $command }
bridges-connected = connected: { $programs }
bridges-added = “{ $bridge }” is added. To connect it to your AI programs:
bridges-tried = { $tools-count ->
    [one] It was started once to see what it offers: { $tools } tool.
   *[other] It was started once to see what it offers: { $tools } tools.
  }
bridges-not-tried = “{ $bridge }” was added, but could not be started just now: { $reason }
bridges-not-tried-mend = It stays added. This removes it again.
bridges-connect-all-the-same = To connect it all the same:
bridges-removed = “{ $bridge }” is removed.

state-as-written = connected
state-edited = changed by somebody
state-gone = removed by somebody else
state-taken = another server has its name
state-absent = not connected
state-unnoted = connected, but Bascule has no note of it

history-empty = Bascule has not changed anything yet.
history-line = { $number }  { $time }  { $what }
history-rolled-back = taken back later
history-undone = did not work; everything was put back
history-partly = did not work; not everything could be put back
history-unfinished = Change { $number } was interrupted. It is taken back at the next change.

configure-menu = { $program }: open { $menu } and paste this.
configure-file = { $program }: put this into { $file }.
configure-project = { $program }: put this into its settings file in your project.

verify-nothing = There is no connection to check yet.
verify-step = { $program } was tried
verify-good = { $tools-count ->
    [one] { $program }: “{ $bridge }” works ({ $tools } tool, { $millis } ms)
   *[other] { $program }: “{ $bridge }” works ({ $tools } tools, { $millis } ms)
  }
verify-failed-allowed = { $program }: “{ $bridge }” was not allowed to start; a rule of your organisation, a virus scanner or the rights of the file forbid it: { $reason }
verify-failed-engine = { $program }: “{ $bridge }” starts, but what it leads to is missing: { $reason }
verify-failed-launcher = { $program }: “{ $bridge }” could not be started: { $reason }
verify-failed-initialize = { $program }: “{ $bridge }” started but did not answer: { $reason }
verify-failed-tools = { $program }: “{ $bridge }” answered but did not list its tools: { $reason }
verify-failed-runtime = { $program }: “{ $bridge }” listed its tools, but what answers them does not run: { $reason }
verify-failed-call = { $program }: “{ $bridge }” listed its tools, but a first try failed: { $reason }
verify-not-started = { $program }: “{ $bridge }” was not started: { $reason }
verify-other-bascule = it starts another Bascule than this one ({ $path })
verify-edited = its entry was changed since it was written
verify-gone = its entry is no longer in the file
verify-unreadable = the file cannot be read ({ $reason })
verify-failed-mend = This says what is wrong and how to mend it.

self-install-heading = Putting Bascule { $version } in place:
self-use-heading = Using Bascule { $version } from now on:
note-programs-stay = Bascule itself stays as it is: other connections start it, or a later change replaced it.
skills-line = Skill for { $bridge } in { $folder }, version { $version }
skills-newer = version { $version } is there: bascule skills sync
skills-edited = changed by you: { $files }
skills-deleted = deleted: { $files }
skills-beside = our newer files beside yours: { $files }
skills-available = “{ $bridge }” has a skill, which is not installed. This installs it:
skills-unusable = The skill of “{ $bridge }” cannot be used: { $reason }
skills-without-bridge = “{ $bridge }” is no longer there, so its skill stays as it is.
skills-no-place = None of these programs keeps skills in a folder Bascule knows. With --dir you can name one.
skills-install-heading = Installs skills:
skills-sync-heading = Brings skills up to date:
skills-remove-heading = Removes skills:
skills-note-edited = You changed { $file }. It stays as it is.
skills-note-beside = Our newer version lies beside it: { $file }
skills-note-deleted = You deleted { $path }, so it is not brought back. “bascule skills install” does that.
skills-note-kept = You changed { $file }. It stays, and is yours from now on.
skills-note-older-stays = The skill of an older program stays in { $folder }.
settings-heading = Settings of the tray and the window
settings-line = { $setting }: { $value } (one of { $known })
settings-path = { $name }: { $path }
settings-with = Change one with:
settings-changed = “{ $setting }” is { $value } now.
settings-already = “{ $setting }” is { $value } already.
settings-login-heading = Start at login:
