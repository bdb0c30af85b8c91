// SPDX-License-Identifier: MIT
#include "io/directory.h"
#include "io/file.h"
#include "scratch.h"

static void made_with_those_above(void) {
    scratch s = scratch_make();
    waft_error error;
    CHECK(wafti_directory_make(scratch_file(&s, "a//b/c/"), &error) == WAFT_OK);
    CHECK(wafti_directory_make(scratch_file(&s, "a/b/c"), &error) == WAFT_OK);
    struct stat status;
    CHECK(stat(scratch_file(&s, "a/b/c"), &status) == 0 && S_ISDIR(status.st_mode));
    CHECK(waft_file_write(scratch_file(&s, "f"), "x", 1, NULL) == WAFT_OK);
    CHECK(wafti_directory_make(scratch_file(&s, "f"), &error) == WAFT_ERR_IO);
    CHECK(strstr(error.sentence, "/f is a file, not a directory") != NULL);
    CHECK(wafti_directory_make(scratch_file(&s, "f/g"), &error) == WAFT_ERR_IO);
    CHECK(strstr(error.sentence, "/f is a file, not a directory") != NULL);
    CHECK(symlink("nowhere", scratch_file(&s, "l")) == 0);
    CHECK(wafti_directory_make(scratch_file(&s, "l"), &error) == WAFT_ERR_IO);
    CHECK(strstr(error.sentence, "/l: cannot make the directory: File exists") != NULL);
    CHECK(wafti_directory_make("/", &error) == WAFT_OK);
    scratch_remove(&s);
}

static void plant(scratch* s, const char* name) {
    CHECK(waft_file_write(scratch_file(s, name), "x", 1, NULL) == WAFT_OK);
}

static void sweep_takes_abandoned_temporaries_only(void) {
    scratch s = scratch_make();
    const char* const stale[] = {".a.png.tmp.1", ".b.tmp.tmp.999999999", ".c.tmp.2147483647"};
    const char* const foreign[] = {"a.png", ".hidden", ".x.tmp.", ".x.tmp.12a", ".tmp.12",
        "x.tmp.12", ".x.tmp.-3", ".x.tmp.0"};
    for (size_t i = 0; i < 3; ++i) {
        plant(&s, stale[i]);
    }
    for (size_t i = 0; i < 8; ++i) {
        plant(&s, foreign[i]);
    }
    wafti_file alive;
    wafti_file_open(&alive, scratch_file(&s, "alive"), NULL);
    CHECK(alive.opened == WAFT_OK);
    CHECK(scratch_entry_count(s.path) == 12);
    CHECK(wafti_directory_sweep(s.path, NULL) == WAFT_OK);
    CHECK(scratch_entry_count(s.path) == 9);
    for (size_t i = 0; i < 8; ++i) {
        CHECK(access(scratch_file(&s, foreign[i]), F_OK) == 0);
    }
    CHECK(wafti_file_commit(&alive, NULL) == WAFT_OK);
    CHECK(wafti_directory_sweep(scratch_file(&s, "missing"), NULL) == WAFT_OK);
    scratch_remove(&s);
}

static waft_result count_or_stop(
    void* user, const char* directory, const char* name, waft_error* out_error) {
    (void)directory;
    (void)name;
    (void)out_error;
    int* count = user;
    return ++*count == 2 ? WAFT_ERR_FULL : WAFT_OK;
}

static void visits_until_an_error(void) {
    scratch s = scratch_make();
    int count = 0;
    CHECK(wafti_directory_visit(s.path, count_or_stop, &count, NULL) == WAFT_OK);
    CHECK(count == 0);
    plant(&s, "a");
    plant(&s, "b");
    plant(&s, "c");
    CHECK(wafti_directory_visit(s.path, count_or_stop, &count, NULL) == WAFT_ERR_FULL);
    CHECK(count == 2);
    waft_error error;
    CHECK(
        wafti_directory_visit(scratch_file(&s, "a"), count_or_stop, &count, &error) == WAFT_ERR_IO);
    scratch_remove(&s);
}

static void removes_files(void) {
    scratch s = scratch_make();
    plant(&s, "a");
    CHECK(wafti_directory_remove_file(s.path, "a", NULL) == WAFT_OK);
    CHECK(wafti_directory_remove_file(s.path, "a", NULL) == WAFT_OK);
    CHECK(scratch_entry_count(s.path) == 0);
    CHECK(mkdir(scratch_file(&s, "d"), 0777) == 0);
    CHECK(wafti_directory_remove_file(s.path, "d", NULL) == WAFT_ERR_IO);
    scratch_remove(&s);
}

static const test_case cases[] = {
    {"made_with_those_above", made_with_those_above},
    {"sweep_takes_abandoned_temporaries_only", sweep_takes_abandoned_temporaries_only},
    {"visits_until_an_error", visits_until_an_error},
    {"removes_files", removes_files},
};

TEST_MAIN(cases)
