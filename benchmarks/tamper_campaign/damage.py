"""Random damage to the bytes and files of an export by somebody without any key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.tamper_campaign.judged import OK

if TYPE_CHECKING:
    import random
    from pathlib import Path

    from benchmarks.tamper_campaign.judged import Desk, Judged

Files = dict[str, bytes]


def files_of(folder: Path) -> Files:
    """Return the files of an export by their paths in it."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def damaged(files: Files, chance: random.Random) -> tuple[str, Files]:
    """Return what was done, and the files after it, which differ from those before."""
    while True:
        words, spoilt = chance.choice((_byte, _byte, _byte, _lost_or_added_bytes, _missing, _exchanged, _added))(
            dict(files), chance
        )
        if spoilt != files:
            return words, spoilt


def explained(files: Files, spoilt: Files, judged: Judged) -> str | None:
    """Return why damage leaves the verdict as it was; None if it must not.

    Files that were added are not read. An older checkpoint may be away where no record needs it.
    """
    changed = {name for name in files.keys() | spoilt.keys() if files.get(name) != spoilt.get(name)}
    if judged.code == OK and changed == judged.not_read:
        return "not-read"
    if judged.code == OK and all(name.startswith("checkpoints/") and name not in spoilt for name in changed):
        return "older-checkpoint"
    return None


def judge_damage(files: Files, chance: random.Random, *, desk: Desk) -> tuple[str, Judged, str | None]:
    """Damage an export and judge it; return what was done, the verdict, and why it may stand if it does."""
    words, spoilt = damaged(files, chance)
    judged = desk.judge_files(spoilt)
    return words, judged, explained(files, spoilt, judged)


def _place(files: Files, chance: random.Random) -> tuple[str, int]:
    name = chance.choice(sorted(files))
    return name, chance.randrange(len(files[name]) + 1)


def _byte(files: Files, chance: random.Random) -> tuple[str, Files]:
    name, at = _place(files, chance)
    content = files[name]
    files[name] = content[:at] + bytes([chance.randrange(256)]) + content[at + 1 :]
    return f"byte {at} of {name}", files


def _lost_or_added_bytes(files: Files, chance: random.Random) -> tuple[str, Files]:
    name, at = _place(files, chance)
    content, lost = files[name], chance.choice([0, 1, 2, 64, 10_000_000])
    files[name] = content[:at] + chance.randbytes(0 if lost else chance.choice([1, 2, 64])) + content[at + lost :]
    return f"{lost} bytes lost at {at} of {name}", files


def _missing(files: Files, chance: random.Random) -> tuple[str, Files]:
    name, _ = _place(files, chance)
    del files[name]
    return f"{name} missing", files


def _exchanged(files: Files, chance: random.Random) -> tuple[str, Files]:
    (one, _), (two, _) = _place(files, chance), _place(files, chance)
    files[one], files[two] = files[two], files[one]
    return f"{one} and {two} exchanged", files


def _added(files: Files, chance: random.Random) -> tuple[str, Files]:
    name, at = _place(files, chance)
    files[f"{name}.{at}"] = files[name][:at]
    return f"{name}.{at} added", files
