/* The memory of outer and local solvers at work together: all that plug-ins never allocate
 * themselves. Outer solver k wraps k + 1; the last has the local solver, if any.
 *
 * For nlgs-anderson[of=nlgs-batched,local=sal] there are two stages with one sweep:
 *
 *     stages[0]  nlgs-anderson   task.inner ---> task of stages[1]    a workspace each
 *     stages[1]  nlgs-batched    task.inner = NULL
 *                  sweep of both: problem, sal's options and states, r, u, operator state, work
 *
 * Workspaces outlive problems, and keep what a stage has left in them; r, u and states are those of
 * the problem at hand. All are freed with the solver, after each stage's own close.
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

/* Invariant: stages[0] solves, stages 0 .. n_stages - 2 wrap the next one. Room is there
 * for the problem prepared last; `blocks` is NULL where that was in a form that the stages take
 * as it is. */
struct ss_solver {
    stage stages[MAX_STAGES];
    size_t n_stages;          /* at least 1 */
    unsigned needs;           /* of all stages */
    const char *label;        /* of the choice */
    const ss_choice *local;   /* borrowed; NULL: none */
    ss_block_problem *blocks; /* of a problem that was converted; owned */
    size_t capacity;          /* contacts */
    double *r, *u;            /* 3 a contact, N s and m/s; kept by capacity. u: NULL where the
                                 local solver holds no velocity */
    void *states;             /* state_size bytes a contact */
    double *operator_state;   /* of the body forms: see problems/contact/operator.h */
    size_t operator_length;   /* doubles */
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
        /* what is wrapped must offer an iteration, all but the outermost */
        if (one != choice && one->outer->iteration == NULL)
            return ss_error_set(error, SS_ERROR_USAGE,
                                "%s: of=%s is no iteration that can be wrapped", choice->label,
                                one->outer->name);
        s->stages[s->n_stages++] = (stage){.outer = one->outer, .options = one->options};
    }
    for (size_t k = 0; k < s->n_stages; ++k) {
        const ss_outer_solver *const outer = s->stages[k].outer;
        s->needs |=
            outer->needs_with != NULL ? outer->needs_with(s->stages[k].options) : outer->needs;
    }
    return true;
}

ss_solver *ss_solver_create(const ss_choice *choice, ss_error *error)
{
    ss_solver *const s = calloc(1, sizeof *s);
    if (s == NULL) {
        ss_error_memory(error, "the solver %s", choice->label);
        return NULL;
    }
    s->label = choice->label;
    s->local = ss_choice_local(choice);
    if (add_stages(s, choice, error))
        return s;
    ss_solver_free(s);
    return NULL;
}

/* what open left goes first, then the memory; the stage can be opened again */
static void close_stage(stage *x)
{
    if (x->workspace != NULL && x->outer->close != NULL)
        x->outer->close(x->workspace);
    free(x->workspace);
    x->workspace = NULL;
    x->size = 0;
}

void ss_solver_rest(ss_solver *s)
{
    for (size_t k = 0; k < s->n_stages; ++k)
        close_stage(&s->stages[k]); /* who opened, closes */
}

void ss_solver_free(ss_solver *s)
{
    if (s == NULL)
        return;
    ss_solver_rest(s);
    ss_block_problem_free(s->blocks);
    free(s->r);
    free(s->u);
    free(s->states);
    free(s->operator_state);
    free(s);
}

/* Nothing in the buffers outlives a problem, so they are freed and made anew when too small. */
/* the old content is gone, as it is of a problem that is solved */
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

/* room for a few contacts more than asked for, since their number changes little */
static bool reserve_contacts(ss_solver *s, size_t n)
{
    if (s->r != NULL && n <= s->capacity)
        return true;
    s->capacity = ss_memory_room(n); /* contacts */
    /* u that is not held each visit makes for itself, and nobody keeps it */
    const bool holds = ss_solver_answer_of(s).holds_velocity;
    return renew_real(&s->r, 3 * s->capacity) && (!holds || renew_real(&s->u, 3 * s->capacity)) &&
           renew(&s->states, s->capacity, state_size(s));
}

/* a workspace is made anew when it is too small; then the stage begins from zeros */
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

/* what is not a contact's: the operator state, and the stages' workspaces */
static bool reserve_rest(ss_solver *s, const ss_problem *problem)
{
    /* who has a state of its own, in its workspace, spares the other one */
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

/* W by blocks for who needs it (or its symmetry): made anew for each problem */
static bool meet_needs(ss_solver *s, const ss_problem *problem, ss_error *error)
{
    ss_block_problem_free(s->blocks);
    s->blocks = NULL;
    /* a problem in block form is used as it is */
    if ((s->needs & (SS_NEEDS_BLOCKS | SS_NEEDS_SYMMETRIC)) != 0 &&
        problem->form != SS_FORM_BLOCKS) {
        s->blocks = ss_block_problem_from_body(problem, error);
        if (s->blocks == NULL)
            return false;
    }
    return (s->needs & SS_NEEDS_SYMMETRIC) == 0 ||
           ss_symmetry_require(view(s, problem), s->stages[0].outer->name, error);
}

/* memory first, then the start of the papers, r = 0; the caller may put another in its place */
double *ss_solver_prepare(ss_solver *s, const ss_problem *problem, ss_error *error)
{
    const size_t n = problem->n_contacts; /* the problem's, in whatever form */
    if (!meet_needs(s, problem, error))
        return NULL;
    /* a buffer that failed is NULL: the next call is to make it anew, whatever the size */
    if (!reserve_contacts(s, n) || !reserve_rest(s, view(s, problem))) {
        s->capacity = s->operator_length = 0;
        ss_error_memory(error, "solver %s with %zu contacts", s->label, n);
        return NULL;
    }
    memset(s->r, 0, 3 * n * sizeof *s->r);
    if (s->u != NULL)
        memset(s->u, 0, 3 * n * sizeof *s->u);
    return s->r;
}

/* once a problem: what a visit reads of its contact, such as rho */
static void set_up_states(ss_solver *s, const ss_problem *problem)
{
    const ss_local_solver *const local = s->local->solver;
    for (size_t c = 0; local->setup != NULL && c < problem->n_contacts; ++c) {
        double W[9];
        /* W lives for this call only: a state that needs it copies what it needs */
        const ss_contact contact = {ss_operator_block(W, problem, c), problem->mu[c],
                                    problem->rho_bar[c]};
        local->setup((char *)s->states + c * local->state_size, &contact, s->local->options);
    }
}

/* The tasks of the stages, from the innermost out; each is opened. */
static bool open_stages(ss_solver *s, const ss_outer_task *common, ss_error *error)
{
    /* the inner tasks first: an outer one points to the next */
    for (size_t k = s->n_stages; k-- > 0;) {
        stage *const x = &s->stages[k];
        x->task = *common;
        x->task.options = x->options;
        x->task.workspace = x->workspace;
        x->task.iteration = x->outer->iteration;
        x->task.inner = k + 1 < s->n_stages ? &s->stages[k + 1].task : NULL;
        /* the stages inside are open already */
        if (x->outer->open != NULL && !x->outer->open(&x->task, error))
            return false;
    }
    return true;
}

/* The plain loop of every iteration. */
static void repeat(const ss_outer_task *task)
{
    size_t sweeps = 0; /* of the last iteration */
    task->iteration->begin(task);
    do
        sweeps = task->iteration->apply(task);
    while (!ss_outer_show(task, sweeps).stop);
}

bool ss_solver_run(ss_solver *s, const ss_problem *problem, ss_watch watch, ss_work *work,
                   ss_error *error)
{
    /* the same for all stages: the task in common, then the tasks of the stages */
    const ss_problem *const seen = view(s, problem);
    const bool with_local = (s->needs & SS_NEEDS_LOCAL) != 0; /* of any stage */
    const ss_outer_solver *const outer = s->stages[0].outer;
    ss_error own = {.code = SS_ERROR_NONE}; /* what a solve sets, which has no error to return */
    const ss_outer_task common = {
        .local = with_local ? s->local->solver : NULL,
        .sweep = {.problem = seen,
                  .options = with_local ? s->local->options : NULL,
                  .states = s->states,
                  .r = s->r,
                  .u = s->u,
                  .operator_state = s->operator_state,
                  .work = work},
        .posed = problem,
        .watch = watch,
        .error = &own,
    };
    /* states may depend on the form: made of the W that the sweeps see */
    if (with_local)
        set_up_states(s, seen);
    if (!open_stages(s, &common, error))
        return false;
    /* the outermost stage leads */
    if (outer->solve != NULL)
        outer->solve(&s->stages[0].task);
    else
        repeat(&s->stages[0].task);
    /* how it ended: the watch has said stop, or the solver has set an error */
    return own.code == SS_ERROR_NONE || ss_error_set(error, own.code, "%s", own.text);
}

/* in units of a sweep over the problem as it was posed, not as it was converted */
double ss_solver_units(const ss_solver *s, const ss_problem *problem, const ss_work *work)
{
    const bool with_local = (s->needs & SS_NEEDS_LOCAL) != 0;
    /* 0 without contacts: then no work has a unit */
    const double unit = ss_unit_sweep(problem);
    return unit > 0.0
               ? ss_unit_of_work(view(s, problem), with_local ? s->local->solver : NULL, work) /
                     unit
               : 0.0;
}

ss_solver_answer ss_solver_answer_of(const ss_solver *s)
{
    const bool has_local = (s->needs & SS_NEEDS_LOCAL) != 0;
    return (ss_solver_answer){s->r, s->u, has_local && s->local->solver->holds_velocity};
}
