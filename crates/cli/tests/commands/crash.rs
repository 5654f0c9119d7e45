//! The real binary killed at every effect: the next start puts everything right.

use crate::home::{Expected, Home};

#[test]
fn after_a_kill_every_file_is_all_before_or_all_after() {
    let whole = Home::usual();
    let before = whole.files().into_values().collect::<Vec<_>>();
    whole.ends(&["enable", "bascule", "--all", "--yes"], 0);
    let after = whole.files().into_values().collect::<Vec<_>>();
    let mut kills = 0;
    for at in 1.. {
        let home = Home::usual().env("BASCULE_FAULT", &format!("kill:{at}"));
        if home.run(&["enable", "bascule", "--all", "--yes"]).code == Some(0) {
            break;
        }
        kills += 1;
        let home = home.env("BASCULE_FAULT", "");
        home.ends(&["doctor", "--fix"], 0);
        let now = home.files().into_values().collect::<Vec<_>>();
        assert!(now == before || now == after, "killed at {at}: {:#?}", home.files());
        home.check(&["doctor"], &Expected { code: 0, out: &["all is well"], err: &[] });
        home.ends(&["enable", "bascule", "--all", "--yes"], 0);
        assert_eq!(home.files().into_values().collect::<Vec<_>>(), after, "killed at {at}, then enabled");
    }
    assert!(kills > 10, "only {kills} effects were met");
}
