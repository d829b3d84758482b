/* Lines and arrays of a scene in a process of its own: what is not the protocol's is refused, in
 * words.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/command/told.h"

#include <criterion/criterion.h>
#include <string.h>

/* Each line is refused as the process's fault, without a control character for the terminal. */
static void expect_refused(const char *const *lines, size_t n,
                           bool (*read)(void *told, const char *line, ss_error *error))
{
    union {
        ss_told_scene scene;
        ss_told_problem problem;
    } told;
    for (size_t k = 0; k < n; ++k) {
        ss_error error = {.code = SS_ERROR_NONE};
        cr_expect_not(read(&told, lines[k], &error), "%s", lines[k]);
        cr_expect_eq(error.code, SS_ERROR_FAILED, "%s", lines[k]);
        cr_expect_null(strchr(error.text, '\x1b'), "%s", lines[k]);
    }
}

static bool read_scene(void *told, const char *line, ss_error *error)
{
    return ss_told_read_scene(told, line, error);
}

static bool read_problem(void *told, const char *line, ss_error *error)
{
    return ss_told_read_problem(told, line, error);
}

Test(told, scenes)
{
    ss_error error = {.code = SS_ERROR_NONE};
    ss_told_scene scene;
    cr_expect(ss_told_read_scene(&scene, "scene 1 500 0.001", &error));
    cr_expect(scene.steps == 500 && scene.h == 1e-3);
    cr_expect(ss_told_read_scene(&scene, "scene 1 1 0", &error));
    cr_expect_eq(scene.h, 0.0);
}

Test(told, scenes_refused)
{
    static const char *const wrong[] = {"",
                                        "scene",
                                        "scene 1",
                                        "scene 1 5",
                                        "scene 1 5 ",
                                        "scene  1 5 0.1",
                                        "scene 1 5 0.1 ",
                                        "scene 1 5 0.1s",
                                        "scene 1 5 nan",
                                        "scene 1 5 inf",
                                        "scene 1 5 -0.1",
                                        "scene 1 0 0.1",
                                        "scene 1 -5 0.1",
                                        "scene 1 5.5 0.1",
                                        "scene 1 0x5 0.1",
                                        "scene 1 1000000001 0.1",
                                        "scene 1 99999999999999999999999 0.1",
                                        "scene 2 5 0.1",
                                        "scenes 1 5 0.1",
                                        "Scene 1 5 0.1",
                                        "problem 1 1 named",
                                        "error",
                                        "error no luck"};
    expect_refused(wrong, sizeof wrong / sizeof *wrong, read_scene);
}

Test(told, problems)
{
    ss_error error = {.code = SS_ERROR_NONE};
    ss_told_problem problem;
    cr_expect(ss_told_read_problem(&problem, "problem 3 7 named", &error));
    cr_expect(problem.n_contacts == 3 && problem.n_blocks == 7 && problem.named);
    cr_expect(ss_told_read_problem(&problem, "problem 0 0 unnamed", &error));
    cr_expect(problem.n_contacts == 0 && !problem.named);
}

Test(told, problems_refused)
{
    static const char *const wrong[] = {"problem",
                                        "problem 1 1",
                                        "problem 1 1 ",
                                        "problem 1 1 Named",
                                        "problem 1 1 named ",
                                        "problem -1 1 named",
                                        "problem 2 1 named",
                                        "problem 100000001 100000001 named",
                                        "problem 1 1000000001 named",
                                        "problem 1 18446744073709551617 named",
                                        "error \x1b[2Jno",
                                        "solved 3"};
    expect_refused(wrong, sizeof wrong / sizeof *wrong, read_problem);
}

Test(told, rows)
{
    static const struct {
        size_t start[4];
        bool fits;
    } rows[] = {{{0, 1, 2, 5}, true},  {{0, 0, 0, 5}, true},           {{1, 2, 3, 5}, false},
                {{0, 1, 2, 4}, false}, {{0, 3, 2, 5}, false},          {{0, 6, 6, 5}, false},
                {{0, 1, 2, 6}, false}, {{0, (size_t)-1, 2, 5}, false}, {{0, 9, 9, 9}, false}};
    const ss_told_problem told = {.n_contacts = 3, .n_blocks = 5};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) {
        ss_error error = {.code = SS_ERROR_NONE};
        cr_expect_eq(ss_told_check_rows(rows[k].start, &told, &error), rows[k].fits, "rows %zu", k);
        cr_expect_eq(error.code, rows[k].fits ? SS_ERROR_NONE : SS_ERROR_FAILED);
    }
}

Test(told, names)
{
    ss_error error = {.code = SS_ERROR_NONE};
    ss_told_name names[] = {{7, 0}, {-9000000000000000000, 1}, {9000000000000000000, 2}, {0, 3}};
    cr_expect(ss_told_sort_names(names, 4, &error));
    static const size_t order[] = {1, 3, 0, 2};
    for (size_t k = 0; k < 4; ++k)
        cr_expect_eq(names[k].contact, order[k]);
    names[2].name = names[0].name;
    cr_expect_not(ss_told_sort_names(names, 4, &error));
    cr_expect_eq(error.code, SS_ERROR_FAILED);
    cr_expect(ss_told_sort_names(names, 0, &(ss_error){.code = SS_ERROR_NONE}));
}
