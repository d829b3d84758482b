#!/usr/bin/env bash
# A sixth paper with two scenes of its own, in a copy of the source: two files and two lines in problems/, its
# folder in paper/, and no line of the harness. It is listed, reproduced, and its numbers are the known ones.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
. "$(dirname "$0")/shell/check.bash" || exit 2
. "$support_dir/copy.bash"

# A ball that is thrown up or let fall: NAME SPEED.
write_scene()
{
    cat >"after/problems/scenes/$1.c" <<SCENE
/* A ball flies: for check_new_paper.sh.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/constants.h"
#include "problems/scenes/scene_table.h"

typedef struct params {
    ss_scene_params scene;
    double radius;
} params;

static const ss_option rows[] = {SS_REAL(params, radius, "radius", 1e-2, SS_ABOVE_ZERO, 1e3, "m",
                                         "radius of the ball", "choice: a check")};
static const ss_option_default defaults[] = {{"steps", 20, "choice: a check"}};

static bool open(ss_scene *scene, ss_error *error)
{
    const params *const p = scene->own;
    if (!ss_bodies_create(&scene->bodies, 1, 0, error))
        return false;
    scene->bodies.v[2] = $2;
    ss_bodies_set_ball(&scene->bodies, 0, p->radius, p->scene.density, p->scene.inertia_factor);
    return true;
}

static double speed(const ss_moment *m)
{
    return m->scene->bodies.v[2];
}

static double pull(const ss_moment *m)
{
    return -ss_bodies_mass(&m->scene->bodies, 0) * (m->scene->bodies.v[2] - m->v_before[2]) /
           m->scene->params.h;
}

static void observe(ss_observed *out, const ss_moment *m)
{
    ss_observe(out, "speed", speed(m));
    ss_observe(out, "pull", pull(m));
}
static const ss_observable observed = SS_OBSERVABLE_GROUP(
    observe, {"speed", "m/s", "upwards"}, {"pull", "N", "force downwards"});

const ss_catalogue_entry ss_problem_$1 = {
    .name = "$3",
    .title = "a scene that the checks add",
    .reference = "tests/outside/check_new_paper.sh",
    .known = "the pull is the weight",
    .params = SS_SCENE_TABLE(rows, params, defaults),
    .open = open,
    .observables = SS_OBSERVABLE_GROUPS(&observed),
    .constants = &ss_constants_heap,
};
SCENE
    echo "SS_PROBLEM($1)" >>after/problems/scenes/catalogue.def
}

table() # FILE, from stdin
{
    mkdir -p after/paper/galilei
    cat >"after/paper/galilei/$1"
}

write_paper()
{
    table about.csv <<'CSV'
paper,letter,cited,key,stop,how,tables,takes
galilei,G,Galilei (1638),galilei1638discorsi,eps,By a check.,1 is all of it,a second
CSV
    table captions.csv <<'CSV'
table,row_heading,title,printed
1,ball,What [G] says of balls that fly,no
CSV
    table readings.csv <<'CSV'
reading,text
printed,the paper's word
CSV
    table runs.csv <<'CSV'
table,also,reading,row,problem,solver,outer,warm_start,keep,frames,quick_frames,set,quick_set,trace,instances,with,quick_steps,repeats,weight
1,0,printed,thrown,thrown-ball,sbp,,no,observables,,,"h=0.01,gravity=10",,last,0,,10,1,1
1,0,printed,dropped,dropped-ball,sbp,,no,observables,,,"h=0.01,gravity=10",,last,0,,10,1,1
CSV
    table measures.csv <<'CSV'
name,head,label,reduce,of,window,over
speed_end,,speed at the end (m/s),last,speed,,
pull_over_weight,,mean pull over the weight,mean,pull,last 5,weight
CSV
    table rules.csv <<'CSV'
rule,kind,match,near,reference,description
known,ratio,1e-9,1.1,,as known
CSV
    table tables.csv <<'CSV'
table,row,column,paper,rule,reason
1,thrown,speed_end,4,known,
1,thrown,pull_over_weight,1,known,
1,dropped,pull_over_weight,1,known,
CSV
    table claims.csv <<'CSV'
table,rows,column,relation,than,claim
1,thrown dropped,steps,equal,10,all fly as long
CSV
    table figures.csv <<'CSV'
figure,part,problem,solver,step,kind,caption
CSV
}

copy_source before
cp -r before after
write_scene thrown_ball 5.0 thrown-ball
write_scene dropped_ball 0.0 dropped-ball
write_paper
diff -rq before after | grep -v ': galilei$' >changes
expect_equal "files that differ outside its folder" "$(count_lines changes)" 3
grep -q 'harness' changes && fail "a line of the harness changed: $(cat changes)"
if build_copy after after/build stickslip -DSS_TESTS=OFF; then
    program=$scratch/after/build/stickslip
    export STICKSLIP_HOME=$scratch/after
    run_well list papers
    expect_in "galilei" "$out" "list papers"
    run_well reproduce galilei --quick -o galilei
    expect_equal "cells that match" "$(grep -c ',match,known' galilei/table1.csv)" 3
    grep -q 'all fly as long.*,true' galilei/claims.csv || fail "no claim: $(cat galilei/claims.csv)"
    run_well report galilei --out page.html
    expect_in "balls that fly" page.html "the page"
    sed -i.well '3s/gravity=10/gravity=ten/' after/paper/galilei/runs.csv
    refuse 65 "runs.csv, line 3" "gravity=ten" -- reproduce galilei --quick -o slip
    mv after/paper/galilei/runs.csv.well after/paper/galilei/runs.csv
    sed -i 's/pull,last 5,weight/pull,last 5,wheight/' after/paper/galilei/measures.csv
    refuse 65 "'wheight'" "thrown-ball has not" -- reproduce galilei --quick -o slip
    echo '1,,thrown-ball,sbp,last,trakcs,a ball' >>after/paper/galilei/figures.csv
    refuse 65 "figures.csv, line 2" "'trakcs'" "'tracks'" -- reproduce galilei --quick -o slip
fi
finish
