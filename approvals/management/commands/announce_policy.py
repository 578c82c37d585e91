"""manage.py announce_policy: from now on these witnesses have to sign the log's checkpoints."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from approvals.operations.announce import announce_authorised_policy
from approvals.queries.announcements import POLICY_ACT, policy_authorisation, policy_in_force, policy_sha256
from approvals.queries.release import needs_two
from audit import keys
from audit.core.cosignature import NoPolicy
from audit.core.key_notes import KeyNoteRefused
from audit.core.note import sign_note, text_of
from audit.key_encryption import KeyFileRefused
from audit.operations.announce_policy import policy_to_announce
from kernel.refusals import Refusal


class Command(BaseCommand):
    """Log a policy of witnesses, signed by the root key: here if it is here, else where it is.

    `--sign` needs the root key and no database, and prints the signed policy; `--signed` takes that, and needs no root key.
    """

    help = (
        "Announce in the log which witnesses have to sign its checkpoints. Once two administrators have enrolled, they"
        " authorise the policy first, by its digest."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file."""
        parser.add_argument("file", type=Path, help="a policy as docs/formats/witnesses.md has it, with URLs")
        root = parser.add_mutually_exclusive_group()
        root.add_argument("--sign", action="store_true", help="only sign it and print it, on the root's machine")
        root.add_argument("--signed", action="store_true", help="the file was signed on the root's machine")
        parser.add_argument("--dry-run", action="store_true", help="say what would be announced, and the digest")

    def handle(self, *, file: Path, sign: bool, signed: bool, dry_run: bool, **_: Any) -> None:
        """Announce it."""
        try:
            text = file.read_text(encoding="utf-8")
            if sign:
                self.stdout.write(sign_note(text, keys.signer("root")), ending="")
                return
            note = text if signed else None
            text, now = text if note is None else text_of(note), datetime.now(UTC)
            if dry_run:
                for line in _plan(text, now=now):
                    self.stdout.write(line)
                return
            fresh = announce_authorised_policy(text, note=note, now=now)
        except Refusal as refusal:
            raise CommandError(f"{refusal.title()}. {refusal.detail}") from refusal
        except (NoPolicy, KeyNoteRefused, KeyFileRefused, OSError) as error:
            raise CommandError(f"Nothing was announced. {error}") from error
        self.stdout.write("Announced: it holds from the next checkpoint on." if fresh else "It holds already.")


def _plan(text: str, *, now: datetime) -> Iterator[str]:
    policy = policy_to_announce(text)
    yield f"sha256   {policy_sha256(text)}"
    if policy is None:
        yield "to log   nothing: it holds already"
        return
    yield from (f"witness  {name}, {each.vkey}, {each.url}" for name, each in policy.witnesses.items())
    yield f"quorum   {policy.quorum}"
    yield f"instead  of {policy_in_force()['policy'] or 'none'}"
    by = policy_authorisation(text, now=now)
    if by is not None:
        yield f"who      authorised by {by.proposer} and {by.approver}"
    elif needs_two():
        yield f"who      two administrators authorise it first: {POLICY_ACT} with this sha256 (docs/approvals.md)"
    else:
        yield "who      nobody has to authorise it: fewer than two administrators have enrolled, or it is a demonstration's"
