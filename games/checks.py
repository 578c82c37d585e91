"""System checks: what must be true of the games before an installation goes live."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from django.conf import settings
from django.core.checks import CheckMessage, Error

from games.core.sheet import RuleSheet
from games.core.variants import OFFERED, VARIANTS
from games.laboratory.exact_math import exact_rtp, find_misdeclared
from kernel.decimals import percent

RTP: Final = "rtp"
"""The tag: `manage.py check --deploy --tag rtp`."""


def check_declared_returns(**_: object) -> list[CheckMessage]:
    """Compare the declared return of every sheet with the enumerated one, as publication does once more."""
    return [
        Error(
            f"{sheet.game} declares the return {sheet.rtp.document()}, and returns {exact_rtp(sheet).document()}.",
            hint="Put the computed return into a new version of the sheet; `manage.py par_sheet` shows all figures.",
            id="games.E001",
        )
        for sheet in find_misdeclared(VARIANTS)
    ]


def check_payout_floor(**_: object) -> list[CheckMessage]:
    """Compare every game on offer with the jurisdiction's minimum return. A side bet must reach it by itself."""
    jurisdiction = settings.REDDOG_JURISDICTION
    return [
        Error(
            f"{sheet.game} returns {percent(lowest, places=3)} %; {jurisdiction.name} wants"
            f" {percent(jurisdiction.rtp_min, places=3)} % or more.",
            hint="Take the game off the offer, or publish a sheet that pays more.",
            id="games.E002",
        )
        for sheet in OFFERED
        if (lowest := min(_returns(sheet))) < jurisdiction.rtp_min
    ]


def _returns(sheet: RuleSheet) -> Iterator[Fraction]:
    yield sheet.rtp.first_bet
    yield sheet.rtp.total_wagered
    if sheet.rtp.side_bet is not None:
        yield sheet.rtp.side_bet
