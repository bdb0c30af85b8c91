// SPDX-License-Identifier: MIT
#include "run/manifest.h"

#include "scratch.h"

static void put(scratch* s, const char* name, const char* text) {
    CHECK(waft_file_write(scratch_file(s, name), text, strlen(text), NULL) == WAFT_OK);
}

static void add(wafti_manifest* list, scratch* s, const char* name) {
    CHECK(wafti_manifest_add(list, s->path, scratch_file(s, name), NULL) == WAFT_OK);
}

// Four files: one before all frames, two of frames, one of the end.
static void fill(wafti_manifest* list, scratch* s) {
    put(s, "start", "123456789");
    put(s, "one", "1");
    put(s, "two", "2");
    put(s, "last", "3");
    wafti_text_init(&list->text, NULL);
    add(list, s, "start");
    wafti_manifest_begin_frame(list, 1);
    add(list, s, "one");
    wafti_manifest_begin_frame(list, 2);
    add(list, s, "two");
    wafti_manifest_begin_end(list);
    add(list, s, "last");
}

static void test_lines(void) {
    scratch s = scratch_make();
    wafti_manifest list;
    fill(&list, &s);
    // CBF43926 is the check value of this CRC.
    CHECK_TEXT(list.text.bytes, "start CBF43926\n; frame 1\none 83DCEFB7\n; frame 2\n"
                                "two 1AD5BE0D\n; end\nlast 6DD28E9B\n");
    wafti_manifest_begin_end(&list);
    CHECK(strstr(list.text.bytes, "last") == NULL);
    wafti_manifest_begin_frame(&list, 2);
    CHECK_TEXT(list.text.bytes, "start CBF43926\n; frame 1\none 83DCEFB7\n; frame 2\n");
    wafti_manifest_cut(&list, 0);
    CHECK_TEXT(list.text.bytes, "start CBF43926\n");
    CHECK(wafti_manifest_add(&list, s.path, scratch_file(&s, "none"), NULL) == WAFT_ERR_IO);
    wafti_text_free(&list.text);
    scratch_remove(&s);
}

static void test_drop(void) {
    wafti_manifest list;
    wafti_text_init(&list.text, NULL);
    wafti_manifest_drop(&list, "pc2/parts");
    wafti_text_add(
        &list.text, "pc2/a 00000000\npc2/parts/b 00000000\nc 00000000\npc2/parts/d 00000000\n");
    wafti_manifest_drop(&list, "pc2/parts");
    CHECK_TEXT(list.text.bytes, "pc2/a 00000000\nc 00000000\n");
    wafti_text_free(&list.text);
}

static void test_read_back(void) {
    scratch s = scratch_make();
    wafti_manifest list;
    wafti_manifest read;
    fill(&list, &s);
    wafti_text_init(&read.text, NULL);
    CHECK(wafti_manifest_load(&read, s.path, NULL) == WAFT_ERR_IO);
    CHECK(wafti_manifest_write(&read, s.path, NULL) == WAFT_OK); // no line yet
    CHECK(wafti_manifest_load(&read, s.path, NULL) == WAFT_OK);
    CHECK(wafti_manifest_write(&list, s.path, NULL) == WAFT_OK);
    CHECK(wafti_manifest_load(&read, s.path, NULL) == WAFT_OK);
    CHECK_TEXT(read.text.bytes, list.text.bytes);
    size_t size = 0;
    char* bytes = scratch_read(scratch_file(&s, "files.sfv"), &size);
    for (size_t i = 0; i < size; ++i) { // every byte counts
        bytes[i] ^= 1;
        CHECK(waft_file_write(scratch_file(&s, "files.sfv"), bytes, size, NULL) == WAFT_OK);
        CHECK(wafti_manifest_load(&read, s.path, NULL) == WAFT_ERR_PARSE);
        bytes[i] ^= 1;
    }
    for (size_t i = 0; i < size; i += 7) {
        CHECK(waft_file_write(scratch_file(&s, "files.sfv"), bytes, i, NULL) == WAFT_OK);
        CHECK(wafti_manifest_load(&read, s.path, NULL) == WAFT_ERR_PARSE);
    }
    waft_text_free(NULL, bytes);
    wafti_text_free(&list.text);
    wafti_text_free(&read.text);
    scratch_remove(&s);
}

static void test_check(void) {
    static const struct {
        const char* name;
        int good_frame;
    } hurt[] = {{"start", -1}, {"one", 0}, {"two", 1}, {"last", INT32_MAX}};
    scratch s = scratch_make();
    wafti_manifest list;
    for (size_t i = 0; i < sizeof(hurt) / sizeof(hurt[0]); ++i) {
        waft_error error = {.sentence = ""};
        fill(&list, &s);
        wafti_manifest_state state = wafti_manifest_check(&list, s.path, &error);
        CHECK(state.count == 4 && state.bad_count == 0 && state.good_frame == INT32_MAX);
        put(&s, hurt[i].name, "4");
        state = wafti_manifest_check(&list, s.path, &error);
        CHECK(state.bad_count == 1 && state.good_frame == hurt[i].good_frame);
        CHECK(strstr(error.sentence, "was changed since it was written") != NULL);
        CHECK(unlink(scratch_file(&s, hurt[i].name)) == 0);
        state = wafti_manifest_check(&list, s.path, &error);
        CHECK(state.bad_count == 1 && strstr(error.sentence, "is missing") != NULL);
        wafti_text_free(&list.text);
    }
    scratch_remove(&s);
}

static const test_case cases[] = {
    {"lines", test_lines},
    {"drop", test_drop},
    {"read back", test_read_back},
    {"check", test_check},
};

TEST_MAIN(cases)
