// SPDX-License-Identifier: MIT
// The walk over groups and lists: which keys may stand where, and which must.
#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "scene/reader.h"
#include "scene/retired.h"

void wafti_reader_init(wafti_reader* reader, wafti_arena* arena, waft_diagnostics* diagnostics) {
    *reader = (wafti_reader){.arena = arena, .diagnostics = diagnostics};
}

static size_t extend_path(wafti_reader* reader, int added) {
    const size_t before = reader->path_length;
    // Keys come from the table, so that the path is as short as the table is flat.
    WAFT_ASSERT(added > 0);
    WAFT_ASSERT(before + (size_t)added < WAFTI_PATH_SIZE);
    reader->path_length += (size_t)added;
    return before;
}

size_t wafti_reader_enter(wafti_reader* reader, const char* key) {
    return extend_path(
        reader, snprintf(reader->path + reader->path_length, WAFTI_PATH_SIZE - reader->path_length,
                    "%s%s", reader->path_length > 0 ? "." : "", key));
}

size_t wafti_reader_enter_item(wafti_reader* reader, size_t index) {
    return extend_path(reader, snprintf(reader->path + reader->path_length,
                                   WAFTI_PATH_SIZE - reader->path_length, "[%zu]", index));
}

void wafti_reader_leave(wafti_reader* reader, size_t length) {
    reader->path_length = length;
    reader->path[length] = '\0';
}

// A key that exists, but elsewhere: the places it belongs to, "water.terrain or water.trains".
static void find_elsewhere(const char* key, wafti_words* out_places) {
    wafti_words_init(out_places);
    for (size_t i = 0; i < waft_param_count(); ++i) {
        const wafti_param* row = wafti_param_row(i);
        if (strcmp(wafti_param_key(row), key) != 0) {
            continue;
        }
        const wafti_param* parent = wafti_param_parent(row);
        const char* place = parent != NULL ? parent->shown.path : "the top level";
        // The looks of water and smoke are no place for who means the thing itself.
        const bool look = row->shown.type == WAFT_PARAM_GROUP && parent != NULL && parent->view;
        if (!look) {
            wafti_words_add(out_places, place, strlen(place));
        }
    }
}

static void report_unknown_key(
    wafti_reader* reader, const wafti_param* group, const wafti_node* node) {
    enum { MOST = 10, MOST_OF_SCENE = 16, MOST_PLACES = 3 };
    if (!wafti_diagnostics_wants(reader->diagnostics, &node->key_mark)) {
        wafti_report(reader->diagnostics, &node->key_mark, "unknown key");
        return;
    }
    const char* now = wafti_retired_key(reader->path, node->key);
    if (now != NULL) {
        wafti_report(reader->diagnostics, &node->key_mark, "%s.%s is no more; %s", reader->path,
            node->key, now);
        return;
    }
    wafti_words keys;
    wafti_words_init(&keys);
    for (const wafti_param* row = NULL; (row = wafti_param_next(group, row)) != NULL;) {
        wafti_words_add(&keys, wafti_param_key(row), strlen(wafti_param_key(row)));
    }
    wafti_words places;
    find_elsewhere(node->key, &places);
    const wafti_phrase key = wafti_quote(node->key);
    const char* in = reader->path_length > 0 ? " in " : "";
    const char* near = wafti_words_meant(&keys, node->key);
    if (near != NULL) {
        wafti_report(reader->diagnostics, &node->key_mark,
            "unknown key '%s'%s%s; did you mean '%s'?", key.text, in, reader->path, near);
    } else if (places.count > 0) {
        wafti_report(reader->diagnostics, &node->key_mark, "unknown key '%s'%s%s; it belongs to %s",
            key.text, in, reader->path, wafti_words_join(&places, " or ", MOST_PLACES).text);
    } else {
        wafti_report(reader->diagnostics, &node->key_mark, "unknown key '%s'%s%s; %s takes %s",
            key.text, in, reader->path, reader->path_length > 0 ? "it" : "a scene",
            wafti_words_join(&keys, " and ", group != NULL ? MOST : MOST_OF_SCENE).text);
    }
}

bool wafti_node_misspells(const wafti_node* map, const wafti_param* group, const char* key) {
    wafti_words meant;
    wafti_words_init(&meant);
    wafti_words_add(&meant, key, strlen(key));
    for (const wafti_node* child = map->first; child != NULL; child = child->next) {
        if (wafti_param_inside(group, child->key) == NULL &&
            wafti_words_meant(&meant, child->key) != NULL) {
            return true;
        }
    }
    return false;
}

void wafti_read_defaults(const wafti_param* group, void* base) {
    for (const wafti_param* row = NULL; (row = wafti_param_next(group, row)) != NULL;) {
        if (row->shown.type == WAFT_PARAM_GROUP) {
            wafti_read_defaults(row, base);
        } else if (row->shown.type != WAFT_PARAM_LIST) {
            wafti_param_set_default(row, wafti_param_place(row, base));
        }
    }
}

// What the chosen word has in place of a row that does not apply to it: "; swe has friction and drag".
static wafti_phrase describe_instead(const wafti_param* row, const char* chosen) {
    const char* entry = row->instead != NULL ? row->instead : "";
    while (*entry != '\0') {
        const int end = (int)strcspn(entry, ";");
        const int choices = (int)strcspn(entry, "=");
        if (wafti_words_hold(chosen, wafti_phrase_make("%.*s", choices, entry).text)) {
            return wafti_phrase_make(
                "; %s has %.*s", chosen, end - choices - 1, entry + choices + 1);
        }
        entry += end + (entry[end] == ';' ? 1 : 0);
    }
    return wafti_phrase_make("%s", "");
}

// The node of what decides over a condition; NULL if it is not given.
static const wafti_node* find_deciding(const wafti_condition* condition, const wafti_node* node) {
    wafti_words keys;
    wafti_condition_keys(condition, &keys);
    for (size_t i = 0; i < keys.count && node != NULL && !node->bad; ++i) {
        node = wafti_node_child(node, keys.list[i]);
    }
    return node;
}

// Whether what decides over a row is there, if it must be, and was read without problems.
static bool conditions_are_sound(const wafti_param* row, const wafti_node* node) {
    wafti_condition condition;
    for (size_t i = 0; wafti_param_condition(row, i, &condition); ++i) {
        const wafti_node* decides = find_deciding(&condition, node);
        if (decides != NULL ? decides->bad : condition.decides->shown.required) {
            return false;
        }
    }
    return true;
}

// Whether the command line made a choice with which a key of the file has no effect.
static bool is_overruled(
    const wafti_condition* failed, const wafti_node* group_node, const wafti_node* node) {
    const wafti_node* decides = find_deciding(failed, group_node);
    return decides != NULL && wafti_node_is_from_command_line(decides) &&
           !wafti_node_is_from_command_line(node);
}

// As if it were not given.
static void forget(wafti_reader* reader, const wafti_param* row, void* base) {
    char* place = wafti_param_place(row, base);
    if (row->shown.type == WAFT_PARAM_LIST) {
        wafti_param_set_items(row, place - row->offset, (wafti_items){NULL, 0});
    } else if (row->shown.type == WAFT_PARAM_GROUP) {
        if (row->offset != WAFTI_PARAM_NOWHERE) {
            *(bool*)place = false;
        }
        for (const wafti_param* inside = NULL; (inside = wafti_param_next(row, inside)) != NULL;) {
            forget(reader, inside, base);
        }
    } else {
        if (row->given != 0) {
            *(bool*)(place - row->offset + row->given) = false;
        }
        wafti_param_set_default(row, place);
    }
    // Keys of items go with their list.
    for (wafti_keyed** keyed = reader->keyed; *keyed != NULL;) {
        const char* path = (*keyed)->row->shown.path;
        const size_t length = strlen(row->shown.path);
        const bool own = strncmp(path, row->shown.path, length) == 0 &&
                         (path[length] == '\0' || path[length] == '[');
        if (own) {
            *keyed = (*keyed)->next;
        } else {
            keyed = &(*keyed)->next;
        }
    }
}

void wafti_read_without(wafti_reader* reader, const wafti_param* row, wafti_node* group_node,
    const wafti_node* given, const wafti_param* decides, const char* instead, void* base) {
    wafti_words choices;
    const char* chosen = wafti_param_choice(decides, base, &choices);
    const size_t before = wafti_reader_enter(reader, wafti_param_key(row));
    wafti_remark(reader->diagnostics, WAFT_SEVERITY_NOTE, &given->key_mark,
        "%s is left out: it has no effect with the command line's %s '%s'%s", reader->path,
        wafti_param_key(decides), chosen, instead);
    wafti_reader_leave(reader, before);
    wafti_node_remove(group_node, given);
    forget(reader, row, base);
}

// A key that has no effect: an error, unless the command line is to blame.
static void check_unused(
    wafti_reader* reader, const wafti_param* row, wafti_node* node, wafti_node* given, void* base) {
    wafti_condition failed;
    wafti_words choices;
    (void)wafti_param_failed_condition(row, base, &failed);
    const int key_length = (int)failed.key_length;
    const char* chosen = wafti_param_choice(failed.decides, base, &choices);
    const wafti_phrase instead = describe_instead(row, chosen);
    if (is_overruled(&failed, node, given)) {
        wafti_read_without(reader, row, node, given, failed.decides, instead.text, base);
        return;
    }
    const size_t before = wafti_reader_enter(reader, wafti_param_key(row));
    wafti_report(reader->diagnostics, &given->key_mark,
        "%s has no effect with %.*s '%s'; it belongs to %.*s %s%s", reader->path, key_length,
        failed.text, chosen, key_length, failed.text,
        wafti_words_join(&failed.choices, " or ", failed.choices.count).text, instead.text);
    wafti_reader_leave(reader, before);
}

// Conditions and needs, once all of the group's keys are read. The command line has the last word:
// what it leaves without effect is as if it were not given.
static void check_presence(
    wafti_reader* reader, const wafti_param* group, wafti_node* node, void* base) {
    for (const wafti_param* row = NULL; (row = wafti_param_next(group, row)) != NULL;) {
        if (!conditions_are_sound(row, node)) {
            continue;
        }
        wafti_node* given = wafti_node_child(node, wafti_param_key(row));
        const bool applies = wafti_param_applies(row, base);
        if (given != NULL && row->unless == NULL && !applies) {
            check_unused(reader, row, node, given, base);
        } else if (given == NULL && applies && row->shown.required &&
                   !wafti_node_misspells(node, group, wafti_param_key(row))) {
            wafti_report(reader->diagnostics, &node->mark, "%s", row->missing);
        }
    }
}

static void read_group(
    wafti_reader* reader, const wafti_param* group, wafti_node* node, void* base);

static bool check_map(wafti_reader* reader, wafti_node* node) {
    if (node->kind == WAFTI_NODE_MAP) {
        return true;
    }
    node->bad = true;
    if (wafti_node_is_empty(node)) {
        wafti_report(reader->diagnostics, &node->key_mark,
            "%s is empty; indent its keys below it, or remove it", reader->path);
        return false;
    }
    const char* key = strrchr(reader->path, '.');
    const bool shape = key != NULL && strcmp(key, ".shape") == 0;
    return wafti_read_refuse(reader, node, "must be a mapping of keys%s%s",
        shape ? ", such as {sphere: 10 cm}" : "", wafti_node_instead(node).text);
}

static bool check_list(wafti_reader* reader, const wafti_param* row, wafti_node* node) {
    if (node->kind == WAFTI_NODE_LIST && (double)node->child_count <= row->shown.high) {
        return true;
    }
    node->bad = true;
    if (wafti_node_is_empty(node)) {
        wafti_report(reader->diagnostics, &node->key_mark,
            "%s is empty; give it a list, or remove it", reader->path);
        return false;
    }
    if (node->kind == WAFTI_NODE_LIST) {
        return wafti_read_refuse(reader, node, "has %zu items; at most %d are allowed",
            node->child_count, (int)row->shown.high);
    }
    if (node->kind == WAFTI_NODE_MAP) {
        return wafti_read_refuse(reader, node, "must be a list; start each of its items with '-'");
    }
    return wafti_read_refuse(
        reader, node, "must be a list of mappings%s", wafti_node_instead(node).text);
}

static void read_list(wafti_reader* reader, const wafti_param* row, wafti_node* node, void* base) {
    if (!check_list(reader, row, node)) {
        return;
    }
    char* items = row->inside ? wafti_param_place(row, base)
                              : wafti_arena_take(reader->arena, node->child_count, row->item_size);
    if (items == NULL) {
        reader->no_memory = true;
        return;
    }
    const wafti_items list = {.first = items, .count = node->child_count};
    wafti_param_set_items(row, (char*)wafti_param_place(row, base) - row->offset, list);
    wafti_node* item = node->first;
    const size_t outer = reader->index;
    for (size_t i = 0; i < list.count; ++i, item = item->next) {
        const size_t before = wafti_reader_enter_item(reader, i);
        reader->index = i;
        void* place = items + i * row->item_size;
        wafti_read_defaults(row, place);
        if (wafti_node_is_empty(item)) {
            wafti_report(reader->diagnostics, &item->mark,
                "%s is empty; give it keys, or remove it", reader->path);
            item->bad = true;
        } else if (check_map(reader, item)) {
            read_group(reader, row, item, place);
        }
        wafti_reader_leave(reader, before);
    }
    reader->index = outer;
}

static void read_key(wafti_reader* reader, const wafti_param* row, wafti_node* node, void* base) {
    const size_t before = wafti_reader_enter(reader, wafti_param_key(row));
    if (row->shown.type == WAFT_PARAM_LIST) {
        read_list(reader, row, node, base);
    } else if (row->shown.type != WAFT_PARAM_GROUP) {
        (void)wafti_read_value(reader, row, node, base);
    } else if (check_map(reader, node)) {
        if (row->offset != WAFTI_PARAM_NOWHERE) {
            *(bool*)wafti_param_place(row, base) = true;
        }
        if (!row->free_keys) {
            read_group(reader, row, node, base);
        }
    }
    wafti_reader_leave(reader, before);
}

// The rows that `key` stands in the place of: "azimuth, elevation and distance".
static wafti_phrase join_excluded(const wafti_param* group, const char* key) {
    wafti_words words;
    wafti_words_init(&words);
    for (const wafti_param* row = NULL; (row = wafti_param_next(group, row)) != NULL;) {
        if (row->unless != NULL && strcmp(row->unless, key) == 0) {
            wafti_words_add(&words, wafti_param_key(row), strlen(wafti_param_key(row)));
        }
    }
    return wafti_words_join(&words, " and ", words.count);
}

// Of two keys that exclude one another the command line's counts; else both are a problem, told once.
static void settle_exclusions(wafti_reader* reader, const wafti_param* group, wafti_node* map) {
    bool told = false;
    for (const wafti_param* row = NULL; (row = wafti_param_next(group, row)) != NULL;) {
        wafti_node* node = wafti_node_child(map, wafti_param_key(row));
        wafti_node* other = row->unless != NULL ? wafti_node_child(map, row->unless) : NULL;
        if (node == NULL || other == NULL) {
            continue;
        }
        if (wafti_node_is_from_command_line(node) != wafti_node_is_from_command_line(other)) {
            wafti_node_remove(map, wafti_node_is_from_command_line(node) ? other : node);
        } else if (!told) {
            const wafti_node* second = map->first;
            while (second != node && second != other) {
                second = second->next;
            }
            second = second == node ? other : node;
            wafti_report(reader->diagnostics, &second->key_mark,
                "%s has both %s and %s; %s stands in place of %s", reader->path, other->key,
                node->key, other->key, join_excluded(group, other->key).text);
            told = true;
        }
    }
}

// Recursion follows the table, never the input: a key that has no row is not entered.
static void read_group(
    wafti_reader* reader, const wafti_param* group, wafti_node* node, void* base) {
    settle_exclusions(reader, group, node);
    for (wafti_node* child = node->first; child != NULL; child = child->next) {
        const wafti_param* row = wafti_param_inside(group, child->key);
        if (row != NULL) {
            read_key(reader, row, child, base);
        } else {
            report_unknown_key(reader, group, child);
        }
    }
    check_presence(reader, group, node, base);
}

void wafti_read_scene(wafti_reader* reader, wafti_node* root, wafti_scene_values* out_values) {
    memset(out_values, 0, sizeof(*out_values));
    out_values->world = waft_world_def_default();
    out_values->bodies_def = waft_bodies_def_default();
    out_values->water = waft_water_def_default();
    out_values->smoke.def = waft_smoke_def_default();
    out_values->smoke.detail = waft_detail_def_default();
    out_values->liquid.def = waft_liquid_def_default();
    out_values->liquid.stir = waft_liquid_turbulence_def_default();
    out_values->liquid.surface = waft_surface_def_default();
    out_values->smoke_bank = waft_bank_def_default();
    out_values->smoke_bank.spectrum.band_count = 0;
    out_values->liquid_bank = out_values->smoke_bank;
    reader->keyed = &out_values->keyed;
    wafti_read_defaults(NULL, out_values);
    read_group(reader, NULL, root, out_values);
}
