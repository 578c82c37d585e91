"""The app's name."""

from django.apps import AppConfig


class CashierConfig(AppConfig):
    """Deposits and withdrawals."""

    name = "cashier"
