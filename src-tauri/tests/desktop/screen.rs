//! The screen: the windows of the app on it, as an X server tells of them.

use std::collections::HashSet;

use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ClientMessageEvent, ConnectionExt as _, EventMask, ImageFormat, MapState,
};
use x11rb::rust_connection::RustConnection;

/// How many colours there are at least once words are drawn: their edges are smooth.
const COLOURS: usize = 16;

/// A connection to the screen.
pub(crate) struct Screen {
    display: RustConnection,
    root: u32,
}

/// A window of the app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    id: u32,
    pub(crate) title: String,
}

/// What a window looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Look(Vec<u8>);

impl Screen {
    /// The screen of this name.
    pub(crate) fn of(name: &str) -> Self {
        let (display, screen) = x11rb::connect(Some(name)).expect("the screen");
        let root = display.setup().roots[screen].root;
        Self { display, root }
    }

    /// The windows of the app that are on it.
    pub(crate) fn windows(&self) -> Vec<Window> {
        let all = self.display.query_tree(self.root).expect("asked").reply().expect("windows").children;
        all.into_iter().filter_map(|id| self.window(id)).collect()
    }

    /// One that goes meanwhile is none.
    fn window(&self, id: u32) -> Option<Window> {
        let seen = self.display.get_window_attributes(id).expect("asked").reply().ok()?;
        let class = self.text(id, AtomEnum::WM_CLASS.into())?;
        let is_ours = seen.map_state == MapState::VIEWABLE && class.starts_with("bascule-app\0");
        // A menu or a tip of the app has no name.
        let title = self.text(id, self.atom("_NET_WM_NAME")).filter(|title| is_ours && title.contains("Bascule"))?;
        Some(Window { id, title })
    }

    fn text(&self, window: u32, property: Atom) -> Option<String> {
        let text = self.display.get_property(false, window, property, AtomEnum::ANY, 0, 256).expect("asked");
        String::from_utf8(text.reply().ok()?.value).ok()
    }

    fn atom(&self, name: &str) -> Atom {
        self.display.intern_atom(false, name.as_bytes()).expect("asked").reply().expect("an atom").atom
    }

    /// What a window looks like now; nothing where it went.
    pub(crate) fn look(&self, window: &Window) -> Option<Look> {
        let size = self.display.get_geometry(window.id).expect("asked").reply().ok()?;
        let asked = self.display.get_image(ImageFormat::Z_PIXMAP, window.id, 0, 0, size.width, size.height, !0);
        Some(Look(asked.expect("asked").reply().ok()?.data))
    }

    /// Closes a window as the cross in its corner does.
    pub(crate) fn close(&self, window: &Window) {
        let data = [self.atom("WM_DELETE_WINDOW"), 0, 0, 0, 0];
        let event = ClientMessageEvent::new(32, window.id, self.atom("WM_PROTOCOLS"), data);
        self.display.send_event(false, window.id, EventMask::NO_EVENT, event).expect("asked");
        self.display.flush().expect("sent");
    }
}

impl Look {
    /// Whether words are drawn, and not only a ground.
    pub(crate) fn has_words(&self) -> bool {
        let some = self.0.chunks_exact(4).step_by(7);
        some.map(|pixel| &pixel[..3]).collect::<HashSet<_>>().len() >= COLOURS
    }
}
