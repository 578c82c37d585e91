"""The families that can be simulated."""

from collections.abc import Callable, Mapping
from typing import Final

from games.core.montana.terms import MontanaTerms
from games.core.red_dog.terms import RedDogTerms
from games.core.sheet import RuleSheet
from games.simulation.family import NotSimulated, Simulation
from games.simulation.montana import MontanaSimulation
from games.simulation.red_dog import RedDogSimulation

SIMULATIONS: Final[Mapping[str, Callable[[RuleSheet, str], Simulation]]] = {
    RedDogTerms.FAMILY: RedDogSimulation,
    MontanaTerms.FAMILY: MontanaSimulation,
}


def simulation_of(sheet: RuleSheet, policy: str) -> Simulation:
    """Return the simulation of a sheet that is played by this policy.

    Raises:
        NotSimulated: the family has no simulation; or it has no such policy, and `policies` lists those that it has.
    """
    family = SIMULATIONS.get(sheet.family)
    if family is None:
        raise NotSimulated(f"{sheet.game} is of the family {sheet.family}, which has no simulation.")
    return family(sheet, policy)
