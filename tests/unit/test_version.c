// SPDX-License-Identifier: MIT
#include <waft/base.h>

#include "test.h"

static void test_version(void) {
    char want[64];
    (void)snprintf(
        want, sizeof(want), "%d.%d.%d", WAFT_VERSION_MAJOR, WAFT_VERSION_MINOR, WAFT_VERSION_PATCH);
    CHECK_TEXT(waft_version(), want);
}

static void test_features(void) {
    CHECK(waft_has("waves"));
    CHECK(!waft_has("smoke signals"));
    CHECK(!waft_has(""));
    CHECK(!waft_has(NULL));
#if defined(WAFTI_HAVE_YAML)
    CHECK(waft_has("yaml"));
#else
    CHECK(!waft_has("yaml"));
#endif
#if defined(WAFTI_HAVE_PNG)
    CHECK(waft_has("png"));
#else
    CHECK(!waft_has("png"));
#endif
#if defined(WAFTI_HAVE_ZLIB)
    CHECK(waft_has("zlib"));
#else
    CHECK(!waft_has("zlib"));
#endif
}

static const test_case cases[] = {
    {"version", test_version},
    {"features", test_features},
};

TEST_MAIN(cases)
