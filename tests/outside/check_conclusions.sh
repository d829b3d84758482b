#!/usr/bin/env bash
# The planted stores (tests/planted): results made to mislead, each with the winner by accuracy and price that
# may be named, or none, and what must be said. Every verb that concludes names the same one.
#
#   bash tests/outside/check_conclusions.sh PROGRAM SOURCE_DIR BINARY_DIR [NAME...]
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2
shift 3
names=("$@")
[ $# -gt 0 ] || mapfile -t names < <(cd "$source_dir/tests/planted" && printf '%s\n' *.store | sed 's/\.store$//')

plant() # STORE, into the folder `planted`
{
    rm -rf planted && mkdir -p planted/traces
    awk -v folder=planted -f "$support_dir/plant.awk" "$1"
}

# The winner in ranking.csv by accuracy and price; none.
winner() # ACCURACY PRICE
{
    awk -v task=rows -v accuracy="$1" -v price="$2" -f - planted/ranking.csv <<'AWK'
# Only `why`, the last column, and labels have commas: labels between quotes.
NR > 1 {
    rest = $0
    split(rest, first, ",")
    if (first[1] + 0 != accuracy + 0 || first[1] == "nan" || first[2] != price)
        next
    sub(/^[^,]*,[^,]*,/, "", rest)
    if (rest ~ /^"/) {
        label = rest
        sub(/^"/, "", label)
        sub(/".*/, "", label)
    } else {
        label = rest
        sub(/,.*/, "", label)
    }
    if (rest ~ /,yes(,|$)/)
        found = label
}
END { print found == "" ? "none" : found }
AWK
}

# The headline, as profile prints it: what every other verb must say, too.
look_at_profile() # NAME STORE
{
    local accuracy price expected got
    run profile planted --no-figure
    [ "$code" -eq 0 ] || { fail "$1: profile ends with $code: $(cat "$err")"; return 1; }
    cp "$out" profile.txt
    headline=$(grep -m 1 '^By ' profile.txt)
    [ -n "$headline" ] || fail "$1: profile has no headline"
    while read -r _ accuracy price expected; do
        got=$(winner "$accuracy" "$price")
        [ "$got" = "$expected" ] || fail "$1: $price at E1 $accuracy: $got wins, not $expected ($headline)"
    done < <(grep '^expect ' "$2")
}

same_story() # NAME VERB FILE
{
    grep -q ',yes,' planted/ranking.csv || grep -qE '(nobody|`) is cheapest' "$3" || return # of nobody nothing need be said
    tr -d '`\\' <"$3" | tr '\n' ' ' | grep -qF -- "$(tr -d '`\\' <<<"$headline")" ||
        fail "$1: $2 tells another story than profile: $(grep -m 1 'By CPU\|By work' "$3")"
}

# recommend has a line an accuracy: "to E1 1e-08: by time `exact`: ...; by units nobody (...)".
same_advice() # NAME
{
    local accuracy price who line
    for accuracy in 1e-4 1e-8 1e-12; do
        for price in time units; do
            who=$(winner "$accuracy" "$price")
            line=$(grep -E "^to E1 1e-0?${accuracy#1e-}:" recommend.txt) || continue
            [ "$who" = none ] && who="by $price nobody" || who="by $price \`$who\`"
            grep -qF -- "$who" <<<"$line" || fail "$1: recommend says no '$who': $line"
        done
    done
}

look_at() # NAME
{
    local name=$1 store=$source_dir/tests/planted/$1.store words verb
    plant "$store"
    look_at_profile "$name" "$store" || return
    run report planted --no-figure --out page.md
    [ "$code" -eq 0 ] || fail "$name: report ends with $code: $(cat "$err")"
    cp page.md report.txt
    same_story "$name" report report.txt
    run recommend planted
    cp "$out" recommend.txt
    same_advice "$name"
    mapfile -t two < <(sed -n 's/^row [^ ]* [^ ]* \([^ ]*\) \([^ ]*\) .*/\1 \2/p' "$store" | sort -u)
    if [ "${#two[@]}" -eq 2 ] && [ "${two[0]% *}" != "${two[1]% *}" ]; then
        run compare planted planted --solver "${two[0]% *}:${two[1]% *}"
        cp "$out" compare.txt
        [ "$code" -eq 12 ] || same_story "$name" compare compare.txt
    fi
    words=$(sed -n 's/^because //p' "$store")
    [ -z "$words" ] || grep -qE "$words" <<<"$headline" || fail "$name: no '$words' in the headline: $headline"
    words=$(sed -n 's/^said //p' "$store")
    for verb in profile report recommend; do
        [ -z "$words" ] || grep -qE "$words" "$verb.txt" || fail "$name: $verb does not say '$words'"
    done
    rm -rf page.md page-figures
}

# Two folders that both hold both solvers: each side's rows are its own, also where a parameter is ignored.
look_at_two_folders()
{
    local tol way words
    printf 'row balls-4 %d %s nlgs solved 1e-9 %d %g tol=1e-8\n' 1 sbp 100 1 1 ebp 200 2 2 sbp 100 1 2 ebp 200 2 >base.store
    plant base.store && mv planted base
    for tol in 1e-8 1e-6; do
        printf "row balls-4 %d %s nlgs solved 1e-9 %d %g tol=$tol\n" 1 sbp 800 8 1 ebp 50 .5 2 sbp 800 8 2 ebp 50 .5 >new.store
        plant new.store && rm -rf new && mv planted new
        for way in 'base new 2' 'new base 4'; do
            words="\`ebp\` is cheapest .*next \`sbp\`: ${way##* } times the cost"
            run compare ${way% *} --solver sbp:ebp --ignore tol
            { [ "$code" -eq 10 ] && grep -qE "$words" "$out"; } || fail "compare $way, tol $tol, ends with $code: $(cat "$out" "$err")"
        done
    done
}

for name in "${names[@]}"; do
    look_at "$name"
done
look_at_two_folders
[ "${#names[@]}" -ge 40 ] || [ $# -gt 0 ] || fail "only ${#names[@]} planted stores"
finish
