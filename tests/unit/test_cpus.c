// SPDX-License-Identifier: MIT
#include "port/port.h"

#include "test.h"

static void test_allowed(void) {
    int ids[1024];
    const int count = wafti_cpus_allowed(ids, 1024);
    CHECK(wafti_cpus_count() >= 1);
    CHECK(count == 0 || count == wafti_cpus_count());
    for (int i = 1; i < count; ++i) {
        CHECK(ids[i] > ids[i - 1]);
    }
    if (count > 1) {
        CHECK(wafti_cpus_allowed(ids, 1) == 1);
    }
}

static void* where(void* out_cpu) {
    const int pinned_to = *(int*)out_cpu;
    *(int*)out_cpu = wafti_cpus_pin(pthread_self(), pinned_to) ? wafti_cpus_current() : -2;
    return NULL;
}

static void test_pin(void) {
    int ids[1024];
    const int count = wafti_cpus_allowed(ids, 1024);
    for (int i = 0; i < count && i < 8; ++i) {
        int cpu = ids[i];
        pthread_t thread;
        if (CHECK(pthread_create(&thread, NULL, where, &cpu) == 0)) {
            CHECK(pthread_join(thread, NULL) == 0);
            CHECK(cpu == ids[i]);
        }
    }
    // A CPU that no machine has.
    CHECK(!wafti_cpus_pin(pthread_self(), 1023) || count > 1000);
}

static const test_case cases[] = {
    {"allowed", test_allowed},
    {"pin", test_pin},
};

TEST_MAIN(cases)
