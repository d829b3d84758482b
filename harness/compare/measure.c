/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/compare/measure.h"

#include "problems/base/names.h"

#include <math.h>

static const struct measure {
    const char *column;
    ss_compare_measure_kind kind;
} measures[] = {
#define X(column, kind) {#column, SS_COMPARE_MEASURE_##kind},
    SS_COMPARE_MEASURE_LIST(X)
#undef X
};

const char *ss_compare_measure_column(ss_compare_measure measure)
{
    return measures[measure].column;
}

bool ss_compare_measure_find(const char *column, ss_compare_measure *measure, ss_error *error)
{
    static const ss_names columns =
        SS_NAMES(measures, "no column that is compared:", "'stickslip compare --help' lists them");
    const struct measure *const found = ss_names_find(&columns, column, error);
    *measure = found != NULL ? (ss_compare_measure)(found - measures) : *measure;
    return found != NULL;
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
