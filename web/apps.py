"""The app of the pages."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    """It has no models: it shows what the interface says."""

    name = "web"
