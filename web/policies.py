"""The content security policies of the pages. None allows inline code, or anything from another site."""

from typing import Final

from django.conf import settings

from kernel.serving import served_cell

_NOTHING_ELSE: Final = "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'"


def table_policy() -> str:
    """Return the policy of the player's table: scripts, styles and pictures of ours, the interface, the event stream."""
    connect = " ".join(dict.fromkeys(("'self'", served_cell().at_host(settings.REDDOG_STREAM_URL))))
    return (
        f"{_NOTHING_ELSE}; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src {connect};"
        " form-action 'self'; require-trusted-types-for 'script'; trusted-types lit-html"
    )


def document_policy() -> str:
    """Return the policy of a page that has styles, pictures and forms of ours, and no script."""
    return f"{_NOTHING_ELSE}; style-src 'self'; img-src 'self' data:; form-action 'self'"


def console_policy() -> str:
    """Return the policy of the console's pages: scripts, styles and forms of ours; a script asks our own pages alone."""
    return (
        f"{_NOTHING_ELSE}; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
        " form-action 'self'"
    )
