/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/global/repair.h"

#include "solvers/global/path.h"
#include "solvers/global/ppa.h"

#include <math.h>
#include <string.h>

/* Of method 12.7: no layer that would pass so many. */
enum { MOST_CONTACTS = 700 };

static const double PART_TOL = 1e-11;

/* Attempts, in this order: the share of E1^2 that the worst contacts hold, and layers around. */
static const struct {
    double share;
    size_t layers;
} attempts[] = {{0.5, 2}, {0.9, 2}, {0.5, 4}};

/* Invariant: best is the caller's y, with the E1 of `end`; `chosen` marks the contacts of
 * the part, `contacts` lists them, ascending. */
typedef struct repair {
    ss_system *s, part;
    const ss_repair_limits *limits;
    ss_system_watch watch;
    double *best;          /* 3 n; caller's y */
    double *trial, *v;     /* 3 n each */
    double *share;         /* n: each contact's part of E1^2 */
    unsigned char *chosen; /* n */
    size_t *contacts;      /* of the part, ascending */
    double *y, *y_best;    /* 3 a contact of the part */
    double *memory;        /* of the methods */
    ss_system_end end;     /* .e1 is that of `best` */
    bool is_over;
} repair;

/* Doubles of the methods: of the ppa-newton on n contacts and all on a part of m. */
static size_t methods_length(size_t n, size_t m)
{
    const size_t whole = SS_PPA_LENGTH * n, part = SS_PATH_LENGTH * m;
    return whole > part ? whole : part;
}

size_t ss_repair_length(size_t n)
{
    _Static_assert(sizeof(size_t) <= sizeof(double), "`contacts` and `chosen` have their room");
    const size_t m = n < MOST_CONTACTS ? n : MOST_CONTACTS;
    return (3 + 3 + 1 + 1) * n + (3 + 3 + 1) * m + methods_length(n, m);
}

static repair lay(ss_system *s, double *y, double *memory)
{
    const size_t n = s->n, m = n < MOST_CONTACTS ? n : MOST_CONTACTS;
    repair r = {.s = s, .best = y, .trial = memory};
    r.v = r.trial + 3 * n;
    r.share = r.v + 3 * n;
    r.y = r.share + n;
    r.y_best = r.y + 3 * m;
    r.memory = r.y_best + 3 * m;
    r.contacts = (size_t *)(r.memory + methods_length(n, m));
    r.chosen = (unsigned char *)(r.contacts + m);
    return r;
}

static void finish(repair *r, ss_system_ending ending)
{
    r->end.ending = ending;
    r->is_over = true;
}

/* Mark the contacts of the largest residuals, until they hold `wanted` of E1^2; their number. */
static size_t choose_worst(repair *r, double wanted)
{
    const size_t n = r->s->n;
    double total = 0.0, held = 0.0;
    size_t m = 0;
    memset(r->chosen, 0, n);
    ss_system_velocity(r->v, r->s, r->best);
    ss_system_e1(r->s, r->best, r->v, r->share);
    for (size_t c = 0; c < n; ++c)
        total += r->share[c];
    for (; m < n && m < MOST_CONTACTS && !(held >= wanted * total); ++m) {
        /* by a search for each: m is small */
        size_t worst = n;
        for (size_t c = 0; c < n; ++c)
            if (!r->chosen[c] && (worst == n || r->share[c] > r->share[worst]))
                worst = c;
        r->chosen[worst] = 1;
        held += r->share[worst];
    }
    return m;
}

/* Mark the neighbours of what is marked; the number of contacts then. No more than MOST_CONTACTS:
 * else the layer is left out. */
static size_t add_layer(repair *r, size_t m)
{
    enum { NEW = 2 };
    const ss_system *const s = r->s;
    size_t found = 0;
    for (size_t c = 0; c < s->n; ++c)
        for (size_t k = s->row_start[c]; r->chosen[c] == 1 && k < s->row_start[c + 1]; ++k)
            if (r->chosen[s->column[k]] == 0) {
                r->chosen[s->column[k]] = NEW;
                ++found;
            }
    const bool fits = m + found <= MOST_CONTACTS;
    for (size_t c = 0; c < s->n; ++c)
        if (r->chosen[c] == NEW)
            r->chosen[c] = fits;
    return fits ? m + found : m;
}

/* The contacts of an attempt; their number. */
static size_t choose(repair *r, double share, size_t layers)
{
    size_t m = choose_worst(r, share);
    for (size_t k = 0; k < layers; ++k)
        m = add_layer(r, m);
    for (size_t c = 0, i = 0; c < r->s->n; ++c)
        if (r->chosen[c])
            r->contacts[i++] = c;
    return m;
}

/* While a part is solved, the best iterate of the whole stands for it. */
static ss_seen see_whole(void *self, const double *y)
{
    const repair *const r = self;
    (void)y;
    return r->watch.see(r->watch.self, r->best);
}

static size_t left(const repair *r, size_t wanted)
{
    const size_t rest = r->limits->factorizations - r->end.factorizations;
    return rest < wanted ? rest : wanted;
}

/* Book the end of a method, which may end the repair. */
static void book(repair *r, ss_system_end end)
{
    r->end.factorizations += end.factorizations;
    r->end.error = end.error;
    if (end.ending == SS_SYSTEM_STOPPED || end.ending == SS_SYSTEM_NO_MEMORY)
        finish(r, end.ending);
    else if (r->end.factorizations >= r->limits->factorizations)
        finish(r, SS_SYSTEM_CAPPED);
}

/* The k-th method on the part, from and into r->y. */
static ss_system_end run_method(repair *r, size_t k)
{
    const ss_system_watch watch = {see_whole, r};
    /* methods 0 and 1 (method 12.7): warm and cold, 60 factorizations each; 2: the path, 2500 */
    const ss_ppa_limits ppa = {.a = k == 0 ? 1e-2 : 1e-1,
                               .tol = PART_TOL,
                               .factorizations = left(r, 60),
                               .failures = SIZE_MAX};
    const ss_path_limits path = {.kappa = 0.01,
                                 .step = 0.5,
                                 .finish_ratio = 10.0,
                                 .tol = PART_TOL,
                                 .factorizations = left(r, 2500)};
    return k < 2 ? ss_ppa_run(&r->part, r->y, &ppa, watch, r->memory)
                 : ss_path_run(&r->part, r->y, &path, watch, r->memory);
}

/* Solve the part: ppa-newton from where it is, from nothing, then the central path; its best is in
 * y_best. Gives its E1. */
static double solve_part(repair *r)
{
    const size_t n = 3 * r->part.n, bytes = n * sizeof *r->y;
    double best = INFINITY;
    for (size_t k = 0; k < 3 && !(best <= PART_TOL) && !r->is_over; ++k) {
        for (size_t i = 0; i < n; ++i)
            r->y[i] = k == 0 ? r->best[3 * r->contacts[i / 3] + i % 3] : 0.0;
        const ss_system_end end = run_method(r, k);
        if (end.e1 < best || k == 0)
            memcpy(r->y_best, r->y, bytes);
        best = fmin(best, end.e1);
        book(r, end);
    }
    return best;
}

/* The whole, from the best iterate with the part's solution put in. */
static void solve_whole(repair *r)
{
    const size_t bytes = 3 * r->s->n * sizeof *r->trial;
    const ss_ppa_limits limits = {.a = 1e-2, .factorizations = left(r, 60), .failures = SIZE_MAX};
    memcpy(r->trial, r->best, bytes);
    for (size_t i = 0; i < 3 * r->part.n; ++i)
        r->trial[3 * r->contacts[i / 3] + i % 3] = r->y_best[i];
    const ss_system_end end = ss_ppa_run(r->s, r->trial, &limits, r->watch, r->memory);
    if (end.e1 < r->end.e1) {
        r->end.e1 = end.e1;
        memcpy(r->best, r->trial, bytes);
    }
    book(r, end);
}

/* Attempt k; true if it halves E1. `first` has the size of the round's first part: the others hold
 * it, so that one of its size is the same. */
static bool attempt(repair *r, size_t k, size_t *first)
{
    ss_repair_attempt now = {.share = attempts[k].share,
                             .layers = attempts[k].layers,
                             .contacts = choose(r, attempts[k].share, attempts[k].layers),
                             .before = r->end.e1,
                             .factorizations = r->end.factorizations};
    if (now.contacts == 0 || (k > 0 && now.contacts == *first))
        return false;
    *first = k == 0 ? now.contacts : *first;
    if (!ss_system_pose_part(&r->part, r->s, r->best, r->contacts, now.contacts, &r->end.error)) {
        finish(r, SS_SYSTEM_NO_MEMORY);
        return false;
    }
    now.part_e1 = solve_part(r);
    if (!r->is_over)
        solve_whole(r);
    now.after = r->end.e1;
    now.factorizations = r->end.factorizations - now.factorizations;
    if (r->limits->note != NULL)
        r->limits->note(r->limits->self, &now);
    return now.after <= 0.5 * now.before;
}

/* Attempts until one gains; false if none does. */
static bool improve(repair *r)
{
    size_t first = 0;
    for (size_t k = 0; k < sizeof attempts / sizeof attempts[0] && !r->is_over; ++k)
        if (attempt(r, k, &first))
            return true;
    return false;
}

ss_system_end ss_repair_run(ss_system *s, double *y, const ss_repair_limits *limits,
                            ss_system_watch watch, double *memory)
{
    repair r = lay(s, y, memory);
    r.limits = limits;
    r.watch = watch;
    ss_system_velocity(r.v, s, y);
    r.end.e1 = ss_system_e1(s, y, r.v, NULL);
    while (!r.is_over)
        if (!improve(&r) && !r.is_over)
            finish(&r, SS_SYSTEM_STALLED);
    ss_system_clear(&r.part);
    return r.end;
}
