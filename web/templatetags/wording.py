"""Filters of the console's templates."""

from django import template

from web.console.wording import amount, instant, short_id

register = template.Library()

register.filter("amount", amount)
register.filter("instant", instant)
register.filter("short_id", short_id)
