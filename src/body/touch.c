// SPDX-License-Identifier: MIT
#include "body/touch.h"

#include <math.h>
#include <string.h>

enum { BATCH = 128 }; // neighbours of one body that are looked at in one go

typedef struct guest {
    uint32_t slot;
    uint32_t stream, number;
    int64_t cell[3];
    double position[3];
    double reach;
} guest;

// What the search for neighbours reads, in the order of buckets.
typedef struct member {
    double position[3];
    double reach;
    uint32_t guest;
} member;

struct wafti_meeting {
    uint32_t bucket_count; ///< a power of two
    guest* guests;         ///< by stream, then number
    guest* spare;
    uint32_t* starts; ///< of buckets in `members`; bucket_count + 1
    member* members;
};

// ---- balls

// A frame in the body: the plate's normal, and the longest direction across it, about which the body
// turns most easily.
static void find_frame(const waft_hull_info* hull, double out_axes[3][3]) {
    double* along = out_axes[0];
    double* across = out_axes[1];
    double* normal = out_axes[2];
    memcpy(normal, hull->normal, sizeof(hull->normal));
    if (!(wafti_vector_normalize(normal) > 0.0)) {
        normal[1] = 1.0;
    }
    const double other[3] = {
        fabs(normal[0]) < 0.6 ? 1.0 : 0.0, 0.0, fabs(normal[0]) < 0.6 ? 0.0 : 1.0};
    double p[3];
    double q[3];
    wafti_vector_cross(other, normal, q);
    (void)wafti_vector_normalize(q);
    wafti_vector_cross(normal, q, p);
    double jp[3];
    double jq[3];
    for (int k = 0; k < 3; ++k) {
        jp[k] = wafti_vector_dot(hull->inertia + (ptrdiff_t)3 * k, p);
        jq[k] = wafti_vector_dot(hull->inertia + (ptrdiff_t)3 * k, q);
    }
    const double pp = wafti_vector_dot(p, jp);
    const double qq = wafti_vector_dot(q, jq);
    const double angle = 0.5 * atan2(2.0 * wafti_vector_dot(p, jq), pp - qq);
    // The greater moment is at `angle`; the longest direction lies across that axis.
    for (int k = 0; k < 3; ++k) {
        across[k] = cos(angle) * p[k] + sin(angle) * q[k];
        along[k] = cos(angle) * q[k] - sin(angle) * p[k];
    }
}

static void put_ball(double axes[3][3], const double at[3], double radius, double out_ball[4]) {
    memset(out_ball, 0, 4 * sizeof(double));
    for (int axis = 0; axis < 3; ++axis) {
        wafti_vector_add_scaled(out_ball, axes[axis], at[axis]);
    }
    out_ball[3] = radius;
}

int wafti_balls_make(const waft_hull_info* hull, bool round, double out_balls[WAFTI_BALLS][4]) {
    if (round) {
        memset(out_balls[0], 0, sizeof(out_balls[0]));
        out_balls[0][3] = hull->reach;
        return 1;
    }
    double axes[3][3];
    double middle[3];
    double half[3];
    find_frame(hull, axes);
    for (int axis = 0; axis < 3; ++axis) {
        double low;
        double high;
        wafti_vector_extent(hull->contacts, hull->contact_count, axes[axis], &low, &high);
        middle[axis] = 0.5 * (low + high);
        half[axis] = 0.5 * (high - low);
    }
    const double a = half[0];
    const double b = half[1];
    if (a > 2.0 * b && a > 2.0 * half[2]) {
        const double radius = fmax(0.5 * b, half[2]);
        const int count = a > 5.0 * b ? 7 : 5;
        for (int n = 0; n < count; ++n) {
            const double at[3] = {
                middle[0] + (a - radius) * (2.0 * n / (count - 1) - 1.0), middle[1], middle[2]};
            put_ball(axes, at, radius, out_balls[n]);
        }
        return count;
    }
    // Seven discs of a third of the radius fill a disc: one in the middle, six round it.
    const double radius = fmin(fmax(b / 3.0, half[2]), b);
    put_ball(axes, middle, radius, out_balls[0]);
    for (int n = 0; n < 6; ++n) {
        const double angle = n * 1.0471975511965976;
        const double at[3] = {middle[0] + fmax(0.0, a - radius) * cos(angle),
            middle[1] + (b - radius) * sin(angle), middle[2]};
        put_ball(axes, at, radius, out_balls[n + 1]);
    }
    return 7;
}

// ---- memory

// At least two for each body; capacity is at most WAFTI_MOST_BODIES.
static uint32_t buckets_for(uint32_t capacity) {
    uint32_t count = 64;
    while (count < 2 * capacity) {
        count *= 2;
    }
    return count;
}

size_t wafti_meeting_memory(uint32_t capacity) {
    if (capacity > WAFTI_MOST_BODIES) {
        return SIZE_MAX;
    }
    const size_t each = 2 * sizeof(guest) + sizeof(member);
    const size_t buckets = ((size_t)buckets_for(capacity) + 1) * sizeof(uint32_t);
    const size_t total = wafti_size_add(wafti_size_mul(capacity, each), buckets);
    return wafti_size_add(sizeof(wafti_meeting), total);
}

wafti_meeting* wafti_meeting_create(wafti_arena* arena, uint32_t capacity) {
    wafti_meeting* meeting = wafti_arena_take(arena, 1, sizeof(*meeting));
    if (meeting == NULL) {
        return NULL;
    }
    meeting->bucket_count = buckets_for(capacity);
    meeting->guests = wafti_arena_take(arena, capacity, sizeof(guest));
    meeting->spare = wafti_arena_take(arena, capacity, sizeof(guest));
    meeting->starts = wafti_arena_take(arena, (size_t)meeting->bucket_count + 1, sizeof(uint32_t));
    meeting->members = wafti_arena_take(arena, capacity, sizeof(member));
    return arena->failed ? NULL : meeting;
}

// ---- who is near whom

static bool comes_first(const guest* a, const guest* b) {
    return a->stream != b->stream ? a->stream < b->stream : a->number < b->number;
}

// Merge sort, since the C library's may take memory. Bodies without a stream of their own are in
// order already.
static void sort_guests(wafti_meeting* meeting, uint32_t count) {
    bool sorted = true;
    for (uint32_t n = 1; n < count; ++n) {
        sorted = sorted && comes_first(&meeting->guests[n - 1], &meeting->guests[n]);
    }
    for (uint32_t width = 1; !sorted && width < count; width *= 2) {
        for (uint32_t low = 0; low < count; low += 2 * width) {
            const uint32_t middle = low + width < count ? low + width : count;
            const uint32_t high = middle + width < count ? middle + width : count;
            uint32_t left = low;
            uint32_t right = middle;
            for (uint32_t n = low; n < high; ++n) {
                const bool take_right =
                    left == middle ||
                    (right < high && comes_first(&meeting->guests[right], &meeting->guests[left]));
                meeting->spare[n] = meeting->guests[take_right ? right++ : left++];
            }
        }
        guest* swap = meeting->guests;
        meeting->guests = meeting->spare;
        meeting->spare = swap;
    }
}

static uint32_t bucket_of(const wafti_meeting* meeting, const int64_t cell[3]) {
    uint64_t hash = (uint64_t)cell[0] * 0x9E3779B97F4A7C15u;
    hash ^= (uint64_t)cell[1] * 0xC2B2AE3D27D4EB4Fu;
    hash ^= (uint64_t)cell[2] * 0x165667B19E3779F9u;
    hash ^= hash >> 29;
    return (uint32_t)(hash * 0xBF58476D1CE4E5B9u >> 32) & (meeting->bucket_count - 1);
}

static uint32_t gather(waft_bodies* bodies, double* out_widest) {
    uint32_t count = 0;
    *out_widest = 0.0;
    for (uint32_t n = 0; n < bodies->count; ++n) {
        const uint32_t slot = bodies->order[n];
        const wafti_body* body = &bodies->records[slot];
        const wafti_seat seat = wafti_seat_of(bodies, slot);
        if (((seat.group->quarantined | seat.group->waiting) & seat.bit) != 0) {
            continue;
        }
        const wafti_body_lane lane = wafti_lane_get(bodies, &seat);
        guest* found = &bodies->meeting->guests[count++];
        *found = (guest){.slot = slot, .stream = body->stream, .number = body->number};
        memcpy(found->position, lane.position, sizeof(found->position));
        found->reach = seat.kind->hull.reach;
        *out_widest = fmax(*out_widest, found->reach);
    }
    return count;
}

// Counting sort into buckets; inside one, guests keep their order.
static void fill_buckets(wafti_meeting* meeting, uint32_t count, double cell_size) {
    uint32_t* starts = meeting->starts;
    memset(starts, 0, ((size_t)meeting->bucket_count + 1) * sizeof(*starts));
    for (uint32_t n = 0; n < count; ++n) {
        guest* who = &meeting->guests[n];
        for (int k = 0; k < 3; ++k) {
            who->cell[k] = (int64_t)floor(who->position[k] / cell_size);
        }
        ++starts[bucket_of(meeting, who->cell) + 1];
    }
    for (uint32_t n = 0; n < meeting->bucket_count; ++n) {
        starts[n + 1] += starts[n];
    }
    // Filling from the back turns each start into that of its own bucket again.
    for (uint32_t n = count; n-- > 0;) {
        const guest* who = &meeting->guests[n];
        member* place = &meeting->members[--starts[bucket_of(meeting, who->cell) + 1]];
        *place = (member){.reach = who->reach, .guest = n};
        memcpy(place->position, who->position, sizeof(place->position));
    }
    for (uint32_t n = 0; n < meeting->bucket_count; ++n) {
        starts[n] = starts[n + 1];
    }
    starts[meeting->bucket_count] = count;
}

static bool is_close(const double a[3], const double b[3], double reach) {
    double apart[3];
    wafti_vector_sub(a, b, apart);
    return wafti_vector_dot(apart, apart) < reach * reach;
}

// Two cells may share a bucket, so that one is found twice.
static int insert_number(uint32_t* list, int count, uint32_t number) {
    int place = count;
    while (place > 0 && list[place - 1] > number) {
        --place;
    }
    if (place == BATCH || (place > 0 && list[place - 1] == number)) {
        return count;
    }
    const int kept = count < BATCH ? count : BATCH - 1;
    memmove(list + place + 1, list + place, (size_t)(kept - place) * sizeof(*list));
    list[place] = number;
    return kept + 1;
}

// The next guests after `after` that are close to `who`, rising.
static int find_close(
    const wafti_meeting* meeting, uint32_t who, uint32_t after, uint32_t out_list[BATCH]) {
    const guest* self = &meeting->guests[who];
    int count = 0;
    for (int n = 0; n < 27; ++n) {
        const int64_t cell[3] = {
            self->cell[0] + n % 3 - 1, self->cell[1] + n / 3 % 3 - 1, self->cell[2] + n / 9 - 1};
        const uint32_t bucket = bucket_of(meeting, cell);
        for (uint32_t m = meeting->starts[bucket]; m < meeting->starts[bucket + 1]; ++m) {
            const member* there = &meeting->members[m];
            if (there->guest > after &&
                is_close(self->position, there->position, self->reach + there->reach)) {
                count = insert_number(out_list, count, there->guest);
            }
        }
    }
    return count;
}

// ---- a pair

typedef struct side {
    wafti_seat seat;
    bool moves;
    wafti_body_lane state;
    wafti_turn turn;
    double inverse[36];
    wafti_contact contact;
    double motion[6];
} side;

static void enter(const waft_bodies* bodies, uint32_t slot, side* out) {
    out->seat = wafti_seat_of(bodies, slot);
    out->moves = (wafti_group_moving(out->seat.group) & out->seat.bit) != 0;
    out->state = wafti_lane_get(bodies, &out->seat);
    out->turn = wafti_turn_of(out->state.rotation);
    wafti_lane_get_motion(&out->state, out->motion);
}

typedef struct overlap {
    double depth;
    double point[3];
    double normal[3]; // from the second to the first
} overlap;

static void ball_at(const side* who, int ball, double out_at[3]) {
    wafti_turn_out(&who->turn, who->seat.kind->balls[ball], out_at);
    wafti_vector_add_scaled(out_at, who->state.position, 1.0);
}

static overlap find_overlap(const side* a, const side* b) {
    overlap best = {.depth = 0.0};
    const wafti_kind* first = a->seat.kind;
    const wafti_kind* second = b->seat.kind;
    for (int i = 0; i < first->ball_count; ++i) {
        double at[3];
        ball_at(a, i, at);
        const double own = first->balls[i][3];
        const bool close = is_close(at, b->state.position, own + second->hull.reach);
        for (int j = 0; j < second->ball_count && close; ++j) {
            double other[3];
            double apart[3];
            ball_at(b, j, other);
            wafti_vector_sub(at, other, apart);
            const double radius = second->balls[j][3];
            const double reach = own + radius - best.depth;
            const double square = wafti_vector_dot(apart, apart);
            if (square >= reach * reach) {
                continue;
            }
            const double distance = wafti_vector_normalize(apart);
            if (!(distance > 0.0)) {
                apart[1] = 1.0; // any direction parts those that coincide
            }
            best.depth += reach - distance;
            memcpy(best.normal, apart, sizeof(apart));
            memcpy(best.point, other, sizeof(other));
            wafti_vector_add_scaled(best.point, apart, radius - 0.5 * best.depth);
        }
    }
    return best;
}

static void prepare(side* who, const overlap* touch) {
    double arm[3];
    wafti_vector_sub(touch->point, who->state.position, arm);
    wafti_turn_in(&who->turn, arm, arm);
    memset(who->inverse, 0, sizeof(who->inverse));
    if (who->moves) {
        wafti_kind_inverse(who->seat.kind, who->seat.group->share[who->seat.lane], who->inverse);
    }
    wafti_contact_make(who->inverse, &who->turn, arm, touch->normal, &who->contact);
}

static double speed_between(const side* a, const side* b, int direction) {
    return wafti_contact_speed(a->contact.along[direction], a->motion) -
           wafti_contact_speed(b->contact.along[direction], b->motion);
}

static void push_apart(side* a, side* b, int direction, double impulse) {
    wafti_contact_push(&a->contact, direction, impulse, a->motion);
    wafti_contact_push(&b->contact, direction, -impulse, b->motion);
}

static void bounce(side* a, side* b) {
    const waft_body_def* first = &a->seat.kind->def;
    const waft_body_def* second = &b->seat.kind->def;
    const double speed = speed_between(a, b, 0);
    const double bouncy = fmax((double)first->restitution, (double)second->restitution);
    const double target = -speed > WAFTI_SLOWEST_BOUNCE ? -speed * bouncy : 0.0;
    const double compliance = a->contact.compliance[0] + b->contact.compliance[0];
    const double impulse = fmax(0.0, (target - speed) / compliance);
    push_apart(a, b, 0, impulse);
    const double rough = sqrt((double)first->friction * (double)second->friction);
    double want[2];
    for (int d = 0; d < 2; ++d) {
        want[d] = -speed_between(a, b, d + 1) /
                  (a->contact.compliance[d + 1] + b->contact.compliance[d + 1]);
    }
    const double length = hypot(want[0], want[1]);
    const double scale = length > rough * impulse ? rough * impulse / length : 1.0;
    for (int d = 0; d < 2; ++d) {
        push_apart(a, b, d + 1, scale * want[d]);
    }
}

static void leave(waft_bodies* bodies, side* who, const double normal[3], double distance) {
    if (!who->moves) {
        return;
    }
    wafti_lane_set_motion(&who->state, who->motion);
    wafti_vector_add_scaled(who->state.position, normal, distance);
    wafti_lane_put(bodies, &who->seat, &who->state);
    who->seat.group->touching |= who->seat.bit;
}

static void meet(waft_bodies* bodies, uint32_t first, uint32_t second) {
    side a;
    side b;
    enter(bodies, first, &a);
    enter(bodies, second, &b);
    if (!a.moves && !b.moves) {
        return;
    }
    const overlap touch = find_overlap(&a, &b);
    if (!(touch.depth > 0.0)) {
        return;
    }
    prepare(&a, &touch);
    prepare(&b, &touch);
    const double approach = -speed_between(&a, &b, 0);
    if (!a.moves || !b.moves) {
        side* still = a.moves ? &b : &a;
        const wafti_seat* seat = &still->seat;
        if ((seat->group->asleep & seat->bit) != 0 && approach > WAFTI_SLOWEST_BOUNCE) {
            wafti_body_wake(bodies, seat);
            still->state = wafti_lane_get(bodies, seat);
            still->moves = (wafti_group_moving(seat->group) & seat->bit) != 0;
        }
        prepare(still, &touch);
    }
    bounce(&a, &b);
    const double slop = 1e-4 * fmin(a.seat.kind->hull.longest, b.seat.kind->hull.longest);
    const double way = WAFTI_PUSH_SHARE * fmax(0.0, touch.depth - slop);
    const double share =
        a.contact.compliance[0] / (a.contact.compliance[0] + b.contact.compliance[0]);
    leave(bodies, &a, touch.normal, way * share);
    leave(bodies, &b, touch.normal, -way * (1.0 - share));
}

void wafti_meeting_run(waft_bodies* bodies) {
    wafti_meeting* meeting = bodies->meeting;
    double widest = 0.0;
    const uint32_t count = gather(bodies, &widest);
    if (count < 2) {
        return;
    }
    sort_guests(meeting, count);
    // Middles of two that touch are at most two reaches apart: cells of that size need one look round.
    fill_buckets(meeting, count, 2.0 * widest);
    for (uint32_t n = 0; n < count; ++n) {
        uint32_t list[BATCH];
        uint32_t after = n;
        int found = BATCH;
        while (found == BATCH) {
            found = find_close(meeting, n, after, list);
            for (int m = 0; m < found; ++m) {
                meet(bodies, meeting->guests[n].slot, meeting->guests[list[m]].slot);
            }
            after = found > 0 ? list[found - 1] : after;
        }
    }
}
