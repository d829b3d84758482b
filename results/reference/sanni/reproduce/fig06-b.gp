# Draw this figure again, in this folder: gnuplot fig06-b.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig06-b.dat'
output_stem = 'fig06-b'
plot_title = 'After Figure 6 of Sanni et al. (2010): CPU time against the friction coefficient; admm, central-path, ppa-newton and sweeps+newton with 250 balls, the others with 1000'
plot_note = ''
over = 'mu'
cost = 'cpu_s_per_step'
array curve[133]
array panel[133]
curve[1] = 'sbp'
panel[1] = 1
curve[2] = 'sal'
panel[2] = 1
curve[3] = 'ebp'
panel[3] = 1
curve[4] = 'ebp-nokink'
panel[4] = 1
curve[5] = 'eal'
panel[5] = 1
curve[6] = 'ac'
panel[6] = 1
curve[7] = 'exact'
panel[7] = 1
curve[8] = 'nlgs-refreshed'
panel[8] = 2
curve[9] = 'nlgs-batched'
panel[9] = 2
curve[10] = 'nlgs-parallel'
panel[10] = 2
curve[11] = 'nlgs-sor'
panel[11] = 2
curve[12] = 'nlgs-anderson'
panel[12] = 2
curve[13] = 'ppa-anderson'
panel[13] = 2
curve[14] = 'apgd'
panel[14] = 2
curve[15] = 'reference'
panel[15] = 2
curve[16] = 'admm'
panel[16] = 2
curve[17] = 'ppa-newton'
panel[17] = 2
curve[18] = 'central-path'
panel[18] = 2
curve[19] = 'sweeps+newton'
panel[19] = 2
looks = 'b12 c13 f22 f45 g23 d34 a11 a22 a33 a44 a55 e15 i45 l37 a57 k36 j21 h44 j56'
n_curves = 19
ticks = '(0.1, 0.2, 0.3, 0.4, 0.5, 0.6)'
t_end = 0
load 'style.gp'
load 'costs.gp'
