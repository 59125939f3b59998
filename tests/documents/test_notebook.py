from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.documents.document import Format
from ledger.documents.read import read
from ledger.quantities.text import Role
from tests.documents.reading import marked, mention_of
from tests.documents.test_shown import stated


def notebook(*cells: dict[str, object]) -> str:
    return json.dumps({"cells": cells, "metadata": {"id": "12 GB"}, "nbformat": 4}, indent=1)


def code(source: list[str], outputs: list[object]) -> dict[str, object]:
    return {"cell_type": "code", "execution_count": 7, "metadata": {}, "outputs": outputs, "source": source}


def test_what_a_cell_says_is_text() -> None:
    source = notebook({"cell_type": "markdown", "metadata": {}, "source": ["# T\n", "It takes 12 GB"]})
    document = read("a.ipynb", source)
    assert document.format is Format.TEXT
    assert document.text.plain == "# T\nIt takes 12 GB\n"
    assert stated("a.ipynb", source) == ["12 GB"]
    assert mention_of("a.ipynb", source, "12 GB").text == "12 GB"


def test_lines_of_one_string_are_lines() -> None:
    source = notebook({"cell_type": "markdown", "source": 'a\n12 GB\n\u4e2d\u6587 "5 ms"'})
    assert read("a.ipynb", source).text.plain == 'a\n12 GB\n中文 "5 ms"\n'


def test_code_and_its_output_are_blocks() -> None:
    stream = {"name": "stdout", "output_type": "stream", "text": ["2.21 ms per loop\n"]}
    table = {"data": {"text/html": ["<tr><td>0.5</td></tr>"], "image/png": "AAA 5 GB"}, "metadata": {"x": 3}}
    source = notebook(code(["x = 5\n", "# takes 4 GB"], [stream, table]))
    document = read("a.ipynb", source)
    assert marked(document, Role.CODE_BLOCK) == [
        ("2.21 ms per loop\n", "output"),
        ("x = 5\n# takes 4 GB\n", "python"),
    ]
    assert stated("a.ipynb", source) == ["2.21 ms", "0.5", "4 GB"]


@pytest.mark.parametrize("source", ["12 GB", '{"a": "12 GB"}', '[{"cells": "12 GB"}]'])
def test_what_is_no_notebook_is_text(source: str) -> None:
    assert stated("a.ipynb", source) == ["12 GB"]


@given(st.text(alphabet='{}[]":,\\nu012 cellssource_typ', max_size=80))
def test_any_text_is_read(text: str) -> None:
    document = read("a.ipynb", '{"cells": [{"source": ["' + text)
    for at in range(len(document.text.plain)):
        start, end = document.offsets.span(at, at + 1)
        assert 0 <= start <= end <= len(document.source)


def test_a_string_without_an_end_is_read_once() -> None:
    assert read("a.ipynb", '{"cells": "' + '\\"' * 100_000).text is not None
