//! The tray app on a real session bus and a real screen, with the real engine in a
//! throwaway home: the test itself is the panel and the notification service.

#![cfg(target_os = "linux")]

mod home;
mod menu;
mod notes;
mod panel;
mod starts;
mod toasts;
mod tray;
