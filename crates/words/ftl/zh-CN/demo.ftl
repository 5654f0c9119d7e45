# 在临时主文件夹里的演示。

demo-step = 第 { $number } 步，共 { $of } 步。{ $text }
demo-files = 这是一个临时的主文件夹，里面有四个 AI 程序。和真实电脑上一样，它们的设置里有自己的服务器和注释。
demo-enable = 把 Bascule 连接到全部四个程序。以下是要加入的行，其他每个字节都保持不变。
demo-verify = 试用一下：按照各个程序的方式启动每个条目。
demo-edit = 在此期间您照常工作，并手动修改了其中两个文件。
demo-disable = 断开连接。只移除 Bascule 的行，您的修改会保留。
demo-same = 进行比较。每个文件都应与最初一致，只多出您自己的修改。
demo-same-line = { $file }：完全相同，共 { $bytes } 字节
demo-different-line = { $file }：不一致，应为 { $bytes } 字节
demo-continue = 按回车键继续。
demo-end = 演示结束，临时主文件夹已删除。
demo-kept = 演示结束，临时主文件夹保留在：{ $folder }
