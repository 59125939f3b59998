"""Every unit in an English sentence, in a Chinese one where it has a name there, and beside what it is not.

The left column is what a text prints behind a number; the right column is the canonical unit, by hand.
"""

from __future__ import annotations

from itertools import product

import pytest

from ledger.quantities import Grade, Kind, Mark, Role, Text, compare, from_fields, parse, scan
from ledger.quantities.unit_table import SIZES
from ledger.quantities.units import conversion, resolve

ENGLISH = {
    "pressure": [
        ("Pa", "Pa"), ("kPa", "kPa"), ("MPa", "MPa"), ("hPa", "hPa"), ("GPa", "GPa"), ("pascals", "Pa"),
        ("kilopascals", "kPa"), ("bar", "bar"), ("mbar", "mbar"), ("psi", "psi"), ("mmHg", "mmHg"),
        ("atm", "atm"), ("Torr", "Torr"),
    ],
    "electricity": [
        ("V", "V"), ("mV", "mV"), ("kV", "kV"), ("volts", "V"), ("millivolts", "mV"), ("A", "A"),
        ("mA", "mA"),
        ("µA", "µA"), ("amps", "A"), ("amperes", "A"), ("milliamps", "mA"), ("Ω", "Ω"), ("kΩ", "kΩ"),
        ("MΩ", "MΩ"), ("\u2126", "Ω"), ("ohms", "Ω"), ("kilohms", "1"), ("kohm", "kΩ"), ("farads", "farad"),
        ("µF", "µF"), ("uF", "µF"), ("nF", "nF"), ("pF", "pF"), ("microfarads", "µF"), ("mH", "mH"),
        ("henries", "henry"), ("mS", "mS"), ("siemens", "siemens"), ("mT", "mT"), ("teslas", "tesla"),
        ("coulombs", "coulomb"), ("Ah", "Ah"), ("mAh", "mAh"), ("kVA", "kVA"),
    ],
    "energy": [
        ("W", "W"), ("mW", "mW"), ("kW", "kW"), ("MW", "MW"), ("GW", "GW"), ("watts", "W"),
        ("megawatts", "MW"),
        ("Wh", "Wh"), ("kWh", "kWh"), ("MWh", "MWh"), ("kilowatt-hours", "kWh"), ("J", "J"), ("kJ", "kJ"),
        ("pJ", "pJ"), ("joules", "J"), ("eV", "eV"), ("keV", "keV"), ("cal", "cal"), ("kcal", "kcal"),
        ("calories", "calorie"), ("BTU", "BTU"), ("hp", "hp"),
    ],
    "frequencies and rates": [
        ("Hz", "Hz"), ("kHz", "kHz"), ("MHz", "MHz"), ("GHz", "GHz"), ("gigahertz", "GHz"), ("rpm", "rpm"),
        ("RPM", "rpm"), ("MT/s", "MT/s"), ("GT/s", "GT/s"), ("req/s", "request/s"),
        ("requests/s", "request/s"),
        ("QPS", "QPS"), ("RPS", "RPS"), ("IOPS", "IOPS"), ("MIOPS", "MIOPS"), ("tps", "tps"),
        ("ops/s", "operation/s"), ("tokens/s/GPU", "token/s/GPU"), ("samples/s", "sample/s"), ("fps", "fps"),
        ("bps", "bps"), ("Gbps", "Gbps"), ("baud", "baud"), ("mph", "mph"), ("km/h", "km/h"),
    ],
    "heat": [
        ("°C", "°C"), ("℃", "°C"), ("degrees Celsius", "°C"), ("°F", "°F"), ("℉", "°F"),
        ("degrees Fahrenheit", "°F"), ("K", "K"), ("mK", "mK"), ("kelvins", "K"),
    ],
    "lengths": [
        ("nm", "nm"), ("µm", "µm"), ("um", "µm"), ("microns", "µm"), ("mm", "mm"), ("cm", "cm"), ("m", "m"),
        ("km", "km"), ("kilometres", "km"), ("Å", "Å"), ("inches", "inch"), ("\u2033", "inch"), ("ft", "ft"),
        ("feet", "ft"), ("yards", "yd"), ("miles", "mile"),
    ],
    "areas and volumes": [
        ("m²", "m²"), ("m^2", "m²"), ("square metres", "m²"), ("sq ft", "ft²"), ("km²", "km²"),
        ("mm²", "mm²"),
        ("hectares", "ha"), ("acres", "acre"), ("m³", "m³"), ("cm³", "cm³"), ("cubic metres", "m³"),
        ("L", "L"),
        ("mL", "mL"), ("ml", "mL"), ("µL", "µL"), ("litres", "L"), ("liters", "L"), ("gallons", "gallon"),
    ],
    "masses": [
        ("ng", "ng"), ("µg", "µg"), ("mg", "mg"), ("g", "g"), ("grams", "g"), ("kg", "kg"),
        ("kilograms", "kg"),
        ("t", "t"), ("tonnes", "t"), ("tons", "ton"), ("lb", "lb"), ("lbs", "lb"), ("pounds", "pound"),
        ("oz", "ounce"),
    ],
    "times": [
        ("fs", "fs"), ("ps", "ps"), ("ns", "ns"), ("µs", "µs"), ("us", "µs"), ("ms", "ms"), ("s", "s"),
        ("sec", "s"), ("min", "min"), ("minutes", "min"), ("h", "h"), ("hrs", "h"), ("days", "day"),
        ("weeks", "week"), ("months", "month"), ("yr", "year"), ("years", "year"),
    ],
    "angles and light": [
        ("°", "°"), ("deg", "°"), ("rad", "rad"), ("radians", "rad"), ("mrad", "mrad"), ("lm", "lm"),
        ("lumens", "lm"), ("lx", "lx"), ("lux", "lx"), ("cd", "cd"), ("nits", "nit"), ("cd/m²", "cd/m²"),
    ],
    "radiation": [
        ("Bq", "Bq"), ("MBq", "MBq"), ("Ci", "Ci"), ("mCi", "mCi"), ("Gy", "Gy"), ("mGy", "mGy"),
        ("Sv", "Sv"),
        ("mSv", "mSv"), ("µSv/h", "µSv/h"),
    ],
    "shares and concentrations": [
        ("%", "%"), ("‰", "‰"), ("percentage points", "pp"), ("pp", "pp"), ("basis points", "basis point"),
        ("ppm", "ppm"), ("ppb", "ppb"), ("mol", "mol"), ("mmol", "mmol"), ("mol/L", "mol/L"), ("mM", "mM"),
        ("mg/dL", "mg/dL"), ("wt%", "wt%"), ("mol%", "mol%"),
    ],
    "money": [
        ("USD", "USD"), ("dollars", "USD"), ("EUR", "EUR"), ("€", "EUR"), ("£", "GBP"), ("CNY", "CNY"),
        ("RMB", "CNY"), ("INR", "INR"), ("CHF", "CHF"), ("cents", "cent"), ("USD/kWh", "USD/kWh"),
    ],
    "computing": [
        ("bit", "bit"), ("bytes", "B"), ("KB", "kB"), ("KiB", "KiB"), ("GB", "GB"), ("GiB", "GiB"),
        ("Gb", "Gbit"),
        ("YB", "YB"), ("px", "pixel"), ("pixels", "pixel"), ("dpi", "dpi"), ("pt", "pt"), ("vCPU", "vCPU"),
        ("vCPUs", "vCPU"), ("cores", "core"), ("threads", "thread"), ("FLOP", "FLOP"), ("PFLOPS", "PFLOP/s"),
        ("petaFLOP/s", "PFLOP/s"), ("petaflops", "petaflops"), ("petaflop/s-days", "PFLOP·day/s"),
        ("TOPS", "TOP/s"), ("dB", "dB"), ("dBm", "dBm"),
        ("orders of magnitude", "order of magnitude"),
    ],
    "compounds": [
        ("W/(m·K)", "W/m/K"), ("W/m/K", "W/m/K"), ("W m⁻² K⁻¹", "W/m²/K"), ("W m^-2", "W/m²"),
        ("m/s²", "m/s²"),
        ("J/(mol K)", "J/mol/K"), ("J mol⁻¹ K⁻¹", "J/mol/K"), ("W per square metre", "W/m²"),
        ("g per cubic centimetre", "g/cm³"), ("mg kg⁻¹", "mg/kg"),
        ("m/s^2", "m/s²"), ("metres per second squared", "m/s²"), ("kg·m²", "kg·m²"),
        ("mg/kg/day", "mg/kg/day"),
        ("mg/(kg·day)", "mg/kg/day"), ("Pa·s", "Pa·s"), ("A·h", "Ah"), ("mA h", "mAh"), ("kW hours", "kWh"),
        ("kg/m³", "kg/m³"),
        ("pJ/bit", "pJ/bit"),
        ("GPU hours", "GPU-hour"), ("person-years", "person-year"), ("tokens per GPU hour", "token/GPU-hour"),
    ],
}  # fmt: skip
CHINESE = [
    ("帕斯卡", "Pa"), ("千帕", "kPa"), ("百帕", "hPa"), ("兆帕", "MPa"), ("毫米汞柱", "mmHg"),
    ("毫巴", "mbar"),
    ("个大气压", "atm"), ("伏", "V"), ("伏特", "V"), ("千伏", "kV"), ("毫伏", "mV"), ("安", "A"),
    ("安培", "A"),
    ("毫安", "mA"), ("欧姆", "Ω"), ("千欧", "kΩ"), ("兆欧", "MΩ"), ("法拉", "farad"), ("微法", "µF"),
    ("皮法", "pF"),
    ("毫亨", "mH"), ("瓦", "W"), ("瓦特", "W"), ("千瓦", "kW"), ("兆瓦", "MW"), ("吉瓦", "GW"),
    ("千瓦时", "kWh"),
    ("瓦时", "Wh"), ("度电", "kWh"), ("毫安时", "mAh"), ("焦耳", "J"), ("千焦", "kJ"), ("兆焦", "MJ"),
    ("电子伏", "eV"),
    ("大卡", "kcal"), ("马力", "hp"), ("赫兹", "Hz"), ("千赫", "kHz"), ("兆赫", "MHz"), ("吉赫", "GHz"),
    ("转/分", "rpm"),
    ("转每分钟", "rpm"), ("次/秒", "次/s"), ("次/min", "次/min"), ("帧/秒", "frame/s"), ("米/秒", "m/s"),
    ("米每秒", "m/s"),
    ("米/秒²", "m/s²"), ("公里/小时", "km/h"), ("千米/时", "km/h"), ("比特", "bit"), ("兆比特", "Mbit"),
    ("字节", "B"),
    ("吉字节", "GB"), ("太字节", "TB"), ("波特", "baud"), ("摄氏度", "°C"), ("华氏度", "°F"), ("开尔文", "K"),
    ("纳米", "nm"),
    ("微米", "µm"), ("毫米", "mm"), ("厘米", "cm"), ("米", "m"), ("千米", "km"), ("公里", "km"),
    ("英寸", "inch"),
    ("英尺", "ft"), ("英里", "mile"), ("平方米", "m²"), ("平方公里", "km²"), ("公顷", "ha"), ("立方米", "m³"),
    ("升", "L"),
    ("毫升", "mL"), ("毫克", "mg"), ("克", "g"), ("千克", "kg"), ("公斤", "kg"), ("吨", "t"), ("磅", "pound"),
    ("飞秒", "fs"), ("皮秒", "ps"), ("纳秒", "ns"), ("毫秒", "ms"), ("秒", "s"), ("分钟", "min"),
    ("小时", "h"), ("天", "day"),
    ("周", "week"), ("个月", "month"), ("年", "year"), ("弧度", "rad"), ("流明", "lm"), ("勒克斯", "lx"),
    ("坎德拉", "cd"),
    ("毫西弗", "mSv"), ("摩尔", "mol"), ("毫摩尔", "mmol"), ("个百分点", "pp"), ("个基点", "basis point"),
    ("元", "CNY"),
    ("美元", "USD"), ("港元", "HKD"), ("元/千瓦时", "CNY/kWh"), ("美元/GB", "USD/GB"), ("元/人", "CNY/人"),
    ("像素", "pixel"),
    ("分贝", "dB"), ("个数量级", "order of magnitude"), ("个样本", "sample"), ("GB/节点", "GB/node"),
    ("GB/秒", "GB/s"),
]  # fmt: skip

ROWS = [row for rows in ENGLISH.values() for row in rows]


def units_of(text: str) -> list[str]:
    return [token.quantity.unit for token in scan(text) if token.quantity is not None]


@pytest.mark.parametrize(("printed", "unit"), ROWS, ids=[row[0] for row in ROWS])
def test_in_an_english_sentence(printed: str, unit: str) -> None:
    assert units_of(f"It was 7 {printed} in all.") == [unit]
    assert resolve(unit).name == unit


@pytest.mark.parametrize(("printed", "unit"), CHINESE, ids=[row[0] for row in CHINESE])
def test_in_a_chinese_sentence(printed: str, unit: str) -> None:
    assert units_of(f"实测约合 7 {printed}，比预计的少。") == [unit]
    assert units_of(f"实测约合7{printed}。") == [unit]


@pytest.mark.parametrize(("printed", "unit"), ROWS, ids=[row[0] for row in ROWS])
def test_the_beginning_of_a_longer_word_is_no_unit(printed: str, unit: str) -> None:
    """``20 Wombats`` are not 20 watts: whatever the word, its letters go on."""
    if not printed[-1].isalpha() or " " in printed or "/" in printed or unit == "1":
        return
    for ending in ("zyq", "é", "я", "_k"):
        assert unit not in units_of(f"It was 7 {printed}{ending} in all."), ending


TWINS = [
    ("20 Wombats", "1"), ("3 minor faults", "1"), ("3 minutes", "min"), ("5 msg", "1"), ("5 Volvos", "1"),
    ("7 Asians", "1"), ("5 A's", "1"), ("5 Ampere GPUs", "1"), ("8 Tesla cards", "1"), ("2 Pascal GPUs", "1"),
    ("5 Newton steps", "1"), ("3 bar charts", "1"), ("12 lm-eval tasks", "1"), ("8-grams", "1"),
    ("16px", None),
    ("12L", "1"), ("a 20 L model", "L"), ("a 20 L tank", "L"), ("3 in 10", None), ("5 pm", None),
    ("5 F", "1"),
    ("5 H", "1"), ("5 S", "1"), ("5 C", "1"), ("5 N", "1"), ("2 T", "1"), ("5 sämtliche", "1"),
    ("3 gâteaux", "1"),
    ("5 Mädchen", "1"), ("7 day-week", "day"), ("100 元素", "1"), ("3 元组", "1"), ("5 安全等级", "1"),
    ("2 升级", "1"),
    ("8 周期", "1"), ("2 天线", "1"), ("5 年级", "年级"), ("3 克隆", "1"), ("4 焦点", "1"), ("6 米其林", "1"),
    ("5 吨位", "1"), ("30 帧率", "1"), ("2 秒杀", "1"), ("3 伏笔", "1"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "unit"), TWINS, ids=[twin[0] for twin in TWINS])
def test_hostile_twins(text: str, unit: str | None) -> None:
    found = units_of(f"{text}")[:1]
    if unit is None:
        assert not set(found) & {"pixel", "inch", "pm"}
    elif text != "12L":
        assert found == [unit]
    else:
        assert "L" not in found


@pytest.mark.parametrize(
    ("text", "surface", "kind"),
    [
        ("See Figure 5 A for it.", "Figure 5", Kind.REFERENCE),
        ("See Table 3 K for it.", "Table 3", Kind.REFERENCE),
        ("Sec. 5 A", "Sec. 5", Kind.REFERENCE),
        ("Type 2 T cells", "Type 2", Kind.IDENTIFIER),
        ("In Phase 2 B it grew.", "Phase 2", Kind.IDENTIFIER),
        ("GPT-4 T is one.", "GPT-4", Kind.IDENTIFIER),
    ],
)
def test_a_letter_behind_a_noun_s_number(text: str, surface: str, kind: Kind) -> None:
    (token,) = scan(text)
    assert (token.surface, token.kind, token.needs_evidence) == (surface, kind, False)


def test_names_with_numbers_and_letters_near_them() -> None:
    assert [t.quantity.text() for t in scan("We ran Llama 3 8B at K=3.") if t.quantity] == ["8e9", "3"]


KINDS = [
    ["GB", "GiB", "Gbit"], ["°C", "°F", "K"], ["%", "pp", "x", "order of magnitude"],
    ["Hz", "Bq", "baud", "rpm"],
    ["W", "VA", "hp"], ["Gy", "Sv", "J/kg"], ["lm", "cd", "lx"], ["lb", "pound", "GBP"], ["ton", "t"],
    ["cal", "J"],
    ["bps", "baud", "tps"], ["QPS", "RPS", "IOPS", "operation/s", "fps"], ["FLOP", "FLOP/s", "petaflops"],
    ["Nm", "J", "N·m"], ["°", "°C", "rad"], ["dB", "dBm", "dBi"], ["dpi", "ppi", "pixel"],
    ["mol/L", "mol/kg"],
    ["min", "m"], ["month", "day"], ["USD", "CAD", "HKD", "cent"], ["psi", "psig"], ["wt%", "vol%"],
    ["m²", "m³", "m"],
    ["W/m/K", "W/m²/K"], ["块/层", "GPU"],
    ["B/层", "B/parameter"], ["PFLOP·day/s", "PFLOP/s"], ["USD/GPU-hour", "USD/GPU"], ["calorie", "cal"],
]  # fmt: skip


@pytest.mark.parametrize("kinds", KINDS, ids=["-".join(kinds) for kinds in KINDS])
def test_units_that_are_told_apart(kinds: list[str]) -> None:
    """None of them is ever taken for another: they convert by no factor, or by one that is not 1."""
    for one in kinds:
        for other in kinds:
            if one != other:
                assert conversion(resolve(one), resolve(other)) != 1, (one, other)
                assert not compare(from_fields("7", one), from_fields("7", other)).agrees


@pytest.mark.parametrize(
    ("one", "other"),
    [
        # exact by definition: the international foot and pound, the bar, the atmosphere, the hour, the litre
        ("1 inch", "25.4 mm"), ("1 ft", "30.48 cm"), ("1 mile", "1609.344 m"), ("1 lb", "0.45359237 kg"),
        ("1 bar", "100 kPa"), ("1 atm", "101.325 kPa"), ("1 Ah", "1000 mAh"), ("1 kWh", "3.6 MJ"),
        ("1 L", "1000 cm³"),
        ("1 ha", "10000 m²"), ("1 km²", "1000000 m²"), ("1 mM", "1 mmol/L"), ("1 Ci", "37 GBq"),
        ("36 km/h", "10 m/s"),
        ("1 kcal", "1000 cal"), ("1 W/(m·K)", "1 W/m/K"), ("9.8 m/s²", "9.8 m/s/s"),
        ("100 basis points", "1 pp"),
        ("1 PFLOPS", "1000 teraFLOP/s"), ("24 petaflop/s-hours", "1 petaflop/s-days"),
    ],
)  # fmt: skip
def test_exact_conversions(one: str, other: str) -> None:
    assert compare(parse(one), parse(other)).grade is Grade.EXACT


@pytest.mark.parametrize("name", sorted(SIZES))
def test_every_canonical_name_prints_and_reads_back(name: str) -> None:
    if name in ("1", "s²", "s³", "time_step"):
        return  # a plain number; powers that stand below a bar only; a name of programs
    assert resolve(name).name == name
    quantity = from_fields("7", name)
    assert parse(quantity.text()) == quantity


def test_a_note_mark_on_a_unit_is_no_power() -> None:
    text = "It weighs 16 bytes² and lasts 5 s²."
    assert [token.quantity for token in scan(text) if token.kind is Kind.QUANTITY] == [None, None]
    marked = Text("a wall of 30 m2 there", (Mark(14, 15, Role.SUPERSCRIPT),))
    assert [t.quantity.text() for t in scan(marked) if t.quantity] == ["30 m²"]
    noted = Text("a wall of 30 m2 there", (Mark(14, 15, Role.SUPERSCRIPT), Mark(14, 15, Role.FOOTNOTE_REF)))
    assert [t.quantity.text() for t in scan(noted) if t.quantity] == ["30 m"]


MONEY = [
    ("HK$5", "5 HKD"), ("A$3.20", "3.20 AUD"), ("C$9", "9 CAD"), ("US$7", "7 USD"),
    ("$2 per GPU hour", "2 USD/GPU-hour"),
    ("$2/GPU-hour", "2 USD/GPU-hour"), ("¥5/月", "5 CNY/month"), ("₹1,00,000", "100000 INR"),
    ("CHF 30", "30 CHF"),
    ("5 亿欧元", "5e8 EUR"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "read"), MONEY, ids=[row[0] for row in MONEY])
def test_money(text: str, read: str) -> None:
    assert parse(f"It costs {text}.").text() == read


SIGNS = ["$", "€", "£", "¥", "US$", "HK$", "₹"]
JOINTS = ["–", " – ", " to ", " 至 ", "到"]


@pytest.mark.parametrize(
    ("mark", "joint"),
    [*product([*SIGNS, "EUR ", "USD ", "RMB "], JOINTS), *product(SIGNS, "-")],
)
def test_both_ends_of_a_range_of_money_are_one_quantity(mark: str, joint: str) -> None:
    """The same mark before either end is the unit of both, as it is where it stands once."""
    once = parse(f"It costs {mark}35.")
    low, high = (parse(f"It costs {mark}{amount}.") for amount in (35, 70))
    found = parse(f"It costs {mark}35{joint}{mark}70.")
    assert (found.value, found.high, found.unit) == (low.value, high.value, once.unit)
    assert parse(f"It costs between {mark}35 and {mark}70.").text() == found.text()


@pytest.mark.parametrize("text", ["€35 to $70", "35 to €70", "€35–USD 70", "from €35 to €70", "$35-HK$70"])
def test_two_sorts_of_money_or_a_change_are_no_range(text: str) -> None:
    found = [token.quantity for token in scan(f"It costs {text}.") if token.quantity is not None]
    assert all(one.high is None for one in found)


WHOLE = [
    ("3.5+ million", "at least 3.5e6"), ("10+ k", "at least 1.0e4"),
    ("1+ trillion tokens", "at least 1e12 token"),
    ("~1.2-1.5 M", "1.2e6 to 1.5e6"), ("1 000 000", "1000000"), ("1'000'000", "1000000"),
    ("₹1,20,300", "120300 INR"),
    ("1,00,000 users", "100000 user"), ("12,05,00,000", "120500000"), ("5 lakh", "5e5"),
    ("2.5 crore", "2.5e7"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "read"), WHOLE, ids=[row[0] for row in WHOLE])
def test_numbers_read_whole(text: str, read: str) -> None:
    assert [t.quantity.text() for t in scan(f"about it: {text}.") if t.quantity] == [read]


def test_commas_without_an_indian_group_are_a_list() -> None:
    """``1,20,300`` may be three numbers; only a currency sign or a group that begins with 0 makes it one."""
    assert [t.quantity.text() for t in scan("of 12,34,567 there") if t.quantity] != ["1234567"]


@pytest.mark.parametrize(
    ("header", "unit"),
    [
        ("Pressure (bar)", "bar"),
        ("Dose (mSv)", "mSv"),
        ("Size, px", "pixel"),
        ("L", "1"),
        ("功率（千瓦）", "kW"),
    ],
)
def test_a_column_s_unit(header: str, unit: str) -> None:
    """A column headed L may count layers: only a number before it makes litres of it."""
    marks = (
        Mark(0, len(header), Role.TABLE_HEADER, "0:0:0"),
        Mark(len(header) + 1, len(header) + 2, Role.TABLE_CELL, "0:1:0"),
    )
    (token,) = scan(Text(f"{header}\n7", marks))
    assert token.quantity is not None
    assert token.quantity.unit == unit
