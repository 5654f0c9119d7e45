//! The tray app on a real session bus and a real screen, with the real engine in a
//! throwaway home: the test itself is the panel and the notification service.

#![cfg(target_os = "linux")]

#[expect(dead_code, reason = "the bench uses the rest")]
mod home;
mod menu;
mod notes;
#[expect(dead_code, reason = "the bench and the panel of the journeys use the rest")]
mod panel;
#[expect(dead_code, reason = "the bench uses the rest")]
mod screen;
mod starts;
mod toasts;
mod tray;
