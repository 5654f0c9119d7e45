# Why something was left as it is, and what helps.

refusal-unparsable = { $place }: the file cannot be read as it stands ({ $reason }).
refusal-duplicate-key = { $place }: “{ $key }” stands there twice, so it is not clear which one counts.
refusal-wrong-type = { $place }: “{ $key }” holds something other than a list of servers.
refusal-several-documents = { $place }: there is more than one YAML document in the file.
refusal-too-large = { $file } is larger than 16 MiB.
refusal-not-utf8 = { $place }: the file is not UTF-8 text.
refusal-too-deep = { $place }: the file is nested too deeply.
refusal-unsafe-form = { $place }: this form cannot be changed safely by a program ({ $reason }).
refusal-slot-taken = { $file } already has another server called “{ $name }”.
refusal-predecessor = { $file } has the entry “{ $name }” of an older program for the same job.
refusal-edited-since = { $file } has a newer version of “{ $name }” than the one we wrote. We left it alone.
refusal-changed-later = Change { $later } came after it and touched the same entry.
refusal-read-only = { $file } is read-only.
refusal-folder-read-only = You have no right to write in the folder { $folder }.
refusal-unreadable = You have no right to read { $file }.
refusal-hard-linked = { $file } has a second name on this disk; replacing it would part the two.
refusal-mount-point = { $file } is mounted from somewhere else and cannot be replaced.
refusal-dangling-link = { $file } is a link that leads nowhere.
refusal-link-loop = { $file } is a link that leads in a circle.
refusal-not-a-file = { $file } is not an ordinary file.
refusal-attributes = The owner or the access rights of { $file } could not be kept.
refusal-managed-by-policy = Your administrator decides which servers run: { $file }.
refusal-program-running = { $process } is running. When it quits it writes its settings anew and would undo this.
refusal-newer-format = This was written by a newer version of Bascule.
refusal-ambiguous = Several files could be the right one: { $files }.
refusal-no-site = This program has no settings file of this kind here.
refusal-retired = This program is no longer maintained, so nothing new goes into it.
refusal-by-hand = This program takes servers only by hand, in its own settings.
refusal-unknown-program = Bascule does not know a program of this name.
refusal-bad-name = This name does not work in this program: { $reason }.
refusal-expanded-path = The program would misread the path { $path }: it has characters that it takes for a variable.
refusal-kept-changing = { $file } kept changing while we wrote.
refusal-lock-held = Another program kept { $lock } and did not let go.
refusal-system = { $file }: the system said “{ $problem }”.

name-empty = the name is empty
name-character = “{ $character }” is not allowed
name-too-long = { $most-count ->
    [one] at most { $most } character is allowed
   *[other] at most { $most } characters are allowed
  }
name-reserved = the program keeps it for itself

remedy-mend-file = Correct the file at { $place }, then run the command again.
remedy-free-name = Rename or remove the other server called “{ $name }”, then run the command again.
remedy-replace-or-leave = Say what happens to the older entry: exchange it (it returns when ours goes), or leave it beside ours.
remedy-keep-or-restore = Keep your version as it is, or put ours back.
remedy-roll-back-first = Take the later change back first.
remedy-make-writable = Give yourself the right to { $path }, or paste the entry by hand.
remedy-paste-snippet = Paste the entry by hand; this prints it.
remedy-mend-link = Correct or remove the link { $path }.
remedy-ask-administrator = Ask your administrator to allow it in { $file }.
remedy-quit = Quit { $process } completely, also from its icon near the clock, then run the command again.
remedy-use-newer = Use the newer version of Bascule.
remedy-name-file = Name the file with --harness other --file.
remedy-other-scope = Use --scope user, or a program that has settings for projects.
remedy-choose-other = Choose a program that is maintained.
remedy-see-programs = This lists the programs.
remedy-move-path = Move Bascule to a folder whose path has no such characters.
remedy-try-again = Run the command again.

# Problems of the whole command.

help-line = help: { $text }
error-line = error: { $text }
problem-no-home = This account has no home folder that Bascule can use.
problem-disk = { $path }: the system said “{ $problem }”.
problem-state-file = { $file }, one of Bascule’s own files, cannot be used: { $problem }.
problem-newer = { $file } was written by a newer version of Bascule. This one leaves it alone.
problem-held = Another Bascule is at work ({ $holder }) and did not finish in time.
problem-other-home = { $home } belongs to another user. Files made there now would belong to you instead.
problem-other-home-mend = Run Bascule as that user, without sudo.
problem-stale = Something changed after the plan was shown, so nothing was done.
problem-no-change = There is no change { $number }.
problem-no-change-mend = This lists the changes.
problem-unknown-bridge = Bascule does not know a bridge called “{ $bridge }”.
problem-unknown-bridge-mend = This lists the bridges.
problem-similar = Did you mean “{ $name }”?
problem-which-program = Which AI programs? Name them with --harness, or say --all for every program found here.
problem-unknown-program = Bascule does not know a program called “{ $harness }”.
problem-scope-project = --scope project needs a folder: name it with --project.
problem-relative = { $path } is not a full path.
problem-other-needs = --harness other needs --file, --dialect and --key.
problem-other-alone = --file, --dialect, --key and --shape go with --harness other alone.
problem-dialect = “{ $dialect }” is not a language of settings files. Known are: json, jsonc, json5, toml, yaml.
problem-shape = “{ $shape }” is not a known shape. Known are: { $known }.
problem-key = “{ $key }” is not a place in a file. Write keys with dots between them, such as mcpServers or mcp.servers.
problem-bridge-file = { $place }: { $problem }.
problem-bridge-exists = There is already a bridge called “{ $bridge }”.
problem-bridge-in-use = “{ $bridge }” is still connected. Disconnect it first.
problem-bridge-built-in = “{ $bridge }” is part of Bascule and cannot be removed.
problem-bridge-name = “{ $bridge }” cannot be the id of a bridge: 1 to 20 of a-z, 0-9 and -.
problem-no-argument = Something is missing: { $what }.
problem-bad-argument = “{ $what }” does not belong here.
problem-bad-value = “{ $value }” is not a value of { $what }.
problem-bad-value-known = Known are: { $known }.
problem-conflict = { $what } and { $other } do not go together.
problem-usage = The command could not be understood: { $what }.
problem-usage-mend = This explains the command.
problem-adapter = The connection ended: { $problem }.
problem-needs-yes = Nothing was changed: there is nobody here to ask. This does it:
problem-declined = Nothing was changed.
problem-panic = This is a fault of Bascule, not of yours. Your files are safe: an unfinished change is taken back at the next start. Please report this:
problem-bridge-in-use-mend = This disconnects it.
problem-which-program-mend = The first connects all that are here, the second lists them.
problem-state-file-mend = This looks closer.
