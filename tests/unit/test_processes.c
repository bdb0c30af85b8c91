// SPDX-License-Identifier: MIT
#include "port/port.h"

#include "test.h"

static void living_and_dead(void) {
    CHECK(wafti_port_process() > 0);
    CHECK(wafti_port_process_lives(wafti_port_process()));
    CHECK(!wafti_port_process_lives(0x7FFFFFF0)); // more than any system counts to
}

static void* add_one(void* user) {
    ++*(int*)user;
    return user;
}

static void a_thread(void) {
    int count = 0;
    void* back = NULL;
    pthread_t thread;
    CHECK(wafti_port_start_thread(&thread, add_one, &count));
    CHECK(pthread_join(thread, &back) == 0);
    CHECK(count == 1 && back == &count);
}

static const test_case cases[] = {
    {"living_and_dead", living_and_dead},
    {"a_thread", a_thread},
};

TEST_MAIN(cases)
