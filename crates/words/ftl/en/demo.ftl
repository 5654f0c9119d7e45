# The demo on a throwaway home.

demo-step = Step { $number } of { $of }. { $text }
demo-files = A throwaway home with four AI programs. Their settings hold servers and comments of their own, as on a real computer.
demo-enable = Connect Bascule to all four. These are the lines that come in; every other byte stays.
demo-verify = Try it: each entry is started just as its program would start it.
demo-edit = Meanwhile you go on working and edit two of the files by hand.
demo-disable = Disconnect. Only the lines of Bascule go; your edits stay.
demo-same = Compare. Each file must be what it was at the start, with your edits and nothing else.
demo-same-line = { $file }: the same, all { $bytes } bytes
demo-different-line = { $file }: different, though { $bytes } bytes were expected
demo-continue = Press Enter to go on.
demo-end = That was all. The throwaway home is gone.
demo-kept = That was all. The throwaway home is still there: { $folder }
