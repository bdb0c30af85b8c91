#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds strangers' programs against waft in every way that is documented: from the sources by
add_subdirectory and by FetchContent, and from an installed prefix by find_package and by pkg-config, for
static and for shared libraries. No program gets LD_LIBRARY_PATH. One of them draws a picture if this
build can."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(os.environ["WAFT_SOURCE"])
sys.path.append(str(SOURCE / "tests/abi"))
import old_caller  # noqa: E402  (its folder is known from here on)

BUILD = pathlib.Path(os.environ["WAFT_BUILD"])
CONSUMER = SOURCE / "tests/install/consumer"
EXAMPLES = SOURCE / "examples"
DRAWS = bool(os.environ.get("WAFT_RENDER_LIBRARY"))
ENVIRONMENT = {key: value for key, value in os.environ.items() if key != "LD_LIBRARY_PATH"}
# What is built here is run for an instant, so the compiler should not think long about it.
QUICK = ("-DCMAKE_C_FLAGS=-O0", "-DWAFT_SIMD=OFF")


def run(*command, **options):
    options.setdefault("env", ENVIRONMENT)
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"failed: {' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def check_consumer(program):
    out = run(program)
    if not out.startswith("waft 0."):
        sys.exit(f"{program} printed {out!r}")
    print("ok:", program.relative_to(program.parents[1]), out.strip())


def check_tools(program):
    out = run(program, program.parent / "run")
    if "is finished after 3 frames" not in out or not (program.parent / "run/plot.svg").exists():
        sys.exit(f"{program} printed {out!r}")
    print("ok:", program.relative_to(program.parents[1]), out.strip())


def check_picture(program):
    """The sheet is red where it stands."""
    out = run(program)
    red, green, blue = map(int, out.split()[-3:])
    if not (red > green + 40 and red > blue + 40):
        sys.exit(f"{program} printed {out!r}")
    print("ok:", program.relative_to(program.parents[1]), out.strip())


def check_example(program):
    last = run(program).splitlines()[-1]
    if not last.startswith("The ring ran at 3."):
        sys.exit(f"{program} ended with {last!r}")
    print("ok:", program.relative_to(program.parents[1]), last)


def consume_by_cmake(prefix, work, kind=""):
    wanted = {"": "", "static": "STATIC_LIBRARY", "shared": "SHARED_LIBRARY"}[kind]
    run("cmake", "-S", CONSUMER, "-B", work, f"-DCMAKE_PREFIX_PATH={prefix}", f"-DKIND={kind}",
        f"-DWANTED_TYPE={wanted}", f"-DWITH_PICTURES={'ON' if DRAWS else 'OFF'}")
    run("cmake", "--build", work)
    check_consumer(work / "consumer")
    check_tools(work / "tools")
    if DRAWS:
        check_picture(work / "picture")


def consume_by_pkg_config(prefix, work, static):
    work.mkdir()
    folder = next(prefix.rglob("waft.pc")).parent
    environment = dict(ENVIRONMENT, PKG_CONFIG_PATH=str(folder))
    # As anyone links with shared libraries in a prefix of their own.
    more = [] if static else [f"-Wl,-rpath,{folder.parent}"]

    def build(source, module, folder=CONSUMER):
        flags = run("pkg-config", "--cflags", "--libs", *(["--static"] if static else []), module,
                    env=environment).split()
        run("cc", "-std=c17", folder / f"{source}.c", "-o", work / source, *flags, *more)
        return work / source

    check_consumer(build("main", "waft"))
    check_example(build("hello_pond", "waft", EXAMPLES))
    check_tools(build("tools", "waft-tools"))
    if DRAWS:
        check_picture(build("picture", "waft-render"))


def consume_examples(prefix, work):
    """The examples are a project of their own, too."""
    run("cmake", "-S", EXAMPLES, "-B", work, f"-DCMAKE_PREFIX_PATH={prefix}")
    run("cmake", "--build", work)
    check_example(work / "hello_pond")


def check_inside(prefix):
    """What waft-tools has of libwaft's inside are layers without state: objects of worlds and scenes are
    for libwaft alone, which may be of a later build. Nothing of it is offered a second time."""
    def symbols(name, *options):
        lines = run("nm", *options, next(prefix.rglob(name))).splitlines()
        return {line.split()[-1] for line in lines if line.split()[-2] in "Tt"}

    owners = re.compile(r"wafti_(world|scene|smoke|liquid|water|body|bodies|detail|couple|afloat)_")
    held = sorted(s for s in symbols("libwaft-tools.so") & symbols("libwaft.so") if owners.match(s))
    twice = sorted(symbols("libwaft-tools.so", "-D") & symbols("libwaft.so", "-D"))
    if held or twice:
        sys.exit(f"libwaft-tools.so holds {held}, and offers {twice} as libwaft.so does")
    print("ok: libwaft-tools.so keeps to public functions and layers without state")


def check_old_callers(prefix, work):
    library = next(prefix.rglob("libwaft.so"))
    old_caller.check(prefix / "include", [library, f"-Wl,-rpath,{library.parent}"], work, ENVIRONMENT)


def consume_sources(work):
    """The second host uses the objects of the first."""
    build = work / "host"
    for fetch in ("OFF", "ON"):
        run("cmake", "-S", SOURCE / "tests/install/host", "-B", build, f"-DWAFT_SOURCE={SOURCE}",
            f"-DWITH_FETCH={fetch}", "-DWAFT_RENDER=OFF", *QUICK)
        run("cmake", "--build", build, "-j2")
        check_consumer(build / "host")
        check_tools(build / "host-tools")
        for program in ("host", "host-tools"):
            (build / program).unlink()


def install_static(prefix):
    run("cmake", "--install", BUILD, "--prefix", prefix)
    for needed in ("bin/waft", "share/man/man1/waft.1", "include/waft/waft.h",
                   "share/waft/blender/import_waft.py"):
        if not (prefix / needed).exists():
            sys.exit(f"not installed: {needed}")
    if not DRAWS and (list(prefix.rglob("render.h")) or list(prefix.rglob("waft-render.pc"))):
        sys.exit("the renderer's files are installed without it")


def install_shared(prefix, build):
    run("cmake", "-S", SOURCE, "-B", build, "-DBUILD_SHARED_LIBS=ON", "-DCMAKE_BUILD_TYPE=Debug",
        f"-DWAFT_RENDER={'ON' if DRAWS else 'OFF'}", f"-DCMAKE_INSTALL_PREFIX={prefix}", *QUICK)
    run("cmake", "--build", build, "-j2")
    run("cmake", "--install", build)


def check_moved_command(prefix, moved):
    """The command finds the libraries beside it, wherever the prefix is moved to."""
    prefix.rename(moved)
    out = run(moved / "bin/waft", "--version")
    if not out.startswith("waft 0."):
        sys.exit(f"waft --version printed {out!r}")
    print("ok: the command in a moved prefix,", out.splitlines()[0])


def main():
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        install_static(work / "static")
        consume_by_cmake(work / "static", work / "static-cmake")
        consume_by_pkg_config(work / "static", work / "static-pkg-config", True)
        consume_examples(work / "static", work / "static-examples")
        install_shared(work / "shared", work / "shared-build")
        consume_by_cmake(work / "shared", work / "shared-cmake")
        consume_by_pkg_config(work / "shared", work / "shared-pkg-config", False)
        consume_examples(work / "shared", work / "shared-examples")
        check_inside(work / "shared")
        check_old_callers(work / "shared", work / "shared-callers")
        # Both kinds in one prefix: the consumer chooses.
        install_static(work / "shared")
        for kind in ("static", "shared"):
            consume_by_cmake(work / "shared", work / f"both-{kind}", kind)
        run("cmake", "--install", work / "shared-build")
        check_moved_command(work / "shared", work / "moved")
        consume_sources(work)


main()
