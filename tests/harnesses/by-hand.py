#!/usr/bin/env python3
"""Does by hand what `bascule` does, for one fixed home: it proves the rig, not the product.

    cargo xtask test harnesses --bascule tests/harnesses/by-hand.py
    cargo xtask test claude-loop --bascule tests/harnesses/by-hand.py

BY_HAND_BREAKS makes it fail on purpose, so that the rig can be seen to notice:
`forgets` leaves the entries behind, `tidies` changes what is not ours, `wrong`
writes another command, `unlocked` ignores Claude Code's lock, `unskilled` leaves
the skill out.
"""
import json
import os
import pathlib
import shutil
import sys
import time

HERE = pathlib.Path(__file__).resolve()
HOME = pathlib.Path(os.environ["HOME"])
BREAKS = os.environ.get("BY_HAND_BREAKS")


def listed(indent, **entry):
    """A JSON member that goes right behind the bracket that opens its container."""
    pad = " " * indent
    text = json.dumps({"bascule": entry}, indent=indent, ensure_ascii=False)
    member = text[text.index("\n") + 1 : text.rindex("\n")]
    return "".join("\n" + pad + line for line in member.split("\n")) + ","


def entries(program):
    """For one program: its file, the text our entry goes behind, and our entry."""
    command = "/nowhere" if BREAKS == "wrong" else str(HERE)
    args = ["mcp", "bascule", "--for", program]
    plain = {"command": command, "args": args}
    local = {"type": "local", "command": [command, *args], "enabled": True}
    servers = '"mcpServers": {'
    toml = f"\n[mcp_servers.bascule]\ncommand = {json.dumps(command)}\nargs = {json.dumps(args)}\n"
    yaml = f"  bascule:\n    command: {json.dumps(command)}\n    args: {json.dumps(args)}\n"
    return {
        "claude-code": (".claude.json", servers, listed(2, type="stdio", **plain, env={})),
        "opencode": (".config/opencode/opencode.json", '"mcp": {', listed(2, **local)),
        "qwen": (".qwen/settings.json", servers, listed(2, **plain)),
        "factory": (".factory/mcp.json", servers, listed(2, type="stdio", **plain)),
        "gemini-cli": (".gemini/settings.json", servers, listed(2, **plain)),
        "kilo": (".config/kilo/kilo.jsonc", '"mcp": {', listed(2, **local)),
        "qoder": (".qoder/settings.json", servers, listed(2, **plain)),
        "codex": (".codex/config.toml", None, toml),
        "copilot-cli": (".copilot/mcp-config.json", servers, listed(2, type="local", **plain, tools=["*"])),
        "augment": (".augment/settings.json", servers, listed(4, **plain)),
        "amp": (".config/amp/settings.json", '"amp.mcpServers": {', listed(2, **plain)),
        "hermes": (".hermes/config.yaml", "mcp_servers:\n", yaml),
    }[program]


PROGRAMS = [
    "claude-code", "opencode", "qwen", "factory", "gemini-cli", "kilo",
    "qoder", "codex", "copilot-cli", "augment", "amp", "hermes",
]  # fmt: skip


def replace(path, change):
    """Reads, changes and renames; for Claude Code's file under the lock it uses itself."""
    lock = path.with_name(path.name + ".lock") if path.name == ".claude.json" else None
    if BREAKS == "unlocked":
        lock = None
    while lock:
        try:
            lock.mkdir()
            break
        except FileExistsError:
            time.sleep(0.02)
    try:
        after = change(path.read_text())
        beside = path.with_name(f"{path.name}.by-hand.{os.getpid()}")
        beside.write_text(after)
        beside.rename(path)
    finally:
        if lock:
            lock.rmdir()


def enable(program):
    path, anchor, entry = entries(program)

    def put(text):
        if entry in text:
            return text
        at = len(text) if anchor is None else text.index(anchor) + len(anchor)
        return text[:at] + entry + text[at:]

    replace(HOME / path, put)


def disable(program):
    path, _, entry = entries(program)

    def take(text):
        if BREAKS == "forgets":
            return text
        text = text.replace(entry, "")
        return text + "\n" if BREAKS == "tidies" else text

    replace(HOME / path, take)


def skills(chosen, there):
    """The folders the chosen programs read skills in, with ours in them or without."""
    own = {"claude-code": ".claude", "kilo": ".kilo", "qoder": ".qoder"}
    for folder in {own.get(program, ".agents") for program in chosen}:
        skill = HOME / folder / "skills/bascule"
        shutil.rmtree(skill, ignore_errors=True)
        if there and BREAKS != "unskilled":
            shutil.copytree(HERE.parents[2] / "bridges/bascule/skill", skill)


def main(args):
    if args[:2] == ["mcp", "bascule"]:
        os.execv(sys.executable, [sys.executable, str(HERE.parent / "fixture/server.py")])
    chosen = [args[i + 1] for i, word in enumerate(args) if word == "--harness"] or PROGRAMS
    verb = {"enable": enable, "disable": disable, "rollback": disable}[args[0]]
    for program in chosen:
        if (HOME / entries(program)[0]).exists():
            verb(program)
    if BREAKS != "forgets" or args[0] == "enable":
        skills(chosen, args[0] == "enable")


main(sys.argv[1:])
