"""Which key signs now. The log says it, so that all processes agree: play goes on while one key replaces another.

The newest key that was announced for a use and that this folder has, signs. A key that is about to be revoked does not, also
where its successor did not come to this folder. How many records and events there are of keys comes with the reading of
the database's clock (audit/clock.py), so a process notices a change within 5 seconds, and asks nobody otherwise.

Source: docs/formats/signing-keys.md, docs/adr/0074-keys-replaced.md.
"""

import math
import time
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from audit import clock, keys
from audit.core.note import Signer
from audit.key_encryption import KeyFileRefused
from audit.key_uses import number_of, use_of
from audit.queries.announced_keys import USES, key_records, live_keys, retired_keys
from audit.queries.stolen_keys import stolen_waiting
from kernel.instants import from_epoch_ms, to_epoch_ms
from kernel.serving import cached_by_cell

NOTICED_SECONDS: Final = clock.READ_EVERY_SECONDS
"""Within this time every process notices what was announced or retired."""
_AT_FIRST: Final = 2
"""The records of keys in a log whose keys were never replaced."""
_LOOK_AGAIN_SECONDS: Final = 1.0
"""While one key replaces another, or has a warrant: the successor's file may come at any moment, or the warrant end."""
_AHEAD_MS: Final = 10_000


class KeyReplaced(KeyFileRefused):
    """The keys of this folder are revoked or about to be, and their successor is not in it."""


class KeyMissing(KeyFileRefused):
    """A key that has to sign the log's checkpoints is not in this folder."""


@dataclass(frozen=True, slots=True)
class _Chosen:
    name: str
    seen: int
    """How much the log said of keys when it was chosen."""
    until: float
    """By the monotonic clock."""


@cached_by_cell(None)
def _choices() -> dict[str, _Chosen]:
    """Return what was chosen for each use, in this cell."""
    return {}


def signer(use: str, *, anew: bool = False) -> Signer:
    """Return the signer of a use; with `anew`, by what the database says at this moment.

    Raises:
        FileNotFoundError: no keys were made yet.
        KeyFileRefused: its file cannot be used, or not by this process.
        KeyReplaced: this folder has only keys that nothing may be signed by any more.
    """
    if use not in USES:
        return keys.signer(use)
    seen, choices = clock.key_records(), _choices()
    chosen = choices.get(use)
    if anew or chosen is None or chosen.seen != seen or time.monotonic() > chosen.until:
        chosen = choices[use] = _choose(use, seen)
    return keys.signer(chosen.name)


def forget() -> None:
    """Choose anew at the next signature, as a process that has just started."""
    _choices().clear()


def log_signers(size: int) -> list[Signer]:
    """Return those who have to sign a checkpoint of this size: each log key that was announced below it and not revoked.

    Raises:
        KeyMissing: this folder lacks one. Nothing may be signed without it.
    """
    public = keys.public_keys()
    live = live_keys(USES["log"], key_records(), below=size, from_start=public["log"])
    names = {vkey: name for name, vkey in public.items()}
    found = {vkey: _held(names.get(vkey)) for vkey in live}
    signers = [signer for signer in found.values() if signer is not None]
    if len(signers) < len(live):
        missing = ", ".join(vkey for vkey, signer in found.items() if signer is None)
        raise KeyMissing(f"{keys.folder()} lacks the log key {missing}: `manage.py distribute_keys`.")
    return signers


def warrant_end(use: str) -> datetime | None:
    """Return until when the newest key of a use may sign; None if the root has not bounded it."""
    records = key_records()
    live = live_keys(USES[use], records)
    ends = [record.window_ms[1] for record in records if record.vkey in live[-1:] and record.window_ms is not None]
    return from_epoch_ms(ends[0]) if ends else None


def names_of(use: str) -> list[str]:
    """Return the names of the keys of a use that `keys.json` lists, the first one first."""
    return sorted((name for name in keys.public_keys() if use_of(name) == use), key=number_of)


def _choose(use: str, seen: int) -> _Chosen:
    records = key_records()
    if len(records) <= _AT_FIRST and all(record.window_ms is None for record in records):
        return _Chosen(names_of(use)[0], seen, math.inf)
    # A key that was stolen while it waited signs nothing here, whoever announces it.
    live, passed = live_keys(USES[use], records), retired_keys() | stolen_waiting().keys()
    # A step's record may be dated some seconds after this.
    now_ms = to_epoch_ms(clock.database_now()) + _AHEAD_MS
    covered = {record.vkey for record in records if not record.revokes and record.covers(now_ms)}
    usable = {vkey: name for name, vkey in keys.public_keys().items() if vkey in covered - passed}
    for vkey in reversed(live):
        if (name := usable.get(vkey)) is not None and _held(name) is not None:
            settled = len(live) == 1 and all(record.window_ms is None for record in records)
            return _Chosen(name, seen, math.inf if settled else time.monotonic() + _LOOK_AGAIN_SECONDS)
    raise KeyReplaced(f"{keys.folder()} has no {use} key that still signs: `manage.py distribute_keys`.")


def _held(name: str | None) -> Signer | None:
    """Return the signer in a file, or None if it is not in this folder."""
    try:
        return None if name is None else keys.signer(name)
    except FileNotFoundError:
        return None
