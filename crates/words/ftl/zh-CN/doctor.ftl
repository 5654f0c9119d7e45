# 检查结果。

doctor-well = { $checked-count ->
   *[other] 检查了 { $checked } 项，一切正常。
  }
doctor-line = { $severity }：{ $sentence }[{ $code }]
doctor-error = 问题
doctor-warning = 警告
doctor-note = 说明
doctor-fixed = 已修复。
doctor-can-fix = 以下命令会修复无需移除任何内容就能修复的问题：
doctor-interrupted = 第 { $number } 次更改在完成之前被中断。
doctor-interrupted-mend = 下面的命令会把它撤回。
doctor-state-unusable-mend = 请把它改名，例如改为 { $aside }。Bascule 会因此忘记那一次更改：它不能再用 rollback 撤销，但其中的条目会保留，再次检查时会重新找到它们。
doctor-bridge-unknown = { $program }：{ $file } 里的条目“{ $bridge }”无法工作，因为已经没有这个名字的桥接。
doctor-bridge-unknown-mend = 请重新添加这个桥接（bridges add），或者断开它。
doctor-bridge-command-missing = { $program }：“{ $bridge }”无法工作，因为 { $command } 不存在。
doctor-bridge-command-mend = 请安装它，或者断开这个桥接。
doctor-entry-edited = { $program }：有人改过 { $file } 里的条目“{ $bridge }”，所以 Bascule 不会动它。
doctor-entry-gone = { $program }：条目“{ $bridge }”已不在 { $file } 里。
doctor-entry-gone-mend = 请重新连接，或者让 Bascule 不再管理它。
doctor-entry-taken = { $program }：{ $file } 里的“{ $bridge }”现在是另一个服务器。
doctor-entry-taken-mend = 下面的命令会让 Bascule 不再管理自己的条目，另一个服务器会保留。
doctor-entry-outdated = { $program }：{ $file } 里的条目“{ $bridge }”启动的不是当前这个 Bascule。
doctor-entry-outdated-mend = 下面的命令会重新写入它。
doctor-entry-without-record = { $program }：{ $file } 里的条目“{ $bridge }”会启动 Bascule，但 Bascule 没有它的记录。
doctor-entry-without-record-mend = 请把它加入 Bascule 的记录，或者移除它。
doctor-entry-of-theirs = { $program }：{ $file } 里的条目“{ $bridge }”会启动 Bascule，但与 Bascule 写入的不同。它属于您，会保留。
doctor-command-missing = { $program }：{ $file } 里的服务器“{ $name }”要启动 { $command }，但它不存在。
doctor-command-missing-mend = 它不是我们写入的。请安装它要启动的程序，或者在该 AI 程序里移除它。
doctor-state-shared = 这台电脑的其他用户可以读取 { $path }，Bascule 在那里保存着您设置的早期版本。
doctor-state-shared-mend = 下面的命令会让它只对您可见。
doctor-policy-exclusive = { $program }：只能运行管理员在 { $file } 里指定的服务器。
doctor-policy-restricts = { $program }：管理员可能在 { $file } 里禁止了某些服务器。
doctor-program-running = { $program } 正在运行，会覆盖对其设置的改动。
doctor-program-gone = { $file } 不存在，没有它任何连接都无法工作。它被删除了，或者被杀毒软件隔离了。
doctor-program-gone-windows = { $file } 不存在，没有它任何连接都无法工作。很可能是杀毒软件把它隔离了：请查看杀毒软件的历史记录，并在那里允许这个文件。
doctor-program-changed = { $file } 与 Bascule 写入的不同：它损坏了，或者被人替换了。
doctor-program-unusable = 说明要启动什么的 { $file } 无法使用（{ $problem }）。
doctor-program-mend = 下面的命令会把它放回原处。
doctor-program-mend-shared = 请让管理员重新安装 Bascule。
doctor-skill-outdated = { $folder } 里 { $bridge } 的技能与桥接的版本不同。
doctor-skill-outdated-mend = 下面的命令会更新它，您改过的内容会保留。
doctor-skill-changed = { $folder } 里 { $bridge } 的技能在 Bascule 写入之后有改动：{ $files }
doctor-skill-changed-mend = 无需处理：您在那里修改或删除的内容归您所有。
