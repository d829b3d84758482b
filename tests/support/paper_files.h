/* A paper's tables, rules.csv and tables.csv, in the test's folder.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_TESTS_SUPPORT_PAPER_FILES_H
#define SS_TESTS_SUPPORT_PAPER_FILES_H

/* Table 1 of these texts is refused with words that name `place`. */
void test_paper_refused(const char *rules, const char *cells, const char *place);

#endif
