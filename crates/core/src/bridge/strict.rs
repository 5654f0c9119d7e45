//! What serde's derived code would let pass: a list of values where a table of named
//! ones belongs, and a list that is longer than it may be.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

/// A table, and nothing else.
pub(super) fn table<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Spanned<T>, D::Error> {
    Spanned::deserialize(from).map(Table::named)
}

/// A table that may be missing.
pub(super) fn optional<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    from: D,
) -> Result<Option<Spanned<T>>, D::Error> {
    table(from).map(Some)
}

/// A list of tables.
pub(super) fn tables<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Vec<Spanned<T>>, D::Error> {
    Ok(Vec::deserialize(from)?.into_iter().map(Table::named).collect())
}

/// A table whose place does not matter.
pub(super) fn placeless<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<T, D::Error> {
    table(from).map(Spanned::into_inner)
}

/// The same where it may be missing.
pub(super) fn maybe<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    placeless(from).map(Some)
}

/// Two texts.
pub(super) fn two<'de, D: Deserializer<'de>>(from: D) -> Result<[String; 2], D::Error> {
    let texts = Vec::<String>::deserialize(from)?;
    texts.try_into().map_err(|texts: Vec<String>| Error::invalid_length(texts.len(), &"two sentences"))
}

struct Table<T>(T);

impl<T> Table<T> {
    fn named(spanned: Spanned<Self>) -> Spanned<T> {
        Spanned::new(spanned.span(), spanned.into_inner().0)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Table<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(OfTable(PhantomData))
    }
}

struct OfTable<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for OfTable<T> {
    type Value = Table<T>;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a table")
    }

    fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<Table<T>, M::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(Table)
    }
}
