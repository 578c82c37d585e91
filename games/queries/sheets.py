"""Rule sheets that were logged: the current one of a game, one by its leaf, those on offer."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from games.core.sheet import RuleSheet
from games.models import PublishedSheet
from kernel.cte import Condition, Cte, TypedCte
from kernel.refusals import Kind, Refusal


class GameNotFound(Refusal):
    """There is no such game."""

    code, kind = "game-not-found", Kind.NOT_FOUND


class SheetRow(NamedTuple):
    """The current rule sheet of a game: the leaf of its record, and the engine it was logged with."""

    leaf: bytes
    engine_sha256: str


@dataclass(frozen=True, slots=True)
class Offer:
    """A game on offer: its sheet as it stands in the log under `leaf`, read and as it is written there."""

    leaf: bytes
    sheet: RuleSheet
    document: Mapping[str, Any]


def sheet_source(game: str) -> TypedCte[SheetRow]:
    """Read the current rule sheet of `game`."""
    sql = "SELECT leaf, engine_sha256 FROM games_sheet WHERE game = %s ORDER BY published_seq DESC LIMIT 1"
    return TypedCte(Cte("sheet", sql, (game,)), SheetRow)


def still_current(game: str, leaf: bytes) -> Condition:
    """Say that the current rule sheet of `game` is the one logged under `leaf`."""
    sql = "%s = (SELECT leaf FROM games_sheet WHERE game = %s ORDER BY published_seq DESC LIMIT 1)"
    return Condition(sql, (leaf, game))


@lru_cache(maxsize=256)
def sheet_by_leaf(leaf: bytes) -> RuleSheet:
    """Return the sheet that was logged under this leaf. It never changes, and so it is kept."""
    return RuleSheet.from_document(PublishedSheet.objects.values_list("document", flat=True).get(leaf=leaf))


def current_sheets() -> list[Offer]:
    """Return the games on offer, by name."""
    newest = PublishedSheet.objects.order_by("game", "-published_seq").distinct("game")
    rows = newest.values_list("leaf", "document")
    return [Offer(bytes(leaf), sheet_by_leaf(bytes(leaf)), document) for leaf, document in rows]


def current_sheet(game: str) -> Offer:
    """Return a game on offer.

    Raises:
        GameNotFound: no such game is on offer.
    """
    for offer in current_sheets():
        if offer.sheet.game == game:
            return offer
    raise GameNotFound("The games on offer are listed at /api/v1/games.")


def shortest_timeout_ms() -> int:
    """Return the shortest time (ms) that any sheet ever published leaves for a decision."""
    return min((sheet["timeout_ms"] for sheet in PublishedSheet.objects.values_list("document", flat=True)), default=0)
