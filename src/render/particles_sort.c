// SPDX-License-Identifier: MIT
#include <string.h>

#include "render/particles.h"

static const float large_radius =
    10.0f; // samples; up to there flat discs are not told from spheres
static const float large_caster = 24.0f; // texels; larger discs are quads, not points
static const float least_caster = 1.5f;  // texels; smaller shadows are lost in the softness
// Of dots that are fainter a share is drawn this strong, so that the mean stays right: ten bits cannot
// blend a thousandth, and 100 000 dots take time. Twice as much shows as grain.
static const float least_opacity = 0.08f;

enum {
    NO_LIST = 255,
    BUCKETS = 128, ///< by distance, in each list
    BUCKET_COUNT = WAFTI_PARTICLE_LISTS * BUCKETS,
};

/// List that a particle is drawn from, and list that it throws its shadow from.
typedef struct place {
    uint8_t drawn, casts;
    uint8_t opacity;   ///< square root, of 255
    uint8_t near, lit; ///< buckets by distance from the eye and from the sun
} place;

/// What the sorting of one group needs.
typedef struct sorter {
    const wafti_frame* frame;
    const waft_draw_particles* group;
    size_t group_index;
    float zoom;       ///< samples that 1 m at unit distance covers
    float per_texel;  ///< 1 over the size of a texel of the shadow map; 0: no shadows
    float per_bucket; ///< 1 over the depth of a bucket
} sorter;

static const char* problem_of(const waft_draw_particles* group) {
    if (group->count == 0) {
        return NULL;
    }
    if (group->x == NULL || group->y == NULL || group->z == NULL) {
        return "x, y or z is NULL";
    }
    if (group->count > INT32_MAX) {
        return "there are more than 2^31 of them";
    }
    if (!(group->opacity >= 0.0f && group->opacity <= 1.0f)) {
        return "their opacity must lie between 0 and 1";
    }
    if (group->radii == NULL && !(group->radius >= 0.0f && isfinite(group->radius))) {
        return "their radius must be finite and not negative";
    }
    float sum = 0.0f; // stays 0 unless something is not finite
    for (size_t i = 0; i < group->count; ++i) {
        sum += 0.0f * (group->x[i] + group->y[i] + group->z[i]);
        sum += group->radii != NULL ? 0.0f * group->radii[i] : 0.0f;
    }
    return isfinite(sum) ? NULL : "their places and radii must be finite";
}

static bool count_all(const wafti_frame* frame, size_t* out_count) {
    const waft_drawing* drawing = frame->drawing;
    *out_count = 0;
    for (size_t i = 0; i < drawing->particles_count; ++i) {
        const char* problem = problem_of(&drawing->particles[i]);
        if (problem != NULL) {
            return wafti_frame_fail(
                frame, WAFT_ERR_ARGUMENT, "particles %zu cannot be drawn: %s", i, problem);
        }
        *out_count += drawing->particles[i].count;
    }
    return true;
}

// By the cell it is over, which is near enough: the surface hides what is wrong.
static bool is_under_water(const waft_drawing* drawing, float x, float y, float z) {
    if (drawing->water == NULL) {
        return false;
    }
    const waft_field* level = &drawing->water->level;
    const float i = roundf((x - level->origin.x) / level->spacing.x);
    const float k = roundf((z - level->origin.z) / level->spacing.z);
    return i >= 0.0f && k >= 0.0f && i < (float)level->size[0] && k < (float)level->size[2] &&
           y < waft_field_at(level, (int32_t)i, 0, (int32_t)k);
}

// A number from 0 to 1 that belongs to a particle for good, so that nothing flickers.
static float fate_of(size_t group, size_t index) {
    uint32_t h = (uint32_t)index * 0x9E3779B9u + (uint32_t)group * 0x85EBCA6Bu;
    h = (h ^ h >> 16) * 0x7FEB352Du;
    h = (h ^ h >> 15) * 0x846CA68Bu;
    return (float)(h >> 8) * (1.0f / 16777216.0f);
}

static waft_vec3 place_of(const sorter* s, size_t i) {
    return (waft_vec3){s->group->x[i], s->group->y[i], s->group->z[i]};
}

// Buckets lie one behind the other along a direction, through all of the bounds.
static uint8_t bucket_of(const sorter* s, size_t i, const float way[3]) {
    const waft_vec3 c = s->frame->center;
    const waft_vec3 at = place_of(s, i);
    const float along = (at.x - c.x) * way[0] + (at.y - c.y) * way[1] + (at.z - c.z) * way[2];
    const float bucket = (along + s->frame->radius) * s->per_bucket;
    return (uint8_t)fminf(fmaxf(bucket, 0.0f), (float)(BUCKETS - 1));
}

/// How a ball stands to what is drawn of it. OpenGL drops a point whose middle is outside, so what
/// only reaches in must be a quad.
typedef enum standing { OUTSIDE, REACHES_IN, INSIDE } standing;

// Along one axis, from `middle`: the view ends `end` from there.
static standing stands(float middle, float end, float reach) {
    const float away = fabsf(middle) - end;
    return away > reach ? OUTSIDE : (away > 0.0f ? REACHES_IN : INSIDE);
}

static standing lesser(standing a, standing b) {
    return a < b ? a : b;
}

// Also gives the radius on the screen in samples.
static standing find_view(const sorter* s, waft_vec3 at, float radius, float* out_seen) {
    const wafti_vec4 c = wafti_mat4_apply(&s->frame->block.view_projection, at);
    const float* p = s->frame->projection.m;
    // Off the axis of a wide view a sphere is drawn longer than wide.
    const float reach = 1.5f * radius;
    const bool perspective = s->frame->block.eye[3] > 0.5f;
    if (c.z < -c.w || c.z > c.w || (perspective && c.w <= 1.05f * radius)) {
        return OUTSIDE;
    }
    *out_seen = radius * s->zoom / c.w;
    return lesser(stands(c.x, c.w, reach * p[0]), stands(c.y, c.w, reach * p[5]));
}

static standing find_shadow(const sorter* s, waft_vec3 at, float radius) {
    const wafti_vec4 c = wafti_mat4_apply(&s->frame->block.light_projection, at);
    const float reach = radius * s->per_texel * s->frame->block.shadow[0];
    return lesser(stands(c.x - 0.5f, 0.5f, reach), stands(c.y - 0.5f, 0.5f, reach));
}

static uint8_t caster_list(const sorter* s, size_t i, float radius) {
    const float texels = radius * s->per_texel;
    if (texels < least_caster) {
        return NO_LIST;
    }
    const standing stand = find_shadow(s, place_of(s, i), radius);
    if (stand == OUTSIDE) {
        return NO_LIST;
    }
    const bool large = texels > large_caster || stand == REACHES_IN;
    const int shape = large ? WAFTI_PARTICLE_LARGE : WAFTI_PARTICLE_SMALL;
    return (uint8_t)(WAFTI_PARTICLE_CASTS * WAFTI_PARTICLE_SHAPES + shape);
}

static place find_place(const sorter* s, size_t i) {
    const waft_draw_particles* group = s->group;
    const float radius = group->radii != NULL ? group->radii[i] : group->radius;
    float seen = 0.0f;
    const standing stand = find_view(s, place_of(s, i), radius, &seen);
    const float samples = (float)s->frame->samples;
    place out = {NO_LIST, NO_LIST, 255, 0, 0};
    float opacity = group->opacity;
    wafti_particle_shape shape = WAFTI_PARTICLE_DOT;
    if (seen >= 0.5f * samples) {
        const bool large = seen > large_radius || stand == REACHES_IN;
        shape = large ? WAFTI_PARTICLE_LARGE : WAFTI_PARTICLE_SMALL;
    } else if (seen > 0.0f) {
        opacity *= (float)M_PI * seen * seen / (samples * samples);
    }
    if (opacity >= 1.0f) {
        out.casts = caster_list(s, i, radius);
        out.lit = (uint8_t)(BUCKETS - 1 - bucket_of(s, i, s->frame->block.sun));
    }
    const float least = shape == WAFTI_PARTICLE_DOT ? least_opacity : 0.0f;
    if (stand == OUTSIDE || !(seen > 0.0f) || opacity < least * fate_of(s->group_index, i)) {
        return out;
    }
    opacity = fmaxf(opacity, least);
    out.opacity = (uint8_t)(255.0f * sqrtf(opacity) + 0.5f);
    wafti_particle_layer layer = WAFTI_PARTICLE_SOLID;
    if (shape == WAFTI_PARTICLE_DOT || opacity < 1.0f) {
        const bool under = is_under_water(s->frame->drawing, group->x[i], group->y[i], group->z[i]);
        layer = under ? WAFTI_PARTICLE_UNDER : WAFTI_PARTICLE_OVER;
    } else {
        out.near = bucket_of(s, i, s->frame->block.forward);
    }
    out.drawn = (uint8_t)((int)layer * WAFTI_PARTICLE_SHAPES + (int)shape);
    return out;
}

static size_t slot_of(uint8_t list, uint8_t bucket) {
    return list < NO_LIST ? (size_t)list * BUCKETS + bucket : BUCKET_COUNT;
}

static void find_places(const sorter* s, place* places, size_t* counts) {
    for (size_t i = 0; i < s->group->count; ++i) {
        const place found = find_place(s, i);
        places[i] = found;
        counts[slot_of(found.drawn, found.near)] += 1;
        counts[slot_of(found.casts, found.lit)] += 1;
    }
}

static uint8_t root_of(float value) {
    return (uint8_t)(255.0f * sqrtf(fminf(fmaxf(value, 0.0f), 1.0f)) + 0.5f);
}

static void fill_lists(
    const waft_draw_particles* group, const place* places, size_t* next, wafti_particle* out) {
    const waft_vec3 one = group->color;
    const uint8_t same[3] = {root_of(one.x), root_of(one.y), root_of(one.z)};
    for (size_t i = 0; i < group->count; ++i) {
        const size_t slots[2] = {
            slot_of(places[i].drawn, places[i].near), slot_of(places[i].casts, places[i].lit)};
        wafti_particle particle = {group->x[i], group->y[i], group->z[i],
            group->radii != NULL ? group->radii[i] : group->radius,
            {same[0], same[1], same[2], places[i].opacity}};
        if (group->colors != NULL) {
            const waft_vec3 own = group->colors[i];
            particle.color[0] = root_of(own.x);
            particle.color[1] = root_of(own.y);
            particle.color[2] = root_of(own.z);
        }
        for (int k = 0; k < 2; ++k) {
            if (slots[k] < BUCKET_COUNT) {
                out[next[slots[k]]++] = particle;
            }
        }
    }
}

// Counts become the places where the buckets start.
static void add_up(size_t* counts, size_t* first) {
    size_t sum = 0;
    for (size_t i = 0; i < BUCKET_COUNT; ++i) {
        if (i % BUCKETS == 0) {
            first[i / BUCKETS] = sum;
        }
        const size_t count = counts[i];
        counts[i] = sum;
        sum += count;
    }
    first[WAFTI_PARTICLE_LISTS] = sum;
}

static sorter make_sorter(const wafti_frame* frame, size_t group) {
    return (sorter){
        .frame = frame,
        .group = &frame->drawing->particles[group],
        .group_index = group,
        .zoom = frame->projection.m[5] * 0.5f * frame->block.viewport[1],
        .per_texel = frame->drawing->look.shadows ? 1.0f / frame->block.shadow[1] : 0.0f,
        .per_bucket = (float)BUCKETS / (2.0f * frame->radius),
    };
}

static bool sort_all(const wafti_frame* frame, wafti_particle_sort* sort, size_t all) {
    static const char what[] = "%zu particles";
    const waft_drawing* drawing = frame->drawing;
    place* places = wafti_frame_reserve(frame, &sort->places, all, sizeof(place), what, all);
    if (places == NULL) {
        return false;
    }
    size_t slots[BUCKET_COUNT + 1] = {0}; // the last: of those in no list
    for (size_t i = 0, first = 0; i < drawing->particles_count; ++i) {
        const sorter s = make_sorter(frame, i);
        find_places(&s, places + first, slots);
        first += s.group->count;
    }
    size_t starts[WAFTI_PARTICLE_LISTS + 1];
    add_up(slots, starts);
    wafti_particle* out = wafti_frame_reserve(
        frame, &sort->particles, starts[WAFTI_PARTICLE_LISTS], sizeof(wafti_particle), what, all);
    if (out == NULL) {
        return false;
    }
    for (size_t i = 0, first = 0; i < drawing->particles_count; ++i) {
        fill_lists(&drawing->particles[i], places + first, slots, out);
        first += drawing->particles[i].count;
    }
    memcpy(sort->first, starts, sizeof starts);
    return true;
}

bool wafti_particles_sort(const wafti_frame* frame, wafti_particle_sort* sort) {
    memset(sort->first, 0, sizeof sort->first);
    size_t all = 0;
    return count_all(frame, &all) && (all == 0 || sort_all(frame, sort, all));
}
