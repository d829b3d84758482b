/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/figure.h"

#include "harness/figures/data.h"
#include "harness/tables/output.h"
#include "problems/base/file.h"
#include "problems/base/partial.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Places in `files` of a drawing. */
enum { FILE_STYLE, FILE_FILTER, FILE_SCRIPT, FILE_DAT, FILE_GP, FILE_FORMATS };

/* The companions of TikZ pictures: our script, and gnuplot's styles, two of which LaTeX needs. */
static const char *const tikz_files[] = {"tikz.sed", "gnuplot-lua-tikz.sty",
                                         "gnuplot-lua-tikz-common.tex"};
static const char *const tikz_rest[] = {"gnuplot-lua-tikz.tex", "t-gnuplot-lua-tikz.tex"};

static void add_file(ss_figure_drawing *d, const char *stem, const char *dot, const char *ending)
{
    snprintf(d->files[d->n_files++], sizeof d->files[0], "%.200s%s%s", stem, dot, ending);
}

static bool name_files(ss_figure_drawing *d, ss_error *error)
{
    const char *name = d->figure->name;
    if (name[0] == '\0' || strlen(name) > 200 || strchr(name, '/') != NULL)
        return ss_error_set(error, SS_ERROR_INTERNAL, "no name for a figure: '%s'", name);
    bool tikz = false;
    add_file(d, "style.gp", "", "");
    add_file(d, "svg.awk", "", "");
    add_file(d, d->script, "", "");
    add_file(d, name, ".", "dat");
    add_file(d, name, ".", "gp");
    for (size_t k = 0; k < SS_FIGURE_FORMATS; ++k) {
        if (!d->layout->wanted[k])
            continue;
        add_file(d, name, ".", ss_figure_formats[k].ending);
        tikz = tikz || strcmp(ss_figure_formats[k].name, "tikz") == 0;
    }
    for (size_t k = 0; tikz && k < sizeof tikz_files / sizeof *tikz_files; ++k)
        add_file(d, tikz_files[k], "", "");
    d->n_out = d->n_files;
    for (size_t k = 0; tikz && k < sizeof tikz_rest / sizeof *tikz_rest; ++k)
        add_file(d, tikz_rest[k], "", "");
    if (strcmp(d->files[FILE_GP], d->script) == 0) /* it would load itself */
        return ss_error_set(error, SS_ERROR_INTERNAL, "figure and script are both %s", name);
    return true;
}

static bool copy_from(const ss_figure_drawing *d, const char *folder, const char *name,
                      ss_error *error)
{
    char path[SS_PATH_SIZE];
    return ss_path_join(path, sizeof path, folder, name, error) &&
           ss_output_copy(path, d->folder, name, true, error);
}

/* Make the hidden folder and put the scripts into it; that of the kind is in `scripts`. */
static bool open_folder(ss_figure_drawing *d, const char *scripts, ss_error *error)
{
    const ss_figure *const figure = d->figure;
    char path[SS_PATH_SIZE];
    if (!name_files(d, error) ||
        !ss_path_join(path, sizeof path, figure->folder, figure->name, error))
        return false;
    d->held = ss_partial_make_folder(d->folder, sizeof d->folder, path, error);
    if (d->held < 0)
        return false;
    bool copied = copy_from(d, figure->scripts, d->files[FILE_STYLE], error) &&
                  copy_from(d, figure->scripts, d->files[FILE_FILTER], error) &&
                  copy_from(d, scripts, d->files[FILE_SCRIPT], error);
    for (size_t k = FILE_FORMATS; copied && k < d->n_files; ++k)
        if (strcmp(d->files[k], tikz_files[0]) == 0)
            copied = copy_from(d, figure->scripts, d->files[k], error);
    return copied;
}

/* Remove the hidden folder with whatever is in it. Harmless when there is none. */
static void discard(ss_figure_drawing *d)
{
    ss_output_discard(&d->data);
    ss_output_discard(&d->settings);
    if (d->folder[0] == '\0')
        return;
    ss_partial_remove(d->folder);
    close(d->held);
}

const ss_figure_layout *ss_figure_layout_of(const ss_figure *figure)
{
    return figure->layout != NULL ? figure->layout : &ss_figure_layout_default;
}

/* gnuplot does not notice a full disk: see that the file ends as its format must, and sync it. */
static bool check_complete(const ss_figure_drawing *d, const char *name, const char *ending,
                           ss_error *error)
{
    char path[SS_PATH_SIZE], tail[32] = "";
    bool complete = false;
    if (!ss_path_join(path, sizeof path, d->folder, name, error))
        return false;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        const off_t size = lseek(fd, 0, SEEK_END);
        const off_t from = size > 32 ? size - 32 : 0;
        const ssize_t n = pread(fd, tail, sizeof tail, from); /* of a PNG they hold zeros */
        complete =
            n > 0 && memmem(tail, (size_t)n, ending, strlen(ending)) != NULL && fsync(fd) == 0;
        close(fd);
    }
    if (complete)
        return true;
    return ss_error_set(error, SS_ERROR_IO, "%s/%s could not be written whole", d->figure->folder,
                        name);
}

/* Draw from the .dat and .gp in the hidden folder and bring the files to their place. */
static bool draw(const ss_figure_drawing *d, ss_error *error)
{
    char from[SS_PATH_SIZE], to[SS_PATH_SIZE];
    bool ok = ss_figure_run_gnuplot(d->folder, d->files[FILE_GP], error);
    for (size_t k = 0, file = FILE_FORMATS; ok && k < SS_FIGURE_FORMATS; ++k)
        if (d->layout->wanted[k])
            ok = check_complete(d, d->files[file++], ss_figure_formats[k].end, error);
    for (size_t k = 0; ok && k < d->n_out; ++k)
        ok = ss_path_join(from, sizeof from, d->folder, d->files[k], error) &&
             ss_path_join(to, sizeof to, d->figure->folder, d->files[k], error) &&
             (rename(from, to) == 0 ||
              ss_error_set(error, SS_ERROR_IO, "cannot write %s: %s", to, strerror(errno)));
    return ok;
}

bool ss_figure_begin(ss_figure_drawing *d, const ss_figure *figure, const char *script,
                     ss_error *error)
{
    *d = (ss_figure_drawing){
        .figure = figure, .layout = ss_figure_layout_of(figure), .script = script};
    if (!ss_figure_require_gnuplot(error) || !open_folder(d, figure->scripts, error) ||
        !ss_output_open(&d->data, d->folder, d->files[FILE_DAT], error) ||
        !ss_output_open(&d->settings, d->folder, d->files[FILE_GP], error)) {
        discard(d);
        return false;
    }
    d->dat = d->data.file;
    d->gp = d->settings.file;
    fprintf(d->gp, SS_FIGURE_FIRST_LINE "%s\n", d->files[FILE_GP]);
    ss_figure_layout_print(d->gp, d->layout);
    ss_data_text(d->gp, "datafile", d->files[FILE_DAT]);
    ss_data_text(d->gp, "output_stem", figure->name);
    ss_data_text(d->gp, "plot_title", figure->title);
    ss_data_text(d->gp, "plot_note", figure->note != NULL ? figure->note : "");
    return true;
}

bool ss_figure_end(ss_figure_drawing *d, bool printed, ss_error *error)
{
    fprintf(d->gp, "load '%s'\nload '%s'\n", d->files[FILE_STYLE], d->files[FILE_SCRIPT]);
    const bool drawn = printed && ss_output_close(&d->data, error) &&
                       ss_output_close(&d->settings, error) && draw(d, error);
    discard(d);
    return drawn;
}

/* ---- again, from what is there ---- */

static bool starts_with(const char *line, const char *beginning)
{
    return strncmp(line, beginning, strlen(beginning)) == 0;
}

/* Write NAME.gp anew from the one that `old` is: its layout is another. */
static void change_layout(FILE *out, FILE *old, const ss_figure_layout *layout)
{
    char *line = NULL;
    size_t size = 0;
    for (size_t n = 0; getline(&line, &size, old) >= 0; ++n) {
        const bool of_layout = starts_with(line, "if (!exists(\"formats\"))") ||
                               starts_with(line, "if (!exists(\"canvas_") ||
                               starts_with(line, "if (!exists(\"letters\"))") ||
                               starts_with(line, "if (!exists(\"untitled\"))") ||
                               starts_with(line, "if (!exists(\"png_dpi\"))");
        if (!of_layout)
            fputs(line, out);
        if (n == 0)
            ss_figure_layout_print(out, layout);
    }
    free(line);
}

/* The script that NAME.gp loads last: "load 'convergence.gp'"; false if it is no figure's. */
static bool find_script(FILE *gp, char script[256])
{
    char *line = NULL;
    size_t size = 0;
    const bool ours = getline(&line, &size, gp) >= 0 && starts_with(line, SS_FIGURE_FIRST_LINE);
    script[0] = '\0';
    while (ours && getline(&line, &size, gp) >= 0)
        sscanf(line, "load '%200[^'/]'", script);
    free(line);
    rewind(gp);
    return ours && script[0] != '\0';
}

bool ss_figure_again(const ss_figure *figure, ss_error *error)
{
    char path[SS_PATH_SIZE], script[256];
    ss_figure_drawing d = {
        .figure = figure, .layout = ss_figure_layout_of(figure), .script = script};
    snprintf(script, sizeof script, "%.200s.gp", figure->name);
    FILE *const old = ss_path_join(path, sizeof path, figure->folder, script, error)
                          ? ss_file_open(path, error)
                          : NULL;
    if (old == NULL || !find_script(old, script)) {
        if (old != NULL)
            fclose(old);
        return ss_error_set(error, SS_ERROR_DATA, "%s/%s.gp is no figure", figure->folder,
                            figure->name);
    }
    bool drawn = ss_figure_require_gnuplot(error) && open_folder(&d, figure->folder, error) &&
                 copy_from(&d, figure->folder, d.files[FILE_DAT], error) &&
                 ss_output_open(&d.settings, d.folder, d.files[FILE_GP], error);
    if (drawn)
        change_layout(d.settings.file, old, d.layout);
    drawn = drawn && ss_output_close(&d.settings, error) && draw(&d, error);
    fclose(old);
    discard(&d);
    return drawn;
}
