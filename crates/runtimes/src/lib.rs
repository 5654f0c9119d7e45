//! What runs in a child of the host: `bascule runtime <bridge>`.
