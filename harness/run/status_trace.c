/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/status_trace.h"

#include "harness/tables/status.h"

#include "problems/contact/vec3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool ss_status_trace_reserve(ss_status_trace *trace, size_t n_contacts)
{
    if (trace->zones != NULL && trace->r != NULL && n_contacts <= trace->capacity)
        return true;
    free(trace->zones);
    free(trace->r);
    trace->capacity = n_contacts + n_contacts / 2;
    trace->zones = calloc(2 * trace->capacity + 1, sizeof *trace->zones);
    trace->next = trace->zones != NULL ? trace->zones + trace->capacity : NULL;
    trace->r = calloc(3 * trace->capacity + 1, sizeof *trace->r);
    return trace->zones != NULL && trace->r != NULL;
}

void ss_status_trace_free(ss_status_trace *trace)
{
    free(trace->zones);
    free(trace->r);
    *trace = (ss_status_trace){.zones = NULL};
}

/* The contacts of another status than at the sweep before, written where they are asked for. */
static size_t count_changes(ss_status_trace *trace, size_t n_contacts, const ss_status_place *place)
{
    const bool first = place->sweep == 1;
    const unsigned char *const next = trace->next;
    size_t n_changed = 0;
    for (size_t c = 0; c < n_contacts; ++c) {
        const bool changed = !first && next[c] != trace->zones[c];
        n_changed += changed;
        const ss_statuses_row row = {.solver = place->label,
                                     .step = place->step,
                                     .sweep = place->sweep,
                                     .contact = c,
                                     .status = ss_status_name((ss_zone)next[c])};
        if (place->statuses != NULL && (first || changed))
            ss_statuses_write(place->statuses, &row);
    }
    memcpy(trace->zones, next, n_contacts);
    return n_changed;
}

/* |x - solution| / |solution|; NAN without one. */
static double error_of(const double *x, const double *solution, size_t n_contacts)
{
    double error = 0.0, size = 0.0;
    for (size_t k = 0; solution != NULL && k < 3 * n_contacts; ++k) {
        error = hypot(error, x[k] - solution[k]);
        size = hypot(size, solution[k]);
    }
    return size > 0.0 ? error / size : NAN;
}

void ss_status_trace_sweep(ss_convergence_row *row, ss_status_trace *trace,
                           const ss_evidence *evidence, const ss_status_place *place)
{
    const size_t n = evidence->problem->n_contacts;
    double change = 0.0, largest = 0.0; /* of an impulse; nothing may press */
    for (size_t c = 0; c < n; ++c) {
        double step[3];
        ss_sub3(step, evidence->r + 3 * c, trace->r + 3 * c);
        change = fmax(change, ss_norm(step));
        largest = fmax(largest, ss_norm(evidence->r + 3 * c));
    }
    memcpy(trace->r, evidence->r, 3 * n * sizeof *trace->r);
    row->changed = count_changes(trace, n, place);
    row->dr_rel = place->sweep == 1 ? NAN : largest > 0.0 ? change / largest : 0.0;
    row->u_error = error_of(evidence->u_true, place->u, n);
    row->r_error = error_of(evidence->r, place->r, n);
}

void ss_status_trace_note(FILE *out, const ss_notes_row *row, const ss_note *note)
{
    for (size_t k = 0; k < note->n_values; ++k) {
        ss_notes_row value = *row;
        value.stage = note->stage;
        value.event = note->event;
        value.name = note->values[k].name;
        value.value = note->values[k].value;
        ss_notes_write(out, &value);
    }
}
