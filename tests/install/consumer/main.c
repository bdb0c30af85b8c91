// SPDX-License-Identifier: MIT
// A stranger's program: one wave over a pond, read at one point.
#include <stdio.h>

#include <waft/waft.h>

int main(void) {
    waft_error error;
    waft_world_def world_def = waft_world_def_default();
    waft_world* world = NULL;
    if (waft_world_create(&world_def, &world, &error) != WAFT_OK) {
        (void)fprintf(stderr, "%s\n", error.sentence);
        return 1;
    }
    waft_train_def train = waft_train_def_default();
    train.length = 2.0f;
    waft_water_def water_def = waft_water_def_default();
    water_def.trains = &train;
    water_def.train_count = 1;
    waft_water* water = NULL;
    waft_result result = waft_world_create_water(world, &water_def, &water);
    for (int i = 0; i < 10 && result == WAFT_OK; ++i) {
        result = waft_world_step(world);
    }
    waft_water_sample sample;
    const waft_vec3 point = {5.0f, 0.0f, 5.0f};
    if (result == WAFT_OK) {
        result = waft_water_query(water, &point, 1, &sample);
    }
    if (result != WAFT_OK) {
        (void)fprintf(stderr, "%s\n", waft_world_error(world));
    } else {
        (void)printf("waft %s: level %.3f m at t = %.3f s\n", waft_version(), (double)sample.level,
            waft_world_time(world));
    }
    waft_world_destroy(world);
    return result == WAFT_OK ? 0 : 1;
}
