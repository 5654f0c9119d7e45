# Taking everything off a computer.

uninstall-shares = What there is of Bascule:
uninstall-goes = { $share }: goes
uninstall-stays = { $share }: stays
share-entries = Connections in the settings of AI programs
share-skills = Skills
share-plugins = Add-ons inside other programs
share-program = Bascule itself
share-data = Its own folder: history, kept files, added servers
uninstall-heading = What happens:
uninstall-forgets = Afterwards Bascule's own folder { $folder } goes.
uninstall-needs = Bascule itself and its folder stay as long as something above needs them. --edited takes out entries you changed; --anyway removes Bascule all the same.
uninstall-by-hand = Only you can do this:
by-hand-renamed = { $program }: { $file } has an entry called “{ $name }” that starts Bascule. Delete it there.
by-hand-pasted = { $program }: if you pasted a connection into { $menu }, delete it there.
by-hand-steps = “{ $bridge }”: { $steps }
by-hand-lost-projects = Bascule has no notes of project folders any more, so it looked only into this folder and those it still knows. Where a project of yours may have a connection of its own, run this inside its folder first, or delete the connection there.
uninstall-ask = Do it? (y = yes, n = no, d = show the lines, a number keeps that part)
uninstall-known-answers = Please type y for yes, n or q to stop, d to see the lines, or numbers such as 2 5 to keep those parts or give them up again.
uninstall-done = Bascule is gone. Every file it had changed is without it again.
uninstall-not-ours = This in { $folder } is not Bascule's, so it was left there:
share-live = Live access: the background service and what it runs
uninstall-ended = The background service was ended, and everything it ran.
problem-service-stays = The background service could not be ended, so nothing was removed.
