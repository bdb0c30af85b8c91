// SPDX-License-Identifier: MIT
#include "render/markers.h"

#include "render/direction.h"

static const float label_share = 1.0f / 52.0f; // of the picture's height, for a capital letter

waft_result wafti_balls_create(wafti_balls* balls, wafti_render_room* room, size_t capacity) {
    *balls = (wafti_balls){.capacity = capacity};
    balls->numbers = wafti_render_reserve(
        room, &balls->memory, capacity, 4 * sizeof *balls->numbers + sizeof *balls->colors);
    if (balls->numbers == NULL) {
        return WAFT_ERR_NO_MEMORY;
    }
    balls->colors = (void*)(balls->numbers + 4 * capacity);
    return WAFT_OK;
}

waft_draw_particles wafti_balls_drawn(const wafti_balls* balls) {
    return (waft_draw_particles){.x = balls->numbers,
        .y = balls->numbers + balls->capacity,
        .z = balls->numbers + 2 * balls->capacity,
        .radii = balls->numbers + 3 * balls->capacity,
        .colors = balls->colors,
        .opacity = 1.0f,
        .count = balls->count};
}

static void add_ball(wafti_balls* balls, waft_vec3 at, float radius, waft_vec3 color) {
    if (balls->count == balls->capacity) {
        return;
    }
    const size_t i = balls->count++;
    balls->numbers[i] = at.x;
    balls->numbers[balls->capacity + i] = at.y;
    balls->numbers[2 * balls->capacity + i] = at.z;
    balls->numbers[3 * balls->capacity + i] = radius;
    balls->colors[i] = color;
}

// After Okabe and Ito (2008), in an order that starts with what stands out from water. Linear.
waft_vec3 wafti_tracer_color(size_t index) {
    static const waft_vec3 colors[] = {{0.665f, 0.112f, 0.000f}, {0.871f, 0.776f, 0.054f},
        {0.604f, 0.191f, 0.386f}, {0.791f, 0.347f, 0.000f}, {0.000f, 0.342f, 0.171f},
        {0.093f, 0.456f, 0.812f}};
    return colors[index % (sizeof colors / sizeof colors[0])];
}

// Earlier poses grow pale and small: inside water, spheres must be opaque to be seen.
static void add_poses(const wafti_markers* markers, size_t tracer) {
    static const waft_vec3 pale = {0.80f, 0.84f, 0.88f};
    for (size_t i = 0; i < markers->trails->count; ++i) {
        const wafti_slot* slot = wafti_trails_slot(markers->trails, i);
        const float age = wafti_trails_age(markers->trails, slot, markers->time);
        const waft_pose* pose = age >= 0.0f ? wafti_trails_find(slot, (uint32_t)tracer) : NULL;
        if (pose != NULL) {
            add_ball(markers->balls, pose->position, markers->radius * (0.8f - 0.35f * age),
                wafti_mix(wafti_tracer_color(tracer), pale, 0.25f + 0.55f * age));
        }
    }
}

void wafti_markers_add_tracers(const wafti_markers* markers) {
    const size_t count = waft_water_tracer_count(markers->water);
    for (size_t i = 0; i < count; ++i) {
        waft_vec3 now;
        if (waft_water_tracer(markers->water, i, &now) != WAFT_OK) {
            continue;
        }
        add_ball(markers->balls, now, markers->radius, wafti_tracer_color(i));
        const wafti_pen pen = {
            wafti_tracer_color(i), fmaxf((float)markers->look->size[1] / 220.0f, 1.0f)};
        wafti_trails_draw(markers->trails, markers->time, (uint32_t)i, now, &pen, markers->sheet);
        add_poses(markers, i);
    }
}

// Top of a gauge's pole; on high land it must still stand out.
static bool read_pole(const wafti_markers* markers, size_t index, waft_vec3* out_float,
    waft_vec3* out_foot, waft_vec3* out_top) {
    waft_vec2 at;
    waft_gauge_reading reading;
    if (waft_water_gauge_place(markers->water, index, &at) != WAFT_OK ||
        waft_water_gauge(markers->water, index, &reading) != WAFT_OK) {
        return false;
    }
    const wafti_still* still = markers->still;
    const float bed = reading.level - reading.depth;
    *out_float = (waft_vec3){at.x, reading.level, at.y};
    *out_foot = (waft_vec3){at.x, bed, at.y};
    *out_top =
        (waft_vec3){at.x, fmaxf(still->pole_top, bed + still->pole_top - still->level), at.y};
    return true;
}

void wafti_markers_add_gauges(const wafti_markers* markers) {
    static const waft_vec3 pole = {0.045f, 0.05f, 0.06f};
    static const waft_vec3 buoy = {0.80f, 0.16f, 0.02f};
    const size_t count = markers->look->gauges ? waft_water_gauge_count(markers->water) : 0;
    const float width = fmaxf((float)markers->look->size[1] / 300.0f, 1.0f);
    for (size_t i = 0; i < count; ++i) {
        waft_vec3 at;
        waft_vec3 ends[2];
        if (!read_pole(markers, i, &at, &ends[0], &ends[1])) {
            continue;
        }
        waft_vec3* points = wafti_sheet_line(markers->sheet, 2, pole, width, NULL);
        if (points != NULL) {
            points[0] = ends[0];
            points[1] = ends[1];
        }
        add_ball(markers->balls, at, 0.8f * markers->radius, buoy);
    }
}

/// Where a name may stand beside a point: pixels from it, and how it is aligned there.
typedef struct label_place {
    float x, y, align;
} label_place;

// Puts a name at the first free one of some places around a point on the screen.
static void label_around(const wafti_markers* markers, wafti_screen* screen, const char* name,
    waft_vec3 at, const label_place* places, int place_count) {
    const float size = wafti_screen_letters(screen, label_share, WAFTI_SCREEN_LEAST_LETTER);
    bool placed = !(at.z > 0.0f);
    for (int i = 0; i < place_count && !placed; ++i) {
        const waft_vec2 place = {at.x + places[i].x, at.y + places[i].y};
        placed = wafti_sheet_text(markers->sheet, screen, name, place, size, places[i].align);
    }
}

void wafti_markers_add_labels(const wafti_markers* markers, wafti_screen* screen) {
    const float size = wafti_screen_letters(screen, label_share, WAFTI_SCREEN_LEAST_LETTER);
    const float half = 0.5f * size;
    const size_t gauges = markers->look->gauges ? waft_water_gauge_count(markers->water) : 0;
    for (size_t i = 0; i < gauges; ++i) {
        // Over the pole, else on either side of its top.
        const label_place over[] = {
            {0.0f, -0.6f * size, 0.5f}, {-half, half, 1.0f}, {half, half, 0.0f}};
        waft_vec3 at;
        waft_vec3 foot;
        waft_vec3 top;
        if (read_pole(markers, i, &at, &foot, &top)) {
            label_around(markers, screen, waft_water_gauge_name(markers->water, i),
                wafti_screen_project(screen, top), over, 3);
        }
    }
    for (size_t i = 0; i < waft_water_tracer_count(markers->water); ++i) {
        waft_vec3 now;
        if (waft_water_tracer(markers->water, i, &now) == WAFT_OK) {
            const waft_vec3 at = wafti_screen_project(screen, now);
            const float gap = markers->radius / wafti_screen_pixel(screen, at.z) + 0.6f * size;
            const label_place beside[] = {{gap, half, 0.0f}, {-gap, half, 1.0f}, {0.0f, -gap, 0.5f},
                {0.0f, gap + size, 0.5f}};
            label_around(markers, screen, waft_water_tracer_name(markers->water, i), at, beside, 4);
        }
    }
}
