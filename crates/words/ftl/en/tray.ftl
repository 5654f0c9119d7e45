# The tray: its first line, its menu, and what comes up on the screen.
tray-coming = Bascule is starting
tray-gone = Bascule was taken off this computer
tray-no-service = Bascule cannot be asked: { $cause }
tray-nothing = No AI program is connected yet
tray-paused = Paused by you
tray-ready-all = { $total-count ->
    [one] The bridge is ready
    [2] Both bridges are ready
   *[other] All { $total } bridges are ready
  }
tray-ready-some = { $ready-count ->
    [0] None of { $total } bridges is ready
    [one] One of { $total } bridges is ready
   *[other] { $ready } of { $total } bridges are ready
  }
tray-waiting = Waiting for { $what }
tray-working = At work: { $bridges }
tray-attention = { $things-count ->
    [one] One thing waits for you
   *[other] { $things } things wait for you
  }
tray-settings-broken = What you chose cannot be read: { $problem }
tray-failed = Not working: { $bridges }
tray-and = { $first }. { $second }
tray-enable = Enable AI access…
tray-bridge = { $bridge }: { $state }
health-working = at work
tray-pause = Pause
tray-resume = Resume
tray-try-again = Try again
tray-look = See what is wrong
tray-open = Open Bascule
tray-check = Check now
tray-changes = Recent changes
tray-no-changes = Nothing to take back
tray-undo-connected = Undo { $number }: connected { $bridges } with { $programs }
tray-undo-disconnected = Undo { $number }: disconnected { $bridges } from { $programs }
tray-undo-other = Undo { $number }: changed files of { $bridges }
tray-activity = All changes…
tray-language = Language
tray-language-system = As the system
tray-language-en = English
tray-language-zh-cn = 简体中文
tray-toasts = Show notices
tray-settings = Settings…
tray-uninstall = Uninstall…
tray-quit = Quit
answer-once = Once
answer-session = This session
answer-no = No
entry-restore = Restore
entry-leave = Leave it

toast-asked = { $program } wants to use { $tool }
toast-asked-unnamed = An AI program wants to use { $tool }
toast-asked-body = “{ $bridge }”: this { $group }. Without an answer it is not called.
toast-failed = “{ $bridge }” stopped working
toast-failed-body = Because { $cause }. Other bridges go on.
toast-entry-edited = { $program }: “{ $bridge }” was changed
toast-entry-gone = { $program }: “{ $bridge }” was removed
toast-entry-taken = { $program }: “{ $bridge }” is another server now
toast-news = New in Bascule: { $bridges }
toast-news-body = New with version { $version }, and connected to nothing yet.
toast-notice = Bascule has something to tell you
toast-mute = Don’t show again
toast-in-order = Everything is in order
toast-in-order-body = { $checked-count ->
    [one] One thing was looked at.
   *[other] { $checked } things were looked at.
  }
toast-undone = Change { $number } was taken back
toast-not-done = That could not be done

# Where a part of the desktop is missing.
app-no-window = Bascule’s window cannot be shown: { $what } is missing on this computer.
app-no-window-mend = Install it, then open Bascule again. Until then, everything works from the command line:
app-no-tray = This desktop has no place for Bascule’s icon.
app-no-tray-mend = Add a tray to your panel (on GNOME, the extension “AppIndicator”), then start Bascule again. Until then, the window and the command line do the same:
app-no-desktop = Bascule’s icon and window need a desktop, and there is none here. Everything works from the command line:
app-failed = Bascule’s icon and window could not start: { $what }
app-unknown = I do not know “{ $word }”. Known are: --at-login, --open with a place, --version.
