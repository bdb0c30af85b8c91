// SPDX-License-Identifier: MIT
#include "hull_fixture.h"
#include "scratch.h"

#include <fcntl.h>

static waft_hull_def small_def(void) {
    waft_hull_def def = quiet_def(WAFT_HULL_BOX, 0.1, 0.2, 0.3);
    def.detail = 1;
    return def;
}

static void test_save_and_load(void) {
    scratch s = scratch_make();
    const waft_hull_def def = small_def();
    waft_hull* hull = hull_of(&def);
    waft_hull* back = NULL;
    waft_error error = {.sentence = ""};
    CHECK(waft_hull_save(hull, scratch_file(&s, "a.whull"), &error) == WAFT_OK);
    CHECK(waft_hull_load(s.name, NULL, &back, &error) == WAFT_OK);
    CHECK(waft_hull_get_info(back).key == waft_hull_get_info(hull).key);
    waft_hull_destroy(back);
    CHECK(waft_hull_load(scratch_file(&s, "none.whull"), NULL, &back, &error) == WAFT_ERR_IO);
    CHECK(back == NULL);
    FILE* file = fopen(scratch_file(&s, "bad.whull"), "wb");
    CHECK(file != NULL && fputs("WAFTHULL and more", file) >= 0 && fclose(file) == 0);
    CHECK(waft_hull_load(s.name, NULL, &back, &error) == WAFT_ERR_PARSE);
    CHECK(strstr(error.sentence, "bad.whull: not a hull") != NULL);
    CHECK(waft_hull_save(hull, scratch_file(&s, "no/folder.whull"), &error) == WAFT_ERR_IO);
    waft_hull_destroy(hull);
    scratch_remove(&s);
}

// The name of the one file in a folder.
static void only_file(const char* folder, char out_name[64]) {
    DIR* stream = opendir(folder);
    out_name[0] = '\0';
    if (!CHECK(stream != NULL)) {
        return;
    }
    for (struct dirent* entry = readdir(stream); entry != NULL; entry = readdir(stream)) {
        if (entry->d_name[0] != '.') {
            (void)snprintf(out_name, 64, "%.63s", entry->d_name);
        }
    }
    (void)closedir(stream);
}

// The bits of a hull depend on the instruction set, so each has files of its own.
static void test_names(void) {
    scratch s = scratch_make();
    const waft_hull_def def = small_def();
    waft_hull* hull = NULL;
    bool hit = true;
    CHECK(waft_hull_bake_cached(&def, s.path, &hull, &hit, NULL) == WAFT_OK);
    const uint64_t key = waft_hull_get_info(hull).key;
    waft_hull_destroy(hull);
    const char* own = getenv("WAFT_ISA");
    const bool was_scalar = strcmp(waft_isa(), "scalar") == 0;
    CHECK(setenv("WAFT_ISA", "scalar", 1) == 0);
    CHECK(waft_hull_bake_cached(&def, s.path, &hull, &hit, NULL) == WAFT_OK);
    CHECK(hit == was_scalar && waft_hull_get_info(hull).key == key);
    CHECK(scratch_entry_count(s.path) == (was_scalar ? 1 : 2));
    CHECK((own != NULL ? setenv("WAFT_ISA", own, 1) : unsetenv("WAFT_ISA")) == 0);
    waft_hull_destroy(hull);
    scratch_remove(&s);
}

// Whoever tidies a cache goes by the time of change, so a use sets it.
static void test_use_is_noted(void) {
    scratch s = scratch_make();
    const waft_hull_def def = small_def();
    const struct timespec long_ago[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
    waft_hull* hull = NULL;
    bool hit = false;
    char name[64];
    struct stat status;
    CHECK(waft_hull_bake_cached(&def, s.path, &hull, &hit, NULL) == WAFT_OK);
    waft_hull_destroy(hull);
    only_file(s.path, name);
    CHECK(utimensat(AT_FDCWD, scratch_file(&s, name), long_ago, 0) == 0);
    CHECK(waft_hull_bake_cached(&def, s.path, &hull, &hit, NULL) == WAFT_OK);
    CHECK(hit && stat(s.name, &status) == 0 && status.st_mtime > 1000);
    waft_hull_destroy(hull);
    scratch_remove(&s);
}

static void test_cache(void) {
    scratch s = scratch_make();
    waft_hull_def def = small_def();
    waft_hull* hull = NULL;
    bool hit = true;
    CHECK(waft_hull_bake_cached(&def, s.path, &hull, &hit, NULL) == WAFT_OK);
    CHECK(!hit);
    waft_hull_destroy(hull);
    CHECK(waft_hull_bake_cached(&def, s.path, &hull, &hit, NULL) == WAFT_OK);
    CHECK(hit);
    waft_hull_destroy(hull);
    // A file that was cut is baked again and mended.
    char name[64];
    only_file(s.path, name);
    CHECK(strlen(name) == 22 && strspn(name, "0123456789abcdef") == 16);
    CHECK(truncate(scratch_file(&s, name), 100) == 0);
    CHECK(waft_hull_bake_cached(&def, s.path, &hull, &hit, NULL) == WAFT_OK);
    CHECK(!hit);
    waft_hull_destroy(hull);
    CHECK(waft_hull_bake_cached(&def, s.path, &hull, NULL, NULL) == WAFT_OK);
    waft_hull_destroy(hull);
    def.density = 500.0;
    CHECK(waft_hull_bake_cached(&def, s.path, &hull, &hit, NULL) == WAFT_OK);
    CHECK(!hit && waft_hull_get_info(hull).density == 500.0);
    waft_hull_destroy(hull);
    // A folder that is not there costs time only.
    CHECK(waft_hull_bake_cached(&def, "no/such/folder", &hull, &hit, NULL) == WAFT_OK);
    CHECK(!hit);
    waft_hull_destroy(hull);
    def.density = -1.0;
    waft_error error;
    CHECK(waft_hull_bake_cached(&def, s.path, &hull, &hit, &error) == WAFT_ERR_ARGUMENT);
    CHECK(hull == NULL);
    scratch_remove(&s);
}

// What is wrong with a file that is there is told, though the hull is baked.
static void test_cache_tells(void) {
    scratch s = scratch_make();
    waft_hull_def def = small_def();
    waft_hull* hull = NULL;
    waft_error error = {.result = WAFT_ERR_IO, .sentence = "as it was"};
    char name[64];
    CHECK(waft_hull_bake_cached(&def, s.path, &hull, NULL, &error) == WAFT_OK);
    CHECK(error.result == WAFT_OK && error.sentence[0] == '\0');
    waft_hull_destroy(hull);
    only_file(s.path, name);
    CHECK(truncate(scratch_file(&s, name), 100) == 0);
    CHECK(waft_hull_bake_cached(&def, s.path, &hull, NULL, &error) == WAFT_OK);
    CHECK(strstr(error.sentence, "whull: not a hull: it is cut") != NULL);
    waft_hull_destroy(hull);
    CHECK(waft_hull_bake_cached(&def, s.path, &hull, NULL, &error) == WAFT_OK);
    CHECK(error.sentence[0] == '\0');
    waft_hull_destroy(hull);
    waft_hull_def other = small_def();
    other.density = 500.0;
    waft_hull* stranger = hull_of(&other);
    bool hit = true;
    CHECK(waft_hull_save(stranger, s.name, NULL) == WAFT_OK);
    CHECK(waft_hull_bake_cached(&def, s.path, &hull, &hit, &error) == WAFT_OK);
    CHECK(!hit && strstr(error.sentence, "whull: the hull of something else") != NULL);
    CHECK(waft_hull_get_info(hull).density == def.density);
    waft_hull_destroy(stranger);
    waft_hull_destroy(hull);
    scratch_remove(&s);
}

static const test_case cases[] = {
    {"a cache tells", test_cache_tells},
    {"save and load", test_save_and_load},
    {"names", test_names},
    {"use is noted", test_use_is_noted},
    {"cache", test_cache},
};

TEST_MAIN(cases)
