"""Filters of the console's templates."""

from django import template

from web.console.api_words import problem_title, said
from web.console.wording import amount, instant, short_id, value_text

register = template.Library()

register.filter("amount", amount)
register.filter("value", value_text)
register.filter("instant", instant)
register.filter("short_id", short_id)
register.filter("said", said)
register.filter("problem_title", problem_title)
