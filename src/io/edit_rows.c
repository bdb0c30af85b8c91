// SPDX-License-Identifier: MIT
#include "io/edit_rows.h"

#include "base/assert.h"
#include "body/body_params.h"
#include "liquid/liquid_params.h"
#include "param/rows.h"
#include "smoke/smoke_params.h"
#include "solid/solid_params.h"
#include "water/water_params.h"

#include <string.h>

#define IN_TEXT(name_, type_, member_)                                                             \
    .shown.path = (name_), .shown.type = WAFT_PARAM_##type_, AT(ITEM, wafti_edit_text, member_)
#define MAY(name_, type_, member_)                                                                 \
    { IN_TEXT(name_, type_, edit.member_) }
#define MUST(name_, type_, member_)                                                                \
    { IN_TEXT(name_, type_, edit.member_), .shown.required = true }
#define OF_MESH(name_, type_, member_)                                                             \
    { IN_TEXT("mesh_" name_, type_, mesh.member_) }
// A pointer to items and their number, which follow one another.
#define LIST(name_, member_, count_, item_)                                                        \
    {                                                                                              \
        .shown = {.path = (name_), .type = WAFT_PARAM_LIST}, .owner = WAFTI_OWNER_ITEM,            \
        .offset = offsetof(wafti_edit_text, edit.member_),                                         \
        .size = offsetof(waft_edit, count_) + sizeof(size_t) - offsetof(waft_edit, member_),       \
        .item_size = sizeof(item_)                                                                 \
    }
// A shape, and the file of it if it is a mesh.
#define SHAPE(member_)                                                                             \
    {IN_TEXT("shape", CHOICE, edit.member_.kind),                                                  \
        .shown.choices = "sphere|box|capsule|mesh|plane"},                                         \
        MAY("radius", REAL, member_.radius), MAY("size", REAL3, member_.size),                     \
        {IN_TEXT("mesh", TEXT, mesh.name)}, MAY("mesh_key", INT, mesh),                            \
        OF_MESH("scale", REAL, scale), OF_MESH("weld", REAL, weld), OF_MESH("flip", BOOL, flip),   \
        OF_MESH("tidy", BOOL, tidy), OF_MESH("object", TEXT, object)

// A brush or a grip has no default place or size.
static const wafti_param brush[] = {
    MUST("at", REAL2, brush.at),
    MUST("radius", REAL, brush.radius),
    MUST("height", REAL, brush.height),
};

static const wafti_param grip[] = {
    MUST("at", REAL3, grip.at),
    MUST("to", REAL3, grip.to),
    MUST("most", REAL, grip.most),
};

// A body that is there keeps its hull and where it is.
static const wafti_param body[] = {
    MUST("hull", INT, hull),
    MAY("release.rotation", REAL, body.state.rotation),
};

static const wafti_param place[] = {
    MUST("position", REAL3, state.position),
    MUST("rotation", REAL, state.rotation),
    MUST("velocity", REAL3, state.velocity),
    MUST("spin", REAL3, state.spin),
};

static const wafti_param push[] = {
    MUST("impulse", REAL3, push.impulse),
    MUST("point", REAL3, push.point),
};

static const wafti_param source[] = {
    SHAPE(source.shape),
    MAY("rotation", REAL, source.pose.rotation),
    MAY("scalars", REAL, source.scalars),
};

static const wafti_param solid[] = {
    SHAPE(solid.shape),
    MAY("at", REAL3, solid.pose.position),
    MAY("rotation", REAL, solid.pose.rotation),
    LIST("poses", solid.keys, solid.key_count, waft_solid_key),
    LIST("angles", solid.angles, solid.angle_count, waft_key),
    MAY("axis", REAL3, solid.axis),
};

static const wafti_param pose[] = {
    MUST("at", REAL3, pose.position),
    MUST("rotation", REAL, pose.rotation),
};

static const wafti_param immersion[] = {
    MAY("displace", BOOL, immersion.displace),
    MAY("no_slip", BOOL, immersion.no_slip),
};

static const wafti_param block[] = {
    SHAPE(block.shape),
    MAY("rotation", REAL, block.pose.rotation),
};

static const wafti_param sink[] = {
    SHAPE(sink.shape),
    MUST("at", REAL3, sink.pose.position),
    MUST("rotation", REAL, sink.pose.rotation),
};

static const wafti_param parcel[] = {
    MUST("position", REAL3, parcel.position),
    MUST("velocity", REAL3, parcel.velocity),
    MUST("volume", REAL, parcel.volume),
    MAY("patch", INT, parcel.patch),
};

#define DEF(member_, type_, rows_, part_count_, owner_)                                            \
    static void fill_##member_(waft_edit* edit) {                                                  \
        edit->member_ = waft_##type_##_def_default();                                              \
    }                                                                                              \
    static const wafti_edit_def member_##_def = {                                                  \
        rows_, part_count_, WAFTI_OWNER_##owner_, fill_##member_};

DEF(train, train, wafti_water_rows, WAFTI_WATER_PARTS, TRAIN)
DEF(handle, handle, wafti_water_rows, WAFTI_WATER_PARTS, HANDLE)
DEF(body, body, wafti_bodies_rows, WAFTI_BODIES_PARTS, BODY)
DEF(wind, wind, wafti_bodies_rows, WAFTI_BODIES_PARTS, WIND)
DEF(source, source, wafti_smoke_rows, WAFTI_SMOKE_PARTS, SMOKE_SOURCE)
DEF(solid, solid, wafti_solid_rows, WAFTI_SOLID_PARTS, SOLID)
DEF(block, liquid_block, wafti_liquid_rows, WAFTI_LIQUID_ROW_PARTS, LIQUID_BLOCK)
DEF(emitter, liquid_emitter, wafti_liquid_rows, WAFTI_LIQUID_ROW_PARTS, LIQUID_EMITTER)

#define NO_KEYS                                                                                    \
    { NULL, 0 }

static const wafti_edit_row rows[WAFT_EDIT_KIND_COUNT] = {
    [WAFT_EDIT_ADD_TRAIN] = {"add_train", false, NO_KEYS, &train_def, 0},
    [WAFT_EDIT_REMOVE_TRAIN] = {"remove_train", true, NO_KEYS, NULL, 0},
    [WAFT_EDIT_BRUSH] = {"brush", false, ROWS_OF(brush), NULL, 0},
    [WAFT_EDIT_TERRAIN] = {"terrain", false, ROWS_OF(brush), NULL, 0},
    [WAFT_EDIT_HOLD] = {"hold", true, ROWS_OF(grip), NULL, 0},
    [WAFT_EDIT_LET_GO] = {"let_go", true, NO_KEYS, NULL, 0},
    [WAFT_EDIT_ADD_HANDLE] = {"add_handle", false, NO_KEYS, &handle_def, 0},
    [WAFT_EDIT_REMOVE_HANDLE] = {"remove_handle", true, NO_KEYS, NULL, 0},
    [WAFT_EDIT_ADD_BODY] = {"add_body", false, ROWS_OF(body), &body_def, 0},
    [WAFT_EDIT_REMOVE_BODY] = {"remove_body", true, NO_KEYS, NULL, 0},
    [WAFT_EDIT_PLACE_BODY] = {"place_body", true, ROWS_OF(place), NULL, 0},
    [WAFT_EDIT_PUSH_BODY] = {"push_body", true, ROWS_OF(push), NULL, 0},
    [WAFT_EDIT_SET_BODY] = {"set_body", true, NO_KEYS, &body_def, 0},
    [WAFT_EDIT_ADD_WIND] = {"add_wind", false, NO_KEYS, &wind_def, 0},
    [WAFT_EDIT_SET_WIND] = {"set_wind", true, NO_KEYS, &wind_def, 0},
    [WAFT_EDIT_ADD_SOURCE] = {"add_source", false, ROWS_OF(source), &source_def,
        offsetof(waft_edit, source.shape)},
    [WAFT_EDIT_SET_SOURCE] = {"set_source", true, ROWS_OF(source), &source_def, 0},
    [WAFT_EDIT_REMOVE_SOURCE] = {"remove_source", true, NO_KEYS, NULL, 0},
    [WAFT_EDIT_ADD_SOLID] = {"add_solid", false, ROWS_OF(solid), &solid_def,
        offsetof(waft_edit, solid.shape)},
    [WAFT_EDIT_MOVE_SOLID] = {"move_solid", true, ROWS_OF(pose), NULL, 0},
    [WAFT_EDIT_REMOVE_SOLID] = {"remove_solid", true, NO_KEYS, NULL, 0},
    [WAFT_EDIT_SOLIDIFY_BODY] = {"solidify_body", true, NO_KEYS, NULL, 0},
    [WAFT_EDIT_IMMERSE_BODY] = {"immerse_body", true, ROWS_OF(immersion), NULL, 0},
    [WAFT_EDIT_ADD_BLOCK] = {"add_block", false, ROWS_OF(block), &block_def,
        offsetof(waft_edit, block.shape)},
    [WAFT_EDIT_ADD_EMITTER] = {"add_emitter", false, NO_KEYS, &emitter_def, 0},
    [WAFT_EDIT_SET_EMITTER] = {"set_emitter", true, NO_KEYS, &emitter_def, 0},
    [WAFT_EDIT_REMOVE_EMITTER] = {"remove_emitter", true, NO_KEYS, NULL, 0},
    [WAFT_EDIT_ADD_SINK] = {"add_sink", false, ROWS_OF(sink), NULL,
        offsetof(waft_edit, sink.shape)},
    [WAFT_EDIT_REMOVE_SINK] = {"remove_sink", true, NO_KEYS, NULL, 0},
    [WAFT_EDIT_INJECT] = {"inject", false, ROWS_OF(parcel), NULL, 0},
};

const wafti_edit_row* wafti_edit_row_of(waft_edit_kind kind) {
    return kind > WAFT_EDIT_SET && kind < WAFT_EDIT_KIND_COUNT ? &rows[kind] : NULL;
}

void wafti_edit_text_init(wafti_edit_text* text, const wafti_edit_row* row) {
    memset(text, 0, sizeof(*text));
    text->mesh = waft_mesh_options_default();
    text->mesh.name = NULL;
    if (row->def != NULL) {
        row->def->fill(&text->edit);
    }
}

// Rows of scenes are called as their items call them: "at" of "water.handles[].at".
static size_t add_keys(
    wafti_edit_key* keys, size_t count, const wafti_rows* part, wafti_owner owner, size_t base) {
    static const char item[] = "[].";
    for (const wafti_param* row = part->rows; row < part->rows + part->count; ++row) {
        const char* inside = strstr(row->shown.path, item);
        if (row->owner == owner && (row->storage != WAFTI_STORAGE_NONE || row->item_size > 0)) {
            WAFT_ASSERT(count < WAFTI_MOST_EDIT_KEYS);
            keys[count++] = (wafti_edit_key){
                .name = inside != NULL ? inside + strlen(item) : row->shown.path,
                .row = row,
                .offset = base + row->offset,
                .given = row->given != 0 ? base + row->given : 0,
            };
        }
    }
    return count;
}

size_t wafti_edit_keys(const wafti_edit_row* row, wafti_edit_key out_keys[WAFTI_MOST_EDIT_KEYS]) {
    const wafti_edit_def* def = row->def;
    size_t count = add_keys(out_keys, 0, &row->own, WAFTI_OWNER_ITEM, 0);
    for (size_t p = 0; def != NULL && p < def->part_count; ++p) {
        // All structs of an edit begin at the same place.
        count = add_keys(
            out_keys, count, &def->parts[p], def->owner, offsetof(wafti_edit_text, edit.train));
    }
    return count;
}

wafti_param wafti_edit_single(const wafti_param* row) {
    wafti_param single = *row;
    single.shown.type = WAFT_PARAM_REAL;
    single.size = row->storage == WAFTI_STORAGE_DOUBLE ? sizeof(double) : sizeof(float);
    return single;
}

size_t wafti_edit_number_count(const wafti_param* row) {
    return row->size / wafti_edit_single(row).size;
}
