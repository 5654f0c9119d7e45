# The background service: what it says of itself and of what it keeps.
host-running = 后台服务正在运行：版本 { $version }，启动于 { $since }。
host-bound = 它无法脱离启动它的程序，会随之结束；下次调用时会再次启动。
host-runtime = { $bridge }：{ $state }（进程 { $pid }）
host-absent = 后台服务没有运行。AI 程序需要时它会自动启动。
host-stopped = 后台服务已结束。AI 程序需要时它会再次启动。
host-stays = 已请后台服务结束，但它仍在运行。
health-ready = 就绪
health-starting = 正在启动
health-waiting = 正在等待{ $what }
health-paused = 已被您暂停
health-held = 视为已暂停
health-degraded = 工作不正常
health-stopped = 空闲，下次调用时启动
health-failed = 已失败

# How one thing stands, and what helps.
cause-exited = 它的程序自行退出（{ $what }）
cause-program-missing = 它要启动的 { $what } 不存在
cause-cannot-start = 它的程序无法启动（{ $what }）
cause-not-ready = 它的程序在 { $what } 秒内没有就绪
cause-no-answer = 它的程序在运行，但没有应答
cause-will-not-end = 它的程序已被结束，但仍然存在
cause-reported = 它报告：{ $what }
cause-host-silent = 后台服务存在，但没有应答
cause-host-cannot-start = 后台服务无法启动（{ $what }）
cause-host-newer = 后台服务是较新的版本 { $what }，无法与这个版本通信
cause-state-read-only = 无法写入 { $what }
cause-disk-full = { $what } 所在的磁盘已满
cause-settings-unusable = 无法读取您暂停了哪些桥接（{ $what }）
cause-entry-edited = 条目已被他人修改
cause-entry-gone = 条目已被他人移除
cause-entry-taken = 条目的名称被另一个服务器占用
cause-file-unreadable = 设置文件无法读取
cause-program-gone = Bascule 的一个文件不存在
cause-program-damaged = Bascule 的一个文件已损坏
cause-other = { $text }
await-call = 下次调用时启动
await-start = 正在启动
await-resume = 已被您暂停
await-app = { $what } 没有打开
standing-mend-log = 第一条命令显示它最后写出的内容。解决之后，第二条命令会再试一次。
standing-mend-install = 请安装它，然后再试一次：
standing-mend-restart = 这会重新启动它。
standing-mend-end = 请用系统的工具结束它，然后再试一次：
standing-mend-doctor = 这会进一步检查。
standing-mend-notices = 这会显示在哪里，以及您可以怎么做。
standing-mend-fix = 这会把它恢复。
standing-mend-resume = 这会结束暂停。
standing-mend-open = 请打开 { $what }。

# The way of a call.
step-config = AI 程序设置中的条目
step-launcher = 条目所启动的程序
step-engine = Bascule 本身
step-host = 后台服务
step-serving = 处理调用的程序
step-app = 它所配合的软件
chain-good = { $step }：正常
chain-older = { $step }：正常，来自较旧的版本
chain-unknown = { $step }：未知
chain-waiting = { $step }：{ $what }
chain-bad = { $step }：{ $what }

# status
status-now = 目前：{ $state }
status-calls = { $calls-count ->
   *[other] 自 { $since } 起已应答 { $calls } 次调用
  }
status-restarts = { $times-count ->
   *[other] 已重新启动 { $times } 次
  }
status-older-build = 处理它的程序来自较旧版本的 Bascule
status-allows = AI 程序可以：{ $what }
status-notices = { $notices-count ->
   *[other] 有 { $notices } 件事需要您知道：
  }
status-questions = 等待您答复，请在 Bascule 的窗口中回答：
status-asked = { $program } 想使用“{ $bridge }”的 { $tool }（{ $group }）
status-asked-unnamed = 有 AI 程序想使用“{ $bridge }”的 { $tool }（{ $group }）
status-settings-broken = 您的选择无法读取：{ $problem }。在能读取之前，各个桥接视为已暂停；后台服务之前已读到的照常运行，但 AI 程序只能查看。
watch-waits = 后台服务没有运行。这里会一直等到它运行；按 Ctrl-C 结束。
watch-at = { $time }  （按 Ctrl-C 结束）

# pause and resume
paused-all = 全部已暂停：不会启动任何程序，AI 程序会得知这一点。条目和技能保留不动。
paused-some = 已暂停：{ $bridges }。不会为其启动任何程序，AI 程序会得知这一点。条目和技能保留不动。
paused-already = 已处于暂停：{ $bridges }。
paused-all-already = 全部已处于暂停。
paused-still-there = 已请其结束，但仍在运行：{ $bridges }。
pause-back = 要继续，请运行：
resumed-all = 全部恢复。处理调用的程序会在下次调用时启动。
resumed-some = 已恢复：{ $bridges }。处理调用的程序会在下次调用时启动。
resumed-tried = 已再次尝试：{ $bridges }。
resumed-already = 没有暂停：{ $bridges }。
resumed-all-already = 没有任何暂停。
problem-runs-nothing = “{ $bridge }”是 Bascule 的一部分：它只查看，不为它运行任何程序。

# allow
allow-heading = AI 程序可以用“{ $bridge }”做什么：
allow-line = { $word }：{ $what }
allow-line-chosen = { $word }（当前选择）：{ $what }
allowed-look = 仅查看
allowed-build = 查看和构建，无法撤销的操作会先询问
allowed-everything = 一切
allow-look = 仅查看。凡是会改动内容的都不会被调用。
allow-build = 查看和构建。凡是会删除、替换或运行代码的，每次都会先问您；没有答复就不会被调用。
allow-everything = 一切，包括无法撤销的操作，不再询问。
allow-with = 要选择，请运行：
allow-done = 现在 AI 程序可以用“{ $bridge }”：{ $what }
allow-already = 已经如此。AI 程序可以用“{ $bridge }”：{ $what }
allow-tools-heading = 它的工具，按各自的作用：
allow-tools = { $group }：{ $tools }
allow-no-tools = 尚不知道它有哪些工具：它的服务器还没有列出任何工具。
group-look = 仅查看
group-build = 会改动内容
group-delete = 会删除或替换内容
group-run = 会运行代码

# log
log-empty = 还没有 AI 程序调用过任何工具。
log-none = 那段时间没有任何调用。
log-line = { $time }  { $program }  { $bridge } { $tool }：{ $outcome }（{ $millis } 毫秒）
log-someone = 手动
log-output-empty = “{ $bridge }”还没有写出任何内容。
outcome-done = 完成
outcome-failed = 失败
outcome-refused = 被拒绝，调用有误
outcome-closed = 不允许
outcome-unavailable = 无法使用
outcome-cut-off = 中断
outcome-cancelled = 被 AI 程序放弃
outcome-other = { $word }

# notices
notices-none = 没有需要知道的事。
notice-since = 发现于 { $time }
notice-failed = “{ $bridge }”已失败：{ $cause }
notice-audit = AI 程序的操作无法记录到 { $file }。
notice-audit-mend = 请查看磁盘是否已满，或该文件是否属于他人。
notice-asked = 有 AI 程序在等您同意使用“{ $bridge }”：{ $text }
notice-entry-edited = { $program }：有人修改了 { $file } 中的条目“{ $bridge }”。
notice-entry-gone = { $program }：有人从 { $file } 中移除了条目“{ $bridge }”。
notice-entry-taken = { $program }：现在 { $file } 中另一个服务器叫作“{ $bridge }”。
notice-choose = 不会自动改动任何内容。
notice-restore = 放回去：
notice-leave = 保持现状，不再提醒：
notice-left = 保持现状，不再提醒：{ $notice }
problem-no-notice = 没有关于条目的提醒“{ $notice }”。
problem-no-notice-mend = 这会列出提醒。
