//! SKILL.md of a pack: the few lines above it that agents find it by.

use super::pack::{PackError, PackFile, PackProblem};
use crate::document::{ConfigDocument, Container, Content, Dialect, Slot};

/// Where it lies in a pack.
pub(super) const PATH: &str = "skill/SKILL.md";

/// The largest page that is read: 64 KiB. Agents read it whole.
const LIMIT: usize = 64 << 10;

/// Refuses a page whose first lines do not name and describe the skill, and one that
/// is named otherwise than the bridge: skills of several bridges lie side by side.
pub(super) fn check(file: PackFile<'_>, bridge: Option<&str>) -> Result<(), PackError> {
    file.within(LIMIT)?;
    let rule = |offset, key: &str, rule| file.error_at(offset, PackProblem::Rule { key: key.to_owned(), rule });
    let opening = "it begins with a line ---, then name: and description:, then a line ---";
    let text = file.text.replace("\r\n", "\n");
    let body = text.strip_prefix("---\n").ok_or_else(|| rule(0, "---", opening))?;
    let end = body.find("\n---\n").ok_or_else(|| rule(0, "---", opening))?;
    let front = Content::Bytes(body.as_bytes()[..=end].to_vec());
    let value = |key: &str| -> Result<Option<String>, PackError> {
        let slot = Slot { container: Container::Map { path: Vec::new() }, name: key.to_owned() };
        let found = ConfigDocument::read(Dialect::Yaml, &front).and_then(|document| document.entry(&slot));
        let found = found.map_err(|error| PackError {
            file: file.name.to_owned(),
            // The line above it is the first one of the page.
            line: error.line + 1,
            column: error.column,
            problem: PackProblem::Shape(error.problem.to_string()),
        })?;
        Ok(found.and_then(|value| value.as_str().map(|text| text.trim().to_owned())))
    };
    let at = |key: &str| file.text.find(&format!("\n{key}:")).map_or(0, |before| before + 1);
    let name = value("name")?.unwrap_or_default();
    if name.is_empty() || bridge.is_some_and(|bridge| bridge != name) {
        return Err(rule(at("name"), "name", "the id of the bridge"));
    }
    let description = value("description")?.unwrap_or_default();
    if !(1..=1_024).contains(&description.chars().count()) {
        return Err(rule(at("description"), "description", "1 to 1,024 characters that say when to use it"));
    }
    if text[..].get(4 + end + 5..).is_none_or(|page| page.trim().is_empty()) {
        return Err(rule(0, "page", "below the second --- stands what an agent should know"));
    }
    Ok(())
}
