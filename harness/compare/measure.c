/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/compare/measure.h"

#include <math.h>

static const struct {
    const char *column;
    ss_compare_measure_kind kind;
} measures[] = {
#define X(column, kind) {#column, SS_COMPARE_MEASURE_##kind},
    SS_COMPARE_MEASURE_LIST(X)
#undef X
};

const char *ss_compare_measure_column(const void *unused, size_t k)
{
    (void)unused;
    return k < SS_COMPARE_N_MEASURES ? measures[k].column : NULL;
}

ss_compare_measure_kind ss_compare_measure_kind_of(ss_compare_measure measure)
{
    return measures[measure].kind;
}

double ss_compare_measure_value(const ss_record *record, ss_compare_measure measure)
{
    switch (measure) {
#define X(column, kind)                                                                            \
    case SS_COMPARE_MEASURE_##column:                                                              \
        return (double)record->row.column;
        SS_COMPARE_MEASURE_LIST(X)
#undef X
    case SS_COMPARE_N_MEASURES:
        break;
    }
    return NAN;
}
