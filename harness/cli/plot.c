/* The verb `plot`: figures from the tables of any run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/csv.h"
#include "harness/figures/figure.h"
#include "harness/tables/output.h"
#include "harness/profile/status_map.h"
#include "harness/tables/home.h"
#include "harness/cli/verbs.h"
#include "harness/cli/words.h"
#include "problems/base/names.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct words {
    const char *kind, *folder, *solver, *step;
} words;

/* The figures: name, table, and a hint for a table that has nothing. */
static const struct kind {
    const char *name, *table, *title, *hint;
} kinds[] = {{"convergence", "convergence.csv", "Convergence", "; run with --trace"},
             {"statuses", "statuses.csv", "Contact statuses", "; run with --trace and --statuses"}};
enum { CONVERGENCE, STATUSES };

static const ss_word_row own[] = {
    SS_TEXT(words, solver, "solver", 's', "S",
            "Only this solver, as in the column `solver` (default: all)"),
    SS_TEXT(words, step, "step", 't', "N", "Time step to draw (default: the last that was traced)"),
};

/* A file name for a solver's figure: what is no letter or digit becomes a hyphen. */
static void figure_name(char *name, size_t size, size_t kind, const char *solver, size_t step)
{
    snprintf(name, size, "%s-%.150s-step%zu", kinds[kind].name, solver, step);
    for (char *at = name; *at != '\0'; ++at)
        if (!isalnum((unsigned char)*at))
            *at = '-';
}

static bool draw(const words *w, size_t kind, const char *table, const char *solver, size_t step,
                 ss_error *error)
{
    char name[256], title[512], plots[SS_PATH_SIZE];
    figure_name(name, sizeof name, kind, solver, step);
    snprintf(title, sizeof title, "%s of %.200s, time step %zu", kinds[kind].title, solver, step);
    if (!ss_home_path(plots, sizeof plots, "plots", error))
        return false;
    const ss_figure figure = {
        .folder = w->folder, .name = name, .title = title, .note = NULL, .scripts = plots};
    if (!(kind == STATUSES ? ss_profile_status_map_draw(&figure, w->folder, solver, step, error)
                           : ss_figure_convergence(&figure, table, solver, step, error)))
        return false;
    printf("%s/%s.svg and .pdf\n", w->folder, name);
    return true;
}

/* Is row k the last of its solver? */
static bool last_of_solver(const ss_csv *csv, size_t k)
{
    const char *const solver = ss_csv_text(csv, k, "solver");
    for (size_t row = k + 1; row < csv->n_rows; ++row)
        if (strcmp(ss_csv_text(csv, row, "solver"), solver) == 0)
            return false;
    return true;
}

static bool draw_all(const words *w, size_t kind, const char *table, const ss_csv *csv,
                     ss_error *error)
{
    size_t wanted = 0, n_drawn = 0;
    if (w->step != NULL && !ss_parse_count(w->step, "--step", &wanted, error))
        return false;
    for (size_t k = 0; k < csv->n_rows; ++k) {
        double step = 0.0;
        const char *const solver = ss_csv_text(csv, k, "solver");
        if ((w->solver != NULL && strcmp(solver, w->solver) != 0) || !last_of_solver(csv, k))
            continue;
        if (!ss_csv_real(csv, k, "step", &step, error) ||
            !draw(w, kind, table, solver, wanted > 0 ? wanted : (size_t)step, error))
            return false;
        ++n_drawn;
    }
    if (n_drawn == 0)
        return ss_error_set(error, SS_ERROR_DATA, "%.300s has no traced step%s%.60s", table,
                            w->solver != NULL ? " of solver " : kinds[kind].hint,
                            w->solver != NULL ? w->solver : "");
    return true;
}

static bool plot(const words *w, ss_error *error)
{
    char table[SS_PATH_SIZE];
    ss_csv csv = {.n_rows = 0};
    static const ss_names names =
        SS_NAMES(kinds, "cannot plot", "it must be convergence or statuses");
    const struct kind *const found = ss_names_find(&names, w->kind, error);
    if (found == NULL)
        return false;
    const size_t kind = (size_t)(found - kinds);
    const bool drawn = ss_figure_require_gnuplot(error) &&
                       ss_path_join(table, sizeof table, w->folder, kinds[kind].table, error) &&
                       ss_csv_read(&csv, table, error) && draw_all(w, kind, table, &csv, error);
    ss_csv_free(&csv);
    return drawn;
}

int ss_verb_plot(int argc, char **argv, ss_error *error)
{
    words w = {.kind = NULL};
    const ss_command command = {
        .places = "convergence|statuses DIR",
        .doc = "Draw eps and its four parts against the sweep, from DIR/convergence.csv, or which "
               "contacts stick, slide and open, from DIR/statuses.csv, into DIR: an SVG and a PDF "
               "a solver, with the .gp and .dat that made them.\v"
               "Example:\n  stickslip run -p balls-4 -s sbp,eal --statuses -o results/mine\n"
               "  stickslip plot convergence results/mine\n"
               "  stickslip plot statuses results/mine",
        .groups = {SS_GROUP(own, &w)},
        .place = {&w.kind, &w.folder},
        .n_needed = 2,
        .ask = "say what to draw and from which folder: plot convergence DIR"};
    ss_command_read(&command, argc, argv);
    plot(&w, error);
    return 0;
}
