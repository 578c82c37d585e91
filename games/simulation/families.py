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
    """Return what simulates a sheet that is played in this way.

    Raises:
        NotSimulated: the family has no simulation, or, with `policies`, no such way to play.
    """
    family = SIMULATIONS.get(sheet.family)
    if family is None:
        raise NotSimulated(f"{sheet.game} is of the family {sheet.family}, which has no simulation.")
    return family(sheet, policy)
