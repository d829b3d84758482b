/* The tables of a result folder that a page is made of. Inside page/ only.
 *
 *     standings.c   rows as a grid: each contender's counts, costs, worst E1     (tables/grid.h)
 *     ranking.c     who is cheapest at equal E1                                  (judge/ranking.h)
 *     paper.c       tableN.csv beside what the paper prints                      (papers/)
 *     material.c    reads all other tables, calls these once, and frees all
 *     words.c       what several files ask of it
 *
 * page.c reads the material, lets each part (parts.h) add to one sheet, has the sheet printed, and
 * frees both. After the reading nothing in the material changes: parts take it const, and borrow
 * its texts until it is freed. Contenders are in the order of their first rows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PAGE_MATERIAL_H
#define SS_HARNESS_PAGE_MATERIAL_H

#include "harness/judge/ranking.h"
#include "harness/tables/output.h"
#include "harness/tables/partial.h"
#include "harness/tables/standing.h"

/* The price of a contender's whole runs that count (tables/standing.h), as they stopped; in the
 * unit of the price, NAN where no row has it. Of quartiles: where one of the rows has not. */
typedef struct ss_page_price {
    double median, q1, q3; /* over its rows; quartiles of repeats, of time alone */
    size_t n;              /* questions on which another one counts, too; */
    double ratio;          /* of them the median of its price over the least */
} ss_page_price;

/* A contender: a local solver within its outer one, with all its rows. The counts add up to n, and
 * so do the standings. */
typedef struct ss_page_contender {
    const char *solver, *outer;          /* as in summary.csv; borrowed */
    size_t n, n_told;                    /* rows; those that measured something */
    size_t counts[SS_OUTCOME_COUNT];     /* of them, by status, */
    size_t standings[SS_STANDING_COUNT]; /* and by what they are worth */
    ss_page_price price[SS_PRICE_COUNT];
    double sweeps;   /* median over the rows that count */
    double e1_worst; /* of all rows; NAN: not known */
} ss_page_contender;

/* Printed numbers of a paper that are judged, as printed, and how ours agree: n is the sum of the
 * four others, of all tables. What is missing, beside or a reference is not in it. */
typedef struct ss_page_cells {
    size_t n, match, inside, near, outside;
} ss_page_cells;

typedef struct ss_page_table ss_page_table; /* paper.c */

enum { SS_PAGE_TEXT = 4096 }; /* of a line of provenance.txt, its end included */

typedef struct ss_page_material {
    const char *folder;      /* of the result; borrowed */
    char runs[SS_PATH_SIZE]; /* that has its summary.csv: the same, or its store */
    ss_summary summary;
    bool stored;        /* runs are those of a store */
    ss_partial partial; /* what of the runs is not there */
    char *provenance;   /* the text of provenance.txt, or of the store's manifest; owned */
    ss_csv claims_csv;  /* of a paper's text; */
    ss_claims_row *claims;
    ss_csv ranges_csv; /* of a study; */
    ss_ranges_row *ranges;
    ss_csv rates_csv, best_csv; /* of the field; */
    ss_rates_row *rates;
    ss_best_row *best;
    ss_page_table *tables; /* of the paper; owned */
    size_t n_tables;
    ss_page_cells cells; /* of all of them */
    size_t n_questions;  /* of all rows: the outer solver is the contender's */
    ss_page_contender *contenders;
    size_t n_contenders;
    ss_accuracy_gap gap; /* between the rows of a question */
    ss_ranking ranking;  /* empty where `ranked` is false */
    bool ranked;         /* two contenders or more */
    char unranked[256];  /* why not, for people; "": one contender */
    bool quick;          /* the runs of a paper were shrunk */
} ss_page_material;

/* Read and judge what is in `folder`. SS_ERROR_DATA if it is no result folder, or a table in it
 * cannot be read (names file and line); SS_ERROR_MEMORY. Free with ss_page_material_free, whatever
 * happens. */
bool ss_page_material_read(ss_page_material *material, const char *folder, ss_error *error);
void ss_page_material_free(ss_page_material *material);

/* The value of `key` in provenance.txt, "KEY: VALUE" a line; "" if there is none. */
const char *ss_page_provenance(const ss_page_material *material, const char *key,
                               char text[SS_PAGE_TEXT]);

/* The path of a table in the result folder; false: it is not there. */
bool ss_page_has(const ss_page_material *material, const char *file, char path[SS_PATH_SIZE]);

/* ---- its parts, for material.c: each reads what is there, and nothing where it is not ---- */

bool ss_page_standings(ss_page_material *material, ss_error *error);

/* Rank the contenders (judge/ranking.h); false only without memory. */
bool ss_page_rank(ss_page_material *material, ss_error *error);

/* Read every tableN.csv of a paper, and count the cells by their verdicts. SS_ERROR_DATA where one
 * cannot be set beside what the paper prints. */
bool ss_page_read_tables(ss_page_material *material, ss_error *error);
void ss_page_free_tables(ss_page_material *material);

#endif
