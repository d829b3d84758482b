#!/usr/bin/env bash
# Solvers that misbehave, drawn at random (what, where, when) among honest ones in one campaign: every
# run has a row, with a status that this misbehaviour may have, and who is solved moved the bodies as the
# honest ones did; the honest rows are those of a campaign without the others, byte for byte.
#
#   SS_MISBEHAVING=300 SS_SEED=1 bash tests/outside/check_misbehaving.sh PROGRAM SOURCE_DIR BINARY_DIR
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

program=$binary_dir/tests/stickslip_misbehaving
n_wanted=${SS_MISBEHAVING:-24}
RANDOM=${SS_SEED:-1}
patience=3000
honest="sbp ebp sal exact"

# What a run may be, by its fault: more than one where it depends on the moment.
cat >faults <<'FAULTS'
segv crashed
abort crashed
kill crashed
alarm crashed
ctrl-c error
term error
exit error
quit error
exec error
thread-exit error crashed
spin timeout
hungry out-of-memory crashed
recurse crashed out-of-memory
free crashed solved
tongues crashed
nan diverged error
huge diverged error stagnated
zero solved stagnated
tamper error
scribble error crashed
unmap crashed
close solved error
write solved error
rounding error
block-signals solved
chdir solved error
limits solved error
children solved
daemon solved error crashed
group solved error crashed
runner solved error crashed
usr2-parent solved
kill-parent solved
ctrl-c-parent solved
FAULTS

# The same of an outer solver's words.
cat >lies <<'LIES'
interrupted error
data error
disk error
early error
sweeps error
work error
back error
LIES

pick() # FILE: a line of it
{
    sed -n "$((RANDOM % $(count_lines "$1") + 1))p" "$1"
}

# LABEL STATUS...: of a local or an outer solver, so that all faults come in turn.
draw() # K
{
    local at=$((RANDOM % 25 + 1)) fault place= line
    line=$(sed -n "$(($1 % $(count_lines faults) + 1))p" faults)
    fault=${line%% *}
    case $((RANDOM % 8)) in
        0) line=$(pick lies); echo "astray[local=sbp,lie=${line%% *},at=$at] ${line#* }" ;;
        1) place=open ;;
        2) place=end ;;
        3) place=close ;;
        4) echo "astray[local=sbp,fault=$fault,at=$at] ${line#* }" ;;
        5) echo "wayward[fault=$fault,at=0] $(in_passing "$fault" ${line#* })" ;;
        *) echo "wayward[fault=$fault,at=$at] ${line#* }" ;;
    esac
    [ -z "$place" ] || echo "astray[local=sbp,fault=$fault,place=$place] $(in_passing "$fault" ${line#* })"
}

# Beside a sweep there is no iterate to spoil.
in_passing() # FAULT STATUS...
{
    case $place-$1 in
        end-nan | end-huge | end-zero) echo error ;;
        close-rounding | *-nan | *-huge | *-zero | *-tamper) shift; echo solved "$@" ;;
        *) shift; echo "$@" ;;
    esac
}

write_campaign() # FILE [LABEL...]
{
    local file=$1 label
    shift
    echo 'problems: [{name: sliding-ball, set: ["steps=20"]}]' >"$file"
    echo 'solvers:' >>"$file"
    for label in $honest "$@"; do
        echo "  - '$label'" >>"$file"
    done
    printf '%s\n' 'timeout: 1' 'memory: 200' >>"$file"
}

draw_all()
{
    local k=0
    : >drawn
    while [ "$(cut -d ' ' -f 1 drawn | sort -u | wc -l)" -lt "$n_wanted" ]; do
        draw "$k" >>drawn
        k=$((k + 1))
    done
    sort -u -k 1,1 drawn >expected
}

times=$(sed -n 's/^- `\(.*\)` of `summary.csv`.*/\1/p' "$source_dir/results/SCHEMA.md" | paste -sd ,)

honest_rows() # FOLDER
{
    csv_without "$1/summary.csv" "$times" | grep -E "^(problem|sliding-ball,[0-9]*,(${honest// /|}),)" |
        grep -v 'astray\['
}

# A row has the label of its local solver, and that of the outer one without it.
check_rows()
{
    local label status wanted energy
    paste <(csv_column mixed/summary.csv solver) <(csv_column mixed/summary.csv outer) \
        <(csv_column mixed/summary.csv status) <(csv_column mixed/summary.csv kinetic_energy_last_j) |
        awk -F '\t' -v OFS='\t' '{ print $2 ~ /^astray/ ? $2 : $1, $3, $4 }' >rows
    energy=$(awk -F '\t' '$1 == "exact" { print $3 }' rows)
    while read -r label wanted; do
        status=$(awk -F '\t' -v label="${label/local=sbp,/}" '$1 == label { print $2 }' rows)
        case " $wanted " in
            *" $status "*) ;;
            *) fail "$label is '$status', not one of: $wanted" ;;
        esac
    done <expected
    awk -F '\t' -v energy="$energy" '
        function abs(x) { return x < 0 ? -x : x }
        $2 == "solved" && abs($3 - energy) > 1e-6 * energy { print $1 ": " $3 }' rows >wrong
    [ ! -s wrong ] || fail "solved, with an energy that is not $energy: $(paste -sd ' ' wrong)"
}

sanitized && finish # a sanitizer ends processes in ways of its own
draw_all
write_campaign plain.yaml
write_campaign mixed.yaml $(cut -d ' ' -f 1 expected)
run_well campaign plain.yaml -o plain -j 2
run campaign mixed.yaml -o mixed -j 3
expect_equal "exit code of the mixed campaign ($(first_line "$err"))" "$code" 0
expect_whole_csv mixed/summary.csv
iconv -f utf-8 -t utf-8 mixed/summary.csv >/dev/null || fail "summary.csv is no UTF-8"
expect_equal "rows" "$(csv_rows mixed/summary.csv)" "$(($(csv_rows plain/summary.csv) + $(count_lines expected)))"
check_rows
honest_rows plain | sort >wanted
honest_rows mixed | sort >got
cmp -s wanted got || fail "honest rows differ: $(diff wanted got | head -c 400)"
expect_equal "honest rows" "$(count_lines got)" 5
echo "$(count_lines expected) misbehaving runs: $(csv_column mixed/summary.csv status | sort | uniq -c | tr -s ' \n' ' ')"
finish
