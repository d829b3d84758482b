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

enum { MAX_FILES = 16 };

/* The figure being drawn: the files in the hidden folder, in the order in which they move out; what
 * stays there comes last. */
typedef struct drawing {
    const ss_figure *figure;
    const ss_figure_layout *layout;
    const ss_figure_content *content;
    const char *scripts;       /* where the script is; style.gp is the house's */
    char folder[SS_PATH_SIZE]; /* the hidden one; "" until it is made */
    int held;                  /* the lock on it */
    char files[MAX_FILES][256];
    size_t n_files, n_out;
} drawing;

enum { FILE_STYLE, FILE_SCRIPT, FILE_DAT, FILE_GP, FILE_FORMATS };

/* The companions of TikZ pictures: our script, and gnuplot's styles, two of which LaTeX needs. */
static const char *const tikz_files[] = {"tikz.sed", "gnuplot-lua-tikz.sty",
                                         "gnuplot-lua-tikz-common.tex"};
static const char *const tikz_rest[] = {"gnuplot-lua-tikz.tex", "t-gnuplot-lua-tikz.tex"};

static bool is_tikz(const ss_figure_format *format)
{
    return strcmp(format->name, "tikz") == 0;
}

static void add_file(drawing *d, const char *stem, const char *dot, const char *ending)
{
    snprintf(d->files[d->n_files++], sizeof d->files[0], "%.200s%s%s", stem, dot, ending);
}

static void name_formats(drawing *d)
{
    bool tikz = false;
    for (size_t k = 0; k < SS_FIGURE_FORMATS; ++k) {
        if (!d->layout->wanted[k])
            continue;
        add_file(d, d->figure->name, ".", ss_figure_formats[k].ending);
        tikz = tikz || is_tikz(&ss_figure_formats[k]);
    }
    for (size_t k = 0; tikz && k < sizeof tikz_files / sizeof *tikz_files; ++k)
        add_file(d, tikz_files[k], "", "");
    d->n_out = d->n_files;
    for (size_t k = 0; tikz && k < sizeof tikz_rest / sizeof *tikz_rest; ++k)
        add_file(d, tikz_rest[k], "", "");
}

static bool name_files(drawing *d, ss_error *error)
{
    const char *name = d->figure->name;
    if (name[0] == '\0' || strlen(name) > 200 || strchr(name, '/') != NULL)
        return ss_error_set(error, SS_ERROR_INTERNAL, "no name for a figure: '%s'", name);
    add_file(d, "style.gp", "", "");
    add_file(d, d->content->script, "", "");
    add_file(d, name, ".", "dat");
    add_file(d, name, ".", "gp");
    name_formats(d);
    if (strcmp(d->files[FILE_GP], d->content->script) == 0) /* it would load itself */
        return ss_error_set(error, SS_ERROR_INTERNAL, "figure and script are both %s", name);
    return true;
}

static bool copy_from(const drawing *d, const char *folder, const char *name, ss_error *error)
{
    char path[SS_PATH_SIZE];
    return ss_path_join(path, sizeof path, folder, name, error) &&
           ss_output_copy(path, d->folder, name, true, error);
}

/* Make the hidden folder and put the scripts into it. */
static bool open_drawing(drawing *d, ss_error *error)
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
                  copy_from(d, d->scripts, d->files[FILE_SCRIPT], error);
    for (size_t k = FILE_FORMATS; copied && k < d->n_files; ++k)
        if (strcmp(d->files[k], tikz_files[0]) == 0)
            copied = copy_from(d, d->figure->scripts, d->files[k], error);
    return copied;
}

/* Remove the hidden folder with whatever is in it. Harmless when there is none. */
static void discard_drawing(const drawing *d)
{
    if (d->folder[0] == '\0')
        return;
    ss_partial_remove(d->folder);
    close(d->held);
}

const ss_figure_layout *ss_figure_layout_of(const ss_figure *figure)
{
    return figure->layout != NULL ? figure->layout : &ss_figure_layout_default;
}

/* Write NAME.gp. */
static bool write_gp(const drawing *d, ss_error *error)
{
    ss_output o = {0};
    if (!ss_output_open(&o, d->folder, d->files[FILE_GP], error))
        return false;
    fprintf(o.file, SS_FIGURE_FIRST_LINE "%s\n", d->files[FILE_GP]);
    ss_figure_layout_print(o.file, d->layout);
    ss_data_text(o.file, "datafile", d->files[FILE_DAT]);
    ss_data_text(o.file, "output_stem", d->figure->name);
    ss_data_text(o.file, "plot_title", d->figure->title);
    ss_data_text(o.file, "plot_note", d->figure->note != NULL ? d->figure->note : "");
    if (d->content->print_settings != NULL)
        d->content->print_settings(o.file, d->content->context);
    fprintf(o.file, "load '%s'\nload '%s'\n", d->files[FILE_STYLE], d->files[FILE_SCRIPT]);
    return ss_output_close(&o, error);
}

/* gnuplot does not notice a full disk: see that the file ends as its format must, and sync it. */
static bool check_complete(const drawing *d, const char *name, const char *ending, ss_error *error)
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

/* Move file k out of the hidden folder. */
static bool move_out(const drawing *d, size_t k, ss_error *error)
{
    char from[SS_PATH_SIZE], to[SS_PATH_SIZE];
    if (!ss_path_join(from, sizeof from, d->folder, d->files[k], error) ||
        !ss_path_join(to, sizeof to, d->figure->folder, d->files[k], error))
        return false;
    if (rename(from, to) == 0)
        return true;
    return ss_error_set(error, SS_ERROR_IO, "cannot write %s: %s", to, strerror(errno));
}

/* Draw from the .dat and .gp in the hidden folder and bring the files to their place. */
static bool finish_drawing(const drawing *d, ss_error *error)
{
    bool ok = ss_figure_run_gnuplot(d->folder, d->files[FILE_GP], error);
    for (size_t k = 0, file = FILE_FORMATS; ok && k < SS_FIGURE_FORMATS; ++k)
        if (d->layout->wanted[k])
            ok = check_complete(d, d->files[file++], ss_figure_formats[k].end, error);
    for (size_t k = 0; ok && k < d->n_out; ++k)
        ok = move_out(d, k, error);
    return ok;
}

/* Write NAME.dat. */
static bool write_data(const drawing *d, ss_error *error)
{
    ss_output o = {0};
    if (!ss_output_open(&o, d->folder, d->files[FILE_DAT], error))
        return false;
    const bool written =
        d->content->print_data(o.file, d->content->context, error) && ss_output_close(&o, error);
    ss_output_discard(&o);
    return written;
}

bool ss_figure_draw(const ss_figure *figure, const ss_figure_content *content, ss_error *error)
{
    drawing d = {.figure = figure,
                 .layout = ss_figure_layout_of(figure),
                 .content = content,
                 .scripts = figure->scripts};
    const bool drawn = ss_figure_require_gnuplot(error) && open_drawing(&d, error) &&
                       write_data(&d, error) && write_gp(&d, error) && finish_drawing(&d, error);
    discard_drawing(&d);
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
                               starts_with(line, "if (!exists(\"letters\"))");
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
    const ss_figure_content content = {.script = script};
    drawing d = {.figure = figure,
                 .layout = ss_figure_layout_of(figure),
                 .content = &content,
                 .scripts = figure->folder};
    ss_output o = {0};
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
    bool drawn = ss_figure_require_gnuplot(error) && open_drawing(&d, error) &&
                 copy_from(&d, figure->folder, d.files[FILE_DAT], error) &&
                 ss_output_open(&o, d.folder, d.files[FILE_GP], error);
    if (drawn)
        change_layout(o.file, old, d.layout);
    drawn = drawn && ss_output_close(&o, error) && finish_drawing(&d, error);
    ss_output_discard(&o);
    fclose(old);
    discard_drawing(&d);
    return drawn;
}
