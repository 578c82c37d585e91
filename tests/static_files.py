"""The files of the pages, looked for once a test process.

Django's test client makes the middleware anew for each client, and WhiteNoise then looks for all files again: a quarter
of what many a test took.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whitenoise.middleware import WhiteNoiseMiddleware  # type: ignore[import-untyped]  # it has no types

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pytest


def find_static_files_once(patch: pytest.MonkeyPatch) -> None:
    """Let each later middleware have the files that the first one found."""
    find = WhiteNoiseMiddleware.add_files_from_finders
    found: dict[str, Mapping[str, Any]] = {}

    def find_or_remember(middleware: WhiteNoiseMiddleware) -> None:
        if "files" not in found:
            find(middleware)
            found["files"] = dict(middleware.files)
        middleware.files.update(found["files"])

    patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", find_or_remember)
