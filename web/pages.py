"""The pages that are files: where the address of the platform leads to, and the player's table."""

from pathlib import Path
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from web.policies import document_policy, table_policy

_BUILT: Final = Path(__file__).parent / "static" / "web"


@require_safe
def front_page(request: HttpRequest) -> HttpResponse:
    """Say where players, operators and auditors go."""
    answer = render(request, "web/front.html")
    answer["Content-Security-Policy"] = document_policy()
    return answer


@require_safe
def table_page(request: HttpRequest) -> HttpResponse:  # noqa: ARG001  Django's signature
    """Return the player's table, whose scripts have names of their content and are kept by browsers."""
    answer = HttpResponse((_BUILT / "table" / "index.html").read_bytes(), content_type="text/html; charset=utf-8")
    answer["Content-Security-Policy"] = table_policy()
    return answer
