// SPDX-License-Identifier: MIT
#include "hooks.h"
#include "io/table.h"
#include "scratch.h"

static waft_table* parse(const char* text, waft_error* error) {
    waft_table* table = NULL;
    error->sentence[0] = '\0';
    (void)!wafti_table_parse("t.csv", text, strlen(text), NULL, &table, error);
    return table;
}

static void a_table_is_read(void) {
    waft_error error;
    waft_table* table = parse("time,\"a,\"\"b\"\"\",c\r\n0,1.5,\n1,-2e3,inf\n2,,-inf", &error);
    CHECK_TEXT(error.sentence, "");
    CHECK(waft_table_column_count(table) == 3);
    CHECK(waft_table_row_count(table) == 3);
    CHECK_TEXT(waft_table_column_name(table, 1), "a,\"b\"");
    CHECK(waft_table_column_name(table, 3) == NULL);
    CHECK_NEAR(waft_table_column(table, 0)[2], 2.0, 0.0);
    CHECK_NEAR(waft_table_column(table, 1)[1], -2000.0, 0.0);
    CHECK(isnan(waft_table_column(table, 1)[2]));
    CHECK(isnan(waft_table_column(table, 2)[0]));
    CHECK(isinf(waft_table_column(table, 2)[1]));
    CHECK(waft_table_column(table, 3) == NULL);
    waft_table_destroy(table);
    table = parse("\xEF\xBB\xBFonly\n", &error);
    CHECK_TEXT(waft_table_column_name(table, 0), "only");
    CHECK(waft_table_row_count(table) == 0);
    CHECK(waft_table_column(table, 0) == NULL);
    waft_table_destroy(table);
    waft_table_destroy(NULL);
}

static void texts_in_rows_are_no_numbers(void) {
    static const char bytes[] = "n,name,x\n1,\"a, \"\"b\"\"\",2\n3,\"\",4\n";
    waft_table* table = NULL;
    CHECK(wafti_table_parse("t.csv", bytes, sizeof(bytes) - 1, NULL, &table, NULL) == WAFT_OK);
    CHECK(waft_table_row_count(table) == 2 && waft_table_column_count(table) == 3);
    CHECK(isnan(waft_table_column(table, 1)[0]) && isnan(waft_table_column(table, 1)[1]));
    CHECK(waft_table_column(table, 2)[0] == 2.0 && waft_table_column(table, 2)[1] == 4.0);
    waft_table_destroy(table);
    wafti_text text;
    wafti_text_init(&text, NULL);
    wafti_csv_add_text(&text, "a, \"b\"");
    CHECK_TEXT(text.bytes, "\"a, \"\"b\"\"\"");
    wafti_text_free(&text);
}

static void damage_has_a_place(void) {
    static const char* const files[][2] = {
        {"", "t.csv:1:1: a column has no name"},
        {"a,,b\n", "t.csv:1:3: a column has no name"},
        {"a,b\n1,2\n3\n", "t.csv:3:2: the line has fewer than 2 cells"},
        {"a,b\n1,2,3\n", "t.csv:2:4: the line has more than 2 cells"},
        {"a,b\n1,x\n", "t.csv:2:3: 'x' is not a number"},
        {"a,b\n1, 2\n", "t.csv:2:3: ' 2' is not a number"},
        {"a,b\n1,0x2\n", "t.csv:2:3: '0x2' is not a number"},
        {"a,b\n1,\"2\"\n", "t.csv:2:3: '\"2\"' is not a number"},
        {"a,b\n1,1e999\n", "t.csv:2:3: '1e999' is not a number"},
        {"a,b\n\n1,2\n", "t.csv:2:1: the line has fewer than 2 cells"},
        {"a,\"b\n", "t.csv:1:3: a quote is not closed"},
        {"a,\"b\"c\n", "t.csv:1:6: expected a comma"},
        {"\xC3\xA4,b\"\n", "t.csv:1:4: a column name holds a quote or a zero byte"},
    };
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); ++i) {
        waft_error error;
        CHECK(parse(files[i][0], &error) == NULL);
        CHECK_TEXT(error.sentence, files[i][1]);
    }
}

static void binary_files_are_no_tables(void) {
    static const char picture[] = "\x89PNG\r\n\x1A\n\0\0\0\rIHDR";
    static const char program[] = "\x7F"
                                  "ELF\2\1\1\0\0\n";
    static const char zeros[64] = "a,b";
    static const struct {
        const char* bytes;
        size_t size;
    } files[] = {{picture, sizeof(picture)}, {program, sizeof(program)}, {zeros, sizeof(zeros)},
        {"\x1B[2J", 4}};
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); ++i) {
        waft_table* table = NULL;
        waft_error error = {.sentence = ""};
        CHECK(wafti_table_parse("t.csv", files[i].bytes, files[i].size, NULL, &table, &error) ==
              WAFT_ERR_PARSE);
        CHECK_TEXT(error.sentence, "t.csv: not a CSV table");
    }
    waft_error error;
    CHECK(parse("a,b\n1,\x1B[31m2\n", &error) == NULL);
    CHECK_TEXT(error.sentence, "t.csv:2:3: '?[31m2' is not a number");
}

static void names_and_numbers_come_back(void) {
    wafti_text text;
    wafti_text_init(&text, NULL);
    const char* const names[] = {"plain", "with,comma", "with \"quotes\"", "two\nlines"};
    for (size_t i = 0; i < 4; ++i) {
        wafti_text_add(&text, i > 0 ? "," : "");
        wafti_csv_add_name(&text, names[i]);
    }
    const double values[] = {0.1, (double)NAN, 1e-300, -(double)INFINITY};
    for (size_t i = 0; i < 4; ++i) {
        wafti_text_add(&text, i > 0 ? "," : "\n");
        wafti_csv_add_number(&text, values[i]);
    }
    wafti_text_add(&text, "\n");
    waft_error error;
    waft_table* table = parse(text.bytes, &error);
    CHECK_TEXT(error.sentence, "");
    for (size_t i = 0; i < 4; ++i) {
        CHECK_TEXT(waft_table_column_name(table, i), names[i]);
        const double back = waft_table_column(table, i)[0];
        CHECK(isnan(values[i]) ? isnan(back) : back == values[i]);
    }
    waft_table_destroy(table);
    wafti_text_free(&text);
}

static void memory_runs_out(void) {
    const char text[] = "a,b,c\n1,2,3\n4,5,6\n";
    waft_result result = WAFT_ERR_NO_MEMORY;
    long fail_at = 0;
    while (result != WAFT_OK && fail_at < 50) {
        counting count = {.fail_at = ++fail_at};
        const waft_allocator hook = counting_hook(&count);
        waft_table* table = NULL;
        result = wafti_table_parse("t", text, strlen(text), &hook, &table, NULL);
        CHECK(result == WAFT_OK || result == WAFT_ERR_NO_MEMORY);
        waft_table_destroy(table);
        CHECK(count.live == 0);
    }
    CHECK(result == WAFT_OK);
    CHECK(fail_at > 3);
}

static void files(void) {
    scratch s = scratch_make();
    waft_table* table = NULL;
    waft_error error;
    CHECK(waft_file_write(scratch_file(&s, "t.csv"), "a\n1\n", 4, NULL) == WAFT_OK);
    CHECK(waft_table_read(scratch_file(&s, "t.csv"), NULL, &table, &error) == WAFT_OK);
    CHECK(waft_table_row_count(table) == 1);
    waft_table_destroy(table);
    CHECK(waft_table_read(scratch_file(&s, "no.csv"), NULL, &table, &error) == WAFT_ERR_IO);
    CHECK(table == NULL);
    CHECK(waft_table_read(NULL, NULL, &table, &error) == WAFT_ERR_ARGUMENT);
    scratch_remove(&s);
}

static const test_case cases[] = {
    {"texts_in_rows_are_no_numbers", texts_in_rows_are_no_numbers},
    {"a_table_is_read", a_table_is_read},
    {"damage_has_a_place", damage_has_a_place},
    {"binary_files_are_no_tables", binary_files_are_no_tables},
    {"names_and_numbers_come_back", names_and_numbers_come_back},
    {"memory_runs_out", memory_runs_out},
    {"files", files},
};

TEST_MAIN(cases)
