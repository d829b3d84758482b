/* The same run again and again: its time with quartiles, and whether it is deterministic.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/run.h"

#include "harness/process/interrupt.h"
#include "harness/tables/spread.h"
#include "harness/tables/standing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The cell of a row as text: a number in full, nan where there is none. */
static void print_cell(char *text, size_t size, const ss_field *field, const void *row)
{
    const char *const at = (const char *)row + field->offset;
    if (field->kind == SS_FIELD_TEXT)
        snprintf(text, size, "%s", *(const char *const *)at);
    else if (field->kind == SS_FIELD_COUNT)
        snprintf(text, size, "%zu", *(const size_t *)at);
    else if (isnan(*(const double *)at))
        snprintf(text, size, "nan"); /* whatever its sign */
    else
        snprintf(text, size, "%.17g", *(const double *)at);
}

/* The first column that is not a time and differs; NULL: none does. */
static const ss_field *find_difference(const ss_summary_row *a, const ss_summary_row *b,
                                       char one[64], char other[64])
{
    const ss_table *const table = ss_rows_find("summary");
    for (size_t k = 0; k < table->n_fields; ++k) {
        const ss_field *const field = &table->fields[k];
        print_cell(one, 64, field, a);
        print_cell(other, 64, field, b);
        const bool of_all = /* of the repeats together */
            strcmp(field->name, "message") == 0 || strcmp(field->name, "repeats") == 0;
        if (!field->varies && !of_all && strcmp(one, other) != 0)
            return field;
    }
    return NULL;
}

/* Is the repeat a run of its own, not ended by a clock? */
static bool is_whole(const ss_summary_row *row)
{
    return strcmp(row->status, ss_outcome_name(SS_OUTCOME_TIMEOUT)) != 0 &&
           strcmp(row->status, ss_outcome_name(SS_OUTCOME_INTERRUPTED)) != 0;
}

/* The times of the repeats, s. */
enum { SOLVER, MECHANICS, LOOKS, WHOLE, N_TIMES };

typedef struct times {
    double *of[N_TIMES]; /* run->repeats each */
    size_t n_whole;
} times;

/* The clock runs on: a time apart, which is that of a file. */
static bool time_whole(const ss_run *quiet, times *t, ss_error *error)
{
    ss_run run = *quiet;
    ss_summary_row row;
    run.whole = true;
    if (run.opened == NULL)
        return true;
    if (!ss_run_once(&run, &row, error))
        return false;
    if (is_whole(&row))
        t->of[WHOLE][t->n_whole++] = row.cpu_s;
    return true;
}

/* The repeats after the first run, whose row is *row, until one does something else. */
static bool repeat(const ss_run *run, ss_summary_row *row, times *t, ss_error *error)
{
    ss_run quiet = *run;
    quiet.observers = (ss_run_observers){.last = NULL};
    while (row->repeats < run->repeats && !ss_interrupted()) {
        ss_summary_row again;
        char one[64], other[64];
        if (!time_whole(&quiet, t, error) || !ss_run_once(&quiet, &again, error)) {
            if (error->code != SS_ERROR_INTERRUPTED)
                return false;
            *error = (ss_error){.code = SS_ERROR_NONE}; /* what is whole counts */
            return true;
        }
        if (!is_whole(&again))
            return true;
        const ss_field *const field = find_difference(row, &again, one, other);
        t->of[SOLVER][row->repeats] = again.cpu_s;
        t->of[MECHANICS][row->repeats] = again.cpu_mechanics_s;
        t->of[LOOKS][row->repeats++] = again.cpu_looks_s;
        if (field == NULL)
            continue;
        row->status = ss_outcome_name(SS_OUTCOME_ERROR);
        if (run->observers.message != NULL) {
            snprintf(run->observers.message, SS_RUN_MESSAGE,
                     "not deterministic: %s is %s in the first run, %s in run %zu", field->name,
                     one, other, row->repeats);
            row->message = run->observers.message;
        }
        return true;
    }
    return true;
}

/* The first run, the repeats, and the medians and quartiles of all. */
static bool run_again_and_again(const ss_run *run, ss_summary_row *row, ss_error *error)
{
    if (!ss_run_once(run, row, error))
        return false;
    if (!is_whole(row))
        return true;
    double *const room = calloc(run->repeats, N_TIMES * sizeof *room);
    if (room == NULL)
        return ss_error_memory(error, "%zu repeats", run->repeats);
    times t = {.n_whole = 0};
    for (size_t k = 0; k < N_TIMES; ++k)
        t.of[k] = room + k * run->repeats;
    t.of[SOLVER][0] = row->cpu_s;
    t.of[MECHANICS][0] = row->cpu_mechanics_s;
    t.of[LOOKS][0] = row->cpu_looks_s;
    const bool done = repeat(run, row, &t, error);
    const size_t n = row->repeats;
    if (done && n > 1) {
        const ss_spread solver = ss_spread_of(t.of[SOLVER], n);
        row->cpu_s = solver.median;
        row->cpu_s_q1 = solver.q1;
        row->cpu_s_q3 = solver.q3;
        row->cpu_mechanics_s = ss_spread_of(t.of[MECHANICS], n).median;
        row->cpu_looks_s = ss_spread_of(t.of[LOOKS], n).median;
    }
    if (done && t.n_whole > 0) {
        const ss_spread whole = ss_spread_of(t.of[WHOLE], t.n_whole);
        row->cpu_whole_s = whole.median;
        row->cpu_whole_s_q1 = whole.q1;
        row->cpu_whole_s_q3 = whole.q3;
    }
    free(room);
    return done;
}

/* A file is read but once: reading would empty the caches before every repeat. */
bool ss_run_problem(const ss_run *run, ss_summary_row *row, ss_error *error)
{
    ss_run own = *run;
    ss_source source = {.problem = NULL};
    const bool once = run->repeats < 2 || run->solver->external != NULL;
    const bool is_file = !once && run->problem->path != NULL;
    const bool opened = !is_file || (ss_source_open(&source, run->problem, error) &&
                                     ss_source_begin(&source, run->guess, error));
    own.opened = is_file ? &source : NULL;
    const bool done =
        opened && (once ? ss_run_once(run, row, error) : run_again_and_again(&own, row, error));
    ss_source_close(&source);
    if (done && row->work_units_total > 0.0)
        row->us_per_unit = 1e6 * ss_price_of(row, SS_PRICE_TIME) / row->work_units_total;
    return done;
}
