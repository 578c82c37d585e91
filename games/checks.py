"""What must be true of the games before an installation is put into service."""

from typing import Final

from django.core.checks import CheckMessage, Error

from games.core.odds import exact_rtp, misdeclared
from games.core.variants import VARIANTS

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
