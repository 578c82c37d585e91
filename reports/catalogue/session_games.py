"""Sessions by game: what the rounds of each session came to, of each game that was played in it.

As in `player-sessions`, a round belongs to the session whose stake it is, and counts when it ends. So the rows of a
session add up to its row there, and all rows to the games of the interval: also those of sessions that are over, of
players who were erased, and of stakes that name no session. There is a row for each version of a game's rules that was
played. All of it is in the log.

Regulators who want a record of each session and game have it made from this report.

Source: docs/adr/0088-sessions-by-game.md; GLI-19 2.13.2 (version 3).
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from games.queries.sheets import sheet_by_leaf
from kernel.ids import ChainId, chain_id
from reports.core.account_columns import ACCOUNT, ACCOUNTS, CURRENCY, account_kind
from reports.core.definition import Definition, Page, Reconciliation, ReportScope
from reports.core.paging import split_page
from reports.core.table import Column, Row, Table, Type
from reports.core.totals_key import GAME, VERSION, money_column
from reports.queries.games_agreement import compare_with_games
from reports.queries.session_games import PLAYED_COLUMNS, SessionGames, SheetGames, games_by_sheet, played_cells


class _Place(NamedTuple):
    """Where a row stands among all; as a text it is the cursor of the page that the row ends."""

    account: str
    reference: str
    """The session's; empty where a stake names none."""
    game: str
    version: int

    def __str__(self) -> str:
        """Return the cursor that `_parse_place` reads."""
        return " ".join(map(str, self))


def _read_page(scope: ReportScope, cursor: str) -> Page:
    page, next_cursor = split_page(_rows_after(scope, cursor), lambda each: each[0])
    return Page([row for _, row in page], next_cursor)


def _rows_after(scope: ReportScope, cursor: str) -> Iterator[tuple[_Place, Row]]:
    """Yield the rows behind a cursor, each with its place. What a page does not need is not read."""
    after = _parse_place(cursor)
    for played in games_by_sheet(scope.period, since=None if after is None else _chain_of(after)):
        merged = _by_version(played)
        for place in sorted(merged):
            if after is None or place > after:
                yield place, _row(place, merged[place])


def _parse_place(cursor: str) -> _Place | None:
    if not cursor:
        return None
    account, reference, game, version = cursor.split(" ")
    return _Place(account, reference, game, int(version))


def _chain_of(place: _Place) -> ChainId:
    chain = chain_id(place.account)
    assert chain is not None, "a cursor is one that was given out"
    return chain


def _by_version(played: Iterable[SheetGames]) -> dict[_Place, list[SheetGames]]:
    """Group by version: the same rules may have been published more than once."""
    groups: dict[_Place, list[SheetGames]] = {}
    for each in played:
        sheet = sheet_by_leaf(each.rules_leaf)
        place = _Place(each.key.chain.hex, each.key.reference.hex(), sheet.game, sheet.version)
        groups.setdefault(place, []).append(each)
    return groups


def _row(place: _Place, parts: Sequence[SheetGames]) -> Row:
    family = sheet_by_leaf(parts[0].rules_leaf).family
    games = SessionGames(*map(sum, zip(*(part.games for part in parts), strict=True)))
    return {
        "accounts": account_kind(test=parts[0].test),
        "account": place.account,
        "reference": place.reference or None,
        "game": place.game,
        "version": place.version,
        "family": family,
        "currency": parts[0].currency,
        "first_stake": min(part.first_stake_ms for part in parts),
        "last_end": max(part.last_end_ms for part in parts),
        **played_cells(games),
        "fees": games.wagers_minor - games.winnings_minor if family == "pot" else 0,
    }


def _reconcile(scope: ReportScope, table: Table) -> Sequence[Reconciliation]:
    return compare_with_games(scope.period, table)


DEFINITION: Final = Definition(
    kind="session-games",
    title="Sessions by game",
    version=1,
    regulation="GLI-19 2.13.2 (version 3)",
    columns=(
        ACCOUNTS,
        ACCOUNT,
        Column(
            name="reference",
            type=Type.TEXT,
            meaning=(
                "What the log calls the session: the `sess` of its deals and buy-ins, 64 hex digits; nothing for rounds"
                " whose records name no session."
            ),
        ),
        GAME,
        VERSION,
        Column(name="family", type=Type.TEXT, meaning="The game tree of the rules, such as `red-dog` or `pot`."),
        CURRENCY,
        Column(
            name="first_stake",
            type=Type.INSTANT,
            meaning="When the first of these rounds was staked, which may be before the interval.",
        ),
        Column(name="last_end", type=Type.INSTANT, meaning="When the last of these rounds was settled or voided."),
        *PLAYED_COLUMNS,
        money_column("fees", "Rake of games around a pot, which is in `wagers`; 0 for all others."),
    ),
    read_page=_read_page,
    reconcile=_reconcile,
    from_log=True,
    filters=("accounts", "account", "game", "currency"),
)
