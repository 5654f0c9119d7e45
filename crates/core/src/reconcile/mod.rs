//! One pure function from wish, receipt and disk to a plan.
