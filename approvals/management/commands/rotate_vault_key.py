"""manage.py rotate_vault_key: encrypt all personal data under another vault key."""

from datetime import UTC, datetime

from django.core.management.base import BaseCommand, CommandError, CommandParser

from approvals.operations.vault_keys import begin_authorised_rotation, destroy_old_authorised
from kernel.refusals import Refusal
from players.operations.rotate_vault_key import draw_next, rewrap_some


class Command(BaseCommand):
    """Rotate the vault key. If it is killed, another call continues where it was."""

    help = (
        "Draw a new vault key and wrap every player's data key under it. Once two administrators have enrolled, they authorise"
        " the new key before it is taken, and that the older ones are destroyed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        step = parser.add_mutually_exclusive_group()
        step.add_argument(
            "--draw-only", action="store_true", help="draw the next key's file, to be copied to all machines first"
        )
        step.add_argument(
            "--destroy-old", action="store_true", help="remove the older keys, unless a player's data needs one"
        )

    def handle(self, *, draw_only: bool, destroy_old: bool, **_: object) -> None:
        try:
            if draw_only:
                self.stdout.write(f"{draw_next()}.key is there. Copy it to all machines, then rotate.")
            elif destroy_old:
                self._destroy(datetime.now(UTC))
            else:
                self._rotate(datetime.now(UTC))
        except Refusal as refusal:
            raise CommandError(f"{refusal.title()}. {refusal.detail}") from refusal

    def _rotate(self, now: datetime) -> None:
        name, wrapped = begin_authorised_rotation(now=now), 0
        while some := rewrap_some():
            wrapped += some
        self.stdout.write(f"{name}.key holds: {wrapped} data keys were wrapped under it, and none needs an older one.")
        self.stdout.write("Destroy the older ones with --destroy-old, once no backup from before is to be restored.")

    def _destroy(self, now: datetime) -> None:
        names = destroy_old_authorised(now=now)
        gone = ", ".join(f"{name}.key" for name in names) or "Nothing"
        self.stdout.write(f"{gone} was destroyed on this machine. Do the same on all others and with all copies.")
