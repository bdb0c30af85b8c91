// SPDX-License-Identifier: MIT
#include "hooks.h"
#include "io/file.h"
#include "scratch.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>

static void written_and_read(void) {
    scratch s = scratch_make();
    static char large[100000];
    for (size_t i = 0; i < sizeof(large); ++i) {
        large[i] = (char)(i * 7);
    }
    const size_t sizes[] = {0, 1, 16383, 16384, 16385, sizeof(large)};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); ++i) {
        waft_error error;
        CHECK(waft_file_write(scratch_file(&s, "a"), large, sizes[i], &error) == WAFT_OK);
        size_t size = 1;
        char* bytes = scratch_read(scratch_file(&s, "a"), &size);
        CHECK(size == sizes[i]);
        CHECK(memcmp(bytes, large, sizes[i]) == 0);
        CHECK(bytes[size] == '\0');
        waft_text_free(NULL, bytes);
    }
    CHECK(scratch_entry_count(s.path) == 1);
    scratch_remove(&s);
}

static void pieces_arrive_in_order(void) {
    scratch s = scratch_make();
    wafti_file file;
    wafti_file_open(&file, scratch_file(&s, "a"), NULL);
    CHECK(file.opened == WAFT_OK);
    for (uint32_t i = 0; i < 10000; ++i) {
        wafti_file_put_u32(&file, i);
    }
    static const char block[40000] = "block";
    wafti_file_put(&file, block, sizeof(block));
    const float pi = 3.25f;
    wafti_file_put_floats(&file, &pi, 1);
    wafti_file_put_u64(&file, UINT64_C(0x0102030405060708));
    CHECK(wafti_file_commit(&file, NULL) == WAFT_OK);
    size_t size = 0;
    unsigned char* bytes = (unsigned char*)scratch_read(scratch_file(&s, "a"), &size);
    CHECK(size == 80000 + 4 + 8);
    CHECK(bytes[0x48D0] == 0x34 && bytes[0x48D1] == 0x12);
    CHECK(memcmp(bytes + 40000, block, sizeof(block)) == 0);
    CHECK(memcmp(bytes + 80000, "\0\0\x50\x40", 4) == 0);
    CHECK(memcmp(bytes + 80004, "\x08\x07\x06\x05\x04\x03\x02\x01", 8) == 0);
    waft_text_free(NULL, (char*)bytes);
    scratch_remove(&s);
}

static void patches_change_what_was_put(void) {
    scratch s = scratch_make();
    wafti_file file;
    wafti_file_open(&file, scratch_file(&s, "a"), NULL);
    CHECK(file.opened == WAFT_OK);
    static const char block[40000];
    wafti_file_put_text(&file, "head");
    wafti_file_put(&file, block, sizeof(block));
    wafti_file_put_text(&file, "tail");
    CHECK(wafti_file_position(&file) == 40008);
    wafti_file_patch(&file, 0, "HE", 2);
    wafti_file_patch(&file, 40006, "IL", 2);
    wafti_file_put_text(&file, "end");
    CHECK(wafti_file_position(&file) == 40011);
    CHECK(wafti_file_commit(&file, NULL) == WAFT_OK);
    size_t size = 0;
    char* bytes = scratch_read(scratch_file(&s, "a"), &size);
    CHECK(size == 40011);
    CHECK(memcmp(bytes, "HEad", 4) == 0);
    CHECK_TEXT(bytes + 40004, "taILend");
    waft_text_free(NULL, bytes);
    scratch_remove(&s);
}

static void until_commit_the_old_file_stands(void) {
    scratch s = scratch_make();
    CHECK(waft_file_write(scratch_file(&s, "a"), "old", 3, NULL) == WAFT_OK);
    wafti_file file;
    wafti_file_open(&file, scratch_file(&s, "a"), NULL);
    CHECK(file.opened == WAFT_OK);
    wafti_file_put_text(&file, "new");
    CHECK(scratch_holds(scratch_file(&s, "a"), "old"));
    CHECK(scratch_entry_count(s.path) == 2);
    // A second writer of the same file in this process must not touch the first one's temporary.
    waft_error error;
    CHECK(waft_file_write(scratch_file(&s, "a"), "x", 1, &error) == WAFT_ERR_IO);
    wafti_file_abort(&file);
    CHECK(scratch_entry_count(s.path) == 1);
    CHECK(scratch_holds(scratch_file(&s, "a"), "old"));
    wafti_file_abort(&file);
    scratch_remove(&s);
}

static void a_dead_writers_temporary_is_taken_over(void) {
    scratch s = scratch_make();
    char name[64];
    (void)snprintf(name, sizeof(name), ".a.tmp.%ld", (long)getpid());
    const int descriptor = open(scratch_file(&s, name), O_WRONLY | O_CREAT, 0666);
    CHECK(write(descriptor, "a long stale content", 20) == 20);
    (void)close(descriptor);
    CHECK(waft_file_write(scratch_file(&s, "a"), "new", 3, NULL) == WAFT_OK);
    size_t size = 0;
    waft_text_free(NULL, scratch_read(scratch_file(&s, "a"), &size));
    CHECK(size == 3);
    CHECK(scratch_entry_count(s.path) == 1);
    scratch_remove(&s);
}

// A limit on file size stands for a full disk: write(2) fails midway in the same manner.
static void full_disk(void) {
    scratch s = scratch_make();
    CHECK(waft_file_write(scratch_file(&s, "a"), "old", 3, NULL) == WAFT_OK);
    struct rlimit before;
    CHECK(getrlimit(RLIMIT_FSIZE, &before) == 0);
    struct rlimit small = before;
    small.rlim_cur = 20000;
    (void)signal(SIGXFSZ, SIG_IGN);
    CHECK(setrlimit(RLIMIT_FSIZE, &small) == 0);
    static char large[50000];
    waft_error error = {.sentence = ""};
    const waft_result large_result =
        waft_file_write(scratch_file(&s, "a"), large, sizeof(large), &error);
    wafti_file file;
    wafti_file_open(&file, scratch_file(&s, "b"), NULL);
    const waft_result open_result = file.opened;
    for (int i = 0; i < 10000; ++i) {
        wafti_file_put_u32(&file, 1);
    }
    const waft_result many_result = wafti_file_commit(&file, NULL);
    CHECK(setrlimit(RLIMIT_FSIZE, &before) == 0);
    CHECK(large_result == WAFT_ERR_IO);
    CHECK(error.result == WAFT_ERR_IO);
    CHECK(strstr(error.sentence, "/a: cannot write: File too large") != NULL);
    CHECK(open_result == WAFT_OK);
    CHECK(many_result == WAFT_ERR_IO);
    CHECK(scratch_holds(scratch_file(&s, "a"), "old"));
    CHECK(scratch_entry_count(s.path) == 1);
    scratch_remove(&s);
}

static void refusals(void) {
    scratch s = scratch_make();
    waft_error error;
    CHECK(waft_file_write(scratch_file(&s, "no/a"), "x", 1, &error) == WAFT_ERR_IO);
    CHECK(strstr(error.sentence, "no/a: cannot create: No such file") != NULL);
    CHECK(waft_file_write(scratch_file(&s, ""), "x", 1, &error) == WAFT_ERR_IO);
    CHECK(mkdir(scratch_file(&s, "d"), 0777) == 0);
    CHECK(waft_file_write(scratch_file(&s, "d"), "x", 1, &error) == WAFT_ERR_IO);
    CHECK(scratch_entry_count(s.path) == 1);
    CHECK(waft_file_write(NULL, "x", 1, &error) == WAFT_ERR_ARGUMENT);
    CHECK(waft_file_write(scratch_file(&s, "a"), NULL, 1, &error) == WAFT_ERR_ARGUMENT);
    static char long_path[6000];
    memset(long_path, 'a', sizeof(long_path) - 1);
    CHECK(waft_file_write(long_path, "x", 1, &error) == WAFT_ERR_IO);
    char* bytes = NULL;
    size_t size = 0;
    CHECK(waft_file_read(scratch_file(&s, "none"), 9, NULL, &bytes, &size, &error) == WAFT_ERR_IO);
    CHECK(strstr(error.sentence, "none: cannot open") != NULL);
    CHECK(waft_file_read(scratch_file(&s, "d"), 9, NULL, &bytes, &size, &error) == WAFT_ERR_IO);
    CHECK(waft_file_write(scratch_file(&s, "a"), "0123456789", 10, NULL) == WAFT_OK);
    CHECK(waft_file_read(scratch_file(&s, "a"), 9, NULL, &bytes, &size, &error) == WAFT_ERR_IO);
    CHECK(strstr(error.sentence, "larger than 9 bytes") != NULL);
    CHECK(bytes == NULL);
    CHECK(waft_file_read("/dev/zero", 100000, NULL, &bytes, &size, &error) == WAFT_ERR_IO);
    scratch_remove(&s);
}

static void reads_what_has_no_size(void) {
    char* bytes = NULL;
    size_t size = 0;
    CHECK(waft_file_read("/proc/self/status", 100000, NULL, &bytes, &size, NULL) == WAFT_OK);
    CHECK(size > 100);
    waft_text_free(NULL, bytes);
}

static void memory_runs_out(void) {
    scratch s = scratch_make();
    CHECK(waft_file_write(scratch_file(&s, "a"), "0123456789", 10, NULL) == WAFT_OK);
    const char* const paths[] = {scratch_file(&s, "a"), "/proc/self/status"};
    for (int i = 0; i < 2; ++i) {
        waft_result result = WAFT_ERR_NO_MEMORY;
        for (long fail_at = 1; result != WAFT_OK && fail_at < 20; ++fail_at) {
            counting count = {.fail_at = fail_at};
            const waft_allocator hook = counting_hook(&count);
            char* bytes = NULL;
            size_t size = 0;
            result = waft_file_read(paths[i], 100000, &hook, &bytes, &size, NULL);
            CHECK(result == WAFT_OK || (result == WAFT_ERR_NO_MEMORY && bytes == NULL));
            waft_text_free(&hook, bytes);
            CHECK(count.live == 0);
        }
        CHECK(result == WAFT_OK);
    }
    scratch_remove(&s);
}

static void directory_parts(void) {
    CHECK(wafti_path_directory_length("a") == 0);
    CHECK(wafti_path_directory_length("/a") == 1);
    CHECK(wafti_path_directory_length("b/a") == 1);
    CHECK(wafti_path_directory_length("b/c/a") == 3);
}

static const test_case cases[] = {
    {"written_and_read", written_and_read},
    {"pieces_arrive_in_order", pieces_arrive_in_order},
    {"patches_change_what_was_put", patches_change_what_was_put},
    {"until_commit_the_old_file_stands", until_commit_the_old_file_stands},
    {"a_dead_writers_temporary_is_taken_over", a_dead_writers_temporary_is_taken_over},
    {"full_disk", full_disk},
    {"refusals", refusals},
    {"reads_what_has_no_size", reads_what_has_no_size},
    {"memory_runs_out", memory_runs_out},
    {"directory_parts", directory_parts},
};

TEST_MAIN(cases)
