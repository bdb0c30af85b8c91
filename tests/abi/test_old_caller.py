#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A caller compiled with headers of another version works with this build's static library; with the
shared one it does in tests/install, which builds it."""
import os
import pathlib
import sys
import tempfile

import old_caller

SOURCE = pathlib.Path(os.environ["WAFT_SOURCE"])


def main():
    if "-fsanitize" in pathlib.Path(os.environ["WAFT_BUILD"], "CMakeCache.txt").read_text():
        print("skipped: a plain caller cannot be linked with sanitized objects")
        return 0
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        prefix = work / "prefix"
        old_caller.run("cmake", "--install", os.environ["WAFT_BUILD"], "--prefix", prefix)
        folder = next(prefix.rglob("waft.pc")).parent
        flags = old_caller.run("pkg-config", "--static", "--libs", "waft",
                               env=dict(os.environ, PKG_CONFIG_PATH=str(folder))).split()
        old_caller.check(SOURCE / "include", flags, work / "callers")
    return 0


sys.exit(main())
