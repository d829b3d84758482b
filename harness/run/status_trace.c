/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/status_trace.h"

#include "harness/tables/rows.h"

#include <stdlib.h>

bool ss_status_trace_reserve(ss_status_trace *trace, size_t n_contacts)
{
    if (trace->zones != NULL && n_contacts <= trace->capacity)
        return true;
    free(trace->zones);
    trace->capacity = n_contacts + n_contacts / 2;
    trace->zones = calloc(trace->capacity + 1, sizeof *trace->zones);
    return trace->zones != NULL;
}

void ss_status_trace_free(ss_status_trace *trace)
{
    free(trace->zones);
    *trace = (ss_status_trace){.zones = NULL};
}

static void write_change(const ss_status_place *place, size_t contact, ss_zone zone)
{
    static const char *const names[] = {[SS_ZONE_SEPARATION] = "open",
                                        [SS_ZONE_STICKING] = "sticking",
                                        [SS_ZONE_SLIDING] = "sliding"};
    const ss_statuses_row row = {.solver = place->label,
                                 .step = place->step,
                                 .sweep = place->sweep,
                                 .contact = contact,
                                 .status = names[zone]};
    ss_statuses_write(place->statuses, &row);
}

ss_statuses ss_status_trace_sweep(ss_status_trace *trace, const ss_evidence *evidence,
                                  const ss_status_place *place, size_t *n_changed)
{
    const bool first = place->sweep == 1;
    ss_statuses count = {0, 0, 0};
    *n_changed = 0;
    for (size_t c = 0; c < evidence->problem->n_contacts; ++c) {
        const ss_zone zone = ss_estimate_status(evidence, c);
        const bool changed = !first && zone != (ss_zone)trace->zones[c];
        count.open += zone == SS_ZONE_SEPARATION;
        count.sticking += zone == SS_ZONE_STICKING;
        count.sliding += zone == SS_ZONE_SLIDING;
        *n_changed += changed;
        trace->zones[c] = (unsigned char)zone;
        if (place->statuses != NULL && (first || changed))
            write_change(place, c, zone);
    }
    return count;
}
