#!/usr/bin/env bash
# What a campaign or sweep says before it runs: its plan, how long it may take, the words and files
# that it refuses.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2
. "$support_dir/night.bash"

instances=2

# A campaign's file that nobody writes is refused: no waiting for a pipe.
check_pipe()
{
    mkfifo pipe
    run campaign pipe -o from-pipe
    expect_equal "exit code of a pipe as a campaign's file" "$code" 65
    expect_in "not a regular file" "$err" "a pipe"
}

check_dry_run()
{
    local before file
    before=$(ls -lAR --time-style=full-iso whole | sha1sum)
    run_well campaign night.yaml --dry-run -o whole
    expect_in " 0 missing" "$out" "a dry run of what is done"
    run_well campaign night.yaml --dry-run -o whole --retry solved,diverged,max-sweeps,stagnated
    expect_in " $((10 * instances)) missing" "$out" "a dry run that retries"
    expect_equal "a store after a dry run" "$(ls -lAR --time-style=full-iso whole | sha1sum)" "$before"
    cp -r whole long # where every run took a minute
    for file in long/runs/*.csv; do
        awk -F , -v OFS=, 'NR == 1 { for (k = 1; k <= NF; ++k) if ($k == "wall_s") left = NF - k }
            NR == 2 { $(NF - left) = 60 } { print }' "$file" >one.csv && mv one.csv "$file"
    done
    run_well campaign night.yaml --dry-run -o long --jobs 2 --retry solved,diverged,max-sweeps,stagnated
    expect_in "about $((10 * instances / 2)) min with 2 at a time, by $((10 * instances)) finished runs" "$out" \
        "the time it takes"
    run_well campaign night.yaml --dry-run -o nowhere
    run_well sweep -p sliding-ball -s sbp --vary mu=0.1,0.2 --dry-run -o nowhere
    run_well reproduce dumont --quick --dry-run -o nowhere
    run_well reproduce field --data siconos --dry-run -o nowhere
    for file in moreau sanni polarization phenomena dumont; do
        run_well reproduce $file --quick --dry-run
    done
    expect_equal "problems of the cheapest table, and those of the dearest" \
        "$(sed -n 's/ with .*:$//p' "$out" | tr '\n' ' ')" "sliding-ball balls-4 balls-500 "
    [ ! -e nowhere ] && [ ! -e results-dumont ] || fail "--dry-run made a folder"
    run_well reproduce dumont --quick --table 1
    run_well status results-dumont
    expect_in "partial: QUICK" "$out" "the status of a smoke test"
}

# A long grid is a few names on a line.
check_long_plan()
{
    run_well sweep -p sliding-ball -S steps=2 -s 'sbp[alpha=0.1:2:lin:20]' -i 1-3 --vary mu=0.1,0.2 --dry-run
    expect_in "sbp[alpha=0.1], sbp[alpha=0.2], sbp[alpha=0.3], ... 16 more, sbp[alpha=2]  instance 1 (20 runs)" "$out" \
        "a plan of 20 alphas"
    run_well sweep -p sliding-ball -S steps=2 -s 'sbp[alpha=0.1:0.5:lin:5]' --dry-run
    expect_in "sbp[alpha=0.3], sbp[alpha=0.4], sbp[alpha=0.5]  instance 1 (5 runs)" "$out" "a plan of 5 alphas"
}

check_words()
{
    run_well sweep -p sliding-ball --vary mu=0.1,0.3 --vary steps=1:3:lin:3 -s sbp,ebp --dry-run
    expect_in "12 runs, 12 missing" "$out" "two grids"
    run sweep -p sliding-ball --vary mu=0.1 --vary mu=0.3 -s sbp --dry-run
    expect_equal "exit code of a parameter twice" "$code" 64
    expect_in "mu is given twice" "$err" "a parameter twice"
    run sweep -p sliding-ball --vary muu=0.1 -s sbp --dry-run
    expect_in "did you mean 'mu'" "$err" "--vary muu"
    run sweep -p sliding-ball -s ebp --over alfa --dry-run
    expect_equal "exit code of --over alfa" "$code" 64
    expect_in "did you mean 'alpha'" "$err" "--over alfa"
    mkdir -p walls/below
    cp "$source_dir/problems/data/local/Confeti-ex03-Fc3D-SBM.hdf5" walls/b.hdf5
    cp walls/b.hdf5 walls/below/a.hdf5
    cp walls/b.hdf5 walls/a.txt
    run_well sweep -p file:walls,'file:w*/b.h*' -s exact --dry-run
    expect_equal "files of a folder and a pattern" "$(sed -n 's/^file:\(.*\) with .*/\1/p' "$out" | tr '\n' ' ')" \
        "walls/b.hdf5 walls/below/a.hdf5 "
    expect_in "2 runs (1 left out, the same as others)" "$out" "a file that is asked for twice"
    echo "{problems: ['file:walls/*.hdf5'], solvers: exact}" >walls.yaml
    run_well campaign walls.yaml --dry-run
    run sweep -p 'file:walls/*.h5' -s exact --dry-run
    expect_refused 65 "a pattern that nothing matches" "file:walls/*.h5 stands for no file"
    run run -p file:walls -s exact -o several
    expect_refused 64 "several files for run" "the first of 2, file:walls/b.hdf5"
    run campaign nowhere.yaml --dry-run
    expect_equal "exit code of a missing file" "$code" 65
}

write_night
run_well campaign night.yaml -o whole -j 3
check_pipe
check_dry_run
check_long_plan
check_words
finish
