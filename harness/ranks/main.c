/* stickslip-ranks: one huge problem over MPI ranks. A program of its own, since PETSc brings
 * another HDF5 than stickslip's; `stickslip run --ranks N` starts it, and so may who has a launcher
 * of his own:
 *
 *     mpirun -n 8 stickslip-ranks pile.hdf5 --solver 'nlgs-ranks[local=exact]' --out r.hdf5
 *     mpirun -n 5 stickslip-ranks pile.hdf5 --judge r.hdf5 --domains 40
 *     mpirun -n 8 stickslip-ranks pile.hdf5 ... --out r.hdf5 --checkpoint-every 1000
 *     mpirun -n 8 stickslip-ranks pile.hdf5 ... --out r.hdf5 --resume r.hdf5.checkpoint
 *     mpirun -n 8 stickslip-ranks --scene balls-500 --set balls=100000,... --step 400 \
 *         --solver 'nlgs-ranks[equal=bodies]' --out pile.hdf5
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/process/cpu_time.h"
#include "harness/process/interrupt.h"
#include "harness/ranks/report.h"
#include "harness/ranks/settle.h"
#include "harness/ranks/solve.h"
#include "problems/base/new_file.h"
#include "solvers/outer/nlgs_ranks.h"

#include <argp.h>
#include <malloc.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The words of the command line. */
typedef struct order {
    const char *file, *solver, *judge, *start, *resume, *out, *report, *scene, *set;
    double tol, timeout_s;
    size_t max_sweeps, domains, checkpoint_every, instance, step;
    bool warm, answer;
    ss_error *error;
} order;

static const struct argp_option words[] = {
    {"solver", 's', "S", 0,
     "nlgs-ranks[local=L,domains=D,look=N,boundary=B] (default around exact), anderson-ranks[...], "
     "ppa-ranks[...], apgd-ranks[...]",
     0},
    {"tol", 't', "E1", 0, "Stop at this E1 (default 1e-8)", 0},
    {"max-sweeps", 'n', "N", 0, "The most sweeps (default 10000)", 0},
    {"timeout", 'T', "S", 0, "The most CPU time of a rank, s (default: none)", 0},
    {"start", 'i', "R", 0, "Begin with the impulses of a file, such as --out of an earlier run", 0},
    {"out", 'o', "R", 0, "Write the impulses to this new file, as an answer to FILE", 0},
    {"checkpoint-every", 'c', "N", 0,
     "At the first convergence check after every N sweeps, and at an end unsolved, write "
     "R.checkpoint beside "
     "--out R, in place of the one before; gone once solved (default: none)",
     0},
    {"resume", 'u', "C", 0,
     "Go on from this checkpoint, with the same bits as if nothing had been between, on any number "
     "of ranks; sweeps count on",
     0},
    {"judge", 'j', "R", 0, "Solve nothing: E1 of the impulses of R", 0},
    {"domains", 'd', "D", 0, "With --judge: domains of the cut (default 64)", 0},
    {"report", 'r', "TXT", 0, "Write what is printed to this new file, too", 0},
    {"scene", 'p', "NAME", 0,
     "In place of FILE: step a scene of falling balls (balls-500), of which no rank has more than "
     "its own and their ghosts, and write --step N as FILE is written (`stickslip freeze --rigid "
     "--ranks`) to --out; --solver nlgs-ranks[equal=bodies,...]",
     1},
    {"set", 'S', "KEY=VALUE,...", 0, "Its parameters, tol and max-sweeps of a step among them", 1},
    {"instance", 'I', "K", 0, "Its seed (default 1)", 1},
    {"step", 'N', "N", 0, "The step that is written, from 1", 1},
    {"warm", 'w', NULL, 0, "Each step begins with the impulses of the one before", 1},
    {"answer", 'a', NULL, 0, "Write the impulses of that step, and what they make, too", 1},
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
    if (o->file == NULL && o->scene == NULL)
        ss_error_set(o->error, SS_ERROR_USAGE, "FILE is needed: a step of rigid bodies, HDF5");
    if (o->scene != NULL && (o->file != NULL || o->judge != NULL || o->start != NULL ||
                             o->resume != NULL || o->checkpoint_every > 0))
        ss_error_set(o->error, SS_ERROR_USAGE,
                     "--scene: no FILE, --judge, --start, --resume or --checkpoint-every");
    if (o->scene != NULL && (o->step == 0 || o->out == NULL))
        ss_error_set(o->error, SS_ERROR_USAGE, "--scene: name --step N and --out FILE");
    if (o->scene == NULL && (o->set != NULL || o->step > 0 || o->warm || o->answer))
        ss_error_set(o->error, SS_ERROR_USAGE,
                     "--set, --step, --warm and --answer are for --scene");
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
                            : key == 'p' ? &o->scene
                            : key == 'S' ? &o->set
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
    else if (key == 'I')
        take_count("instance", text, &o->instance, o->error);
    else if (key == 'N')
        take_count("step", text, &o->step, o->error);
    else if (key == 'w')
        o->warm = true;
    else if (key == 'a')
        o->answer = true;
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
    "FILE\n--scene NAME --step N --out FILE",
    "Solve one contact problem by all ranks of an MPI run, or judge impulses.\v"
    "FILE is a step of rigid bodies (/stickslip/rigid), as `stickslip freeze --rigid` writes it. "
    "Started under mpirun or srun; `stickslip run --ranks N` does it, judges by other ranks and "
    "leaves a row.",
    NULL,
    NULL,
    NULL};

/* A run under way. */
typedef struct work {
    const order *order;
    bool keeps; /* or goes on from what was kept */
    ss_part part;
    ss_ranks_solve solve;
    double began_s, read_s, solve_cpu_s;
} work;

/* From the start, or from where a checkpoint has come. */
static bool iterate(work *w, size_t look, ss_error *error)
{
    const order *const o = w->order;
    const double began_s = ss_process_cpu_time();
    const ss_ranks_limits limits = {.tol = o->tol,
                                    .deadline_s = o->timeout_s > 0.0 ? began_s + o->timeout_s : 0.0,
                                    .max_sweeps = o->max_sweeps};
    ss_ranks_solve *const s = &w->solve;
    ss_ranks_iteration_begin(&s->solver);
    const bool well = (o->resume == NULL ||
                       ss_ranks_keep_resume(&s->keep, o->resume, s->room, &s->sweeps, error)) &&
                      ss_ranks_solve_run(s, &limits, look, error);
    w->solve_cpu_s = ss_process_cpu_time() - began_s;
    return well;
}

/* The impulses as they are written, which a judge will read: made of components once, back once. */
static void round_trip(work *w)
{
    double *const r = w->solve.solver.r;
    for (size_t c = 0; c < w->part.posed.problem.n_contacts; ++c) {
        double p[3];
        ss_part_impulse(p, &w->part, c, r + 3 * c);
        ss_part_components(r + 3 * c, &w->part, c, p);
    }
    w->solve.look = ss_ranks_look_at(&w->part, r, w->solve.room, 0.0);
}

/* Iterate to the end, and write r before it is looked at for the last time. */
static bool solve(work *w, const ss_choice *solver, ss_error *error)
{
    const ss_ranks_cut *const cut = solver->options;
    ss_ranks_solve *const s = &w->solve;
    const bool well = ss_ranks_solve_open(s, &w->part, solver, error) &&
                      (!w->keeps || ss_ranks_keep_open(&s->keep, &s->solver, solver, w->order->out,
                                                       w->order->checkpoint_every, error)) &&
                      iterate(w, cut->look, error);
    if (!well)
        return false;
    /* what is written must be r itself, of which components are made again by who reads it */
    const bool written =
        w->order->out == NULL || ss_part_write(&w->part, w->order->out, s->solver.r, error);
    round_trip(w);
    if (written && s->outcome == SS_OUTCOME_SOLVED)
        ss_ranks_keep_drop(&s->keep);
    return written;
}

/* One rank prints for all, and all hear if it could not. */
static bool report(const work *w, ss_error *error)
{
    const bool judged = w->order->judge != NULL;
    const ss_team *const team = &w->part.team;
    const ss_ranks_report what = {.part = &w->part,
                                  .solver = &w->solve.solver,
                                  .status = judged ? "judged" : ss_outcome_name(w->solve.outcome),
                                  .sweeps = w->solve.sweeps,
                                  .look = &w->solve.look,
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
            "%s is no solver over ranks; nlgs-ranks, anderson-ranks, ppa-ranks and apgd-ranks are",
            name);
    return !w->keeps ||
           ss_ranks_check_checkpoint(solver->outer, solver->options, solver->label, error);
}

/* The steps of a scene. */
static bool settle(const order *o, const ss_team *team, ss_error *error)
{
    const work w = {.order = o};
    ss_choice solver = {.label = NULL};
    const ss_ranks_settling settling = {.scene = o->scene,
                                        .values = o->set,
                                        .instance = o->instance,
                                        .step = o->step,
                                        .guess = o->warm ? SS_GUESS_WARM : SS_GUESS_COLD,
                                        .solver = &solver,
                                        .timeout_s = o->timeout_s,
                                        .out = o->out,
                                        .report = o->report,
                                        .with_answer = o->answer};
    const bool well = choose(&solver, &w, error) && ss_ranks_settle(&settling, team, error);
    ss_choice_free(&solver);
    return well;
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
        const ss_part_plan plan = {
            .n_domains = judges ? o->domains : cut->domains,
            .start = judges              ? o->judge
                     : o->resume != NULL ? o->resume
                                         : o->start,
            .resumes = o->resume != NULL,
            .equal_bodies = ss_ranks_cut_bodies(solver.outer, solver.options),
            .lean = judges || ss_ranks_sweep_by_colour(solver.outer, solver.options)};
        well = ss_part_read(&w.part, team, o->file, &plan, error);
    }
    w.read_s = MPI_Wtime() - w.began_s;
    if (well && judges) {
        well = ss_ranks_solve_room(&w.solve, &w.part, error);
        if (well)
            w.solve.look = ss_ranks_look_at(&w.part, w.part.r, w.solve.room, 0.0);
    } else if (well) {
        well = solve(&w, &solver, error);
    }
    well = well && report(&w, error);
    ss_ranks_solve_free(&w.solve);
    ss_part_free(&w.part);
    ss_choice_free(&solver);
    return well;
}

int main(int argc, char **argv)
{
    ss_error error = {SS_ERROR_NONE, ""};
    order o = {.tol = 1e-8, .max_sweeps = 10000, .domains = 64, .instance = 1, .error = &error};
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
    const bool well = error.code == SS_ERROR_NONE &&
                      (o.scene != NULL ? settle(&o, &team, &error) : run(&o, &team, &error));
    if (!well && team.rank == 0)
        fprintf(stderr, "stickslip-ranks: %s\n", error.text);
    PetscFinalize();
    return well ? 0 : ss_error_exit_code(error.code);
}
