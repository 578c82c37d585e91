"""The options that rng_stream and rng_battery share."""

import argparse
import re
from argparse import ArgumentParser

from audit.core.client_seeds import MalformedClientSeed, seed_from_hex
from audit.core.epoch_seeds import SEED_BYTES
from audit.entropy import draw
from audit.laboratory.generator import FIXED_CLIENT
from audit.laboratory.parallel_map import spare_processors


def add_generator_arguments(parser: ArgumentParser) -> None:
    """Take the two seeds, and how many processes share the work."""
    parser.add_argument("--seed", type=_seed, help="64 hex digits that make the output repeatable; else fresh entropy")
    parser.add_argument(
        "--client-seed",
        type=_client_seed,
        default=FIXED_CLIENT,
        help="a player's seed, 32 to 128 hex digits; else zeros",
    )
    parser.add_argument(
        "--workers", type=positive, default=spare_processors(), help="processes; else one less than processors"
    )


def positive(text: str) -> int:
    """Read a whole number from 1 on."""
    if not re.fullmatch(r"[1-9][0-9]*", text):
        raise argparse.ArgumentTypeError("a whole number from 1 on is needed")
    return int(text)


def seed_or_fresh(seed: bytes | None) -> bytes:
    """Return the seed that was given, or one from the operating system's tested entropy."""
    return draw(SEED_BYTES) if seed is None else seed


def _seed(text: str) -> bytes:
    if not re.fullmatch(rf"[0-9a-fA-F]{{{2 * SEED_BYTES}}}", text):
        raise argparse.ArgumentTypeError(f"a seed is {2 * SEED_BYTES} hex digits")
    return bytes.fromhex(text)


def _client_seed(text: str) -> bytes:
    try:
        return seed_from_hex(text)
    except MalformedClientSeed as refusal:
        raise argparse.ArgumentTypeError("a client seed is 32 to 128 lower-case hex digits") from refusal
