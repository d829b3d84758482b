/* The memory of outer and local solvers at work together: all that plug-ins never allocate
 * themselves. Outer solver k wraps k + 1; the last has the local solver, if any.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/operator.h"
#include "problems/base/memory.h"
#include "solvers/base/unit.h"
#include "solvers/choice.h"
#include "solvers/parts/symmetry.h"

#include <stdlib.h>

enum { MAX_STAGES = 4 };

/* An outer solver and what is its own. */
typedef struct stage {
    const ss_outer_solver *outer;
    const void *options; /* of the choice */
    void *workspace;     /* owned */
    size_t size;         /* of the workspace, bytes */
    ss_outer_task task;  /* of the run under way */
} stage;

struct ss_solver {
    stage stages[MAX_STAGES];
    size_t n_stages;
    unsigned needs;    /* of all stages */
    const char *label; /* of the choice */
    const ss_choice *local;
    ss_block_problem *blocks; /* of a problem that was converted; owned */
    size_t capacity;          /* contacts */
    double *r, *u;
    void *states;
    double *operator_state;
    size_t operator_length; /* doubles */
};

/* The choice and what is inside it, from the outermost in. A local
 * solver alone is in the first outer solver of the list, which has no options. */
static bool add_stages(ss_solver *s, const ss_choice *choice, ss_error *error)
{
    if (choice->solver != NULL)
        s->stages[s->n_stages++] = (stage){.outer = ss_outer_solver_at(0)};
    for (const ss_choice *one = choice; one != NULL && one->outer != NULL; one = one->of) {
        if (s->n_stages == MAX_STAGES)
            return ss_error_set(error, SS_ERROR_USAGE,
                                "%s: more than %d outer solvers in each other", choice->label,
                                MAX_STAGES);
        if (one != choice && one->outer->iteration == NULL)
            return ss_error_set(error, SS_ERROR_USAGE,
                                "%s: of=%s is no iteration that can be wrapped", choice->label,
                                one->outer->name);
        s->stages[s->n_stages++] = (stage){.outer = one->outer, .options = one->options};
    }
    for (size_t k = 0; k < s->n_stages; ++k)
        s->needs |= s->stages[k].outer->needs;
    return true;
}

ss_solver *ss_solver_create(const ss_choice *choice, ss_error *error)
{
    ss_solver *const s = calloc(1, sizeof *s);
    if (s == NULL) {
        ss_error_set(error, SS_ERROR_MEMORY, "no memory for the solver %s", choice->label);
        return NULL;
    }
    s->label = choice->label;
    s->local = ss_choice_local(choice);
    if (add_stages(s, choice, error))
        return s;
    ss_solver_free(s);
    return NULL;
}

static void close_stage(stage *x)
{
    if (x->workspace != NULL && x->outer->close != NULL)
        x->outer->close(x->workspace);
    free(x->workspace);
    x->workspace = NULL;
    x->size = 0;
}

void ss_solver_free(ss_solver *s)
{
    if (s == NULL)
        return;
    for (size_t k = 0; k < s->n_stages; ++k)
        close_stage(&s->stages[k]);
    ss_block_problem_free(s->blocks);
    free(s->r);
    free(s->u);
    free(s->states);
    free(s->operator_state);
    free(s);
}

/* Nothing in the buffers outlives a problem, so they are freed and made anew when too small. */
static bool renew(void **buffer, size_t n, size_t size)
{
    free(*buffer);
    *buffer = calloc(n > 0 ? n : 1, size);
    return *buffer != NULL;
}

static bool renew_real(double **buffer, size_t n)
{
    free(*buffer);
    *buffer = calloc(n + 1, sizeof **buffer);
    return *buffer != NULL;
}

/* Bytes of a contact's state: SS_DEFINE_SWEEP steps by at least one, for an empty state too. */
static size_t state_size(const ss_solver *s)
{
    return s->local != NULL && s->local->solver->state_size > 0 ? s->local->solver->state_size : 1;
}

static bool reserve_contacts(ss_solver *s, size_t n)
{
    if (s->r != NULL && n <= s->capacity)
        return true;
    s->capacity = ss_memory_room(n);
    return renew_real(&s->r, 3 * s->capacity) && renew_real(&s->u, 3 * s->capacity) &&
           renew(&s->states, s->capacity, state_size(s));
}

static bool reserve_stage(stage *x, const ss_problem *problem)
{
    const size_t size =
        x->outer->workspace_size != NULL ? x->outer->workspace_size(problem, x->options) : 0;
    if (size <= x->size)
        return true;
    close_stage(x);
    x->workspace = calloc(size, 1);
    x->size = x->workspace != NULL ? size : 0;
    return x->workspace != NULL;
}

static bool reserve_rest(ss_solver *s, const ss_problem *problem)
{
    const bool own = (s->needs & SS_HAS_STATE) != 0;
    const size_t length = own ? 0 : ss_operator_state_length(problem);
    if (s->operator_state == NULL || length > s->operator_length) {
        s->operator_length = length;
        if (!renew_real(&s->operator_state, length))
            return false;
    }
    for (size_t k = 0; k < s->n_stages; ++k)
        if (!reserve_stage(&s->stages[k], problem))
            return false;
    return true;
}

/* The problem as the solvers want it: itself, or its block form. */
static const ss_problem *view(const ss_solver *s, const ss_problem *problem)
{
    return s->blocks != NULL ? ss_block_problem_view(s->blocks) : problem;
}

static bool meet_needs(ss_solver *s, const ss_problem *problem, ss_error *error)
{
    ss_block_problem_free(s->blocks);
    s->blocks = NULL;
    if ((s->needs & (SS_NEEDS_BLOCKS | SS_NEEDS_SYMMETRIC)) != 0 &&
        problem->form != SS_FORM_BLOCKS) {
        s->blocks = ss_block_problem_from_body(problem, error);
        if (s->blocks == NULL)
            return false;
    }
    return (s->needs & SS_NEEDS_SYMMETRIC) == 0 ||
           ss_symmetry_require(view(s, problem), s->stages[0].outer->name, error);
}

double *ss_solver_prepare(ss_solver *s, const ss_problem *problem, ss_error *error)
{
    const size_t n = problem->n_contacts;
    if (!meet_needs(s, problem, error))
        return NULL;
    if (!reserve_contacts(s, n) || !reserve_rest(s, view(s, problem))) {
        s->capacity = s->operator_length = 0;
        ss_error_set(error, SS_ERROR_MEMORY, "no memory for solver %s with %zu contacts", s->label,
                     n);
        return NULL;
    }
    memset(s->r, 0, 3 * n * sizeof *s->r);
    memset(s->u, 0, 3 * n * sizeof *s->u);
    return s->r;
}

static void set_up_states(ss_solver *s, const ss_problem *problem)
{
    const ss_local_solver *const local = s->local->solver;
    for (size_t c = 0; local->setup != NULL && c < problem->n_contacts; ++c) {
        double W[9];
        const ss_contact contact = {ss_operator_block(W, problem, c), problem->mu[c],
                                    problem->rho_bar[c]};
        local->setup((char *)s->states + c * local->state_size, &contact, s->local->options);
    }
}

/* The tasks of the stages, from the innermost out; each is opened. */
static bool open_stages(ss_solver *s, const ss_outer_task *common, ss_error *error)
{
    for (size_t k = s->n_stages; k-- > 0;) {
        stage *const x = &s->stages[k];
        x->task = *common;
        x->task.options = x->options;
        x->task.workspace = x->workspace;
        x->task.iteration = x->outer->iteration;
        x->task.inner = k + 1 < s->n_stages ? &s->stages[k + 1].task : NULL;
        if (x->outer->open != NULL && !x->outer->open(&x->task, error))
            return false;
    }
    return true;
}

/* The plain loop of every iteration. */
static void repeat(const ss_outer_task *task)
{
    size_t sweeps = 0;
    task->iteration->begin(task);
    do
        sweeps = task->iteration->apply(task);
    while (!ss_outer_show(task, sweeps).stop);
}

bool ss_solver_run(ss_solver *s, const ss_problem *problem, ss_watch watch, ss_work *work,
                   ss_error *error)
{
    const ss_problem *const seen = view(s, problem);
    const bool with_local = (s->needs & SS_NEEDS_LOCAL) != 0;
    const ss_outer_solver *const outer = s->stages[0].outer;
    ss_error own = {.code = SS_ERROR_NONE};
    const ss_outer_task common = {
        .local = with_local ? s->local->solver : NULL,
        .sweep = {.problem = seen,
                  .options = with_local ? s->local->options : NULL,
                  .states = s->states,
                  .r = s->r,
                  .u = s->u,
                  .operator_state = s->operator_state,
                  .work = work},
        .watch = watch,
        .error = &own,
    };
    if (with_local)
        set_up_states(s, seen);
    if (!open_stages(s, &common, error))
        return false;
    if (outer->solve != NULL)
        outer->solve(&s->stages[0].task);
    else
        repeat(&s->stages[0].task);
    return own.code == SS_ERROR_NONE || ss_error_set(error, own.code, "%s", own.text);
}

double ss_solver_units(const ss_solver *s, const ss_problem *problem, const ss_work *work)
{
    const bool with_local = (s->needs & SS_NEEDS_LOCAL) != 0;
    const double unit = ss_unit_sweep(problem);
    return unit > 0.0
               ? ss_unit_of_work(view(s, problem), with_local ? s->local->solver : NULL, work) /
                     unit
               : 0.0;
}

const double *ss_solver_impulses(const ss_solver *s)
{
    return s->r;
}

const double *ss_solver_velocity(const ss_solver *s)
{
    return s->u;
}

bool ss_solver_holds_velocity(const ss_solver *s)
{
    return (s->needs & SS_NEEDS_LOCAL) != 0 && s->local->solver->holds_velocity;
}
