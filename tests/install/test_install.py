#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Installs into an empty prefix and builds a stranger's program against it, by CMake and by
pkg-config, for the static library of this build and for a shared one."""
import os
import pathlib
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(os.environ["WAFT_SOURCE"])
BUILD = pathlib.Path(os.environ["WAFT_BUILD"])
CONSUMER = SOURCE / "tests/install/consumer"


def run(*command, **options):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"failed: {' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def check_consumer(program, environment=None):
    out = run(program, env=environment)
    if not out.startswith("waft 0."):
        sys.exit(f"{program} printed {out!r}")
    print("ok:", program.name, out.strip())


def consume(prefix, work):
    run("cmake", "-S", CONSUMER, "-B", work / "cmake", f"-DCMAKE_PREFIX_PATH={prefix}")
    run("cmake", "--build", work / "cmake")
    library_path = ":".join(str(p) for p in (prefix / "lib", *prefix.glob("lib/*-linux-gnu")))
    environment = dict(os.environ, LD_LIBRARY_PATH=library_path)
    check_consumer(work / "cmake/consumer", environment)
    pkg = dict(os.environ, PKG_CONFIG_PATH=":".join(str(p.parent) for p in prefix.rglob("waft.pc")))
    flags = run("pkg-config", "--cflags", "--libs", "waft", env=pkg).split()
    run("cc", "-std=c17", CONSUMER / "main.c", "-o", work / "pkgconfig", *flags)
    check_consumer(work / "pkgconfig", environment)


def main():
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        run("cmake", "--install", BUILD, "--prefix", work / "static")
        for needed in ("bin/waft", "share/man/man1/waft.1", "include/waft/waft.h"):
            if not (work / "static" / needed).exists():
                sys.exit(f"not installed: {needed}")
        (work / "a").mkdir()
        consume(work / "static", work / "a")
        run("cmake", "-S", SOURCE, "-B", work / "shared-build", "-DBUILD_SHARED_LIBS=ON", "-DWAFT_TESTS=OFF",
            f"-DCMAKE_INSTALL_PREFIX={work / 'shared'}")
        run("cmake", "--build", work / "shared-build", "-j2")
        run("cmake", "--install", work / "shared-build")
        (work / "b").mkdir()
        consume(work / "shared", work / "b")


main()
