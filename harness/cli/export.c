/* The verb `export`: results in the formats of other programs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/words.h"
#include "harness/export/export.h"

/* The order, and the one format that there is: another will be one more switch. */
typedef struct words {
    ss_export_order order;
    bool vtk;
} words;

static const ss_word_row own[] = {
    SS_SWITCH(words, vtk, "vtk", 'V', "The files are VTK's: .pvd and .vtp, for ParaView"),
    SS_TEXT(words, order.out, "out", 'o', "DIR2", "Folder to make; it must not exist"),
    SS_TEXT(words, order.problem, "problem", 'p', "P",
            "Only runs of this problem, as in the column `problem` (default: all)"),
    SS_NUMBER(words, order.instance, "instance", 'i', "K", 1, SS_WORD_MOST,
              "Only runs of this instance (default: all)"),
    SS_TEXT(words, order.solver, "solver", 's', "S",
            "Only this solver, as in the column `solver` (default: all)"),
};

static void print_count(const char *before, size_t n, const char *one, const char *many)
{
    printf("%s%zu %s", before, n, n == 1 ? one : many);
}

static void print_series(const ss_export_series *s)
{
    printf("%s.pvd: ", s->name);
    print_count("", s->n_moments, "moment", "moments");
    if (s->n_nodes > 0) {
        print_count(", ", s->n_nodes, "node", "nodes");
        printf("; no stress: no table has the flux\n");
        return;
    }
    print_count(", at the last ", s->n_bodies, "body", "bodies");
    print_count(", ", s->n_walls, "wall", "walls");
    print_count(", ", s->n_contacts, "contact", "contacts");
    printf("%s\n",
           s->lacks_contacts ? "; no forces.csv (campaign: keep: [bodies, shapes, forces])" : "");
}

static bool export(ss_call *call, ss_error *error)
{
    const words *const w = call->words;
    if (!w->vtk)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "say in which format: export --vtk DIR --out DIR2");
    return ss_export_vtk(&w->order, error);
}

const ss_command ss_command_export = {
    .name = "export",
    .summary = "write bodies, contacts and surfaces as files for ParaView (VTK)",
    .places = "DIR",
    .doc = "Write what happened in a run, a campaign (keep: [bodies, shapes, forces]) or a pile "
           "that grew as files that ParaView opens: one DIR2/NAME.pvd per solver or run, one "
           "NAME-PART.pvd for each part of it, and the .vtp files of each moment in DIR2/NAME. "
           "Parts: `balls`, "
           "points with a radius; `solids`, discs, polygons and faces of boxes and hulls; `walls`; "
           "`contacts`, points with "
           "normal, normal force, tangential force, status and the two bodies; `chains`, one line "
           "per contact from centre to centre; `surface`, that of a pile. Forces are impulses over "
           "the time "
           "step, N; units are in the names. Moments are the start, the end and what `run --frames "
           "EVERY` keeps, which keeps walls, too. VTK is not needed.",
    .after =
        "Example:\n"
        "  stickslip run -p segregation -s exact --warm-start --frames 500 -o shaken\n"
        "  stickslip export --vtk shaken --out paraview\n"
        "  paraview paraview/exact.pvd\n\n"
        "In ParaView: Apply, then of NAME-balls.pvd Filters, Glyph: Glyph Type Sphere with Radius "
        "1, Scale Array radius (m), Scale Factor 1, Glyph Mode All Points; colour by velocity "
        "(m/s). Of NAME-chains.pvd Filters, Tube: Vary Radius By Scalar, Scalars force (N). Of "
        "NAME-contacts.pvd Glyph: Arrow along normal, scaled by normal force (N).",
    .groups = {SS_GROUP(own, 0)},
    SS_PLACES(1, offsetof(words, order.folder)),
    .ask = "say which folder: export --vtk DIR --out DIR2",
    .needed = {"out"},
    SS_WORDS(words, .order.print = print_series),
    .work = export};
