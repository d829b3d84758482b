# Draw this figure again, in this folder: gnuplot fig07-a.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig07-a.dat'
output_stem = 'fig07-a'
plot_title = 'After Figure 7 of Dumont, Fortin and Ouafik (2010): a silo whose floor has been lowered'
plot_note = ''
n_panels = 1
array panel[1]
array fill[1]
array arrows[1]
array forces[1]
panel[1] = 'contact forces, mean of the step'
fill[1] = 2
arrows[1] = 0
forces[1] = 1
x_low = -1.23684279e-05
x_high = 0.0300279008
z_low = -0.000506242074
z_high = 0.106172193 # m
fastest = 0.00805396723 # m/s
cell = 0.00444493479
size = 0.00149747195 # m
largest = 0.00112130509 # N s
step_s = 0.0001
n_classes = 0
array n_of[3] = [0, 405, 203]
load 'style.gp'
load 'scenes.gp'
