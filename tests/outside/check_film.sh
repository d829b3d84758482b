#!/usr/bin/env bash
# plot scene --movie: a picture of every step on one scale, joined by ffmpeg (here one of our own).
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2

USAGE=64 DATA=65 UNAVAILABLE=69 OUTPUT=73
command -v gnuplot >/dev/null || { echo "no gnuplot here: films are not checked"; finish; }

run_well run -p shaken-box -s exact,sbp --set steps=40 --stop e1 --tol 1e-3 --frames 10 -o shaken
run_well plot forces shaken --solver exact --movie frames
expect_in "shaken/forces-exact-movie: 4 pictures, 15 a second" "$out" "frames"
expect_equal "pictures, and nothing else" "$(ls -A shaken/forces-exact-movie | paste -sd ' ')" \
    "frame-0001.png frame-0002.png frame-0003.png frame-0004.png"
for picture in shaken/forces-exact-movie/*.png; do
    expect_equal "size of $picture" "$(od -An -tx1 -j 16 -N 8 "$picture")" \
        "$(od -An -tx1 -j 16 -N 8 shaken/forces-exact-movie/frame-0001.png)"
done
refuse $OUTPUT "forces-exact-movie" -- plot forces shaken --solver exact --movie frames

# One window and one scale, of all steps: a film of step 40 alone has others.
mkdir bin
cat >bin/ffmpeg <<'END'
#!/bin/sh
for file; do :; done
ls frame-*.png | wc -l >"$file"
echo "$*" >>"$file"
[ "${FFMPEG_FAILS:-}" = "" ] || { echo "out of colours" >&2; exit 1; }
END
chmod +x bin/ffmpeg
PATH=$PWD/bin:$PATH
run_well plot scene shaken --movie gif --width 100x120
expect_in "shaken/scene-sbp-movie.gif: 4 pictures" "$out" "both solvers"
expect_equal "pictures that ffmpeg got" "$(head -n 1 shaken/scene-exact-movie.gif)" 4
expect_in "-framerate 15 -i frame-%04d.png" shaken/scene-exact-movie.gif "its words"
for format in mp4 webp; do run_well plot scene shaken --solver sbp --movie $format; done
expect_whole_folder shaken
export FFMPEG_FAILS=yes
rm shaken/scene-sbp-movie.gif
refuse $UNAVAILABLE "ffmpeg failed on scene-sbp-movie.gif: out of colours" -- plot scene shaken --solver sbp --movie gif
[ ! -e shaken/scene-sbp-movie.gif ] || fail "a film that failed is there"
expect_whole_folder shaken

refuse $USAGE "did you mean 'gif'" -- plot scene shaken --movie gift
refuse $USAGE "--movie is of scenes, not for \`plot history\`" -- plot history shaken --movie gif
refuse $USAGE "not for \`plot ends\`" -- plot ends shaken --movie gif
run_well run -p shaken-box -s exact --set steps=4 -o still
refuse $DATA "--frames" -- plot scene still --movie gif
rm bin/ffmpeg
ln -s /usr/bin/* bin/ # all but that
rm -f bin/ffmpeg
PATH=$PWD/bin refuse $UNAVAILABLE "apt-get install ffmpeg" "--movie frames" -- plot scene shaken --movie gif
finish
