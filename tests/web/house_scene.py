"""What stands on the pages of the house, brought about as people bring it about."""

from __future__ import annotations

import json
from typing import Any, Final

from tests import world
from tests.api.caller import Operator, Player, now

NOBODY: Final = "0" * 32


def text_of(answer: Any, status: int = 200) -> str:
    """Return the page of an answer, without the entities of its quotation marks."""
    page: str = answer.content.decode()
    assert answer.status_code == status, page
    return page.replace("&#x27;", "'").replace("&quot;", '"')


def settled_round(name: str = "ada") -> dict[str, Any]:
    """Let a player play a round to its end."""
    return Player(name).closed_round()


def asked(path: str, username: str = "reader") -> Any:
    """Return what the interface says at a path."""
    return json.loads(Operator(username).get(path).content)


def pending_payment(name: str = "ada", *, direction: str = "deposit") -> str:
    """Let a player ask for a payment that waits for an operator, and return its id."""
    chain = world.seat_player(name, now=now()).chain
    if direction == "deposit":
        return world.make_deposit(chain, 500, method="bank-transfer", now=now()).id.hex
    world.give_pin(chain)
    return world.make_withdrawal(chain, 500, method="bank-transfer", now=now()).id.hex
