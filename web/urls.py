"""The addresses of the pages."""

from django.urls import path

from web import pages
from web.console.urls import urlpatterns as console

urlpatterns = [
    path("", pages.front_page),
    path("play", pages.table_page),
    *console,
    path("desk", pages.desk_page),
    path("desk/download", pages.desk_file),
]
