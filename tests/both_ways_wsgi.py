"""The platform's web application, which takes each step in both ways and fails where they differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from reddog_platform.wsgi import application as platform
from tests.both_ways import both_ways

if TYPE_CHECKING:
    from collections.abc import Iterable

_STEPS: Final = ("/api/v1/games/", "/api/v1/rounds/")


def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """Answer as the platform does, or with 500 where the framework would answer something else."""
    if not environ["PATH_INFO"].startswith(_STEPS) or environ["REQUEST_METHOD"] == "GET":
        return platform(environ, start_response)
    body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    by_framework, by_platform = both_ways(environ, body)
    if by_framework != by_platform:
        start_response("500 Internal Server Error", [("Content-Type", "text/plain")])
        return [f"the ways differ:\n{by_framework}\n{by_platform}".encode()]
    start_response(by_platform.status, list(by_platform.headers.items()))
    return [by_platform.body]
