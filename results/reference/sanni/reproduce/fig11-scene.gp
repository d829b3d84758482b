# Draw this figure again, in this folder: gnuplot fig11-scene.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'fig11-scene.dat'
output_stem = 'fig11-scene'
plot_title = 'After Figure 11 of Sanni et al. (2010): a ball hits a pile of cannonballs, start and end'
plot_note = ''
n_panels = 2
array panel[2]
array fill[2]
array arrows[2]
array forces[2]
array residuals[2]
panel[1] = 'start'
fill[1] = 0
arrows[1] = 0
forces[1] = 0
residuals[1] = 0
panel[2] = 'end'
fill[2] = 0
arrows[2] = 0
forces[2] = 0
residuals[2] = 0
x_low = -0.08
x_high = 0.08
z_low = -0.00030233849
z_high = 0.180244949 # m
fastest = 5 # m/s
cell = 0.02
size = 0.01 # m
largest = 0 # N s
step_s = 0.0005
residual = 0
n_classes = 2
array class_radius[2]
class_radius[1] = 0.01
class_radius[2] = 0.03
array n_of[3] = [0, 0, 0]
load 'style.gp'
load 'scenes.gp'
