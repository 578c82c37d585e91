"""A table as the schema describes it. The queries write the documents, so that the stream has the same ones."""

from typing import Any, Final

from rest_framework import serializers

from rest.fields import MoneyOutput
from tables.core.definition import Admission
from tables.queries.hands import ENDS
from tables.queries.table_list import PHASES, STATUSES

ADMISSIONS: Final = tuple(admission.value for admission in Admission)
DECIDED_BY: Final = ("player", "timeout")


class TableSummary(serializers.Serializer[Any]):
    """What a table is and where it stands."""

    id = serializers.CharField(help_text="The table's id and chain, 32 hex digits.")
    leaf = serializers.CharField(help_text="Of the `table` record, 64 hex digits.")
    game = serializers.CharField()
    family = serializers.CharField(help_text="Of its rules: `red-dog`, `montana` or `pot`.")
    rules = serializers.CharField(help_text="The leaf of the rule sheet that its hands are settled by.")
    rules_version = serializers.IntegerField()
    test = serializers.BooleanField(help_text="Whether it is for test accounts, and for no others.")
    admission = serializers.ChoiceField(ADMISSIONS, help_text="Who may take a seat. Everybody may watch.")
    seats_max = serializers.IntegerField(help_text="Seats are numbered from 0.")
    seats_min = serializers.IntegerField(help_text="How many stakes make a hand.")
    stake_min = MoneyOutput()
    stake_max = MoneyOutput(help_text="Around a pot, stake and buy-in are the same.")
    betting_seconds = serializers.IntegerField(
        help_text="From the stake that makes a hand to the end of the betting. All times are rounded up."
    )
    revealing_seconds = serializers.IntegerField(help_text="How long the players' values are waited for.")
    deciding_seconds = serializers.IntegerField()
    game_seconds = serializers.IntegerField(allow_null=True, help_text="The longest game around a pot.")
    opened_at = serializers.DateTimeField()
    stream_url = serializers.URLField(help_text="Where its events are streamed, as Server-Sent Events.")
    status = serializers.ChoiceField(STATUSES, help_text="Stakes are taken while it is `open`.")
    available = serializers.BooleanField(
        help_text="Whether betting goes on: `open`, not switched off, and of this release of its rules."
    )
    seq = serializers.IntegerField(help_text="The number of the newest record in the table's chain.")
    epoch = serializers.IntegerField(help_text="The hand or game that runs, or takes stakes.")
    phase = serializers.ChoiceField(PHASES)
    due_at = serializers.DateTimeField(
        allow_null=True, help_text="The deadline of the phase; null while it waits for players, and around a pot."
    )
    seats_taken = serializers.IntegerField()

    class Meta:
        """The schema's name for it."""

        ref_name = "TableSummary"


class _Announcement(serializers.Serializer[Any]):
    commitment = serializers.CharField(help_text="The hash of the hand's seed, 64 hex digits.")
    seq = serializers.IntegerField(help_text="The number, in the table's chain, of the record that announced it.")
    log_index = serializers.IntegerField(allow_null=True, help_text="Its place in the log; null for about a second.")
    covered = serializers.BooleanField(help_text="Whether a published checkpoint covers it.")

    class Meta:
        ref_name = "Announcement"


class _Decision(serializers.Serializer[Any]):
    action = serializers.CharField()
    amount = MoneyOutput(help_text="New money at stake, 0 where the action costs nothing.")
    actor = serializers.ChoiceField(DECIDED_BY)
    acted_at = serializers.DateTimeField()

    class Meta:
        ref_name = "SeatDecision"


class _Seat(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    stake = MoneyOutput()
    side_bet = MoneyOutput(allow_null=True)
    leaf = serializers.CharField(help_text="Of the stake's record, by which `seats` names it.")
    contribution = serializers.CharField(help_text="The hash of the value of this seat's player, 64 hex digits.")
    placed_at = serializers.DateTimeField()
    revealed = serializers.BooleanField(help_text="Whether its value has come.")
    decision = _Decision(allow_null=True, help_text="Against the house, once it is taken.")

    class Meta:
        ref_name = "Seat"


class _Seal(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    seal = serializers.CharField(help_text="The hash of the seat's hidden hand, 64 hex digits.")

    class Meta:
        ref_name = "Seal"


class _HouseHand(serializers.Serializer[Any]):
    leaf = serializers.CharField(help_text="Of the `hand` record.")
    seq = serializers.IntegerField(help_text="The number of that record. An action names it.")
    cards = serializers.ListField(child=serializers.CharField(), help_text="Those that all see.")
    sealed = _Seal(many=True)
    dealt_at = serializers.DateTimeField()

    class Meta:
        ref_name = "HouseHand"


class _PotPlayer(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    stack = MoneyOutput(help_text="Its chips.")
    seal = serializers.CharField(allow_null=True, help_text="Of its hand; null when it is out.")
    away = serializers.BooleanField(help_text="Nobody waits for it: its defaults are taken at once.")
    voted = serializers.BooleanField(help_text="For the end of the game.")

    class Meta:
        ref_name = "PotPlayer"


class _Asked(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    seq = serializers.IntegerField(help_text="The number of the record that asks. An action names it.")
    cards = serializers.ListField(child=serializers.CharField(), help_text="Its hand, which all see now.")
    key = serializers.CharField(help_text="Of the hand's seal.")
    times_out_at = serializers.DateTimeField()

    class Meta:
        ref_name = "AskedSeat"


class _PotGame(serializers.Serializer[Any]):
    leaf = serializers.CharField(help_text="Of the `hand` record.")
    pot = MoneyOutput()
    order = serializers.ListField(child=serializers.IntegerField(), help_text="The seats, from the dealer's left.")
    seats = _PotPlayer(many=True, help_text="In that order.")
    turn = _Asked(allow_null=True, help_text="The seat that decides.")
    dealt_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField(help_text="When the table's time is over, and the pot is divided.")

    class Meta:
        ref_name = "PotGame"


class _OwnHand(serializers.Serializer[Any]):
    cards = serializers.ListField(child=serializers.CharField())
    key = serializers.CharField(help_text="Of the seal, 64 hex digits.")
    seal = serializers.CharField()

    class Meta:
        ref_name = "OwnHand"


class _Legal(serializers.Serializer[Any]):
    action = serializers.CharField()
    label = serializers.CharField(  # type: ignore[assignment]  # DRF takes a declared field of this name
        help_text="What the button says in this game."
    )
    cost_min = MoneyOutput()
    cost_max = MoneyOutput()
    cost_step = MoneyOutput(help_text="An amount is `cost_min` plus a multiple of this.")

    class Meta:
        ref_name = "SeatAction"


class _Own(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    seq = serializers.IntegerField(help_text="The number of the stake's record in the player's chain.")
    leaf = serializers.CharField()
    raise_room = MoneyOutput(
        allow_null=True,
        help_text="Around a pot, the most that the game's raises may sum to; null where no limit on wagers binds.",
    )
    hand = _OwnHand(allow_null=True, help_text="What the others do not see.")
    legal_actions = _Legal(many=True, help_text="Empty while the seat is not asked.")
    default_action = serializers.CharField(allow_null=True, help_text="Taken when the seat's time is over.")

    class Meta:
        ref_name = "OwnSeat"


class PublicTable(TableSummary):
    """A table as everybody may see it."""

    announcement = _Announcement(allow_null=True, help_text="Of `epoch`; null for the table's first moment.")
    stakes_covered = serializers.BooleanField(
        allow_null=True, help_text="Whether a published checkpoint covers `seats`: then values are taken."
    )
    seats = _Seat(many=True, help_text="The stakes of `epoch`, in seat order.")
    hand = _HouseHand(allow_null=True, help_text="Against the house, from the deal to the end.")
    pot_game = _PotGame(allow_null=True, help_text="Around a pot, from the deal to the end.")

    class Meta:
        """The schema's name for it."""

        ref_name = "PublicTable"


class TableOutput(PublicTable):
    """A table as the caller may see it, and the time by which its deadlines count."""

    own = _Own(allow_null=True, help_text="What the caller alone sees; null for who has no stake in `epoch`.")
    read_at = serializers.DateTimeField(help_text="By the clock that measures deadlines.")

    class Meta:
        """The schema's name for it."""

        ref_name = "LiveTable"


class EventOutput(serializers.Serializer[Any]):
    """A record of the table's chain. The stream has the same."""

    seq = serializers.IntegerField(help_text="Its number in the table's chain.")
    type = serializers.CharField(help_text="As the record says it: docs/formats/tables.md.")
    occurred_at = serializers.DateTimeField()
    leaf = serializers.CharField(help_text="Its leaf hash, 64 hex digits.")
    note = serializers.CharField(help_text="The signed note, to be kept to the byte.")
    record = serializers.DictField(help_text="What the note says, parsed.")

    class Meta:
        """The schema's name for it."""

        ref_name = "TableEvent"


class _SideBetResult(serializers.Serializer[Any]):
    category = serializers.CharField()
    returned = MoneyOutput()

    class Meta:
        ref_name = "SideBetResult"


class _Result(serializers.Serializer[Any]):
    seat = serializers.IntegerField()
    outcome = serializers.CharField(help_text="In kebab-case.")
    staked = MoneyOutput(help_text="Stake, raise and side bet; around a pot the buy-in.")
    returned = MoneyOutput(help_text="All that came back, what the side bet returned included.")
    rake = MoneyOutput(allow_null=True, help_text="Around a pot: what the house kept of this seat's wins.")
    side_bet = _SideBetResult(allow_null=True)

    class Meta:
        ref_name = "SeatResult"


class HandSummary(serializers.Serializer[Any]):
    """A finished hand or game."""

    epoch = serializers.IntegerField()
    ended_by = serializers.ChoiceField(ENDS)
    leaf = serializers.CharField(help_text="Of the record that ended it.")
    cards = serializers.ListField(
        child=serializers.CharField(),
        help_text="All that were dealt against the house; around a pot they are in the records.",
    )
    results = _Result(many=True, help_text="By seat. Empty where all stakes went back.")
    missing = serializers.ListField(child=serializers.IntegerField(), help_text="The seats whose value did not come.")
    seed = serializers.CharField(allow_null=True, help_text="64 hex digits; null only where it was lost.")
    seated_at = serializers.DateTimeField(help_text="When the betting ended.")
    ended_at = serializers.DateTimeField()

    class Meta:
        """The schema's name for it."""

        ref_name = "HandSummary"


class HandOutput(HandSummary):
    """A finished hand or game with its records."""

    records = EventOutput(many=True, help_text="From `seats` to the record that ended it.")

    class Meta:
        """The schema's name for it."""

        ref_name = "Hand"
