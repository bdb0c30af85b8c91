// SPDX-License-Identifier: MIT
// A water whose columns move by a method on a grid, as the files behind waft_water see it.
#ifndef WAFTI_WATER_BASIN_H
#define WAFTI_WATER_BASIN_H

#include <pthread.h>
#include <stdatomic.h>

#include "water/contact.h"
#include "water/control.h"
#include "water/foam.h"
#include "water/query.h"
#include "water/shallow.h"
#include "water/splash.h"
#include "water/tools.h"
#include "water/waves.h"

/// A sample of a surface that is not drawn costs as much as drawing so many cells.
enum { WAFTI_CELLS_A_SAMPLE = 20 };

/// What a sample needs of a cell, side by side: numbers of a blend, in its order.
enum { WAFTI_PACKED = 12 };

/// What is drawn of the water, each with all before it.
typedef enum wafti_drawn {
    WAFTI_DRAWN_NOTHING, ///< but bed and foam, which are kept
    WAFTI_DRAWN_HEIGHTS, ///< level and depth
    WAFTI_DRAWN_FLOWS,   ///< velocities
    WAFTI_DRAWN_ALL,     ///< normals, rise and climb
} wafti_drawn;

/// Water that comes or goes over a disc.
typedef struct wafti_spring {
    waft_water_source_def def; ///< `rate` is the live one
    double owed;               ///< m3 that rounding has left undone
} wafti_spring;

typedef struct wafti_handle {
    waft_handle_def def; ///< as it is now
    wafti_patch patch;   ///< what it loads now
    bool live;           ///< false: a place for one
} wafti_handle;

/// A stroke of the def and the step that gets it.
typedef struct wafti_stroke {
    waft_brush brush;
    uint64_t step;
} wafti_stroke;

/// What a water on a grid has beyond others.
typedef struct wafti_lake {
    wafti_shallow s;
    double quantum;      ///< m, of the bed
    uint64_t start_hash; ///< of bed and water as created
    int32_t sponge[WAFT_WATER_SIDE_COUNT];
    wafti_spring* springs;
    wafti_handle* handles;
    size_t handle_capacity;
    wafti_stroke* strokes;
    wafti_splash splash;
    wafti_foam foam;
    uint32_t halvings; ///< how often the step is halved, since depths outgrew it
    double speed;      ///< m/s, greatest after the last part of a step; infinite if not known
    double courant;    ///< of that part
    double lift;       ///< m4 at the start, of wafti_lake_lift()
    wafti_contact_rider rider; ///< press NULL: nothing floats on the water
    wafti_real* contact;       ///< m of water that it presses, memory of its own; NULL without
    /// Fields are drawn when someone asks, perhaps from several threads at once.
    pthread_mutex_t drawing;
    atomic_int drawn; ///< wafti_drawn
    float* rise;      ///< m/s, of the water at the surface, drawn
    float* climb;     ///< m/s, at the bed, drawn
    bool* row_wet;    ///< rows without a dry cell, drawn
    /// A point far from the one before reads two lines of each of eleven drawn fields, or five of the
    /// same numbers cell by cell: who asks often gets them so. Taken when first needed; NULL before.
    float* packed;
    atomic_bool is_packed;
    atomic_size_t asked; ///< points since the water has changed
} wafti_lake;

/// The method of a kind; NULL for waves.
const wafti_method* wafti_method_of(waft_water_method kind);

/// Places for handles that a def asks for.
size_t wafti_handle_capacity(const waft_water_def* def);
/// Fills the places of handles.
void wafti_handles_init(wafti_lake* lake, const waft_water_def* def);
/// True if one of them holds a level, which makes the water stiffer.
bool wafti_handles_hold(const wafti_lake* lake);
/// Takes the loads of the last part of a step off, and puts those of this one on.
void wafti_handles_release(waft_water* water);
void wafti_handles_press(waft_water* water);
/// Their part of the state, and whether it can be.
void wafti_handles_state(wafti_lake* lake, wafti_stream* stream);
bool wafti_handles_fit(const waft_water* water);

/// wafti_water_create() with a given method, for a def that was checked.
waft_result wafti_lake_create(const wafti_context* context, const waft_water_def* def,
    const wafti_method* method, waft_water** out_water);
void wafti_lake_destroy(waft_water* water);
/// Longest stable step in s for the water there is; infinite for swe, which cuts its steps itself.
double wafti_lake_longest_step(const waft_water* water);
/// Whether a step is longer than that by more than rounding.
bool wafti_lake_is_too_long(double dt, double longest);
waft_result wafti_lake_step(waft_water* water, const wafti_step* step);
void wafti_lake_redraw(waft_water* water, double time);

/// Bytes that creation takes.
size_t wafti_lake_size(const waft_water_def* def, const wafti_method* method);

void wafti_lake_state(waft_water* water, wafti_stream* stream);
uint64_t wafti_lake_fingerprint(const waft_water* water);
size_t wafti_lake_stats(const waft_water* water, waft_stat* out_stats, size_t capacity);

/// Drops and foam after the water has moved by a part of a step. Returns drops that found no room.
uint64_t wafti_lake_spray(waft_water* water, const wafti_step* step, double dt);

/// Says that the water has changed, and what is drawn of it with it.
void wafti_lake_forget(wafti_lake* lake);
/// Draws what is wanted unless it is; safe from several threads between steps.
void wafti_lake_draw(const waft_water* water, wafti_drawn wanted);
/// What a field needs.
void wafti_lake_draw_field(const waft_water* water, waft_water_field_kind kind);
/// Level and depth of a row.
void wafti_lake_draw_heights(const waft_water* water, int32_t j);
/// Level of a dry cell. Next to water it goes on level, so that water and bed meet in a shore line;
/// elsewhere it hides just below the bed.
double wafti_lake_dry_level(const wafti_shallow* s, int32_t i, int32_t j, double bed);
/// The cell beyond a side of a cell and its place; below 0 if there is none.
ptrdiff_t wafti_lake_neighbour(
    const wafti_shallow* s, int32_t i, int32_t j, int side, int32_t at[2]);
/// Draws the bed alone, which bodies lie on: after each change of it.
void wafti_lake_draw_bed(waft_water* water);
waft_water_sample wafti_lake_sample(const waft_water* water, double x, double y, double z);
void wafti_lake_query(const waft_water* water, const waft_vec3* points, size_t point_count,
    waft_water_sample* out_samples);

/// m4: S sum(d^2 / 2 + d b); times rho g it is the potential energy.
double wafti_lake_lift(const wafti_shallow* s);

/// Takes what is live in the def to where the methods look for it.
void wafti_lake_adopt(waft_water* water);

#endif // WAFTI_WATER_BASIN_H
