"""Which keys there are, what each is for, and which process of the platform needs which.

Source: docs/runbooks/keys.md; docs/adr/0032-keys-at-rest.md.
"""

import enum
import re
from collections.abc import Iterable, Mapping
from typing import Final

SIGNING_KEYS: Final = ("root", "log", "rounds")
PARENT_KEY: Final = "parent"
"""Signs the checkpoints of the parent log, where there are cells. It is drawn when that log begins, and never without it."""
DIRECTORY_KEY: Final = "directory"
"""Digests what persons claim over all cells, where there are any. One for all of them: it lies with the installation's keys."""
OF_ALL_CELLS: Final = frozenset({"root", DIRECTORY_KEY})
SECRET_KEYS: Final = ("seal", "vault", "pin", "person", "factor")

LATER_VAULT_KEY: Final = re.compile(r"vault-[1-9][0-9]{0,4}")
"""The name of a vault key after the first. Whoever needs `vault` needs them all."""


LATER_SIGNING_KEY: Final = re.compile(r"(log|rounds)-([1-9][0-9]{0,4})")
"""The name of a key that replaces the first of its use. Whoever needs the first needs its successors."""


class KeyHolder(enum.Enum):
    """A process of the platform, as a process manager starts it. A command by hand is none of them."""

    WEB = "web"
    SEQUENCER = "sequencer"
    CROUPIER = "croupier"
    WORKER = "worker"
    """Celery's worker of the queue `realtime`."""
    BATCH = "batch"
    """Celery's worker of the queue `batch`."""
    BEAT = "beat"
    STREAM = "stream"
    PARENT_LOG = "parent-log"
    """The sequencer of the log over cells, where there are any."""
    MIGRATE = "migrate"


PROCESS_KEYS: Final[Mapping[KeyHolder, frozenset[str]]] = {
    # It deals and settles (rounds, seal), registers and recognises persons (vault, person), and checks PINs and codes.
    KeyHolder.WEB: frozenset({"rounds", "seal", "vault", "pin", "person", "factor"}),
    KeyHolder.SEQUENCER: frozenset({"log"}),
    # Signs the records of tables and the ends of stakes; deals from the seeds, and draws them.
    KeyHolder.CROUPIER: frozenset({"rounds", "seal"}),
    # Settles overdue rounds from their seeds; books payments that were interrupted.
    KeyHolder.WORKER: frozenset({"rounds", "seal"}),
    # Records filings, limits and erasures; finds players on the national exclusion list; reads addresses to send mails to.
    KeyHolder.BATCH: frozenset({"rounds", "person", "vault"}),
    KeyHolder.BEAT: frozenset(),
    # Shows players their own hidden cards, which follow from the seed.
    KeyHolder.STREAM: frozenset({"seal"}),
    KeyHolder.PARENT_LOG: frozenset({PARENT_KEY}),
    # Only to move data that an older version sealed: a migration of a new database needs none.
    KeyHolder.MIGRATE: frozenset({"vault", "factor", "pin"}),
}
"""The root key is nowhere among them: it signs announcements, warrants and policies, by hand, and is kept elsewhere."""

_DIRECTORY_READERS: Final = frozenset({KeyHolder.WEB, KeyHolder.BATCH})
"""They register, close and erase, and repair what is left. Without cells there is no such key, and nobody needs it."""

MAY_BE_ABSENT: Final = frozenset({KeyHolder.MIGRATE})
"""The processes that start without their keys."""


def is_key(name: str) -> bool:
    """Return whether there is a key of this name in any installation."""
    return is_signing_key(name) or name in (*SECRET_KEYS, DIRECTORY_KEY) or LATER_VAULT_KEY.fullmatch(name) is not None


def is_signing_key(name: str) -> bool:
    """Return whether the key of this name signs."""
    return name in (*SIGNING_KEYS, PARENT_KEY) or LATER_SIGNING_KEY.fullmatch(name) is not None


def use_of(name: str) -> str:
    """Return the name of the first key of the same use."""
    if LATER_VAULT_KEY.fullmatch(name):
        return "vault"
    later = LATER_SIGNING_KEY.fullmatch(name)
    return name if later is None else later[1]


def number_of(name: str) -> int:
    """Return a key's number among those of its use: 1 for the first."""
    later = LATER_SIGNING_KEY.fullmatch(name)
    return 1 if later is None else int(later[2])


def needs(process: KeyHolder, name: str) -> bool:
    """Return whether `process` needs the key of this name."""
    if name == DIRECTORY_KEY:
        return process in _DIRECTORY_READERS
    return use_of(name) in PROCESS_KEYS[process]


def missing_keys(process: KeyHolder, present: Iterable[str], *, in_cell: bool = False) -> list[str]:
    """Return the keys that `process` needs and that are not `present`, sorted.

    Any key of a use counts: the first may have been destroyed after a later one took its place. The directory's is needed in
    a cell; the installation has it where there are cells.
    """
    held = {use_of(name) for name in present}
    of_directory = {DIRECTORY_KEY} if in_cell and needs(process, DIRECTORY_KEY) else frozenset[str]()
    return sorted((PROCESS_KEYS[process] | of_directory) - held)
