"""The tables of the demonstration on a test's own platform: its accounts, its croupier, and the players of the house."""

from __future__ import annotations

import contextlib
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from games.core.variants import AT_TABLES
from kernel.money import amount_document
from players.models import Session
from reddog_platform.demo.client import Client
from reddog_platform.demo.furnish import create_operators
from reddog_platform.demo.furnish_tables import NEWCOMER, house_players, open_tables
from reddog_platform.demo.logins import OPERATOR, PIN
from reddog_platform.embedded.home import CHECKOUT
from tests.journeys.running import Running, until

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from kernel.ids import ChainId

_MONEY_MINOR: Final = 1_000_000
_HOUSE_PLAYERS: Final = sum(len(house_players(sheet.game)) for sheet in AT_TABLES)


def open_demonstration(url: str) -> dict[str, ChainId]:
    """Open the tables and accounts of a demonstration, give the newcomer money, and return the tables by game."""
    now = datetime.now(UTC)
    create_operators(now=now)
    tables = open_tables(currency="USD", now=now)
    with newcomer(url) as client, Client(client.base_url) as grantor:
        grantor.log_in_as_operator(OPERATOR)
        grantor.grant(client.ask("GET", "/me")["id"], amount_document(_MONEY_MINOR, "USD"), reason="a test")
    return tables


def newcomer(url: str) -> Client:
    """Return a new session of the demonstration's newcomer; `url` is the interface's."""
    client = Client(url.removesuffix("/api/v1"))
    client.register(NEWCOMER, pin=PIN)
    return client


@contextlib.contextmanager
def players_of_the_house(url: str, *, environment: Mapping[str, str], logs: Path) -> Iterator[Running]:
    """Have a croupier deal, and the players of the house attend, while the context lasts; yield the latter.

    All of them have logged in when the context begins.
    """
    sessions = Session.objects.count()
    manage = [sys.executable, str(CHECKOUT / "manage.py")]
    attend = ["house_players", url.removesuffix("/api/v1"), "--values", str(logs / "values")]
    with (
        Running([*manage, "croupier"], environment=environment, log=logs / "croupier.log"),
        Running([*manage, *attend], environment=environment, log=logs / "house.log") as house,
    ):
        until(lambda: Session.objects.count() == sessions + _HOUSE_PLAYERS)
        yield house
