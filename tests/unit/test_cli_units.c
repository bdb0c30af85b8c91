// SPDX-License-Identifier: MIT
// Numbers and exit codes of the command. It is no library, so its sources come in by inclusion.
#include "../../apps/cli/exit.c"     // NOLINT(bugprone-suspicious-include)
#include "../../apps/cli/terminal.c" // NOLINT(bugprone-suspicious-include)
#include "../../apps/cli/units.c"    // NOLINT(bugprone-suspicious-include)
#include "test.h"

static void sizes(void) {
    static const struct {
        const char* text;
        double bytes; ///< 0: refused
    } cases[] = {
        {"800000", 800000.0},
        {"1K", 1024.0},
        {"512M", 512.0 * 1024.0 * 1024.0},
        {"1.5G", 1.5 * 1024.0 * 1024.0 * 1024.0},
        {"2GiB", 2.0 * 1024.0 * 1024.0 * 1024.0},
        {"2 GB", 2.0 * 1024.0 * 1024.0 * 1024.0},
        {"3t", 3.0 * 1024.0 * 1024.0 * 1024.0 * 1024.0},
        {"", 0.0},
        {"0", 0.0},
        {"-1", 0.0},
        {"G", 0.0},
        {"1e3", 0.0},
        {"0x10", 0.0},
        {"nan", 0.0},
        {"1.2.3", 0.0},
        {"2 parsecs", 0.0},
        {"99999999P", 0.0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        uint64_t bytes = 0;
        CHECK(parse_size(cases[i].text, &bytes) == (cases[i].bytes > 0.0));
        CHECK_NEAR(bytes, cases[i].bytes, 0.0);
    }
}

static void whole_numbers(void) {
    uint64_t value = 7;
    CHECK(parse_whole("18446744073709551615", &value) && value == UINT64_MAX);
    CHECK(parse_whole("0", &value) && value == 0);
    CHECK(!parse_whole("18446744073709551616", &value));
    CHECK(!parse_whole("", &value) && !parse_whole("-1", &value) && !parse_whole("1 ", &value));
    double seconds = 0.0;
    CHECK(parse_positive("0.25", &seconds));
    CHECK_NEAR(seconds, 0.25, 0.0);
    CHECK(!parse_positive("-1", &seconds) && !parse_positive("1s", &seconds));
    CHECK(parse_real("1.5e-6", &seconds) && seconds == 1.5e-6);
#if !defined(WAFT_TEST_TRAP) // strtod() overflows, and the command does not trap
    CHECK(!parse_real("1e999", &seconds));
#endif
    CHECK(!parse_real("0x10", &seconds));
    CHECK(!parse_real("-1", &seconds) && !parse_real("1e", &seconds) && !parse_real("", &seconds));
    CHECK(!parse_positive("inf", &seconds) && !parse_positive("", &seconds));
}

static void frame_ranges(void) {
    int first = 0;
    int last = 0;
    CHECK(parse_frames("10:20", &first, &last) && first == 10 && last == 20);
    CHECK(parse_frames(":20", &first, &last) && first == -1 && last == 20);
    CHECK(parse_frames("10:", &first, &last) && first == 10 && last == -1);
    CHECK(parse_frames("7", &first, &last) && first == 7 && last == 7);
    CHECK(!parse_frames("", &first, &last) && !parse_frames("1:2:3", &first, &last));
    CHECK(!parse_frames("-1:2", &first, &last) && !parse_frames("a:b", &first, &last));
    CHECK(
        !parse_frames("99999999999", &first, &last) && !parse_frames("3000000000", &first, &last));
}

static void numbers_for_reading(void) {
    static const struct {
        double value;
        const char* text;
    } numbers[] = {{0.0, "0"}, {1000.0, "1000"}, {0.1, "0.1"}, {1e6, "1000000"}, {1e-4, "0.0001"},
        {-2.5, "-2.5"}, {9007199254740991.0, "9007199254740991"}, {1e300, "1e+300"},
        {1.0 / 3.0, "0.3333333333333333"}, {(double)NAN, "null"}, {-(double)INFINITY, "null"}};
    char text[UNITS_TEXT];
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i) {
        format_json_number(text, numbers[i].value);
        CHECK_TEXT(text, numbers[i].text);
    }
    format_json_float(text, 0.1f);
    CHECK_TEXT(text, "0.1");
    format_json_float(text, 1.0f / 3.0f);
    CHECK_TEXT(text, "0.33333334");
    format_json_float(text, 16777216.0f);
    CHECK_TEXT(text, "16777216");
    format_json_float(text, (float)NAN);
    CHECK_TEXT(text, "null");
    static const struct {
        double value;
        const char *bytes, *seconds;
    } human[] = {{0.0, "0 B", "0 us"}, {0.5, "0 B", "500 ms"}, {0.9996, "1 B", "1 s"},
        {59.0, "59 B", "59 s"}, {200.0, "200 B", "3 min 20 s"}, {7500.0, "7.3 KiB", "2 h 5 min"},
        {1048576.0, "1.0 MiB", "291 h 16 min"}, {1e30, "888178419700125 PiB", "years"}};
    for (size_t i = 0; i < sizeof human / sizeof human[0]; ++i) {
        format_bytes(text, human[i].value);
        CHECK_TEXT(text, human[i].bytes);
        format_seconds(text, human[i].value);
        CHECK_TEXT(text, human[i].seconds);
    }
}

static void exit_codes(void) {
    static const int codes[] = {
        [WAFT_OK] = 0,
        [WAFT_ERR_NO_MEMORY] = 4,
        [WAFT_ERR_ARGUMENT] = 2,
        [WAFT_ERR_STALE_ID] = 2,
        [WAFT_ERR_FULL] = 2,
        [WAFT_ERR_IO] = 3,
        [WAFT_ERR_PARSE] = 2,
        [WAFT_ERR_MESH] = 2,
        [WAFT_ERR_NOT_CONVERGED] = 1,
        [WAFT_ERR_DIVERGED] = 1,
    };
    for (int result = WAFT_OK; result <= WAFT_ERR_DIVERGED; ++result) {
        CHECK(exit_code_of((waft_result)result) == codes[result]);
        CHECK(
            exit_code_of_input((waft_result)result) == (result == WAFT_ERR_IO ? 2 : codes[result]));
    }
}

static const test_case cases[] = {
    {"sizes", sizes},
    {"whole_numbers", whole_numbers},
    {"frame_ranges", frame_ranges},
    {"numbers_for_reading", numbers_for_reading},
    {"exit_codes", exit_codes},
};

TEST_MAIN(cases)
