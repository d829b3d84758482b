"""Write one time step of your engine for `stickslip judge-step`.

    from stickslip_step import Step
    step = Step("mine 0.1", law="coulomb", h=0.01)
    block = step.body(mass=2.0, inertia=(0.1, 0.1, 0.1), velocity=(0, 0, -0.1, 0, 0, 0), after=(0,) * 6)
    ground = step.body()                                # no mass: its motion is given
    step.contact(block, ground, normal=(0, 0, 1), arm_a=(0, 0, -0.5), arm_b=(0, 0, 0), mu=0.3,
                 impulse=(0, 0, 0.2))
    step.write("step.json")

The normal points from b to a, the impulse is on a, both in the fixed frame; `velocity` has all
forces in it but those of contacts (linear m/s, then angular rad/s). What an array has for one body
or contact it must have for all. Layout: problems/files/README.md of stickslip.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import json


class Step:
    def __init__(self, engine, law="", h=0.0):
        self.words = {"format": "stickslip rigid step 1", "engine": engine, "law": law, "h": h}
        self.bodies, self.contacts = {}, {}

    @staticmethod
    def _put(group, **values):
        for name, value in values.items():
            if value is not None:
                group.setdefault(name, []).append(
                    [float(x) for x in value] if hasattr(value, "__len__") else float(value))

    def body(self, mass=0.0, inertia=(1.0, 1.0, 1.0), velocity=(0.0,) * 6, after=None):
        """A body; inertia: three numbers about axes along the fixed frame, or its 3 x 3 matrix."""
        if hasattr(inertia[0], "__len__"):
            import numpy
            J = numpy.linalg.inv(numpy.asarray(inertia, float))
            inverse = (J[0, 0], J[1, 1], J[2, 2], J[0, 1], J[0, 2], J[1, 2])
        else:
            inverse = (1.0 / inertia[0], 1.0 / inertia[1], 1.0 / inertia[2], 0.0, 0.0, 0.0)
        self._put(self.bodies, inverse_mass=1.0 / mass if mass > 0.0 else 0.0,
                  inverse_inertia=inverse if mass > 0.0 else (0.0,) * 6, velocity_free=velocity,
                  velocity_after=after)
        return len(self.bodies["inverse_mass"]) - 1

    def contact(self, a, b, normal, arm_a, arm_b, mu, impulse=None, tangent=None, target=None, gap=None):
        self.contacts.setdefault("bodies", []).append([a, b])
        self._put(self.contacts, normal=normal, arm_a=arm_a, arm_b=arm_b, mu=mu, impulse=impulse,
                  tangent=tangent, target=target, gap=gap)

    def write(self, path):
        with open(path, "w") as out:
            json.dump(dict(self.words, bodies=self.bodies, contacts=self.contacts), out)
