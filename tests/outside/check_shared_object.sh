#!/usr/bin/env bash
# A solver as a shared object, from an installed folder alone: new-solver, built by CMake and by pkg-config, is
# listed, described, checked, judged, swept and run in a campaign, where its content is its identity; SAL's source
# has the bits of the built-in one; what cannot be loaded is refused in one line.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2
. "$support_dir/installed.bash" || exit 2

sanitized && finish # installs nothing
install_moved || finish
unset STICKSLIP_HOME
headers=$scratch/moved/include/stickslip
flags="-shared -O3 -Wall -Wextra -Werror $(PKG_CONFIG_PATH=$scratch/moved/share/pkgconfig pkg-config --cflags stickslip)"

compile() # SOURCE OBJECT [FLAG...]
{
    local from=$1 to=$2
    shift 2
    # shellcheck disable=SC2086
    cc $flags "$@" "$from" -o "$to" 2>cc.log || fail "cc $from: $(head -n 1 cc.log)"
}

# What an installed header includes is installed too.
check_headers()
{
    local one
    [ -f "$headers/solvers/plugin/plugin.h" ] || fail "no header is installed"
    for one in $(grep -rhoE '^#include "[^"]+"' "$headers" | cut -d '"' -f 2 | sort -u); do
        [ -f "$headers/$one" ] || fail "an installed header includes $one, which is not installed"
    done
}

check_new_solver()
{
    run_well new-solver mine --out mine
    cmake -S mine -B mine/build -DCMAKE_PREFIX_PATH="$scratch/moved" >cmake.log 2>&1 &&
        cmake --build mine/build >>cmake.log 2>&1 || fail "cmake: $(tail -n 1 cmake.log)"
    grep -qi warning cmake.log && fail "cmake: $(grep -i warning cmake.log | head -n 1)"
    compile mine/mine.c plain.so
    run_well new-solver around --outer --out around
    compile around/around.c around.so
    refuse 73 mine -- new-solver mine --out mine
    refuse 64 sbp -- new-solver sbp --out other
    [ ! -e other ] || fail "a refused new-solver leaves a folder"
    run_well check mine/build/mine.so
    run_well check ./around.so
    local long
    long=$(printf 'long%.0s' {1..50})
    mkdir -p "$long" && cp plain.so "$long/plain.so"
    run_well check "./$long/plain.so"
    run judge ./plain.so --against sal --repeats 1
    case $code in 0 | 10 | 11 | 13) ;; *) fail "judge ends with $code: $err" ;; esac
    expect_in "verdict: ./plain.so is" "$out" "judge"
    run_well sweep -p balls-4 -S steps=150 -s './plain.so[alpha=0.3:0.6:log:2]' -o rho
    run_well run -p balls-4 --set steps=150 -s './plain.so,nlgs-anderson[local=./plain.so],./around.so[local=./plain.so]' -o outers
}

check_names()
{
    export STICKSLIP_SOLVERS=$scratch/none:$scratch/mine/build:$scratch
    run_well list solvers
    expect_in "  mine           a new solver: one projected step of the bi-potential" "$out" "list solvers"
    run_well describe 'mine[alpha=0.25]'
    expect_in "mine[alpha=0.25] is: alpha=0.25" "$out" "describe"
    run_well describe ./plain.so
    expect_in "local solver; reference" "$out" "describe of a path"
    refuse 64 "no solver 'mime'" -- run -p balls-4 -s mime -o out
}

# The source of SAL under another name.
check_bits()
{
    { sed 's/\.name = "sal"/.name = "sal-again"/' "$source_dir/solvers/local/sal.c"
      printf '#include "solvers/plugin/plugin.h"\nSS_PLUGIN_LOCAL(ss_local_sal)\n'; } >again.c
    compile again.c again.so
    local outer
    for outer in nlgs nlgs-batched nlgs-anderson; do
        run_well run -p balls-4 --set steps=200 -s sal,./again.so --outer "$outer" --trace last -o "bits-$outer"
        csv_rows "bits-$outer/convergence.csv" sal >one
        csv_rows "bits-$outer/convergence.csv" ./again.so >other
        [ -s one ] || fail "no trace of sal in $outer"
        cmp -s one other || fail "$outer: the source of sal as a shared object has other bits"
    done
}

# The rows of a solver without its name and the times.
csv_rows()
{
    awk -F, -v name="$2" 'NR == 1 { for (k = 1; k <= NF; ++k) { if ($k == "solver") s = k; if ($k ~ /(_s|time)$/) t[k] } next }
        $s == name { for (k in t) $k = ""; $s = ""; print }' "$1"
}

check_campaign()
{
    cat >c.yaml <<'YAML'
problems: [{name: balls-4, set: [steps=150]}]
solvers: [sal, ./again.so, "nlgs-anderson[local=./again.so]"]
YAML
    run_well campaign c.yaml -o store
    expect_in "3 run now" "$out" "a campaign"
    run_well campaign c.yaml -o store
    expect_in "3 finished before" "$out" "the same again"
    sed 's/\.cap = 1/.cap = 1 /; s/standard augmented/standard  augmented/' again.c >changed.c
    compile changed.c again.so
    run_well campaign c.yaml -o store
    expect_in "2 run now, 1 finished before" "$out" "after a new build"
}

stub() # NAME FIELDS: a plug-in that says of itself what the fields say
{
    cat >"$1.c" <<STUB
#include "solvers/plugin/plugin.h"
static const ss_option rows[1];
static ss_local_outcome solve(double r[3], double u[3], const ss_contact *c, const void *s, const void *o, ss_work *w)
{ (void)r, (void)u, (void)c, (void)s, (void)o, (void)w; return SS_LOCAL_DONE; }
static void sweep(const ss_sweep *s) { (void)s; }
static const ss_local_solver local = {.name = "stub", .title = "stub", .solve = solve, .sweep = sweep};
static const ss_local_solver taken = {.name = "sbp", .title = "stub", .solve = solve, .sweep = sweep};
static const ss_local_solver idle = {.name = "stub", .title = "stub"};
static const ss_outer_solver outer = {.name = "stub", .title = "stub"};
const void *const used[] = {rows, &local, &taken, &idle, &outer};
extern __attribute__((visibility("default"))) const ss_plugin ss_solver_plugin;
const ss_plugin ss_solver_plugin = {.magic = {'s', 's', 's', 'o', 'l', 'v', 'e', 'r'}, .version = SS_PLUGIN_VERSION,
    .size = sizeof(ss_plugin), .build = SS_PLUGIN_BUILD, .sizes = {SS_PLUGIN_STRUCT_LIST(SS_PLUGIN_SIZE)}, $2};
STUB
    compile "$1.c" "$1.so" -Wno-override-init
}

refused() # OBJECT WORDS
{
    refuse 64 "$2" -- run -p balls-4 -s "$1" -o out
    [ ! -e out ] || fail "$1: a refused solver leaves a folder"
}

check_refusals()
{
    refused ./absent.so "./absent.so: No such file"
    echo text >text.so
    refused ./text.so "./text.so: no shared object"
    mkfifo pipe.so
    refused ./pipe.so "no file"
    : >empty.so
    refused ./empty.so "no shared object"
    head -c 5000 again.so >short.so
    refused ./short.so "./short.so: "
    cp again.so foreign.so
    printf '\267' | dd of=foreign.so bs=1 seek=18 conv=notrunc 2>dd.log # the machine: ARM
    refused ./foreign.so "another machine"
    echo 'int nothing = 1;' >bare.c
    compile bare.c bare.so -fvisibility=default
    refused ./bare.so "no symbol ss_solver_plugin"
    echo 'extern double ss_no_such(void); extern const int ss_solver_plugin[64]; const int ss_solver_plugin[64]; double f(void); __attribute__((visibility("default"))) double f(void) { return ss_no_such(); }' >open.c
    compile open.c open.so -Wno-pedantic
    refused ./open.so "undefined symbol: ss_no_such"
    echo '__attribute__((visibility("default"))) const char ss_solver_plugin[400] = "other";' >magic.c
    compile magic.c magic.so
    refused ./magic.so "no plug-in of stickslip"
    echo '__attribute__((constructor)) static void f(void) { __builtin_trap(); }' >trap.c
    compile trap.c trap.so
    refused ./trap.so "crashes the process (signal 4)"
    printf '#include <stdlib.h>\n__attribute__((constructor)) static void f(void) { exit(0); }\n' >leave.c
    compile leave.c leave.so
    refused ./leave.so "ends the process (exit code 0)"
    stub fine '.local = &local'
    run_well describe ./fine.so
    stub old '.local = &local, .version = 0'
    refused ./old.so "too old"
    stub new '.local = &local, .version = 99'
    refused ./new.so "too new: it has version 99"
    stub shape '.local = &local, .sizes[SS_PLUGIN_STRUCT_ss_problem] = 8'
    refused ./shape.so "ss_problem has 8 bytes there"
    stub size '.local = &local, .size = 8'
    refused ./size.so "ss_plugin has 8 bytes there"
    stub build '.local = &local, .build = 1'
    refused ./build.so "sanitizer"
    stub none '.local = NULL'
    refused ./none.so "no descriptor"
    stub two '.local = &local, .outer = &outer'
    refused ./two.so "several descriptors"
    stub taken '.local = &taken'
    refused ./taken.so "'sbp'"
    stub idle '.local = &idle'
    refused ./idle.so "lacks its functions"
}

check_headers
check_new_solver
check_names
check_bits
check_campaign
check_refusals
finish
