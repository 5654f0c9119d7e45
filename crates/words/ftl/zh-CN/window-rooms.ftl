# 窗口：动态、桥接、检查、设置。

# 动态
activity-line = 这台电脑上改动了什么，智能体做了什么。
changes = 更改
changes-none = Bascule 还没有做过任何更改。
undo = 撤销
undo-what = 撤销第 { $number } 次更改
undo-would = 撤销会这样改动：
change-done = 完成
change-put-back = 已恢复原状
change-partly = 部分恢复
change-taken-back = 已撤销
what-enable = 启用 AI 访问
what-disable = 断开连接
what-rollback = 撤销第 { $number } 次更改
what-rollback-all = 撤销
what-guides = 指南
what-self = 更新 Bascule
what-uninstall = 卸载
what-mend = 检查时修复
what-change = 第 { $number } 次更改
files-own-only = 仅 Bascule 自己的文件夹
files-count = { $files-count ->
   *[other] { $files } 个设置文件，{ $guides } 个指南
  }
calls = 智能体的调用
calls-count = { $calls-count ->
   *[other] { $calls } 次调用，不保留参数
  }
calls-none = 还没有 AI 程序调用过。
calls-filter = 按工具筛选
calls-bridge = 显示哪个桥接
all-bridges = 全部桥接
column-time = 时间
column-tool = 工具
column-took = 用时
column-outcome = 结果
call-done = 完成
call-failed = 失败
call-refused = 调用有误
call-closed = 不允许
call-unavailable = 暂不可用
call-cut-off = 被中断
call-cancelled = 已放弃

# 桥接
bridges-line-count = { $bridges-count ->
   *[other] { $bridges } 个桥接；每个可以做什么只需一次选择。
  }
add-from-folder-more = 从文件夹添加…
add-from-file-more = 从文件添加…
add-from-folder = 选择桥接所在的文件夹
add-from-file = 选择桥接文件
added-from = 添加自 { $source }
projects = 项目
project-lost = 已不是项目
tools-title = { $tools-count ->
   *[other] { $tools } 个工具
  }
tools-none = 还没有列出任何工具。
tools-try = 选择一个工具，不经 AI 程序直接试用。
allow-title = AI 程序可以对 { $bridge } 做什么
allow-word-look = 仅查看
allow-word-build = 查看并改动
allow-word-everything = 全部
allow-why-look = 凡是会改动内容的都不会调用。
allow-why-build = 删除、替换或运行代码时每次都先询问您；不回答就不会调用。
allow-why-everything = 包括无法撤销的操作，不再询问。
column-group = 工具的作用
column-calls = 调用
column-tools = 工具
group-goes = 允许
group-asks = 先询问您
group-closed = 关闭
told-allowed = 已更改 AI 程序对 { $bridge } 的权限。
try = 试用
try-what = 试用 { $tool }
try-title = 试用 { $bridge } 的 { $tool }
try-line = 会调用一次，并原样显示应答。
try-name = 参数名
try-value = 参数值
try-more = 再加一个参数
try-nothing-asked = 此工具不需要参数。
try-waits = 正在等待应答…
try-reply = 应答
told-answered = 已应答。
told-not-answered = 没有应答。
add-title = 添加 { $bridge }？
add-title-looking = 正在查看桥接
add-title-malformed = 此桥接还不能添加
add-publisher = 发布者
add-publisher-none = 未注明
add-runs = 运行
add-cwd = 所在文件夹
add-variables = 带环境变量
add-tools = 它的工具
add-files = 放置
add-elsewhere = 在其他软件里
add-steps = 留给您做的
add-trust = Bascule 没有检查过它做什么，也没有人担保发布者。它在这台电脑上能做您能做的任何事。
added = { $bridge } 已添加。
added-tools = { $tools-count ->
   *[other] 已启动一次查看它提供什么：{ $tools } 个工具。
  }
told-added = { $bridge } 已添加。

# 检查
doctor-title = { $findings-count ->
   *[other] { $findings } 处需要您处理
  }
doctor-title-none = 一切正常
doctor-title-looking = 正在全面检查
doctor-line-calm = 您点击之前不会有任何改动。
checks-made = { $checks-count ->
   *[other] 共检查 { $checks } 项
  }
mend-all = 修复可以修复的
mend-title = 修复
finding-fixed = 已修复。
finding-times = { $times-count ->
   *[other] { $times } 个桥接都是如此。
  }
told-mended = { $findings-count ->
   *[other] 已修复 { $findings } 处。
  }
bundle-more = 报告…
bundle-title = 给帮助您的人的报告
bundle-line = 保存前请先阅读。里面没有您设置文件的内容，也没有变量的值；主文件夹写作 ~。
told-saved = 已保存：{ $file }
paste-title = 请手动粘贴

# 设置
settings-general = 通用
settings-language = 语言
language-system = 跟随系统
language-english = English
language-chinese = 简体中文
settings-theme = 主题
theme-system = 系统
theme-light = 浅色
theme-dark = 深色
settings-login = 登录时启动
settings-login-why = 智能体的首次调用无需等待
settings-notices = 通知
settings-toasts = 需要我处理时通知我
settings-toasts-why = 智能体提出请求、桥接失败或条目被其他程序改动时
settings-muted = { $kinds-count ->
   *[other] { $kinds } 类通知不再弹出。
  }
settings-unmute = 重新显示
settings-data = 数据
path-state = 数据文件夹
path-launcher = 命令行
path-logs = 日志
