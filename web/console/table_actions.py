"""What the staff can do about live tables."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext, gettext_lazy as _

from web.console.action import Action
from web.console.field import Field, amount_field, currency_field, whole_number
from web.console.switch_actions import switch_actions

_TABLE: Final = "/ops/tables/{table_id}"
_BETTING: Final = _("Betting")
_SEATS: Final = _("Seats")
_RUNNING: Final = _("The hand that runs")


def _flag(text: str) -> bool:
    """Read a choice between `true` and `false`."""
    return text == "true"


_YES_NO: Final = (("false", _("no")), ("true", _("yes")))

OPEN_TABLE: Final = Action(
    slug="open",
    title=_("Open a table"),
    follows=_("By the current rules of its game. Its first betting begins within a second."),
    path="/ops/tables",
    is_keyed=True,
    fields=(
        Field(
            name="game", label=_("Game"), hint=_("One that is played at tables, such as red-dog-table."), length_max=60
        ),
        Field(
            name="seats",
            label=_("Seats"),
            hint=_("1 to as many as the rules have; around a pot 2 or more."),
            read=whole_number,
            length_max=2,
        ),
        Field(
            name="rules_version",
            label=_("Version of the rules"),
            hint=_("The one that you have read. If it is not the current one, nothing is opened."),
            is_required=False,
            read=whole_number,
            length_max=6,
        ),
        amount_field("stake_min", _("Smallest stake")),
        amount_field("stake_max", _("Largest stake")),
        Field(
            name="admission",
            label=_("Who may sit"),
            kind="select",
            choices=(("public", _("everybody")), ("invited", _("whoever is invited"))),
        ),
        Field(
            name="betting_seconds",
            label=_("Seconds for betting"),
            hint=_("1 to 86400 seconds, from the stake that makes a hand playable on."),
            read=whole_number,
            length_max=5,
        ),
        Field(
            name="revealing_seconds",
            label=_("Seconds for values"),
            hint=_("5 to 60 seconds, from the end of the betting on. In less, slow clients burn hands."),
            read=whole_number,
            length_max=5,
        ),
        Field(
            name="game_seconds",
            label=_("Seconds of the longest game"),
            is_required=False,
            is_null_when_empty=True,
            read=whole_number,
            length_max=6,
        ),
        Field(name="test", label=_("For test accounts"), kind="select", choices=_YES_NO, read=_flag),
    ),
)


def open_table_action(currencies: Sequence[str], *, game_seconds_max: int, beacon: str) -> Action:
    """Return the form that opens a table in one of the currencies of accounts.

    `game_seconds_max` is the time between two reality checks, `beacon` the address of the source that new tables take
    public values of, empty if none is configured.
    """
    hint = gettext("1 to %(most)s seconds around a pot; else it stays empty. Reality checks come between games.")
    hints = {"game_seconds": hint % {"most": game_seconds_max}}
    fields = [replace(each, hint=hints.get(each.name, each.hint)) for each in OPEN_TABLE.fields]
    mixed = gettext("Each of its decks takes a public value of %(source)s, for which a hand waits.") % {
        "source": beacon
    }
    follows = f"{OPEN_TABLE.follows} {mixed if beacon else gettext('Its decks take no public value.')}"
    game, seats, *others = fields
    return replace(OPEN_TABLE, follows=follows, fields=(game, seats, currency_field(currencies), *others))


_ALL: Final = (
    Action(
        slug="pause",
        title=_("Pause"),
        follows=_("No stake is taken until somebody goes on with it. A hand that has begun is finished."),
        method="PUT",
        path=f"{_TABLE}/status",
        fixed={"status": "paused"},
        group=_BETTING,
        states=frozenset({"open"}),
    ),
    Action(
        slug="go-on",
        title=_("Go on"),
        follows=_("The next betting begins within a second."),
        method="PUT",
        path=f"{_TABLE}/status",
        fixed={"status": "open"},
        group=_BETTING,
        states=frozenset({"paused"}),
    ),
    Action(
        slug="close",
        title=_("Close, for good"),
        follows=_("A hand that has begun is finished. Then nobody plays here again."),
        method="PUT",
        path=f"{_TABLE}/status",
        fixed={"status": "closed"},
        group=_BETTING,
        states=frozenset({"open", "paused"}),
        is_grave=True,
    ),
    *switch_actions("table:{table_id}"),
    Action(
        slug="invite",
        title=_("Invite a player"),
        follows=_("The player may sit here from that moment on."),
        path=f"{_TABLE}/invitations",
        fields=(Field(name="player_id", label=_("Player"), hint=_("The whole id."), length_max=32),),
        group=_SEATS,
        states=frozenset({"open", "paused"}),
    ),
    Action(
        slug="void",
        title=_("Void the hand or game"),
        follows=_("Every stake of it goes back. The record names the reason and both people, and reveals the seed."),
        act="void-epoch",
        fixed={"table_id": "{table_id}"},
        fields=(
            Field(name="epoch", label=_("Hand or game"), hint=_("Its number, as above."), read=whole_number),
            Field(
                name="seed_lost",
                label=_("Is seal.key lost for good?"),
                kind="select",
                choices=_YES_NO,
                read=_flag,
            ),
        ),
        group=_RUNNING,
        states=frozenset({"open", "paused"}),
        is_grave=True,
    ),
)
TABLE_ACTIONS: Final = {action.slug: action for action in _ALL}

UNINVITE: Final = Action(
    slug="uninvite",
    title=_("Take the invitation back"),
    follows=_("The player may not sit here any more. A stake that is placed stays."),
    method="DELETE",
    path=f"{_TABLE}/invitations/{{player_id}}",
    reason="query",
)
