// SPDX-License-Identifier: MIT
#include "export/number.h"
#include "test.h"

#include <locale.h>
#include <stdlib.h>

static const char* fixed(double value, int digits) {
    static char buffer[64];
    CHECK(wafti_number_fixed(buffer, value, digits) == strlen(buffer));
    return buffer;
}

static void known_values(void) {
    CHECK_TEXT(fixed(0.0, 6), "0");
    CHECK_TEXT(fixed(-0.0, 6), "0");
    CHECK_TEXT(fixed(-0.0000001, 6), "0");
    CHECK_TEXT(fixed(0.5, 0), "1");
    CHECK_TEXT(fixed(1.5, 6), "1.5");
    CHECK_TEXT(fixed(-12.25, 1), "-12.3");
    CHECK_TEXT(fixed(0.000001, 6), "0.000001");
    CHECK_TEXT(fixed(100.0, 2), "100");
    CHECK_TEXT(fixed(99.999, 2), "100");
    CHECK_TEXT(fixed(1e9, 9), "1000000000");
    CHECK_TEXT(fixed(1e12, 2), "1000000000000");
    CHECK_TEXT(fixed((double)NAN, 2), "nan");
    CHECK_TEXT(fixed(-(double)INFINITY, 2), "-inf");
}

// Every value comes back within half a unit of the last digit.
static void reads_back(void) {
    unsigned state = 1;
    for (int i = 0; i < 20000; ++i) {
        state = state * 1664525u + 1013904223u;
        const double value = ((double)state / 4294967296.0 - 0.5) * pow(10.0, (double)(i % 9));
        CHECK_NEAR(strtod(fixed(value, 5), NULL), value, 0.5000001e-5);
    }
}

static const test_case cases[] = {
    {"known_values", known_values},
    {"reads_back", reads_back},
};

TEST_MAIN(cases)
