//! Bridges: what makes one host app usable by an agent.
