// SPDX-License-Identifier: MIT
// What the command lets through to a terminal. Its sources come in by inclusion.
#include "../../apps/cli/terminal.c" // NOLINT(bugprone-suspicious-include)
#include "../../apps/cli/units.c"    // NOLINT(bugprone-suspicious-include)
#include "test.h"

static void control_characters_become_question_marks(void) {
    static const struct {
        const char *text, *shown;
    } rows[] = {
        {"", ""}, {"plain 漢字 é 🌊", "plain 漢字 é 🌊"}, {"\033[31mred\033[0m", "?[31mred?[0m"},
        {"a\tb\nc\rd\x7f", "a?b?c?d?"},
        {"\xC2\x9B"
         "31m", // CSI as one character of Latin-1
            "?31m"},
        {"\xFF\xC3+\xE2\x82", "??+??"},    // never, cut by a plus, cut by the end
        {"\xC0\xAF\xED\xA0\x80", "?????"}, // overlong, surrogate
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char text[64];
        (void)snprintf(text, sizeof text, "%s", rows[i].text);
        make_visible(text);
        CHECK_TEXT(text, rows[i].shown);
    }
}

static void a_line_is_cut_not_overrun(void) {
    char long_text[20000];
    char printed[10000] = "";
    FILE* stream = fmemopen(printed, sizeof printed, "w");
    CHECK(stream != NULL);
    if (stream == NULL) {
        return;
    }
    memset(long_text, 'x', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = '\0';
    print_line(stream, "%s", long_text);
    (void)fclose(stream);
    CHECK(strlen(printed) == 8192);
    CHECK_TEXT(printed + 8186, "xx...\n");
}

static const test_case cases[] = {
    {"control_characters_become_question_marks", control_characters_become_question_marks},
    {"a_line_is_cut_not_overrun", a_line_is_cut_not_overrun},
};

TEST_MAIN(cases)
