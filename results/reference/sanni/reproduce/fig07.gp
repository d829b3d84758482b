# Draw this figure again, in this folder: gnuplot fig07.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig07.dat'
output_stem = 'fig07'
plot_title = 'After Figure 7 of Sanni et al. (2010): effective contacts at the bottom against friction'
plot_note = ''
over = 'mu'
cost = 'effective_below_end'
array curve[35]
array panel[35]
curve[1] = ''
panel[1] = 2
looks = 'a11'
n_curves = 1
ticks = '(0.1, 0.1, 0.1, 0.1, 0.1, 0.2, 0.2, 0.2, 0.2, 0.2, 0.3, 0.3, 0.3, 0.3, 0.3, 0.4, 0.4, 0.4, 0.4, 0.4, 0.5, 0.5, 0.5, 0.5, 0.5, 0.6, 0.6, 0.6, 0.6, 0.6)'
t_end = 0.5
load 'style.gp'
load 'below.gp'
