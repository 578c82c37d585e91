"""The staff's accounts, for administrators: all of them, and one that is locked, taken roles, or reset."""

from itertools import combinations
from typing import Any, Final

from django.http import Http404
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from web.console.action import Action, offered, run_action
from web.console.api_words import said
from web.console.field import Field
from web.console.listing import CURSOR, Cell, Column, asked, listing
from web.console.navigation import ADMINISTRATORS, AUDITORS, OPERATORS
from web.console.thing import Link, Section, list_page, thing_page
from web.console.visit import Visit, console_page
from web.console.wording import NOTHING, instant

STAFF: Final = "/console/staff"
_TONES: Final = {"locked": "bad", "deactivated": "warn"}
_PAGE: Final = "200"
_ROLES: Final = (OPERATORS, AUDITORS, ADMINISTRATORS)
_ADMINISTRATORS: Final = frozenset({ADMINISTRATORS})
_ACCOUNT: Final = gettext_lazy("This account")


def _names(text: str) -> list[str]:
    """Read roles that are separated by commas."""
    return text.split(", ")


_ROLES_FIELD: Final = Field(
    name="roles",
    label=gettext_lazy("Roles"),
    kind="select",
    choices=[(", ".join(chosen), ", ".join(chosen)) for count in (1, 2, 3) for chosen in combinations(_ROLES, count)],
    read=_names,
)

_CREATE: Final = Action(
    slug="create",
    title=gettext_lazy("Open an account"),
    follows=gettext_lazy("Whoever approves gets a one-time password, and hands it over for the enrolment."),
    act="create-staff",
    fields=(Field(name="username", label=gettext_lazy("User name"), length_max=30), _ROLES_FIELD),
    roles=_ADMINISTRATORS,
    group=gettext_lazy("Accounts"),
)
_ALL: Final = (
    Action(
        slug="deactivate",
        title=gettext_lazy("Deactivate"),
        follows=gettext_lazy("All sessions end at once, and nobody logs in with it. Two activate it again."),
        method="PUT",
        path="/ops/staff/{username}/status",
        fixed={"status": "deactivated"},
        roles=_ADMINISTRATORS,
        group=_ACCOUNT,
        states=frozenset({"active", "locked"}),
    ),
    Action(
        slug="unlock",
        title=gettext_lazy("Unlock"),
        follows=gettext_lazy("The account can log in again, with its password and its factor."),
        method="PUT",
        path="/ops/staff/{username}/status",
        fixed={"status": "active"},
        roles=_ADMINISTRATORS,
        group=_ACCOUNT,
        states=frozenset({"locked"}),
    ),
    Action(
        slug="take-roles",
        title=gettext_lazy("Take roles away"),
        follows=gettext_lazy("It keeps these of its roles and no others, from the next request on."),
        method="PUT",
        path="/ops/staff/{username}/roles",
        fields=(_ROLES_FIELD,),
        roles=_ADMINISTRATORS,
        group=_ACCOUNT,
    ),
    Action(
        slug="give-roles",
        title=gettext_lazy("Give roles"),
        follows=gettext_lazy("It has these roles and no others once somebody else has approved it."),
        act="set-staff-roles",
        fixed={"username": "{username}"},
        fields=(_ROLES_FIELD,),
        roles=_ADMINISTRATORS,
        group=_ACCOUNT,
    ),
    Action(
        slug="reset",
        title=gettext_lazy("Reset: factors lost"),
        follows=gettext_lazy(
            "Factors are removed, sessions end, the lock is lifted. Whoever approves gets a one-time password."
        ),
        act="reset-staff",
        fixed={"username": "{username}"},
        roles=_ADMINISTRATORS,
        group=_ACCOUNT,
    ),
    Action(
        slug="reactivate",
        title=gettext_lazy("Activate again"),
        follows=gettext_lazy("The account can log in again once somebody else has approved it."),
        act="reactivate-staff",
        fixed={"username": "{username}"},
        roles=_ADMINISTRATORS,
        group=_ACCOUNT,
        states=frozenset({"deactivated"}),
    ),
)
_ACTIONS: Final = {action.slug: action for action in _ALL}


@require_safe
@console_page
def staff_page(visit: Visit) -> HttpResponseBase:
    """List the accounts of the staff."""
    found = visit.interface.get("/ops/staff", **asked(visit))
    shown = listing(
        visit,
        name="staff",
        caption=_("Staff"),
        columns=[
            *(Column(_("User name")), Column(_("State")), Column(_("Roles")), Column(_("Second factors"))),
            *(Column(_("Last login")), Column(_("From"))),
        ],
        rows=[_row(member) for member in found["items"]],
        empty=_("The first accounts are opened by `manage.py create_staff`."),
        following=found["next"],
    )
    return list_page(visit, shown, groups=offered(visit, [_CREATE]))


@require_safe
@console_page
def member_page(visit: Visit, username: str) -> HttpResponseBase:
    """Show an account."""
    member = _member(visit, username)
    return thing_page(
        visit,
        title=member["username"],
        tag=Cell(said(member["status"]), tone=_TONES.get(member["status"], "ok")),
        back=Link(STAFF, _("Staff")),
        sections=[Section(title=_("At a glance"), facts=_facts(member))],
        groups=offered(visit, _ALL, state=member["status"]),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@console_page
def staff_action(visit: Visit, slug: str) -> HttpResponseBase:
    """Open an account."""
    if slug != _CREATE.slug:
        raise Http404
    return run_action(visit, _CREATE, {}, back=STAFF)


@require_http_methods(["GET", "HEAD", "POST"])
@console_page
def member_action(visit: Visit, username: str, slug: str) -> HttpResponseBase:
    """Do something about an account."""
    if slug not in _ACTIONS:
        raise Http404
    return run_action(visit, _ACTIONS[slug], {"username": username}, back=f"{STAFF}/{username}")


def _member(visit: Visit, username: str) -> dict[str, Any]:
    """Return an account, looked for in the list of all: there are few."""
    query = {"limit": _PAGE}
    while True:
        found = visit.interface.get("/ops/staff", **query)
        for member in found["items"]:
            if member["username"] == username:
                return dict(member)
        if found["next"] is None:
            raise Http404
        query[CURSOR] = found["next"]


def _row(member: dict[str, Any]) -> list[Cell]:
    return [
        Cell(member["username"], link=f"{STAFF}/{member['username']}"),
        Cell(said(member["status"]), tone=_TONES.get(member["status"], "")),
        Cell(", ".join(member["roles"]) or NOTHING),
        _factors(member),
        Cell(instant(member["last_login_at"])),
        Cell(member["last_ip_address"] or NOTHING, is_code=True),
    ]


def _factors(member: dict[str, Any]) -> Cell:
    if not member["enrolled"]:
        return Cell(_("not enrolled"), tone="warn")
    return Cell(", ".join(member["factors"]) or NOTHING)


def _facts(member: dict[str, Any]) -> list[tuple[str, Cell]]:
    return [
        (_("Roles"), Cell(", ".join(member["roles"]) or NOTHING)),
        (_("Second factors"), _factors(member)),
        (_("Last login"), Cell(instant(member["last_login_at"]), quiet=member["last_ip_address"])),
    ]
