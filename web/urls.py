"""The addresses of the pages."""

from django.urls import path

from web import pages

urlpatterns = [
    path("", pages.front_page),
    path("play", pages.table_page),
    path("desk", pages.desk_page),
    path("desk/download", pages.desk_file),
]
