"""Payments: all of them, those that hang, one with its history, and what an operator decides."""

from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.http import Http404
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _, gettext_lazy, pgettext
from django.views.decorators.http import require_http_methods, require_safe

from web.console.action import Action, offered, run_action
from web.console.api_words import said
from web.console.listing import CURSOR, Cell, Column, Filter, Listing, asked, interval_filters, listing
from web.console.thing import Line, Link, Section, list_page, thing_page
from web.console.visit import Visit, console_page
from web.console.wording import amount, instant, short_id

PAYMENTS: Final = "/console/payments"
_STATUSES: Final = ("requested", "pending", "cancelling", "settled", "refused", "cancelled")
_TONES: Final = {"pending": "warn", "requested": "warn", "cancelling": "warn", "refused": "bad"}
_HANGING: Final = ("requested", "cancelling")
"""States that the provider ends, or the worker, which asks twice a minute."""
_HANGS_AFTER: Final = timedelta(minutes=15)
_FEW: Final = "20"

_DECIDE: Final = gettext_lazy("This payment")
_PENDING: Final = frozenset({"pending"})
_ALL: Final = (
    Action(
        slug="refuse",
        title=gettext_lazy("Refuse"),
        follows=gettext_lazy("A withdrawal’s money goes back to the player’s cash. A deposit is not posted."),
        method="PUT",
        path="/ops/payments/{payment_id}/review",
        fixed={"decision": "refuse"},
        group=_DECIDE,
        states=_PENDING,
    ),
    Action(
        slug="settle",
        title=gettext_lazy("Settle by hand"),
        follows=gettext_lazy("Who settles vouches that the money moved outside."),
        act="settle-payment",
        fixed={"payment_id": "{payment_id}"},
        group=_DECIDE,
        states=_PENDING,
    ),
)
_ACTIONS: Final = {action.slug: action for action in _ALL}


@require_safe
@console_page
def payments_page(visit: Visit) -> HttpResponseBase:
    """List payments, the newest first; on the first page those that hang come before."""
    query = asked(visit)
    found = visit.interface.get("/ops/payments", **query)
    shown = _listing(visit, found["items"], found["next"])
    return list_page(visit, shown, before=[] if query.keys() - {CURSOR} or CURSOR in query else _hanging(visit))


@require_safe
@console_page
def payment_page(visit: Visit, payment_id: str) -> HttpResponseBase:
    """Show a payment with its history."""
    payment = visit.interface.get(f"/ops/payments/{payment_id}")
    return thing_page(
        visit,
        title=_title(payment),
        identity=payment["id"],
        tag=Cell(said(payment["status"]), tone=_TONES.get(payment["status"], "ok")),
        back=Link(PAYMENTS, _("Payments")),
        sections=[
            Section(title=_("At a glance"), facts=_facts(payment)),
            Section(title=_("History"), lines=[_line(entry) for entry in payment["history"]]),
        ],
        groups=offered(visit, _ALL, state=payment["status"]),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@console_page
def payment_action(visit: Visit, payment_id: str, slug: str) -> HttpResponseBase:
    """Decide about a payment."""
    if slug not in _ACTIONS:
        raise Http404
    return run_action(visit, _ACTIONS[slug], {"payment_id": payment_id}, back=f"{PAYMENTS}/{payment_id}")


def _title(payment: dict[str, Any]) -> str:
    texts = {"amount": amount(payment["amount"]), "currency": payment["amount"]["currency"]}
    if payment["direction"] == "deposit":
        return _("Deposit of %(amount)s %(currency)s") % texts
    return _("Withdrawal of %(amount)s %(currency)s") % texts


def _hanging(visit: Visit) -> list[Section]:
    """Return the payments that the provider has not ended for a while, if there are any."""
    before = f"{datetime.now(UTC) - _HANGS_AFTER:%Y-%m-%dT%H:%M:%SZ}"
    rows = [
        payment
        for status in _HANGING
        for payment in visit.interface.get("/ops/payments", status=status, to=before, limit=_FEW)["items"]
    ]
    if not rows:
        return []
    return [
        Section(
            title=_("Stuck"),
            note=_(
                "Asked for more than 15 minutes ago, and the provider has not said how it ended. The worker goes on asking."
            ),
            listing=_listing(visit, rows, None, is_whole=False),
        )
    ]


def _listing(visit: Visit, rows: list[dict[str, Any]], following: str | None, *, is_whole: bool = True) -> Listing:
    return listing(
        visit,
        name="payments",
        caption=_("Payments"),
        columns=[
            *(Column(_("Requested")), Column(_("Payment")), Column(_("Player")), Column(_("Amount"), is_number=True)),
            *(Column(_("Currency")), Column(_("Provider, reference")), Column(_("State"))),
        ],
        rows=[_row(payment) for payment in rows],
        empty=_("Deposits and withdrawals stand here once players ask for them."),
        filters=_filters() if is_whole else (),
        following=following,
        is_whole=is_whole,
    )


def _filters() -> list[Filter]:
    return [
        Filter(
            "status",
            _("State"),
            "select",
            [("", pgettext("filter", "any")), *((status, said(status)) for status in _STATUSES)],
        ),
        Filter(
            "direction",
            _("Direction"),
            "select",
            [("", pgettext("filter", "any")), ("deposit", said("deposit")), ("withdrawal", said("withdrawal"))],
        ),
        Filter("player_id", _("Player’s id")),
        *interval_filters(),
    ]


def _row(payment: dict[str, Any]) -> list[Cell]:
    return [
        Cell(instant(payment["requested_at"])),
        Cell(said(payment["direction"]), link=f"{PAYMENTS}/{payment['id']}", quiet=short_id(payment["id"])),
        Cell(short_id(payment["player_id"]), link=f"/console/players/{payment['player_id']}"),
        Cell(amount(payment["amount"])),
        Cell(payment["amount"]["currency"]),
        Cell(f"{payment['provider']} {payment['reference']}".strip(), is_code=True),
        Cell(said(payment["status"]), tone=_TONES.get(payment["status"], "")),
    ]


def _facts(payment: dict[str, Any]) -> list[tuple[str, Cell]]:
    player = payment["player_id"]
    return [
        (_("Player"), Cell(short_id(player), link=f"/console/players/{player}")),
        (_("Amount"), Cell(amount(payment["amount"]), quiet=payment["amount"]["currency"])),
        (_("Method"), Cell(payment["method"])),
        (_("Provider, reference"), Cell(f"{payment['provider']} {payment['reference']}".strip(), is_code=True)),
        (_("Requested"), Cell(instant(payment["requested_at"]))),
        (_("Decided"), Cell(instant(payment["decided_at"]))),
    ]


def _line(entry: dict[str, Any]) -> Line:
    record = "" if entry["seq"] is None else _(", record %(number)s") % {"number": entry["seq"]}
    reason = f", “{entry['reason']}”" if entry["reason"] else ""
    by = _("by %(actor)s") % {"actor": entry["actor"]}
    return Line(instant(entry["changed_at"]), f"{said(entry['status'])}, {by}{reason}{record}")
