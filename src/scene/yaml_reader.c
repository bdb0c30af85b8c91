// SPDX-License-Identifier: MIT
#include "scene/yaml_reader.h"

#include "scene/diagnostics.h"
#include "scene/reader.h"

#if defined(WAFTI_HAVE_YAML)

#include <string.h>
#include <yaml.h>

typedef struct reader {
    const wafti_source* source;
    size_t start;
    int first_column; // characters before the document on its first line
    wafti_tree* tree;
    int document_count;
} reader;

// libyaml counts from 0 and in characters.
static wafti_mark mark_at(const reader* self, yaml_mark_t place) {
    const int shift = place.line == 0 ? self->first_column : 0;
    return (wafti_mark){.source = self->source,
        .line = (int)place.line + 1,
        .column = (int)place.column + 1 + shift,
        .length = 1};
}

static wafti_mark mark_between(const reader* self, yaml_mark_t start, yaml_mark_t end) {
    wafti_mark mark = mark_at(self, start);
    if (end.line == start.line && end.column > start.column) {
        mark.length = (int)(end.column - start.column);
    }
    return mark;
}

typedef struct phrase {
    const char* problem;  // libyaml's words
    const char* sentence; // ours
    bool at_context;      // the cause stands where the construct starts
} phrase;

static const phrase phrases[] = {
    {"mapping values are not allowed in this context",
        "a ':' is not allowed here; check the indentation and the space after the ':' above it, or "
        "put the text in quotes",
        false},
    {"block sequence entries are not allowed in this context",
        "a list item is not allowed here; start the list on a line of its own", false},
    {"mapping keys are not allowed in this context",
        "a '?' is not allowed here; put the text in quotes", false},
    {"could not find expected ':'", "this line has no ':' after its key", true},
    {"found unexpected end of stream", "this quoted text has no closing quote", true},
    {"found unexpected document indicator", "this quoted text has no closing quote", true},
    {"found unknown escape character",
        "this '\\' escape is unknown; use single quotes to keep a '\\' as it is", false},
    {"did not find expected hexdecimal number",
        "this '\\' escape needs hexadecimal digits; use single quotes to keep a '\\' as it is",
        false},
    {"did not find expected key", "a key is expected here; check the indentation", false},
    {"did not find expected '-' indicator",
        "a list item that starts with '-' is expected here; check the indentation", false},
    {"did not find expected node content", "a value is missing here", false},
    {"did not find expected <document start>",
        "the scene ends before this; check the indentation and the brackets", false},
    {"found a tab character that violates indentation", "a tab cannot indent a scene; use spaces",
        false},
    {"found a tab character where an indentation space is expected",
        "a tab cannot indent a scene; use spaces", false},
    {"found incompatible YAML document", "this %YAML version is not supported; remove the line",
        false},
};

static const phrase* find_phrase(const char* problem) {
    for (size_t i = 0; i < sizeof(phrases) / sizeof(phrases[0]); ++i) {
        if (strcmp(phrases[i].problem, problem) == 0) {
            return &phrases[i];
        }
    }
    return NULL;
}

// Reader errors carry no mark, only an offset in bytes; that of a cut sequence lies behind its start.
static void report_bytes(const reader* self, const yaml_parser_t* parser) {
    const char* text = self->source->text;
    const size_t size = self->source->size;
    const size_t problem = self->start + parser->problem_offset;
    if (strcmp(parser->problem, "control characters are not allowed") == 0) {
        const wafti_mark mark = wafti_source_place(self->source, problem);
        wafti_report(self->tree->diagnostics, &mark,
            "there is a control character (code %d) here; a scene is plain text",
            parser->problem_value);
        return;
    }
    size_t bad = self->start;
    while (bad < problem && bad < size &&
           ((unsigned char)text[bad] < 0x80 || wafti_character_size(text + bad, size - bad) > 1)) {
        bad += wafti_character_size(text + bad, size - bad);
    }
    const wafti_mark mark = wafti_source_place(self->source, bad);
    wafti_report(self->tree->diagnostics, &mark,
        "the byte 0x%02X is not UTF-8; save the scene as UTF-8 text",
        bad < size ? (unsigned)(unsigned char)text[bad] : 0U);
}

static void report_bad_start(const reader* self, const wafti_mark* mark) {
    size_t left = 0;
    const char* line = wafti_source_line(self->source, mark->line, &left);
    for (int i = 1; i < mark->column && left > 0; ++i) {
        const size_t size = wafti_character_size(line, left);
        line += size;
        left -= size;
    }
    if (left == 0 || *line == '\t') {
        wafti_report(self->tree->diagnostics, mark, "a tab cannot indent a scene; use spaces");
    } else {
        wafti_report(self->tree->diagnostics, mark,
            "a value cannot start with '%c'; put the text in quotes", *line);
    }
}

static void report_open(
    const reader* self, wafti_mark start, bool list, const wafti_mark* mark, bool at_end) {
    if (at_end) {
        wafti_report(self->tree->diagnostics, &start, "this %s has no closing '%c'",
            list ? "list" : "mapping", list ? ']' : '}');
    } else {
        wafti_report(self->tree->diagnostics, mark,
            "',' or '%c' is missing before this; the %s starts at line %d, column %d",
            list ? ']' : '}', list ? "list" : "mapping", start.line, start.column);
    }
}

static void report_syntax(const reader* self, const yaml_parser_t* parser) {
    const char* problem = parser->problem != NULL ? parser->problem : "unknown problem";
    const phrase* known = find_phrase(problem);
    const bool at_context = known != NULL && known->at_context && parser->context != NULL;
    const size_t left = self->source->size - self->start;
    const int characters = wafti_character_count(self->source->text + self->start, left);
    // libyaml takes the end of the text for the start of one more line.
    const bool at_end = parser->problem_mark.index >= (size_t)characters;
    const wafti_mark mark = at_context ? mark_at(self, parser->context_mark)
                            : at_end   ? wafti_source_place(self->source, self->source->size)
                                       : mark_at(self, parser->problem_mark);
    if (known != NULL) {
        wafti_report(self->tree->diagnostics, &mark, "%s", known->sentence);
    } else if (strstr(problem, "',' or '") != NULL) {
        const bool list = strchr(problem, ']') != NULL;
        report_open(self, mark_at(self, parser->context_mark), list, &mark, at_end);
    } else if (strcmp(problem, "found character that cannot start any token") == 0) {
        report_bad_start(self, &mark);
    } else {
        wafti_report(self->tree->diagnostics, &mark, "this is not YAML: %s", problem);
    }
}

static waft_result report_parser(const reader* self, const yaml_parser_t* parser) {
    if (parser->error == YAML_MEMORY_ERROR) {
        return WAFT_ERR_NO_MEMORY;
    }
    if (parser->error == YAML_READER_ERROR) {
        report_bytes(self, parser);
    } else {
        report_syntax(self, parser);
    }
    return WAFT_ERR_PARSE;
}

// Anchors build cycles and grow exponentially; tags ask for types that the table decides.
static void refuse_decoration(
    const reader* self, wafti_mark mark, const yaml_char_t* anchor, const yaml_char_t* tag) {
    mark.length = 1;
    if (anchor != NULL) {
        wafti_report(self->tree->diagnostics, &mark,
            "anchors such as '&%s' are not used in scenes; remove it",
            wafti_quote((const char*)anchor).text);
    }
    if (tag != NULL) {
        // libyaml spells !!float out.
        const char* const standard = "tag:yaml.org,2002:";
        const bool short_form = strncmp((const char*)tag, standard, strlen(standard)) == 0;
        wafti_report(self->tree->diagnostics, &mark,
            "tags such as '%s%s' are not used in scenes; remove it", short_form ? "!!" : "",
            wafti_quote((const char*)tag + (short_form ? strlen(standard) : 0)).text);
    }
}

static waft_result take_alias(const reader* self, const yaml_event_t* event) {
    const wafti_mark mark = mark_between(self, event->start_mark, event->end_mark);
    wafti_report(self->tree->diagnostics, &mark,
        "aliases such as '*%s' are not used in scenes; write the value out",
        wafti_quote((const char*)event->data.alias.anchor).text);
    return wafti_tree_wants_key(self->tree) ? WAFT_ERR_PARSE : wafti_tree_refused(self->tree, mark);
}

static waft_result take_key(const reader* self, wafti_mark mark, const yaml_event_t* event) {
    const char* text = (const char*)event->data.scalar.value;
    const size_t length = event->data.scalar.length;
    const bool plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    if (plain && length == 2 && memcmp(text, "<<", 2) == 0) {
        wafti_report(self->tree->diagnostics, &mark,
            "merge keys ('<<') are not used in scenes; write the keys out");
        return WAFT_ERR_PARSE;
    }
    return wafti_tree_key(self->tree, mark, text, length);
}

static waft_result take_scalar(const reader* self, const yaml_event_t* event) {
    const wafti_mark mark = mark_between(self, event->start_mark, event->end_mark);
    refuse_decoration(self, mark, event->data.scalar.anchor, event->data.scalar.tag);
    if (wafti_tree_wants_key(self->tree)) {
        return take_key(self, mark, event);
    }
    return wafti_tree_scalar(self->tree, mark, (const char*)event->data.scalar.value,
        event->data.scalar.length, event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE);
}

static waft_result take_begin(const reader* self, const yaml_event_t* event, wafti_node_kind kind) {
    const wafti_mark mark = mark_at(self, event->start_mark);
    if (kind == WAFTI_NODE_MAP) {
        refuse_decoration(
            self, mark, event->data.mapping_start.anchor, event->data.mapping_start.tag);
    } else {
        refuse_decoration(
            self, mark, event->data.sequence_start.anchor, event->data.sequence_start.tag);
    }
    if (wafti_tree_wants_key(self->tree)) {
        wafti_report(self->tree->diagnostics, &mark, "a key must be a word, not a %s",
            kind == WAFTI_NODE_MAP ? "mapping" : "list");
        return WAFT_ERR_PARSE;
    }
    return wafti_tree_begin(self->tree, mark, kind);
}

static waft_result take_document(reader* self, const yaml_event_t* event) {
    if (++self->document_count == 1) {
        return WAFT_OK;
    }
    const wafti_mark mark = mark_at(self, event->start_mark);
    wafti_report(
        self->tree->diagnostics, &mark, "a second document starts here; a file holds one scene");
    return WAFT_ERR_PARSE;
}

static waft_result take_event(reader* self, const yaml_event_t* event) {
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        return take_document(self, event);
    case YAML_ALIAS_EVENT:
        return take_alias(self, event);
    case YAML_SCALAR_EVENT:
        return take_scalar(self, event);
    case YAML_SEQUENCE_START_EVENT:
        return take_begin(self, event, WAFTI_NODE_LIST);
    case YAML_MAPPING_START_EVENT:
        return take_begin(self, event, WAFTI_NODE_MAP);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        wafti_tree_end(self->tree, mark_at(self, event->end_mark));
        return WAFT_OK;
    default:
        return WAFT_OK;
    }
}

static waft_result read_events(reader* self, yaml_parser_t* parser) {
    for (bool done = false; !done;) {
        yaml_event_t event;
        if (yaml_parser_parse(parser, &event) == 0) {
            return report_parser(self, parser);
        }
        done = event.type == YAML_STREAM_END_EVENT;
        const waft_result result = take_event(self, &event);
        yaml_event_delete(&event);
        if (result != WAFT_OK) {
            return result;
        }
    }
    return WAFT_OK;
}

waft_result wafti_yaml_read(const wafti_source* source, size_t start, wafti_tree* tree) {
    yaml_parser_t parser;
    if (yaml_parser_initialize(&parser) == 0) {
        return WAFT_ERR_NO_MEMORY;
    }
    reader self = {.source = source,
        .start = start,
        .first_column = wafti_character_count(source->text, start),
        .tree = tree};
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(
        &parser, (const unsigned char*)source->text + start, source->size - start);
    const waft_result result = read_events(&self, &parser);
    yaml_parser_delete(&parser);
    return result;
}

#else

waft_result wafti_yaml_read(const wafti_source* source, size_t start, wafti_tree* tree) {
    const wafti_mark mark = wafti_source_place(source, start);
    wafti_report(tree->diagnostics, &mark,
        "this build of waft cannot read scenes; install libyaml-dev and build it again");
    return WAFT_ERR_PARSE;
}

#endif

waft_result wafti_yaml_read_map(const wafti_source* source, const char* empty, const char* other,
    wafti_arena* arena, waft_diagnostics* diagnostics, wafti_node** out_map) {
    wafti_tree tree;
    wafti_tree_init(&tree, arena, diagnostics);
    *out_map = NULL;
    const waft_result result = wafti_yaml_read(source, 0, &tree);
    if (result != WAFT_OK) {
        return result == WAFT_ERR_NO_MEMORY ? result : WAFT_OK;
    }
    if (tree.root == NULL || wafti_node_is_empty(tree.root)) {
        const wafti_mark start = wafti_source_place(source, 0);
        wafti_report(diagnostics, &start, "%s", empty);
    } else if (tree.root->kind == WAFTI_NODE_MAP) {
        *out_map = tree.root;
    } else if (tree.root->kind != WAFTI_NODE_REFUSED) {
        wafti_report(
            diagnostics, &tree.root->mark, "%s%s", other, wafti_node_instead(tree.root).text);
    }
    return WAFT_OK;
}
