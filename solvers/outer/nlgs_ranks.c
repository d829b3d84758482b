/* NLGS in the order of domains and coloured pairs (solvers/parts/domains.h), for problems that no
 * one machine holds: `run --ranks N` lets N ranks of solvers/ranks do these sweeps, to the bit. In
 * one process, as here, the contacts are visited one by one in that order. The published schemes
 * that do without one, boundary=relaxed and =split, are solvers/global/copies.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/outer/nlgs_ranks.h"

#include "solvers/global/copies.h"
#include "solvers/parts/domains.h"

typedef ss_nlgs_ranks_options options;

static const ss_option rows[] = {SS_NLGS_RANKS_ROWS(options, )};

/* The workspace, after the copies, which stay from problem to problem. */
typedef struct plan {
    uint32_t *list, *domain; /* n_contacts, in order, or the domain of each; a body */
    ss_domains_room room;
} plan;

static ss_copies *copies_of(void *workspace)
{
    ss_pack_room room = ss_pack_open(workspace);
    return ss_pack_take(&room, 1, sizeof(ss_copies));
}

static plan lay(const ss_problem *problem, const options *o, ss_pack_room *room)
{
    plan p;
    ss_pack_take(room, 1, sizeof(ss_copies));
    p.list = ss_pack_take(room, problem->n_contacts, sizeof *p.list);
    p.domain = ss_pack_take(room, ss_operator_moving(problem)->n_bodies, sizeof *p.domain);
    p.room = ss_domains_lay(problem->n_contacts, o->cut.domains, room);
    return p;
}

/* In block form no bodies are known: then it is nlgs. */
static bool has_order(const ss_problem *problem)
{
    return ss_operator_moving(problem) != NULL && problem->n_contacts < UINT32_MAX / 2;
}

static size_t workspace_size(const ss_problem *problem, const void *values)
{
    ss_pack_room room = {NULL, 64}; /* counts bytes; 64 may be lost to alignment */
    if (has_order(problem))
        lay(problem, values, &room);
    return room.used + sizeof(ss_copies);
}

/* The domain of each moving body. */
static void cut_bodies(const plan *p, const ss_problem *problem, const options *o)
{
    const size_t n_moving = ss_operator_moving(problem)->n_moving;
    if (o->equal == SS_EQUAL_CONTACTS)
        ss_domains_of_bodies(p->domain, problem, o->cut.domains, NULL);
    else
        for (size_t b = 0; b < n_moving; ++b)
            p->domain[b] = ss_domains_cut(b, o->cut.domains, n_moving);
}

/* Contacts within domains, domain by domain, then those between them. */
static void order_contacts(const plan *p, const ss_problem *problem, const options *o)
{
    const size_t n_domains = o->cut.domains;
    size_t n_within = 0;
    uint32_t *const end = p->room.mark; /* of each domain's contacts, as it fills */
    cut_bodies(p, problem, o);
    memset(end, 0, n_domains * sizeof *end);
    for (int pass = 0; pass < 2; ++pass) {
        size_t n_between = problem->n_contacts;
        for (size_t c = problem->n_contacts; c-- > 0;) {
            const ss_contact_bodies pair = ss_domains_movers(problem, c);
            const uint32_t a = p->domain[pair.i];
            if (a != p->domain[pair.j])
                p->list[--n_between] = (uint32_t)c;
            else if (pass == 0)
                ++end[a];
            else
                p->list[--end[a]] = (uint32_t)c;
        }
        for (size_t d = 0; pass == 0 && d < n_domains; ++d)
            end[d] = (uint32_t)(n_within += end[d]);
    }
    ss_domains_sort(p->list + n_within, problem->n_contacts - n_within, problem, p->domain,
                    &p->room);
}

static bool open(const ss_outer_task *task, ss_error *error)
{
    const ss_problem *const problem = task->sweep.problem;
    const options *const o = task->options;
    ss_copies *const copies = copies_of(task->workspace);
    const ss_copies_scheme scheme = {o->cut.domains, o->boundary == SS_BOUNDARY_SPLIT,
                                     o->relaxation};
    ss_copies_free(copies);
    if (o->boundary == SS_BOUNDARY_COLOURS || !has_order(problem))
        return true;
    ss_pack_room room = ss_pack_open(task->workspace);
    const plan p = lay(problem, o, &room);
    cut_bodies(&p, problem, o);
    for (size_t c = 0; c < problem->n_contacts; ++c) {
        const ss_contact_bodies pair = ss_domains_movers(problem, c);
        p.list[c] = ss_copies_visitor(p.domain[pair.i], p.domain[pair.j], c);
    }
    return ss_copies_open(copies, problem, p.list, &scheme, task->local->state_size, error);
}

static void close(void *workspace)
{
    ss_copies_free(copies_of(workspace));
}

static void write(const ss_outer_task *task)
{
    ss_copies *const copies = copies_of(task->workspace);
    ss_operator_start(task->sweep.operator_state, task->sweep.problem, task->sweep.r);
    if (copies->posed != NULL)
        ss_copies_begin(copies, &task->sweep);
}

static void begin(const ss_outer_task *task)
{
    const ss_problem *const problem = task->sweep.problem;
    const options *const o = task->options;
    ss_copies *const copies = copies_of(task->workspace);
    if (copies->posed != NULL) {
        ss_copies_set_up(copies, task->local, task->sweep.options);
    } else if (has_order(problem)) {
        ss_pack_room room = ss_pack_open(task->workspace);
        const plan p = lay(problem, o, &room);
        order_contacts(&p, problem, o);
    }
    write(task);
}

static size_t apply(const ss_outer_task *task)
{
    const ss_problem *const problem = task->sweep.problem;
    ss_copies *const copies = copies_of(task->workspace);
    ss_sweep sweep = task->sweep;
    if (copies->posed != NULL) { /* all domains, each from the velocities before the sweep */
        for (size_t d = 0; d < copies->scheme.n_domains; ++d)
            ss_copies_visit(copies, task->local, &task->sweep, d);
        ss_copies_join(copies, &task->sweep);
        return 1;
    }
    if (has_order(problem)) {
        ss_pack_room room = ss_pack_open(task->workspace);
        sweep.order = lay(problem, task->options, &room).list;
        sweep.n_order = problem->n_contacts;
    }
    task->local->sweep(&sweep);
    return 1;
}

static const ss_iteration iteration = {.begin = begin, .apply = apply, .write = write};

/* What the options of all who sweep begin with; NULL of another solver. */
static const options *of_sweeps(const ss_outer_solver *outer, const void *values)
{
    if (outer == &ss_outer_nlgs_ranks || outer == &ss_outer_anderson_ranks ||
        outer == &ss_outer_ppa_ranks)
        return values;
    return NULL;
}

bool ss_ranks_sweep_by_colour(const ss_outer_solver *outer, const void *values)
{
    const options *const o = of_sweeps(outer, values);
    return o != NULL && o->boundary == SS_BOUNDARY_COLOURS;
}

bool ss_ranks_cut_bodies(const ss_outer_solver *outer, const void *values)
{
    const options *const o = of_sweeps(outer, values);
    return o != NULL && o->equal == SS_EQUAL_BODIES;
}

bool ss_ranks_check_checkpoint(const ss_outer_solver *outer, const void *values, const char *label,
                               ss_error *error)
{
    return outer == &ss_outer_apgd_ranks || ss_ranks_sweep_by_colour(outer, values) ||
           ss_error_set(error, SS_ERROR_USAGE,
                        "--checkpoint-every and --resume: %s keeps more than a checkpoint has; "
                        "with boundary=colours it does not",
                        label);
}

const ss_outer_solver ss_outer_nlgs_ranks = {
    .name = "nlgs-ranks",
    .title = "nlgs by domains of bodies and coloured pairs of them, the order that ranks take "
             "(run --ranks); in one process visit by visit, on problems in block form it is nlgs",
    .reference = "solvers/ranks/README.md",
    .needs = SS_NEEDS_LOCAL | SS_OVER_RANKS,
    .options = SS_OPTION_TABLE(rows, options),
    .workspace_size = workspace_size,
    .open = open,
    .iteration = &iteration,
    .close = close,
};
