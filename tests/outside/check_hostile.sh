#!/usr/bin/env bash
# Hostile inputs to the program: files of result folders, campaigns and problems that are no files,
# are torn, or hold what nobody expects, and words of the command line likewise. Whatever comes: an
# exit code of --help, one line on stderr, an end, nothing half-written, and nothing of it run.
#
# Each case is drawn from its number alone. All ten thousand (an hour), or one of them again:
#
#     HOSTILE=1:10000 bash tests/outside/check_hostile.sh build/stickslip . build
#     HOSTILE=4711:4711 bash ...                 # it stays in the folder that is printed
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

sanitized || ulimit -v 2000000 # kB: what reads without end ends
patience=60
first=${HOSTILE:-1:40}
last=${first#*:} first=${first%:*}
declare -A n_ended

# ---- what is hostile ----

long=$(head -c 5000 /dev/zero | tr '\0' x)
cells=('' ' ' 0 1 2 -1 -0 0.5 1e999 -1e999 nan -nan inf 1e-320 1e3x 0x1p-1074 ' 1' '1 ' 2147483648 18446744073709551615
    99999999999999999999 1e308 1e15 '"' '"a' '""' 'a,b' "'" '%s%n%s' '%' '../../../etc/passwd' /dev/zero '<img src=x onerror=alert(1)>'
    '</table><script>alert(1)</script>' '&lt;' '"><img src=x>' '$(touch ran)' '`touch ran`' "'; system 'touch ran'; a='" '"; system("touch ran"); a="'
    '|touch ran' '< touch ran' '; touch ran;' '\input{/etc/passwd}' '^^5cinput{x}' '\' '$x$' '#' '{' '}' '[' ']' 'sbp[alpha=1' '[]=' é $'\xff\xfe' $'\e[31m'
    $'\x01' $'\r' $'\t' '**' '| a |' '---' .. . '*' '~' '-' '--' '!' 'a=1;b' '://' 'file:' 'file:/dev/zero' nlgs solved error crash max-sweeps "$long")

# A whole number from 0 to below $1, in $drawn.
draw()
{
    drawn=$(((RANDOM << 15 | RANDOM) % ($1)))
}

# One of the words, in $drawn.
draw_word()
{
    draw $#
    drawn=${*:drawn+1:1}
}

# One cell of a table, or one word of another text, becomes hostile.
spoil_cell() # FILE
{
    local row column separator=,
    [[ $1 == *.csv ]] || separator=' '
    draw "$(($(wc -l <"$1") + 1))"
    row=$drawn
    draw "$(head -n 1 "$1" | tr -cd "$separator" | wc -c)+1"
    column=$drawn
    draw_word "${cells[@]}"
    word=$drawn awk -F "$separator" -v OFS="$separator" -v row=$((row > 0 ? row : 1)) -v column=$((column + 1)) '
        NR == row { $column = ENVIRON["word"] } { print }' "$1" >spoilt && cat spoilt >"$1"
}

spoil_bytes() # FILE
{
    local size k n at
    size=$(wc -c <"$1")
    [ "$size" -gt 0 ] || return
    draw 8
    n=$((drawn + 1))
    for ((k = 0; k < n; ++k)); do
        draw "$size"
        at=$drawn
        draw 256
        printf "\\x$(printf %x "$drawn")" | dd of="$1" bs=1 seek="$at" conv=notrunc status=none
    done
}

spoil_lines() # FILE
{
    local n
    n=$(($(wc -l <"$1") + 1))
    draw $n
    at=$((drawn + 1))
    draw_word "${at}d" "${at}p" "${at}G" "${at},\$d" "2,${at}d" "${at}{h;d};\$G" "${at}s/,//" "${at}s/\$/,1/" "${at}s/[0-9]/9e9/g"
    sed -i "$drawn" "$1"
}

# What is no file takes its place.
replace() # FILE KIND
{
    rm -r "$1"
    case $2 in
        pipe) mkfifo "$1" ;;
        zero) ln -s /dev/zero "$1" ;;
        folder) mkdir "$1" ;;
        loop) ln -s "$(basename "$1")" "$1" ;;
        huge) truncate -s 70M "$1" ;;
        empty) : >"$1" ;;
        absent) ;;
    esac
}

spoil() # FILE
{
    draw 10
    case $drawn in
        0) draw_word pipe zero folder loop huge empty absent && replace "$1" "$drawn" ;;
        1 | 2) spoil_bytes "$1" ;;
        3) draw "$(wc -c <"$1")+1" && truncate -s "$drawn" "$1" ;;
        4 | 5) spoil_lines "$1" ;;
        *) spoil_cell "$1" ;;
    esac
}

# ---- what is spoilt ----

make_folders()
{
    mkdir -p good
    (
        cd good || exit
        cat >night.yaml <<'YAML'
problems:
  - name: balls-4
    set: ['mu=0.3,0.6', 'h=0.002', 'steps=25']
solvers: [sbp, 'ebp[alpha=2]']
instances: 1-2
trace: last
keep: [bodies, forces]
YAML
        mkdir text
        cat >text/a.tex <<'TEX'
\cell{run/summary.csv}{solver=sbp}{sweeps_total} \median{run/history.csv}{}{sweeps} \said{run/provenance.txt}{cpu}
\rowcount{run/summary.csv}{status=solved}
TEX
        printf 'name,folder,command\nrun,run,make it\n' >text/sources.csv
        cp "$source_dir"/tests/corpus/fclib/frozen.hdf5 "$source_dir"/tests/corpus/fclib/rows.hdf5 \
            "$source_dir"/tests/corpus/fclib/global-lu.hdf5 .
    )
    cd good || exit 2
    run_well run -p balls-4 -s sbp,ebp -S h=0.002 -S steps=30 --max-sweeps 60 --trace all --statuses --frames 10 -o run
    run_well campaign night.yaml --out night
    run_well grow -s sweeps --set n=8 -o pile
    run_well sweep -p balls-4 -S steps=100 -s 'sbp[alpha=0.5:1:lin:2]' -o swept
    if command -v gnuplot >/dev/null; then
        echo '\plotted{run/convergence-sbp-step30}{240 x 160}' >>text/a.tex
        run_well plot convergence run --format svg --step 30
    fi
    cd "$scratch" || exit 2
}

# A verb that reads the file, in the words of one that uses it: $words.
choose_words() # FILE
{
    local kind=accuracy
    draw_word accuracy convergence history statuses scene again && kind=$drawn
    case $1 in
        run/*)
            draw 11
            case $drawn in
                0) words=(report run --out out.html) ;;
                1) words=(report run --out out.md) ;;
                2 | 3 | 4) words=(plot "$kind" run --format svg) ;;
                5) words=(export --vtk run -o out) ;;
                6) words=(rates run) ;;
                7) words=(diagnose run) ;;
                8) words=(compare run "$scratch/good/run") ;;
                9) words=(manuscript text -o out) ;;
                10) words=(profile run) ;;
            esac ;;
        night/*)
            draw 10
            case $drawn in
                0) words=(report night --out out.html) ;;
                1) words=(status night) ;;
                2) words=(collect night) ;;
                3 | 4) words=(campaign night.yaml --out night) ;;
                5) words=(merge night "$scratch/good/night" --out out) ;;
                6) words=(plot "$kind" night --format svg) ;;
                7) words=(profile night) ;;
                8) words=(rates night) ;;
                9) words=(export --vtk night -o out) ;;
            esac ;;
        night.yaml) words=(campaign night.yaml --out out) ;;
        text/*) words=(manuscript text -o out) ;;
        pile/*) draw_word "plot surface pile --format svg" "export --vtk pile -o out" && words=($drawn) ;;
        swept/*) draw_word "report swept --out out.html" "plot sensitivity swept --format svg" "compare swept swept" "collect swept" && words=($drawn) ;;
        *.hdf5)
            draw_word "describe file:$1" "run -p file:$1 -s sbp,exact -o out --max-sweeps 99 --timeout 20s" \
                "freeze -p file:$1 -s sbp -t 1 -o out.hdf5" "reproduce field --data $1 -s sbp --tol 1e-4 --max-sweeps 9 -o out" && words=($drawn) ;;
    esac
}

# A command, one of whose words becomes hostile, whole or in part.
choose_command()
{
    local at
    draw_word 'run -p balls-4 -s sbp,ebp[alpha=2] -S steps=2 --stop eps --outer nlgs --trace last -o out' \
        'describe ebp' 'list solvers' 'freeze -p balls-4 -s sbp -t 2 -S steps=3 -o out.hdf5' \
        'sweep -p balls-4 -S steps=2 -s sbp[alpha=0.5:1:lin:2] -o out' 'grow -s sweeps --set n=8 -o out' \
        'plot accuracy run --over units --estimator e1 --format svg --width 85x60' 'profile run --metric units --accuracy 1e-6' \
        'compare run run --solver sbp:ebp --ignore tol' 'report run --out out.html' 'export --vtk run -o out' \
        'rates run' 'diagnose run --solver ebp --step 7' 'merge night night --out out' 'baseline save run' \
        'manuscript text --results run=run -o out' 'reproduce dumont --quick --table 9 -o out' 'campaign night.yaml --shard 1/2 --out out'
    words=($drawn)
    draw ${#words[@]}
    at=$drawn
    draw_word "${cells[@]}"
    local word=${words[at]} cell=$drawn
    draw 5
    case $drawn in
        0) words[at]=$cell ;;
        1) words[at]=$word$cell ;;
        2) words[at]=${word%%[=:]*}=$cell ;;
        3) words+=("$cell") ;;
        4) draw ${#word} && words[at]=${word:0:drawn}$cell${word:drawn+1} ;;
    esac
}

# ---- what must hold ----

# After the words: one line of stderr, but for argp's and the note of run files that are passed over.
expect_ended() # CASE
{
    local what="case $1: stickslip $(printf '%q ' "${words[@]}" | cut -c 1-200)" file
    n_ended[$code]=$((${n_ended[$code]:-0} + 1))
    case $code in
        0 | 1 | 1[0-3]) ;;
        64 | 65 | 69 | 71 | 73 | 74)
            [ "$(sed '/^Try /,$d; /damaged run file/d' "$err" | wc -l)" -eq 1 ] && grep -q '^stickslip' "$err" ||
                fail "$what: not one line: $(first_line "$err")" ;;
        *) fail "$what: exit $code ($(first_line "$err"))" ;;
    esac
    [ -z "$(find . "$scratch/good" -name ran)" ] || grep -q 'touch ran' ./*/*.gp || # a script is a program
        fail "$what: something of it was run"
    file=$(find . -name '.*partial-*')
    [ -z "$file" ] || fail "$what: left $file"
    for file in out*; do
        case $file in
            *.html) file=$(awk -f "$support_dir/nested.awk" "$file") || fail "$what: $file" ;;
            *.md) ! grep -qE '<(img|script)' "$file" || fail "$what: a tag in $file" ;;
            out)
                [ "${words[0]}" != merge ] || continue # it copies what it does not read
                find out -name '*.csv' -size +0 >written
                while IFS= read -r file; do
                    csv -v task=check "$file" >complaint && [ -z "$(tail -c 1 "$file")" ] || fail "$what: $file: $(cat complaint)"
                done <written ;;
        esac
    done
}

copy_good()
{
    rm -rf work
    cp -r good work
    cd work || exit 2
}

run_case() # NUMBER
{
    local file words=()
    RANDOM=$1
    draw 2 # neighbours begin alike
    copy_good
    draw 10
    if [ "$drawn" -lt 3 ]; then
        choose_command
    else
        draw $n_files
        file=${files[drawn]}
        choose_words "$file"
        spoil "$file"
    fi
    run "${words[@]}"
    expect_ended "$1"
    cd "$scratch" || exit 2
}

# Every file that a verb opens, as a pipe: none waits for it.
check_pipes()
{
    local file words code_wanted
    while read -r code_wanted file words; do
        words=($words)
        copy_good
        [ -e "$file" ] || : >"$file"
        replace "$file" pipe
        run "${words[@]}"
        expect_equal "exit code of ${words[*]} with a pipe $file" "$code" "$code_wanted"
        [ "$code" -eq 0 ] || expect_in "$file': it is a pipe" "$err" "${words[*]}"
        expect_ended pipe
        cd "$scratch" || exit 2
    done
}

make_folders
mapfile -t files < <(cd good && find run night night.yaml text pile swept ./*.hdf5 -type f ! -name .lock | sed 's#^\./##' | sort)
n_files=${#files[@]}
check_pipes <<'TABLE'
65 run/summary.csv report run --out out.html
65 run/provenance.txt report run --out out.html
0 run/convergence.csv report run --out out.html
0 run/x.svg report run --out out.html
65 run/convergence.csv rates run
65 run/bodies.csv export --vtk run -o out
65 night/manifest.txt campaign night.yaml --out night
65 night.yaml campaign night.yaml --out out
65 text/a.tex manuscript text -o out
65 frozen.hdf5 run -p file:frozen.hdf5 -s sbp -o out
TABLE
command -v gnuplot >/dev/null && check_pipes <<'TABLE'
65 run/convergence.csv plot convergence run
65 run/bodies.csv plot scene run
65 run/convergence-sbp-step30.dat plot again run
TABLE
for ((number = first; number <= last; ++number)); do
    run_case "$number"
done
printf 'cases %s to %s, of %d files: exit codes' "$first" "$last" "$n_files"
for code in "${!n_ended[@]}"; do printf ' %s: %d;' "$code" "${n_ended[$code]}"; done
echo
[ "$first" != "$last" ] || { trap - EXIT; echo "$scratch"; }
finish
