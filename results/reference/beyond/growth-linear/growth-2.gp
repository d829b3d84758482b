# Draw this figure again, in this folder: gnuplot growth-2.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'growth-2.dat'
output_stem = 'growth-2'
plot_title = 'Growth with balls: ball-pack, steps=1, tol=1e-06'
plot_note = 'one instance at some values: intervals are too narrow'
n_curves = 5
n_panels = 3
array axis[3]
array factor[15]
array power[15]
array from[15]
array to[15]
array line[5]
parameter = 'balls'
line[1] = 'ppa-newton linear=factor shift=newton: -, -, -'
line[2] = 'ppa-newton linear=multigrid shift=held: -, -, -'
line[3] = 'ppa-newton linear=multigrid shift=newton: -, -, -'
line[4] = 'reference: 0.06 (-0.48 to 0.12), 0.14 (-0.55 to 0.30), 1.40 (0.55 to 1.46); 343 to 8000'
line[5] = 'nlgs-anderson[local=exact]: 0.17 (-1.33 to 0.32), 0.17 (-1.25 to 0.32), 1.45 (0.12 to 1.67); 343 to 8000'
axis[1] = 'sweeps'
factor[1] = NaN
power[1] = NaN
from[1] = 343
to[1] = 1000
factor[2] = NaN
power[2] = NaN
from[2] = 343
to[2] = 1000
factor[3] = NaN
power[3] = NaN
from[3] = 343
to[3] = 343
factor[4] = 215.314133
power[4] = 0.0591650516
from[4] = 343
to[4] = 8000
factor[5] = 42.3625682
power[5] = 0.166568679
from[5] = 343
to[5] = 8000
axis[2] = 'work units'
factor[6] = NaN
power[6] = NaN
from[6] = 343
to[6] = 1000
factor[7] = NaN
power[7] = NaN
from[7] = 343
to[7] = 1000
factor[8] = NaN
power[8] = NaN
from[8] = 343
to[8] = 343
factor[9] = 73.24477
power[9] = 0.141940833
from[9] = 343
to[9] = 8000
factor[10] = 86.2465178
power[10] = 0.170606066
from[10] = 343
to[10] = 8000
axis[3] = 'CPU time (s)'
factor[11] = NaN
power[11] = NaN
from[11] = 343
to[11] = 1000
factor[12] = NaN
power[12] = NaN
from[12] = 343
to[12] = 1000
factor[13] = NaN
power[13] = NaN
from[13] = 343
to[13] = 343
factor[14] = 1.65525217e-06
power[14] = 1.39729307
from[14] = 343
to[14] = 8000
factor[15] = 1.5602888e-06
power[15] = 1.4490814
from[15] = 343
to[15] = 8000
looks = 'l11 k11 j11 a57 e15'
load 'style.gp'
load 'powers.gp'
