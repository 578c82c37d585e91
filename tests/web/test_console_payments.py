"""Payments on the console: listed, those that hang first, one with its history, and what is decided."""

from __future__ import annotations

import pytest

from tests import world
from tests.api.caller import now
from tests.web.house_scene import pending_payment, text_of
from tests.web.test_console_doors import browser

pytestmark = pytest.mark.django_db

PAYMENTS = "/console/payments"


def test_a_pending_payment_is_refused_for_a_reason() -> None:
    world.open_house(now=now())
    payment = pending_payment()
    client = browser()
    assert payment in text_of(client.get(f"{PAYMENTS}?status=pending"))

    done = client.post(f"{PAYMENTS}/{payment}/do/refuse", {"reason": "no such transfer"})

    assert done.headers["Location"] == f"{PAYMENTS}/{payment}?done=done"
    page = text_of(client.get(f"{PAYMENTS}/{payment}"))
    assert "“no such transfer”" in page
    # It is decided: nothing is offered, and a second decision is refused in words.
    assert "/do/refuse" not in page
    again = client.post(f"{PAYMENTS}/{payment}/do/refuse", {"reason": "again"})
    assert again.status_code == 409
    assert "Nothing" in again.content.decode()


def test_to_settle_by_hand_is_only_proposed() -> None:
    world.open_house(now=now())
    payment = pending_payment()
    client = browser()

    proposed = client.post(f"{PAYMENTS}/{payment}/do/settle", {"reason": "on the bank's statement"})

    assert proposed.headers["Location"].endswith("?done=proposed")
    assert "pending" in text_of(client.get(f"{PAYMENTS}/{payment}"))
    assert payment in text_of(client.get("/console/proposals?act=settle-payment"))


def test_the_list_is_cut_to_a_player_and_a_direction_and_exported() -> None:
    world.open_house(now=now())
    mine, hers = pending_payment("ada"), pending_payment("bea", direction="withdrawal")
    client = browser()

    page = text_of(client.get(f"{PAYMENTS}?direction=withdrawal"))
    assert (hers in page, mine in page) == (True, False)
    exported = client.get(f"{PAYMENTS}?direction=withdrawal&csv=1")
    assert exported.headers["Content-Disposition"] == 'attachment; filename="payments.csv"'
    assert len(exported.content.decode().strip().splitlines()) == 2, "the names and one payment"


def test_what_the_provider_has_not_ended_for_a_while_stands_first() -> None:
    world.open_house(now=now())
    client = browser()

    assert "Stuck" not in text_of(client.get(PAYMENTS))
