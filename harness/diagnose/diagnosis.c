/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/diagnose/diagnosis.h"

#include "harness/diagnose/afterwards.h"
#include "harness/diagnose/cycle.h"
#include "harness/diagnose/direction.h"
#include "harness/diagnose/existence.h"
#include "harness/process/cpu_time.h"
#include "harness/tables/rows.h"
#include "harness/tables/status.h"
#include "problems/contact/operator.h"

#include <gsl/gsl_math.h>
#include <gsl/gsl_statistics_double.h>
#include <stdlib.h>

enum {
    LEAST_AFTER = 20,
    MOST_AFTER = 200,
    MOST_ROWS = 1000,
    HISTORY = 32,
    DIRECTION_CONTACTS = 2000,
    PRODUCTS = 4000,
    BLOCKS = 20000000 /* of all products of the existence criterion */
};

/* A contact with its part of E1. */
typedef struct ranked {
    double part;
    size_t contact;
} ranked;

/* A step under the lens; arrays of n numbers unless said otherwise. */
typedef struct lens {
    const ss_diagnosis_case *step;
    size_t n;
    double *numbers;      /* owned: all that are real */
    unsigned char *zones; /* owned; of the last iterate */
    ss_residual at;       /* that of the last iterate */
    double e1;
    ss_afterwards after;
    ranked *order;       /* owned; by part, the largest first */
    double *singular;    /* shares */
    double *stress;      /* shares */
    double *certificate; /* 3 n */
    ss_diagnosis_row row;
    char note[160];
} lens;

/* For qsort: the larger part first, then the smaller number. */
static int larger_first(const void *left, const void *right)
{
    const ranked *const a = left, *const b = right;
    if (a->part != b->part)
        return a->part > b->part ? -1 : 1;
    return a->contact < b->contact ? -1 : 1;
}

static bool reserve(lens *x)
{
    const size_t n = x->n, state = ss_operator_state_length(x->step->problem) + 1;
    double *const at = x->numbers = calloc(9 * n + state, sizeof *at);
    x->order = calloc(n, sizeof *x->order);
    x->zones = calloc(n, 1);
    if (at == NULL || x->order == NULL || x->zones == NULL)
        return false;
    x->at = (ss_residual){.u = at, .part = at + 3 * n, .state = at + 9 * n, .zones = x->zones};
    x->singular = at + 4 * n;
    x->stress = at + 5 * n;
    x->certificate = at + 6 * n;
    return true;
}

/* ---- every step ---- */

static void rank_contacts(lens *x)
{
    double sum = 0.0;
    for (size_t c = 0; c < x->n; ++c)
        x->order[c] = (ranked){x->at.part[c], c};
    qsort(x->order, x->n, sizeof *x->order, larger_first);
    const double wanted = 0.9 * x->e1 * x->e1;
    while (x->row.carriers < x->n && sum < wanted) {
        const double part = x->order[x->row.carriers++].part;
        sum += part * part;
    }
    x->row.worst_contact = x->order[0].contact;
    x->row.worst_share = gsl_pow_2(x->order[0].part / x->e1);
}

/* The factor of E1 a sweep, as the column `fall` says. */
static double find_fall(const ss_afterwards *after)
{
    const size_t third = after->n / 3;
    double most[3], least[3];
    for (size_t k = 0; k < 3 && third > 0; ++k)
        gsl_stats_minmax(&least[k], &most[k], after->e1 + 1 + k * third, 1, third);
    if (third == 0 || !(most[1] < least[0] && most[2] < least[1]))
        return NAN;
    const double sweeps = (double)(after->sweeps[3 * third] - after->sweeps[1]);
    return pow(after->e1[3 * third] / after->e1[1], 1.0 / sweeps);
}

/* Fill the columns of the sweeps after the end. */
static void watch_afterwards(lens *x)
{
    const ss_afterwards *const after = &x->after;
    ss_diagnosis_row *const row = &x->row;
    const ss_cycle cycle = ss_cycle_find(after->e1, after->marks, after->n + 1, after->scratch);
    row->afterwards = after->n;
    row->cycle = cycle.length;
    row->cycle_kind = cycle.kind;
    row->cycle_change = cycle.change;
    row->fall = cycle.length == 0 ? find_fall(after) : NAN;
    for (size_t c = 0; c < x->n; ++c)
        row->changing += ss_afterwards_changes(after, c) > 0;
    for (size_t k = 0; k <= after->n; ++k)
        if (!(after->e1[k] >= row->e1_best)) {
            row->e1_best = after->e1[k];
            row->sweep_best = row->sweeps + after->sweeps[k];
        }
}

static bool look(lens *x, ss_error *error)
{
    const ss_diagnosis_case *const step = x->step;
    ss_diagnosis_row *const row = &x->row;
    x->e1 = ss_residual_of(&x->at, step->problem, step->r);
    ss_rows_clear(ss_rows_find("diagnosis"), row);
    row->solver = step->label;
    row->step = step->step;
    row->outcome = step->outcome;
    row->contacts = x->n;
    row->sweeps = step->sweeps;
    row->e1 = x->e1;
    row->e1_best = step->e1_best;
    row->sweep_best = step->sweep_best;
    row->detailed = "no";
    row->note = x->note;
    if (!isfinite(x->e1)) {
        snprintf(x->note, sizeof x->note, "the last iterate is not finite");
        return true;
    }
    const size_t tenth = GSL_MIN(GSL_MAX(step->sweeps / 10, LEAST_AFTER), MOST_AFTER);
    const ss_afterwards_limits limits = {step->solver != NULL ? tenth : 0, step->deadline_s};
    if (!ss_afterwards_run(&x->after, step->solver, step->problem, step->r, &limits, error))
        return false;
    rank_contacts(x);
    watch_afterwards(x);
    return true;
}

/* ---- detailed steps ---- */

static void add_note(lens *x, const char *subject, const char *note)
{
    const size_t length = strlen(x->note);
    if (note[0] != '\0')
        snprintf(x->note + length, sizeof x->note - length, "%s%s: %.120s", length > 0 ? "; " : "",
                 subject, note);
}

/* True when nothing more is begun; the subject is noted as not known. */
static bool is_late(lens *x, const char *subject)
{
    const bool late = ss_deadline_passed(x->step->deadline_s);
    add_note(x, subject, late ? "no time was left" : "");
    return late;
}

static bool ask_existence(lens *x, const ss_problem *blocks, ss_error *error)
{
    ss_existence found;
    const size_t products = BLOCKS / blocks->blocks->row_start[x->n];
    if (is_late(x, "existence criterion"))
        return true;
    if (!ss_existence_decide(blocks, GSL_MIN(products, PRODUCTS), &found, x->certificate, error))
        return false;
    x->row.existence = ss_existence_name(found.verdict);
    x->row.existence_margin = found.margin;
    for (size_t c = 0; c < x->n; ++c)
        x->stress[c] = found.verdict == SS_EXISTENCE_FAILS ? x->certificate[3 * c] : 0.0;
    return true;
}

static bool ask_direction(lens *x, const ss_problem *blocks, ss_error *error)
{
    ss_direction found = {NAN, "more than 2000 contacts"};
    if (!isfinite(x->e1) || is_late(x, "singular direction"))
        found.note = "";
    else if (x->n <= DIRECTION_CONTACTS &&
             !ss_direction_find(blocks, x->step->r, &found, x->singular, error))
        return false;
    x->row.singular_value = found.value;
    add_note(x, "singular direction", found.note);
    return true;
}

/* The singular direction and the existence criterion, which need W by blocks: a note says it where
 * that of bodies is not finite. */
static bool ask_blocks(lens *x, ss_error *error)
{
    const ss_problem *const problem = x->step->problem;
    ss_block_problem *owner = NULL;
    if (problem->form != SS_FORM_BLOCKS) {
        ss_error refused = {.code = SS_ERROR_NONE};
        owner = ss_block_problem_from_body(problem, &refused);
        if (owner == NULL && refused.code != SS_ERROR_DATA)
            return ss_error_set(error, refused.code, "%s", refused.text);
        if (owner == NULL) {
            add_note(x, "W", refused.text);
            return true;
        }
    }
    const ss_problem *const blocks = owner != NULL ? ss_block_problem_view(owner) : problem;
    const bool asked = ask_existence(x, blocks, error) && ask_direction(x, blocks, error);
    ss_block_problem_free(owner);
    return asked;
}

static void write_history(char history[HISTORY + 1], const lens *x, size_t c)
{
    static const char letters[] = {
        [SS_ZONE_SEPARATION] = 'o', [SS_ZONE_STICKING] = 'k', [SS_ZONE_SLIDING] = 's'};
    const ss_afterwards *const after = &x->after;
    const size_t n = GSL_MIN(after->n, HISTORY);
    for (size_t k = 0; k < n; ++k)
        history[k] = letters[after->zones[(after->n - n + k + 1) * x->n + c]];
    history[n] = '\0';
}

static void write_contact(FILE *out, const lens *x, size_t rank)
{
    const ss_problem *const problem = x->step->problem;
    const size_t c = x->order[rank].contact;
    const double *const r = x->step->r + 3 * c, *const u = x->at.u + 3 * c;
    char bodies[48] = "", history[HISTORY + 1];
    if (problem->form != SS_FORM_BLOCKS) {
        const ss_contact_bodies pair = ss_operator_bodies(problem, c);
        snprintf(bodies, sizeof bodies, "%zu-%zu", pair.i, pair.j);
    }
    write_history(history, x, c);
    const ss_diagnosis_contacts_row row = {
        .solver = x->step->label,
        .step = x->step->step,
        .rank = rank + 1,
        .contact = c,
        .bodies = bodies,
        .residual = x->at.part[c],
        .share = gsl_pow_2(x->at.part[c] / x->e1),
        .status = ss_status_name((ss_zone)x->at.zones[c]),
        .changes = ss_afterwards_changes(&x->after, c),
        .history = history,
        .r_n_ns = r[0],
        .r_t_ns = ss_norm_t(r),
        .u_n_m_s = u[0],
        .u_t_m_s = ss_norm_t(u),
        .mu = problem->mu[c],
        .singular_share = x->singular[c],
        .stress_share = x->stress[c],
        .x_m = problem->point != NULL ? problem->point[c][0] : NAN,
        .y_m = problem->point != NULL ? problem->point[c][1] : NAN,
        .z_m = problem->point != NULL ? problem->point[c][2] : NAN};
    ss_diagnosis_contacts_write(out, &row);
}

bool ss_diagnosis_add(ss_diagnosis *diagnosis, const ss_diagnosis_case *step, ss_error *error)
{
    lens x = {.step = step, .n = step->problem->n_contacts};
    bool done = (reserve(&x) || ss_error_memory(error, "the diagnosis of %zu contacts", x.n)) &&
                look(&x, error);
    const bool detailed = done && !(x.e1 < 2.0 * diagnosis->largest);
    if (detailed) {
        x.row.detailed = "yes";
        done = ask_blocks(&x, error);
    }
    for (size_t k = 0; done && detailed && isfinite(x.e1) && k < GSL_MIN(x.n, MOST_ROWS); ++k)
        write_contact(diagnosis->contacts, &x, k);
    if (done)
        ss_diagnosis_write(diagnosis->steps, &x.row);
    if (detailed)
        diagnosis->largest = fmax(diagnosis->largest, x.e1);
    ss_afterwards_free(&x.after);
    free(x.numbers);
    free(x.order);
    free(x.zones);
    return done;
}
