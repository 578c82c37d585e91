"""Rule sheets that were logged: the current one of a game, one by its leaf, those on offer."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import QuerySet

from games.core.sheet import RuleSheet
from games.models import PublishedSheet
from kernel.cte import Condition, Cte, TypedCte
from kernel.refusals import Refusal, RefusalKind


class GameNotFound(Refusal):
    """There is no such game."""

    code, kind = "game-not-found", RefusalKind.NOT_FOUND


class SheetRow(NamedTuple):
    """The current rule sheet of a game."""

    leaf: bytes
    """The leaf of the record that holds it."""
    engine_sha256: str
    """The digest of the engine that it was logged with."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A game on offer."""

    leaf: bytes
    """The leaf of the record that holds its sheet."""
    sheet: RuleSheet
    document: Mapping[str, Any]
    """The sheet as the record writes it."""


def sheet_source(game: str) -> TypedCte[SheetRow]:
    """Read the current rule sheet of `game`."""
    sql = "SELECT leaf, engine_sha256 FROM games_sheet WHERE game = %s ORDER BY published_seq DESC LIMIT 1"
    return TypedCte(Cte("sheet", sql, (game,)), SheetRow)


def still_current(game: str, leaf: bytes) -> Condition:
    """Require that the current rule sheet of `game` is the one logged under `leaf`."""
    sql = "%s = (SELECT leaf FROM games_sheet WHERE game = %s ORDER BY published_seq DESC LIMIT 1)"
    return Condition(sql, (leaf, game))


@lru_cache(maxsize=256)
def sheet_by_leaf(leaf: bytes) -> RuleSheet:
    """Return the sheet that was logged under this leaf. It never changes, so it is cached."""
    return RuleSheet.from_document(PublishedSheet.objects.values_list("document", flat=True).get(leaf=leaf))


@lru_cache(maxsize=256)
def sheet_in_currency(leaf: bytes, currency: str) -> RuleSheet | None:
    """Return the sheet that was logged under this leaf as it is played in a currency; None if it is not offered in it."""
    return sheet_by_leaf(leaf).in_currency(currency)


def sheet_of_account(leaf: bytes, currency: str) -> RuleSheet:
    """Return the sheet by which something was staked that is in this currency."""
    sheet = sheet_in_currency(leaf, currency)
    assert sheet is not None, "nothing is staked in a currency that the sheet does not offer"
    return sheet


@lru_cache(maxsize=256)
def engine_by_leaf(leaf: bytes) -> str:
    """Return the digest of the engine that a sheet was logged with under this leaf. It never changes either."""
    return str(PublishedSheet.objects.values_list("engine_sha256", flat=True).get(leaf=leaf))


def current_sheets() -> list[Offer]:
    """Return the games on offer, by name."""
    rows = _newest_sheets().values_list("leaf", "document")
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


def newest_document(game: str) -> Mapping[str, Any] | None:
    """Return the sheet of a game that was logged last, as its record writes it; None if there is none."""
    sheets = PublishedSheet.objects.filter(game=game).order_by("-published_seq")
    return sheets.values_list("document", flat=True).first()


def newest_documents() -> dict[str, Mapping[str, Any]]:
    """Return the sheet of each game that was logged last, by game, as its record writes it."""
    return dict(_newest_sheets().values_list("game", "document"))


def _newest_sheets() -> QuerySet[PublishedSheet]:
    return PublishedSheet.objects.order_by("game", "-published_seq").distinct("game")


def leaves_of_version(game: str, version: int) -> list[bytes]:
    """Return the leaves under which this version of a game's sheet was logged, once for each engine."""
    sheets = PublishedSheet.objects.filter(game=game, document__ver=version)
    return [bytes(leaf) for leaf in sheets.order_by("published_seq").values_list("leaf", flat=True)]


def documents_of_version(game: str, version: int) -> list[Mapping[str, Any]]:
    """Return all sheets of a game that were logged with this version."""
    sheets = PublishedSheet.objects.filter(game=game, document__ver=version)
    return list(sheets.values_list("document", flat=True))
