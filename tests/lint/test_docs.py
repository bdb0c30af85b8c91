#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Code in the documents is true: C programs compile and run, what is quoted from an example stands there,
scenes check, links lead somewhere, and docs/reference.md is what `waft params --markdown` prints."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(os.environ["WAFT_SOURCE"])
BUILD = pathlib.Path(os.environ["WAFT_BUILD"])
WAFT = os.environ["WAFT"]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
# A fence right after a line that ends with a link to an example and a colon quotes that example.
QUOTE = re.compile(r"\]\((\S*examples/\w+\.c)\):\n+```c\n(.*?)^```$", re.M | re.S)
LINK = re.compile(r"\]\(([^)#]+)[^)]*\)")


def run(command, **options):
    return subprocess.run([str(c) for c in command], capture_output=True, text=True, **options)


def check_c(text, place, work):
    source = work / "code.c"
    source.write_text(text)
    libraries = run(["pkg-config", "--libs", "yaml-0.1", "libpng", "zlib"]).stdout.split()
    others = [os.environ["WAFT_TOOLS_LIBRARY"]] if "waft/tools.h" in text else []
    if "waft/render.h" in text:
        renderer = BUILD / "libwaft-render.a"
        others.append(renderer)
        libraries += run(["pkg-config", "--libs", "epoxy"]).stdout.split()
        if not renderer.exists():
            print(f"{place}: skipped, this build draws no pictures")
            return None
    sanitizer = re.findall(r"-fsanitize=\S+", (BUILD / "CMakeCache.txt").read_text())[:1]
    built = run(["cc", "-std=c17", "-Wall", "-Wextra", f"-I{SOURCE / 'include'}", source, "-o", work / "code",
                 *others, os.environ["WAFT_LIBRARY"], *libraries, "-lm", "-pthread", *sanitizer])
    if built.returncode != 0:
        return f"{place}: does not compile:\n{built.stderr}"
    if "int main" in text:
        ran = run([work / "code"], cwd=work)
        if ran.returncode != 0:
            return f"{place}: ran with code {ran.returncode}:\n{ran.stdout}{ran.stderr}"
    return None


def check_quote(text, example, place):
    """Whole lines, wherever they are indented."""
    def plain(lines):
        return "\n" + "\n".join(line.strip() for line in lines.splitlines()) + "\n"

    if example.is_file() and plain(text) not in plain(example.read_text()):
        return f"{place}: this is not in {example.name}"
    return None


def check_scene(text, place, work):
    scene = work / "scene.yaml"
    scene.write_text(text)
    done = run([WAFT, "check", scene])
    return None if done.returncode == 0 else f"{place}: waft check says:\n{done.stderr}"


def problems():
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        count = {"c": 0, "yaml": 0, "quotes": 0}
        for page in sorted([*SOURCE.glob("*.md"), *SOURCE.glob("docs/**/*.md")]):
            text = page.read_text()
            for link in LINK.findall(text):
                if "://" not in link and not (page.parent / link).exists():
                    yield f"{page.relative_to(SOURCE)}: the link {link} leads nowhere"
            for match in QUOTE.finditer(text):
                count["quotes"] += 1
                line = text[: match.start()].count("\n") + 1
                yield check_quote(match.group(2), page.parent / match.group(1), f"{page.relative_to(SOURCE)}:{line}")
            for match in FENCE.finditer(text):
                line = text[: match.start()].count("\n") + 1
                place = f"{page.relative_to(SOURCE)}:{line}"
                language, code = match.groups()
                if language == "c" and "int main" in code:
                    count["c"] += 1
                    yield check_c(code, place, work)
                elif language == "yaml" and "waft: 1" in code:
                    count["yaml"] += 1
                    yield check_scene(code, place, work)
        if min(count.values()) == 0:
            yield f"no code was found to check: {count}"
        print("checked:", count)
    reference = run([WAFT, "params", "--markdown"]).stdout
    if (SOURCE / "docs/reference.md").read_text() != reference:
        yield "docs/reference.md is not what `waft params --markdown` prints; write it anew"


found = [p for p in problems() if p]
print("\n".join(found) if found else "ok: documents")
sys.exit(1 if found else 0)
