// SPDX-License-Identifier: MIT
#include "unit/lake_fixture.h"

static water_fixture* open_islands(waft_water_method method) {
    waft_water_def def = lake_def(method);
    lake_islands(&def);
    def.level = 2.5f;
    def.terrain.low += 2.5f;
    def.terrain.high += 2.5f;
    water_fixture* f = lake_open(&def);
    const waft_brush brush = {{4.0f, 3.0f}, 0.8f, 0.3f};
    wafti_water_brush(f->water, &brush);
    lake_run(f, 10);
    return f;
}

static bool same_field(const waft_field* a, const waft_field* b) {
    bool same = true;
    for (int32_t k = 0; k < a->size[2]; ++k) {
        for (int32_t i = 0; i < a->size[0]; ++i) {
            same = same && waft_field_at(a, i, 0, k) == waft_field_at(b, i, 0, k);
        }
    }
    return same;
}

// Who asks for the level alone does not pay for the rest, and gets the same bits.
static void a_field_is_drawn_alone(void) {
    static const struct {
        waft_water_field_kind kind;
        wafti_drawn drawn;
    } cases[] = {{WAFT_WATER_BED, WAFTI_DRAWN_NOTHING}, {WAFT_WATER_FOAM, WAFTI_DRAWN_NOTHING},
        {WAFT_WATER_LEVEL, WAFTI_DRAWN_HEIGHTS}, {WAFT_WATER_DEPTH, WAFTI_DRAWN_HEIGHTS},
        {WAFT_WATER_VELOCITY_X, WAFTI_DRAWN_FLOWS}, {WAFT_WATER_NORMAL_Z, WAFTI_DRAWN_ALL}};
    const waft_water_method kinds[] = {WAFT_WATER_COLUMNS, WAFT_WATER_IMPLICIT, WAFT_WATER_SWE};
    for (size_t n = 0; n < 3 * sizeof(cases) / sizeof(cases[0]); ++n) {
        water_fixture* one = open_islands(kinds[n % 3]);
        water_fixture* all = open_islands(kinds[n % 3]);
        waft_field alone;
        waft_field other;
        CHECK(waft_water_field(one->water, cases[n / 3].kind, &alone) == WAFT_OK);
        CHECK(one->water->lake->drawn == (int)cases[n / 3].drawn);
        CHECK(waft_water_field(all->water, WAFT_WATER_NORMAL_X, &other) == WAFT_OK);
        CHECK(waft_water_field(all->water, cases[n / 3].kind, &other) == WAFT_OK);
        CHECK(same_field(&alone, &other));
        water_fixture_close(one);
        water_fixture_close(all);
    }
}

// A level is the still one and what stands over it; a dry cell's lies below its bed, level with the
// water beside it if there is any.
static void heights_are_those_of_the_cells(void) {
    const waft_water_method kinds[] = {WAFT_WATER_COLUMNS, WAFT_WATER_IMPLICIT};
    for (int n = 0; n < 2; ++n) {
        water_fixture* f = open_islands(kinds[n]);
        const wafti_shallow* s = &f->water->lake->s;
        waft_field level;
        waft_field depth;
        CHECK(waft_water_field(f->water, WAFT_WATER_LEVEL, &level) == WAFT_OK);
        CHECK(waft_water_field(f->water, WAFT_WATER_DEPTH, &depth) == WAFT_OK);
        int dry = 0;
        for (int32_t k = 0; k < s->basin.nz; ++k) {
            for (int32_t i = 0; i < s->basin.nx; ++i) {
                const ptrdiff_t at = wafti_basin_index(&s->basin, i, k);
                const double bed = (double)s->bed[at];
                const double d = (double)wafti_shallow_depth(s, at);
                const bool wet = d > s->dry;
                const double over =
                    wet ? (double)wafti_shallow_level(s, at) : wafti_lake_dry_level(s, i, k, bed);
                CHECK(waft_field_at(&level, i, 0, k) == (float)(2.5 + over));
                CHECK(waft_field_at(&depth, i, 0, k) == (wet ? (float)d : 0.0f));
                CHECK(wet || over < bed);
                dry += wet ? 0 : 1;
            }
        }
        CHECK(dry > 10 && dry < s->basin.nx * s->basin.nz / 2 + 200);
        water_fixture_close(f);
    }
}

static const test_case cases[] = {
    {"a_field_is_drawn_alone", a_field_is_drawn_alone},
    {"heights_are_those_of_the_cells", heights_are_those_of_the_cells},
};
TEST_MAIN(cases)
