// SPDX-License-Identifier: MIT
// What must be there before the state of the smoke can be loaded: fields, sources and the world's solids.
#include <string.h>

#include "base/error.h"
#include "smoke/solver.h"

#define PASS(stream, value) wafti_stream_bytes((stream), &(value), sizeof(value))

// Where the form of a source or solid comes from.
enum { NOT_THERE, STAYS, MADE };

// Things of a snapshot until they take the place of those that are there.
typedef struct arrivals {
    uint32_t capacity, count, alive, lowest;
    uint32_t* generation; // by slot
    uint32_t* slots;      // by place
    uint32_t* solids;     // by slot, in the world's list; of sources nothing
    uint8_t* state;       // by slot
    wafti_form* forms;    // by slot
} arrivals;

struct wafti_smoke_roster {
    arrivals sources, obstacles;
};

static bool take_arrays(waft_smoke* smoke, arrivals* list, uint32_t capacity) {
    const waft_allocator* allocator = &smoke->context->allocator;
    list->capacity = capacity;
    list->generation = wafti_allocate_zero(allocator, capacity, sizeof(*list->generation));
    list->slots = wafti_allocate_zero(allocator, capacity, sizeof(*list->slots));
    list->solids = wafti_allocate_zero(allocator, capacity, sizeof(*list->solids));
    list->state = wafti_allocate_zero(allocator, capacity, sizeof(*list->state));
    list->forms = wafti_allocate_zero(allocator, capacity, sizeof(*list->forms));
    return list->generation != NULL && list->slots != NULL && list->solids != NULL &&
           list->state != NULL && list->forms != NULL;
}

static void drop_arrays(waft_smoke* smoke, arrivals* list) {
    const waft_allocator* allocator = &smoke->context->allocator;
    for (uint32_t slot = 0; slot < list->capacity && list->state != NULL; ++slot) {
        if (list->state[slot] == MADE) {
            wafti_form_free(&list->forms[slot]);
        }
    }
    wafti_release(allocator, list->generation, list->capacity, sizeof(*list->generation));
    wafti_release(allocator, list->slots, list->capacity, sizeof(*list->slots));
    wafti_release(allocator, list->solids, list->capacity, sizeof(*list->solids));
    wafti_release(allocator, list->state, list->capacity, sizeof(*list->state));
    wafti_release(allocator, list->forms, list->capacity, sizeof(*list->forms));
}

void wafti_smoke_drop_roster(waft_smoke* smoke) {
    struct wafti_smoke_roster* roster = smoke->roster;
    if (roster != NULL) {
        drop_arrays(smoke, &roster->sources);
        drop_arrays(smoke, &roster->obstacles);
        wafti_release(&smoke->context->allocator, roster, 1, sizeof(*roster));
        smoke->roster = NULL;
    }
}

static waft_result fail_forged(const waft_smoke* smoke) {
    return wafti_fail(smoke->context->error, WAFT_ERR_PARSE, "the snapshot contradicts itself");
}

// A slot that the snapshot says is alive, and that no other took.
static bool take_slot(arrivals* list, uint32_t place, uint32_t slot) {
    const wafti_ids ids = {list->generation, list->capacity, list->alive, list->lowest};
    if (slot >= list->capacity || list->state[slot] != NOT_THERE || !wafti_ids_alive(&ids, slot)) {
        return false;
    }
    list->slots[place] = slot;
    list->state[slot] = STAYS;
    return true;
}

static waft_result make_form(waft_smoke* smoke, arrivals* list, uint32_t slot,
    const waft_shape* shape, const waft_mesh* surface) {
    const wafti_form_def def = {.shape = shape,
        .surface = surface,
        .h = smoke->domain.grid.h,
        .plane = smoke->domain.grid.axes == 2};
    const waft_result result = wafti_form_make(&list->forms[slot], &def, smoke->context);
    list->state[slot] = result == WAFT_OK ? MADE : NOT_THERE;
    return result;
}

static void pass_shape(wafti_stream* stream, wafti_form* form) {
    uint32_t kind = (uint32_t)form->shape.kind;
    PASS(stream, form->hash);
    PASS(stream, form->mesh);
    PASS(stream, kind);
    PASS(stream, form->shape.radius);
    PASS(stream, form->shape.size);
    form->shape.kind = (waft_shape_kind)kind;
}

static waft_result load_source(
    waft_smoke* smoke, wafti_stream* stream, uint32_t place, wafti_find_mesh* find, void* user) {
    arrivals* list = &smoke->roster->sources;
    waft_error* error = smoke->context->error;
    uint32_t slot = 0;
    wafti_form form = {.hash = 0};
    waft_source_def def = waft_source_def_default();
    PASS(stream, slot);
    pass_shape(stream, &form);
    def.shape = form.shape;
    if (stream->failed || !take_slot(list, place, slot)) {
        return fail_forged(smoke);
    }
    if (wafti_ids_alive(&smoke->source_order.ids, slot) &&
        smoke->sources[slot].form.hash == form.hash) {
        return WAFT_OK;
    }
    list->state[slot] = NOT_THERE;
    if (def.shape.kind == WAFT_SHAPE_MESH) {
        def.shape.mesh = find != NULL ? find(user, form.mesh, 0) : NULL;
    }
    if (def.shape.kind == WAFT_SHAPE_MESH && def.shape.mesh == NULL) {
        return wafti_fail(error, WAFT_ERR_PARSE,
            "source %u of the snapshot's smoke is a mesh that this world does not know, of key "
            "%016llx; give it a finder of meshes",
            (unsigned)place, (unsigned long long)form.mesh);
    }
    const waft_result result = wafti_check_source(&smoke->def, &def, place, error);
    return result == WAFT_OK ? make_form(smoke, list, slot, &def.shape, NULL) : result;
}

static waft_result load_obstacle(waft_smoke* smoke, wafti_stream* stream, uint32_t place) {
    arrivals* list = &smoke->roster->obstacles;
    const wafti_solids* coming = smoke->context->solids->coming;
    uint32_t slots[2] = {0, 0};
    PASS(stream, slots);
    if (stream->failed || slots[1] >= WAFTI_PLACED_CAPACITY || coming == NULL ||
        coming->items[slots[1]] == NULL || !take_slot(list, place, slots[0])) {
        return fail_forged(smoke);
    }
    const wafti_placed* solid = coming->items[slots[1]];
    const uint32_t slot = slots[0];
    list->solids[slot] = slots[1];
    if (wafti_ids_alive(&smoke->obstacle_order.ids, slot) &&
        smoke->obstacles[slot].form.hash == solid->hash) {
        return WAFT_OK;
    }
    list->state[slot] = NOT_THERE;
    if (solid->def.shape.kind == WAFT_SHAPE_PLANE) {
        return fail_forged(smoke);
    }
    waft_shape shape = solid->def.shape;
    shape.mesh = solid->surface;
    return make_form(smoke, list, slot, &shape, solid->surface);
}

static waft_result load_list(waft_smoke* smoke, wafti_stream* stream, const wafti_order* order,
    arrivals* list, const char* what) {
    uint32_t sizes[3] = {0, 0, 0};
    PASS(stream, sizes);
    if (stream->failed || sizes[0] > order->ids.capacity || sizes[1] != sizes[0] ||
        sizes[2] > order->ids.capacity) {
        return wafti_fail(smoke->context->error, WAFT_ERR_PARSE,
            "the snapshot's smoke has %u %s, but this one has room for %u", (unsigned)sizes[0],
            what, (unsigned)order->ids.capacity);
    }
    if (!take_arrays(smoke, list, order->ids.capacity)) {
        return wafti_fail_memory(
            smoke->context->error, order->ids.capacity * sizeof(*list->forms), what);
    }
    list->count = sizes[0];
    list->alive = sizes[1];
    list->lowest = sizes[2];
    wafti_stream_bytes(stream, list->generation, list->capacity * sizeof(*list->generation));
    return WAFT_OK;
}

static waft_result load_roster(
    waft_smoke* smoke, wafti_stream* stream, uint32_t extras, wafti_find_mesh* find, void* user) {
    wafti_smoke_drop_roster(smoke);
    smoke->roster = wafti_allocate_zero(&smoke->context->allocator, 1, sizeof(*smoke->roster));
    if (smoke->roster == NULL) {
        return wafti_fail_memory(
            smoke->context->error, sizeof(*smoke->roster), "the smoke of a snapshot");
    }
    struct wafti_smoke_roster* roster = smoke->roster;
    waft_result result =
        load_list(smoke, stream, &smoke->source_order, &roster->sources, "sources");
    result = result == WAFT_OK ? wafti_smoke_take_extras(smoke, extras) : result;
    for (uint32_t n = 0; result == WAFT_OK && n < roster->sources.count; ++n) {
        result = load_source(smoke, stream, n, find, user);
    }
    if (result == WAFT_OK) {
        result = load_list(smoke, stream, &smoke->obstacle_order, &roster->obstacles, "solids");
    }
    for (uint32_t n = 0; result == WAFT_OK && n < roster->obstacles.count; ++n) {
        result = load_obstacle(smoke, stream, n);
    }
    return result;
}

static void pass_order(wafti_stream* stream, wafti_order* order) {
    uint32_t sizes[3] = {order->count, order->ids.alive, order->ids.lowest};
    PASS(stream, sizes);
    wafti_stream_bytes(
        stream, order->ids.generation, order->ids.capacity * sizeof(*order->ids.generation));
}

waft_result wafti_smoke_roster(
    waft_smoke* smoke, wafti_stream* stream, wafti_find_mesh* find, void* user) {
    uint32_t extras = wafti_smoke_extras(smoke);
    PASS(stream, extras);
    if (stream->mode == WAFTI_STREAM_LOAD) {
        return stream->failed ? fail_forged(smoke) : load_roster(smoke, stream, extras, find, user);
    }
    pass_order(stream, &smoke->source_order);
    for (uint32_t n = 0; n < smoke->source_order.count; ++n) {
        PASS(stream, smoke->source_order.slots[n]);
        pass_shape(stream, &smoke->sources[smoke->source_order.slots[n]].form);
    }
    pass_order(stream, &smoke->obstacle_order);
    for (uint32_t n = 0; n < smoke->obstacle_order.count; ++n) {
        const uint32_t slot = smoke->obstacle_order.slots[n];
        uint32_t slots[2] = {slot, smoke->obstacles[slot].solid};
        PASS(stream, slots);
    }
    return WAFT_OK;
}

// Those that stay keep their forms; all others lose them.
static void take_form(arrivals* list, uint32_t slot, wafti_form* there) {
    if (slot < list->capacity && list->state[slot] == STAYS) {
        list->forms[slot] = *there;
        *there = (wafti_form){.hash = 0};
    }
    wafti_form_free(there);
}

static void adopt_order(wafti_order* order, arrivals* list) {
    memcpy(order->slots, list->slots, list->count * sizeof(*list->slots));
    memcpy(order->ids.generation, list->generation, list->capacity * sizeof(*list->generation));
    order->count = list->count;
    order->ids.alive = list->alive;
    order->ids.lowest = list->lowest;
    memset(list->state, NOT_THERE, list->capacity * sizeof(*list->state));
}

void wafti_smoke_adopt_roster(waft_smoke* smoke) {
    arrivals* sources = &smoke->roster->sources;
    arrivals* obstacles = &smoke->roster->obstacles;
    for (uint32_t n = 0; n < smoke->source_order.count; ++n) {
        const uint32_t slot = smoke->source_order.slots[n];
        take_form(sources, slot, &smoke->sources[slot].form);
    }
    for (uint32_t n = 0; n < smoke->obstacle_order.count; ++n) {
        const uint32_t slot = smoke->obstacle_order.slots[n];
        take_form(obstacles, slot, &smoke->obstacles[slot].form);
    }
    adopt_order(&smoke->source_order, sources);
    adopt_order(&smoke->obstacle_order, obstacles);
    for (uint32_t n = 0; n < sources->count; ++n) {
        const uint32_t slot = sources->slots[n];
        smoke->sources[slot] =
            (wafti_source){.def = waft_source_def_default(), .form = sources->forms[slot]};
        smoke->sources[slot].def.shape = sources->forms[slot].shape;
    }
    for (uint32_t n = 0; n < obstacles->count; ++n) {
        const uint32_t slot = obstacles->slots[n];
        smoke->obstacles[slot] =
            (wafti_obstacle){.form = obstacles->forms[slot], .solid = obstacles->solids[slot]};
    }
    wafti_smoke_drop_roster(smoke);
}
