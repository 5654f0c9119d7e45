# What is said where Bascule itself is not there. One line a sentence: another reader says these.

launcher-no-note = Bascule cannot start: { $file } is not there, which says what to start.
launcher-bad-note = Bascule cannot start: { $file }, which says what to start, cannot be used ({ $reason }).
launcher-no-engine = Bascule cannot start: { $file } is not there. Somebody removed it, or a virus scanner took it away.
launcher-policy = Bascule cannot start: a rule of your organisation forbids { $file }. Ask your administrator to allow it.
launcher-virus = Bascule cannot start: a virus scanner stopped { $file }. Restore it there and allow it.
launcher-refused = Bascule cannot start: the system refused to run { $file } ({ $reason }).
launcher-again = Install Bascule again in the same place. Your connections then work as before; nothing else has to change.
launcher-use = This version is still here. Make it the one that is used:
launcher-remove = To remove Bascule by hand, take these out of their files, then delete { $folder }:
launcher-remove-unlisted = There is no list of what Bascule wrote. To remove it by hand, take out of the settings of your AI programs every server that starts { $program }, then delete { $folder }.
launcher-list-cut = The list is longer. The rest is in { $file }.
