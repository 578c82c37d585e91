"""The engine and its digest: what `rules` records bind each round to.

The engine is what live rounds and hands at tables import in order to decide: begin at the operations that deal, take a
decision, time out and void, and at all operations of tables; take what they reach of `games.core`, `tables.core` and
`audit.core`; add everything of this project that those modules import, and the `__init__.py` of every package on the
way. A test computes that set and holds `ENGINE_FILES` to it; `make engine` prints it.

Source: docs/formats/rule-sheet.md, `engine_sha256`; docs/adr/0022-engine-digest.md.
"""

from functools import cache
from pathlib import Path
from typing import Final

from audit.core.code_digest import digest_files

_PROJECT: Final = Path(__file__).resolve().parent.parent

ENGINE_FILES: Final = (
    "audit/__init__.py",
    "audit/core/__init__.py",
    "audit/core/checkpoint.py",
    "audit/core/code_digest.py",
    "audit/core/entropy_health.py",
    "audit/core/epoch_seeds.py",
    "audit/core/event_leaf.py",
    "audit/core/note.py",
    "audit/core/player_keys.py",
    "audit/core/player_signatures.py",
    "audit/core/player_statements.py",
    "audit/core/records.py",
    "audit/core/shuffle.py",
    "audit/core/tree.py",
    "games/__init__.py",
    "games/core/__init__.py",
    "games/core/action.py",
    "games/core/cards.py",
    "games/core/families.py",
    "games/core/family.py",
    "games/core/legality.py",
    "games/core/montana/__init__.py",
    "games/core/montana/hit.py",
    "games/core/montana/poker.py",
    "games/core/montana/rules.py",
    "games/core/montana/terms.py",
    "games/core/play.py",
    "games/core/pot/__init__.py",
    "games/core/pot/chips.py",
    "games/core/pot/game.py",
    "games/core/pot/rules.py",
    "games/core/pot/terms.py",
    "games/core/pot/turn.py",
    "games/core/red_dog/__init__.py",
    "games/core/red_dog/rules.py",
    "games/core/red_dog/terms.py",
    "games/core/round_postings.py",
    "games/core/round_records.py",
    "games/core/round_view.py",
    "games/core/sheet.py",
    "games/core/sheet_document.py",
    "games/core/stake_limits.py",
    "kernel/__init__.py",
    "kernel/canonical_json.py",
    "kernel/ids.py",
    "kernel/instants.py",
    "kernel/money.py",
    "kernel/refusals.py",
    "tables/__init__.py",
    "tables/core/__init__.py",
    "tables/core/attendance.py",
    "tables/core/beacon_rounds.py",
    "tables/core/burnt.py",
    "tables/core/continuation.py",
    "tables/core/decisions.py",
    "tables/core/definition.py",
    "tables/core/epoch.py",
    "tables/core/epoch_cards.py",
    "tables/core/house_hand.py",
    "tables/core/instants.py",
    "tables/core/opening.py",
    "tables/core/player_records.py",
    "tables/core/pot_course.py",
    "tables/core/pot_game.py",
    "tables/core/public_game.py",
    "tables/core/replay.py",
    "tables/core/room.py",
    "tables/core/signed_members.py",
    "tables/core/stake_view.py",
    "tables/core/stakes.py",
    "wallet/__init__.py",
    "wallet/core/__init__.py",
    "wallet/core/ledger.py",
)
"""Paths from the project's folder, sorted."""


def hash_engine(project: Path) -> str:
    """Hash the engine's files in a copy of the project."""
    return digest_files({path: (project / path).read_bytes() for path in ENGINE_FILES})


@cache
def engine_sha256() -> str:
    """Hash the engine's files as they were when this process first asked."""
    return hash_engine(_PROJECT)
