#!/usr/bin/env bash
# The words of a run beside the numbers of its last step: `no-contact`, `unphysical`, the steps that hit
# the cap, a large E1 in a step called solved; in the status line, the status and the columns over all steps.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

summary() # FOLDER COLUMN
{
    csv_cell "$1/summary.csv" 1 "$2"
}

# The columns over all steps are those of history.csv.
expect_worst() # FOLDER [silent]
{
    local worst message
    worst=$(paste -d ' ' <(csv_column "$1/history.csv" e1) <(csv_column "$1/history.csv" step) \
        <(csv_column "$1/history.csv" max_overlap_m) <(csv_column "$1/history.csv" contacts) \
        <(csv_column "$1/history.csv" outcome) <(csv_column "$1/history.csv" eps) | awk '
        NR == 1 || $1 + 0 > e1 + 0 { e1 = $1; step = $4 > 0 ? $2 : 0 }
        NR == 1 || $3 + 0 > overlap + 0 { overlap = $3 }
        NR == 1 || $6 + 0 > eps + 0 { eps = $6 }
        $4 > 0 && !contact { contact = $2 }
        $5 ~ /max-sweeps|stagnated/ && !capped { capped = $2 }
        END { print e1, step, eps, overlap, contact + 0, capped + 0 }')
    expect_equal "$1: over all steps" "$(for column in e1_worst e1_worst_step eps_worst max_overlap_worst_m \
        first_contact_step first_capped_step; do summary "$1" $column; done | paste -sd ' ')" "$worst"
    message=$(summary "$1" message)
    [ -n "$message" ] || [ "${2:-}" = silent ] || fail "$1: the row has no message"
    [ -z "$message" ] || expect_in "$message" "$out" "$1: the status line"
}

# The balls are still in the air; later the first contact is named, though the last step has none.
check_no_contact()
{
    run_well run -p balls-4 -s sbp --steps 50 -o air
    expect_equal "in the air" "$(summary air status)" no-contact
    expect_in "no contact in any of 50 steps" "$out" "in the air"
    expect_worst air
    run_well run -p balls-4 -s exact --set restitution=mended --set e_n=0.8 --set e_t=0 --steps 80 -o bounce
    expect_equal "bounced" "$(summary bounce status)" no-contact
    expect_in "in the last of 80 steps; the first with contacts is step $(summary bounce first_contact_step)" \
        "$out" "bounced"
    [ "$(summary bounce sweeps_total)" -gt 0 ] || fail "nothing has bounced"
    expect_worst bounce
}

check_capped()
{
    run_well run -p balls-4 -s ebp --max-sweeps 500 -o capped
    expect_equal "capped" "$(summary capped status)" stagnated
    expect_in "$(summary capped steps_capped) of 1000 steps hit the cap of 500 sweeps (steps $(
        summary capped first_capped_step), " "$out" "capped"
    expect_worst capped
}

# Steps so long that balls fall through the floor: every step is solved, and nothing of it is true.
check_unphysical()
{
    run_well run -p balls-4 -s sbp --set h=1e-2 --set steps=20 -o deep
    expect_equal "five radii deep" "$(summary deep status)" unphysical
    expect_equal "its steps" "$(csv_column deep/history.csv outcome | sort -u)" solved
    expect_in " radii of the smallest one" "$out" "five radii deep"
    expect_worst deep
}

# eps adds units, so a loose tolerance can be met far from a solution; who stops by e1 asked for it.
check_loose()
{
    local worst
    run_well run -p balls-4 -s exact --tol 1e-5 --steps 400 -o loose
    expect_equal "loose" "$(summary loose status)" solved
    expect_in "which eps calls solved (" "$out" "loose"
    expect_in " in step $(summary loose e1_worst_step), " "$out" "loose"
    expect_worst loose
    run_well run -p balls-4 -s exact --stop e1 --tol 1e-2 --steps 400 -o asked
    expect_equal "e1 as asked" "$(summary asked message)" ""
    expect_worst asked silent
}

# Claims of `describe` about the physics.
check_physics()
{
    run_well describe sbp
    expect_in "alpha = 0.6 fails from mu = 5" "$out" "describe sbp"
    run_well run -p balls-4 -s sal,sbp --set mu=5 --steps 300 --trace none -o steep
    expect_equal "mu = 5" "$(csv_column steep/summary.csv status | paste -sd ' ')" "solved stagnated"
    run_well describe balls-4
    expect_in "makes the sweeps themselves cycle" "$out" "describe balls-4"
    run_well run -p balls-4 -s exact --set restitution=mended --set e_t=0.5 --steps 300 --trace none -o rough
    [ "$(summary rough steps_capped)" -ge 30 ] || fail "mended, e_t = 0.5: exact does not cycle"
    expect_in "the ball stays g h^2 deep" <(tr -s ' \n' ' ' <"$source_dir/problems/scenes/scene_table.c") margin
}

parameter() # FOLDER KEY
{
    summary "$1" parameters | tr , '\n' | sed -n "s/^$2=//p"
}

# At margin 0 rounding loses a resting contact for a step, and the ball stays g h^2 deep across the
# slope. On which slope it does is the machine's affair: at least on one.
check_lost_contact()
{
    local angle lost=0
    for angle in 20 25 30 35 40 45; do
        run_well run -p inclined-ball -s exact --steps 300 --set angle=$angle --trace none -o lost$angle
        run_well run -p inclined-ball -s exact --steps 300 --set angle=$angle --set margin=1e-12 --trace none \
            -o held$angle
        expect_depth held$angle 0
        if csv_column lost$angle/history.csv contacts | grep -qx 0; then
            lost=$((lost + 1))
            expect_depth lost$angle 1
        else
            expect_depth lost$angle 0
        fi
    done
    [ "$lost" -gt 0 ] || fail "no slope loses a contact at margin 0"
}

expect_depth() # FOLDER TIMES-G-H^2
{
    local deep
    deep=$(summary "$1" max_overlap_worst_m)
    awk -v deep="$deep" -v times="$2" -v g="$(parameter "$1" gravity)" -v h="$(parameter "$1" h)" \
        -v angle="$(parameter "$1" angle)" 'BEGIN {
        wanted = times * g * cos(angle * atan2(0, -1) / 180) * h ^ 2
        exit !(g > 0 && h > 0 && deep > 0.999 * wanted - 1e-12 && deep < 1.001 * wanted + 1e-12)
    }' || fail "$1: $deep m deep, not $2 g h^2"
}

# A study marks the bound of SBP as one for small mu, in its table, its words and its figure.
check_study()
{
    run_well sweep -p balls-4 --set steps=100 -s 'sbp[alpha=0.5,1],sal[alpha=0.5,1]' -o study
    expect_equal "kinds" "$(csv_column study/ranges.csv bound_kind | paste -sd ' ')" \
        "contraction-small-mu contraction"
    expect_in "any alpha at mu = 10 (method 8)" study/study.md "the study"
    expect_in "the bound of sbp is for small mu" study/sweep-alpha-balls-4.svg "the figure"
}

check_no_contact
check_capped
check_unphysical
check_loose
check_physics
check_lost_contact
check_study
finish
