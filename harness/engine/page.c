/* A verdict in words and numbers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/engine/page.h"

#include "problems/base/names.h"

#include <math.h>
#include <string.h>

static const ss_report_column facts[] = {
    {"file", SS_REPORT_LEFT, true},      {"what", SS_REPORT_LEFT, false},
    {"value", SS_REPORT_NUMBER, false},  {"unit", SS_REPORT_LEFT, false},
    {"contact", SS_REPORT_RIGHT, false}, {"meaning", SS_REPORT_LEFT, false}};

/* The destination of rows, and the file that they name: "" where there is one. */
typedef struct place {
    ss_report_sheet *sheet;
    const char *file;
} place;

static void add_fact(const place *at, const char *what, double value, const char *unit,
                     const char *meaning)
{
    ss_report_sheet *const sheet = at->sheet;
    ss_report_cells(sheet, at->file, what, NULL);
    ss_report_number(sheet, value, 3, "-");
    ss_report_cells(sheet, unit, "", meaning, NULL);
}

/* A part of the law at the contact where it is broken most; none: "0" without a contact. */
static void add_worst(const place *at, const char *what, ss_engine_worst worst, const char *unit,
                      const char *meaning)
{
    ss_report_sheet *const sheet = at->sheet;
    ss_report_cells(sheet, at->file, what, NULL);
    ss_report_number(sheet, worst.value, 3, "-");
    ss_report_cells(sheet, unit, NULL);
    if (worst.value > 0.0)
        ss_report_add(sheet, SS_REPORT_CELL, "%zu", worst.contact);
    else
        ss_report_cells(sheet, "", NULL);
    ss_report_cells(sheet, meaning, NULL);
}

static void add_facts(const place *at, const ss_engine_verdict *v)
{
    SS_REPORT_COLUMNS(at->sheet, "facts", facts);
    add_fact(at, "E1", v->e1, "-", "from Coulomb's law; 0: obeyed");
    add_worst(at, "share of E1", v->share, "-", "of one contact in its square");
    add_worst(at, "penetrating", v->penetrating, "m/s", "-u_n");
    add_worst(at, "pulling", v->pulling, "N s", "-r_n");
    add_worst(at, "pushing, leaving", v->leaving, "J", "r_n u_n");
    add_worst(at, "outside the cone", v->outside, "N s", "|r_t| - mu r_n");
    add_worst(at, "friction alone", v->alone, "N s", "|r_t| where r_n <= 0");
    add_worst(at, "friction astray", v->astray, "J", "mu r_n |u_t| + r_t.u_t");
    if (!isnan(v->overlap.value))
        add_worst(at, "overlap", v->overlap, "m", "-gap");
    if (!isnan(v->momentum_error))
        add_fact(at, "momentum error", v->momentum_error, "-",
                 v->has_impulses ? "velocities against impulses" : "motion that no impulses make");
    if (v->kernel != SIZE_MAX)
        add_fact(at, "kernel", (double)v->kernel, "-",
                 v->kernel > 0 ? "impulses that move nothing" : "0: impulses are unique");
    add_fact(at, "energy before", v->energy_free, "J", "of v_free");
    add_fact(at, "energy after", v->energy_after, "J",
             v->has_velocities ? "of the engine's velocities" : "of what the impulses make");
}

static const ss_report_column laws[] = {{"file", SS_REPORT_LEFT, true},
                                        {"law", SS_REPORT_LEFT, false},
                                        {"residual", SS_REPORT_NUMBER, false},
                                        {"what it says", SS_REPORT_LEFT, false}};

static void add_laws(const place *at, const ss_engine_verdict *v)
{
    ss_report_sheet *const sheet = at->sheet;
    SS_REPORT_COLUMNS(sheet, "laws", laws);
    for (size_t k = 0; k < SS_ENGINE_LAWS; ++k) {
        ss_report_cells(sheet, at->file, ss_engine_laws[k].name, NULL);
        ss_report_number(sheet, v->residual[k], 3, "-");
        ss_report_cells(sheet, ss_engine_laws[k].what, NULL);
    }
    ss_report_cells(sheet, at->file, ss_engine_springs, NULL);
    ss_report_number(sheet, v->soft.residual, 3, "-");
    ss_report_add(sheet, SS_REPORT_CELL, "u + c r for u, c = %.3g 1/kg", v->soft.softness);
    ss_report_add(sheet, SS_REPORT_REMARK,
                  v->directions_told
                      ? "Laws are on the scale of E1."
                      : "Laws are on the scale of E1. The file has no contacts/tangent: `square` "
                        "and `pyramid` are along tangents of ours, and no candidates.");
}

/* The candidates near the answer, the nearest first. */
static void name_near(ss_report_sheet *sheet, const ss_engine_verdict *v)
{
    double last = -1.0;
    for (size_t n = 0; n < SS_ENGINE_LAWS; ++n) {
        size_t next = SS_ENGINE_LAWS;
        for (size_t k = 0; k < SS_ENGINE_LAWS; ++k)
            if (v->is_near[k] && v->residual[k] > last &&
                (next == SS_ENGINE_LAWS || v->residual[k] < v->residual[next]))
                next = k;
        if (next == SS_ENGINE_LAWS)
            return;
        ss_report_append(sheet, "%s `%s` (%.2g)", n > 0 ? "," : "", ss_engine_laws[next].name,
                         v->residual[next]);
        last = v->residual[next];
    }
}

/* The verdict in a sentence. */
static void conclude(ss_report_sheet *sheet, const ss_engine_verdict *v, const ss_step_file *file)
{
    if (v->law != NULL)
        ss_report_add(sheet, SS_REPORT_REMARK, "It follows the law `%s`", v->law);
    else if (!(v->nearest < SS_ENGINE_FAR))
        ss_report_add(sheet, SS_REPORT_REMARK,
                      "It follows none of these laws: the nearest is %.2g away", v->nearest);
    else {
        ss_report_add(sheet, SS_REPORT_REMARK, "Which law it follows cannot be told. Near it:");
        name_near(sheet, v);
    }
    if (file->law != NULL && file->law[0] != '\0')
        ss_report_append(sheet, "; it says of itself: `%s`", file->law);
    ss_report_append(sheet, ".");
    if (!v->has_impulses)
        ss_report_add(sheet, SS_REPORT_REMARK,
                      "The impulses are ours, found for the velocities; others have another E1.");
    if (!isnan(v->momentum_error) && v->momentum_error > 1e-6)
        ss_report_add(
            sheet, SS_REPORT_WARNING, "Velocities and %s do not agree: %.2g of the motion.",
            v->has_impulses ? "impulses" : "any impulses in the cones", v->momentum_error);
    if (v->energy_after > v->energy_free * (1.0 + 1e-9) && file->field[SS_STEP_target] == NULL)
        ss_report_add(sheet, SS_REPORT_WARNING,
                      "The contacts add energy: %.3g J became %.3g J, and the file has no "
                      "contacts/target that would.",
                      v->energy_free, v->energy_after);
}

void ss_engine_page_add(ss_report_sheet *sheet, const ss_engine_verdict *v,
                        const ss_step_file *file, const char *name, bool named)
{
    const place at = {sheet, named ? name : ""};
    ss_report_add(sheet, SS_REPORT_SECTION, "%s%s%s", name,
                  file->engine != NULL && file->engine[0] != '\0' ? ": " : "",
                  file->engine != NULL ? file->engine : "");
    ss_report_add(sheet, SS_REPORT_REMARK, "%zu bod%s (%zu move%s), %zu contact%s; answer: %s.",
                  v->n_bodies, v->n_bodies == 1 ? "y" : "ies", v->n_moving,
                  v->n_moving == 1 ? "s" : "", v->n_contacts, ss_name_plural(v->n_contacts),
                  v->has_impulses && v->has_velocities ? "impulses and velocities"
                  : v->has_impulses                    ? "impulses"
                                                       : "velocities");
    conclude(sheet, v, file);
    add_facts(&at, v);
    add_laws(&at, v);
}

/* ---- several answers beside each other ---- */

/* The law of a row: what it follows, else what it says of itself; "" for neither. */
static const char *law_of(const ss_engine_row *row)
{
    return row->verdict.law != NULL ? row->verdict.law
           : row->file->law != NULL ? row->file->law
                                    : "";
}

bool ss_engine_rows_agree(const ss_engine_row *rows, size_t n, ss_error *error)
{
    for (size_t k = 1; k < n; ++k)
        for (size_t j = 0; j < k; ++j)
            if (law_of(&rows[k])[0] != '\0' && law_of(&rows[j])[0] != '\0' &&
                strcmp(law_of(&rows[k]), law_of(&rows[j])) != 0)
                return ss_error_set(error, SS_ERROR_DATA,
                                    "%s follows the law '%s', %s '%s': rows of unlike laws are not "
                                    "compared; --unlike prints each by its own law",
                                    rows[j].name, law_of(&rows[j]), rows[k].name, law_of(&rows[k]));
    return true;
}

/* The residual by the row's own law; Coulomb's where that is not known. */
static double own_residual(const ss_engine_row *row)
{
    if (row->verdict.is_soft)
        return row->verdict.soft.residual;
    for (size_t k = 0; k < SS_ENGINE_LAWS; ++k)
        if (strcmp(law_of(row), ss_engine_laws[k].name) == 0)
            return row->verdict.residual[k];
    return row->verdict.e1;
}

void ss_engine_rows_add(ss_report_sheet *sheet, const ss_engine_row *rows, size_t n)
{
    static const ss_report_column columns[] = {{"file", SS_REPORT_LEFT, false},
                                               {"engine", SS_REPORT_LEFT, false},
                                               {"law", SS_REPORT_LEFT, false},
                                               {"by its law", SS_REPORT_NUMBER, false},
                                               {"E1", SS_REPORT_NUMBER, false},
                                               {"apart", SS_REPORT_NUMBER, true},
                                               {"momentum error", SS_REPORT_NUMBER, false},
                                               {"penetrating (m/s)", SS_REPORT_NUMBER, false},
                                               {"outside (N s)", SS_REPORT_NUMBER, false}};
    ss_report_add(sheet, SS_REPORT_SECTION, "Beside each other");
    SS_REPORT_COLUMNS(sheet, "rows", columns);
    for (const ss_engine_row *row = rows; row < rows + n; ++row) {
        const ss_engine_verdict *const v = &row->verdict;
        ss_report_cells(sheet, row->name, row->file->engine != NULL ? row->file->engine : "",
                        law_of(row)[0] != '\0' ? law_of(row) : "?", NULL);
        ss_report_number(sheet, own_residual(row), 3, "-");
        ss_report_number(sheet, v->e1, 3, "-");
        ss_report_number(sheet, row->apart, 3, "");
        ss_report_number(sheet, v->momentum_error, 3, "-");
        ss_report_number(sheet, v->penetrating.value, 3, "-");
        ss_report_number(sheet, v->outside.value, 3, "-");
    }
}
