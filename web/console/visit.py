"""A visit of a member of the staff to a page: who it is, what they may see, and what is said where that fails."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, Final
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.views.decorators.csrf import csrf_protect

from web.console.cookies import forget_session, session_of
from web.console.interface import Interface, ProblemAnswered
from web.console.language import language_of
from web.console.navigation import sections_of
from web.console.places import HOME, LOG_IN
from web.policies import console_policy

NOT_LOGGED_IN: Final = "not-authenticated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """A request of a member of the staff whose session is in force."""

    request: HttpRequest
    interface: Interface
    username: str
    roles: frozenset[str]
    began_at: str
    by: str
    """The second factor that began the session, or `password`."""

    @property
    def query(self) -> dict[str, str]:
        """The members of the page's query."""
        return {name: value for name, value in self.request.GET.items() if isinstance(value, str) and value}

    def page(self, template: str, members: Mapping[str, Any], *, status: int = 200) -> HttpResponse:
        """Return a page with the frame around it."""
        frame = {
            "visit": self,
            "sections": sections_of(self.roles, self.request.path),
            "here": self.request.get_full_path(),
            "is_demo": settings.REDDOG_MODE.value == "demo",
            "done": self.request.GET.get("done"),
        }
        return render(self.request, f"console/{template}", {**frame, **members}, status=status)


Page = Callable[Concatenate[Visit, ...], HttpResponseBase]
OpenPage = Callable[Concatenate[HttpRequest, ...], HttpResponseBase]


def console_page(page: Page) -> OpenPage:
    """Let only a member of the staff with a session see a page; everybody else logs in first, and comes back."""

    @open_page
    @wraps(page)
    def answer(request: HttpRequest, **parts: Any) -> HttpResponseBase:
        session = session_of(request)
        if session is None:
            return _to_log_in(request)
        interface = Interface(request, authorization=f"Token {session.token}")
        try:
            who = interface.get("/ops/sessions/current")
            visit = Visit(
                request=request,
                interface=interface,
                username=who["username"],
                roles=frozenset(who["roles"]),
                began_at=who["began_at"],
                by=session.by,
            )
        except ProblemAnswered as problem:
            return _to_log_in(request) if problem.code == NOT_LOGGED_IN else problem_page(request, problem)
        try:
            return page(visit, **parts)
        except ProblemAnswered as problem:
            if problem.code == NOT_LOGGED_IN:
                return _to_log_in(request)
            return visit.page("problem.html", {"problem": problem.document}, status=problem.status)

    return answer


def open_page(page: OpenPage) -> OpenPage:
    """Give a page its language, its policy, and its protection from requests that another site has sent."""
    protected: OpenPage = csrf_protect(page)

    @wraps(page)
    def answer(request: HttpRequest, **parts: Any) -> HttpResponseBase:
        language = language_of(request)
        with translation.override(language):
            response = protected(request, **parts)
        response.headers.setdefault("Content-Security-Policy", console_policy())
        # Without it browsers name no origin when they send a form, and Django's protection could not check it.
        response.headers["Referrer-Policy"] = "same-origin"
        response.headers["Content-Language"] = language
        patch_vary_headers(response, ("Cookie", "Accept-Language"))
        return response

    return answer


def problem_page(request: HttpRequest, problem: ProblemAnswered) -> HttpResponse:
    """Return a page without a frame that says what the interface refused."""
    return render(request, "console/outside.html", {"problem": problem.document}, status=problem.status)


def _to_log_in(request: HttpRequest) -> HttpResponse:
    """Send a browser to the login, from where it comes back to what it wanted to read."""
    place = request.get_full_path()
    query = {} if place == HOME else {"next": place}
    answer = HttpResponseRedirect(f"{LOG_IN}?{urlencode(query)}" if query else LOG_IN)
    if session_of(request) is not None:
        forget_session(request, answer)
    return answer
