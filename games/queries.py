"""What is known of games and rounds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import Q

from audit import queries as audit
from audit.core.records import read
from games.core.round_view import RoundView, StoredEntry, stored, view_round
from games.core.sheet import RuleSheet
from games.models import PublishedSheet, Round
from kernel.cte import Condition, Cte, TypedCte
from kernel.ids import ChainId, RoundId
from kernel.refusals import Kind, Refusal
from wallet.queries import balances as wallet


class RoundNotFound(Refusal):
    """There is no such round."""

    code, kind = "round-not-found", Kind.NOT_FOUND


class GameNotFound(Refusal):
    """There is no such game."""

    code, kind = "game-not-found", Kind.NOT_FOUND


class SheetRow(NamedTuple):
    """The current rule sheet of a game: the leaf of its record, and the engine it was logged with."""

    leaf: bytes
    engine_sha256: str


class RoundRow(NamedTuple):
    """A round's row; `settle_seq` is None while it is open."""

    deal_seq: int
    settle_seq: int | None
    rules_leaf: bytes


class OpenRow(NamedTuple):
    """A round that waits for a decision since `dealt_ms`."""

    chain: ChainId
    epoch: int
    nonce: int
    rules_leaf: bytes
    dealt_ms: int

    @property
    def round_id(self) -> RoundId:
        """Return the round's id."""
        return RoundId(self.chain, self.epoch, self.nonce)


class LastDealRow(NamedTuple):
    """When the newest round of a chain began (ms)."""

    dealt_ms: int


@dataclass(frozen=True, slots=True)
class Offer:
    """A game on offer: its sheet as it stands in the log under `leaf`, read and as it is written there."""

    leaf: bytes
    sheet: RuleSheet
    document: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundSummary:
    """A line of a player's history."""

    round_id: RoundId
    game: str
    dealt_ms: int
    settled_ms: int | None
    stake_minor: int
    side_bet_minor: int
    staked_minor: int | None
    returned_minor: int | None
    outcome: str | None


LAST_DEAL_SOURCE = TypedCte(
    Cte(
        "last_deal",
        "SELECT r.dealt_ms FROM head, LATERAL (SELECT dealt_ms FROM games_round g WHERE g.chain = head.chain"
        " ORDER BY g.epoch DESC, g.nonce DESC LIMIT 1) r",
        (),
    ),
    LastDealRow,
)
"""When the newest round of the chain that a source named `head` gives began."""


def sheet_source(game: str) -> TypedCte[SheetRow]:
    """Read the current rule sheet of `game`."""
    sql = "SELECT leaf, engine_sha256 FROM games_sheet WHERE game = %s ORDER BY published_seq DESC LIMIT 1"
    return TypedCte(Cte("sheet", sql, (game,)), SheetRow)


def still_current(game: str, leaf: bytes) -> Condition:
    """Say that the current rule sheet of `game` is the one logged under `leaf`."""
    sql = "%s = (SELECT leaf FROM games_sheet WHERE game = %s ORDER BY published_seq DESC LIMIT 1)"
    return Condition(sql, (leaf, game))


def round_source(round_id: RoundId) -> TypedCte[RoundRow]:
    """Read a round of the chain that a source named `head` gives."""
    sql = (
        "SELECT r.deal_seq, r.settle_seq, r.rules_leaf FROM head JOIN games_round r"
        " ON r.chain = head.chain AND r.epoch = %s AND r.nonce = %s"
    )
    return TypedCte(Cte("round", sql, (round_id.epoch, round_id.nonce)), RoundRow)


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


def round_view(chain: ChainId, round_id: RoundId) -> RoundView:
    """Return a round of this chain, as it stands, with its receipts.

    Raises:
        RoundNotFound: another player's, or nobody's.
    """
    row = None
    if round_id.chain == chain:
        row = Round.objects.filter(chain=chain, epoch=round_id.epoch, nonce=round_id.nonce).first()
    if row is None:
        raise RoundNotFound("None of your rounds has this id.")
    return _view(chain, deal_seq=row.deal_seq, settle_seq=row.settle_seq)


def answer_to(chain: ChainId, *, journal_seq: int) -> RoundView:
    """Return the answer that the step gave whose first journal has this number: a deal, or a settlement.

    A deal's answer holds the settlement too where the round needed no decision, and then they were one step.
    """
    first, *rest = audit.entries(chain, from_seq=journal_seq, to_seq=journal_seq + 2)
    record: Any = read(first)
    if record["type"] == "settle":
        row = Round.objects.get(chain=chain, epoch=record["epoch"], nonce=record["nonce"])
        return _view(chain, deal_seq=row.deal_seq, settle_seq=journal_seq)
    following = read(rest[0]) if rest else {}
    at_once = following.get("type") == "settle" and following["acts"] == []
    return _view(chain, deal_seq=journal_seq, settle_seq=journal_seq + 1 if at_once else None)


def open_round(chain: ChainId) -> RoundId | None:
    """Return the round of this chain that waits for a decision."""
    row = Round.objects.filter(chain=chain, settle_seq=None).first()
    return None if row is None else RoundId(chain, row.epoch, row.nonce)


def shortest_timeout_ms() -> int:
    """Return the shortest time (ms) that any sheet ever published leaves for a decision."""
    return min((sheet["timeout_ms"] for sheet in PublishedSheet.objects.values_list("document", flat=True)), default=0)


def open_rounds(*, dealt_by_ms: int) -> Iterator[OpenRow]:
    """Yield all rounds that were dealt at an instant (ms) or before and are still open."""
    rows = Round.objects.filter(settle_seq=None, dealt_ms__lte=dealt_by_ms)
    for row in rows.values_list(*OpenRow._fields).iterator():
        yield OpenRow(*row)


def history(chain: ChainId, *, before: tuple[int, int] | None, limit: int) -> list[RoundSummary]:
    """Return up to `limit` rounds, newest first, before the one with this epoch and nonce (None: from the newest)."""
    rounds = Round.objects.filter(chain=chain)
    if before is not None:
        epoch, nonce = before
        # The bound that the index can start at, and then the one that cuts within the epoch.
        rounds = rounds.filter(Q(epoch__lt=epoch) | Q(nonce__lt=nonce), epoch__lte=epoch)
    return [
        RoundSummary(
            round_id=RoundId(chain, row.epoch, row.nonce),
            game=row.game,
            dealt_ms=row.dealt_ms,
            settled_ms=row.settled_ms,
            stake_minor=row.stake_minor,
            side_bet_minor=row.side_bet_minor,
            staked_minor=row.staked_minor,
            returned_minor=row.returned_minor,
            outcome=row.outcome,
        )
        for row in rounds.order_by("-epoch", "-nonce")[:limit]
    ]


def _view(chain: ChainId, *, deal_seq: int, settle_seq: int | None) -> RoundView:
    deal = _entry(chain, deal_seq)
    last = deal_seq if settle_seq is None else settle_seq
    return view_round(
        sheet_by_leaf(bytes.fromhex(deal.document["rules"])),
        deal=deal,
        end=None if settle_seq is None else _entry(chain, settle_seq),
        in_play_minor=wallet.balance_after(chain, seq=last).in_play_minor,
        currency=wallet.currency_of(chain),
    )


def _entry(chain: ChainId, seq: int) -> StoredEntry:
    return stored(audit.record_entry(chain, seq))
