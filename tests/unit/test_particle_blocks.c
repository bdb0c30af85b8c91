// SPDX-License-Identifier: MIT
#include "mesh/particle_blocks.h"

#include "surface_fixture.h"
#include "test.h"

static cloud c;
static wafti_blocks blocks;
static waft_error error;
static wafti_room room = {.name = "surface", .most = (size_t)1 << 30, .error = &error};

static waft_result fill(double edge, double reach) {
    const waft_surface_particles view = cloud_view(&c);
    return wafti_blocks_fill(&blocks, &room, &view, edge, reach);
}

// Particles on faces, edges and corners of blocks, on both sides of 0.
static void scatter(void) {
    c.count = 0;
    c.spacing = 0.1f;
    cloud_random_box(&c, 2000, 1.5, 3);
    for (int n = 0; n < 125; ++n) {
        const int plane = n / 25;
        cloud_add(&c, 0.25 * (n % 5 - 2), 0.25 * (n / 5 % 5 - 2), 0.25 * (plane - 2));
    }
}

static void every_particle_has_a_home(void) {
    scatter();
    CHECK(fill(0.25, 0.2) == WAFT_OK);
    size_t held = 0;
    int outside = 0;
    for (size_t h = 0; h < blocks.home_count; ++h) {
        const wafti_home* home = &blocks.homes[h];
        double origin[3];
        wafti_block_origin(&blocks, home->key, origin);
        CHECK(home->first == held && (h == 0 || home->key > blocks.homes[h - 1].key));
        for (uint32_t i = home->first; i < home->first + home->count; ++i) {
            for (int d = 0; d < 3; ++d) {
                const float x = blocks.position[d][i];
                outside += (double)x < origin[d] || (double)x >= origin[d] + 0.25;
                outside += x < home->low[d] || x > home->high[d];
                outside += x != c.position[d][blocks.order[i]];
            }
        }
        held += home->count;
    }
    CHECK(held == c.count && outside == 0);
}

static double gap_to_block(const double origin[3], const float at[3]) {
    double squares = 0.0;
    for (int d = 0; d < 3; ++d) {
        const double gap =
            fmax(0.0, fmax(origin[d] - (double)at[d], (double)at[d] - origin[d] - 0.25));
        squares += gap * gap;
    }
    return sqrt(squares);
}

// Against all blocks around: those that feel a particle are listed, with all the particles they feel.
static void every_felt_block_is_listed(void) {
    scatter();
    CHECK(fill(0.25, 0.2) == WAFT_OK);
    int lost = 0;
    int unfelt = 0;
    for (int n = 0; n < 14 * 14 * 14; ++n) {
        const int64_t place[3] = {n % 14 - 4, n / 14 % 14 - 4, n / 196 - 4};
        double origin[3];
        for (int d = 0; d < 3; ++d) {
            origin[d] = 0.25 * (double)place[d];
        }
        bool felt = false;
        for (size_t i = 0; i < c.count && !felt; ++i) {
            const float at[3] = {c.position[0][i], c.position[1][i], c.position[2][i]};
            felt = gap_to_block(origin, at) <= 0.2;
        }
        uint64_t key = 0;
        bool inside = true;
        for (int d = 2; d >= 0; --d) {
            const int64_t p = place[d] - blocks.least[d];
            inside = inside && p >= 0 && p < (int64_t)1 << blocks.bits[d];
            key = key << blocks.bits[d] | (uint64_t)p;
        }
        const bool listed = inside && wafti_block_find(&blocks, key) != WAFTI_NO_BLOCK;
        lost += felt && !listed;
        unfelt += listed && !felt;
    }
    CHECK(lost == 0);
    CHECK(unfelt < (int)blocks.block_count / 10); // the bounds of a home's particles are a box
}

static void rows_hold_neighbours(void) {
    scatter();
    CHECK(fill(0.25, 0.2) == WAFT_OK);
    int wrong = 0;
    for (size_t b = 0; b < blocks.block_count; ++b) {
        size_t near = 0;
        size_t want = 0;
        double origin[3];
        wafti_block_origin(&blocks, blocks.keys[b], origin);
        for (int n = 0; n < 9; ++n) {
            near += wafti_block_row(
                &blocks, wafti_block_beside(&blocks, blocks.keys[b], 0, n % 3 - 1, n / 3 - 1))
                        .count;
        }
        for (size_t i = 0; i < c.count; ++i) {
            bool in = true;
            for (int d = 0; d < 3; ++d) {
                const double x = (double)c.position[d][i] - origin[d];
                in = in && x >= -0.25 && x < 0.5;
            }
            want += in;
        }
        wrong += near != want;
    }
    CHECK(wrong == 0);
}

static void bad_places_are_told(void) {
    scatter();
    c.position[1][7] = (float)NAN;
    CHECK(fill(0.25, 0.2) == WAFT_ERR_ARGUMENT);
    CHECK_TEXT(error.sentence, "surface: coordinate y of particle 7 is not within 262144 m");
    c.position[1][7] = 1e30f;
    CHECK(fill(0.25, 0.2) == WAFT_ERR_ARGUMENT);
    c.position[1][7] = 200000.0f; // far away, but a place
    CHECK(fill(0.25, 0.2) == WAFT_OK);
    CHECK(blocks.block_count > 0);
}

static void memory_is_limited(void) {
    scatter();
    wafti_room_free(&room);
    room.most = 10000;
    CHECK(fill(0.25, 0.2) == WAFT_ERR_FULL);
    room.most = (size_t)1 << 30;
    CHECK(fill(0.25, 0.2) == WAFT_OK);
    wafti_room_free(&room);
    CHECK(room.used == 0);
}

static const test_case cases[] = {
    {"every_particle_has_a_home", every_particle_has_a_home},
    {"every_felt_block_is_listed", every_felt_block_is_listed},
    {"rows_hold_neighbours", rows_hold_neighbours},
    {"bad_places_are_told", bad_places_are_told},
    {"memory_is_limited", memory_is_limited},
};

TEST_MAIN(cases)
