/* The tables behind the page of `diagnose`, and its figure.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/diagnose/page.h"

#include "harness/figures/data.h"
#include "harness/tables/output.h"
#include "harness/tables/record.h"
#include "harness/tables/status.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- reading ---- */

/* For qsort: what is no number first, then the larger E1, then as in the file. */
static int worse_first(const void *left, const void *right)
{
    const ss_diagnosis_row *const a = left, *const b = right;
    if (isnan(a->e1) != isnan(b->e1))
        return isnan(a->e1) ? -1 : 1;
    if (a->e1 != b->e1 && !isnan(a->e1))
        return a->e1 > b->e1 ? -1 : 1;
    const int order = strcmp(a->solver, b->solver);
    return order != 0 ? order : (a->step > b->step) - (a->step < b->step);
}

/* Keep the steps that are asked for, worst first. */
static bool choose(ss_diagnose_tables *t, const ss_diagnose_order *order, ss_error *error)
{
    size_t n = 0;
    for (size_t k = 0; k < t->steps_csv.n_rows; ++k)
        if ((order->solver == NULL || strcmp(t->steps[k].solver, order->solver) == 0) &&
            (order->step == 0 || t->steps[k].step == order->step))
            t->steps[n++] = t->steps[k];
    t->n_steps = n;
    qsort(t->steps, n, sizeof *t->steps, worse_first);
    while (t->shown < n && strcmp(t->steps[t->shown].detailed, "yes") != 0)
        ++t->shown;
    if (n > 0)
        return true;
    char step[40] = "";
    if (order->step > 0)
        snprintf(step, sizeof step, ", step %zu", order->step);
    return ss_error_set(error, SS_ERROR_DATA, "%s has no row of %s%s", t->steps_csv.path,
                        order->solver != NULL ? order->solver : "any solver", step);
}

bool ss_diagnose_read(ss_diagnose_tables *t, const ss_diagnose_order *order, ss_error *error)
{
    char path[SS_PATH_SIZE], folder[SS_PATH_SIZE];
    *t = (ss_diagnose_tables){.n_steps = 0};
    if (!ss_summary_folder(folder, order->folder, error) ||
        !ss_path_join(path, sizeof path, folder, "summary.csv", error) ||
        !ss_summary_read(&t->summary, path, "", error) ||
        !ss_path_join(path, sizeof path, folder, "diagnosis.csv", error))
        return false;
    if (access(path, F_OK) != 0)
        return true;
    ss_table columns = *ss_rows_find("diagnosis");
    columns.n_optional = 1; /* `fall`, which older builds do not write */
    t->steps = ss_record_read_file(&columns, &t->steps_csv, path, sizeof *t->steps, error);
    if (t->steps == NULL || !choose(t, order, error) ||
        !ss_path_join(path, sizeof path, folder, "diagnosis_contacts.csv", error))
        return false;
    if (access(path, F_OK) != 0)
        return true;
    t->contacts = ss_record_read_file(ss_rows_find("diagnosis_contacts"), &t->contacts_csv, path,
                                      sizeof *t->contacts, error);
    t->n_contacts = t->contacts_csv.n_rows;
    return t->contacts != NULL;
}

void ss_diagnose_free(ss_diagnose_tables *t)
{
    free(t->steps);
    free(t->contacts);
    ss_summary_free(&t->summary);
    ss_csv_free(&t->steps_csv);
    ss_csv_free(&t->contacts_csv);
}

bool ss_diagnose_is_shown(const ss_diagnose_tables *t, size_t k)
{
    const ss_diagnosis_row *const step = &t->steps[t->shown];
    return t->contacts[k].step == step->step && strcmp(t->contacts[k].solver, step->solver) == 0;
}

/* ---- drawing ---- */

bool ss_diagnose_draw(const ss_diagnose_tables *t, const char *folder, const char *scripts,
                      char name[SS_LABEL_FILE], ss_error *error)
{
    const ss_diagnosis_row *const step = &t->steps[t->shown];
    char title[200];
    ss_label_file(name, "diagnosis-%s-step%zu", step->solver, step->step);
    snprintf(title, sizeof title, "Residual of %.80s after %zu sweeps of step %zu", step->solver,
             step->sweeps, step->step);
    const ss_figure figure = {.folder = folder, .name = name, .title = title, .scripts = scripts};
    ss_figure_drawing d;
    ss_zone status = SS_ZONE_SEPARATION;
    bool placed = false, printed = true;
    if (!ss_figure_begin(&d, &figure, "diagnosis.gp", error))
        return false;
    fputs("# rank, contact, part of E1, level (0 open, 1 sticking, 2 sliding), x(m), z(m)\n",
          d.dat);
    for (size_t k = 0; printed && k < t->n_contacts; ++k) {
        const ss_diagnosis_contacts_row *const contact = &t->contacts[k];
        if (!ss_diagnose_is_shown(t, k))
            continue;
        printed = ss_status_find(contact->status, t->contacts_csv.path,
                                 ss_csv_line(&t->contacts_csv, k), &status, error);
        ss_data_row_of(d.dat, (double)contact->rank, (double)contact->contact, contact->residual,
                       status, contact->x_m, contact->z_m);
        placed = placed || isfinite(contact->x_m);
    }
    fprintf(d.gp, "n_contacts = %zu\ncarriers = %zu\nlargest = %.9g\nplaced = %d\n", step->contacts,
            step->carriers, step->e1 * sqrt(step->worst_share), placed);
    return ss_figure_end(&d, printed, error);
}
