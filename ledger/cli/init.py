"""``ledger init``: the smallest ledger that checks, to grow from."""

from __future__ import annotations

import json
from pathlib import Path

import click

from ledger.authoring.write import write_atomically
from ledger.errors import UsageError

CONFIGURATION = """\
[tool.ledger]
name = "{name}"
pages = ["pages/**"]  # Markdown, HTML, Astro, LaTeX, text
languages = {languages}  # of every claim's statement, the first first

# What the ledgers account for, which claims files name.
[tool.ledger.ledgers]
L1 = "{title}"

# What a claim of each kind needs to be verified.
[tool.ledger.policy]
number = {{ any = ["located", "recompute"] }}
configuration = {{ any = ["located", "recompute"] }}
formula = {{ all = ["located", "recompute"] }}
mechanism = {{ all = ["located"] }}
boundary = {{ all = ["located"] }}
"""
SOURCE = """\
id: zero-2019
kind: paper
primary: true
title: "ZeRO: Memory Optimizations Toward Training Trillion Parameter Models"
authors: [Samyam Rajbhandari, Jeff Rasley, Olatunji Ruwase, Yuxiong He]
published: "2019-10-04"
url: https://arxiv.org/abs/1910.02054
version: v3
# 'ledger fetch zero-2019' prints the snapshot to write in the place of this line.
unavailable: "not fetched yet"
"""
CLAIMS = """\
ledger: L1
claims:
  - id: zero.model-state.total
    kind: number
    statement:
{statement}    entity: ZeRO mixed-precision Adam recipe
    qualifiers: {per: parameter, parallelism: none}
    quantity: {value: "16", unit: B/parameter}
    recompute:
      formula: memory.model_state
      inputs: {parameters: "1", recipe: zero-fp16-adam}
      unit: B/parameter
"""
PAGE = """\
# A first page

Mixed-precision Adam keeps [16 bytes](claim:zero.model-state.total) for each parameter.
"""
STATEMENTS = {
    "en": "Mixed-precision Adam keeps 16 bytes of model state for each parameter.",
    "zh": "混合精度 Adam 为每个参数保留 16 字节的模型状态。",
}
FILES = {
    "sources/zero-2019.yaml": SOURCE,
    "claims/l1.yaml": CLAIMS,
    "pages/first.md": PAGE,
    ".gitignore": ".ledger/\nbuild/\n",
}


@click.command("init", short_help="Make a new ledger with one source, claim and page.")
@click.argument("directory", type=click.Path(file_okay=False, path_type=Path))
@click.option("--name", default="A ledger", show_default=True, help="The ledger's name in reports.")
@click.option(
    "--language",
    "languages",
    multiple=True,
    default=("en",),
    show_default=True,
    metavar="TAG",
    help="A language of the claims' statements (en, zh-Hans, pt-BR); repeatable, the first first.",
)
@click.option("--empty", is_flag=True, help="Write the configuration alone, without the example.")
def command(directory: Path, name: str, languages: tuple[str, ...], empty: bool) -> None:
    """Make a new ledger with one source, claim and page.

    Nothing that exists is overwritten: a pyproject.toml gets a [tool.ledger] table added at its end.

    \b
    Examples:
      ledger init my-ledger
      ledger init . --name "Our numbers"
      ledger init ours --language en --language zh
      ledger init batteries --empty
    """
    files = {path: text for path, text in FILES.items() if path == ".gitignore" or not empty}
    taken = [path for path in files if path != ".gitignore" and (directory / path).exists()]
    if taken:
        raise UsageError(f"{directory} already has {', '.join(taken)}; nothing was written")
    languages = _checked(languages)
    _configure(directory / "pyproject.toml", name, languages, name if empty else "Model state")
    example = STATEMENTS["en"]
    statement = "".join(f'      {tag}: "{STATEMENTS.get(tag, example)}"\n' for tag in languages)
    for path, text in files.items():
        target = directory / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists():
            write_atomically(target, text.replace("{statement}", statement))
            click.echo(f"wrote {target}")
    step = 'new source ID --title "…" --url https://…' if empty else "check"
    click.echo(f"next: ledger {step} --root {directory}")


def _checked(languages: tuple[str, ...]) -> tuple[str, ...]:
    from ledger.schema.languages import language_tag

    try:
        return tuple(dict.fromkeys(map(language_tag, languages)))
    except ValueError as fault:
        raise UsageError(f"--language: {fault}; nothing was written") from fault


def _configure(path: Path, name: str, languages: tuple[str, ...], title: str) -> None:
    if not name.strip() or not name.isprintable():
        raise UsageError("--name: write one line of text; nothing was written")
    if path.exists() and not path.is_file():
        raise UsageError(f"{path} is no regular file; nothing was written")
    try:
        text = path.read_text(encoding="utf-8") if path.exists() else ""
    except UnicodeDecodeError as fault:
        raise UsageError(f"{path} is not UTF-8 text; nothing was written") from fault
    if "[tool.ledger" in text:
        raise UsageError(f"{path} has a [tool.ledger] table already; nothing was written")
    gap = "\n" if text else ""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(
        path,
        text
        + gap
        + CONFIGURATION.format(name=_quoted(name), title=_quoted(title), languages=json.dumps(languages)),
    )
    click.echo(f"wrote {path}")


def _quoted(text: str) -> str:
    """*text* as it stands between the quotation marks of TOML."""
    return text.replace("\\", "\\\\").replace('"', '\\"')
