// SPDX-License-Identifier: MIT
// What is odd about the parts of a liquid, but allowed: gaps between walls (docs/spec/sph.md#walls), thin
// solids (docs/spec/sph.md#solids), sizes of blocks (docs/spec/sph.md#blocks-emitters-and-sinks).
#include <math.h>

#include "liquid/liquid.h"
#include "scene/diagnostics.h"
#include "scene/scene.h"
#include "world/world.h"

// In spacings: what is thinner may be leapt over, and between walls nearer than that nothing fits.
static const double least_thickness = 1.5;
static const double least_gap = 2.0;
// Rounding of decimals is no gap.
static const double rounding = 1e-3;
// Share of a block's particles above which their loss is hardly meant.
static const double most_lost = 0.25;

// ---- blocks

// A box along the axes, whose lattice is known beforehand.
static bool is_plain(const wafti_block_values* block) {
    return block->shape.given[WAFT_HULL_BOX] && block->rotation.angle == 0.0;
}

// Lattices begin at the low corner: what is left at the other end is a gap into which the block falls.
static void remark_size(const wafti_check* check, const wafti_liquid_values* from, size_t index) {
    const wafti_block_values* block = &((const wafti_block_values*)from->blocks.items)[index];
    const double d = (double)from->def.spacing;
    for (int axis = 0; axis < from->def.dimension && is_plain(block); ++axis) {
        const double size = block->shape.size[WAFT_HULL_BOX][axis];
        const double layers = floor(size / d + rounding);
        if (size - layers * d > rounding * d) {
            wafti_remark_on(check, WAFT_SEVERITY_NOTE,
                "liquid.blocks[%zu] is %g m along %c, no multiple of the spacing; %g or %g m is",
                index, size, 'x' + axis, layers * d, (layers + 1.0) * d);
        }
    }
}

static double lattice_layers(const wafti_liquid_values* from, double size, int axis) {
    return axis < from->def.dimension ? floor(size / (double)from->def.spacing + rounding) : 1.0;
}

static double points_of_ball(const wafti_liquid_values* from, double radius) {
    const double d = (double)from->def.spacing;
    const int64_t across = (int64_t)lattice_layers(from, 2.0 * radius, 0);
    const int64_t depth = from->def.dimension == 3 ? across : 1;
    double count = 0.0;
    for (int64_t n = 0; n < across * across * depth; ++n) {
        const int64_t index[3] = {n % across, n / across % across, n / (across * across)};
        const double x = ((double)index[0] + 0.5) * d - radius;
        const double y = ((double)index[1] + 0.5) * d - radius;
        const double z = ((double)index[2] + 0.5) * d - radius;
        const double off = from->def.dimension == 3 ? z : 0.0;
        count += x * x + y * y + off * off <= radius * radius;
    }
    return count;
}

// Of its whole lattice; what is neither an upright box nor a ball counts as what it `added`.
static double points_of(
    const wafti_liquid_values* from, const wafti_block_values* block, uint32_t added) {
    if (block->shape.given[WAFT_HULL_SPHERE]) {
        return points_of_ball(from, block->shape.size[WAFT_HULL_SPHERE][0]);
    }
    double count = 1.0;
    for (int axis = 0; axis < 3 && is_plain(block); ++axis) {
        count *= lattice_layers(from, block->shape.size[WAFT_HULL_BOX][axis], axis);
    }
    return is_plain(block) ? count : (double)added;
}

// Particles whose ids lie from `first` on.
static uint32_t count_left(const waft_liquid_view* view, uint32_t first, uint32_t added) {
    uint32_t left = 0;
    for (uint32_t i = 0; i < view->count; ++i) {
        left += view->id[i] - first < added; // an id below wraps to a large number
    }
    return left;
}

static void report_lost(
    const wafti_check* check, const wafti_liquid_values* from, size_t index, double points) {
    const waft_vec3 low = from->def.low;
    const waft_vec3 high = from->def.high;
    if (points < 1.0) {
        wafti_refuse(check,
            "liquid.blocks[%zu] gives no particle: it is smaller than the spacing of %g m", index,
            (double)from->def.spacing);
        return;
    }
    wafti_refuse(check,
        "liquid.blocks[%zu] gives no particle: all of its %.0f lie in solids, close to them or "
        "outside the domain, which goes from [%g, %g, %g] to [%g, %g, %g]",
        index, points, (double)low.x, (double)low.y, (double)low.z, (double)high.x, (double)high.y,
        (double)high.z);
}

static void remark_left_out(const wafti_check* check, size_t index, double points, uint32_t left) {
    const double lost = points - (double)left;
    if (lost > most_lost * points) {
        wafti_remark_on(check, WAFT_SEVERITY_WARNING,
            "liquid.blocks[%zu] keeps only %u of its %.0f particles; %.0f lie in solids, close to "
            "them or outside the domain and are left out",
            index, (unsigned)left, points, lost);
    } else if (lost >= 1.0) {
        wafti_remark_on(check, WAFT_SEVERITY_NOTE,
            "liquid.blocks[%zu]: %.0f points in solids, close to them or outside the domain are "
            "left out",
            index, lost);
    }
}

void wafti_scene_check_blocks(const wafti_check* check, const wafti_liquid_values* from,
    const waft_liquid* liquid, const uint32_t* added) {
    const wafti_block_values* blocks = from->blocks.items;
    const waft_liquid_view view = waft_liquid_get_view(liquid);
    uint32_t first = 0;
    for (size_t i = 0; i < from->blocks.count; ++i) {
        const double points = points_of(from, &blocks[i], added[i]);
        const uint32_t left = count_left(&view, first, added[i]);
        first += added[i];
        if (left == 0) {
            report_lost(check, from, i, points);
        } else if (!check->trial) {
            remark_size(check, from, i);
            remark_left_out(check, i, points, left);
        }
    }
}

// ---- emitters

void wafti_scene_check_emitters(
    const wafti_check* check, const wafti_liquid_values* from, const waft_liquid* liquid) {
    for (size_t i = 0; i < from->emitters.count; ++i) {
        uint32_t points = 0;
        const uint32_t inside = wafti_liquid_nozzle_points(liquid, (uint32_t)i, &points);
        if (points == 0) {
            wafti_refuse(check,
                "liquid.emitters[%zu] gives no particle: its nozzle is smaller than the spacing of "
                "%g m",
                i, (double)from->def.spacing);
        } else if (inside == 0) {
            const waft_vec3 low = from->def.low;
            const waft_vec3 high = from->def.high;
            wafti_refuse(check,
                "liquid.emitters[%zu] gives no particle: its nozzle lies outside the domain, which "
                "goes from [%g, %g, %g] to [%g, %g, %g]",
                i, (double)low.x, (double)low.y, (double)low.z, (double)high.x, (double)high.y,
                (double)high.z);
        }
    }
}

void wafti_scene_remark_empty_liquid(const wafti_check* check, const wafti_liquid_values* from) {
    if (from->blocks.count == 0 && from->emitters.count == 0 && !from->spray) {
        wafti_remark(check->diagnostics, WAFT_SEVERITY_WARNING,
            &wafti_node_child(check->root, "liquid")->key_mark,
            "there will be no liquid: it has neither blocks nor emitters, and takes no spray");
    }
}

// ---- solids

// An upright box that stays where it is; others have no flat gaps, or not for long.
typedef struct slab {
    double low[3], high[3];
} slab;

static bool slab_of(const waft_solid_def* from, slab* out_slab) {
    const bool still = from->key_count + from->angle_count == 0;
    const bool upright = fabsf(from->pose.rotation.w) == 1.0f;
    if (from->shape.kind != WAFT_SHAPE_BOX || !still || !upright ||
        (from->felt_by & WAFT_SOLID_LIQUID) == 0) {
        return false;
    }
    const waft_vec3 at = from->pose.position;
    const waft_vec3 edges = from->shape.size;
    const double middle[3] = {(double)at.x, (double)at.y, (double)at.z};
    const double size[3] = {(double)edges.x, (double)edges.y, (double)edges.z};
    for (int axis = 0; axis < 3; ++axis) {
        out_slab->low[axis] = middle[axis] - 0.5 * size[axis];
        out_slab->high[axis] = middle[axis] + 0.5 * size[axis];
    }
    return true;
}

// Whether a and then b along an axis leave a slit between them; its middle.
static bool find_slit(
    const wafti_liquid_values* from, const slab* a, const slab* b, int axis, double out_place[3]) {
    const double d = (double)from->def.spacing;
    const double gap = b->low[axis] - a->high[axis];
    bool slit = gap > rounding * d && gap < (least_gap - rounding) * d;
    for (int n = 0; n < 3; ++n) {
        const double low = fmax(a->low[n], b->low[n]);
        const double high = fmin(a->high[n], b->high[n]);
        out_place[n] = 0.5 * (low + high);
        slit = slit && (n == axis || n >= from->def.dimension || high - low > d);
    }
    return slit;
}

static void remark_slit(const wafti_check* check, size_t index, const double place[3]) {
    wafti_remark_on(check, WAFT_SEVERITY_WARNING,
        "solids[%zu]: the gap at (%g, %g, %g) is below two spacings; nothing fits there", index,
        place[0], place[1], place[2]);
}

// What lies beyond a side of the domain.
static slab beyond(const wafti_liquid_values* from, int axis, bool above) {
    const waft_vec3 low = from->def.low;
    const waft_vec3 high = from->def.high;
    slab all = {{(double)low.x, (double)low.y, (double)low.z},
        {(double)high.x, (double)high.y, (double)high.z}};
    const double edge = above ? all.high[axis] : all.low[axis];
    all.low[axis] = above ? edge : -INFINITY;
    all.high[axis] = above ? INFINITY : edge;
    return all;
}

static bool is_wall(const wafti_liquid_values* from, int side) {
    return from->def.sides[side] == WAFT_LIQUID_WALL;
}

static void remark_slits(const wafti_check* check, const waft_scene* scene, size_t index) {
    const wafti_liquid_values* from = &scene->values.liquid;
    slab own;
    if (!slab_of(&scene->solids[index], &own)) {
        return;
    }
    for (int axis = 0; axis < from->def.dimension; ++axis) {
        double place[3];
        for (int above = 0; above < 2; ++above) {
            const slab side = beyond(from, axis, above != 0);
            const slab* low = above != 0 ? &own : &side;
            const slab* high = above != 0 ? &side : &own;
            if (is_wall(from, 2 * axis + above) && find_slit(from, low, high, axis, place)) {
                remark_slit(check, index, place);
            }
        }
        for (size_t i = 0; i < scene->solid_count; ++i) {
            slab other;
            if (slab_of(&scene->solids[i], &other) && find_slit(from, &own, &other, axis, place)) {
                remark_slit(check, index, place);
            }
        }
    }
}

void wafti_scene_remark_liquid_solids(
    const wafti_check* check, const waft_scene* scene, const waft_world* world) {
    const wafti_liquid_values* from = &scene->values.liquid;
    for (size_t i = 0; i < scene->solid_count; ++i) {
        const uint32_t place = wafti_scene_solid_place(scene, (uint32_t)i);
        const double thickness =
            wafti_liquid_thickness(world->liquid, world->solids.order.slots[place]);
        if (thickness < (least_thickness - rounding) * (double)from->def.spacing) {
            wafti_remark_on(check, WAFT_SEVERITY_WARNING,
                "solids[%zu] is %.3g m thick, below 1.5 spacings; liquid may pass through it", i,
                thickness);
        }
        remark_slits(check, scene, i);
    }
}
