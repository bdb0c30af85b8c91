#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes a C header with one call of every public function that given headers declare:

    null_calls.py OUTPUT HEADER...

The arguments are zeros. The caller's `kind` has bit 1 for pointers to structs whose members are known, which
are then zeroed structs, and bit 2 for pointers to opaque objects, which then come from the fixture. The last
column says whether a call may change or free an object. tests/null_fixture.h makes the calls."""
import pathlib
import re
import sys

DECLARATION = re.compile(r"(?:WAFT_API|WAFT_EXPERIMENTAL)\s+(WAFT_CHECKED\s+)?([\w\s*]*?)(waft_\w+)\s*\(", re.S)


def strip(text):
    """Without comments and lines of the preprocessor."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.S)
    return re.sub(r"^\s*#(?:[^\n]*\\\n)*[^\n]*$", "", text, flags=re.M)


def parameters(text, start):
    """The parts between commas of the parentheses that open before `start`."""
    parts, depth, part = [], 0, ""
    for c in text[start:]:
        if c == ")" and depth == 0:
            break
        depth += (c == "(") - (c == ")")
        if c == "," and depth == 0:
            parts.append(part)
            part = ""
        else:
            part += c
    parts.append(part)
    return [" ".join(p.split()) for p in parts if p.strip() not in ("", "void")]


def argument(parameter, known, opaque):
    """An expression for a parameter such as "const waft_world* world"."""
    if "(" in parameter or "[" in parameter:
        return "NULL"
    type_name = re.sub(r"\w+$", "", parameter).strip() if re.search(r"[\s*]\w+$", parameter) else parameter
    single = re.fullmatch(r"(?:const )?(waft_\w+)\s*\*", type_name)
    if single and single[1] in known:
        return f"(kind & 1) != 0 ? &({single[1]}){{0}} : NULL"
    if single and single[1] in opaque:
        return f"(kind & 2) != 0 ? objects->{single[1]} : NULL"
    return "NULL" if type_name.endswith("*") else f"({type_name}){{0}}"


def main():
    output, headers = pathlib.Path(sys.argv[1]), [pathlib.Path(h) for h in sys.argv[2:]]
    folder = headers[0].parent
    everything = "".join(strip(h.read_text()) for h in sorted(folder.glob("*.h")))
    known = set(re.findall(r"struct (waft_\w+) \{", everything))
    opaque = sorted(set(re.findall(r"typedef struct (waft_\w+) \1;", everything)) - known)
    lines = ["typedef struct null_objects {"] + [f"    struct {name}* {name};" for name in opaque] + ["} null_objects;", ""]
    names = []
    for header in headers:
        text = strip(header.read_text())
        for found in DECLARATION.finditer(text):
            checked, name = found[1], found[3]
            # What is freed must have been taken; a struct on the stack was not.
            structs = () if name.endswith("_free") else known
            values = [argument(p, structs, opaque) for p in parameters(text, found.end())]
            call = f"{'(void)!' if checked else '(void)'}{name}({', '.join(values)});"
            lines += [f"static void null_{name}(const null_objects* objects, int kind) {{", "    (void)objects;",
                      "    (void)kind;", f"    {call}", "}", ""]
            given = parameters(text, found.end())
            objects = [p for p in given if p.split("*")[0].strip() in opaque]
            names.append((name, "true" if objects else "false"))
    lines += ["static const null_call null_calls[] = {"]
    lines += [f'    {{"{name}", null_{name}, {alters}}},' for name, alters in names] + ["};"]
    output.write_text("\n".join(lines) + "\n")


main()
