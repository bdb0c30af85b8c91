// SPDX-License-Identifier: MIT
#include "scene/diagnostics.h"

#include "hooks.h"

static wafti_source text_source(const char* text, int order) {
    return (wafti_source){.name = order == 0 ? "a.yaml" : "--set",
        .text = text,
        .size = strlen(text),
        .order = order};
}

static wafti_mark mark_at(const wafti_source* source, int line, int column) {
    return (wafti_mark){.source = source, .line = line, .column = column, .length = 2};
}

static waft_diagnostics* create(void) {
    waft_diagnostics* diagnostics = NULL;
    CHECK(waft_diagnostics_create(NULL, &diagnostics) == WAFT_OK);
    wafti_diagnostics_begin(diagnostics);
    return diagnostics;
}

static void test_order(void) {
    waft_diagnostics* diagnostics = create();
    const wafti_source file = text_source("first\nsecond\n", 0);
    const wafti_source set = text_source("a=b", 1);
    const wafti_mark marks[] = {mark_at(&set, 1, 1), mark_at(&file, 2, 3), mark_at(&file, 1, 5),
        mark_at(&file, 2, 1), mark_at(&file, 2, 1), mark_at(&file, 2, 1)};
    static const char* const words[] = {"set", "late", "early", "middle", "after", "middle"};
    for (size_t i = 0; i < 6; ++i) {
        wafti_report(diagnostics, &marks[i], "%s", words[i]);
    }
    CHECK(wafti_diagnostics_end(diagnostics) == WAFT_ERR_PARSE);
    static const char* const sorted[] = {"early", "middle", "after", "late", "set"};
    CHECK(waft_diagnostics_count(diagnostics) == 5);
    for (size_t i = 0; i < 5; ++i) {
        CHECK_TEXT(waft_diagnostics_at(diagnostics, i)->message, sorted[i]);
    }
    const waft_diagnostic* middle = waft_diagnostics_at(diagnostics, 1);
    CHECK_TEXT(middle->file, "a.yaml");
    CHECK_TEXT(middle->source_line, "second");
    CHECK(middle->line == 2 && middle->column == 1 && middle->length == 2);
    CHECK(middle->severity == WAFT_SEVERITY_ERROR);
    CHECK_TEXT(waft_diagnostics_at(diagnostics, 4)->file, "--set");
    CHECK(waft_diagnostics_at(diagnostics, 5) == NULL);
    waft_diagnostics_destroy(diagnostics);
}

static void test_loads_stay_apart(void) {
    waft_diagnostics* diagnostics = create();
    const wafti_source file = text_source("x\ny\n", 0);
    const wafti_mark late = mark_at(&file, 2, 1);
    const wafti_mark early = mark_at(&file, 1, 1);
    wafti_report(diagnostics, &late, "of the first load");
    CHECK(wafti_diagnostics_end(diagnostics) == WAFT_ERR_PARSE);
    wafti_diagnostics_begin(diagnostics);
    CHECK(wafti_diagnostics_end(diagnostics) == WAFT_OK);
    wafti_diagnostics_begin(diagnostics);
    wafti_report(diagnostics, &early, "of the second");
    CHECK(wafti_diagnostics_end(diagnostics) == WAFT_ERR_PARSE);
    CHECK_TEXT(waft_diagnostics_at(diagnostics, 0)->message, "of the first load");
    CHECK_TEXT(waft_diagnostics_at(diagnostics, 1)->message, "of the second");
    waft_diagnostics_destroy(diagnostics);
}

static void test_capacity(void) {
    waft_diagnostics* diagnostics = create();
    const wafti_source file = text_source("", 0);
    for (int i = 0; i < 150; ++i) {
        const wafti_mark mark = mark_at(&file, 1000 - i, 1);
        CHECK(wafti_diagnostics_wants(diagnostics, &mark));
        wafti_report(diagnostics, &mark, "problem %d", i);
    }
    const wafti_mark last = mark_at(&file, 5000, 1);
    CHECK(!wafti_diagnostics_wants(diagnostics, &last));
    wafti_report(diagnostics, &last, "too many");
    CHECK(wafti_diagnostics_end(diagnostics) == WAFT_ERR_PARSE);
    CHECK(waft_diagnostics_error_count(diagnostics) == 100);
    CHECK(waft_diagnostics_count(diagnostics) == 101);
    CHECK_TEXT(waft_diagnostics_at(diagnostics, 0)->message, "problem 149");
    CHECK_TEXT(waft_diagnostics_at(diagnostics, 99)->message, "problem 50");
    const waft_diagnostic* note = waft_diagnostics_at(diagnostics, 100);
    CHECK(note->severity == WAFT_SEVERITY_NOTE);
    CHECK_TEXT(note->message, "there are more problems; the first 100 are listed");
    wafti_diagnostics_begin(diagnostics);
    wafti_report(diagnostics, &last, "of another load");
    CHECK(wafti_diagnostics_end(diagnostics) == WAFT_ERR_PARSE);
    CHECK(waft_diagnostics_count(diagnostics) == 101);
    waft_diagnostics_destroy(diagnostics);
}

static void test_remarks(void) {
    waft_diagnostics* diagnostics = create();
    const wafti_source file = text_source("first\nsecond\n", 0);
    const wafti_mark early = mark_at(&file, 1, 1);
    const wafti_mark late = mark_at(&file, 2, 1);
    wafti_remark(diagnostics, WAFT_SEVERITY_NOTE, &late, "odd %d", 2);
    wafti_remark(diagnostics, WAFT_SEVERITY_NOTE, &late, "odd %d", 2);
    wafti_remark(diagnostics, WAFT_SEVERITY_WARNING, &early, "odder");
    CHECK(wafti_diagnostics_none(diagnostics));
    CHECK(wafti_diagnostics_end(diagnostics) == WAFT_OK);
    CHECK(waft_diagnostics_count(diagnostics) == 2);
    CHECK(waft_diagnostics_error_count(diagnostics) == 0);
    CHECK_TEXT(waft_diagnostics_at(diagnostics, 0)->message, "odder");
    CHECK(waft_diagnostics_at(diagnostics, 0)->severity == WAFT_SEVERITY_WARNING);
    CHECK_TEXT(waft_diagnostics_at(diagnostics, 1)->message, "odd 2");

    wafti_diagnostics_begin(diagnostics);
    for (int i = 0; i < 200; ++i) {
        wafti_remark(diagnostics, WAFT_SEVERITY_WARNING, &late, "odd %d", i);
    }
    CHECK(waft_diagnostics_count(diagnostics) == 22);
    wafti_report(diagnostics, &late, "wrong");
    wafti_remark(diagnostics, WAFT_SEVERITY_WARNING, &early, "odd after an error");
    CHECK(wafti_diagnostics_end(diagnostics) == WAFT_ERR_PARSE);
    CHECK(waft_diagnostics_count(diagnostics) == 3);
    CHECK_TEXT(waft_diagnostics_at(diagnostics, 2)->message, "wrong");
    waft_diagnostics_destroy(diagnostics);
}

static void test_source_line_is_cut(void) {
    waft_diagnostics* diagnostics = create();
    static char text[503] = "x\ty"; // three bytes, so that 200 would end inside a character
    for (size_t i = 3; i < sizeof(text); i += 2) {
        text[i] = '\xC3';
        text[i + 1] = '\xA4';
    }
    const wafti_source file = {.name = "a.yaml", .text = text, .size = sizeof(text)};
    const wafti_mark mark = mark_at(&file, 1, 1);
    wafti_report(diagnostics, &mark, "long");
    CHECK(wafti_diagnostics_end(diagnostics) == WAFT_ERR_PARSE);
    const char* line = waft_diagnostics_at(diagnostics, 0)->source_line;
    CHECK(strlen(line) == 199 && line[1] == '\t');
    CHECK(memcmp(line + 197, "\xC3\xA4", 2) == 0);
    waft_diagnostics_destroy(diagnostics);
}

static void test_without_name(void) {
    CHECK_TEXT(wafti_without_name("a/b.png: cannot open", "a/b.png"), "cannot open");
    CHECK_TEXT(wafti_without_name("a/b.png cannot open", "a/b.png"), "a/b.png cannot open");
    CHECK_TEXT(wafti_without_name("other", "a/b.png"), "other");
}

static void test_memory(void) {
    counting c = {0};
    const waft_allocator allocator = counting_hook(&c);
    const wafti_source file = text_source("text", 0);
    const wafti_mark mark = mark_at(&file, 1, 1);
    waft_diagnostics* diagnostics = NULL;
    c.fail_at = 1;
    CHECK(waft_diagnostics_create(&allocator, &diagnostics) == WAFT_ERR_NO_MEMORY);
    CHECK(diagnostics == NULL && c.live == 0);
    CHECK(waft_diagnostics_create(&allocator, &diagnostics) == WAFT_OK);
    c.fail_at = c.calls + 1;
    wafti_diagnostics_begin(diagnostics);
    wafti_report(diagnostics, &mark, "lost");
    CHECK(wafti_diagnostics_end(diagnostics) == WAFT_ERR_NO_MEMORY);
    waft_diagnostics_destroy(diagnostics);
    waft_diagnostics_destroy(NULL);
    CHECK(c.live == 0 && c.bytes == 0);
    CHECK(waft_diagnostics_create(NULL, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(waft_diagnostics_count(NULL) == 0 && waft_diagnostics_error_count(NULL) == 0);
    CHECK(waft_diagnostics_at(NULL, 0) == NULL);
}

static const test_case cases[] = {
    {"problems stand in file order, once", test_order},
    {"loads stay apart", test_loads_stay_apart},
    {"the first hundred are kept", test_capacity},
    {"remarks make way for errors", test_remarks},
    {"long lines are cut between characters", test_source_line_is_cut},
    {"file names are not said twice", test_without_name},
    {"memory and misuse", test_memory},
};
TEST_MAIN(cases)
