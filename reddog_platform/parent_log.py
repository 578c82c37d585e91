"""The parent log of this installation: where it is, which cells it is over, and the root's word on it.

Source: docs/formats/parent.md; docs/adr/0111-the-parent-log.md.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from audit import keys
from audit.core.cosignature import NoPolicy, parse_policy
from audit.core.key_notes import KeyNoteRefused, require_signed
from audit.core.note import text_of, vkey
from audit.core.parent_log import NAME, CellLog, word_text
from audit.key_custody import word_path
from audit.key_uses import PARENT_KEY
from audit.parent_folder import ParentFolder
from audit.places import log_folder, log_origin
from audit.published_folder import PublishedFolder
from audit.queries.published_cell import PublishedCell
from kernel.cell import Cell
from reddog_platform.cells import ready_cells

PARENT_LOCK: Final = 0x5DFE
"""The advisory lock that the one process of the parent log holds."""


class WordRefused(Exception):  # noqa: N818  named like a refusal
    """What should be the root's word on the parent log is none; the text says why."""


def origin() -> str:
    """Return the parent log's name, which its key has too."""
    return f"{log_origin()}/{NAME}"


def folder() -> PublishedFolder:
    """Return where it is published."""
    return PublishedFolder(log_folder() / NAME)


def parent_folder() -> ParentFolder:
    """Return the log, not yet read.

    Raises:
        KeyError: it was not begun: there is no key.
    """
    public = keys.public_keys()
    return ParentFolder(folder(), origin(), public[PARENT_KEY], public["root"])


def is_begun() -> bool:
    """Return whether this installation has a parent log."""
    return PARENT_KEY in keys.public_keys()


def draw_key() -> str:
    """Draw the key that signs its checkpoints, unless there is one, and return its public half.

    A crash before the list leaves a key that the next call takes up.
    """
    public = keys.public_keys()
    if PARENT_KEY not in public:
        keys.draw(PARENT_KEY)
        public[PARENT_KEY] = vkey(keys.unlisted_signer(PARENT_KEY, signs_as=origin()))
        is_demonstration = bool(keys.listed().get("demonstration"))
        keys.list_made(*keys.made(), PARENT_KEY, public=public, demonstration=is_demonstration)
    return public[PARENT_KEY]


def read_word() -> str:
    """Return the root's word.

    Raises:
        FileNotFoundError: it is not here.
        WordRefused: it is not the root's, or about something else.
    """
    note = word_path().read_text(encoding="utf-8")
    require_word(note)
    return note


def require_word(note: str) -> None:
    """Refuse a note that is not the root's word on this parent log.

    Raises:
        WordRefused: it is none.
    """
    public = keys.public_keys()
    try:
        require_signed(note, public["root"])
        policy = json.loads(text_of(note)).get("policy")
        if policy is not None:
            require_policy(policy)
    except (KeyNoteRefused, ValueError, AttributeError, NoPolicy) as error:
        raise WordRefused(f"It is not the root's word on the parent log: {error}") from None
    if text_of(note) != word_text(origin=origin(), log=public[PARENT_KEY], policy=policy):
        raise WordRefused("The root's word is about another log, or another key.")


def require_policy(text: str) -> None:
    """Refuse a policy that is not for the parent log, or that names a witness without saying where it is.

    Raises:
        NoPolicy: it is none.
    """
    policy = parse_policy(text, origin=origin())
    without = [name for name, witness in policy.witnesses.items() if witness.url is None]
    if without and not policy.is_none:
        raise NoPolicy(f"It does not say where {', '.join(without)} takes checkpoints.")


def published_cells() -> list[PublishedCell]:
    """Return what the installation and each cell of it publish; none where there are no cells.

    Raises:
        FileNotFoundError: a cell's `keys.json` is not in this process's folder.
    """
    cells = ready_cells()
    return [_published(cell) for cell in (Cell(), *cells)] if cells else []


def _published(cell: Cell) -> PublishedCell:
    public = keys.public_keys(keys.folder() / cell.folder)
    log = CellLog(cell.below(log_origin()), public["log"], public["root"])
    return PublishedCell(log, PublishedFolder(Path(cell.below(str(log_folder())))))
