# 关于他人制作的桥接。

pack-outside = { $path } 指向桥接自己的文件夹之外。
pack-outside-mend = 路径请从桥接的文件夹开始写，各级之间用 /，其中不能有 ..。
pack-name = { $path }：名称“{ $name }”不是在每种系统上都可用。
pack-long-path = { $path } 超过 { $limit } 个字符。
pack-twin = { $path } 与 { $other } 在某些系统上是同一个。
pack-file-and-folder = { $path } 既是文件又是文件夹。
pack-kept = { $path }：这个名称由 Bascule 保留。
pack-rename-mend = 请换一个名称。
pack-not-a-file = { $path } 既不是文件也不是文件夹。
pack-not-a-file-mend = 请在那里放一份文件副本。Bascule 不会跟随链接。
pack-large-file = { $path } 超过 { $limit } MiB。
pack-large = 所有文件合计超过 { $limit } MiB。
pack-many = 文件超过 { $limit } 个。
pack-smaller-mend = 请去掉桥接不需要的内容。程序可以在服务器首次启动时再获取。
pack-bomb = { $path } 解压后超过原大小的 { $ratio } 倍，蓄意破坏的文件才会这样。
pack-bomb-mend = 请不要使用它。如果是您自己的，请用以下命令打包：bascule bridges pack
pack-zip = { $path }：无法作为 zip 文件读取（{ $problem }）。
pack-again-mend = 请重新获取。如果是您自己的，请用以下命令打包：bascule bridges pack
pack-no-file = 缺少文件 { $path }。
pack-no-file-mend = 请添加它。内容说明见 BRIDGES.md。
pack-inside-mend = 它在文件夹 { $folder } 里。请指定那个文件夹，或者直接压缩其中的内容，不要连同文件夹一起压缩。
pack-not-text = { $path } 不是 UTF-8 文本。
pack-not-text-mend = 请保存为 UTF-8。
pack-not-a-tool = { $path }：文件夹 tools 里只能有 JSON 文件，每个工具一个。
pack-not-a-tool-mend = 请把它移出文件夹 tools。

bridges-new = { $folder } 里有一个可以使用的桥接。请改成您自己的；下面的命令依次检查、打包和添加它：
bridges-fits = { $files-count ->
   *[other] “{ $bridge }”没有问题（{ $files } 个文件）。
  }
bridges-malformed = { $count-count ->
   *[other] { $place } 还不是可以使用的桥接，有 { $count } 处问题：
  }
bridges-packed = 已打包“{ $bridge }”：{ $file }
bridges-packed-same = { $file } 已经是这个桥接，保持不变。
bridges-digest = 摘要：{ $digest }

bridges-offer = 将添加“{ $bridge }”：{ $name }
bridges-offer-update = 将把“{ $bridge }”换成 { $source } 里现在的内容：{ $name }
bridges-offer-by = 发布者：{ $publisher }
bridges-offer-by-nobody = 发布者：未注明
bridges-offer-by-before = 之前的发布者：{ $publisher }
bridges-offer-runs = AI 程序需要它时，会在这台电脑上运行：
bridges-offer-in = 所在文件夹：{ $folder }
bridges-offer-with = 带有这些变量：{ $names }
bridges-offer-tools = 它的工具：{ $tools }
bridges-offer-files = { $files-count ->
   *[other] 将在 { $folder } 里放入 { $files } 个文件：
  }
bridges-offer-file = { $path }（{ $bytes } 字节）
bridges-offer-file-new = { $path }（{ $bytes } 字节），新增
bridges-offer-file-changed = { $path }（{ $bytes } 字节），有改动
bridges-offer-file-gone = { $path }，将移除
bridges-offer-plugin = 连接之后，将在其他程序的文件夹里放入：
bridges-offer-plugin-no-app = 仅当 { $folder } 存在时；它现在不存在
bridges-offer-plugin-elsewhere = 它的插件用于其他系统，不用于当前系统。
bridges-offer-steps = 需要您自己完成：{ $steps }
bridges-offer-trust = Bascule 没有检查它会做什么，也没有人担保发布者的身份。它能做您在这台电脑上能做的一切。
bridges-ask = 继续吗？（y = 是，n = 否）
bridges-known-answers = 请输入 y（是）或 n（否）。
bridges-same = “{ $bridge }”与 { $source } 里的内容已经一致，无需改动。
bridges-updated = 已更换“{ $bridge }”。使用它的程序会在下次启动它时采用新内容。
bridges-update-not-tried = 已更换“{ $bridge }”，但刚才无法启动它：{ $reason }
bridges-remove-heading = 将在所有程序中断开“{ $bridge }”，然后移除它：
bridges-kept = “{ $bridge }”予以保留：未能在所有程序中断开它。
bridges-from = 添加自：{ $source }

problem-no-pack = { $path } 处既没有文件夹也没有 zip 文件。
problem-no-pack-mend = 请指定桥接的文件夹或 zip 文件。已有的服务器请连同其命令一起添加，例如：
problem-bridge-reserved = “{ $bridge }”是 Bascule 自带的桥接的标识。
problem-bridge-exists-mend = 下面第一条命令把它换成新的，第二条移除它。
problem-bridge-no-source = Bascule 没有记录“{ $bridge }”的来源。
problem-bridge-no-source-mend = 请在标识后面写出它的文件夹或 zip 文件。以命令方式添加的，请先移除再重新添加。
problem-bridge-other = { $source } 里是桥接“{ $found }”，不是“{ $bridge }”。
problem-bridge-other-mend = 请把它作为另一个桥接添加。
problem-there-already = { $path } 已经存在，而且是别的内容，因此没有动它。
problem-there-already-mend = 请用 { $option } 指定别的位置。

# 关于项目。

projects-heading = “{ $bridge }”的项目：
projects-empty = 还没有登记“{ $bridge }”的项目。登记请执行 bascule projects add，后面写上它的文件夹。
projects-line = { $folder }：正常
projects-gone = { $folder }：文件夹已不存在。它曾登记为“{ $bridge }”的项目。
projects-none = { $folder }：已不再是“{ $bridge }”的项目。
projects-choose-again = 请用 bascule projects add 重新选择，后面写上它的文件夹。下面的命令取消登记旧的位置。
projects-added = 已把 { $folder } 登记为“{ $bridge }”的项目。其中的文件保持不变。
projects-known = { $folder } 已经登记为“{ $bridge }”的项目。
projects-removed = 不再把 { $folder } 登记为“{ $bridge }”的项目。其中的文件保持不变。
projects-unknown = { $folder } 没有登记为“{ $bridge }”的项目。
projects-not-one = { $folder } 不是“{ $bridge }”的项目：其中没有 { $file }。
projects-above = 项目可能是 { $folder }。登记请执行：
projects-of-which = 是其中哪一个的项目？请用 --bridge 指定：{ $bridges }。
projects-not-its = “{ $bridge }”不需要项目。
projects-will-note = 还会把 { $folder } 登记为 { $bridges } 的项目。

# 关于其他程序里的文件。

plugins-note-edited = 您改过 { $file }，它保持原样。
plugins-note-kept = 您改过 { $file }。它会保留，从此归您所有。
plugins-note-deleted = 您删除了 { $file }，所以不会自动恢复。重新连接这个桥接，或执行 bascule doctor --fix，可以恢复。
plugins-note-no-app = { $folder } 不存在，所以没有往里面放任何文件。安装该程序之后，请重新连接这个桥接。
plugins-note-steps = “{ $bridge }”还有一步需要您自己完成：{ $steps }
plugins-state-well = { $files-count ->
   *[other] 插件：{ $files } 个文件在位
  }
plugins-state-gone = 插件：{ $file } 已不存在
plugins-state-edited = 插件：{ $file } 在 Bascule 写入之后被改过
