// SPDX-License-Identifier: MIT
#include "base/error.h"

#include <errno.h>

#include "test.h"

static void test_names(void) {
    CHECK_TEXT(waft_result_name(WAFT_OK), "OK");
    CHECK_TEXT(waft_result_name(WAFT_ERR_DIVERGED), "ERR_DIVERGED");
    CHECK_TEXT(waft_result_sentence(WAFT_ERR_NO_MEMORY), "out of memory");
    CHECK_TEXT(waft_result_name((waft_result)99), "unknown");
    CHECK_TEXT(waft_result_sentence((waft_result)99), "unknown result");
    for (int i = WAFT_OK; i <= WAFT_ERR_DIVERGED; ++i) {
        CHECK(strcmp(waft_result_name((waft_result)i), "unknown") != 0);
        CHECK(strcmp(waft_result_sentence((waft_result)i), "unknown result") != 0);
    }
}

static void test_fail(void) {
    waft_error error = {0};
    CHECK(wafti_fail(&error, WAFT_ERR_PARSE, "line %d: %s", 7, "odd") == WAFT_ERR_PARSE);
    CHECK(error.result == WAFT_ERR_PARSE);
    CHECK_TEXT(error.sentence, "line 7: odd");
    CHECK(wafti_fail(NULL, WAFT_ERR_IO, "nobody listens") == WAFT_ERR_IO);
}

static void test_long_sentence_is_cut(void) {
    char name[2000];
    memset(name, 'x', sizeof(name) - 1);
    name[sizeof(name) - 1] = '\0';
    waft_error error;
    CHECK(wafti_fail(&error, WAFT_ERR_IO, "%s", name) == WAFT_ERR_IO);
    CHECK(strlen(error.sentence) == sizeof(error.sentence) - 1);
}

static void test_memory_sentence(void) {
    waft_error error;
    CHECK(wafti_fail_memory(&error, 4096, "the level field") == WAFT_ERR_NO_MEMORY);
    CHECK_TEXT(error.sentence, "out of memory: 4096 bytes for the level field");
    (void)wafti_fail_memory(&error, (size_t)3 << 19, "the smoke");
    CHECK_TEXT(error.sentence, "out of memory: 1.5 MiB for the smoke");
    (void)wafti_fail_memory(&error, (size_t)2047 << 20, "the smoke");
    CHECK_TEXT(error.sentence, "out of memory: 1.9 GiB for the smoke");
    (void)wafti_fail_memory(&error, SIZE_MAX, "the smoke");
    CHECK(strstr(error.sentence, " TiB for the smoke") != NULL);
}

static void test_errno_sentence(void) {
    waft_error error;
    errno = ENOENT;
    CHECK(wafti_fail_errno(&error, "open the file", "a/b.yaml") == WAFT_ERR_IO);
    CHECK_TEXT(error.sentence, "a/b.yaml: cannot open the file: No such file or directory");
    CHECK(errno == ENOENT);
    errno = ENOMEM;
    CHECK(wafti_fail_errno(&error, "read", "x") == WAFT_ERR_NO_MEMORY);
    CHECK(error.result == WAFT_ERR_NO_MEMORY);
}

typedef struct heard {
    int count;
    waft_log_level level;
    char sentence[600];
} heard;

static void hear(void* user, waft_log_level level, const char* sentence) {
    heard* h = user;
    ++h->count;
    h->level = level;
    (void)snprintf(h->sentence, sizeof(h->sentence), "%s", sentence);
}

static void test_log(void) {
    heard h = {0};
    const waft_logger logger = {&h, hear};
    wafti_log(&logger, WAFT_LOG_WARNING, "%d drops", 3);
    CHECK(h.count == 1);
    CHECK(h.level == WAFT_LOG_WARNING);
    CHECK_TEXT(h.sentence, "3 drops");
    wafti_log(&(waft_logger){0}, WAFT_LOG_NOTE, "silence");
    CHECK(h.count == 1);
}

static const test_case cases[] = {
    {"names", test_names},
    {"fail", test_fail},
    {"long_sentence_is_cut", test_long_sentence_is_cut},
    {"memory_sentence", test_memory_sentence},
    {"errno_sentence", test_errno_sentence},
    {"log", test_log},
};

TEST_MAIN(cases)
