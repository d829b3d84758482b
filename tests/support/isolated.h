/* Work in a child with limits, for tests.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_TESTS_SUPPORT_ISOLATED_H
#define SS_TESTS_SUPPORT_ISOLATED_H

#include "problems/base/child.h"

enum { TEST_SHARED = 1 << 16 }; /* bytes of a shared page */

/* Run `work` within `wall_s` and 256 MB more than there is. No child is left. */
ss_child_ending test_run_child(ss_child_work *work, double wall_s, int *page);

/* The same with time enough; `work` must leave its mark. The page, TEST_SHARED bytes, is the
 * caller's to unshare, unless `shared` is NULL. */
ss_child_ending test_isolate(ss_child_work *work, int **shared);

/* The mark. Returns 0. */
int test_mark(void *shared);

#endif
