"""The table of attacks on a real log, each with the code that must answer it.

Unless a row says otherwise, the operator has all keys: what is changed is linked and signed anew, checkpoints included.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from benchmarks.tamper_campaign.mutations import leave_out, rewrite_event, shift_balances, shift_moves
from benchmarks.tamper_campaign.owned_log import OperatorKey
from tests.verifier.producer import Draft, canonical, receipt, sha256
from verifier.approval import Approval

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.tamper_campaign.judged import Desk, Judged
    from benchmarks.tamper_campaign.owned_log import OwnedLog
    from tests.verifier.producer import Document, Sealed

_DAY_MS: Final = 86_400_000


def at(log: OwnedLog, kind: str, number: int = 0, *having: str) -> int:
    """Return where the record of a type with these fields is; the last for -1."""
    found = [n for n, draft in enumerate(log.drafts) if draft.fields["type"] == kind and {*having} <= {*draft.fields}]
    return found[number]


def draft(log: OwnedLog, kind: str, number: int = 0, *having: str) -> Draft:
    """Return the record of a type with these fields."""
    return log.drafts[at(log, kind, number, *having)]


def put(kind: str, *having: str, number: int = 0, **new: Any) -> Callable[[OwnedLog], object]:
    """Set fields of a record."""
    return lambda log: draft(log, kind, number, *having).fields.update(new)


def put_in(kind: str, name: str, inner: Any, value: Any, *having: str) -> Callable[[OwnedLog], object]:
    """Set what is one step deeper in a record."""
    return lambda log: draft(log, kind, 0, *having).fields[name].update({inner: value})


def raised(log: OwnedLog) -> Document:
    """Return the first settlement of a round for one that a decision came before."""
    return next(
        each.fields
        for each in log.drafts
        if each.fields["type"] == "settle" and "seed" in each.fields and each.fields["acts"]
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """An attack, and the codes of which one must be told."""

    name: str
    expected: frozenset[str]
    spoil: Callable[[OwnedLog], object] = lambda _: None
    linked: bool = True
    stored: Callable[[Sealed], object] = lambda _: None
    """What is done to the finished export."""
    kept: bool = False
    """Whether the auditor kept the newest honest checkpoint."""
    receipt_of: Callable[[OwnedLog], int] | None = None
    """Whose receipt, by its place in the honest log, a player kept."""
    approved: bool = False
    """Whether the auditor has a laboratory's list of the honest log's sheets."""

    def judge(self, log: OwnedLog, honest: Sealed, *, desk: Desk) -> Judged:
        """Carry the attack out, and return the verdict."""
        kept = [honest.checkpoints[max(honest.checkpoints)]] if self.kept else []
        receipts = None if self.receipt_of is None else [receipt(honest.entries[self.receipt_of(log)])]
        approval = _approved(log) if self.approved else None
        self.spoil(log)
        sealed = log.seal(linked=self.linked)
        self.stored(sealed)
        return desk.judge(sealed, kept=kept, receipts=receipts, approval=approval)


def _approved(log: OwnedLog) -> Approval:
    sheets = [each.fields["rules"] for each in log.drafts if each.fields["type"] == "rules"]
    listed = (
        (each["game"], each["ver"], each["engine_sha256"], sha256(canonical(each).encode()).hex()) for each in sheets
    )
    return Approval(lab="Outer Laboratory", key="lab.example", issued=log.now, sheets=frozenset(listed))


def _row(name: str, expected: str, spoil: Callable[[OwnedLog], object] = lambda _: None, **others: Any) -> Row:
    return Row(name=name, expected=frozenset(expected.split()), spoil=spoil, **others)


def _edited(sealed: Sealed) -> None:
    last = sealed.entries[-1]
    sealed.entries[-1] = last.replace(b'"salt":"', b'"salt":"0', 1)


def _reordered(sealed: Sealed) -> None:
    # The first two records of the system chain: two keys.
    sealed.entries[0], sealed.entries[1] = sealed.entries[1], sealed.entries[0]


def _without_round(log: OwnedLog) -> None:
    place = at(log, "settle", 0, "seed")
    deal = next(n for n, each in enumerate(log.drafts) if each.leaf == log.drafts[place].fields["deal"])
    for gone in sorted((place, deal), reverse=True):
        leave_out(log, gone)


def newest_of_a_player(log: OwnedLog) -> int:
    """Return where the newest settlement is that ends its chain."""
    for place in range(len(log.drafts) - 1, -1, -1):
        fields = log.drafts[place].fields
        if fields["type"] == "settle" and all(
            later.fields["chain"] != fields["chain"] for later in log.drafts[place + 1 :]
        ):
            return place
    raise LookupError("every chain ends with something else")


def _never_settled(log: OwnedLog) -> None:
    leave_out(log, newest_of_a_player(log))
    log.drafts[-1].fields["time"] += 3 * _DAY_MS


def _settled_late(log: OwnedLog) -> None:
    log.drafts[newest_of_a_player(log)].fields["time"] += 3 * _DAY_MS


def _paid_more(log: OwnedLog) -> None:
    place = at(log, "settle", 0, "seed")
    fields = log.drafts[place].fields
    fields["pay"]["returned"] += 500
    shift_moves(fields, "house", 500)
    shift_balances(log, place, 500)


def _client_reused(log: OwnedLog) -> None:
    chain = draft(log, "open", -1, "left").fields["chain"]
    mine = [each.fields for each in log.drafts if each.fields["type"] == "open" and each.fields["chain"] == chain]
    mine[-1]["client"] = mine[0]["client"]


def _nonce_dealt_again(log: OwnedLog) -> None:
    void = draft(log, "void", 0, "nonce").fields
    following = next(
        each.fields
        for each in log.drafts[at(log, "void", 0, "nonce") :]
        if each.fields["type"] == "deal" and each.fields["chain"] == void["chain"]
    )
    following["nonce"] = void["nonce"]


def _limit_ignored(log: OwnedLog) -> None:
    chain = draft(log, "deal", 0, "nonce").fields["chain"]
    limits = next(
        each.fields for each in log.drafts if each.fields["type"] == "limits" and each.fields["chain"] == chain
    )
    act = {"do": "set", "who": "player", "name": "stake_max", "value": 1}
    limits.update(rg={"now": {"stake_max": 1}}, act=act)


def _unheard_of_key(log: OwnedLog) -> None:
    name = log.record_signer.name + "-other"
    draft(log, "settle").signer = OperatorKey(name, b"\x05" * 32)


def _respelled(old: str, new: str) -> Callable[[OwnedLog], object]:
    def spoil(log: OwnedLog) -> None:
        draft(log, "settle").text = lambda document: canonical(document).replace(old, new, 1)

    return spoil


def _seed_lost(log: OwnedLog) -> None:
    draft(log, "void", 0, "nonce").fields.pop("seed")


def _event_removed(log: OwnedLog) -> None:
    log.events[3] = {}


def _actor_rewritten(log: OwnedLog) -> None:
    log.events[3]["event"]["actor"] = "operator:5e5e5e5e5e5e5e5e"


def _listed_late(log: OwnedLog) -> None:
    """Date all that comes after an event's record, its listing included, a minute later."""
    caused = next(draft.fields["ev"] for draft in log.drafts if draft.fields["type"] == "void")
    listing = next(n for n, draft in enumerate(log.drafts) if caused in draft.fields.get("leaves", ()))
    for each in log.drafts[listing:]:
        if each.fields.get("ev") != caused:
            each.fields["time"] += 60_000


def _sheet(name: str, value: Any) -> Callable[[OwnedLog], object]:
    return put_in("rules", "rules", name, value)


def _other_seat(log: OwnedLog) -> None:
    seats = draft(log, "seats").fields["seats"]
    seats[0]["stake"], seats[1]["stake"] = seats[1]["stake"], seats[0]["stake"]


def _other_value(log: OwnedLog) -> None:
    draft(log, "open", 0, "reveals").fields["reveals"][0]["r"] = "5e" * 32


def _missing_tail(sealed: Sealed) -> None:
    # What was published promises them, and nothing of them is in the export.
    del sealed.entries[-3:]


_SETTLED: Final = ("seed",)
ROWS: Final = (
    _row("stored record edited", "E_SIG E_FORM", stored=_edited),
    _row(
        "history rewritten and signed anew, an earlier checkpoint kept",
        "E_FORK",
        put("init", salt="5e" * 16),
        kept=True,
    ),
    _row("record deleted", "E_CHAIN", lambda log: leave_out(log, at(log, "settle")), linked=False),
    _row("round deleted, linked anew", "E_BALANCE E_NONCE", _without_round),
    _row(
        "newest records withheld, a receipt kept",
        "E_RECEIPT_MISSING E_SPLIT",
        lambda log: leave_out(log, newest_of_a_player(log)),
        receipt_of=newest_of_a_player,
    ),
    _row("records in another order", "E_ROOT E_CHAIN", stored=_reordered),
    _row("log forked", "E_FORK", put("settle", number=-1, salt="5e" * 16), kept=True),
    _row("record dated back", "E_TIME_ORDER", put("settle", *_SETTLED, number=3, time=1)),
    _row("commitment after the client seed", "E_COMMIT_LATE", put("open", "left", size=1)),
    _row("client seed known beforehand", "E_CLIENT_REUSE", _client_reused),
    _row("seed exchanged", "E_SEED", put("settle", *_SETTLED, seed="5e" * 32)),
    _row("cards changed", "E_CARDS E_FORM", put("settle", *_SETTLED, cards=["2c", "2d", "2h"])),
    _row("paid otherwise, balances follow", "E_PAYOUT", _paid_more),
    _row("moves unbalanced", "E_UNBALANCED", put("deal", "nonce", moves=[["cash", -1000], ["in_play", 999]])),
    _row("moves of something else", "E_MOVES", put("deal", "nonce", moves=[["cash", -1000], ["house", 1000]])),
    _row("balance otherwise", "E_BALANCE", put("deal", "nonce", bal=[10_000_001, 9_999_001])),
    _row("deal never settled", "E_UNSETTLED", _never_settled),
    _row("settled late", "E_LATE", _settled_late),
    _row("voided, and its number dealt again", "E_NONCE", _nonce_dealt_again),
    _row("decision dropped", "E_ACTION", lambda log: raised(log).update(acts=[])),
    _row("other rules", "E_RULES", put("deal", "nonce", rules="5e" * 32)),
    _row("limit ignored", "E_RG", _limit_ignored),
    _row("not canonical", "E_CANON", _respelled(",", ", ")),
    _row("key twice in a text", "E_CANON E_FORM", _respelled('"v":', '"v":"rdf/2","v":')),
    _row("key that was not announced", "E_KEY", _unheard_of_key),
    _row("key announced by another key", "E_KEY", lambda log: setattr(draft(log, "key"), "signer", log.record_signer)),
    _row("record of the system in a player's chain", "E_SYS E_FORM", put("limits", type="erasure")),
    _row("unknown type", "E_TYPE", put("settle", type="outage")),
    _row("unknown field", "E_FORM", put("settle", note="nothing")),
    _row("entries withheld", "E_WITHHELD_ENTRY", stored=_missing_tail),
    _row("seed called lost, and revealed later", "E_SEED_HELD", _seed_lost),
    _row(
        "return declared that is not the sheet's",
        "E_RTP",
        _sheet("rtp", {"first_bet": [1, 2], "total_wagered": [1, 2]}),
    ),
    _row("payout of the sheet changed", "E_RTP E_PAYOUT", _sheet("pay", {"spread": [1] * 11, "trips": 11})),
    _row(
        "sheet that the laboratory did not approve",
        "W_UNAPPROVED",
        _sheet("labels", {"raise": "RIDE", "stand": "STAND"}),
        approved=True,
    ),
    _row("event removed", "E_WITHHELD_EVENT", _event_removed),
    _row("event listed late", "E_EVENT_LATE", _listed_late),
    _row("actor of an event rewritten", "E_EVENT", _actor_rewritten),
    _row(
        "event rewritten with all that names it, a checkpoint kept",
        "E_FORK",
        lambda log: rewrite_event(log, 6, "actor"),
        kept=True,
    ),
    _row(
        "record that must name an event names none",
        "E_EVENT_MISSING E_FORM",
        lambda log: draft(log, "void").fields.pop("ev"),
    ),
    _row("record names an event of somebody else", "E_EVENT E_EVENT_MISSING", put("void", "nonce", ev="5e" * 32)),
    _row("filing of a second revision without a first", "E_FILING", put("filing", rev=2)),
    _row("stakes of two seats exchanged", "E_SEATS", _other_seat),
    _row("value that does not open its contribution", "E_CONTRIB", _other_value),
    _row("cards of a hand at a table changed", "E_CARDS", put("hand", cards=["2c", "2d"])),
    _row("seed of a table exchanged", "E_SEED", put("hand_end", seed="5e" * 32)),
    _row("stake settled by no hand's end", "E_END", put("settle", "end", end="5e" * 32)),
    _row("deadline that does not follow", "E_CLOCK", put("hand", until=1)),
    _row("stake at a table that does not exist", "E_TABLE", put("deal", "table", table="5e" * 32)),
)
