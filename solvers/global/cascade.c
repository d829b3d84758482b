/* In the order of the file: the memory of a cascade, the end of a stage (ss_cascade_conclude),
 * Newton's methods between enter and leave, sweeps alone and with attempts between.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/global/cascade.h"

#include "solvers/global/scatter.h"
#include "solvers/parts/splitmix.h"

#include <math.h>
#include <string.h>

/* Doubles of Newton's methods; SS_PATH_LENGTH has the ppa-newton's in it. */
static size_t methods_length(size_t n)
{
    const size_t path = SS_PATH_LENGTH * n, repair = ss_repair_length(n); /* used in turn */
    return path > repair ? path : repair;
}

size_t ss_cascade_size(const ss_problem *problem, const void *options)
{
    (void)options;
    return sizeof(ss_system) +
           (9 * problem->n_contacts + methods_length(problem->n_contacts)) * sizeof(double);
}

bool ss_cascade_pose(const ss_outer_task *task, ss_error *error)
{
    return ss_system_pose(task->workspace, task->sweep.problem, task->sweep.work, error);
}

void ss_cascade_set_form(const ss_outer_task *task, ss_system_form form)
{
    ((ss_system *)task->workspace)->form = form;
}

void ss_cascade_set_linear(const ss_outer_task *task, ss_linear linear)
{
    ((ss_system *)task->workspace)->linear = linear;
}

void ss_cascade_close(void *workspace)
{
    ss_system_clear(workspace);
}

ss_cascade ss_cascade_begin(const ss_outer_task *task, bool is_posed)
{
    const size_t n = 3 * task->sweep.problem->n_contacts;
    ss_system *const system = task->workspace;
    double *const room = (double *)(system + 1);
    return (ss_cascade){.task = task,
                        .system = system,
                        .is_posed = is_posed,
                        .y = room,
                        .best = room + n,
                        .best_value = NAN,
                        .swept = room + 2 * n,
                        .memory = room + 3 * n};
}

bool ss_cascade_is_cold(const ss_outer_task *task)
{
    const size_t n = 3 * task->sweep.problem->n_contacts;
    for (size_t i = 0; i < n; ++i)
        if (task->sweep.r[i] != 0.0)
            return false;
    return true;
}

static void copy(const ss_cascade *m, double *to, const double *from)
{
    memcpy(to, from, 3 * m->task->sweep.problem->n_contacts * sizeof *to);
}

/* nothing to go back to before the first stage has ended */
void ss_cascade_go_back(ss_cascade *m)
{
    if (!isnan(m->best_value))
        copy(m, m->task->sweep.r, m->best);
}

double ss_cascade_ask(const ss_cascade *m)
{
    const ss_watch *const watch = &m->task->watch;
    return m->is_over || watch->ask == NULL ? m->seen.value
                                            : watch->ask(watch->self, m->task->sweep.r);
}

void ss_cascade_show(ss_cascade *m, const ss_outer_task *task, size_t sweeps, bool is_last)
{
    const ss_watch *const watch = &m->task->watch;
    ss_iterate at = {.task = task,
                     .sweeps = sweeps,
                     .best = isnan(m->best_value) ? NULL : m->best,
                     .best_value = m->best_value};
    m->seen = watch->see(watch->self, &at);
    m->is_over = m->is_over || m->seen.stop;
    if (m->is_over || is_last)
        ss_iterate_read(&at);
}

void ss_cascade_keep(ss_cascade *m, double value)
{
    if (!(value < m->best_value || isnan(m->best_value)))
        return;
    m->best_value = value;
    copy(m, m->best, m->task->sweep.r);
}

bool ss_cascade_conclude(ss_cascade *m, const ss_note *note)
{
    const double value = note->values[0].value;
    ss_outer_note(m->task, note);
    if (!m->is_over)
        ss_cascade_keep(m, value);
    return !m->is_over;
}

/* ---- Newton's methods ---- */

bool ss_cascade_make_system(ss_cascade *m)
{
    const ss_outer_task *const task = m->task;
    ss_error own = {.code = SS_ERROR_NONE};
    m->is_posed =
        m->is_posed || ss_system_pose(m->system, task->sweep.problem, task->sweep.work, &own);
    if (!m->is_posed && m->may_lack && own.code == SS_ERROR_MEMORY) {
        m->lacks = true;
    } else if (!m->is_posed) {
        ss_error_set(task->error, own.code, "%s", own.text);
        m->is_over = true;
    }
    return m->is_posed;
}

/* the watch of a Newton method: its y becomes the task's r, and the task's watch is asked */
static ss_seen see_newton(void *self, const double *y)
{
    ss_cascade *const m = self;
    ss_system_write_impulse(m->task->sweep.r, m->system, y);
    ss_cascade_show(m, m->task, 1, true);
    return m->seen;
}

/* y and the watch of a Newton method; false when there is no memory for its system, or was none
 * before. */
static bool enter(ss_cascade *m, ss_system_watch *watch)
{
    if (m->lacks || !ss_cascade_make_system(m))
        return false;
    *watch = (ss_system_watch){see_newton, m};
    ss_system_read_impulse(m->y, m->system, m->task->sweep.r);
    return true;
}

/* how a Newton method ended, as the cascade's: out of memory is an error of the run where it may
 * not be lacking, all else a note */
static bool leave(ss_cascade *m, const char *stage, ss_system_end end)
{
    if (end.ending == SS_SYSTEM_NO_MEMORY && m->may_lack) {
        m->lacks = true;
    } else if (end.ending == SS_SYSTEM_NO_MEMORY) {
        ss_error_set(m->task->error, end.error.code, "%s", end.error.text);
        m->is_over = true;
    }
    if (!m->is_over)
        ss_system_write_impulse(m->task->sweep.r, m->system, m->y);
    const ss_note_value values[] = {{"value", ss_cascade_ask(m)},
                                    {"factorizations", (double)end.factorizations}};
    return ss_cascade_conclude(m, &(ss_note){stage, ss_system_ending_name(end.ending), values, 2});
}

bool ss_cascade_newton(ss_cascade *m, const ss_ppa_limits *limits)
{
    ss_system_watch watch;
    if (!enter(m, &watch))
        return !m->is_over;
    return leave(m, "ppa-newton", ss_ppa_run(m->system, m->y, limits, watch, m->memory));
}

bool ss_cascade_draw(ss_cascade *m, const ss_cascade_lots *lots)
{
    static const double a[] = {1e-3, 1e-2, 1e-1, 1.0};
    for (size_t k = 0; !m->lacks && k < lots->starts; ++k) {
        const double drawn = 1.0 + (double)ss_splitmix_below(lots->state, 4);
        ss_ppa_limits attempt = lots->attempt;
        attempt.a = a[k % (sizeof a / sizeof a[0])];
        ss_cascade_go_back(m);
        ss_system_read_impulse(m->y, m->system, m->task->sweep.r);
        ss_scatter(m->y, m->system, k % 3 == 0 ? 1.0 : drawn / (double)m->system->n, lots->state);
        ss_system_write_impulse(m->task->sweep.r, m->system, m->y);
        if (!ss_cascade_newton(m, &attempt))
            return false;
    }
    return true;
}

/* rows of notes.csv: a point that the path has accepted */
static void note_point(void *self, const ss_path_point *p)
{
    const ss_cascade *const m = self;
    const ss_note_value values[] = {{"arc", p->arc},
                                    {"tau", p->tau},
                                    {"slope", p->slope},
                                    {"step", p->step},
                                    {"corrections", (double)p->corrections},
                                    {"e1", p->e1},
                                    {"rejections", (double)p->rejections},
                                    {"refreshes", (double)p->refreshes},
                                    {"turns", (double)p->turns}};
    ss_outer_note(m->task,
                  &(ss_note){"central-path", "point", values, sizeof values / sizeof values[0]});
}

bool ss_cascade_path(ss_cascade *m, const ss_path_limits *limits)
{
    ss_system_watch watch;
    ss_path_limits own = *limits;
    own.note = note_point;
    own.self = m;
    if (!enter(m, &watch))
        return !m->is_over;
    return leave(m, "central-path", ss_path_run(m->system, m->y, &own, watch, m->memory));
}

/* likewise: an attempt of repair, which gains where it halves E1 */
static void note_attempt(void *self, const ss_repair_attempt *a)
{
    const ss_cascade *const m = self;
    const ss_note_value values[] = {{"share", a->share},
                                    {"layers", (double)a->layers},
                                    {"contacts", (double)a->contacts},
                                    {"part_e1", a->part_e1},
                                    {"e1_before", a->before},
                                    {"e1_after", a->after},
                                    {"factorizations", (double)a->factorizations}};
    ss_outer_note(m->task, &(ss_note){"repair", a->after <= 0.5 * a->before ? "gained" : "lost",
                                      values, sizeof values / sizeof values[0]});
}

bool ss_cascade_repair(ss_cascade *m, size_t factorizations)
{
    ss_system_watch watch;
    const ss_repair_limits limits = {
        .factorizations = factorizations, .note = note_attempt, .self = m};
    if (!enter(m, &watch))
        return !m->is_over;
    return leave(m, "repair", ss_repair_run(m->system, m->y, &limits, watch, m->memory));
}

/* ---- sweeps ---- */

bool ss_cascade_sweep(ss_cascade *m, size_t sweeps)
{
    const ss_outer_task *const inner = m->task->inner;
    inner->iteration->begin(inner);
    for (size_t done = 0; done < sweeps && !m->is_over;) {
        const size_t made = inner->iteration->apply(inner);
        done += made;
        /* the inner task's iterate, so that it is read only if the watch wants to see it */
        ss_cascade_show(m, inner, made, done >= sweeps);
    }
    const ss_note_value value = {"value", ss_cascade_ask(m)};
    return ss_cascade_conclude(m,
                               &(ss_note){"sweeps", m->is_over ? "stopped" : "capped", &value, 1});
}

bool ss_cascade_alternate(ss_cascade *m, const ss_cascade_turns *turns)
{
    for (size_t k = 0; k < turns->rounds; ++k) {
        if (!ss_cascade_sweep(m, turns->sweeps))
            return false;
        /* an attempt changes sweep.r; the sweeps go on from where they were */
        copy(m, m->swept, m->task->sweep.r);
        if (!ss_cascade_newton(m, &turns->attempt))
            return false;
        copy(m, m->task->sweep.r, m->swept);
    }
    return true;
}
