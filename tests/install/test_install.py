#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Installs into an empty prefix and builds strangers' programs against it, by CMake and by
pkg-config, for the static libraries of this build and for shared ones. One of them draws a picture
if this build can."""
import os
import pathlib
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(os.environ["WAFT_SOURCE"])
BUILD = pathlib.Path(os.environ["WAFT_BUILD"])
CONSUMER = SOURCE / "tests/install/consumer"
DRAWS = bool(os.environ.get("WAFT_RENDER_LIBRARY"))


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


def check_picture(program, environment):
    """The sheet is red where it stands."""
    out = run(program, env=environment)
    red, green, blue = map(int, out.split()[-3:])
    if not (red > green + 40 and red > blue + 40):
        sys.exit(f"{program} printed {out!r}")
    print("ok:", program.name, out.strip())


def consume(prefix, work):
    run("cmake", "-S", CONSUMER, "-B", work / "cmake", f"-DCMAKE_PREFIX_PATH={prefix}",
        f"-DWITH_PICTURES={'ON' if DRAWS else 'OFF'}")
    run("cmake", "--build", work / "cmake")
    library_path = ":".join(str(p) for p in (prefix / "lib", *prefix.glob("lib/*-linux-gnu")))
    environment = dict(os.environ, LD_LIBRARY_PATH=library_path)
    check_consumer(work / "cmake/consumer", environment)
    pkg = dict(os.environ, PKG_CONFIG_PATH=":".join(str(p.parent) for p in prefix.rglob("waft.pc")))
    flags = run("pkg-config", "--cflags", "--libs", "waft", env=pkg).split()
    run("cc", "-std=c17", CONSUMER / "main.c", "-o", work / "pkgconfig", *flags)
    check_consumer(work / "pkgconfig", environment)
    if DRAWS:
        check_picture(work / "cmake/picture", environment)
        flags = run("pkg-config", "--cflags", "--libs", "waft-render", env=pkg).split()
        run("cc", "-std=c17", CONSUMER / "picture.c", "-o", work / "pkgconfig-picture", *flags)
        check_picture(work / "pkgconfig-picture", environment)
    elif list(prefix.rglob("render.h")) or list(prefix.rglob("waft-render.pc")):
        sys.exit("the renderer's files are installed without it")


def main():
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        run("cmake", "--install", BUILD, "--prefix", work / "static")
        for needed in ("bin/waft", "share/man/man1/waft.1", "include/waft/waft.h",
                       "share/waft/blender/import_waft.py"):
            if not (work / "static" / needed).exists():
                sys.exit(f"not installed: {needed}")
        (work / "a").mkdir()
        consume(work / "static", work / "a")
        run("cmake", "-S", SOURCE, "-B", work / "shared-build", "-DBUILD_SHARED_LIBS=ON", "-DWAFT_TESTS=OFF",
            f"-DWAFT_RENDER={'ON' if DRAWS else 'OFF'}", "-DCMAKE_BUILD_TYPE=Debug",
            f"-DCMAKE_INSTALL_PREFIX={work / 'shared'}")
        run("cmake", "--build", work / "shared-build", "-j2")
        run("cmake", "--install", work / "shared-build")
        (work / "b").mkdir()
        consume(work / "shared", work / "b")


main()
