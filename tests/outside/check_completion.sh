#!/usr/bin/env bash
# The man page and completion are made of the same tables as --help: the page has every verb and
# option, is clean roff, and comes out the same twice; the scripts of bash and zsh offer at a cursor
# what may stand there.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

list_verbs()
{
    "$program" --help | sed -n '/^Usage/,/^Exit codes/ s/^  \([a-z-]*\)   *[a-z].*/\1/p' |
        grep -v '^stickslip'
}

# The options of --help's list, a name a line: all of a verb but --help and --usage, argp's own.
list_options() # WORD...
{
    "$program" "$@" --help | sed -n 's/^  \(-.,\|   \) --\([a-z-]*\).*/\2/p; s/^      --\([a-z-]*\).*/\1/p' |
        sort -u | grep -vx 'help\|usage'
}

# The page's section of a verb: from its .SS line to the next.
section() # NAME
{
    awk -v name="$(sed 's/-/\\\\-/g' <<<"$1")" '
        /^\.S[SH] / { inside = $0 == ".SS " name; next } inside' page.1
}

check_man_of() # WORD...
{
    local option wanted
    section "$*" >section.1
    [ -s section.1 ] || fail "the man page has no section '$*'"
    for option in $(list_options "$@"); do
        wanted="\\fB\\-\\-${option//-/\\-}\\fR"
        grep -qF -- "$wanted" section.1 || fail "the man page has no --$option of $*"
    done
    expect_equal "options of '$*' in the man page" "$(grep -c '^\\fB\\-' section.1)" "$(list_options "$@" | wc -l)"
}

check_man()
{
    local verb n=0
    run_well help --man
    cp "$out" page.1
    run_well help --man
    cmp -s "$out" page.1 || fail "the man page comes out different the second time"
    while IFS= read -r verb; do
        check_man_of "$verb"
        n=$((n + 1))
    done < <(list_verbs)
    [ "$n" -gt 20 ] || fail "only $n verbs were looked at"
    check_man_of reproduce field
}

# mandoc is the stricter reader; a date would make each day's page another.
check_roff()
{
    mandoc -T lint -W warning page.1 >lint.txt 2>&1
    grep -v 'missing date' lint.txt >complaints.txt
    [ ! -s complaints.txt ] || fail "mandoc: $(first_line complaints.txt)"
    mandoc -T ascii page.1 | sed 's/.\x08//g' >page.txt
    expect_in "-p, --problem=P" page.txt "the page as it is read"
    grep -q '^ *scene  *the bodies' page.txt || fail "kinds of plot are no list in the page"
    expect_in "stickslip run -p balls-4 -s sbp,'ebp[alpha=2]'" page.txt "its examples"
}

# ---- bash ----

# The candidates that bash would show for the line with the cursor at its end, a candidate a line, sorted.
offered() # LINE
{
    bash -c '
        complete() { :; }
        compopt() { printf "%s\n" "$*" >>options; }
        . "$1"
        COMP_LINE=$2 COMP_POINT=${#2} COMP_WORDBREAKS=$'"' \t\n\"><=;|&(:'"'
        _stickslip
        printf "%s\n" "${COMPREPLY[@]}"' bash "$source_dir/harness/cli/shell/stickslip.bash" "$program $1" 2>&1 |
        sort | paste -sd ' '
}

expect_offered() # LINE WORDS
{
    expect_equal "bash offers after 'stickslip $1'" "$(offered "$1")" "$2"
}

check_bash()
{
    local problems
    bash -n "$source_dir/harness/cli/shell/stickslip.bash" || fail "the script of bash has a fault"
    expect_equal "verbs that bash offers" "$(offered "")" "$({ list_verbs; echo help; } | sort | paste -sd ' ')"
    problems=$("$program" list problems | sed -n '/^problems/,/^collections/ s/^  \([a-z0-9-]*\)  *.*/\1/p' | grep -v '^file')
    expect_equal "problems that bash offers" "$(offered 'run -p ')" "$({ echo "$problems"; echo file:; echo command:; } | sort | paste -sd ' ')"
    expect_offered 'pl' plot
    expect_offered 'run --ti' --timeout
    expect_offered 'run -p balls-5' balls-500
    expect_offered 'run --problem=balls-5' balls-500
    expect_offered 'run -s sbp,ebp-' sbp,ebp-nokink
    expect_offered "run -s 'sbp[alp" 'sbp[alpha='
    expect_offered 'run -s nlgs-anderson[of=nlgs-b' nlgs-batched
    expect_offered 'run -s ebp[alpha=2],sb' '2],sbp' # after = bash replaces what follows
    expect_offered 'run -p balls-4 -S ste' steps=
    expect_offered 'sweep -p balls-4 --vary=ste' steps=
    expect_offered "sweep -p balls-4 -s 'sbp[alpha=1:2:log:3],ebp' --over al" 'alpha alpha'
    expect_offered 'describe growing' growing-pile
    expect_offered 'reproduce ' 'dumont field moreau phenomena polarization renouf sanni'
    expect_offered 'reproduce field --rho-bar l' lambda
    expect_offered 'grow -s a' anderson
    expect_offered 'grow --set n' n=
    expect_offered 'run --stop siconos' siconos
    expect_offered 'campaign a.yaml --retry failed,t' failed,timeout
    expect_offered 'campaign a.yaml --retry u' unsolved
    expect_offered 'baseline s' 'save show'
    expect_offered 'help grow' grow
    expect_offered 'no-such-verb ' ''
    expect_offered 'run --steps ' ''
    expect_offered "$(printf 'run -s \\\n')x" ''
    expect_offered 'plot path DIR --format svg,pd' svg,pdf
    expect_offered 'plot path DIR --width o' one-column
    expect_offered 'plot history DIR --columns contacts,kin' contacts,kinetic_energy_j
    expect_offered 'plot accuracy DIR --estimator sic' siconos
    expect_offered 'compare a b --ignore st' ''
    expect_in scene <(offered 'plot ' | tr ' ' '\n') "plot"
    rm -f options
    expect_offered 'run -p balls-4 -S stea' ''
    expect_offered 'run --set=stea' ''
    [ ! -e options ] || fail "bash is told $(cat options) of no candidate"
    expect_offered 'run -p fil' file:
    expect_in '-o nospace' options "bash after file:"
}

check_files()
{
    mkdir runs rocks && touch 'run list.yaml' rubble.hdf5
    rm -f options
    expect_offered 'campaign ru' 'rubble.hdf5 run list.yaml runs'
    expect_in '-o filenames' options "bash of files"
    expect_offered 'run --out=r' 'rocks runs'
    expect_offered 'compare runs r' 'rocks rubble.hdf5 run list.yaml runs'
    expect_offered 'run -p file:rub' rubble.hdf5
    expect_offered 'profile runs r' 'rocks runs'
}

# A file of the user's is never run, and a word that is no command does nothing.
check_harmless()
{
    expect_offered 'run -p $(touch${IFS}bad)' ''
    expect_offered 'run -s `touch bad' ''
    [ ! -e bad ] || fail "completion ran what was typed"
}

# ---- zsh ----

# zsh's own functions stand in by others that print what they were given.
check_zsh()
{
    local script=$source_dir/harness/cli/shell/_stickslip
    command -v zsh >zsh.txt || return
    zsh -n "$script" || fail "the script of zsh has a fault"
    zsh -f -c '
        compadd() { local all="$*"; print -r -- "${all%%-d *}${shown[1]%% *} ${found[*]}"; }
        compset() { :; }
        _files() { print -r -- "files $*"; }
        run() { words=("$@"); CURRENT=$#; PREFIX=$words[-1]; . '"$script"'; }
        run "$0" run -s sbp,ebp-
        run "$0" run -p balls-4 -S stea
        run "$0" run -p balls-4 -S step
        run "$0" run -o ""
        run "$0" campaign ""' "$program" >zsh.txt 2>&1
    printf '%s\n' '-l sbp,ebp-nokink sbp,ebp-nokink' '-l steps= steps=' 'files -/' 'files ' >wanted.txt
    diff zsh.txt wanted.txt >difference.txt || fail "zsh: $(cat zsh.txt)"
}

check_man
check_roff
check_bash
check_files
check_harmless
check_zsh
finish
