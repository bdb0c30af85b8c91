// SPDX-License-Identifier: MIT
#include <waft/scene.h>

#include "hooks.h"

static char* write_all(waft_params_format format) {
    static char* text; // gcc 12 takes a local one for dangling
    text = NULL;
    CHECK(waft_params_write(format, NULL, &text) == WAFT_OK);
    return text;
}

static size_t count_parts(const char* text, const char* part) {
    size_t count = 0;
    for (const char* at = strstr(text, part); at != NULL; at = strstr(at + 1, part)) {
        ++count;
    }
    return count;
}

// Brackets outside strings close in the order in which they were opened.
static bool is_balanced(const char* json) {
    char open[64];
    size_t depth = 0;
    bool quoted = false;
    for (const char* c = json; *c != '\0'; ++c) {
        if (quoted) {
            c += *c == '\\' ? 1 : 0;
            quoted = *c != '"' || c[-1] == '\\';
        } else if (*c == '"') {
            quoted = true;
        } else if ((*c == '{' || *c == '[') && depth < sizeof(open)) {
            open[depth++] = *c;
        } else if (*c == '}' || *c == ']') {
            if (depth == 0 || open[--depth] != (*c == '}' ? '{' : '[')) {
                return false;
            }
        }
    }
    return depth == 0 && !quoted;
}

static void test_schema(void) {
    char* text = write_all(WAFT_PARAMS_SCHEMA);
    CHECK(is_balanced(text));
    CHECK(strstr(text, "http://json-schema.org/draft-07/schema#") != NULL);
    CHECK(strstr(text, "\"required\":[\"waft\"]") != NULL);
    CHECK(strstr(text, "\"anyOf\":[{\"required\":[\"water\"]},{\"required\":[\"smoke\"]},"
                       "{\"required\":[\"liquid\"]},{\"required\":[\"bodies\"]}]") != NULL);
    // A plain word for a side, unless it asks for more.
    CHECK(count_parts(text, "{\"anyOf\":[{\"enum\":[\"closed\",\"open\",\"periodic\"]},"
                            "{\"type\":\"object\"") == 6);
    CHECK(strstr(text,
              "{\"type\":\"array\",\"minItems\":1,\"uniqueItems\":true,\"items\":{"
              "\"enum\":[\"density\",\"temperature\",\"velocity\",\"vorticity\"]}}") != NULL);
    CHECK(strstr(text, "\"maximum\":4096},\"minItems\":3,\"maxItems\":3}") != NULL);
    CHECK(strstr(text, "\"oneOf\":[{\"required\":[\"length\"]},{\"required\":[\"period\"]},"
                       "{\"required\":[\"wavenumber\"]}]") != NULL);
    CHECK(count_parts(text, "\"oneOf\"") == 3);
    CHECK(strstr(text, "\"length\":{\"type\":\"string\",\"pattern\":\"^[+-]?([0-9]+\\\\.?[0-9]*|"
                       "\\\\.[0-9]+)([eE][+-]?[0-9]+)? *((m|cm|mm|um|km|in|ft)|") != NULL);
    CHECK(strstr(text, "\"maximum\":100000},{\"$ref\":\"#/definitions/length\"}]}") != NULL);
    CHECK(strstr(text, "{\"$ref\":\"#/definitions/rate-along-a-line\"}") != NULL);
    CHECK(strstr(text, "\"middle\":{\"properties\":{\"kind\":{\"enum\":[\"beach\"]}},"
                       "\"required\":[\"kind\"]}") != NULL);
    CHECK(strstr(text, "\"depth\":{\"properties\":{\"terrain\":{\"properties\":{\"kind\":{"
                       "\"enum\":[\"flat\"]}}}}}") != NULL);
    CHECK(strstr(text, "{\"if\":{\"properties\":{\"kind\":{\"enum\":[\"map\"]}},\"required\":["
                       "\"kind\"]},\"then\":{\"required\":[\"file\"]}}") != NULL);
    // Of two conditions both hold; what is by default so need not be there.
    CHECK(strstr(text,
              "\"offshore_depth\":{\"allOf\":[{\"properties\":{\"method\":{\"enum\":[\"waves\"]}}},"
              "{\"properties\":{\"terrain\":{\"properties\":{\"kind\":") != NULL);
    CHECK(strstr(text, "\"required\":[\"name\",\"at\"]") != NULL);
    CHECK(strstr(text, "\n\"azimuth\":{\"not\":{\"required\":[\"from\"]}},") != NULL);
    CHECK(count_parts(text, "{\"not\":{\"required\":[\"from\"]}}") == 3);
    CHECK(strstr(text, "{\"$ref\":\"#/definitions/temperature\"}") != NULL);
    CHECK(strstr(text, "{\"enum\":[\"normal\",\"height\",\"gerstner\"]}") != NULL);
    CHECK(strstr(text, "{\"type\":\"number\",\"exclusiveMinimum\":0,\"maximum\":100000}") != NULL);
    CHECK(strstr(text, "water\\\\.trains\\\\[[0-9]+\\\\]\\\\.amplitude|") != NULL);
    size_t groups = 1;
    for (size_t i = 0; i < waft_param_count(); ++i) {
        const waft_param_type type = waft_param_at(i)->type;
        groups += type == WAFT_PARAM_GROUP || type == WAFT_PARAM_LIST;
    }
    CHECK(count_parts(text, "\"additionalProperties\":false") == groups - 1); // all but preview
    waft_text_free(NULL, text);
}

static void test_json(void) {
    char* text = write_all(WAFT_PARAMS_JSON);
    CHECK(is_balanced(text) && text[0] == '[');
    CHECK(count_parts(text, "{\"path\":") == waft_param_count());
    CHECK(strstr(text, "{\"path\":\"water.depth\",\"type\":\"real\",\"unit\":\"m\",\"low\":0,"
                       "\"high\":100000,\"low_open\":true,\"high_open\":false,\"required\":false,"
                       "\"default\":\"1\"") != NULL);
    CHECK(strstr(text, "\"paper\":true") != NULL);
    CHECK(strstr(text, "\"live\":true,\"animates\":true") != NULL);
    waft_text_free(NULL, text);
}

static void test_markdown(void) {
    char* text = write_all(WAFT_PARAMS_MARKDOWN);
    CHECK(strncmp(text, "# ", 2) == 0 && text[strlen(text) - 1] == '\n');
    CHECK(strstr(text, "\n## water.trains[]\n") != NULL);
    CHECK(strstr(text, "| `depth` | real | m | above 0 to 100000 | `1` | ") != NULL);
    CHECK(strstr(text, "| `mode` | choice |  | normal, height, gerstner | `gerstner` |") != NULL);
    CHECK(strstr(text, "| `fov` | real | rad | 1 deg to 150 deg | `40 deg` | ") != NULL);
    CHECK(strstr(text, "| `phase` | real | rad | -10000 to 10000 | `0` | ") != NULL);
    CHECK(strstr(text, "; takes keyframes |\n") != NULL);
    CHECK(strstr(text, "| `cells` | int3 |  | 1 to 4096 | required | ") != NULL);
    CHECK(strstr(text, "| `fields` | words |  | density, temperature, velocity, vorticity | "
                       "`[density, temperature, velocity]` |") != NULL);
    CHECK(strstr(text, "takes keys") == NULL);
    for (const char* line = strstr(text, "\n| `"); line != NULL; line = strstr(line + 1, "\n| `")) {
        int bars = 0;
        for (const char* c = line + 1; *c != '\n'; ++c) {
            bars += *c == '|';
        }
        CHECK(bars == 7);
    }
    CHECK(count_parts(text, "\n| `") == waft_param_count());
    waft_text_free(NULL, text);
}

static void test_memory(void) {
    counting c = {0};
    const waft_allocator allocator = counting_hook(&c);
    char* text = NULL;
    for (int format = WAFT_PARAMS_SCHEMA; format <= WAFT_PARAMS_MARKDOWN; ++format) {
        waft_result result = WAFT_ERR_NO_MEMORY;
        long tries = 0;
        // The first allocations one by one, later ones, which are alike, with growing gaps.
        while (result == WAFT_ERR_NO_MEMORY && tries < 4000) {
            tries += 1 + tries / 16;
            c = (counting){.fail_at = tries};
            result = waft_params_write((waft_params_format)format, &allocator, &text);
            CHECK(result == WAFT_OK || (text == NULL && c.live == 0));
        }
        CHECK(result == WAFT_OK && tries > 3);
        waft_text_free(&allocator, text);
        CHECK(c.live == 0);
    }
    CHECK(waft_params_write(WAFT_PARAMS_JSON, NULL, NULL) == WAFT_ERR_ARGUMENT);
    CHECK(waft_params_write((waft_params_format)9, NULL, &text) == WAFT_ERR_ARGUMENT);
}

static const test_case cases[] = {
    {"JSON Schema", test_schema},
    {"JSON", test_json},
    {"Markdown", test_markdown},
    {"memory and misuse", test_memory},
};
TEST_MAIN(cases)
