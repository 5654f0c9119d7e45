# 模组索引，以及向连接提问。

index-of = 模组：{ $path }
index-sdk = SDK：{ $path }
index-no-sdk = 没有找到 SDK，其中的文件都会缺失。请用 --sdk 指定。
index-files = 文件：参与编译 { $all } 个，仅可见 { $instance } 个
index-assets = 资产：参与编译 { $all } 个，仅可见 { $instance } 个，不重复的共 { $distinct } 个
index-defines = 宏定义：{ $defines } 个
index-took = 用时：{ $millis } 毫秒
index-memory = 内存：最多 { $mebibytes } MiB
index-diagnostics = 文件中值得注意的地方：{ $diagnostics } 处
index-more-diagnostics = ……另有 { $more } 处，用 --json 查看全部
index-written = 快照已写入 { $path }

query-failed = “{ $tool }”没有给出答案：

problem-project-ambiguous = 有多个项目符合：{ $folders }
problem-project-none = 这里没有已知的项目。
problem-project-not-one = { $path } 是文件夹，但不是项目。
problem-project-gone = 项目 { $path } 已不存在。
problem-project-mend = 请用 --project 指定项目所在的文件夹。
problem-no-mod = { $path } 中没有 Data/Mod.xml。
problem-no-file = { $path } 不是文件。
problem-export-taken = { $path } 处是别的文件，所以没有改动它。
problem-unknown-tool = “{ $bridge }”没有名为“{ $tool }”的工具。
problem-unknown-tool-mend = 它的工具有：{ $known }
problem-tool-arguments = 参数不符合要求：{ $problem }
