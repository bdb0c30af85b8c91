// SPDX-License-Identifier: MIT
#include "io/json_read.h"
#include "test.h"

static const char sample[] =
    "{ \"title\": \"a \\\"b\\\" \\\\ \\u0041\\n\xC3\xA4\", \"big\": 18446744073709551615,\n"
    "\"nested\": {\"title\": \"no\", \"list\": [1, \"]}\", {}]}, \"real\": -1.5e-3,\n"
    "\"negative\": -7, \"hash\": \"00ff00000000000A\", \"empty\": [] }\n";

static wafti_json_value value_of(const char* text, size_t length) {
    return (wafti_json_value){text, length};
}

static void members_are_found(void) {
    const size_t size = strlen(sample);
    char text[32];
    uint64_t whole = 0;
    int64_t negative = 0;
    double real = 0.0;
    CHECK(wafti_json_is_object(value_of(sample, size)));
    CHECK(wafti_json_string(value_of(sample, size), "title", text, sizeof(text)));
    CHECK_TEXT(text, "a \"b\" \\ A\n\xC3\xA4");
    CHECK(wafti_json_uint(value_of(sample, size), "big", &whole) && whole == UINT64_MAX);
    CHECK(wafti_json_int(value_of(sample, size), "negative", &negative) && negative == -7);
    CHECK(wafti_json_double(value_of(sample, size), "real", &real));
    CHECK_NEAR(real, -0.0015, 0.0);
    CHECK(wafti_json_hash(value_of(sample, size), "hash", &whole));
    CHECK(whole == UINT64_C(0x00FF00000000000A));
    wafti_json_value value;
    CHECK(wafti_json_member(value_of(sample, size), "nested", &value));
    CHECK(value.text[0] == '{' && value.text[value.length - 1] == '}');
}

static void items_are_found(void) {
    const size_t size = strlen(sample);
    wafti_json_value list;
    wafti_json_value item;
    CHECK(wafti_json_member(value_of(sample, size), "nested", &list));
    CHECK(wafti_json_member(list, "list", &list));
    CHECK(wafti_json_item(list, 1, &item));
    CHECK(item.length == 4 && memcmp(item.text, "\"]}\"", 4) == 0);
    CHECK(wafti_json_item(list, 2, &item) && item.length == 2);
    CHECK(!wafti_json_item(list, 3, &item));
    CHECK(wafti_json_member(value_of(sample, size), "empty", &list));
    CHECK(!wafti_json_item(list, 0, &item));
    CHECK(!wafti_json_item(value_of(sample, size), 0, &item));
}

static void what_is_not_there(void) {
    const size_t size = strlen(sample);
    char text[32];
    uint64_t whole = 0;
    CHECK(!wafti_json_string(value_of(sample, size), "list", text, sizeof(text)));
    CHECK(!wafti_json_string(value_of(sample, size), "big", text, sizeof(text)));
    CHECK(!wafti_json_uint(value_of(sample, size), "negative", &whole));
    CHECK(!wafti_json_uint(value_of(sample, size), "title", &whole));
    CHECK(!wafti_json_hash(value_of(sample, size), "title", &whole));
    CHECK(!wafti_json_hash(value_of(sample, size), "big", &whole));
}

static void strings_are_cut_between_characters(void) {
    const char json[] = "{\"t\": \"ab\xC3\xA4\"}";
    char text[4];
    CHECK(wafti_json_string(value_of(json, strlen(json)), "t", text, sizeof(text)));
    CHECK_TEXT(text, "ab");
}

static void broken_text_is_refused(void) {
    static const char* const broken[] = {"", "[]", "{", "{}x", "{\"a\"}", "{\"a\":}", "{\"a\":1,}",
        "{\"a\":1 \"b\":2}", "{a:1}", "{\"a\":\"x}", "{\"a\":\"\\", "{\"a\":[1}", "{\"a\":{",
        "{\"a\n\":1}"};
    for (size_t i = 0; i < sizeof(broken) / sizeof(broken[0]); ++i) {
        if (!CHECK(!wafti_json_is_object(value_of(broken[i], strlen(broken[i]))))) {
            (void)fprintf(stderr, "  %s\n", broken[i]);
        }
    }
    CHECK(wafti_json_is_object(value_of(" {} ", 4)));
    // Cut anywhere it is no longer an object.
    for (size_t length = 0; length + 2 < strlen(sample); ++length) {
        CHECK(!wafti_json_is_object(value_of(sample, length)));
    }
}

static const test_case cases[] = {
    {"members_are_found", members_are_found},
    {"items_are_found", items_are_found},
    {"what_is_not_there", what_is_not_there},
    {"strings_are_cut_between_characters", strings_are_cut_between_characters},
    {"broken_text_is_refused", broken_text_is_refused},
};

TEST_MAIN(cases)
