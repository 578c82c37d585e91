"""What the staff can do about a player: each action of the interface, with what follows from it."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from web.console.action import Action

_PLAYER: Final = "/ops/players/{player_id}"

_ALL: Final = (
    Action(
        slug="suspend",
        title=_("Suspend"),
        follows=_("No bet and no deposit is taken from that moment. An open round can be finished, money withdrawn."),
        method="PUT",
        path=f"{_PLAYER}/status",
        fixed={"status": "suspended"},
    ),
)

ACTIONS: Final = {action.slug: action for action in _ALL}
