#!/usr/bin/env bash
# export --vtk from outside: VTK's own reader reads every file, and finds in it what the tables say, of
# balls, discs, blocks, walls of every shape, contacts and growing piles, of runs and of stores.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

USAGE=64 DATA=65 OUTPUT=73
python=/usr/bin/python3 # Debian's, for Debian's VTK
reader=$support_dir/read_vtk.py

# The words of the reader must begin so: cells of each part, all moments together.
compare() # WANTED WORD...
{
    local wanted=$1
    shift
    "$python" "$reader" "$@" >read 2>&1 || fail "$*: $(head -n 5 read | tr '\n' ' ')"
    expect_equal "cells of $*" "$(tail -n 1 read)" "$wanted"
}

# Run, export, compare: every solver's .pvd but those of one part.
exported() # NAME WANTED SCENE...
{
    local name=$1 wanted=$2
    shift 2
    run_well run "$@" -s exact -o "$name"
    run_well export --vtk "$name" -o "vtk-$name"
    compare "$wanted" run "$name" "vtk-$name" exact
}

check_scenes()
{
    exported cylinder "balls:240 chains:59 contacts:59 walls:576" -p shaken-cylinder -S balls=40 \
        -S diameter=0.007 -S e_n=0 -S e_n-wall=0 --steps 1250 --frames 250
    exported cup "balls:24 chains:37 contacts:37 walls:432" -p balls-cylinder -S vessel=cup --steps 600 \
        --frames 300
    exported silo "balls:900 chains:1110 contacts:1110 walls:483" -p silo-discharge --steps 50 --frames 25
    exported discs "chains:40 contacts:40 solids:42 walls:9" -p triangular-array --steps 50 --frames 25
    exported inclined "chains:5 contacts:5 solids:6 walls:6" -p rolling-disc --steps 50 --frames 10
    exported blocks "chains:59 contacts:59 solids:30 walls:3" -p block-wall --steps 40 --frames 20
    exported bare "balls:8 chains:10 contacts:10 walls:10" -p balls-4 --steps 300
}

# Walls that stand have one file, those that move one a moment.
check_size()
{
    expect_equal "files of standing walls" "$(find vtk-discs -name 'walls-*.vtp' | wc -l)" 1
    expect_equal "files of a shaken floor" "$(find vtk-blocks -name 'walls-*.vtp' | wc -l)" 3
    expect_equal "hidden files" "$(find vtk-* . -maxdepth 3 -name '.?*' -not -name .lock | wc -l)" 0
}

check_store()
{
    local run
    cat >night.yaml <<'YAML'
problems: [{name: block-stack, set: [steps=20]}]
solvers: [exact, ebp]
keep: bodies, forces, shapes
frames: 10
YAML
    run_well campaign night.yaml -o night
    run_well export --vtk night --solver exact -o vtk-night
    expect_equal "folders" "$(find vtk-night -mindepth 1 -type d | wc -l)" 1
    run=$(csv_column night/summary.csv run | paste - <(csv_column night/summary.csv solver) |
        sed -n 's/\texact$//p')
    compare "chains:20 contacts:20 solids:15 walls:3" run night vtk-night "block-stack-1-exact-$(cut -c 1-8 <<<"$run")" "$run"
}

# A box has six faces, each a cell; the bodies are counted, not the faces.
check_boxes()
{
    run_well run -p box-tower -S angle=40 -S mu=1.2 -S height=0.5 -S boxes=2 --steps 100 -s exact --frames 50 -o tower
    run_well export --vtk tower -o vtk-tower
    expect_in "3 moments, at the last 2 bodies, 1 wall" "$out" "export of boxes"
    compare "$1" run tower vtk-tower exact
}

check_surface()
{
    run_well grow --set n=8 --solver sweeps,gradient --frames 5 -o pile
    run_well export --vtk pile -o vtk-pile
    compare "surface:256" surface pile vtk-pile gradient
    compare "surface:256" surface pile vtk-pile sweeps
    expect_in "no stress" "$out" "what a surface lacks"
}

# The second time the same bytes.
check_same()
{
    run_well export --vtk blocks -o again
    diff -r vtk-blocks again >difference || fail "another export: $(head -n 1 difference)"
}

spoil() # COMMAND-OF-SED FILE: a copy of the run of blocks with a changed table
{
    rm -rf spoilt
    cp -r blocks spoilt
    sed -i "$1" "spoilt/$2"
}

check_refused()
{
    refuse $USAGE "export --vtk" -- export blocks -o out
    refuse $USAGE "--out is needed" -- export --vtk blocks
    refuse $DATA "nowhere" -- export --vtk nowhere -o out
    refuse $DATA "bodies of the chosen runs" -- export --vtk blocks -s ebp -o out
    run export --vtk blocks -o vtk-blocks
    expect_refused $OUTPUT "a folder that is there" "vtk-blocks"
    spoil '5s/,polygon,/,polgon,/; 5s/,[0-9]*,\([0-9]*,[0-9]*\)$/,77,\1/' bodies.csv
    refuse $DATA "spoilt/bodies.csv, line 5" "outline 77" -- export --vtk spoilt -o out
    spoil '3s/nan,[^,]*,/nan,inf,/' bodies.csv
    refuse $DATA "spoilt/bodies.csv, line 3" "x_m = inf" -- export --vtk spoilt -o out
    spoil '$s/sticking\|sliding/stiking/' forces.csv
    refuse $DATA "spoilt/forces.csv, line" "'stiking'; did you mean 'sticking'?" -- export --vtk spoilt -o out
    spoil '1s/rn_ns/rn/' forces.csv
    refuse $DATA "spoilt/forces.csv, line 1" "'rn_ns'" -- export --vtk spoilt -o out
    spoil '4s/[^,]*$/x/' bodies.csv
    refuse $DATA "spoilt/bodies.csv, line 4" "'x' is not a whole number" -- export --vtk spoilt -o out
    spoil 's/,h=[^,"]*/,h=0/' summary.csv
    refuse $DATA "no time step h > 0" -- export --vtk spoilt -o out
    spoil '2d' summary.csv
    rm spoilt/history.csv
    refuse $DATA "neither summary.csv nor history.csv has a row of solver 'exact'" -- export --vtk spoilt -o out
    rm spoilt/bodies.csv
    refuse $DATA "has no bodies.csv" "--frames" -- export --vtk spoilt -o out
    expect_equal "what refusals left" "$(find . -name '.*partial*' | wc -l)" 0
}

# A moment as a picture: something is drawn of it, the chains in red; without a display it says so.
check_picture()
{
    local draw=$source_dir/harness/export/picture.py
    env -u DISPLAY "$python" "$draw" vtk-bare/exact.pvd no.png >"$out" 2>"$err"
    expect_equal "exit code of picture.py without a display" $? 69
    expect_in "xvfb-run -a" "$err" "picture.py without a display"
    command -v xvfb-run >/dev/null || return
    xvfb-run -a "$python" "$draw" vtk-bare/exact.pvd bare.png >"$out" 2>"$err" || fail "picture.py: $(tail -n 1 "$err")"
    expect_in "bare.png: balls, walls, chains" "$out" picture.py
    "$python" "$support_dir/read_png.py" bare.png >shares || fail "bare.png is no picture"
    awk '$1 < 0.02 || $1 > 0.5 || $2 < 0.0005 { exit 1 }' shares || fail "bare.png has shares of ink and red $(cat shares)"
    xvfb-run -a "$python" "$draw" vtk-blocks/exact.pvd blocks.png 0 >"$out" 2>"$err" || fail "picture.py: $(tail -n 1 "$err")"
    expect_in "blocks.png: solids, walls" "$out" picture.py
    xvfb-run -a "$python" "$draw" nowhere.pvd no.png >"$out" 2>"$err"
    expect_equal "exit code of picture.py of nothing" $? 65
    expect_in "nowhere.pvd" "$err" "picture.py of nothing"
}

check_help()
{
    run_well export --help
    grep -A 4 '^Example' "$out" | grep -q 'stickslip export --vtk ' || fail "export --help has no example"
    expect_in "Glyph" "$out" "export --help"
}

"$python" -c 'import vtkmodules.vtkIOXML' 2>/dev/null ||
    { fail "no VTK for $python: apt-get install python3-vtk9 (.ci/install)"; finish; }
check_scenes
check_size
check_store
check_boxes "chains:8 contacts:8 solids:36 walls:3"
check_surface
check_same
check_refused
check_picture
check_help
finish
