# The window: Activity, Bridges, Doctor, Settings.

# Activity
activity-line = What changed on this computer, and what agents did.
changes = Changes
changes-none = Bascule has not changed anything yet.
undo = Undo
undo-what = Undo change { $number }
undo-would = Undoing it would do this:
change-done = Done
change-put-back = Put back
change-partly = Partly put back
change-taken-back = Taken back
what-enable = Enable AI access
what-disable = Disconnect
what-rollback = Undo of change { $number }
what-rollback-all = Undo
what-guides = Guides
what-self = Update of Bascule
what-uninstall = Uninstall
what-mend = Mended by the check-up
what-change = Change { $number }
files-own-only = Bascule’s own folder only
files-count = { $files-count ->
    [one] { $files } settings file, { $guides } guides
   *[other] { $files } settings files, { $guides } guides
  }
calls = Calls by agents
calls-count = { $calls-count ->
    [one] { $calls } call, arguments are not kept
   *[other] { $calls } calls, arguments are not kept
  }
calls-none = No AI program has called anything yet.
calls-filter = Filter by tool
calls-bridge = Bridge to show
all-bridges = All bridges
column-time = Time
column-tool = Tool
column-took = Took
column-outcome = Outcome
call-done = Done
call-failed = Failed
call-refused = Call was wrong
call-closed = Not allowed
call-unavailable = Not to be had
call-cut-off = Cut off
call-cancelled = Given up

# Bridges
bridges-line-count = { $bridges-count ->
    [one] { $bridges } bridge; what it may do is one choice.
   *[other] { $bridges } bridges; what each may do is one choice.
  }
add-from-folder-more = Add from folder…
add-from-file-more = Add from file…
add-from-folder = Choose the folder of a bridge
add-from-file = Choose the file of a bridge
added-from = Added from { $source }
projects = Projects
project-lost = Not a project any more
tools-title = { $tools-count ->
    [one] { $tools } tool
   *[other] { $tools } tools
  }
tools-none = It has not listed any tool yet.
tools-try = Choose a tool to try it without an AI program.
allow-title = What AI programs may do with { $bridge }
allow-word-look = Look only
allow-word-build = Build
allow-word-everything = Everything
allow-why-look = Whatever changes something is not called.
allow-why-build = What deletes, replaces or runs code asks you first, each time; without an answer it is not called.
allow-why-everything = Also what cannot be undone, without asking.
column-group = What a tool does
column-calls = Calls
column-tools = Tools
group-goes = Allowed
group-asks = Asks you first
group-closed = Closed
told-allowed = What AI programs may do with { $bridge } is changed.
try = Try it
try-what = Try { $tool }
try-title = Try { $tool } of { $bridge }
try-line = It is called once, and its reply is shown as it comes.
try-name = Name of an argument
try-value = Its value
try-more = Another argument
try-nothing-asked = This tool asks for nothing.
try-waits = Waiting for its reply …
try-reply = Reply
told-answered = It answered.
told-not-answered = It did not answer.
add-title = Add { $bridge }?
add-title-looking = Looking at a bridge
add-title-malformed = This bridge cannot be added yet
add-publisher = Published by
add-publisher-none = not said
add-runs = Runs
add-cwd = In the folder
add-variables = With variables
add-tools = Its tools
add-files = Places
add-elsewhere = In another program
add-steps = Leaves for you
add-trust = Bascule has not looked at what it does, and nobody vouches for who published it. It can do whatever you can do on this computer.
added = { $bridge } is added.
added-tools = { $tools-count ->
    [one] It was started once to see what it offers: { $tools } tool.
   *[other] It was started once to see what it offers: { $tools } tools.
  }
told-added = { $bridge } is added.

# Doctor
doctor-title = { $findings-count ->
    [one] { $findings } finding needs you
   *[other] { $findings } findings need you
  }
doctor-title-none = Everything is in order
doctor-title-looking = Looking everything over
doctor-line-calm = Nothing changes until you click.
checks-made = { $checks-count ->
    [one] { $checks } thing was looked at
   *[other] { $checks } things were looked at
  }
mend-all = Mend what can be mended
mend-title = Mend
finding-fixed = This is mended now.
finding-times = { $times-count ->
    [one] It is so for { $times } bridge.
   *[other] It is so for { $times } bridges.
  }
told-mended = { $findings-count ->
    [one] { $findings } finding is mended.
   *[other] { $findings } findings are mended.
  }
bundle-more = Report…
bundle-title = A report for whoever helps you
bundle-line = Read it before you save it. It holds no contents of your settings files and no values of variables; your home folder is written as ~.
told-saved = Saved: { $file }
paste-title = Paste this by hand

# Settings
settings-general = General
settings-language = Language
language-system = As the system
language-english = English
language-chinese = 简体中文
settings-theme = Theme
theme-system = System
theme-light = Light
theme-dark = Dark
settings-login = Start at login
settings-login-why = So agents need not wait for the first call
settings-notices = Notices
settings-toasts = Tell me when something needs me
settings-toasts-why = An agent asks, a bridge fails, or an entry is changed by another program
settings-muted = { $kinds-count ->
    [one] { $kinds } kind of notice does not pop up any more.
   *[other] { $kinds } kinds of notices do not pop up any more.
  }
settings-unmute = Show them again
settings-data = Data
path-state = Data folder
path-launcher = Command line
path-logs = Logs
