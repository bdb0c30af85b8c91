// SPDX-License-Identifier: MIT
#include "scene/units.h"

#include "test.h"

#include <regex.h>

static void check_value(const char* text, const char* wanted, double value) {
    wafti_quantity quantity;
    if (CHECK(wafti_quantity_read(text, wanted, &quantity) == WAFTI_QUANTITY_OK)) {
        CHECK_NEAR(quantity.value, value, 0.0);
    } else {
        (void)fprintf(stderr, "  %s\n", text);
    }
}

static void test_values(void) {
    check_value("4", "m", 4.0);
    check_value("4 cm", "m", 0.04);
    check_value("4cm", "m", 0.04);
    check_value("7 mm", "m", 0.007);
    check_value("3 um", "m", 3e-6);
    check_value("2 km", "m", 2000.0);
    check_value("1 in", "m", 0.0254);
    check_value("1 ft", "m", 0.3048);
    check_value("5 ms", "s", 0.005);
    check_value("5 us", "s", 5e-6);
    check_value("2 min", "s", 120.0);
    check_value("2 h", "s", 7200.0);
    check_value("20 cm/s", "m/s", 0.2);
    check_value("36 km/h", "m/s", 10.0);
    check_value("3600 kn", "m/s", 1852.0);
    check_value("1 g/cm3", "kg/m3", 1000.0);
    check_value("1 g/cm^3", "kg/m3", 1000.0);
    check_value("800 kg m-3", "kg/m3", 800.0);
    check_value("-9.81 m/s2", "m/s2", -9.81);
    check_value("30 Hz", "Hz", 30.0);
    check_value("30 1/s", "Hz", 30.0);
    check_value("2 rad/m", "rad/m", 2.0);
    check_value("2 1/m", "rad/m", 2.0);
    check_value("180 deg", "rad", 3.14159265358979323846);
    check_value("2 N/m2", "Pa", 2.0);
    check_value("600 K", "K", 600.0);
    check_value("2 K/m*m", "K", 2.0);
    check_value("1e-3 m", "m", 1e-3);
    check_value(".5 m", "m", 0.5);
    check_value("+2.e1m", "m", 20.0);
    check_value("2 m*m", "m2", 2.0);
    check_value("0.0000000000000000000000000000000000000000000001e40", "", 1e-6);
}

static void check_status(const char* text, const char* wanted, wafti_quantity_status status) {
    wafti_quantity quantity;
    if (!CHECK(wafti_quantity_read(text, wanted, &quantity) == status)) {
        (void)fprintf(stderr, "  %s\n", text);
    }
}

static void test_refusals(void) {
    check_status("", "m", WAFTI_QUANTITY_NO_NUMBER);
    check_status("cm", "m", WAFTI_QUANTITY_NO_NUMBER);
    check_status("-", "m", WAFTI_QUANTITY_NO_NUMBER);
    check_status(".", "m", WAFTI_QUANTITY_NO_NUMBER);
    check_status("nan", "m", WAFTI_QUANTITY_NO_NUMBER);
    check_status("inf", "m", WAFTI_QUANTITY_NO_NUMBER);
    check_status(" 4", "m", WAFTI_QUANTITY_NO_NUMBER);
    check_status("1e400", "m", WAFTI_QUANTITY_TOO_LARGE);
    check_status("1e99999999999999999999", "m", WAFTI_QUANTITY_TOO_LARGE);
    check_status("1e37 km", "m", WAFTI_QUANTITY_TOO_LARGE);
    check_status("100000000000000000000000000000000000000", "", WAFTI_QUANTITY_TOO_LARGE);
    check_status("4 s", "m", WAFTI_QUANTITY_WRONG_KIND);
    check_status("4 m", "", WAFTI_QUANTITY_WRONG_KIND);
    check_status("4 rad/s", "Hz", WAFTI_QUANTITY_WRONG_KIND);
    check_status("4 1", "m", WAFTI_QUANTITY_WRONG_KIND);
    check_status("4 CM", "m", WAFTI_QUANTITY_UNKNOWN_UNIT);
    check_status("4 m/", "m", WAFTI_QUANTITY_UNKNOWN_UNIT);
    check_status("4 /s", "m", WAFTI_QUANTITY_UNKNOWN_UNIT);
    check_status("4 m9", "m", WAFTI_QUANTITY_UNKNOWN_UNIT);
    check_status("4 m  s", "m", WAFTI_QUANTITY_UNKNOWN_UNIT);
    check_status("4 m m m m m", "m", WAFTI_QUANTITY_UNKNOWN_UNIT);
    check_status("4e m", "m", WAFTI_QUANTITY_UNKNOWN_UNIT);
}

// The largest product that the grammar allows stays finite.
static void test_extremes(void) {
    wafti_quantity quantity;
    CHECK(wafti_quantity_read("9e37 um-4/um4/um4/um4", "m", &quantity) != WAFTI_QUANTITY_OK);
    CHECK(wafti_quantity_read("9e-300 um4 um4 um4 um4", "m", &quantity) != WAFTI_QUANTITY_OK);
    CHECK(isfinite(quantity.unit.up) && isfinite(quantity.unit.down));
}

static void test_names(void) {
    wafti_unit unit;
    const char* bad = NULL;
    size_t bad_length = 0;
    CHECK_TEXT(wafti_unit_names("m").text, "m, cm, mm, um, km, in or ft");
    CHECK_TEXT(wafti_unit_names("Hz").text, "Hz");
    CHECK_TEXT(wafti_unit_names("m/s").text, "units such as m/s");
    CHECK(wafti_unit_parse("m/s", &unit, &bad, &bad_length));
    CHECK_TEXT(wafti_unit_kind(&unit), "a speed");
    CHECK_TEXT(wafti_unit_kind_of("m/s"), "a speed");
    CHECK_TEXT(wafti_unit_example("m/s"), "20 cm/s");
    CHECK_TEXT(wafti_unit_kind_of("m2/s"), "a viscosity");
    CHECK_TEXT(wafti_unit_kind_of("m3/s/m"), "a flow across each metre");
    CHECK_TEXT(wafti_unit_example("m3/s/m"), "0.2 m3/s/m");
    CHECK_TEXT(wafti_unit_kind_of(""), "a plain number");
    CHECK(wafti_unit_parse("kg m", &unit, &bad, &bad_length));
    CHECK(wafti_unit_kind(&unit) == NULL && wafti_unit_kind_of("kg m") == NULL);
    CHECK(wafti_unit_example("kg m") == NULL && wafti_unit_example("m/sek") == NULL);
    CHECK(!wafti_unit_parse("m/sek", &unit, &bad, &bad_length));
    CHECK(bad_length == 3 && memcmp(bad, "sek", 3) == 0);
}

// The pattern takes what the reader takes.
static void test_patterns(void) {
    static const char* const texts[] = {"m", "cm", "ft", "kg", "g", "s", "h", "ms", "Hz", "1/s",
        "s-1", "s^-1", "rad", "deg", "1/m", "rad/m", "deg/cm", "rad m-1", "rad*m^-1", "m/s", "kn",
        "km/h", "m s-1", "m*s-1", "m Hz", "Hz*m", "m/s2", "m/s^2", "m/s/s", "m s-2", "kg/m3",
        "g/cm^3", "kg m-3", "g/in3", "1/m/s", "1/s/m", "Hz/m", "m-1 s-1", "1 m-1/s", "N", "Pa",
        "N/m2", "kg/m2", "m2", "m2/s", "m/kg", "1", "x", "M", "m/", "/s", "m//s", "m9", "m s",
        "m/s3", "N s/kg", "rad/s", "kg/m3/s", "min", "m in", "1/m/m", ""};
    static const char* const wanted[] = {
        "m", "s", "Hz", "rad", "m/s", "m/s2", "kg/m3", "rad/m", "1/m/s"};
    int taken = 0;
    for (size_t w = 0; w < sizeof(wanted) / sizeof(wanted[0]); ++w) {
        wafti_text text;
        wafti_text_init(&text, NULL);
        wafti_text_add(&text, "^");
        wafti_unit_add_pattern(&text, wanted[w]);
        wafti_text_add(&text, "$");
        regex_t pattern;
        if (!CHECK(!text.failed && regcomp(&pattern, text.bytes, REG_EXTENDED | REG_NOSUB) == 0)) {
            continue;
        }
        CHECK(text.length < 1500);
        for (size_t t = 0; t < sizeof(texts) / sizeof(texts[0]); ++t) {
            char quantity_text[64];
            wafti_quantity quantity;
            (void)snprintf(quantity_text, sizeof(quantity_text), "2 %s", texts[t]);
            const bool reads =
                wafti_quantity_read(quantity_text, wanted[w], &quantity) == WAFTI_QUANTITY_OK &&
                quantity.has_unit;
            const bool fits = regexec(&pattern, texts[t], 0, NULL, 0) == 0;
            taken += fits ? 1 : 0;
            // A product of three that the pattern leaves to the reader.
            if (!CHECK(fits == reads || strcmp(texts[t], "N s/kg") == 0)) {
                (void)fprintf(stderr, "  %s for %s: %d\n", texts[t], wanted[w], (int)fits);
            }
        }
        regfree(&pattern);
        wafti_text_free(&text);
    }
    CHECK(taken > 30);
}

static const test_case cases[] = {
    {"patterns take what the reader takes", test_patterns},
    {"quantities in SI, to the last bit", test_values},
    {"what is not a quantity", test_refusals},
    {"nothing overflows", test_extremes},
    {"kinds and names", test_names},
};
TEST_MAIN(cases)
