// SPDX-License-Identifier: MIT
// A test program is a list of functions. Checks compare in double, fail on NaN, count from any
// thread and go on after a failure.
#ifndef WAFT_TEST_H
#define WAFT_TEST_H

#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#if defined(WAFT_TEST_TRAP)
#include <fenv.h>
#endif

static atomic_int test_failures;
static atomic_int test_checks;

static inline bool test_report(bool ok, const char* file, int line, const char* text) {
    atomic_fetch_add(&test_checks, 1);
    if (!ok) {
        atomic_fetch_add(&test_failures, 1);
        (void)fprintf(stderr, "%s:%d: failed: %s\n", file, line, text);
    }
    return ok;
}

static inline bool test_near(
    double value, double want, double tolerance, const char* text, const char* file, int line) {
    const bool ok = fabs(value - want) <= tolerance;
    atomic_fetch_add(&test_checks, 1);
    if (!ok) {
        atomic_fetch_add(&test_failures, 1);
        (void)fprintf(stderr, "%s:%d: failed: %s is %.17g, want %.17g within %g, off by %g\n", file,
            line, text, value, want, tolerance, fabs(value - want));
    }
    return ok;
}

static inline bool test_text(
    const char* value, const char* want, const char* text, const char* file, int line) {
    const bool ok = value != NULL && strcmp(value, want) == 0;
    atomic_fetch_add(&test_checks, 1);
    if (!ok) {
        atomic_fetch_add(&test_failures, 1);
        (void)fprintf(stderr, "%s:%d: failed: %s is\n  %s\nwant\n  %s\n", file, line, text,
            value != NULL ? value : "(null)", want);
    }
    return ok;
}

#define CHECK(condition) test_report((condition), __FILE__, __LINE__, #condition)
#define CHECK_NEAR(value, want, tolerance)                                                         \
    test_near((double)(value), (double)(want), (double)(tolerance), #value, __FILE__, __LINE__)
#define CHECK_TEXT(value, want) test_text((value), (want), #value, __FILE__, __LINE__)

typedef struct test_case {
    const char* name;
    void (*run)(void);
} test_case;

static inline int test_main(int argc, char** argv, const test_case* cases, size_t case_count) {
    const char* filter = argc > 1 ? argv[1] : "";
    int ran = 0;
#if defined(WAFT_TEST_TRAP)
    (void)feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
#endif
    for (size_t i = 0; i < case_count; ++i) {
        if (strstr(cases[i].name, filter) == NULL) {
            continue;
        }
        const int before = atomic_load(&test_failures);
        cases[i].run();
        ++ran;
        (void)printf(
            "%s %s\n", atomic_load(&test_failures) == before ? "ok  " : "FAIL", cases[i].name);
    }
    if (ran == 0) {
        (void)fprintf(stderr, "no test matches '%s'\n", filter);
        return 1;
    }
    (void)printf("%d checks, %d failed\n", atomic_load(&test_checks), atomic_load(&test_failures));
    return atomic_load(&test_failures) == 0 && atomic_load(&test_checks) > 0 ? 0 : 1;
}

#define TEST_MAIN(cases)                                                                           \
    int main(int argc, char** argv) {                                                              \
        return test_main(argc, argv, cases, sizeof(cases) / sizeof((cases)[0]));                   \
    }

#endif // WAFT_TEST_H
