//! The scan of one text, element by element.

use quick_xml::events::attributes::{AttrError, Attribute};
use quick_xml::events::{BytesStart, Event};
use quick_xml::name::ResolveResult;
use quick_xml::reader::NsReader;
use quick_xml::{Error, XmlVersion};

use super::text::Places;
use super::{ASSETS, AssetLine, DefineLine, Document, Include, IncludeMode, Splice, XINCLUDE};
use crate::diagnostic::Cause;
use crate::limits::{ELEMENT_DEPTH, NAME_BYTES, RECORDS, VALUE_BYTES};

/// Reads a text from its start to its end, or to what cannot be read.
pub(super) fn scan(text: &str) -> Document {
    let mut reader = NsReader::from_str(text);
    let config = reader.config_mut();
    config.expand_empty_elements = true;
    config.check_end_names = true;
    // The game's own files hold comments like `<!-- ---- -->`.
    config.check_comments = false;
    let mut scan = Scan {
        text,
        places: Places::of(text),
        document: Document::default(),
        depth: 0,
        section: Section::Asset,
        root_seen: false,
        open: None,
    };
    loop {
        let start = position(reader.buffer_position());
        let step = match reader.read_resolved_event() {
            Ok((namespace, event)) => scan.follow(start, &Namespace::of(&namespace), event),
            Err(error) => {
                let at = position(reader.error_position());
                scan.stop(at, Cause::Malformed(words(&error)))
            }
        };
        if step == Step::Stop {
            return scan.document;
        }
    }
}

/// Whether there is more to read.
#[derive(PartialEq, Eq)]
enum Step {
    GoOn,
    Stop,
}

/// The part of a declaration that a child of the root opens.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Tags,
    Includes,
    Defines,
    Asset,
}

/// The namespaces that mean something here.
#[derive(PartialEq, Eq)]
enum Namespace {
    Assets,
    XInclude,
    Other,
}

impl Namespace {
    /// Some mods never declare the prefix `xi`; they mean it all the same.
    fn of(resolved: &ResolveResult<'_>) -> Self {
        match resolved {
            ResolveResult::Bound(name) if name.0 == ASSETS => Self::Assets,
            ResolveResult::Bound(name) if name.0 == XINCLUDE => Self::XInclude,
            ResolveResult::Unknown(prefix) if prefix == "xi" => Self::XInclude,
            ResolveResult::Bound(_) | ResolveResult::Unbound | ResolveResult::Unknown(_) => Self::Other,
        }
    }
}

struct Scan<'t> {
    text: &'t str,
    places: Places<'t>,
    document: Document,
    depth: usize,
    section: Section,
    root_seen: bool,
    /// The asset whose end is not reached yet.
    open: Option<usize>,
}

/// The attributes that mean something here, each with the offset of its value.
#[derive(Default)]
struct Attributes {
    found: Vec<(String, String, usize)>,
}

impl Attributes {
    fn take(&mut self, name: &str) -> Option<(String, usize)> {
        let at = self.found.iter().position(|(known, ..)| known == name)?;
        let (_, value, offset) = self.found.swap_remove(at);
        Some((value, offset))
    }
}

impl Scan<'_> {
    fn follow(&mut self, start: usize, namespace: &Namespace, event: Event<'_>) -> Step {
        match event {
            Event::Start(element) => self.open_element(start, namespace, &element),
            Event::End(_) => {
                self.depth = self.depth.saturating_sub(1);
                if self.depth == 1
                    && let Some(open) = self.open.take()
                {
                    self.document.assets[open].lines.1 = self.places.at(start).line;
                }
                Step::GoOn
            }
            Event::Text(text) if self.depth == 0 && !text.trim().is_empty() => {
                self.stop(start, Cause::Malformed("text outside the root element".to_owned()))
            }
            Event::Decl(_) if start > 0 => {
                self.fault(start, Cause::Malformed("an XML declaration in the middle of the file".to_owned()));
                Step::GoOn
            }
            Event::Eof => self.end(start),
            Event::Empty(_)
            | Event::Text(_)
            | Event::CData(_)
            | Event::Comment(_)
            | Event::Decl(_)
            | Event::PI(_)
            | Event::DocType(_)
            | Event::GeneralRef(_) => Step::GoOn,
        }
    }

    fn open_element(&mut self, start: usize, namespace: &Namespace, element: &BytesStart<'_>) -> Step {
        if self.depth >= ELEMENT_DEPTH {
            return self.stop(start, Cause::TooDeep(ELEMENT_DEPTH));
        }
        if self.depth == 0 && self.root_seen {
            return self.stop(start, Cause::Malformed("a second root element".to_owned()));
        }
        let mut attributes = match self.attributes(start, element) {
            Ok(attributes) => attributes,
            Err((at, cause)) => return self.stop(at, cause),
        };
        let name = element.local_name();
        let name = name.as_ref();
        let declared = self.document.is_declaration;
        let opened = match self.depth {
            _ if *namespace == Namespace::XInclude && name == "include" => self.splice(start, &mut attributes),
            0 => {
                self.root_seen = true;
                self.document.is_declaration = *namespace == Namespace::Assets && name == "AssetDeclaration";
                Ok(())
            }
            1 if declared => {
                self.section = match name {
                    "Tags" => Section::Tags,
                    "Includes" => Section::Includes,
                    "Defines" => Section::Defines,
                    _ => Section::Asset,
                };
                if self.section == Section::Asset { self.asset(start, name, &mut attributes) } else { Ok(()) }
            }
            2 if declared && self.section == Section::Includes => self.include(start, &mut attributes),
            2 if declared && self.section == Section::Defines && name == "Define" => {
                self.define(start, &mut attributes)
            }
            _ => Ok(()),
        };
        self.depth += 1;
        match opened {
            Ok(()) => Step::GoOn,
            Err(cause) => self.stop(start, cause),
        }
    }

    fn asset(&mut self, start: usize, kind: &str, attributes: &mut Attributes) -> Result<(), Cause> {
        let Some((id, at)) = attributes.take("id") else {
            self.fault(start, Cause::NoId(kind.to_owned()));
            return Ok(());
        };
        if id.len() > NAME_BYTES || kind.len() > NAME_BYTES {
            self.fault(at, Cause::TooLong(NAME_BYTES));
            return Ok(());
        }
        let first = self.places.at(start).line;
        let place = self.places.at(at);
        let inherit_from = attributes.take("inheritFrom").map(|(value, _)| value);
        self.open = Some(self.document.assets.len());
        let asset = AssetLine { kind: kind.to_owned(), id, inherit_from, place, lines: (first, place.line) };
        bounded(&mut self.document.assets, asset)
    }

    fn include(&mut self, start: usize, attributes: &mut Attributes) -> Result<(), Cause> {
        let written = attributes.take("type");
        let Some((source, at)) = attributes.take("source").filter(|(source, _)| !source.trim().is_empty()) else {
            self.fault(start, Cause::NoSource);
            return Ok(());
        };
        if source.len() > NAME_BYTES {
            self.fault(at, Cause::TooLong(NAME_BYTES));
            return Ok(());
        }
        let (written, of_type) = written.unwrap_or_else(|| (String::new(), start));
        let Some(mode) = IncludeMode::named(&written) else {
            self.fault(of_type, Cause::IncludeType(written.chars().take(80).collect()));
            return Ok(());
        };
        let place = self.places.at(at);
        bounded(&mut self.document.includes, Include { mode, source: source.trim().to_owned(), place })
    }

    fn define(&mut self, start: usize, attributes: &mut Attributes) -> Result<(), Cause> {
        let Some((name, at)) = attributes.take("name") else {
            self.fault(start, Cause::NoId("Define".to_owned()));
            return Ok(());
        };
        let value = attributes.take("value").map(|(value, _)| value).unwrap_or_default();
        if name.len() > NAME_BYTES || value.len() > VALUE_BYTES {
            self.fault(at, Cause::TooLong(VALUE_BYTES));
            return Ok(());
        }
        let overrides = attributes.take("override").is_some_and(|(value, _)| value.trim().eq_ignore_ascii_case("true"));
        let place = self.places.at(at);
        bounded(&mut self.document.defines, DefineLine { name, value, overrides, place })
    }

    fn splice(&mut self, start: usize, attributes: &mut Attributes) -> Result<(), Cause> {
        let Some((href, at)) = attributes.take("href").filter(|(href, _)| !href.trim().is_empty()) else {
            self.fault(start, Cause::NoSource);
            return Ok(());
        };
        if href.len() > NAME_BYTES {
            self.fault(at, Cause::TooLong(NAME_BYTES));
            return Ok(());
        }
        let place = self.places.at(at);
        bounded(&mut self.document.splices, Splice { href: href.trim().to_owned(), place })
    }

    /// The attributes of an element. One that stands twice counts as it stands first.
    fn attributes(&mut self, start: usize, element: &BytesStart<'_>) -> Result<Attributes, (usize, Cause)> {
        let mut attributes = Attributes::default();
        for attribute in element.attributes() {
            match attribute {
                Ok(attribute) if WANTED.contains(&attribute.key.as_ref()) => {
                    let offset = self.offset(&attribute).unwrap_or(start);
                    let value = match attribute.normalized_value(XmlVersion::Implicit1_0) {
                        Ok(value) => value.into_owned(),
                        Err(error) => {
                            self.fault(offset, Cause::Malformed(error.to_string()));
                            attribute.value.to_string()
                        }
                    };
                    attributes.found.push((attribute.key.as_ref().to_owned(), value, offset));
                }
                Ok(_) => {}
                Err(AttrError::Duplicated(at, _)) => {
                    self.fault(start + 1 + at, Cause::Malformed("an attribute stands twice".to_owned()));
                }
                Err(error) => {
                    let at = match &error {
                        AttrError::ExpectedEq(at)
                        | AttrError::ExpectedValue(at)
                        | AttrError::UnquotedValue(at)
                        | AttrError::ExpectedQuote(at, _)
                        | AttrError::Duplicated(at, _) => *at,
                    };
                    return Err((start + 1 + at, Cause::Malformed(attribute_words(&error).to_owned())));
                }
            }
        }
        Ok(attributes)
    }

    /// Where the value of an attribute begins in the text.
    fn offset(&self, attribute: &Attribute<'_>) -> Option<usize> {
        let offset = attribute.value.as_ptr().addr().checked_sub(self.text.as_ptr().addr())?;
        (offset <= self.text.len()).then_some(offset)
    }

    fn end(&mut self, at: usize) -> Step {
        if self.depth > 0 {
            self.fault(at, Cause::Malformed("the file ends inside an element".to_owned()));
        } else if !self.root_seen {
            self.fault(at, Cause::NoElement);
        }
        Step::Stop
    }

    fn stop(&mut self, at: usize, cause: Cause) -> Step {
        if let Some(open) = self.open.take() {
            self.document.assets[open].lines.1 = self.places.at(at).line;
        }
        self.fault(at, cause);
        Step::Stop
    }

    fn fault(&mut self, at: usize, cause: Cause) {
        // Beyond the first thousand a file is only noise.
        if self.document.faults.len() < 1_000 {
            let place = self.places.at(at);
            self.document.faults.push((place, cause));
        }
    }
}

/// The attributes that mean something; no other is kept.
const WANTED: &[&str] = &["id", "inheritFrom", "type", "source", "name", "value", "override", "href"];

fn bounded<T>(list: &mut Vec<T>, item: T) -> Result<(), Cause> {
    if list.len() >= RECORDS {
        return Err(Cause::TooMany(RECORDS));
    }
    list.push(item);
    Ok(())
}

fn position(offset: u64) -> usize {
    usize::try_from(offset).unwrap_or(usize::MAX)
}

fn words(error: &Error) -> String {
    let mut words = error.to_string();
    if let Some(inner) = words.strip_prefix("ill-formed document: ").or_else(|| words.strip_prefix("syntax error: ")) {
        words = inner.to_owned();
    }
    words.chars().take(300).collect()
}

fn attribute_words(error: &AttrError) -> &'static str {
    match error {
        AttrError::ExpectedEq(_) => "an attribute without =",
        AttrError::ExpectedValue(_) => "an attribute without a value",
        AttrError::UnquotedValue(_) => "a value without quotes",
        AttrError::ExpectedQuote(..) => "a value without its closing quote",
        AttrError::Duplicated(..) => "an attribute stands twice",
    }
}

#[cfg(test)]
mod tests;
