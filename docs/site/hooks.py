"""What `mkdocs build` asks of us: the navigation, and the pages that stand above this folder.

The navigation is docs/README.md: each of its `##` headings is a part, and each link in a row of a table is a page of
it.
A link to the README.md of a folder stands for all pages of that folder that the index does not name itself.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mkdocs.structure.files import File

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

# Pages of the repository's top folder that the site shows too, under their own names.
TOP_PAGES: Final = ("CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")

LANGUAGES: Final = {"en": "English", "ja": "日本語"}
"""What page.en.md and page.ja.md are listed under."""

_HEADING: Final = re.compile(r"^## (.+)$")
_ROW: Final = re.compile(r"^\| \[([^\]]+)\]\(([^)#]+\.md)\) \|")

Nav = list[dict[str, Any]]


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Read the navigation from the index."""
    config.nav = navigation(Path(config.docs_dir))
    return config


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the pages of the top folder."""
    top = Path(config.docs_dir).parent
    for name in TOP_PAGES:
        files.append(File.generated(config, name, content=from_the_top((top / name).read_text())))
    return files


def on_page_markdown(markdown: str, *, page: Page, **_: object) -> str:
    """Let links to the top folder's pages lead to the site's copies."""
    up = "../" * page.file.src_uri.count("/")
    names = "|".join(re.escape(name) for name in TOP_PAGES)
    return re.sub(rf"\]\({re.escape(up)}\.\./({names})", rf"]({up}\1", markdown)


def from_the_top(markdown: str) -> str:
    """Return a page of the top folder with its links as they are seen from docs/."""
    return markdown.replace("](docs/", "](")


def navigation(docs: Path) -> Nav:
    """Return MkDocs' navigation as the index tells it."""
    parts: list[tuple[str, list[tuple[str, str]]]] = []
    for line in (docs / "README.md").read_text().splitlines():
        if heading := _HEADING.match(line):
            parts.append((heading[1], []))
        elif (row := _ROW.match(line)) and parts:
            parts[-1][1].append((row[1], row[2].removeprefix("../")))
    named = {path for _, pages in parts for _, path in pages}
    sections: Nav = [
        {title: [{label: _entry(docs, path, named)} for label, path in pages]} for title, pages in parts if pages
    ]
    return [{"Start": "README.md"}, *sections]


def _entry(docs: Path, path: str, named: set[str]) -> str | list[Any]:
    """Return a page, or a folder's index with those of its pages that the index does not name, by their languages."""
    if Path(path).name != "README.md":
        return path
    pages = [page.relative_to(docs).as_posix() for page in sorted((docs / path).parent.glob("*.md"))]
    pages = [page for page in pages if page not in named]
    languages = {name: [page for page in pages if page.endswith(f".{tag}.md")] for tag, name in LANGUAGES.items()}
    translated = {page for translations in languages.values() for page in translations}
    rest = [page for page in pages if page not in translated]
    return [path, *rest, *({name: translations} for name, translations in languages.items() if translations)]
