"""System checks: what must be true of the games before an installation goes live."""

from typing import Final

from django.conf import settings
from django.core.checks import CheckMessage, Error

from games.core.variants import PLAYED_ALONE, VARIANTS
from games.laboratory.exact_math import exact_rtp, find_misdeclared
from games.operations.payout_floor import least_return
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
    """Compare every game of one seat with the jurisdiction's minimum return. A side bet must reach it by itself.

    Games at tables are compared when a table is opened: `games.operations.payout_floor`.
    """
    jurisdiction = settings.REDDOG_JURISDICTION
    return [
        Error(
            f"{sheet.game} returns {percent(lowest, places=3)} %; {jurisdiction.name} wants"
            f" {percent(jurisdiction.rtp_min, places=3)} % or more.",
            hint="Take the game off the offer, or publish a sheet that pays more.",
            id="games.E002",
        )
        for sheet in PLAYED_ALONE
        if (lowest := least_return(sheet)) < jurisdiction.rtp_min
    ]
