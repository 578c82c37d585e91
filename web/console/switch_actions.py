"""Switch something off, which one person does, and on again, which takes two."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from web.console.action import Action
from web.console.field import Field, Text

_SWITCH: Final = _("Switch")


def switch_actions(switch: str, *, slug: str = "", title_off: Text = "", title_on: Text = "") -> tuple[Action, Action]:
    """Return the two actions of a switch, whose name may have parts of the thing's address in braces."""
    off = Action(
        slug=f"switch-off{slug}",
        title=title_off or _("Switch off"),
        follows=_(
            "No new bet is taken there from that moment. What has begun is finished, and withdrawals stay open. Only"
            " two of the staff put it back on."
        ),
        method="PUT",
        path=f"/ops/switches/{switch}",
        fields=(
            Field(
                name="message",
                label=_("Message to players"),
                hint=_("Public, and may be left out. The reason is not shown to players."),
                is_required=False,
            ),
        ),
        group=_SWITCH,
    )
    on = Action(
        slug=f"switch-on{slug}",
        title=title_on or _("Switch back on"),
        follows=_("New bets are taken again once somebody else has approved it."),
        act="switch-on",
        fixed={"switch": switch},
        group=_SWITCH,
    )
    return off, on
