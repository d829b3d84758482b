/* NLGS on several threads. The bodies are cut into domains, contiguous in their numbering and equal
 * in contacts. A sweep has four phases, and the parts of a phase share no moving body:
 *
 *   1  the contacts within each domain
 *   2  the contacts between domains d and d + 1, d even
 *   3  the same, d odd
 *   4  what is left, between domains further apart: one part, in contact order or pair by pair,
 *      as nlgs-ranks takes them (pairs=colours)
 *
 * So each sweep is a true Gauss-Seidel sweep in an order that depends on `domains` alone: the same
 * bits on any number of threads, no ghosts and no damping, and it converges where nlgs does. Local
 * solvers with a kernel for groups run batched within each part, the others one by one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/base/pool.h"
#include "problems/contact/operator.h"
#include "solvers/base/outer_solver.h"
#include "solvers/parts/domains.h"
#include "solvers/parts/relaxed.h"
#include "solvers/parts/space.h"
#include "solvers/sphere/isa.h"
#include "solvers/sphere/pack.h"

enum { NUMBERS, COLOURS };

typedef struct options {
    int isa, order, frictionless; /* see the rows; isa is the first, for ss_isa_check */
    int pairs;                    /* of domains further apart: NUMBERS, COLOURS */
    size_t domains, threads;      /* D; at most, 0: as many as pay */
    double omega;                 /* relaxation, as of the options */
} options;

_Static_assert(offsetof(options, isa) == 0, "ss_isa_check reads the first member");

static const ss_option rows[] = {
    SS_COUNT(options, domains, "domains", 4, 1, 4096,
             "number of domains; the result depends on it, not on the threads", "choice"),
    SS_COUNT(options, threads, "threads", 0, 0, 4096,
             "largest number of threads; 0: one per core (or OMP_NUM_THREADS, if fewer), each with "
             "1000 contacts at least",
             "choice"),
    SS_ISA_ROW(options, isa),
    SS_SPACE_ROW(options, order),
    SS_OMEGA_ROW(options, omega, 1.0),
    SS_FRICTIONLESS_ROW(options, frictionless),
    SS_CHOICE(
        options, pairs, "pairs", NUMBERS, "numbers|colours",
        "contacts between domains that are no neighbours: as contacts are numbered, or pair by "
        "pair as nlgs-ranks takes them",
        "choice"),
};

enum {
    N_PHASES = SS_POOL_PHASES,
    CONTACTS_A_THREAD = 1000 /* with fewer, waiting for each other costs more than is gained */
};

/* Contacts that one thread sweeps. */
typedef struct part {
    const uint32_t *list; /* of the problem's contacts, ascending or in order of space */
    size_t n;             /* may be 0 */
    size_t given;         /* this part's own copies of the bodies of given motion */
    ss_work work;
} part;

/* The head of the workspace. */
typedef struct plan {
    ss_pool *pool;              /* owned; outlives a problem, as the next is in place of it */
    const ss_outer_task *task;  /* of the run under way */
    bool whole;                 /* one part, in contact order: not in body form */
    size_t n_domains, n_parts;  /* D; 2 D */
    size_t first[N_PHASES + 1]; /* part of each phase */
    part *parts;                /* n_parts, phase by phase */
    ss_packed *packed;          /* one a part */
    uint32_t *list, *domain, *start, *place; /* n contacts; n bodies; n_parts + 1; n contacts */
    double *arm;                             /* m, a body: its radius */
    ss_group_mark *marks;                    /* a body, for all parts: epochs tell phases apart */
    ss_pool_claim *claimed;                  /* one a part */
    ss_space space;                          /* its arrays are NULL without order=space */
    ss_domains_room room;                    /* its arrays are NULL without pairs=colours */
    bool batched;                            /* the parts are packed; else swept by lists */
    double omega;
    ss_lane_sweeps sweeps;
} plan;

/* Take the arrays of the plan. Parts: D within, then the D - 1 between neighbours, even ones first,
 * then one. */
static plan lay(const ss_problem *problem, const options *o, ss_pack_room *room)
{
    const size_t n_domains = o->domains, n_bodies = ss_operator_moving(problem)->n_bodies;
    const size_t n_even = n_domains / 2, n_between = n_domains - 1;
    ss_pack_take(room, 1, sizeof(plan));
    plan p = {.n_domains = n_domains, .n_parts = n_domains + n_between + 1};
    p.first[1] = n_domains;             /* phase 1: within the domains */
    p.first[2] = n_domains + n_even;    /* 2: between d and d + 1, d even */
    p.first[3] = n_domains + n_between; /* 3: the same, d odd */
    p.first[4] = p.n_parts;             /* 4: the rest */
    p.parts = ss_pack_take(room, p.n_parts, sizeof *p.parts);
    p.packed = ss_pack_take(room, p.n_parts, sizeof *p.packed);
    p.claimed = ss_pack_take(room, p.n_parts, sizeof *p.claimed);
    p.list = ss_pack_take(room, problem->n_contacts, sizeof *p.list);
    p.place = ss_pack_take(room, problem->n_contacts, sizeof *p.place);
    p.domain = ss_pack_take(room, n_bodies, sizeof *p.domain);
    p.start = ss_pack_take(room, p.n_parts + 1, sizeof *p.start);
    p.arm = ss_pack_take(room, n_bodies, sizeof *p.arm);
    p.marks = ss_pack_take(room, n_bodies, sizeof *p.marks);
    if (o->order == SS_SPACE_SPACE)
        p.space = ss_space_lay(problem, room); /* bodies and contacts in order of space */
    if (o->pairs == COLOURS)
        p.room = ss_domains_lay(problem->n_contacts, n_domains, room);
    return p;
}

/* for all domains: those that move once, copies of the others for each */
static double *lay_bodies(const plan *p, const ss_moving *moving, ss_pack_room *room)
{
    return ss_pack_take(room, moving->n_moving + ss_pack_n_copies(moving) * p->n_domains,
                        SS_BODY_STRIDE * sizeof(double));
}

static size_t workspace_size(const ss_problem *problem, const void *values)
{
    static const ss_lane_kernel largest = {.n_state = SS_MAX_LANE_STATE, .holds_velocity = true};
    ss_pack_room room = {NULL, 64};        /* counts bytes; 64 may be lost to alignment */
    ss_packed packed = {.uniform = false}; /* the most that a contact can take */
    if (ss_operator_moving(problem) == NULL)
        return room.used + sizeof(plan);
    const plan p = lay(problem, values, &room);
    lay_bodies(&p, ss_operator_moving(problem), &room);
    ss_pack_lay(&packed, &largest, problem->n_contacts, &room);
    return room.used + p.n_parts * 3 * 64; /* each part's three arrays begin a cache line */
}

/* The k-th of things in an order, or in that of their numbers. */
static size_t in_order(const uint32_t *order, size_t k)
{
    return order != NULL ? order[k] : k;
}

static size_t part_of(const plan *p, const ss_problem *problem, size_t c)
{
    const ss_contact_bodies pair = ss_domains_movers(problem, c);
    const size_t a = p->domain[pair.i], b = p->domain[pair.j];       /* of its two bodies */
    const size_t low = a < b ? a : b, apart = a < b ? b - a : a - b; /* domains */
    if (apart > 1)
        return p->n_parts - 1; /* the last part takes all that is farther apart */
    return apart == 0 ? low : p->first[1 + low % 2] + low / 2;
}

/* Contacts to parts, in their order within each: a counting sort. */
static void cut_contacts(plan *p, const ss_problem *problem)
{
    memset(p->start, 0, (p->n_parts + 1) * sizeof *p->start);
    for (size_t k = 0; k < p->n_parts; ++k)
        atomic_init(&p->claimed[k], 0);
    for (size_t c = 0; c < problem->n_contacts; ++c)
        ++p->start[part_of(p, problem, c) + 1]; /* contacts of each part */
    for (size_t k = 0; k < p->n_parts; ++k) {
        p->parts[k] = (part){.list = p->list + p->start[k], .n = p->start[k + 1]};
        p->start[k + 1] += p->start[k]; /* where the next part begins */
    }
    for (size_t k = 0; k < problem->n_contacts; ++k) {
        const size_t c = in_order(p->space.contact, k);
        p->list[p->start[part_of(p, problem, c)]++] = (uint32_t)c;
    }
}

/* The last part pair by pair. */
static void sort_rest(const plan *p, const ss_problem *problem)
{
    const part *const rest = &p->parts[p->n_parts - 1];
    ss_domains_sort(p->list + (rest->list - p->list), rest->n, problem, p->domain, &p->room);
}

/* Bodies of given motion, and the body of empty lanes, are written: each part of a phase has copies
 * of its own, for parts of different phases do not overlap in time. */
static void share_copies(plan *p, const ss_moving *moving)
{
    for (int phase = 0; phase < N_PHASES; ++phase)
        for (size_t k = p->first[phase]; k < p->first[phase + 1]; ++k)
            p->parts[k].given = moving->n_moving + ss_pack_n_copies(moving) * (k - p->first[phase]);
}

static void run_part(void *context, size_t k, size_t phase)
{
    plan *const p = context;
    part *const x = &p->parts[k]; /* nobody else's in this phase */
    (void)phase;                  /* each part belongs to one phase */
    if (p->batched) {
        p->packed[k].largest = p->packed[k].largest_u = 0.0;
        p->sweeps.groups(&p->packed[k], 0, p->packed[k].n_groups, &x->work);
        p->sweeps.singles(&p->packed[k], &x->work);
        return;
    }
    ss_sweep sweep = p->task->sweep;
    sweep.order = x->list; /* bodies of given motion are only read then */
    sweep.n_order = x->n;
    sweep.work = &x->work; /* added up by apply */
    ss_relaxed_sweep(&sweep, p->task->local, p->omega);
}

static void pack_part(void *context, size_t k, size_t phase)
{
    plan *const p = context;
    const part *const x = &p->parts[k];
    ss_pack_contacts(&p->packed[k], &p->task->sweep, p->task->local->lanes, x->list, x->n, x->given,
                     p->marks, (uint32_t)phase);
}

static void take_job(plan *p, void (*run)(void *context, size_t k, size_t phase))
{
    ss_pool_job job = {.part = run, .context = p, .claimed = p->claimed};
    memcpy(job.first, p->first, sizeof job.first);
    if (p->parts[p->n_parts - 1].n == 0) /* no phase, then */
        job.first[N_PHASES] = job.first[N_PHASES - 1];
    ss_pool_take(p->pool, &job);
}

/* True when the parts are packed: if the local solver has a kernel and the bodies fit. */
static bool pack(plan *p, const ss_outer_task *task, ss_pack_room *room)
{
    const ss_problem *const problem = task->sweep.problem;
    const ss_moving *const moving = ss_operator_moving(problem);
    const options *const o = task->options;
    ss_packed first = {.bodies = lay_bodies(p, moving, room),
                       .rank = p->space.rank,
                       .place = p->place,
                       .omega = p->omega};
    if (!ss_pack_serves(&task->sweep, task->local) || !ss_pack_arms(p->arm, problem))
        return false;
    ss_pack_bodies(&first, &task->sweep, p->arm, p->n_domains);
    ss_pack_uniform(&first, problem);
    p->sweeps = ss_isa_pick(task->local->lanes, o->isa, o->frictionless && first.frictionless);
    share_copies(p, moving);
    for (size_t k = 0; k < p->n_parts; ++k) {
        p->packed[k] = first;
        ss_pack_lay(&p->packed[k], task->local->lanes, p->parts[k].n, room);
    }
    memset(p->marks, 0, moving->n_bodies * sizeof *p->marks);
    take_job(p, pack_part);
    ss_pool_run(p->pool);
    return true;
}

/* No more threads than domains, nor than pay: the result is the same for any number. */
static size_t n_threads(const options *o, size_t n_contacts)
{
    const size_t useful = 1 + n_contacts / CONTACTS_A_THREAD, cores = ss_pool_cores();
    const size_t wanted = o->threads > 0 ? o->threads : cores < useful ? cores : useful;
    return wanted < o->domains ? wanted : o->domains;
}

static plan *plan_of(void *workspace)
{
    ss_pack_room room = ss_pack_open(workspace);
    return ss_pack_take(&room, 1, sizeof(plan));
}

static bool open(const ss_outer_task *task, ss_error *error)
{
    plan *const p = plan_of(task->workspace);
    p->batched = false; /* until it begins */
    const size_t n = n_threads(task->options, task->sweep.problem->n_contacts);
    if (p->pool != NULL && ss_pool_size(p->pool) == n) /* 0 after a fork: made anew */
        return true;
    ss_pool_free(p->pool);
    p->pool = ss_pool_create(n);
    return p->pool != NULL || ss_error_memory(error, "%zu threads", n);
}

static void close(void *workspace)
{
    plan *const p = plan_of(workspace);
    ss_pool_free(p->pool);
    p->pool = NULL;
}

static void begin(const ss_outer_task *task)
{
    const ss_problem *const problem = task->sweep.problem;
    const options *const o = task->options;
    plan *const p = plan_of(task->workspace);
    ss_pack_room room = ss_pack_open(task->workspace);
    ss_pool *const pool = p->pool; /* it outlives the plan */
    ss_pool_rest(pool);            /* no helper may look at the old plan any more */
    *p = (plan){.whole =
                    ss_operator_moving(problem) == NULL || problem->n_contacts >= UINT32_MAX / 2};
    if (!p->whole)
        *p = lay(problem, o, &room);
    p->omega = o->omega;
    p->pool = pool;
    p->task = task; /* for the parts */
    if (!p->whole) {
        if (o->order == SS_SPACE_SPACE)
            ss_space_order(&p->space, problem);
        ss_domains_of_bodies(p->domain, problem, p->n_domains, p->space.body);
        cut_contacts(p, problem);
        if (o->pairs == COLOURS)
            sort_rest(p, problem);
        p->batched = pack(p, task, &room);
        take_job(p, run_part);
    }
    if (!p->batched)
        ss_operator_start(task->sweep.operator_state, problem, task->sweep.r);
}

/* one sweep on all threads; work is added up in the order of the parts, whoever did them */
static size_t apply(const ss_outer_task *task)
{
    plan *const p = plan_of(task->workspace);
    if (p->whole) {
        ss_relaxed_sweep(&task->sweep, task->local, p->omega);
        return 1;
    }
    p->task = task;
    ss_pool_run(p->pool);
    for (size_t k = 0; k < p->n_parts; ++k) {
        if (p->batched)
            ss_pack_count(&p->packed[k], p->parts[k].n, task->local->lanes, task->sweep.work);
        ss_work_add(task->sweep.work, &p->parts[k].work);
        p->parts[k].work = (ss_work){0};
    }
    return 1;
}

static void read(const ss_outer_task *task)
{
    const plan *const p = plan_of(task->workspace);
    for (size_t k = 0; p->batched && k < p->n_parts; ++k)
        ss_pack_export(&p->packed[k], &task->sweep); /* each part has contacts of its own */
}

static void write(const ss_outer_task *task)
{
    plan *const p = plan_of(task->workspace);
    ss_operator_start(task->sweep.operator_state, task->sweep.problem, task->sweep.r);
    if (!p->batched)
        return;
    ss_pack_velocities(&p->packed[0], &task->sweep, p->arm, p->n_domains);
    for (size_t k = 0; k < p->n_parts; ++k)
        ss_pack_impulses(&p->packed[k], &task->sweep);
}

static void read_one(const ss_outer_task *task, size_t c)
{
    const plan *const p = plan_of(task->workspace);
    const ss_problem *const problem = task->sweep.problem;
    if (p->batched)
        ss_pack_export_one(&p->packed[part_of(p, problem, c)], problem, task->sweep.r, c);
}

static bool within(const ss_outer_task *task, double bound)
{
    const plan *const p = plan_of(task->workspace);
    const ss_sweep *const sweep = &task->sweep;
    bool within = true; /* no impulse is beyond the bound */
    if (!p->batched)
        return ss_all_within(sweep->r, 3 * sweep->problem->n_contacts, bound);
    for (size_t k = 0; within && k < p->n_parts; ++k)
        within = ss_pack_within(&p->packed[k], bound);
    return within;
}

static void velocity(const ss_outer_task *task, double v[6], size_t b)
{
    const plan *const p = plan_of(task->workspace);
    if (p->batched)
        ss_pack_velocity(&p->packed[0], p->arm, v, b);
    else
        memcpy(v, task->sweep.operator_state + 6 * b, 6 * sizeof *v);
}

static struct ss_packed *packed(const ss_outer_task *task, size_t k)
{
    const plan *const p = plan_of(task->workspace);
    return p->batched && k < p->n_parts ? &p->packed[k] : NULL;
}

static const ss_iteration iteration = {begin,    apply,  read,     write,
                                       read_one, within, velocity, packed};

const ss_outer_solver ss_outer_nlgs_parallel = {
    .name = "nlgs-parallel",
    .title = "nlgs on several threads, by domains of bodies; batched within them on spheres, as "
             "nlgs-batched; on problems in block form it is nlgs",
    .reference = "[D] 3.1; solvers/README.md",
    .look = {0, 4, 4},
    .needs = SS_NEEDS_LOCAL,
    .options = SS_OPTION_TABLE(rows, options),
    .check = ss_isa_check,
    .workspace_size = workspace_size,
    .open = open,
    .iteration = &iteration,
    .close = close,
};
