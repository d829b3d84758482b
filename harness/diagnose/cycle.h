/* Does a sequence of residuals repeat itself?
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_DIAGNOSE_CYCLE_H
#define SS_HARNESS_DIAGNOSE_CYCLE_H

#include <stddef.h>
#include <stdint.h>

typedef struct ss_cycle {
    size_t length;    /* sweeps; 1: it stands still; 0: it does not repeat itself */
    const char *kind; /* exact, near or rough; "": none */
    double change;    /* the largest |e_k - e_{k-length}| of the sweeps compared, over their largest
                         e; NAN: none */
} ss_cycle;

/* The least length L, of at most a third of the n sweeps, for which every one of the last 2 L
 * sweeps, and 10 at least, has an error that differs from the one L before it by at most 1e-6 of
 * the largest of them, and the same mark (exact); where there is none, the least for which the
 * errors differ by at most 1e-2, whatever the marks (near). Marks: equal where all statuses are.
 * Where there is none either, the autocorrelation of log e over the n sweeps is asked: where it has
 * fallen to 0 and rises again, the lag of the top of that rise is the length if it is 0.4 or more
 * there (rough). `scratch` is room for n numbers. */
ss_cycle ss_cycle_find(const double *errors, const uint64_t *marks, size_t n, double *scratch);

#endif
