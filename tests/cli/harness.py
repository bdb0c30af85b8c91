# SPDX-License-Identifier: MIT
"""What the tests of the command share: running it, comparing directories, counting checks."""
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

WAFT = os.path.abspath(os.environ.get("WAFT", "build/waft"))
SOURCE = pathlib.Path(os.environ.get("WAFT_SOURCE", "."))
BUILD = pathlib.Path(os.environ.get("WAFT_BUILD", "build"))

# Wall times and what depends on them; everything else must be the same in every run.
VOLATILE = ("run.json", "timing.csv", "checkpoint")

TINY = """waft: 1
title: Tiny
seed: 3
time: {duration: 0.5, fps: 10, step: 0.02}
water:
  size: [4, 4]
  cells: [16, 16]
  depth: 0.5
  trains:
    - {amplitude: 1 cm, length: 1}
  gauges:
    - {name: middle, at: [2, 2]}
  tracers:
    - {name: mote, at: [2, -0.1, 2]}
output:
  - {format: png, low: -5 cm, high: 5 cm}
  - {format: pc2}
"""

failures = []
checks = 0


def check(condition, what):
    """Counts one check, says what it was, and goes on."""
    global checks
    checks += 1
    print(("ok   " if condition else "FAIL ") + what, flush=True)
    if not condition:
        failures.append(what)
    return bool(condition)


def finish():
    print(f"{checks} checks, {len(failures)} failed")
    sys.exit(1 if failures or checks == 0 else 0)


def environment(extra=None):
    env = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "WAFT_ISA")}
    env.update(extra or {})
    return env


def waft(*words, cwd=None, env=None, timeout=120, **rest):
    """Runs the command; stdout and stderr are text."""
    return subprocess.run([WAFT, *map(str, words)], cwd=cwd, env=environment(env), timeout=timeout,
                          stdout=rest.pop("stdout", subprocess.PIPE), stderr=subprocess.PIPE,
                          text=True, errors="replace", **rest)


def check_run(code, *words, **rest):
    """Runs the command and checks its exit code."""
    done = waft(*words, **rest)
    shown = " ".join(map(str, words))
    if not check(done.returncode == code, f"code {code}: waft {shown}"):
        print(f"     got {done.returncode}; stderr: {done.stderr[-2000:]}")
    return done


def one_line(text):
    return text.endswith("\n") and text.count("\n") == 1


class Workspace:
    """A temporary directory, in memory where the system has such a place."""

    def __enter__(self):
        place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="waft-test-", dir=place))
        return self.path

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)


def write(path, text):
    path.write_text(text)
    return path


def contents(directory):
    """{relative path: digest} of every file that must not depend on time or luck."""
    found = {}
    for path in sorted(pathlib.Path(directory).rglob("*")):
        name = str(path.relative_to(directory))
        if path.is_file() and not name.startswith(VOLATILE):
            found[name] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


def differences(one, other):
    return sorted(name for name in set(one) | set(other) if one.get(name) != other.get(name))


def temporaries(directory):
    return [str(p) for p in pathlib.Path(directory).rglob("*") if ".tmp." in p.name]


def hash_line(stdout):
    lines = [line for line in stdout.splitlines() if line.startswith("hash ")]
    return lines[0].split()[1] if len(lines) == 1 else None


def is_whole_png(path):
    data = path.read_bytes()
    return data.startswith(b"\x89PNG\r\n\x1a\n") and data.endswith(b"IEND\xaeB`\x82")


def has_sanitizer():
    return b"__asan_init" in pathlib.Path(WAFT).read_bytes()
