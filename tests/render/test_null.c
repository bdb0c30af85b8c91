// SPDX-License-Identifier: MIT
#include "null_fixture.h"

#include <waft/render.h>

#include "null_calls_render.h"

enum { CALL_COUNT = sizeof(null_calls) / sizeof(null_calls[0]) };

static void test_all_called(void) {
    check_all_called(null_calls, CALL_COUNT, WAFT_SOURCE_DIR "/tests/abi/symbols_render.txt");
}

static void test_null(void) {
    const null_objects none = {0};
    check_null_calls(null_calls, CALL_COUNT, &none, 0);
    check_null_calls(null_calls, CALL_COUNT, &none, NULL_STRUCTS);
}

static const test_case cases[] = {
    {"every function is called", test_all_called},
    {"without objects", test_null},
};

TEST_MAIN(cases)
