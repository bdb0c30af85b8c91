// SPDX-License-Identifier: MIT
// The parts of a liquid (docs/spec/sph.md#verification): kernels and lattice constants, walls and their
// balance, neighbours, the pressure operator, momentum of a free block.
#include "liquid/solver.h"
#include "liquid_fixture.h"
#include "math/philox.h"
#include "verify/verify.h"

// ---- kernel-integrals

static double integral_of(wafti_kernel_kind kind, int dimension, double h) {
    enum { N = 20000 };
    double sum = 0.0;
    for (int i = 0; i < N; ++i) {
        const double r = h * (i + 0.5) / N;
        const double shell = dimension == 3 ? 4.0 * M_PI * r * r : 2.0 * M_PI * r;
        sum += shell * wafti_kernel_value(kind, dimension, h, r) * h / N;
    }
    return sum;
}

static double slope_error(wafti_kernel_kind kind, int dimension, double h) {
    double worst = 0.0;
    double greatest = 0.0;
    for (int i = 1; i < 100; ++i) {
        const double r = h * i / 100.3;
        const double e = 1e-6 * h;
        const double difference = (wafti_kernel_value(kind, dimension, h, r - e) -
                                      wafti_kernel_value(kind, dimension, h, r + e)) /
                                  (2.0 * e);
        const double slope = wafti_kernel_slope(kind, dimension, h, r);
        worst = verify_worse(worst, fabs(difference - slope));
        greatest = verify_worse(greatest, fabs(slope));
    }
    return worst / greatest;
}

static int verify_kernels(void) {
    static const char* const names[] = {"cubic", "wendland", "poly6", "spiky"};
    verify_table table = verify_open("kernel-integrals");
    for (int kind = 0; kind < 4; ++kind) {
        for (int dimension = 2; dimension <= 3; ++dimension) {
            char name[64];
            (void)snprintf(name, sizeof(name), "integral of %s, %d-D", names[kind], dimension);
            (void)verify_near(
                &table, name, 1.0, integral_of((wafti_kernel_kind)kind, dimension, 0.7), 1e-6);
            (void)snprintf(name, sizeof(name), "slope of %s, %d-D", names[kind], dimension);
            (void)verify_most(
                &table, name, 1e-5, slope_error((wafti_kernel_kind)kind, dimension, 0.7));
        }
    }
    return verify_close(&table);
}

// ---- lattice-sums

typedef struct lattice_row {
    waft_liquid_kernel kernel;
    int dimension;
    double support, value_scale, share, slope, reach, scale, viscosity;
} lattice_row;

static int verify_lattice(void) {
    static const lattice_row rows[] = {
        {WAFT_LIQUID_CUBIC, 3, 2.0, 1.0000, 0.1497, 1.0201, 0.9402, 1.4583, 1.0120},
        {WAFT_LIQUID_CUBIC, 2, 2.0, 0.9991, 0.1592, 1.0122, 0.9720, 1.3909, 1.1574},
        {WAFT_LIQUID_WENDLAND, 3, 2.0, 0.9673, 0.1236, 0.9501, 0.8904, 1.4670, 1.0120},
        {WAFT_LIQUID_WENDLAND, 2, 2.0, 0.9638, 0.1309, 0.9409, 0.9174, 1.3898, 1.1574},
        {WAFT_LIQUID_WENDLAND, 3, 2.4, 0.9828, 0.1873, 0.9488, 1.0923, 1.1749, 1.0347},
        {WAFT_LIQUID_MUELLER, 3, 2.0, 0.9903, 0.1909, 0.9563, 1.0989, 1.1793, 1.0120},
    };
    static const char* const names[] = {"cubic", "wendland", "mueller"};
    verify_table table = verify_open("lattice-sums");
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
        const lattice_row* row = &rows[i];
        wafti_calibration c;
        const double d = 0.3;
        wafti_calibrate(&c, row->kernel, row->dimension, d, row->support);
        const double want[] = {
            row->value_scale, row->share, row->slope, row->reach, row->scale, row->viscosity};
        const double got[] = {c.value_scale, c.wall_share, c.wall_slope * d, c.wall_reach / d,
            c.wall_scale, c.viscosity_scale};
        static const char* const parts[] = {"c_W", "L0", "S0 d", "b/d", "c", "c_nu"};
        for (int n = 0; n < 6; ++n) {
            char name[64];
            (void)snprintf(name, sizeof(name), "%s s %.1f, %d-D: %s", names[row->kernel],
                row->support, row->dimension, parts[n]);
            (void)verify_near(&table, name, want[n], got[n], 5.1e-5);
        }
    }
    return verify_close(&table);
}

// A cube of 12^3 that fills a box, so that all layers, edges and corners are there.
static liquid_fixture open_full(waft_liquid_kernel kernel, waft_liquid_method method) {
    waft_liquid_def def = liquid_box(0.1f, 1.2f, 1.2f, 1.2f);
    def.kernel = kernel;
    def.method = method;
    def.sides[3] = WAFT_LIQUID_WALL;
    liquid_fixture f = liquid_open(&def, 0.001, 0.0f, 1);
    (void)liquid_block(&f, 0.0f, 0.0f, 0.0f, 1.2f, 1.2f, 1.2f);
    return f;
}

// How many axes have the particle in their first or last layer, and the deepest layer.
static int count_faces(const waft_liquid* liquid, uint32_t i, int* layer) {
    int faces = 0;
    *layer = 6;
    for (int axis = 0; axis < 3; ++axis) {
        int n = (int)floor((double)liquid->now.x[axis][i] / 0.1);
        n = n > 5 ? 11 - n : n;
        faces += n == 0;
        *layer = n < *layer ? n : *layer;
    }
    return faces;
}

static int verify_layers(waft_liquid_kernel kernel, const char* name_of) {
    liquid_fixture f = open_full(kernel, WAFT_LIQUID_WCSPH);
    wafti_liquid_sweep_density(f.liquid);
    double layers[3] = {0.0, 0.0, 0.0};
    double edge = 0.0;
    double corner = 0.0;
    for (uint32_t i = 0; i < f.liquid->count; ++i) {
        int layer = 0;
        const int faces = count_faces(f.liquid, i, &layer);
        const double off = fabs((double)f.liquid->rh[i] - 1.0);
        if (faces <= 1 && layer < 3) {
            // Layers 1 and 2 over a face, away from edges, and the inner ones.
            layers[layer] = verify_worse(layers[layer], faces == 0 && layer == 0 ? 0.0 : off);
        }
        edge = faces == 2 ? (double)f.liquid->rh[i] : edge;
        corner = faces == 3 ? (double)f.liquid->rh[i] : corner;
    }
    verify_table table = verify_open("lattice-sums");
    for (int layer = 0; layer < 3; ++layer) {
        char name[64];
        (void)snprintf(name, sizeof(name), "%s: rh - 1 of layer %d", name_of, layer + 1);
        (void)verify_most(&table, name, 1e-4, layers[layer]);
    }
    if (kernel == WAFT_LIQUID_CUBIC) {
        (void)verify_near(&table, "cubic: rh of an edge", 0.997, edge, 0.001);
        (void)verify_near(&table, "cubic: rh of a corner", 0.992, corner, 0.001);
    }
    liquid_close(&f);
    return verify_close(&table);
}

// ---- wall-derivative

static double uniform(uint64_t index, int word) {
    return (double)wafti_uniform(wafti_random(3, 1, 0, index).word[word]);
}

static double wall_error(const waft_liquid* liquid, const double place[3]) {
    double flux = 0.0;
    double gradient[3];
    (void)wafti_liquid_wall_at(liquid, place, gradient, &flux);
    double worst = 0.0;
    double length = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        const double e = 1e-6;
        double moved[3] = {place[0], place[1], place[2]};
        double unused[3];
        moved[axis] = place[axis] + e;
        const double above = wafti_liquid_wall_at(liquid, moved, unused, &flux);
        moved[axis] = place[axis] - e;
        const double below = wafti_liquid_wall_at(liquid, moved, unused, &flux);
        worst = verify_worse(worst, fabs((above - below) / (2.0 * e) - gradient[axis]));
        length += gradient[axis] * gradient[axis];
    }
    return length > 0.0 ? worst / sqrt(length) : worst;
}

static int verify_walls(void) {
    verify_table table = verify_open("wall-derivative");
    waft_liquid_def def = liquid_box(0.1f, 1.2f, 1.2f, 1.2f);
    def.sides[3] = WAFT_LIQUID_WALL;
    liquid_fixture f = liquid_open(&def, 0.001, 0.0f, 1);
    waft_solid_def ball = liquid_ball(0.2f, 0.3f, 0.3f, 0.6f);
    if (waft_world_add_solid(f.world, &ball, &(waft_solid_id){0}) != WAFT_OK) {
        ++table.failures;
    }
    double worst[4] = {0.0};
    for (uint64_t n = 0; n < 2000; ++n) {
        const int walls = (int)(n % 4);
        double place[3] = {0.6, 0.6, 0.6};
        for (int axis = 0; axis < 3 && axis < (walls == 0 ? 3 : walls); ++axis) {
            place[axis] =
                walls == 0 ? 0.6 * uniform(n, axis) + 0.01 : 0.0101 + 0.084 * uniform(n, axis);
        }
        if (walls == 0) {
            place[2] = 0.3 + 0.6 * uniform(n, 2);
        }
        worst[walls] = verify_worse(worst[walls], wall_error(f.liquid, place));
    }
    (void)verify_most(&table, "gradient of lam, near a sphere and planes", 1e-4, worst[0]);
    (void)verify_most(&table, "gradient of lam, near 1 plane", 1e-4, worst[1]);
    (void)verify_most(&table, "gradient of lam, near 2 planes", 1e-4, worst[2]);
    (void)verify_most(&table, "gradient of lam, near 3 planes", 1e-4, worst[3]);
    // Where one wall alone reaches 1 the rule changes; lam itself must not jump.
    double jump = 0.0;
    double last = 0.0;
    for (int n = 0; n <= 4000; ++n) {
        const double place[3] = {0.02 - 0.03 * n / 4000.0, 0.03, 0.6};
        double flux = 0.0;
        double gradient[3];
        const double lam = wafti_liquid_wall_at(f.liquid, place, gradient, &flux);
        jump = n > 0 ? verify_worse(jump, fabs(lam - last)) : jump;
        last = lam;
    }
    (void)verify_most(&table, "step of lam across the rule of lam >= 1", 1e-3, jump);
    liquid_close(&f);
    return verify_close(&table);
}

// ---- wall-balance

// Axes along which the particle lies in one of the two layers at a wall.
static int count_rims(const waft_liquid* liquid, uint32_t i) {
    int rims = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const int n = (int)floor((double)liquid->now.x[axis][i] / 0.1);
        rims += n < 2 || n > 9;
    }
    return rims;
}

static int verify_balance(void) {
    verify_table table = verify_open("wall-balance");
    liquid_fixture f = open_full(WAFT_LIQUID_CUBIC, WAFT_LIQUID_WCSPH);
    waft_liquid* liquid = f.liquid;
    wafti_liquid_sweep_density(liquid);
    for (uint32_t i = 0; i < liquid->count; ++i) {
        liquid->now.k[i] = 1.0f;
        liquid->inverse[i] = 1.0f;
    }
    wafti_liquid_sweep_force(liquid);
    double worst[5] = {0.0};
    for (uint32_t i = 0; i < liquid->count; ++i) {
        double square = 0.0;
        for (int axis = 0; axis < 3; ++axis) {
            const double a = (double)liquid->a[axis][i] - (double)liquid->wall[axis][i];
            square += a * a;
        }
        int layer = 0;
        const int faces = count_faces(liquid, i, &layer);
        const int place = faces == 1 && count_rims(liquid, i) > 1 ? 4 : faces;
        worst[place] = verify_worse(worst[place], sqrt(square) * liquid->d);
    }
    (void)verify_most(&table, "a d/k inside", 1e-4, worst[0]);
    (void)verify_most(&table, "a d/k in the layer at a wall", 1e-4, worst[1]);
    (void)verify_told(&table, "a d/k in that layer beside an edge", worst[4]);
    (void)verify_told(&table, "a d/k at an edge", worst[2]);
    (void)verify_told(&table, "a d/k at a corner", worst[3]);
    liquid_close(&f);
    return verify_close(&table);
}

// ---- neighbours

typedef struct crowd {
    const char* name;
    double (*place)(uint64_t index, int axis);
    uint32_t count;
    bool periodic;
    waft_result lists; // 2000 in one cell are more than lists have room for
} crowd;

enum { MOST_CROWD = 4000, FAR = 0, OPEN, NEAR };

static double scattered(uint64_t index, int axis) {
    return 1.2 * uniform(index, axis);
}

// 2000 in one cell, the others anywhere.
static double clustered(uint64_t index, int axis) {
    return index < 2000 ? 0.5 + 0.05 * uniform(index, axis) : 1.2 * uniform(index, axis);
}

// On faces, edges and corners of the domain and of cells.
static double on_faces(uint64_t index, int axis) {
    const double whole = 0.1 * floor(13.0 * uniform(index, axis) * 0.99999);
    return whole < 1.2 ? whole : 1.2;
}

// Neighbours of one particle by all pairs. Of pairs whose distance is the reach, but for rounding, it is
// open whether they are neighbours; they weigh nothing.
typedef struct brute {
    double density;
    uint32_t sure, open;
    uint8_t kind[MOST_CROWD]; // of each other particle: FAR, OPEN or NEAR
} brute;

static void find_brute(const waft_liquid* liquid, uint32_t i, bool periodic, brute* out) {
    const double reach = liquid->h * liquid->h;
    out->density = 0.0;
    out->sure = out->open = 0;
    for (uint32_t j = 0; j < liquid->count; ++j) {
        double square = 0.0;
        for (int axis = 0; axis < 3; ++axis) {
            double off = (double)liquid->now.x[axis][i] - (double)liquid->now.x[axis][j];
            off -= periodic ? 1.2 * rint(off / 1.2) : 0.0;
            square += off * off;
        }
        const bool open = fabs(square - reach) <= 1e-5 * reach;
        out->kind[j] = j == i ? FAR : (open ? OPEN : (square < reach ? NEAR : FAR));
        out->open += out->kind[j] == OPEN;
        out->sure += out->kind[j] == NEAR;
        out->density += liquid->calibration.volume * liquid->calibration.value_scale *
                        wafti_kernel_value(WAFTI_KERNEL_CUBIC, 3, liquid->h, sqrt(square));
    }
}

// Whether a list has each neighbour once and nothing else, but for the particle itself.
static bool is_list(const waft_liquid* liquid, uint32_t i, brute* want) {
    const wafti_list* list = &liquid->list;
    uint32_t found = 0;
    for (uint32_t n = 0; n < list->padded[i]; ++n) {
        uint32_t record = 0;
        memcpy(&record, &list->j[list->first[i] + n], sizeof(record));
        const uint32_t j = record / 4;
        if (j == i) {
            continue;
        }
        if (j >= liquid->count || want->kind[j] == FAR) {
            return false;
        }
        found += want->kind[j] == NEAR;
        want->kind[j] = FAR; // a second time is one too many
    }
    return found == want->sure;
}

// Particles put in place without the checks of blocks, which would refuse them.
static void place_crowd(waft_liquid* liquid, const crowd* c) {
    liquid->count = c->count;
    for (uint32_t i = 0; i < c->count; ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            liquid->now.x[axis][i] = (float)c->place(i, axis);
        }
        liquid->now.id[i] = i;
    }
    wafti_liquid_sort(liquid);
}

static void verify_crowd(verify_table* table, const crowd* c) {
    waft_liquid_def def = liquid_box(0.1f, 1.2f, 1.2f, 1.2f);
    def.method = WAFT_LIQUID_DFSPH;
    for (int side = 0; side < 6; ++side) {
        def.sides[side] = c->periodic ? WAFT_LIQUID_PERIODIC : WAFT_LIQUID_WALL;
    }
    liquid_fixture f = liquid_open(&def, 0.001, 0.0f, 1);
    waft_liquid* liquid = f.liquid;
    place_crowd(liquid, c);
    double lost = (double)c->count - (double)liquid->count;
    wafti_liquid_sweep_density(liquid);
    double worst = 0.0;
    uint32_t miscounted = 0;
    static brute want;
    for (uint32_t i = 0; i < liquid->count; ++i) {
        find_brute(liquid, i, c->periodic, &want);
        worst = verify_worse(worst, fabs((double)liquid->fluid[i] / want.density - 1.0));
        const uint32_t found = liquid->list.found[i];
        miscounted += found < want.sure || found > want.sure + want.open;
    }
    char name[64];
    (void)snprintf(name, sizeof(name), "%s: particles lost by the sort", c->name);
    (void)verify_near(table, name, 0.0, lost, 0.0);
    (void)snprintf(name, sizeof(name), "%s: density against all pairs", c->name);
    (void)verify_most(table, name, 2e-5, worst);
    (void)snprintf(name, sizeof(name), "%s: counts unlike all pairs", c->name);
    (void)verify_near(table, name, 0.0, (double)miscounted, 0.0);
    const waft_result result = wafti_liquid_make_lists(liquid);
    (void)snprintf(name, sizeof(name), "%s: result of making lists", c->name);
    (void)verify_near(table, name, (double)c->lists, (double)result, 0.0);
    if (result == WAFT_OK) {
        uint32_t wrong = 0;
        uint32_t open = 0;
        for (uint32_t i = 0; i < liquid->count; ++i) {
            find_brute(liquid, i, c->periodic, &want);
            open += want.open;
            wrong += !is_list(liquid, i, &want);
        }
        (void)snprintf(name, sizeof(name), "%s: lists unlike all pairs", c->name);
        (void)verify_near(table, name, 0.0, (double)wrong, 0.0);
        (void)snprintf(name, sizeof(name), "%s: pairs at the reach, left open", c->name);
        verify_told(table, name, (double)open);
    }
    liquid_close(&f);
}

static int verify_neighbors(void) {
    static const crowd crowds[] = {
        {"scattered", scattered, 3000, false, WAFT_OK},
        {"2000 in one cell", clustered, MOST_CROWD, false, WAFT_ERR_DIVERGED},
        {"on faces", on_faces, 3000, false, WAFT_OK},
        {"periodic", scattered, 2000, true, WAFT_OK},
    };
    verify_table table = verify_open("neighbours");
    for (size_t i = 0; i < sizeof(crowds) / sizeof(crowds[0]); ++i) {
        verify_crowd(&table, &crowds[i]);
    }
    return verify_close(&table);
}

// ---- pressure-operator

// M k = -(B a) with a = -B^T k.
static void apply_m(waft_liquid* liquid, const float* k, float* out) {
    const wafti_list_job push = {.flow_out = liquid->flow};
    const wafti_list_job spread = {.out = {out}};
    for (uint32_t i = 0; i < liquid->count; ++i) {
        wafti_liquid_set_place(liquid, i, k[i]);
    }
    wafti_liquid_pass(liquid, liquid->kernels.push, &push);
    wafti_liquid_pass(liquid, liquid->kernels.diverge, &spread);
    for (uint32_t i = 0; i < liquid->count; ++i) {
        out[i] = -out[i];
    }
}

static double product(const waft_liquid* liquid, const float* a, const float* b) {
    double sum = 0.0;
    for (uint32_t i = 0; i < liquid->count; ++i) {
        sum += (double)a[i] * (double)b[i];
    }
    return sum;
}

static int verify_operator(void) {
    verify_table table = verify_open("pressure-operator");
    liquid_fixture f = open_full(WAFT_LIQUID_CUBIC, WAFT_LIQUID_DFSPH);
    waft_liquid* liquid = f.liquid;
    for (uint32_t i = 0; i < liquid->count; ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            const double off = 0.06 * (uniform(liquid->now.id[i], axis) - 0.5);
            liquid->now.x[axis][i] += (float)off;
        }
    }
    wafti_liquid_sort(liquid);
    if (wafti_liquid_make_lists(liquid) != WAFT_OK) {
        ++table.failures;
    }
    float* k = liquid->source;
    float* l = liquid->left;
    float* mk = liquid->before;
    float* ml = liquid->extra;
    for (uint32_t i = 0; i < liquid->count; ++i) {
        k[i] = (float)uniform(i, 0);
        l[i] = (float)uniform(i, 1);
    }
    apply_m(liquid, k, mk);
    apply_m(liquid, l, ml);
    const double lmk = product(liquid, l, mk);
    (void)verify_near(&table, "l.Mk over k.Ml", 1.0, lmk / product(liquid, k, ml), 1e-5);
    (void)verify_least(&table, "k.Mk", 0.0, product(liquid, k, mk));
    wafti_list_job diagonal = {.out = {liquid->diagonal}};
    wafti_liquid_pass(liquid, liquid->kernels.diagonal, &diagonal);
    double worst = 0.0;
    for (uint32_t n = 0; n < 20; ++n) {
        const uint32_t i = (uint32_t)((double)(liquid->count - 1) * uniform(n, 2));
        memset(k, 0, liquid->count * sizeof(*k));
        k[i] = 1.0f;
        apply_m(liquid, k, mk);
        worst = verify_worse(worst, fabs((double)mk[i] * (double)liquid->diagonal[i] - 1.0));
    }
    (void)verify_most(&table, "diagonal against its formula", 1e-5, worst);
    liquid_close(&f);
    return verify_close(&table);
}

// ---- free-momentum

static int verify_momentum(waft_liquid_method method, waft_liquid_kernel kernel, const char* name) {
    verify_table table = verify_open("free-momentum");
    waft_liquid_def def = liquid_box(0.1f, 4.8f, 4.8f, 4.8f);
    def.method = method;
    def.kernel = kernel;
    def.kinematic_viscosity = 0.001f;
    def.artificial_viscosity = 0.0f;
    def.sound_speed = 20.0f;
    liquid_fixture f = liquid_open(&def, 0.2, 0.0f, 1);
    (void)liquid_block(&f, 1.6f, 1.6f, 1.6f, 3.2f, 3.2f, 3.2f);
    waft_liquid* liquid = f.liquid;
    double mean = 0.0;
    for (uint32_t i = 0; i < liquid->count; ++i) {
        liquid->now.u[0][i] = liquid->now.x[1][i] - 2.4f;
        mean += (double)liquid->now.u[0][i] / liquid->count;
    }
    uint32_t substeps = 0;
    while (substeps < 200) {
        liquid_step(&f);
        substeps += waft_liquid_get_stats(liquid).substeps;
    }
    const waft_liquid_stats stats = waft_liquid_get_stats(liquid);
    const double mass = liquid->mass * liquid->count;
    const double scale = sqrt(2.0 * stats.kinetic_energy * mass);
    const double dx = stats.momentum[0] - mean * mass;
    const double drift = sqrt(
        dx * dx + stats.momentum[1] * stats.momentum[1] + stats.momentum[2] * stats.momentum[2]);
    (void)verify_most(&table, name, 1e-6, drift / scale);
    liquid_close(&f);
    return verify_close(&table);
}

int main(void) {
    int failures = verify_kernels();
    failures += verify_lattice();
    failures += verify_layers(WAFT_LIQUID_CUBIC, "cubic");
    failures += verify_layers(WAFT_LIQUID_WENDLAND, "wendland");
    failures += verify_walls();
    failures += verify_balance();
    failures += verify_neighbors();
    failures += verify_operator();
    failures += verify_momentum(WAFT_LIQUID_WCSPH, WAFT_LIQUID_CUBIC, "drift, wcsph");
    failures += verify_momentum(WAFT_LIQUID_WCSPH, WAFT_LIQUID_MUELLER, "drift, wcsph, mueller");
    failures += verify_momentum(WAFT_LIQUID_DFSPH, WAFT_LIQUID_CUBIC, "drift, dfsph");
    return failures == 0 ? 0 : 1;
}
