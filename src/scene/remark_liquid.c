// SPDX-License-Identifier: MIT
// What is odd about the parts of a liquid, but allowed. Liquid spec, sections 6, 11 and 12.
#include <math.h>

#include "liquid/liquid.h"
#include "scene/diagnostics.h"
#include "scene/scene.h"

// In spacings: what is thinner may be leapt over, and between walls nearer than that nothing fits.
static const double least_thickness = 1.5;
static const double least_gap = 2.0;
// Rounding of decimals is no gap.
static const double rounding = 1e-3;

static const wafti_node* part_of(const wafti_check* check, const char* list, size_t index) {
    const wafti_node* node = wafti_node_child(wafti_node_child(check->root, "liquid"), list);
    const wafti_node* item = node != NULL ? wafti_node_item(node, index) : NULL;
    return item != NULL ? item : wafti_node_child(check->root, "liquid");
}

// ---- blocks

// Lattices begin at the low corner: what is left at the other end is a gap into which the block falls.
static void remark_size(const wafti_check* check, const wafti_liquid_values* from, size_t index) {
    const wafti_liquid_block_values* block =
        &((const wafti_liquid_block_values*)from->blocks.items)[index];
    const double d = from->spacing;
    for (int axis = 0; axis < from->dimension && block->shape == 0; ++axis) {
        const double size = block->high[axis] - block->low[axis];
        const double layers = floor(size / d + rounding);
        if (size - layers * d > rounding * d) {
            wafti_remark(check->diagnostics, WAFT_SEVERITY_NOTE,
                &part_of(check, "blocks", index)->mark,
                "liquid.blocks[%zu] is %g m along %c, no multiple of the spacing; %g or %g m is",
                index, size, 'x' + axis, layers * d, (layers + 1.0) * d);
        }
    }
}

static double lattice_layers(const wafti_liquid_values* from, double size, int axis) {
    return axis < from->dimension ? floor(size / from->spacing + rounding) : 1.0;
}

static double points_of_ball(const wafti_liquid_values* from, double radius) {
    const double d = from->spacing;
    const int64_t across = (int64_t)lattice_layers(from, 2.0 * radius, 0);
    const int64_t depth = from->dimension == 3 ? across : 1;
    double count = 0.0;
    for (int64_t n = 0; n < across * across * depth; ++n) {
        const int64_t index[3] = {n % across, n / across % across, n / (across * across)};
        const double x = ((double)index[0] + 0.5) * d - radius;
        const double y = ((double)index[1] + 0.5) * d - radius;
        const double z = ((double)index[2] + 0.5) * d - radius;
        const double off = from->dimension == 3 ? z : 0.0;
        count += x * x + y * y + off * off <= radius * radius;
    }
    return count;
}

static double points_of(const wafti_liquid_values* from, const wafti_liquid_block_values* block) {
    if (block->shape != 0) {
        return points_of_ball(from, block->radius);
    }
    double count = 1.0;
    for (int axis = 0; axis < 3; ++axis) {
        count *= lattice_layers(from, block->high[axis] - block->low[axis], axis);
    }
    return count;
}

void wafti_scene_remark_block(
    const wafti_check* check, const wafti_liquid_values* from, size_t index, uint32_t added) {
    const wafti_liquid_block_values* blocks = from->blocks.items;
    const double left_out = points_of(from, &blocks[index]) - (double)added;
    remark_size(check, from, index);
    if (left_out >= 1.0) {
        wafti_remark(check->diagnostics, WAFT_SEVERITY_NOTE, &part_of(check, "blocks", index)->mark,
            "liquid.blocks[%zu]: %.0f points in solids, close to them or outside the domain are "
            "left out",
            index, left_out);
    }
}

// ---- obstacles

// An upright box that stays where it is; others have no flat gaps, or not for long.
typedef struct slab {
    double low[3], high[3];
} slab;

static bool slab_of(const wafti_liquid_obstacle_values* from, slab* out_slab) {
    const bool still = from->solid.center.key_count == 0 && from->angle.key_count == 0;
    const bool upright = from->angle.value[0] == 0.0;
    if (from->solid.shape != WAFT_SHAPE_BOX || !still || !upright || from->density > 0.0) {
        return false;
    }
    for (int axis = 0; axis < 3; ++axis) {
        out_slab->low[axis] = from->solid.center.value[axis] - 0.5 * from->solid.size[axis];
        out_slab->high[axis] = from->solid.center.value[axis] + 0.5 * from->solid.size[axis];
    }
    return true;
}

// Whether a and then b along an axis leave a slit between them; its middle.
static bool find_slit(
    const wafti_liquid_values* from, const slab* a, const slab* b, int axis, double out_place[3]) {
    const double d = from->spacing;
    const double gap = b->low[axis] - a->high[axis];
    bool slit = gap > rounding * d && gap < (least_gap - rounding) * d;
    for (int n = 0; n < 3; ++n) {
        const double low = fmax(a->low[n], b->low[n]);
        const double high = fmin(a->high[n], b->high[n]);
        out_place[n] = 0.5 * (low + high);
        slit = slit && (n == axis || n >= from->dimension || high - low > d);
    }
    return slit;
}

static void remark_slit(const wafti_check* check, size_t index, const double place[3]) {
    wafti_remark(check->diagnostics, WAFT_SEVERITY_WARNING,
        &part_of(check, "obstacles", index)->mark,
        "liquid.obstacles[%zu]: the gap at (%g, %g, %g) is below two spacings; nothing fits there",
        index, place[0], place[1], place[2]);
}

// What lies beyond a side of the domain.
static slab beyond(const wafti_liquid_values* from, int axis, bool above) {
    slab all;
    for (int n = 0; n < 3; ++n) {
        all.low[n] = from->domain.low[n];
        all.high[n] = from->domain.high[n];
    }
    const double edge = above ? all.high[axis] : all.low[axis];
    all.low[axis] = above ? edge : -INFINITY;
    all.high[axis] = above ? INFINITY : edge;
    return all;
}

static bool is_wall(const wafti_liquid_values* from, int side) {
    const int sides[6] = {from->sides.left, from->sides.right, from->sides.bottom, from->sides.top,
        from->sides.back, from->sides.front};
    return sides[side] == WAFT_LIQUID_WALL;
}

static void remark_slits(const wafti_check* check, const wafti_liquid_values* from, size_t index) {
    const wafti_liquid_obstacle_values* all = from->obstacles.items;
    slab own;
    if (!slab_of(&all[index], &own)) {
        return;
    }
    for (int axis = 0; axis < from->dimension; ++axis) {
        double place[3];
        for (int above = 0; above < 2; ++above) {
            const slab side = beyond(from, axis, above != 0);
            const slab* low = above != 0 ? &own : &side;
            const slab* high = above != 0 ? &side : &own;
            if (is_wall(from, 2 * axis + above) && find_slit(from, low, high, axis, place)) {
                remark_slit(check, index, place);
            }
        }
        for (size_t i = 0; i < from->obstacles.count; ++i) {
            slab other;
            if (slab_of(&all[i], &other) && find_slit(from, &own, &other, axis, place)) {
                remark_slit(check, index, place);
            }
        }
    }
}

void wafti_scene_remark_obstacles(
    const wafti_check* check, const waft_scene* scene, const waft_liquid* liquid) {
    const wafti_liquid_values* from = &scene->values.liquid;
    for (size_t i = 0; i < from->obstacles.count; ++i) {
        const double thickness =
            wafti_liquid_thickness(liquid, wafti_scene_liquid_obstacle(scene, (uint32_t)i));
        if (thickness < (least_thickness - rounding) * from->spacing) {
            wafti_remark(check->diagnostics, WAFT_SEVERITY_WARNING,
                &part_of(check, "obstacles", i)->mark,
                "liquid.obstacles[%zu] is %.3g m thick, below 1.5 spacings; liquid may pass "
                "through it",
                i, thickness);
        }
        remark_slits(check, from, i);
    }
}
