"""Every payment provider, one file each. A new one is a file here, and its line below."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cashier.provider import NoPaymentProvider, Provider
from cashier.providers.instant import Instant

PROVIDERS: Final[Mapping[str, Provider]] = MappingProxyType(
    {provider.name: provider for provider in (Instant(),)},
)
"""By name, as `REDDOG_PAYMENT_PROVIDER` says it and as payments keep it: one stays here for as long as payments of it do."""


def provider_named(name: str) -> Provider:
    """Return the provider that new payments go to; no name, no provider.

    Raises:
        NoPaymentProvider: nothing can be deposited or withdrawn.
    """
    found = PROVIDERS.get(name)
    if found is None:
        raise NoPaymentProvider("Nothing was moved. Payments wait for a provider to be set up; ask the operator.")
    return found
