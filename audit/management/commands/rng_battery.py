"""manage.py rng_battery: seven statistical tests on what the generator deals. Uses no database."""

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from functools import partial
from itertools import groupby
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from audit.laboratory.generator import Generator
from audit.laboratory.parallel_map import parallel_map
from audit.laboratory.verdict import CONFIDENCE, BatteryVerdict, judge_results
from audit.management.generator_arguments import add_generator_arguments, positive, seed_or_fresh
from audit.management.laboratory_packages import require_packages

_NEEDED = ("numpy", "scipy", "tqdm")
_SHUFFLES = 50_000
_NOTHING_TESTED = 2


class Command(BaseCommand):
    """Deal a sample with the code of live play and test it. Exit with 0 if all tests pass, else with 1."""

    help = (
        "Test bytes, scaled numbers and whole shuffled shoes by chi-square, overlaps, coupon"
        " collector, runs, interplay "
        f"correlation, serial correlation and duplicates, and state one verdict at {CONFIDENCE:.0%}. "
        "Exit status 1 if the generator fails, 2 if nothing was tested."
    )
    requires_system_checks = ()
    generator = Generator

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the size of the sample and how to print."""
        parser.add_argument(
            "--shuffles",
            type=positive,
            default=_SHUFFLES,
            help=f"shuffles of one pack, else {_SHUFFLES}; larger shoes, numbers and bytes in proportion",
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object with every result")
        add_generator_arguments(parser)

    def handle(self, *, shuffles: int, workers: int, **options: Any) -> None:
        """Deal, test, print.

        Raises:
            CommandError: the generator fails; or, with exit status 2, packages are missing, or the sample would be too
                small to say anything.
        """
        require_packages(*_NEEDED)
        generator = self.generator(seed=seed_or_fresh(options["seed"]), client=options["client_seed"])
        verdict = _verdict(generator, shuffles, workers=workers)

        lines = [_document(generator, shuffles, verdict)] if options["json"] else _table(generator, shuffles, verdict)
        for line in lines:
            self.stdout.write(line)
        if not verdict.passed:
            raise CommandError(f"the generator fails at {CONFIDENCE:.0%}")


def _verdict(generator: Generator, shuffles: int, *, workers: int) -> BatteryVerdict:
    # Imported here, because a production image has neither these nor what they need.
    from tqdm import tqdm  # noqa: PLC0415

    from audit.laboratory.battery import examine  # noqa: PLC0415
    from audit.laboratory.sample import LEAST_SHUFFLES, assemble, plan, take  # noqa: PLC0415

    if shuffles < LEAST_SHUFFLES:
        detail = f"the laws that the tests compare with need {LEAST_SHUFFLES} shuffles or more"
        raise CommandError(detail, returncode=_NOTHING_TESTED)
    portions = plan(shuffles)
    taken = parallel_map(partial(take, generator), [(portion,) for portion in portions], workers=workers)
    # None: the bar is shown only on a terminal.
    watched = tqdm(taken, total=len(portions), desc="dealing", unit="epoch", disable=None, file=sys.stderr)
    return judge_results(examine(assemble(portions, watched)))


def _document(generator: Generator, shuffles: int, verdict: BatteryVerdict) -> str:
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


def _table(generator: Generator, shuffles: int, verdict: BatteryVerdict) -> Iterator[str]:
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
        f"{'PASS' if verdict.passed else 'FAIL'} at {CONFIDENCE:.0%}, together:"
        f" {len(verdict.judged)} results, two-sided, "
        "Holm's correction"
    )
