# The wizard.

setup-welcome = Bascule connects your AI programs.
setup-promise = It adds one entry to the settings of each program and changes nothing else. One command takes everything back, and every file is as it was.
setup-gain = Your AI programs can then tell you what is connected, what is wrong and how to mend it. MCP servers you add with “bridges add” reach all of them the same way.
setup-found = { $program }: found { $found }
setup-plan = What will change:
setup-left-out = { $program }: left out
setup-settled = { $program }: already connected
setup-ask = Do it? (y = yes, n = no, d = show the lines, a number leaves a program out)
setup-known-answers = Please type y for yes, n or q to stop, d to see the lines, or numbers such as 1 2 to leave programs out or take them in again.
setup-proof = Trying every connection:
setup-try = To try it, ask in { $program }: “What does Bascule connect here?”
setup-offer-demo = Shall Bascule show on example files what it does? (y = yes, n = no)
