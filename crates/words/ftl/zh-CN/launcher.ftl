# Bascule 本身不在时说的话。每句一行：由另一个读取器读出。

launcher-no-note = Bascule 无法启动：{ $file } 不存在，它说明要启动什么。
launcher-bad-note = Bascule 无法启动：说明要启动什么的 { $file } 无法使用（{ $reason }）。
launcher-no-engine = Bascule 无法启动：{ $file } 不存在。它被删除了，或者被杀毒软件隔离了。
launcher-policy = Bascule 无法启动：您所在组织的规则禁止运行 { $file }。请让管理员允许它。
launcher-virus = Bascule 无法启动：杀毒软件阻止了 { $file }。请在杀毒软件里恢复并允许它。
launcher-refused = Bascule 无法启动：系统拒绝运行 { $file }（{ $reason }）。
launcher-again = 请在原来的位置重新安装 Bascule。之后您的连接会照常工作，其他什么都不用改。
launcher-use = 这个版本还在。用下面的命令启用它：
launcher-remove = 若要手动移除 Bascule，请从各个文件中删去以下内容，然后删除 { $folder }：
launcher-remove-unlisted = 没有 Bascule 写入内容的清单。若要手动移除，请从您的 AI 程序的设置中删去所有启动 { $program } 的服务器，然后删除 { $folder }。
launcher-list-cut = 清单还有更多内容，其余的在 { $file } 里。
