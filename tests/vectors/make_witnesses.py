"""Write `witnesses.jsonl`: small exports whose checkpoints witnesses signed, or did not, each with its verdict.

The first line says what the others have. The exports are of tests/verifier/cosigned.py, which is written from
docs/formats/witnesses.md and has nothing of the verifier.

Usage: python tests/vectors/make_witnesses.py
"""

import base64
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))

from tests.verifier.cosigned import (  # noqa: E402  found by the line above
    ONE,
    THREE,
    TWO,
    TWO_OF_THREE,
    CoSigner,
    cosigned,
    witnessed_log,
)
from tests.verifier.producer import LOG, ROOT, STRANGER, SYSTEM, TRUST, Sealed, canonical  # noqa: E402  the same

START: Final = 1_790_000_000
"""The second before the first record's; each later one comes a second later."""
SIZES: Final = (5, 6, 7)
NAMES: Final = {ONE: "one", TWO: "two", THREE: "three"}
UNKNOWN: Final = CoSigner("witness.example/w9", 109)
TWO_BY_ANOTHER_KEY: Final = CoSigner(TWO.name, 9)

Times = Mapping[CoSigner, int]
Spoil = Callable[[Sealed], object]


def by(**seconds: int) -> Times:
    """Return who signs in which second after the start."""
    return {signer: START + seconds[name] for signer, name in NAMES.items() if name in seconds}


def on_time(size: int) -> Times:
    """Have two of three sign in the second of the last record."""
    return by(one=size, two=size)


def nobody(_: int) -> Times:
    """Have nobody sign."""
    return {}


def export(
    times: Callable[[int], Times] = on_time,
    *,
    policy: str = TWO_OF_THREE,
    sizes: tuple[int, ...] = SIZES,
    signed_early: Times | None = None,
    spoil: Spoil = lambda _: None,
) -> Sealed:
    """Return a log of seven records, the second of which announces a policy, whose checkpoints are cosigned."""
    log, _ = witnessed_log(policy)
    if signed_early is not None:
        log.sizes.append(1)
    sealed = cosigned(log.seal(), {size: times(size) for size in sizes})
    if signed_early is not None:
        cosigned(sealed, {1: signed_early})
    spoil(sealed)
    return sealed


def at_newest(change: Callable[[bytes], bytes]) -> Spoil:
    """Change the newest checkpoint, byte by byte."""

    def spoil(sealed: Sealed) -> None:
        newest = max(sealed.checkpoints)
        sealed.checkpoints[newest] = change(sealed.checkpoints[newest])

    return spoil


def forged(note: bytes) -> bytes:
    """Flip a bit of the last signature."""
    lines, _, last = note.rstrip(b"\n").rpartition(b" ")
    raw = bytearray(base64.b64decode(last))
    raw[-1] ^= 1
    return lines + b" " + base64.b64encode(raw) + b"\n"


def redated(note: bytes) -> bytes:
    """Write another second into the last cosignature, which was signed with its own."""
    lines, _, last = note.rstrip(b"\n").rpartition(b" ")
    raw = bytearray(base64.b64decode(last))
    raw[11] ^= 1
    return lines + b" " + base64.b64encode(raw) + b"\n"


def announced_with(note: str) -> Sealed:
    """Return a log whose policy record has this note."""
    log, sizes = witnessed_log()
    log.drafts[log.index("policy")].fields["note"] = note
    return cosigned(log.seal(), {size: on_time(size) for size in sizes})


def with_second_policy(times: Callable[[int], Times], policy: str) -> Sealed:
    """Return a log that announces another policy behind its seven records."""
    log, sizes = witnessed_log()
    log.add(SYSTEM, "policy", {"note": ROOT.note(policy).decode()})
    sizes.append(log.checkpoint())
    return cosigned(log.seal(), {size: times(size) for size in sizes})


def without_policy(times: Callable[[int], Times]) -> Sealed:
    """Return a log of one record that announces none."""
    log, _ = witnessed_log()
    del log.drafts[log.index("policy") :]
    log.sizes = []
    sealed = log.seal()
    return cosigned(sealed, {size: times(size) for size in sealed.checkpoints})


def reached(quorums: int, *signed: str, least: int, greatest: int) -> dict[str, Any]:
    """Say what is found of witnesses where the newest checkpoint has its quorum, in seconds after the start."""
    newest = {"names": sorted(signed), "least": START + least, "greatest": START + greatest}
    return {"quorums": quorums, "newest": newest, "signed": sorted(signed)}


def missed(quorums: int, *signed: str) -> dict[str, Any]:
    """Say the same where it has not."""
    return {"quorums": quorums, "newest": None, "signed": sorted(signed)}


ONLY_THREE: Final = f"log {LOG.vkey}\nwitness w {THREE.vkey}\nquorum w\n"
NESTED: Final = (
    f"# two houses\n\nlog {LOG.vkey} https://casino.example\n witness one {ONE.vkey} https://one.example\n"
    f"witness two {TWO.vkey}\n\twitness three {THREE.vkey}\ngroup house any one two\ngroup both all house three\nquorum both\n"
)
TRUSTED: Final = canonical({**TRUST, "policy": TWO_OF_THREE})


def cases() -> Iterator[tuple[str, Sealed, str, dict[str, Any] | None, str | None]]:
    """Yield the name of each case, the export, the code, what is found of witnesses, and the trusted keys, if given."""
    found = reached(3, "one", "two", least=7, greatest=7)
    yield "quorum reached", export(), "OK", found, None
    yield (
        "quorum reached by all three, the third an hour late",
        export(lambda size: by(one=size, two=size + 1, three=3600)),
        "OK",
        reached(3, "one", "two", "three", least=8, greatest=8),
        None,
    )
    yield "quorum of nested groups", export(lambda size: by(two=size, three=size), policy=NESTED), "OK", (
        reached(3, "three", "two", least=7, greatest=7)
    ), None  # fmt: skip
    yield "nested groups, one house alone", export(policy=NESTED), "E_QUORUM", missed(0, "one", "two"), None
    yield "nobody signed", export(nobody), "E_QUORUM", missed(0), None
    yield "too few signed", export(lambda size: by(one=size)), "E_QUORUM", missed(0, "one"), None
    yield "only the older checkpoints have their quorum", export(sizes=(5, 6)), "E_QUORUM", missed(2), None
    yield "only the newest has its quorum", export(sizes=(7,)), "OK", {**found, "quorums": 1}, None
    yield (
        "an unknown witness",
        export(lambda size: {ONE: START + size, UNKNOWN: START + size}),
        "E_QUORUM",
        missed(0, "one"),
        None,
    )
    yield (
        "an unknown witness beside the quorum",
        export(lambda size: {**on_time(size), UNKNOWN: START - 9999}),
        "OK",
        found,
        None,
    )
    yield (
        "another key by the name of a witness",
        export(lambda size: {ONE: START + size, TWO_BY_ANOTHER_KEY: START + size}),
        "E_QUORUM",
        missed(0, "one"),
        None,
    )
    yield "a forged cosignature", export(spoil=at_newest(forged)), "E_QUORUM", missed(2, "one"), None
    yield "a cosignature with another time", export(spoil=at_newest(redated)), "E_QUORUM", missed(2, "one"), None
    yield (
        "one witness that signed twice",
        export(spoil=at_newest(lambda note: b"\n".join([*note.split(b"\n")[:-2], note.split(b"\n")[-3], b""]))),
        "E_QUORUM",
        missed(2, "one"),
        None,
    )
    yield (
        "a time after the year 9999",
        export(lambda size: by(one=size, two=10**12)),
        "E_QUORUM",
        missed(0, "one"),
        None,
    )
    yield "cosignatures older than the policy", export(lambda _: by(one=-60, two=-60)), "E_BACKDATED", (
        reached(3, "one", "two", least=-60, greatest=-60)
    ), None  # fmt: skip
    yield (
        "a checkpoint from before the policy binds nothing, whoever signed it",
        export(signed_early=by(one=-900, two=-900)),
        "OK",
        found,
        None,
    )
    yield (
        "the checkpoint before was witnessed 12 seconds after a record behind it",
        export(lambda size: by(one=18, two=18) if size == 6 else by(one=20, two=20), sizes=(6, 7)),
        "OK",
        reached(2, "one", "two", least=20, greatest=20),
        None,
    )
    yield (
        "the same, 13 seconds",
        export(lambda size: by(one=19, two=19) if size == 6 else by(one=20, two=20), sizes=(6, 7)),
        "E_BACKDATED",
        reached(2, "one", "two", least=20, greatest=20),
        None,
    )
    yield "witnessed 3 seconds before it was written", export(lambda _: by(one=3, two=3), sizes=(7,)), "OK", (
        reached(1, "one", "two", least=3, greatest=3)
    ), None  # fmt: skip
    yield "the same, 4 seconds", export(lambda _: by(one=2, two=2), sizes=(7,)), "E_BACKDATED", (
        reached(1, "one", "two", least=2, greatest=2)
    ), None  # fmt: skip
    yield "a policy that asks for nobody", export(policy=f"log {LOG.vkey}\nquorum none\n"), "OK", None, None
    yield (
        "the newest policy below a size",
        with_second_policy(lambda size: by(three=8) if size == 8 else on_time(size), ONLY_THREE),
        "OK",
        reached(4, "w", least=8, greatest=8),
        None,
    )
    yield (
        "a quorum of the policy before",
        with_second_policy(on_time, ONLY_THREE),
        "E_QUORUM",
        missed(3),
        None,
    )
    yield "the same policy again", with_second_policy(on_time, TWO_OF_THREE), "E_KEY", (
        reached(4, "one", "two", least=8, greatest=8)
    ), None  # fmt: skip
    yield "a policy of somebody else", announced_with(STRANGER.note(TWO_OF_THREE).decode()), "E_KEY", None, None
    yield "a policy of another log", announced_with(ROOT.note("quorum none\n").decode()), "E_FORM", None, None
    yield "a policy that is no note", announced_with("no note"), "E_FORM", None, None
    yield "a policy in the trusted keys", without_policy(lambda _: by(one=1, two=1)), "OK", (
        reached(1, "one", "two", least=1, greatest=1)
    ), TRUSTED  # fmt: skip
    yield "the same, and nobody signed", without_policy(nobody), "E_QUORUM", missed(0), TRUSTED
    yield (
        "a policy of another log in the trusted keys",
        without_policy(nobody),
        "E_TRUST",
        None,
        canonical({**TRUST, "policy": "quorum none\n"}),
    )
    yield (
        "a signature line that is none",
        export(spoil=at_newest(lambda note: note + b"\xe2\x80\x94 witness.example/w1 AAAA\n")),
        "E_CHECKPOINT",
        missed(2),
        None,
    )


def main() -> None:
    """Write the file."""
    lines = [
        canonical(
            {
                "note": "Exports with witnesses. files: base64 by path. trust: the trusted keys, if they came another way.",
                "policy": TWO_OF_THREE,
            }
        )
    ]
    for name, sealed, code, found, trust in cases():
        files = {path: base64.b64encode(content).decode() for path, content in sealed.files().items()}
        case = {"name": name, "files": files, "code": code, "witnesses": found}
        lines.append(json.dumps(case | ({} if trust is None else {"trust": trust}), sort_keys=True))
    (HERE / "witnesses.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
