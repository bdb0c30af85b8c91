// SPDX-License-Identifier: MIT
#include "scene/yaml_reader.h"

#include "scene/diagnostics.h"
#include "test.h"

typedef struct fixture {
    wafti_source source;
    wafti_arena arena;
    waft_diagnostics* diagnostics;
    wafti_tree tree;
    waft_result result;
} fixture;

static void read_bytes(fixture* f, const char* text, size_t size, size_t start) {
    f->source = (wafti_source){.name = "t", .text = text, .size = size};
    wafti_arena_init(&f->arena, NULL, 4096);
    CHECK(waft_diagnostics_create(NULL, &f->diagnostics) == WAFT_OK);
    wafti_diagnostics_begin(f->diagnostics);
    wafti_tree_init(&f->tree, &f->arena, f->diagnostics);
    f->result = wafti_yaml_read(&f->source, start, &f->tree);
}

static void finish(fixture* f) {
    waft_diagnostics_destroy(f->diagnostics);
    wafti_arena_free(&f->arena);
}

static void check_problem(const char* text, int line, int column, const char* want) {
    fixture f;
    read_bytes(&f, text, strlen(text), 0);
    const waft_diagnostic* d = waft_diagnostics_at(f.diagnostics, 0);
    CHECK_TEXT(d != NULL ? d->message : NULL, want);
    CHECK(d != NULL && d->line == line && d->column == column);
    finish(&f);
}

#if defined(WAFTI_HAVE_YAML)

static void test_marks(void) {
    fixture f;
    const char* text = "waft: 1\r\nh\xC3\xB6he: 'a b' # c\r\nlist: [x, y]\r\n";
    read_bytes(&f, text, strlen(text), 0);
    CHECK(f.result == WAFT_OK && f.tree.root->child_count == 3);
    const wafti_node* quoted = f.tree.root->first->next;
    CHECK(quoted->quoted && quoted->mark.line == 2 && quoted->mark.column == 7);
    CHECK(quoted->mark.length == 5 && quoted->key_mark.length == 4);
    const wafti_node* list = quoted->next;
    CHECK(list->mark.column == 7 && list->mark.length == 6);
    CHECK(!list->first->quoted && list->first->next->mark.column == 11);
    finish(&f);
}

// An override is read from behind its "=", but its places count from its start.
static void test_start(void) {
    fixture f;
    const char* text = "a.\xC3\xB6=[1, x]\n";
    read_bytes(&f, text, strlen(text), 5);
    CHECK(f.result == WAFT_OK && f.tree.root->kind == WAFTI_NODE_LIST);
    CHECK(f.tree.root->mark.line == 1 && f.tree.root->mark.column == 5);
    CHECK(f.tree.root->first->next->mark.column == 9);
    finish(&f);
    read_bytes(&f, "a=x\x01", 4, 2);
    CHECK(f.result == WAFT_ERR_PARSE);
    CHECK(waft_diagnostics_at(f.diagnostics, 0)->column == 4);
    finish(&f);
}

static void test_nothing(void) {
    fixture f;
    read_bytes(&f, "# only\n", 7, 0);
    CHECK(f.result == WAFT_OK && f.tree.root == NULL);
    finish(&f);
    read_bytes(&f, "", 0, 0);
    CHECK(f.result == WAFT_OK && f.tree.root == NULL);
    finish(&f);
}

static void test_bytes(void) {
    check_problem(
        "a: \xC3\xA4\nb: \xE4\n", 2, 4, "the byte 0xE4 is not UTF-8; save the scene as UTF-8 text");
    check_problem(
        "a: \xED\xA0\x80\n", 1, 4, "the byte 0xED is not UTF-8; save the scene as UTF-8 text");
    check_problem("a: \xC3", 1, 4, "the byte 0xC3 is not UTF-8; save the scene as UTF-8 text");
    check_problem("a: b\x1B[0m\n", 1, 5,
        "there is a control character (code 27) here; a scene is plain text");
    fixture f;
    read_bytes(&f, "a: 1\nb: \0", 10, 0);
    CHECK(f.result == WAFT_ERR_PARSE);
    const waft_diagnostic* d = waft_diagnostics_at(f.diagnostics, 0);
    CHECK(d->line == 2 && d->column == 4);
    finish(&f);
}

// Aliases and anchors do not end the reading; the values they decorate are kept or refused.
static void test_refusals(void) {
    fixture f;
    const char* text = "a: &x [1]\nb: *x\nc: !!int 3\n";
    read_bytes(&f, text, strlen(text), 0);
    CHECK(f.result == WAFT_OK && waft_diagnostics_count(f.diagnostics) == 3);
    CHECK(f.tree.root->first->kind == WAFTI_NODE_LIST);
    CHECK(f.tree.root->first->next->kind == WAFTI_NODE_REFUSED);
    CHECK_TEXT(f.tree.root->last->text, "3");
    finish(&f);
    check_problem(
        "a: 1\n--- \nb: 2\n", 2, 1, "a second document starts here; a file holds one scene");
    check_problem("<<: 1\n", 1, 1, "merge keys ('<<') are not used in scenes; write the keys out");
    check_problem("{{}: 1}\n", 1, 2, "a key must be a word, not a mapping");
    check_problem(
        "? *a\n: 1\n", 1, 3, "aliases such as '*a' are not used in scenes; write the value out");
}

static void test_syntax(void) {
    check_problem("a:\n\tb: 1\n", 2, 1, "a tab cannot indent a scene; use spaces");
    check_problem("a: @b\n", 1, 4, "a value cannot start with '@'; put the text in quotes");
    check_problem("a: [1, 2\nb: 3\n", 2, 2,
        "',' or ']' is missing before this; the list starts at line 1, column 4");
    check_problem("a: {b: 1\nc: 3}\n", 2, 2,
        "',' or '}' is missing before this; the mapping starts at line 1, column 4");
    check_problem("a: [1\n", 1, 4, "this list has no closing ']'");
    check_problem("a: {b: 1", 1, 4, "this mapping has no closing '}'");
    check_problem("a: 'b\n", 1, 4, "this quoted text has no closing quote");
    check_problem("a: !<x\n", 1, 7, "this is not YAML: did not find the expected '>'");
    check_problem("a: |\n\tb\n", 2, 1, "a tab cannot indent a scene; use spaces");
}

static const test_case cases[] = {
    {"marks count characters from 1", test_marks},
    {"an override starts inside its text", test_start},
    {"nothing gives no root", test_nothing},
    {"bad bytes have a place", test_bytes},
    {"what scenes do not use is refused", test_refusals},
    {"syntax errors in plain words", test_syntax},
};

#else

static void test_off(void) {
    check_problem("waft: 1\n", 1, 1,
        "this build of waft cannot read scenes; install libyaml-dev and build it again");
}

static const test_case cases[] = {{"a build without libyaml says so", test_off}};

#endif
TEST_MAIN(cases)
