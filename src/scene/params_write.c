// SPDX-License-Identifier: MIT
// The table for others: JSON Schema for editors, JSON for programs, Markdown for readers.
#include <string.h>

#include "base/assert.h"
#include "base/text.h"
#include "scene/params.h"
#include "scene/units.h"

static bool is_whole(const waft_param* param) {
    return param->type == WAFT_PARAM_INT || param->type == WAFT_PARAM_INT2 ||
           param->type == WAFT_PARAM_INT3;
}

// "a": "value", as JSON members.
static void add_member(wafti_text* text, const char* name, const char* value) {
    wafti_text_format(text, ",\"%s\":", name);
    wafti_text_add_json(text, value);
}

static void add_list(wafti_text* text, const wafti_words* words) {
    wafti_text_add(text, "[");
    for (size_t i = 0; i < words->count; ++i) {
        wafti_text_add(text, i > 0 ? "," : "");
        wafti_text_add_json(text, words->list[i]);
    }
    wafti_text_add(text, "]");
}

static void add_words(wafti_text* text, const char* packed) {
    wafti_words words;
    wafti_words_split(&words, packed);
    add_list(text, &words);
}

static const char* kind_of(const char* unit) {
    const char* kind = wafti_unit_kind_of(unit);
    WAFT_ASSERT(kind != NULL);
    return kind != NULL ? kind : "";
}

// The definition of a kind of quantity: "length" of "a length", "rate-along-a-line".
static void add_definition_name(wafti_text* text, const char* unit) {
    const char* kind = kind_of(unit);
    for (const char* c = kind + strcspn(kind, " ") + 1; *c != '\0'; ++c) {
        wafti_text_format(text, "%c", *c == ' ' ? '-' : *c);
    }
}

static void add_quantity(wafti_text* text, const char* unit) {
    wafti_text_add(text, "{\"$ref\":\"#/definitions/");
    add_definition_name(text, unit);
    wafti_text_add(text, "\"}");
}

// The schema of one number: within its range, or a text with a unit.
static void add_number_schema(wafti_text* text, const waft_param* param) {
    const bool units = param->unit[0] != '\0';
    wafti_text_format(text, "%s{\"type\":\"%s\",\"%s\":", units ? "{\"anyOf\":[" : "",
        is_whole(param) ? "integer" : "number", param->low_open ? "exclusiveMinimum" : "minimum");
    wafti_text_add_double(text, param->low);
    wafti_text_format(text, ",\"%s\":", param->high_open ? "exclusiveMaximum" : "maximum");
    wafti_text_add_double(text, param->high);
    wafti_text_add(text, "}");
    if (units) {
        wafti_text_add(text, ",");
        add_quantity(text, param->unit);
        wafti_text_add(text, "]}");
    }
}

static void add_value_schema(wafti_text* text, const wafti_param* row) {
    const size_t length = wafti_param_length(row);
    if (length == 1) {
        add_number_schema(text, &row->shown);
        return;
    }
    wafti_text_add(text, "{\"type\":\"array\",\"items\":");
    add_number_schema(text, &row->shown);
    wafti_text_format(text, ",\"minItems\":%zu,\"maxItems\":%zu}", length, length);
}

static void add_keys_schema(wafti_text* text, const wafti_param* row) {
    wafti_text_add(text, "{\"anyOf\":[");
    add_value_schema(text, row);
    wafti_text_add(text, ",{\"type\":\"array\",\"minItems\":1,\"items\":{\"type\":\"array\","
                         "\"minItems\":2,\"maxItems\":2,\"items\":[{\"anyOf\":[{\"type\":"
                         "\"number\",\"minimum\":0},");
    add_quantity(text, "s");
    wafti_text_add(text, "]},");
    add_value_schema(text, row);
    wafti_text_add(text, "]}}");
    if (row->word != NULL) {
        wafti_text_format(text, ",{\"const\":\"%s\"}", row->word);
    }
    wafti_text_add(text, "]}");
}

// Texts are taken as they stand, so that a name may look like a number to a YAML reader.
static void add_plain_schema(wafti_text* text, const waft_param* param) {
    if (param->type == WAFT_PARAM_BOOL) {
        wafti_text_add(text, "{\"type\":\"boolean\"}");
    } else if (param->type == WAFT_PARAM_CHOICE) {
        wafti_text_add(text, "{\"enum\":");
        add_words(text, param->choices);
        wafti_text_add(text, "}");
    } else if (param->type == WAFT_PARAM_WORDS) {
        wafti_text_add(text, "{\"type\":\"array\",\"minItems\":1,\"uniqueItems\":true,\"items\":"
                             "{\"enum\":");
        add_words(text, param->choices);
        wafti_text_add(text, "}}");
    } else {
        wafti_text_format(text,
            "{\"type\":[\"string\",\"number\",\"boolean\"],"
            "\"minLength\":%d,\"maxLength\":%d}",
            (int)param->low, (int)param->high);
    }
}

static void add_group_schema(wafti_text* text, const wafti_param* group);

// Keys of the preview are paths: those of the rows, with numbers in the brackets.
static void add_paths_schema(wafti_text* text) {
    wafti_text_add(text, "{\"type\":\"object\",\"propertyNames\":{\"pattern\":\"^(");
    for (size_t i = 0; i < waft_param_count(); ++i) {
        wafti_text_add(text, i > 0 ? "|" : "");
        for (const char* c = waft_param_at(i)->path; *c != '\0'; ++c) {
            if (*c == '.' || *c == '[') {
                wafti_text_format(text, "\\\\%c%s", *c, *c == '[' ? "[0-9]+" : "");
            } else {
                wafti_text_format(text, "%s%c", *c == ']' ? "\\\\" : "", *c);
            }
        }
    }
    wafti_text_add(text, ")(\\\\[[0-9]+\\\\])*$\"}}");
}

// A group, or the word that stands for it; not a word that asks for another key.
static void add_brief_schema(wafti_text* text, const wafti_param* group) {
    const wafti_param* named = wafti_param_inside(group, group->brief);
    wafti_words words;
    wafti_condition asking;
    wafti_words_split(&words, named->shown.choices);
    for (const wafti_param* row = NULL; (row = wafti_param_next(group, row)) != NULL;) {
        if (row->shown.required && wafti_param_condition(row, 0, &asking) &&
            asking.decides == named) {
            wafti_words_filter(&words, &asking.choices, false);
        }
    }
    wafti_text_add(text, "{\"anyOf\":[{\"enum\":");
    add_list(text, &words);
    wafti_text_add(text, "},");
    add_group_schema(text, group);
    wafti_text_add(text, "]}");
}

static void add_row_schema(wafti_text* text, const wafti_param* row) {
    const waft_param* param = &row->shown;
    wafti_text_add(text, "{\"description\":");
    wafti_text line;
    wafti_text_init(&line, &text->allocator);
    wafti_text_format(&line, "%s%s%s%s%s%s%s%s", param->doc, param->unit[0] != '\0' ? " [" : "",
        param->unit, param->unit[0] != '\0' ? "]" : "",
        param->default_text[0] != '\0' ? "; default " : "", param->default_text,
        param->only_if[0] != '\0' ? "; only if " : "", param->only_if);
    wafti_text_add_json(text, line.failed ? "" : line.bytes);
    text->failed = text->failed || line.failed;
    wafti_text_free(&line);
    wafti_text_add(text, ",\"allOf\":[");
    if (row->free_keys) {
        add_paths_schema(text);
    } else if (row->brief != NULL) {
        add_brief_schema(text, row);
    } else if (param->type == WAFT_PARAM_GROUP) {
        add_group_schema(text, row);
    } else if (param->type == WAFT_PARAM_LIST) {
        wafti_text_add(text, "{\"type\":\"array\",\"items\":");
        add_group_schema(text, row);
        wafti_text_format(text, ",\"maxItems\":%d}", (int)param->high);
    } else if (!wafti_param_is_number(row)) {
        add_plain_schema(text, param);
    } else if (param->animates) {
        add_keys_schema(text, row);
    } else {
        add_value_schema(text, row);
    }
    wafti_text_add(text, "]}");
}

static void add_required(wafti_text* text, const wafti_param* group) {
    bool first = true;
    wafti_text_add(text, ",\"required\":[");
    for (const wafti_param* row = NULL; (row = wafti_param_next(group, row)) != NULL;) {
        if (row->shown.required && row->shown.only_if[0] == '\0') {
            wafti_text_format(text, "%s\"%s\"", first ? "" : ",", wafti_param_key(row));
            first = false;
        }
    }
    wafti_text_add(text, "]");
}

// An object in which a condition of a row holds: {"properties":{"kind":{"enum":["map"]}},
// "required":["kind"]}. What is by default so need not be there.
static void add_condition(wafti_text* text, const wafti_condition* condition) {
    wafti_words keys;
    const char* usual = condition->decides->shown.default_text;
    const bool by_default = wafti_words_index(&condition->choices, usual) >= 0;
    wafti_condition_keys(condition, &keys);
    for (size_t i = 0; i < keys.count; ++i) {
        wafti_text_format(text, "{\"properties\":{\"%s\":", keys.list[i]);
    }
    wafti_text_add(text, "{\"enum\":");
    add_list(text, &condition->choices);
    wafti_text_add(text, "}");
    for (size_t i = keys.count; i > 0; --i) {
        wafti_text_add(text, "}");
        if (!by_default) {
            wafti_text_format(text, ",\"required\":[\"%s\"]", keys.list[i - 1]);
        }
        wafti_text_add(text, "}");
    }
}

// An object in which all conditions of a row hold.
static void add_all_conditions(wafti_text* text, const wafti_param* row) {
    wafti_condition condition;
    const bool several = wafti_param_condition(row, 1, &condition);
    wafti_text_add(text, several ? "{\"allOf\":[" : "");
    for (size_t i = 0; wafti_param_condition(row, i, &condition); ++i) {
        wafti_text_add(text, i > 0 ? "," : "");
        add_condition(text, &condition);
    }
    wafti_text_add(text, several ? "]}" : "");
}

// Keys that need a choice, and choices that need a key.
static void add_conditions(wafti_text* text, const wafti_param* group) {
    const char* joint = ",\"dependencies\":{";
    for (const wafti_param* row = NULL; (row = wafti_param_next(group, row)) != NULL;) {
        if (row->shown.only_if[0] != '\0') {
            wafti_text_format(text, "%s\n\"%s\":", joint, wafti_param_key(row));
            add_all_conditions(text, row);
            joint = ",";
        } else if (row->unless != NULL) {
            wafti_text_format(text, "%s\n\"%s\":{\"not\":{\"required\":[\"%s\"]}}", joint,
                wafti_param_key(row), row->unless);
            joint = ",";
        }
    }
    wafti_text_add(text, joint[1] != '\0' ? "" : "}");
    joint = ",\"allOf\":[";
    for (const wafti_param* row = NULL; (row = wafti_param_next(group, row)) != NULL;) {
        if (row->shown.only_if[0] != '\0' && row->shown.required) {
            wafti_text_format(text, "%s{\"if\":", joint);
            add_all_conditions(text, row);
            wafti_text_format(text, ",\"then\":{\"required\":[\"%s\"]}}", wafti_param_key(row));
            joint = ",";
        }
    }
    wafti_text_add(text, joint[1] != '\0' ? "" : "]");
}

// Exactly one or at least one of several keys: oneOf, anyOf.
static void add_alternatives(wafti_text* text, const char* relation, const wafti_words* keys) {
    wafti_text_format(text, ",\"%s\":[", relation);
    for (size_t i = 0; i < keys->count; ++i) {
        wafti_text_format(text, "%s{\"required\":[\"%s\"]}", i == 0 ? "" : ",", keys->list[i]);
    }
    wafti_text_add(text, "]");
}

static void add_group_schema(wafti_text* text, const wafti_param* group) {
    bool first = true;
    wafti_words simulated;
    wafti_words one_of;
    wafti_words_init(&simulated);
    wafti_text_add(text, "{\"type\":\"object\",\"properties\":{");
    for (const wafti_param* row = NULL; (row = wafti_param_next(group, row)) != NULL;) {
        wafti_text_format(text, "%s\n\"%s\":", first ? "" : ",", wafti_param_key(row));
        add_row_schema(text, row);
        first = false;
        if (row->simulated) {
            wafti_words_add(&simulated, wafti_param_key(row), strlen(wafti_param_key(row)));
        }
    }
    wafti_text_add(text, "},\"additionalProperties\":false");
    add_required(text, group);
    add_conditions(text, group);
    if (group == NULL) {
        add_alternatives(text, "anyOf", &simulated);
    }
    if (group != NULL && group->one_of != NULL) {
        wafti_words_split(&one_of, group->one_of);
        add_alternatives(text, "oneOf", &one_of);
    }
    wafti_text_add(text, "}");
}

static bool is_first_of_kind(size_t index) {
    const char* kind = kind_of(waft_param_at(index)->unit);
    for (size_t i = 0; i < index; ++i) {
        if (waft_param_at(i)->unit[0] != '\0' && kind_of(waft_param_at(i)->unit) == kind) {
            return false;
        }
    }
    return waft_param_at(index)->unit[0] != '\0';
}

// A number and a unit, for each kind of quantity in the table.
static void add_definitions(wafti_text* text) {
    const char* joint = "{";
    for (size_t i = 0; i < waft_param_count(); ++i) {
        if (!is_first_of_kind(i)) {
            continue;
        }
        wafti_text pattern;
        wafti_text_init(&pattern, &text->allocator);
        wafti_text_add(&pattern, "^[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)? *");
        wafti_unit_add_pattern(&pattern, waft_param_at(i)->unit);
        wafti_text_add(&pattern, "$");
        wafti_text_format(text, "%s\n\"", joint);
        add_definition_name(text, waft_param_at(i)->unit);
        wafti_text_add(text, "\":{\"type\":\"string\",\"pattern\":");
        wafti_text_add_json(text, pattern.failed ? "" : pattern.bytes);
        wafti_text_add(text, "}");
        text->failed = text->failed || pattern.failed;
        wafti_text_free(&pattern);
        joint = ",";
    }
    wafti_text_add(text, "}");
}

static void write_schema(wafti_text* text) {
    wafti_text_add(text, "{\"$schema\":\"http://json-schema.org/draft-07/schema#\","
                         "\"title\":\"waft scene\",\n\"definitions\":");
    add_definitions(text);
    wafti_text_add(text, ",\n\"allOf\":[");
    add_group_schema(text, NULL);
    wafti_text_add(text, "]}\n");
}

static void write_json_row(wafti_text* text, const wafti_param* row) {
    const waft_param* param = &row->shown;
    wafti_text_add(text, "{\"path\":");
    wafti_text_add_json(text, param->path);
    add_member(text, "type", waft_param_type_name(param->type));
    add_member(text, "unit", param->unit);
    if (wafti_param_is_number(row)) {
        wafti_text_add(text, ",\"low\":");
        wafti_text_add_double(text, param->low);
        wafti_text_add(text, ",\"high\":");
        wafti_text_add_double(text, param->high);
        wafti_text_format(text, ",\"low_open\":%s,\"high_open\":%s",
            param->low_open ? "true" : "false", param->high_open ? "true" : "false");
    }
    wafti_text_format(text, ",\"required\":%s", param->required ? "true" : "false");
    add_member(text, "default", param->default_text);
    add_member(text, "doc", param->doc);
    wafti_text_add(text, ",\"choices\":");
    add_words(text, param->choices);
    add_member(text, "only_if", param->only_if);
    wafti_text_format(text, ",\"live\":%s,\"animates\":%s,\"paper\":%s}",
        param->live ? "true" : "false", param->animates ? "true" : "false",
        param->paper ? "true" : "false");
}

static void write_json(wafti_text* text) {
    for (size_t i = 0; i < waft_param_count(); ++i) {
        wafti_text_add(text, i == 0 ? "[" : ",\n");
        write_json_row(text, wafti_param_row(i));
    }
    wafti_text_add(text, "]\n");
}

// Bars would end a cell of a Markdown table.
static void add_cell(wafti_text* text, const char* words) {
    for (const char* c = words; *c != '\0'; ++c) {
        if (*c == '|') {
            wafti_text_add(text, ", ");
        } else {
            wafti_text_add_bytes(text, c, 1);
        }
    }
}

static void add_limit(wafti_text* text, const wafti_param* row, double bound) {
    int degrees = 0;
    if (wafti_param_degrees(row, bound, &degrees)) {
        wafti_text_format(text, "%d deg", degrees);
    } else {
        wafti_text_add_double(text, bound);
    }
}

static void add_range(wafti_text* text, const wafti_param* row) {
    const waft_param* param = &row->shown;
    if (param->choices[0] != '\0') {
        add_cell(text, param->choices);
    } else if (wafti_param_is_number(row)) {
        wafti_text_add(text, param->low_open ? "above " : "");
        add_limit(text, row, param->low);
        wafti_text_add(text, param->high_open ? " to below " : " to ");
        add_limit(text, row, param->high);
    } else if (param->type == WAFT_PARAM_LIST) {
        wafti_text_format(text, "at most %d", (int)param->high);
    } else if (param->type == WAFT_PARAM_TEXT || param->type == WAFT_PARAM_FILE) {
        wafti_text_format(text, "%d to %d bytes", (int)param->low, (int)param->high);
    }
}

static void write_markdown_row(wafti_text* text, const wafti_param* row) {
    const waft_param* param = &row->shown;
    wafti_text_format(text, "| `%s` | %s | %s | ", wafti_param_key(row),
        waft_param_type_name(param->type), param->unit);
    add_range(text, row);
    const bool code = !param->required && param->default_text[0] != '\0';
    wafti_text_format(text, " | %s%s%s | ", code ? "`" : "",
        param->required ? "required" : param->default_text, code ? "`" : "");
    wafti_text_add(text, param->doc);
    wafti_text_add(text, param->only_if[0] != '\0' ? "; only with " : "");
    add_cell(text, param->only_if);
    wafti_text_add(text, param->animates ? "; takes keyframes |\n" : " |\n");
}

static void write_markdown_group(wafti_text* text, const wafti_param* group) {
    if (group != NULL) {
        wafti_text_format(text, "\n## %s%s\n\n%s.\n", group->shown.path,
            group->shown.type == WAFT_PARAM_LIST ? "[]" : "", group->shown.doc);
    }
    if (wafti_param_next(group, NULL) == NULL) {
        return;
    }
    wafti_text_add(text, "\n| key | type | unit | range | default | meaning |\n"
                         "|---|---|---|---|---|---|\n");
    for (const wafti_param* row = NULL; (row = wafti_param_next(group, row)) != NULL;) {
        write_markdown_row(text, row);
    }
}

static void write_markdown(wafti_text* text) {
    wafti_text_add(text,
        "# Scene reference\n\n"
        "Written by `waft params --markdown` from the table that reads scenes.\n\n"
        "Numbers are SI; a quantity may also be a text with a unit, such as `4 cm`, `20 km/h`,\n"
        "`800 kg/m3` or `30 deg`. What takes keyframes may be a list `[[time, value], ...]` in\n"
        "place of a value; it is linear between keyframes and constant outside them. A key that\n"
        "is not listed here is an error.\n");
    write_markdown_group(text, NULL);
    for (size_t i = 0; i < waft_param_count(); ++i) {
        const wafti_param* row = wafti_param_row(i);
        if (row->shown.type == WAFT_PARAM_GROUP || row->shown.type == WAFT_PARAM_LIST) {
            write_markdown_group(text, row);
        }
    }
}

waft_result waft_params_write(
    waft_params_format format, const waft_allocator* allocator, char** out_text) {
    if (out_text == NULL) {
        return WAFT_ERR_ARGUMENT;
    }
    *out_text = NULL;
    wafti_text text;
    wafti_text_init(&text, allocator);
    switch (format) {
    case WAFT_PARAMS_SCHEMA:
        write_schema(&text);
        break;
    case WAFT_PARAMS_JSON:
        write_json(&text);
        break;
    case WAFT_PARAMS_MARKDOWN:
        write_markdown(&text);
        break;
    default:
        return WAFT_ERR_ARGUMENT;
    }
    *out_text = wafti_text_give(&text);
    return *out_text != NULL ? WAFT_OK : WAFT_ERR_NO_MEMORY;
}
