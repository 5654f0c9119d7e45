# 窗口：框架、状态、首页。

# 位置
places = 位置
place-home = 首页
place-activity = 动态
place-bridges = 桥接
place-doctor = 检查
place-settings = 设置
place-setup = 设置向导
place-uninstall = 卸载
window-title = { $place } – Bascule
findings-count = { $findings-count ->
   *[other] { $findings } 处需要您处理
  }
service = 后台服务
service-runs = 正在运行
service-runs-since = 已运行 { $lasted }
service-rests = 需要时自动启动
service-silent = 没有应答
service-unknown = 未知

# 各处通用
bascule = Bascule
looking = 正在查看…
close = 关闭
cancel = 取消
back = 上一步
continue = 继续
copy = 复制
copy-what = 复制{ $what }
copied = 已复制{ $what }
a-command = 命令
a-path = 路径
a-log = 日志
a-reason = 原因
a-reply = 应答
a-report = 报告
a-sentence = 这句话
an-entry = 条目
the-lines = 这些行
open = 打开
open-what = 打开：{ $what }
show-file = 显示文件
show-all = 全部显示
show-fewer = 收起
show-more = 再显示 { $more } 项
yes = 是
no = 否
required = 必填
unknown = 未知
unusable = 无法使用
check-now = 立即检查
check-again = 重新检查
try-again = 重试
look-again = 重新查找
add = 添加
save-more = 保存…
not-now = 以后再说
change-more = 更改…
choose-more = 选择…
step-of = 第 { $step } 步，共 { $of } 步
some-of = { $all } 项中的 { $some } 项
program-in = { $place } 里的 { $program }
some-program = 某个 AI 程序
by-hand = 手动
files-in = { $files-count ->
   *[other] { $folder } 里的 { $files } 个文件
  }
files-here = { $files-count ->
   *[other] { $files } 个文件
  }
tools-count = { $tools-count ->
   *[other] { $tools } 个工具
  }

# 状态
health-word-ready = 就绪
health-word-starting = 正在启动
health-word-waiting = 等待中
health-word-waiting-for = 等待 { $what }
health-word-paused = 已由您暂停
health-word-degraded = 工作不正常
health-word-resting = 空闲
health-word-failed = 失败
health-word-unusable = 文件无法使用
step-word-config = 设置
step-word-allowed = 许可
step-word-launcher = 启动器
step-word-engine = Bascule
step-word-host = 服务
step-word-bridge = 桥接
step-word-app = 软件
step-word-answer = 应答
step-word-call = 首次调用
chain-of = { $bridge } 的各个步骤
chain-step = { $step }：{ $state }
chain-word-good = 正常
chain-word-older = 正常，来自旧版本
chain-word-unknown = 未知
chain-word-waiting = 等待中
chain-word-bad = 不工作
cell-in-place = 已就位
cell-absent = 未添加
cell-edited = 被您修改过
cell-gone = 已被移除
cell-taken = 名称被占用
cell-older = 有旧程序
cell-blocked = 被策略禁止
cell-unreadable = 无法读取
cell-unnoted = 没有记录
cell-label = { $program }，{ $bridge }：{ $state }
cell-title = { $program } 里的 { $bridge }
cell-why-in-place = { $program } 里 { $bridge } 的条目与 Bascule 写入时一致。
cell-why-absent = { $program } 还没有连接 { $bridge }。
cell-why-edited = Bascule 写入之后，{ $program } 里 { $bridge } 的条目被修改过。不会自动改动。
cell-why-gone = { $program } 里 { $bridge } 的条目被移除了。不会自动放回。
cell-why-taken = { $program } 里另一个服务器占用了 { $bridge } 需要的名称，没有动它。
cell-why-older = { $program } 里设置了与 { $bridge } 用途相同的旧程序。替换后，移除我们的条目时它会恢复。
cell-why-blocked = { $program } 运行哪些服务器由策略决定。请让管理这台电脑的人允许 { $bridge }。
cell-why-unreadable = 无法读取 { $program } 的设置，所以不知道 { $bridge } 的情况。检查页会说明位置。
cell-why-unnoted = { $program } 里有启动 Bascule 的 { $bridge } 条目，但 Bascule 没有记录。

# 首页
home-title-looking = 正在查看您的桥接
home-title-all = { $of-count ->
   *[other] { $of } 个桥接都可以使用
  }
home-title-some = { $of-count ->
   *[other] { $of } 个桥接中有 { $ready } 个可以使用
  }
home-title-none = 还没有连接任何 AI 程序
home-title-silent = 后台服务没有应答
home-line-all = 没有运行的会在下次调用时启动。
home-line-none = 连接只需一分钟，每项改动都会先给您看再写入。
home-line-silent = 它可能即将结束。下面是它最后记录的情况。
home-line-cause = 原因：{ $cause }。
home-line-failed = { $bridges-count ->
   *[other] { $bridges } 个失败；原因和解决办法见下文。
  }
home-line-degraded = { $bridges-count ->
   *[other] { $bridges } 个工作不正常。
  }
home-line-waiting = { $bridges-count ->
   *[other] { $bridges } 个在等待对应的软件。
  }
home-line-paused = { $bridges-count ->
   *[other] { $bridges } 个已由您暂停。
  }
enable-more = 启用 AI 访问…
disconnect-more = 断开…
disconnect = 断开
disconnect-title = 断开全部连接
disconnect-bridge = 断开 { $bridge }
connect-more = 连接…
leave-older = 保留旧的…
column-program = AI 程序
column-bridge = 桥接
column-settings = 设置文件
column-proof = 结果
connections = 连接
connections-count = { $placed } 个已就位，{ $open } 个待处理
connections-which = 显示哪些连接
connections-all = 全部
connections-open = 待处理
prove = 验证
prove-what = 验证 { $bridge }
pause-what = 暂停 { $bridge }
resume-what = 恢复 { $bridge }
more-for = { $bridge } 的更多操作
more-log = 查看它的输出
more-allow = AI 程序可以做什么
more-disconnect = 断开…
mend-at = { $step }：{ $cause }。
notices = 需要您知道的事
restore-title = 放回条目
question = AI 程序的请求
question-what = { $program } 想使用 { $bridge } 的 { $tool }
question-group = 它会{ $group }。您没有一概允许；不回答就不会调用。
window-answer-once = 仅此一次
window-answer-session = 本次会话
window-answer-no = 否
group-word-look = 查看
group-word-build = 改动内容
group-word-delete = 删除或替换内容
group-word-run = 运行代码
left-forget = 不再提醒
empty-title = 没有找到 AI 程序
empty-line = { $programs-count ->
   *[other] Bascule 查找了 { $programs } 个 AI 程序（例如 Claude Code、Cursor 和 Codex），没有找到属于当前用户的。
  }
not-listed = 我的程序不在列表里…
unreachable-title = 无法连接后台服务
unreachable-line = 下面是 { $time } 时的情况。
open-doctor = 打开检查页
meanwhile = 此时仍然可用的
meanwhile-files = 您的设置文件没有被改动，每个条目都还在。
meanwhile-calls = 调用工具的智能体会得知缺少什么、在哪里解决。
meanwhile-undo = 也可以在终端里撤销：
as-last-seen = 桥接（最后所见）
state-at = { $time }：{ $state }

# 解决办法
mend-restore = 放回我们的
mend-put-back = 放回
mend-replace = 替换
mend-connect = 连接
mend-keep = 保留现状
mend-forget = 不再记录
mend-leave = 不处理
mend-try-again = 重试
mend-log = 查看日志
mend-paste = 手动粘贴
mend-fix = 修复
mend-look = 进一步检查
mend-undo = 撤销
undo-last = 撤销上次更改…
undo-last-title = 撤销上次更改
mend-adopt = 记录下来

# 改动，先展示再执行
change-line = 您看过之后才会写入。
change-nothing = 不需要改动。
outcome-word-done = 完成。
outcome-word-undone = 没有成功，已全部恢复原状。
outcome-word-partly = 没有成功。大部分已恢复原状，未恢复的见下文。
outcome-word-nothing = 没有任何改动。
diff-of = { $file } 里改动的行
diff-in = 添加：
diff-out = 移除：
diff-none = 不显示此文件的内容。
window-part-bascule = Bascule 本身
window-part-login = 登录时启动
window-part-guide = { $bridge } 的指南
window-part-add-on = { $bridge } 的附加组件

# 问题
trouble-by-hand = 可以手动执行：
trouble-misread = 应答与此窗口的版本不同。请关闭窗口再打开。
trouble-cut-off = 命令没有给出应答就结束了。
trouble-not-done = 没能完成。

# 语音提示
told-paused = { $bridge } 已暂停。
told-resumed = { $bridge } 已恢复。
told-proven = 每个连接都正常。
told-not-proven = 有连接不正常。
told-step = 第 { $step } 步，共 { $of } 步：{ $text }
proof-title = 验证 { $bridge }
proof-line = 每个条目都按对应程序的方式启动。
proof-none = 还没有可以验证的连接。
proof-works = 正常
proof-asks = 正常，会先询问您
proof-stops = 停在第 { $step } 步
proof-failed-config = { $bridge }：条目目前无法使用。
proof-failed-allowed = { $bridge }：系统不允许启动。
proof-failed-launcher = { $bridge }：无法启动。
proof-failed-engine = { $bridge }：能启动，但所指的程序不在。
proof-failed-answer = { $bridge }：启动了，但没有应答。
proof-failed-tools = { $bridge }：有应答，但没有列出工具。
proof-failed-runtime = { $bridge }：列出了工具，但应答它们的程序没有运行。
proof-failed-call = { $bridge }：列出了工具，但首次调用失败。
log-title = { $bridge } 的输出
log-line-live = 最后的几行；新的会自动出现。
log-nothing = 还没有任何输出。
