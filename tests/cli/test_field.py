# SPDX-License-Identifier: MIT
"""Banks of random fields from the command line: bake, info, spectra, pictures."""
import json
import math

from harness import Workspace, check, check_run, finish, write


def output_of(code, *words):
    return check_run(code, *words).stdout


def test_bake(place):
    bank = place / "band.wbank"
    words = ("bake", "field", "--size", "32", "--count", "2", "--band", "9:0.7", "--cache", place / "cache", "-o", bank)
    first = json.loads(output_of(0, *words, "--json"))
    check(first["type"] == "bank" and not first["cached"], "made the first time")
    check(abs(first["mean_wavenumber"] - 9) < 1e-3, "its mean wave number is the band's")
    second = json.loads(output_of(0, *words, "--json"))
    check(second["cached"] and second["digest"] == first["digest"], "taken from the cache the second time")
    kept = list((place / "cache").glob("*.wbank"))
    check(len(kept) == 1 and kept[0].read_bytes() == bank.read_bytes(), "the cache has the same bytes")
    spoilt = bytearray(kept[0].read_bytes())
    spoilt[len(spoilt) // 2] ^= 1
    kept[0].write_bytes(spoilt)
    run = check_run(0, *words)
    check("made again" in run.stderr and "checksum of field" in run.stderr, "a spoilt file is made again, and why is told")
    check(kept[0].read_bytes() == bank.read_bytes(), "the cache is whole again")
    info = json.loads(output_of(0, "info", bank, "--json"))
    check(info["fields"] == 2 and info["spectrum"] == "band 9 0.7 1", "info tells what is in it")
    return bank


def test_spectrum(place, bank):
    told = json.loads(output_of(0, "info", bank, "--spectrum", "--field", "1", "--json"))
    check(told["cells"] == [32, 32, 32] and not told["cropped"], "all cells are used")
    worst = max(abs(s["energy"] / s["prescribed"] - 1) for s in told["shells"]
                if s.get("prescribed", 0) > 1e-4)
    check(worst < 1e-2, "shells have what was asked for")
    check(abs(told["in_space"] / told["in_modes"] - 1) < 1e-5, "Parseval")
    check_run(2, "info", bank, "--spectrum", "--field", "2")
    steep = place / "power.wbank"
    check_run(0, "bake", "field", "--size", "64", "--count", "1", "--law", "power", "--cache", place / "cache", "-o", steep)
    told = json.loads(output_of(0, "info", steep, "--spectrum", "--slope", "4:18", "--json"))
    check(abs(told["slope"] + 5 / 3) < 0.01 and told["slope_error"] < 0.01, "a power law has its slope")
    check_run(2, "info", steep, "--spectrum", "--slope", "18:4")


def test_pictures(place, bank):
    check_run(0, "plot", bank, "--spectrum", "-o", place / "s.svg")
    text = (place / "s.svg").read_text()
    check("prescribed" in text and "slope -5/3" in text and "measured" in text, "three lines")
    check_run(0, "plot", bank, "--slice=x:3", "--size", "200", "-o", place / "s.png")
    check((place / "s.png").read_bytes()[:4] == b"\x89PNG", "a slice is a PNG")
    check_run(2, "plot", bank, "--slice=q")
    check_run(2, "plot", bank, "--slice=z:32")


def test_wrong(place):
    def refused(sentence, *words):
        run = check_run(2, "bake", *words)
        check(sentence in run.stderr, f"says '{sentence}', got {run.stderr!r}")
    refused("band at 55.4 needs N >= 128, got 64", "field", "--band", f"{32 * math.sqrt(3)}:0.5")
    refused("nearest are 64 and 80", "field", "--size", "66")
    refused("does not go with --law power", "field", "--law", "power", "--band", "3")
    refused("is for a hull", "field", "--shell", "1")
    refused("is for a field", "hull", "leaf", "--band", "3")
    refused("a field takes options alone", "field", "leaf")
    refused("needs --points", "field", "--law", "table")
    points = write(place / "points.csv", "wavenumber,energy\n1,1\n6,3\n20,0.01\n")
    check_run(0, "bake", "field", "--size", "48", "--count", "1", "--law", "table", "--points", points, "--cache", place)
    points = write(place / "points.csv", "wavenumber,power\n1,1\n6,3\n")
    refused("columns wavenumber and energy", "field", "--law", "table", "--points", points)


SMOKE = """waft: 1
time: {duration: 0.2, fps: 10, step: 0.05}
smoke:
  cells: [20, 26, 16]
  spacing: 5 cm
  sources:
    - {shape: {sphere: 0.15}, at: [0.5, 0.3, 0.4], temperature: 300}
output:
  - {format: cache}
  - {format: vdb, everywhere: true}
"""


def test_run(place):
    out = place / "run"
    check_run(0, "run", write(place / "scene.yaml", SMOKE), "-q", "-o", out)
    told = json.loads(output_of(0, "info", out, "--spectrum", "--json"))
    check(told["cells"] == [20, 24, 16] and told["cropped"], "26 cells are cropped to 24")
    check(told["windowed"] == [True, True, True], "a box with walls gets a window")
    check(abs(told["in_space"] / told["in_modes"] - 1) < 1e-5 and told["energy"] > 0, "Parseval")
    told = json.loads(output_of(0, "info", out, "--spectrum", "--window", "none", "--frame", "1", "--json"))
    check(told["windowed"] == [False, False, False], "--window none")
    check_run(2, "info", out, "--spectrum", "--frame", "99")
    vdb = sorted((out / "vdb").glob("*.vdb"))[-1]
    told = json.loads(output_of(0, "info", vdb, "--spectrum", "--json"))
    check(told["energy"] > 0 and abs(told["in_space"] / told["in_modes"] - 1) < 1e-5, "a VDB file has velocities too")
    check_run(0, "plot", vdb, "--slice=x", "-o", place / "vdb.png")
    check_run(0, "plot", out, "--slice", "-o", place / "run.png")
    check_run(0, "plot", out, "--spectrum", "-o", place / "run.svg")


with Workspace() as place:
    BANK = test_bake(place)
    test_spectrum(place, BANK)
    test_pictures(place, BANK)
    test_wrong(place)
    test_run(place)
finish()
