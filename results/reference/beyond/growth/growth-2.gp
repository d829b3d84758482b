# Draw this figure again, in this folder: gnuplot growth-2.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'growth-2.dat'
output_stem = 'growth-2'
plot_title = 'Growth with balls: ball-pack, steps=1, tol=0.01'
plot_note = 'in brackets: 95 % by bootstrap over the instances of each value'
n_curves = 10
n_panels = 3
array line[10]
parameter = 'balls'
line[1] = 'reference: 0.26 (0.24 to 0.27), 0.29 (0.26 to 0.30), 1.38 (1.36 to 1.39); 125 to 64000'
line[2] = 'nlgs-anderson[local=exact]: 0.26 (0.24 to 0.27), 0.28 (0.26 to 0.29), 1.33 (1.31 to 1.34); 125 to 64000'
line[3] = 'nlgs-batched[local=exact]: 0.54 (0.52 to 0.55), 0.54 (0.52 to 0.55), 1.59 (1.57 to 1.60); 125 to 64000'
line[4] = 'apgd: 0.30 (0.28 to 0.31), 0.29 (0.27 to 0.30), 1.38 (1.36 to 1.39); 125 to 64000'
line[5] = 'exact: 0.54 (0.51 to 0.55), 0.54 (0.51 to 0.55), 1.58 (1.55 to 1.59); 125 to 21952'
line[6] = 'sweeps+newton[local=exact]: 0.54 (0.51 to 0.55), 0.54 (0.51 to 0.55), 1.58 (1.56 to 1.59); 125 to 21952'
line[7] = 'ppa-anderson[local=exact]: 0.50 (0.49 to 0.51), 0.56 (0.55 to 0.58), 1.60 (1.59 to 1.61); 125 to 21952'
line[8] = 'admm: 0.43 (-0.01 to 0.64), 0.92 (0.57 to 1.13), 1.94 (1.64 to 2.15); 125 to 1000'
line[9] = 'ppa-newton: 0.35 (0.11 to 0.47), 1.05 (0.75 to 1.14), 1.95 (1.63 to 1.98); 125 to 1000'
line[10] = 'central-path: 0.08 (-0.01 to 0.13), 0.82 (0.73 to 0.86), 1.74 (1.62 to 1.76); 125 to 2744'
looks = 'a57 e15 a33 l37 a11 j56 m45 m36 m21 m44'
array axis[3]
array factor[30]
array power[30]
array from[30]
array to[30]
axis[1] = 'sweeps'
factor[1] = 5.88472894
power[1] = 0.263185634
from[1] = 125
to[1] = 64000
factor[2] = 5.90127696
power[2] = 0.262757173
from[2] = 125
to[2] = 64000
factor[3] = 6.59311497
power[3] = 0.542271935
from[3] = 125
to[3] = 64000
factor[4] = 25.6205952
power[4] = 0.300460626
from[4] = 125
to[4] = 64000
factor[5] = 6.61977091
power[5] = 0.54064511
from[5] = 125
to[5] = 21952
factor[6] = 6.61977091
power[6] = 0.54064511
from[6] = 125
to[6] = 21952
factor[7] = 2.12681463
power[7] = 0.500938509
from[7] = 125
to[7] = 21952
factor[8] = 15.7555589
power[8] = 0.431892629
from[8] = 125
to[8] = 1000
factor[9] = 3.13848075
power[9] = 0.346878676
from[9] = 125
to[9] = 1000
factor[10] = 19.1660841
power[10] = 0.0844381013
from[10] = 125
to[10] = 2744
axis[2] = 'work units'
factor[11] = 7.85464073
power[11] = 0.29170591
from[11] = 125
to[11] = 64000
factor[12] = 12.5972871
power[12] = 0.282319144
from[12] = 125
to[12] = 64000
factor[13] = 1.6622362
power[13] = 0.541387642
from[13] = 125
to[13] = 64000
factor[14] = 29.8880139
power[14] = 0.290224192
from[14] = 125
to[14] = 64000
factor[15] = 6.61977091
power[15] = 0.54064511
from[15] = 125
to[15] = 21952
factor[16] = 6.61977091
power[16] = 0.54064511
from[16] = 125
to[16] = 21952
factor[17] = 5.54201737
power[17] = 0.562467395
from[17] = 125
to[17] = 21952
factor[18] = 66.9721705
power[18] = 0.919766249
from[18] = 125
to[18] = 1000
factor[19] = 16.3495488
power[19] = 1.05028196
from[19] = 125
to[19] = 1000
factor[20] = 89.3599524
power[20] = 0.82068715
from[20] = 125
to[20] = 2744
axis[3] = 'CPU time (s)'
factor[21] = 5.22969238e-07
power[21] = 1.37744723
from[21] = 125
to[21] = 64000
factor[22] = 9.31217443e-07
power[22] = 1.33403648
from[22] = 125
to[22] = 64000
factor[23] = 1.02673801e-07
power[23] = 1.59325884
from[23] = 125
to[23] = 64000
factor[24] = 2.05840975e-06
power[24] = 1.38302001
from[24] = 125
to[24] = 64000
factor[25] = 5.93924958e-07
power[25] = 1.57702216
from[25] = 125
to[25] = 21952
factor[26] = 5.77218843e-07
power[26] = 1.58229199
from[26] = 125
to[26] = 21952
factor[27] = 4.72382613e-07
power[27] = 1.59557245
from[27] = 125
to[27] = 21952
factor[28] = 8.88802667e-06
power[28] = 1.94325249
from[28] = 125
to[28] = 1000
factor[29] = 3.87083847e-06
power[29] = 1.95092023
from[29] = 125
to[29] = 1000
factor[30] = 1.77192492e-05
power[30] = 1.73679247
from[30] = 125
to[30] = 2744
array told[3]
array untold[3]
told[1] = 58
untold[1] = 'none is known'
told[2] = 58
untold[2] = 'none is known'
told[3] = 58
untold[3] = 'none is known'
load 'style.gp'
load 'powers.gp'
