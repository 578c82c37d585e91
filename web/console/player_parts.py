"""The lists of a player's page: each has a few of the newest rows there, and all of them on a page of its own."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from web.console.api_words import said
from web.console.listing import Cell, Column, Listing, Text, asked, interval_filters, listing
from web.console.visit import Visit
from web.console.wording import NOTHING, instant, members_text, short_id, value_text

FEW: Final = 5

Row = Mapping[str, Any]

_PAYMENT_TONES: Final = {"pending": "warn", "requested": "warn", "cancelling": "warn", "refused": "bad"}
_SEVERITY_TONES: Final = {"warning": "warn", "alarm": "bad"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A list about a player."""

    name: str
    """Names it in its address."""
    title: Text
    path: str
    """Below `/api/v1`."""
    columns: Sequence[Column]
    row: Callable[[Row], Sequence[Cell]]
    empty: Text
    is_dated: bool = True
    """Whether it can be cut to days."""
    query: Mapping[str, str] | None = None
    """What the interface is asked besides; `{player_id}` stands for the player."""


def part_page(visit: Visit, part: Part, player_id: str) -> Listing:
    """Return one page of a part."""
    return _listing(visit, part, _found(visit, part, player_id, asked(visit)), is_whole=True)


def part_beginning(visit: Visit, part: Part, player_id: str) -> Listing:
    """Return the newest few rows of a part."""
    return _listing(visit, part, _found(visit, part, player_id, {"limit": str(FEW)}), is_whole=False)


def _found(visit: Visit, part: Part, player_id: str, query: Mapping[str, str]) -> dict[str, Any]:
    own = {name: text.format(player_id=player_id) for name, text in (part.query or {}).items()}
    found: dict[str, Any] = visit.interface.get(part.path.format(player_id=player_id), **own, **query)
    return found


def _listing(visit: Visit, part: Part, found: Mapping[str, Any], *, is_whole: bool) -> Listing:
    return listing(
        visit,
        name=part.name,
        caption=part.title,
        columns=part.columns,
        rows=[part.row(item) for item in found["items"]],
        empty=part.empty,
        filters=interval_filters() if is_whole and part.is_dated else (),
        following=found["next"] if is_whole else None,
        is_whole=is_whole,
    )


def _round(row: Row) -> Sequence[Cell]:
    tone = "warn" if row["status"] != "settled" else ""
    return [
        Cell(instant(row["dealt_at"])),
        Cell(row["game"], link=f"/console/rounds/{row['id']}", quiet=short_id(row["id"])),
        Cell(said(row["status"]), tone=tone),
        Cell(said(row["outcome"]) or NOTHING),
        Cell(value_text(row["staked"] or row["stake"])),
        Cell(value_text(row["returned"])),
    ]


def _stake(row: Row) -> Sequence[Cell]:
    table = f"/console/tables/{row['table_id']}"
    return [
        Cell(instant(row["placed_at"])),
        Cell(row["game"], link=table),
        Cell(str(row["epoch"]), link=f"{table}/hands/{row['epoch']}"),
        Cell(said(row["status"]), tone="warn" if row["status"] != "settled" else ""),
        Cell(said(row["outcome"]) or NOTHING),
        Cell(value_text(row["staked"])),
        Cell(value_text(row["returned"])),
    ]


def _payment(row: Row) -> Sequence[Cell]:
    return [
        Cell(instant(row["requested_at"])),
        Cell(said(row["direction"])),
        Cell(value_text(row["amount"]), link=f"/console/payments/{row['id']}"),
        Cell(f"{row['provider']} {row['reference']}".strip(), is_code=True),
        Cell(said(row["status"]), tone=_PAYMENT_TONES.get(row["status"], "")),
    ]


def _journal(row: Row) -> Sequence[Cell]:
    postings = "; ".join(
        f"{each['from_account']} → {each['to_account']} {value_text(each['amount'])}" for each in row["postings"]
    )
    return [
        Cell(instant(row["recorded_at"])),
        Cell(str(row["seq"])),
        Cell(row["kind"], quiet=row["actor"]),
        Cell(postings),
        Cell(value_text(row["balance"]["cash"])),
        Cell(value_text(row["balance"]["in_play"])),
    ]


def _session(row: Row) -> Sequence[Cell]:
    return [
        Cell(instant(row["began_at"])),
        Cell(row["ip_address"], is_code=True),
        Cell(row["device_label"] or NOTHING),
        Cell(instant(row["active_at"])),
        Cell(instant(row["ended_at"]), quiet=said(row["end_reason"])),
    ]


def _note(row: Row) -> Sequence[Cell]:
    return [Cell(instant(row["written_at"])), Cell(row["actor"]), Cell(row["text"] or _("erased"))]


def _event(row: Row) -> Sequence[Cell]:
    return [
        Cell(instant(row["occurred_at"])),
        Cell(row["kind"]),
        Cell(said(row["severity"]), tone=_SEVERITY_TONES.get(row["severity"], "")),
        Cell(row["actor"]),
        Cell(members_text(row["before"], row["after"]), quiet=f"“{row['reason']}”" if row["reason"] else ""),
    ]


def _record(row: Row) -> Sequence[Cell]:
    index = row["log_index"]
    return [
        Cell(str(row["seq"])),
        Cell(NOTHING if index is None else str(index)),
        Cell(row["note"].partition("\n")[0], is_code=True),
        Cell(row["leaf"], is_code=True),
    ]


def _case(row: Row) -> Sequence[Cell]:
    return [
        Cell(instant(row["opened_at"])),
        Cell(row["rule"], link=f"/console/cases/{row['id']}", quiet=row["gaming_day"]),
        Cell(said(row["status"]), tone="warn" if row["status"] == "open" else "", quiet=said(row["outcome"])),
        Cell(row["reason"]),
    ]


_PLAYER: Final = "/ops/players/{player_id}"
_OF_PLAYER: Final = {"player_id": "{player_id}"}

_PARTS: Final = (
    Part(
        name="rounds",
        title=_("Rounds"),
        path=f"{_PLAYER}/rounds",
        columns=[
            *(Column(_("Dealt")), Column(_("Game")), Column(_("State")), Column(_("Outcome"))),
            *(Column(_("Staked"), is_number=True), Column(_("Returned"), is_number=True)),
        ],
        row=_round,
        empty=_("A round stands here from its deal on."),
    ),
    Part(
        name="stakes",
        title=_("Stakes at tables"),
        path=f"{_PLAYER}/stakes",
        columns=[
            *(Column(_("Placed")), Column(_("Game")), Column(_("Hand or game"), is_number=True)),
            *(Column(_("State")), Column(_("Outcome"))),
            *(Column(_("Staked"), is_number=True), Column(_("Returned"), is_number=True)),
        ],
        row=_stake,
        empty=_("A stake at a live table stands here once it is placed."),
    ),
    Part(
        name="payments",
        title=_("Payments"),
        path="/ops/payments",
        query=_OF_PLAYER,
        columns=[
            *(Column(_("Requested")), Column(_("Direction")), Column(_("Amount"), is_number=True)),
            *(Column(_("Provider, reference")), Column(_("State"))),
        ],
        row=_payment,
        empty=_("Deposits and withdrawals stand here once they are asked for."),
    ),
    Part(
        name="statement",
        title=_("Statement"),
        path=f"{_PLAYER}/statement",
        columns=[
            *(
                Column(_("Recorded")),
                Column(_("Record"), is_number=True),
                Column(_("Kind")),
                Column(_("Postings")),
            ),
            *(Column(_("Cash"), is_number=True), Column(_("In play"), is_number=True)),
        ],
        row=_journal,
        empty=_("Every journal of the player’s accounts stands here."),
    ),
    Part(
        name="sessions",
        title=_("Sessions"),
        path=f"{_PLAYER}/sessions",
        columns=[
            *(Column(_("Began")), Column(_("Address")), Column(_("Device")), Column(_("Last used"))),
            Column(_("Ended")),
        ],
        row=_session,
        empty=_("A session begins with a login."),
    ),
    Part(
        name="cases",
        title=_("Cases"),
        path="/ops/cases",
        query=_OF_PLAYER,
        is_dated=False,
        columns=[Column(_("Opened")), Column(_("Rule")), Column(_("State")), Column(_("Why"))],
        row=_case,
        empty=_("Patterns of suspicious money, and what one person did alone, become cases."),
    ),
    Part(
        name="notes",
        title=_("Notes"),
        path=f"{_PLAYER}/notes",
        is_dated=False,
        columns=[Column(_("Written")), Column(_("By")), Column(_("Note"))],
        row=_note,
        empty=_("Nobody has written one."),
    ),
    Part(
        name="events",
        title=_("Events"),
        path=f"{_PLAYER}/events",
        columns=[
            *(Column(_("At")), Column(_("Kind")), Column(_("Severity")), Column(_("Actor"))),
            Column(_("Before, after, reason")),
        ],
        row=_event,
        empty=_("What is changed about the player stands here."),
    ),
    Part(
        name="records",
        title=_("Records in the log"),
        path=f"{_PLAYER}/records",
        is_dated=False,
        columns=[
            *(Column(_("Record"), is_number=True), Column(_("Place in the log"), is_number=True)),
            *(Column(_("Begins")), Column(_("Leaf"))),
        ],
        row=_record,
        empty=_("The player’s chain begins with the registration."),
    ),
)

PARTS: Final = {part.name: part for part in _PARTS}

SHOWN: Final = ("rounds", "stakes", "payments", "statement", "sessions", "cases", "notes", "events")
"""What the player's page begins. Records have a page alone."""
