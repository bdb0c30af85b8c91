// SPDX-License-Identifier: MIT
#include "run/body_files.h"

#include "falling_fixture.h"
#include "hooks.h"
#include "scene_fixture.h"
#include "scratch.h"

enum { KEYS = 4 };

static scratch parts_in;

static const char* part_path(void* user, int32_t i) {
    (void)user;
    char name[32];
    (void)snprintf(name, sizeof(name), "part_%d", (int)i);
    return scratch_file(&parts_in, name);
}

static const float times[KEYS] = {0.0f, 0.1f, 0.2f, 0.3f};
static const wafti_body_parts parts = {times, KEYS, part_path, NULL};

static void write_parts(wafti_body_files* files, falling* f) {
    for (int i = 0; i < KEYS; ++i) {
        CHECK(wafti_body_files_write_part(files, f->bodies, part_path(NULL, i), NULL) == WAFT_OK);
        falling_step(f, 25);
    }
}

static void parts_become_a_file(void) {
    falling f;
    parts_in = scratch_make();
    falling_make(&f);
    wafti_body_files files = {.body_count = 0};
    CHECK(wafti_body_files_reserve(&files, f.bodies, NULL) == WAFT_OK);
    CHECK(files.body_count == 3 && files.hull_count == 2);
    CHECK(files.hull_of[0] == 0 && files.hull_of[1] == 1 && files.hull_of[2] == 0);
    write_parts(&files, &f);
    char path[512];
    (void)snprintf(path, sizeof(path), "%s", scratch_file(&parts_in, "b.glb"));
    CHECK(wafti_body_files_assemble(&files, path, &parts, NULL) == WAFT_OK);
    size_t size = 0;
    char* bytes = scratch_read(path, &size);
    const char* json = bytes + 20; // the header has zeros
    CHECK(strstr(json, "\"name\":\"body 3\",\"mesh\":0,\"translation\":[0.5,2,0]") != NULL);
    CHECK(strstr(json, "\"name\":\"hull 2\"") != NULL);
    // The disc has two sides, the ball has not.
    const char* first = strstr(json, "\"doubleSided\":true");
    CHECK(first != NULL && strstr(first + 5, "doubleSided") == NULL);
    // Rotations are last: those of body 3 at the last key.
    float rotation[4];
    memcpy(rotation, bytes + size - sizeof(rotation), sizeof(rotation));
    CHECK_NEAR(rotation[0] * rotation[0] + rotation[3] * rotation[3], 1.0, 0.5);
    waft_text_free(NULL, bytes);
    wafti_body_files_free(&files);
    falling_free(&f);
    scratch_remove(&parts_in);
}

#if defined(WAFTI_HAVE_YAML)
// Bodies of one hull whose entries have colours of their own are meshes of their own.
static void colors_are_the_scenes(void) {
    static const char text[] = "waft: 1\nbodies:\n"
                               "  - {preset: ball, langevin: off, count: 2, color: [1, 0.5, 0]}\n"
                               "  - {preset: ball, langevin: off}\n";
    static loaded l;
    load(&l, text);
    falling f;
    parts_in = scratch_make();
    falling_make(&f);
    wafti_body_files files = {.scene = l.scene};
    CHECK(wafti_body_files_reserve(&files, f.bodies, NULL) == WAFT_OK);
    write_parts(&files, &f);
    char path[512];
    (void)snprintf(path, sizeof(path), "%s", scratch_file(&parts_in, "b.glb"));
    CHECK(wafti_body_files_assemble(&files, path, &parts, NULL) == WAFT_OK);
    size_t size = 0;
    char* bytes = scratch_read(path, &size);
    const char* json = bytes + 20;
    const char* first = strstr(json, "\"baseColorFactor\":[1,0.5,0,1]");
    CHECK(first != NULL && strstr(first + 5, "\"baseColorFactor\":[1,0.5,0,1]") != NULL);
    CHECK(strstr(json, "\"name\":\"body 3\",\"mesh\":2") != NULL);
    waft_text_free(NULL, bytes);
    wafti_body_files_free(&files);
    falling_free(&f);
    unload(&l);
    scratch_remove(&parts_in);
}
#endif

// A body that is gone stays where it was; one that came later is not told of.
static void bodies_may_come_and_go(void) {
    falling f;
    parts_in = scratch_make();
    falling_make(&f);
    wafti_body_files files = {.body_count = 0};
    CHECK(wafti_body_files_reserve(&files, f.bodies, NULL) == WAFT_OK);
    CHECK(waft_bodies_remove(f.bodies, f.ids[1]) == WAFT_OK);
    waft_body_def more = waft_body_def_default();
    more.hull = f.ball;
    more.noise = WAFT_NOISE_OFF;
    waft_body_id id;
    CHECK(waft_bodies_add(f.bodies, &more, &id) == WAFT_OK);
    falling_step(&f, 50);
    CHECK(wafti_body_files_write_part(&files, f.bodies, part_path(NULL, 0), NULL) == WAFT_OK);
    float poses[3][7];
    size_t size = 0;
    char* bytes = scratch_read(part_path(NULL, 0), &size);
    if (CHECK(size == sizeof(poses) + 4)) { // and their checksum
        memcpy(poses, bytes, sizeof(poses));
        CHECK(poses[0][1] < 2.0f && poses[2][1] < 2.0f);
        CHECK_NEAR(poses[1][1], 2.0, 0.0);
        CHECK_NEAR(poses[1][6], 1.0, 0.0);
        CHECK_NEAR(poses[2][0], 0.5, 0.2);
    }
    waft_text_free(NULL, bytes);
    wafti_body_files_free(&files);
    falling_free(&f);
    scratch_remove(&parts_in);
}

static void broken_parts_are_refused(void) {
    falling f;
    parts_in = scratch_make();
    falling_make(&f);
    wafti_body_files files = {.body_count = 0};
    CHECK(wafti_body_files_reserve(&files, f.bodies, NULL) == WAFT_OK);
    write_parts(&files, &f);
    waft_error error;
    char path[512];
    (void)snprintf(path, sizeof(path), "%s", scratch_file(&parts_in, "b.glb"));
    CHECK(waft_file_write(part_path(NULL, 2), "short", 5, NULL) == WAFT_OK);
    CHECK(wafti_body_files_assemble(&files, path, &parts, &error) == WAFT_ERR_IO);
    CHECK(strstr(error.sentence, "part_2 is damaged: it is cut") != NULL);
    CHECK(unlink(part_path(NULL, 1)) == 0);
    CHECK(wafti_body_files_assemble(&files, path, &parts, &error) == WAFT_ERR_IO);
    CHECK(access(path, F_OK) != 0);
    wafti_body_files_free(&files);
    falling_free(&f);
    scratch_remove(&parts_in);
}

static void memory_may_run_out(void) {
    falling f;
    falling_make(&f);
    waft_result result = WAFT_ERR_NO_MEMORY;
    for (long at = 1; result != WAFT_OK && at < 10; ++at) {
        counting memory = {.fail_at = at};
        wafti_body_files files = {.arena = {.allocator = counting_hook(&memory)}};
        result = wafti_body_files_reserve(&files, f.bodies, NULL);
        wafti_body_files_free(&files);
        CHECK(memory.live == 0);
    }
    CHECK(result == WAFT_OK);
    falling_free(&f);
}

static const test_case cases[] = {
    {"parts_become_a_file", parts_become_a_file},
#if defined(WAFTI_HAVE_YAML)
    {"colors", colors_are_the_scenes},
#endif
    {"bodies_may_come_and_go", bodies_may_come_and_go},
    {"broken_parts_are_refused", broken_parts_are_refused},
    {"memory_may_run_out", memory_may_run_out},
};

TEST_MAIN(cases)
