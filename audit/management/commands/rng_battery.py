"""manage.py rng_battery: seven statistical tests on what the generator deals. Uses no database."""

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from functools import partial
from itertools import groupby
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from audit.laboratory.battery import examine
from audit.laboratory.generator import Generator
from audit.laboratory.in_order import in_order
from audit.laboratory.sample import LEAST_SHUFFLES, assemble, plan, take
from audit.laboratory.verdict import CONFIDENCE, Verdict, judge
from audit.management.generator_arguments import add_generator_arguments, positive, seed_or_fresh

_SHUFFLES = 50_000


class Command(BaseCommand):
    """Deal a sample with the code of live play, test it, and exit with 0 where all tests pass, else with 1."""

    help = (
        "Test bytes, scaled numbers and whole shuffled shoes by chi-square, overlaps, coupon collector, runs, interplay "
        f"correlation, serial correlation and duplicates, and state one verdict at {CONFIDENCE:.0%}. Exits 0 or 1."
    )
    requires_system_checks = ()
    generator = Generator

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the size of the sample and how to print."""
        parser.add_argument(
            "--shuffles", type=positive, default=_SHUFFLES, help=f"shuffles of one pack, else {_SHUFFLES}; larger"
            " shoes, numbers and bytes in proportion",
        )  # fmt: skip
        parser.add_argument("--json", action="store_true", help="print one JSON object with every result")
        add_generator_arguments(parser)

    def handle(self, *, shuffles: int, workers: int, **options: Any) -> None:
        """Deal, test, print.

        Raises:
            CommandError: the generator fails, or the sample would be too small to say anything.
        """
        if shuffles < LEAST_SHUFFLES:
            raise CommandError(f"the laws that the tests compare with need {LEAST_SHUFFLES} shuffles or more")
        generator = self.generator(seed=seed_or_fresh(options["seed"]), client=options["client_seed"])
        portions = plan(shuffles)
        taken = in_order(partial(take, generator), [(portion,) for portion in portions], workers=workers)
        # Only where a person looks on: None asks the terminal.
        watched = tqdm(taken, total=len(portions), desc="dealing", unit="epoch", disable=None, file=sys.stderr)
        verdict = judge(examine(assemble(portions, watched)))

        lines = [_document(generator, shuffles, verdict)] if options["json"] else _table(generator, shuffles, verdict)
        for line in lines:
            self.stdout.write(line)
        if not verdict.passed:
            raise CommandError(f"the generator fails at {CONFIDENCE:.0%}")


def _document(generator: Generator, shuffles: int, verdict: Verdict) -> str:
    return json.dumps(
        {
            "seed": generator.seed.hex(),
            "client_seed": generator.client.hex(),
            "shuffles": shuffles,
            "confidence": CONFIDENCE,
            "correction": "holm",
            "results": [
                {**asdict(judged.result), "corrected": judged.corrected, "passed": judged.passed}
                for judged in verdict.judged
            ],
            "passed": verdict.passed,
        }
    )


def _table(generator: Generator, shuffles: int, verdict: Verdict) -> Iterator[str]:
    """Yield a line a test, a line for each result that fails, and the verdict."""
    yield f"{shuffles} shuffles of one pack, larger shoes, numbers and bytes in proportion"
    yield f"--seed {generator.seed.hex()} --client-seed {generator.client.hex()}"
    yield ""
    yield f"{'test':<24}{'results':>8}{'least p':>12}{'corrected':>12}"
    for test, group in groupby(verdict.judged, key=lambda judged: judged.result.test):
        results = list(group)
        least = min(results, key=lambda judged: judged.result.p)
        yield (
            f"{test:<24}{len(results):>8}{least.result.p:>12.3g}{least.corrected:>12.3g}"
            f"  {'pass' if all(judged.passed for judged in results) else 'FAIL'}"
        )
    yield ""
    yield from (
        f"fails: {judged.result.test} of {judged.result.of}, p = {judged.result.p:.3g}"
        for judged in verdict.judged
        if not judged.passed
    )
    yield (
        f"{'PASS' if verdict.passed else 'FAIL'} at {CONFIDENCE:.0%}, together: {len(verdict.judged)} results, two-sided, "
        "Holm's correction"
    )
