#!/usr/bin/env bash
# What a run says beside the numbers of its last step: `no-contact`, `unphysical`, the steps that hit the
# cap, a large E1 in a step called solved; in the status line, the status and the columns over all steps.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

summary() # FOLDER COLUMN
{
    csv_cell "$1/summary.csv" 1 "$2"
}

# The columns over all steps are those of history.csv.
expect_worst() # FOLDER
{
    local worst
    worst=$(paste -d ' ' <(csv_column "$1/history.csv" e1) <(csv_column "$1/history.csv" step) \
        <(csv_column "$1/history.csv" max_overlap_m) <(csv_column "$1/history.csv" contacts) \
        <(csv_column "$1/history.csv" outcome) | awk '
        NR == 1 || $1 + 0 > e1 + 0 { e1 = $1; step = $4 > 0 ? $2 : 0 }
        NR == 1 || $3 + 0 > overlap + 0 { overlap = $3 }
        $4 > 0 && !contact { contact = $2 }
        $5 ~ /max-sweeps|stagnated/ && !capped { capped = $2 }
        END { print e1, step, overlap, contact + 0, capped + 0 }')
    expect_equal "$1: over all steps" "$(for column in e1_worst e1_worst_step max_overlap_worst_m \
        first_contact_step first_capped_step; do summary "$1" $column; done | paste -sd ' ')" "$worst"
    expect_in "$(summary "$1" message)" "$out" "$1: the status line"
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
    expect_worst asked
}

# What describe says of the physics is so.
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
    run_well run -p inclined-ball -s exact --steps 300 --trace none -o lost
    run_well run -p inclined-ball -s exact --steps 300 --set margin=1e-12 --trace none -o held
    awk -v deep="$(summary lost max_overlap_worst_m)" -v held="$(summary held max_overlap_worst_m)" \
        'BEGIN { exit !((deep < 1e-12 || (deep > 8.4e-8 && deep < 8.6e-8)) && held < 1e-12) }' ||
        fail "a lost contact costs $(summary lost max_overlap_worst_m) m, not g h^2, or $(
            summary held max_overlap_worst_m) with a margin"
}

# A study marks the bound of SBP as one for small mu, in its table, its words and its figure.
check_study()
{
    run_well sweep -p balls-4 --set steps=100 -s 'sbp[alpha=0.5,1],sal[alpha=0.5,1]' -o study
    expect_equal "kinds" "$(csv_column study/ranges.csv bound_kind | paste -sd ' ')" \
        "contraction-small-mu contraction"
    expect_in "any alpha at mu = 10 (method 8)" study/study.md "the study"
    expect_in "the bound of sbp is for small mu" study/sweep.svg "the figure"
}

check_no_contact
check_capped
check_unphysical
check_loose
check_physics
check_study
finish
