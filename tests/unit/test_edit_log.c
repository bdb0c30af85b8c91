// SPDX-License-Identifier: MIT
#include "hooks.h"
#include "hull_fixture.h"
#include "run/edit_log.h"
#include "scratch.h"

#include <waft/export.h>

#include <unistd.h>

static waft_world* pond_world(void) {
    const waft_world_def def = waft_world_def_default();
    const waft_water_def water = small_water_def();
    return make_world(&def, &water);
}

static void queue_wind(waft_world* world, int count) {
    for (int i = 0; i < count; ++i) {
        const waft_edit edit = {.kind = WAFT_EDIT_SET, .setting = {"air.wind[0]", {(float)i}, 1}};
        CHECK(waft_world_queue(world, &edit) == WAFT_OK);
    }
}

// A world that was restored has had fewer edits than the file may hold: the rest is dropped.
static void a_log_goes_on_from_a_checkpoint(void) {
    scratch files = scratch_make();
    wafti_edit_log log = {.count = 0};
    waft_world* world = pond_world();
    CHECK(wafti_edit_log_attach(&log, world, files.path) == WAFT_OK);
    queue_wind(world, 70);
    take_steps(world, 2);
    const size_t size = waft_world_snapshot_size(world);
    void* bytes = malloc(size);
    CHECK(waft_world_snapshot(world, bytes, size) == WAFT_OK);
    queue_wind(world, 3);
    CHECK(log.count == 73);
    waft_error error = {.sentence = ""};
    CHECK(wafti_edit_log_write(&log, files.path, &error) == WAFT_OK);
    CHECK(waft_world_restore(world, bytes, size) == WAFT_OK);
    CHECK(wafti_edit_log_read(&log, files.path, world, &error) == WAFT_OK);
    CHECK(log.count == 70 && strstr(log.lines.bytes, " 69\n") != NULL);
    CHECK(strstr(log.lines.bytes, " 70\n") == NULL);
    queue_wind(world, 1);
    CHECK(log.count == 71 && strstr(log.lines.bytes, "\n2 set") != NULL);

    // A file that lacks edits of the checkpoint is no log of it.
    wafti_edit_log shorter = {.count = 0};
    wafti_text_init(&shorter.lines, NULL);
    wafti_text_add(&shorter.lines, "0 let_go 1\n0 let_go 1\n0 let_go 1\n0 let_go 1\n0 let_go 1\n");
    shorter.count = 5;
    CHECK(wafti_edit_log_write(&shorter, files.path, &error) == WAFT_OK);
    CHECK(wafti_edit_log_read(&log, files.path, world, &error) == WAFT_ERR_PARSE);
    CHECK(strstr(error.sentence, "holds 5 edits") != NULL);
    wafti_edit_log_free(&shorter);
    free(bytes);
    waft_world_destroy(world);
    wafti_edit_log_free(&log);
    scratch_remove(&files);
}

static void no_edits_leave_no_file(void) {
    scratch files = scratch_make();
    const char* path = scratch_file(&files, "edits.log");
    wafti_edit_log log = {.count = 0};
    waft_world* world = pond_world();
    waft_error error = {.sentence = ""};
    CHECK(wafti_edit_log_attach(&log, world, files.path) == WAFT_OK);
    queue_wind(world, 1);
    CHECK(wafti_edit_log_write(&log, files.path, &error) == WAFT_OK);
    CHECK(access(path, F_OK) == 0);
    CHECK(wafti_edit_log_attach(&log, world, files.path) == WAFT_OK);
    CHECK(wafti_edit_log_write(&log, files.path, &error) == WAFT_OK);
    CHECK(access(path, F_OK) != 0);
    waft_world_destroy(world);
    wafti_edit_log_free(&log);
    scratch_remove(&files);
}

static void an_edit_without_memory_is_told_at_the_next_write(void) {
    scratch files = scratch_make();
    counting c = {.fail_at = 1};
    wafti_edit_log log = {.allocator = counting_hook(&c)};
    waft_world* world = pond_world();
    waft_error error = {.sentence = ""};
    CHECK(wafti_edit_log_attach(&log, world, files.path) == WAFT_OK);
    queue_wind(world, 1);
    CHECK(log.failed == WAFT_ERR_NO_MEMORY);
    CHECK(wafti_edit_log_write(&log, files.path, &error) == WAFT_ERR_NO_MEMORY);
    waft_world_destroy(world);
    wafti_edit_log_free(&log);
    CHECK(c.live == 0);
    scratch_remove(&files);
}

// A hull of the host's own may be gone when the log is written.
static void hulls_are_saved_as_they_come(void) {
    scratch files = scratch_make();
    wafti_edit_log log = {.count = 0};
    const waft_world_def def = waft_world_def_default();
    waft_world* world = NULL;
    CHECK(waft_world_create(&def, &world, NULL) == WAFT_OK);
    const waft_bodies_def bodies_def = waft_bodies_def_default();
    waft_bodies* bodies = NULL;
    CHECK(waft_world_create_bodies(world, &bodies_def, &bodies) == WAFT_OK);
    CHECK(wafti_edit_log_attach(&log, world, files.path) == WAFT_OK);
    const waft_hull_def hull_def = quiet_def(WAFT_HULL_BOX, 0.4, 0.2, 0.3);
    waft_hull* hull = hull_of(&hull_def);
    const uint64_t key = waft_hull_get_info(hull).key;
    waft_body_def body = waft_body_def_default();
    body.hull = hull;
    body.noise = WAFT_NOISE_OFF;
    waft_body_id id;
    CHECK(waft_bodies_add(bodies, &body, &id) == WAFT_OK);
    CHECK(waft_bodies_remove(bodies, id) == WAFT_OK);
    waft_hull_destroy(hull);
    waft_error error = {.sentence = ""};
    CHECK(wafti_edit_log_write(&log, files.path, &error) == WAFT_OK);
    waft_edit* edits = NULL;
    size_t count = 0;
    const char* path = scratch_file(&files, "edits.log");
    CHECK(waft_edits_read(path, NULL, &edits, &count, &error) == WAFT_OK);
    CHECK(count == 2 && edits[0].hull == key && edits[0].body.hull != NULL);
    CHECK(wafti_edit_log_read(&log, files.path, world, &error) == WAFT_OK);
    char named[32];
    (void)snprintf(named, sizeof(named), "hull=%016llx", (unsigned long long)key);
    CHECK(log.count == 2 && strstr(log.lines.bytes, named) != NULL);
    waft_edits_free(NULL, edits, count);
    waft_world_destroy(world);
    wafti_edit_log_free(&log);
    scratch_remove(&files);
}

static const test_case cases[] = {
    {"hulls_are_saved_as_they_come", hulls_are_saved_as_they_come},
    {"a_log_goes_on_from_a_checkpoint", a_log_goes_on_from_a_checkpoint},
    {"no_edits_leave_no_file", no_edits_leave_no_file},
    {"an_edit_without_memory_is_told_at_the_next_write",
        an_edit_without_memory_is_told_at_the_next_write},
};

TEST_MAIN(cases)
