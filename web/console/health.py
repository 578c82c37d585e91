"""System health: what the doctor says, how the cells stand, the self-verification of the software, the stop of new wagers."""

from typing import Any, Final

from django.http import Http404
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from web.console.action import Action, offered, run_action
from web.console.field import Field
from web.console.listing import Cell, Column, Listing, listing
from web.console.navigation import ADMINISTRATORS, AUDITORS, OPERATORS
from web.console.places import HOME
from web.console.thing import Line, Link, Section, thing_page
from web.console.visit import Visit, console_page
from web.console.wording import NOTHING, count_text, instant

HEALTH: Final = "/console/health"
_GROUP: Final = gettext_lazy("The software")
_READERS: Final = frozenset({OPERATORS, AUDITORS})

_CHECK: Final = Action(
    slug="verify",
    title=gettext_lazy("Verify the software now"),
    follows=gettext_lazy(
        "All files of this web server are compared with the approved release. A difference stops new wagers."
    ),
    path="/ops/release/checks",
    roles=_READERS,
    group=_GROUP,
)
_RESUME: Final = Action(
    slug="resume",
    title=gettext_lazy("Take new wagers again"),
    follows=gettext_lazy("The approval verifies the software once more, and is refused while it differs."),
    act="resume-wagers",
    group=_GROUP,
    states=frozenset({"stopped"}),
)
_LOG: Final = gettext_lazy("Witnesses and keys")
_POLICY: Final = Action(
    slug="authorise-policy",
    title=gettext_lazy("Let a policy of witnesses be announced"),
    follows=gettext_lazy(
        "`announce_policy` may announce the file that has this digest, for seven days, in the place of the policy in force."
        " With `--dry-run` it prints the digest."
    ),
    act="authorise-policy",
    fields=(Field(name="sha256", label=gettext_lazy("Digest (SHA-256)"), length_max=64),),
    roles=frozenset({ADMINISTRATORS}),
    group=_LOG,
)
_KEY: Final = Action(
    slug="authorise-key",
    title=gettext_lazy("Let a signing key be announced"),
    follows=gettext_lazy(
        "`replace_key --announce` may announce this key, for seven days, beside those in force. If one person announced it"
        " already, this is its review."
    ),
    act="authorise-key",
    fields=(
        Field(
            name="use",
            label=gettext_lazy("What it signs"),
            kind="select",
            choices=(("rounds", gettext_lazy("records")), ("log", gettext_lazy("checkpoints"))),
        ),
        Field(name="vkey", label=gettext_lazy("Public key"), hint=gettext_lazy("As `replace_key --draw` prints it.")),
    ),
    roles=frozenset({ADMINISTRATORS}),
    group=_LOG,
)
_VAULT: Final = Action(
    slug="authorise-vault-key",
    title=gettext_lazy("Let a vault key be changed"),
    follows=gettext_lazy(
        "`rotate_vault_key` may take the named key for personal data, or destroy all others, for seven days, if the keys are"
        " still those of now."
    ),
    act="authorise-vault-key",
    fields=(
        Field(
            name="step",
            label=gettext_lazy("Step"),
            kind="select",
            choices=(
                ("rotate", gettext_lazy("make it the current one")),
                ("destroy-old", gettext_lazy("destroy all others")),
            ),
        ),
        Field(name="key", label=gettext_lazy("Vault key"), length_max=12, hint=gettext_lazy("For example vault-2.")),
    ),
    roles=frozenset({ADMINISTRATORS}),
    group=_LOG,
)
_STATES: Final = {
    "open": gettext_lazy("takes new players"),
    "closed": gettext_lazy("takes no new players"),
    "away": gettext_lazy("does not answer"),
}
_ACTIONS: Final = {action.slug: action for action in (_CHECK, _RESUME, _POLICY, _KEY, _VAULT)}


@require_safe
@console_page
def health_page(visit: Visit) -> HttpResponseBase:
    """Show how the installation is, and to those who may see it, how its software is."""
    health = visit.interface.get("/ops/health")
    release = visit.interface.get("/ops/release") if not visit.roles.isdisjoint(_READERS) else None
    well = all(item["healthy"] for item in health["items"]) and bool(health["items"])
    state = "stopped" if release is not None and release["stop"] is not None else ""
    return thing_page(
        visit,
        title=_("System health"),
        tag=Cell(_("well"), tone="ok") if well else Cell(_("look"), tone="warn"),
        back=Link(HOME, _("Today")),
        sections=[
            Section(
                title=_("What the doctor says"),
                note=_("As the worker saw it at %(instant)s.") % {"instant": instant(health["looked_at"])}
                if health["looked_at"]
                else "",
                listing=_lines(visit, health["items"]),
            ),
            *_cells(visit, visit.interface.get("/ops/cells")["items"]),
            *([] if release is None else _software(release)),
        ],
        groups=offered(visit, _ACTIONS.values(), state=state),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@console_page
def health_action(visit: Visit, slug: str) -> HttpResponseBase:
    """Do something about the software, the witnesses or the keys."""
    if slug not in _ACTIONS:
        raise Http404
    return run_action(visit, _ACTIONS[slug], {}, back=HEALTH)


def _lines(visit: Visit, items: list[dict[str, Any]]) -> Listing:
    return listing(
        visit,
        name="health",
        caption=_("What the doctor says"),
        columns=[Column(_("Part")), Column(_("State")), Column(_("What was seen")), Column(_("What to do"))],
        rows=[
            [
                Cell(item["subject"]),
                Cell(_("well")) if item["healthy"] else Cell(_("wrong"), tone="bad"),
                Cell(item["finding"]),
                Cell(NOTHING if item["healthy"] else item["repair"]),
            ]
            for item in items
        ],
        empty=_(
            "Nobody has looked yet: the worker of the queue batch does, every two minutes. `manage.py doctor` looks now."
        ),
        is_whole=False,
    )


def _cells(visit: Visit, cells: list[dict[str, Any]]) -> list[Section]:
    """Return the list of cells, each with the way to its console; nothing where there is the installation alone."""
    if len(cells) == 1:
        return []
    shown = listing(
        visit,
        name="cells",
        caption=_("Cells"),
        columns=[
            Column(_("Cell")),
            Column(_("State")),
            Column(_("Entries in the log"), is_number=True),
            Column(_("Newest checkpoint")),
            Column(_("What the doctor says")),
        ],
        rows=[
            [
                Cell(cell["name"] or _("the installation"), link=f"{cell['url']}{HOME}"),
                Cell(_STATES[cell["status"]], tone="bad" if cell["status"] == "away" else ""),
                Cell(NOTHING if cell["log_size"] is None else count_text(cell["log_size"])),
                Cell(instant(cell["checkpoint_at"]) if cell["checkpoint_at"] else NOTHING),
                _found(cell["red"]),
            ]
            for cell in cells
        ],
        empty="",
        is_whole=False,
    )
    return [
        Section(
            title=_("Cells"), note=_("Each has its own accounts of the staff: log in at its console."), listing=shown
        )
    ]


def _found(red: list[str] | None) -> Cell:
    if red is None:
        return Cell(_("not known"), tone="warn")
    return Cell(", ".join(red), tone="bad") if red else Cell(_("well"), tone="ok")


def _software(release: dict[str, Any]) -> list[Section]:
    stop = release["stop"]
    components = [
        (
            each["component"],
            Cell(_("as approved"), quiet=each["found_sha256"] or "")
            if each["approved_sha256"] == each["found_sha256"]
            else Cell(_("differs"), tone="bad", quiet=f"{each['approved_sha256']} ≠ {each['found_sha256']}"),
        )
        for each in release["components"]
    ]
    verified = Section(
        title=_("Self-verification of the software"),
        note=_("Verified at %(instant)s.") % {"instant": instant(release["verified_at"])}
        if release["verified_at"]
        else _("A demonstration that names no release key verifies nothing.")
        if not release["verified"]
        else _("Not verified yet."),
        facts=components,
    )
    if stop is None:
        return [verified]
    stopped = Section(
        title=_("New wagers are stopped"),
        note=_("Since %(instant)s, found by %(process)s on %(host)s: %(count)s differences.")
        % {
            "instant": instant(stop["stopped_at"]),
            "process": stop["process"],
            "host": stop["host"],
            "count": stop["count"],
        },
        lines=[Line(str(number), text) for number, text in enumerate(stop["findings"], start=1)],
    )
    return [stopped, verified]
