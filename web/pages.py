"""The pages that are files: where the address of the platform leads to, the player's table, the auditor's desk."""

import json
import re
from pathlib import Path
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.html import escape
from django.views.decorators.http import require_safe

from kernel.money import CURRENCIES
from web.console.language import language_of
from web.policies import document_policy, table_policy

_BUILT: Final = Path(__file__).parent / "static" / "web"
_DECIMALS: Final = '<meta name="currency-decimals" content="{}" />'
_USUAL: Final = 2
_POLICY_IN_FILE: Final = re.compile(rb'http-equiv="Content-Security-Policy" content="([^"]+)"')


@require_safe
def front_page(request: HttpRequest) -> HttpResponse:
    """Say where players, operators and auditors go, in the language that the browser prefers."""
    with translation.override(language_of(request)):
        answer = render(request, "web/front.html")
    answer["Content-Security-Policy"] = document_policy()
    return answer


@require_safe
def table_page(request: HttpRequest) -> HttpResponse:  # noqa: ARG001  Django's signature
    """Return the player's table, whose scripts have names of their content and are kept by browsers.

    It is told the decimal places of the currencies that do not have two: browsers know others for some.
    """
    page = (_BUILT / "table" / "index.html").read_text(encoding="utf-8")
    told = escape(json.dumps({code: known.exponent for code, known in CURRENCIES.items() if known.exponent != _USUAL}))
    assert page.count(_DECIMALS.format("{}")) == 1, "the page has a place for the decimals"
    page = page.replace(_DECIMALS.format("{}"), _DECIMALS.format(told))
    answer = HttpResponse(page, content_type="text/html; charset=utf-8")
    answer["Content-Security-Policy"] = table_policy()
    return answer


@require_safe
def desk_page(request: HttpRequest) -> HttpResponse:  # noqa: ARG001  Django's signature
    """Return the auditor's desk to be looked at: the same file that works from a disk."""
    return _desk()


@require_safe
def desk_file(request: HttpRequest) -> HttpResponse:  # noqa: ARG001  Django's signature
    """Return the auditor's desk to be kept: a judgement should not depend on who is judged."""
    answer = _desk()
    answer["Content-Disposition"] = 'attachment; filename="reddog-desk.html"'
    return answer


def _desk() -> HttpResponse:
    page = (_BUILT / "desk.html").read_bytes()
    policy = _POLICY_IN_FILE.search(page)
    assert policy is not None, "the desk was built with its policy"
    answer = HttpResponse(page, content_type="text/html; charset=utf-8")
    # The file's own policy, so that it holds from a disk too, and what only a header can say.
    answer["Content-Security-Policy"] = f"{policy[1].decode()}; frame-ancestors 'none'"
    return answer
