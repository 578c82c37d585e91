"""What must be true of the games before an installation is put into service."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from django.conf import settings
from django.core.checks import CheckMessage, Error

from games.core.decimals import percent
from games.core.odds import exact_rtp, misdeclared
from games.core.sheet import RuleSheet
from games.core.variants import OFFERED, VARIANTS

RTP: Final = "rtp"
"""The tag: `manage.py check --deploy --tag rtp`."""


def check_declared_returns(**_: object) -> list[CheckMessage]:
    """Hold what every sheet declares against what its rules give, by enumeration; publication does so once more."""
    return [
        Error(
            f"{sheet.game} declares the return {sheet.rtp.document()}, and returns {exact_rtp(sheet).document()}.",
            hint="Put the computed return into a new version of the sheet; `manage.py par_sheet` shows all figures.",
            id="games.E001",
        )
        for sheet in misdeclared(VARIANTS)
    ]


def check_payout_floor(**_: object) -> list[CheckMessage]:
    """Hold every game on offer against the least that the jurisdiction lets games pay back, side bets by themselves."""
    jurisdiction = settings.REDDOG_JURISDICTION
    return [
        Error(
            f"{sheet.game} returns {percent(lowest, places=3)} %; {jurisdiction.name} wants {percent(jurisdiction.rtp_min, places=3)} % or more.",
            hint="Take the game off the offer, or publish a sheet that pays more.",
            id="games.E002",
        )
        for sheet in OFFERED
        if (lowest := min(_returns(sheet))) < jurisdiction.rtp_min
    ]


def _returns(sheet: RuleSheet) -> Iterator[Fraction]:
    yield sheet.rtp.first_bet
    yield sheet.rtp.total_wagered
    if sheet.rtp.bonus is not None:
        yield sheet.rtp.bonus
