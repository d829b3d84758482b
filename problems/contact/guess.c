/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/guess.h"

#include <string.h>

const char *const ss_guess_words[SS_GUESS_COUNT] = {"cold", "warm", "predictor"};
const char *const ss_guess_cells[SS_GUESS_COUNT] = {"no", "yes", "predictor"};

ss_guess ss_guess_of_cell(const char *cell)
{
    for (int k = SS_GUESS_COUNT; k-- > 1;)
        if (strcmp(cell, ss_guess_cells[k]) == 0)
            return (ss_guess)k;
    return SS_GUESS_COLD;
}
