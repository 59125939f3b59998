"""Chinese names of units, measure words, and what makes something else of a short spelling."""

from __future__ import annotations

import re

from ledger.quantities.vocabulary import spaced

CHINESE: dict[str, tuple[str, str]] = {
    "字节": ("B", "k M G T P E"), "比特": ("bit", "k M G T P"), "秒": ("s", "f p n µ m"), "秒钟": ("s", ""),
    "个字节": ("B", ""), "个比特": ("bit", ""), "周岁": ("year", ""), "个年头": ("year", ""),
    "分钟": ("min", ""), "小时": ("h", ""), "个小时": ("h", ""), "钟头": ("h", ""), "个钟头": ("h", ""),
    "天": ("day", ""), "周": ("week", ""), "个星期": ("week", ""), "星期": ("week", ""),
    "个月": ("month", ""),
    "年": ("year", ""), "倍": ("x", ""),
    "瓦": ("W", "n µ m k M G T"), "瓦特": ("W", "m k M G T"), "瓦时": ("Wh", "m k M G T"),
    "度电": ("kWh", ""), "焦": ("J", "p n µ m k M G T"), "焦耳": ("J", "p n µ m k M G T"),
    "赫": ("Hz", "k M G T"), "赫兹": ("Hz", "k M G T"), "电子伏": ("eV", "m k M G T"),
    "电子伏特": ("eV", "m k M G T"), "卡路里": ("calorie", ""), "大卡": ("kcal", ""), "马力": ("hp", ""),
    "伏": ("V", "µ m k M"), "伏特": ("V", "µ m k M"), "安": ("A", "p n µ m k"), "安培": ("A", "n µ m k"),
    "安时": ("Ah", "m k"), "毫安时": ("mAh", ""), "毫安小时": ("mAh", ""), "伏安": ("VA", "k M"),
    "欧姆": ("Ω", "m µ k M G"), "千欧": ("kΩ", ""), "兆欧": ("MΩ", ""), "毫欧": ("mΩ", ""),
    "微法": ("µF", ""), "皮法": ("pF", ""), "纳法": ("nF", ""), "法拉": ("farad", ""),
    "微亨": ("µH", ""), "毫亨": ("mH", ""), "纳亨": ("nH", ""), "毫牛": ("mN", ""), "毫特斯拉": ("mT", ""),
    "微特斯拉": ("µT", ""),
    "帕斯卡": ("Pa", "h k M G"), "百帕": ("hPa", ""), "千帕": ("kPa", ""), "兆帕": ("MPa", ""),
    "吉帕": ("GPa", ""), "毫巴": ("mbar", ""), "毫米汞柱": ("mmHg", ""), "标准大气压": ("atm", ""),
    "大气压": ("atm", ""), "个大气压": ("atm", ""), "千牛": ("kN", ""), "牛顿": ("newton", ""),
    "牛米": ("Nm", ""),
    "米": ("m", "n µ m c d k"), "公里": ("km", ""), "英寸": ("inch", ""), "英尺": ("ft", ""),
    "英里": ("mile", ""),
    "公顷": ("ha", ""), "英亩": ("acre", ""), "亩": ("亩", ""), "平方米": ("m²", ""), "平方公里": ("km²", ""),
    "平方千米": ("km²", ""), "平方厘米": ("cm²", ""), "平方毫米": ("mm²", ""), "平方微米": ("µm²", ""),
    "平方英尺": ("ft²", ""), "立方米": ("m³", ""), "立方厘米": ("cm³", ""), "立方毫米": ("mm³", ""),
    "升": ("L", "µ m"), "公升": ("L", ""), "加仑": ("gallon", ""),
    "克": ("g", "n µ m k"), "公斤": ("kg", ""), "吨": ("t", ""), "磅": ("pound", ""), "盎司": ("ounce", ""),
    "摩尔": ("mol", "p n µ m k"), "摄氏度": ("°C", ""), "华氏度": ("°F", ""), "开尔文": ("K", ""),
    "弧度": ("rad", "m"), "流明": ("lm", ""), "勒克斯": ("lx", ""), "坎德拉": ("cd", ""), "尼特": ("nit", ""),
    "贝克勒尔": ("Bq", "k M G"), "戈瑞": ("Gy", "m"), "西弗": ("Sv", "µ m"), "希沃特": ("Sv", "µ m"),
    "分贝": ("dB", ""), "转/分": ("rpm", ""), "转/分钟": ("rpm", ""), "转每分": ("rpm", ""),
    "转每分钟": ("rpm", ""), "波特": ("baud", ""),
    "美元": ("USD", ""), "欧元": ("EUR", ""), "英镑": ("GBP", ""), "日元": ("JPY", ""), "元": ("CNY", ""),
    "块钱": ("CNY", ""), "人民币": ("CNY", ""), "元人民币": ("CNY", ""), "港元": ("HKD", ""),
    "港币": ("HKD", ""),
    "新台币": ("TWD", ""), "韩元": ("KRW", ""), "卢布": ("RUB", ""), "瑞士法郎": ("CHF", ""),
    "加元": ("CAD", ""),
    "澳元": ("AUD", ""), "美分": ("cent", ""),
    "个百分点": ("pp", ""), "百分点": ("pp", ""), "个基点": ("basis point", ""), "基点": ("basis point", ""),
    "个数量级": ("order of magnitude", ""), "数量级": ("order of magnitude", ""),
    "像素": ("pixel", ""), "个像素": ("pixel", ""), "帧": ("frame", ""),
    "参数": ("parameter", ""), "个参数": ("parameter", ""), "词元": ("token", ""), "个词元": ("token", ""),
    "节点": ("node", ""), "个节点": ("node", ""), "样本": ("sample", ""), "个样本": ("sample", ""),
    "个请求": ("request", ""),
}  # fmt: skip
"""Chinese name → canonical name and the prefixes that its characters take (``千``, ``毫`` …)."""

MEASURE_WORDS = spaced(
    "个 张 台 块 卡 片 颗 次 条 种 份 组 项 名 位 家 篇 本 部 座 辆 套 对 根 只 段 行 列 句 字 维 核 路 "
    "级 阶 档 批 件 支 枚 层 页 章 节 类 步 幅 道 门 轴 端 阶段 倍数 者 轮 人 股 束 排 遍 回 趟 届 期 代 "
    "处 点 面 边 间 笔 桩 起 声 串 滴 杯 瓶 包 箱 袋 车 户 国 省 市 区 队 班 年级 场 局 盘 顿 番"
)
"""Measure words of Chinese: grammar of the language, not of a subject."""

LONGER_ZH: dict[str, str] = {
    "本": "章文节课页书表图专站教系身地质来次期轮人国",
    "元": "素件组数宵旦老祖胞气",
    "米": "其饭粒兰哈",
    "克": "隆服制拉莱",
    "伏": "笔案击羲",
    "安": "全装排卓静置稳定心徽检保防",
    "焦": "点虑距糖",
    "赫": "然本尔",
    "瓦": "片砾解斯",
    "吨": "位",
    "升": "级高温至到为序幂学降维值华起",
    "秒": "杀表针级",
    "天": "然空才气津线际生花猫窗平",
    "周": "期边围转知长",
    "年": "级代度龄轻份",
    "倍": "频增",
    "帧": "率",
    "磅": "礴秤",
    "支": "持撑付",
    "列": "出举表",
    "位": "于",
    "端": "口",
    "面": "向临对",
    "对": "应比于齐",
    "根": "据",
    "组": "成",
    "部": "署",
    "代": "表替码",
    "处": "于理",
    "枚": "举",
}
"""Characters that make a longer word of a short unit before them (``元素``, ``安全``, ``周期``)."""

BELOW_ZH = {"分": "min", "时": "h", "日": "day", "月": "month"}
"""What names a unit below a bar only; ``5 分`` is a mark, a minute or a point."""

NOT_BEFORE: dict[str, re.Pattern[str]] = {
    "bar": re.compile(r" (?:charts?|plots?|graphs?|codes?|diagrams?)"),
    "Ω": re.compile(r"\("),
    "\u2126": re.compile(r"\("),
    "second": re.compile(
        r"[-‑](?:gen(?:eration)?s?|orders?|degree|level|tier|stage|hand|half|class|rate|best|place|moment|largest"
        r"|highest|lowest|most|to-last)(?![a-z])"
    ),
    "foot": re.compile(r"-(?:print|note)"),
    "pound": re.compile(r" sign"),
    **{word: re.compile(r"-[A-Za-z]|[(@#]") for word in spaced("lm cd pt fs ps cal mi ha deg")},
}
"""What may not stand behind a spelling for it to be a unit (``3 bar charts``, ``12 lm-eval tasks``)."""

APART = frozenset(spaced("px pt deg L gram grams cd lm lx ha mi cal bar atm mol hp"))
"""Spellings that are units only a space behind their number: ``16px`` and ``12L`` are names, ``2cd`` is a
product of two letters, and ``8-grams`` are runs of words."""
