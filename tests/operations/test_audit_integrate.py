"""The sequencer signs a tree that grows, and no other."""

import pytest

from audit.models import Checkpoint, Log
from audit.operations.integrate import LogForked, sign_newest
from tests import world
from tests.world import NOW


@pytest.mark.clause("F12")
@pytest.mark.django_db
def test_a_tree_smaller_than_the_newest_checkpoint_is_not_signed() -> None:
    world.open_house()
    world.run_sequencer()
    signed = Checkpoint.objects.count()
    size, edge = Log.objects.values_list("size", "frontier").get()
    Log.objects.update(size=0, frontier=[])

    with pytest.raises(LogForked):
        sign_newest(now=NOW)
    Log.objects.update(size=size, frontier=[bytes(root) for root in edge])

    assert Checkpoint.objects.count() == signed
