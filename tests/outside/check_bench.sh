#!/usr/bin/env bash
# bench --quick: structure, units and sense of what it measures, never a time: positive medians
# between their quartiles, ratios that are those of the bounds, the cache of beds, refusals, Ctrl-C.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

export XDG_CACHE_HOME=$scratch/cache
solvers=exact,sbp
siconos=no
"$program" list solvers | grep '^  siconos-nsgs ' | grep -qv 'not in this build' && siconos=yes

# kind|subject|outer|solver|contacts|bodies|threads|unit|median|q1|q3|memory_bound|
# arithmetic_bound|ratio|e1|times_siconos, a line a row
rows_of() # FOLDER
{
    local column
    for column in kind subject outer solver contacts bodies threads unit median q1 q3 memory_bound \
        arithmetic_bound ratio e1 times_siconos; do
        csv_column "$1/bench.csv" $column >"column-$column"
    done
    paste -d '|' column-{kind,subject,outer,solver,contacts,bodies,threads,unit,median,q1,q3} \
        column-{memory_bound,arithmetic_bound,ratio,e1,times_siconos}
}

complaints() # prints each line of stdin as a failure
{
    while IFS= read -r line; do fail "$line"; done
}

check_all()
{
    run_well bench all --anyway --quick --sizes 150,400 --solver $solvers --out all
    expect_equal "files" "$(ls -A all | tr '\n' ' ')" \
        "bench-roofline.dat bench-roofline.gp bench-roofline.pdf bench-roofline.svg bench.csv bench.md machine.csv provenance.txt roofline.gp style.gp svg.awk "
    expect_whole_folder all
    expect_in "run: ns per contact and sweep" "$out" "standard output"
    expect_in "Limits: quartiles" "$out" "standard output"
    expect_in "QUICK" all/bench.md bench.md
    rows_of all >rows
    awk -F '|' '!($9 > 0) && $2 != "assembly" { print "not positive: " $0 }
        !($10 <= $9 && $9 <= $11) { print "median outside its quartiles: " $0 }' rows >found
    complaints <found
}

# Every kind is there for every size and solver, in its unit.
check_structure()
{
    local outer solver subject subjects
    for outer in $("$program" list solvers | sed -n '/^outer/,/^solvers/s/^  \([a-z-]*\) .*/\1/p'); do
        "$program" describe "$outer" | grep -q '^local solver: any' || continue # no sweeps
        for solver in exact sbp; do
            subjects=(late early set-up)
            case $outer in
            nlgs | nlgs-batched | nlgs-parallel) subjects+=("run to eps" "run to e1") ;;
            esac
            for subject in "${subjects[@]}"; do
                awk -F '|' -v o="$outer" -v s=$solver -v w="$subject" '($1 == "run" || $1 == "kernel") && $2 == w &&
                    $3 == o && $4 == s && $8 == "ns/contact" { n[$5] = 1 }
                    END { for (k in n) ++sizes; if (sizes != 2) print o "/" s ": " w " at " sizes + 0 " sizes, not 2" }' \
                    rows >found
                complaints <found
            done
        done
    done
    for subject in velocity eps e1; do
        expect_equal "rows of $subject" "$(grep -c "^estimators|$subject|.*|ns/contact|" rows)" 2
    done
    for subject in balls discs blocks; do
        expect_equal "rows of $subject" "$(grep -c "^shapes|$subject|nlgs|exact|.*|ns/contact|" rows)" 2
    done
    expect_equal "solvers in units" "$(grep -c '^units|solve|.*|us/unit|' rows)" \
        $(($("$program" list solvers | sed -n '/^outer/,/^external/p' | grep -c '^  ') + 1))
    expect_equal "kinds of moves" "$(grep -c '^units|.*|ns/move|' rows)" 2
    awk -F '|' '$1 == "units" && $2 == "largest/least" && $9 >= 1 { ok = 1 } END { exit !ok }' rows ||
        fail "no range of the units"
    for subject in far near assembly; do
        expect_equal "rows of $subject" "$(grep -c "^detect|$subject|.*|ns/ball|" rows)" 2
    done
    for subject in step detection assembly sweeps referee rest; do
        grep -q "^step|$subject|nlgs|exact|.*|500|1|ms/step|" rows || fail "no step row $subject"
    done
    grep "^step|step|" rows | awk -F '|' '!($15 <= 1e-3 && $15 > 0) { print "a step stops at " $15 }' >found
    complaints <found
    if sanitized; then
        echo "sanitized: the allocator does not count, no rows of memory"
    else
        grep -q "^memory|contact|nlgs|exact|.*|bytes/contact|" rows || fail "no bytes a contact"
        grep -q "^memory|body|nlgs|exact|.*|bytes/body|" rows || fail "no bytes a body"
    fi
}

# ratio = median / the larger bound, and the parts of a step are its whole.
check_sums()
{
    awk -F '|' 'function unknown(x) { return x == "nan" }
        unknown($14) { next }
        { bound = unknown($13) || (!unknown($12) && $12 + 0 > $13 + 0) ? $12 : $13
          if (($14 * bound / $9 - 1) ^ 2 > 1e-12) print "ratio " $14 " of " $0; ++n }
        END { if (n < 10) print "only " n + 0 " rows have a bound" }' rows >found
    complaints <found
    awk -F '|' '$1 == "step" && $3 == "nlgs" { if ($2 == "step") whole = $9; else parts += $9 }
        END { if (!(parts > 0.6 * whole && parts < 1.6 * whole))
            print "the parts of a step add up to " parts ", the whole is " whole }' rows >found
    complaints <found
}

# A form's arithmetic is held against the peak of its own instruction set, as machine.csv has it;
# what searches has no bound; the set-up has rows of its own.
check_bounds()
{
    local column
    for column in kind subject variant threads flops_per_unit arithmetic_bound memory_bound; do
        csv_column all/bench.csv $column >"column-$column"
    done
    paste -d '|' column-{kind,subject,variant,threads,flops_per_unit,arithmetic_bound,memory_bound} >bounds
    awk -F '|' 'NR == FNR { if ($1 == "peak") peak[$2, $3] = $5; next }
        $3 ~ /^isa=/ && $6 != "nan" {
            isa = substr($3, 5); ++n
            if (($6 * peak[isa, $4] / ($5 * 1e9) - 1) ^ 2 > 1e-12 && $1 == "kernel")
                print "the bound " $6 " of " $0 ", peak " peak[isa, $4] }
        $1 == "detect" && ($6 != "nan" || $7 != "nan") { print "a bound of " $0 }
        $2 == "set-up" { ++set_up }
        END { if (n < 2) print "only " n + 0 " forms have a bound of their own"
              if (set_up < 4) print "only " set_up + 0 " rows of the set-up" }' machine bounds >found
    complaints <found
}

# The machine: every level and thread count, larger for memory nearer to the core within reason.
check_machine()
{
    local where threads column
    for column in quantity where threads unit median q1 q3; do
        csv_column all/machine.csv $column >"column-$column"
    done
    paste -d '|' column-{quantity,where,threads,unit,median,q1,q3} >machine
    for where in L2 L3 memory; do
        for threads in 1 2; do
            grep -q "^triad|$where|$threads|bytes/s|" machine || fail "no triad $where $threads"
        done
    done
    grep -q "^share|core|2|-|" machine || fail "nothing says whether two cores were free"
    grep -q "^peak|baseline|1|flop/s|" machine || fail "no peak"
    awk -F '|' '!($5 > 0 && $6 <= $5 && $5 <= $7) { print "machine.csv: " $0 }' machine >found
    complaints <found
}

check_siconos()
{
    if [ $siconos = no ]; then
        expect_in "Siconos is not in this build" all/bench.md bench.md
        return
    fi
    expect_equal "rows of Siconos" "$(grep -c '^siconos|sweep||siconos-nsgs' rows)" 2
    expect_equal "solves by Siconos" "$(grep -c '^siconos|to e1 0.*||siconos-nsgs' rows)" 4
    # the same method: exact's E1 after 200 sweeps is that of Siconos' default
    awk -F '|' '$1 "|" $2 != "siconos|sweep" { next }
        $4 == "siconos-nsgs" { theirs = $15; cost = $9 }
        $3 == "nlgs" && $4 == "exact" {
            if (($15 / theirs - 1) ^ 2 > 1e-4) print "E1 of exact " $15 ", of siconos-nsgs " theirs
            if (($16 * $9 / cost - 1) ^ 2 > 1e-12) print "times_siconos " $16 " of " $0; ++n }
        END { if (n != 1) print n + 0 " rows of exact beside Siconos" }' rows >found
    complaints <found
    # whole solves: to the same E1, beside siconos-nsgs, which comes there
    awk -F '|' '$1 "|" $2 != "siconos|to e1 0.001" || $4 == "siconos-nsgs-nsn" { next }
        !($15 <= 1e-3 && $15 > 0 && $8 == "ms/solve") { print "not a solve to E1 1e-3: " $0 }
        $4 == "siconos-nsgs" { cost = $9; next }
        { ++n; if (($16 * $9 / cost - 1) ^ 2 > 1e-12) print "times_siconos " $16 " of " $0 }
        END { if (n < 6) print "only " n + 0 " solves beside Siconos" }' rows >found
    complaints <found
}

# A bed is settled once; what is in the cache serves again.
check_cache()
{
    local before after
    before=$(cd cache/stickslip && sha256sum -- * && stat -c '%n %y' -- *)
    run_well bench detect --anyway --quick --sizes 150,400
    after=$(cd cache/stickslip && sha256sum -- * && stat -c '%n %y' -- *)
    expect_equal "the cache after a second run" "$after" "$before"
    [ "$(ls cache/stickslip | wc -l)" -ge 3 ] || fail "the cache holds $(ls cache/stickslip)"
    run_well bench detect --anyway --quick --sizes 150 --cache own/cache
    expect_equal "files of --cache" "$(ls own/cache | wc -l)" 1
}

refused() # EXIT-CODE WORDS ARGUMENTS...
{
    refuse "$1" "$2" -- bench --anyway --quick --out out "${@:3}"
}

check_refusals()
{
    local bad
    refused 64 "did you mean 'kernel'" kernels
    refused 64 "too many" kernel detect
    for bad in 0 -1 5 x '' 1000, ,1000 1e3 99999999999; do
        refused 64 --sizes --sizes "$bad"
    done
    refused 64 nosuch --solver nosuch
    refused 64 twice --solver exact,exact
    [ $siconos = no ] || refused 64 "only local solvers" --solver siconos-nsgs
    run bench machine --quick --out all
    expect_equal "an --out that is there" $code 73
}

# Two threads on one core have at most half of it each, on any machine.
check_cores()
{
    local core
    core=$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//')
    taskset -c "$core" "$program" bench kernel --quick --sizes 150 --out crowded >"$out" 2>"$err"
    expect_equal "exit code on one core" $? 69
    expect_in "cores are not free: each of two threads got" "$err" "on one core"
    expect_in "--anyway" "$err" "on one core"
    [ ! -e crowded ] || fail "refused, and a folder is left"
    taskset -c "$core" "$program" bench kernel --anyway --quick --sizes 150 --solver exact \
        --out crowded >"$out" 2>"$err" || fail "--anyway: $(cat "$err")"
    csv_column crowded/bench.csv speedup | sort -u >speedups
    expect_equal "speed-ups of one core" "$(cat speedups)" nan
    grep -E '\| -[0-9]' crowded/bench.md && fail "a negative time is printed"
    grep 'nlgs-parallel.domains=2' crowded/bench.md | grep -q '| - |' || fail "no '-' for a speed-up"
}

# Ctrl-C keeps the rows that are complete, and says so.
check_interrupt()
{
    local pid
    "$program" bench kernel --anyway --sizes 400 --solver exact,sbp,sal,ebp,eal,ac --out stopped \
        >"$out" 2>"$err" </dev/null &
    pid=$!
    for _ in $(seq 100); do
        [ -e stopped/provenance.txt ] && break
        sleep 0.1
    done
    sleep 3
    kill -INT $pid
    wait $pid
    code=$?
    expect_equal "exit code after SIGINT" $code 130
    expect_in "interrupted" "$err" "an interrupted bench"
    expect_whole_folder stopped
}

check_all
check_structure
check_sums
check_machine
check_bounds
check_siconos
check_cache
check_refusals
check_cores
check_interrupt
finish
