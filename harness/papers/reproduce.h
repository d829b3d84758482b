/* Make a paper's tables and figures again. Data says what to run, what the paper printed and how to
 * judge (data.h). Each file of the room asks those above it alone:
 *
 *     rises measures claims              what a run gives, what a paper says
 *     data                               the paper's folder, read and checked
 *     results numbers                    its runs, made and read; a cell
 *     table table_file layout            a judged table: its files, read back, as printed
 *     tables period_tables figures       what is written
 *     reproduce                          all of it
 *
 * run_figures and group_figures are kinds of figures (harness/figures/kinds.def): rows of
 * figures.csv name them, figures.c draws them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PAPERS_REPRODUCE_H
#define SS_HARNESS_PAPERS_REPRODUCE_H

#include "harness/papers/data.h"

/* Run what is needed, each run once, as a campaign with the store folder/store (no limit of time or
 * memory unless job->campaign has one); then write tableN.csv, .md, .html, .tex, claims.csv, what
 * shaken vessels left (ss_reproduce_write_periods) and figNN.svg, .pdf, .gp, .dat, and print what
 * was written where. The same call goes on with a folder that was begun: it runs what is missing or
 * has failed. A run that fails costs only its own cells
 * (`missing`) and figures, and is an error at the end. Ctrl-C: the tables and figures whose runs
 * are complete are still written, and SS_ERROR_INTERRUPTED. Needs gnuplot if a figure is wanted,
 * and says so before it runs anything. */
bool ss_reproduce_paper(const ss_reproduce *job, ss_error *error);

#endif
