/* The words of a command, and the lines that its process writes: each that is not the protocol's is
 * refused.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/choice.h"
#include "solvers/command/command.h"
#include "solvers/command/protocol.h"

#include <criterion/criterion.h>
#include <stdlib.h>

Test(command, words)
{
    static const char *const wanted[] = {"a b", "c", "d e", "$x", "f\"g", ""};
    ss_error error = {.code = SS_ERROR_NONE};
    ss_command_options *const o = ss_words_split("  'a b' c d\\ e  $x \"f\\\"g\" ''", &error);
    cr_assert_not_null(o);
    for (size_t k = 0; k < sizeof wanted / sizeof *wanted; ++k)
        cr_expect_str_eq(o->argv[k], wanted[k]);
    cr_expect_null(o->argv[6]);
    free(o);
}

Test(command, words_refused)
{
    static const char *const wrong[] = {"", "   ", "'a", "a \"b", "''"};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; ++k) {
        ss_error error = {.code = SS_ERROR_NONE};
        cr_expect_null(ss_words_split(wrong[k], &error), "%s", wrong[k]);
        cr_expect_eq(error.code, SS_ERROR_USAGE);
    }
}

Test(command, choice)
{
    ss_error error = {.code = SS_ERROR_NONE};
    ss_choice choice;
    cr_assert(ss_choice_parse_whole(&choice, "command:true a", "nlgs", &error));
    cr_expect_str_eq(ss_choice_solver_label(&choice), "command:true a");
    cr_expect_str_eq(ss_choice_outer_label(&choice), "");
    ss_choice_free(&choice);
    cr_expect_not(ss_choice_parse(&choice, "command:true", SS_CHOICE_LOCAL, &error));
    cr_expect_eq(error.code, SS_ERROR_USAGE);
}

Test(command, replies)
{
    ss_error error = {.code = SS_ERROR_NONE};
    ss_reply reply;
    cr_expect(ss_reply_parse(&reply, "stickslip 1", 0, &error));
    cr_expect(reply.kind == SS_REPLY_HELLO && !reply.bodies);
    cr_expect(ss_reply_parse(&reply, "stickslip 1 bodies", 0, &error) && reply.bodies);
    cr_expect(ss_reply_parse(&reply, "iterate 12 7", 12, &error));
    cr_expect(reply.kind == SS_REPLY_ITERATE && reply.iterations == 7);
    cr_expect(ss_reply_parse(&reply, "answer 12 9 converged 0.25", 12, &error));
    cr_expect(reply.kind == SS_REPLY_ANSWER && reply.converged && reply.time_s == 0.25);
    cr_expect(ss_reply_parse(&reply, "answer 12 9 unconverged 0", 12, &error));
    cr_expect_not(reply.converged);
}

Test(command, replies_refused)
{
    static const char *const wrong[] = {
        "",
        " ",
        "stickslip",
        "stickslip 2",
        "stickslip 1 1",
        "iterate 12",
        "iterate 12 -1",
        "iterate 12 7 7",
        "iterate 13 7",
        "iterate  12 7",
        "iterate 12 99999999999999999999999",
        "iterates 12 7",
        "answer 12 9 converged",
        "answer 12 9 converged nan",
        "answer 12 9 converged -1",
        "answer 12 9 converged inf",
        "answer 12 9 converged 0 0",
        "answer 12 9 maybe 0",
        "answer 12 1000000001 converged 0",
        "error",
        "error too hard",
        "\xff\xfe 1",
    };
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; ++k) {
        ss_error error = {.code = SS_ERROR_NONE};
        ss_reply reply;
        cr_expect_not(ss_reply_parse(&reply, wrong[k], 12, &error), "%s", wrong[k]);
        cr_expect_eq(error.code, SS_ERROR_FAILED, "%s", wrong[k]);
    }
}
