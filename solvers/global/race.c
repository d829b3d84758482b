/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/global/race.h"

#include "solvers/base/unit.h"

#include <math.h>

/* Units before the price of Newton's method is asked for: an analysis is 90 in packs and in dense
 * problems alike. A stretch is an eighth of the race at least. */
enum { BEFORE_PRICE = 400, PARTS = 8 };

enum { PLAIN, MIXED, KINDS };

/* A race under way; NaN: not known yet. */
typedef struct race {
    const ss_race_options *options;
    ss_mixed mixed;
    size_t length[KINDS], sweeps[KINDS]; /* of the next stretch; in all */
    double price[KINDS], gain[KINDS];    /* units a sweep; of the last stretch, a unit */
    double begun, spent;                 /* units: before the race; S */
    double tried;                        /* S when the kind that gained less was last tried */
    double value;                        /* at the end of the last stretch */
    double left, newton;                 /* L; P, 0: not asked for */
    int last;                            /* kind of the last stretch; KINDS: none */
} race;

static double in_units(const ss_cascade *m, const ss_work *work)
{
    const ss_outer_task *const task = m->task;
    return ss_unit_of_work(task->sweep.problem, task->local, work) /
           ss_unit_sweep(task->sweep.problem);
}

/* The sweeps of a stretch; the last iterate is in sweep.r. */
static size_t run(ss_cascade *m, race *r, int kind)
{
    const ss_outer_task *const inner = m->task->inner;
    const size_t length = r->length[kind];
    size_t done = 0;
    if (kind == MIXED && r->last != MIXED)
        ss_mixed_restart(&r->mixed);
    while (done < length && !m->is_over) {
        if (kind == MIXED && (done > 0 || r->last == MIXED))
            ss_mixed_mix(&r->mixed);
        const size_t made =
            kind == MIXED ? ss_mixed_sweep(&r->mixed) : inner->iteration->apply(inner);
        done += made;
        /* the inner task's iterate is read only if the watch wants to see it */
        ss_cascade_show(m, kind == PLAIN || r->mixed.packed ? inner : m->task, made,
                        done >= length);
    }
    r->sweeps[kind] += done;
    return done;
}

/* The kind to go on with: one whose gain is not known, plain sweeps first, or the better one; the
 * other one again where S has doubled since, as a gain holds for a while. */
static int choose(race *r)
{
    if (isnan(r->gain[PLAIN]))
        return PLAIN;
    const int better = isnan(r->gain[MIXED]) || r->gain[MIXED] > r->gain[PLAIN] ? MIXED : PLAIN;
    if (isnan(r->gain[MIXED]) || r->spent < 2.0 * r->tried)
        return better;
    r->tried = r->spent;
    return better == MIXED ? PLAIN : MIXED;
}

/* Stretches of one price. */
static void set_lengths(race *r)
{
    if ((double)r->length[MIXED] * r->price[MIXED] * PARTS < r->spent)
        r->length[MIXED] *= 2;
    r->length[PLAIN] =
        (size_t)ceil((double)r->length[MIXED] * fmax(r->price[MIXED] / r->price[PLAIN], 1.0));
}

/* The price of a mixed sweep before there was one: that of a plain one and of the mixing. */
static double foresee_mixed(const ss_cascade *m, const race *r)
{
    const size_t n = m->task->sweep.problem->n_contacts;
    const ss_work work = {.products = 1, .flops = (6 * r->mixed.options.m + 13) * 3 * n};
    return r->price[PLAIN] + in_units(m, &work);
}

/* What a stretch of so many sweeps has cost and gained, and how far the tolerance is. */
static void measure(const ss_cascade *m, race *r, int kind, size_t sweeps)
{
    const double before = r->value, spent = in_units(m, m->task->sweep.work) - r->begun;
    const double price = spent - r->spent;
    r->spent = spent;
    r->value = ss_cascade_ask(m);
    /* NaN after the first stretch, and where nobody tells a value */
    r->gain[kind] = log(before / r->value) / price;
    r->price[kind] = price / (double)sweeps;
    r->last = kind;
    if (r->sweeps[MIXED] == 0)
        r->price[MIXED] = foresee_mixed(m, r);
    else if (r->tried == 0.0)
        r->tried = r->spent;
    const double best = fmax(r->gain[PLAIN], r->gain[MIXED]), far = log(r->value / m->seen.tol);
    r->left = best > 0.0 && far >= 0.0 ? far / best : INFINITY;
}

/* Mixing that has lost what was won goes back to the best iterate. */
static void settle(ss_cascade *m, race *r)
{
    if (r->last != MIXED || !(r->value > m->best_value)) {
        ss_cascade_keep(m, r->value);
        return;
    }
    ss_cascade_go_back(m);
    m->task->inner->iteration->write(m->task->inner);
    r->value = m->best_value;
    r->last = KINDS;
}

/* The price of Newton's method, from the analysis of its matrix; false without memory for that. */
static bool ask_price(ss_cascade *m, race *r)
{
    if (r->newton > 0.0)
        return true;
    if (!ss_cascade_make_system(m))
        return false;
    const ss_factor_facts facts = ss_factor_facts_of(m->system->factor);
    const ss_work work = {.moves = r->options->factorizations * facts.foreseen_moves};
    r->newton = in_units(m, &work);
    return true;
}

static bool is_lost(ss_cascade *m, race *r)
{
    if (r->spent < BEFORE_PRICE)
        return false;
    return !ask_price(m, r) ||
           (r->spent >= 0.25 * r->newton && !(r->spent + r->left <= 2.0 * r->newton));
}

bool ss_cascade_race(ss_cascade *m, const ss_race_options *options)
{
    const ss_outer_task *const inner = m->task->inner;
    race r = {.options = options,
              .mixed = ss_mixed_open(inner, &options->mixed, options->memory),
              .length = {options->patience, options->patience},
              .price = {NAN, NAN},
              .gain = {NAN, NAN},
              .begun = in_units(m, m->task->sweep.work),
              .value = NAN,
              .last = KINDS};
    bool is_left = false;
    ss_mixed_begin(&r.mixed);
    while (!m->is_over && !is_left) {
        const int kind = choose(&r);
        const size_t sweeps = run(m, &r, kind);
        if (m->is_over)
            break;
        measure(m, &r, kind, sweeps);
        settle(m, &r);
        set_lengths(&r);
        is_left = is_lost(m, &r);
    }
    const ss_note_value values[] = {{"value", m->is_over ? m->seen.value : r.value},
                                    {"spent", in_units(m, m->task->sweep.work) - r.begun},
                                    {"left", r.left},
                                    {"newton", r.newton},
                                    {"plain", (double)r.sweeps[PLAIN]},
                                    {"mixed", (double)r.sweeps[MIXED]}};
    return ss_cascade_conclude(m, &(ss_note){"race", m->is_over ? "stopped" : "left", values,
                                             sizeof values / sizeof values[0]});
}
