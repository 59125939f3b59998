"""A cell is not verified in a unit that its table denies: hostile tables, each with its honest twin."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import pytest

from ledger.quantities import from_fields
from ledger.schema.outcomes import Outcome
from ledger.snapshots.extract import Extractor
from ledger.snapshots.headed import agrees, told
from ledger.snapshots.locate import SecondOpinion, locate
from ledger.snapshots.located import Wanted
from ledger.snapshots.page import Document, Page
from ledger.snapshots.rows import cell_at, line_at
from tests.snapshots.test_hostile import look as look_plain
from tests.snapshots.test_hostile_printed import look

POWER = "Model\tPower (W)\tTime (ms)\nring\t26\t7\ntree\t30\t9"
PLAIN = "Latency, ms\t12\t15\nPower, W\t26\t30"
PRESSURE = "Valve\tPressure (kPa)\tFlow (L/min)\nA-1\t20\t4\nB-2\t30\t6"
BILLIONS = "Fund\tAssets (billion)\tFee (%)\nNorth\t26\t2\nSouth\t31\t1"
DOSE = "Arm\tDose (mg)\tPatients\nlow\t20\t40\nhigh\t60\t38"
SPORT = "Team\tGoals\tMinutes\nReds\t5\t90\nBlues\t2\t88"
ZH = "型号\t功率（瓦）\t时间（毫秒）\n环\t26\t7\n树\t30\t9"
ZH_UNKNOWN = "阀门\t压力（千帕）\n甲\t20\n乙\t30"
CAPTION = "Table 3: Sizes of the parts, all values in GB.\n\nPart\tsmall\tlarge\nring\t12\t26\ntree\t7\t9"
ZH_CAPTION = "表 3 各部件的占用（单位：GB）\n\n部件\t小\t大\n环\t12\t26\n树\t7\t9"
DATABASE = "Engine\tReads / s\tp99 [ms]\nalpha\t500\t7\nbeta\t900\t12"
NUMERIC = "Method (ms) (GB)\nring 5 7 9\ntree 6 8 11"
LATE = "Part\tsmall\tlarge\nring\t12\t26\ntree\t7\t9\nTable 4: The parts. Unit: kg."

CELLS = "Quantity\tUnit\tValue\nPressure\tkPa\t20\nFlow\tkQq\t3"
BEHIND = "Mass\t20\tkg\nTime\t3\ts"
APART = [
    ("Pressure [kPa] is 20 then.", "Pressure [kPa] is 20", "20 kPa", "20 MPa", "20"),
    ("The pressure in kPa is 20 then.", "pressure in kPa is 20", "20 kPa", "20 MPa", "20"),
    ("The kPa reading was 20 then.", "kPa reading was 20", "20 kPa", "20 MPa", "20"),
    ("The price (in EUR) was 20 then.", "price (in EUR) was 20", "20 EUR", "20 USD", "20"),
    ("延迟（毫秒）为 12。", "延迟（毫秒）为 12", "12 ms", "12 s", "12"),
    ("latency_ms = 12", "latency_ms = 12", "12 ms", "12 s", "12"),
    ("timeout_seconds: 30", "timeout_seconds: 30", "30 s", "30 ms", "30"),
    ("max_size_mb = 64", "max_size_mb = 64", "64 MB", "64 GB", "64"),
    ("num_gpus = 8", "num_gpus = 8", "8 GPU", "8 node", "8"),
    ('"weight_kg": 12', '"weight_kg": 12', "12 kg", "12 g", "12"),
    (CELLS, "Value|Pressure|kPa|20", "20 kPa", "20 MPa", "20"),
    (CELLS, "Value|Flow|3", "", "3 kg", "3"),
    (BEHIND, "Mass|20|kg", "20 kg", "20 g", "20"),
]
"""A text, anchors, the claim in the unit that it prints apart from the number, and in another."""
HOSTILE = [
    (POWER, "ring|26", "26 ms", "26"),
    (POWER, "Power (W)|ring|26", "26 ms", "26"),
    (POWER, "ring|7", "7 W", "7"),
    (POWER, "Time (ms)|ring|7", "7 s", "7"),
    (POWER, "Time (ms)|ring|7", "7 µs", "7"),
    (POWER, "Time|ring|7", "7 GB", "7"),
    (POWER, "Power|ring|26", "26 kW", "26"),
    (PLAIN, "Power, W|26", "26 ms", "26"),
    (PLAIN, "Power|26", "26 ms", "26"),
    (PLAIN, "Latency|12", "12 s", "12"),
    (PLAIN.replace(", ms", " (ms)"), "Latency|12", "12 s", "12"),
    (PLAIN.replace(", ms", " in ms"), "Latency|12", "12 W", "12"),
    (PLAIN.replace(", ms", " / ms"), "Latency|12", "12 W", "12"),
    (PLAIN, "Power, W|26|30", "30 ms", "30"),
    (PLAIN, "Latency, ms|12|15", "15 s", "15"),
    (PLAIN.replace(", W", " (W)"), "Power (W)|26|30", "30 ms", "30"),
    (PLAIN.replace(", W", " [W]"), "Power|26|30", "30 ms", "30"),
    (PRESSURE, "A-1|20", "20 MPa", "20"),
    (PRESSURE, "Pressure|A-1|20", "20 MPa", "20"),
    (PRESSURE, "Flow|A-1|4", "4 kg", "4"),
    (BILLIONS, "Assets|North|26", "26 USD", "26"),
    (BILLIONS, "North|26", "26 EUR", "26"),
    (BILLIONS, "Fee|North|2", "2 USD", "2"),
    (DOSE, "Dose|low|20", "20 g", "20"),
    (DOSE, "Dose|low|20", "20 µg", "20"),
    (SPORT, "Minutes|Reds|90", "90 s", "90"),
    (SPORT, "Minutes|Reds|90", "90 goal", "90"),
    (ZH, "环|26", "26 ms", "26"),
    (ZH, "时间|环|7", "7 s", "7"),
    (ZH_UNKNOWN, "甲|20", "20 MPa", "20"),
    (CAPTION, "large|ring|26", "26 MB", "26"),
    (CAPTION, "large|ring|26", "26 s", "26"),
    (ZH_CAPTION, "大|环|26", "26 MB", "26"),
    (ZH_CAPTION.replace("GB", "万元"), "大|环|26", "26 USD", "26"),
    (LATE, "large|ring|26", "26 g", "26"),
    (DATABASE, "alpha|500", "500 ms", "500"),
    (DATABASE, "p99|alpha|7", "7 s", "7"),
    (NUMERIC, "ring|5", "5 s", "5"),
    (NUMERIC, "ring 5 7", "7 ms", "7"),
    ("Layers\tHeads\nsmall 12\t16\nlarge 24\t32", "Heads|small 12|16", "16 layer", "16"),
]
HONEST = [
    (POWER, "Power|ring|26", "26 W", "26"),
    (POWER, "Power (W)|ring|26", "26 W", "26"),
    (POWER, "Time|ring|7", "7 ms", "7"),
    (PLAIN, "Power, W|26|30", "30 W", "30"),
    (PLAIN, "Latency, ms|12|15", "15 ms", "15"),
    (PRESSURE, "Pressure (kPa)|A-1|20", "20 kPa", "20"),
    (BILLIONS, "Assets (billion)|North|26", "26 Gdollar", "26"),
    (BILLIONS, "Fee|North|2", "2 %", "2"),
    (DOSE, "Dose|low|20", "20 mg", "20"),
    (DOSE, "Patients|low|40", "40 patient", "40"),
    (SPORT, "Minutes|Reds|90", "90 min", "90"),
    (SPORT, "Goals|Reds|5", "5 goal", "5"),
    (ZH, "功率|环|26", "26 W", "26"),
    (ZH, "时间|环|7", "7 ms", "7"),
    (ZH_UNKNOWN, "压力（千帕）|甲|20", "20 kPa", "20"),
    (CAPTION, "large|ring|26", "26 GB", "26"),
    (ZH_CAPTION, "大|环|26", "26 GB", "26"),
    (LATE, "large|ring|26", "26 kg", "26"),
    (DATABASE, "p99|alpha|7", "7 ms", "7"),
    ("Model\tTop-1\nViT (B)\t84.2\nViT (L)\t86.1", "Top-1|ViT (B)|84.2", "84.2 %", "84.2"),
    ("Model\tTop-1\nBase (B)\t84.2\nLarge (L)\t86.1", "Top-1|Base (B)|84.2", "84.2 %", "84.2"),
    ("Kind\tMixture (MoE)\nTotal\t1T\nLayers\t61", "Mixture (MoE)|Layers|61", "61 layer", "61"),
    ("Model\t#Stage (p)\t#Microbatch (m)\nring\t8\t24", "#Microbatch|ring|24", "24 microbatch", "24"),
    ("Place\tGPU\tCPU\nring\t7\t9", "GPU|ring|7", "7 GB", "7"),
    ("Benchmark\tOurs (max)\tTheirs (max)\nmath\t45\t40", "Ours (max)|math|45", "45 %", "45"),
    ("Model\tParams (B)\nring\t7\ntree\t9", "Params (B)|ring|7", "7 Gparameter", "7"),
]


@pytest.mark.parametrize(("text", "anchors", "right", "wrong", "printed"), APART)
def test_a_unit_printed_apart_in_running_text(
    text: str, anchors: str, right: str, wrong: str, printed: str
) -> None:
    assert look(text, anchors, wrong, printed).outcome is not Outcome.VERIFIED
    if right:
        located = look(text, anchors, right, printed)
        assert located.outcome is Outcome.VERIFIED, f"{located.cause}: {located.message}"


@pytest.mark.parametrize(("text", "anchors", "stated", "printed"), HOSTILE)
def test_hostile(text: str, anchors: str, stated: str, printed: str) -> None:
    located = look(text, anchors, stated, printed)
    assert located.outcome is not Outcome.VERIFIED, f"{stated!r} out of {text!r}"


@pytest.mark.parametrize(("text", "anchors", "stated", "printed"), HONEST)
def test_honest(text: str, anchors: str, stated: str, printed: str) -> None:
    located = look(text, anchors, stated, printed)
    assert located.outcome is Outcome.VERIFIED, f"{located.cause}: {located.message}"


def test_a_pure_number_is_no_cell_of_a_column_with_a_unit() -> None:
    assert look_plain(POWER, "Time (ms)|ring|7", "7 1").cause == "unit-of-table"
    assert look_plain("Model\tRatio\nring\t7", "Ratio|ring|7", "7 1").outcome is Outcome.VERIFIED


def test_what_to_do_is_said() -> None:
    assert "give the unit that is printed there" in look(POWER, "ring|26", "26 ms", "26").message
    unknown = PRESSURE.replace("kPa", "kQq")
    assert "let an anchor hold 'kQq'" in look(unknown, "A-1|20", "20 MPa", "20").message


@pytest.mark.corpus
def test_no_cell_of_the_corpus_is_found_in_the_unit_of_another_column(
    corpus: Path, corpus_document: Callable[[str], Document], extractor: Extractor
) -> None:
    rng, tried, found = random.Random(5), 0, 0
    for name in sorted(path.name for path in corpus.glob("*.*") if path.suffix in (".pdf", ".md")):
        document = corpus_document(name)

        def second(pages: Iterable[int], document: Document = document) -> Mapping[int, Page]:
            return extractor.second_opinion(document.digest, pages)

        for page in document.pages:
            cells = list(cells_with_a_unit(page))
            units = sorted({unit for *_, unit in cells} | {"kg", "s", "MB", "%", "token", "W"})
            for label, head, number, unit in rng.sample(cells, min(20, len(cells))):
                for wrong in (other for other in units if not agrees(unit, other)):
                    tried += 1
                    assert not verified(document, page, (head, label, number), wrong, second), (name, number)
                found += verified(document, page, (head, label, number), unit, second)
    assert tried >= 150
    assert found >= 20, "right units are found"


def cells_with_a_unit(page: Page) -> Iterator[tuple[str, str, str, str]]:
    """Row's name, header, number and unit of every bare cell whose column gives one unit that can be read."""
    for match in re.finditer(r"(?<=\t)\d[\d.]*(?=\t|\n)", page.text):
        if (given := told(page, match.span())) and len(given) == 1 and given[0].unit is not None:
            label = page.text[slice(*cell_at(page.text, line_at(page.text, match.start())[0]))].strip()
            head = page.text[slice(*cell_at(page.text, given[0].hit[0]))].strip()
            row = page.text[slice(*line_at(page.text, match.start()))].split("\t")
            if sum(map(str.isalpha, label)) >= 3 and head and row.count(match[0]) == 1:
                yield label, head, match[0], given[0].unit


def verified(
    document: Document, page: Page, anchors: tuple[str, ...], unit: str, second: SecondOpinion
) -> bool:
    quantity = from_fields(anchors[-1], unit)
    wanted = Wanted(anchors, quantity, page.number, printed=anchors[-1], unit=unit, strict=True)
    return locate(document, wanted, second).outcome is Outcome.VERIFIED
