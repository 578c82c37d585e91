"""Every payment provider, one file each. A new one is a file here and its line in `PROVIDERS` below."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cashier.provider import NoPaymentProvider, Provider
from cashier.providers import instant

_ALL: Final[tuple[Provider, ...]] = (instant.Instant(),)

PROVIDERS: Final[Mapping[str, Provider]] = MappingProxyType({provider.name: provider for provider in _ALL})
"""The providers by name, as in `REDDOG_PAYMENT_PROVIDER` and in stored payments, which must find theirs again."""


def provider_named(name: str) -> Provider:
    """Return the provider of new payments.

    Raises:
        NoPaymentProvider: no provider has this name; an empty name is none.
    """
    provider = PROVIDERS.get(name)
    if provider is None:
        raise NoPaymentProvider("Nothing was moved. Payments wait for a provider to be set up; ask the operator.")
    return provider
