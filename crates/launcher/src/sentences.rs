//! What people read, from the catalogue, without the library that speaks all of it:
//! its start would be longer than that of the launcher.

const ENGLISH: &str = include_str!("../../words/ftl/en/launcher.ftl");
const CHINESE: &str = include_str!("../../words/ftl/zh-CN/launcher.ftl");

/// The languages, in the order people read them here: the launcher does not ask the
/// environment for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lang {
    English,
    SimplifiedChinese,
}

/// One sentence with its places filled. The messages of this one file stand on one
/// line each and know no other syntax.
pub(crate) fn say(lang: Lang, id: &str, values: &[(&str, &str)]) -> String {
    let catalogue = match lang {
        Lang::English => ENGLISH,
        Lang::SimplifiedChinese => CHINESE,
    };
    let pattern = catalogue.lines().find_map(|line| line.strip_prefix(id)?.strip_prefix(" = "));
    debug_assert!(pattern.is_some(), "{id} is not in the catalogue");
    let mut parts = pattern.unwrap_or(id).split("{ $");
    let mut said = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once(" }").unwrap_or((part, ""));
        let value = values.iter().find(|(known, _)| *known == name);
        debug_assert!(value.is_some(), "{id} lacks {name}");
        said.push_str(value.map_or(name, |(_, value)| value));
        said.push_str(rest);
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_not_read_as_a_place() {
        let said = say(Lang::English, "launcher-no-engine", &[("file", "/a/{ $file }")]);
        assert!(said.contains("/a/{ $file }"), "{said}");
    }

    #[test]
    fn every_sentence_stands_on_one_line() {
        for catalogue in [ENGLISH, CHINESE] {
            for line in catalogue.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
                assert!(line.starts_with("launcher-") && line.contains(" = "), "{line}");
                assert_eq!(line.matches("{ $").count(), line.matches('{').count(), "{line}");
                assert_eq!(line.matches(" }").count(), line.matches('}').count(), "{line}");
            }
        }
    }
}
