// SPDX-License-Identifier: MIT
// A program that was compiled with the headers of another version. tests/abi/old_caller.py makes these:
// in the older ones structs lack their last members, in the newer ones (NEWER) they have one more.
#include <stdio.h>
#include <string.h>

#include <waft/waft.h>

enum { GUARD = 64, FILL = 0xA5 };

static int failures;

static void check(bool good, const char* what) {
    if (!good) {
        (void)fprintf(stderr, "failed: %s\n", what);
        ++failures;
    }
}

static bool is_intact(const unsigned char* bytes) {
    for (int i = 0; i < GUARD; ++i) {
        if (bytes[i] != FILL) {
            return false;
        }
    }
    return true;
}

// A struct with a guard behind it: what the library must neither read nor write.
#define GUARDED(type, name)                                                                        \
    union {                                                                                        \
        type value;                                                                                \
        unsigned char bytes[sizeof(type) + GUARD];                                                 \
    } name;                                                                                        \
    memset(&(name), FILL, sizeof(name))
#define DEFAULT(type, name)                                                                        \
    GUARDED(type, name);                                                                           \
    type##_fill(&(name).value, sizeof((name).value));                                              \
    check(is_intact((name).bytes + sizeof(type)), #type "_fill() stays within")
#define READ(type, name, call)                                                                     \
    GUARDED(type, name);                                                                           \
    call;                                                                                          \
    check(is_intact((name).bytes + sizeof(type)), #call " stays within")

static waft_hull* bake_ball(void) {
    GUARDED(waft_hull_def, def);
    check(waft_hull_preset("ball", &def.value) == WAFT_OK, "a preset");
    check(is_intact(def.bytes + sizeof(def.value)), "waft_hull_preset() stays within");
    def.value.detail = 1;
    def.value.turbulence.bake = false;
    waft_hull* hull = NULL;
    waft_error error = {.sentence = ""};
    check(waft_hull_bake(&def.value, &hull, &error) == WAFT_OK, error.sentence);
    READ(waft_hull_info, info, waft_hull_read_info(hull, &info.value, sizeof(info.value)));
    check(info.value.mass > 0.0, "the mass of a hull");
    READ(waft_mesh_info, mesh,
        waft_mesh_read_info(waft_hull_mesh(hull), &mesh.value, sizeof(mesh.value)));
    check(mesh.value.closed, "the mesh of a hull");
    return hull;
}

static void add_smoke(waft_world* world) {
    DEFAULT(waft_smoke_def, def);
    for (int axis = 0; axis < 3; ++axis) {
        def.value.cells[axis] = 8;
    }
    waft_smoke* smoke = NULL;
    check(waft_world_create_smoke(world, &def.value, &smoke) == WAFT_OK, waft_world_error(world));
    DEFAULT(waft_source_def, source);
    waft_source_id id;
    check(waft_smoke_add_source(smoke, &source.value, &id) == WAFT_OK, waft_world_error(world));
}

static void add_bodies(waft_world* world, const waft_hull* hull) {
    DEFAULT(waft_bodies_def, def);
    waft_bodies* bodies = NULL;
    check(waft_world_create_bodies(world, &def.value, &bodies) == WAFT_OK, waft_world_error(world));
    DEFAULT(waft_body_def, body);
    body.value.hull = hull;
    body.value.noise = WAFT_NOISE_OFF;
    check(waft_bodies_add(bodies, &body.value, NULL) == WAFT_OK, waft_world_error(world));
}

static void add_water(waft_world* world) {
    DEFAULT(waft_water_def, def);
    def.value.cells[0] = def.value.cells[1] = 16;
    waft_water* water = NULL;
    check(waft_world_create_water(world, &def.value, &water) == WAFT_OK, waft_world_error(world));
}

static void add_liquid(waft_world* world) {
    DEFAULT(waft_liquid_def, def);
    def.value.max_particles = 1000;
    def.value.spacing = 0.1f;
    def.value.high = (waft_vec3){1.0f, 1.0f, 1.0f};
    waft_liquid* liquid = NULL;
    check(waft_world_create_liquid(world, &def.value, &liquid) == WAFT_OK, waft_world_error(world));
}

static void read_all(waft_world* world) {
    const waft_smoke* smoke = waft_world_smoke(world);
    READ(waft_smoke_stats, gas, waft_smoke_read_stats(smoke, &gas.value, sizeof(gas.value)));
    check(gas.value.substeps >= 1, "figures of the smoke");
    READ(waft_smoke_def, def, waft_smoke_read_def(smoke, &def.value, sizeof(def.value)));
    check(
        def.value.struct_size == sizeof(def.value) && def.value.cells[0] == 8, "def of the smoke");
    READ(waft_bodies_stats, crowd,
        waft_bodies_read_stats(waft_world_bodies(world), &crowd.value, sizeof(crowd.value)));
    check(crowd.value.count == 1, "figures of the bodies");
    READ(waft_liquid_stats, liquid,
        waft_liquid_read_stats(waft_world_liquid(world), &liquid.value, sizeof(liquid.value)));
}

static void use_short_structs(void) {
    DEFAULT(waft_world_def, def);
    waft_world* world = NULL;
    waft_error error = {.sentence = ""};
    check(waft_world_create(&def.value, &world, &error) == WAFT_OK, error.sentence);
    waft_hull* hull = bake_ball();
    add_smoke(world);
    add_bodies(world, hull);
    add_water(world);
    add_liquid(world);
    for (int step = 0; step < 3; ++step) {
        check(waft_world_step(world) == WAFT_OK, waft_world_error(world));
    }
    read_all(world);
    waft_world_destroy(world);
    waft_hull_destroy(hull);
}

#if defined(NEWER)
static void use_long_structs(void) {
    waft_world_def def = waft_world_def_default();
    check(def.struct_size == sizeof(def) && def.added_later == 0, "what is not known is zero");
    waft_world* world = NULL;
    waft_error error = {.sentence = ""};
    check(waft_world_create(&def, &world, &error) == WAFT_OK, error.sentence);
    waft_smoke_def smoke_def = waft_smoke_def_default();
    smoke_def.added_later = 1;
    waft_smoke* smoke = NULL;
    check(waft_world_create_smoke(world, &smoke_def, &smoke) == WAFT_ERR_ARGUMENT && smoke == NULL,
        "what is not known is refused");
    (void)printf("refused: %s\n", waft_world_error(world));
    waft_world_destroy(world);
    def.added_later = 1;
    check(waft_world_create(&def, &world, &error) == WAFT_ERR_ARGUMENT && world == NULL,
        "what is not known is refused");
}
#endif

int main(void) {
    use_short_structs();
#if defined(NEWER)
    use_long_structs();
#endif
    return failures == 0 ? 0 : 1;
}
