/* Kinds of figures that are drawn once more, from what lies beside them: all, and those of one
 * verb.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/plot/plot.h"

#include "problems/base/file.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

static int is_script(const struct dirent *entry)
{
    const size_t length = strlen(entry->d_name);
    return entry->d_name[0] != '.' && length > 3 && length < 200 &&
           strcmp(entry->d_name + length - 3, ".gp") == 0;
}

/* Is it NAME.gp of a figure, not a script that one loads? */
static bool is_figure(const char *folder, const char *name)
{
    char path[SS_PATH_SIZE], line[sizeof SS_FIGURE_FIRST_LINE] = "";
    FILE *const gp =
        ss_path_join(path, sizeof path, folder, name, NULL) ? ss_file_open(path, NULL) : NULL;
    const bool is = gp != NULL && fgets(line, sizeof line, gp) != NULL &&
                    strcmp(line, SS_FIGURE_FIRST_LINE) == 0;
    if (gp != NULL)
        fclose(gp);
    return is;
}

/* The figures whose names begin as those of the kind. */
static bool draw_all(ss_plot *plot, ss_error *error)
{
    const char *const folder = plot->request->folder;
    struct dirent **entries = NULL;
    const int n = scandir(folder, &entries, is_script, alphasort);
    bool drawn = true;
    for (int k = 0; k < n; ++k) {
        const char *const file = entries[k]->d_name, *const *beginning = plot->kind->beginnings;
        while (*beginning != NULL && strncmp(file, *beginning, strlen(*beginning)) != 0)
            ++beginning;
        if (drawn && *beginning != NULL && is_figure(folder, file)) {
            char name[200];
            snprintf(name, sizeof name, "%.*s", (int)strlen(file) - 3, file);
            const ss_figure figure = {.folder = folder,
                                      .name = name,
                                      .title = name,
                                      .scripts = plot->scripts,
                                      .layout = &plot->request->layout};
            drawn = ss_figure_again(&figure, error);
            if (drawn)
                ss_plot_drawn(plot, &figure);
        }
        free(entries[k]);
    }
    free(entries);
    return drawn && (plot->n_drawn > 0 || ss_plot_lacks(plot, folder, error));
}

/* A verb's figures in DIR, by the beginnings of their names. */
#define LEFT(id, words, missing, advice, ...)                                                      \
    const ss_figure_kind ss_figure_kind_##id = {.name = #id,                                       \
                                                .doc = words,                                      \
                                                .lack = missing,                                   \
                                                .record = advice,                                  \
                                                .beginnings =                                      \
                                                    (const char *const[]){__VA_ARGS__, NULL},      \
                                                .draw_all = draw_all}

LEFT(again, "all figures that DIR has, of any verb, in another --format or --width", "figures",
     "'stickslip reproduce', 'sweep', 'profile', 'bench' and this verb make some", "");
LEFT(growth, "costs against a count and their powers, which 'stickslip sweep' left in DIR",
     "figure of growth", "'stickslip sweep --vary balls=...' draws it", "growth");
LEFT(profile, "the profiles that 'stickslip profile' left in DIR, in another --format or --width",
     "profile", "'stickslip profile DIR' draws it", "profile");
LEFT(roofline, "the kernels under the roofs of the machine, which 'stickslip bench' left in DIR",
     "roofline", "'stickslip bench --out DIR' draws it", "bench-roofline");
LEFT(sensitivity,
     "sweeps, work and failures against a parameter, which 'stickslip sweep' left in DIR",
     "figure of a study", "'stickslip sweep' draws it", "sweep", "map");
