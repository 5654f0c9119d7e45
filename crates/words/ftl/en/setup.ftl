# The wizard.

setup-welcome = Bascule connects your AI programs.
setup-promise = It adds one entry to the settings of each program and changes nothing else. One command takes everything back, and every file is as it was.
setup-found = { $program }: found { $found }
setup-plan = What will change:
setup-left-out = { $program }: left out
setup-settled = { $program }: already connected
setup-ask = Do it? (y = yes, n = no, d = show the lines, a number leaves a program out)
setup-proof = Trying every connection:
setup-offer-demo = Shall Bascule show on example files what it does? (y = yes, n = no)
