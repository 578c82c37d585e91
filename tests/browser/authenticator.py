"""An authenticator in Chromium itself, which makes passkeys and signs with them as a fingerprint reader would."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page


@dataclass(frozen=True, slots=True, kw_only=True)
class VirtualAuthenticator:
    """The authenticator of a page."""

    debugger: CDPSession
    id: str

    def forget(self) -> None:
        """Lose every passkey."""
        self.debugger.send("WebAuthn.clearCredentials", {"authenticatorId": self.id})


def add_authenticator(page: Page) -> VirtualAuthenticator:
    """Give a page an authenticator whose person is there and is recognized."""
    debugger = page.context.new_cdp_session(page)
    debugger.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    added = debugger.send(
        "WebAuthn.addVirtualAuthenticator",
        {"options": {**options, "isUserVerified": True, "automaticPresenceSimulation": True}},
    )
    return VirtualAuthenticator(debugger=debugger, id=added["authenticatorId"])
