/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/paper_files.h"

#include "harness/printed/paper_table.h"
#include "tests/support/files.h"

#include <criterion/criterion.h>
#include <string.h>

void test_paper_refused(const char *rules, const char *cells, const char *place)
{
    ss_error error = {0};
    ss_paper_table table;
    test_write_text("rules.csv", rules);
    test_write_text("tables.csv", cells);
    cr_expect_not(ss_paper_table_load(&table, test_folder(), 1, &error), "%s", cells);
    cr_expect_eq(error.code, SS_ERROR_DATA);
    cr_expect_not_null(strstr(error.text, place), "%s lacks %s", error.text, place);
    cr_expect_null(table.cells);
}
