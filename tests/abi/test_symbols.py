#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The libraries' symbols: what they offer is tests/abi/symbols.txt, symbols_tools.txt and symbols_render.txt, what they
ask of the C library holds nothing that exits, prints, aborts or handles signals."""
import os
import pathlib
import re
import subprocess
import sys

LISTS = pathlib.Path(os.environ["WAFT_SOURCE"]) / "tests/abi"
LIBRARIES = [(os.environ["WAFT_LIBRARY"], LISTS / "symbols.txt"),
             (os.environ["WAFT_TOOLS_LIBRARY"], LISTS / "symbols_tools.txt"),
             (os.environ.get("WAFT_RENDER_LIBRARY"), LISTS / "symbols_render.txt")]
FORBIDDEN = re.compile(
    r"^(_?exit|_Exit|quick_exit|abort|__assert_fail|v?f?printf|__v?f?printf_chk|puts|fputs|putchar|perror|"
    r"signal|sigaction|raise|longjmp|system|setlocale|stdout|stderr)$")
# libpng reports errors by longjmp; png.c is the one file that may use it.
ALLOWED_IN = {"png.c.o": {"longjmp", "_setjmp", "__longjmp_chk", "png_longjmp"}}


def nm(library, *options):
    return subprocess.run(["nm", *options, library], capture_output=True, text=True, check=True).stdout


def undefined_problems(library):
    member, found = "", []
    for line in nm(library, "-u").splitlines():
        if line.endswith(":"):
            member = line[:-1]
        elif line.strip():
            symbol = line.split()[-1].split("@")[0]
            if FORBIDDEN.match(symbol) and symbol not in ALLOWED_IN.get(member, set()):
                found.append(f"{member} uses {symbol}")
    return found


def check_library(library, listing):
    """Problems of one library, which is said to offer what the list names."""
    offered = {line.split()[-1] for line in nm(library, "-g", "--defined-only").splitlines() if " T " in line}
    public = sorted(s for s in offered if s.startswith("waft_"))
    foreign = sorted(s for s in offered if not s.startswith(("waft_", "wafti_")))
    problems = undefined_problems(library) + [f"global symbol without our prefix: {s}" for s in foreign]
    if "--update" in sys.argv:
        listing.write_text("\n".join(public) + "\n")
    wanted = listing.read_text().split()
    problems += [f"exported but not in {listing.name}: {s}" for s in public if s not in wanted]
    problems += [f"in {listing.name} but not exported: {s}" for s in wanted if s not in public]
    print("\n".join(problems) if problems else f"ok: {len(public)} public symbols in {listing.name}")
    return len(problems)


def main():
    if "-fsanitize" in pathlib.Path(os.environ["WAFT_BUILD"], "CMakeCache.txt").read_text():
        print("skipped: sanitizers bring symbols of their own")
        return 0
    problems = sum(check_library(library, listing) for library, listing in LIBRARIES if library)
    return 1 if problems else 0


sys.exit(main())
