# 从电脑上移除全部内容。

uninstall-shares = Bascule 在这台电脑上有：
uninstall-goes = { $share }：移除
uninstall-stays = { $share }：保留
share-entries = AI 程序设置里的连接
share-skills = 技能
share-plugins = 其他程序里的插件
share-program = Bascule 程序本身
share-data = 它自己的文件夹：历史记录、保存的文件、添加的服务器
uninstall-heading = 将会发生：
uninstall-forgets = 然后删除 Bascule 自己的文件夹 { $folder }。
uninstall-needs = 只要上面还有内容需要，Bascule 程序和它的文件夹就会保留。--edited 会移除您改过的条目；--anyway 无论如何都移除 Bascule。
uninstall-by-hand = 以下只有您自己能做：
by-hand-renamed = { $program }：{ $file } 里名为“{ $name }”的条目会启动 Bascule，请在那里删除它。
by-hand-pasted = { $program }：如果您在 { $menu } 里粘贴过连接，请在那里删除它。
by-hand-steps = “{ $bridge }”：{ $steps }
by-hand-lost-projects = Bascule 已没有关于项目文件夹的记录，所以只查看了当前文件夹和仍然知道的文件夹。如果您的某个项目可能有自己的连接，请先在它的文件夹里运行此命令，或在那里删除该连接。
uninstall-ask = 现在执行吗？（y = 是，n = 否，d = 显示具体改动，输入数字可保留那一部分）
uninstall-known-answers = 请输入 y 表示同意，n 或 q 表示停止，d 查看具体改动，或输入数字（如 2 5）保留或不再保留这些部分。
uninstall-done = Bascule 已移除。它改过的每个文件里都不再有它的内容。
uninstall-not-ours = { $folder } 里的以下内容不属于 Bascule，所以留在那里：
share-live = 实时访问：后台服务以及它所运行的程序
uninstall-ended = 后台服务以及它所运行的程序都已结束。
problem-service-stays = 后台服务无法结束，因此没有移除任何内容。
