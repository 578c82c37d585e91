"""manage.py simulate VARIANT: play rounds by the billion and hold them against the exact mathematics."""

import json
import os
import secrets
import sys
import time
from argparse import ArgumentParser, ArgumentTypeError
from contextlib import AbstractContextManager, nullcontext
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError

from audit.management.laboratory_packages import require_packages
from games.core import variants
from games.core.sheet import RuleSheet
from games.laboratory.exact_math import figures_of
from kernel.refusals import Refusal

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from games.simulation.run import Plan

_NEEDED = ("numba", "numpy", "scipy", "tqdm")
_ROUNDS = 100_000_000
# An error cannot be estimated from fewer.
_ROUNDS_MAX = 10**15
_ROUNDS_MIN = 2
_SEED_BYTES = 32
_NOTHING_SIMULATED = 2


class Command(BaseCommand):
    """Prints measured figures beside the exact ones; uses no database."""

    help = (
        "Simulate a game and print its measured house edge with the 99 % confidence interval, beside the exact one. "
        "Exit status 1 if chance does not explain a difference (99.99 %), 2 if nothing was simulated."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        names = ", ".join(sheet.game for sheet in variants.VARIANTS)
        parser.add_argument("variant", metavar="VARIANT", help=names)
        parser.add_argument("--rounds", type=_rounds, default=_ROUNDS, help="such as 1_000_000 or 1e9; default 1e8")
        parser.add_argument("--policy", default="optimal", help="optimal (default), never_raise, always_raise, ...")
        parser.add_argument("--drbg", action="store_true", help="deal with the platform's own shuffle")
        parser.add_argument("--seed", type=_seed, help="hex digits, to repeat a run; default: from the system")
        parser.add_argument("--jobs", type=_jobs, default=os.cpu_count(), help="cores to use; default: all")
        parser.add_argument(
            "--dask", metavar="ADDRESS", help="a Dask scheduler whose workers play; --jobs is then theirs"
        )
        parser.add_argument("--json", action="store_true", dest="as_json", help="print one JSON object")

    def handle(self, *, variant: str, as_json: bool, **options: Any) -> None:
        require_packages(*_NEEDED)
        sheet = variants.variant(variant)
        if sheet is None:
            games = ", ".join(known.game for known in variants.VARIANTS)
            raise CommandError(f"{variant} is not a game. Games: {games}", returncode=_NOTHING_SIMULATED)
        try:
            text, passed = _simulate(sheet, as_json=as_json, **options)
        except Refusal as refusal:
            raise CommandError(f"{refusal.title()}. {refusal.detail}", returncode=_NOTHING_SIMULATED) from refusal
        self.stdout.write(text)
        if passed is False:
            raise CommandError(f"{variant}: chance does not explain the difference to the exact figures.")


def _simulate(sheet: RuleSheet, *, dask: str | None, as_json: bool, **options: Any) -> tuple[str, bool | None]:
    """Play the rounds; return the report to print, and whether it agrees with the exact figures."""
    # Imported here, because a production image has neither these nor what they need.
    from tqdm import tqdm  # noqa: PLC0415

    from games.simulation.cluster import executor_at  # noqa: PLC0415
    from games.simulation.report import Report  # noqa: PLC0415
    from games.simulation.run import simulate  # noqa: PLC0415

    # What cannot be simulated is refused before any progress is drawn.
    plan = _plan(sheet, **options)
    cluster: AbstractContextManager[Executor | None] = nullcontext() if dask is None else executor_at(dask)
    with (
        cluster as executor,
        tqdm(total=plan.rounds, unit=" rounds", unit_scale=True, desc=sheet.game, file=sys.stderr) as bar,
    ):
        began = time.perf_counter()
        totals = simulate(plan, played=bar.update, executor=executor)
        seconds = time.perf_counter() - began
    report = Report(plan=plan, totals=totals, exact=figures_of(sheet), seconds=seconds)
    return json.dumps(report.document()) if as_json else "\n".join(report.lines()), report.passed


def _plan(
    sheet: RuleSheet, *, rounds: int, policy: str, drbg: bool, seed: bytes | None, jobs: int, **_: object
) -> "Plan":
    from games.simulation.families import simulation_of  # noqa: PLC0415
    from games.simulation.run import Plan  # noqa: PLC0415

    simulation_of(sheet, policy)
    drawn = secrets.token_bytes(_SEED_BYTES) if seed is None else seed
    return Plan(sheet=sheet, policy=policy, rounds=rounds, seed=drawn, drbg=drbg, jobs=jobs)


def _rounds(text: str) -> int:
    try:
        rounds = Decimal(text)
    except InvalidOperation:
        raise ArgumentTypeError(f"{text} is not a number") from None
    if not (rounds.is_finite() and _ROUNDS_MIN <= rounds <= _ROUNDS_MAX and rounds == int(rounds)):
        raise ArgumentTypeError(f"is a whole number from {_ROUNDS_MIN} to {_ROUNDS_MAX}")
    return int(rounds)


def _seed(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise ArgumentTypeError(f"{text} is not pairs of hex digits") from None


def _jobs(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text)):
        raise ArgumentTypeError("is a whole number from 1 on")
    return int(text)
