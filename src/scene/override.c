// SPDX-License-Identifier: MIT
#include "scene/override.h"

#include <string.h>

#include "base/assert.h"
#include "base/text.h"
#include "scene/diagnostics.h"
#include "scene/reader.h"
#include "scene/yaml_reader.h"

// One part of a path, "trains" or "[2]", and where it stands.
typedef struct segment {
    const char* text; // at the key, or at the index's first digit
    size_t length;
    bool is_index;
    size_t index;
    const char* after; // the rest of the path
} segment;

static bool is_key_byte(char c) {
    return c != '\0' && c != '.' && c != '[' && c != ']' && c != '=' && c != ' ';
}

static bool next_segment(const char* path, bool first, segment* out) {
    *out = (segment){.is_index = *path == '['};
    if (out->is_index) {
        out->text = path + 1;
        out->length = strcspn(out->text, "]");
        uint64_t index = 0;
        const bool sound = !first && out->text[out->length] == ']' &&
                           wafti_parse_uint(out->text, out->length, &index);
        out->index = (size_t)index;
        out->after = sound ? out->text + out->length + 1 : NULL;
        return sound;
    }
    out->text = path + (!first && *path == '.' ? 1 : 0);
    if (!first && out->text == path) {
        return false;
    }
    while (is_key_byte(out->text[out->length])) {
        ++out->length;
    }
    out->after = out->text + out->length;
    return out->length > 0;
}

static wafti_mark mark_in_path(const wafti_override* override, const char* text, size_t length) {
    wafti_mark mark = override->path_mark;
    mark.column += wafti_character_count(override->path, (size_t)(text - override->path));
    mark.length = length > 0 ? wafti_character_count(text, length) : 1;
    return mark;
}

static wafti_node* find_child(const wafti_node* map, const segment* part) {
    wafti_node* child = map != NULL && map->kind == WAFTI_NODE_MAP ? map->first : NULL;
    while (child != NULL && (strlen(child->key) != part->length ||
                                memcmp(child->key, part->text, part->length) != 0)) {
        child = child->next;
    }
    return child;
}

waft_result wafti_override_read(const wafti_source* source, wafti_arena* arena,
    waft_diagnostics* diagnostics, wafti_override* out_override) {
    wafti_mark start = wafti_source_place(source, 0);
    const char* equals = memchr(source->text, '=', source->size);
    *out_override = (wafti_override){.path = "", .path_mark = start};
    if (equals == NULL || equals == source->text) {
        wafti_report(diagnostics, &start, "'%s' is not of the form path=value",
            wafti_quote(source->text).text);
        return WAFT_OK;
    }
    const size_t path_size = (size_t)(equals - source->text);
    out_override->path = wafti_arena_text(arena, source->text, path_size);
    if (out_override->path == NULL) {
        return WAFT_ERR_NO_MEMORY;
    }
    wafti_tree tree;
    wafti_tree_init(&tree, arena, diagnostics);
    const waft_result result = wafti_yaml_read(source, path_size + 1, &tree);
    if (result == WAFT_OK && tree.root == NULL) {
        const wafti_mark end = wafti_source_place(source, path_size);
        wafti_report(diagnostics, &end, "there is no value after the '='");
    }
    out_override->value = result == WAFT_OK ? tree.root : NULL;
    return result == WAFT_ERR_NO_MEMORY ? result : WAFT_OK;
}

waft_result wafti_override_read_file(const wafti_source* source, const char* path,
    wafti_arena* arena, waft_diagnostics* diagnostics, wafti_override* out_override) {
    const char* last = strrchr(path, '.');
    *out_override = (wafti_override){.path = path, .path_mark = wafti_source_place(source, 0)};
    // The path does not stand in the file: its last key counts as the file's start.
    out_override->path_mark.column -= last != NULL ? (int)(last + 1 - path) : 0;
    wafti_node* map = NULL;
    const waft_result result = wafti_yaml_read_map(source,
        wafti_phrase_make("the file is empty; it holds the keys of %s", path).text,
        wafti_phrase_make("the keys of %s are a mapping", path).text, arena, diagnostics, &map);
    out_override->value = map;
    return result;
}

// Whether a part of the path, which starts at `start`, can be entered from `place` (NULL: made on the
// way). Nothing follows from a place whose problem is already reported.
static bool check_part(const wafti_override* override, const wafti_node* place, const segment* part,
    const char* start, waft_diagnostics* diagnostics) {
    const wafti_mark mark = mark_in_path(override, part->text, part->length);
    const int before = (int)(start - override->path);
    const bool list = place != NULL && place->kind == WAFTI_NODE_LIST;
    const wafti_phrase quoted = wafti_quote(override->path);
    const char* path = quoted.text;
    if (before > 0 && !part->is_index && strspn(part->text, "0123456789") == part->length) {
        wafti_report(diagnostics, &mark, "an item of a list is written %.*s[%.*s]", before, path,
            (int)part->length, part->text);
    } else if (place != NULL && place->kind == WAFTI_NODE_REFUSED) {
        return false;
    } else if (part->is_index && list && part->index >= place->child_count) {
        wafti_report(diagnostics, &mark, "%.*s has %zu item%s, counted from [0]", before, path,
            place->child_count, place->child_count == 1 ? "" : "s");
    } else if (part->is_index && !list) {
        wafti_report(
            diagnostics, &mark, "the scene gives no list %.*s to set an item of", before, path);
    } else if (!part->is_index && place != NULL && place->kind != WAFTI_NODE_MAP) {
        wafti_report(
            diagnostics, &mark, "%.*s is not a mapping, so it has no keys to set", before, path);
    } else {
        return true;
    }
    return false;
}

// Whether the path can be set, before anything is made on the way to it.
static bool check_path(
    const wafti_override* override, const wafti_node* root, waft_diagnostics* diagnostics) {
    const wafti_node* place = root;
    segment part = {.after = override->path};
    for (int i = 0; i == 0 || *part.after != '\0'; ++i) {
        const char* start = part.after;
        const bool sound = next_segment(start, i == 0, &part) && i < WAFTI_TREE_DEPTH;
        if (!sound || (i == 0 && part.length == 7 && memcmp(part.text, "preview", 7) == 0)) {
            const wafti_mark mark = mark_in_path(override, sound ? part.text : start, part.length);
            wafti_report(diagnostics, &mark,
                "'%s' is not a path that can be set, such as water.trains[0].length",
                wafti_quote(override->path).text);
            return false;
        }
        if (!check_part(override, place, &part, start, diagnostics)) {
            return false;
        }
        place = part.is_index ? wafti_node_item(place, part.index) : find_child(place, &part);
    }
    return true;
}

// The node that a text names at its start, and whether the tree has all of the path; else the nearest
// one around it.
static const wafti_node* walk(const wafti_node* root, const char* text, bool* out_all) {
    const wafti_node* place = root;
    segment part = {.after = text};
    *out_all = true;
    for (bool first = true; next_segment(part.after, first, &part); first = false) {
        const wafti_node* inside =
            part.is_index ? wafti_node_item(place, part.index) : find_child(place, &part);
        if (inside == NULL) {
            *out_all = false;
            break;
        }
        place = inside;
    }
    return place;
}

const wafti_node* wafti_node_named(const wafti_node* root, const char* text) {
    bool all = false;
    return walk(root, text, &all);
}

wafti_node* wafti_node_at(const wafti_node* root, const char* text) {
    bool all = false;
    const wafti_node* node = walk(root, text, &all);
    return all ? (wafti_node*)node : NULL;
}

// The child with the segment's key; made as an empty mapping if it is not there.
static wafti_node* enter_key(
    wafti_node* map, const segment* part, const wafti_mark* mark, wafti_arena* arena) {
    wafti_node* given = find_child(map, part);
    if (given != NULL) {
        return given;
    }
    const char* key = wafti_arena_text(arena, part->text, part->length);
    wafti_node* child = wafti_arena_take(arena, 1, sizeof(wafti_node));
    if (key == NULL || child == NULL) {
        return NULL;
    }
    *child = (wafti_node){
        .kind = WAFTI_NODE_MAP, .mark = *mark, .key = key, .key_mark = *mark, .text = ""};
    wafti_node_put(map, child);
    return child;
}

// The children are shared, so that one value may stand in several places.
static void put_value(
    wafti_node* place, const wafti_node* value, const segment* last, const wafti_mark* mark) {
    wafti_node* next = place->next;
    const char* key = place->key;
    const wafti_mark key_mark = last->is_index ? place->key_mark : *mark;
    *place = *value;
    place->next = next;
    place->key = key;
    place->key_mark = key_mark;
}

waft_result wafti_override_apply(const wafti_override* override, wafti_node* root,
    wafti_arena* arena, waft_diagnostics* diagnostics) {
    if (!check_path(override, root, diagnostics)) {
        return WAFT_OK;
    }
    wafti_node* place = root;
    segment part = {.after = override->path};
    wafti_mark mark = override->path_mark;
    for (bool first = true; first || *part.after != '\0'; first = false) {
        const bool sound = next_segment(part.after, first, &part);
        WAFT_ASSERT(sound);
        (void)sound;
        mark = mark_in_path(override, part.text, part.length);
        place = part.is_index ? wafti_node_item(place, part.index)
                              : enter_key(place, &part, &mark, arena);
        if (place == NULL) {
            return WAFT_ERR_NO_MEMORY;
        }
    }
    put_value(place, override->value, &part, &mark);
    return WAFT_OK;
}

waft_result wafti_override_apply_preview(
    wafti_node* root, wafti_arena* arena, waft_diagnostics* diagnostics) {
    const wafti_node* preview = wafti_node_child(root, "preview");
    waft_result result = WAFT_OK;
    if (preview == NULL || preview->kind != WAFTI_NODE_MAP) {
        return result;
    }
    const wafti_node* entry = preview->first;
    for (; entry != NULL && result == WAFT_OK; entry = entry->next) {
        const wafti_override override = {
            .path = entry->key, .path_mark = entry->key_mark, .value = entry};
        result = wafti_override_apply(&override, root, arena, diagnostics);
    }
    return result;
}
