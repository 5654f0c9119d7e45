//! What is shown follows from what is told, and from nothing else.

mod cases;
mod choices;
mod menus;
mod offers;
mod toasts;
