// SPDX-License-Identifier: MIT
// close() and fsync() of this program stand before those of the C library, and fail when they are told.
#include "io/file.h"
#include "scratch.h"

#include <errno.h>
#include <sys/syscall.h>

static int close_code, sync_code; // 0: as usual
static int sync_skipped;          // calls that still succeed

int close(int file) {
    const int result = (int)syscall(SYS_close, file);
    errno = close_code != 0 ? close_code : errno;
    return close_code != 0 ? -1 : result;
}

int fsync(int file) {
    if (sync_code != 0 && sync_skipped-- == 0) {
        errno = sync_code;
        return -1;
    }
    return (int)syscall(SYS_fsync, file);
}

static waft_result write_file(const char* path, const char* text, waft_error* error) {
    wafti_file file;
    wafti_file_open(&file, path, NULL);
    CHECK(file.opened == WAFT_OK);
    wafti_file_put_text(&file, text);
    return wafti_file_commit(&file, error);
}

static void check_holds(const char* path, const char* text) {
    size_t size = 0;
    char* bytes = scratch_read(path, &size);
    CHECK_TEXT(bytes, text);
    waft_text_free(NULL, bytes);
}

static void a_failing_close_is_told(void) {
    scratch s = scratch_make();
    waft_error error = {.sentence = ""};
    CHECK(write_file(scratch_file(&s, "f"), "old", NULL) == WAFT_OK);
    close_code = EIO;
    CHECK(write_file(scratch_file(&s, "f"), "new", &error) == WAFT_ERR_IO);
    close_code = 0;
    CHECK(strstr(error.sentence, "/f: cannot close: Input/output error") != NULL);
    check_holds(scratch_file(&s, "f"), "old");
    CHECK(scratch_entry_count(s.path) == 1); // no temporary
    close_code = EINTR;                      // it is closed, and was synced
    CHECK(write_file(scratch_file(&s, "f"), "new", NULL) == WAFT_OK);
    close_code = 0;
    check_holds(scratch_file(&s, "f"), "new");
    scratch_remove(&s);
}

static void a_failing_sync_is_told(void) {
    scratch s = scratch_make();
    waft_error error = {.sentence = ""};
    sync_code = EIO;
    sync_skipped = 0;
    CHECK(write_file(scratch_file(&s, "f"), "new", &error) == WAFT_ERR_IO);
    CHECK(strstr(error.sentence, "/f: cannot sync: Input/output error") != NULL);
    CHECK(scratch_entry_count(s.path) == 0);
    sync_skipped = 1; // that of the directory, after the file is in place
    CHECK(write_file(scratch_file(&s, "f"), "new", &error) == WAFT_ERR_IO);
    CHECK(strstr(error.sentence, ": cannot sync: Input/output error") != NULL);
    sync_code = 0;
    scratch_remove(&s);
}

// Nothing was written through it, so nothing is lost.
static void a_failing_close_of_what_was_read_is_not(void) {
    scratch s = scratch_make();
    CHECK(write_file(scratch_file(&s, "f"), "text", NULL) == WAFT_OK);
    close_code = EIO;
    check_holds(scratch_file(&s, "f"), "text");
    close_code = 0;
    scratch_remove(&s);
}

static const test_case cases[] = {
    {"a_failing_close_is_told", a_failing_close_is_told},
    {"a_failing_sync_is_told", a_failing_sync_is_told},
    {"a_failing_close_of_what_was_read_is_not", a_failing_close_of_what_was_read_is_not},
};

TEST_MAIN(cases)
