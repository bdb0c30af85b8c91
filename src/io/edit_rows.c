// SPDX-License-Identifier: MIT
#include "io/edit_rows.h"

#include <string.h>

#define FLOATS(name, member, count, need)                                                          \
    { name, offsetof(waft_edit, member), WAFTI_KEY_FLOAT, count, WAFTI_KEY_##need, NULL, 0 }
#define DOUBLES(name, member, count, need)                                                         \
    { name, offsetof(waft_edit, member), WAFTI_KEY_DOUBLE, count, WAFTI_KEY_##need, NULL, 0 }
#define WHOLE(name, member)                                                                        \
    { name, offsetof(waft_edit, member), WAFTI_KEY_WHOLE, 1, WAFTI_KEY_CHANGED, NULL, 0 }
#define FLAG(name, member)                                                                         \
    { name, offsetof(waft_edit, member), WAFTI_KEY_FLAG, 1, WAFTI_KEY_CHANGED, NULL, 0 }
#define WORD(name, member, need, words)                                                            \
    {                                                                                              \
        name, offsetof(waft_edit, member), WAFTI_KEY_WORD, 1, WAFTI_KEY_##need, words,             \
            sizeof(words) / sizeof((words)[0])                                                     \
    }

#define TEXT(name, type, member)                                                                   \
    { name, offsetof(type, member), WAFTI_KEY_TEXT, 1, WAFTI_KEY_CHANGED, NULL, 0 }
// A shape, and the file of it if it is a mesh.
// NOLINTBEGIN(bugprone-macro-parentheses): a place is no expression
#define SHAPE(member)                                                                              \
    WORD("shape", member.kind, SHOWN, shape_words), FLOATS("radius", member.radius, 1, CHANGED),   \
        FLOATS("size", member.size, 3, CHANGED), TEXT("mesh", wafti_edit_text, mesh.name),         \
        {"mesh_key", offsetof(waft_edit, mesh), WAFTI_KEY_HULL, 1, WAFTI_KEY_CHANGED, NULL, 0},    \
        {"mesh_scale", offsetof(wafti_edit_text, mesh.scale), WAFTI_KEY_DOUBLE, 1,                 \
            WAFTI_KEY_CHANGED, NULL, 0},                                                           \
        {"mesh_weld", offsetof(wafti_edit_text, mesh.weld), WAFTI_KEY_DOUBLE, 1,                   \
            WAFTI_KEY_CHANGED, NULL, 0},                                                           \
        {"mesh_flip", offsetof(wafti_edit_text, mesh.flip), WAFTI_KEY_FLAG, 1, WAFTI_KEY_CHANGED,  \
            NULL, 0},                                                                              \
        {"mesh_tidy", offsetof(wafti_edit_text, mesh.tidy), WAFTI_KEY_FLAG, 1, WAFTI_KEY_CHANGED,  \
            NULL, 0},                                                                              \
        TEXT("mesh_object", wafti_edit_text, mesh.object)
// NOLINTEND(bugprone-macro-parentheses)

static const char* const train_words[] = {"plane", "point"};
static const char* const handle_words[] = {"force", "hold"};
static const char* const model_words[] = {"langevin", "kirchhoff"};
static const char* const plate_words[] = {"plate", "strip"};
static const char* const load_words[] = {
    "model", "auto", "plate", "compact", "none", "linear", "mujoco", "glide"};
static const char* const noise_words[] = {"model", "seen", "mass", "direct", "off"};
static const char* const integrator_words[] = {"rk4", "midpoint"};
static const char* const wind_words[] = {"uniform", "gust", "sine", "curl"};
static const char* const shape_words[] = {"sphere", "box", "capsule", "mesh", "plane"};
static const char* const mode_words[] = {"hold", "add"};

static const wafti_edit_key train_keys[] = {
    WORD("shape", train.shape, SHOWN, train_words),
    FLOATS("direction", train.direction, 2, SHOWN),
    FLOATS("center", train.center, 2, SHOWN),
    FLOATS("amplitude", train.amplitude, 1, SHOWN),
    FLOATS("length", train.length, 1, NOT_ZERO),
    FLOATS("period", train.period, 1, NOT_ZERO),
    FLOATS("wavenumber", train.wavenumber, 1, NOT_ZERO),
    FLOATS("phase", train.phase, 1, SHOWN),
};

// A brush or a grip has no default place or size.
static const wafti_edit_key brush_keys[] = {
    FLOATS("at", brush.at, 2, MUST),
    FLOATS("radius", brush.radius, 1, MUST),
    FLOATS("height", brush.height, 1, MUST),
};

static const wafti_edit_key grip_keys[] = {
    FLOATS("at", grip.at, 3, MUST),
    FLOATS("to", grip.to, 3, MUST),
    FLOATS("most", grip.most, 1, MUST),
};

static const wafti_edit_key handle_keys[] = {
    WORD("kind", handle.kind, SHOWN, handle_words),
    FLOATS("at", handle.at, 2, MUST),
    FLOATS("force", handle.force, 1, SHOWN),
    FLOATS("level", handle.level, 1, SHOWN),
    FLOATS("most", handle.most, 1, SHOWN),
};

// A body that is there keeps its hull, which is then not given.
enum { BODY_STATE_KEYS = 5 };
static const wafti_edit_key body_keys[] = {
    {"hull", offsetof(waft_edit, hull), WAFTI_KEY_HULL, 1, WAFTI_KEY_MUST, NULL, 0},
    DOUBLES("position", body.state.position, 3, MUST),
    DOUBLES("rotation", body.state.rotation, 4, CHANGED),
    DOUBLES("velocity", body.state.velocity, 3, CHANGED),
    DOUBLES("spin", body.state.spin, 3, CHANGED),
    WORD("model", body.model, CHANGED, model_words),
    WORD("loads", body.loads, CHANGED, load_words),
    WORD("plate_set", body.plate.set, CHANGED, plate_words),
    FLOATS("plate_lift", body.plate.lift, 1, CHANGED),
    FLOATS("plate_spin_lift", body.plate.spin_lift, 1, CHANGED),
    FLOATS("plate_face_drag", body.plate.face_drag, 1, CHANGED),
    FLOATS("plate_edge_drag", body.plate.edge_drag, 1, CHANGED),
    FLOATS("plate_damping", body.plate.damping, 2, CHANGED),
    FLOATS("plate_twist", body.plate.twist, 1, CHANGED),
    FLAG("plate_viscous", body.plate.viscous),
    FLOATS("side_drag", body.compact.side_drag, 1, CHANGED),
    FLOATS("lift", body.compact.lift, 1, CHANGED),
    FLOATS("magnus", body.compact.magnus, 1, CHANGED),
    FLOATS("damping", body.compact.damping, 2, CHANGED),
    FLOATS("twist", body.compact.twist, 1, CHANGED),
    FLOATS("drag", body.drag, 1, CHANGED),
    FLOATS("spin_drag", body.spin_drag, 1, CHANGED),
    FLAG("buoyancy", body.buoyancy),
    WORD("noise", body.noise, CHANGED, noise_words),
    FLAG("stationary", body.stationary),
    FLAG("start_stationary", body.start_stationary),
    FLAG("taylor", body.taylor),
    FLAG("swirl", body.swirl),
    FLOATS("gust_rate", body.gust_rate, 1, CHANGED),
    FLOATS("gust_speed", body.gust_speed, 1, CHANGED),
    FLOATS("viscosity", body.viscosity, 1, CHANGED),
    WORD("integrator", body.integrator, CHANGED, integrator_words),
    FLAG("precise", body.precise),
    FLOATS("restitution", body.restitution, 1, CHANGED),
    FLOATS("friction", body.friction, 1, CHANGED),
    WHOLE("stream", body.stream),
    DOUBLES("start", body.start, 1, CHANGED),
};

static const wafti_edit_key place_keys[] = {
    DOUBLES("position", state.position, 3, MUST),
    DOUBLES("rotation", state.rotation, 4, MUST),
    DOUBLES("velocity", state.velocity, 3, MUST),
    DOUBLES("spin", state.spin, 3, MUST),
};

static const wafti_edit_key push_keys[] = {
    FLOATS("impulse", push.impulse, 3, MUST),
    FLOATS("point", push.point, 3, MUST),
};

static const wafti_edit_key wind_keys[] = {
    WORD("kind", wind.kind, SHOWN, wind_words),
    FLOATS("velocity", wind.velocity, 3, CHANGED),
    FLOATS("direction", wind.direction, 3, CHANGED),
    FLOATS("speed", wind.speed, 1, CHANGED),
    FLOATS("time", wind.time, 1, CHANGED),
    FLOATS("length", wind.length, 1, CHANGED),
    WHOLE("seed", wind.seed),
};

static const wafti_edit_key source_keys[] = {
    SHAPE(source.shape),
    FLOATS("position", source.pose.position, 3, MUST),
    FLOATS("rotation", source.pose.rotation, 4, CHANGED),
    WORD("mode", source.mode, CHANGED, mode_words),
    FLOATS("density", source.density, 1, CHANGED),
    FLOATS("temperature", source.temperature, 1, CHANGED),
    FLOATS("time", source.time, 1, CHANGED),
    FLAG("has_velocity", source.has_velocity),
    FLOATS("velocity", source.velocity, 3, CHANGED),
    FLOATS("expansion", source.expansion, 1, CHANGED),
    FLOATS("noise", source.noise.amount, 1, CHANGED),
    FLOATS("noise_length", source.noise.length, 1, CHANGED),
    FLOATS("noise_speed", source.noise.speed, 1, CHANGED),
    FLOATS("scalars_low", source.scalars[0], 4, CHANGED),
    FLOATS("scalars_high", source.scalars[4], 4, CHANGED),
    DOUBLES("start", source.start, 1, CHANGED),
    DOUBLES("end", source.end, 1, CHANGED),
};

static const wafti_edit_key solid_keys[] = {
    TEXT("name", waft_edit, solid.name),
    SHAPE(solid.shape),
    FLOATS("position", solid.pose.position, 3, CHANGED),
    FLOATS("rotation", solid.pose.rotation, 4, CHANGED),
    {"poses", offsetof(waft_edit, solid.keys), WAFTI_KEY_POSES, 1, WAFTI_KEY_CHANGED, NULL, 0},
    {"angles", offsetof(waft_edit, solid.angles), WAFTI_KEY_ANGLES, 1, WAFTI_KEY_CHANGED, NULL, 0},
    FLOATS("axis", solid.axis, 3, CHANGED),
    FLAG("no_slip", solid.no_slip),
    FLAG("displace", solid.displace),
    WHOLE("felt_by", solid.felt_by),
};

static const wafti_edit_key pose_keys[] = {
    FLOATS("position", pose.position, 3, MUST),
    FLOATS("rotation", pose.rotation, 4, MUST),
};

static const wafti_edit_key immersion_keys[] = {
    FLAG("displace", immersion.displace),
    FLAG("no_slip", immersion.no_slip),
};

static const wafti_edit_key block_keys[] = {
    SHAPE(block.shape),
    FLOATS("position", block.pose.position, 3, MUST),
    FLOATS("rotation", block.pose.rotation, 4, CHANGED),
    FLOATS("velocity", block.velocity, 3, CHANGED),
    FLOATS("jitter", block.jitter, 1, CHANGED),
};

static const wafti_edit_key emitter_keys[] = {
    FLOATS("center", emitter.center, 3, MUST),
    FLOATS("direction", emitter.direction, 3, CHANGED),
    FLOATS("radius", emitter.radius, 1, CHANGED),
    FLOATS("size", emitter.size, 2, CHANGED),
    FLOATS("speed", emitter.speed, 1, CHANGED),
    DOUBLES("start", emitter.start, 1, CHANGED),
    DOUBLES("end", emitter.end, 1, CHANGED),
    WHOLE("limit", emitter.limit),
};

static const wafti_edit_key sink_keys[] = {
    SHAPE(sink.shape),
    FLOATS("position", sink.pose.position, 3, MUST),
    FLOATS("rotation", sink.pose.rotation, 4, MUST),
};

static const wafti_edit_key parcel_keys[] = {
    FLOATS("position", parcel.position, 3, MUST),
    FLOATS("velocity", parcel.velocity, 3, MUST),
    FLOATS("volume", parcel.volume, 1, MUST),
    WHOLE("patch", parcel.patch),
};

static void fill_train(waft_edit* edit) {
    edit->train = waft_train_def_default();
}

static void fill_handle(waft_edit* edit) {
    edit->handle = waft_handle_def_default();
}

static void fill_body(waft_edit* edit) {
    edit->body = waft_body_def_default();
}

static void fill_wind(waft_edit* edit) {
    edit->wind = waft_wind_def_default();
}

static void fill_source(waft_edit* edit) {
    edit->source = waft_source_def_default();
}

static void fill_solid(waft_edit* edit) {
    edit->solid = waft_solid_def_default();
}

static void fill_block(waft_edit* edit) {
    edit->block = waft_liquid_block_def_default();
}

static void fill_emitter(waft_edit* edit) {
    edit->emitter = waft_liquid_emitter_def_default();
}

#define KEYS(keys) keys, (int)(sizeof(keys) / sizeof((keys)[0]))

static const wafti_edit_row rows[WAFT_EDIT_KIND_COUNT] = {
    [WAFT_EDIT_ADD_TRAIN] = {"add_train", KEYS(train_keys), false, fill_train, 0},
    [WAFT_EDIT_REMOVE_TRAIN] = {"remove_train", NULL, 0, true, NULL, 0},
    [WAFT_EDIT_BRUSH] = {"brush", KEYS(brush_keys), false, NULL, 0},
    [WAFT_EDIT_TERRAIN] = {"terrain", KEYS(brush_keys), false, NULL, 0},
    [WAFT_EDIT_HOLD] = {"hold", KEYS(grip_keys), true, NULL, 0},
    [WAFT_EDIT_LET_GO] = {"let_go", NULL, 0, true, NULL, 0},
    [WAFT_EDIT_ADD_HANDLE] = {"add_handle", KEYS(handle_keys), false, fill_handle, 0},
    [WAFT_EDIT_REMOVE_HANDLE] = {"remove_handle", NULL, 0, true, NULL, 0},
    [WAFT_EDIT_ADD_BODY] = {"add_body", KEYS(body_keys), false, fill_body, 0},
    [WAFT_EDIT_REMOVE_BODY] = {"remove_body", NULL, 0, true, NULL, 0},
    [WAFT_EDIT_PLACE_BODY] = {"place_body", KEYS(place_keys), true, NULL, 0},
    [WAFT_EDIT_PUSH_BODY] = {"push_body", KEYS(push_keys), true, NULL, 0},
    [WAFT_EDIT_SET_BODY] = {"set_body", body_keys + BODY_STATE_KEYS,
        (int)(sizeof(body_keys) / sizeof(body_keys[0])) - BODY_STATE_KEYS, true, fill_body, 0},
    [WAFT_EDIT_ADD_WIND] = {"add_wind", KEYS(wind_keys), false, fill_wind, 0},
    [WAFT_EDIT_SET_WIND] = {"set_wind", KEYS(wind_keys), true, fill_wind, 0},
    [WAFT_EDIT_ADD_SOURCE] = {"add_source", KEYS(source_keys), false, fill_source,
        offsetof(waft_edit, source.shape)},
    [WAFT_EDIT_SET_SOURCE] = {"set_source", KEYS(source_keys), true, fill_source, 0},
    [WAFT_EDIT_REMOVE_SOURCE] = {"remove_source", NULL, 0, true, NULL, 0},
    [WAFT_EDIT_ADD_SOLID] = {"add_solid", KEYS(solid_keys), false, fill_solid,
        offsetof(waft_edit, solid.shape)},
    [WAFT_EDIT_MOVE_SOLID] = {"move_solid", KEYS(pose_keys), true, NULL, 0},
    [WAFT_EDIT_REMOVE_SOLID] = {"remove_solid", NULL, 0, true, NULL, 0},
    [WAFT_EDIT_SOLIDIFY_BODY] = {"solidify_body", NULL, 0, true, NULL, 0},
    [WAFT_EDIT_IMMERSE_BODY] = {"immerse_body", KEYS(immersion_keys), true, NULL, 0},
    [WAFT_EDIT_ADD_BLOCK] = {"add_block", KEYS(block_keys), false, fill_block,
        offsetof(waft_edit, block.shape)},
    [WAFT_EDIT_ADD_EMITTER] = {"add_emitter", KEYS(emitter_keys), false, fill_emitter, 0},
    [WAFT_EDIT_SET_EMITTER] = {"set_emitter", KEYS(emitter_keys), true, fill_emitter, 0},
    [WAFT_EDIT_REMOVE_EMITTER] = {"remove_emitter", NULL, 0, true, NULL, 0},
    [WAFT_EDIT_ADD_SINK] = {"add_sink", KEYS(sink_keys), false, NULL,
        offsetof(waft_edit, sink.shape)},
    [WAFT_EDIT_REMOVE_SINK] = {"remove_sink", NULL, 0, true, NULL, 0},
    [WAFT_EDIT_INJECT] = {"inject", KEYS(parcel_keys), false, NULL, 0},
};

const wafti_edit_row* wafti_edit_row_of(waft_edit_kind kind) {
    return kind > WAFT_EDIT_SET && kind < WAFT_EDIT_KIND_COUNT ? &rows[kind] : NULL;
}

void wafti_edit_text_init(wafti_edit_text* text, const wafti_edit_row* row) {
    memset(text, 0, sizeof(*text));
    text->mesh = waft_mesh_options_default();
    text->mesh.name = NULL;
    if (row->fill != NULL) {
        row->fill(&text->edit);
    }
}

size_t wafti_edit_key_size(const wafti_edit_key* key) {
    static const size_t sizes[] = {[WAFTI_KEY_FLOAT] = sizeof(float),
        [WAFTI_KEY_DOUBLE] = sizeof(double),
        [WAFTI_KEY_WHOLE] = sizeof(uint32_t),
        [WAFTI_KEY_FLAG] = sizeof(bool),
        [WAFTI_KEY_WORD] = sizeof(uint32_t),
        [WAFTI_KEY_HULL] = sizeof(uint64_t),
        [WAFTI_KEY_TEXT] = sizeof(const char*),
        [WAFTI_KEY_POSES] = sizeof(const waft_solid_key*),
        [WAFTI_KEY_ANGLES] = sizeof(const waft_key*)};
    return sizes[key->type];
}
