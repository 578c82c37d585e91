"""What the staff can do about a player: each action of the interface, with what follows from it."""

from typing import Final

from django.utils.translation import gettext_lazy as _, pgettext_lazy

from web.console.action import Action
from web.console.field import Field, Text, amount_field, minutes, whole_number
from web.console.player_answers import show_data, show_identity

_PLAYER: Final = "/ops/players/{player_id}"
_PLAYER_ID: Final = {"player_id": "{player_id}"}

_PROTECT: Final = _("Protect")
_MONEY: Final = _("Money")
_IDENTITY: Final = _("Identity")
_ACCESS: Final = _("Access")
_NOTES: Final = _("Notes")
_FOR_GOOD: Final = _("For good")

_AMOUNT: Final = amount_field("amount", _("Amount"))
_MONEY_LIMITS: Final[tuple[tuple[str, Text], ...]] = (
    ("loss_day", _("Loss, day")),
    ("loss_week", _("Loss, week")),
    ("loss_month", _("Loss, month")),
    ("wager_day", _("Stakes, day")),
    ("wager_week", _("Stakes, week")),
    ("wager_month", _("Stakes, month")),
    ("deposit_day", _("Deposits, day")),
    ("deposit_week", _("Deposits, week")),
    ("deposit_month", _("Deposits, month")),
    ("stake_max", _("Stake of a round")),
)
_TIME_LIMITS: Final[tuple[tuple[str, Text], ...]] = (
    ("session_time", _("Time of a session")),
    ("daily_time", _("Time of a day")),
    ("weekly_time", _("Time of a week")),
    ("monthly_time", _("Time of a month")),
    ("reality_check", _("Reality check")),
)
LIMIT_TITLES: Final = dict((*_MONEY_LIMITS, *_TIME_LIMITS))

_MONEY_LIMIT: Final = (
    Field(name="name", label=_("Limit"), kind="select", choices=_MONEY_LIMITS),
    amount_field("value", _("At most")),
)
_TIME_LIMIT: Final = (
    Field(name="name", label=_("Limit"), kind="select", choices=_TIME_LIMITS),
    Field(name="value", label=_("At most, minutes"), read=minutes),
)
_METHODS: Final = Field(
    name="method",
    label=_("By"),
    kind="select",
    choices=(
        ("passport", _("passport")),
        ("identity-card", _("identity card")),
        ("driving-licence", _("driving licence")),
        ("residence-permit", _("residence permit")),
        ("public-register", _("public register")),
        ("in-person", _("in person")),
    ),
)
_ADJUSTMENT: Final = (
    Field(
        name="cause",
        label=_("Cause"),
        kind="select",
        choices=(("correction", _("correction of a record")), ("other", pgettext_lazy("cause", "other"))),
    ),
    Field(
        name="corrects",
        label=_("Record that is corrected"),
        hint=_("Its number on the player’s statement; only for a correction."),
        is_required=False,
        read=whole_number,
    ),
    Field(
        name="direction",
        label=_("Direction"),
        kind="select",
        choices=(("give", _("give to the player")), ("take", _("take from the player"))),
    ),
    _AMOUNT,
)
_LOOSER: Final = _("It holds once somebody else has approved it. What the player set stays in force.")

_ALL: Final = (
    Action(
        slug="limit",
        title=_("Set a limit of money"),
        follows=_("It holds at once, and never changes the player’s own. Only a tighter one is set alone."),
        method="PUT",
        path=f"{_PLAYER}/limits/{{name}}",
        fields=_MONEY_LIMIT,
        group=_PROTECT,
    ),
    Action(
        slug="time-limit",
        title=_("Set a limit of time"),
        follows=_("It holds at once, and never changes the player’s own. Only a tighter one is set alone."),
        method="PUT",
        path=f"{_PLAYER}/limits/{{name}}",
        fields=_TIME_LIMIT,
        group=_PROTECT,
    ),
    Action(
        slug="exclude",
        title=_("Exclude"),
        follows=_("From that moment no bet and no deposit is taken. An open round can be finished, money withdrawn."),
        path=f"{_PLAYER}/exclusion",
        fields=(
            Field(
                name="days",
                label=_("Days"),
                hint=_("Empty: until two of the staff lift it."),
                is_required=False,
                is_null_when_empty=True,
                read=whole_number,
            ),
        ),
        group=_PROTECT,
    ),
    Action(
        slug="suspend",
        title=_("Suspend"),
        follows=_("No bet and no deposit is taken from that moment. An open round can be finished, money withdrawn."),
        method="PUT",
        path=f"{_PLAYER}/status",
        fixed={"status": "suspended"},
        group=_PROTECT,
        states=frozenset({"active", "dormant", "excluded"}),
    ),
    Action(
        slug="assess",
        title=_("Assess for markers of harm"),
        follows=_("Nothing follows from it by itself."),
        path=f"{_PLAYER}/markers",
        reason="none",
        group=_PROTECT,
    ),
    Action(
        slug="loosen-limit",
        title=_("Loosen the operator’s limit of money"),
        follows=_LOOSER,
        act="loosen-operator-limit",
        fixed=_PLAYER_ID,
        fields=_MONEY_LIMIT,
        group=_PROTECT,
    ),
    Action(
        slug="loosen-time-limit",
        title=_("Loosen the operator’s limit of time"),
        follows=_LOOSER,
        act="loosen-operator-limit",
        fixed=_PLAYER_ID,
        fields=_TIME_LIMIT,
        group=_PROTECT,
    ),
    Action(
        slug="end-limit",
        title=_("End an operator’s limit"),
        follows=_LOOSER,
        act="loosen-operator-limit",
        fixed={**_PLAYER_ID, "ended": True},
        fields=(Field(name="name", label=_("Limit"), kind="select", choices=tuple(LIMIT_TITLES.items())),),
        group=_PROTECT,
    ),
    Action(
        slug="lift-exclusion",
        title=_("Lift the operator’s exclusion"),
        follows=_("The player’s own and the national one stay in force."),
        act="lift-exclusion",
        fixed=_PLAYER_ID,
        group=_PROTECT,
    ),
    Action(
        slug="reactivate",
        title=_("End the suspension"),
        follows=_("Bets and deposits are taken again once somebody else has approved it."),
        act="reactivate-player",
        fixed=_PLAYER_ID,
        group=_PROTECT,
        states=frozenset({"suspended"}),
    ),
    Action(
        slug="adjust",
        title=_("Adjust the balance"),
        follows=_("A journal of the ledger with a signed record. What one person adjusts within 24 hours is bound."),
        path=f"{_PLAYER}/adjustments",
        fields=_ADJUSTMENT,
        is_keyed=True,
        group=_MONEY,
    ),
    Action(
        slug="grant",
        title=_("Grant play money"),
        follows=_("An adjustment of the ledger, with its record."),
        path=f"{_PLAYER}/grants",
        fields=(_AMOUNT,),
        is_keyed=True,
        in_demo_alone=True,
        group=_MONEY,
    ),
    Action(
        slug="adjust-more",
        title=_("Adjust the balance by more"),
        follows=_("The ledger is adjusted once somebody else has approved it."),
        act="adjust-balance",
        fixed=_PLAYER_ID,
        fields=_ADJUSTMENT,
        group=_MONEY,
    ),
    Action(
        slug="grant-more",
        title=_("Grant more play money"),
        follows=_("The money is granted once somebody else has approved it."),
        act="grant-play-money",
        fixed=_PLAYER_ID,
        fields=(_AMOUNT,),
        in_demo_alone=True,
        group=_MONEY,
    ),
    Action(
        slug="allow-deposits",
        title=_("Allow deposits again"),
        follows=_("After too many failures have blocked them."),
        act="lift-deposit-block",
        fixed=_PLAYER_ID,
        group=_MONEY,
    ),
    Action(
        slug="identity",
        title=_("See who this is"),
        follows=_("You see name, birth date, address, e-mail and telephone. The reason is kept with your name."),
        method="GET",
        path=f"{_PLAYER}/identity",
        reason="query",
        group=_IDENTITY,
        shows=show_identity,
    ),
    Action(
        slug="refuse-identity",
        title=_("Refuse the identity"),
        follows=_("The player may not do what needs a verified identity, whatever was decided before."),
        method="PUT",
        path=f"{_PLAYER}/verification",
        fixed={"decision": "refused"},
        fields=(_METHODS,),
        group=_IDENTITY,
    ),
    Action(
        slug="verify-identity",
        title=_("Verify the identity"),
        follows=_("Both of you look at the evidence."),
        act="verify-identity",
        fixed=_PLAYER_ID,
        fields=(_METHODS,),
        group=_IDENTITY,
    ),
    Action(
        slug="correct-identity",
        title=_("Correct names, address, e-mail or telephone"),
        follows=_("What is left empty stays as it is. Whoever approves types the same values; no proposal keeps them."),
        act="correct-identity",
        fixed=_PLAYER_ID,
        fields=(
            Field(name="given_name", label=_("Given name"), is_required=False),
            Field(name="family_name", label=_("Family name"), is_required=False),
            Field(name="address.line", label=_("Street and number"), is_required=False),
            Field(name="address.city", label=_("City"), is_required=False),
            Field(name="address.region", label=_("Region"), is_required=False),
            Field(name="address.postal_code", label=_("Postal code"), is_required=False),
            Field(name="address.country", label=_("Country, two letters"), is_required=False, length_max=2),
            Field(name="email", label=_("E-mail"), kind="email", is_required=False, length_max=254),
            Field(name="phone", label=_("Telephone"), kind="tel", is_required=False, hint=_("Such as +12025550123.")),
        ),
        group=_IDENTITY,
    ),
    Action(
        slug="data",
        title=_("Export all data"),
        follows=_(
            "A file with all that is stored of the player, to be handed over. The reason is kept with your name."
        ),
        method="GET",
        path=f"{_PLAYER}/data",
        reason="query",
        group=_IDENTITY,
        shows=show_data,
    ),
    Action(
        slug="end-sessions",
        title=_("End all sessions"),
        follows=_("On every device, at once. The player can log in again, and finish an open round then."),
        method="DELETE",
        path=f"{_PLAYER}/sessions",
        reason="query",
        group=_ACCESS,
    ),
    Action(
        slug="reset-token",
        title=_("Issue a reset token"),
        follows=_("It sets a new password or unlocks the login. Whoever approves sees it once, and hands it over."),
        act="issue-reset-token",
        fixed=_PLAYER_ID,
        group=_ACCESS,
    ),
    Action(
        slug="remove-factor",
        title=_("Remove the second factor"),
        follows=_("With its recovery codes. Only where the player has lost it."),
        act="remove-second-factor",
        fixed=_PLAYER_ID,
        group=_ACCESS,
    ),
    Action(
        slug="end-key",
        title=_("End a signing key"),
        follows=_("It signs no more. Recovery keys are the player’s to end."),
        act="end-player-key",
        fixed=_PLAYER_ID,
        fields=(
            Field(name="kid", label=_("Id of the key")),
            Field(
                name="why",
                label=_("Because it is"),
                kind="select",
                choices=(
                    ("rotated", _("replaced by another")),
                    ("lost", _("lost")),
                    ("stolen", _("stolen")),
                    ("closed", _("of a closed account")),
                ),
            ),
        ),
        group=_ACCESS,
    ),
    Action(
        slug="note",
        title=_("Write a note"),
        follows=_("With your name, for the staff. Nobody changes it; the player’s copy of all data has it."),
        path=f"{_PLAYER}/notes",
        fields=(Field(name="text", label=_("Note"), kind="textarea", length_max=2000),),
        reason="none",
        group=_NOTES,
    ),
    Action(
        slug="close",
        title=_("Close the account"),
        follows=_("For ever. Money can still be withdrawn."),
        method="PUT",
        path=f"{_PLAYER}/status",
        fixed={"status": "closed"},
        group=_FOR_GOOD,
        states=frozenset({"active", "dormant", "suspended", "excluded"}),
        is_grave=True,
    ),
    Action(
        slug="erase",
        title=_("Erase who this is"),
        follows=_("Destroys what identifies the player. Only of a closed, empty account whose retention has ended."),
        path=f"{_PLAYER}/erasure",
        fields=(
            Field(
                name="basis",
                label=_("Legal basis"),
                kind="select",
                choices=(
                    ("no_longer_needed", _("no longer needed")),
                    ("consent_withdrawn", _("consent withdrawn")),
                    ("objection", _("objection")),
                    ("unlawful_processing", _("unlawful processing")),
                    ("legal_obligation", _("legal obligation")),
                ),
            ),
        ),
        group=_FOR_GOOD,
        is_grave=True,
    ),
)

ACTIONS: Final = {action.slug: action for action in _ALL}
