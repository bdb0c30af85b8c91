// SPDX-License-Identifier: MIT
// The tree is built from the top by a binned surface-area heuristic (Wald 2007) along the longest side
// of the facets' middles. Below DEEP_LEVEL halves take over, so that no input makes it deep.
#include "mesh/bvh.h"

#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"

#include <float.h>
#include <math.h>
#include <string.h>

// Middles closer than this are taken as one: the number of their bin would overflow.
#define SHORTEST 1e-30f

enum { LEAF_FACETS = 4, BIN_COUNT = 16, DEEP_LEVEL = 36 };

// 4 million facets are halved into leaves in 20 levels, and building puts one node a level aside.
_Static_assert(WAFTI_BVH_STACK >= DEEP_LEVEL + 24, "the stack holds the deepest tree");

typedef struct box {
    float low[3], high[3];
} box;

typedef struct builder {
    wafti_bvh* bvh;
    box* boxes; // of facets
} builder;

typedef struct span {
    uint32_t node, begin, end;
    int level;
} span;

static const box empty_box = {{FLT_MAX, FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX, -FLT_MAX}};

static void box_join(box* a, const box* b) {
    for (int k = 0; k < 3; ++k) {
        a->low[k] = b->low[k] < a->low[k] ? b->low[k] : a->low[k];
        a->high[k] = b->high[k] > a->high[k] ? b->high[k] : a->high[k];
    }
}

static double box_area(const box* b) {
    const double x = (double)b->high[0] - (double)b->low[0];
    const double y = (double)b->high[1] - (double)b->low[1];
    const double z = (double)b->high[2] - (double)b->low[2];
    return x * y + y * z + z * x;
}

// Twice the middle, as only order and ratios count.
static float box_middle(const box* b, int axis) {
    return b->low[axis] + b->high[axis];
}

static box facet_box(const waft_mesh_view* mesh, size_t facet) {
    box b = empty_box;
    for (size_t k = 0; k < 3; ++k) {
        const double* point = &mesh->positions[3 * (size_t)mesh->indices[3 * facet + k]];
        for (int axis = 0; axis < 3; ++axis) {
            const float low = nextafterf((float)point[axis], -FLT_MAX);
            const float high = nextafterf((float)point[axis], FLT_MAX);
            b.low[axis] = low < b.low[axis] ? low : b.low[axis];
            b.high[axis] = high > b.high[axis] ? high : b.high[axis];
        }
    }
    return b;
}

// The axis along which middles spread most, its start and length; the length is 0 if all coincide.
static int widest_axis(const builder* job, const span* s, float* out_low, float* out_length) {
    int best = 0;
    *out_length = -1.0f;
    for (int axis = 0; axis < 3; ++axis) {
        float low = FLT_MAX;
        float high = -FLT_MAX;
        for (uint32_t i = s->begin; i < s->end; ++i) {
            const float middle = box_middle(&job->boxes[job->bvh->order[i]], axis);
            low = middle < low ? middle : low;
            high = middle > high ? middle : high;
        }
        if (high - low > *out_length) {
            best = axis;
            *out_low = low;
            *out_length = high - low;
        }
    }
    return best;
}

typedef struct binning {
    int axis;
    float low, scale;
} binning;

static int bin_of(const binning* bins, const box* b) {
    const int bin = (int)((box_middle(b, bins->axis) - bins->low) * bins->scale);
    return bin < BIN_COUNT ? bin : BIN_COUNT - 1;
}

// The bin after which a cut costs least.
static int best_cut(const builder* job, const span* s, const binning* bins) {
    box boxes[BIN_COUNT];
    uint32_t counts[BIN_COUNT] = {0};
    for (int i = 0; i < BIN_COUNT; ++i) {
        boxes[i] = empty_box;
    }
    for (uint32_t i = s->begin; i < s->end; ++i) {
        const box* b = &job->boxes[job->bvh->order[i]];
        const int bin = bin_of(bins, b);
        ++counts[bin];
        box_join(&boxes[bin], b);
    }
    double costs[BIN_COUNT] = {0};
    box above = empty_box;
    uint32_t count = 0;
    for (int i = BIN_COUNT - 1; i > 0; --i) {
        box_join(&above, &boxes[i]);
        count += counts[i];
        costs[i - 1] = count > 0 ? count * box_area(&above) : 0.0;
    }
    box below = empty_box;
    int best = 0;
    double least = (double)INFINITY;
    count = 0;
    for (int i = 0; i < BIN_COUNT - 1; ++i) {
        box_join(&below, &boxes[i]);
        count += counts[i];
        const double cost = costs[i] + (count > 0 ? count * box_area(&below) : 0.0);
        const bool cuts = count > 0 && count < s->end - s->begin;
        if (cuts && cost < least) {
            least = cost;
            best = i;
        }
    }
    return best;
}

// Brings facets of bins up to the cut to the front and returns where the others begin.
static uint32_t partition(builder* job, const span* s) {
    const uint32_t half = s->begin + (s->end - s->begin) / 2;
    float low = 0.0f;
    float length = 0.0f;
    const int axis = widest_axis(job, s, &low, &length);
    if (s->level >= DEEP_LEVEL || !(length > SHORTEST)) {
        return half;
    }
    const binning bins = {axis, low, BIN_COUNT / length};
    const int cut = best_cut(job, s, &bins);
    uint32_t* order = job->bvh->order;
    uint32_t next = s->begin;
    for (uint32_t i = s->begin; i < s->end; ++i) {
        const uint32_t facet = order[i];
        if (bin_of(&bins, &job->boxes[facet]) <= cut) {
            order[i] = order[next];
            order[next++] = facet;
        }
    }
    return next > s->begin && next < s->end ? next : half;
}

static void build(builder* job) {
    wafti_bvh* bvh = job->bvh;
    span stack[WAFTI_BVH_STACK];
    int depth = 0;
    stack[depth++] = (span){0, 0, (uint32_t)bvh->mesh.facet_count, 0};
    bvh->node_count = 1;
    while (depth > 0) {
        const span s = stack[--depth];
        wafti_bvh_node* node = &bvh->nodes[s.node];
        box bounds = empty_box;
        for (uint32_t i = s.begin; i < s.end; ++i) {
            box_join(&bounds, &job->boxes[bvh->order[i]]);
        }
        memcpy(node->low, bounds.low, sizeof(node->low));
        memcpy(node->high, bounds.high, sizeof(node->high));
        if (s.end - s.begin <= LEAF_FACETS) {
            node->first = s.begin;
            node->facet_count = s.end - s.begin;
            continue;
        }
        const uint32_t middle = partition(job, &s);
        const uint32_t children = (uint32_t)bvh->node_count;
        bvh->node_count += 2;
        node->first = children;
        node->facet_count = 0;
        WAFT_ASSERT(depth + 2 <= WAFTI_BVH_STACK);
        stack[depth++] = (span){children + 1, middle, s.end, s.level + 1};
        stack[depth++] = (span){children, s.begin, middle, s.level + 1};
    }
}

waft_result wafti_bvh_init(
    wafti_bvh* bvh, const waft_mesh* mesh, const waft_allocator* allocator, waft_error* out_error) {
    *bvh = (wafti_bvh){.allocator = allocator != NULL ? *allocator : (waft_allocator){0},
        .mesh = waft_mesh_get_view(mesh)};
    const size_t facet_count = bvh->mesh.facet_count;
    bvh->node_capacity = 2 * facet_count;
    bvh->nodes = wafti_allocate(allocator, bvh->node_capacity, sizeof(*bvh->nodes));
    bvh->order = wafti_allocate(allocator, facet_count, sizeof(*bvh->order));
    builder job = {bvh, wafti_allocate(allocator, facet_count, sizeof(box))};
    if (bvh->nodes == NULL || bvh->order == NULL || job.boxes == NULL) {
        wafti_release(allocator, job.boxes, facet_count, sizeof(box));
        wafti_bvh_free(bvh);
        return wafti_fail_memory(
            out_error, facet_count * (2 * sizeof(*bvh->nodes) + sizeof(box)), "a tree of facets");
    }
    for (size_t f = 0; f < facet_count; ++f) {
        job.boxes[f] = facet_box(&bvh->mesh, f);
        bvh->order[f] = (uint32_t)f;
    }
    const waft_mesh_info info = waft_mesh_get_info(mesh);
    memcpy(bvh->low, info.low, sizeof(bvh->low));
    memcpy(bvh->high, info.high, sizeof(bvh->high));
    build(&job);
    wafti_release(allocator, job.boxes, facet_count, sizeof(box));
    return WAFT_OK;
}

size_t wafti_bvh_size(size_t facet_count) {
    return wafti_size_mul(facet_count, 2 * sizeof(wafti_bvh_node) + sizeof(uint32_t));
}

size_t wafti_bvh_scratch_size(size_t facet_count) {
    return wafti_size_mul(facet_count, sizeof(box));
}

void wafti_bvh_free(wafti_bvh* bvh) {
    wafti_release(&bvh->allocator, bvh->nodes, bvh->node_capacity, sizeof(*bvh->nodes));
    wafti_release(&bvh->allocator, bvh->order, bvh->mesh.facet_count, sizeof(*bvh->order));
    *bvh = (wafti_bvh){0};
}
