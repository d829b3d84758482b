/* The film of a run: its scene at every step of bodies.csv, in one window and on one scale.
 *
 *     steps of the table -> ranges widened by each -> a picture of each, in a hidden folder
 *                                                  -> joined by ffmpeg, or the folder itself
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/plot/plot.h"

#include "harness/process/interrupt.h"
#include "harness/process/progress.h"
#include "harness/tables/label.h"
#include "harness/tables/new_folder.h"
#include "problems/base/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_PICTURES = 9999 }; /* their names have four digits */

typedef struct film {
    ss_plot *plot;
    ss_figure_subject subject;
    const ss_film_format *format;
    size_t *steps; /* n, owned */
    size_t n, room;
    ss_scene_ranges ranges;
    ss_new_folder folder;
    ss_progress bar;
} film;

/* The steps of the solver but for the start, which has no impulses. */
static bool find_steps(film *f, const char *table, ss_error *error)
{
    static const char *const columns[] = {"solver", "step", NULL};
    ss_stream in = {.file = NULL};
    size_t step = 0;
    bool ok = ss_stream_open(&in, table, columns, 2, error);
    while (ok && ss_stream_next(&in, error) && (ok = ss_stream_count(&in, 1, &step, error))) {
        if (step == 0 || strcmp(in.field[0], f->subject.solver) != 0 ||
            (f->n > 0 && f->steps[f->n - 1] == step))
            continue;
        size_t *const steps = ss_memory_grow(f->steps, &f->room, f->n + 1, sizeof *steps);
        f->steps = steps != NULL ? steps : f->steps;
        ok = steps != NULL || ss_error_memory(error, "a film");
        if (ok)
            f->steps[f->n++] = step;
    }
    ss_stream_close(&in);
    if (!ok || error->code != SS_ERROR_NONE)
        return false;
    if (f->n < 2 || f->n > MOST_PICTURES)
        return ss_error_set(error, SS_ERROR_DATA,
                            f->n < 2 ? "%s has no steps of %s but its last: run with --frames N"
                                     : "%s has more than 9999 steps of %s: too many for a film",
                            table, f->subject.solver);
    return true;
}

/* A turn of both loops: progress, and whether to go on. */
static bool go_on(film *f, size_t done, ss_error *error)
{
    ss_progress_update(&f->bar, (ss_progress_state){.work_done = (double)done, .done = done});
    return !ss_interrupted() ||
           ss_error_set(error, SS_ERROR_INTERRUPTED, "interrupted: no film was written");
}

/* Remove a file of the hidden folder. */
static void drop(const film *f, const char *name)
{
    char path[SS_PATH_SIZE];
    ss_error ignored = {.code = SS_ERROR_NONE};
    if (ss_path_join(path, sizeof path, f->folder.hidden, name, &ignored))
        unlink(path);
}

static bool draw_picture(film *f, size_t k, const char *problem, const char *note, ss_error *error)
{
    char name[32], data[40], title[640];
    const ss_plot_request *const r = f->plot->request;
    ss_figure_layout layout = r->layout; /* its canvas, letters and title */
    memcpy(layout.wanted, ss_figure_layout_frames.wanted, sizeof layout.wanted);
    layout.png_dpi = ss_figure_layout_frames.png_dpi;
    snprintf(name, sizeof name, "frame-%04zu", k + 1);
    f->subject.step = f->steps[k];
    ss_plot_describe_subject(title, sizeof title, &f->subject, problem);
    const ss_figure figure = {.folder = f->folder.hidden,
                              .name = name,
                              .title = r->title != NULL ? r->title : title,
                              .note = note[0] != '\0' ? note : NULL,
                              .scripts = f->plot->scripts,
                              .layout = &layout};
    if (!f->plot->kind->draw(&figure, &f->subject, error))
        return false;
    snprintf(data, sizeof data, "%s.dat", name);
    drop(f, data);
    snprintf(data, sizeof data, "%s.gp", name);
    drop(f, data);
    return true;
}

/* The pictures, in the hidden folder, and nothing else. */
static bool draw_pictures(film *f, ss_error *error)
{
    static const char *const scripts[] = {"style.gp", "svg.awk", "scenes.gp"};
    char problem[300], parameters[300];
    bool drawn = true;
    ss_plot_describe(problem, parameters, sizeof problem, f->subject.run);
    f->ranges = SS_SCENE_RANGES_EMPTY;
    ss_progress_begin(&f->bar, "film", f->n, (double)f->n);
    for (size_t k = 0; drawn && k < f->n; ++k) {
        f->subject.step = f->steps[k];
        drawn = f->plot->kind->widen(&f->ranges, &f->subject, error) && go_on(f, 0, error);
    }
    f->subject.shared = &f->ranges;
    for (size_t k = 0; drawn && k < f->n; ++k)
        drawn = draw_picture(f, k, problem, parameters, error) && go_on(f, k + 1, error);
    ss_progress_end(&f->bar);
    for (size_t k = 0; k < sizeof scripts / sizeof *scripts; ++k)
        drop(f, scripts[k]);
    return drawn;
}

/* Join them to a file in the hidden folder, and move it to its place. */
static bool join(const film *f, const char *file, ss_error *error)
{
    char from[SS_PATH_SIZE], to[SS_PATH_SIZE];
    return ss_film_join(f->folder.hidden, f->format, file, error) &&
           ss_path_join(from, sizeof from, f->folder.hidden, file, error) &&
           ss_path_join(to, sizeof to, f->plot->request->folder, file, error) &&
           (rename(from, to) == 0 ||
            ss_error_set(error, SS_ERROR_IO, "cannot write %s: %s", to, strerror(errno)));
}

bool ss_plot_movie(ss_plot *plot, const ss_figure_subject *subject, const char *table,
                   ss_error *error)
{
    film f = {.plot = plot, .subject = *subject};
    char name[SS_LABEL_FILE], file[SS_LABEL_FILE + 8], path[SS_PATH_SIZE];
    ss_plot_name_file(name, subject, "movie");
    f.format = ss_film_find(plot->request->movie, error);
    bool made = f.format != NULL && find_steps(&f, table, error) &&
                ss_path_join(path, sizeof path, plot->request->folder, name, error) &&
                ss_new_folder_begin(&f.folder, path, error);
    if (made) {
        snprintf(file, sizeof file, "%s.%s", name, f.format->name);
        made = draw_pictures(&f, error) &&
               (f.format->options != NULL ? join(&f, file, error)
                                          : ss_new_folder_finish(&f.folder, error));
        ss_new_folder_discard(&f.folder);
    }
    if (made) {
        ++plot->n_drawn;
        printf("%s/%s: %zu pictures, %s a second\n", plot->request->folder,
               f.format->options != NULL ? file : name, f.n, SS_FILM_FPS);
    }
    free(f.steps);
    return made;
}
