# SPDX-License-Identifier: MIT
"""Nothing that a file or a name holds steers the terminal: every text is free of control characters."""
import os
import re
import subprocess

from harness import TINY, WAFT, check, environment, finish, Workspace, write

EVIL = b"a\x1b]0;owned\x07\x1b[31m\x9b\x7f\xff\xc2\x9bz"
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def said(place, code, *words):
    """Both streams as bytes, checked."""
    done = subprocess.run([WAFT.encode(), *[w if isinstance(w, bytes) else w.encode() for w in words]],
                          cwd=place, env=environment(), capture_output=True)
    name = " ".join(repr(word) for word in words)
    check(done.returncode == code, f"code {code} (got {done.returncode}): {name}")
    text = done.stdout + done.stderr
    shown = text.decode(errors="replace")
    found = CONTROL.findall(shown) + ([] if "--json" in words else re.findall("\ufffd", shown))
    check(text and not found, f"nothing steers the terminal: {name} {found[:3]}")
    return text


with Workspace() as place:
    write(place / "tiny.yaml", TINY)
    (place / "esc.csv").write_bytes(b"time,a\n0," + EVIL + b"\n")
    (place / "head.csv").write_bytes(b"time," + b"a\xc2\x9b31mz\x7f" + b"\n0,1\n1,2\n")
    (place / "binary.csv").write_bytes(bytes(range(256)) * 4)
    (place / "log").write_bytes(b"waft-edits 1\n10 " + EVIL + b" water 0 1\n")
    (place / "evil.yaml").write_bytes(TINY.encode().replace(b"depth", EVIL))
    write(place / "title.yaml", TINY.replace("Tiny", r'"a\e[31m\x07b"'))
    evil_name = b"x" + EVIL.replace(b"/", b"")
    with open(os.path.join(os.fsencode(place), evil_name + b".yaml"), "wb") as file:
        file.write(TINY.encode())
    for command in ("plot", "info"):
        said(place, 2, command, "esc.csv")
        said(place, 2, command, "binary.csv")
        said(place, 2, command, EVIL)
    said(place, 2, "info", "log")
    said(place, 2, "info", "head.csv")
    said(place, 2, "info", "head.csv", "--json")
    said(place, 2, "plot", "head.csv", "--y", "azz")
    said(place, 2, "check", "evil.yaml")
    said(place, 2, "check", "evil.yaml", "--json")
    said(place, 2, "check", "title.yaml")
    said(place, 0, "check", evil_name + b".yaml")
    said(place, 0, "run", evil_name + b".yaml", "--frames", "0:0")
    said(place, 0, "new", "pond", b"new" + evil_name)
    said(place, 2, EVIL)
    said(place, 2, "run", "tiny.yaml", b"--" + EVIL)
    said(place, 2, "run", "tiny.yaml", "--replay", "log")
    said(place, 2, "run", "tiny.yaml", "--set", EVIL + b"=1")

finish()
