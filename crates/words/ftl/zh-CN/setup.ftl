# 安装向导。

setup-welcome = Bascule 为您连接 AI 程序。
setup-promise = 它只在每个程序的设置里添加一个条目，其他内容一概不动。一条命令就能全部撤销，所有文件都恢复原样。
setup-found = { $program }：发现 { $found }
setup-plan = 将要进行的改动：
setup-left-out = { $program }：跳过
setup-settled = { $program }：已经连接
setup-ask = 现在执行吗？（y = 是，n = 否，d = 显示具体改动，输入编号可跳过某个程序）
setup-proof = 正在逐一试用连接：
setup-offer-demo = 要用示例文件演示一下 Bascule 会做什么吗？（y = 是，n = 否）
