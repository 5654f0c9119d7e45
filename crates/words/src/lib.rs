//! Every sentence a person reads, as Fluent files, one folder a language.
//!
//! What a sentence may say is checked by the tests beside this crate; which words
//! stand for which ideas is fixed in `terms.md`.

mod explain;
mod lang;
mod packs;
mod rules;
mod standing;

pub use explain::{Mend, Way, file_remedy, keep_or_restore, on, refusal, remedy};
pub use lang::Lang;
pub use packs::{malformed, pack_error};
pub use standing::{Explained, Told, allowed, allows, explained, group, step};

use std::borrow::Cow;
use std::cell::OnceCell;
use std::fmt;

use camino::{Utf8Path, Utf8PathBuf};
use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

/// The sentences of one language; its files are read when the first is said.
pub struct Words {
    lang: Lang,
    bundle: OnceCell<FluentBundle<FluentResource>>,
}

/// What fills a place in a sentence.
///
/// Everything comes in as text, so that both Fluent engines print the same. A
/// count comes in twice: `$name` is its digits, `$name-count` chooses the plural.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    /// A text.
    Text(Cow<'a, str>),
    /// How many.
    Count(u64),
}

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Words").field("lang", &self.lang).finish_non_exhaustive()
    }
}

impl Words {
    /// The sentences of a language.
    pub fn new(lang: Lang) -> Self {
        Self { lang, bundle: OnceCell::new() }
    }

    /// The language.
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// One sentence with its places filled.
    ///
    /// A sentence that is not in the catalogue, or lacks a value, is our bug: the
    /// tests fail on it; a person gets its id rather than nothing.
    pub fn say(&self, id: &str, values: &[(&str, Value<'_>)]) -> String {
        self.try_say(id, values).unwrap_or_else(|| {
            debug_assert!(false, "{id} cannot be said in {} with {values:?}", self.lang.tag());
            id.to_owned()
        })
    }

    /// Names in a row.
    pub fn list(&self, names: impl IntoIterator<Item = String>) -> String {
        let between = match self.lang {
            Lang::English => ", ",
            Lang::SimplifiedChinese => "、",
        };
        names.into_iter().collect::<Vec<_>>().join(between)
    }

    /// Sentences one after the other.
    pub fn row(&self, sentences: &[&str]) -> String {
        let between = match self.lang {
            Lang::English => " ",
            Lang::SimplifiedChinese => "",
        };
        sentences.join(between)
    }

    /// One sentence, or `None` where the catalogue does not have it whole.
    pub fn try_say(&self, id: &str, values: &[(&str, Value<'_>)]) -> Option<String> {
        let bundle = self.bundle.get_or_init(|| bundle(self.lang));
        let pattern = bundle.get_message(id)?.value()?;
        let mut filled = FluentArgs::new();
        for (name, value) in values {
            match value {
                Value::Text(text) => filled.set(*name, FluentValue::from(text.as_ref())),
                Value::Count(count) => {
                    filled.set(*name, FluentValue::from(count.to_string()));
                    // Every count we speak of is far below the first that is not exact.
                    filled.set(format!("{name}-count"), FluentValue::from(*count));
                }
            }
        }
        let mut errors = Vec::new();
        let text = bundle.format_pattern(pattern, Some(&filled), &mut errors).into_owned();
        errors.is_empty().then_some(text)
    }
}

/// The texts of a language's files, by name.
pub fn catalogue(lang: Lang) -> &'static [(&'static str, &'static str)] {
    match lang {
        Lang::English => &[
            ("bridges.ftl", include_str!("../ftl/en/bridges.ftl")),
            ("commands.ftl", include_str!("../ftl/en/commands.ftl")),
            ("demo.ftl", include_str!("../ftl/en/demo.ftl")),
            ("doctor.ftl", include_str!("../ftl/en/doctor.ftl")),
            ("help.ftl", include_str!("../ftl/en/help.ftl")),
            ("host.ftl", include_str!("../ftl/en/host.ftl")),
            ("index.ftl", include_str!("../ftl/en/index.ftl")),
            ("launcher.ftl", include_str!("../ftl/en/launcher.ftl")),
            ("packs.ftl", include_str!("../ftl/en/packs.ftl")),
            ("problems.ftl", include_str!("../ftl/en/problems.ftl")),
            ("setup.ftl", include_str!("../ftl/en/setup.ftl")),
            ("tray.ftl", include_str!("../ftl/en/tray.ftl")),
            ("uninstall.ftl", include_str!("../ftl/en/uninstall.ftl")),
            ("window.ftl", include_str!("../ftl/en/window.ftl")),
            ("window-rooms.ftl", include_str!("../ftl/en/window-rooms.ftl")),
            ("window-setup.ftl", include_str!("../ftl/en/window-setup.ftl")),
        ],
        Lang::SimplifiedChinese => &[
            ("bridges.ftl", include_str!("../ftl/zh-CN/bridges.ftl")),
            ("commands.ftl", include_str!("../ftl/zh-CN/commands.ftl")),
            ("demo.ftl", include_str!("../ftl/zh-CN/demo.ftl")),
            ("doctor.ftl", include_str!("../ftl/zh-CN/doctor.ftl")),
            ("help.ftl", include_str!("../ftl/zh-CN/help.ftl")),
            ("host.ftl", include_str!("../ftl/zh-CN/host.ftl")),
            ("index.ftl", include_str!("../ftl/zh-CN/index.ftl")),
            ("launcher.ftl", include_str!("../ftl/zh-CN/launcher.ftl")),
            ("packs.ftl", include_str!("../ftl/zh-CN/packs.ftl")),
            ("problems.ftl", include_str!("../ftl/zh-CN/problems.ftl")),
            ("setup.ftl", include_str!("../ftl/zh-CN/setup.ftl")),
            ("tray.ftl", include_str!("../ftl/zh-CN/tray.ftl")),
            ("uninstall.ftl", include_str!("../ftl/zh-CN/uninstall.ftl")),
            ("window.ftl", include_str!("../ftl/zh-CN/window.ftl")),
            ("window-rooms.ftl", include_str!("../ftl/zh-CN/window-rooms.ftl")),
            ("window-setup.ftl", include_str!("../ftl/zh-CN/window-setup.ftl")),
        ],
    }
}

fn bundle(lang: Lang) -> FluentBundle<FluentResource> {
    let tag: Result<LanguageIdentifier, _> = lang.tag().parse();
    let mut bundle = FluentBundle::new(tag.into_iter().collect());
    // The marks that keep directions apart show up as boxes in many terminals.
    bundle.set_use_isolating(false);
    for (_, text) in catalogue(lang) {
        let resource = FluentResource::try_new((*text).to_owned()).unwrap_or_else(|(resource, _)| resource);
        bundle.add_resource_overriding(resource);
    }
    bundle
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl<'a> From<&'a String> for Value<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl<'a> From<&'a Utf8Path> for Value<'a> {
    fn from(path: &'a Utf8Path) -> Self {
        Self::Text(Cow::Borrowed(path.as_str()))
    }
}

impl<'a> From<&'a Utf8PathBuf> for Value<'a> {
    fn from(path: &'a Utf8PathBuf) -> Self {
        Self::Text(Cow::Borrowed(path.as_str()))
    }
}

impl From<usize> for Value<'_> {
    fn from(count: usize) -> Self {
        Self::Count(count as u64)
    }
}

impl From<u64> for Value<'_> {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}
