//! Which of several projects a call means. Nothing here is ever guessed.

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};

use crate::machine::Os;

/// A folder that may lead to a project, and what the disk shows there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The folder as it was named.
    pub folder: Utf8PathBuf,
    /// What was found.
    pub found: Found,
}

/// What the disk shows at a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A project: this folder, or the nearest one above it where one was looked for
    /// upwards.
    Project(Utf8PathBuf),
    /// A folder, but no project.
    NoProject,
    /// Nothing is there any more.
    Gone,
}

/// A project, and what chose it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Project {
    /// Its folder.
    pub folder: Utf8PathBuf,
    /// What chose it.
    pub by: ChosenBy,
}

/// What chose a project, the strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChosenBy {
    /// The call's own argument.
    Argument,
    /// The `--project` the program was started with.
    Flag,
    /// The folders the client says it works in.
    Roots,
    /// The folder the program was started in.
    Folder,
    /// It is the only one that was ever registered.
    Registered,
}

/// Why no project was chosen, in words for an agent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProjectProblem {
    /// More than one fits equally.
    #[error("PROJECT_AMBIGUOUS: more than one project fits: {}", list(.0))]
    Ambiguous(Vec<Utf8PathBuf>),
    /// None fits.
    #[error("PROJECT_NONE: no project is known here: no folder that was looked at is one, and none is registered")]
    NoneKnown,
    /// The named folder is no project.
    #[error("PROJECT_NOT_ONE: {0} is a folder, but no project")]
    NotOne(Utf8PathBuf),
    /// The named folder is gone.
    #[error("PROJECT_GONE: {0} is not there any more")]
    Gone(Utf8PathBuf),
}

impl ProjectProblem {
    /// What the agent can do.
    pub fn mend(&self) -> &'static str {
        match self {
            Self::Ambiguous(_) => {
                "pass one of these folders as the argument \"project\"; ask the user which one where it is not clear"
            }
            Self::NoneKnown => {
                "pass the project's folder as the argument \"project\": the folder that holds the project's entry file"
            }
            Self::NotOne(_) => {
                "pass the folder that holds the project's entry file; list_projects shows those that are known"
            }
            Self::Gone(_) => "ask the user where the project is now, and pass that folder as the argument \"project\"",
        }
    }
}

/// Chooses the project of a call: its argument, else the flag, else the client's
/// roots, else the working folder, else the only registered one.
///
/// Refuses to choose between two that fit equally. A named folder that is gone or no
/// project is refused too, never passed over for another one.
pub fn choose_project(
    argument: Option<&Candidate>,
    flag: Option<&Candidate>,
    roots: &[Candidate],
    folder: Option<&Candidate>,
    registered: &[Candidate],
) -> Result<Project, ProjectProblem> {
    if let Some(named) = argument {
        return one(named, ChosenBy::Argument);
    }
    if let Some(named) = flag {
        return one(named, ChosenBy::Flag);
    }
    match projects(roots).as_slice() {
        [] => {}
        [only] => return Ok(Project { folder: only.clone(), by: ChosenBy::Roots }),
        several => return Err(ProjectProblem::Ambiguous(several.to_vec())),
    }
    if let Some(Candidate { found: Found::Project(project), .. }) = folder {
        return Ok(Project { folder: project.clone(), by: ChosenBy::Folder });
    }
    match registered {
        [] => Err(ProjectProblem::NoneKnown),
        [only] => one(only, ChosenBy::Registered),
        several => Err(ProjectProblem::Ambiguous(several.iter().map(|one| one.folder.clone()).collect())),
    }
}

/// The folder of a `file:` URI as clients write their roots; `None` for any other.
pub fn folder_of_uri(uri: &str, os: Os) -> Option<Utf8PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    // The host is empty or this machine; another one is no folder here.
    let path = &rest[rest.find('/')?..];
    if !matches!(&rest[..rest.len() - path.len()], "" | "localhost") {
        return None;
    }
    let path = decoded(path)?;
    let path = match os {
        Os::Windows => path.trim_start_matches('/').replace('/', "\\"),
        Os::Mac | Os::Linux => path,
    };
    os.is_absolute(&path).then(|| path.into())
}

/// A path without `.` and `..`, as it is written: links are not looked at.
pub fn without_dots(path: &Utf8Path) -> Utf8PathBuf {
    let mut plain = Utf8PathBuf::new();
    for part in path.components() {
        match part {
            Utf8Component::CurDir => {}
            Utf8Component::ParentDir => {
                plain.pop();
            }
            Utf8Component::Prefix(_) | Utf8Component::RootDir | Utf8Component::Normal(_) => plain.push(part),
        }
    }
    plain
}

fn one(named: &Candidate, by: ChosenBy) -> Result<Project, ProjectProblem> {
    match &named.found {
        Found::Project(folder) => Ok(Project { folder: folder.clone(), by }),
        Found::NoProject => Err(ProjectProblem::NotOne(named.folder.clone())),
        Found::Gone => Err(ProjectProblem::Gone(named.folder.clone())),
    }
}

/// The different projects among these, in order.
fn projects(candidates: &[Candidate]) -> Vec<Utf8PathBuf> {
    let mut projects: Vec<Utf8PathBuf> = Vec::new();
    for candidate in candidates {
        if let Found::Project(folder) = &candidate.found
            && !projects.contains(folder)
        {
            projects.push(folder.clone());
        }
    }
    projects
}

fn list(folders: &[Utf8PathBuf]) -> String {
    folders.iter().map(|folder| Utf8Path::as_str(folder)).collect::<Vec<_>>().join(", ")
}

/// Undoes percent signs; `None` where what follows one is no hexadecimal number, or
/// the bytes are not UTF-8.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        if byte != b'%' {
            bytes.push(byte);
            rest = after;
            continue;
        }
        let digits = std::str::from_utf8(after.get(..2)?).ok()?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        rest = &after[2..];
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use std::slice::from_ref;

    use super::*;

    fn at(folder: &str) -> Candidate {
        Candidate { folder: folder.into(), found: Found::Project(folder.into()) }
    }

    fn without(folder: &str, found: Found) -> Candidate {
        Candidate { folder: folder.into(), found }
    }

    #[test]
    fn the_strongest_sign_decides_and_nothing_is_guessed() {
        let (a, b, c, d, e) = (at("/a"), at("/b"), at("/c"), at("/d"), at("/e"));
        let (gone, plain) = (without("/gone", Found::Gone), without("/plain", Found::NoProject));
        type Case<'a> = (
            Option<&'a Candidate>,
            Option<&'a Candidate>,
            &'a [Candidate],
            Option<&'a Candidate>,
            &'a [Candidate],
            Result<(&'a str, ChosenBy), &'a str>,
        );
        let all = [d.clone(), e.clone()];
        let cases: [Case<'_>; 16] = [
            (Some(&a), Some(&b), &all, Some(&c), &all, Ok(("/a", ChosenBy::Argument))),
            (None, Some(&b), &all, Some(&c), &all, Ok(("/b", ChosenBy::Flag))),
            (None, None, &all[..1], Some(&c), &all, Ok(("/d", ChosenBy::Roots))),
            (None, None, &[d.clone(), d.clone()], Some(&c), &all, Ok(("/d", ChosenBy::Roots))),
            (None, None, &[plain.clone(), e.clone()], Some(&c), &all, Ok(("/e", ChosenBy::Roots))),
            (None, None, &all, Some(&c), &[], Err("PROJECT_AMBIGUOUS: more than one project fits: /d, /e")),
            (None, None, from_ref(&plain), Some(&c), &all, Ok(("/c", ChosenBy::Folder))),
            (None, None, &[], Some(&plain), &all[..1], Ok(("/d", ChosenBy::Registered))),
            (None, None, &[], None, &all, Err("PROJECT_AMBIGUOUS")),
            (None, None, &[], None, &[d.clone(), gone.clone()], Err("PROJECT_AMBIGUOUS")),
            (None, None, &[], None, from_ref(&gone), Err("PROJECT_GONE: /gone")),
            (None, None, &[], None, &[], Err("PROJECT_NONE")),
            (Some(&gone), Some(&b), &all, Some(&c), &all, Err("PROJECT_GONE: /gone")),
            (Some(&plain), Some(&b), &all, Some(&c), &all, Err("PROJECT_NOT_ONE: /plain")),
            (None, Some(&gone), &all, Some(&c), &all, Err("PROJECT_GONE: /gone")),
            (None, None, from_ref(&gone), Some(&gone), from_ref(&e), Ok(("/e", ChosenBy::Registered))),
        ];
        for (at, (argument, flag, roots, folder, registered, expected)) in cases.into_iter().enumerate() {
            match (choose_project(argument, flag, roots, folder, registered), expected) {
                (Ok(found), Ok((folder, by))) => assert_eq!((found.folder.as_str(), found.by), (folder, by), "{at}"),
                (Err(problem), Err(words)) => {
                    assert!(problem.to_string().starts_with(words), "{at}: {problem}");
                    assert!(!problem.mend().is_empty());
                }
                (found, expected) => panic!("{at}: {found:?}, not {expected:?}"),
            }
        }
    }

    #[test]
    fn dots_go_away() {
        for (path, expected) in [("/a/./b/../c", "/a/c"), ("/a/b/..", "/a"), ("/..", "/"), ("/a//b/", "/a/b")] {
            assert_eq!(without_dots(path.into()), Utf8Path::new(expected), "{path}");
        }
    }

    #[test]
    fn roots_are_read_from_their_uris() {
        let cases = [
            ("file:///home/me/my%20mod", Os::Linux, Some("/home/me/my mod")),
            ("file:///%E6%A8%A1", Os::Mac, Some("/模")),
            ("file://localhost/x", Os::Linux, Some("/x")),
            ("file:///D:/Mods/a%26b", Os::Windows, Some(r"D:\Mods\a&b")),
            ("file:///d%3A/Mods", Os::Windows, Some(r"d:\Mods")),
            ("file://server/share", Os::Windows, None),
            ("file:///%zz", Os::Linux, None),
            ("file:///%", Os::Linux, None),
            ("file:///%FF", Os::Linux, None),
            ("file:///x", Os::Windows, None),
            ("https://example.org/x", Os::Linux, None),
            ("/x", Os::Linux, None),
        ];
        for (uri, os, expected) in cases {
            assert_eq!(folder_of_uri(uri, os), expected.map(Into::into), "{uri}");
        }
    }
}
