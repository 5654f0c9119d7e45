//! `--harness other`: a file and shape the person names.

use crate::home::{Expected, Home};

const CASES: [(&str, &str, &str, &str, &str); 6] = [
    ("a.json", "json", "mcpServers", "standard", "{\n  \"keep\": 1\n}\n"),
    ("b.jsonc", "jsonc", "mcp.servers", "typed", "{\n  // mine\n  \"mcp\": { \"servers\": {} },\n}\n"),
    ("c.json5", "json5", "\"amp.mcpServers\"", "command-line", "{keep: 'x'}\n"),
    ("d.toml", "toml", "mcp_servers", "standard", "# mine\nx = 1\n"),
    ("e.yaml", "yaml", "servers", "list", "# mine\nkeep: yes\n"),
    ("f.json", "json", "servers", "standard", ""),
];

#[test]
fn any_file_gets_an_entry_and_comes_back() {
    for (file, dialect, key, shape, text) in CASES {
        let home = Home::empty().with(file, text);
        let line = [
            "enable",
            "bascule",
            "--harness",
            "other",
            "--file",
            file,
            "--dialect",
            dialect,
            "--key",
            key,
            "--shape",
            shape,
            "--yes",
        ];
        home.ends(&line, 0);
        let with = home.read(file);
        assert!(with.contains("bascule") && with != text, "{file}: {with}");
        home.check(&line, &Expected { code: 0, out: &["Already so"], err: &[] });
        home.check(&["status"], &Expected { code: 0, out: &[file, "connected"], err: &[] });
        home.check(&["doctor"], &Expected { code: 0, out: &["all is well"], err: &[] });
        home.ends(&["rollback", "1", "--yes"], 0);
        assert_eq!(home.read(file), text, "{file} after the rollback");
        home.ends(&["rollback", "2", "--yes"], 0);
        assert_eq!(home.read(file), with, "{file} after the rollback of the rollback");
        let edited = with.replace("--for", "--loud");
        home.write(file, &edited);
        let alone = |verb: &'static str, more: &'static str| {
            [verb, "bascule", "--harness", "other", "--file", file, more, "--yes"]
        };
        home.ends(&alone("enable", "--restore"), 0);
        assert_eq!(home.read(file), with, "{file} is ours again");
        home.ends(&["disable", "bascule", "--harness", "other", "--file", file, "--yes"], 0);
        assert_eq!(home.read(file), text, "{file} after disable");
    }
}

#[test]
fn what_is_missing_or_wrong_is_named() {
    let home = Home::usual();
    let other = ["enable", "bascule", "--harness", "other"];
    let cases: [(&[&str], &str); 5] = [
        (&[], "needs --file"),
        (&["--file", "x", "--dialect", "ini", "--key", "a"], "“ini” is not a language"),
        (&["--file", "x", "--dialect", "json", "--key", "a..b"], "“a..b” is not a place"),
        (&["--file", "x", "--dialect", "json", "--key", "a", "--shape", "round"], "standard, typed"),
        (&["--file", "x"], "needs --file"),
    ];
    for (more, err) in cases {
        home.check(&[&other[..], more].concat(), &Expected { code: 2, out: &[], err: &[err] });
    }
    let alone = ["enable", "bascule", "--harness", "cursor", "--file", "x"];
    home.check(&alone, &Expected { code: 2, out: &[], err: &["--harness other alone"] });
}
