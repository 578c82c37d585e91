"""manage.py rng_stream: what the generator gives, for dieharder, PractRand and the like. Uses no database."""

import os
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from audit.core.epoch_seeds import ROUNDS_PER_EPOCH
from audit.laboratory.generator import EPOCH_BYTES, Generator
from audit.laboratory.parallel_map import parallel_map
from audit.management.generator_arguments import add_generator_arguments, positive, seed_or_fresh

_MOST_DECKS = 8
_INTERRUPTED = 130


class Command(BaseCommand):
    """Write bytes or whole shuffled shoes, as rounds would have them one after another."""

    help = (
        "Write the generator's bytes, or whole shuffled shoes, to standard output: a fresh request for each round, "
        "seeds from an epoch's chain, as in play. A card is one byte (52 * pack + 13 * suit + rank) up to four packs, "
        "and two bytes, the higher first, from five packs on. The seeds go to standard error."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take what to write and how much."""
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--bytes", type=positive, metavar="N", help="write N bytes")
        what.add_argument("--shuffles", type=positive, metavar="N", help="write N whole shoes")
        parser.add_argument(
            "--decks", type=int, choices=range(1, _MOST_DECKS + 1), help="packs in a shoe, with --shuffles; else 1"
        )
        add_generator_arguments(parser)

    def handle(self, *, shuffles: int | None, decks: int | None, workers: int, **options: Any) -> None:
        """Write until all is written or the reader closes the pipe."""
        if decks is not None and shuffles is None:
            raise CommandError("--decks goes with --shuffles")
        generator = Generator(seed=seed_or_fresh(options["seed"]), client=options["client_seed"])
        self.stderr.write(f"--seed {generator.seed.hex()} --client-seed {generator.client.hex()}")

        if shuffles is None:
            parts, work = list(_by_epoch(options["bytes"], EPOCH_BYTES)), generator.epoch_bytes
        else:
            parts = list(_by_epoch(shuffles, ROUNDS_PER_EPOCH))
            work = partial(generator.epoch_shoes, decks=decks or 1)
        try:
            _write(parallel_map(work, parts, workers=min(workers, len(parts))))
        except KeyboardInterrupt:
            raise SystemExit(_INTERRUPTED) from None


def _by_epoch(wanted: int, each: int) -> Iterator[tuple[int, int]]:
    """Yield epochs and how much to take of each, `wanted` altogether."""
    for epoch, first in enumerate(range(0, wanted, each)):
        yield epoch, min(each, wanted - first)


def _write(parts: Iterable[bytes]) -> None:
    try:
        for part in parts:
            sys.stdout.buffer.write(part)
        sys.stdout.buffer.flush()
    except OSError as error:
        # Python flushes when it ends. That must not fail for the same reason.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            raise CommandError(f"Not all was written: {error.strerror}.") from error
        # The reader has enough.
