/* stickslip-ranks: one huge problem over MPI ranks. A program of its own, since PETSc brings
 * another HDF5 than stickslip's; `stickslip run --ranks N` starts it, and so may who has a launcher
 * of his own:
 *
 *     mpirun -n 8 stickslip-ranks pile.hdf5 --solver 'nlgs-ranks[local=exact]' --out r.hdf5
 *     mpirun -n 5 stickslip-ranks pile.hdf5 --judge r.hdf5 --domains 40
 *     mpirun -n 8 stickslip-ranks pile.hdf5 ... --out r.hdf5 --checkpoint-every 1000
 *     mpirun -n 8 stickslip-ranks pile.hdf5 ... --out r.hdf5 --resume r.hdf5.checkpoint
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/process/cpu_time.h"
#include "harness/process/interrupt.h"
#include "harness/ranks/keep.h"
#include "harness/ranks/report.h"
#include "harness/run/bounds.h"
#include "harness/run/ending.h"
#include "problems/base/new_file.h"
#include "solvers/base/outcome.h"
#include "solvers/choice.h"
#include "solvers/outer/nlgs_ranks.h"

#include <argp.h>
#include <malloc.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The words of the command line. */
typedef struct order {
    const char *file, *solver, *judge, *start, *resume, *out, *report;
    double tol, timeout_s;
    size_t max_sweeps, domains, checkpoint_every;
    ss_error *error;
} order;

static const struct argp_option words[] = {
    {"solver", 's', "S", 0,
     "nlgs-ranks[local=L,domains=D,look=N,boundary=B] (default around exact), anderson-ranks[...], "
     "apgd-ranks[...]",
     0},
    {"tol", 't', "E1", 0, "Stop at this E1 (default 1e-8)", 0},
    {"max-sweeps", 'n', "N", 0, "The most sweeps (default 10000)", 0},
    {"timeout", 'T', "S", 0, "The most CPU time of a rank, s (default: none)", 0},
    {"start", 'i', "R", 0, "Begin with the impulses of a file, such as --out of an earlier run", 0},
    {"out", 'o', "R", 0, "Write the impulses to this new file, as an answer to FILE", 0},
    {"checkpoint-every", 'c', "N", 0,
     "At the first look after every N sweeps, and at an end unsolved, write R.checkpoint beside "
     "--out R, in place of the one before; gone once solved (default: none)",
     0},
    {"resume", 'u', "C", 0,
     "Go on from this checkpoint, with the same bits as if nothing had been between, on any number "
     "of ranks; sweeps count on",
     0},
    {"judge", 'j', "R", 0, "Solve nothing: E1 of the impulses of R", 0},
    {"domains", 'd', "D", 0, "With --judge: domains of the cut (default 64)", 0},
    {"report", 'r', "TXT", 0, "Write what is printed to this new file, too", 0},
    {0}};

static bool take_number(const char *name, const char *text, double least, double *x,
                        ss_error *error)
{
    char *end;
    *x = strtod(text, &end);
    return (end != text && *end == '\0' && isfinite(*x) && *x >= least) ||
           ss_error_set(error, SS_ERROR_USAGE, "--%s=%s: it must be a number of at least %g", name,
                        text, least);
}

/* Refuse words that lack another, or contradict one. */
static void check_order(const order *o)
{
    if (o->file == NULL)
        ss_error_set(o->error, SS_ERROR_USAGE, "FILE is needed: a step of rigid bodies, HDF5");
    if (o->judge != NULL &&
        (o->out != NULL || o->start != NULL || o->resume != NULL || o->solver != NULL))
        ss_error_set(o->error, SS_ERROR_USAGE,
                     "--judge solves nothing: no --solver, --start, --resume or --out");
    if (o->start != NULL && o->resume != NULL)
        ss_error_set(o->error, SS_ERROR_USAGE, "--start or --resume: it begins once");
    if (o->checkpoint_every > 0 && o->out == NULL)
        ss_error_set(o->error, SS_ERROR_USAGE,
                     "--checkpoint-every: name --out R, beside which it writes R.checkpoint");
}

/* The same of a whole number of at least 1. */
static void take_count(const char *name, const char *text, size_t *n, ss_error *error)
{
    double x = 0.0;
    if (!take_number(name, text, 1.0, &x, error))
        return;
    if (x != floor(x) || x > 1e15)
        ss_error_set(error, SS_ERROR_USAGE, "--%s=%s: it must be a whole number up to 1e15", name,
                     text);
    else
        *n = (size_t)x;
}

/* A text; false: the word is none. */
static bool take_text(order *o, int key, const char *text)
{
    const char **const to = key == 's'   ? &o->solver
                            : key == 'i' ? &o->start
                            : key == 'u' ? &o->resume
                            : key == 'o' ? &o->out
                            : key == 'j' ? &o->judge
                            : key == 'r' ? &o->report
                                         : NULL;
    if (key == ARGP_KEY_ARG && o->file != NULL)
        ss_error_set(o->error, SS_ERROR_USAGE, "'%s' after '%s': one FILE", text, o->file);
    if (key == ARGP_KEY_ARG)
        o->file = text;
    else if (to != NULL)
        *to = text;
    return key == ARGP_KEY_ARG || to != NULL;
}

/* For argp: one word. What is wrong is told by one rank, later. */
static error_t take(int key, char *text, struct argp_state *state)
{
    order *const o = state->input;
    if (take_text(o, key, text))
        return 0;
    if (key == 't')
        take_number("tol", text, 0.0, &o->tol, o->error);
    else if (key == 'T')
        take_number("timeout", text, 0.0, &o->timeout_s, o->error);
    else if (key == 'n')
        take_count("max-sweeps", text, &o->max_sweeps, o->error);
    else if (key == 'd')
        take_count("domains", text, &o->domains, o->error);
    else if (key == 'c')
        take_count("checkpoint-every", text, &o->checkpoint_every, o->error);
    else if (key == ARGP_KEY_END)
        check_order(o);
    else
        return ARGP_ERR_UNKNOWN;
    return 0;
}

static const struct argp parser = {
    words,
    take,
    "FILE",
    "Solve one contact problem by all ranks of an MPI run, or judge impulses.\v"
    "FILE is a step of rigid bodies (/stickslip/rigid), as `stickslip freeze --rigid` writes it. "
    "Started under mpirun or srun; `stickslip run --ranks N` does it, judges by other ranks and "
    "leaves a row.",
    NULL,
    NULL,
    NULL};

/* A solve under way. */
typedef struct work {
    const order *order;
    bool keeps; /* or goes on from what was kept */
    ss_part part;
    ss_ranks_iteration solver;
    double *room; /* owned: scratch of looks */
    ss_ranks_look look;
    ss_ending_course course;
    ss_ranks_keep keep;
    ss_outcome outcome;
    size_t sweeps;
    double began_s, read_s, solve_cpu_s;
} work;

static bool make_room(work *w, ss_error *error)
{
    w->room = ss_team_take(6 * w->part.posed.form.moving.n_bodies, sizeof(double), error);
    return ss_team_agree(&w->part.team, w->room != NULL, error);
}

/* Does the solve go on after a look? The word is that of the referee of one process. */
static bool goes_on(work *w)
{
    const order *const o = w->order;
    const ss_ending_sweep here = {.told = ss_sums_can_be_told(w->look.r2, w->look.q2, o->tol),
                                  .value = w->look.e1,
                                  .eps = w->look.e1,
                                  .tol = o->tol,
                                  .sweeps = w->sweeps,
                                  .cap = o->max_sweeps,
                                  .interrupted = w->look.interrupted > 0,
                                  .late = w->look.late > 0,
                                  .course = &w->course};
    ss_ending_follow(&w->course, w->sweeps, w->look.e1);
    w->course.before = w->sweeps;
    return !ss_ending_of_sweep(&here, &w->outcome);
}

/* Sweeps until a look says stop; looks are at multiples of `look` sweeps, resumed or not. */
static bool iterate(work *w, size_t look, ss_error *error)
{
    const order *const o = w->order;
    const double deadline_s = o->timeout_s > 0.0 ? ss_process_cpu_time() + o->timeout_s : 0.0;
    const double began_s = ss_process_cpu_time();
    ss_ranks_iteration_begin(&w->solver);
    bool well =
        o->resume == NULL || ss_ranks_keep_resume(&w->keep, o->resume, w->room, &w->sweeps, error);
    w->course = (ss_ending_course){w->sweeps, o->max_sweeps, INFINITY, INFINITY};
    for (bool go_on = well; go_on;) {
        while (w->sweeps < o->max_sweeps) {
            ss_ranks_iteration_apply(&w->solver);
            if (++w->sweeps % look == 0)
                break;
        }
        w->look = ss_ranks_look_at(&w->part, w->solver.r, w->room, deadline_s);
        go_on = goes_on(w);
        if (go_on || (w->outcome != SS_OUTCOME_SOLVED && w->outcome != SS_OUTCOME_DIVERGED))
            well = ss_ranks_keep_look(&w->keep, w->sweeps, w->look.e1, !go_on, error);
        go_on = go_on && well;
    }
    w->solve_cpu_s = ss_process_cpu_time() - began_s;
    return well;
}

/* The impulses as they are written, which a judge will read: made of components once, back once. */
static void round_trip(work *w)
{
    double *const r = w->solver.r;
    for (size_t c = 0; c < w->part.posed.problem.n_contacts; ++c) {
        double p[3];
        ss_part_impulse(p, &w->part, c, r + 3 * c);
        ss_part_components(r + 3 * c, &w->part, c, p);
    }
    w->look = ss_ranks_look_at(&w->part, r, w->room, 0.0);
}

/* Iterate to the end, and write r before it is looked at for the last time. */
static bool solve(work *w, const ss_choice *solver, ss_error *error)
{
    const ss_ranks_cut *const cut = solver->options;
    const ss_choice none = {.label = NULL}, *const local = solver->local ? solver->local : &none;
    const ss_ranks_solver parts = {solver->outer, local->solver, solver->options, local->options};
    const bool well =
        ss_ranks_iteration_open(&w->solver, &w->part, &parts, error) && make_room(w, error) &&
        (!w->keeps || ss_ranks_keep_open(&w->keep, &w->solver.turns, solver, w->order->out,
                                         w->order->checkpoint_every, error)) &&
        iterate(w, cut->look, error);
    if (!well)
        return false;
    /* what is written must be r itself, of which components are made again by who reads it */
    const bool written =
        w->order->out == NULL || ss_part_write(&w->part, w->order->out, w->solver.r, error);
    round_trip(w);
    if (written && w->outcome == SS_OUTCOME_SOLVED)
        ss_ranks_keep_drop(&w->keep);
    return written;
}

/* One rank prints for all, and all hear if it could not. */
static bool report(const work *w, ss_error *error)
{
    const bool judged = w->order->judge != NULL;
    const ss_team *const team = &w->part.team;
    const ss_ranks_report what = {.part = &w->part,
                                  .solver = &w->solver,
                                  .status = judged ? "judged" : ss_outcome_name(w->outcome),
                                  .sweeps = w->sweeps,
                                  .look = &w->look,
                                  .read_s = w->read_s,
                                  .wall_s = MPI_Wtime() - w->began_s,
                                  .solve_cpu_s = w->solve_cpu_s};
    char *const text = ss_ranks_report_print(&what);
    bool well = team->rank != 0 || text != NULL || ss_error_memory(error, "the report");
    if (text != NULL) {
        fputs(text, stdout);
        well = w->order->report == NULL ||
               ss_new_file_write(w->order->report, text, strlen(text), error);
    }
    free(text);
    return ss_team_agree(team, well, error);
}

/* A solver that ranks can run, with checkpoints if they are wanted. */
static bool choose(ss_choice *solver, const work *w, ss_error *error)
{
    const char *const name = w->order->solver != NULL ? w->order->solver : "nlgs-ranks";
    if (!ss_choice_parse_with(solver, name, "exact", error))
        return false;
    if ((solver->outer->needs & SS_OVER_RANKS) == 0)
        return ss_error_set(
            error, SS_ERROR_USAGE,
            "%s is no solver over ranks; nlgs-ranks, anderson-ranks and apgd-ranks are", name);
    return !w->keeps ||
           ss_ranks_check_checkpoint(solver->outer, solver->options, solver->label, error);
}

static bool run(const order *o, const ss_team *team, ss_error *error)
{
    work w = {.order = o,
              .began_s = MPI_Wtime(),
              .part = {.team = *team},
              .keeps = o->checkpoint_every > 0 || o->resume != NULL};
    ss_choice solver = {.label = NULL};
    const bool judges = o->judge != NULL;
    bool well = choose(&solver, &w, error);
    if (well) {
        const ss_ranks_cut *const cut = solver.options;
        const ss_part_plan plan = {.n_domains = judges ? o->domains : cut->domains,
                                   .start = judges              ? o->judge
                                            : o->resume != NULL ? o->resume
                                                                : o->start,
                                   .resumes = o->resume != NULL,
                                   .lean = judges ||
                                           ss_ranks_sweep_by_colour(solver.outer, solver.options)};
        well = ss_part_read(&w.part, team, o->file, &plan, error);
    }
    w.read_s = MPI_Wtime() - w.began_s;
    if (well && judges) {
        well = make_room(&w, error);
        if (well)
            w.look = ss_ranks_look_at(&w.part, w.part.r, w.room, 0.0);
    } else if (well) {
        well = solve(&w, &solver, error);
    }
    well = well && report(&w, error);
    free(w.room);
    ss_ranks_keep_free(&w.keep);
    ss_ranks_iteration_free(&w.solver);
    ss_part_free(&w.part);
    ss_choice_free(&solver);
    return well;
}

int main(int argc, char **argv)
{
    ss_error error = {SS_ERROR_NONE, ""};
    order o = {.tol = 1e-8, .max_sweeps = 10000, .domains = 64, .error = &error};
    argp_parse(&parser, argc, argv, 0, NULL, &o);
    PetscInitializeNoArguments();
    /* what is freed goes back to the machine, which a part may fill: Open MPI has it kept */
    mallopt(M_MMAP_MAX, 1 << 16);
    mallopt(M_MMAP_THRESHOLD, 1 << 17);
    mallopt(M_TRIM_THRESHOLD, 1 << 17);
    PetscPopSignalHandler();
    PetscPushErrorHandler(PetscAbortErrorHandler, NULL);
    ss_interrupt_install();
    ss_interrupt_install_relayed();
    const ss_team team = ss_team_of(PETSC_COMM_WORLD);
    const bool well = error.code == SS_ERROR_NONE && run(&o, &team, &error);
    if (!well && team.rank == 0)
        fprintf(stderr, "stickslip-ranks: %s\n", error.text);
    PetscFinalize();
    return well ? 0 : ss_error_exit_code(error.code);
}
