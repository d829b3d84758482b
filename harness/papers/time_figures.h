/* Figures of scenes of many balls ([S] Figures 5 to 12). Errors of all: those of ss_figure_draw,
 * and SS_ERROR_DATA for runs without the observables that are shown.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PAPERS_TIME_FIGURES_H
#define SS_HARNESS_PAPERS_TIME_FIGURES_H

#include "harness/figures/figure.h"
#include "harness/tables/reduce.h"

/* ---- of one run, its observables against time ---- */

/* N_p, N_e and the balls out of a silo. */
bool ss_grains_draw_contacts(const ss_figure *figure, const ss_series *series, ss_error *error);

/* Kinetic energy, balls that have moved and the big ball's speed after an impact. */
bool ss_grains_draw_impact(const ss_figure *figure, const ss_series *series, ss_error *error);

/* Mean heights of the size classes of the nut, its rank index and large ones on top. */
bool ss_grains_draw_classes(const ss_figure *figure, const ss_series *series, ss_error *error);

/* P_n, P_c and P_s of the walls of a silo, and the force on its floor over the weight ([P] 5.2). */
bool ss_grains_draw_polarization(const ss_figure *figure, const ss_series *series, ss_error *error);

/* ---- of several runs ---- */

/* A run and its row in runs.csv, "CURVE PARAMETER=VALUE"; borrowed. */
typedef struct ss_grains_run {
    const char *row;
    const ss_series *series;
} ss_grains_run;

typedef struct ss_grains_group {
    const ss_grains_run *runs; /* runs of one curve stand together */
    size_t n;
    const ss_measures *measures;
} ss_grains_group;

/* CPU time a step against the balls, or against mu: a curve a solver; local solvers within nlgs in
 * one panel, outer solvers in the other. */
bool ss_grains_draw_costs_of_balls(const ss_figure *figure, const ss_grains_group *group,
                                   ss_error *error);
bool ss_grains_draw_costs_of_mu(const ss_figure *figure, const ss_grains_group *group,
                                ss_error *error);

/* Sweeps of a step against the discs of a row, likewise. */
bool ss_grains_draw_sweeps_of_n(const ss_figure *figure, const ss_grains_group *group,
                                ss_error *error);

/* Effective contacts below the orifice and balls out at the end against mu. */
bool ss_grains_draw_below(const ss_figure *figure, const ss_grains_group *group, ss_error *error);

/* Pressure under a pile against the distance from its axis: each run, and their mean. */
bool ss_grains_draw_pressure(const ss_figure *figure, const ss_grains_group *group,
                             ss_error *error);

#endif
