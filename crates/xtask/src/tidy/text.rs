//! Rules about texts: sentences, manifests, lock files, paths.

use super::{File, Finding};

/// Words of the code that no sentence for a person may contain.
const CODE_WORDS: &[&str] = &["harness", "hop", "drift", "receipt", "revision", "runtime", "adapter", "claim"];

/// What a file may not name: a place of one machine, or a registry's host. Written
/// in two halves, so that this table is not its own finding.
const PLACES: &[(&str, &str)] = &[
    ("/ro", "ot"),
    ("/wo", "rk"),
    ("registry.npm", "js.org"),
    ("registry.yarn", "pkg.com"),
    ("py", "pi.org"),
    ("pythonhosted", ".org"),
    ("index.crates", ".io"),
    ("static.crates", ".io"),
    ("proxy.gol", "ang.org"),
];

/// The most lines of a file.
const LONGEST: usize = 500;

/// What breaks a rule in one file.
pub(crate) fn findings(file: &File) -> Vec<Finding> {
    let rules: &[fn(&File) -> Vec<Finding>] = &[code_words, places, resolved, wildcards, length, tauri];
    rules.iter().flat_map(|rule| rule(file)).collect()
}

fn code_words(file: &File) -> Vec<Finding> {
    if !file.path.starts_with("crates/words/ftl/") || !file.path.ends_with(".ftl") {
        return Vec::new();
    }
    let mut findings = Vec::new();
    for (number, line) in file.lines() {
        let sentence = sentence(line);
        for word in spoken(&sentence) {
            let lower = word.to_ascii_lowercase();
            let stem = ["", "s", "es", "ed"].iter().find_map(|ending| {
                let stem = lower.strip_suffix(ending)?;
                CODE_WORDS.contains(&stem).then_some(stem)
            });
            if stem.is_some() {
                let mend = "say it in the person's words (AI program, connection, change, step, ...)";
                findings.push(file.finding(number, format!("the sentence says \"{word}\""), mend));
            }
        }
    }
    findings
}

/// The words of a sentence, without options and commands: those are written as they
/// must be typed.
fn spoken(sentence: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut before = "";
    for word in sentence.split_whitespace() {
        let option = word.trim_start_matches(['“', '`', '(']).starts_with("--");
        if !option && before != "bascule" {
            words.extend(word.split(|sign: char| !sign.is_ascii_alphabetic()));
        }
        before = word.trim_start_matches(['“', '`', '(']);
    }
    words
}

/// The part of a Fluent line that a person reads: no comment, no key, no variable.
fn sentence(line: &str) -> String {
    if line.starts_with('#') {
        return String::new();
    }
    let message = line.starts_with(|sign: char| sign.is_ascii_alphabetic() || sign == '-');
    let text = if message { line.split_once('=').map_or("", |(_, text)| text) } else { line };
    let mut depth = 0;
    let outside = |sign: char| {
        depth += i32::from(sign == '{');
        let kept = depth == 0;
        depth -= i32::from(sign == '}');
        if kept { sign } else { ' ' }
    };
    text.chars().map(outside).collect()
}

fn places(file: &File) -> Vec<Finding> {
    // Cargo writes the name of its index into this one.
    if file.path == "Cargo.lock" {
        return Vec::new();
    }
    let mut findings = Vec::new();
    for (number, line) in file.lines() {
        for (head, tail) in PLACES {
            let place = format!("{head}{tail}");
            if holds(line, &place) {
                let mend = "say it without a place of one machine and without a registry's host";
                findings.push(file.finding(number, format!("names {place}"), mend));
            }
        }
    }
    findings
}

/// Whether the line holds the place as a whole: not inside a longer word or path.
fn holds(line: &str, place: &str) -> bool {
    line.match_indices(place).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + place.len()..].chars().next();
        let part = |sign: char| sign.is_alphanumeric() || matches!(sign, '-' | '_');
        // Only an absolute path is a place; `~/x` and `a/x` are others.
        let whole = !place.starts_with('/')
            || !before.is_some_and(|it| part(it) || matches!(it, '.' | '~' | '}' | '@' | '/' | '*' | ')'));
        whole && !after.is_some_and(part)
    })
}

fn resolved(file: &File) -> Vec<Finding> {
    if !file.path.ends_with("package-lock.json") {
        return Vec::new();
    }
    let mend = "npm config set omit-lockfile-registry-resolved true, and write the lock file again";
    let lines = file.lines().filter(|(_, line)| line.contains("\"resolved\": \"http"));
    lines.map(|(number, _)| file.finding(number, "the lock file names a host", mend)).collect()
}

fn wildcards(file: &File) -> Vec<Finding> {
    let name = file.path.rsplit('/').next().unwrap_or_default();
    let wild: fn(&str) -> bool = match name {
        "Cargo.toml" => |line| line.contains("= \"*\"") || line.contains(".*\""),
        "package.json" => |line| line.ends_with("\"*\"") || line.ends_with("\"*\",") || line.contains("\": \"latest\""),
        name if name.starts_with("requirements") && name.ends_with(".txt") => {
            |line| !line.trim().is_empty() && !line.starts_with('#') && !line.contains("==")
        }
        _ => return Vec::new(),
    };
    let lines = file.lines().filter(|(_, line)| wild(line.trim_end()));
    lines.map(|(number, _)| file.finding(number, "a version that can be anything", "name the version")).collect()
}

fn length(file: &File) -> Vec<Finding> {
    let watched =
        [".rs", ".ftl", ".sh", ".py", ".js", ".ts", ".svelte", ".css"].iter().any(|ending| file.path.ends_with(ending));
    if !watched {
        return Vec::new();
    }
    let lines = file.text.lines().count();
    if lines <= LONGEST {
        return Vec::new();
    }
    vec![file.finding(LONGEST + 1, format!("too long: {lines} lines"), "split it by responsibility")]
}

/// The window speaks to the program around it through one folder, so that the rest runs
/// in a browser and in tests as well.
fn tauri(file: &File) -> Vec<Finding> {
    let window = file.path.starts_with("ui/src/") && !file.path.starts_with("ui/src/host/");
    let lines = file.lines().filter(|(_, line)| window && line.contains("@tauri-apps/"));
    let mend = "ask for it through the Host of ui/src/host";
    lines.map(|(number, _)| file.finding(number, "names Tauri outside of ui/src/host", mend)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::planted;

    #[track_caller]
    fn check(path: &str, text: &str, what: &str, lines: &[usize]) {
        assert_eq!(planted(path, text, what), lines, "{path}\n{text}");
    }

    #[test]
    fn sentences_are_in_the_persons_words() {
        let ftl = "crates/words/ftl/en/main.ftl";
        check(ftl, "a = Two harnesses\n", "the sentence says", &[1]);
        check(ftl, "a =\n    One\n    Runtime here\n", "the sentence says", &[3]);
        check(ftl, "a = x\n    .label = Your claim\n", "the sentence says", &[2]);
        check(
            ftl,
            "a = Name it with --harness, or “--harness other”; see: bascule harnesses\n",
            "the sentence says",
            &[],
        );
        check(ftl, "# harness\nclaim-gone = { $harness } is gone, and the hope with it\n", "the sentence says", &[]);
        check("docs/words.ftl", "a = harness\n", "the sentence says", &[]);
    }

    #[test]
    fn no_place_of_one_machine_is_named() {
        let root = format!("/ro{}", "ot");
        let work = format!("/wo{}", "rk");
        check("docs/a.md", &format!("see\n{root}/x and `{work}`\n"), "names /", &[2, 2]);
        check("docs/a.md", &format!("~{root}/x a{work} {root}ed {work}space\n"), "names /", &[]);
        check("tests/a/package.json", &format!("https://registry.npm{}/x", "js.org"), "names registry", &[1]);
    }

    #[test]
    fn lock_files_name_no_host() {
        check("tests/a/package-lock.json", "{\n  \"resolved\": \"https://a/b.tgz\"\n}", "names a host", &[2]);
        check("tests/a/package-lock.json", "{\n  \"integrity\": \"sha512-a\"\n}", "names a host", &[]);
    }

    #[test]
    fn versions_are_named() {
        let what = "can be anything";
        check(
            "crates/a/Cargo.toml",
            "[dependencies]\na = \"*\"\nb = \"1\"\nc = { version = \"1.*\" }\n",
            what,
            &[2, 4],
        );
        check("Cargo.toml", "members = [\"crates/*\"]\n", what, &[]);
        check("tests/a/package.json", "{ \"dependencies\": {\n\"a\": \"latest\",\n\"b\": \"*\"\n} }", what, &[2, 3]);
        check("tests/a/requirements.txt", "# pinned\na==1\nb>=2\n\n", what, &[3]);
    }

    #[test]
    fn only_the_windows_host_names_tauri() {
        let text = "import { invoke } from \"@tauri-apps/api/core\"\n";
        check("ui/src/rooms/Home.svelte", text, "names Tauri", &[1]);
        check("ui/src/host/tauri.ts", text, "names Tauri", &[]);
        check("ui/package.json", text, "names Tauri", &[]);
    }

    #[test]
    fn long_files_are_found() {
        check("crates/a/src/lib.rs", &format!("//! A.\n{}", "\n".repeat(500)), "too long", &[501]);
        check("crates/a/src/lib.rs", &format!("//! A.\n{}", "\n".repeat(499)), "too long", &[]);
    }
}
