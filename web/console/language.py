"""The language of a page: what was chosen, or else what the browser prefers."""

from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.utils.translation import get_language_from_request
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.http import require_POST

from web.console.places import inside

_YEAR_SECONDS: Final = 365 * 24 * 3600


def language_of(request: HttpRequest) -> str:
    """Return the code of the language in which to answer."""
    return get_language_from_request(request)


@require_POST
@csrf_protect
def choose_language(request: HttpRequest) -> HttpResponseBase:
    """Keep a choice, and go back to where it was made."""
    answer = HttpResponseRedirect(inside(request.POST.get("next")))
    chosen = request.POST.get("language", "")
    if chosen in dict(settings.LANGUAGES):
        answer.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            chosen,
            max_age=_YEAR_SECONDS,
            path="/console/",
            secure=request.is_secure(),
            httponly=True,
            samesite="Strict",
        )
    return answer
