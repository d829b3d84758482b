/* The making of a page: material, sheet, figures, file. Figures are drawn into a hidden folder
 * beside the page and taken in, or moved to their place, when the sheet is whole; so a page that
 * fails or is interrupted leaves nothing, and an older one of its name stays as it was.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/page/page.h"

#include "harness/page/parts.h"
#include "harness/process/interrupt.h"
#include "problems/base/partial.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A page being made. */
typedef struct maker {
    const ss_page_order *order;
    bool pile; /* it is a folder of `grow` */
    ss_page_material material;
    ss_report_sheet sheet;
    char place[SS_PATH_SIZE]; /* the folder of the page, absolute */
    char name[256];           /* of the page, without its ending */
    char drawn[SS_PATH_SIZE]; /* hidden folder of the figures; "": none was made */
    int held;                 /* the lock on it */
    char way[SS_PATH_SIZE];   /* from the page to the result folder */
    char prefix[300];         /* of figures' names on the page */
} maker;

/* Folder and name of the page, and the way from it to the result folder, "" where they are one. */
static bool find_places(maker *k, ss_error *error)
{
    const char *const file = k->order->file, *const name = basename(file);
    char folder[SS_PATH_SIZE];
    const size_t stem = strrchr(name, '.') != NULL && strrchr(name, '.') > name
                            ? (size_t)(strrchr(name, '.') - name)
                            : strlen(name);
    const int length = snprintf(folder, sizeof folder, "%.*s.", (int)(name - file), file);
    if (name[0] == '\0' || stem >= sizeof k->name || length >= (int)sizeof folder)
        return ss_error_set(error, SS_ERROR_OUTPUT, "'%s' is no name of a file to write", file);
    if (realpath(folder, k->place) == NULL)
        return ss_error_set(error, SS_ERROR_OUTPUT, "cannot write '%s': %s", file, strerror(errno));
    snprintf(k->name, sizeof k->name, "%.*s", (int)stem, name);
    if (realpath(k->order->folder, folder) == NULL)
        return ss_error_set(error, SS_ERROR_DATA, "cannot read '%s': %s", k->order->folder,
                            strerror(errno));
    size_t shared = 0, used = 0; /* up to a '/' that both have */
    for (size_t at = 0;; ++at) {
        const char a = k->place[at], b = folder[at];
        if ((a == '/' || a == '\0') && (b == '/' || b == '\0'))
            shared = at;
        if (a != b || a == '\0')
            break;
    }
    for (const char *at = k->place + shared; *at != '\0'; ++at)
        if (*at == '/' && at[1] != '\0' && used + 4 < sizeof k->way)
            used += (size_t)snprintf(k->way + used, sizeof k->way - used, "../");
    snprintf(k->way + used, sizeof k->way - used, "%s", folder + shared + (folder[shared] == '/'));
    if (k->way[0] != '\0' && k->way[strlen(k->way) - 1] == '/')
        k->way[strlen(k->way) - 1] = '\0';
    return true;
}

/* All parts of the page, from top to bottom. */
static bool compose(maker *k, ss_error *error)
{
    ss_report_sheet *const sheet = &k->sheet;
    const ss_page_material *const m = &k->material;
    ss_page_gallery gallery = {.sheet = sheet,
                               .material = m,
                               .folder = k->drawn,
                               .prefix = k->prefix,
                               .scripts = k->order->scripts};
    if (k->pile)
        return ss_page_pile(&gallery, k->order->folder, !k->order->no_figures, error);
    ss_page_title(sheet, m);
    ss_page_verdict(sheet, m);
    ss_report_add(sheet, SS_REPORT_SECTION, "What to distrust");
    const size_t n = sheet->n;
    ss_page_doubts(sheet, m);
    if (sheet->n == n)
        ss_report_add(sheet, SS_REPORT_REMARK, "Nothing that the tables could tell.");
    ss_page_ranking(sheet, m);
    ss_page_solvers(sheet, m);
    if (!k->order->no_figures && !ss_page_figures(&gallery, error))
        return false;
    ss_page_paper(sheet, m);
    ss_page_field(sheet, m);
    if (!ss_page_failures(sheet, m, error))
        return false;
    ss_page_runs(sheet, m);
    ss_page_conditions(sheet, m);
    ss_page_appendix(sheet, m, k->way);
    return true;
}

/* HTML has its figures in itself, Markdown beside it, as files in a folder of theirs; the page
 * itself is written last, and whole. */
static bool write_page(maker *k, ss_error *error)
{
    const bool html = k->order->format == &ss_report_html;
    char folder[SS_PATH_SIZE], from[SS_PATH_SIZE], file[300];
    ss_output output = {0};
    bool written = ss_path_join(folder, sizeof folder, k->place, k->prefix, error);
    ss_partial_sweep_of(k->order->file);
    k->sheet.figures = html ? k->drawn : NULL;
    if (!html && !k->sheet.failed)
        ss_partial_sweep(folder, false);
    for (size_t at = 0; !html && !k->sheet.failed && written && at < k->sheet.n; ++at) {
        if (k->sheet.parts[at].kind != SS_REPORT_FIGURE)
            continue;
        if (!ss_output_need_folder(folder, "", error))
            return false;
        const char *const name = ss_report_text_of(&k->sheet, at) + strlen(k->prefix);
        snprintf(file, sizeof file, "%s%s", name, strstr(name, ".png") != NULL ? "" : ".svg");
        written = ss_path_join(from, sizeof from, k->drawn, file, error) &&
                  ss_output_copy(from, folder, file, true, error);
    }
    written = written && ss_output_open(&output, k->place, basename(k->order->file), error) &&
              ss_report_print(&k->sheet, k->order->format, output.file, error) &&
              ss_output_close(&output, error);
    ss_output_discard(&output);
    return written;
}

bool ss_page_write(const ss_page_order *order, ss_error *error)
{
    maker *const k = calloc(1, sizeof *k);
    char name[300], path[SS_PATH_SIZE];
    if (k == NULL)
        return ss_error_memory(error, "the page");
    k->order = order;
    k->pile = ss_path_has(order->folder, "sandpile.csv");
    bool done = (k->pile || ss_page_material_read(&k->material, order->folder, error)) &&
                find_places(k, error);
    /* figures are drawn beside the page and out of sight, under a lock: a page that is not finished
     * leaves nothing */
    snprintf(name, sizeof name, "%.190s-figures", k->name);
    done = done && ss_path_join(path, sizeof path, k->place, name, error) &&
           (k->held = ss_partial_make_folder(k->drawn, sizeof k->drawn, path, error)) >= 0;
    if (done && order->format != &ss_report_html)
        snprintf(k->prefix, sizeof k->prefix, "%s-figures/", k->name);
    done = done && compose(k, error) &&
           (!ss_interrupted() ||
            ss_error_set(error, SS_ERROR_INTERRUPTED, "interrupted; nothing is written")) &&
           write_page(k, error);
    if (k->drawn[0] != '\0') {
        ss_partial_remove(k->drawn);
        close(k->held);
    }
    ss_report_free(&k->sheet);
    ss_page_material_free(&k->material);
    free(k);
    return done;
}
