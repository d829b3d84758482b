/* Sources of contact problems: a scene of the catalogue, which moves from step to step, a file,
 * which holds one problem without bodies and time, or a process of the user's, which poses one
 * problem after the other.
 *
 * The life of a source, and of what it owns; one run has one:
 *
 *     choice (the user's words, with parameters)  borrowed by the source, and outlives it
 *       open     scene or file, checked           scene, or frozen
 *       begin    ready for the first step         step, of a scene
 *       pose     FC(W, q, mu) of the next step    the problem: the step's or the file's, until the
 *       (a solver finds r)                        next pose
 *       advance  bodies move on with r            nothing to do for a file
 *       observe  energies, overlap                as the bodies stand
 *       close    all released, also after errors
 *
 * A file is a source of one step without time: pose gives it as often as it is asked. A process is
 * started by begin, and its problem is held as a file's is.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_FILES_SOURCE_H
#define SS_PROBLEMS_FILES_SOURCE_H

#include "problems/files/frozen.h"
#include "problems/files/process_entry.h"
#include "problems/motion/step.h"

enum { SS_START_NAME = 128 };

/* A problem as the user names it, with its parameters. */
typedef struct ss_problem_choice {
    const ss_catalogue_entry *entry;
    const char *name;  /* as the user typed it; borrowed */
    const char *path;  /* of a frozen problem, within `name`; NULL for a scene */
    const char *words; /* of a process that poses problems, within `name`; else NULL */
    char log[512];     /* file that what the process prints is added to; "": none */
    size_t instance;   /* seed of a scene's start, 1 after parsing */
    void *params;      /* owned; entry->params.size bytes, of which the first are ss_limits */
    char *values;      /* owned; all parameters as "key=value,key=value" */
    char start[SS_START_NAME]; /* name of the start at rest, where someone has asked for it
                                * (harness/run/start.h); "": none */
} ss_problem_choice;

/* The problem called `name`, or "file:PATH", with default parameters. Release with
 * ss_problem_choice_free, which accepts a zeroed choice. SS_ERROR_USAGE with the nearest name. */
bool ss_problem_choice_parse(ss_problem_choice *choice, const char *name, ss_error *error);
void ss_problem_choice_free(ss_problem_choice *choice);

/* Set one parameter from "KEY=VALUE", or from its two parts, or several from "KEY=VALUE,...", which
 * may be empty. */
bool ss_problem_choice_set(ss_problem_choice *choice, const char *assignment, ss_error *error);
bool ss_problem_choice_set_value(ss_problem_choice *choice, const char *key, const char *value,
                                 ss_error *error);
bool ss_problem_choice_set_list(ss_problem_choice *choice, const char *list, ss_error *error);

/* The tolerance at which a step counts as solved, and its cap of sweeps. */
const ss_limits *ss_problem_choice_limits(const ss_problem_choice *choice);

/* Why a problem of that name has no bodies with places to draw, for messages; NULL: it has them. */
const char *ss_problem_lacks_places(const char *name);

/* Name of the estimator that stops unless the user says. */
const char *ss_problem_choice_stop(const ss_problem_choice *choice);

/* Time steps: 1 for a file; of a process the most that are asked for. */
size_t ss_problem_choice_steps(const ss_problem_choice *choice);

/* A problem being posed. */
typedef struct ss_source {
    const ss_problem_choice *problem;
    size_t n_steps;             /* 1 for a file */
    double h;                   /* time step, s; 0 without time */
    ss_guess guess;             /* of each step's solve; from begin on */
    ss_scene scene;             /* empty for a file */
    ss_step *step;              /* of a scene */
    ss_frozen frozen;           /* a file's problem, or the process's last */
    ss_process *process;        /* owned; NULL: no process */
    const ss_problem *contacts; /* of the scene's step posed last: ss_step_contacts */
} ss_source;

/* State of the bodies after a step; NaN without bodies. */
typedef struct ss_source_state {
    bool finite;                                          /* no body is lost to inf or NaN */
    double max_overlap, kinetic_energy, potential_energy; /* m, J, J */
    double reach; /* the longest way of a step at these velocities, in radii of who makes it; 0
                   * where no wall is thin (ss_shape_kind) */
} ss_source_state;

/* Open the choice, which must outlive the source. Release with ss_source_close, also after an
 * error: of parameters that contradict each other, of a file that cannot be read, of memory. */
bool ss_source_open(ss_source *source, const ss_problem_choice *problem, ss_error *error);
void ss_source_close(ss_source *source);

/* Make ready for the first step, with the bodies as they stand; `guess`: what will be asked for.
 * False without memory, and SS_ERROR_USAGE for a warm start from a file that has no guess, and a
 * predictor of a file. */
bool ss_source_begin(ss_source *source, ss_guess guess, ss_error *error);

/* Open and close: errors before anything is written. A process is not started. */
bool ss_source_check(const ss_problem_choice *problem, ss_error *error);

/* The contact problem of the next step, valid until the next is posed. */
bool ss_source_pose(ss_source *source, const ss_problem **problem, ss_error *error);

/* Fill r (3 n_contacts, N s, zeros) with the guess (problems/contact/guess.h); of a file with its
 * own, the same where `freeze` wrote it. */
void ss_source_guess(const ss_source *source, double *r);

/* Move on with the impulses r (3 n_contacts, N s), and keep `own` for the guesses to come. */
void ss_source_advance(ss_source *source, const double *r, const double *own);

/* The state of the bodies as they stand. */
bool ss_source_observe(ss_source *source, ss_source_state *state, ss_error *error);

#endif
