//! Putting an entry in, exchanging it and taking it out, as splices.

use serde_json::Value;

use super::super::{
    Comma, Container, Dialect, DocumentError, Ground, Layer, Problem, SeamKind, Slot, Spliced, at, is_blank,
};
use super::layout::{self, Layout};
use super::scan::{self, Node, Outline, Span};
use super::{Place, keys, value_of};

/// Puts a new entry in, with the containers that are missing.
pub(in super::super) fn put(
    text: &str,
    dialect: Dialect,
    slot: &Slot,
    entry: &Value,
) -> Result<Spliced, DocumentError> {
    fits(text, slot, entry)?;
    let blank = is_blank(text);
    let outline = match blank {
        true => Outline { root: None, comments: Vec::new() },
        false => scan::outline(text, dialect, Some(keys(&slot.container)?))?,
    };
    let place = Place::find(text, &outline, &slot.container)?;
    let spot = match place.chain.last() {
        None if blank => Spot::blank(text),
        None => Spot::after_comments(text),
        Some(node) if node.parts.is_empty() => Spot::in_empty(text, &outline, &place.chain, node),
        Some(node) => Spot::after_last(text, &outline, &place.chain, node),
    };
    let mut labels: Vec<Option<&str>> = place.missing.iter().map(|key| Some(key.as_str())).collect();
    if place.chain.is_empty() {
        labels.insert(0, None);
    }
    labels.push(matches!(slot.container, Container::Map { .. }).then_some(&slot.name));
    let made = nest(&labels, matches!(slot.container, Container::List { .. }), &spot, entry);

    let comma_after = if spot.comma == Comma::After { "," } else { "" };
    let body = format!("{}{}{comma_after}{}", spot.lead, made.text, spot.tail);
    let comma = spot.comma_at.map(|offset| (Span { start: offset, end: offset }, ",".to_owned()));
    let splices = comma.into_iter().chain([(spot.over, body)]).collect();
    let mut layers = vec![Layer { lead: spot.lead, tail: spot.tail, comma: spot.comma }];
    layers.extend(made.inner.into_iter().map(|(lead, tail)| Layer { lead, tail, comma: Comma::None }));
    Ok(Spliced { text: spliced(text, splices), layers, hollow: spot.hollow })
}

/// Exchanges the entry called `old` for ours; hands back the new text and the old entry's text.
pub(in super::super) fn replace(
    text: &str,
    dialect: Dialect,
    old: &str,
    slot: &Slot,
    entry: &Value,
) -> Result<(String, String), DocumentError> {
    fits(text, slot, entry)?;
    let missing = || at(text, 0, Problem::Missing(old.to_owned()));
    if is_blank(text) {
        return Err(missing());
    }
    let outline = scan::outline(text, dialect, Some(keys(&slot.container)?))?;
    let place = Place::find(text, &outline, &slot.container)?;
    let (node, index) = place.entry(text, dialect, &slot.container, old)?.ok_or_else(missing)?;
    if old != slot.name
        && let Some((_, taken)) = place.entry(text, dialect, &slot.container, &slot.name)?
    {
        return Err(at(text, node.parts[taken].start, Problem::Occupied(slot.name.clone())));
    }
    let layout = layout::of_part(text, &place.chain, node, index);
    let label = match slot.container {
        Container::List { .. } => String::new(),
        Container::Map { .. } | Container::Block { .. } => layout.label(&slot.name),
    };
    let span = node.parts[index].span();
    let ours = format!("{label}{}", layout.value(entry));
    Ok((spliced(text, vec![(span, ours)]), text[span.start..span.end].to_owned()))
}

/// Takes our entry out; `None` where nothing but what we made is left.
pub(in super::super) fn remove(
    text: &str,
    dialect: Dialect,
    slot: &Slot,
    seam: &SeamKind,
) -> Result<Option<String>, DocumentError> {
    let outline = scan::outline(text, dialect, Some(keys(&slot.container)?))?;
    let place = Place::find(text, &outline, &slot.container)?;
    let found = place.entry(text, dialect, &slot.container, &slot.name)?;
    let (node, index) = found.ok_or_else(|| at(text, 0, Problem::Missing(slot.name.clone())))?;
    match seam {
        SeamKind::Replaced { old, .. } => {
            let left = spliced(text, vec![(node.parts[index].span(), old.clone())]);
            standing_once(&left, dialect, &slot.container, index)?;
            Ok(Some(left))
        }
        SeamKind::Inserted { ground, layers, hollow } => {
            let cut = Cut { text, dialect, outline: &outline };
            Ok(cut.out(&place.chain, index, ground, layers, hollow.as_deref()))
        }
    }
}

/// An item of a list carries its own name: refuses an entry without it.
fn fits(text: &str, slot: &Slot, entry: &Value) -> Result<(), DocumentError> {
    match &slot.container {
        Container::List { name_key, .. } if entry.get(name_key).and_then(Value::as_str) != Some(&slot.name) => {
            Err(at(text, 0, Problem::Unsupported("an item of this list must hold its own name")))
        }
        _ => Ok(()),
    }
}

/// Refuses a text in which the name of the part at `index` is taken by another one.
fn standing_once(text: &str, dialect: Dialect, container: &Container, index: usize) -> Result<(), DocumentError> {
    let outline = scan::outline(text, dialect, Some(keys(container)?))?;
    let place = Place::find(text, &outline, container)?;
    let Some(part) = place.container().and_then(|node| node.parts.get(index)) else { return Ok(()) };
    let value = value_of(text, dialect, &part.value)?;
    let Some(name) = super::name_of(container, part.key.as_deref(), &value) else { return Ok(()) };
    place.entry(text, dialect, container, &name).map(drop).map_err(|error| match error.problem {
        Problem::DuplicateKey(name) => DocumentError { problem: Problem::Occupied(name), ..error },
        _ => error,
    })
}

/// Where the outermost thing we make goes, and how.
struct Spot {
    /// What our text takes the place of: nothing, or white space that is in our lead again.
    over: Span,
    comma_at: Option<usize>,
    comma: Comma,
    lead: String,
    tail: String,
    hollow: Option<String>,
    /// The layout of the outermost thing.
    layout: Layout,
    /// The layout of the entry, where it is the outermost thing.
    entry: Layout,
}

impl Spot {
    fn new(offset: usize, layout: Layout, entry: Layout, lead: String) -> Self {
        let over = Span { start: offset, end: offset };
        Self { over, comma_at: None, comma: Comma::None, lead, tail: String::new(), hollow: None, layout, entry }
    }

    /// A new file.
    fn blank(text: &str) -> Self {
        let layout = Layout::fresh(text);
        let tail = layout.lead();
        let over = Span { start: 0, end: text.len() };
        Self { over, tail, ..Self::new(0, layout.clone(), layout, String::new()) }
    }

    /// Below a text that holds comments alone.
    fn after_comments(text: &str) -> Self {
        let layout = Layout::fresh(text);
        let tail = layout.lead();
        let lead = if text.ends_with(['\r', '\n']) { String::new() } else { layout.lead() };
        Self { tail, ..Self::new(text.len(), layout.clone(), layout, lead) }
    }

    /// Inside a container without parts.
    fn in_empty(text: &str, outline: &Outline, chain: &[&Node], node: &Node) -> Self {
        let inner = Span { start: node.span.start + 1, end: node.span.end - 1 };
        let layout = layout::inside_empty(text, chain, node);
        let lines = matches!(layout, Layout::Lines { .. });
        let outer = layout::newline(&layout.lead()).to_owned() + layout::indent(text, node.span.start);
        let Some(comment) = outline.last_comment(inner) else {
            let hollow = &text[inner.start..inner.end];
            let mut spot = Self::new(inner.start, layout.clone(), layout, String::new());
            spot.hollow = Some(hollow.to_owned());
            match (lines, layout::has_break(hollow)) {
                (true, true) => spot.lead = spot.layout.lead(),
                (true, false) => {
                    (spot.lead, spot.tail) = (spot.layout.lead(), outer);
                    let start = if spot.lead.ends_with(hollow) { inner.start } else { inner.end };
                    spot.over = Span { start, end: inner.end };
                }
                (false, _) => {
                    spot.over = Span { start: inner.end, end: inner.end };
                    spot.tail = hollow.to_owned();
                }
            }
            return spot;
        };
        let behind = &text[comment.span.end..inner.end];
        let lead = if lines { layout.lead() } else { " ".to_owned() };
        let lead = clear_of(text, node, Some(comment), lead);
        let tail = match lines && !layout::has_break(behind) {
            true => outer.strip_suffix(behind).unwrap_or(&outer).to_owned(),
            false => String::new(),
        };
        Self { tail, ..Self::new(comment.span.end, layout.clone(), layout, lead) }
    }

    /// After the last part of a container and the comments that follow it.
    fn after_last(text: &str, outline: &Outline, chain: &[&Node], node: &Node) -> Self {
        let last = &node.parts[node.parts.len() - 1];
        let end = last.value.span.end;
        let from = last.comma.map_or(end, |comma| comma + 1);
        let comment = outline.last_comment(Span { start: from, end: node.span.end });
        let offset = comment.map_or(from, |comment| comment.span.end);
        let (layout, lead) = layout::beside_siblings(text, outline, chain, node);
        let entry = layout::like_last(text, node, &layout);
        let spot = Self::new(offset, layout, entry, clear_of(text, node, comment, lead));
        match last.comma {
            Some(_) => Self { comma: Comma::After, ..spot },
            None => Self { comma: Comma::Before, comma_at: Some(end), ..spot },
        }
    }
}

/// The lead of our member in `node`, on a line below the comment where that would swallow it.
fn clear_of(text: &str, node: &Node, comment: Option<scan::Comment>, lead: String) -> String {
    if comment.is_some_and(|comment| comment.to_line_end) && !layout::has_break(&lead) {
        return format!("{}{}  ", layout::newline(text), layout::indent(text, node.span.start));
    }
    lead
}

/// The text of our outermost thing, with the white space around each thing inside it.
struct Made {
    text: String,
    inner: Vec<(String, String)>,
}

/// Builds containers within containers, each with its label, around the entry.
fn nest(labels: &[Option<&str>], list: bool, spot: &Spot, entry: &Value) -> Made {
    let mut layouts = vec![spot.layout.clone()];
    while layouts.len() < labels.len() {
        layouts.extend(layouts.last().map(Layout::deeper));
    }
    let label = |depth: usize| labels[depth].map(|key| layouts[depth].label(key)).unwrap_or_default();
    let innermost = labels.len() - 1;
    let style = if innermost == 0 { &spot.entry } else { &layouts[innermost] };
    let mut text = label(innermost) + &style.value(entry);
    let mut inner = Vec::new();
    for depth in (0..innermost).rev() {
        let (open, close) = if list && depth + 1 == innermost { ('[', ']') } else { ('{', '}') };
        let (lead, tail) = (layouts[depth + 1].lead(), layouts[depth].lead());
        text = format!("{}{open}{lead}{text}{tail}{close}", label(depth));
        inner.insert(0, (lead, tail));
    }
    Made { text, inner }
}

/// Taking things of ours out of a text that others may have changed.
struct Cut<'t> {
    text: &'t str,
    dialect: Dialect,
    outline: &'t Outline,
}

impl Cut<'_> {
    /// The text without part `index` of the innermost container, and without the
    /// containers of ours that would stay empty.
    fn out(
        &self,
        chain: &[&Node],
        mut index: usize,
        ground: &Ground,
        layers: &[Layer],
        hollow: Option<&str>,
    ) -> Option<String> {
        let mut level = chain.len() - 1;
        let mut made = layers.len();
        // Each step outward takes a container of ours that holds nothing else.
        while made > 1 && self.holds_nothing_but(chain[level], index) {
            if level == 0 {
                let outside = [&self.text[..chain[0].span.start], &self.text[chain[0].span.end..]];
                let lonely = outside.iter().all(|text| is_blank(text));
                return match ground {
                    Ground::Absent | Ground::Blank(_) if lonely => None,
                    // A comment beside a root of ours needs a document to stand in.
                    Ground::Absent | Ground::Blank(_) => Some(self.emptied(chain[0], "")),
                    Ground::Document => Some(self.without_root(chain[0], &layers[0])),
                };
            }
            let inner = chain[level].span.start;
            let outer = chain[level - 1].parts.iter().position(|part| part.value.span.start == inner);
            let Some(outer) = outer else { break };
            (level, made, index) = (level - 1, made - 1, outer);
        }
        let node = chain[level];
        if let Some(hollow) = hollow.filter(|_| made == 1 && self.holds_nothing_but(node, index)) {
            return Some(self.emptied(node, hollow));
        }
        let unknown = Layer { lead: String::new(), tail: String::new(), comma: Comma::None };
        let layer = made.checked_sub(1).and_then(|layer| layers.get(layer)).unwrap_or(&unknown);
        Some(self.without(node, index, layer))
    }

    /// Part `index` is the only part and no comment stands beside it.
    fn holds_nothing_but(&self, node: &Node, index: usize) -> bool {
        let part = node.parts[index].span();
        let before = Span { start: node.span.start, end: part.start };
        let after = Span { start: part.end, end: node.span.end };
        node.parts.len() == 1 && [before, after].iter().all(|&gap| self.outline.last_comment(gap).is_none())
    }

    fn emptied(&self, node: &Node, hollow: &str) -> String {
        let inner = Span { start: node.span.start + 1, end: node.span.end - 1 };
        spliced(self.text, vec![(inner, hollow.to_owned())])
    }

    fn without_root(&self, root: &Node, layer: &Layer) -> String {
        let before = self.blank_from(0, root.span.start);
        let lead = exact_length(&self.text[before..root.span.start], &layer.lead);
        self.without_span(root.span, before, [lead, 0], &layer.tail, None)
    }

    /// The text without one part, its white space and the comma that goes with it.
    fn without(&self, node: &Node, index: usize, layer: &Layer) -> String {
        let part = &node.parts[index];
        let before = self.blank_from(layout::boundary(node, index), part.start);
        let run = &self.text[before..part.start];
        let leads = [lead_length(run, &layer.lead), exact_length(run, &layer.lead)];
        // The comma behind goes first: the one in front may stand before a
        // comment, where the next part needs it.
        let comma = part.comma.or_else(|| index.checked_sub(1).and_then(|before| node.parts[before].comma));
        let alone = node.parts.len() == 1 && part.comma.is_none();
        self.without_span(part.span(), before, leads, if alone { &layer.tail } else { "" }, comma)
    }

    /// Takes `span` out with the first number of `leads` bytes before it and `tail`
    /// behind it, or less where a line comment would swallow what follows.
    fn without_span(&self, span: Span, before: usize, leads: [usize; 2], tail: &str, comma: Option<usize>) -> String {
        let commented = self.outline.comments.iter().any(|it| it.to_line_end && it.span.end == before);
        let tail = if self.text[span.end..].starts_with(tail) { tail.len() } else { 0 };
        let ended = |end: usize| {
            let mut rest = self.text[end..].char_indices().filter(|(offset, _)| Some(end + offset) != comma);
            let next =
                rest.find(|&(_, char)| scan::ends_line(char, self.dialect) || !scan::is_white(char, self.dialect));
            next.is_none_or(|(_, char)| scan::ends_line(char, self.dialect))
        };
        let swallows = |lead: usize, tail: usize| commented && before + lead == span.start && !ended(span.end + tail);
        let mut choices = [(leads[0], tail), (leads[0], 0), (leads[1], 0)].into_iter();
        let (lead, tail) = choices.find(|&(lead, tail)| !swallows(lead, tail)).unwrap_or((0, 0));
        let mut cuts = vec![(Span { start: span.start - lead, end: span.end + tail }, String::new())];
        cuts.extend(comma.map(|comma| (Span { start: comma, end: comma + 1 }, String::new())));
        spliced(self.text, cuts)
    }

    /// Where the white space that ends at `offset` begins, not before `boundary`.
    fn blank_from(&self, boundary: usize, offset: usize) -> usize {
        let gap = Span { start: boundary, end: offset };
        self.outline.last_comment(gap).map_or(boundary, |comment| comment.span.end)
    }
}

/// How much of the white space before our part is ours: our own lead, or what
/// another program that laid the file out anew put in its place.
fn lead_length(run: &str, lead: &str) -> usize {
    let broken = layout::has_break(run);
    let split_break = lead.starts_with('\n') && run.strip_suffix(lead).is_some_and(|rest| rest.ends_with('\r'));
    if run.ends_with(lead) && !split_break && (layout::has_break(lead) || !broken) {
        return lead.len();
    }
    match run.rfind(['\r', '\n']) {
        Some(place) if run[..place].ends_with('\r') && run[place..].starts_with('\n') => run.len() - place + 1,
        Some(place) => run.len() - place,
        None => run.len(),
    }
}

fn exact_length(run: &str, lead: &str) -> usize {
    if run.ends_with(lead) { lead.len() } else { 0 }
}

/// The text with each span exchanged; spans do not overlap, and those at one place keep their order.
fn spliced(text: &str, mut splices: Vec<(Span, String)>) -> String {
    splices.sort_by_key(|(span, _)| (span.start, span.end));
    let mut result = String::with_capacity(text.len() + splices.iter().map(|(_, piece)| piece.len()).sum::<usize>());
    let mut done = 0;
    for (span, piece) in splices {
        result.push_str(&text[done..span.start]);
        result.push_str(&piece);
        done = span.end;
    }
    result.push_str(&text[done..]);
    result
}
