#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Layers point down; public headers stand alone as C17 and as C++17; every source file has a test."""
import os
import pathlib
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(os.environ["WAFT_SOURCE"])


def headers_alone():
    flags = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", f"-I{SOURCE / 'include'}"]
    for header in sorted((SOURCE / "include/waft").glob("*.h")):
        for compiler, language, suffix in (("cc", "c17", ".c"), ("c++", "c++17", ".cpp")):
            with tempfile.NamedTemporaryFile("w", suffix=suffix) as unit:
                unit.write(f"#include <waft/{header.name}>\nint main(void);\nint main(void) {{ return 0; }}\n")
                unit.flush()
                done = subprocess.run([compiler, f"-std={language}", *flags, unit.name], capture_output=True, text=True)
                if done.returncode != 0:
                    yield f"{header.name} does not stand alone as {language}:\n{done.stderr}"


def rejects_what_is_wrong():
    """The check itself must be able to fail."""
    # Up; what a system has; from libwaft to libwaft-tools; from libwaft-tools to what libwaft hides; from an
    # example to anything but the one header that it teaches.
    for folder, line in (("src/base", '#include "world/world.h"'), ("src/base", "#include <unistd.h>"),
                         ("src/base", "#if defined(_WIN32)"), ("src/scene", "#include <waft/run.h>"),
                         ("src/scene", '#include "export/svg.h"'), ("src/run", '#include "scene/scene.h"'),
                         ("examples", "#include <waft/tools.h>"), ("examples", '#include "base/memory.h"')):
        with tempfile.TemporaryDirectory() as name:
            root = pathlib.Path(name)
            for needed in {folder, "src", "include/waft", "apps"}:
                (root / needed).mkdir(parents=True, exist_ok=True)
            (root / folder / "bad.c").write_text(line + "\n")
            done = subprocess.run([sys.executable, SOURCE / "scripts/check_layers.py", root], capture_output=True)
            if done.returncode == 0:
                yield f"check_layers.py accepts {line} in {folder}"


def untested_sources():
    tests = {p.stem for p in (SOURCE / "tests").rglob("test_*.c")}
    for path in sorted((SOURCE / "src").rglob("*.c")):
        stem = path.stem.removesuffix("_simd")
        # test_bench.c may serve bench_task.c, and test_pool_threads.c serves pool.c.
        family = [stem.rsplit("_", n)[0] for n in range(stem.count("_") + 1)]
        if not any(f"test_{s}" in tests for s in family) and not any(n.startswith(f"test_{stem}_") for n in tests):
            yield f"{path.relative_to(SOURCE)} has no tests/*/test_{stem}.c"


def main():
    layers = subprocess.run([sys.executable, SOURCE / "scripts/check_layers.py", SOURCE], capture_output=True, text=True)
    found = [] if layers.returncode == 0 else [layers.stdout]
    found += [*headers_alone(), *rejects_what_is_wrong(), *untested_sources()]
    print("\n".join(found) if found else "ok: layers, headers alone, a test for each source")
    return 1 if found else 0


sys.exit(main())
