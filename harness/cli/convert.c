/* The verb `convert`: a problem of a file in another of the forms that files have.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/words.h"
#include "harness/tables/provenance.h"
#include "problems/files/convert.h"

#include <string.h>

typedef struct words {
    const char *file, *to, *out;
} words;

static const ss_word_row own[] = {
    SS_TEXT(
        words, out, "out", 'o', "FILE2",
        "File to make; it must not exist. HDF5, or of --to rigid JSON where it ends with .json"),
    SS_WORD(CHOICE, words, to, "to", 't', "local|global|rigid",
            "local: W, q and mu; global: M, H, f, w and mu; rigid: bodies, arms and contacts, "
            "which `run --ranks` and `judge-step` read"),
};

static bool convert(ss_call *call, ss_error *error)
{
    const words *const w = call->words;
    const ss_file_form to = strcmp(w->to, "local") == 0    ? SS_FILE_LOCAL
                            : strcmp(w->to, "global") == 0 ? SS_FILE_GLOBAL
                                                           : SS_FILE_RIGID;
    ss_converted done;
    if (!ss_file_convert(&done, w->file, to, w->out, ss_provenance_version, error))
        return false;
    printf("%s: %zu contact%s", w->out, done.n_contacts, done.n_contacts == 1 ? "" : "s");
    if (done.n_bodies > 0)
        printf(", %zu bodies", done.n_bodies);
    printf(", %s\n", w->to);
    return true;
}

const ss_command ss_command_convert = {
    .name = "convert",
    .summary = "write a problem of a file in another form: local, global, rigid",
    .places = "FILE",
    .doc = "Write the contact problem of FILE (FCLIB's local or global form, or a step of rigid "
           "bodies) in another form: the same problem, whose solutions are the same, to rounding. "
           "From a global file (M, H, f, w) of rigid bodies their masses, inertias, arms and "
           "frames follow; where its spins are counted in axes of the bodies, as Siconos does, "
           "they are turned to fixed ones. A local file tells no bodies and stays local. A "
           "solution goes along, an engine's answer does not: its law may be another.",
    .after = "Examples:\n"
             "  stickslip convert Spheres-i099-356-679.hdf5 --to rigid -o spheres.hdf5\n"
             "  stickslip run -p file:spheres.hdf5 -s exact --outer nlgs-ranks --ranks 4 \\\n"
             "    --stop e1 -o spheres\n"
             "  stickslip convert step.json --to global -o step-fclib.hdf5",
    .groups = {SS_GROUP(own, 0)},
    SS_PLACES(1, offsetof(words, file)),
    .ask = "say which file: convert FILE --to local|global|rigid --out FILE2",
    .needed = {"to", "out"},
    SS_WORDS(words, .file = NULL),
    .work = convert};
