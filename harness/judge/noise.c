/* A machine's noise: equal runs in pairs, A B, B A, A B, so that what drifts meets both alike, and
 * a row for each class of durations, for short times scatter more. The floor is then read from the
 * class that is nearest from below (noise.h derives it).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/noise.h"

#include "harness/judge/baseline.h"
#include "harness/process/interrupt.h"
#include "harness/process/progress.h"
#include "harness/tables/provenance.h"
#include "harness/tables/record.h"
#include "harness/tables/spread.h"
#include "problems/base/clock.h"
#include "problems/base/new_file.h"

#include <math.h>
#include <stdlib.h>

/* The upper share of the values that is taken for the tail, and the accepted chance that a
 * comparison of equals finds any row moved. */
static const double tail_share = 0.25, false_alarm = 0.01;

/* From one class of durations to the next. */
enum { CLASS_RATIO = 10, LEAST_RATIO = 3, MAX_CLASSES = SS_COMPARE_NOISE_CLASSES };

ss_noise_row ss_compare_noise_describe(const double *a, const double *b, size_t n, double *work)
{
    ss_noise_row noise = {.pairs = n};
    for (size_t k = 0; k < n; ++k)
        work[k] = log(b[k] / a[k]);
    noise.median = ss_spread_of(work, n).median;
    for (size_t k = 0; k < n; ++k)
        work[k] = 0.5 * (a[k] + b[k]);
    noise.duration_s = ss_spread_of(work, n).median;
    for (size_t k = 0; k < n; ++k)
        work[k] = fmax(fabs(log(b[k] / a[k])), fabs(log(b[(k + n / 2) % n] / a[k])));
    noise.largest = ss_spread_of(work, n).largest;
    noise.tail_from = ss_spread_quantile(work, n, 1.0 - tail_share);
    for (size_t k = 0; k < n; ++k) {
        if (work[k] > noise.tail_from) {
            noise.tail_mean += work[k] - noise.tail_from;
            ++noise.tail_pairs;
        }
    }
    noise.tail_mean /= noise.tail_pairs > 0 ? (double)noise.tail_pairs : 1.0;
    return noise;
}

double ss_compare_noise_floor(const ss_compare_noise *noise, double duration_s, size_t n_rows)
{
    const ss_noise_row *nearest = NULL;
    for (size_t k = 0; k < noise->n && noise->classes[k].duration_s <= duration_s; ++k)
        nearest = &noise->classes[k];
    if (nearest == NULL || duration_s > 2.0 * CLASS_RATIO * nearest->duration_s)
        return INFINITY;
    /* n_rows tail_share (1 + t/k)^-k = false_alarm */
    const double k = fmax((double)nearest->tail_pairs, 1.0);
    const double t = k * (pow(tail_share * (double)n_rows / false_alarm, 1.0 / k) - 1.0);
    return fmax(nearest->largest, nearest->tail_from + t * nearest->tail_mean);
}

bool ss_compare_noise_read(ss_compare_noise *noise, const char *path, ss_error *error)
{
    ss_csv *const csv = &noise->csv;
    *noise = (ss_compare_noise){.n = 0};
    if (!ss_csv_read(csv, path, error))
        return false;
    bool valid = csv->n_rows > 0 ||
                 ss_error_set(error, SS_ERROR_DATA, "%s: a noise table without a row", path);
    valid =
        valid && ss_record_require(csv, "duration_s,tail_from,tail_mean,tail_pairs,largest", error);
    noise->classes = calloc(csv->n_rows + 1, sizeof *noise->classes);
    if (noise->classes == NULL)
        valid = ss_error_memory(error, "%s", path);
    for (size_t row = 0; valid && row < csv->n_rows; ++row, ++noise->n) {
        ss_noise_row *const c = &noise->classes[row];
        if (!ss_noise_row_read(csv, row, c, error)) {
            valid = false;
            break;
        }
        const struct {
            const char *column;
            double value;
        } numbers[] = {{"duration_s", c->duration_s},
                       {"tail_from", c->tail_from},
                       {"tail_mean", c->tail_mean},
                       {"largest", c->largest}};
        for (size_t k = 0; valid && k < sizeof numbers / sizeof numbers[0]; ++k)
            if (!isfinite(numbers[k].value) || numbers[k].value < 0.0)
                valid = ss_error_set(error, SS_ERROR_DATA,
                                     "%s, line %zu: %s must be finite and >= 0, not %g", csv->path,
                                     ss_csv_line(csv, row), numbers[k].column, numbers[k].value);
        if (valid && row > 0 && !(c->duration_s > c[-1].duration_s))
            valid = ss_error_set(error, SS_ERROR_DATA,
                                 "%s, line %zu: the durations must rise from row to row", csv->path,
                                 ss_csv_line(csv, row));
    }
    if (!valid)
        ss_compare_noise_free(noise);
    return valid;
}

void ss_compare_noise_free(ss_compare_noise *noise)
{
    free(noise->classes);
    ss_csv_free(&noise->csv);
    *noise = (ss_compare_noise){.n = 0};
}

/* ---- the pairs of equal runs behind a noise.csv ---- */

/* A measurement under way. */
typedef struct meter {
    const ss_compare_noise_job *job;
    ss_compare_noise_plan plan;
    double *a, *b; /* job->n_pairs times of each class */
    double *work;  /* job->n_pairs */
    ss_progress bar;
    size_t n_done;
} meter;

/* `repeats` runs in a row, their CPU times added. */
static bool time_runs(meter *m, size_t repeats, double *cpu_s, ss_error *error)
{
    *cpu_s = 0.0;
    for (size_t k = 0; k < repeats; ++k) {
        ss_summary_row result;
        if (!ss_run_problem(m->job->run, &result, error))
            return false;
        if (ss_interrupted())
            return ss_error_set(error, SS_ERROR_INTERRUPTED, "interrupted; nothing was written");
        *cpu_s += result.cpu_s;
        ++m->n_done;
        ss_progress_update(&m->bar, (ss_progress_state){(double)m->n_done, m->n_done, 1, 0});
    }
    if (*cpu_s > 0.0)
        return true;
    return ss_error_set(error, SS_ERROR_DATA,
                        "a run of %s by %s takes no time that the clock shows: take a longer one",
                        m->job->run->problem->name, ss_choice_solver_label(m->job->run->solver));
}

static void add_class(ss_compare_noise_plan *plan, size_t repeats, size_t pairs)
{
    plan->repeats[plan->n] = repeats;
    plan->pairs[plan->n++] = pairs;
}

ss_compare_noise_plan ss_compare_noise_plan_any(size_t n_pairs, double budget_s, double run_s)
{
    ss_compare_noise_plan plan = {.n = 0};
    const double pairs_s = 2.0 * (double)n_pairs * run_s;
    double left_s = budget_s;
    size_t repeats = 1;
    do {
        add_class(&plan, repeats, n_pairs);
        left_s -= pairs_s * (double)repeats;
        repeats *= CLASS_RATIO;
    } while (plan.n < MAX_CLASSES && pairs_s * (double)repeats <= left_s);
    const double last = floor(left_s / pairs_s), before = (double)repeats / CLASS_RATIO;
    if (plan.n < MAX_CLASSES && last >= LEAST_RATIO * before)
        add_class(&plan, (size_t)last, n_pairs);
    return plan;
}

ss_compare_noise_plan ss_compare_noise_plan_like(size_t n_pairs, double budget_s, double run_s,
                                                 double cpu_s, double shortest, double longest)
{
    ss_compare_noise_plan plan = {.n = 0};
    double left_s = budget_s;
    size_t n = 1;
    while (n < MAX_CLASSES && shortest * pow(CLASS_RATIO, (double)n) <= longest)
        ++n;
    for (size_t k = 0; k < n; ++k) {
        const double time_s = 0.5 * shortest * pow(CLASS_RATIO, (double)k);
        const double repeats = fmax(1.0, floor(time_s / cpu_s)), pair_s = 2.0 * repeats * run_s;
        const double room = left_s / ((double)(n - k) * pair_s);
        const double pairs = fmin(fmax(room, SS_COMPARE_NOISE_MIN_PAIRS), (double)n_pairs);
        if (plan.n > 0 && repeats < LEAST_RATIO * (double)plan.repeats[plan.n - 1])
            continue; /* the run itself takes longer */
        if (SS_COMPARE_NOISE_MIN_PAIRS * pair_s > left_s && plan.n > 0) {
            plan.missing_s = budget_s - left_s;
            for (size_t j = k; j < n; ++j) /* 1, 10, 100 ... times this class */
                plan.missing_s +=
                    SS_COMPARE_NOISE_MIN_PAIRS * pair_s * pow(CLASS_RATIO, (double)(j - k));
            return plan;
        }
        add_class(&plan, (size_t)repeats, (size_t)pairs);
        left_s -= floor(pairs) * pair_s;
    }
    return plan;
}

/* By the wall clock of a warm run, and the shortest and the longest time of the result to judge. */
static bool choose_classes(meter *m, ss_error *error)
{
    const ss_compare_noise_job *const job = m->job;
    double cpu_s = 0.0, shortest = INFINITY, longest = 0.0;
    ss_compare_side side;
    if (job->like != NULL) {
        if (!ss_compare_baseline_read(&side, job->like, NULL, error))
            return false;
        for (size_t k = 0; k < side.summary.n; ++k) {
            const double time_s = side.summary.records[k].row.cpu_s;
            shortest = time_s > 0.0 ? fmin(shortest, time_s) : shortest;
            longest = time_s > 0.0 ? fmax(longest, time_s) : longest;
        }
        ss_compare_side_free(&side);
        if (!(longest > 0.0))
            return ss_error_set(error, SS_ERROR_DATA, "%s holds no time that could be judged",
                                job->like);
    }
    if (!time_runs(m, 1, &cpu_s, error))
        return false;
    const double begin = ss_wall_time();
    if (!time_runs(m, 1, &cpu_s, error))
        return false;
    const double run_s = ss_wall_time() - begin;
    m->plan = job->like != NULL ? ss_compare_noise_plan_like(job->n_pairs, job->budget_s, run_s,
                                                             cpu_s, shortest, longest)
                                : ss_compare_noise_plan_any(job->n_pairs, job->budget_s, run_s);
    return true;
}

static bool measure_all(meter *m, FILE *out, ss_error *error)
{
    const size_t n_pairs = m->job->n_pairs;
    char machine[256];
    size_t n_runs = 0;
    ss_provenance_cpu(machine, sizeof machine);
    ss_noise_header(out);
    if (!choose_classes(m, error))
        return false;
    for (size_t k = 0; k < m->plan.n; ++k)
        n_runs += 2 * m->plan.pairs[k] * m->plan.repeats[k];
    m->n_done = 0;
    ss_progress_begin(&m->bar, "noise", n_runs, (double)n_runs);
    bool measured = true;
    for (size_t k = 0; measured && k < n_pairs; ++k) /* every other pair begins with B */
        for (size_t class = 0; measured && class < m->plan.n; ++class) {
            double *const first = k % 2 == 0 ? m->a : m->b, *const second =
                                                                k % 2 == 0 ? m->b : m->a;
            const size_t at = class * n_pairs + k, repeats = m->plan.repeats[class];
            measured = k >= m->plan.pairs[class] || (time_runs(m, repeats, &first[at], error) &&
                                                     time_runs(m, repeats, &second[at], error));
        }
    for (size_t class = 0; measured && class < m->plan.n; ++class) {
        ss_noise_row row = ss_compare_noise_describe(m->a + class * n_pairs, m->b + class * n_pairs,
                                                     m->plan.pairs[class], m->work);
        row.problem = m->job->run->problem->name;
        row.solver = ss_choice_solver_label(m->job->run->solver);
        row.repeats = m->plan.repeats[class];
        row.machine = machine;
        row.build = ss_provenance_version;
        ss_noise_write(out, &row);
    }
    ss_progress_end(&m->bar);
    return measured;
}

bool ss_compare_noise_measure(const ss_compare_noise_job *job, double *missing_s, ss_error *error)
{
    const size_t n_pairs = job->n_pairs;
    meter m = {.job = job};
    char *text = NULL;
    size_t size = 0;
    bool measured = false;
    if (!ss_new_file_check(job->path, error))
        return false;
    double *const room = calloc((2 * MAX_CLASSES + 1) * n_pairs, sizeof *room);
    FILE *const out = open_memstream(&text, &size);
    if (room == NULL || out == NULL) {
        ss_error_memory(error, "%zu pairs", n_pairs);
    } else {
        m.a = room;
        m.b = room + MAX_CLASSES * n_pairs;
        m.work = m.b + MAX_CLASSES * n_pairs;
        measured = measure_all(&m, out, error);
    }
    if (out != NULL && fclose(out) != 0 && measured)
        measured = ss_error_memory(error, "the table");
    measured = measured && ss_new_file_write(job->path, text, size, error);
    *missing_s = m.plan.missing_s;
    free(text);
    free(room);
    return measured;
}
