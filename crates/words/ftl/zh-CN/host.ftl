# The background service: what it says of itself and of what it keeps.
host-running = 后台服务正在运行：版本 { $version }，启动于 { $since }。
host-runtime = { $bridge }：{ $state }（进程 { $pid }）
host-absent = 后台服务没有运行。AI 程序需要时它会自动启动。
host-stopped = 后台服务已结束。AI 程序需要时它会再次启动。
host-stays = 已请后台服务结束，但它仍在运行。
health-ready = 就绪
health-starting = 正在启动
health-waiting = 正在等待{ $what }
health-paused = 已被您暂停
health-degraded = 工作不正常
health-stopped = 空闲，下次调用时启动
health-failed = 已失败
