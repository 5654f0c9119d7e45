//! Medians, ratios and the table they stand in.

use std::fmt::Write as _;

/// What was measured, each value one run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Measure {
    Milliseconds(Vec<f64>),
    Megabytes(Vec<f64>),
    /// Of the system's clock, a hundredth of a second as a rule.
    Ticks(Vec<f64>),
    /// So many of them.
    Processes(Vec<f64>),
    /// Not measured, and why.
    Missing(String),
}

/// One line of the table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    what: String,
    whose: String,
    measure: Measure,
    /// What ours should stay under.
    aim: Option<f64>,
}

/// The name ours stands under.
const OURS: &str = "bascule";

impl Row {
    /// A row about Bascule itself.
    pub(crate) fn ours(what: &str, measure: Measure, aim: Option<f64>) -> Self {
        Self { what: what.into(), whose: OURS.into(), measure, aim }
    }

    /// A row about a peer.
    pub(crate) fn peer(what: &str, whose: &str, measure: Measure) -> Self {
        Self { what: what.into(), whose: whose.into(), measure, aim: None }
    }
}

/// The rows as a Markdown table; each ratio is to our row of the same thing.
pub(crate) fn markdown(rows: &[Row]) -> String {
    let mut text = String::from(
        "| measured | of | median | lowest to highest | runs | ratio to ours | aim |\n|---|---|---:|---:|---:|---:|---:|\n",
    );
    for row in rows {
        let ours = rows.iter().find(|other| other.whose == OURS && other.what == row.what);
        let ours = ours.and_then(|ours| ours.measure.median());
        let ratio =
            row.measure.median().zip(ours).map_or_else(String::new, |(this, ours)| format!("{:.1}", this / ours));
        let aim = row.aim.map_or_else(String::new, |aim| row.judged(aim));
        let Row { what, whose, measure, .. } = row;
        let (values, unit) = match measure {
            Measure::Milliseconds(values) => (values, "ms"),
            Measure::Megabytes(values) => (values, "MB"),
            Measure::Ticks(values) => (values, "ticks"),
            Measure::Processes(values) => (values, "processes"),
            Measure::Missing(why) => {
                _ = writeln!(text, "| {what} | {whose} | not measured: {why} | | | | {aim} |");
                continue;
            }
        };
        let median = measure.median().unwrap_or_default();
        let lowest = values.iter().copied().fold(f64::INFINITY, f64::min);
        let highest = values.iter().copied().fold(0.0, f64::max);
        let runs = values.len();
        _ = writeln!(
            text,
            "| {what} | {whose} | {} {unit} | {} to {} | {runs} | {ratio} | {aim} |",
            figure(median),
            figure(lowest),
            figure(highest)
        );
    }
    text
}

/// A value with as many places as tell something.
fn figure(value: f64) -> String {
    if value < 1.0 && value > 0.0 { format!("{value:.3}") } else { format!("{value:.1}") }
}

impl Row {
    fn judged(&self, aim: f64) -> String {
        match self.measure.median() {
            Some(median) if median <= aim => format!("under {aim}: met"),
            Some(_) => format!("under {aim}: **missed**"),
            None => format!("under {aim}"),
        }
    }
}

impl Measure {
    /// The middle value, or the mean of the two in the middle.
    pub(crate) fn median(&self) -> Option<f64> {
        let (Self::Milliseconds(values) | Self::Megabytes(values) | Self::Ticks(values) | Self::Processes(values)) =
            self
        else {
            return None;
        };
        let mut values = values.clone();
        values.sort_by(f64::total_cmp);
        let middle = values.len() / 2;
        match values.len() {
            0 => None,
            even if even % 2 == 0 => Some(f64::midpoint(values[middle - 1], values[middle])),
            _ => Some(values[middle]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle() {
        let of = |values: &[f64]| Measure::Milliseconds(values.to_vec()).median();
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[9.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(of(&[9.0, 1.0, 2.0, 4.0]), Some(3.0));
    }

    #[test]
    fn ratios_compare_like_with_like() {
        let rows = [
            Row::ours("start", Measure::Milliseconds(vec![4.0]), Some(5.0)),
            Row::peer("start", "node", Measure::Milliseconds(vec![400.0])),
            Row::peer("start", "python", Measure::Missing("no python".into())),
            Row::ours("binary", Measure::Megabytes(vec![14.0]), Some(12.0)),
        ];
        let text = markdown(&rows);
        let lines: Vec<&str> = text.lines().skip(2).collect();
        assert_eq!(lines[0], "| start | bascule | 4.0 ms | 4.0 to 4.0 | 1 | 1.0 | under 5: met |");
        assert_eq!(lines[1], "| start | node | 400.0 ms | 400.0 to 400.0 | 1 | 100.0 |  |");
        assert!(lines[2].contains("not measured: no python"), "{text}");
        assert!(lines[3].ends_with("under 12: **missed** |"), "{text}");
    }
}
