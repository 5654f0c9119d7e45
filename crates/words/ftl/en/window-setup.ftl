# The window: setup and uninstall.

# Setup
setup-steps = Steps of the setup
setup-step-welcome = Welcome
setup-step-bridges = Bridges
setup-step-programs = AI programs
setup-step-review = Review
setup-step-apply = Apply
setup-step-done = Done
setup-title-looking = Looking at this computer
welcome-title = Let your AI programs use your desktop applications
welcome-line = One click connects them. One click takes it back and leaves every file as it was.
welcome-figure = An AI program reaches a desktop application through Bascule, on this computer only
welcome-left = AI program
welcome-left-such = Claude Code, Cursor, Codex …
welcome-between = Bascule, on this computer only
welcome-right = Desktop application
welcome-right-such = what you work with every day
welcome-touched = What Bascule changes
welcome-settings = The settings file of each AI program you tick
welcome-settings-why = It adds a few lines. You see them before they are written.
welcome-guides = A folder with a guide for agents
welcome-guides-why = Only where the AI program reads such guides, and only if you tick it.
welcome-own = Its own folder, { $folder }
welcome-own-why = The background service, kept copies and the list of changes.
welcome-alone = What it leaves alone
welcome-rest = Everything else in those files
welcome-rest-why = Other entries, comments, order and line ends stay byte for byte.
welcome-unreadable = Files it cannot read, or may not write
welcome-unreadable-why = They are named and left out. Nothing is guessed.
welcome-back = Your way back
welcome-back-why = Every change can be undone one by one, or all at once.
welcome-private = Bascule sends nothing anywhere.
welcome-private-why = What a tool returns goes to the AI program you use and to its provider.
welcome-note = About two minutes. Nothing is written before you have seen it.
get-started = Get started
bridges-title = Which applications should agents be able to use?
bridges-found-first = Each bridge gives agents the tools of one application.
app-found = Found on this computer: { $folder }
app-not-found = Not found on this computer: there is no { $folder }
project = Project
project-none = Not chosen: the project you work in is used
project-choose = Choose a project folder
told-project = { $folder } is noted as a project.
programs-title = Which AI programs should use them?
programs-line = { $programs-count ->
    [one] Found { $programs } on this computer. It gets a few lines in its settings file; you see them on the next page.
   *[other] Found { $programs } on this computer. Each gets a few lines in its settings file; you see them on the next page.
  }
programs-all = All AI programs found
programs-none = None was found here. One that is not listed can be named with its settings file.
programs-no-file = no settings file here yet
programs-absent = { $programs-count ->
    [one] Not found ({ $programs })
   *[other] Not found ({ $programs })
  }
programs-absent-why = Ticked all the same, the lines are written for when the program is installed.
programs-by-hand = Found too, but they take connections only by hand: { $programs }.
programs-running = Running: { $programs }. The file can be changed now; the program sees it after a restart.
running = Running
selected = { $programs-count ->
    [one] { $programs } selected
   *[other] { $programs } selected
  }
guides-add = Add guides for agents
guides-why = A folder that teaches an agent to use a bridge well, where the AI program reads such folders.
other-program = Another program
other-title = A program that is not listed
other-line = Name its settings file and how servers are written there. You see the lines before they are written.
other-choose = Choose its settings file
other-dialect = Language of the file
other-key = Where servers stand in it
other-shape = Shape of an entry
shape-standard = command and args
shape-typed = type, command and args
shape-command-line = one command line
shape-list = command as a list
review-title = This is everything that will be written
review-title-nothing = Nothing would be written
review-line = { $files-count ->
    [one] { $files } settings file, { $guides } guide folders. The old file is kept, so each change can be undone.
   *[other] { $files } settings files, { $guides } guide folders. The old files are kept, so each change can be undone.
  }
review-looking = Working out each line …
review-moved = A file changed after you had seen the plan, so nothing was written. This is the plan now.
review-adds = { $lines-count ->
    [one] Adds { $lines } line to { $file }, nothing else changes
   *[other] Adds { $lines } lines to { $file }, nothing else changes
  }
review-makes = { $lines-count ->
    [one] Makes { $file } with { $lines } line
   *[other] Makes { $file } with { $lines } lines
  }
review-takes = { $lines-count ->
    [one] Takes { $lines } line out of { $file }, nothing else changes
   *[other] Takes { $lines } lines out of { $file }, nothing else changes
  }
review-removes = Removes { $file }, which Bascule had made
review-replaces = { $lines-count ->
    [one] Replaces the older entry in { $file }, { $lines } line comes in
   *[other] Replaces the older entry in { $file }, { $lines } lines come in
  }
review-changes = Changes { $file }: +{ $lines } −{ $out } lines
review-adopts = { $file } stays as it is; the entry is noted as Bascule’s
review-releases = { $file } stays as it is; Bascule forgets its entry there
left-out = Left out
left-out-by-you = Left out by you
leave-out = Leave out
leave-out-what = Leave out { $program }
take-in = Take in again
take-in-what = Take in again: { $program }
review-left-out = { $programs-count ->
    [one] { $programs } program is left out
   *[other] { $programs } programs are left out
  }
review-settled = { $entries-count ->
    [one] { $entries } connection is already as it should be.
   *[other] { $entries } connections are already as they should be.
  }
older-title = An older program for the same job is set up here.
older-replace = Replace
older-leave = Leave
older-chosen = Your choice is part of the plan below.
enable = Enable AI access
applying-title = Writing the connections
applying-title-proof = Proving each connection
applying-line = If one step fails, everything written so far goes back.
applying-line-proof = Everything is written. Each entry is started the way its program would.
applying-first = Keeping the old bytes of each file
applying-prove = Prove each connection
applying-prove-why = Starts every entry the way its AI program would
applying-note = If you close this window now, what was begun goes back.
applying-stop = Stop and put back
applying-skip = Skip the proof
done-title = { $of-count ->
    [one] { $good } of { $of } AI program can use the bridges
   *[other] { $good } of { $of } AI programs can use the bridges
  }
done-title-none = Everything is written
done-line = Each entry was started the way its own program would start it.
done-note = What is left to do also stands on Home.
open-home = Open Home
prove-again = Prove again
left-title = Left for you to do
left-count = { $done } of { $all }, ticks itself
left-open = Open or restart { $program }
left-reload = { $program }: { $advice }
left-seen = Seen: it uses its new connections
left-not-seen = Has not used its new connections yet
try-it = Try it
try-it-where = paste into an AI program
try-own = What does Bascule connect here?

# Uninstall
uninstall = Uninstall
uninstall-more = Uninstall…
uninstall-why = Shows file by file what would go
uninstall-title = Uninstall Bascule
uninstall-line = Everything listed here goes, and nothing else. Files come back as they were before Bascule.
uninstall-how-much = How much
uninstall-everything = Everything
uninstall-everything-why = Connections, guides, add-ons, own folder and the program
uninstall-connections = Only the connections
uninstall-connections-why = Keeps the program and its notes
uninstall-keep = Also
uninstall-edited = Take out entries you changed
uninstall-edited-why = Otherwise they stay, and so does what they start
uninstall-anyway = Remove Bascule all the same
uninstall-anyway-why = Entries that stay would then start nothing
share-word-entries = Entries in settings files
share-word-guides = Guides for agents
share-word-add-ons = Add-ons inside other programs
share-word-program = The program itself
share-word-live = Background service
share-word-data = Bascule’s own folder
share-keep = Keep: { $share }
share-goes = Goes
share-stays = Stays
share-went = Gone
share-stayed = Stayed
farewell-done = Bascule is gone, and every file is without it
farewell-done-kept = The connections are gone
farewell-partly = { $entries-count ->
    [one] Done, but for { $entries } entry
   *[other] Done, but for { $entries } entries
  }
farewell-proof = { $files-count ->
    [one] { $files } settings file was read back after it was changed.
   *[other] { $files } settings files were read back after they were changed.
  }
farewell-left = What stayed, and why
farewell-by-hand = Only you can do this
farewell-files = File by file
hand-renamed = { $program }: { $file } has an entry called “{ $name }” that starts Bascule. Delete it there.
hand-pasted = { $program }: if you pasted a connection into { $menu }, delete it there.
hand-steps = { $bridge }: { $steps }
hand-projects = A project folder that Bascule no longer knows may still have a connection. Delete it there.
