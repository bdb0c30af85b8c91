// SPDX-License-Identifier: MIT
#include "run/machine.h"
#include "test.h"

static const char* parsed(const char* text) {
    static char buffer[32];
    wafti_machine_parse_cpu(text, buffer, sizeof(buffer));
    return buffer;
}

static void the_model_is_found(void) {
    CHECK_TEXT(
        parsed("processor\t: 0\nmodel name\t: Fast CPU @ 3 GHz\nflags: x\n"), "Fast CPU @ 3 GHz");
    CHECK_TEXT(parsed(""), "unknown");
    CHECK_TEXT(parsed("model name"), "unknown");
    CHECK_TEXT(parsed("model name\nother: x\n"), "unknown");
    CHECK_TEXT(parsed("model name\t:\nother: x\n"), "unknown");
    CHECK(strlen(parsed("model name: a name that is longer than the buffer can hold\n")) == 31);
}

static void this_machine_has_an_answer(void) {
    char cpu[96] = "";
    char libc[32] = "";
    wafti_machine_cpu(cpu, sizeof(cpu));
    wafti_machine_libc(libc, sizeof(libc));
    CHECK(cpu[0] != '\0');
    CHECK(libc[0] != '\0');
}

static const test_case cases[] = {
    {"the_model_is_found", the_model_is_found},
    {"this_machine_has_an_answer", this_machine_has_an_answer},
};

TEST_MAIN(cases)
