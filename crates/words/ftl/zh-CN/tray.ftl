# 托盘：第一行、菜单，以及屏幕上弹出的内容。
tray-coming = Bascule 正在启动
tray-gone = Bascule 已从这台电脑上移除
tray-no-service = 无法询问 Bascule：{ $cause }
tray-nothing = 还没有连接任何 AI 程序
tray-paused = 已被您暂停
tray-ready-all = { $total-count ->
    [1] 桥接已就绪
   *[other] { $total } 个桥接全部就绪
  }
tray-ready-some = { $ready-count ->
    [0] { $total } 个桥接都没有就绪
   *[other] { $total } 个桥接中有 { $ready } 个就绪
  }
tray-waiting = 正在等待{ $what }
tray-working = 正在工作：{ $bridges }
tray-attention = { $things-count ->
   *[other] 有 { $things } 件事等您决定
  }
tray-settings-broken = 您的选择无法读取：{ $problem }
tray-failed = 无法工作：{ $bridges }
tray-and = { $first }；{ $second }
tray-enable = 启用 AI 访问…
tray-bridge = { $bridge }：{ $state }
health-working = 正在工作
tray-pause = 暂停
tray-resume = 继续
tray-try-again = 再试一次
tray-look = 查看问题
tray-open = 打开 Bascule
tray-check = 立即检查
tray-changes = 最近的更改
tray-no-changes = 没有可以撤销的更改
tray-undo-connected = 撤销 { $number }：把 { $bridges } 连接到 { $programs }
tray-undo-disconnected = 撤销 { $number }：断开 { $bridges } 与 { $programs }
tray-undo-other = 撤销 { $number }：更改 { $bridges } 的文件
tray-activity = 全部更改…
tray-language = 语言
tray-language-system = 跟随系统
tray-language-en = English
tray-language-zh-cn = 简体中文
tray-toasts = 显示通知
tray-settings = 设置…
tray-uninstall = 卸载…
tray-quit = 退出
answer-once = 仅此一次
answer-session = 本次会话
answer-no = 不允许
entry-restore = 恢复
entry-leave = 保持不变

toast-asked = { $program } 想使用 { $tool }
toast-asked-unnamed = 有 AI 程序想使用 { $tool }
toast-asked-body = “{ $bridge }”：这{ $group }。不回答就不会调用。
toast-failed = “{ $bridge }”停止工作
toast-failed-body = 原因：{ $cause }。其他桥接照常工作。
toast-entry-edited = { $program }：“{ $bridge }”被修改
toast-entry-gone = { $program }：“{ $bridge }”被移除
toast-entry-taken = { $program }：“{ $bridge }”现在是另一个服务器
toast-news = Bascule 新增：{ $bridges }
toast-news-body = 随版本 { $version } 而来，尚未连接任何 AI 程序。
toast-notice = Bascule 有事要告诉您
toast-mute = 不再显示
toast-in-order = 一切正常
toast-in-order-body = { $checked-count ->
   *[other] 已检查 { $checked } 项。
  }
toast-undone = 已撤销更改 { $number }
toast-not-done = 没能完成

# 桌面缺少某个部分时。
app-no-window = 无法显示 Bascule 的窗口：这台电脑上缺少 { $what }。
app-no-window-mend = 请安装它，然后再次打开 Bascule。在此之前，一切都可以用命令行完成：
app-no-tray = 这个桌面没有放置 Bascule 图标的地方。
app-no-tray-mend = 请在面板上添加托盘（GNOME 上是扩展“AppIndicator”），然后重新启动 Bascule。在此之前，窗口和命令行可以完成同样的事：
app-no-desktop = Bascule 的图标和窗口需要桌面，而这里没有。一切都可以用命令行完成：
app-failed = Bascule 的图标和窗口无法启动：{ $what }
app-unknown = 不认识“{ $word }”。可用的有：--at-login、带位置的 --open、--version。
