// SPDX-License-Identifier: MIT
// How strong the turbulence is that a body feels, by docs/spec/bodies.md#langevin-noise.
#include <math.h>

#include "body/dynamics.h"

// Between the samples of the history; after its end the mean of its last half.
static void sample(const wafti_body_model* model, double time, double* out_chi, double* out_eps) {
    const waft_turbulence_sample* h = model->history;
    const size_t count = model->history_count;
    *out_chi = model->late_chi;
    *out_eps = model->late_eps;
    if (count == 0 || !(time < h[count - 1].time)) {
        return;
    }
    size_t low = 0;
    size_t high = count - 1;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        const bool before = h[middle].time <= time;
        low = before ? middle : low;
        high = before ? high : middle;
    }
    const double share = fmax(0.0, (time - h[low].time) / (h[high].time - h[low].time));
    *out_chi = h[low].chi + share * (h[high].chi - h[low].chi);
    *out_eps = h[low].eps + share * (h[high].eps - h[low].eps);
}

// Eq. 12 of Xie & Miyata 2013.
double wafti_body_kolmogorov(double reynolds) {
    return reynolds > 0.0 ? 6.5 * pow(1.0 + 140.0 * pow(reynolds, -4.0 / 3.0), -0.75) : 0.0;
}

void wafti_body_noise_at(
    const wafti_body_model* model, double age, double* out_alpha, double* out_energy) {
    *out_alpha = model->gust_rate;
    *out_energy = 2.0 * model->gust_rate * model->gust_speed * model->gust_speed;
    if (model->gust_rate > 0.0) {
        return;
    }
    const double u = model->speed;
    const double d = model->longest;
    double chi = 0.0;
    double eps = 0.0;
    sample(model, age * u / d, &chi, &eps);
    chi *= u / d;
    eps *= u * u * u / d;
    double c0 = model->c0;
    if (model->taylor && chi > 0.0 && eps > 0.0 && model->fluid.viscosity > 0.0) {
        // By Taylor's Reynolds number.
        const double k = eps / chi;
        c0 = wafti_body_kolmogorov(sqrt(20.0 * k * k / (3.0 * eps * model->fluid.viscosity)));
    }
    *out_alpha = ((model->stationary ? 0.0 : 0.5) + 0.75 * c0) * chi;
    *out_energy = c0 * eps;
}
