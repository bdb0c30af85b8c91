// SPDX-License-Identifier: MIT
#include "run/body_table.h"

#include "io/table.h"

enum { DIGITS = 9 }; // enough to read a float back as it was

void wafti_body_table_start(wafti_text* text, waft_body_table columns) {
    wafti_text_add(text, "time_s,body,name,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,age_s,f_sub,state");
    wafti_text_add(text, columns.loads ? ",fx,fy,fz,tx,ty,tz" : "");
    wafti_text_add(text, columns.noise ? ",upx,upy,upz\n" : "\n");
}

static void add_numbers(wafti_text* text, const double* values, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        wafti_text_add(text, ",");
        wafti_text_add_digits(text, values[i], DIGITS);
    }
}

static void add_loads(wafti_text* text, const waft_bodies* bodies, waft_body_id id) {
    double force[3] = {0.0, 0.0, 0.0};
    double torque[3] = {0.0, 0.0, 0.0};
    // Only a stale id can fail, and this one was just given out.
    (void)!waft_bodies_loads(bodies, id, force, torque);
    add_numbers(text, force, 3);
    add_numbers(text, torque, 3);
}

static void add_row(wafti_text* text, waft_body_table columns, double time,
    const waft_bodies* bodies, const waft_body_info* body) {
    const waft_body_state* state = &body->state;
    wafti_csv_add_number(text, time);
    wafti_text_format(text, ",%u,", (unsigned)body->number);
    wafti_csv_add_text(text, body->name);
    add_numbers(text, state->position, 3);
    add_numbers(text, &state->rotation[3], 1);
    add_numbers(text, state->rotation, 3);
    add_numbers(text, state->velocity, 3);
    add_numbers(text, state->spin, 3);
    const double rest[2] = {body->age, body->submerged};
    add_numbers(text, rest, 2);
    wafti_text_format(text, ",%d", (int)body->flag);
    if (columns.loads) {
        add_loads(text, bodies, body->id);
    }
    if (columns.noise) {
        add_numbers(text, body->gust, 3);
    }
    wafti_text_add(text, "\n");
}

void wafti_body_table_add(wafti_text* text, waft_body_table columns, const waft_world* world) {
    const waft_bodies* bodies = waft_world_bodies(world);
    const size_t count = waft_bodies_count(bodies);
    for (size_t i = 0; i < count; ++i) {
        waft_body_info body;
        if (waft_bodies_at(bodies, i, &body) == WAFT_OK) {
            add_row(text, columns, waft_world_time(world), bodies, &body);
        }
    }
}
