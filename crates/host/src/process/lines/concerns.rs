//! Whether a long line answers anything that was asked, found out without taking it in.

use std::collections::HashMap;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// Whether a line, or a message of its batch, has the number of something that is asked.
/// What a server says unasked is never this long.
///
/// Refuses what is no JSON.
pub(super) fn concerns<T>(line: &[u8], asked: &HashMap<u64, T>) -> Result<bool, serde_json::Error> {
    let mut json = serde_json::Deserializer::from_slice(line);
    let concerns = (&mut json).deserialize_any(Line { asked, is_batch: true })?;
    json.end()?;
    Ok(concerns)
}

/// A line, or one message of a batch.
struct Line<'a, T> {
    asked: &'a HashMap<u64, T>,
    /// Whether it may be a batch: one in another is none.
    is_batch: bool,
}

impl<'de, T> DeserializeSeed<'de> for Line<'_, T> {
    type Value = bool;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<bool, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, T> Visitor<'de> for Line<'_, T> {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a message")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<bool, A::Error> {
        let mut concerns = false;
        while let Some(key) = map.next_key::<String>()? {
            if key == "id" {
                let id = map.next_value_seed(Id)?;
                concerns |= id.is_some_and(|id| self.asked.contains_key(&id));
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(concerns)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<bool, A::Error> {
        let mut concerns = false;
        if self.is_batch {
            while let Some(one) = seq.next_element_seed(Line { asked: self.asked, is_batch: false })? {
                concerns |= one;
            }
        } else {
            while seq.next_element::<IgnoredAny>()?.is_some() {}
        }
        Ok(concerns)
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_unit<E: Error>(self) -> Result<bool, E> {
        Ok(false)
    }
}

/// The number of a message; `None` for what is none of ours.
struct Id;

impl<'de> DeserializeSeed<'de> for Id {
    type Value = Option<u64>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<u64>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Id {
    type Value = Option<u64>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number")
    }

    fn visit_u64<E: Error>(self, id: u64) -> Result<Option<u64>, E> {
        Ok(Some(id))
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Option<u64>, E> {
        Ok(None)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Option<u64>, E> {
        Ok(None)
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Option<u64>, E> {
        Ok(None)
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<Option<u64>, E> {
        Ok(None)
    }

    fn visit_unit<E: Error>(self) -> Result<Option<u64>, E> {
        Ok(None)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Option<u64>, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(None)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Option<u64>, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str) -> Option<bool> {
        concerns(line.as_bytes(), &HashMap::from([(7, ())])).ok()
    }

    #[test]
    fn only_what_answers_something_asked_concerns_us() {
        let cases = [
            (r#"{"jsonrpc": "2.0", "id": 7, "result": {"a": [1, null]}}"#, Some(true)),
            (r#"{"result": [[[{"id": 8}]]], "id": 7}"#, Some(true)),
            (r#"{"id": 8, "result": {"id": 7}}"#, Some(false)),
            (r#"{"id": "7"}"#, Some(false)),
            (r#"{"id": [7]}"#, Some(false)),
            (r#"{"id": {"id": 7}}"#, Some(false)),
            (r#"{"id": null, "error": {}}"#, Some(false)),
            (r#"[{"id": 8}, 3, "x", null, -1, 0.5, true, {"id": 7}]"#, Some(true)),
            (r#"[[{"id": 7}]]"#, Some(false)),
            ("[]", Some(false)),
            ("12", Some(false)),
            (r#"{"id": 7"#, None),
            (r#"{"id": 7} {"id": 7}"#, None),
            ("Loading plug-ins ...", None),
        ];
        for (line, expected) in cases {
            assert_eq!(check(line), expected, "{line}");
        }
    }
}
