# What is said of bridges that others make.

pack-outside = { $path } leads out of the bridge’s own folder.
pack-outside-mend = Write paths from the bridge’s folder on, with / between the parts and without .. in them.
pack-name = { $path }: the name “{ $name }” does not work on every system.
pack-long-path = { $path } is longer than { $limit } characters.
pack-twin = { $path } and { $other } are one and the same on some systems.
pack-file-and-folder = { $path } is there both as a file and as a folder.
pack-kept = { $path }: Bascule keeps this name for itself.
pack-rename-mend = Give it another name.
pack-not-a-file = { $path } is neither a file nor a folder.
pack-not-a-file-mend = Put a copy of the file there. Links are not followed.
pack-large-file = { $path } is larger than { $limit } MiB.
pack-large = All files together are larger than { $limit } MiB.
pack-many = There are more than { $limit } files.
pack-smaller-mend = Leave out what the bridge does not need. Programs can be fetched when the server first starts.
pack-bomb = { $path } unpacks to more than { $ratio } times its size, as files made to do harm do.
pack-bomb-mend = Do not use it. If it is yours, pack it with: bascule bridges pack
pack-zip = { $path }: this is not a zip file that can be read ({ $problem }).
pack-again-mend = Get it again. If it is yours, pack it with: bascule bridges pack
pack-no-file = The file { $path } is missing.
pack-no-file-mend = Add it. What stands in it is told in BRIDGES.md.
pack-inside-mend = It lies in the folder { $folder }. Name that folder, or zip what is in it instead of the folder.
pack-not-text = { $path } is not UTF-8 text.
pack-not-text-mend = Save it as UTF-8.
pack-not-a-tool = { $path }: in the folder tools are JSON files alone, one a tool.
pack-not-a-tool-mend = Move it out of the folder tools.

bridges-new = A bridge that works lies in { $folder }. Change it into your own; these check it, pack it and add it:
bridges-fits = { $files-count ->
    [one] “{ $bridge }” is in order ({ $files } file).
   *[other] “{ $bridge }” is in order ({ $files } files).
  }
bridges-malformed = { $count-count ->
    [one] { $place } is not a bridge that works yet. { $count } thing is wrong:
   *[other] { $place } is not a bridge that works yet. { $count } things are wrong:
  }
bridges-packed = “{ $bridge }” is packed: { $file }
bridges-packed-same = { $file } is this bridge already. It stays as it is.
bridges-digest = its digest: { $digest }

bridges-offer = Adds “{ $bridge }”: { $name }
bridges-offer-update = Exchanges “{ $bridge }” for what is in { $source } now: { $name }
bridges-offer-by = published by: { $publisher }
bridges-offer-by-nobody = published by: not said
bridges-offer-by-before = published before by: { $publisher }
bridges-offer-runs = will run on this computer, whenever an AI program asks for it:
bridges-offer-in = in the folder: { $folder }
bridges-offer-with = with these variables: { $names }
bridges-offer-tools = its tools: { $tools }
bridges-offer-files = { $files-count ->
    [one] will place { $files } file in { $folder }:
   *[other] will place { $files } files in { $folder }:
  }
bridges-offer-file = { $path } ({ $bytes } bytes)
bridges-offer-file-new = { $path } ({ $bytes } bytes), new
bridges-offer-file-changed = { $path } ({ $bytes } bytes), changed
bridges-offer-file-gone = { $path }, goes
bridges-offer-plugin = will place inside another program’s folder, once it is connected:
bridges-offer-plugin-no-app = only where { $folder } is, which is not there now
bridges-offer-plugin-elsewhere = It has add-ons for other systems than this one.
bridges-offer-steps = leaves for you to do: { $steps }
bridges-offer-trust = Bascule has not looked at what it does, and nobody vouches for who published it. It can do whatever you can do on this computer.
bridges-ask = Go on? (y = yes, n = no)
bridges-known-answers = Please type y for yes or n for no.
bridges-same = “{ $bridge }” is already as in { $source }. Nothing needs to change.
bridges-updated = “{ $bridge }” is exchanged. Programs that use it take it up when they start it next.
bridges-update-not-tried = “{ $bridge }” was exchanged, but could not be started just now: { $reason }
bridges-remove-heading = Disconnects “{ $bridge }” everywhere, then removes it:
bridges-kept = “{ $bridge }” stays: it could not be disconnected everywhere.
bridges-from = added from: { $source }

problem-no-pack = There is neither a folder nor a zip file at { $path }.
problem-no-pack-mend = Name a bridge’s folder or zip file. A server you already have is added with its command, for example:
problem-bridge-reserved = “{ $bridge }” is the id of a bridge that comes with Bascule.
problem-bridge-exists-mend = This exchanges it for a newer one, and this takes it out.
problem-bridge-no-source = Bascule has no note of where “{ $bridge }” came from.
problem-bridge-no-source-mend = Name its folder or zip file after the id. One that was added as a command is removed and added again.
problem-bridge-other = { $source } holds the bridge “{ $found }”, not “{ $bridge }”.
problem-bridge-other-mend = Add it as a bridge of its own.
problem-there-already = { $path } is there already and is something else. It was left alone.
problem-there-already-mend = Name another place with { $option }.

# What is said of projects.

projects-heading = Projects of “{ $bridge }”:
projects-empty = No project of “{ $bridge }” is noted yet. Note one with: bascule projects add, and its folder after it.
projects-line = { $folder }: in order
projects-gone = { $folder }: the folder is not there any more. It was noted as a project of “{ $bridge }”.
projects-none = { $folder }: it is no project of “{ $bridge }” any more.
projects-choose-again = Choose it again with: bascule projects add, and its folder after it. This forgets the old one.
projects-added = { $folder } is noted as a project of “{ $bridge }”. Its files stay as they are.
projects-known = { $folder } is already noted as a project of “{ $bridge }”.
projects-removed = { $folder } is no longer noted as a project of “{ $bridge }”. Its files stay as they are.
projects-unknown = { $folder } is not noted as a project of “{ $bridge }”.
projects-not-one = { $folder } is no project of “{ $bridge }”: it has no { $file }.
projects-above = The project may be { $folder }. This notes it:
projects-of-which = Which of these works in it? Name it with --bridge: { $bridges }.
projects-not-its = “{ $bridge }” works without projects.
projects-will-note = { $folder } is noted as a project of { $bridges }, too.

# What is said of files in other programs.

plugins-note-edited = You changed { $file }. It stays as it is.
plugins-note-kept = You changed { $file }. It stays, and is yours from now on.
plugins-note-deleted = You deleted { $file }, so it is not brought back. Connecting the bridge again, or “bascule doctor --fix”, does that.
plugins-note-no-app = { $folder } is not there, so nothing is put into it. Once the program is installed, connect the bridge again.
plugins-note-steps = Left for you to do for “{ $bridge }”: { $steps }
plugins-state-well = { $files-count ->
    [one] Add-on: { $files } file in place
   *[other] Add-on: { $files } files in place
  }
plugins-state-gone = Add-on: { $file } is not there any more
plugins-state-edited = Add-on: { $file } was changed since Bascule wrote it
