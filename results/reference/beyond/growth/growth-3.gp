# Draw this figure again, in this folder: gnuplot growth-3.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'growth-3.dat'
output_stem = 'growth-3'
plot_title = 'Growth with balls: ball-pack, steps=1, tol=1e-08'
plot_note = 'in brackets: 95 % by bootstrap over the instances of each value'
n_curves = 10
n_panels = 3
array line[10]
parameter = 'balls'
line[1] = 'apgd: 0.58 (0.33 to 0.94), 0.57 (0.32 to 0.94), 1.59 (1.33 to 1.94); 125 to 8000'
line[2] = 'reference: no power, all solved at fewer than 3 values'
line[3] = 'nlgs-anderson[local=exact]: 0.18 (-0.29 to 1.12), 0.18 (-0.26 to 1.05), 1.14 (0.75 to 2.01); 125 to 2744'
line[4] = 'nlgs-batched[local=exact]: no power, all solved at fewer than 3 values'
line[5] = 'ppa-anderson[local=exact]: no power, all solved at fewer than 3 values'
line[6] = 'exact: no power, all solved at fewer than 3 values'
line[7] = 'sweeps+newton[local=exact]: no power, all solved at fewer than 3 values'
line[8] = 'ppa-newton: no power, all solved at fewer than 3 values'
line[9] = 'central-path: no power, all solved at fewer than 3 values'
line[10] = 'admm: no power, all solved at fewer than 3 values'
looks = 'l37 a57 e15 a33 i45 a11 m56 m21 m44 m36'
array axis[3]
array factor[30]
array power[30]
array from[30]
array to[30]
axis[1] = 'sweeps'
factor[1] = 28.9646434
power[1] = 0.577250343
from[1] = 125
to[1] = 8000
factor[2] = NaN
power[2] = NaN
from[2] = 125
to[2] = 343
factor[3] = 41.7627045
power[3] = 0.177184187
from[3] = 125
to[3] = 2744
factor[4] = NaN
power[4] = NaN
from[4] = 125
to[4] = 343
factor[5] = NaN
power[5] = NaN
from[5] = 125
to[5] = 343
factor[6] = NaN
power[6] = NaN
from[6] = 125
to[6] = 343
factor[7] = NaN
power[7] = NaN
from[7] = 125
to[7] = 343
factor[8] = NaN
power[8] = NaN
from[8] = 125
to[8] = 343
factor[9] = NaN
power[9] = NaN
from[9] = 125
to[9] = 343
factor[10] = NaN
power[10] = NaN
from[10] = 125
to[10] = 343
axis[2] = 'work units'
factor[11] = 31.1082231
power[11] = 0.573165804
from[11] = 125
to[11] = 8000
factor[12] = NaN
power[12] = NaN
from[12] = 125
to[12] = 343
factor[13] = 106.062903
power[13] = 0.182940423
from[13] = 125
to[13] = 2744
factor[14] = NaN
power[14] = NaN
from[14] = 125
to[14] = 343
factor[15] = NaN
power[15] = NaN
from[15] = 125
to[15] = 343
factor[16] = NaN
power[16] = NaN
from[16] = 125
to[16] = 343
factor[17] = NaN
power[17] = NaN
from[17] = 125
to[17] = 343
factor[18] = NaN
power[18] = NaN
from[18] = 125
to[18] = 343
factor[19] = NaN
power[19] = NaN
from[19] = 125
to[19] = 343
factor[20] = NaN
power[20] = NaN
from[20] = 125
to[20] = 343
axis[3] = 'CPU time (s)'
factor[21] = 3.17589093e-06
power[21] = 1.58584826
from[21] = 125
to[21] = 8000
factor[22] = NaN
power[22] = NaN
from[22] = 125
to[22] = 343
factor[23] = 1.16830874e-05
power[23] = 1.14356728
from[23] = 125
to[23] = 2744
factor[24] = NaN
power[24] = NaN
from[24] = 125
to[24] = 343
factor[25] = NaN
power[25] = NaN
from[25] = 125
to[25] = 343
factor[26] = NaN
power[26] = NaN
from[26] = 125
to[26] = 343
factor[27] = NaN
power[27] = NaN
from[27] = 125
to[27] = 343
factor[28] = NaN
power[28] = NaN
from[28] = 125
to[28] = 343
factor[29] = NaN
power[29] = NaN
from[29] = 125
to[29] = 343
factor[30] = NaN
power[30] = NaN
from[30] = 125
to[30] = 343
array told[3]
array untold[3]
told[1] = 44
untold[1] = 'none is known'
told[2] = 44
untold[2] = 'none is known'
told[3] = 44
untold[3] = 'none is known'
load 'style.gp'
load 'powers.gp'
