"""The console speaks two languages: each text that a source names is in the catalogue, which is compiled as it is written."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Final

import pytest
from django.utils import translation

from tests.web.console_words import WEB, Words, named_words
from web.catalogue import CatalogueMalformed, compiled, read_catalogue
from web.console.api_words import _PROBLEMS
from web.console.field import amount_field, money

CATALOGUE: Final = WEB / "locale" / "ja" / "LC_MESSAGES" / "django.po"
ENTRIES: Final = read_catalogue(CATALOGUE.read_text())
_PLACE: Final = re.compile(r"%\([a-z_]+\)s")


def key_of(words: Words) -> str:
    context = f"{words.context}\x04" if words.context else ""
    return context + words.text + (f"\0{words.plural}" if words.plural else "")


def test_the_catalogue_has_every_text_and_no_other() -> None:
    named = {key_of(words) for words in named_words()}

    assert named == set(ENTRIES) - {""}


@pytest.mark.parametrize("key", sorted(set(ENTRIES) - {""}))
def test_a_translation_says_something_with_the_same_values_in_it(key: str) -> None:
    text = ENTRIES[key]

    assert text.strip()
    assert set(_PLACE.findall(text)) == set(_PLACE.findall(key))
    assert "\N{FULLWIDTH EXCLAMATION MARK}" not in text


def test_what_gettext_reads_is_what_people_wrote() -> None:
    assert CATALOGUE.with_suffix(".mo").read_bytes() == compiled(ENTRIES), "run `make words`"

    with translation.override("ja"):
        assert translation.gettext("Players") == "プレイヤー"
        assert translation.pgettext("filter", "any") == "すべて"
        assert translation.ngettext("%(count)s hour", "%(count)s hours", 3) % {"count": 3} == "3時間"


def test_another_compiler_reads_the_same(tmp_path: Path) -> None:
    compiler = Path("/usr/bin/msgfmt")
    if not compiler.exists():
        pytest.skip("GNU gettext is not installed")
    made = tmp_path / "django.mo"
    subprocess.run([compiler, "--no-hash", "-o", made, CATALOGUE], check=True)

    import gettext

    with made.open("rb") as theirs, CATALOGUE.with_suffix(".mo").open("rb") as ours:
        assert gettext.GNUTranslations(theirs)._catalog == gettext.GNUTranslations(ours)._catalog  # type: ignore[attr-defined]  # the library's own table


@pytest.mark.parametrize("source", ['msgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"\n', "hello\n", "msgid 'a\n"])
def test_a_catalogue_that_says_one_thing_twice_or_nothing_readable_is_refused(source: str) -> None:
    with pytest.raises(CatalogueMalformed):
        read_catalogue(source)


def test_every_problem_with_words_of_its_own_is_one_of_the_platforms() -> None:
    apps = [folder for folder in WEB.parent.iterdir() if (folder / "__init__.py").exists() and folder.name != "web"]
    sources = "".join(path.read_text() for app in apps for path in app.rglob("*.py") if app.name != "tests")

    assert [code for code in _PROBLEMS if f'"{code}"' not in sources] == []


def test_an_amount_has_the_digits_of_its_currency() -> None:
    assert money("1,204.5", "USD") == {"amount": 120_450, "currency": "USD"}
    assert money("1,234,567", "USD") == {"amount": 123_456_700, "currency": "USD"}
    assert money("1234567.89", "USD") == {"amount": 123_456_789, "currency": "USD"}
    assert money("500", "JPY") == {"amount": 500, "currency": "JPY"}
    for typed, currency in (
        ("", "USD"),
        ("12.", "USD"),
        ("-1", "USD"),
        ("1.005", "USD"),
        ("1e3", "USD"),
        ("5.0", "JPY"),
        # Whoever writes a decimal comma means a hundredth of what it would be without.
        ("12,50", "EUR"),
        ("12,5", "EUR"),
        ("1,2345", "USD"),
        ("1234,567", "USD"),
        ("50,00", "JPY"),
    ):
        with pytest.raises(ValueError, match="Write an amount"):
            money(typed, currency)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_hint_of_an_amount_has_an_example_for_currencies_with_and_without_decimals(language: str) -> None:
    with translation.override(language):
        with_decimals, without = re.findall(r"[0-9]+(?:\.[0-9]+)?", str(amount_field("amount", "Amount").hint))

    assert money(with_decimals, "USD") == {"amount": 1_250, "currency": "USD"}
    assert money(without, "JPY") == {"amount": 1_250, "currency": "JPY"}
