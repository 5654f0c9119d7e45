# 各命令的输出。

program-in-project = { $program }（项目 { $folder }）
nothing-to-do = 无需改动。
nothing-found = 在这台电脑上没有找到 AI 程序。
nothing-found-mend = 下面第一条命令列出 Bascule 认识的程序，第二条用示例文件演示它会做什么。

enable-heading = 将连接 { $bridges }：
disable-heading = 将断开 { $bridges }：
rollback-heading = 将撤销 { $time } 的第 { $number } 次更改（{ $what }）：
rollback-heading-all = 将撤销 Bascule 做过的所有更改：
rollback-heading-programs = 将撤销 Bascule 在以下程序中的所有更改（{ $programs }）：

plan-adds = { $lines-count ->
   *[other] { $program }：在 { $file } 里添加 { $lines } 行，其他内容不变
  }
plan-makes = { $lines-count ->
   *[other] { $program }：新建文件 { $file }，共 { $lines } 行
  }
plan-takes = { $lines-count ->
   *[other] { $program }：从 { $file } 里移除 { $lines } 行，其他内容不变
  }
plan-adds-inside = { $program }：在 { $file } 的一行里插入条目，其他内容不变
plan-takes-inside = { $program }：从 { $file } 的一行里移除条目，其他内容不变
plan-removes = { $program }：删除由 Bascule 新建的文件 { $file }
plan-changes = { $program }：修改 { $file }：移除 { $removed } 行，添加 { $added } 行
plan-adopts = { $program }：{ $file } 保持不变；Bascule 会记下这个条目是自己的
plan-releases = { $program }：{ $file } 保持不变；Bascule 不再管理其中的条目
plan-files-in = { $files-count ->
   *[other] { $what }：在 { $folder } 里写入 { $files } 个文件
}
plan-files-out = { $files-count ->
   *[other] { $what }：从 { $folder } 里移除自己的 { $files } 个文件
}
plan-files-noted = { $files-count ->
   *[other] { $what }：{ $folder } 里的 { $files } 个文件保持不变；Bascule 会记下它们的归属
}
part-program = Bascule 程序本身
part-skill = { $bridge } 的技能
part-plugin = { $bridge } 的插件
part-login = 登录时启动
plan-settled = 已经就绪：{ $programs }。
plan-refused = 以下保持原样：
refused-line = { $program }：{ $reason }

note-by-hand = 还找到了只能手动添加的程序：{ $programs }。用类似下面的命令可以显示要粘贴的内容：
note-not-found = 这台电脑上没有找到 { $programs }。条目仍会写入，供安装后使用。
note-project = 这些文件可能会随项目分享给其他人，里面会包含这台电脑上的路径：{ $path }
note-no-space = { $program } 无法启动路径里带空格的程序。
note-project-switch = 需要打开“{ $label }”，{ $program } 才会启动项目里的服务器。
note-reads-others = { $program } 还可能读取其他程序的设置，因此同一个服务器可能会启动两次。
note-server-limit = { $most-count ->
   *[other] { $program } 最多同时运行 { $most } 个服务器。
  }
note-asks = { $program } 会询问您一次，是否允许启动新的服务器。

apply-with = 执行以下命令即可完成：
plan-again = 显示计划之后情况有变。以下是新的计划。
ask-go-ahead = 现在执行吗？（y = 是，n = 否，d = 显示具体改动）
ask-known-answers = 请输入 y（是）、n（否）或 d（显示具体改动）。
progress = 第 { $step } 个，共 { $of } 个：{ $file }
waiting-for = 正在等待另一个 Bascule：{ $holder }
recovering = 正在撤回中断的第 { $number } 次更改。
recovered-done = 第 { $number } 次更改已经完成，只差最后一条记录。
recovered-undone = 第 { $number } 次更改曾被中断，现已全部撤回。
recovered-partly = 第 { $number } 次更改曾被中断，现已撤回，但以下内容除外：
undoing = 正在恢复原状。
applied-done = 完成。这是第 { $number } 次更改。
applied-take-back = 要撤销它，请执行：
applied-undone = 没有成功，已全部恢复原状：{ $reason }
applied-partly = 没有成功。除以下内容外已恢复原状：{ $reason }
cause-stopped = 您中止了操作。
cause-interrupted = 操作被中断。

reload-heading = 接下来：
reload-line = { $programs }：{ $advice }
reload-live = 无需操作，程序会自动识别。
reload-new-session = 请开始一个新会话。
reload-restart = 请退出后重新启动。
reload-quit-fully = 请完全退出（包括任务栏通知区域里的图标），然后重新启动。
reload-refresh = 请在它的 MCP 服务器列表里点击刷新按钮。
reload-command = 请执行 { $command }。

harnesses-found = { $programs-count ->
   *[other] 找到 { $programs } 个 AI 程序：
  }
harnesses-line = { $program }（{ $id }）：发现 { $found }
harnesses-file = 设置文件：{ $file }
harnesses-retired = 已停止维护：Bascule 只负责清理，不再添加内容
harnesses-manual = 只能手动添加：{ $menu }
harnesses-project-only = 只支持在项目里使用
harnesses-absent = 认识但没有在这里找到：
harnesses-absent-line = { $program }（{ $id }）
elsewhere-line = { $what }（{ $because }）从这里无法触及。
elsewhere-windows = 这个 Linux 所在的 Windows
elsewhere-distribution = 这个 Windows 里的 Linux 系统 { $name }
elsewhere-window = 显示 { $editor } 窗口的那台电脑
elsewhere-container = 这个容器所在的电脑
elsewhere-run-on-windows = 要连接那里的程序，请在 Windows 里也运行 Bascule。
elsewhere-run-in-distribution = 要连接那里的程序，请在它里面也运行 Bascule。
elsewhere-run-at-window = 要连接那里的程序，请在那台电脑上运行 Bascule。
elsewhere-run-outside = 要连接那里的程序，请在容器外运行 Bascule。

bridges-line = { $bridge }：{ $name }
bridges-starts = 启动命令：{ $command }
bridges-connected = 已连接：{ $programs }
bridges-added = 已添加“{ $bridge }”。要把它连接到您的 AI 程序，请执行：
bridges-tried = { $tools-count ->
   *[other] 已试启动一次：它提供 { $tools } 个工具。
  }
bridges-not-tried = 已添加“{ $bridge }”，但刚才无法启动它：{ $reason }
bridges-not-tried-mend = 它仍然保持已添加状态。下面的命令会移除它。
bridges-connect-all-the-same = 仍要连接它，请执行：
bridges-removed = 已移除“{ $bridge }”。

state-as-written = 已连接
state-edited = 被人修改过
state-gone = 已被他人移除
state-taken = 名称被另一个服务器占用
state-absent = 未连接
state-unnoted = 已连接，但 Bascule 没有它的记录

history-empty = Bascule 还没有做过任何更改。
history-line = { $number }  { $time }  { $what }
history-rolled-back = 之后已撤销
history-undone = 没有成功，已全部恢复原状
history-partly = 没有成功，部分内容未能恢复
history-unfinished = 第 { $number } 次更改曾被中断，下次更改时会先把它撤回。

configure-menu = { $program }：打开 { $menu }，粘贴以下内容。
configure-file = { $program }：把以下内容放进 { $file }。
configure-project = { $program }：把以下内容放进项目里的设置文件。

verify-nothing = 还没有可以检查的连接。
verify-step = 已试过 { $program }
verify-good = { $tools-count ->
   *[other] { $program }：“{ $bridge }”工作正常（{ $tools } 个工具，{ $millis } 毫秒）
  }
verify-failed-allowed = { $program }：“{ $bridge }”不被允许启动；可能是您所在组织的规则、杀毒软件或文件权限所致：{ $reason }
verify-failed-engine = { $program }：“{ $bridge }”能启动，但它要运行的程序不见了：{ $reason }
verify-failed-launcher = { $program }：“{ $bridge }”无法启动：{ $reason }
verify-failed-initialize = { $program }：“{ $bridge }”已启动但没有应答：{ $reason }
verify-failed-tools = { $program }：“{ $bridge }”有应答但没有列出工具：{ $reason }
verify-failed-runtime = { $program }：“{ $bridge }”列出了工具，但应答它们的程序没有运行：{ $reason }
verify-failed-call = { $program }：“{ $bridge }”列出了工具，但第一次试用失败：{ $reason }
verify-not-started = { $program }：没有启动“{ $bridge }”：{ $reason }
verify-other-bascule = 它启动的不是当前这个 Bascule（{ $path }）
verify-edited = 它的条目在写入之后被修改过
verify-gone = 它的条目已不在文件里
verify-unreadable = 文件无法读取（{ $reason }）
verify-failed-mend = 下面的命令会说明问题和解决办法。

self-install-heading = 正在安置 Bascule { $version }：
self-use-heading = 从现在起使用 Bascule { $version }：
note-programs-stay = Bascule 程序本身保持不变：其他连接要启动它，或者之后的更改替换了它。
skills-line = { $folder } 里有 { $bridge } 的技能，版本 { $version }
skills-newer = 有版本 { $version }，可以用 bascule skills sync 更新
skills-edited = 您改过：{ $files }
skills-deleted = 已删除：{ $files }
skills-beside = 我们的新文件，放在您的文件旁边：{ $files }
skills-available = “{ $bridge }”有技能，但还没有安装。要安装它，请执行：
skills-unusable = “{ $bridge }”的技能无法使用：{ $reason }
skills-without-bridge = 已经没有“{ $bridge }”，所以它的技能保持原样。
skills-no-place = 这些程序都没有 Bascule 认识的技能文件夹。可以用 --dir 指定一个。
skills-install-heading = 将安装技能：
skills-sync-heading = 将更新技能：
skills-remove-heading = 将移除技能：
skills-note-edited = 您改过 { $file }，它保持原样。
skills-note-beside = 我们的新版本放在它旁边：{ $file }
skills-note-deleted = 您删除了 { $path }，所以不会自动恢复。用 bascule skills install 可以恢复。
skills-note-kept = 您改过 { $file }。它会保留，从此归您所有。
skills-note-older-stays = 旧程序的技能保留在 { $folder } 里。
settings-heading = 托盘和窗口的设置
settings-line = { $setting }：{ $value }（可选：{ $known }）
settings-path = { $name }：{ $path }
settings-with = 更改方法：
settings-changed = “{ $setting }” 现在是 { $value }。
settings-already = “{ $setting }” 已经是 { $value }。
settings-login-heading = 登录时启动：
