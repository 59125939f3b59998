"""``ledger new claim`` and ``ledger new source``: add a document that validates."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from ledger.cli.options import find_root, root_option
from ledger.errors import UsageError

KINDS = ("number", "formula", "mechanism", "configuration", "boundary")
SOURCES = ("paper", "report", "repository", "documentation", "standard", "dataset", "talk", "book", "web")
ROLES = ("own-result", "definition", "configuration", "background")
_NAMED = ("en", "zh")
"""Languages that have an option of their own."""
COMPARATORS = ("=", "≈", "<", "≤", ">", "≥", "range", "up-to", "at-least")


@click.group("new", short_help="Add a claim or a source to the ledger's files.")
def command() -> None:
    """Add a claim or a source to the ledger's files.

    What the files hold (comments, order, layout) stays byte for byte; a document with faults is refused
    and nothing is written. On a terminal, what is missing is asked for.

    \b
    Examples:
      ledger new source gpipe-2018 --kind paper --title GPipe --arxiv 1811.06965v5
      ledger new claim gpipe.bubble --kind mechanism --entity GPipe --en "…" --zh "…" \\
          --source gpipe-2018 --page 4 --anchor "bubble overhead"
    """


@command.command("claim", short_help="Add a claim at the end of a claims file.")
@click.argument("id_", metavar="ID")
@click.option("--kind", type=click.Choice(KINDS), default="number", show_default=True, help="What it states.")
@click.option("--ledger", default="L1", show_default=True, help="The ledger it belongs to.")
@click.option("--file", "file_", metavar="FILE", help="The claims file.  [default: claims/LEDGER.yaml]")
@click.option("--en", help="The statement in English.")
@click.option("--zh", help="The statement in Chinese.")
@click.option(
    "--statement",
    "statements",
    multiple=True,
    metavar="LANGUAGE=TEXT",
    help="The statement in another language of the ledger; repeatable.",
)
@click.option("--entity", help="What it is about.")
@click.option("--qualifier", "qualifiers", multiple=True, metavar="NAME=VALUE", help="Qualifier; repeatable.")
@click.option("--value", help='Digits as stated, for example "16" or "2.78e12".')
@click.option("--unit", help='Its unit; "1" for a pure number.')
@click.option("--high", help="The upper end of a range.")
@click.option("--comparator", type=click.Choice(COMPARATORS), help="How the value bounds the true one.")
@click.option("--conditions", help="Under what conditions it holds.")
@click.option("--source", help="The id of the source that supports it (or give --formula).")
@click.option("--page", type=click.IntRange(1), help="The physical page, from 1.")
@click.option("--section", help="The section.")
@click.option("--anchor", "anchors", multiple=True, help="A fragment there; repeatable, in order.")
@click.option("--role", type=click.Choice(ROLES), help="What the place is to its source.")
@click.option("--printed", help="How the source prints the quantity, where that differs.")
@click.option("--printed-unit", metavar="UNIT", help="The unit that the printed form is in.")
@click.option("--formula", help="The formula that recomputes it.")
@click.option("--input", "inputs", multiple=True, metavar="NAME=VALUE", help="An input of it; repeatable.")
@root_option
def claim(id_: str, file_: str | None, root: Path | None, **given: Any) -> None:
    """Add a claim at the end of a claims file.

    \b
    Examples:
      ledger new claim zero.state --value 16 --unit B/parameter --entity "ZeRO Adam" \\
          --en "…" --zh "…" --source zero-2019 --page 8 --section 3.1 --anchor "16 bytes" \\
          --role own-result
      ledger new claim zero.state --value 16 --unit B --entity "ZeRO Adam" --en "…" --zh "…" \\
          --formula memory.model_state --input parameters=1 --input recipe=zero-fp16-adam
    """
    from ledger.authoring.write import add_claim
    from ledger.schema.read import read_configuration

    folder = find_root(root)
    document = {"id": id_, **_claim(given, read_configuration(folder).languages)}
    path = folder / (file_ or f"claims/{given['ledger'].lower()}.yaml")
    click.echo(f"wrote {add_claim(folder, path, given['ledger'], document).relative_to(folder).as_posix()}")


@command.command("source", short_help="Add a source as a file of its own.")
@click.argument("id_", metavar="ID")
@click.option("--kind", type=click.Choice(SOURCES), default="paper", show_default=True, help="What it is.")
@click.option("--primary/--not-primary", default=True, show_default=True, help="Whether it is evidence.")
@click.option("--title", help="Its title.")
@click.option("--author", "authors", multiple=True, help="An author; repeatable, in order.")
@click.option("--published", metavar="DATE", help='"2019", "2019-10" or "2019-10-04".')
@click.option("--arxiv", metavar="ID", help='"1811.06965v5": sets URL and version.')
@click.option("--url", help="Its canonical address.")
@click.option("--version", help="The pin: an edition, a commit.")
@click.option("--unavailable", default="not fetched yet", show_default=True, help="Why no snapshot.")
@root_option
def source(id_: str, root: Path | None, **given: Any) -> None:
    """Add a source as a file of its own.

    \b
    Examples:
      ledger new source gpipe-2018 --title GPipe --arxiv 1811.06965v5 --published 2018-11-16
      ledger new source our-repo --kind repository --title Repo --url https://example.org/r --version 1a2b3c4
    """
    from ledger.authoring.write import add_sources

    folder = find_root(root)
    document = {"id": id_, "kind": given["kind"], "primary": given["primary"], **_source(given)}
    (path,) = add_sources(folder, [document])
    click.echo(f"wrote {path.relative_to(folder)}")


def _claim(given: Mapping[str, Any], languages: Sequence[str]) -> dict[str, Any]:
    document: dict[str, Any] = {
        "kind": given["kind"],
        "statement": _statement(given, languages),
        "entity": _needed(given, "entity"),
    }
    if given["qualifiers"]:
        document["qualifiers"] = dict(_pair(text, "--qualifier") for text in given["qualifiers"])
    if given["value"] is not None or given["kind"] in ("number", "formula"):
        names = ("comparator", "high")
        quantity = {"value": _needed(given, "value"), "unit": _needed(given, "unit")}
        document["quantity"] = quantity | {name: given[name] for name in names if given[name] is not None}
    if given["conditions"] is not None:
        document["conditions"] = given["conditions"]
    if given["source"] is not None or given["formula"] is None:
        evidence = {"source": _needed(given, "source")} | _place(given)
        evidence |= _present(given, "printed", "role")
        if given["printed_unit"] is not None:
            evidence["unit"] = given["printed_unit"]
        document["evidence"] = [evidence]
    if given["formula"] is not None:
        inputs = dict(_pair(text, "--input") for text in given["inputs"])
        document["recompute"] = {"formula": given["formula"], "inputs": inputs}
    return document


def _statement(given: Mapping[str, Any], languages: Sequence[str]) -> dict[str, str]:
    """The statement in each language of the ledger, and in those that were given beyond them."""
    texts = _present(given, *_NAMED) | dict(_pair(text, "--statement") for text in given["statements"])
    for language in languages:
        if language in texts:
            continue
        if language in _NAMED:
            texts[language] = _needed(given, language)
        elif sys.stdin.isatty():
            texts[language] = str(click.prompt(f"{language} (the statement in the language {language})"))
        else:
            raise UsageError(
                f"--statement {language}=TEXT is missing: the statement in the language {language}"
            )
    return texts


def _place(given: Mapping[str, Any]) -> dict[str, Any]:
    """Where in its source it stands; on a terminal, asked for where nothing of it was given."""
    place = _present(given, "page", "section", "anchors")
    if sys.stdin.isatty():
        if "page" not in place and "section" not in place:
            place["page"] = click.prompt(_asked("page"), type=click.IntRange(1))
        if "anchors" not in place and given["kind"] != "boundary":
            place["anchors"] = [click.prompt(_asked("anchors"))]
    return place


def _source(given: Mapping[str, Any]) -> dict[str, Any]:
    document = {"title": _needed(given, "title"), **_present(given, "authors", "published")}
    if given["arxiv"] is not None:
        name, mark, version = given["arxiv"].rpartition("v")
        if not mark or not version.isdigit():
            raise UsageError(f"--arxiv {given['arxiv']}: give the version too, for example 1811.06965v5")
        document |= {"url": f"https://arxiv.org/abs/{name}", "version": f"v{version}"}
    return document | _present(given, "url", "version", "unavailable")


def _present(given: Mapping[str, Any], *names: str) -> dict[str, Any]:
    found = {name: given[name] for name in names if given[name] not in (None, ())}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in found.items()}


def _needed(given: Mapping[str, Any], name: str) -> str:
    if given[name] is not None:
        return str(given[name])
    if not sys.stdin.isatty():
        raise UsageError(f"--{name} is missing: {_help(name)}")
    return str(click.prompt(_asked(name)))


def _asked(name: str) -> str:
    return f"{name.removesuffix('s')} ({_help(name)})"


def _help(name: str) -> str:
    """What the option of the running command says of itself, within a sentence."""
    parameters = click.get_current_context().command.params
    words = next(one.help or "" for one in parameters if isinstance(one, click.Option) and one.name == name)
    return f"{words[:1].lower()}{words[1:]}".rstrip(".")


def _pair(text: str, option: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise UsageError(f"{option} {text}: write NAME=VALUE")
    return name, value
