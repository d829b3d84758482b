/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/figure.h"

#include "harness/tables/output.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { N_FILES = 6 };

/* The figure being drawn: the files in the hidden folder, in the order in which they move out. */
typedef struct drawing {
    const ss_figure *figure;
    const ss_figure_content *content;
    char folder[SS_PATH_SIZE]; /* the hidden one; "" until it is made */
    char files[N_FILES][256];
} drawing;

enum { FILE_STYLE, FILE_SCRIPT, FILE_DAT, FILE_GP, FILE_SVG, FILE_PDF };

static bool name_files(drawing *d, ss_error *error)
{
    static const char *const endings[N_FILES] = {
        [FILE_DAT] = "dat", [FILE_GP] = "gp", [FILE_SVG] = "svg", [FILE_PDF] = "pdf"};
    const char *name = d->figure->name;
    if (name[0] == '\0' || strlen(name) > 200 || strchr(name, '/') != NULL)
        return ss_error_set(error, SS_ERROR_INTERNAL, "no name for a figure: '%.200s'", name);
    snprintf(d->files[FILE_STYLE], sizeof d->files[0], "style.gp");
    snprintf(d->files[FILE_SCRIPT], sizeof d->files[0], "%s", d->content->script);
    for (size_t k = FILE_DAT; k < N_FILES; ++k)
        snprintf(d->files[k], sizeof d->files[k], "%.200s.%s", name, endings[k]);
    if (strcmp(d->files[FILE_GP], d->content->script) == 0) /* it would load itself */
        return ss_error_set(error, SS_ERROR_INTERNAL, "figure and script are both %.200s", name);
    return true;
}

static bool copy_script(const drawing *d, const char *name, ss_error *error)
{
    char path[SS_PATH_SIZE];
    return ss_path_join(path, sizeof path, d->figure->scripts, name, error) &&
           ss_output_copy(path, d->folder, name, true, error);
}

/* Make the hidden folder and put the scripts into it. */
static bool open_drawing(drawing *d, ss_error *error)
{
    const ss_figure *const figure = d->figure;
    char name[256], path[SS_PATH_SIZE];
    if (!name_files(d, error))
        return false;
    snprintf(name, sizeof name, ".%.200s.partial-%ld", figure->name, (long)getpid());
    if (!ss_path_join(path, sizeof path, figure->folder, name, error))
        return false;
    if (mkdir(path, 0777) != 0)
        return ss_error_set(error, SS_ERROR_IO, "cannot draw in %.300s: %s", figure->folder,
                            strerror(errno));
    memcpy(d->folder, path, sizeof path);
    return copy_script(d, d->files[FILE_STYLE], error) &&
           copy_script(d, d->files[FILE_SCRIPT], error);
}

/* Remove the hidden folder with whatever is in it. Harmless when there is none. */
static void discard_drawing(const drawing *d)
{
    char path[SS_PATH_SIZE];
    if (d->folder[0] == '\0')
        return;
    for (size_t k = 0; k < N_FILES; ++k)
        if (ss_path_join(path, sizeof path, d->folder, d->files[k], NULL))
            unlink(path);
    rmdir(d->folder);
}

void ss_figure_print_text(FILE *out, const char *variable, const char *text)
{
    fprintf(out, "%s = '", variable);
    for (const char *c = text; *c != '\0'; ++c) {
        if (*c == '\'')
            fputc('\'', out);
        fputc((unsigned char)*c < ' ' ? ' ' : *c, out);
    }
    fputs("'\n", out);
}

/* Write NAME.gp. */
static bool write_gp(const drawing *d, ss_error *error)
{
    ss_output o = {0};
    if (!ss_output_open(&o, d->folder, d->files[FILE_GP], error))
        return false;
    fprintf(o.file, "# Draw this figure again, in this folder: gnuplot %s\n", d->files[FILE_GP]);
    ss_figure_print_text(o.file, "datafile", d->files[FILE_DAT]);
    ss_figure_print_text(o.file, "output_stem", d->figure->name);
    ss_figure_print_text(o.file, "plot_title", d->figure->title);
    ss_figure_print_text(o.file, "plot_note", d->figure->note != NULL ? d->figure->note : "");
    if (d->content->print_settings != NULL)
        d->content->print_settings(o.file, d->content->context);
    fprintf(o.file, "load '%s'\nload '%s'\n", d->files[FILE_STYLE], d->files[FILE_SCRIPT]);
    return ss_output_close(&o, error);
}

/* gnuplot does not notice a full disk: see that the file ends as its format must, and sync it. */
static bool check_complete(const drawing *d, const char *name, const char *ending, ss_error *error)
{
    char path[SS_PATH_SIZE], tail[33] = "";
    bool complete = false;
    if (!ss_path_join(path, sizeof path, d->folder, name, error))
        return false;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd >= 0) {
        const off_t size = lseek(fd, 0, SEEK_END);
        const off_t from = size > 32 ? size - 32 : 0;
        complete = pread(fd, tail, sizeof tail - 1, from) > 0 && strstr(tail, ending) != NULL &&
                   fsync(fd) == 0;
        close(fd);
    }
    if (complete)
        return true;
    return ss_error_set(error, SS_ERROR_IO, "%.300s/%.100s could not be written whole",
                        d->figure->folder, name);
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
    return ss_error_set(error, SS_ERROR_IO, "cannot write %.300s: %s", to, strerror(errno));
}

/* Draw from the .dat and .gp in the hidden folder and bring the files to their place. */
static bool finish_drawing(const drawing *d, ss_error *error)
{
    bool ok = ss_figure_run_gnuplot(d->folder, d->files[FILE_GP], error) &&
              check_complete(d, d->files[FILE_SVG], "</svg>", error) &&
              check_complete(d, d->files[FILE_PDF], "%%EOF", error);
    for (size_t k = 0; ok && k < N_FILES; ++k)
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
    drawing d = {.figure = figure, .content = content};
    const bool drawn = ss_figure_require_gnuplot(error) && open_drawing(&d, error) &&
                       write_data(&d, error) && write_gp(&d, error) && finish_drawing(&d, error);
    discard_drawing(&d);
    return drawn;
}

void ss_figure_print_number(FILE *out, double value)
{
    if (isnan(value))
        fputs(" NaN", out);
    else
        fprintf(out, " %.9g", value);
}
