//! The icon and its menu as they are drawn: only what changed is drawn anew.

use tauri::AppHandle;
use tauri::image::Image;
use tauri::menu::{CheckMenuItem, IsMenuItem, Menu as Native, MenuItem, PredefinedMenuItem, Submenu};
use tauri::tray::{TrayIcon, TrayIconBuilder};

use super::desktop::Brightness;
use crate::choice::Choice;
use crate::menu::{Line, Menu, has_same_shape};
use crate::view::State;

/// The icon in the panel.
pub(super) struct Drawn {
    app: AppHandle,
    tray: TrayIcon,
    state: (State, Brightness),
    menu: Menu,
    native: Native<tauri::Wry>,
    items: Vec<Item>,
    /// Where the system keeps the icon as a file while it is shown, if nobody else may
    /// write there; it goes with the app.
    _folder: Option<tempfile::TempDir>,
}

/// A drawn line.
enum Item {
    Text(MenuItem<tauri::Wry>),
    Tick(CheckMenuItem<tauri::Wry>),
    More(Submenu<tauri::Wry>, Vec<Item>),
    Parts(PredefinedMenuItem<tauri::Wry>),
}

impl Drawn {
    /// Draws it for the first time; `chosen` hears what is chosen.
    pub(super) fn new(
        app: &AppHandle,
        state: (State, Brightness),
        menu: Menu,
        chosen: impl Fn(Choice) + Send + Sync + 'static,
    ) -> tauri::Result<Self> {
        let (native, items) = native(app, &menu)?;
        let mut tray = TrayIconBuilder::with_id("bascule")
            .icon(icon(state.0, state.1)?)
            .icon_as_template(cfg!(target_os = "macos"))
            .menu(&native)
            .show_menu_on_left_click(true)
            .on_menu_event(move |_, event| {
                if let Some(choice) = Choice::of_id(event.id().as_ref()) {
                    chosen(choice);
                }
            });
        // Without a folder of this person's the file would lie where everybody writes.
        let folder = if has_private_folder() { None } else { tempfile::tempdir().ok() };
        if let Some(folder) = &folder {
            tray = tray.temp_dir_path(folder.path());
        }
        let tray = tray.build(app)?;
        Ok(Self { app: app.clone(), tray, state, menu, native, items, _folder: folder })
    }

    /// Draws what is not so yet. `tip` is what the icon says where it can say something.
    pub(super) fn draw(&mut self, state: (State, Brightness), menu: Menu, tip: &str) -> tauri::Result<()> {
        if self.state != state {
            self.tray.set_icon_with_as_template(Some(icon(state.0, state.1)?), cfg!(target_os = "macos"))?;
            self.state = state;
        }
        if self.menu == menu {
            return Ok(());
        }
        self.tray.set_tooltip(Some(tip))?;
        // A menu that is open stays so while only its words change.
        if has_same_shape(&self.menu.0, &menu.0) {
            reword(&self.app, Above::Menu(&self.native), &mut self.items, (&self.menu.0, &menu.0))?;
        } else {
            (self.native, self.items) = native(&self.app, &menu)?;
            self.tray.set_menu(Some(self.native.clone()))?;
        }
        self.menu = menu;
        Ok(())
    }

    /// Sets every tick as it is: a click changes it before anybody decided.
    pub(super) fn settle(&self) -> tauri::Result<()> {
        ticks(&self.items, &self.menu.0)
    }
}

fn native(app: &AppHandle, menu: &Menu) -> tauri::Result<(Native<tauri::Wry>, Vec<Item>)> {
    let items = items(app, &menu.0)?;
    let native = Native::new(app)?;
    for item in &items {
        native.append(item.as_native())?;
    }
    Ok((native, items))
}

fn items(app: &AppHandle, lines: &[Line]) -> tauri::Result<Vec<Item>> {
    lines.iter().map(|line| item(app, line)).collect()
}

fn item(app: &AppHandle, line: &Line) -> tauri::Result<Item> {
    Ok(match line {
        Line::Says(text) => Item::Text(MenuItem::new(app, plain(text), false, None::<&str>)?),
        Line::Does(text, choice) => Item::Text(MenuItem::with_id(app, choice.id(), plain(text), true, None::<&str>)?),
        Line::Ticks { text, choice, is_on } => {
            Item::Tick(CheckMenuItem::with_id(app, choice.id(), plain(text), true, *is_on, None::<&str>)?)
        }
        Line::Opens(text, lines) => {
            let more = Submenu::new(app, plain(text), true)?;
            let items = items(app, lines)?;
            for item in &items {
                more.append(item.as_native())?;
            }
            Item::More(more, items)
        }
        Line::Parts => Item::Parts(PredefinedMenuItem::separator(app)?),
    })
}

/// What lines stand in.
#[derive(Clone, Copy)]
enum Above<'a> {
    Menu(&'a Native<tauri::Wry>),
    Line(&'a Submenu<tauri::Wry>),
}

/// Gives drawn lines their new words; the lines before and after have the same shape.
fn reword(
    app: &AppHandle,
    above: Above<'_>,
    items: &mut [Item],
    (before, after): (&[Line], &[Line]),
) -> tauri::Result<()> {
    for (place, ((drawn, before), after)) in items.iter_mut().zip(before).zip(after).enumerate() {
        if before == after {
            continue;
        }
        match (&mut *drawn, before, after) {
            (Item::Text(drawn), _, Line::Says(text) | Line::Does(text, _)) => drawn.set_text(plain(text))?,
            (Item::Tick(drawn), _, Line::Ticks { text, is_on, .. }) => {
                drawn.set_text(plain(text))?;
                drawn.set_checked(*is_on)?;
            }
            (Item::More(more, items), Line::Opens(old, before), Line::Opens(new, after))
                if old == new && has_same_shape(before, after) =>
            {
                reword(app, Above::Line(more), items, (before, after))?;
            }
            // Panels over D-Bus are not told when a line that opens others is named anew.
            (Item::Text(_) | Item::Tick(_) | Item::More(..) | Item::Parts(_), _, _) => {
                let new = item(app, after)?;
                match above {
                    Above::Menu(menu) => {
                        menu.remove_at(place)?;
                        menu.insert(new.as_native(), place)?;
                    }
                    Above::Line(more) => {
                        more.remove_at(place)?;
                        more.insert(new.as_native(), place)?;
                    }
                }
                *drawn = new;
            }
        }
    }
    Ok(())
}

fn ticks(items: &[Item], lines: &[Line]) -> tauri::Result<()> {
    for (item, line) in items.iter().zip(lines) {
        match (item, line) {
            (Item::Tick(item), Line::Ticks { is_on, .. }) => item.set_checked(*is_on)?,
            (Item::More(_, items), Line::Opens(_, lines)) => ticks(items, lines)?,
            (Item::Text(_) | Item::Tick(_) | Item::More(..) | Item::Parts(_), _) => {}
        }
    }
    Ok(())
}

impl Item {
    fn as_native(&self) -> &dyn IsMenuItem<tauri::Wry> {
        match self {
            Self::Text(item) => item,
            Self::Tick(item) => item,
            Self::More(item, _) => item,
            Self::Parts(item) => item,
        }
    }
}

/// A text in which no letter is taken for a key.
fn plain(text: &str) -> String {
    text.replace('&', "&&")
}

#[expect(clippy::disallowed_methods, reason = "the tray's library asks the same variable")]
fn has_private_folder() -> bool {
    !cfg!(target_os = "linux") || std::env::var_os("XDG_RUNTIME_DIR").is_some()
}

/// The drawing of a state for a panel: that for 16 pixels under Windows, else that for 22.
fn icon(state: State, panel: Brightness) -> tauri::Result<Image<'static>> {
    macro_rules! drawing {
        ($name:literal) => {
            match (cfg!(windows), panel) {
                (true, Brightness::Light) => drawing!($name, "16-light"),
                (true, Brightness::Dark) => drawing!($name, "16-dark"),
                (false, Brightness::Light) => drawing!($name, "22-light"),
                (false, Brightness::Dark) => drawing!($name, "22-dark"),
            }
        };
        ($name:literal, $kind:literal) => {
            include_bytes!(concat!("../../icons/tray/tray-", $name, "-", $kind, "-panel.png")).as_slice()
        };
    }
    Image::from_bytes(match state {
        State::Off => drawing!("off"),
        State::Ready => drawing!("ready"),
        State::Waiting => drawing!("waiting"),
        State::Working => drawing!("working"),
        State::Attention => drawing!("attention"),
        State::Failed => drawing!("failed"),
    })
}
