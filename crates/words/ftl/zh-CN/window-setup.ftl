# 窗口：设置向导和卸载。

# 设置向导
setup-steps = 设置步骤
setup-step-welcome = 欢迎
setup-step-bridges = 桥接
setup-step-programs = AI 程序
setup-step-review = 核对
setup-step-apply = 执行
setup-step-done = 完成
setup-title-looking = 正在查看这台电脑
welcome-title = 让您的 AI 程序使用您的桌面软件
welcome-line = 一次点击即可连接。再一次点击即可撤销，每个文件都恢复原样。
welcome-figure = AI 程序通过 Bascule 使用桌面软件，只在这台电脑上
welcome-left = AI 程序
welcome-left-such = Claude Code、Cursor、Codex…
welcome-between = Bascule，只在这台电脑上
welcome-right = 桌面软件
welcome-right-such = 您每天使用的软件
welcome-touched = Bascule 会改动什么
welcome-settings = 您勾选的每个 AI 程序的设置文件
welcome-settings-why = 添加几行内容，写入前您会看到。
welcome-guides = 一个给智能体看的指南文件夹
welcome-guides-why = 只在 AI 程序会读取指南、并且您勾选时才添加。
welcome-own = 它自己的文件夹 { $folder }
welcome-own-why = 后台服务、保留的副本和更改列表。
welcome-alone = 它不会动什么
welcome-rest = 这些文件里的其他内容
welcome-rest-why = 其他条目、注释、顺序和换行符逐字节不变。
welcome-unreadable = 无法读取或不允许写入的文件
welcome-unreadable-why = 会指明并跳过，绝不猜测。
welcome-back = 您的退路
welcome-back-why = 每项更改都可以逐个或一次全部撤销。
welcome-private = Bascule 不会向任何地方发送数据。
welcome-private-why = 工具返回的内容会交给您使用的 AI 程序及其提供商。
welcome-note = 大约两分钟。您看过之后才会写入。
get-started = 开始
bridges-title = 要让智能体使用哪些软件？
bridges-found-first = 每个桥接让智能体使用一个软件的工具。
app-found = 已在这台电脑上找到：{ $folder }
app-not-found = 未在这台电脑上找到：没有 { $folder }
project = 项目
project-none = 未选择：使用您正在处理的项目
project-choose = 选择项目文件夹
told-project = { $folder } 已记为项目。
programs-title = 要让哪些 AI 程序使用？
programs-line = { $programs-count ->
   *[other] 在这台电脑上找到 { $programs } 个。每个的设置文件里会添加几行，下一页可以看到。
  }
programs-all = 找到的全部 AI 程序
programs-none = 没有找到。不在列表里的程序可以用它的设置文件指定。
programs-no-file = 还没有设置文件
programs-absent = { $programs-count ->
   *[other] 未找到（{ $programs }）
  }
programs-absent-why = 仍然勾选的话，会先写好内容，等程序安装后使用。
programs-by-hand = 也找到了，但只能手动添加连接：{ $programs }。
programs-running = 正在运行：{ $programs }。文件现在可以改动，程序重启后生效。
running = 运行中
selected = { $programs-count ->
   *[other] 已选 { $programs } 个
  }
guides-add = 添加智能体指南
guides-why = 教智能体用好桥接的文件夹，只添加到会读取它的 AI 程序。
other-program = 其他程序
other-title = 不在列表里的程序
other-line = 指定它的设置文件以及服务器的写法。写入前您会看到具体内容。
other-choose = 选择它的设置文件
other-dialect = 文件的语言
other-key = 服务器所在的位置
other-shape = 条目的写法
shape-standard = command 和 args
shape-typed = type、command 和 args
shape-command-line = 一整行命令
shape-list = command 为列表
review-title = 这是将要写入的全部内容
review-title-nothing = 不会写入任何内容
review-line = { $files-count ->
   *[other] { $files } 个设置文件，{ $guides } 个指南文件夹。会保留旧文件，每项更改都可以撤销。
  }
review-looking = 正在计算每一行…
review-moved = 您看过之后有文件发生了变化，所以没有写入。这是现在的计划。
review-adds = { $lines-count ->
   *[other] 在 { $file } 里添加 { $lines } 行，其他内容不变
  }
review-makes = { $lines-count ->
   *[other] 新建 { $file }，共 { $lines } 行
  }
review-takes = { $lines-count ->
   *[other] 从 { $file } 里移除 { $lines } 行，其他内容不变
  }
review-removes = 删除 Bascule 新建的 { $file }
review-replaces = { $lines-count ->
   *[other] 替换 { $file } 里的旧条目，添加 { $lines } 行
  }
review-changes = 改动 { $file }：添加 { $lines } 行，移除 { $out } 行
review-adopts = { $file } 不变；条目记为 Bascule 所有
review-releases = { $file } 不变；Bascule 不再记录那里的条目
left-out = 已跳过
left-out-by-you = 已由您跳过
leave-out = 跳过
leave-out-what = 跳过 { $program }
take-in = 重新加入
take-in-what = 重新加入 { $program }
review-left-out = { $programs-count ->
   *[other] 跳过了 { $programs } 个程序
  }
review-settled = { $entries-count ->
   *[other] { $entries } 个连接已经就绪。
  }
older-title = 这里设置了用途相同的旧程序。
older-replace = 替换
older-leave = 保留
older-chosen = 您的选择已包含在下面的计划里。
enable = 启用 AI 访问
applying-title = 正在写入连接
applying-title-proof = 正在验证每个连接
applying-line = 任何一步失败，已写入的内容都会恢复原状。
applying-line-proof = 已全部写入。正按各程序的方式启动每个条目。
applying-first = 正在保留每个文件的原内容
applying-prove = 验证每个连接
applying-prove-why = 按 AI 程序的方式启动每个条目
applying-note = 如果现在关闭窗口，已开始的改动会恢复原状。
applying-stop = 停止并恢复原状
applying-skip = 跳过验证
done-title = { $of-count ->
   *[other] { $of } 个 AI 程序中有 { $good } 个可以使用桥接
  }
done-title-none = 已全部写入
done-line = 每个条目都按对应程序的方式启动过。
done-note = 剩下的事情也会显示在首页。
open-home = 打开首页
prove-again = 重新验证
left-title = 留给您做的
left-count = { $all } 项中的 { $done } 项，会自动勾选
left-open = 打开或重启 { $program }
left-reload = { $program }：{ $advice }
left-seen = 已看到：正在使用新的连接
left-not-seen = 还没有使用新的连接
try-it = 试一试
try-it-where = 粘贴到 AI 程序里
try-own = Bascule 在这里连接了什么？

# 卸载
uninstall = 卸载
uninstall-more = 卸载…
uninstall-why = 逐个文件显示将移除的内容
uninstall-title = 卸载 Bascule
uninstall-line = 只移除这里列出的内容。文件会恢复到使用 Bascule 之前的样子。
uninstall-how-much = 范围
uninstall-everything = 全部
uninstall-everything-why = 连接、指南、附加组件、自己的文件夹和程序
uninstall-connections = 仅连接
uninstall-connections-why = 保留程序和它的记录
uninstall-keep = 另外
uninstall-edited = 移除您修改过的条目
uninstall-edited-why = 否则它们会保留，它们启动的程序也会保留
uninstall-anyway = 仍然移除 Bascule
uninstall-anyway-why = 保留下来的条目将无法启动任何程序
share-word-entries = 设置文件里的条目
share-word-guides = 智能体指南
share-word-add-ons = 其他软件里的附加组件
share-word-program = 程序本身
share-word-live = 后台服务
share-word-data = Bascule 自己的文件夹
share-keep = 保留：{ $share }
share-goes = 移除
share-stays = 保留
share-went = 已移除
share-stayed = 已保留
farewell-done = Bascule 已移除，文件里不再有它的内容
farewell-done-kept = 连接已移除
farewell-partly = { $entries-count ->
   *[other] 已完成，但还剩 { $entries } 个条目
  }
farewell-proof = { $files-count ->
   *[other] { $files } 个设置文件改动后已重新读取核对。
  }
farewell-left = 保留的内容和原因
farewell-by-hand = 只有您能做
farewell-files = 逐个文件
hand-renamed = { $program }：{ $file } 里有名为“{ $name }”、会启动 Bascule 的条目。请在那里删除它。
hand-pasted = { $program }：如果您在 { $menu } 里粘贴过连接，请在那里删除。
hand-steps = { $bridge }：{ $steps }
hand-projects = Bascule 已不记得的项目文件夹里可能还有连接。请在那里删除。
