# The window: its frame, the states, Home.

# Places
places = Places
place-home = Home
place-activity = Activity
place-bridges = Bridges
place-doctor = Doctor
place-settings = Settings
place-setup = Setup
place-uninstall = Uninstall
window-title = { $place } – Bascule
findings-count = { $findings-count ->
    [one] { $findings } thing needs you
   *[other] { $findings } things need you
  }
service = Background service
service-runs = Running
service-runs-since = Running for { $lasted }
service-rests = Starts when needed
service-silent = Does not answer
service-unknown = Not known

# What is said everywhere
bascule = Bascule
looking = Looking …
close = Close
cancel = Cancel
back = Back
continue = Continue
copy = Copy
copy-what = Copy { $what }
copied = Copied: { $what }
a-command = the command
a-path = the path
a-log = the log
a-reason = the reason
a-reply = the reply
a-report = the report
a-sentence = the sentence
an-entry = the entry
the-lines = the lines
open = Open
open-what = Open: { $what }
show-file = Show file
show-all = Show all
show-fewer = Show fewer
show-more = Show { $more } more
yes = Yes
no = No
required = required
unknown = Unknown
unusable = Cannot be used
check-now = Check now
check-again = Check again
try-again = Try again
look-again = Look again
add = Add
save-more = Save…
not-now = Not now
change-more = Change…
choose-more = Choose…
step-of = Step { $step } of { $of }
some-of = { $some } of { $all }
program-in = { $program } in { $place }
some-program = An AI program
by-hand = By hand
files-in = { $files-count ->
    [one] { $files } file in { $folder }
   *[other] { $files } files in { $folder }
  }
files-here = { $files-count ->
    [one] { $files } file
   *[other] { $files } files
  }
tools-count = { $tools-count ->
    [one] { $tools } tool
   *[other] { $tools } tools
  }

# States
health-word-ready = Ready
health-word-starting = Starting
health-word-waiting = Waiting
health-word-waiting-for = Waiting for { $what }
health-word-paused = Paused by you
health-word-degraded = Not working as it should
health-word-resting = Resting
health-word-failed = Failed
health-word-unusable = Its files cannot be used
step-word-config = Settings
step-word-allowed = Allowed
step-word-launcher = Launcher
step-word-engine = Bascule
step-word-host = Service
step-word-bridge = Bridge
step-word-app = App
step-word-answer = Answer
step-word-call = First call
chain-of = { $bridge }, step by step
chain-step = { $step }: { $state }
chain-word-good = in order
chain-word-older = in order, from an older version
chain-word-unknown = not known
chain-word-waiting = waiting
chain-word-bad = does not work
cell-in-place = In place
cell-absent = Not added
cell-edited = Edited by you
cell-gone = Removed
cell-taken = Name taken
cell-older = Older program
cell-blocked = Blocked by policy
cell-unreadable = Cannot be read
cell-unnoted = Not noted
cell-label = { $program }, { $bridge }: { $state }
cell-title = { $bridge } in { $program }
cell-why-in-place = { $program } has the entry for { $bridge } just as Bascule wrote it.
cell-why-absent = { $program } is not connected to { $bridge }.
cell-why-edited = Somebody changed the entry for { $bridge } in { $program } since Bascule wrote it. Nothing is changed by itself.
cell-why-gone = Somebody removed the entry for { $bridge } from { $program }. It is not put back by itself.
cell-why-taken = Another server in { $program } has the name that { $bridge } needs. It was left alone.
cell-why-older = An older program for the same job as { $bridge } is set up in { $program }. Exchanged, it returns when ours goes.
cell-why-blocked = A policy decides which servers { $program } runs. Ask whoever manages this computer to allow { $bridge }.
cell-why-unreadable = The settings of { $program } cannot be read, so nothing is known of { $bridge } there. The check-up says where.
cell-why-unnoted = { $program } has an entry for { $bridge } that starts Bascule, and Bascule has no note of it.

# Home
home-title-looking = Looking at your bridges
home-title-all = { $of-count ->
    [one] { $of } bridge can be used
   *[other] All { $of } bridges can be used
  }
home-title-some = { $of-count ->
    [one] { $ready } of { $of } bridge can be used
   *[other] { $ready } of { $of } bridges can be used
  }
home-title-none = No AI program is connected yet
home-title-silent = The background service does not answer
home-line-all = Whatever is not running starts with the next call.
home-line-none = Connecting takes a minute, and each change is shown before it is written.
home-line-silent = It may be about to end. What you see below is what it noted last.
home-line-cause = The reason: { $cause }.
home-line-failed = { $bridges-count ->
    [one] { $bridges } failed; its cause and what helps stand below.
   *[other] { $bridges } failed; the causes and what helps stand below.
  }
home-line-degraded = { $bridges-count ->
    [one] { $bridges } does not work as it should.
   *[other] { $bridges } do not work as they should.
  }
home-line-waiting = { $bridges-count ->
    [one] { $bridges } waits for its application.
   *[other] { $bridges } wait for their applications.
  }
home-line-paused = { $bridges-count ->
    [one] { $bridges } is paused by you.
   *[other] { $bridges } are paused by you.
  }
enable-more = Enable AI access…
disconnect-more = Disconnect…
disconnect = Disconnect
disconnect-title = Disconnect everything
disconnect-bridge = Disconnect { $bridge }
connect-more = Connect…
leave-older = Leave it beside ours…
column-program = AI program
column-bridge = Bridge
column-settings = Settings file
column-proof = Proof
connections = Connections
connections-count = { $placed } in place, { $open } to look at
connections-which = Which connections to show
connections-all = All
connections-open = To look at
prove = Prove
prove-what = Prove { $bridge }
pause-what = Pause { $bridge }
resume-what = Resume { $bridge }
more-for = More for { $bridge }
more-log = Show what it wrote
more-allow = What AI programs may do
more-disconnect = Disconnect…
mend-at = { $step }: { $cause }.
notices = What you should know
restore-title = Put the entry back
question = An AI program asks
question-what = { $program } wants to use { $tool } of { $bridge }
question-group = It { $group }. You did not allow that in general; without an answer it is not called.
window-answer-once = Once
window-answer-session = This session
window-answer-no = No
group-word-look = looks
group-word-build = changes something
group-word-delete = deletes or replaces something
group-word-run = runs code
left-forget = Do not remind me
empty-title = No AI program found
empty-line = { $programs-count ->
    [one] Bascule looked for { $programs } AI program and found none for this user.
   *[other] Bascule looked for { $programs } AI programs, such as Claude Code, Cursor and Codex, and found none for this user.
  }
not-listed = My program is not listed…
unreachable-title = The background service cannot be reached
unreachable-line = What you see below is how it stood at { $time }.
open-doctor = Open Doctor
meanwhile = What works meanwhile
meanwhile-files = Your settings files are untouched. Every entry is still in place.
meanwhile-calls = An agent that calls a tool is told what is missing and where to mend it.
meanwhile-undo = Undo also works from a terminal:
as-last-seen = Bridges, as last seen
state-at = { $state } at { $time }

# Mends
mend-restore = Put ours back
mend-put-back = Put back
mend-replace = Replace
mend-connect = Connect
mend-keep = Keep it as it is
mend-forget = Forget it
mend-leave = Leave it
mend-try-again = Try again
mend-log = Show log
mend-paste = Paste by hand
mend-fix = Mend it
mend-look = Look closer
mend-undo = Undo
undo-last = Undo the last change…
undo-last-title = Undo the last change
mend-adopt = Note it

# A change, shown before it is done
change-line = Nothing is written before you have seen it.
change-nothing = Nothing needs to change.
outcome-word-done = Done.
outcome-word-undone = It did not work, so everything was put back.
outcome-word-partly = It did not work. Most of it was put back; what was not stands below.
outcome-word-nothing = Nothing was changed.
diff-of = Lines that change in { $file }
diff-in = added:
diff-out = taken out:
diff-none = The bytes of this file are not shown.
window-part-bascule = Bascule itself
window-part-login = Start at login
window-part-guide = Guide for { $bridge }
window-part-add-on = Add-on for { $bridge }

# Trouble
trouble-by-hand = This works by hand:
trouble-misread = The reply is of another version than this window. Close it and open it again.
trouble-cut-off = The command ended without a reply.
trouble-not-done = This could not be done.

# Said aloud
told-paused = { $bridge } is paused.
told-resumed = { $bridge } goes on.
told-proven = Every connection works.
told-not-proven = Not every connection works.
told-step = Step { $step } of { $of }: { $text }
proof-title = Prove { $bridge }
proof-line = Each entry is started the way its own program would start it.
proof-none = There is no connection to prove yet.
proof-works = Works
proof-asks = Works; asks you first
proof-stops = Stops at step { $step }
proof-failed-config = { $bridge }: the entry cannot be used as it stands.
proof-failed-allowed = { $bridge } was not allowed to start.
proof-failed-launcher = { $bridge } could not be started.
proof-failed-engine = { $bridge } starts, but what it leads to is missing.
proof-failed-answer = { $bridge } started and did not answer.
proof-failed-tools = { $bridge } answered and did not list its tools.
proof-failed-runtime = { $bridge } listed its tools, and what answers them does not run.
proof-failed-call = { $bridge } listed its tools, and a first try failed.
log-title = What { $bridge } wrote
log-line-live = The last lines; new ones appear by themselves.
log-nothing = It has written nothing yet.
