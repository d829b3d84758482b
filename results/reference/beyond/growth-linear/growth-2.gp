# Draw this figure again, in this folder: gnuplot growth-2.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'growth-2.dat'
output_stem = 'growth-2'
plot_title = 'Growth with balls: ball-pack, steps=1, tol=1e-06'
plot_note = 'one instance at some values: intervals are too narrow'
n_curves = 5
n_panels = 3
array line[5]
parameter = 'balls'
line[1] = 'reference: 0.06 (-0.74 to 0.37), 0.14 (-0.76 to 0.48), 1.40 (0.35 to 1.69); 343 to 8000'
line[2] = 'nlgs-anderson[local=exact]: 0.17 (-1.52 to 0.47), 0.17 (-1.43 to 0.47), 1.45 (-0.03 to 1.79); 343 to 8000'
line[3] = 'ppa-newton linear=factor shift=newton: no power, all solved at fewer than 3 values'
line[4] = 'ppa-newton linear=multigrid shift=held: no power, all solved at fewer than 3 values'
line[5] = 'ppa-newton linear=multigrid shift=newton: no power, all solved at fewer than 3 values'
looks = 'a57 e15 j21 j32 j43'
array axis[3]
array factor[15]
array power[15]
array from[15]
array to[15]
axis[1] = 'sweeps'
factor[1] = 215.314133
power[1] = 0.0591650516
from[1] = 343
to[1] = 8000
factor[2] = 42.3625682
power[2] = 0.166568679
from[2] = 343
to[2] = 8000
factor[3] = NaN
power[3] = NaN
from[3] = 343
to[3] = 1000
factor[4] = NaN
power[4] = NaN
from[4] = 343
to[4] = 1000
factor[5] = NaN
power[5] = NaN
from[5] = 343
to[5] = 343
axis[2] = 'work units'
factor[6] = 73.24477
power[6] = 0.141940833
from[6] = 343
to[6] = 8000
factor[7] = 86.2465178
power[7] = 0.170606066
from[7] = 343
to[7] = 8000
factor[8] = NaN
power[8] = NaN
from[8] = 343
to[8] = 1000
factor[9] = NaN
power[9] = NaN
from[9] = 343
to[9] = 1000
factor[10] = NaN
power[10] = NaN
from[10] = 343
to[10] = 343
axis[3] = 'CPU time (s)'
factor[11] = 1.65525217e-06
power[11] = 1.39729307
from[11] = 343
to[11] = 8000
factor[12] = 1.5602888e-06
power[12] = 1.4490814
from[12] = 343
to[12] = 8000
factor[13] = NaN
power[13] = NaN
from[13] = 343
to[13] = 1000
factor[14] = NaN
power[14] = NaN
from[14] = 343
to[14] = 1000
factor[15] = NaN
power[15] = NaN
from[15] = 343
to[15] = 343
array told[3]
array untold[3]
told[1] = 16
untold[1] = 'none is known'
told[2] = 16
untold[2] = 'none is known'
told[3] = 16
untold[3] = 'none is known'
load 'style.gp'
load 'powers.gp'
