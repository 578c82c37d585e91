"""The app's name."""

from django.apps import AppConfig


class WalletConfig(AppConfig):
    """The ledger."""

    name = "wallet"
