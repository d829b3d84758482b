/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/status_trace.h"

#include "harness/tables/rows.h"

#include <stdlib.h>
#include <string.h>

bool ss_status_trace_reserve(ss_status_trace *trace, size_t n_contacts)
{
    if (trace->zones != NULL && n_contacts <= trace->capacity)
        return true;
    free(trace->zones);
    trace->capacity = n_contacts + n_contacts / 2;
    trace->zones = calloc(2 * trace->capacity + 1, sizeof *trace->zones);
    return trace->zones != NULL;
}

unsigned char *ss_status_trace_next(const ss_status_trace *trace)
{
    return trace->zones + trace->capacity;
}

void ss_status_trace_free(ss_status_trace *trace)
{
    free(trace->zones);
    *trace = (ss_status_trace){.zones = NULL};
}

const char *ss_status_name(ss_zone zone)
{
    static const char *const names[] = {[SS_ZONE_SEPARATION] = "open",
                                        [SS_ZONE_STICKING] = "sticking",
                                        [SS_ZONE_SLIDING] = "sliding"};
    return names[zone];
}

static void write_change(const ss_status_place *place, size_t contact, ss_zone zone)
{
    const ss_statuses_row row = {.solver = place->label,
                                 .step = place->step,
                                 .sweep = place->sweep,
                                 .contact = contact,
                                 .status = ss_status_name(zone)};
    ss_statuses_write(place->statuses, &row);
}

size_t ss_status_trace_sweep(ss_status_trace *trace, size_t n_contacts,
                             const ss_status_place *place)
{
    const bool first = place->sweep == 1;
    const unsigned char *const next = ss_status_trace_next(trace);
    size_t n_changed = 0;
    for (size_t c = 0; c < n_contacts; ++c) {
        const bool changed = !first && next[c] != trace->zones[c];
        n_changed += changed;
        if (place->statuses != NULL && (first || changed))
            write_change(place, c, (ss_zone)next[c]);
    }
    memcpy(trace->zones, next, n_contacts);
    return n_changed;
}
