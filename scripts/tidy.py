#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs clang-tidy over source files, and remembers those that were clean as they are now.

tidy.py BUILD_DIR FILE...   BUILD_DIR holds compile_commands.json and what the compiler says of includes
"""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

TIDY = "clang-tidy-14"


def includes(build, command):
    """The files that a translation unit is made of, by the compiler's own list."""
    listed = pathlib.Path(build, re.search(r" -o (\S+)", command).group(1) + ".d")
    if not listed.is_file():
        return None
    text = listed.read_text().replace("\\\n", " ")
    return sorted(set(text.split(":", 1)[1].split()))


def key_of(build, entry, settings):
    """A hash over everything a verdict depends on; None where that is not known."""
    files = includes(build, entry["command"])
    if files is None:
        return None
    digest = hashlib.sha256(settings + entry["command"].encode())
    for name in files:
        try:
            digest.update(name.encode() + pathlib.Path(build, name).read_bytes())
        except OSError:
            return None
    return digest.hexdigest()


def check(build, name):
    # One file a process: version 14 reports false va_list errors when it reads several.
    done = subprocess.run([TIDY, "--quiet", "-p", build, name], capture_output=True, text=True)
    return done.returncode == 0, done.stdout, done.stderr


def main():
    build, names = sys.argv[1], sys.argv[2:]
    version = subprocess.run([TIDY, "--version"], capture_output=True, check=True).stdout
    settings = version + pathlib.Path(".clang-tidy").read_bytes()
    entries = {}
    for entry in json.loads(pathlib.Path(build, "compile_commands.json").read_text()):
        entries.setdefault(os.path.realpath(entry["file"]), entry)
    memory = pathlib.Path(build, "tidy.txt")
    clean = set(memory.read_text().split()) if memory.is_file() else set()
    keys = {name: key_of(build, entries[path], settings) if path in entries else None
            for name, path in ((name, os.path.realpath(name)) for name in names)}
    todo = [name for name in names if keys[name] not in clean]
    print(f"clang-tidy: {len(todo)} of {len(names)} files are to be looked at", flush=True)
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool, memory.open("a") as remembered:
        for name, (ok, out, err) in zip(todo, pool.map(lambda name: check(build, name), todo)):
            if out.strip():
                print(out, flush=True)
            if ok and keys[name]:
                remembered.write(keys[name] + "\n")
                remembered.flush()
            elif not ok:
                failed += 1
                print(f"clang-tidy: {name} is not clean\n{err}", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
