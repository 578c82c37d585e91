"""Time-outs of many players: one round that cannot be settled keeps nobody else's money in play."""

from datetime import timedelta

import pytest

from audit.models import Epoch
from games.operations.expire import expire_rounds
from games.queries.rounds import open_round_id
from tests import world
from tests.world import NOW

pytestmark = pytest.mark.django_db


@pytest.mark.clause("F51")
@pytest.mark.parametrize("broken", ["ada", "bob"])
def test_a_round_whose_seed_cannot_be_read_does_not_keep_the_others_open(broken: str) -> None:
    world.open_house()
    players = {name: world.seat_player(name) for name in ("ada", "bob")}
    for player in players.values():
        world.deal_open_round(player)
    epoch = Epoch.objects.filter(chain=players[broken].chain, epoch=0)
    sealed = epoch.get().sealed_seeds
    epoch.update(sealed_seeds=bytes(60))

    with pytest.raises(ExceptionGroup) as raised:
        expire_rounds(clock=lambda: NOW + timedelta(hours=24))
    epoch.update(sealed_seeds=sealed)

    assert len(raised.value.exceptions) == 1
    assert [name for name, player in players.items() if open_round_id(player.chain) is not None] == [broken]
