# Draw this figure again, in this folder: gnuplot fig01.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig01.dat'
output_stem = 'fig01'
plot_title = 'Breakaway of a block, mu 0.5: its speed after 1 s against the angle of the slope, one curve per law'
plot_note = ''
over = 'angle'
cost = 'speed_end'
array curve[96]
array panel[96]
curve[1] = 'reference'
panel[1] = 2
curve[2] = 'associated cone'
panel[2] = 2
curve[3] = 'pyramid of 4'
panel[3] = 2
curve[4] = 'pyramid of 16'
panel[4] = 2
curve[5] = 'square'
panel[5] = 2
curve[6] = 'regularised'
panel[6] = 2
looks = 'a57 l11 k22 j33 i44 h55'
n_curves = 6
ticks = '(16, 18, 19, 20, 22, 24, 26, 27, 28, 30, 32, 34, 35, 36, 38, 40)'
t_end = 1
load 'style.gp'
load 'breakaway.gp'
