// SPDX-License-Identifier: MIT
// The one table of commands and options.
#include "commands.h"

#include <waft/scene.h>
#include <waft/starter.h>

#include <stdint.h>

#define OPTION(name, argument, help)                                                               \
    { name, argument, help, NULL, 0, false, 0 }
#define ROW_HELP                                                                                   \
    { "help", NULL, "print this and stop", .letter = 'h' }
#define ROW_JSON(text) OPTION("json", NULL, text)
#define ROW_SET                                                                                    \
    {                                                                                              \
        "set", "PATH=VALUE", "change a parameter of the scene; 'waft params' lists them",          \
            .repeats = true                                                                        \
    }
#define ROW_QUALITY                                                                                \
    {                                                                                              \
        "quality", "LEVEL",                                                                        \
            "preview takes the scene's 'preview' overrides; without it or final the scene counts", \
            .values = "preview|final"                                                              \
    }
#define ROW_THREADS(text) OPTION("threads", "N", text " (default: the CPUs of this process)")
#define ROW_CACHE                                                                                  \
    OPTION("cache", "DIR", "keeps what is baked (default: waft in the user's cache folder)")
#define ROW_QUIET                                                                                  \
    { "quiet", NULL, "no progress and no notes", .letter = 'q', .group = 'v' }
#define ROW_VERBOSE                                                                                \
    { "verbose", NULL, "say more", .letter = 'v', .group = 'v' }

// Which velocities, and how they are taken.
#define ROWS_FIELD                                                                                 \
    OPTION("field", "N", "of a bank (default: 0)"),                                                \
        {"window", "WORD", "of axes that do not join up (default: hann)", .values = "hann|none"},  \
        OPTION("periodic", "AXES", "axes that join up, such as xz (default: all of a bank's)")

// What run and enhance have in common.
#define ROWS_START                                                                                 \
    ROW_THREADS("threads; results do not depend on their number"),                                 \
        OPTION("seed", "N", "root of every random stream, in place of the scene's"), ROW_SET,      \
        ROW_QUALITY, {"resume", NULL, "go on with the run in the directory", .group = 'm'}, {      \
        "force", NULL, "remove the run in the directory and start anew", .group = 'm'              \
    }
#define ROWS_END                                                                                   \
    OPTION("max-memory", "SIZE",                                                                   \
        "refuse a scene that needs more, e.g. 2G or 512M (default: no limit)"),                    \
        {"video", NULL, "make video.mp4 of the run, as render.video asks for", .group = 'p'},      \
        {"no-pictures", NULL, "draw nothing, whatever the scene's render: asks for",               \
            .group = 'p'},                                                                         \
        OPTION("checkpoint", "SECONDS", "wall time between checkpoints, at least (default: 5)"),   \
        ROW_CACHE, ROW_JSON("progress, events and the end as one JSON object a line on stdout"),   \
        ROW_QUIET, ROW_VERBOSE, ROW_HELP

static const option_row run_options[] = {
    {"output", "DIR", "where the files go (default: out/ and the scene's name)", .letter = 'o'},
    OPTION("frames", "A:B", "write frames A to B only; either may be left out (default: all)"),
    ROWS_START,
    OPTION("replay", "LOG", "repeat the edits of a log at their steps"),
    ROWS_END,
};

static const option_row enhance_options[] = {
    {"look", "FILE", "the keys of smoke.turbulence, as YAML", .letter = 'l'},
    {"output", "DIR", "where the files go; not the base's own", .letter = 'o'},
    OPTION("frames", "A:B",
        "start from the run at frame A and end at B; either may be left out (default: all)"),
    {"region", "BOX",
        "only from corner to corner x0,y0,z0,x1,y1,z1 (m), in place of the look's regions",
        .repeats = true},
    ROWS_START,
    ROWS_END,
};

static const option_row render_options[] = {
    {"frame", "N", "one frame only", .group = 'f'},
    {"frames", "A:B",
        "frames A to B only, of those that render.every takes; either may be left out (default: "
        "all)",
        .group = 'f'},
    OPTION("size", "WxH", "pixels, such as 640x360 (default: the scene's render.size)"),
    OPTION("samples", "N", "samples of a pixel along each axis, 1 to 4 (default: render.samples)"),
    {"set", "PATH=VALUE", "change a key of camera: or render:, such as camera.azimuth='45 deg'",
        .repeats = true},
    {"output", "PATH",
        "directory for the pictures, or with --frame a PNG file (default: pictures/ in the run)",
        .letter = 'o'},
    OPTION("video", "[=FILE]", "join the pictures to an MP4 (default: video.mp4 in the run)"),
    OPTION("force", NULL, "draw pictures anew that are there already"),
    ROW_THREADS("threads of the simulation that is replayed; pictures do not depend on it"),
    ROW_CACHE,
    ROW_JSON("progress and the end as one JSON object a line on stdout"),
    ROW_QUIET,
    ROW_VERBOSE,
    ROW_HELP,
};

static const option_row check_options[] = {
    ROW_SET,
    ROW_QUALITY,
    ROW_JSON("problems or the summary as one JSON object a line"),
    ROW_HELP,
};

static const option_row bake_options[] = {
    OPTION("density", "R", "kg/m3 of the body (default: 1000, or the preset's)"),
    OPTION("fluid", "R", "kg/m3 of the fluid (default: 1.204, air)"),
    OPTION("viscosity", "NU", "m2/s of the fluid (default: that of air or, from 100 kg/m3, water)"),
    {"method", "METHOD", "how the added mass is found (default: auto)",
        .values = "auto|closed|bem|sources|sheet"},
    OPTION("scale", "S", "metres per unit of the file (default: 1)"),
    OPTION("flip", NULL, "turn every facet over"),
    OPTION("object", "NAME", "only this object or mesh of the file"),
    OPTION("shell", "T", "thickness in m of an open mesh"),
    OPTION("turbulence", NULL, "also work out the wake"),
    {"band", "MU[:SIGMA[:E]]",
        "field: a band of wave numbers, cycles across it (default deviation 0.7, energy 1)",
        .repeats = true},
    {"vortex", "L[:SIGMA[:E]]",
        "field: a band by the size of its vortices in cells (default without bands: 2)",
        .repeats = true},
    {"law", "LAW", "field: energies of bands, or what is there in place of them (default: given)",
        .values = "given|kolmogorov|equal|power|table"},
    OPTION(
        "range", "LOW:HIGH", "field: wave numbers of law power (default: 3 and 0.3 of the size)"),
    OPTION("exponent", "P", "field: of law power (default: -5/3)"),
    OPTION("points", "FILE", "field: CSV with wavenumber and energy, of law table"),
    OPTION("size", "N", "field: cells a side, 2^a, 3 2^a or 5 2^a (default: 64)"),
    OPTION("dimensions", "D", "field: 2 or 3 (default: 3)"),
    OPTION("count", "N", "field: how many (default: 25)"),
    OPTION("seed", "N", "field: another seed, other fields (default: 0)"),
    {"storage", "FORM", "field: how numbers are kept (default: half)", .values = "half|float|none"},
    ROW_CACHE,
    {"output", "FILE", "write the hull as a .whull file, the fields as a .wbank file",
        .letter = 'o'},
    ROW_THREADS("threads; results do not depend on their number"),
    ROW_JSON("one JSON object"),
    ROW_HELP,
};

static const option_row help_options[] = {ROW_HELP};

static const option_row params_options[] = {
    {"json", NULL, "all rows as a JSON array", .group = 'f'},
    {"schema", NULL, "JSON Schema (draft 7) of a scene file", .group = 'f'},
    {"markdown", NULL, "the reference page", .group = 'f'},
    OPTION("paper", NULL, "list also what exists only to show a paper's own form"),
    ROW_HELP,
};

static const option_row sweep_options[] = {
    {"set", "PATH=VALUES",
        "LOW:HIGH:STEP, LOW:HIGH:log5 or lin5 for five values, A,B,C, or one value; may be given "
        "several times",
        .repeats = true},
    OPTION("random", "N", "N runs with values by chance in place of all combinations"),
    OPTION("seed", "N", "of that chance (default: 1)"),
    OPTION("shard", "I/N", "only the I-th of N parts, for a batch system"),
    {"output", "DIR", "where all goes (default: sweep_ and the scene's name)", .letter = 'o'},
    OPTION("sheet", NULL, "draw the last frame of every run on one contact sheet"),
    ROW_THREADS("runs at once"),
    ROW_QUALITY,
    ROW_CACHE,
    OPTION("force", NULL, "take over a directory of another sweep, whose runs are done anew"),
    {"quiet", NULL, "no progress and no notes", .letter = 'q'},
    ROW_HELP,
};

static const option_row info_options[] = {
    {"regimes", NULL, "of a run: how its bodies fell", .group = 's'},
    {"spectrum", NULL, "of a bank, a cached frame or a run: energies by wave number", .group = 's'},
    ROWS_FIELD,
    OPTION("slope", "LOW:HIGH", "fit a power of the wave number over these shells"),
    OPTION("frame", "N", "of a run (default: the last that is cached)"),
    ROW_CACHE,
    ROW_JSON("one JSON object"),
    ROW_HELP,
};

static const option_row plot_options[] = {
    {"output", "FILE", "the SVG file to write (default: plots/ in the run, or the table's name)",
        .letter = 'o'},
    {"spectrum", NULL, "of a bank, a cached frame or a run: energies by wave number", .group = 's'},
    {"slice", "[=AXIS:CELL]",
        "of the same: a plane as a PNG, speed as colour and arrows (default: the middle along z)",
        .group = 's'},
    ROWS_FIELD,
    OPTION("size", "N", "pixels along the longer side of a slice (default: 800)"),
    {"kind", "KIND",
        "what to draw of a run (default: gauges, stats, tracers and the ways of bodies if there)",
        .values = "table|gauges|tracers|stats|bodies|attitude|height"},
    OPTION("x", "COLUMN", "column along x (default: time, else the first)"),
    {"y", "COLUMN", "column along y (default: the others, at most 16)", .repeats = true},
    OPTION("log-x", NULL, "logarithmic x axis"),
    OPTION("log-y", NULL, "logarithmic y axis"),
    OPTION("title", "TEXT", "title over the plot"),
    OPTION("frame", "N", "frame of a height plot (default: 0), spectrum or slice (the last)"),
    ROW_HELP,
};

static const option_row bench_options[] = {
    ROW_JSON("one JSON object a case"),
    OPTION("quick", NULL, "a tenth of the repetitions"),
    ROW_THREADS("threads to measure with"),
    OPTION("list", NULL, "name the cases and stop"),
    ROW_HELP,
};

static const char* starter_word(size_t index) {
    const waft_starter* starter = waft_starter_at(index);
    return starter != NULL ? starter->kind : NULL;
}

static const char* shell_word(size_t index) {
    static const char* const shells[] = {"bash", "zsh", "fish"};
    return index < sizeof shells / sizeof shells[0] ? shells[index] : NULL;
}

static const char* param_word(size_t index) {
    const waft_param* param = waft_param_at(index);
    return param != NULL ? param->path : NULL;
}

static const char* command_word(size_t index) {
    return index < command_count() ? command_at(index)->name : NULL;
}

#define MANY          SIZE_MAX
#define OPTIONS(rows) .options = (rows), .option_count = sizeof(rows) / sizeof((rows)[0])

static const command_row commands[] = {
    {"run", "simulate a scene into a directory of files", "SCENE", 1, 1,
        .details =
            "A killed or interrupted run goes on with --resume and ends in the same bytes. "
            "Ctrl-C (SIGINT), SIGTERM and SIGHUP finish the step and write a checkpoint first, "
            "with exit code 130; a second Ctrl-C stops at once. A directory that holds another run "
            "is left alone unless --resume or "
            "--force is given.",
        .example = "waft run pond.yaml -o out/pond --frames 0:60 --set time.duration=3",
        OPTIONS(run_options), .run = cmd_run},
    {"enhance", "give a cached run turbulent detail", "DIR", 1, 1,
        .details = "The run in DIR must have an output of format cache, whose flow is taken; the "
                   "smoke itself is not computed again and DIR is not written to. Any number of "
                   "looks can be made of one run. With --frames the fine flow starts as that of "
                   "DIR at frame A, and so does the density. Files are VDB unless --set output=... "
                   "says otherwise. Interruption and --resume are as with waft run; if DIR has "
                   "changed since, --resume refuses.",
        .example = "waft enhance out/plume --look wispy.yaml -o out/plume-wispy",
        OPTIONS(enhance_options), .run = cmd_enhance},
    {"render", "draw pictures and a video of a run", "DIR", 1, 1,
        .details =
            "The run is replayed, so nothing needs to have been written for it; a run with an "
            "output of format state is replayed fastest. Pictures that are there and were drawn "
            "with the same look are kept, so a drawing that was interrupted or killed goes on with "
            "the same command. The camera and the look come from the scene's camera: and render:, "
            "and --set changes them for this call.",
        .example = "waft render out/pond --size 640x360 --video", OPTIONS(render_options),
        .run = cmd_render},
    {"check", "validate scenes and estimate memory, files and time", "SCENE...", 1, MANY,
        .details = "Every problem is printed with file, line and column, the text in question and, "
                   "where one is near, the word that was probably meant. Of several scenes each is "
                   "checked; the exit code is 2 if one is wrong.",
        .example = "waft check pond.yaml", OPTIONS(check_options), .run = cmd_check},
    {"new", "write a commented starter scene", "[KIND [FILE]]", 0, 2, .operand_word = starter_word,
        .details = "Without KIND the kinds are listed. FILE is KIND.yaml by default, and '-' is "
                   "standard output. A file that exists is left alone.",
        .example = "waft new pond", OPTIONS(help_options), .run = cmd_new},
    {"params", "list every scene parameter: type, unit, range, default, meaning", "[PATH]", 0, 1,
        .operand_word = param_word, .details = "PATH lists the parameters that start with it.",
        .example = "waft params water.trains", OPTIONS(params_options), .run = cmd_params},
    {"sweep", "run a scene many times with other values, into one table", "SCENE", 1, 1,
        .details = "Every run has a directory in DIR/runs. A sweep that was interrupted, or whose "
                   "shards ran elsewhere, goes on with the same command; finished runs are kept. "
                   "DIR/table.csv has a row a run: the values, the world's figures at the end, and "
                   "of falling bodies the shares of their regimes. A run that diverges has 1 under "
                   "failed and no figures; the others go on, and the code is 1 in the end.",
        .example = "waft sweep scenes/discs.yaml --set bodies[0].release.istar=0.002:0.1:log8",
        OPTIONS(sweep_options), .run = cmd_sweep},
    {"bake", "work out once what bodies and turbulence need", "hull MESH|PRESET, or field", 1, 2,
        .operand_word = bake_word,
        .details =
            "MESH is a closed OBJ, STL, PLY, glTF or GLB file, or with --shell an open one. "
            "Matrices are about the centre of mass, in the axes of the file. A run bakes "
            "the hulls it needs by itself and keeps them in its cache. A field is a bank of random "
            "velocities without divergence that have a given spectrum; without -o it is "
            "left in the cache.",
        .example = "waft bake hull leaf.obj --density 400 --fluid 1.204", OPTIONS(bake_options),
        .run = cmd_bake},
    {"info", "say what is in a file or a run directory", "FILE|DIR", 1, 1,
        .details =
            "Knows scenes, run directories and their run.json, checkpoints, edit logs, height "
            "images (PNG, EXR) and pictures (PNG), tables (CSV), point caches (PC2), meshes "
            "(OBJ), particles (PLY), hulls, banks of fields, and of smoke VDB, VTI, PVD and cache "
            "files. --spectrum takes the mean off, uses a window where a field does not join up, "
            "and sums energies over shells of wave numbers.",
        .example = "waft info out/pond", OPTIONS(info_options), .run = cmd_info},
    {"plot", "draw tables, trajectories, heights and spectra as SVG, planes as PNG",
        "DIR|CSV|BANK...", 1, MANY,
        .details = "A run directory gives its gauges, stats and tracers; tables given together "
                   "share one plot. The names of the files written go to standard output.",
        .example = "waft plot out/pond --kind stats --y water.kinetic_energy -o energy.svg",
        OPTIONS(plot_options), .run = cmd_plot},
    {"bench", "measure this machine", "[CASE...]", 0, MANY, .operand_word = bench_word,
        .details =
            "CASE may be the start of a name; without one every case runs. Mitems/s are millions "
            "a second of the items named beside it, such as cells; 'of stream' is the share "
            "of the memory bandwidth that the same run measured; 'speed-up' compares with "
            "one thread: the median and what 95 of 100 calls reach.",
        .example = "waft bench waves --quick", OPTIONS(bench_options), .run = cmd_bench},
    {"completion", "print the completion script of a shell", "bash|zsh|fish", 1, 1,
        .operand_word = shell_word,
        .details =
            "bash finds it as ~/.local/share/bash-completion/completions/waft, zsh as _waft in "
            "a directory of $fpath, fish as ~/.config/fish/completions/waft.fish.",
        .example = "waft completion bash > waft.bash && source ./waft.bash", OPTIONS(help_options),
        .run = cmd_completion},
    {"help", "explain a command", "[COMMAND]", 0, 1, .operand_word = command_word, .details = "",
        .example = "waft help run", OPTIONS(help_options), .run = cmd_help},
    {"man", "print the manual page", "", 0, 0,
        .details = "The page is roff source, as man(1) reads it.", .example = "waft man | man -l -",
        OPTIONS(help_options), .run = cmd_man},
};

size_t command_count(void) {
    return sizeof commands / sizeof commands[0];
}

const command_row* command_at(size_t index) {
    return &commands[index];
}
