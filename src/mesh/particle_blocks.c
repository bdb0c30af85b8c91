// SPDX-License-Identifier: MIT
#include "mesh/particle_blocks.h"

#include <math.h>

#include "base/error.h"

// Places of blocks along an axis take 21 bits at most, so that a key fits into 63.
static const double farthest_block = 1048576.0;

// Tests before anything is converted to an integer: NaN fails too.
static waft_result check_positions(
    const wafti_blocks* b, const wafti_room* room, const waft_surface_particles* p) {
    const double limit = b->edge * farthest_block;
    for (int axis = 0; axis < 3; ++axis) {
        for (size_t i = 0; i < p->count; ++i) {
            if (!isless(fabs((double)p->position[axis][i]), limit)) {
                return wafti_fail(room->error, WAFT_ERR_ARGUMENT,
                    "%s: coordinate %c of particle %zu is not within %g m", room->name, "xyz"[axis],
                    i, limit);
            }
        }
    }
    return WAFT_OK;
}

static int64_t place_of(const wafti_blocks* b, float coordinate) {
    return (int64_t)floor((double)coordinate / b->edge);
}

static void find_extent(wafti_blocks* b, const waft_surface_particles* p) {
    for (int axis = 0; axis < 3; ++axis) {
        float low = 0.0f;
        float high = 0.0f;
        wafti_float_range(p->position[axis], p->count, &low, &high);
        b->least[axis] = place_of(b, low) - 1;
        b->bits[axis] = 1;
        while (((int64_t)1 << b->bits[axis]) < place_of(b, high) + 2 - b->least[axis]) {
            ++b->bits[axis];
        }
    }
}

static int key_bits(const wafti_blocks* b) {
    return b->bits[0] + b->bits[1] + b->bits[2];
}

static void sort_particles(wafti_blocks* b, const waft_surface_particles* p) {
    wafti_keyed* keyed = b->keyed[0].data;
    for (size_t i = 0; i < p->count; ++i) {
        int64_t place[3];
        for (int axis = 0; axis < 3; ++axis) {
            place[axis] = place_of(b, p->position[axis][i]) - b->least[axis];
        }
        const uint64_t key = (uint64_t)place[0] | (uint64_t)place[1] << b->bits[0] |
                             (uint64_t)place[2] << (b->bits[0] + b->bits[1]);
        keyed[i] = (wafti_keyed){key, (uint32_t)i};
    }
    const wafti_keyed* sorted = wafti_radix_sort(keyed, b->keyed[1].data, p->count, key_bits(b));
    uint32_t* order = b->order_array.data;
    size_t homes = 0;
    for (size_t i = 0; i < p->count; ++i) {
        order[i] = sorted[i].item;
        homes += i == 0 || sorted[i].key != sorted[i - 1].key;
    }
    for (int axis = 0; axis < 3; ++axis) {
        float* to = b->position_arrays[axis].data;
        for (size_t i = 0; i < p->count; ++i) {
            to[i] = p->position[axis][order[i]];
        }
        b->position[axis] = to;
    }
    b->order = order;
    b->home_count = homes;
    if (sorted != keyed) {
        const wafti_array first = b->keyed[0];
        b->keyed[0] = b->keyed[1];
        b->keyed[1] = first;
    }
}

static void find_homes(wafti_blocks* b) {
    const wafti_keyed* sorted = b->keyed[0].data;
    wafti_home* homes = b->home_array.data;
    size_t count = 0;
    for (size_t i = 0; i < b->particle_count; ++i) {
        if (i == 0 || sorted[i].key != sorted[i - 1].key) {
            homes[count++] = (wafti_home){.key = sorted[i].key, .first = (uint32_t)i};
        }
        ++homes[count - 1].count;
    }
    for (size_t h = 0; h < count; ++h) {
        wafti_home* home = &homes[h];
        for (int axis = 0; axis < 3; ++axis) {
            wafti_float_range(
                b->position[axis] + home->first, home->count, &home->low[axis], &home->high[axis]);
        }
    }
    b->homes = homes;
}

// Whether a point of the closed block may feel a particle of the home. A cell belongs to the block of
// its low corner; closed, a block holds every corner of its cells, so that a cell with a corner inside
// the liquid is never without a block.
static bool feels(const wafti_blocks* b, const wafti_home* home, uint64_t key) {
    double origin[3];
    wafti_block_origin(b, key, origin);
    double squares = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        const double below = origin[axis] - (double)home->high[axis];
        const double above = (double)home->low[axis] - (origin[axis] + b->edge);
        const double gap = fmax(0.0, fmax(below, above));
        squares += gap * gap;
    }
    return squares <= b->reach * b->reach * 1.0001;
}

// Writes the keys of blocks that feel the home into `out` if it is not NULL; returns how many.
static size_t list_around(const wafti_blocks* b, const wafti_home* home, wafti_keyed* out) {
    size_t count = 0;
    for (int n = 0; n < 27; ++n) {
        const uint64_t key = wafti_block_beside(b, home->key, n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1);
        if (!feels(b, home, key)) {
            continue;
        }
        if (out != NULL) {
            out[count] = (wafti_keyed){key, 0};
        }
        ++count;
    }
    return count;
}

// The same for all homes.
static size_t list_blocks(const wafti_blocks* b, wafti_keyed* out) {
    size_t count = 0;
    for (size_t h = 0; h < b->home_count; ++h) {
        count += list_around(b, &b->homes[h], out != NULL ? out + count : NULL);
    }
    return count;
}

static waft_result find_blocks(wafti_blocks* b, wafti_room* room) {
    const size_t listed = list_blocks(b, NULL);
    const wafti_array_wish wishes[] = {
        {&b->keyed[0], listed, sizeof(wafti_keyed)}, {&b->keyed[1], listed, sizeof(wafti_keyed)}};
    waft_result result = wafti_arrays_need(room, wishes, 2);
    if (result != WAFT_OK) {
        return result;
    }
    wafti_keyed* list = b->keyed[0].data;
    (void)list_blocks(b, list);
    const wafti_keyed* sorted = wafti_radix_sort(list, b->keyed[1].data, listed, key_bits(b));
    size_t count = 0;
    for (size_t i = 0; i < listed; ++i) {
        count += i == 0 || sorted[i].key != sorted[i - 1].key;
    }
    result = wafti_array_need(room, &b->key_array, count, sizeof(uint64_t));
    if (result != WAFT_OK) {
        return result;
    }
    uint64_t* keys = b->key_array.data;
    for (size_t i = 0; i < listed; ++i) {
        if (i == 0 || sorted[i].key != sorted[i - 1].key) {
            keys[b->block_count++] = sorted[i].key;
        }
    }
    b->keys = keys;
    return WAFT_OK;
}

waft_result wafti_blocks_fill(wafti_blocks* blocks, wafti_room* room,
    const waft_surface_particles* particles, double edge, double reach) {
    blocks->edge = edge;
    blocks->reach = reach;
    blocks->particle_count = particles->count;
    blocks->home_count = blocks->block_count = 0;
    if (particles->count == 0) {
        return WAFT_OK;
    }
    const wafti_array_wish wishes[] = {
        {&blocks->order_array, particles->count, sizeof(uint32_t)},
        {&blocks->keyed[0], particles->count, sizeof(wafti_keyed)},
        {&blocks->keyed[1], particles->count, sizeof(wafti_keyed)},
        {&blocks->position_arrays[0], particles->count, sizeof(float)},
        {&blocks->position_arrays[1], particles->count, sizeof(float)},
        {&blocks->position_arrays[2], particles->count, sizeof(float)},
    };
    waft_result result = check_positions(blocks, room, particles);
    if (result == WAFT_OK) {
        result = wafti_arrays_need(room, wishes, sizeof(wishes) / sizeof(wishes[0]));
    }
    if (result != WAFT_OK) {
        return result;
    }
    find_extent(blocks, particles);
    sort_particles(blocks, particles);
    result = wafti_array_need(room, &blocks->home_array, blocks->home_count, sizeof(wafti_home));
    if (result == WAFT_OK) {
        find_homes(blocks);
        result = find_blocks(blocks, room);
    }
    return result;
}

void wafti_block_origin(const wafti_blocks* blocks, uint64_t key, double out_origin[3]) {
    for (int axis = 0; axis < 3; ++axis) {
        const uint64_t place = key & (((uint64_t)1 << blocks->bits[axis]) - 1);
        out_origin[axis] = (double)(blocks->least[axis] + (int64_t)place) * blocks->edge;
        key >>= blocks->bits[axis];
    }
}

uint64_t wafti_block_beside(const wafti_blocks* blocks, uint64_t key, int x, int y, int z) {
    const int64_t step = (int64_t)x + (int64_t)y * ((int64_t)1 << blocks->bits[0]) +
                         (int64_t)z * ((int64_t)1 << (blocks->bits[0] + blocks->bits[1]));
    return key + (uint64_t)step;
}

// The first of `count` items in order whose key is not below `key`; items begin with their keys.
static inline size_t first_from(const void* items, size_t count, size_t size, uint64_t key) {
    size_t low = 0;
    size_t high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const bool before =
            *(const uint64_t*)(const void*)((const char*)items + middle * size) < key;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low;
}

uint32_t wafti_block_find(const wafti_blocks* blocks, uint64_t key) {
    const size_t at = first_from(blocks->keys, blocks->block_count, sizeof(*blocks->keys), key);
    return at < blocks->block_count && blocks->keys[at] == key ? (uint32_t)at : WAFTI_NO_BLOCK;
}

// A row outside the places of blocks wraps into another, which is far away: its particles are not felt
// and the caller's test of distance drops them.
wafti_particle_run wafti_block_row(const wafti_blocks* blocks, uint64_t key) {
    const uint64_t last = key + 1;
    size_t home = first_from(
        blocks->homes, blocks->home_count, sizeof(*blocks->homes), key == 0 ? 0 : key - 1);
    wafti_particle_run run = {0, 0};
    if (home < blocks->home_count) {
        run.first = blocks->homes[home].first;
    }
    for (; home < blocks->home_count && blocks->homes[home].key <= last; ++home) {
        run.count += blocks->homes[home].count;
    }
    return run;
}
