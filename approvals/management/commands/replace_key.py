"""manage.py replace_key: put another key in the place of a log key or a record key, while play goes on."""

import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from approvals.operations.announce import AnnouncementNotAuthorised, announce_authorised_key, announce_key_for_stolen
from approvals.queries.announcements import KEY_ACT
from approvals.queries.release import needs_two
from audit import keys
from audit.console_user import console_actor
from audit.core.key_notes import KeyNoteRefused
from audit.key_custody import root_notes
from audit.key_encryption import KeyFileRefused
from audit.operations.replace_key import (
    DRAINED_AFTER,
    KeyNotReplaced,
    destroy_revoked,
    draw_successor,
    retire_older,
    revoke_retired,
)
from audit.operations.stolen_waiting import end_stolen_waiting, tell_theft
from audit.signing_tokens import SigningUnavailable

_PATIENCE_SECONDS = 60.0
_UNFINISHED = "The step is not finished, and may be repeated."
"""Retired keys stay retired, and destroyed ones are gone, also where what follows fails."""


class Command(BaseCommand):
    """Draw, announce, revoke: one step a call, each where the folder of all keys is. A step that was killed is repeated."""

    help = (
        "Replace the key of checkpoints (log) or of records (rounds): draw it, then announce it, later revoke the older. Once"
        " two administrators have enrolled, they authorise the successor before it is announced."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the use and the step."""
        parser.add_argument("use", choices=("log", "rounds"))
        step = parser.add_mutually_exclusive_group(required=True)
        step.add_argument("--draw", action="store_true", help="draw the successor's file, to be distributed first")
        step.add_argument("--announce", action="store_true", help="log the successor: from now on both keys hold")
        step.add_argument("--revoke-old", action="store_true", help="revoke the older key, once both held long enough")
        step.add_argument(
            "--end-waiting",
            action="store_true",
            help="announce and revoke at once the keys that waited when a theft was told of: no warrant for them helps a thief then",
        )
        step.add_argument("--destroy-old", action="store_true", help="remove the files of keys that are revoked")
        parser.add_argument("--another", action="store_true", help="draw one more, though one waits: for a later month")
        parser.add_argument("--at-once", action="store_true", help="a log key: do not wait 7 days to revoke the older")
        parser.add_argument(
            "--stolen-since",
            metavar="INSTANT",
            type=_instant,
            help="the key in force was stolen: since when at the earliest, in RFC 3339, at most a day ago. Those that wait at the"
            " first --draw are never announced then. Announcing waits for nobody, and is reviewed by two administrators;"
            " revoking waits a minute",
        )
        parser.add_argument(
            "--warrant",
            type=Path,
            action="append",
            default=[],
            help="the root's note for the successor, where root.key is elsewhere; may be repeated with --end-waiting",
        )
        parser.add_argument(
            "--revocation",
            type=Path,
            action="append",
            default=[],
            help="the root's note for a key that ends; may be repeated",
        )
        parser.add_argument("--reason", default="replaced", help="why, for the significant events")

    def handle(self, *, use: str, draw: bool, announce: bool, end_waiting: bool, destroy_old: bool, **how: Any) -> None:
        """Take the step."""
        try:
            warrants, revocations = (
                [file.read_text(encoding="utf-8") for file in how[kind]] for kind in ("warrant", "revocation")
            )
            if draw:
                self._draw(use, another=how["another"], reason=how["reason"], stolen_since=how["stolen_since"])
            elif announce:
                self._announce(use, warrants=warrants, reason=how["reason"], stolen_since=how["stolen_since"])
            elif end_waiting:
                self._end_waiting(use, notes=[*warrants, *revocations])
            elif destroy_old:
                gone = ", ".join(f"{name}.key" for name in destroy_revoked(use)) or "Nothing"
                self.stdout.write(
                    f"{gone} was destroyed on this machine. Do the same on all others and with all copies."
                )
            else:
                self._revoke(
                    use,
                    reason=how["reason"],
                    at_once=how["at_once"],
                    stolen_since=how["stolen_since"],
                    revocations=revocations,
                )
        except SigningUnavailable as refusal:
            raise CommandError(f"{_UNFINISHED} The token: {refusal.why}.") from refusal
        except (AnnouncementNotAuthorised, KeyNotReplaced) as refusal:
            raise CommandError(f"{refusal.title()} {refusal.detail}") from refusal
        except (OSError, KeyFileRefused, KeyNoteRefused) as error:
            raise CommandError(f"{_UNFINISHED} {error}") from error

    def _draw(self, use: str, *, another: bool, reason: str, stolen_since: datetime | None) -> None:
        now = datetime.now(UTC)
        if stolen_since is not None:
            waited = tell_theft(use, stolen_since=stolen_since, actor=console_actor(), reason=reason, now=now)
            for vkey in waited:
                self.stderr.write(f"{vkey} waited beside the stolen key and is never announced. End it: --end-waiting.")
        name = draw_successor(use, another=another, now=now)
        self.stdout.write(f"{name}.key is there: {keys.public_keys()[name]}")
        self.stdout.write("`manage.py distribute_keys`, then announce it.")
        if needs_two() and stolen_since is None:
            self.stdout.write(f"Two administrators authorise it first: {KEY_ACT} with use {use} and this vkey.")

    def _end_waiting(self, use: str, *, notes: list[str]) -> None:
        found = end_stolen_waiting(use, notes=[*notes, *root_notes()], actor=console_actor(), now=datetime.now(UTC))
        for vkey in found.ended:
            self.stdout.write(f"{vkey} is announced and revoked: nobody can announce it any more.")
        if found.left:
            raise CommandError(
                f"Not ended, because neither root.key nor a warrant for this moment and a revocation by the root is here:"
                f" {', '.join(found.left)}. Have `sign_key_notes {use} VKEY --days 1` sign both, and repeat this with them."
            )
        self.stdout.write("No stolen key waits any more. Remove the files with --destroy-old.")

    def _announce(self, use: str, *, warrants: list[str], reason: str, stolen_since: datetime | None) -> None:
        if len(warrants) > 1:
            raise CommandError("Nothing was announced. One key is announced at a time, by one warrant.")
        note, now = next(iter(warrants), None), datetime.now(UTC)
        if stolen_since is None:
            vkey = announce_authorised_key(use, warrant=note, now=now)
        else:
            vkey = announce_key_for_stolen(use, stolen_since=stolen_since, reason=reason, warrant=note, now=now)
        if vkey is None:
            raise CommandError("Nothing was announced: no drawn key waits for it.")
        self.stdout.write(f"Announced {vkey}: all processes sign by it within seconds. Later: --revoke-old.")

    def _revoke(
        self, use: str, *, reason: str, at_once: bool, stolen_since: datetime | None, revocations: list[str]
    ) -> None:
        older = retire_older(
            use,
            reason=reason,
            at_once=at_once,
            stolen_since=stolen_since,
            actor=console_actor(),
            now=datetime.now(UTC),
        )
        self.stdout.write(f"Nothing new is signed by {', '.join(older)}. Waiting for what is on its way into the log.")
        time.sleep(DRAINED_AFTER.total_seconds())
        until = time.monotonic() + _PATIENCE_SECONDS
        while True:
            try:
                revoke_retired(use, revocations=revocations, now=datetime.now(UTC))
            except KeyNotReplaced:
                if time.monotonic() > until:
                    raise
                time.sleep(1)
            else:
                break
        self.stdout.write("Revoked. Remove its files with --destroy-old.")


def _instant(text: str) -> datetime:
    instant = datetime.fromisoformat(text)
    if instant.tzinfo is None:
        raise ValueError("an offset from UTC is needed")
    return instant
