# Draw this figure again, in this folder: gnuplot fig04-a.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig04-a.dat'
output_stem = 'fig04-a'
plot_title = 'After Figure 4 of Renouf et al. (2009): sweeps per step, biaxial compression'
plot_note = ''
shown = 'sweeps'
array curve[3]
curve[1] = 'a iqs'
curve[2] = 'a rst-0'
curve[3] = 'a rst-0.9'
load 'style.gp'
load 'laws.gp'
