# Draw this figure again, in this folder: gnuplot growth.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'growth.dat'
output_stem = 'growth'
plot_title = 'Growth with balls: ball-pack, steps=1, tol=0.0001'
plot_note = 'in brackets: 95 % by bootstrap over the instances of each value'
n_curves = 10
n_panels = 3
array line[10]
parameter = 'balls'
line[1] = 'reference: 0.23 (0.18 to 0.34), 0.06 (-0.08 to 0.36), 1.14 (1.00 to 1.46); 125 to 64000'
line[2] = 'nlgs-anderson[local=exact]: 0.28 (-0.14 to 0.35), 0.29 (-0.11 to 0.36), 1.36 (0.97 to 1.42); 125 to 64000'
line[3] = 'nlgs-batched[local=exact]: 0.48 (0.37 to 0.53), 0.48 (0.37 to 0.53), 1.46 (1.36 to 1.51); 125 to 21952'
line[4] = 'apgd: 0.24 (0.21 to 0.28), 0.24 (0.20 to 0.27), 1.29 (1.26 to 1.33); 125 to 21952'
line[5] = 'exact: 0.48 (0.37 to 0.53), 0.48 (0.37 to 0.53), 1.51 (1.40 to 1.56); 125 to 21952'
line[6] = 'sweeps+newton[local=exact]: 0.48 (0.37 to 0.53), 0.48 (0.37 to 0.53), 1.50 (1.40 to 1.55); 125 to 21952'
line[7] = 'ppa-anderson[local=exact]: 0.37 (0.21 to 0.48), 0.42 (0.25 to 0.55), 1.42 (1.26 to 1.54); 125 to 8000'
line[8] = 'ppa-newton: 0.18 (-0.38 to 0.64), 0.86 (0.29 to 1.36), 1.77 (1.21 to 2.22); 125 to 1000'
line[9] = 'central-path: 0.03 (-0.09 to 0.71), 0.69 (0.62 to 1.38), 1.59 (1.56 to 2.11); 125 to 1000'
line[10] = 'admm: no power, all solved at fewer than 3 values'
looks = 'a57 e15 a33 l37 a11 j56 m45 m21 m44 m36'
array axis[3]
array factor[30]
array power[30]
array from[30]
array to[30]
axis[1] = 'sweeps'
factor[1] = 20.7340049
power[1] = 0.234244257
from[1] = 125
to[1] = 64000
factor[2] = 13.5499297
power[2] = 0.27840228
from[2] = 125
to[2] = 64000
factor[3] = 36.105312
power[3] = 0.477078772
from[3] = 125
to[3] = 21952
factor[4] = 95.02053
power[4] = 0.238891562
from[4] = 125
to[4] = 21952
factor[5] = 35.2533516
power[5] = 0.479806962
from[5] = 125
to[5] = 21952
factor[6] = 35.2533516
power[6] = 0.479806962
from[6] = 125
to[6] = 21952
factor[7] = 12.5950131
power[7] = 0.367208222
from[7] = 125
to[7] = 8000
factor[8] = 10.896859
power[8] = 0.184800598
from[8] = 125
to[8] = 1000
factor[9] = 47.0784345
power[9] = 0.033428405
from[9] = 125
to[9] = 1000
factor[10] = NaN
power[10] = NaN
from[10] = 125
to[10] = 343
axis[2] = 'work units'
factor[11] = 220.952663
power[11] = 0.0586085056
from[11] = 125
to[11] = 64000
factor[12] = 33.2224301
power[12] = 0.286710883
from[12] = 125
to[12] = 64000
factor[13] = 9.13661998
power[13] = 0.475698067
from[13] = 125
to[13] = 21952
factor[14] = 103.007941
power[14] = 0.235071609
from[14] = 125
to[14] = 21952
factor[15] = 35.2533516
power[15] = 0.479806962
from[15] = 125
to[15] = 21952
factor[16] = 35.2533516
power[16] = 0.479806962
from[16] = 125
to[16] = 21952
factor[17] = 35.4823257
power[17] = 0.423422319
from[17] = 125
to[17] = 8000
factor[18] = 65.321212
power[18] = 0.86354897
from[18] = 125
to[18] = 1000
factor[19] = 350.236892
power[19] = 0.690926712
from[19] = 125
to[19] = 1000
factor[20] = NaN
power[20] = NaN
from[20] = 125
to[20] = 343
axis[3] = 'CPU time (s)'
factor[21] = 1.41235472e-05
power[21] = 1.1404593
from[21] = 125
to[21] = 64000
factor[22] = 1.88616082e-06
power[22] = 1.35553755
from[22] = 125
to[22] = 64000
factor[23] = 7.25361868e-07
power[23] = 1.46107105
from[23] = 125
to[23] = 21952
factor[24] = 8.9414653e-06
power[24] = 1.28878287
from[24] = 125
to[24] = 21952
factor[25] = 3.19564095e-06
power[25] = 1.51270466
from[25] = 125
to[25] = 21952
factor[26] = 3.37579651e-06
power[26] = 1.5011593
from[26] = 125
to[26] = 21952
factor[27] = 3.59597527e-06
power[27] = 1.41562043
from[27] = 125
to[27] = 8000
factor[28] = 1.42363438e-05
power[28] = 1.77030254
from[28] = 125
to[28] = 1000
factor[29] = 7.68767927e-05
power[29] = 1.59306949
from[29] = 125
to[29] = 1000
factor[30] = NaN
power[30] = NaN
from[30] = 125
to[30] = 343
array told[3]
array untold[3]
told[1] = 53
untold[1] = 'none is known'
told[2] = 53
untold[2] = 'none is known'
told[3] = 53
untold[3] = 'none is known'
load 'style.gp'
load 'powers.gp'
