# Completion of stickslip for bash: the program itself says what may stand where the cursor is.
# Installed as share/bash-completion/completions/stickslip; or source it.
#
# SPDX-License-Identifier: GPL-3.0-or-later

_stickslip()
{
    local words word cut= found line
    read -ra words <<<"${COMP_LINE:0:COMP_POINT}"
    [[ ${COMP_LINE:0:COMP_POINT} == *[[:blank:]] ]] && words+=("")
    word=${words[-1]}
    # Bash replaces what stands after the last = or : of a word, or all of it in quotes.
    [[ $word == [\'\"]* || $word != *[=:]* ]] || cut=${word%"${word##*[=:]}"}
    # The words as the program would get them.
    words=("${words[@]#[\'\"]}")
    words=("${words[@]%[\'\"]}")
    mapfile -t found < <("${words[0]/#\~/$HOME}" complete "${words[@]:1}" 2>/dev/null)
    COMPREPLY=()
    for line in "${found[@]}"; do
        case $line in
            :files | :folders)
                compopt -o filenames
                word=${word##*[=:,]}
                [[ $line == :files ]] && words=(-f) || words=(-d)
                mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen "${words[@]}" -- "${word#[\'\"]}")
                ;;
            *)
                line=${line%%$'\t'*}
                COMPREPLY+=("${line#"$cut"}")
                ;;
        esac
    done
    [[ ${#COMPREPLY[@]} -ne 1 || ${COMPREPLY[0]} != *[=:] ]] || compopt -o nospace
}

complete -F _stickslip stickslip
