/* The parts of a page, from top to bottom; each adds to the sheet, which is the caller's. Inside
 * page/ only. A part says nothing where the material has nothing for it; one that runs out of
 * memory leaves a sheet that cannot be printed (ss_report_sheet.failed), or says so itself.
 *
 *     title    verdict    doubts    ranking    solvers    figures    paper    field
 *     failures    runs    conditions    appendix
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PAGE_PARTS_H
#define SS_HARNESS_PAGE_PARTS_H

#include "harness/page/material.h"
#include "harness/report/sheet.h"
#include "harness/papers/table.h"

enum { SS_PAGE_LABEL = 512 };

/* Quartiles of repeated times that lie farther apart than this share of the median: the clock is
 * noisy, and nobody is judged by time (choice). */
#define SS_PAGE_NOISE 0.1

/* Fewest repeats that times are judged by (choice). */
enum { SS_PAGE_REPEATS = 3 };

/* "`sbp`", or "`nlgs-sor[local=sbp]`" in another outer solver than the default one. */
void ss_page_name(char text[SS_PAGE_LABEL], const char *solver, const char *outer);

/* A text in a prose: without backticks, which have a meaning there. */
void ss_page_plain(char *text, size_t size, const char *words);

/* Is the row's problem in none of those before it? */
bool ss_page_new_problem(const ss_page_material *material, size_t row);

/* May times be judged? Every run was repeated SS_PAGE_REPEATS times or more and the quartiles lie
 * within SS_PAGE_NOISE of the median; else `reason` says why not. */
bool ss_page_times_hold(const ss_page_material *material, char reason[SS_PAGE_LABEL]);

/* Whose page it is, and on which problems. */
void ss_page_title(ss_report_sheet *sheet, const ss_page_material *material);
/* The tables in sentences: how a paper's numbers came out, who is cheapest, who fails. Returns what
 * that is: SS_REPORT_GOOD, SS_REPORT_MIND with reservations, or SS_REPORT_OPEN, where nothing can
 * be concluded: nobody is cheapest, no number of a paper is judged, there are several solvers. */
ss_report_kind ss_page_verdict(ss_report_sheet *sheet, const ss_page_material *material);

/* Reasons for distrust; returns how many of them speak against the verdict. */
size_t ss_page_doubts(ss_report_sheet *sheet, const ss_page_material *material);

/* The ranking: who is cheapest at which accuracy, by which price; nothing of one contender. */
void ss_page_ranking(ss_report_sheet *sheet, const ss_page_material *material);

/* A row a contender: what it solved, what it cost beside the others, how exact it was. */
void ss_page_solvers(ss_report_sheet *sheet, const ss_page_material *material);
/* A row a run, where there are several. */
void ss_page_runs(ss_report_sheet *sheet, const ss_page_material *material);
/* Under which tolerances, on which problems, by which build on which machine. */
void ss_page_conditions(ss_report_sheet *sheet, const ss_page_material *material);
/* The runs that failed, each with the command that makes it again. SS_ERROR_MEMORY. */
bool ss_page_failures(ss_report_sheet *sheet, const ss_page_material *material, ss_error *error);

/* The section of figures being filled. page.c makes the folder, hands it over and removes it; the
 * names on the page are prefix + name, those of the files name + ending. */
typedef struct ss_page_gallery {
    ss_report_sheet *sheet;
    const ss_page_material *material;
    const char *folder;  /* existing; gets the files of the figures */
    const char *prefix;  /* of their names on the page: "" or "report-figures/" */
    const char *scripts; /* plots/ */
    size_t n;            /* figures so far */
} ss_page_gallery;

/* All of the page of a pile of `grow`, whose folder has a sandpile.csv in place of a summary.csv;
 * the material is not looked at. SS_ERROR_DATA for a table that cannot be read; SS_ERROR_MEMORY,
 * and those of a figure that end all. */
bool ss_page_pile(ss_page_gallery *gallery, const char *folder, bool figures, ss_error *error);

/* Its figures: the surface of each solver. */
bool ss_page_plot_surfaces(ss_page_gallery *gallery, const char *folder, ss_error *error);

/* Add the section: the figures that are drawn from the tables, and those that the folder has. What
 * cannot be drawn is a sentence. False where nothing more can be done: SS_ERROR_IO,
 * SS_ERROR_MEMORY, SS_ERROR_INTERRUPTED. */
bool ss_page_figures(ss_page_gallery *gallery, ss_error *error);

/* The tables of a paper, and its claims. */
void ss_page_paper(ss_report_sheet *sheet, const ss_page_material *material);

/* The tables of the field. */
void ss_page_field(ss_report_sheet *sheet, const ss_page_material *material);

/* The command that makes the run of a row again, for a shell; "" without memory. To be freed. */
char *ss_page_repeat(const ss_page_material *material, const ss_summary_row *row, size_t number);

/* The columns explained, and the files: `way` leads from the page to the result folder. */
void ss_page_appendix(ss_report_sheet *sheet, const ss_page_material *material, const char *way);

#endif
