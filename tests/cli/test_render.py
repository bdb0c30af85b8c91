# SPDX-License-Identifier: MIT
"""waft render, and waft run with pictures: what is drawn, kept, refused and said."""
import json
import os
import re
import shutil
import signal
import struct
import subprocess
import time

from harness import (BUILD, SOURCE, TINY, WAFT, Workspace, check, check_run, contents, differences,
                     environment, finish, has_sanitizer, is_whole_png, one_line, temporaries, waft, write)

LOOK = "camera: {azimuth: [[0, 10 deg], [0.5, 60 deg]]}\n" \
       "render: {size: [64, 36], samples: 1, trails: 0.2}\n"
SCENE = TINY + LOOK
PICTURES = SCENE.replace("samples: 1", "samples: 1, pictures: true")


def size_of(path):
    return struct.unpack(">II", path.read_bytes()[16:24])


def pictures_of(directory):
    return {p.name: p.read_bytes() for p in sorted(directory.glob("frame_*.png"))}


def figures(done):
    """(drawn, kept) of a render with --json."""
    last = json.loads(done.stdout.splitlines()[-1])
    return last["drawn"], last["kept"]


def probe(path):
    out = subprocess.run(["ffprobe", "-v", "error", "-count_frames", "-show_entries",
                          "stream=codec_name,width,height,nb_read_frames,r_frame_rate,pix_fmt", "-of", "json",
                          str(path)], capture_output=True, text=True, check=True).stdout
    return json.loads(out)["streams"][0]


def wait_for_pictures(folder, count, process):
    while process.poll() is None and len(list(folder.glob("frame_*.png"))) < count:
        time.sleep(0.005)


def start(place, *words):
    return subprocess.Popen([WAFT, *words], cwd=place, env=environment(), stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True)


def test_frames(place):
    """All, one, a range, another size and look; and what is kept."""
    run = place / "run"
    done = check_run(0, "render", "run", cwd=place)
    check(done.stdout == "pictures run/pictures\n" and "6 pictures drawn, 0 kept" in done.stderr,
          f"all frames are drawn {done.stdout!r} {done.stderr!r}")
    first = pictures_of(run / "pictures")
    check(sorted(first) == [f"frame_{i:06d}.png" for i in range(6)], f"named by frame {sorted(first)}")
    check(len(set(first.values())) == 6, "each frame looks different")
    check(all(size_of(run / "pictures" / name) == (64, 36) for name in first), "of the scene's size")
    check(figures(check_run(0, "render", "run", "--json", cwd=place)) == (0, 6), "drawn again none is")
    check(figures(check_run(0, "render", "run", "--force", "--json", cwd=place)) == (6, 0), "--force draws all")
    check(pictures_of(run / "pictures") == first, "and the same bytes")
    (run / "pictures/frame_000004.png").unlink()
    check(figures(check_run(0, "render", "run", "--json", "--threads", "2", cwd=place)) == (1, 5), "one that is gone is drawn")
    check(pictures_of(run / "pictures") == first, "as it was, trails and all, with other threads")

    check_run(0, "render", "run", "--frame", "3", "-o", "one.png", "-q", cwd=place)
    check((place / "one.png").read_bytes() == first["frame_000003.png"], "--frame draws the same picture")
    check_run(0, "render", "run", "--frame", "3", "-o", "one.png", "--size", "48x32", cwd=place)
    check(size_of(place / "one.png") == (48, 32), "--size")
    check_run(0, "render", "run", "--frames", "2:4", "-o", "some", cwd=place)
    check(pictures_of(place / "some") == {k: v for k, v in first.items() if "2" <= k[11] <= "4"}, "--frames")
    check_run(0, "render", "run", "--frames", "4:", "-o", "some", "--set", "camera.elevation=60 deg", "--force",
              cwd=place)
    moved = pictures_of(place / "some")
    check(sorted(moved) == ["frame_000004.png", "frame_000005.png"] and
          moved["frame_000004.png"] != first["frame_000004.png"], "another camera, another picture")
    check_run(0, "render", "run", "--frames", "4:5", "-o", "many", "--samples", "2", cwd=place)
    check(pictures_of(place / "many")["frame_000004.png"] != first["frame_000004.png"], "--samples")
    check_run(0, "render", "run", "-o", "thin", "--set", "render.every=2", cwd=place)
    check(sorted(pictures_of(place / "thin")) == [f"frame_{i:06d}.png" for i in (0, 2, 4)], "render.every")
    check(pictures_of(run / "pictures") == first, "the run's own pictures stayed")

    other = check_run(0, "render", "run", "--set", "render.exposure=1", cwd=place)
    check("6 pictures of another look or version are removed" in other.stderr, "another look replaces, and says so")
    check(pictures_of(run / "pictures")["frame_000000.png"] != first["frame_000000.png"], "and is another picture")
    info = json.loads(check_run(0, "info", "run", "--json", cwd=place).stdout)
    check(info["pictures"] == 6 and "video" not in info, "info counts them")
    info = json.loads(check_run(0, "info", "one.png", "--json", cwd=place).stdout)
    check(info["type"] == "picture" and (info["width"], info["height"]) == (48, 32), "info knows a picture")


REFUSALS = [
    (["render"], "waft render: DIR is missing; usage: waft render DIR"),
    (["render", "nowhere"], "waft render: "),
    (["render", "run", "--frame", "99"], "waft render: there is no frame 99; the run in run has frames 0 to 5"),
    (["render", "run", "--frames", "3:99"], "waft render: there is no frame 99; the run in run has frames 0 to 5"),
    (["render", "run", "--frames", "4:2"], "waft render: frame 4 comes after frame 2; give the lower one first"),
    (["render", "run", "--frames", "x"], "waft render: option '--frames' takes two frame numbers A:B, not 'x'"),
    (["render", "run", "--frame", "1", "--frames", "2:3"], "waft render: '--frame' and '--frames' exclude each other"),
    (["render", "run", "--frames", "3:3", "--set", "render.every=2"],
     "waft render: no frame from 3 to 3 is a multiple of render.every, 2; --set render.every=1 takes them all"),
    (["render", "run", "--size", "640"],
     "waft render: option '--size' takes WIDTHxHEIGHT in pixels, each 16 to 8192, such as 640x360, not '640'"),
    (["render", "run", "--size", "8x8"], "waft render: option '--size' takes WIDTHxHEIGHT in pixels, each 16"),
    (["render", "run", "--size", "999999999999x36"], "waft render: option '--size' takes WIDTHxHEIGHT in pixels"),
    (["render", "run", "--samples", "5"], "waft render: option '--samples' takes a whole number from 1 to 4, not '5'"),
    (["render", "run", "--size", "65x36", "--video"],
     "waft render: a video needs even sides, which 65x36 has not; 66x36 would do"),
    (["render", "run", "--video", "x.mp4"],
     "waft render: unexpected argument 'x.mp4'; for the option write '--video=x.mp4'"),
    (["render", "run", "--video=x.avi"], "waft render: option '--video' takes a file that ends in .mp4, not 'x.avi'"),
    (["render", "run", "--frame", "1", "--video"], "waft render: '--frame' gives one picture, but a video needs several"),
    (["render", "run", "--frame", "1", "-o", "x.jpg"], "waft render: x.jpg does not end in .png"),
    (["render", "run", "-o", "x.png"], "waft render: x.png would be one file for many pictures; give a directory"),
    (["render", "run", "-o", ""], "waft render: option '--output' needs PATH"),
    (["render", "run", "-o", "foreign"],
     "waft render: foreign holds pictures but no look.txt, so they may not be ours; --force replaces them"),
    (["render", "run", "--frame", "1", "--set", "render.haze=0.9"],
     "waft render: run/pictures holds 6 pictures of another look; write these elsewhere with -o PATH, or --force "
     "removes those"),
    (["run", "odd.yaml", "-o", "odd", "--video"], "waft run: a video needs even sides, which 65x36 has not"),
    (["run", "scene.yaml", "-o", "odd", "--video", "--no-pictures"],
     "waft run: '--video' and '--no-pictures' exclude each other"),
]


def test_refusals(place):
    (place / "foreign").mkdir()
    write(place / "foreign/frame_000001.png", "mine")
    write(place / "odd.yaml", SCENE.replace("[64, 36]", "[65, 36]"))
    for words, sentence in REFUSALS:
        done = check_run(2, *words, cwd=place)
        if not check(done.stderr.startswith(sentence) and one_line(done.stderr) and done.stdout == "",
                     f"one line: {sentence}"):
            print(f"     got: {done.stderr!r} {done.stdout!r}")
    check((place / "foreign/frame_000001.png").read_text() == "mine", "a stranger's picture is left alone")
    check(not (place / "odd").exists(), "a run that cannot have its video is not begun")
    done = check_run(2, "render", "run", "--set", "water.depth=3", cwd=place)
    check("water.depth" in done.stderr, f"only camera and render can be set: {done.stderr.strip()}")
    done = check_run(2, "render", "run", "--set", "render.hase=0.5", cwd=place)
    check("did you mean 'haze'?" in done.stderr, "a wrong key gets a suggestion")
    done = check_run(2, "render", "run", "--set", "camera.fov=400 deg", cwd=place)
    check("camera.fov" in done.stderr or "fov" in done.stderr, "a value out of range is named")


def test_video(place):
    done = check_run(0, "render", "run", "--video", "--json", cwd=place)
    check(json.loads(done.stdout.splitlines()[-1])["video"] == "run/video.mp4", "--video names the file")
    facts = probe(place / "run/video.mp4")
    check((facts["codec_name"], facts["width"], facts["height"], facts["nb_read_frames"], facts["r_frame_rate"],
           facts["pix_fmt"]) == ("h264", 64, 36, "6", "10/1", "yuv420p"), f"every frame at the scene's speed {facts}")
    check_run(0, "render", "run", "-o", "elsewhere", "--set", "render.every=2", "--video=two.mp4", cwd=place)
    facts = probe(place / "two.mp4")
    check((facts["nb_read_frames"], facts["r_frame_rate"]) == ("3", "5/1"), "every second frame at half the rate")
    check_run(0, "render", "run", "-o", "elsewhere", "--set", "render.every=2", "--set", "render.video=true", cwd=place)
    check((place / "elsewhere/video.mp4").exists(), "render.video does too, beside the pictures")
    check(json.loads(waft("info", "run", "--json", cwd=place).stdout)["video"] == "run/video.mp4", "info tells of it")


def test_part_of_video(place):
    """What the scene wishes is a video of the whole run."""
    write(place / "video.yaml", SCENE.replace("samples: 1", "samples: 1, video: true"))
    check_run(0, "run", "video.yaml", "-o", "film", "-q", cwd=place)
    video = place / "film/video.mp4"
    whole = video.read_bytes()
    done = check_run(0, "render", "film", "--frames", "0:1", cwd=place)
    check(video.read_bytes() == whole and "video" not in done.stdout + done.stderr, "a part leaves it alone")
    done = check_run(0, "render", "film", "--frames", "0:1", "-v", cwd=place)
    check("note: no video of a part of the frames without --video" in done.stderr, "-v says so")
    check_run(0, "render", "film", "--frames", "0:1", "--video=part.mp4", "-q", cwd=place)
    check(probe(place / "part.mp4")["nb_read_frames"] == "2", "--video makes one of a part")
    check(video.read_bytes() == whole, "elsewhere")
    check_run(0, "render", "film", "--frame", "1", "--size", "65x49", "-o", "odd.png", cwd=place)
    check(size_of(place / "odd.png") == (65, 49), "one picture may have odd sides")
    check_run(0, "render", "film", "--frames", "1:2", "--size", "65x49", "-o", "odd-part", cwd=place)
    for words in ([], ["--frames", "1:2", "--video"]):
        done = check_run(2, "render", "film", "--size", "65x49", "-o", "odd-film", *words, cwd=place)
        check("a video needs even sides, which 65x49 has not" in done.stderr, "a video may not")
    video.unlink()
    check_run(0, "render", "film", "-q", cwd=place)
    check(video.exists(), "the whole makes it again")


def test_missing(place):
    """No ffmpeg, no driver, no library, no renderer in the build."""
    bare = {"PATH": str(place / "empty")}
    (place / "empty").mkdir()
    done = check_run(5, "render", "run", "-o", "bare", "--video", cwd=place, env=bare)
    check(re.search("package.* ffmpeg", done.stderr) and len(pictures_of(place / "bare")) == 6,
          f"without ffmpeg the pictures stay and the package is named: {done.stderr.strip()}")
    done = check_run(0, "render", "run", "-o", "bare", "--set", "render.video=true", cwd=place, env=bare)
    check("note: the pictures are kept" in done.stderr, "a video that only the scene asks for is a note")
    done = check_run(0, "run", "scene.yaml", "-o", "bare-run", "--set", "render.video=true", cwd=place, env=bare)
    check("ffmpeg" in done.stderr and len(pictures_of(place / "bare-run/pictures")) == 6, "waft run likewise")
    done = check_run(5, "run", "scene.yaml", "-o", "bare-asked", "--video", cwd=place, env=bare)
    check("ffmpeg" in done.stderr and "hash " in done.stdout, "waft run --video ends the run and fails for the video")

    (place / "none.json").write_text('{"file_format_version": "1.0.0", "ICD": {"library_path": "none.so"}}')
    cases = [("no driver", {"__EGL_VENDOR_LIBRARY_FILENAMES": str(place / "none.json")})]
    if has_sanitizer():
        print("skip: a library cannot be hidden from a sanitizer")
    else:
        shim = place / "hide.so"
        subprocess.run(["cc", "-O1", "-fPIC", "-shared", "-D_GNU_SOURCE", "-o", str(shim),
                        str(SOURCE / "tests/cli/hide_library.c")], check=True)
        cases.append(("no library", {"LD_PRELOAD": str(shim), "HIDE_LIBRARY": "libEGL"}))
    for name, env in cases:
        done = check_run(5, "render", "run", "-o", "dark", cwd=place, env=env)
        check(one_line(done.stderr) and "libegl1" in done.stderr and "libgl1-mesa-dri" in done.stderr,
              f"{name}: the packages are named: {done.stderr.strip()}")
        done = check_run(0, "run", "pictures.yaml", "-o", f"dark-{name[3:]}", cwd=place, env=env)
        check("note: no pictures are drawn: " in done.stderr and "hash " in done.stdout,
              f"{name}: the simulation goes on")
        done = check_run(5, "run", "pictures.yaml", "-o", "dark-asked", "--video", cwd=place, env=env)
        check(not (place / "dark-asked").exists(), f"{name}: a video that was asked for fails before the run")

    plain = [str(BUILD / "tests/waft-without-render")]
    done = subprocess.run([*plain, "render", "run"], cwd=place, capture_output=True, text=True)
    check(done.returncode == 5 and one_line(done.stderr) and "libepoxy-dev" in done.stderr,
          f"a build without pictures says so: {done.stderr.strip()}")
    done = subprocess.run([*plain, "run", "pictures.yaml", "-o", "plain"], cwd=place, capture_output=True, text=True)
    check(done.returncode == 0 and "note: no pictures are drawn: " in done.stderr, "its runs go on")
    done = subprocess.run([*plain, "--version"], capture_output=True, text=True)
    check("pictures: off; install libepoxy-dev" in done.stdout, "its version says what is off")
    check("pictures: on" in waft("--version").stdout, "ours says what is on")
    done = subprocess.run([*plain, "bench", "--list"], capture_output=True, text=True)
    check("render/" not in done.stdout, "it has no measurements of the renderer")
    status = subprocess.run(["cmake", "-S", str(SOURCE), "-B", str(place / "off"), "-DWAFT_RENDER=OFF",
                             "-DWAFT_TESTS=OFF"], capture_output=True, text=True)
    check(status.returncode == 0 and "waft: pictures are off" in status.stdout, "cmake says what is off")


def test_interruption(place):
    """Killed or interrupted, drawing goes on where it was."""
    words = ["render", "run", "--size", "320x180", "--samples", "2"]
    check_run(0, *words, "-o", "whole", cwd=place)
    want = pictures_of(place / "whole")
    for number, code in ((signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 130), (signal.SIGTERM, 130)):
        folder = place / f"broken{number}"
        process = start(place, *words, "-o", folder.name)
        wait_for_pictures(folder, 2, process)
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
        check(process.returncode == code, f"signal {number} ends in {code} (got {process.returncode})")
        check(all(is_whole_png(p) for p in folder.glob("frame_*.png")), "no picture is half there")
        if code == 130:
            check(re.search(r"interrupted after \d of 6 pictures; the same command goes on\n$", err) and out == "",
                  f"it says how to go on: {err.splitlines()[-1:]}")
        drawn, kept = figures(check_run(0, *words, "-o", folder.name, "--json", cwd=place))
        check(drawn + kept == 6 and kept >= 2, f"{kept} are kept, {drawn} drawn")
        check(pictures_of(folder) == want, "all as in an unbroken render")


def test_long_way(place):
    """An interruption counts on the way to the first picture too, and says what goes on."""
    write(place / "way.yaml", SCENE.split("output:")[0].replace("duration: 0.5", "duration: 40")
          .replace("[16, 16]", "[320, 320]") + LOOK)
    check_run(0, "run", "way.yaml", "-o", "way", "-q", cwd=place)
    shutil.rmtree(place / "way/checkpoints")
    for words, way_on in (([], "the same command goes on"), (["--force"], "the same command without --force goes on")):
        process = start(place, "render", "way", "--frame", "400", "-o", "way.png", "-v", *words)
        while " draws" not in (line := process.stderr.readline()) and line:
            pass
        time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        check(process.returncode == 130 and err.endswith(f"interrupted after 0 of 1 pictures; {way_on}\n"),
              f"interrupted far from the frame: {process.returncode} {err.splitlines()[-1:]}")
    check(not (place / "way.png").exists(), "no picture was waited for")


def test_other_run(place):
    """Runs that differ only in their edits do not share pictures."""
    write(place / "edits.log", "waft-edits 1\n3 set water.trains[0].amplitude 0.05\n")
    check_run(0, "run", "pictures.yaml", "-o", "edited", "--replay", "edits.log", "-q", cwd=place)
    want = pictures_of(place / "edited/pictures")
    check(figures(check_run(0, "render", "edited", "--json", cwd=place)) == (0, 6), "its own pictures are kept")
    check_run(0, "run", "pictures.yaml", "-o", "unedited", "--no-pictures", "-q", cwd=place)
    check_run(0, "render", "unedited", "-o", "shared", "-q", cwd=place)
    check(pictures_of(place / "shared") != want, "edits show")
    done = check_run(0, "render", "edited", "-o", "shared", "--json", cwd=place)
    check(figures(done) == (6, 0) and pictures_of(place / "shared") == want, "another run is drawn anew")
    done = check_run(2, "render", "unedited", "-o", "shared", "--frame", "1", cwd=place)
    check("of another look" in done.stderr, "one picture of it does not take the place of all")


def test_run(place):
    """Pictures of a run that was interrupted are those of one that was not."""
    long = PICTURES.replace("duration: 0.5", "duration: 4").replace("samples: 1", "samples: 1, every: 3")
    write(place / "long.yaml", long)
    check_run(0, "run", "long.yaml", "-o", "whole-run", "-q", "--threads", "1", cwd=place)
    want = contents(place / "whole-run")
    check(sum(name.startswith("pictures/frame_") for name in want) == 14, "every third of 41 frames is drawn")
    check_run(0, "run", "long.yaml", "-o", "two", "-q", "--threads", "2", cwd=place)
    check(not differences(contents(place / "two"), want), "by two threads the same pictures")
    check(figures(check_run(0, "render", "two", "--json", cwd=place)) == (0, 14), "waft render keeps them")
    check_run(0, "run", "long.yaml", "-o", "later", "-q", "--no-pictures", cwd=place)
    check(not (place / "later/pictures").exists(), "--no-pictures draws none")
    check_run(0, "render", "later", "-q", cwd=place)
    check(not differences(contents(place / "later"), want), "drawn later they are the same")
    for number, name in ((signal.SIGKILL, "killed"), (signal.SIGINT, "stopped")):
        process = start(place, "run", "long.yaml", "-o", name, "--checkpoint", "0.05")
        wait_for_pictures(place / name / "pictures", 4, process)
        process.send_signal(number)
        process.communicate(timeout=60)
        there = len(list((place / name / "pictures").glob("frame_*.png")))
        check_run(0, "run", "long.yaml", "-o", name, "--resume", "-q", cwd=place)
        wrong = differences(contents(place / name), want)
        check(not wrong, f"{name} after {there} pictures and resumed: the same files {wrong[:5]}")
    done = check_run(0, "run", "long.yaml", "-o", "whole-run", "--resume", "--video", "--json", cwd=place)
    check(json.loads(done.stdout.splitlines()[-1])["pictures"] == 14, "a finished run gets its video")
    facts = probe(place / "whole-run/video.mp4")
    check((facts["nb_read_frames"], float(facts["r_frame_rate"].split("/")[0])) == ("14", 10.0), f"{facts}")
    check_run(0, "run", "long.yaml", "-o", "whole-run", "--force", "--no-pictures", "-q", cwd=place)
    check(not (place / "whole-run/pictures").exists() and not (place / "whole-run/video.mp4").exists(),
          "--force removes pictures and video")
    check_run(0, "run", "long.yaml", "-o", "part", "--frames", "12:18", "-q", cwd=place)
    part = pictures_of(place / "part/pictures")
    check(part == {k: v for k, v in pictures_of(place / "two/pictures").items() if k in part} and len(part) == 3,
          "a part of the frames has the pictures of the whole")


began = time.monotonic()
with Workspace() as place:
    write(place / "scene.yaml", SCENE)
    write(place / "pictures.yaml", PICTURES)
    check_run(0, "run", "scene.yaml", "-o", "run", "-q", cwd=place)
    check(not (place / "run/pictures").exists(), "a scene that asks for no pictures gets none")
    for test in (test_frames, test_refusals, test_missing, test_interruption, test_long_way, test_other_run, test_run):
        test(place)
        print(f"{test.__name__}: {time.monotonic() - began:.1f} s so far")
    if shutil.which("ffmpeg") and shutil.which("ffprobe"):
        test_video(place)
        test_part_of_video(place)
    else:
        check(False, "ffmpeg is installed")
    check(not temporaries(place), "no temporary is left")
finish()
