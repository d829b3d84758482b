# Draw this figure again, in this folder: gnuplot fig06-sweeps.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig06-sweeps.dat'
output_stem = 'fig06-sweeps'
plot_title = 'After Figure 6 of Dumont, Fortin and Ouafik (2010): sweeps against the size of a square array'
plot_note = ''
over = 'n'
cost = 'sweeps_solved'
array curve[30]
array panel[30]
curve[1] = 'exact'
panel[1] = 1
curve[2] = 'sbp'
panel[2] = 1
curve[3] = 'sal'
panel[3] = 1
curve[4] = 'batched'
panel[4] = 2
curve[5] = 'anderson'
panel[5] = 2
curve[6] = 'ppa-anderson'
panel[6] = 2
looks = 'a11 b12 c13 a22 e15 i45'
n_curves = 6
ticks = '(4, 8, 16, 32, 64)'
t_end = 0.0001
load 'style.gp'
load 'costs.gp'
