// SPDX-License-Identifier: MIT
// waft sweep: a scene run many times with other values, several runs at once, into one table.
#include "cache.h"
#include "commands.h"
#include "contact_sheet.h"
#include "exit.h"
#include "interrupt.h"
#include "load.h"
#include "regimes.h"
#include "sweep_phase.h"
#include "sweep_plan.h"
#include "sweep_table.h"
#include "terminal.h"
#include "units.h"

#include <waft/run.h>

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// What the threads of a sweep share.
typedef struct sweep {
    const arguments* args;
    sweep_plan plan;
    const char* scene;
    char* default_directory;
    const char* directory;
    char* cache;
    pthread_mutex_t lock;
    size_t next; ///< run to be taken
    size_t done;
    size_t failed; ///< runs whose worlds diverged; the others go on
    int code;      ///< of the first failure that ends all
} sweep;

static void run_directory(const sweep* self, size_t run, char* out_path, size_t size) {
    (void)snprintf(out_path, size, "%s/runs/%05zu", self->directory, run + 1);
}

enum { IDENTITY_SIZE = 18 }; // 16 digits and the end of a line

/// FNV-1a.
static const uint64_t hash_start = UINT64_C(0xCBF29CE484222325);

static uint64_t hash_bytes(uint64_t hash, const void* bytes, size_t size) {
    const unsigned char* at = bytes;
    for (size_t i = 0; i < size; ++i) {
        hash = (hash ^ at[i]) * UINT64_C(0x100000001B3);
    }
    return hash;
}

/// What a run is a run of: the scene with all values, and the files it names. False if memory is out.
static bool identify(const waft_scene* scene, char out_text[IDENTITY_SIZE]) {
    char* json = NULL;
    if (waft_scene_json(scene, NULL, &json) != WAFT_OK) {
        return false;
    }
    const uint64_t files = waft_scene_files_hash(scene);
    uint64_t hash = hash_bytes(hash_start, json, strlen(json));
    hash = hash_bytes(hash, &files, sizeof files);
    waft_text_free(NULL, json);
    (void)snprintf(out_text, IDENTITY_SIZE, "%016llx\n", (unsigned long long)hash);
    return true;
}

/// Whether a run has its result, and it is of that identity, which DIR/result.key tells.
static bool has_result(const char* directory, const char* identity) {
    char path[SWEEP_PATH + 16];
    struct stat status;
    char* known = NULL;
    size_t known_size = 0;
    sweep_result_path(directory, "csv", path, sizeof path);
    bool there = stat(path, &status) == 0;
    sweep_result_path(directory, "key", path, sizeof path);
    there = there &&
            waft_file_read(path, IDENTITY_SIZE, NULL, &known, &known_size, NULL) == WAFT_OK &&
            strcmp(known, identity) == 0;
    waft_text_free(NULL, known);
    return there;
}

/// Removes what is of a run that is to be done anew.
static void forget_result(const char* directory) {
    static const char* const names[] = {"result.key", "result.csv", "last.png"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        char path[SWEEP_PATH + 16];
        (void)snprintf(path, sizeof path, "%s/%s", directory, names[i]);
        (void)unlink(path);
    }
}

/// "istar 0.0187, reynolds 126": numbers with the digits that a glance takes in.
static void add_to_caption(char* caption, size_t size, const char* path, const char* value) {
    const size_t used = strlen(caption);
    const char* dot = strrchr(path, '.');
    const char* key = dot != NULL ? dot + 1 : path;
    const char* comma = used > 0 ? ", " : "";
    char* end = NULL;
    const double number = strtod(value, &end);
    if (end != value) {
        (void)snprintf(caption + used, size - used, "%s%s %.3g%s", comma, key, number, end);
    } else {
        (void)snprintf(caption + used, size - used, "%s%s %s", comma, key, value);
    }
}

/// Loads the scene with the values of one run. One thread at a time, for the sake of what it prints.
static int load_run(sweep* self, size_t run, waft_scene** out_scene) {
    char texts[SWEEP_AXES + 1][SWEEP_SET];
    const char* sets[SWEEP_AXES + 1];
    char caption[SWEEP_SET] = "";
    size_t count = 0;
    for (size_t i = 0; i < self->plan.axis_count; ++i) {
        char value[SWEEP_SET / 2];
        sweep_plan_value(&self->plan, run, i, value, sizeof value);
        (void)snprintf(texts[count], sizeof texts[count], "%s=%s", self->plan.axes[i].path, value);
        if (sweep_axis_varies(&self->plan, i)) {
            add_to_caption(caption, sizeof caption, self->plan.axes[i].path, value);
        }
        sets[count] = texts[count];
        ++count;
    }
    if (caption[0] != '\0') {
        (void)snprintf(texts[count], sizeof texts[count], "render.caption='%.100s'", caption);
        sets[count] = texts[count];
        ++count;
    }
    (void)pthread_mutex_lock(&self->lock);
    const int code = load_scene_with(self->args, self->scene, sets, count, self->cache, out_scene);
    (void)pthread_mutex_unlock(&self->lock);
    return code;
}

static int fail_run(sweep* self, size_t run, waft_result result, const char* sentence) {
    return fail(self->args, exit_code_of(result), "run %zu: %s", run + 1, sentence);
}

/// Steps a run to its end. EXIT_INTERRUPTED if the user wished so; it can then be gone on with.
static int step_run(sweep* self, size_t run, waft_run* open) {
    waft_result result = WAFT_OK;
    while (result == WAFT_OK && !waft_run_done(open)) {
        if (interrupt_came()) {
            result = waft_run_checkpoint(open);
            return result == WAFT_OK ? EXIT_INTERRUPTED
                                     : fail_run(self, run, result, waft_run_error(open));
        }
        result = waft_run_step(open);
    }
    result = result == WAFT_OK ? waft_run_finish(open) : result;
    return result == WAFT_OK ? EXIT_OK : fail_run(self, run, result, waft_run_error(open));
}

/// Marks the result that was written as that of this identity.
static int write_key(sweep* self, size_t run, const char* directory, const char* identity) {
    char path[SWEEP_PATH + 16];
    waft_error error;
    sweep_result_path(directory, "key", path, sizeof path);
    const waft_result result = waft_file_write(path, identity, strlen(identity), &error);
    return result == WAFT_OK ? EXIT_OK : fail_run(self, run, result, error.sentence);
}

static int simulate(
    sweep* self, size_t run, const char* directory, const char* identity, const waft_scene* scene) {
    waft_run_def def = waft_run_def_default(scene, directory);
    waft_run* open = NULL;
    waft_error error;
    def.mode = WAFT_RUN_RESUME;
    def.checkpoint_seconds = 30.0;
    waft_world_def world = waft_scene_world_def(scene);
    world.threads = 1;
    def.world = &world;
    waft_result result = waft_run_open(&def, &open, &error);
    if (result == WAFT_ERR_ARGUMENT) { // what was begun there is no longer what is asked for
        def.mode = WAFT_RUN_FORCE;
        result = waft_run_open(&def, &open, &error);
    }
    if (result != WAFT_OK) {
        return fail_run(self, run, result, error.sentence);
    }
    int code = step_run(self, run, open);
    const bool failed = code == EXIT_RUN_FAILED; // it would again: that is its result
    (void)pthread_mutex_lock(&self->lock);
    self->failed += failed;
    (void)pthread_mutex_unlock(&self->lock);
    if (failed || code == EXIT_OK) {
        code = sweep_result_write(self->args, directory, scene, waft_run_world(open), failed);
    }
    code = code == EXIT_OK ? write_key(self, run, directory, identity) : code;
    waft_run_close(open);
    return code;
}

static int do_run(sweep* self, size_t run) {
    char directory[SWEEP_PATH];
    char identity[IDENTITY_SIZE];
    waft_scene* scene = NULL;
    run_directory(self, run, directory, sizeof directory);
    int code = load_run(self, run, &scene);
    if (code == EXIT_OK && !identify(scene, identity)) {
        code = fail_memory(self->args);
    }
    if (code == EXIT_OK && !has_result(directory, identity)) {
        forget_result(directory);
        code = simulate(self, run, directory, identity, scene);
    }
    waft_scene_destroy(scene);
    return code;
}

/// Whether another shard has done its run, of the scene as it is now.
static bool is_done(sweep* self, size_t run) {
    char directory[SWEEP_PATH];
    char identity[IDENTITY_SIZE];
    waft_scene* scene = NULL;
    run_directory(self, run, directory, sizeof directory);
    const bool done = load_run(self, run, &scene) == EXIT_OK && identify(scene, identity) &&
                      has_result(directory, identity);
    waft_scene_destroy(scene);
    return done;
}

/// The next run of this shard; false if there is none, or one failed.
static bool take_run(sweep* self, size_t* out_run) {
    (void)pthread_mutex_lock(&self->lock);
    while (self->next < self->plan.run_count && !sweep_plan_is_ours(&self->plan, self->next)) {
        ++self->next;
    }
    const bool there = self->next < self->plan.run_count && self->code == EXIT_OK;
    *out_run = self->next;
    self->next += there;
    (void)pthread_mutex_unlock(&self->lock);
    return there;
}

static void tell_progress(const sweep* self) {
    if (!arguments_has(self->args, "quiet")) {
        print_line(stderr, "run %zu of %zu", self->done, self->plan.run_count);
    }
}

static void* work(void* context) {
    sweep* self = context;
    size_t run = 0;
    while (take_run(self, &run)) {
        const int code = do_run(self, run);
        (void)pthread_mutex_lock(&self->lock);
        self->code = self->code == EXIT_OK ? code : self->code;
        self->done += code == EXIT_OK;
        tell_progress(self);
        (void)pthread_mutex_unlock(&self->lock);
    }
    return NULL;
}

static int run_all(sweep* self, int threads) {
    pthread_t others[256];
    int started = 0;
    for (; started < threads - 1; ++started) {
        if (pthread_create(&others[started], NULL, work, self) != 0) {
            break; // fewer at once then
        }
    }
    (void)work(self);
    for (int i = 0; i < started; ++i) {
        (void)pthread_join(others[i], NULL);
    }
    return self->code;
}

/// Of the scene's text: results of a scene that was changed since are not those of this sweep. 0 if
/// it cannot be read, which loading it will report.
static uint64_t scene_hash(const char* path) {
    enum { MOST_BYTES = 1 << 24 };
    char* bytes = NULL;
    size_t size = 0;
    const bool read = waft_file_read(path, MOST_BYTES, NULL, &bytes, &size, NULL) == WAFT_OK;
    const uint64_t hash = read ? hash_bytes(hash_start, bytes, size) : 0;
    waft_text_free(NULL, bytes);
    return hash;
}

/// DIR and DIR/runs, and DIR/sweep.txt, which tells what is swept: another sweep is refused.
static int open_directory(sweep* self) {
    char path[SWEEP_PATH];
    char described[SWEEP_PATH];
    char line[SWEEP_PATH * 2];
    char* known = NULL;
    size_t known_size = 0;
    waft_error error;
    sweep_plan_describe(&self->plan, described, sizeof described);
    (void)snprintf(line, sizeof line, "%s %016llx %s\n", self->scene,
        (unsigned long long)scene_hash(self->scene), described);
    (void)snprintf(path, sizeof path, "%s/sweep.txt", self->directory);
    if (waft_file_read(path, sizeof line, NULL, &known, &known_size, NULL) == WAFT_OK &&
        strcmp(known, line) != 0 && !arguments_has(self->args, "force")) {
        waft_text_free(NULL, known);
        return fail(self->args, EXIT_USAGE,
            "%s holds a sweep of other values or of another scene; choose another directory, or "
            "--force to take this one over: runs that differ are done anew",
            self->directory);
    }
    waft_text_free(NULL, known);
    (void)snprintf(described, sizeof described, "%s/runs", self->directory);
    if (!make_directory(self->directory) || !make_directory(described)) {
        return fail(self->args, EXIT_IO, "%s cannot be made: %s", described, strerror(errno));
    }
    const waft_result result = waft_file_write(path, line, strlen(line), &error);
    return check_output(self->args, result, &error);
}

static int choose_directory(sweep* self) {
    self->directory = arguments_value(self->args, "output");
    if (self->directory == NULL) {
        const char* name = base_name(self->scene);
        if (asprintf(&self->default_directory, "sweep_%.*s", (int)strcspn(name, "."), name) < 0) {
            self->default_directory = NULL;
            return fail_memory(self->args);
        }
        self->directory = self->default_directory;
    }
    return open_directory(self);
}

static int tell_failed(const sweep* self, size_t count) {
    return count == 0 ? EXIT_OK
                      : fail(self->args, EXIT_RUN_FAILED,
                            "%zu of %zu runs failed; their rows have 1 under failed", count,
                            self->plan.run_count);
}

/// The table, once all runs of all shards are there.
static int collect(sweep* self) {
    size_t there = 0;
    size_t failed = 0;
    for (size_t run = 0; run < self->plan.run_count; ++run) {
        there += sweep_plan_is_ours(&self->plan, run) || is_done(self, run);
    }
    if (there < self->plan.run_count) {
        print_line(stderr,
            "%zu of %zu runs are there; the table is written when all are: run the other shards",
            there, self->plan.run_count);
        return tell_failed(self, self->failed);
    }
    int code = sweep_table_write(self->args, &self->plan, self->directory, &failed);
    code = code != EXIT_OK ? code : sweep_phase_write(self->args, &self->plan, self->directory);
    if (code == EXIT_OK && arguments_has(self->args, "sheet")) {
        code = contact_sheet_write(self->args, &self->plan, self->directory, self->cache);
    }
    return code == EXIT_OK ? tell_failed(self, failed) : code;
}

int cmd_sweep(const arguments* args) {
    sweep self = {.args = args, .scene = args->operands[0], .lock = PTHREAD_MUTEX_INITIALIZER};
    int threads = 1;
    int code = arguments_threads(args, &threads);
    code = code != EXIT_OK ? code : sweep_plan_make(args, &self.plan);
    code = code != EXIT_OK ? code : choose_directory(&self);
    if (code == EXIT_OK) {
        interrupt_catch();
        self.cache = cache_folder(args);
        code = run_all(&self, threads);
    }
    if (code == EXIT_INTERRUPTED) {
        (void)fail(args, 0, "interrupted; the same command goes on");
    }
    code = code != EXIT_OK ? code : collect(&self);
    (void)pthread_mutex_destroy(&self.lock);
    free(self.cache);
    free(self.default_directory);
    return code;
}
