/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/figure.h"

#include "harness/tables/csv.h"
#include "harness/figures/gnuplot.h"
#include "harness/tables/output.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_POINTS = 2000 };
enum { N_FILES = 6 };

/* The figure being drawn: the files in the hidden folder, in the order in which they move out. */
typedef struct drawing {
    const ss_figure *figure;
    const char *script;        /* convergence.gp or scenes.gp */
    char folder[SS_PATH_SIZE]; /* the hidden one; "" until it is made */
    char files[N_FILES][256];
} drawing;

enum { FILE_STYLE, FILE_SCRIPT, FILE_DAT, FILE_GP, FILE_SVG, FILE_PDF };

bool ss_figure_require_gnuplot(ss_error *error)
{
    return ss_gnuplot_require(error);
}

static bool name_files(drawing *d, ss_error *error)
{
    static const char *const endings[N_FILES] = {
        [FILE_DAT] = "dat", [FILE_GP] = "gp", [FILE_SVG] = "svg", [FILE_PDF] = "pdf"};
    const char *name = d->figure->name;
    if (name[0] == '\0' || strlen(name) > 200 || strchr(name, '/') != NULL)
        return ss_error_set(error, SS_ERROR_INTERNAL, "no name for a figure: '%.200s'", name);
    snprintf(d->files[FILE_STYLE], sizeof d->files[0], "style.gp");
    snprintf(d->files[FILE_SCRIPT], sizeof d->files[0], "%s", d->script);
    for (size_t k = FILE_DAT; k < N_FILES; ++k)
        snprintf(d->files[k], sizeof d->files[k], "%.200s.%s", name, endings[k]);
    if (strcmp(d->files[FILE_GP], d->script) == 0) /* it would load itself */
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
static bool open_drawing(drawing *d, const ss_figure *figure, const char *script, ss_error *error)
{
    char name[256], path[SS_PATH_SIZE];
    *d = (drawing){.figure = figure, .script = script};
    if (!name_files(d, error))
        return false;
    snprintf(name, sizeof name, ".%.200s.partial-XXXXXX", figure->name);
    if (!ss_path_join(path, sizeof path, figure->folder, name, error))
        return false;
    if (mkdtemp(path) == NULL)
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

/* Write NAME.gp; `more` holds further lines that set variables. */
static bool write_gp(const drawing *d, const char *more, ss_error *error)
{
    ss_output o = {0};
    if (!ss_output_open(&o, d->folder, d->files[FILE_GP], error))
        return false;
    fprintf(o.file, "# Draw this figure again, in this folder: gnuplot %s\n", d->files[FILE_GP]);
    ss_figure_print_text(o.file, "datafile", d->files[FILE_DAT]);
    ss_figure_print_text(o.file, "output_stem", d->figure->name);
    ss_figure_print_text(o.file, "plot_title", d->figure->title);
    ss_figure_print_text(o.file, "plot_note", d->figure->note != NULL ? d->figure->note : "");
    fputs(more, o.file);
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
    bool ok = ss_gnuplot_run(d->folder, d->files[FILE_GP], error) &&
              check_complete(d, d->files[FILE_SVG], "</svg>", error) &&
              check_complete(d, d->files[FILE_PDF], "%%EOF", error);
    for (size_t k = 0; ok && k < N_FILES; ++k)
        ok = move_out(d, k, error);
    return ok;
}

void ss_figure_print_number(FILE *out, double value)
{
    if (isnan(value))
        fputs(" NaN", out);
    else
        fprintf(out, " %.9g", value);
}

static bool text_is(const ss_csv *table, size_t row, const char *column, const char *wanted)
{
    const char *text = ss_csv_text(table, row, column);
    return text != NULL && strcmp(text, wanted) == 0;
}

static const char *const sweep_columns[] = {"sweep",    "eps",   "eps_motion",
                                            "eps_proj", "eps_b", "eps_pen"};
enum { N_SWEEP_COLUMNS = sizeof sweep_columns / sizeof *sweep_columns };

static bool print_sweep(FILE *out, const ss_csv *table, size_t row, ss_error *error)
{
    for (size_t c = 0; c < N_SWEEP_COLUMNS; ++c) {
        double value;
        if (!ss_csv_real(table, row, sweep_columns[c], &value, error))
            return false;
        ss_figure_print_number(out, value);
    }
    fputc('\n', out);
    return true;
}

/* The rows of one solver and step; *rows is the caller's to free. */
static bool select_sweeps(const ss_csv *table, const char *solver, size_t step, size_t **rows,
                          size_t *n_rows, ss_error *error)
{
    char step_text[32];
    snprintf(step_text, sizeof step_text, "%zu", step);
    *n_rows = 0;
    *rows = malloc((table->n_rows + 1) * sizeof **rows);
    if (*rows == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "out of memory for a figure");
    for (size_t row = 0; row < table->n_rows; ++row)
        if (text_is(table, row, "solver", solver) && text_is(table, row, "step", step_text))
            (*rows)[(*n_rows)++] = row;
    if (*n_rows > 0)
        return true;
    return ss_error_set(error, SS_ERROR_DATA,
                        "%.300s has no row of solver %.60s, step %zu: was that step traced?",
                        table->path, solver, step);
}

/* Evenly thinned, the first and the last row kept: the axis of sweeps is linear. */
static bool print_sweeps(FILE *out, const ss_csv *table, const size_t *rows, size_t n_rows,
                         ss_error *error)
{
    const size_t n_points = n_rows < MAX_POINTS ? n_rows : MAX_POINTS;
    fprintf(out, "# %zu of %zu sweeps\n", n_points, n_rows);
    fputs("# sweep eps(mixed) eps-motion(m/s) eps-proj(Ns) eps-b(J) eps-pen(m/s)\n", out);
    for (size_t k = 0; k < n_points; ++k) {
        const size_t at = n_points > 1 ? k * (n_rows - 1) / (n_points - 1) : 0;
        if (!print_sweep(out, table, rows[at], error))
            return false;
    }
    return true;
}

static bool write_sweeps(const drawing *d, const ss_csv *table, const char *solver, size_t step,
                         ss_error *error)
{
    size_t *rows = NULL;
    size_t n_rows = 0;
    ss_output o = {0};
    bool ok = select_sweeps(table, solver, step, &rows, &n_rows, error) &&
              ss_output_open(&o, d->folder, d->files[FILE_DAT], error);
    if (!ok)
        goto out;
    fprintf(o.file, "# solver %s, step %zu\n", solver, step);
    ok = print_sweeps(o.file, table, rows, n_rows, error) && ss_output_close(&o, error);
out:
    ss_output_discard(&o);
    free(rows);
    return ok;
}

bool ss_figure_convergence(const ss_figure *figure, const char *convergence_csv, const char *solver,
                           size_t step, ss_error *error)
{
    ss_csv table = {0};
    drawing d = {0};
    const bool ok = ss_gnuplot_require(error) && ss_csv_read(&table, convergence_csv, error) &&
                    open_drawing(&d, figure, "convergence.gp", error) &&
                    write_sweeps(&d, &table, solver, step, error) && write_gp(&d, "", error) &&
                    finish_drawing(&d, error);
    discard_drawing(&d);
    ss_csv_free(&table);
    return ok;
}

typedef struct ball {
    double at[3], radius; /* m */
} ball;

/* For qsort: the farthest first, for later circles cover earlier ones. Ties by place, so that the
 * order depends on the balls alone. */
static int farther_first(const void *left, const void *right)
{
    const ball *a = left, *b = right;
    static const size_t axes[] = {1, 2, 0};
    for (size_t k = 0; k < 3; ++k) {
        const double da = a->at[axes[k]], db = b->at[axes[k]];
        if (da != db)
            return da > db ? -1 : 1;
    }
    return 0;
}

static bool read_ball(const ss_csv *table, size_t row, ball *b, ss_error *error)
{
    if (!ss_csv_real(table, row, "x_m", &b->at[0], error) ||
        !ss_csv_real(table, row, "y_m", &b->at[1], error) ||
        !ss_csv_real(table, row, "z_m", &b->at[2], error) ||
        !ss_csv_real(table, row, "radius_m", &b->radius, error))
        return false;
    if (isfinite(b->at[0]) && isfinite(b->at[1]) && isfinite(b->at[2]) && isfinite(b->radius))
        return true;
    return ss_error_set(error, SS_ERROR_DATA, "%.300s, line %zu: a ball without a finite place",
                        table->path, table->lines[row + 1]);
}

/* Print the balls at one moment as one block of the .dat file; `balls` has room for all rows. */
static bool print_moment(FILE *out, const ss_csv *table, const char *solver, const char *moment,
                         ball *balls, ss_error *error)
{
    size_t n = 0;
    for (size_t row = 0; row < table->n_rows; ++row)
        if (text_is(table, row, "solver", solver) && text_is(table, row, "moment", moment) &&
            !read_ball(table, row, &balls[n++], error))
            return false;
    if (n == 0)
        return ss_error_set(error, SS_ERROR_DATA, "%.300s has no ball of solver %.60s, moment %s",
                            table->path, solver, moment);
    qsort(balls, n, sizeof *balls, farther_first);
    fprintf(out, "# moment %s, from back to front: x(m) y(m) z(m) radius(m)\n", moment);
    for (size_t k = 0; k < n; ++k)
        fprintf(out, "%.9g %.9g %.9g %.9g\n", balls[k].at[0], balls[k].at[1], balls[k].at[2],
                balls[k].radius);
    return true;
}

static bool write_balls(const drawing *d, const ss_csv *table, const char *solver, ss_error *error)
{
    ss_output o = {0};
    bool ok = false;
    ball *balls = malloc((table->n_rows + 1) * sizeof *balls);
    if (balls == NULL) {
        ss_error_set(error, SS_ERROR_MEMORY, "out of memory for a figure");
        goto out;
    }
    if (!ss_output_open(&o, d->folder, d->files[FILE_DAT], error))
        goto out;
    fprintf(o.file, "# solver %s\n", solver);
    if (!print_moment(o.file, table, solver, "first", balls, error))
        goto out;
    fputs("\n\n", o.file); /* ends a block for gnuplot's `index` */
    ok = print_moment(o.file, table, solver, "last", balls, error) && ss_output_close(&o, error);
out:
    ss_output_discard(&o);
    free(balls);
    return ok;
}

bool ss_figure_scene(const ss_figure *figure, const char *bodies_csv, const char *solver,
                     double box_width_m, ss_error *error)
{
    ss_csv table = {0};
    drawing d = {0};
    char box[128];
    snprintf(box, sizeof box, "box_x_min = 0.0 # m\nbox_x_max = %.9g # m\n", box_width_m);
    const bool ok = ss_gnuplot_require(error) && ss_csv_read(&table, bodies_csv, error) &&
                    open_drawing(&d, figure, "scenes.gp", error) &&
                    write_balls(&d, &table, solver, error) && write_gp(&d, box, error) &&
                    finish_drawing(&d, error);
    discard_drawing(&d);
    ss_csv_free(&table);
    return ok;
}

static bool write_content(const drawing *d, const ss_figure_content *content, ss_error *error)
{
    ss_output o = {0};
    if (!ss_output_open(&o, d->folder, d->files[FILE_DAT], error))
        return false;
    const bool printed = content->print_data(o.file, content->context, error);
    const bool written = printed && ss_output_close(&o, error);
    ss_output_discard(&o);
    return written;
}

/* The settings as one text, to be freed; NULL when out of memory. */
static char *settings_of(const ss_figure_content *content)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    content->print_settings(out, content->context);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

bool ss_figure_draw(const ss_figure *figure, const ss_figure_content *content, ss_error *error)
{
    drawing d = {0};
    char *const settings = settings_of(content);
    if (settings == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "out of memory for a figure");
    const bool ok = ss_gnuplot_require(error) && open_drawing(&d, figure, content->script, error) &&
                    write_content(&d, content, error) && write_gp(&d, settings, error) &&
                    finish_drawing(&d, error);
    discard_drawing(&d);
    free(settings);
    return ok;
}
