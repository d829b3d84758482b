/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/made_up.h"

#include "harness/papers/measures.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

double test_measure(const char *name, const ss_series *r)
{
    static const char *const papers[] = {"dumont", "moreau", "sanni", "polarization"};
    ss_paper_measures measures = {.list.n = 0};
    bool found = false;
    double number = NAN;
    for (size_t k = 0; !found && k < sizeof papers / sizeof *papers; ++k) {
        char path[512];
        ss_error error = {.code = SS_ERROR_NONE};
        snprintf(path, sizeof path, SS_SOURCE_DIR "/paper/%s", papers[k]);
        cr_assert(ss_paper_measures_read(&measures, path, &error), "%s", error.text);
        found = ss_measures_find(&measures.list, name) != NULL;
        number = ss_measures_number(&measures.list, name, r);
        ss_paper_measures_free(&measures);
    }
    cr_assert(found, "no measure %s", name);
    return number;
}

void test_expect_measure(const char *name, const ss_series *r, double expected)
{
    const double ours = test_measure(name, r);
    cr_expect_float_eq(ours, expected, 1e-12 * fmax(1.0, fabs(expected)), "%s: %.17g, not %.17g",
                       name, ours, expected);
}

ss_series test_made_up(const ss_summary_row *row, const char *const *names, size_t n, size_t steps,
                       test_value_at *value)
{
    ss_series r = {.row = row, .n_observables = n, .n_steps = steps};
    r.values = calloc(n * steps, sizeof *r.values);
    cr_assert_not_null(r.values);
    for (size_t k = 0; k < n; ++k)
        snprintf(r.names[k], sizeof r.names[k], "%s", names[k]);
    for (size_t step = 1; step <= steps; ++step)
        for (size_t k = 0; k < n; ++k)
            r.values[(step - 1) * n + k] = value(k, step);
    return r;
}

void test_made_up_add(ss_series *r, size_t step, const char *name, const char *key, double value)
{
    ss_series_keyed *const larger = reallocarray(r->keyed, r->n_keyed + 1, sizeof *r->keyed);
    cr_assert_not_null(larger);
    r->keyed = larger;
    ss_series_keyed *const row = &larger[r->n_keyed++];
    *row = (ss_series_keyed){.step = step, .value = value, .exact = NAN};
    snprintf(row->name, sizeof row->name, "%s", name);
    snprintf(row->key, sizeof row->key, "%s", key);
}
