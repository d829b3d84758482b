"""Draw one moment of an exported run as a picture, by VTK and without a window.

    xvfb-run -a /usr/bin/python3 harness/export/picture.py paraview/exact.pvd exact.png [TIME]

The moment is the last one, or the one nearest to TIME (s). Balls are spheres coloured by their speed,
force chains are red tubes, the thicker the larger the force, walls are lines; where there are chains,
bodies are pale. Needs VTK for Python (Debian: python3-vtk9) and a display: Debian's VTK
renders by X11 alone, which xvfb-run (Debian: xvfb and xauth) gives where there is no screen.

Exit codes: 0 the picture is written, 64 the command line is wrong, 65 a file cannot be read, 69 VTK or
a display is missing, 74 the picture could not be written.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import sys
import xml.etree.ElementTree as tree


def stop(code, text):
    print("picture.py:", text, file=sys.stderr)
    sys.exit(code)


if len(sys.argv) not in (3, 4):
    stop(64, "usage: picture.py NAME.pvd PICTURE.png [TIME]")
if not os.environ.get("DISPLAY"):
    stop(69, "no display: put `xvfb-run -a` before the command (Debian: apt-get install xvfb xauth)")
try:
    import vtkmodules.vtkRenderingOpenGL2  # noqa: F401 - makes the window
    from vtkmodules.vtkCommonDataModel import vtkPolyData
    from vtkmodules.vtkFiltersCore import vtkGlyph3D, vtkTubeFilter
    from vtkmodules.vtkFiltersSources import vtkSphereSource
    from vtkmodules.vtkIOImage import vtkPNGWriter
    from vtkmodules.vtkIOXML import vtkXMLPolyDataReader
    from vtkmodules.vtkRenderingCore import (vtkActor, vtkPolyDataMapper, vtkRenderer, vtkRenderWindow,
                                             vtkWindowToImageFilter)
except ImportError as why:
    stop(69, f"no VTK for {sys.executable}: {why} (Debian: apt-get install python3-vtk9)")


def moment(path, time):
    """The files of the moment nearest to `time` (None: the last), by part."""
    try:
        sets = tree.parse(path).getroot().findall("./Collection/DataSet")
        times = sorted({float(one.get("timestep")) for one in sets})
        wanted = times[-1] if time is None else min(times, key=lambda t: abs(t - time))
    except (OSError, tree.ParseError, IndexError, TypeError) as why:
        stop(65, f"{path} is no .pvd of `stickslip export --vtk`: {why}")
    folder = os.path.dirname(path)
    return {one.get("name"): os.path.join(folder, one.get("file"))
            for one in sets if float(one.get("timestep")) == wanted}


def read(path):
    if not os.path.isfile(path):
        stop(65, f"{path} is missing")
    reader = vtkXMLPolyDataReader()
    reader.SetFileName(path)
    reader.Update()
    part = vtkPolyData()
    part.ShallowCopy(reader.GetOutput())
    return part


def balls(part):
    """A sphere at each point, of its radius and coloured by its speed."""
    source, glyph = vtkSphereSource(), vtkGlyph3D()
    source.SetRadius(1.0)
    source.SetThetaResolution(24)
    source.SetPhiResolution(24)
    part.GetPointData().SetActiveScalars("radius (m)")
    part.GetPointData().SetActiveVectors("velocity (m/s)")
    glyph.SetInputData(part)
    glyph.SetSourceConnection(source.GetOutputPort())
    glyph.SetScaleModeToScaleByScalar()
    glyph.SetColorModeToColorByVector()
    glyph.OrientOff()
    return glyph


def chains(part):
    """A tube along each chain: a thousandth to a hundredth of the scene's size, by its force."""
    lines = vtkTubeFilter()
    part.GetPointData().SetActiveScalars("force (N)")
    lines.SetInputData(part)
    lines.SetNumberOfSides(8)
    lines.SetRadius(0.001 * part.GetLength())
    lines.SetVaryRadiusToVaryRadiusByScalar()
    lines.SetRadiusFactor(10.0)
    return lines


def actor(name, part, has_chains):
    """What is drawn of a part: bodies are pale where chains are to be seen through them."""
    mapper, shown = vtkPolyDataMapper(), vtkActor()
    look = shown.GetProperty()
    if name in ("balls", "chains"):
        shape = balls(part) if name == "balls" else chains(part)  # a port does not keep its filter
        mapper.SetInputConnection(shape.GetOutputPort())
        shape.Update()
        mapper.SetScalarRange(shape.GetOutput().GetScalarRange())
    else:
        mapper.SetInputData(part)
    if name != "balls":
        mapper.ScalarVisibilityOff()
    look.SetColor({"chains": (0.8, 0.2, 0.1), "walls": (0.6, 0.6, 0.6)}.get(name, (0.55, 0.65, 0.75)))
    look.SetEdgeVisibility(name == "solids")
    if name == "walls":
        look.SetRepresentationToWireframe()
    elif name != "chains" and has_chains:
        look.SetOpacity(0.35)
    shown.SetMapper(mapper)
    return shown


def draw(parts, path):
    scene, window, grab, writer = vtkRenderer(), vtkRenderWindow(), vtkWindowToImageFilter(), vtkPNGWriter()
    drawn = {name: part for name, part in parts.items() if name != "contacts" and part.GetNumberOfCells() > 0}
    for name, part in drawn.items():
        scene.AddActor(actor(name, part, "chains" in drawn))
    scene.SetBackground(1.0, 1.0, 1.0)
    camera = scene.GetActiveCamera()
    camera.SetPosition(0.25, -1.0, 0.2)  # from the front: z is up
    camera.SetViewUp(0.0, 0.0, 1.0)
    scene.ResetCamera()
    window.SetOffScreenRendering(1)
    window.SetSize(800, 800)
    window.AddRenderer(scene)
    window.Render()
    grab.SetInput(window)
    grab.ReadFrontBufferOff()
    writer.SetInputConnection(grab.GetOutputPort())
    writer.SetFileName(path)
    writer.Write()
    if not os.path.isfile(path):
        stop(74, f"{path} could not be written")
    print(f"{path}: {', '.join(drawn)}")


try:
    at = float(sys.argv[3]) if len(sys.argv) == 4 else None
except ValueError:
    stop(64, f"TIME is {sys.argv[3]}; it must be a number of seconds")
draw({name: read(file) for name, file in moment(sys.argv[1], at).items()}, sys.argv[2])
