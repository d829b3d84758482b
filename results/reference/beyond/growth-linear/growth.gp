# Draw this figure again, in this folder: gnuplot growth.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'growth.dat'
output_stem = 'growth'
plot_title = 'Growth with balls: ball-pack, steps=1, tol=0.0001'
plot_note = 'one instance at some values: intervals are too narrow'
n_curves = 5
n_panels = 3
array line[5]
parameter = 'balls'
line[1] = 'reference: 0.19 (-0.32 to 0.27), 0.22 (-0.36 to 0.33), 1.48 (0.80 to 1.54); 343 to 21952'
line[2] = 'nlgs-anderson[local=exact]: 0.20 (-0.90 to 0.33), 0.21 (-0.84 to 0.33), 1.44 (0.46 to 1.55); 343 to 21952'
line[3] = 'ppa-newton linear=factor shift=newton: 0.37 (-0.27 to 0.50), 1.08 (0.46 to 1.29), 2.18 (1.56 to 2.37); 343 to 2744'
line[4] = 'ppa-newton linear=multigrid shift=held: 0.06 (-0.14 to 0.25), 0.13 (-0.05 to 0.30), 1.49 (1.31 to 1.63); 343 to 2744'
line[5] = 'ppa-newton linear=multigrid shift=newton: no power, all solved at fewer than 3 values'
looks = 'a57 e15 j21 j32 j43'
array axis[3]
array factor[15]
array power[15]
array from[15]
array to[15]
axis[1] = 'sweeps'
factor[1] = 65.1875241
power[1] = 0.192145004
from[1] = 343
to[1] = 21952
factor[2] = 23.4886266
power[2] = 0.204104825
from[2] = 343
to[2] = 21952
factor[3] = 2.97387193
power[3] = 0.371488278
from[3] = 343
to[3] = 2744
factor[4] = 45.7624867
power[4] = 0.0640195979
from[4] = 343
to[4] = 2744
factor[5] = NaN
power[5] = NaN
from[5] = 343
to[5] = 343
axis[2] = 'work units'
factor[6] = 26.0993758
power[6] = 0.22251799
from[6] = 343
to[6] = 21952
factor[7] = 47.2968159
power[7] = 0.208751066
from[7] = 343
to[7] = 21952
factor[8] = 2.93204604
power[8] = 1.07918037
from[8] = 343
to[8] = 2744
factor[9] = 8436.14142
power[9] = 0.132350407
from[9] = 343
to[9] = 2744
factor[10] = NaN
power[10] = NaN
from[10] = 343
to[10] = 343
axis[3] = 'CPU time (s)'
factor[11] = 5.59567116e-07
power[11] = 1.48341765
from[11] = 343
to[11] = 21952
factor[12] = 1.19385402e-06
power[12] = 1.4383131
from[12] = 343
to[12] = 21952
factor[13] = 6.48841672e-07
power[13] = 2.18213181
from[13] = 343
to[13] = 2744
factor[14] = 0.000125252911
power[14] = 1.48909873
from[14] = 343
to[14] = 2744
factor[15] = NaN
power[15] = NaN
from[15] = 343
to[15] = 343
array told[3]
array untold[3]
told[1] = 18
untold[1] = 'none is known'
told[2] = 18
untold[2] = 'none is known'
told[3] = 18
untold[3] = 'none is known'
load 'style.gp'
load 'powers.gp'
