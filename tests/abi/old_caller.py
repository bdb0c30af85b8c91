# SPDX-License-Identifier: MIT
"""A program compiled with headers of another version, linked with the libraries of this one: short structs
get defaults for what they lack, reads end where they end, and a longer struct that says something we do not
know is refused."""
import pathlib
import re
import shutil
import subprocess
import sys

CALLER = pathlib.Path(__file__).parent / "caller.c"
# Those that caller.c uses and that may grow.
STRUCTS = ("waft_world_def", "waft_smoke_def", "waft_source_def", "waft_water_def", "waft_bodies_def",
           "waft_body_def", "waft_liquid_def", "waft_hull_def", "waft_smoke_stats", "waft_bodies_stats",
           "waft_liquid_stats", "waft_hull_info", "waft_mesh_info")


def run(*command, **options):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"failed: {' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def rewrite(include, name, change):
    """Gives the members of a struct, one declaration each, to `change`, and writes what it returns."""
    pattern = re.compile(r"(typedef struct %s \{\n)(.*?)(\} %s;)" % (name, name), re.S)
    for header in include.rglob("*.h"):
        text = header.read_text()
        found = pattern.search(text)
        if found:
            members = re.sub(r"//[^\n]*", "", found[2]).split(";")[:-1]
            body = "".join(member + ";\n" for member in change(members))
            header.write_text(text[:found.start(2)] + body + text[found.end(2):])
            return
    sys.exit(f"there is no struct {name}")


def sizes(include, work):
    lines = "".join(f'    printf("%zu\\n", sizeof({name}));\n' for name in STRUCTS)
    source = work / "sizes.c"
    source.write_text(f"#include <stdio.h>\n#include <waft/waft.h>\nint main(void) {{\n{lines}}}\n")
    run("cc", "-std=c17", "-I", include, source, "-o", work / "sizes")
    return dict(zip(STRUCTS, map(int, run(work / "sizes").split())))


def make_older(include, older, work):
    """Takes last members away until every struct is shorter: what filled padding alone would not show."""
    shutil.copytree(include, older)
    now = sizes(include, work)
    left = list(STRUCTS)
    while left:
        for name in left:
            rewrite(older, name, lambda members: members[:-1])
        then = sizes(older, work)
        left = [name for name in left if then[name] >= now[name]]
    print("ok: older structs have", ", ".join(f"{then[s]} of {now[s]}" for s in STRUCTS), "bytes")


def make_newer(include, newer):
    shutil.copytree(include, newer)
    for name in STRUCTS:
        rewrite(newer, name, lambda members: [*members, "    uint64_t added_later"])


def check(include, flags, work, environment=None):
    """`flags` link a program with the library; `include` holds its headers."""
    work.mkdir()
    make_older(include, work / "older", work)
    make_newer(include, work / "newer")
    for name, more in (("older", []), ("newer", ["-DNEWER"])):
        program = work / f"{name}-caller"
        run("cc", "-std=c17", "-Wall", "-Wextra", "-Werror", "-I", work / name, *more, CALLER, "-o", program, *flags)
        print(f"ok: a caller with {name} headers", run(program, env=environment).strip())
