# Indexes of mods, and questions to a connection.

index-of = The mod in { $path }
index-sdk = SDK: { $path }
index-no-sdk = No SDK was found: what lies there is missing. Name it with --sdk.
index-files = Files: { $all } compiled, { $instance } only visible
index-assets = Assets: { $all } compiled, { $instance } only visible, { $distinct } different ones
index-defines = Defines: { $defines }
index-took = Time: { $millis } ms
index-memory = Memory: at most { $mebibytes } MiB
index-diagnostics = Worth knowing about its files: { $diagnostics }
index-more-diagnostics = … and { $more } more; all of them with --json
index-written = Snapshot written to { $path }

query-failed = “{ $tool }” gave no answer:

problem-project-ambiguous = More than one project fits: { $folders }
problem-project-none = No project is known here.
problem-project-not-one = { $path } is a folder, but no project.
problem-project-gone = The project { $path } is not there any more.
problem-project-mend = Name the folder that holds the project with --project.
problem-no-mod = { $path } holds no Data/Mod.xml.
problem-no-file = { $path } is no file.
problem-export-taken = Something else stands at { $path }, so it was left alone.
problem-unknown-tool = “{ $bridge }” has no tool called “{ $tool }”.
problem-unknown-tool-mend = Its tools are: { $known }
problem-tool-arguments = The arguments do not fit: { $problem }
