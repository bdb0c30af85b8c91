# SPDX-License-Identifier: MIT
"""On a terminal: one bar that is redrawn seldom and cleared, colours unless NO_COLOR."""
import fcntl
import os
import pty
import re
import struct
import subprocess
import termios
import time

from harness import TINY, WAFT, check, environment, finish, Workspace, write

SCENE = TINY.replace("duration: 0.5", "duration: 40").replace("[16, 16]", "[160, 160]")


def on_terminal(place, words, extra=None, columns=80):
    """Runs with stderr on a terminal; returns (code, stdout, stderr, seconds)."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    env = environment({"TERM": "xterm", **(extra or {})})
    began = time.monotonic()
    process = subprocess.Popen([WAFT, *words], cwd=place, env=env, stdout=subprocess.PIPE, stderr=theirs,
                               text=True)
    os.close(theirs)
    seen = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:
            piece = b""
        if not piece:
            break
        seen += piece
    os.close(ours)
    out, _ = process.communicate()
    return process.returncode, out, seen.decode(errors="replace"), time.monotonic() - began


try:
    for end in pty.openpty():
        os.close(end)
except OSError as error:
    print(f"skipped: this system has no pseudo-terminals ({error}), as in a bare chroot")
    raise SystemExit(0)

with Workspace() as place:
    write(place / "scene.yaml", SCENE)
    write(place / "tiny.yaml", TINY)
    write(place / "wrong.yaml", TINY.replace("depth: 0.5", "dpeth: 0.5"))

    code, out, err, seconds = on_terminal(place, ["run", "scene.yaml", "-o", "bar"], columns=60)
    check(code == 0 and out.startswith("directory bar\nhash "), "a run on a terminal works")
    bars = [part for part in re.split(r"[\r\n]", err) if "ETA" in part]
    if not check(bars and all(re.match(r"frame \d+/400 \[#*-*\]", bar) for bar in bars),
                 "bars show frame and share"):
        print(repr(err[:1000]))
    check(len(bars) <= 10 * seconds + 2, f"{len(bars)} bars in {seconds:.1f} s: at most 10 a second")
    check(all(len(bar.replace("\x1b[K", "")) < 60 for bar in bars), "a bar never wraps")
    last = err.rstrip().splitlines()[-1]
    check("\r\x1b[K" in err and "done in" in last and "[#" not in last.split("\x1b[K")[-1],
          "the bar is cleared at the end")
    for columns, shape in ((40, r"frame \d+/400 \[#*-*\] ETA [\d.a-z ]+"), (20, r"(frame )?\d+/400( \[#*-*\])?"),
                           (10, r"\d+/400")):
        code, out, err, _ = on_terminal(place, ["run", "scene.yaml", "-o", f"bar{columns}"], columns=columns)
        bars = re.findall("\r([^\r\n]+)\x1b\\[K", err)
        check(code == 0 and bars and all(len(bar) < columns and re.fullmatch(shape, bar) for bar in bars),
              f"the bar fits {columns} columns: {bars[-1:]}")
    done = on_terminal(place, ["check", "wrong.yaml"], columns=10)
    check(done[0] == 2 and "^~" in done[2], "a problem is marked on ten columns")
    code, out, err, _ = on_terminal(place, ["run", "tiny.yaml", "-o", "quiet", "-q"])
    check(code == 0 and err == "", "-q says nothing")
    code, out, err, _ = on_terminal(place, ["run", "tiny.yaml", "-o", "dumb"], {"TERM": "dumb"})
    check(code == 0 and "\x1b" not in err and "done in" in err, "a dumb terminal gets plain lines")

    code, out, err, _ = on_terminal(place, ["check", "wrong.yaml"])
    check(code == 2 and "\x1b[1;31merror:\x1b[0m" in err, "errors are coloured")
    code, out, err, _ = on_terminal(place, ["check", "wrong.yaml"], {"NO_COLOR": "1"})
    check(code == 2 and "\x1b" not in err and "error:" in err, "NO_COLOR turns colours off")

finish()
