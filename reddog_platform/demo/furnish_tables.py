"""A test table of each game of several seats, and the test accounts that may sit there."""

import contextlib
from datetime import datetime
from typing import Final

from django.conf import settings

from games.core.sheet import RuleSheet
from games.core.variants import AT_TABLES
from kernel.ids import ChainId, chain_id
from players.core.legal_documents import CURRENT
from players.operations.register import AccountExists, Registration, UsernameTaken
from players.queries.accounts import find_player
from reddog_platform.demo.logins import LoginRequest
from reddog_platform.demo.persons import identity_of
from responsible_gaming.operations.register_player import register_player
from tables.core.definition import Admission, TableClock
from tables.operations.open_table import NewTable, open_table
from tables.queries.table_list import tables_page
from wallet.queries.balances import currency_of

NEWCOMER: Final = LoginRequest(username="newcomer", password="take-a-seat-tonight")  # noqa: S106  printed by the demonstration
"""A test account, as those of the house's players are: the demonstration's tables seat no others."""

_HOUSE_PASSWORD: Final = "patient-until-tomorrow"  # noqa: S105  it opens test accounts of this machine alone
_HOUSE_PLAYERS: Final = 2
_SEATS: Final = 5
_BET_MS: Final = 4_000
_REVEAL_MS: Final = 60_000
"""Who types the tutorial reveals by hand."""
_GAME_MS: Final = 300_000


def open_tables(*, currency: str, now: datetime) -> dict[str, ChainId]:
    """Open the accounts and tables that are missing, in a currency, and return a table of each game by the game's name.

    A game that is not played in the currency has no table: nobody could sit there.
    """
    sheets = [sheet for offered in AT_TABLES if (sheet := offered.in_currency(currency)) is not None]
    for who in (NEWCOMER, *(each for sheet in sheets for each in house_players(sheet.game))):
        _open_account(who, currency=currency, now=now)
    return {sheet.game: _existing(sheet.game) or _open(sheet, now=now) for sheet in sheets}


def kept_currency() -> str | None:
    """Return the currency of the accounts that an earlier run opened, None if there was none."""
    newcomer = find_player(NEWCOMER.username)
    return None if newcomer is None else currency_of(newcomer.chain)


def opened_tables() -> dict[str, ChainId]:
    """Return the test table of each game that has one, by the game's name."""
    found = {sheet.game: _existing(sheet.game) for sheet in AT_TABLES}
    return {game: table for game, table in found.items() if table is not None}


def house_players(game: str) -> list[LoginRequest]:
    """Return the players of the house at the table of a game."""
    return [
        LoginRequest(username=f"{game[:24]}.{number}", password=_HOUSE_PASSWORD)
        for number in range(1, _HOUSE_PLAYERS + 1)
    ]


def _open_account(who: LoginRequest, *, currency: str, now: datetime) -> None:
    registration = Registration(
        username=who.username,
        password=who.password,
        identity=identity_of(who.username),
        currency=currency,
        consents={document.kind.value: document.version for document in CURRENT if document.mandatory},
        test_account=True,
    )
    # An earlier run may have opened it.
    with contextlib.suppress(UsernameTaken, AccountExists):
        register_player(registration, jurisdiction=settings.REDDOG_JURISDICTION, now=now)


def _existing(game: str) -> ChainId | None:
    page = tables_page(after=None, limit=100, game=game)
    return next((chain_id(str(item["id"])) for item in page.items if item["test"]), None)


def _open(sheet: RuleSheet, *, now: datetime) -> ChainId:
    around_pot = sheet.family == "pot"
    wanted = NewTable(
        game=sheet.game,
        seats=min(_SEATS, sheet.seats),
        currency=sheet.currency,
        stake_min_minor=sheet.stake_min_minor,
        stake_max_minor=sheet.stake_max_minor,
        admission=Admission.PUBLIC,
        clock=TableClock(bet_ms=_BET_MS, reveal_ms=_REVEAL_MS, game_ms=_GAME_MS if around_pot else None),
        test=True,
        reason="the demonstration",
    )
    return open_table(wanted, jurisdiction=settings.REDDOG_JURISDICTION, actor="platform", now=now)
