/* The figures of a page: those that are drawn from its tables, and those that the folder has. A
 * figure that cannot be drawn is a sentence with the reason; only a disk or memory that is full,
 * and Ctrl-C, end the page. All files are in `folder` when the section is done.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/page/parts.h"

#include "harness/plot/plot.h"
#include "harness/process/interrupt.h"
#include "harness/judge/contest.h"
#include "problems/base/file.h"

#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LETTERS = 11 }; /* pt, as figures have them by default */

enum { SVG, PNG = 2 }; /* in ss_figure_formats */

enum { MANY = 1 << 21 }; /* bytes of bodies.csv, some ten thousand bodies: drawn as PNG */

enum { MOST_BYTES = 1 << 26 }; /* of a figure that the folder has */

enum { HEAD = 100 }; /* lines of a script, among them its title */

/* A figure that could not be drawn: say why. False where all ends. */
static bool tell(ss_page_gallery *g, const ss_error *reason, ss_error *error)
{
    char plain[SS_PAGE_LABEL];
    if (reason->code == SS_ERROR_MEMORY || reason->code == SS_ERROR_IO ||
        reason->code == SS_ERROR_INTERRUPTED)
        return ss_error_set(error, reason->code, "%s", reason->text);
    ss_page_plain(plain, sizeof plain, reason->text);
    ss_report_add(g->sheet, SS_REPORT_REMARK, "A figure is missing: %s.", plain);
    return true;
}

/* Put the figure NAME of the gallery's folder on the page, or say why it is not there. */
static bool show(ss_page_gallery *g, const char *name, const char *caption, bool drawn,
                 const ss_error *reason, ss_error *error)
{
    char plain[SS_PAGE_LABEL];
    if (!drawn)
        return tell(g, reason, error);
    ss_page_plain(plain, sizeof plain, caption);
    ss_report_add(g->sheet, SS_REPORT_FIGURE, "%s%s", g->prefix, name);
    ss_report_add(g->sheet, SS_REPORT_CAPTION, "%s", plain);
    ++g->n;
    return true;
}

/* ---- over the problems ---- */

/* The profile at equal E1, of traces; where that cannot be, none. */
static bool show_profile(ss_page_gallery *g, ss_error *error)
{
    ss_error reason = {.code = SS_ERROR_NONE};
    const char *const folder = g->material->folder;
    const ss_profile_scope scope = {.folders = &folder, .n_folders = 1};
    const double accuracy = SS_PROFILE_EQUAL_E1;
    ss_profile_contest contest;
    ss_profile_costs costs = {.n_problems = 0};
    ss_profile profile = {.n_problems = 0};
    const ss_profile_view view = {.kind = SS_PROFILE_PERFORMANCE,
                                  .metric = SS_PROFILE_METRIC_UNITS,
                                  .accuracy = accuracy,
                                  .costs = &costs,
                                  .profile = &profile,
                                  .contest = &contest};
    bool done = true;
    if (g->material->n_contenders > 1 && ss_profile_contest_open(&contest, &scope, true, &reason)) {
        const bool drawn =
            ss_profile_scores_of_traces(&costs, &contest, view.metric, &accuracy, 1, &reason) &&
            costs.n_problems > 1 && ss_profile_make(&profile, view.kind, &costs, &reason) &&
            ss_profile_draw(&view, g->folder, "profile", g->scripts, &reason);
        if (drawn || reason.code == SS_ERROR_MEMORY)
            done = show(g, "profile",
                        "Performance profile at equal E1: which share of the problems each solver "
                        "solves at a cost within tau times the least.",
                        drawn, &reason, error);
        ss_profile_free(&profile);
        ss_profile_costs_free(&costs);
        ss_profile_contest_free(&contest);
    }
    return done;
}

/* ---- by `plot` ---- */

/* A figure has been drawn: its title, and below it what the note says, are the caption. */
static void show_plotted(void *context, const ss_figure *figure)
{
    ss_page_gallery *const g = context;
    char title[SS_PAGE_LABEL], note[SS_PAGE_LABEL];
    ss_page_plain(title, sizeof title, figure->title);
    ss_page_plain(note, sizeof note, figure->note != NULL ? figure->note : "");
    ss_report_add(g->sheet, SS_REPORT_FIGURE, "%s%s%s", g->prefix, figure->name,
                  ss_figure_layout_of(figure)->wanted[PNG] ? ".png" : "");
    ss_report_add(g->sheet, SS_REPORT_CAPTION, "%s%s%s", title, note[0] != '\0' ? "; " : "", note);
    ++g->n;
}

/* A kind of `plot` on the page: at most so many figures. Of all runs, or of those of the first
 * problem and instance alone. */
typedef struct plotted {
    const char *kind, *over;
    size_t most;
    bool all;
} plotted;

/* Draw a kind; tables that have none of it are no fault. */
static bool plot(ss_page_gallery *g, const plotted *wanted, ss_error *error)
{
    const ss_summary_row *const first = &g->material->summary.records[0].row;
    ss_error reason = {.code = SS_ERROR_NONE};
    bool lacks = false;
    char instance[32], bodies[SS_PATH_SIZE]; /* of the first run: too many for a drawing? */
    struct stat file;
    const bool named =
        g->material->stored
            ? ss_campaign_store_series_path(g->material->runs, first->run,
                                            SS_CAMPAIGN_SERIES_bodies, bodies, NULL)
            : ss_path_join(bodies, sizeof bodies, g->material->runs, "bodies.csv", NULL);
    const bool many = strcmp(wanted->kind, "scene") == 0 && named && stat(bodies, &file) == 0 &&
                      file.st_size > MANY;
    snprintf(instance, sizeof instance, "%zu", first->instance);
    const ss_plot_request request = {.kind = wanted->kind,
                                     .folder = g->material->folder,
                                     .problem = wanted->all ? NULL : first->problem,
                                     .instance = wanted->all ? NULL : instance,
                                     .over = wanted->over,
                                     .layout = {.wanted = {[SVG] = !many, [PNG] = many},
                                                .letters_pt = LETTERS,
                                                .untitled = true}, /* the caption says it */
                                     .out = g->folder,
                                     .most = wanted->most,
                                     .told = show_plotted,
                                     .context = g,
                                     .lacks = &lacks};
    return ss_plot_folder(&request, &reason) || lacks || tell(g, &reason, error);
}

bool ss_page_plot_surfaces(ss_page_gallery *g, const char *folder, ss_error *error)
{
    ss_error reason = {.code = SS_ERROR_NONE};
    const ss_plot_request request = {.kind = "surface",
                                     .folder = folder,
                                     .layout = {.wanted = {[SVG] = true}, .letters_pt = LETTERS},
                                     .out = g->folder,
                                     .told = show_plotted,
                                     .context = g};
    return ss_plot_folder(&request, &reason) || tell(g, &reason, error);
}

/* ---- those that the folder has ---- */

static int is_svg(const struct dirent *entry)
{
    const size_t length = strlen(entry->d_name);
    return entry->d_name[0] != '.' && length > 4 && strcmp(entry->d_name + length - 4, ".svg") == 0;
}

/* The title that NAME.gp gives, "plot_title = '...'", with quotes doubled; NAME without one. */
static void read_title(const ss_page_gallery *g, const char *name, char title[SS_PAGE_LABEL])
{
    static const char key[] = "plot_title = '";
    char file[300], path[SS_PATH_SIZE], line[SS_PAGE_LABEL];
    size_t length = 0;
    snprintf(title, SS_PAGE_LABEL, "%s", name);
    snprintf(file, sizeof file, "%s.gp", name);
    FILE *const script = ss_page_has(g->material, file, path) ? ss_file_open(path, NULL) : NULL;
    for (int k = 0; script != NULL && k < HEAD && fgets(line, sizeof line, script) != NULL; ++k) {
        if (strncmp(line, key, strlen(key)) != 0)
            continue;
        for (const char *at = line + strlen(key); *at != '\0' && *at != '\n'; ++at) {
            if (*at == '\'' && *++at != '\'') /* a single one ends the text */
                break;
            title[length++] = *at;
        }
        title[length] = '\0';
        break;
    }
    if (script != NULL)
        fclose(script);
}

/* Is the figure on the page? */
static bool is_shown(const ss_page_gallery *g, const char *name)
{
    for (size_t at = 0; at < g->sheet->n; ++at)
        if (g->sheet->parts[at].kind == SS_REPORT_FIGURE &&
            strcmp(ss_report_text_of(g->sheet, at) + strlen(g->prefix), name) == 0)
            return true;
    return false;
}

/* The figures that the folder has and the page has not, of those whose names begin with `kind`, so
 * that figures of a kind stand together; "": the rest. */
static bool show_own_figures(ss_page_gallery *g, const char *kind, ss_error *error)
{
    struct dirent **entries = NULL;
    const int n = scandir(g->material->folder, &entries, is_svg, alphasort);
    bool done = true;
    for (int k = 0; k < n; ++k) {
        const char *const file = entries[k]->d_name;
        char path[SS_PATH_SIZE], name[256], title[SS_PAGE_LABEL];
        struct stat status;
        ss_error reason = {.code = SS_ERROR_NONE};
        snprintf(name, sizeof name, "%.*s", (int)(strlen(file) - 4), file);
        const bool wanted = done && strncmp(name, kind, strlen(kind)) == 0 && !is_shown(g, name);
        const bool copied =
            wanted && ss_page_has(g->material, file, path) &&
            ((stat(path, &status) == 0 && status.st_size <= MOST_BYTES) ||
             ss_error_set(&reason, SS_ERROR_DATA, "%s is larger than 64 MiB", path)) &&
            ss_output_copy(path, g->folder, file, false, &reason);
        if (wanted) {
            read_title(g, name, title);
            done = show(g, name, title, copied, &reason, error);
        }
        free(entries[k]);
    }
    free(entries);
    return done;
}

bool ss_page_figures(ss_page_gallery *g, ss_error *error)
{
    static const plotted kinds[] = {{"accuracy", "units", 3, true},  {"accuracy", "time", 3, true},
                                    {"convergence", NULL, 4, false}, {"history", NULL, 1, false},
                                    {"steps", NULL, 1, false},       {"statuses", NULL, 2, false},
                                    {"scene", NULL, 1, false}};
    ss_error reason = {.code = SS_ERROR_NONE};
    const bool able = ss_figure_require_gnuplot(&reason);
    const bool traced = ss_path_has(g->material->runs, "traces"); /* the store keeps some */
    bool done = true;
    ss_report_add(g->sheet, SS_REPORT_SECTION, "Figures");
    if (!able)
        ss_report_add(g->sheet, SS_REPORT_REMARK, "Nothing was drawn: %s.", reason.text);
    /* a paper has figures of its own: they come first, and without traces alone */
    const bool paper = g->material->n_tables > 0;
    const size_t n = !able ? 0 : !paper ? sizeof kinds / sizeof *kinds : traced ? 1 : 0;
    if (n > 0 && !paper)
        done = show_profile(g, error) && (!g->material->ranked || g->material->n_questions < 3 ||
                                          plot(g, &(plotted){"heat", NULL, 3, true}, error));
    if (paper && able && g->material->summary.n > 0) /* all verdicts at a glance */
        done = plot(g, &(plotted){"verdicts", NULL, 0, true}, error);
    if (paper)
        done = done && show_own_figures(g, "", error);
    for (size_t k = 0; done && k < n && !ss_interrupted(); ++k)
        done = (g->material->ranges_csv.n_rows > 0 &&
                kinds[k].over != NULL) || /* a study has its own */
               (plot(g, &kinds[k], error) &&
                (kinds[k].over != NULL || show_own_figures(g, kinds[k].kind, error)));
    done = done && (paper || show_own_figures(g, "", error));
    if (done && able && g->n == 0)
        ss_report_add(g->sheet, SS_REPORT_REMARK,
                      "None: the runs left no traces (`--trace`), and there is one problem only.");
    return done;
}
