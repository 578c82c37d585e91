"""Find witnesses for the log's newest checkpoint, in a thread of the sequencer.

The sequencer takes records and signs whether witnesses answer or not; what waits for them is publication alone. So a dead
witness stalls no record, and a quorum of dead ones shows as a published log that stands still.

A witness remembers what it signed. The first time in a run that one answers, its memory is held against the database: a size
beyond the database's log, or a contradiction, says that the database was restored from a backup, and ends the
sequencer. Later such an answer is the witness's own trouble: the database did not change under a sequencer that runs.

Source: docs/formats/witnesses.md, rule 9; docs/adr/0071-witnesses.md.
"""

import threading
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

import structlog
from django.db import Error, connection

from audit.core.cosignature import PolicyWitness, QuorumPolicy
from audit.core.note import text_of
from audit.models import Cosigned
from audit.operations.add_subtrees import full_size
from audit.operations.integrate import LogForked
from audit.queries.announced_keys import USES, KeyRecord, key_records
from audit.queries.proofs import consistency_hashes
from audit.queries.witnesses import ToWitness, newest_to_witness, policies, policy_at
from audit.witness_client import (
    Contradiction,
    SignedLines,
    Silence,
    SizeElsewhere,
    UnknownKey,
    WitnessAnswer,
    WitnessRequest,
    ask,
    tell_keys,
)

_FRESH_SECONDS: Final = 5.0
ROUND_SECONDS: Final = 2.5
_BEFORE_SECONDS: Final = 1
_AFTER_SECONDS: Final = 3
_PERIOD_SECONDS: Final = 0.2
_PAUSE_SECONDS: Final = 2.0
"""After a round without a quorum."""
ASKED_AGAIN: Final = 2
"""In a round: a witness that says where it is, is asked again from there."""
_log = structlog.get_logger("audit.witnessing")


class Witnessing:
    """What is known of the witnesses, and the thread that asks them."""

    def __init__(self) -> None:
        """Know nothing."""
        self._sizes: dict[str, int] = {}
        """The size that each witness signed last, by its vkey, as far as it said so."""
        self._compared: set[str] = set()
        self._told: dict[str, int] = {}
        """How many records of the log's keys each witness was told of."""
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="witnessing", daemon=True)
        self.fault: LogForked | None = None
        """What ended the thread: nothing may be signed any more until somebody has looked."""

    def start(self) -> None:
        """Begin the thread."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread, which takes no longer than a round."""
        self._stop.set()
        self._thread.join()

    def turn(self) -> bool:
        """Ask for the newest checkpoint's quorum, if it needs one and may be dated; return whether there is none to ask for.

        Raises:
            LogForked: a witness signed a log that the database does not have.
            django.db.Error: the database cannot be read.
        """
        # Before the database is read: what it does not show came later than this.
        begun_at = datetime.now(UTC)  # noqa: TID251  a thread of its own
        placed = policies()
        newest = newest_to_witness(fresh_seconds=_FRESH_SECONDS) if placed else None
        if newest is None or newest.has_quorum or (policy := policy_at(newest.size, placed)) is None:
            return True
        if not newest.is_whole or full_size() < newest.size:
            return False
        lines = self._asked(newest, policy, begun_at=begun_at)
        if not policy.is_met_by(lines):
            return False
        Cosigned.objects.bulk_create(
            [
                Cosigned(
                    checkpoint_id=newest.size,
                    lines="".join(f"{lines[name]}\n" for name in policy.witnesses if name in lines),
                    cosigned_at=datetime.now(UTC),  # noqa: TID251  as above
                )
            ],
            # A sequencer that took over may have been quicker.
            ignore_conflicts=True,
        )
        self._tell_endings([policy.witnesses[name] for name in lines])
        return True

    def compare(self) -> None:
        """Hold each witness's memory against the database, as far as they answer, and keep nothing that they sign.

        Raises:
            LogForked: a witness signed a log that the database does not have.
        """
        placed = policies()
        newest = newest_to_witness(fresh_seconds=_FRESH_SECONDS) if placed else None
        if newest is None or (policy := policy_at(newest.size, placed)) is None:
            return
        # What lacks hashes of tiles, as after an update, is compared when the thread first asks.
        if full_size() >= newest.size:
            self._asked(newest, policy, begun_at=None)

    def _asked(self, newest: ToWitness, policy: QuorumPolicy, *, begun_at: datetime | None) -> dict[str, str]:
        """Return the verified line of each witness that signed in time; with `begun_at` none, ask all and keep none."""
        lines: dict[str, str] = {}
        text, tries = text_of(newest.note), Counter[str]()

        def enough(name: str, answer: WitnessAnswer) -> bool:
            if isinstance(answer, SizeElsewhere | UnknownKey):
                # It is asked again from there at once, and not when the slowest has answered.
                return tries[name] < ASKED_AGAIN
            if begun_at is None or not isinstance(answer, SignedLines):
                return False
            line = line_in_time(policy, name, answer, text, begun_at=begun_at)
            if line is not None:
                lines[name] = line
            return policy.is_met_by(lines)

        names, ends = set(policy.witnesses), time.monotonic() + ROUND_SECONDS
        while names and (left := ends - time.monotonic()) > 0:
            questions = {name: self._question(policy, name, newest) for name in names}
            answers = ask(questions, seconds=left, enough=enough)
            again = self._learn(policy, newest, questions, answers)
            if begun_at is not None and policy.is_met_by(lines):
                break
            names = (names - answers.keys()) | {name for name in again if tries[name] < ASKED_AGAIN}
            tries.update(again)
        return lines

    def _question(self, policy: QuorumPolicy, name: str, newest: ToWitness) -> WitnessRequest:
        witness = policy.witnesses[name]
        old = self._sizes.get(witness.vkey, 0)
        hashes = consistency_hashes(old, newest.size)
        return WitnessRequest(url=witness.url or "", old_size=old, proof=hashes, note=newest.note)

    def _learn(
        self,
        policy: QuorumPolicy,
        newest: ToWitness,
        questions: Mapping[str, WitnessRequest],
        answers: Mapping[str, WitnessAnswer],
    ) -> set[str]:
        """Note what the witnesses said, and return those that are to be asked again from where they are."""
        again = set[str]()
        for name, answer in answers.items():
            vkey, old = policy.witnesses[name].vkey, questions[name].old_size
            match answer:
                case SignedLines():
                    self._sizes[vkey] = newest.size
                    self._compared.add(vkey)
                case SizeElsewhere(size) if size <= newest.size and size != old:
                    if size < old:
                        _log.warning("witness-went-back", witness=name, size=size, known=old)
                    self._sizes[vkey] = size
                    again.add(name)
                case SizeElsewhere(size) if size < newest.size:
                    _log.warning("witness-silent", witness=name, why="it refuses the size that it says itself")
                case SizeElsewhere(size):
                    self._contradicted(vkey, name, f"signed {size} entries, the database's log has {newest.size}")
                case UnknownKey():
                    again |= self._told_keys(name, policy.witnesses[name])
                case Contradiction():
                    self._contradicted(vkey, name, f"says that {newest.size} entries do not go on from {old}")
                case Silence(why):
                    _log.warning("witness-silent", witness=name, why=why)
        return again

    def _told_keys(self, name: str, witness: PolicyWitness) -> set[str]:
        """Tell a witness what the root says of the log's keys, and return its name if it may be asked again now."""
        said = [record.entry for record in _said_of_keys()]
        if self._told.get(witness.vkey) != len(said):
            self._told[witness.vkey] = len(said)
            if tell_keys(witness.url or "", said, seconds=ROUND_SECONDS):
                return {name}
        _log.warning("witness-silent", witness=name, why="it knows no key of this log")
        return set()

    def _tell_endings(self, witnesses: Sequence[PolicyWitness]) -> None:
        """Tell these witnesses once of revocations: one that still knows a key of the log asks for nothing.

        A key that was stolen while it waited has a warrant by which a thief could tell the witness of it.
        """
        said = _said_of_keys()
        for witness in witnesses:
            new = said[self._told.get(witness.vkey, 0) :]
            if not any(record.revokes for record in new):
                continue
            self._told[witness.vkey] = len(said)
            if not tell_keys(witness.url or "", [record.entry for record in new], seconds=ROUND_SECONDS):
                _log.warning(
                    "witness-not-told", witness=witness.vkey, why="it did not go by all records of the log's keys"
                )

    def _contradicted(self, vkey: str, name: str, what: str) -> None:
        self._sizes.pop(vkey, None)
        if vkey not in self._compared:
            raise LogForked(f"The witness {name} {what}: either the database was restored, or the witness lies.")
        _log.error("witness-contradicts", witness=name, what=what)

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                pause = _PERIOD_SECONDS if self.turn() else _PAUSE_SECONDS
            except LogForked as fork:
                self.fault = fork
                break
            except Error as trouble:
                _log.error("witnesses-not-asked", error=str(trouble))
                connection.close()
                pause = _PAUSE_SECONDS
            self._stop.wait(pause)
        connection.close()


def _said_of_keys() -> list[KeyRecord]:
    """Return what the root says of the log's keys, as far as it has its place in the log."""
    return [record for record in key_records() if record.use == USES["log"] and record.log_index is not None]


def line_in_time(policy: QuorumPolicy, name: str, answer: SignedLines, text: str, *, begun_at: datetime) -> str | None:
    """Return the line by which a witness signed, if it holds and is dated by about our own clock."""
    for line in answer.lines:
        signed_at = policy.witnesses[name].verified_time(line, text)
        if signed_at is None:
            continue
        if -_BEFORE_SECONDS <= signed_at - int(begun_at.timestamp()) <= _AFTER_SECONDS:
            return line
        _log.error("witness-clock-wrong", witness=name, signed_at=signed_at)
        return None
    _log.error("witness-signed-nothing", witness=name)
    return None
