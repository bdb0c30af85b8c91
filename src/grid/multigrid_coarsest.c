// SPDX-License-Identifier: MIT
// The coarsest level is solved directly: L D L^T in double. Sealed regions make it singular; the pivot
// that vanishes there is left out, which keeps the solve symmetric.
#include "grid/multigrid.h"

#include <string.h>

// A pivot this small against its diagonal is rounding.
static const double least_pivot = 1e-5;

static int32_t unknown(const wafti_level* level, int32_t i, int32_t j, int32_t k) {
    return (k * level->n[1] + j) * level->n[0] + i;
}

// Adds what the low face of a cell along an axis says, a side face if there is no cell behind it.
static void add_face(
    wafti_coarsest* coarsest, const wafti_level* level, int axis, const int32_t cell[3]) {
    int32_t behind[3] = {cell[0], cell[1], cell[2]};
    behind[axis] = wafti_level_wrap(level, axis, cell[axis] - 1);
    const double weight = (double)wafti_level_weights(level, axis, cell[1], cell[2])[cell[0]];
    const int32_t a = unknown(level, cell[0], cell[1], cell[2]);
    double(*matrix)[WAFTI_COARSEST_CELLS] = coarsest->factor;
    if (behind[axis] < 0) {
        matrix[a][a] += weight;
    } else if (behind[axis] != cell[axis]) {
        const int32_t b = unknown(level, behind[0], behind[1], behind[2]);
        matrix[a][a] += weight;
        matrix[b][b] += weight;
        matrix[a > b ? a : b][a > b ? b : a] -= weight;
    }
}

static void add_high_side(
    wafti_coarsest* coarsest, const wafti_level* level, int axis, const int32_t cell[3]) {
    int32_t face[3] = {cell[0], cell[1], cell[2]};
    ++face[axis];
    if (face[axis] == level->n[axis] && !level->periodic[axis]) {
        const int32_t a = unknown(level, cell[0], cell[1], cell[2]);
        coarsest->factor[a][a] +=
            (double)wafti_level_weights(level, axis, face[1], face[2])[face[0]];
    }
}

static void assemble(wafti_coarsest* coarsest, const wafti_level* level) {
    coarsest->count = level->n[0] * level->n[1] * level->n[2];
    for (int32_t row = 0; row < coarsest->count; ++row) {
        for (int32_t column = 0; column <= row; ++column) {
            coarsest->factor[row][column] = 0.0;
        }
    }
    for (wafti_walk at = wafti_level_walk(level, 0, level->n[2]); wafti_walk_next(&at);) {
        for (int32_t n = 0; n < 3 * level->n[0]; ++n) {
            const int32_t cell[3] = {n / 3, at.j, at.k};
            add_face(coarsest, level, n % 3, cell);
            add_high_side(coarsest, level, n % 3, cell);
        }
    }
}

void wafti_coarsest_factor(wafti_coarsest* coarsest, const wafti_level* level) {
    assemble(coarsest, level);
    double(*l)[WAFTI_COARSEST_CELLS] = coarsest->factor;
    for (int32_t row = 0; row < coarsest->count; ++row) {
        const double diagonal = l[row][row];
        // Row by row: scaled[c] = L[row][c] D[c].
        double scaled[WAFTI_COARSEST_CELLS];
        double pivot = diagonal;
        for (int32_t column = 0; column < row; ++column) {
            double sum = l[row][column];
            for (int32_t m = 0; m < column; ++m) {
                sum -= scaled[m] * l[column][m];
            }
            scaled[column] = sum;
            l[row][column] = sum * coarsest->inverse[column];
            pivot -= sum * l[row][column];
        }
        const bool usable =
            pivot > least_pivot * diagonal && diagonal >= (double)WAFTI_LEAST_DIAGONAL;
        coarsest->inverse[row] = usable ? 1.0 / pivot : 0.0;
    }
}

// Padding included: kernels read whole vectors.
static void clear_result(const wafti_level* level) {
    for (wafti_walk at = wafti_level_walk(level, 0, level->n[2]); wafti_walk_next(&at);) {
        memset(level->result + at.start - 1, 0,
            (size_t)(wafti_level_padded(level) + 2) * sizeof(float));
    }
}

void wafti_coarsest_solve(const wafti_coarsest* coarsest, const wafti_level* level) {
    double x[WAFTI_COARSEST_CELLS];
    const int32_t count = coarsest->count;
    clear_result(level);
    for (int32_t row = 0; row < count; ++row) {
        const int32_t line = row / level->n[0];
        double sum = (double)level->b[wafti_level_index(
            level, row % level->n[0], line % level->n[1], line / level->n[1])];
        for (int32_t column = 0; column < row; ++column) {
            sum -= coarsest->factor[row][column] * x[column];
        }
        x[row] = sum;
    }
    for (int32_t row = count - 1; row >= 0; --row) {
        x[row] *= coarsest->inverse[row];
        // What remains of this column goes to the rows above.
        for (int32_t below = row + 1; below < count; ++below) {
            x[row] -= coarsest->factor[below][row] * x[below];
        }
        const int32_t line = row / level->n[0];
        level->result[wafti_level_index(
            level, row % level->n[0], line % level->n[1], line / level->n[1])] = (float)x[row];
    }
}
