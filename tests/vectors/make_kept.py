"""Write `kept.jsonl`: exports of a log that replaced its keys, each with a checkpoint that an auditor kept, and its verdict.

The first line says what the others have. The logs are those of tests/verifier/test_log_keys.py; the codes are read from
docs/formats/signing-keys.md, rules 4 and "Stolen keys" 5, and docs/formats/verdicts.md.

Usage: python tests/vectors/make_kept.py
"""

import base64
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

HERE: Final = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))

from tests.verifier.cosigned import ONE, TWO, TWO_OF_THREE, cosigned  # noqa: E402  found by the line above
from tests.verifier.producer import LOG, LOG_NEXT, STRANGER, Log, Sealed, Signer, canonical, sign  # noqa: E402  the same
from tests.verifier.test_log_keys import rotated, stolen  # noqa: E402  the same

START: Final = 1_790_000_000
"""The second before the first record's; each later one comes a second later."""


class Case(NamedTuple):
    """An export, what was kept of it, and the code of the verdict."""

    name: str
    sealed: Sealed
    kept: bytes
    code: str


def honest(log: Log) -> Sealed:
    """Have two of three witnesses sign each checkpoint in the second of its last record, where a policy asks for them."""
    return cosigned(log.seal(), {size: {ONE: START + size, TWO: START + size} for size in log.sizes})


def checkpoint(log: Log, size: int, signer: Signer, *, rewritten: bool = False) -> bytes:
    """Return a checkpoint of the log, or of one with another sixth record."""
    shown = log.copied()
    if rewritten:
        shown.drafts[5].fields["salt"] = "ff" * 16
    return sign(shown.seal().entries, [size], signer=signer)[size]


def seen(kept: bytes, size: int) -> bytes:
    """Have a quorum of witnesses sign a checkpoint."""
    return kept + ONE.line(kept, START + size) + TWO.line(kept, START + size)


def cases() -> Iterator[Case]:
    """Yield every case."""
    witnessed, alone, plain = stolen(TWO_OF_THREE), stolen(), rotated()
    first, last = witnessed.sizes[0], witnessed.sizes[-1]
    export = honest(witnessed)
    yield Case("its own checkpoint", plain.seal(), checkpoint(plain, plain.sizes[0], LOG), "OK")
    yield Case("its own, of a size that is not published", plain.seal(), checkpoint(plain, 1, LOG), "OK")
    yield Case("another log's", plain.seal(), checkpoint(plain, 1, LOG).replace(b"casino", b"kasino"), "E_CHECKPOINT")
    yield Case("signed by nobody of the log", plain.seal(), checkpoint(plain, 1, STRANGER), "E_CHECKPOINT")
    yield Case("without the line of the newer key", plain.seal(), checkpoint(plain, last - 2, LOG), "E_CHECKPOINT")
    forked = checkpoint(plain, plain.sizes[-1], LOG_NEXT, rewritten=True)
    yield Case("two roots for a published size", plain.seal(), forked, "E_FORK")
    forked = checkpoint(plain, 16, LOG_NEXT, rewritten=True)
    yield Case("another root of a size that is not published", plain.seal(), forked, "E_ROOT")
    for size in (first, last):
        fork = checkpoint(witnessed, size, LOG, rewritten=True)
        yield Case(f"a stolen key's fork at {size} that no quorum saw", export, fork, "W_FORK_STOLEN")
        yield Case(f"a stolen key's fork at {size} that a quorum saw", export, seen(fork, size), "E_FORK")
    yield Case(
        "a fork of a key that was not stolen", export, checkpoint(witnessed, last, LOG_NEXT, rewritten=True), "E_FORK"
    )
    yield Case("a stolen key's own line beyond its end", export, checkpoint(witnessed, last, LOG), "W_FORK_STOLEN")
    fork = checkpoint(alone, alone.sizes[-2], LOG, rewritten=True)
    yield Case("a stolen key's fork where no policy asks for witnesses", alone.seal(), fork, "E_FORK")


def main() -> None:
    """Write the file."""
    head = "Exports with a checkpoint that was kept. files: base64 by path. kept: the checkpoint, base64. code: OK, or the verdict's."
    lines = [canonical({"note": head})]
    for name, sealed, kept, code in cases():
        files = {path: base64.b64encode(content).decode() for path, content in sealed.files().items()}
        case = {"name": name, "files": files, "kept": base64.b64encode(kept).decode(), "code": code}
        lines.append(json.dumps(case, sort_keys=True))
    (HERE / "kept.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
