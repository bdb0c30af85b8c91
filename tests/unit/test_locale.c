// SPDX-License-Identifier: MIT
#include "port/port.h"

#include <errno.h>
#include <locale.h>

#include "test.h"

static void check_numbers(void) {
    CHECK(wafti_port_number("0.25") == 0.25);
    CHECK(wafti_port_number("-12.5e-1") == -1.25);
    CHECK(wafti_port_number("1e23") == 1e23); // halfway between two doubles but for its last digits
    CHECK(wafti_port_number("2.2250738585072011e-308") == 0x0.fffffffffffffp-1022);
    CHECK(wafti_port_number("17") == 17.0);
}

static void numbers_have_a_point(void) {
    static const char* const locales[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "German"};
    check_numbers();
    for (size_t i = 0; i < 4; ++i) {
        if (setlocale(LC_ALL, locales[i]) != NULL) {
            check_numbers();
        }
    }
    CHECK(setlocale(LC_ALL, "C") != NULL);
}

static void errors_have_words(void) {
    char text[64] = "";
    wafti_port_error_text(ENOENT, text, sizeof(text));
    CHECK(strcmp(text, "No such file or directory") == 0);
    wafti_port_error_text(ENOENT, text, 8); // cut, with its end
    CHECK(strlen(text) < 8);
}

static const test_case cases[] = {
    {"numbers_have_a_point", numbers_have_a_point},
    {"errors_have_words", errors_have_words},
};

TEST_MAIN(cases)
