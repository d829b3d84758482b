/* The verb `judge-step`: one step of anybody's engine under our referee.
 *
 * `judge` plays a solver against another; here nothing is solved, unless impulses have to be found
 * for velocities. The format is in problems/files/step_file.h, the judgement in harness/engine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/words.h"
#include "harness/engine/page.h"
#include "problems/files/step_read.h"

#include <stdlib.h>
#include <string.h>

/* Steps whose answers are in them, or one step and answers from elsewhere. */
typedef struct words {
    ss_word_list files, answers;
    bool unlike, json;
} words;

static const ss_word_row own[] = {
    SS_LIST(words, answers, "answer", 0, "R",
            "A file with the answer to the one FILE, in the same format: contacts/impulse, "
            "bodies/velocity_after, or both; may be repeated"),
    SS_SWITCH(words, unlike, "unlike", 0,
              "Print answers of unlike laws beside each other, each by its own law"),
    SS_SWITCH(words, json, "json", 0, "Print it for programs: the tables `facts`, `laws`, `rows`"),
};

/* Read the k-th answer: a file of its own, or one FILE with an answer from elsewhere. */
static bool read_row(ss_step_file *file, const words *w, size_t k, ss_error *error)
{
    const char *const path = w->files.values[w->answers.n > 0 ? 0 : k];
    bool read = ss_step_file_read(file, path, error) && ss_step_file_check(file, path, error);
    if (read && w->answers.n > 0) {
        ss_step_file answer = {.h = 0.0};
        read = ss_step_file_read(&answer, w->answers.values[k], error) &&
               ss_step_file_take_answer(file, &answer, w->answers.values[k], error);
        ss_step_file_free(&answer);
    }
    return read;
}

/* Each answer is judged alone; a table beside follows where all are of one law. */
static bool judge_step(ss_call *call, ss_error *error)
{
    const words *const w = call->words;
    /* answers from elsewhere are named by their files, and so are steps that have their own */
    const size_t n = w->answers.n > 0 ? w->answers.n : w->files.n;
    const char *const *const names = w->answers.n > 0 ? w->answers.values : w->files.values;
    ss_report_sheet sheet = {.text = NULL};
    ss_step_file *const files = calloc(n, sizeof *files);
    ss_engine_row *const rows = calloc(n, sizeof *rows);
    bool done = (files != NULL && rows != NULL) || ss_error_memory(error, "%zu steps", n);
    if (done && w->answers.n > 0 && w->files.n > 1)
        done = ss_error_set(error, SS_ERROR_USAGE, "--answer is for one FILE; there are %zu",
                            w->files.n);
    for (size_t k = 0; done && k < n; ++k) {
        done = read_row(&files[k], w, k, error) &&
               ss_engine_judge(&rows[k].verdict, &files[k], names[k], error);
        rows[k].apart = NAN;
        if (done && k > 0 && w->answers.n > 0)
            rows[k].apart =
                ss_engine_apart(&rows[0].verdict, &rows[k].verdict, &files[0], names[0], error);
        rows[k].name = names[k];
        rows[k].file = &files[k];
        if (done)
            ss_engine_page_add(&sheet, &rows[k].verdict, &files[k], names[k], w->json);
    }
    done = done && (w->unlike || ss_engine_rows_agree(rows, n, error));
    if (done && n > 1)
        ss_engine_rows_add(&sheet, rows, n);
    done =
        done && ss_report_print(&sheet, w->json ? &ss_report_json : &ss_report_text, stdout, error);
    for (size_t k = 0; files != NULL && rows != NULL && k < n; ++k) {
        ss_step_file_free(&files[k]);
        ss_engine_verdict_free(&rows[k].verdict);
    }
    free(files);
    free(rows);
    ss_report_free(&sheet);
    return done;
}

const ss_command ss_command_judge_step = {
    .name = "judge-step",
    .summary = "is one step of your engine right, and by which law?",
    .places = "FILE [FILE...]",
    .doc =
        "Judge one time step of any engine: FILE has bodies, contacts, masses, normals, arms, "
        "friction, velocities before, and impulses or velocities after, as JSON or HDF5 (layout: "
        "problems/files/README.md, with writers of 60 lines in C and Python). Told are E1 and the "
        "contacts where a part of Coulomb's law is broken most, whether velocities and impulses "
        "agree, energy, and which law the answer follows: Coulomb's, the convex (associated) cone, "
        "a box or a pyramid along the tangents, none of friction, or Coulomb's with springs. "
        "Without impulses, some that make the velocities are found; they are seldom unique "
        "(`kernel`: so many directions of impulses change no velocity). Answers to one step are "
        "compared "
        "by their velocities, which are the resultants on the bodies (`apart`), and not by their "
        "impulses.",
    .after = "Examples:\n"
             "  stickslip judge-step step.json\n"
             "  stickslip judge-step step.json --answer mine.json --answer theirs.json\n"
             "  stickslip freeze -p block-stack -s exact -t 50 --rigid --solution \\\n"
             "    -o ours.json\n"
             "  stickslip run -p file:ours.json -s reference --stop e1\n\n"
             "Answers of unlike laws are not put beside each other (exit code 65, by name): the "
             "residuals of different laws do not compare.",
    .groups = {SS_GROUP(own, 0)},
    SS_PLACES(1, offsetof(words, files)),
    .is_list = true,
    .ask = "name a file: judge-step FILE",
    .size = sizeof(words),
    .work = judge_step};
