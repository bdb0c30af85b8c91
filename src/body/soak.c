// SPDX-License-Identifier: MIT
#include "body/soak.h"

#include <math.h>
#include <string.h>

#include "body/crowd.h"

waft_result wafti_bodies_facts(
    const waft_bodies* bodies, waft_body_id id, wafti_body_facts* out_facts) {
    uint32_t slot = 0;
    const waft_result result = wafti_body_find(bodies, id, &slot);
    if (result != WAFT_OK) {
        return result;
    }
    const wafti_body_model* model = &wafti_seat_of(bodies, slot).kind->models[WAFTI_AIR];
    memcpy(out_facts->whole, model->whole, sizeof(out_facts->whole));
    memcpy(out_facts->inverse, model->inverse, sizeof(out_facts->inverse));
    const double lift = model->buoyant ? model->fluid.density * model->volume : 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        out_facts->weight[axis] = (model->mass - lift) * model->gravity[axis];
    }
    return WAFT_OK;
}

void wafti_bodies_shove(waft_bodies* bodies, waft_body_id id, const double impulse[6]) {
    uint32_t slot = 0;
    if (wafti_body_find(bodies, id, &slot) == WAFT_OK) {
        wafti_body_push(bodies, slot, impulse);
    }
}

void wafti_bodies_set_tank(waft_bodies* bodies, const wafti_tank* tank) {
    if (tank == NULL) {
        bodies->tank = (wafti_ground){.has_walls = false};
        bodies->tank_top = 0.0;
        return;
    }
    bodies->tank_top = tank->high[1];
    bodies->tank = (wafti_ground){
        .has_plane = tank->low[1] > -HUGE_VAL,
        .normal = {0.0, 1.0, 0.0},
        .has_walls = true,
        .walls = {{tank->low[0], tank->low[2]}, {tank->high[0], tank->high[2]}},
    };
    bodies->tank.point[1] = bodies->tank.has_plane ? tank->low[1] : 0.0;
}
