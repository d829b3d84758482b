/* Options of the solvers that run over ranks, for who starts those.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_OUTER_NLGS_RANKS_H
#define SS_SOLVERS_OUTER_NLGS_RANKS_H

#include "solvers/parts/domains.h"
#include "solvers/parts/gradient.h"
#include "solvers/parts/mixed.h"
#include "solvers/parts/proximal.h"

extern const ss_outer_solver ss_outer_nlgs_ranks, ss_outer_apgd_ranks, ss_outer_anderson_ranks,
    ss_outer_ppa_ranks;

/* What the options of each of them (SS_OVER_RANKS) begin with. */
typedef struct ss_ranks_cut {
    size_t domains, look; /* D; sweeps between two looks */
} ss_ranks_cut;

/* What is done with contacts between domains. */
enum { SS_BOUNDARY_COLOURS, SS_BOUNDARY_RELAXED, SS_BOUNDARY_SPLIT };

/* What domains have the same number of. */
enum { SS_EQUAL_CONTACTS, SS_EQUAL_BODIES };

typedef struct ss_nlgs_ranks_options {
    ss_ranks_cut cut;
    int boundary;
    double relaxation; /* of SS_BOUNDARY_RELAXED */
    int equal;
} ss_nlgs_ranks_options;

/* Its rows, in the options `type` of who sweeps so; `at`: where they are in it, "sweeps." or
 * nothing. Those of turns by colour, which is the default boundary, are all but the second two. */
#define SS_NLGS_RANKS_ROWS(type, at)                                                               \
    SS_RANKS_CUT_ROWS(type, at),                                                                   \
        SS_CHOICE(                                                                                 \
            type, at boundary, "boundary", SS_BOUNDARY_COLOURS, "colours|relaxed|split",           \
            "contacts between domains: pair by pair, by colour; or all domains at once, each on "  \
            "copies of bodies, with their changes relaxed, or with the bodies' masses split",      \
            "choice; waLBerla's HCSITS; Tonge, Benevolenski, Voroshilov 2012"),                    \
        SS_REAL(type, at relaxation, "relaxation", 0.9, SS_ABOVE_ZERO, 1.0, "-",                   \
                "boundary=relaxed: of what domains change velocities by; 1: it is added as it is", \
                "waLBerla's HCSITS"),                                                              \
        SS_RANKS_EQUAL_ROW(type, at)

#define SS_RANKS_CUT_ROWS(type, at)                                                                \
    SS_COUNT(type, at cut.domains, "domains", 64, 1, SS_DOMAINS_MOST,                              \
             "number of domains; the result depends on it, not on the ranks", "choice"),           \
        SS_COUNT(type, at cut.look, "look", 1, 1, 1e9,                                             \
                 "over ranks: sweeps between two convergence checks", "choice")

#define SS_RANKS_EQUAL_ROW(type, at)                                                               \
    SS_CHOICE(type, at equal, "equal", SS_EQUAL_CONTACTS, "contacts|bodies",                       \
              "what is shared evenly among the domains; with bodies, whose a body is does not "    \
              "change from step to step (freeze --ranks)",                                         \
              "choice")

/* A solver over ranks whose domains are equal in bodies: whose a body is, its number alone says. */
bool ss_ranks_cut_bodies(const ss_outer_solver *outer, const void *options);

typedef struct ss_anderson_ranks_options {
    ss_nlgs_ranks_options sweeps;
    ss_mixed_options mixed;
    size_t patience; /* length of a stretch */
} ss_anderson_ranks_options;

typedef struct ss_ppa_ranks_options {
    ss_nlgs_ranks_options sweeps; /* by colour */
    ss_mixed_options mixed;
    ss_proximal_options proximal;
} ss_ppa_ranks_options;

/* Does a solver over ranks sweep in turns, mixed or not? */
bool ss_ranks_sweep_by_colour(const ss_outer_solver *outer, const void *options);

/* SS_ERROR_USAGE for one that goes on from more than impulses and velocities, all
 * that a checkpoint has; `label`: its name. */
bool ss_ranks_check_checkpoint(const ss_outer_solver *outer, const void *options, const char *label,
                               ss_error *error);

typedef struct ss_apgd_ranks_options {
    ss_ranks_cut cut;
    ss_gradient_options gradient;
} ss_apgd_ranks_options;

#endif
