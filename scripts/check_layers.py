#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fails on an #include that points up or sideways. The table is the architecture."""
import pathlib
import re
import sys

CORE = {"base", "math", "field", "live", "param"}  # public headers any layer may use
# Systems differ in these, and in nothing else: src/port alone knows them.
SYSTEM_HEADERS = re.compile(
    r"^(unistd|fcntl|dirent|spawn|poll|signal|locale|io|direct|windows|sys/\w+)\.h$")
SYSTEM_NAMES = re.compile(r"^\s*#.*\b(_WIN32|_WIN64|__MINGW\w+|__linux__|__gnu_linux__|__APPLE__|__unix__|__EMSCRIPTEN__)\b")

# layer: (layers it may include, public headers beyond CORE)
LAYERS = {
    "port": (set(), set()),
    "base": ({"port"}, set()),
    "param": ({"base"}, set()),  # rows that describe public structs
    "simd": ({"base"}, set()),
    "task": ({"base", "simd"}, set()),
    "math": ({"base", "simd"}, set()),
    "grid": ({"base", "simd", "task", "math"}, {"mesh"}),
    "mesh": ({"base", "simd", "task", "math"}, {"mesh", "surface"}),
    "turbulence": ({"base", "param", "simd", "task", "math"}, {"turbulence"}),
    "solid": ({"base", "param", "simd", "task", "math", "grid", "mesh"}, {"mesh", "shape", "solid"}),
    "smoke": ({"base", "param", "simd", "task", "math", "grid", "mesh", "turbulence", "solid"},
              {"mesh", "shape", "smoke", "solid", "turbulence"}),
    "water": ({"base", "param", "simd", "task", "math", "grid", "mesh"}, {"mesh", "water"}),
    "hull": ({"base", "param", "simd", "task", "math", "grid", "mesh"}, {"mesh", "hull"}),
    "body": ({"base", "param", "simd", "task", "math", "grid", "mesh", "hull", "solid"},
             {"mesh", "hull", "body", "solid"}),
    "liquid": ({"base", "param", "simd", "task", "math", "grid", "mesh", "turbulence", "solid"},
            {"mesh", "liquid", "shape", "solid", "turbulence"}),
}
SOLVERS = {"smoke", "water", "body", "liquid"}
LOW = {"base", "param", "simd", "task", "math", "grid", "mesh", "turbulence", "hull", "solid"}
SOLVER_HEADERS = SOLVERS | {"mesh", "hull", "shape", "solid", "surface", "turbulence"}
LAYERS["couple"] = (LOW | SOLVERS, SOLVER_HEADERS)
# Forced detail over a smoke: joins smoke and turbulence as couple joins others.
LAYERS["detail"] = (LOW | {"smoke", "turbulence"}, {"mesh", "smoke", "solid", "turbulence", "detail"})
SOLVER_HEADERS = SOLVER_HEADERS | {"detail"}
LAYERS["world"] = (LOW | SOLVERS | {"couple", "detail"}, SOLVER_HEADERS | {"world"})
# Edits as text have the rows of solvers.
LAYERS["io"] = (LOW | SOLVERS, SOLVER_HEADERS | {"world", "files"})
LAYERS["scene"] = (LOW | SOLVERS | {"detail", "world", "io"},
                   SOLVER_HEADERS | {"world", "files", "scene", "view"})
CORE_HEADERS = LAYERS["scene"][1]
# The library waft-tools. A shared libwaft hides its inside: layers that keep no state are linked into
# waft-tools once more, of worlds and scenes it knows the public headers alone. No layer above may
# include one of these.
TOOLS_HEADERS = CORE_HEADERS | {"run", "export", "plot", "bench", "starter"}
LAYERS["export"] = ({"base", "math", "mesh", "io"}, TOOLS_HEADERS)
LAYERS["run"] = ({"base", "mesh", "io", "export"}, TOOLS_HEADERS)
LAYERS["bench"] = (LOW, TOOLS_HEADERS)
# A library beside waft: public headers alone, so that it works on a shared libwaft and on the web.
LAYERS["render"] = (set(), CORE_HEADERS | {"bench", "render"})

# Files, clocks and threads of the system are needed everywhere.
for layer in LAYERS.keys() - {"port", "render"}:
    LAYERS[layer][0].add("port")

INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]')
PUBLIC_SYSTEM = re.compile(r"^(std\w+|math|limits|float)\.h$")


def problems_of(path, layer, allowed, headers):
    for number, line in enumerate(path.read_text().splitlines(), 1):
        match = INCLUDE.match(line)
        place = f"{path}:{number}"
        if layer != "port" and SYSTEM_NAMES.match(line):
            yield f"{place}: only src/port may know which system it is on"
        if not match:
            continue
        quote, name = match.groups()
        if layer != "port" and SYSTEM_HEADERS.match(name):
            yield f"{place}: only src/port may include <{name}>"
        if name.startswith("waft/"):
            header = name[len("waft/"):-2]
            if header not in CORE | headers:
                yield f"{place}: {layer} may not include <{name}>"
        elif quote == '"':
            other = name.split("/")[0] if "/" in name else layer
            if other != layer and other not in allowed:
                yield f"{place}: {layer} may not include \"{name}\""


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    found = []
    for folder in sorted((root / "src").iterdir()):
        if not folder.is_dir():
            continue
        if folder.name not in LAYERS:
            found.append(f"{folder}: not a layer of the table in scripts/check_layers.py")
            continue
        for path in sorted(folder.rglob("*.[ch]")):
            found += problems_of(path, folder.name, *LAYERS[folder.name])
    for path in sorted((root / "include/waft").glob("*.h")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            if match and not match.group(2).startswith("waft/") and not PUBLIC_SYSTEM.match(match.group(2)):
                found.append(f"{path}:{number}: public headers include <std*.h> and themselves only")
    for path in sorted((root / "apps").rglob("*.[ch]")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            if match and match.group(1) == '"' and "/" in match.group(2):
                found.append(f"{path}:{number}: front ends use include/waft only")
    for path in sorted((root / "examples").rglob("*.[ch]")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            if match and (match.group(1) == '"' or SYSTEM_HEADERS.match(match.group(2)) or
                          match.group(2).startswith("waft/") and match.group(2) != "waft/waft.h"):
                found.append(f"{path}:{number}: examples include <waft/waft.h> and what every system has")
    print("\n".join(found) if found else "layers: all includes point down")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
