/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/estimate.h"

#include <math.h>
#include <stdio.h>

/* Seconds for a unit of weight, of the trials that came to their end; 0: none did. */
static double rate_of(const ss_campaign_trial *trials, size_t n)
{
    double seconds = 0.0, weight = 0.0;
    for (size_t k = 0; k < n; ++k) {
        seconds += trials[k].whole ? trials[k].seconds : 0.0;
        weight += trials[k].whole ? trials[k].weight : 0.0;
    }
    return weight > 0.0 ? seconds / weight : 0.0;
}

ss_campaign_time ss_campaign_time_of(const ss_campaign_trial *trials, size_t n, double limit_s)
{
    const double rate = rate_of(trials, n);
    ss_campaign_time time = {0.0, 0.0, false};
    for (size_t k = 0; k < n; ++k) {
        const ss_campaign_trial *const t = &trials[k];
        const double scale = t->stands_for / t->weight;
        double about = t->seconds, most = t->seconds;
        if (!t->whole) {
            about = fmax(t->fraction > 0.0 ? about / t->fraction : about, rate * t->weight);
            most += t->sweeps > 0.0
                        ? (1.0 - t->fraction) * t->steps * t->sweep_cap * t->seconds / t->sweeps
                        : INFINITY;
        }
        about = fmin(about, limit_s);
        time.about += scale * about;
        time.most += scale * fmin(fmax(about, most), limit_s);
    }
    time.is_range = time.most > time.about;
    return time;
}

const char *ss_campaign_time_text(char text[32], double seconds)
{
    if (seconds < 120.0)
        snprintf(text, 32, "%.0f s", ceil(seconds));
    else if (seconds < 7200.0)
        snprintf(text, 32, "%.0f min", ceil(seconds / 60.0));
    else
        snprintf(text, 32, "%.1f h", seconds / 3600.0);
    return text;
}
