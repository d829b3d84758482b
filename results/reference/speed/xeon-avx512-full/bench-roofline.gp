# Draw this figure again, in this folder: gnuplot bench-roofline.gp
if (!exists("formats")) formats = 'svg pdf'
if (!exists("letters")) letters = 11
datafile = 'bench-roofline.dat'
output_stem = 'bench-roofline'
plot_title = 'Sweeps under the roofs of this machine, one thread'
solver_looks = ' sbp b12 sal c13 ebp f22 ebp-nokink f45 eal g23 ac d34 exact a11 nlgs-anderson e15 anderson-ranks e42 ppa-anderson i45 ppa-ranks i32 admm k36 apgd l37 apgd-ranks k54 ppa-newton j21 central-path h44 sweeps+newton j56 reference a57 repair l52 '
peak_baseline = 5.98567e+09
peak_scalar = 1.09746e+10
peak_avx2 = 3.61276e+10
peak_avx512 = 6.65224e+10
triad_L2 = 5.69784e+10
triad_L3 = 1.19957e+10
triad_memory = 1.21552e+10
kernels = 'nlgs/sbp nlgs/sal nlgs/ebp nlgs/ebp-nokink nlgs/eal nlgs/ac nlgs/exact nlgs-batched[isa=scalar]/sbp nlgs-batched[isa=scalar]/sal nlgs-batched[isa=scalar]/ebp nlgs-batched[isa=scalar]/ebp-nokink nlgs-batched[isa=scalar]/eal nlgs-batched[isa=scalar]/ac nlgs-batched[isa=scalar]/exact nlgs-batched[isa=avx2]/sbp nlgs-batched[isa=avx2]/sal nlgs-batched[isa=avx2]/ebp nlgs-batched[isa=avx2]/ebp-nokink nlgs-batched[isa=avx2]/eal nlgs-batched[isa=avx2]/ac nlgs-batched[isa=avx2]/exact nlgs-batched[isa=avx512]/sbp nlgs-batched[isa=avx512]/sal nlgs-batched[isa=avx512]/ebp nlgs-batched[isa=avx512]/ebp-nokink nlgs-batched[isa=avx512]/eal nlgs-batched[isa=avx512]/ac nlgs-batched[isa=avx512]/exact nlgs-parallel[domains=1]/sbp nlgs-parallel[domains=1]/sal nlgs-parallel[domains=1]/ebp nlgs-parallel[domains=1]/ebp-nokink nlgs-parallel[domains=1]/eal nlgs-parallel[domains=1]/ac nlgs-parallel[domains=1]/exact nlgs-parallel[domains=1,order=space]/sbp nlgs-parallel[domains=1,order=space]/sal nlgs-parallel[domains=1,order=space]/ebp nlgs-parallel[domains=1,order=space]/ebp-nokink nlgs-parallel[domains=1,order=space]/eal nlgs-parallel[domains=1,order=space]/ac nlgs-parallel[domains=1,order=space]/exact'
load 'style.gp'
load 'roofline.gp'
