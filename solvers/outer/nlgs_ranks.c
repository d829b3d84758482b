/* NLGS in the order of domains and coloured pairs (solvers/parts/domains.h), for problems that no
 * one machine holds: `run --ranks N` lets N ranks of solvers/ranks do these sweeps, to the bit. In
 * one process, as here, the contacts are visited one by one in that order.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/outer/nlgs_ranks.h"

#include "solvers/parts/domains.h"

typedef ss_nlgs_ranks_options options;

static const ss_option rows[] = {
    SS_COUNT(options, domains, "domains", 64, 1, SS_DOMAINS_MOST,
             "domains; the result depends on it, not on the ranks", "choice"),
    SS_COUNT(options, look, "look", 1, 1, 1e9,
             "over ranks: sweeps from one look of the referee to the next", "choice"),
};

/* The head of the workspace. */
typedef struct plan {
    uint32_t *list, *domain; /* n_contacts, in order; a body */
    ss_domains_room room;
} plan;

static plan lay(const ss_problem *problem, const options *o, ss_pack_room *room)
{
    plan p;
    ss_pack_take(room, 1, sizeof(plan));
    p.list = ss_pack_take(room, problem->n_contacts, sizeof *p.list);
    p.domain = ss_pack_take(room, ss_operator_moving(problem)->n_bodies, sizeof *p.domain);
    p.room = ss_domains_lay(problem->n_contacts, o->domains, room);
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
    return room.used;
}

/* Contacts within domains, domain by domain, then those between them. */
static void order_contacts(const plan *p, const ss_problem *problem, size_t n_domains)
{
    size_t n_within = 0;
    uint32_t *const end = p->room.mark; /* of each domain's contacts, as it fills */
    ss_domains_of_bodies(p->domain, problem, n_domains, NULL);
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

static void write(const ss_outer_task *task)
{
    ss_operator_start(task->sweep.operator_state, task->sweep.problem, task->sweep.r);
}

static void begin(const ss_outer_task *task)
{
    const ss_problem *const problem = task->sweep.problem;
    const options *const o = task->options;
    if (has_order(problem)) {
        ss_pack_room room = ss_pack_open(task->workspace);
        const plan p = lay(problem, o, &room);
        order_contacts(&p, problem, o->domains);
    }
    write(task);
}

static size_t apply(const ss_outer_task *task)
{
    const ss_problem *const problem = task->sweep.problem;
    ss_sweep sweep = task->sweep;
    if (has_order(problem)) {
        ss_pack_room room = ss_pack_open(task->workspace);
        sweep.order = lay(problem, task->options, &room).list;
        sweep.n_order = problem->n_contacts;
    }
    task->local->sweep(&sweep);
    return 1;
}

static const ss_iteration iteration = {.begin = begin, .apply = apply, .write = write};

const ss_outer_solver ss_outer_nlgs_ranks = {
    .name = "nlgs-ranks",
    .title = "nlgs by domains of bodies and coloured pairs of them, the order that ranks take "
             "(run --ranks); in one process visit by visit, on problems in block form it is nlgs",
    .reference = "solvers/ranks/README.md",
    .needs = SS_NEEDS_LOCAL,
    .options = SS_OPTION_TABLE(rows, options),
    .workspace_size = workspace_size,
    .iteration = &iteration,
};
