#!/usr/bin/env bash
# libstickslip and its Python module, from an installed folder that has moved: the example is built by
# pkg-config and solves as the program does, to the bit; of all symbols only the header's are seen;
# wrong input is refused in one line; two threads with a solver each get what one gets.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2
. "$support_dir/installed.bash" || exit 2

sanitized && {
    echo "sanitized: a program without the sanitizer cannot load the library"
    exit 0
}

find_parts()
{
    libraries=$(dirname "$(find moved -name libstickslip.so)")
    export LD_LIBRARY_PATH=$scratch/$libraries PKG_CONFIG_PATH=$scratch/$libraries/pkgconfig
    header=moved/include/stickslip.h
    data=$scratch/moved/share/stickslip/problems/data
}

build() # SOURCE PROGRAM FLAG...
{
    cc -std=c11 -Wall -Wextra -Werror "$1" -o "$2" $(pkg-config --cflags --libs libstickslip) "${@:3}" 2>&1 |
        head -n 5 >build.log
    [ ! -s build.log ] || fail "building $1: $(cat build.log)"
}

check_symbols()
{
    nm -D --defined-only "$libraries/libstickslip.so" | awk '{ print $3 }' | sort >seen
    grep -oE '\bstickslip_[a-z_]+ *(\(|\[)' $header | grep -oE '^[a-z_]+' | sort -u >declared
    cmp -s seen declared || fail "symbols and header differ: $(comm -3 seen declared | tr -s '\t\n' '  ')"
    c++ -x c++ -fsyntax-only -Wall -Wextra -Werror $header 2>c++.log || fail "C++: $(head -n 1 c++.log)"
}

# The r of contact 0 as the example prints it is that of the program's impulses.
check_same_bits()
{
    local file solver column words
    build moved/share/stickslip/examples/example.c example
    ./example >"$out" 2>"$err" || fail "the example: $(first_line "$err")"
    grep -q '^solved .* N s$' "$out" || fail "the example prints $(first_line "$out")"
    for file in "$data"/local/Box_Stacks*.hdf5 "$data"/global/*.hdf5; do
        for solver in reference sal 'nlgs-anderson[local=ebp]'; do
            rm -rf mine
            run_well run -p "file:$file" -s "$solver" --stop e1 --tol 1e-10 --impulses -o mine
            words=
            for column in r_n_ns r_t1_ns r_t2_ns; do
                csv_column mine/impulses.csv $column >column
                words="$words$(awk 'NR == 1 { printf "%.17g ", $1 }' column)"
            done
            ./example "$solver" "$file" >"$out" 2>"$err" || fail "$solver: $(first_line "$err")"
            expect_equal "$solver on ${file##*/}" "$(sed 's/.*contact 0: \(.*\)N s/\1/' "$out")" "$words"
        done
    done
}

check_refusals()
{
    local code
    ./example no-such-solver >"$out" 2>"$err"
    code=$?
    expect_equal "exit code of a wrong name" $code 64
    expect_in "no-such-solver" "$err" "a wrong name"
    ./example command:true no-such-file >"$out" 2>"$err"
    code=$?
    expect_equal "exit code of a process" $code 64
    expect_in "the program alone" "$err" "a process as a solver"
    ./example reference no-such-file >"$out" 2>"$err"
    code=$?
    expect_equal "exit code without the file" $code 65
    expect_in "no-such-file" "$err" "a missing file"
    expect_equal "lines" "$(count_lines "$err")" 1
}

check_threads()
{
    cat >threads.c <<'C'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stickslip.h>
typedef struct work { const stickslip_problem *problem; const char *words; double *r; int ok; } work;
static void *solve(void *argument)
{
    work *w = argument;
    stickslip_answer answer = {.r = w->r};
    stickslip_solver *solver = stickslip_solver_create(w->words, NULL);
    w->ok = solver != NULL;
    for (int k = 0; w->ok && k < 20; ++k)
        w->ok = stickslip_solve(solver, w->problem, NULL, NULL, &answer, NULL) && answer.report.solved;
    stickslip_solver_free(solver);
    return NULL;
}
int main(int argc, char **argv)
{
    const char *words[] = {"reference", "nlgs-anderson[local=sal]"};
    stickslip_problem *problem = stickslip_problem_read(argv[argc - 1], NULL);
    const size_t n = 3 * stickslip_problem_arrays(problem).n_contacts;
    pthread_t thread[2];
    work w[4];
    int same = 1;
    for (int k = 0; k < 4; ++k)
        w[k] = (work){problem, words[k % 2], calloc(n, sizeof(double)), 0};
    solve(&w[2]), solve(&w[3]);
    for (int k = 0; k < 2; ++k)
        pthread_create(&thread[k], NULL, solve, &w[k]);
    for (int k = 0; k < 2; ++k)
        pthread_join(thread[k], NULL);
    for (int k = 0; k < 2; ++k)
        same &= w[k].ok && w[k + 2].ok && memcmp(w[k].r, w[k + 2].r, n * sizeof(double)) == 0;
    puts(same ? "same" : "others");
    return 0;
}
C
    build threads.c threads -pthread
    expect_equal "two threads" "$(./threads "$data"/local/Box_Stacks*.hdf5)" same
}

check_python()
{
    PYTHONPATH=$scratch/moved/share/stickslip/python /usr/bin/python3 -B -W error \
        "$support_dir/library_test.py" "$data" "$source_dir/harness/library/README.md" >"$out" 2>"$err" || fail "python: $(tail -n 1 "$err")"
    expect_equal "python" "$(tail -n 1 "$out")" "passed"
}

install_moved && {
    find_parts
    check_symbols
    check_same_bits
    check_refusals
    check_threads
    check_python
}
finish
