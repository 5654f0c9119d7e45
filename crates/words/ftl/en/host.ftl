# The background service: what it says of itself and of what it keeps.
host-running = The background service runs: version { $version }, since { $since }.
host-bound = It could not leave the program that started it, and ends with it. It then starts again with the next call.
host-runtime = { $bridge }: { $state } (process { $pid })
host-absent = The background service does not run. It starts by itself when an AI program needs it.
host-stopped = The background service was ended. It starts again when an AI program needs it.
host-stays = The background service was asked to end and is still there.
health-ready = ready
health-starting = starting
health-waiting = waiting for { $what }
health-paused = paused by you
health-held = counts as paused
health-degraded = not working as it should
health-stopped = resting, starts with the next call
health-failed = failed

# How one thing stands, and what helps.
cause-exited = its program ended by itself ({ $what })
cause-program-missing = { $what }, which it starts, is not there
cause-cannot-start = its program could not be started ({ $what })
cause-not-ready = its program was not ready within { $what } seconds
cause-no-answer = its program runs but does not answer
cause-will-not-end = its program was ended and is still there
cause-reported = it says: { $what }
cause-host-silent = the background service is there but does not answer
cause-host-cannot-start = the background service could not be started ({ $what })
cause-host-newer = the background service is of the newer version { $what } and does not speak with this one
cause-state-read-only = nothing can be written in { $what }
cause-disk-full = the disk of { $what } is full
cause-settings-unusable = what you paused cannot be read ({ $what })
cause-entry-edited = somebody changed the entry
cause-entry-gone = somebody removed the entry
cause-entry-taken = another server has the entry’s name
cause-file-unreadable = the settings file cannot be read
cause-program-gone = a file of Bascule is not there
cause-program-damaged = a file of Bascule is damaged
cause-other = { $text }
await-call = starts with the next call
await-start = is being started
await-resume = you paused it
await-app = { $what } is closed
standing-mend-log = This shows what it wrote last. Once that is mended, the second tries again.
standing-mend-install = Install it, then try again:
standing-mend-restart = This starts it anew.
standing-mend-end = End it by the means of your system, then try again:
standing-mend-doctor = This looks closer.
standing-mend-notices = This shows where, and what you can do.
standing-mend-fix = This puts it back.
standing-mend-resume = This ends the pause.
standing-mend-open = Open { $what }.

# The way of a call.
step-config = The entry in the AI program’s settings
step-launcher = What the entry starts
step-engine = Bascule itself
step-host = The background service
step-serving = What serves the calls
step-app = The program it works with
chain-good = { $step }: in order
chain-older = { $step }: in order, from an older version
chain-unknown = { $step }: not known
chain-waiting = { $step }: { $what }
chain-bad = { $step }: { $what }

# status
status-now = now: { $state }
status-calls = { $calls-count ->
    [one] { $calls } call answered since { $since }
   *[other] { $calls } calls answered since { $since }
  }
status-restarts = { $times-count ->
    [one] started anew { $times } time
   *[other] started anew { $times } times
  }
status-older-build = what serves it is from an older version of Bascule
status-allows = AI programs may: { $what }
status-notices = { $notices-count ->
    [one] { $notices } thing to know:
   *[other] { $notices } things to know:
  }
status-questions = Asked of you, and answered in Bascule’s window:
status-asked = { $program } wants to use { $tool } of “{ $bridge }” ({ $group })
status-asked-unnamed = An AI program wants to use { $tool } of “{ $bridge }” ({ $group })
status-settings-broken = What you chose cannot be read: { $problem }. Until it can, bridges count as paused; those that the background service knew before go on, and AI programs may only look.
watch-waits = The background service does not run. This waits until it does; Ctrl-C ends it.
watch-at = { $time }  (Ctrl-C ends this)

# pause and resume
paused-all = Everything is paused: nothing is started, and AI programs are told so. Entries and skills stay.
paused-some = Paused: { $bridges }. Nothing is started for it, and AI programs are told so. Entries and skills stay.
paused-already = Paused already: { $bridges }.
paused-all-already = Everything is paused already.
paused-still-there = Asked to end, and still there: { $bridges }.
pause-back = To go on:
resumed-all = Everything goes on. What serves a bridge starts with the next call.
resumed-some = Goes on: { $bridges }. What serves it starts with the next call.
resumed-tried = Tried again: { $bridges }.
resumed-already = Not paused: { $bridges }.
resumed-all-already = Nothing is paused.
problem-runs-nothing = “{ $bridge }” is part of Bascule: it only looks, and nothing runs for it.

# allow
allow-heading = What AI programs may do with “{ $bridge }”:
allow-line = { $word }: { $what }
allow-line-chosen = { $word }, as it is now: { $what }
allowed-look = look only
allowed-build = look and build, and ask before what cannot be undone
allowed-everything = everything
allow-look = look only. Whatever changes something is not called.
allow-build = look and build. What deletes, replaces or runs code asks you first, each time; without an answer it is not called.
allow-everything = everything, also what cannot be undone, without asking.
allow-with = To choose:
allow-done = AI programs may now, with “{ $bridge }”: { $what }
allow-already = That is so already. AI programs may, with “{ $bridge }”: { $what }
allow-tools-heading = Its tools, by what each does:
allow-tools = { $group }: { $tools }
allow-no-tools = Which tools it has is not known yet: its server has not listed any.
group-look = looks
group-build = changes something
group-delete = deletes or replaces something
group-run = runs code

# log
log-empty = No AI program has called anything yet.
log-none = Nothing was called then.
log-line = { $time }  { $program }  { $bridge } { $tool }: { $outcome } ({ $millis } ms)
log-someone = by hand
log-output-empty = “{ $bridge }” has written nothing yet.
outcome-done = done
outcome-failed = failed
outcome-refused = refused, the call was wrong
outcome-closed = not allowed
outcome-unavailable = not to be had
outcome-cut-off = cut off
outcome-cancelled = given up by the AI program
outcome-other = { $word }

# notices
notices-none = There is nothing to know.
notice-since = noticed { $time }
notice-failed = “{ $bridge }” failed: { $cause }
notice-audit = What AI programs do cannot be written down in { $file }.
notice-audit-mend = See whether the disk is full, or the file belongs to somebody else.
notice-asked = An AI program waits for your yes to use “{ $bridge }”: { $text }
notice-entry-edited = { $program }: somebody changed the entry “{ $bridge }” in { $file }.
notice-entry-gone = { $program }: somebody removed the entry “{ $bridge }” from { $file }.
notice-entry-taken = { $program }: another server is called “{ $bridge }” in { $file } now.
notice-choose = Nothing is changed by itself.
notice-restore = Put it back:
notice-leave = Leave it so, and hear no more of it:
notice-left = This stays as it is, and is told no more: { $notice }
problem-no-notice = There is no notice “{ $notice }” about an entry.
problem-no-notice-mend = This lists the notices.
