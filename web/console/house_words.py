"""Words of the interface about the house in the words of the page."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _, pgettext_lazy

HOUSE_WORDS: Final[Mapping[str, Promise]] = {
    # Games and live tables.
    "alone": pgettext_lazy("game", "alone"),
    "at-tables": pgettext_lazy("game", "at tables"),
    "stake": pgettext_lazy("return", "of the first bet"),
    "total-staked": pgettext_lazy("return", "of all stakes"),
    "side-bet": pgettext_lazy("return", "of the side bet"),
    "optimal": _("played best"),
    "paused": pgettext_lazy("table", "paused"),
    "public": pgettext_lazy("table", "everybody"),
    "invited": pgettext_lazy("table", "whoever is invited"),
    "unannounced": pgettext_lazy("table", "waits for its commitment"),
    "betting": pgettext_lazy("table", "betting"),
    "revealing": pgettext_lazy("table", "values are told"),
    "playing": pgettext_lazy("table", "being played"),
    "late": pgettext_lazy("value", "late"),
    "lost": pgettext_lazy("value", "lost"),
    "owed": pgettext_lazy("value", "owed"),
    # Outcomes.
    "win": pgettext_lazy("outcome", "won"),
    "lose": pgettext_lazy("outcome", "lost"),
    "trips": pgettext_lazy("outcome", "three of a kind"),
    "pair-push": pgettext_lazy("outcome", "pair, stake back"),
    "consecutive-push": pgettext_lazy("outcome", "consecutive, stake back"),
    "surrender": pgettext_lazy("outcome", "surrendered"),
    "void": pgettext_lazy("outcome", "voided"),
    # Decisions, and who took them.
    "raise": pgettext_lazy("decision", "raise"),
    "stand": pgettext_lazy("decision", "stand"),
    "play": pgettext_lazy("decision", "play"),
    "take": pgettext_lazy("decision", "take the whole pot"),
    "call": pgettext_lazy("decision", "call"),
    "down": pgettext_lazy("decision", "lay down"),
    "player": pgettext_lazy("actor", "player"),
    "timeout": pgettext_lazy("actor", "time-out"),
    # How hands and games at tables end.
    "all-out": pgettext_lazy("hand", "all out"),
    "last-one": pgettext_lazy("hand", "one left"),
    "agreed": pgettext_lazy("hand", "divided by agreement"),
    "time": pgettext_lazy("hand", "time over"),
    "decided": pgettext_lazy("hand", "played"),
    "no-reveal": pgettext_lazy("hand", "burnt: a value did not come"),
    "not-covered": pgettext_lazy("hand", "burnt: no checkpoint came"),
    # Deliveries, the staff.
    "delivered": pgettext_lazy("delivery", "delivered"),
    "locked": pgettext_lazy("account", "locked"),
    "deactivated": pgettext_lazy("account", "deactivated"),
}
