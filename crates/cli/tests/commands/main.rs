//! The real binary in a throwaway home: every command with good input, bad input,
//! and twice in a row.

#[cfg(unix)]
mod crash;
mod edits;
mod home;
mod listing;
mod other;
mod wishes;
#[cfg(unix)]
mod wizard;
