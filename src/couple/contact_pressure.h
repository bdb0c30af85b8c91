// SPDX-License-Identifier: MIT
// The pressure between hulls and columns of water, so that no column rises into a hull, by the solve of
// docs/spec/water.md#contact-pressure. Several hulls at once; loads are in metres of water,
// E_c / (rho g).
#ifndef WAFTI_COUPLE_CONTACT_PRESSURE_H
#define WAFTI_COUPLE_CONTACT_PRESSURE_H

#include <stddef.h>
#include <stdint.h>

/// One hull over one column.
typedef struct wafti_touch {
    int32_t column;
    uint32_t hull;     ///< place in wafti_contact_job.hulls
    double share;      ///< of the column that is under the hull, 0 to 1
    double cover;      ///< phi: the same, 0 where the hull is wholly under water
    double arm[2];     ///< m, x and z of the covered part from the centre of mass
    double foreseen;   ///< m, y of the underside at the end of the step if nothing carried the hull
    double under;      ///< m, the same at the end of the part, loads of the parts before included
    double most;       ///< m, the load of the hull's whole thickness
    double load;       ///< m, unknown; a good guess at the start
    double gain;       ///< change of the load with the gap: 1 / Dg
    double slack;      ///< (1 - phi) / phi
    double portion;    ///< of the column's load that it is likely to have
    double level, bed; ///< m, y of the column's at the end of the part without load
    double pull[8];    ///< m of depth that leave to each neighbour for a metre of load
    int32_t beside[8]; ///< those columns; its own where there is none
} wafti_touch;

/// How a hull yields: J = (1, -z, x) for heave and turns about x and z.
typedef struct wafti_contact_hull {
    double
        yield[9]; ///< m, rad for a metre of load on one column: dt^2 rho g S M^-1; 0 if it is held
    double moved[3]; ///< heave and turns that the loads make
} wafti_contact_hull;

/// The touches of one hull, which follow one another.
typedef struct wafti_touch_run {
    size_t first, count;
    uint32_t hull;
} wafti_touch_run;

/// Hulls whose columns are the same or side by side, and no others.
typedef struct wafti_contact_job {
    wafti_touch* touches;
    const wafti_touch_run* runs;
    size_t run_count;
    wafti_contact_hull* hulls;
    double* totals; ///< load by column, m; 0 before and after
    int sweeps;     ///< at most
} wafti_contact_job;

/// Projected Gauss-Seidel in the order of the touches. Touches with a cover of 0 keep their load. Fills
/// loads and what moves.
void wafti_contact_solve(const wafti_contact_job* job);

#endif // WAFTI_COUPLE_CONTACT_PRESSURE_H
