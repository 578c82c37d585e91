"""What django-allauth asks of us: to keep its secrets sealed, and not to know the request."""

import base64

from allauth.mfa.adapter import DefaultMFAAdapter

from audit.seal import seal, unseal

_CONTEXT = b"staff factor"


class SealedFactors(DefaultMFAAdapter):
    """Keeps TOTP secrets and the seeds of recovery codes under `factor.key`."""

    def encrypt(self, text: str) -> str:
        """Seal a secret."""
        return base64.b64encode(seal(text.encode(), key="factor", context=_CONTEXT)).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Open what `encrypt` sealed."""
        return unseal(base64.b64decode(encrypted_text), key="factor", context=_CONTEXT).decode()
