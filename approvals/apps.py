"""The app's name."""

from django.apps import AppConfig


class ApprovalsConfig(AppConfig):
    """Proposals and their approval."""

    name = "approvals"
