/* Pictures of a manuscript, drawn by gnuplot at the size at which they are printed, so that letters
 * have the size of the text's.
 *
 *     figures/STEM/   scripts and data, copied; print.gp sets the canvas and loads the script
 *     figures/STEM.pdf   what it draws, moved there
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/manuscript/parts.h"

#include "harness/figures/figure.h"
#include "harness/figures/looks.h"
#include "harness/tables/label.h"
#include "problems/base/file.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LETTERS = 8 }; /* points */

/* A picture being drawn: it has a folder of its own in figures/. */
typedef struct picture {
    char stem[SS_LABEL_FILE]; /* of all that makes it */
    char folder[SS_PATH_SIZE];
    double width, height; /* points */
    ss_output print;      /* print.gp */
} picture;

static bool read_size(const char *words, picture *p, ss_error *error)
{
    char rest = '\0';
    return (sscanf(words, "%lf x %lf%c", &p->width, &p->height, &rest) == 2 && p->width >= 50.0 &&
            p->width <= 1000.0 && p->height >= 50.0 && p->height <= 1000.0) ||
           ss_error_set(error, SS_ERROR_DATA,
                        "'%s' is no size: WIDTH x HEIGHT, each 50 to 1000 points", words);
}

/* Print the command that shows it, and note it in cells.csv. */
static void include(ss_manuscript *m, const picture *p, const char *what, const char *source)
{
    char file[SS_MANUSCRIPT_NAME + 16];
    snprintf(file, sizeof file, "figures/%.200s.pdf", p->stem);
    ss_manuscript_note(m, (ss_cells_row){.macro = what, .file = source, .printed = file});
    if (m->job->frames)
        fprintf(m->out, "\\framebox[%gpt]{\\rule{0pt}{%gpt}}", p->width, p->height);
    else
        fprintf(m->out, "\\includegraphics[width=%gpt,height=%gpt,keepaspectratio]{figures/%s}",
                p->width, p->height, p->stem);
}

/* All gnuplot scripts of a folder. */
static bool copy_scripts(const picture *p, const char *from, ss_error *error)
{
    DIR *const folder = opendir(from);
    bool ok = folder != NULL ||
              ss_error_set(error, SS_ERROR_DATA, "cannot read %s: %s", from, strerror(errno));
    for (const struct dirent *entry; ok && (entry = readdir(folder)) != NULL;) {
        char path[SS_PATH_SIZE];
        const size_t length = strlen(entry->d_name);
        if (length > 3 && strcmp(entry->d_name + length - 3, ".gp") == 0)
            ok = ss_path_join(path, sizeof path, from, entry->d_name, error) &&
                 ss_output_copy(path, p->folder, entry->d_name, false, error);
    }
    if (folder != NULL)
        closedir(folder);
    return ok;
}

/* Make the picture's folder, with the house's scripts, and begin print.gp there, which says how
 * large it is and loads the script that draws it. */
static bool begin(const ss_manuscript *m, picture *p, ss_error *error)
{
    char all[SS_PATH_SIZE];
    if (!ss_path_join(all, sizeof all, m->job->folder, "figures", error) ||
        !ss_path_join(p->folder, sizeof p->folder, all, p->stem, error))
        return false;
    if (!ss_output_need_folder(p->folder, "", error) || !copy_scripts(p, m->job->plots, error) ||
        !ss_output_open(&p->print, p->folder, "print.gp", error))
        return false;
    fprintf(p->print.file,
            "formats = 'pdf'\ncanvas_width = %g\ncanvas_height = %g\nletters = %d\n"
            "typeface = 'Latin Modern Roman'\n", /* LaTeX's own; another where it is missing */
            p->width, p->height, (int)LETTERS);
    ss_figure_looks_print_solvers(p->print.file);
    return true;
}

/* If all is `well`, run print.gp, which draws NAME.pdf, and move that to figures/STEM.pdf. */
static bool end(const ss_manuscript *m, picture *p, const char *name, bool well, ss_error *error)
{
    char from[SS_PATH_SIZE], to[SS_PATH_SIZE], file[SS_MANUSCRIPT_NAME + 16];
    snprintf(file, sizeof file, "%.200s.pdf", name);
    well = well && ss_output_publish(&p->print, error) &&
           ss_figure_run_gnuplot(p->folder, "print.gp", error) &&
           ss_path_join(from, sizeof from, p->folder, file, error);
    snprintf(file, sizeof file, "figures/%.200s.pdf", p->stem);
    well = well && ss_path_join(to, sizeof to, m->job->folder, file, error);
    if (well && rename(from, to) != 0)
        well = ss_error_set(error, SS_ERROR_UNAVAILABLE, "gnuplot drew no %s: %s", from,
                            strerror(errno));
    ss_output_discard(&p->print);
    return well;
}

/* Copy NAME.gp without its title and second line, which the caption has; that a run was shrunk
 * stays. */
static bool copy_untitled(const picture *p, const char *path, const char *name, ss_error *error)
{
    char *line = NULL;
    size_t size = 0;
    ss_output o = {0};
    FILE *const in = ss_file_open(path, error);
    if (in == NULL)
        return false;
    bool ok = ss_output_open(&o, p->folder, name, error);
    while (ok && getline(&line, &size, in) > 0)
        fputs(strncmp(line, "plot_title = ", 13) == 0 ? "plot_title = ''\n"
              : strncmp(line, "plot_note = ", 12) == 0 &&
                      strncmp(line, "plot_note = 'QUICK", 18) != 0
                  ? "plot_note = ''\n"
                  : line,
              o.file);
    ok = ok && ss_output_publish(&o, error);
    free(line);
    fclose(in);
    return ok;
}

/* The file NAME with an ending, which must be there. */
static bool find_file(const ss_manuscript *m, char path[SS_PATH_SIZE], const char *name,
                      const char *ending, ss_error *error)
{
    char file[SS_MANUSCRIPT_NAME + 16];
    snprintf(file, sizeof file, "%.255s%s", name, ending);
    return ss_manuscript_path(m, path, file, error) &&
           (access(path, R_OK) == 0 ||
            ss_error_set(error, SS_ERROR_DATA, "%s: %s; it is made by: %s", path, strerror(errno),
                         ss_manuscript_command(m, name)));
}

/* \plotted{name/figNN}{width x height}: a figure of a result folder, from its .gp and .dat and by
 * the scripts that lie beside them, since those of another build may read other data; by the
 * house's where none do, and in the house's style. */
bool ss_manuscript_plotted(ss_manuscript *m, const ss_manuscript_call *call, ss_error *error)
{
    picture p = {.width = 0.0};
    char script[SS_PATH_SIZE], data[SS_PATH_SIZE], folder[SS_PATH_SIZE], file[SS_MANUSCRIPT_NAME];
    static const char style[] = "style.gp";
    const char *const name = basename(call->arguments[0]);
    ss_label_file(p.stem, "%s-%s", call->arguments[0], call->arguments[1]);
    if (!read_size(call->arguments[1], &p, error) ||
        !find_file(m, script, call->arguments[0], ".gp", error) ||
        !find_file(m, data, call->arguments[0], ".dat", error) ||
        !ss_manuscript_path(m, folder, call->arguments[0], error))
        return false;
    include(m, &p, call->name, call->arguments[0]);
    if (m->job->frames)
        return true;
    folder[strlen(folder) - strlen(name)] = '\0';
    snprintf(file, sizeof file, "%.200s.dat", name);
    bool ok = begin(m, &p, error) && copy_scripts(&p, folder, error) &&
              ss_output_copy(data, p.folder, file, false, error) &&
              ss_path_join(folder, sizeof folder, m->job->plots, style, error) &&
              ss_output_copy(folder, p.folder, style, false, error);
    snprintf(file, sizeof file, "%.200s.gp", name);
    ok = ok && copy_untitled(&p, script, file, error);
    if (ok)
        fprintf(p.print.file, "load '%s'\n", file);
    return end(m, &p, name, ok, error);
}

/* Copy the tables that a script reads and tell it their names: source1, source2. */
static bool copy_sources(const ss_manuscript *m, const picture *p, const char *names, FILE *out,
                         ss_error *error)
{
    char name[SS_MANUSCRIPT_NAME], path[SS_PATH_SIZE], file[32];
    int used = 0;
    for (size_t k = 1; sscanf(names, " %255[^; ]%n", name, &used) == 1; ++k) {
        snprintf(file, sizeof file, "source%zu.csv", k);
        if (!find_file(m, path, name, "", error) ||
            (!m->job->frames && !ss_output_copy(path, p->folder, file, false, error)))
            return false;
        if (out != NULL)
            fprintf(out, "source%zu = '%s'\n", k, file);
        names += used;
        names += strspn(names, "; ");
    }
    return true;
}

/* \drawn{script.gp}{file; file}{width x height}: what a script makes of tables. */
bool ss_manuscript_drawn(ss_manuscript *m, const ss_manuscript_call *call, ss_error *error)
{
    picture p = {.width = 0.0};
    char script[SS_PATH_SIZE], stem[SS_MANUSCRIPT_NAME];
    snprintf(stem, sizeof stem, "%.*s", (int)strcspn(call->arguments[0], "."), call->arguments[0]);
    ss_label_file(p.stem, "%s-%s-%s-%s", stem, call->arguments[1], call->arguments[2],
                  call->option);
    if (!read_size(call->arguments[2], &p, error) ||
        !ss_path_join(script, sizeof script, m->job->source, call->arguments[0], error))
        return false;
    include(m, &p, call->name, call->arguments[1]);
    if (m->job->frames)
        return copy_sources(m, &p, call->arguments[1], NULL, error);
    const bool ok = begin(m, &p, error) &&
                    ss_output_copy(script, p.folder, call->arguments[0], false, error) &&
                    copy_sources(m, &p, call->arguments[1], p.print.file, error);
    if (ok)
        fprintf(p.print.file, "labels = '%s'\noutput_stem = '%s'\nload '%s'\n", call->option, stem,
                call->arguments[0]);
    return end(m, &p, stem, ok, error);
}
