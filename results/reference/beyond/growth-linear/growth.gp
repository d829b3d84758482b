# Draw this figure again, in this folder: gnuplot growth.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'growth.dat'
output_stem = 'growth'
plot_title = 'Growth with balls: ball-pack, steps=1, tol=0.0001'
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
line[1] = 'ppa-newton linear=factor shift=newton: 0.37 (-0.08 to 0.37), 1.08 (0.68 to 1.13), 2.18 (1.77 to 2.22); 343 to 2744'
line[2] = 'ppa-newton linear=multigrid shift=held: 0.06 (0.04 to 0.07), 0.13 (0.12 to 0.13), 1.49 (1.46 to 1.49); 343 to 2744'
line[3] = 'ppa-newton linear=multigrid shift=newton: -, -, -'
line[4] = 'reference: 0.19 (-0.31 to 0.26), 0.22 (-0.33 to 0.32), 1.48 (0.86 to 1.53); 343 to 21952'
line[5] = 'nlgs-anderson[local=exact]: 0.20 (-0.85 to 0.32), 0.21 (-0.79 to 0.33), 1.44 (0.50 to 1.55); 343 to 21952'
axis[1] = 'sweeps'
factor[1] = 2.97387193
power[1] = 0.371488278
from[1] = 343
to[1] = 2744
factor[2] = 45.7624867
power[2] = 0.0640195979
from[2] = 343
to[2] = 2744
factor[3] = NaN
power[3] = NaN
from[3] = 343
to[3] = 343
factor[4] = 65.1875241
power[4] = 0.192145004
from[4] = 343
to[4] = 21952
factor[5] = 23.4886266
power[5] = 0.204104825
from[5] = 343
to[5] = 21952
axis[2] = 'work units'
factor[6] = 2.93204604
power[6] = 1.07918037
from[6] = 343
to[6] = 2744
factor[7] = 8436.14142
power[7] = 0.132350407
from[7] = 343
to[7] = 2744
factor[8] = NaN
power[8] = NaN
from[8] = 343
to[8] = 343
factor[9] = 26.0993758
power[9] = 0.22251799
from[9] = 343
to[9] = 21952
factor[10] = 47.2968159
power[10] = 0.208751066
from[10] = 343
to[10] = 21952
axis[3] = 'CPU time (s)'
factor[11] = 6.48841672e-07
power[11] = 2.18213181
from[11] = 343
to[11] = 2744
factor[12] = 0.000125252911
power[12] = 1.48909873
from[12] = 343
to[12] = 2744
factor[13] = NaN
power[13] = NaN
from[13] = 343
to[13] = 343
factor[14] = 5.59567116e-07
power[14] = 1.48341765
from[14] = 343
to[14] = 21952
factor[15] = 1.19385402e-06
power[15] = 1.4383131
from[15] = 343
to[15] = 21952
looks = 'l11 k11 j11 a57 e15'
load 'style.gp'
load 'powers.gp'
