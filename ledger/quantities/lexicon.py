"""Words of English and Chinese that bound, approximate, number or point; grammar of languages only."""

from __future__ import annotations

from ledger.quantities.quantity import Comparator
from ledger.quantities.vocabulary import spaced

SIGNS: dict[str, Comparator] = {
    "<": Comparator.LESS, "＜": Comparator.LESS, "≲": Comparator.AT_MOST, "≤": Comparator.AT_MOST,
    "⩽": Comparator.AT_MOST, "≦": Comparator.AT_MOST, ">": Comparator.GREATER, "＞": Comparator.GREATER,
    "≪": Comparator.LESS, "≫": Comparator.GREATER,
    "≥": Comparator.NOT_LESS, "⩾": Comparator.NOT_LESS, "≧": Comparator.NOT_LESS,
    "≳": Comparator.NOT_LESS, "≈": Comparator.ABOUT, "~": Comparator.ABOUT, "∼": Comparator.ABOUT,
    "～": Comparator.ABOUT, "≃": Comparator.ABOUT, "≅": Comparator.ABOUT,
}  # fmt: skip

BEFORE_EN: dict[str, Comparator] = {
    "no more than": Comparator.AT_MOST, "not more than": Comparator.AT_MOST,
    "at most": Comparator.AT_MOST, "a maximum of": Comparator.AT_MOST, "maximum of": Comparator.AT_MOST,
    "no less than": Comparator.AT_LEAST, "not less than": Comparator.AT_LEAST,
    "no fewer than": Comparator.AT_LEAST, "at least": Comparator.AT_LEAST,
    "a minimum of": Comparator.AT_LEAST, "minimum of": Comparator.AT_LEAST,
    "less than or equal to": Comparator.AT_MOST, "greater than or equal to": Comparator.AT_LEAST,
    "more than or equal to": Comparator.AT_LEAST, "fewer than or equal to": Comparator.AT_MOST,
    "equal to or less than": Comparator.AT_MOST, "equal to or greater than": Comparator.AT_LEAST,
    "just shy of": Comparator.LESS, "shy of": Comparator.LESS, "north of": Comparator.GREATER,
    "less than": Comparator.LESS, "fewer than": Comparator.LESS, "lower than": Comparator.LESS,
    "smaller than": Comparator.LESS, "shorter than": Comparator.LESS, "under": Comparator.LESS,
    "below": Comparator.LESS, "within": Comparator.AT_MOST, "more than": Comparator.GREATER,
    "greater than": Comparator.GREATER, "higher than": Comparator.GREATER,
    "larger than": Comparator.GREATER, "longer than": Comparator.GREATER, "over": Comparator.GREATER,
    "above": Comparator.GREATER, "exceeding": Comparator.GREATER, "exceeds": Comparator.GREATER,
    "exceed": Comparator.GREATER, "beyond": Comparator.GREATER, "up to": Comparator.UP_TO,
    "upto": Comparator.UP_TO, "as much as": Comparator.UP_TO, "as many as": Comparator.UP_TO,
    "as high as": Comparator.UP_TO, "about": Comparator.ABOUT, "approximately": Comparator.ABOUT,
    "approx.": Comparator.ABOUT, "approx": Comparator.ABOUT, "around": Comparator.ABOUT,
    "roughly": Comparator.ABOUT, "nearly": Comparator.ABOUT, "almost": Comparator.ABOUT,
    "upwards of": Comparator.AT_LEAST, "in excess of": Comparator.GREATER,
    "bounded by": Comparator.AT_MOST, "limited to": Comparator.AT_MOST, "capped at": Comparator.AT_MOST,
    "upper bound of": Comparator.AT_MOST, "lower bound of": Comparator.AT_LEAST, "max": Comparator.AT_MOST,
    "max.": Comparator.AT_MOST, "as long as": Comparator.UP_TO, "as large as": Comparator.UP_TO,
    "practically": Comparator.ABOUT, "virtually": Comparator.ABOUT, "more or less": Comparator.ABOUT,
    "an estimated": Comparator.ABOUT, "some": Comparator.ABOUT, "approaches": Comparator.ABOUT,
    "approaching": Comparator.ABOUT,
    "of the order of": Comparator.ABOUT, "in the order of": Comparator.ABOUT,
    "in the region of": Comparator.ABOUT, "circa": Comparator.ABOUT, "ca.": Comparator.ABOUT,
    "close to": Comparator.ABOUT, "on the order of": Comparator.ABOUT,
}  # fmt: skip

BEFORE_ZH: dict[str, Comparator] = {
    "小于等于": Comparator.AT_MOST, "小于或等于": Comparator.AT_MOST, "大于等于": Comparator.AT_LEAST,
    "大于或等于": Comparator.AT_LEAST, "低于或等于": Comparator.AT_MOST, "不超过": Comparator.AT_MOST,
    "不多于": Comparator.AT_MOST, "不大于": Comparator.AT_MOST,
    "不高于": Comparator.AT_MOST, "至多": Comparator.AT_MOST, "最多": Comparator.AT_MOST,
    "最多为": Comparator.AT_MOST, "不少于": Comparator.AT_LEAST, "不低于": Comparator.AT_LEAST,
    "不小于": Comparator.AT_LEAST, "至少": Comparator.AT_LEAST, "最少": Comparator.AT_LEAST,
    "起码": Comparator.AT_LEAST, "至少为": Comparator.AT_LEAST, "超过": Comparator.GREATER,
    "超过了": Comparator.GREATER, "多于": Comparator.GREATER, "大于": Comparator.GREATER,
    "高于": Comparator.GREATER, "超出": Comparator.GREATER, "逾": Comparator.GREATER,
    "少于": Comparator.LESS, "小于": Comparator.LESS, "低于": Comparator.LESS, "不到": Comparator.LESS,
    "不足": Comparator.LESS, "约": Comparator.ABOUT, "约为": Comparator.ABOUT, "大约": Comparator.ABOUT,
    "大约为": Comparator.ABOUT, "约合": Comparator.ABOUT, "近": Comparator.ABOUT,
    "接近": Comparator.ABOUT, "将近": Comparator.ABOUT, "大概": Comparator.ABOUT,
    "高达": Comparator.UP_TO, "多达": Comparator.UP_TO, "可达": Comparator.UP_TO,
    "最高": Comparator.UP_TO, "最高可达": Comparator.UP_TO, "最高达": Comparator.UP_TO,
    "最大": Comparator.UP_TO, "几乎": Comparator.ABOUT, "上限": Comparator.AT_MOST,
    "上限为": Comparator.AT_MOST, "下限": Comparator.AT_LEAST, "下限为": Comparator.AT_LEAST,
}  # fmt: skip

AFTER: dict[str, Comparator] = {
    "or so": Comparator.ABOUT, "or more": Comparator.AT_LEAST,
    "or higher": Comparator.AT_LEAST, "or above": Comparator.AT_LEAST, "or longer": Comparator.AT_LEAST,
    "or larger": Comparator.AT_LEAST, "or better": Comparator.AT_LEAST, "or greater": Comparator.AT_LEAST,
    "and above": Comparator.AT_LEAST, "and more": Comparator.AT_LEAST, "and up": Comparator.AT_LEAST,
    "and upward": Comparator.AT_LEAST, "and upwards": Comparator.AT_LEAST,
    "or less": Comparator.AT_MOST, "or fewer": Comparator.AT_MOST, "or below": Comparator.AT_MOST,
    "or lower": Comparator.AT_MOST, "or shorter": Comparator.AT_MOST, "or smaller": Comparator.AT_MOST,
    "以上": Comparator.AT_LEAST,
    "及以上": Comparator.AT_LEAST, "以内": Comparator.AT_MOST, "以下": Comparator.AT_MOST,
    "左右": Comparator.ABOUT, "上下": Comparator.ABOUT,
}  # fmt: skip

AFTER_AT_END: dict[str, Comparator] = {
    "at most": Comparator.AT_MOST, "at the most": Comparator.AT_MOST, "maximum": Comparator.AT_MOST,
    "at least": Comparator.AT_LEAST, "at the least": Comparator.AT_LEAST, "minimum": Comparator.AT_LEAST,
    "approximately": Comparator.ABOUT, "or thereabouts": Comparator.ABOUT,
}  # fmt: skip
"""After a number only where a phrase ends behind them; elsewhere they belong to what follows."""

CURRENCIES = {
    "$": "USD", "€": "EUR", "£": "GBP", "¥": "CNY", "￥": "CNY", "＄": "USD",
    "₹": "INR", "₩": "KRW", "₽": "RUB",
}  # fmt: skip
DOLLARS = {
    "US": "USD", "HK": "HKD", "NT": "TWD", "NZ": "NZD", "AU": "AUD", "CA": "CAD", "SG": "SGD", "A": "AUD",
    "C": "CAD", "S": "SGD", "R": "BRL",
}  # fmt: skip
"""Letters before a dollar sign that say whose dollar it is; longer ones first."""

SHAPE_NOUNS = frozenset(
    spaced(
        "tile tiles block blocks grid grids matrix matrices mesh array arrays kernel kernels patch "
        "patches image images resolution pixels window windows tensor tensors crop lattice shape"
    )
)
SHAPE_NOUNS_ZH = ("块", "网格", "矩阵", "阵列", "图", "分块", "窗口", "像素", "张量")

REFERENCE_WORDS = frozenset(
    spaced(
        "figure figures fig figs table tables tab section sections sec secs equation equations eq eqs eqn "
        "algorithm algorithms alg appendix chapter chapters ch page pages p pp listing theorem lemma "
        "corollary proposition definition ref refs reference references footnote note arxiv doi isbn issn "
        "rfc issue pr vol volume bibliography annex clause article paragraph para supplement exhibit "
        "slide slides rfcs vols issues bugs remark remarks example examples"
    )
)
REFERENCE_ZH = ("图", "表", "式", "公式", "算法", "附录", "定理", "引理", "章节", "文献", "注", "页", "节")
INDEX_WORDS = frozenset(
    spaced(
        "step stage phase layer rank node device iteration epoch round part case level tier slot worker "
        "channel row column line day week lecture task experiment question item option rule exercise "
        "problem lesson module group gpu cpu core chunk shard expert head block index id appendix act "
        "scene track chapter season episode lab milestone sprint attempt trial run seed no nr number "
        "class grade stratum scenario mode gen generation gate room bus bit pin volume type category route "
        "highway platform terminal bug remark assumption claim conjecture hypothesis observation register "
        "address sector footnote issue code"
    )
)
"""Nouns that a number may follow as a place in a sequence (``layer 3``, ``step 5``)."""
INDEX_ZH = ("步骤", "阶段", "等级", "级别", "编号", "序号", "方案", "选项", "问题", "实验", "场景", "步")
MEASURES_EN = frozenset(
    spaced(
        "total used free max min maximum minimum average avg mean median sum count size rate ratio score "
        "value speed latency throughput bandwidth accuracy precision recall loss error capacity memory price "
        "cost weight height length width depth age temperature pressure duration delay energy efficiency "
        "utilization load peak overall speedup goodput perplexity mfu mach map"
    )
)
"""Words of measures: before a number they are no name, with a capital or not (``Peak Throughput 450``)."""
NAME_WORDS = frozenset(
    spaced(
        "port version release build rev revision python cuda gcc clang http ieee iso iec ansi din itu "
        "etsi astm"
    )
)
"""What the number behind it belongs to: a program, a port, a standard of a body that sets them."""

MONTHS = (
    "Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?"
    "|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?"
)
YEAR_WORDS = frozenset(
    spaced(
        "in since by from until till before after during of circa around late early mid year copyright "
        "and to through spring summer autumn fall winter"
    )
)
"""Words before a bare four-digit number that make it a year."""

SUPPOSED_EN = (
    "suppose ", "assume ", "assume:", "imagine ", "let us say", "let's say", ", say, ", "(say, ",
    "hypothetical", "consider a ", "consider an ", "for example, if ", "for instance, if ", "e.g., if ",
)  # fmt: skip
SUPPOSED_ZH = (
    "假设", "假如", "假定", "设想", "若设", "不妨设", "例如，如果", "例如，若",
    "例如如果", "例如若", "例如一个", "比如一个", "比如，如果", "比如，若", "比如如果", "比如若",
)  # fmt: skip
"""Words behind which a sentence supposes its numbers."""
SELF_ZH = (
    "本文",
    "本章",
    "本节",
    "本课",
    "本页",
    "本专题",
    "本书",
    "本表",
    "本图",
    "本站",
    "本教程",
    "本讲",
    "本系列",
)
SELF_EN = (
    "this page", "this article", "this chapter", "this section", "this document", "this tutorial",
    "this guide", "this book", "this post", "this lecture", "this course",
)  # fmt: skip

FUNCTION_EN = frozenset(
    spaced(
        "a about above across after again all also an and another any are around as at be because been "
        "before being below between both but by can did do does down during each either etc even every "
        "few for from had has have having he her here his how however if in into is it its just less like "
        "many may me more most much must my near no nor not of off on once only onto or other our out "
        "over own per same she should since so some such than that the their them then there these they "
        "this those though through thus to too toward towards under until up upon us very via was we were "
        "what when where whereas whether which while who whole whom whose why will with within without "
        "would yet you your"
    )
)
"""Words of English that mean nothing by themselves: articles, prepositions, pronouns, auxiliaries."""

ADVERBS_EN = frozenset(
    spaced(
        "exactly roughly nearly almost approximately about around circa precisely merely barely just only "
        "another other others next last first final top best worst lower upper bottom latest newest oldest "
        "biggest largest smallest longest shortest fastest slowest cheapest previous past prior remaining "
        "further extra additional several various numerous new old big large small long short fast slow good "
        "bad early late now today here there also too even still already again always never often soon later "
        "plus minus times double twice half using via per versus except unlike besides despite including "
        "regarding concerning not yes no ok please maybe perhaps total average maximum minimum"
    )
)
"""Adverbs, ordinal and grading adjectives of English that stand before a count."""
DETERMINERS_EN = frozenset(
    spaced(
        "a an the this that these those its their our his her my your no any some all both each every "
        "either more less fewer most many much few only about nearly roughly approximately almost exactly "
        "just"
    )
)
"""Words of English that begin what a verb acts on."""
VERBS_EN = frozenset(
    spaced(
        "accept achieve act add adjust adopt aim align allow am answer apply are arrange ask assemble assign "
        "assume ate attach average avoid balance base batch be beat beaten became become been began begin "
        "begun benchmark bend bent bet bind bit bite bitten blew block blow blown boost boot bought bound "
        "break bring broke broken brought build built burn burnt burst buy cache calculate call came carry "
        "cast catch caught change charge check choose chose chosen claim classify clean clear clone close "
        "collect combine come commit compare compile complete compress compute configure connect consider "
        "consume contain continue contribute control convert copy cost count cover crash create cross cut "
        "deal dealt decide declare decode define delete deliver demand deploy derive describe design detect "
        "develop did dig discard discover discuss distil distill distribute divide do done download drain "
        "draw drawn drew drive driven drop drove dug dump duplicate eat eaten emit employ enable encode end "
        "enter estimate evaluate examine exceed exchange execute expand expect explain explore export "
        "express extend extract fail fall fallen fed feed feel fell felt fetch fight fill filter find finish "
        "fit fix flash fled flee flew flown flush fly fold follow force forecast forget forgot forgotten "
        "fork form format fought found freeze froze frozen gain gather gave generate get give given go gone "
        "got gotten grab grew grind ground group grow grown had handle hang has have hear heard held help "
        "hid hidden hide hit hold host hung hurt identify ignore implement import improve include increase "
        "index infer initialize inject insert inspect install integrate introduce invest invite is iterate "
        "join jump keep kept kill knew know known label laid land launch lay lead learn leave led left lend "
        "lent let lie light limit link list lit live load locate lock log look lose lost lower made maintain "
        "make manage map mark mask match mean meant measure meet merge met migrate mistake mix model modify "
        "monitor mount move multiply name need note number observe obtain occupy offer offload omit open "
        "operate optimize order organize output override overrode oversee own pack page paid parse partition "
        "pass patch pause pay perform pick pin pipeline place plan play plot plug point pool post prefer "
        "prepare present preserve press pretrain prevent print process produce profile program project "
        "promise protect prove proven provide prune publish pull purchase push put quantise quantize query "
        "queue quit race raise ran rang rank rate reach read rebuild rebuilt receive record reduce refer "
        "register reject relate release reload remain remember remove rent repeat replace replicate reply "
        "report represent request require reran rerun rescale resend reserve reset restart restore resume "
        "retain retake retrain retrieve return reuse review rewind rewrite rewritten rewrote rid ridden ride "
        "ring rise risen rode roll rose rotate route run said sample sang sank sat save saw say scale scan "
        "schedule score search see seek seen select sell send sent separate serve set shake shard share "
        "shine ship shone shook shoot shot show shown shrank shrink shrunk shuffle shut simulate sing sink "
        "sit skip sleep slept slice slid slide sold solve sort sought speak specify spend spent spin split "
        "spoke spoken sprang spread spring spun stack stage stand start state stay steal step stick stole "
        "stolen stood stop store stream stress strike strive strove struck stuck study submit substitute "
        "subtract succeed suffer suggest supply support suppose swap sweep swept swim swing switch swung "
        "sync synchronize take taken target taught teach tear test think thought threw throw thrown tie time "
        "took tore touch trace track trade train transfer transform translate treat trim trust try tune turn "
        "type understand understood undo unload unwind update upgrade upload upset use validate vary verify "
        "view visit vote wait wake walk want warm was wash waste watch wear weigh went were win wind wish "
        "withdraw withdrew woke won wore work wrap write written wrote yield zip"
    )
)
"""Verbs of English that may open a sentence before a count: irregular ones in all their forms, of frequent
regular ones the form without an ending."""
VERBS_S_EN = frozenset(
    spaced(
        "is was has does uses needs requires takes contains consumes achieves reaches outperforms exceeds "
        "gets gives becomes comes goes keeps fits generates supports remains belongs consists includes "
        "lacks wins loses makes provides produces occupies follows relies depends improves reduces employs "
        "adopts underperforms surpasses represents introduces extends offers"
    )
)
"""Verbs of English in their third person that are no plural of a thing that is counted."""
ACTS_S_EN = frozenset(
    spaced(
        "is was has does makes doubles accepts achieves adds adjusts adopts allows appears applies arranges "
        "asks assembles assigns assumes attaches attends becomes begins belongs brings builds chooses "
        "compiles computes considers consists consumes covers contains contributes converts creates decides "
        "defines delivers depends derives describes detects determines differs disappears discusses diverges "
        "emits employs enables ensures examines exceeds executes exists expects expires explains extends "
        "fails follows generates gets gives goes grows happens has hears holds identifies improves includes "
        "implies indicates introduces involves keeps knows lacks learns loses maintains manages means meets "
        "needs observes obtains occupies occurs operates outperforms overheats performs precedes predicts "
        "prefers presents prevents proves provides reaches receives reduces refers relies remains removes "
        "replaces represents requires retains retrieves rises says seems sees sends serves sits solves "
        "speaks specifies stands stays suffers suggests surpasses takes tells tends throttles understands "
        "underperforms uses varies warns yields"
    )
)
"""Verbs of English in their third person that are hardly ever the plural of a thing that is counted."""
ALIKE_EN = frozenset(spaced("series species onwards afterwards backwards forwards upwards downwards"))
"""Words of English that end in an s as plurals do and are none, but for those in -ss, -us and -is."""
AUXILIARIES_EN = frozenset(
    spaced("is was has does are were have had do did can could will would may might must shall should cannot")
)
PAST_EN = frozenset(spaced("came rose grew fell went began became took gave saw ran stood sank broke flew"))
"""Irregular verbs of English in a past form that is no participle: the noun before is their subject."""
PREPOSITIONS_EN = frozenset(
    spaced(
        "in on at with for of by from to per under over using via across between within during into inside "
        "against like than"
    )
)
