/* In the order of the file: sweeps of two kinds in stretches; the turns of sweeps, of steps and of
 * Newton's method; laps of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/global/race.h"

#include "solvers/base/unit.h"

#include <math.h>

/* Units of sweeps before the price of a factorization is asked for: an analysis is 90 in packs and
 * in dense problems alike. A stretch is an eighth of what was spent, at least. */
enum { BEFORE_PRICE = 400, PARTS = 8 };

/* Contacts up to which packed sweeps cost as much as others. */
enum { FEW = 64 };

/* So many times better, others are far ahead of steps. */
static const double AHEAD = 30.0;

enum { PLAIN, MIXED, KINDS };
enum { SWEEPS, STEPS, NEWTON, RUNNERS };

/* A race under way. Prices in units; a gain is ln(value before/value after) a unit. */
typedef struct race {
    const ss_race_options *options;
    ss_mixed mixed;
    ss_gradient gradient;
    int last;                          /* kind of the last stretch; KINDS: none */
    size_t length[KINDS], made[KINDS]; /* sweeps: of the next stretch; in all */
    double price[KINDS], gain[KINDS];  /* of a sweep; of the last stretch */
    double ended[KINDS], tried;        /* spent[SWEEPS] after it; when the lesser kind was tried */
    size_t steps;                      /* of the gradient */
    double reached;                    /* value at the end of their last turn */
    double value, left;                /* at the end of the last stretch; L */
    double newton;                     /* P, of one factorization */
    double spent[RUNNERS], won[RUNNERS]; /* in all; gain of the best value in the last turn */
} race;

static double in_units(const ss_cascade *m, const ss_work *work)
{
    const ss_outer_task *const task = m->task;
    return ss_unit_of_work(task->sweep.problem, task->local, work) /
           ss_unit_sweep(task->sweep.problem);
}

/* ---- sweeps ---- */

/* The sweeps of a stretch; the last iterate is in sweep.r. */
static size_t run(ss_cascade *m, race *r, int kind)
{
    const ss_outer_task *const inner = m->task->inner;
    /* the inner task's iterate is read only if the watch wants to see it */
    const ss_outer_task *const shown = kind == PLAIN || r->mixed.packed ? inner : m->task;
    size_t done = 0;
    if (kind == MIXED && r->last != MIXED)
        ss_mixed_restart(&r->mixed);
    while (done < r->length[kind] && !m->is_over) {
        if (kind == MIXED && (done > 0 || r->last == MIXED))
            ss_mixed_mix(&r->mixed);
        const size_t made =
            kind == MIXED ? ss_mixed_sweep(&r->mixed) : inner->iteration->apply(inner);
        done += made;
        ss_cascade_show(m, shown, made, done >= r->length[kind]);
    }
    r->made[kind] += done;
    return done;
}

/* The kind to go on with: the better one, while it is foreseen to end within what was spent; else
 * one that was not tried, or the other one again where sweeps have cost twice as much since, as a
 * gain holds for a while. Mixed sweeps come first but where packed ones cost many times less. */
static int choose(race *r)
{
    const int first = r->mixed.packed && r->mixed.lanes > FEW ? PLAIN : MIXED;
    const int better = r->gain[1 - first] > r->gain[first] ? 1 - first : first;
    const double spent = r->spent[SWEEPS];
    if (spent == 0.0 || r->left <= spent || (r->ended[1 - better] > 0.0 && spent < 2.0 * r->tried))
        return better;
    r->tried = spent;
    return 1 - better;
}

/* Stretches of one price, which grow with what sweeps have cost. */
static void set_lengths(const ss_cascade *m, race *r)
{
    const size_t n = m->task->sweep.problem->n_contacts;
    const ss_work mixing = {.products = 1, .flops = (6 * r->mixed.options.m + 13) * 3 * n};
    if (r->made[MIXED] == 0) /* not known yet */
        r->price[MIXED] = r->price[PLAIN] + in_units(m, &mixing);
    if (r->made[PLAIN] == 0)
        r->price[PLAIN] = r->price[MIXED];
    const double least = (double)r->options->patience,
                 price = fmax(r->spent[SWEEPS] / PARTS, least * r->price[MIXED]);
    for (int k = PLAIN; k < KINDS; ++k)
        r->length[k] = (size_t)fmax(ceil(price / r->price[k]), least);
}

/* What is left to the tolerance at that gain. */
static double foresee(const ss_cascade *m, double value, double gain)
{
    const double far = log(value / m->seen.tol);
    return gain > 0.0 && far >= 0.0 ? far / gain : INFINITY;
}

/* Go on from the best iterate, which sweeps did not leave last. */
static void go_back(ss_cascade *m, race *r)
{
    ss_cascade_go_back(m);
    m->task->inner->iteration->write(m->task->inner);
    r->value = m->best_value;
    r->last = KINDS;
}

/* One stretch, what it has cost and gained; mixing that has lost what was won goes back. */
static void sweep(ss_cascade *m, race *r)
{
    const double begun = in_units(m, m->task->sweep.work), before = r->value;
    const int kind = choose(r);
    const size_t sweeps = run(m, r, kind);
    const double price = in_units(m, m->task->sweep.work) - begun;
    r->spent[SWEEPS] += price;
    if (m->is_over)
        return;
    r->value = ss_cascade_ask(m);
    r->gain[kind] = log(before / r->value) / price;
    r->price[kind] = price / (double)sweeps;
    r->ended[kind] = r->spent[SWEEPS];
    r->last = kind;
    r->left = foresee(m, r->value, fmax(r->gain[PLAIN], r->gain[MIXED]));
    if (kind == MIXED && r->value > m->best_value)
        go_back(m, r);
    ss_cascade_keep(m, r->value);
    set_lengths(m, r);
}

/* ---- turns: each spends its budget, sweeps and steps twice that where it is foreseen to do ----
 */

static void take_sweeps(ss_cascade *m, race *r, double budget)
{
    const double from = r->spent[SWEEPS];
    double spent = 0.0;
    if (!isnan(m->best_value))
        go_back(m, r);
    while (!m->is_over && (spent < budget || (spent < 2.0 * budget && r->left <= budget))) {
        sweep(m, r);
        spent = r->spent[SWEEPS] - from;
    }
}

/* Steps keep to their own way, as their momentum is lost with it, until others are far ahead. */
static void take_steps(ss_cascade *m, race *r, double budget)
{
    const double begun = in_units(m, m->task->sweep.work);
    double spent = 0.0, before = r->reached, left = INFINITY;
    const bool anew = !(r->reached <= AHEAD * m->best_value);
    if (anew) {
        ss_cascade_go_back(m);
        ss_gradient_begin(&r->gradient);
        before = m->best_value;
    } else {
        ss_gradient_resume(&r->gradient);
    }
    for (double last = 0.0;
         !m->is_over && (spent < budget || (spent < 2.0 * budget && left <= budget));
         last = spent) {
        const double end = spent + fmax(budget / PARTS, (double)r->options->patience);
        for (; spent < end && !m->is_over; ++r->steps) {
            ss_gradient_descend(&r->gradient);
            ss_cascade_show(m, m->task, 1, false);
            ss_gradient_go_on(&r->gradient);
            spent = in_units(m, m->task->sweep.work) - begun;
        }
        r->reached = ss_cascade_ask(m);
        left = foresee(m, r->reached, log(before / r->reached) / (spent - last));
        before = r->reached;
        ss_cascade_keep(m, r->reached);
    }
    r->spent[STEPS] += spent;
}

static void take_newton(ss_cascade *m, race *r, double budget)
{
    const double begun = in_units(m, m->task->sweep.work);
    ss_ppa_limits limits = r->options->newton;
    limits.factorizations = (size_t)fmax(budget / r->newton, 1.0);
    ss_cascade_go_back(m);
    ss_cascade_newton(m, &limits);
    r->spent[NEWTON] += in_units(m, m->task->sweep.work) - begun;
}

/* ---- laps ---- */

/* The price of a factorization, from the analysis of its matrix; false without memory for that. */
static bool ask_price(ss_cascade *m, race *r)
{
    if (!ss_cascade_make_system(m))
        return false;
    const ss_work work = {.moves = ss_block_factor_facts_of(m->system->factor).foreseen_moves};
    r->newton = in_units(m, &work);
    return true;
}

/* One turn, with half of the budget for who has won less than another one in the last lap. */
static void take_turn(ss_cascade *m, race *r, int k, double budget)
{
    static void (*const take[RUNNERS])(ss_cascade *, race *, double) = {take_sweeps, take_steps,
                                                                        take_newton};
    const double spent = r->spent[k], before = m->best_value;
    const double most = fmax(fmax(r->won[SWEEPS], r->won[STEPS]), r->won[NEWTON]);
    take[k](m, r, r->won[k] < most ? 0.5 * budget : budget);
    if (!m->is_over)
        r->won[k] = log(before / m->best_value) / (r->spent[k] - spent);
    const ss_note_value values[] = {{"value", m->is_over ? m->seen.value : m->best_value},
                                    {"budget", budget},
                                    {"sweeps", r->spent[SWEEPS]},
                                    {"steps", r->spent[STEPS]},
                                    {"newton", r->spent[NEWTON]},
                                    {"left", r->left}};
    static const char *const stages[] = {"race-sweeps", "race-steps", "race-newton"};
    ss_outer_note(m->task, &(ss_note){stages[k], m->is_over ? "stopped" : "left", values,
                                      sizeof values / sizeof values[0]});
}

bool ss_cascade_race(ss_cascade *m, const ss_race_options *options)
{
    const ss_outer_task *const inner = m->task->inner;
    const size_t n = m->task->sweep.problem->n_contacts, patience = options->patience;
    const size_t room = ss_mixed_most(n);
    race r = {.options = options,
              .mixed = ss_mixed_open(inner, &options->mixed, room, options->memory),
              .gradient =
                  ss_gradient_open(m->task, &options->gradient,
                                   options->memory + ss_mixed_length(n, room, &options->mixed)),
              .last = KINDS,
              .length = {patience, patience},
              .gain = {-INFINITY, -INFINITY},
              .reached = NAN,
              .value = ss_cascade_ask(m),
              .left = INFINITY};
    ss_mixed_begin(&r.mixed);
    take_turn(m, &r, SWEEPS, BEFORE_PRICE);
    if (m->is_over || (!ask_price(m, &r) && !m->lacks))
        return false;
    double budget = m->lacks ? BEFORE_PRICE : (double)options->newton.factorizations * r.newton;
    /* without memory for Newton's method nobody comes after: the others race on */
    for (size_t lap = 0; !m->is_over && (lap < options->laps || m->lacks); ++lap) {
        for (int k = SWEEPS; k < RUNNERS && !m->is_over; ++k)
            if (k != NEWTON || !m->lacks)
                take_turn(m, &r, k, budget);
        budget *= 2.0;
    }
    return !m->is_over;
}
