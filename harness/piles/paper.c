/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/piles/piles.h"

#include "harness/tables/record.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool ss_reproduce_is_growth(const ss_paper_run *run)
{
    return strcmp(run->problem, ss_growing_pile.name) == 0;
}

bool ss_reproduce_growth_knows(const char *name)
{
    return strcmp(name, "solved") == 0 || ss_rows_number(ss_rows_find("sandpile"), name) != NULL ||
           ss_options_find(&ss_growing_pile.params, name) != NULL;
}

/* ---- growing ---- */

/* The order that a row stands for, as `stickslip grow` has it; `set` is one of its lists of
 * parameters. */
static bool read_order(ss_surface_order *order, const ss_paper_run *run, const char *set,
                       ss_error *error)
{
    char *const list = strdup(set);
    ss_surface_order_begin(order);
    const bool valid =
        list != NULL
            ? ss_options_set_list(&ss_growing_pile.params, &order->params, ss_growing_pile.name,
                                  list, error) &&
                  ss_pile_check(&order->params, error) &&
                  ss_surface_choice_parse(&order->solvers[order->n_solvers++], run->solver, error)
            : ss_error_memory(error, "a pile");
    free(list);
    return valid;
}

bool ss_reproduce_check_growth(const ss_paper_run *run, ss_error *error)
{
    ss_surface_order order;
    return read_order(&order, run, run->set, error) &&
           read_order(&order, run, run->quick_set, error);
}

bool ss_reproduce_growth_folder(char path[SS_PATH_SIZE], const char *folder,
                                const ss_paper_run *run, ss_error *error)
{
    char name[80], piles[SS_PATH_SIZE];
    snprintf(name, sizeof name, "%zu-%.60s", run->table, run->row);
    for (char *at = name; *at != '\0'; ++at)
        *at = *at == ' ' || *at == '/' ? '-' : *at;
    return ss_path_join(piles, sizeof piles, folder, "growth", error) &&
           ss_path_join(path, SS_PATH_SIZE, piles, name, error);
}

/* The table of a pile: none where it has not grown, or not to its end. */
static bool read_grown(ss_reproduce_growth *g, ss_series *series, const char *folder,
                       const ss_surface_order *order, ss_error *error)
{
    char path[SS_PATH_SIZE];
    const ss_table *const table = ss_rows_find("sandpile");
    ss_reproduce_growth_free(g);
    if (!ss_path_join(path, sizeof path, folder, "sandpile.csv", error) || access(path, F_OK) != 0)
        return error->code == SS_ERROR_NONE;
    if (!ss_csv_read(&g->file, path, error))
        return false;
    if (g->file.n_rows < order->params.steps) { /* interrupted */
        ss_reproduce_growth_free(g);
        return true;
    }
    g->n = g->file.n_rows;
    g->row = (ss_summary_row){
        .steps = g->n, .status = "", .parameters = ss_csv_text(&g->file, g->n - 1, "parameters")};
    series->row = &g->row;
    return ss_series_take_table(series, table, &g->file, error);
}

bool ss_reproduce_grow(ss_reproduce_growth *g, ss_series *series, const ss_paper_run *run,
                       bool quick, const char *folder, ss_error *error)
{
    char path[SS_PATH_SIZE];
    ss_surface_order order;
    if (!read_order(&order, run, quick ? run->quick_set : run->set, error) ||
        !ss_reproduce_growth_folder(path, folder, run, error) ||
        !read_grown(g, series, path, &order, error))
        return false;
    if (g->n > 0)
        return true;
    return ss_output_need_folder(path, "", error) && ss_surface_run(&order, path, NULL, error) &&
           read_grown(g, series, path, &order, error);
}

void ss_reproduce_growth_free(ss_reproduce_growth *g)
{
    ss_csv_free(&g->file);
    *g = (ss_reproduce_growth){.n = 0};
}
