//! Chance that is an argument: every choice is read from given bytes, so that the
//! same growth serves property tests and fuzz targets.

/// A source of choices; when the bytes run out it always takes the first side.
pub(crate) struct Dice<'d> {
    bytes: &'d [u8],
}

impl<'d> Dice<'d> {
    pub(crate) fn new(bytes: &'d [u8]) -> Self {
        Self { bytes }
    }

    /// A number below `sides`, which is at most 256.
    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        let Some((first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        usize::from(*first) % sides
    }

    /// Whether a choice of `sides` falls on the last one.
    pub(crate) fn rarely(&mut self, sides: usize) -> bool {
        self.roll(sides) == sides - 1
    }

    /// One of several.
    pub(crate) fn pick<T: Clone>(&mut self, among: &[T]) -> T {
        among[self.roll(among.len())].clone()
    }
}
