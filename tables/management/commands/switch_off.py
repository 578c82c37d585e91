"""manage.py switch_off NAME: switch off everything, a game, a version, a table or a player, from the console."""

from django.core.management.base import BaseCommand, CommandError, CommandParser

from audit.clock import database_now
from kernel.refusals import Refusal
from staff.management.console_operator import add_operator_arguments, proved_operator
from tables.operations.switch_off import SwitchOffOrder, switch_off


class Command(BaseCommand):
    """For when no web server answers. It needs the database and the keys of second factors."""

    help = (
        "Take no new stakes: `everything`, `game:<game>`, `version:<game>@<version>`, `table:<id>` or `player:<id>`. It"
        " is in force in every process at once. Rounds and hands that have begun are finished. Two of the staff put it"
        " back on."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("switch")
        parser.add_argument("--message", default="", help="what players are told, up to 200 characters")
        add_operator_arguments(parser)

    def handle(self, *, switch: str, message: str, by: str, reason: str, **_: object) -> None:
        actor = proved_operator(by, command="switch_off")
        order = SwitchOffOrder(switch=switch, reason=reason, message=message, actor=actor)
        try:
            switch_off(order, now=database_now())
        except Refusal as refusal:
            raise CommandError(f"{refusal.title()}. {refusal.detail}") from refusal
        self.stdout.write(f"{switch} is off. Two of the staff put it back on.")
