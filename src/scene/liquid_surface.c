// SPDX-License-Identifier: MIT
// The mesh of the scene's liquid.
#include "scene/scene.h"

#include <math.h>

enum { LEFT, RIGHT, BOTTOM, TOP, BACK, FRONT };

// A wall holds the mesh; an open side lets it bulge as particles do.
static float limit(waft_liquid_side side, float wall, float none) {
    return side == WAFT_LIQUID_OPEN ? none : wall;
}

static waft_surface_def collect_def(const waft_scene* scene) {
    if (scene == NULL || !scene->values.liquid.given) {
        return waft_surface_def_default();
    }
    waft_surface_def def = scene->values.liquid.surface;
    const waft_liquid_def liquid = wafti_scene_liquid_def(scene);
    const waft_liquid_side* sides = liquid.sides;
    def.threads = 0;
    def.low = (waft_vec3){limit(sides[LEFT], liquid.low.x, -INFINITY),
        limit(sides[BOTTOM], liquid.low.y, -INFINITY), limit(sides[BACK], liquid.low.z, -INFINITY)};
    def.high = (waft_vec3){limit(sides[RIGHT], liquid.high.x, INFINITY),
        limit(sides[TOP], liquid.high.y, INFINITY), limit(sides[FRONT], liquid.high.z, INFINITY)};
    if (liquid.dimension == 2) {
        // A slice has no sides along z: the mesh is a sheet somewhat thicker than a spacing.
        def.low.z = -INFINITY;
        def.high.z = INFINITY;
    }
    return def;
}

void waft_scene_read_surface(const waft_scene* scene, waft_surface_def* out_def, size_t size) {
    const waft_surface_def def = collect_def(scene);
    waft_struct_fill(out_def, size, &def, sizeof(def));
}
