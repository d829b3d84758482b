/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/hostile_file.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
enum { sanitized = 1 };
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
enum { sanitized = 1 };
#else
enum { sanitized = 0 };
#endif
#else
enum { sanitized = 0 };
#endif

const int test_indices[6] = {0, 1, 2, 3, 4, 5};
const double test_values[6] = {1, 2, 3, 4, 5, 6};
const double test_q[6] = {-1, 0, 0, -1, 0, 0}, test_mu[2] = {0.3, 0.4};

hid_t test_sound_local(const char *path, int form)
{
    const test_matrix W = {6, 6, 6, 2, test_indices, test_indices, test_values};
    test_local_file(path, 3, &W, form, test_q, test_mu);
    return test_h5_edit(path);
}

hid_t test_sound_global(const char *path)
{
    const test_matrix M = {6, 6, 6, 0, test_indices, test_indices, test_values};
    const test_global global = {3, M, M, test_q, test_q, test_mu};
    test_global_file(path, &global, test_triplets);
    return test_h5_edit(path);
}

enum { MOST_S = 20 }; /* of CPU time, till SIGXCPU; a read takes milliseconds */

/* In a child: limit memory and time, send stderr into `errors`, read, and report through `report`.
 */
static void read_in_child(const char *name, int report, const char *errors)
{
    const struct rlimit bytes = {(rlim_t)1 << 30, (rlim_t)1 << 30}, seconds = {MOST_S, MOST_S + 1};
    ss_error error = {SS_ERROR_NONE, ""};
    ss_fclib_problem p;
    setrlimit(RLIMIT_CPU, &seconds);
    if (!sanitized)
        setrlimit(RLIMIT_AS, &bytes);
    if (freopen(errors, "w", stderr) == NULL)
        _exit(1);
    if (ss_fclib_read(&p, name, &error))
        ss_fclib_free(&p);
    if (write(report, &error, sizeof error) != (ssize_t)sizeof error)
        _exit(1);
    fflush(stderr);
    _exit(0);
}

void test_read_safely(ss_error *error, const char *name)
{
    int ends[2], status = 0;
    char errors[] = "/tmp/ss_test_stderr.XXXXXX";
    struct rusage usage;
    struct stat printed;
    const int printing = mkstemp(errors);
    cr_assert(printing >= 0 && pipe(ends) == 0);
    close(printing);
    const pid_t child = fork();
    cr_assert(child >= 0);
    if (child == 0)
        read_in_child(name, ends[1], errors);
    close(ends[1]);
    const bool whole = read(ends[0], error, sizeof *error) == (ssize_t)sizeof *error;
    close(ends[0]);
    cr_assert_eq(wait4(child, &status, 0, &usage), child);
    cr_assert(whole && WIFEXITED(status) && WEXITSTATUS(status) == 0, "%s: status %d", name,
              status);
    cr_expect(sanitized || usage.ru_maxrss < 100 * 1024, "%s: %ld kB", name, usage.ru_maxrss);
    cr_expect(stat(errors, &printed) == 0 && printed.st_size == 0, "%s printed", name);
    remove(errors);
}

void test_expect_refused(const char *name, const char *words)
{
    ss_error error = {SS_ERROR_NONE, ""};
    test_read_safely(&error, name);
    cr_expect_eq(error.code, SS_ERROR_DATA, "'%s' expected, got code %d %s", words, error.code,
                 error.text);
    cr_expect_not_null(strstr(error.text, name), "%s", error.text);
    cr_expect_not_null(strstr(error.text, words), "'%s' is not in: %s", words, error.text);
    cr_expect_null(strchr(error.text, '\n'));
}
