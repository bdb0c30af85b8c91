// SPDX-License-Identifier: MIT
#include "body/contact.h"

#include <math.h>
#include <string.h>

#include "solid/touched.h"

enum {
    MOST_CONTACTS = 8,
    SWEEPS = 4,
};

// ---- the ground

void wafti_ground_prepare(wafti_ground* ground) {
    const waft_field* field = &ground->heights;
    if (field->data == NULL) {
        return;
    }
    // One maximum a lane: of them the compiler makes vectors, of one alone it may not.
    enum { LANES = 16 };
    float most[LANES];
    for (int n = 0; n < LANES; ++n) {
        most[n] = field->data[0];
    }
    for (int32_t k = 0; k < field->size[2]; ++k) {
        const float* row = field->data + k * field->stride[2];
        int32_t i = 0;
        for (; i + LANES <= field->size[0]; i += LANES) {
            for (int n = 0; n < LANES; ++n) {
                most[n] = row[i + n] > most[n] ? row[i + n] : most[n];
            }
        }
        for (; i < field->size[0]; ++i) {
            most[0] = row[i] > most[0] ? row[i] : most[0];
        }
    }
    float highest = most[0];
    for (int n = 1; n < LANES; ++n) {
        highest = most[n] > highest ? most[n] : highest;
    }
    ground->highest = (double)highest;
}

static double plane_depth(const wafti_ground* ground, const double point[3]) {
    double above[3];
    wafti_vector_sub(point, ground->point, above);
    return -wafti_vector_dot(above, ground->normal);
}

static bool walls_are_near(const wafti_walls* walls, const double center[3], double radius) {
    const double at[2] = {center[0], center[2]};
    bool near = false;
    for (int axis = 0; axis < 2; ++axis) {
        const double inside = fmin(at[axis] - walls->low[axis], walls->high[axis] - at[axis]);
        if (inside < -radius) {
            return false;
        }
        near = near || inside < radius;
    }
    return near;
}

bool wafti_ground_is_near(const wafti_ground* ground, const double center[3], double radius) {
    if (ground->solids != NULL) {
        return wafti_touched_is_near(ground->solids, center, radius);
    }
    if (ground->has_plane && -plane_depth(ground, center) < radius) {
        return true;
    }
    if (ground->has_walls && walls_are_near(&ground->walls, center, radius)) {
        return true;
    }
    return ground->heights.data != NULL && center[1] - radius < ground->highest;
}

// Bilinear heights; the normal is that of the patch. Depth along it.
static bool heights_depth(
    const waft_field* field, const double point[3], double* out_depth, double out_normal[3]) {
    const double step[2] = {(double)field->spacing.x, (double)field->spacing.z};
    const double u = (point[0] - (double)field->origin.x) / step[0];
    const double v = (point[2] - (double)field->origin.z) / step[1];
    const double last[2] = {(double)(field->size[0] - 1), (double)(field->size[2] - 1)};
    if (!(u >= 0.0) || !(u <= last[0]) || !(v >= 0.0) || !(v <= last[1])) {
        return false;
    }
    const int32_t i = (int32_t)fmin(floor(u), last[0] - 1.0);
    const int32_t k = (int32_t)fmin(floor(v), last[1] - 1.0);
    const double s = u - (double)i;
    const double t = v - (double)k;
    const float* row = field->data + i + k * field->stride[2];
    const double h00 = (double)row[0];
    const double h10 = (double)row[1];
    const double h01 = (double)row[field->stride[2]];
    const double h11 = (double)row[field->stride[2] + 1];
    const double height = (1.0 - t) * (h00 + s * (h10 - h00)) + t * (h01 + s * (h11 - h01));
    out_normal[0] = -((1.0 - t) * (h10 - h00) + t * (h11 - h01)) / step[0];
    out_normal[1] = 1.0;
    out_normal[2] = -((1.0 - s) * (h01 - h00) + s * (h11 - h10)) / step[1];
    (void)wafti_vector_normalize(out_normal);
    *out_depth = (height - point[1]) * out_normal[1];
    return true;
}

static double walls_depth(const wafti_walls* walls, const double point[3], double out_normal[3]) {
    double depth = -HUGE_VAL;
    for (size_t side = 0; side < 4; ++side) {
        const size_t axis = side / 2;
        const bool low = side % 2 == 0;
        const double at = point[2 * axis];
        const double beyond = low ? walls->low[axis] - at : at - walls->high[axis];
        if (beyond > depth) {
            depth = beyond;
            memset(out_normal, 0, 3 * sizeof(double));
            out_normal[2 * axis] = low ? 1.0 : -1.0;
        }
    }
    return depth;
}

double wafti_ground_depth(const wafti_ground* ground, const double point[3], double out_normal[3]) {
    double depth = -HUGE_VAL;
    out_normal[0] = 0.0;
    out_normal[1] = 1.0;
    out_normal[2] = 0.0;
    if (ground->has_plane) {
        depth = plane_depth(ground, point);
        memcpy(out_normal, ground->normal, sizeof(ground->normal));
    }
    double other = 0.0;
    double normal[3];
    if (ground->heights.data != NULL && heights_depth(&ground->heights, point, &other, normal) &&
        other > depth) {
        depth = other;
        memcpy(out_normal, normal, sizeof(normal));
    }
    if (ground->has_walls) {
        other = walls_depth(&ground->walls, point, normal);
        if (other > depth) {
            depth = other;
            memcpy(out_normal, normal, sizeof(normal));
        }
    }
    return depth;
}

// ---- contacts

// Two unit vectors that span the plane across a unit normal.
static void find_tangents(const double normal[3], double out_first[3], double out_second[3]) {
    const bool steep = fabs(normal[0]) > 0.7;
    const double other[3] = {steep ? 0.0 : 1.0, 0.0, steep ? 1.0 : 0.0};
    wafti_vector_cross(normal, other, out_second);
    (void)wafti_vector_normalize(out_second);
    wafti_vector_cross(out_second, normal, out_first);
}

void wafti_contact_make(const double inverse[36], const wafti_turn* turn, const double arm[3],
    const double normal[3], wafti_contact* out_contact) {
    *out_contact = (wafti_contact){0};
    double tangent[2][3];
    find_tangents(normal, tangent[0], tangent[1]);
    const double* directions[3] = {normal, tangent[0], tangent[1]};
    for (int d = 0; d < 3; ++d) {
        double* along = out_contact->along[d];
        wafti_turn_in(turn, directions[d], along);
        wafti_vector_cross(arm, along, along + 3);
        wafti_body_respond(inverse, along, out_contact->answer[d]);
        out_contact->compliance[d] = wafti_contact_speed(along, out_contact->answer[d]);
    }
}

typedef struct touch {
    double depth;
    double arm[3];    // body axes
    double normal[3]; // world axes
    double wall[3];   // m/s, of what it touches, world axes
} touch;

// A point of the body, or a ball of it, that lies in the ground.
static bool find_touch(const wafti_ground* ground, const wafti_body_lane* lane, const double at[3],
    double round, touch* out_touch) {
    *out_touch = (touch){.depth = 0.0};
    if (ground->solids == NULL) {
        out_touch->depth = wafti_ground_depth(ground, at, out_touch->normal) + round;
        return out_touch->depth > 0.0;
    }
    wafti_touched_hit hit;
    if (!wafti_touched_meet(ground->solids, lane->position, at, round, &hit)) {
        return false;
    }
    out_touch->depth = hit.depth;
    memcpy(out_touch->normal, hit.normal, sizeof(hit.normal));
    memcpy(out_touch->wall, hit.velocity, sizeof(hit.velocity));
    return true;
}

// Keeps the deepest, the lower index first among equals.
static int insert_touch(touch* touches, int count, const touch* found) {
    int place = count;
    while (place > 0 && touches[place - 1].depth < found->depth) {
        --place;
    }
    if (place == MOST_CONTACTS) {
        return count;
    }
    const int kept = count < MOST_CONTACTS ? count : MOST_CONTACTS - 1;
    memmove(touches + place + 1, touches + place, (size_t)(kept - place) * sizeof(*touches));
    touches[place] = *found;
    return kept + 1;
}

static int find_touches(const wafti_ground_job* job, const wafti_body_lane* lane,
    const wafti_turn* turn, touch* out_touches) {
    if (job->round > 0.0) {
        // The lowest point of a sphere, seen along the ground's normal below its middle.
        if (!find_touch(job->ground, lane, lane->position, job->round, out_touches)) {
            return 0;
        }
        double arm[3];
        memcpy(arm, out_touches->normal, sizeof(arm));
        wafti_vector_scale(arm, -job->round);
        wafti_turn_in(turn, arm, out_touches->arm);
        return 1;
    }
    int count = 0;
    for (size_t n = 0; n < job->point_count; ++n) {
        const double* arm = job->points + 3 * n;
        double at[3];
        wafti_turn_out(turn, arm, at);
        wafti_vector_add_scaled(at, lane->position, 1.0);
        touch found;
        if (find_touch(job->ground, lane, at, 0.0, &found)) {
            memcpy(found.arm, arm, sizeof(found.arm));
            count = insert_touch(out_touches, count, &found);
        }
    }
    return count;
}

// Friction within the circle of Coulomb's law, so that it has no preferred direction.
static void rub(wafti_contact* contact, double friction, double motion[6]) {
    double want[2];
    for (int d = 0; d < 2; ++d) {
        const double speed =
            wafti_contact_speed(contact->along[d + 1], motion) - contact->wall[d + 1];
        want[d] = contact->done[d + 1] - speed / contact->compliance[d + 1];
    }
    const double length = hypot(want[0], want[1]);
    const double most = friction * contact->done[0];
    const double scale = length > most ? most / length : 1.0;
    for (int d = 0; d < 2; ++d) {
        wafti_contact_push(contact, d + 1, scale * want[d] - contact->done[d + 1], motion);
    }
}

static double solve(
    const wafti_ground_job* job, wafti_contact* contacts, int count, double motion[6]) {
    double impact = 0.0;
    for (int n = 0; n < count; ++n) {
        const double approach =
            contacts[n].wall[0] - wafti_contact_speed(contacts[n].along[0], motion);
        impact = fmax(impact, approach);
        contacts[n].target = approach > WAFTI_SLOWEST_BOUNCE ? job->restitution * approach : 0.0;
    }
    for (int sweep = 0; sweep < SWEEPS; ++sweep) {
        for (int n = 0; n < count; ++n) {
            wafti_contact* contact = &contacts[n];
            const double speed = wafti_contact_speed(contact->along[0], motion) - contact->wall[0];
            const double more = (contact->target - speed) / contact->compliance[0];
            wafti_contact_push(contact, 0, fmax(-contact->done[0], more), motion);
            rub(contact, job->friction, motion);
        }
    }
    return impact;
}

bool wafti_ground_meet(const wafti_ground_job* job, wafti_body_lane* lane, double* out_impact) {
    const wafti_turn turn = wafti_turn_of(lane->rotation);
    touch touches[MOST_CONTACTS];
    const int count = find_touches(job, lane, &turn, touches);
    if (count == 0) {
        return false;
    }
    wafti_contact contacts[MOST_CONTACTS];
    for (int n = 0; n < count; ++n) {
        wafti_contact_make(job->inverse, &turn, touches[n].arm, touches[n].normal, &contacts[n]);
        double wall[3];
        wafti_turn_in(&turn, touches[n].wall, wall);
        for (int d = 0; d < 3; ++d) {
            contacts[n].wall[d] = wafti_vector_dot(contacts[n].along[d], wall);
        }
    }
    double motion[6];
    wafti_lane_get_motion(lane, motion);
    *out_impact = solve(job, contacts, count, motion);
    wafti_lane_set_motion(lane, motion);
    const double slop = 1e-4 * job->longest;
    wafti_vector_add_scaled(
        lane->position, touches[0].normal, WAFTI_PUSH_SHARE * fmax(0.0, touches[0].depth - slop));
    return true;
}
