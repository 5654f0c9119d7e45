# What the check-up says.

doctor-well = { $checked-count ->
    [one] { $checked } thing checked, all is well.
   *[other] { $checked } things checked, all is well.
  }
doctor-line = { $severity }: { $sentence } [{ $code }]
doctor-error = problem
doctor-warning = warning
doctor-note = note
doctor-fixed = This is mended now.
doctor-can-fix = This mends what can be mended without taking anything away:
doctor-interrupted = Change { $number } was interrupted before it was complete.
doctor-interrupted-mend = This takes it back.
doctor-state-unusable-mend = Rename it, for example to { $aside }. Bascule then forgets that one change: it can no longer be taken back with rollback, but its entries stay, and this check finds them again.
doctor-bridge-unknown = { $program }: the entry “{ $bridge }” in { $file } cannot work, because there is no bridge of this name any more.
doctor-bridge-unknown-mend = Add the bridge again (bridges add), or disconnect it.
doctor-bridge-command-missing = { $program }: “{ $bridge }” cannot work, because { $command } is not there.
doctor-bridge-command-mend = Install it, or disconnect the bridge.
doctor-entry-edited = { $program }: somebody changed the entry “{ $bridge }” in { $file }, so Bascule leaves it alone.
doctor-entry-gone = { $program }: the entry “{ $bridge }” is no longer in { $file }.
doctor-entry-gone-mend = Connect it again, or let Bascule forget it.
doctor-entry-taken = { $program }: another server is called “{ $bridge }” in { $file } now.
doctor-entry-taken-mend = This lets Bascule forget its entry; the other server stays.
doctor-entry-outdated = { $program }: the entry “{ $bridge }” in { $file } does not start this Bascule.
doctor-entry-outdated-mend = This writes it anew.
doctor-entry-without-record = { $program }: the entry “{ $bridge }” in { $file } starts Bascule, but Bascule has no note of it.
doctor-entry-without-record-mend = Take it into Bascule’s notes, or remove it.
doctor-entry-of-theirs = { $program }: the entry “{ $bridge }” in { $file } starts Bascule, but differs from what Bascule writes. It is yours and stays.
doctor-command-missing = { $program }: the server “{ $name }” in { $file } starts { $command }, which is not there.
doctor-command-missing-mend = It is not one of ours. Install what it starts, or remove it in the program.
doctor-state-shared = Other users of this computer may read { $path }, where Bascule keeps earlier versions of your settings.
doctor-state-shared-mend = This keeps it for you alone.
doctor-policy-exclusive = { $program }: only servers that your administrator names in { $file } run.
doctor-policy-restricts = { $program }: your administrator may forbid some servers in { $file }.
doctor-program-running = { $program } is running and would overwrite changes to its settings.
doctor-program-gone = { $file } is not there, and no connection works without it. Somebody deleted it, or a virus scanner took it away.
doctor-program-gone-windows = { $file } is not there, and no connection works without it. Most likely a virus scanner put it into quarantine: look into its history, and allow the file there.
doctor-program-changed = { $file } is not as Bascule wrote it: it is damaged, or somebody exchanged it.
doctor-program-unusable = { $file }, which says what to start, cannot be used ({ $problem }).
doctor-program-mend = This puts it back.
doctor-program-mend-shared = Ask your administrator to install Bascule again.
doctor-skill-outdated = The skill for { $bridge } in { $folder } is of another version than its bridge.
doctor-skill-outdated-mend = This brings it up to date. What you changed in it stays.
doctor-skill-changed = The skill for { $bridge } in { $folder } was changed since Bascule wrote it: { $files }
doctor-plugin-gone = The add-on for { $bridge } is not whole: { $file } is not there any more.
doctor-plugin-gone-mend = This puts it back.
doctor-plugin-changed = The add-on for { $bridge }: { $file } was changed since Bascule wrote it. It is yours and stays.
doctor-plugin-changed-mend = Connect the bridge again with --restore to put Bascule’s version back.
doctor-skill-changed-mend = Nothing needs to be done: what you change or delete there is yours.
