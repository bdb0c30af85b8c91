#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Citations lead somewhere: pages and headings that sources, scripts and documents name exist, nothing cites a text
by a number that is not in the tree, and verification programs and tables of docs/spec have the same rows."""
import bisect
import collections
import os
import pathlib
import re
import sys
import tempfile

SOURCE = pathlib.Path(os.environ["WAFT_SOURCE"])
CODE = ("src", "include", "apps", "bench", "tests")
ROOTS = (*CODE, "scripts", "cmake", "blender", "scenes")
SUFFIXES = {".c", ".h", ".cpp", ".py", ".cmake", ".txt", ".in", ".glsl", ".sh", ".html", ".js", ".yaml"}
FENCE = re.compile(r"^```.*?^```$", re.M | re.S)
# "docs/formats.md", "docs/spec/smoke.md#pressure".
CITATION = re.compile(r"\bdocs/([\w./-]+\.md)(?:#([\w-]+))?")
LINK = re.compile(r"\]\(([^)\s#]*)#([^)\s]+)\)")
# A section is that of a book or paper if a name, a title or a year stands before it: "Lamb, sections 114-115".
SECTION = re.compile(r"\b(?:[Ss]ections?|[Ss]ecs?\.)\s+\d[\d.]*\b")
AUTHOR = re.compile(r"(?:\b(?!Bodies|Water|Smoke|Turbulence|Liquid|Spec)[A-Z][\w'-]+|"
                    r"\(?\b(?:18|19|20)\d\d\b\)?)[\",]{1,2}\s+$")
AREAS = r"(?:bod(?:y|ies)|water|smoke|turbulence|liquid|sph)"
NUMBERS = r"\d+b?(?:(?:, | and | to )\d+)*"
TEXT = "names a text; name its heading in docs/spec"
NUMBER = "cites a number; headings and rows of docs/spec have names"
FORBIDDEN = (
    (re.compile(rf"(?i)\b{AREAS}(?:'s)? spec(?:ification)?\b"), TEXT),
    (re.compile(r"(?i)\bspec(?:ification)? of the \w+"), TEXT),
    (re.compile(r"(?i)\bspec(?:ification)?,? (?:\w+\s){0,2}\d"), NUMBER),
    (re.compile(r"\b\d+\.\d+, steps? \d"), NUMBER),
    (re.compile(r"(?i)\bverification (?:case|row)s? \d"), NUMBER),
    (re.compile(rf"\bRows? {NUMBERS}(?::|'s\b|\.\s)"), NUMBER),
    (re.compile(rf"(?i)\brows? {NUMBERS} of (?:the {AREAS}|the table|section)"), NUMBER),
    (re.compile(r"\b[Rr]ows? [VT]\d+|(?<=\s)[VT][1-9]\d?b?:\s"), NUMBER),
    (re.compile(r"\b[a-z]\w*_row\d+\w*|\brow_\d+_\w+"), NUMBER),
    (re.compile(r"\b(?:paper|source) 0\d\d\b"), "cites a number of a source; name its authors"),
)
ROW = re.compile(r"verify_open\(\"([^\"]*)\"\)|(?:\.|->)row = \"([^\"]*)\"")
OPENS = re.compile(r"verify_open\((?!\"|const char\*)")
INCLUDE = re.compile(r'^#include "(?:verify/)?(\w+\.h)"$', re.M)
# Programs of an area of the specification: tests/verify/test_PREFIX*.c.
PROGRAMS = {"water": ("water", "waves"), "smoke": ("smoke",), "bodies": ("bodies",),
            "turbulence": ("turbulence",), "sph": ("sph",)}


def anchors(text):
    """What GitHub makes of the headings of a page."""
    found = collections.Counter()
    for heading in re.findall(r"^#{1,6} +(.*?) *#*$", FENCE.sub("", text), re.M):
        plain = re.sub(r"!?\[([^]]*)\]\([^)]*\)", r"\1", heading)
        name = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
        count = found[name]
        found[name] += 1
        yield name if count == 0 else f"{name}-{count}"


class Pages:
    def __init__(self, root):
        self.root = root
        self.known = {}

    def problem(self, path, anchor):
        """None if the page, a path from the root, and its heading are there."""
        if path not in self.known:
            page = self.root / path
            self.known[path] = set(anchors(page.read_text())) if page.is_file() else None
        if self.known[path] is None:
            return f"{path} is not there"
        if anchor and anchor not in self.known[path]:
            return f"{path} has no heading #{anchor}"
        return None


def files(root):
    for folder in ROOTS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in SUFFIXES and path.is_file():
                yield path
    yield from (root / name for name in ("dev", "CMakeLists.txt") if (root / name).is_file())


def joined(text):
    """The text on one line without marks of comments, so that no citation is cut, and where its lines begin."""
    starts, parts, at = [], [], 0
    for line in text.split("\n"):
        starts.append(at)
        part = re.sub(r"^\s*(?://+<?|\*|#(?!\w))?\s*", "", line) + " "
        parts.append(part)
        at += len(part)
    return "".join(parts), starts


def forbidden(text):
    for match in SECTION.finditer(text):
        if not AUTHOR.search(text[max(0, match.start() - 60): match.start()]):
            yield match.start(), match.group(), "cites a section without its author; name a heading of docs/spec"
    for pattern, why in FORBIDDEN:
        for match in pattern.finditer(text):
            yield match.start(), match.group(), why


def citations(root):
    pages = Pages(root)
    for path in files(root):
        text = path.read_text(errors="replace")
        place = path.relative_to(root)
        for number, line in enumerate(text.split("\n"), 1):
            for page, anchor in CITATION.findall(line):
                problem = pages.problem(f"docs/{page}", anchor)
                if problem:
                    yield f"{place}:{number}: {problem}"
        if place.parts[0] in CODE:
            whole, starts = joined(text)
            told = set()
            for at, words, why in forbidden(whole):
                line = bisect.bisect(starts, at)
                if line not in told:
                    told.add(line)
                    yield f"{place}:{line}: '{words}' {why}"
    for path in sorted([*root.glob("*.md"), *root.glob("docs/**/*.md")]):
        place = path.relative_to(root)
        for link, anchor in LINK.findall(path.read_text()):
            target = (path.parent / link).resolve() if link else path.resolve()
            if "://" not in link and target.suffix == ".md":
                problem = pages.problem(os.path.relpath(target, root.resolve()), anchor)
                if problem:
                    yield f"{place}: {problem}"


def table_of(page):
    """Rows of the table under "Verification": name and programs."""
    text = page.read_text()
    section = re.search(r"^## Verification$(.*?)(?=^#{2,} |\Z)", text, re.M | re.S)
    rows, name = collections.defaultdict(set), None
    for line in section.group(1).split("\n") if section else []:
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) < 2 or cells[0] == "row" or set(cells[0]) == {"-"}:
            continue
        named = re.match(r"`([\w-]+)`", cells[0])
        name = named.group(1) if named else name
        for program in re.findall(r"\w+", re.sub(r"\.c\b", "", cells[-1])):
            rows[name].add(program if program.startswith("test_") else f"test_{program}")
    return rows


def rows_of(program):
    """Names that a program and the headers beside it give to verify_open(), or to a table later."""
    texts = [program.read_text()]
    texts += [(program.parent / name).read_text() for name in INCLUDE.findall(texts[0])
              if name != "verify.h" and (program.parent / name).is_file()]
    return {one or other for text in texts for one, other in ROW.findall(text)}


def rows(root):
    folder = root / "tests/verify"
    for path in sorted(folder.glob("*.[ch]")):
        if OPENS.search(path.read_text()):
            yield f"{path.relative_to(root)}: verify_open() is not given a name between quotes"
    programs = {path.stem: rows_of(path) for path in sorted(folder.glob("test_*.c"))}
    for area, prefixes in PROGRAMS.items():
        page = f"docs/spec/{area}.md"
        table = table_of(root / page)
        if not table:
            yield f"{page}: no verification table was found"
        own = {stem: names for stem, names in programs.items() if stem.split("_")[1] in prefixes}
        for stem, names in own.items():
            for name in sorted(names - set(table)):
                yield f"tests/verify/{stem}.c: the table of {page} has no row '{name}'"
            for name in sorted(n for n in names & set(table) if stem not in table[n]):
                yield f"tests/verify/{stem}.c: the table of {page} does not name this program in row '{name}'"
        for name, stems in table.items():
            for stem in sorted(stems):
                if name not in own.get(stem, ()):
                    yield f"{page}: tests/verify/{stem}.c does not open row '{name}'"
    for stem in sorted(programs):
        if not any(stem.split("_")[1] in prefixes for prefixes in PROGRAMS.values()):
            yield f"tests/verify/{stem}.c belongs to no area of the specification"


GOOD_PAGE = "# Smoke\n\n## Pressure\n\n## k-epsilon\n\n## Pressure\n\n## Verification\n\n| row | case | program |\n" \
            "|---|---|---|\n| `duct` | air | `smoke` |\n"
# Broken in two, so that this file does not cite them.
BAD = ("// See docs/" + "spec/none.md.", "// See docs/" + "spec/smoke.md#none.",
       "// See docs/" + "spec/smoke.md#pressure-2.",
       "// Sums of pairs, sec" + "tion 7.2.", "// Smoke sp" + "ec, sec" + "tion 12.",
       "// Smoke, sec" + "tion 12.", "// As in the sp" + "ec 3.3.",
       "// A bubble. Bodies\n// sp" + "ec, sec" + "tions 4 and 5.", "// By 4" + ".2, step 7.",
       "// Verification ca" + "se 7.", "// Ro" + "w 6: a bubble.", "// The bubble is ro" + "w 6 of the table.",
       "// The bubble of row" + " V29 rises.", "double body_ro" + "w9(void);", "// Columns after pap" + "er 003.")
GOOD = ("// docs/" + "spec/smoke.md#pressure-1, docs/" + "spec/smoke.md#k-epsilon and docs/" + "spec/smoke.md",
        "// Lamb, sec" + "tions 114-115; Golub & Van Loan, Matrix Computations, sec" + "tion 8.5",
        "// Xie & Miyata\n// 2013, sec" + "tion 7, and row 3 of a picture")


def plant(root, comment="", program='verify_open("duct");\n', page=GOOD_PAGE):
    for folder in ("src/smoke", "docs/spec", "tests/verify"):
        (root / folder).mkdir(parents=True, exist_ok=True)
    for area in PROGRAMS:
        (root / f"docs/spec/{area}.md").write_text(page.replace("`smoke`", f"`{area}`"))
        (root / f"tests/verify/test_{area}.c").write_text('verify_open("duct");\n')
    (root / "tests/verify/test_smoke.c").write_text(program)
    (root / "src/smoke/some.c").write_text(comment + "\n")
    return [*citations(root), *rows(root)]


def rejects_what_is_wrong():
    """The check itself must be able to fail."""
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name)
        for comment in GOOD:
            yield from (f"the check refuses {comment!r}: {found}" for found in plant(root, comment))
        for comment in BAD:
            if not plant(root, comment):
                yield f"the check accepts {comment!r}"
        for program in ('verify_open("pipe");\n', "", "verify_open(name);\n"):
            if not plant(root, program=program):
                yield f"the check accepts a program with {program!r} for the row 'duct'"
        if not plant(root, page=GOOD_PAGE + "\n[more](smoke.md#none)\n"):
            yield "the check accepts a link to a heading that is not there"


def main():
    found = [*citations(SOURCE), *rows(SOURCE), *rejects_what_is_wrong()]
    print("\n".join(found) if found else "ok: citations, rows of the verification")
    return 1 if found else 0


sys.exit(main())
