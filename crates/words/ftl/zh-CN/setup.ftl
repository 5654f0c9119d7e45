# 安装向导。

setup-welcome = Bascule 为您连接 AI 程序。
setup-promise = 它只在每个程序的设置里添加一个条目，其他内容一概不动。一条命令就能全部撤销，所有文件都恢复原样。
setup-gain = 之后您的 AI 程序就能告诉您连接了什么、哪里有问题、怎么解决。用 bridges add 添加的 MCP 服务器也能同样连接到所有程序。
setup-found = { $program }：发现 { $found }
setup-plan = 将要进行的改动：
setup-left-out = { $program }：跳过
setup-settled = { $program }：已经连接
setup-ask = 现在执行吗？（y = 是，n = 否，d = 显示具体改动，输入编号可跳过某个程序）
setup-known-answers = 请输入 y（是）、n 或 q（停止）、d（显示具体改动），或者用编号（例如 1 2）跳过程序或重新加入。
setup-proof = 正在逐一试用连接：
setup-try = 试一试：在 { $program } 里问“Bascule 在这里连接了什么？”
setup-offer-demo = 要用示例文件演示一下 Bascule 会做什么吗？（y = 是，n = 否）
