//! The real binary in a throwaway home: every command with good input, bad input,
//! and twice in a row.

mod answers;
mod author;
mod bridges;
mod carried;
mod crash;
mod edits;
mod home;
#[cfg(unix)]
mod interrupt;
mod listing;
mod live;
mod mods;
mod other;
mod page;
mod plugins;
mod projects;
mod settings;
mod skills;
mod uninstall;
#[cfg(windows)]
mod windows;
mod wishes;
#[cfg(unix)]
mod wizard;
