"""The command lines `python -m verifier proof FILE` and `python -m verifier tiles DIR|URL`."""

import argparse
import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from verifier import checkpoint, command_line, log_keys, proofs, receipts, served_keys, source, tiles, trust
from verifier.checkpoint import Checkpoint
from verifier.log_keys import LogKeys
from verifier.proofs import ConsistencyProof, InclusionProof
from verifier.served_keys import ServedKeys
from verifier.trust import Trust
from verifier.verdict import Code, Failure, Fault, Place
from verifier.verdict_output import exit_of, lines

_PROOF = """Judge a proof that a record is in the log (--receipt or --leaf), or that the log only grew since a
checkpoint that you kept (--checkpoint). Exit status 0: it holds; 1: it does not; 64: the question could not be put."""
_TILES = """Judge the tiles of a published log by its checkpoint, and by those that you kept. Exit status 0: all that
was checked holds; 1: it does not, or tiles are missing; 64: the question could not be put."""
_LEAF = re.compile(r"[0-9a-f]{64}")


class _Unanswerable(Exception):  # noqa: N818  as the exit status says it
    """The question could not be put."""


def judge_proof(arguments: Sequence[str]) -> int:
    """Judge the proof that the command line names, print the verdict, return the exit status."""
    options = _proof_parser().parse_args(arguments)
    try:
        said, failures = _proof(options)
    except OSError as error:
        return command_line.complain(error)
    except _Unanswerable as why:
        print(f"verifier: nothing was judged: {why}", file=sys.stderr)
        return command_line.EXIT_USAGE
    return tell(said, failures, as_json=options.json)


def judge_tiles(arguments: Sequence[str]) -> int:
    """Judge the tiles of the folder that the command line names, print the verdict, return the exit status."""
    options = _tiles_parser().parse_args(arguments)
    try:
        published = source.read_in_place(options)
        trusted = _trusted(options)
        served = _served_keys(options, trusted) or served_keys.read(published, trusted)
        keys = log_keys.of(trusted) if served is None else served.log
        result = tiles.judge(
            published,
            trust=trusted,
            keys=keys,
            kept=[path.read_bytes() for path in options.checkpoint],
            proved_by=() if served is None else served.proved_by,
        )
    except OSError as error:
        return command_line.complain(error)
    except Fault as fault:
        return tell({}, [_failure(fault)], as_json=options.json)
    said = {
        "log": f"{trusted.origin!a}, {result.size} entries",
        "checked": f"{result.tiles} tiles, {result.checkpoints} checkpoints with their roots",
        "keys": "none published" if served is None else _said_of_keys(served, result),
    }
    return tell(said, result.failures, as_json=options.json)


def _said_of_keys(served: ServedKeys, result: tiles.TilesResult) -> str:
    if not result.proved_beyond:
        return f"{served.count} records with their proofs"
    tree = f"a tree of {result.proved_beyond} entries, which these tiles do not reach"
    return f"{served.count} records with proofs in {tree}"


def _proof(options: argparse.Namespace) -> tuple[dict[str, str], list[Failure]]:
    """Return what was proved, and why it was not.

    Raises:
        OSError: a file cannot be read.
        _Unanswerable: the command line lacks what this proof is about.
    """
    raw: bytes = options.file.read_bytes()
    try:
        trusted = _trusted(options)
        served = _served_keys(options, trusted)
        keys = log_keys.of(trusted) if served is None else served.log
        kept = [_kept(path, trusted, keys) for path in options.checkpoint]
        proof = proofs.parse(raw, keys=keys, trust=trusted)
        said = {"log": f"{trusted.origin!a}, {proof.checkpoint.size} entries"}
        if isinstance(proof, InclusionProof):
            leaf = _leaf(options)
            proofs.require_included(
                leaf, proof.index, proof.path, size=proof.checkpoint.size, root=proof.checkpoint.root
            )
            said["proved"] = f"leaf {leaf.hex()} is log index {proof.index}"
        else:
            said["proved"] = f"the log of {_older(proof, kept)} entries is its beginning"
        for older in kept:
            if older.size == proof.checkpoint.size and older.root != proof.checkpoint.root:
                raise Fault(Code.E_FORK, f"the log signed 2 roots for size {older.size}")  # noqa: TRY301  one verdict
    except Fault as fault:
        return {}, [_failure(fault)]
    return said, []


def _older(proof: ConsistencyProof, kept: Iterable[Checkpoint]) -> int:
    older = next((one for one in kept if one.size == proof.from_size), None)
    if older is None:
        message = f"this proof begins at size {proof.from_size}: give the checkpoint of that size with --checkpoint"
        raise _Unanswerable(message)
    proofs.require_consistent(
        proof.path,
        from_size=older.size,
        from_root=older.root,
        to_size=proof.checkpoint.size,
        to_root=proof.checkpoint.root,
    )
    return older.size


def _leaf(options: argparse.Namespace) -> bytes:
    if options.leaf is not None:
        return bytes.fromhex(options.leaf)
    if options.receipt is None:
        raise _Unanswerable("this proof is of one record: give its receipt with --receipt, or its leaf with --leaf")
    given = list(receipts.parse([options.receipt.read_bytes().replace(b"\n", b" ")]))
    if len(given) != 1 or given[0].parsed is None:
        raise _Unanswerable(f"{str(options.receipt)!a} is not one receipt: {given[0].why if given else 'it is empty'}")
    return given[0].leaf


def _kept(path: Path, trusted: Trust, keys: LogKeys) -> Checkpoint:
    claimed = checkpoint.parse_claimed(path.read_bytes(), trust=trusted)
    keys.require(claimed)
    return claimed


def _served_keys(options: argparse.Namespace, trusted: Trust) -> ServedKeys | None:
    file: Path | None = options.keys
    return None if file is None else served_keys.parse(file.read_bytes(), trust=trusted)


def _trusted(options: argparse.Namespace) -> Trust:
    return trust.parse(options.trust.read_bytes(), exact=False)


def _failure(fault: Fault) -> Failure:
    return Failure(code=fault.code, sentence=fault.sentence, place=Place())


def tell(
    said: dict[str, str],
    failures: Sequence[Failure],
    *,
    as_json: bool,
    documents: Mapping[str, object] = MappingProxyType({}),
) -> int:
    """Print what was checked and the first failure, which decides: tampering before what is missing, and that before warnings.

    `documents` are what JSON has under some labels in the place of their sentences.
    """
    ordered = sorted(failures, key=lambda failure: failure.code.severity.rank)
    first = ordered[0] if ordered else None
    status = exit_of(first)
    word = "ok" if first is None else first.code.severity.value
    if as_json:
        told = [{"code": str(failure.code), "sentence": failure.sentence} for failure in ordered]
        print(json.dumps({"verdict": word, "exit": status, "failures": told, **said, **documents}, indent=2))
        return status
    for label, sentence in said.items():
        print(*lines(label, sentence), sep="\n")
    print(*lines("verdict", "OK" if first is None else f"{word.upper()} {first.code}"), sep="\n")
    for failure in ordered:
        print(*lines("" if failure is not first else "first", f"{failure.code}: {failure.sentence}"), sep="\n")
    return status


def _proof_parser() -> argparse.ArgumentParser:
    parser = command_line.Parser(prog="python -m verifier proof", description=_PROOF)
    parser.add_argument("file", metavar="FILE", type=Path, help="a tlog-proof, or a consistency proof")
    about = parser.add_mutually_exclusive_group()
    about.add_argument("--receipt", metavar="FILE", type=Path, help="the receipt of the record, a JSON object")
    about.add_argument("--leaf", metavar="HEX", type=_hex, help="the leaf of the record, 64 hex digits")
    _add_common(parser)
    return parser


def _tiles_parser() -> argparse.ArgumentParser:
    parser = command_line.Parser(prog="python -m verifier tiles", description=_TILES)
    source.add_source(parser, copied=False)
    _add_common(parser)
    return parser


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--trust", metavar="FILE", type=Path, required=True, help="the log's trusted keys")
    parser.add_argument(
        "--keys",
        metavar="FILE",
        type=Path,
        help="the log's records of its keys, as it serves them: needed once the log key was replaced",
    )
    command_line.add_kept(parser)


def _hex(text: str) -> str:
    if not _LEAF.fullmatch(text):
        raise argparse.ArgumentTypeError("64 lower-case hex digits are needed")
    return text
