"""The app's name, and how django-allauth takes part."""

from allauth.account.apps import AccountConfig
from django.apps import AppConfig


class StaffConfig(AppConfig):
    """The staff's accounts."""

    name = "staff"


class AllauthAccountConfig(AccountConfig):
    """The part of django-allauth that its second factors import; its pages, mails and tables serve nobody here."""

    def ready(self) -> None:
        """Do without its middleware, which every bet would pass through for pages that do not exist."""
