//! A skill as its bridge ships it: read once, inside everything is already right.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::Value;

use crate::bridge::{PackError, PackProblem, Rule};
use crate::digest::Digest;
use crate::document::{ConfigDocument, Container, Content, Dialect};

/// The page every skill has.
pub const PAGE: &str = "SKILL.md";

/// The most files of a skill.
pub const FILES_LIMIT: usize = 64;

/// The largest file of a skill: 256 KiB. An agent reads it into its memory.
pub const FILE_LIMIT: usize = 256 << 10;

/// The largest skill, all its files together: 1 MiB.
pub const SKILL_LIMIT: usize = 1 << 20;

/// The longest path inside a skill.
const PATH_LIMIT: usize = 100;

/// What stands above the page's text, by the open format for skills.
const KEYS: [&str; 6] = ["name", "description", "license", "compatibility", "metadata", "allowed-tools"];

/// A skill of a bridge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkillPackage {
    /// The bridge, whose id is also the skill's name.
    pub bridge: String,
    /// The bridge's version as its manifest says, else what names the skill's contents.
    pub version: String,
    /// What an agent reads to decide whether it needs the skill.
    pub description: String,
    /// The files by their path inside the folder, `/` between its parts.
    pub files: BTreeMap<String, Vec<u8>>,
    /// How the skill of an older program for the same job is recognised.
    pub older: Vec<OlderSkill>,
}

/// How the skill of an older program for the same job is recognised in a folder of
/// the same name.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OlderSkill {
    /// A file of it, by its path inside the folder: its marker where it has one.
    pub file: String,
    /// A text that stands in that file; empty where its name says enough.
    #[serde(default)]
    pub contains: String,
}

impl OlderSkill {
    /// Whether a file's bytes are of this older skill.
    pub fn recognises(&self, bytes: &[u8]) -> bool {
        String::from_utf8_lossy(bytes).contains(&self.contains)
    }
}

impl SkillPackage {
    /// Reads the files of a bridge's `skill` folder.
    ///
    /// Refuses, with file, line and mend, what some AI program would not read or an
    /// agent would never find: a page without name and description, a name other
    /// than the bridge's id, links that lead nowhere, pages nothing links to, and
    /// files over the limits.
    pub fn read(bridge: &str, version: Option<String>, files: BTreeMap<String, Vec<u8>>) -> Result<Self, PackError> {
        if files.len() > FILES_LIMIT {
            return Err(broken(PAGE, 1, "files", Rule::SkillFiles));
        }
        if files.values().map(Vec::len).sum::<usize>() > SKILL_LIMIT {
            return Err(broken(PAGE, 1, "files", Rule::SkillSize));
        }
        let mut seen = BTreeSet::new();
        for (path, bytes) in &files {
            if !is_path(path) {
                return Err(broken(path, 1, "path", Rule::SkillPath));
            }
            if !seen.insert(path.to_ascii_lowercase()) {
                return Err(broken(path, 1, "path", Rule::SkillTwin));
            }
            if bytes.len() > FILE_LIMIT {
                return Err(problem(path, 1, 1, PackProblem::TooLarge { limit: FILE_LIMIT }));
            }
        }
        let page = files.get(PAGE).ok_or_else(|| broken(PAGE, 1, "files", Rule::SkillPage))?;
        let description = front(bridge, text(PAGE, page)?)?;
        linked(&files)?;
        let version = version.unwrap_or_else(|| fingerprint(&files));
        Ok(Self { bridge: bridge.to_owned(), version, description, files, older: Vec::new() })
    }

    /// The same skill, which knows its predecessors.
    #[must_use]
    pub fn after(mut self, older: Vec<OlderSkill>) -> Self {
        self.older = older;
        self
    }

    /// Whether a file of these bytes at this path is an older program's skill.
    pub(super) fn succeeds(&self, path: &str, bytes: &[u8]) -> bool {
        self.older.iter().any(|older| older.file == path && older.recognises(bytes))
    }
}

/// Reads what stands above the page's text; the description.
fn front(bridge: &str, page: &str) -> Result<String, PackError> {
    let opening = Rule::SkillOpening;
    let page = page.replace("\r\n", "\n");
    let body = page.strip_prefix("---\n").ok_or_else(|| broken(PAGE, 1, "---", opening))?;
    let end = body.find("\n---\n").ok_or_else(|| broken(PAGE, 1, "---", opening))?;
    let front = Content::Bytes(body.as_bytes()[..=end].to_vec());
    let root = Container::Map { path: Vec::new() };
    let entries = ConfigDocument::read(Dialect::Yaml, &front).and_then(|document| document.entries(&root));
    let entries: BTreeMap<String, Value> = entries
        // The line above it is the first one of the page.
        .map_err(|error| problem(PAGE, error.line + 1, error.column, PackProblem::Shape(error.problem.to_string())))?
        .into_iter()
        .collect();
    let above = || body[..end].lines();
    let line = |key: &str| above().position(|line| line.starts_with(&format!("{key}:"))).map_or(1, |before| before + 2);
    if let Some(key) = entries.keys().find(|key| !KEYS.contains(&key.as_str())) {
        let known = format!("unknown key `{key}`, expected one of {}", KEYS.join(", "));
        return Err(problem(PAGE, line(key), 1, PackProblem::Shape(known)));
    }
    if entries.get("name").and_then(Value::as_str) != Some(bridge) || !is_name(bridge) {
        let rule = Rule::SkillName;
        return Err(broken(PAGE, line("name"), "name", rule));
    }
    let description = entries.get("description").and_then(Value::as_str).map_or("", str::trim);
    if !(1..=1_024).contains(&description.chars().count()) {
        let rule = Rule::SkillDescription;
        return Err(broken(PAGE, line("description"), "description", rule));
    }
    if body[end + 5..].trim().is_empty() {
        return Err(broken(PAGE, above().count() + 2, "page", Rule::SkillEmpty));
    }
    Ok(description.to_owned())
}

/// Holds the links of all pages against the files.
fn linked(files: &BTreeMap<String, Vec<u8>>) -> Result<(), PackError> {
    let mut linked = BTreeSet::from([PAGE.to_owned()]);
    for (path, bytes) in files.iter().filter(|(path, _)| is_page(path)) {
        for (line, link) in links(text(path, bytes)?) {
            let target = resolved(path, link).filter(|target| files.contains_key(target));
            let Some(target) = target else {
                let rule = Rule::SkillLink;
                return Err(broken(path, line, link, rule));
            };
            linked.insert(target);
        }
    }
    match files.keys().find(|path| is_page(path) && !linked.contains(*path)) {
        Some(path) => Err(broken(path, 1, "page", Rule::SkillUnlinked)),
        None => Ok(()),
    }
}

/// The links of a page that lead to files, with their lines: not those inside
/// fenced examples, to other places, or within the page.
fn links(page: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut fenced = false;
    for (number, line) in page.lines().enumerate() {
        fenced ^= line.trim_start().starts_with("```");
        if fenced {
            continue;
        }
        for (at, _) in line.match_indices("](") {
            let rest = &line[at + 2..];
            let link = rest.split([')', ' ']).next().unwrap_or_default();
            let link = link.split('#').next().unwrap_or_default();
            if !link.is_empty() && !link.contains(':') {
                found.push((number + 1, link));
            }
        }
    }
    found
}

/// The path inside the skill that a link of a page leads to.
fn resolved(page: &str, link: &str) -> Option<String> {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

fn is_page(path: &str) -> bool {
    path.ends_with(".md")
}

fn text<'a>(path: &str, bytes: &'a [u8]) -> Result<&'a str, PackError> {
    let wrong = |_| problem(path, 1, 1, PackProblem::Shape("the page is not UTF-8".to_owned()));
    std::str::from_utf8(bytes).map_err(wrong)
}

/// `^[a-z0-9]+(-[a-z0-9]+)*$`, at most 64 characters.
fn is_name(name: &str) -> bool {
    let part = |part: &str| !part.is_empty() && part.bytes().all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9'));
    name.len() <= 64 && name.split('-').all(part)
}

/// Whether a path names one file on every system, below the folder and no file that
/// we make there ourselves.
fn is_path(path: &str) -> bool {
    let part = |part: &str| {
        part.starts_with(|first: char| first.is_ascii_alphanumeric())
            && part.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'))
            && !part.ends_with('.')
    };
    path.len() <= PATH_LIMIT && path.split('/').all(part) && !path.ends_with(super::decide::BESIDE)
}

/// What names these contents.
fn fingerprint(files: &BTreeMap<String, Vec<u8>>) -> String {
    let lines = files.iter().map(|(path, bytes)| format!("{path} {}\n", Digest::of(bytes)));
    Digest::of(lines.collect::<String>().as_bytes()).to_string()[..12].to_owned()
}

fn broken(file: &str, line: usize, key: &str, rule: Rule) -> PackError {
    problem(file, line, 1, PackProblem::Rule { key: key.to_owned(), rule })
}

fn problem(file: &str, line: usize, column: usize, problem: PackProblem) -> PackError {
    PackError { file: format!("skill/{file}"), line, column, problem }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRONT: &str = "---\nname: demo\ndescription: Says when to use it.\n---\n\n";

    fn read(files: &[(&str, &str)]) -> Result<SkillPackage, String> {
        let files = files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect();
        SkillPackage::read("demo", Some("1.2.3".into()), files).map_err(|error| error.to_string())
    }

    /// What is said of a skill whose page is this.
    fn page(text: &str) -> Option<String> {
        read(&[(PAGE, text)]).err()
    }

    #[test]
    fn what_stands_above_a_page_is_read_strictly() {
        let name_rule = "name breaks its rule: the id of the bridge: a-z and 0-9, parted by single -, at most 64";
        let cases = [
            (format!("{FRONT}# Demo\n"), None),
            (format!("{FRONT}# Demo\n").replace('\n', "\r\n"), None),
            (FRONT.replace("\n---\n\n", "\nlicense: MIT\nmetadata:\n  a: b\n---\nx\n"), None),
            (format!("{FRONT}\n"), Some("line 4, column 1: page breaks its rule".to_owned())),
            ("# Demo\n".to_owned(), Some("line 1, column 1: --- breaks its rule".to_owned())),
            ("---\nname: demo\n".to_owned(), Some("line 1, column 1: --- breaks its rule".to_owned())),
            (format!("\u{feff}{FRONT}x"), Some("line 1, column 1: --- breaks its rule".to_owned())),
            (FRONT.replace("demo", "Demo") + "x", Some(format!("line 2, column 1: {name_rule}"))),
            (FRONT.replace("demo", "other") + "x", Some(format!("line 2, column 1: {name_rule}"))),
            (FRONT.replace("name: demo\n", "") + "x", Some(name_rule.to_owned())),
            (FRONT.replace("Says when to use it.", "''") + "x", Some("line 3, column 1: description".to_owned())),
            (FRONT.replace("Says when to use it.", "[a]") + "x", Some("line 3, column 1: description".to_owned())),
            (FRONT.replace("Says", &"é".repeat(1_008)) + "x", None),
            (FRONT.replace("Says", &"é".repeat(1_009)) + "x", Some("description breaks its rule: 1 to".to_owned())),
            (FRONT.replace("name:", "title: x\nname:") + "x", Some("line 2, column 1: unknown key `title`".to_owned())),
            (FRONT.replace("name:", "name: demo\nname:") + "x", Some("line 3, ".to_owned())),
            (FRONT.replace("Says", "[Says") + "x", Some("skill/SKILL.md, line ".to_owned())),
        ];
        for (text, expected) in cases {
            let said = page(&text);
            match expected {
                None => assert_eq!(said, None, "{text}"),
                Some(expected) => {
                    assert!(said.as_ref().is_some_and(|said| said.contains(&expected)), "{expected}: {said:?}\n{text}");
                }
            }
        }
    }

    #[test]
    fn links_lead_to_files_and_every_page_is_linked() {
        let with = |text: &str| format!("{FRONT}{text}");
        /// The page's text, the other files, and what is said of them.
        type Case<'a> = (&'a str, &'a [(&'a str, &'a str)], Option<&'a str>);
        let cases: [Case<'_>; 10] = [
            ("[a](references/a.md)", &[("references/a.md", "x")], None),
            (
                "[a](./references/a.md#part)",
                &[("references/a.md", "[b](b.md) [up](../SKILL.md)"), ("references/b.md", "")],
                None,
            ),
            ("[web](https://example.org/x.md) [in](#part) [mail](mailto:a@b)", &[], None),
            ("```\n[a](nowhere.md)\n```\n", &[], None),
            ("a program: scripts/run.py", &[("scripts/run.py", "print()")], None),
            ("\n[a](references/a.md)", &[], Some("line 7, column 1: references/a.md breaks its rule")),
            ("[a](../other/a.md)", &[], Some("../other/a.md breaks its rule")),
            ("[a](/etc/passwd)", &[], Some("/etc/passwd breaks its rule")),
            ("[a](a.md)", &[("a.md", "[b](b.md)")], Some("skill/a.md, line 1, column 1: b.md breaks its rule")),
            ("x", &[("references/a.md", "x")], Some("skill/references/a.md, line 1, column 1: page breaks its rule")),
        ];
        for (text, more, expected) in cases {
            let text = with(text);
            let files: Vec<(&str, &str)> = [(PAGE, text.as_str())].into_iter().chain(more.iter().copied()).collect();
            let said = read(&files).err();
            match expected {
                None => assert_eq!(said, None, "{text}"),
                Some(expected) => {
                    assert!(said.as_ref().is_some_and(|said| said.contains(expected)), "{expected}: {said:?}\n{text}");
                }
            }
        }
    }

    #[test]
    fn files_keep_their_limits_and_fit_every_system() {
        let page = format!("{FRONT}x");
        let with = |path: &str, text: &str| read(&[(PAGE, &page), (path, text)]).err();
        assert_eq!(with("scripts/run.sh", "x"), None);
        for path in
            ["../x", "/x", "a//b", "a\\b", "c:x", ".hidden", "a/.b", "a b", "x.", "ü.py", "SKILL.md.new", "skill.md"]
        {
            assert!(with(path, "x").is_some_and(|said| said.contains("path breaks its rule")), "{path}");
        }
        assert!(with(&format!("{}.py", "x".repeat(PATH_LIMIT)), "x").is_some());
        assert!(with("big.bin", &"x".repeat(FILE_LIMIT + 1)).is_some_and(|said| said.contains("larger than 262144")));
        let many: Vec<String> = (0..FILES_LIMIT).map(|number| format!("f{number}.txt")).collect();
        let many: Vec<(&str, &str)> =
            many.iter().map(|path| (path.as_str(), "")).chain([(PAGE, page.as_str())]).collect();
        assert!(read(&many).is_err_and(|said| said.contains("at most 64 files")));
        let part = "x".repeat(FILE_LIMIT);
        let heavy = ["a", "b", "c", "d"].map(|path| (path, part.as_str()));
        let heavy: Vec<(&str, &str)> = heavy.into_iter().chain([(PAGE, page.as_str())]).collect();
        assert!(read(&heavy).is_err_and(|said| said.contains("at most 1 MiB")));
        assert!(read(&[("x.md", "x")]).is_err_and(|said| said.contains("a skill has a SKILL.md")));
    }

    #[test]
    fn what_ships_is_right() {
        for id in crate::bridge::BUILT_INS {
            let files = crate::bridge::built_in_skill(id);
            let package = SkillPackage::read(id, None, files).expect("the skill that ships");
            assert_eq!(package.version.len(), 12, "its contents name it where nothing else does");
        }
    }
}
