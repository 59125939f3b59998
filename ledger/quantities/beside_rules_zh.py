"""The shapes of numbers in digits that Chinese words beside them make a pointer, a date, a code or a name.

Each names the characters that must stand directly beside the number, so that most numbers are looked at by
none. How they are tried is told in :mod:`ledger.quantities.beside_zh`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from ledger.quantities.lexicon import INDEX_ZH
from ledger.quantities.token import Kind

_WHOLE = r"\d{1,4}"
_PART = r"\d{1,3}(?:[.-]\d{1,3}){0,3}"
_CHAPTER = r"\d{1,2}(?:\.\d{1,2}){1,3}"
_AND = r"(?: ?[、和与及或至到] ?|[-–~])"
_OPENS = r"(?:^|[\n，。；：:,;、!！?？|(「“\"])[ *>#-]{0,4}"


class Rule(NamedTuple):
    """A shape of number with what stands before and behind it.

    ``keys`` are the characters that may stand beside it; ``may_count`` says that what counts may follow.
    """

    kind: Kind
    reason: str
    rule: str
    keys: frozenset[str]
    number: re.Pattern[str]
    before: re.Pattern[str] | None = None
    behind: re.Pattern[str] | None = None
    may_count: bool = False


def _rule(
    kind: Kind, rule: str, reason: str, keys: Iterable[str], number: str, before: str = "", behind: str = "",
    *, may_count: bool = False,
) -> Rule:  # fmt: skip
    return Rule(
        kind,
        reason,
        rule,
        frozenset(keys),
        re.compile(number),
        re.compile(rf"(?:{before})\Z") if before else None,
        re.compile(behind) if behind else None,
        may_count,
    )


def _last(words: str) -> set[str]:
    return {word[-1] for word in words.split("|")}


_PARTS = (
    "图|表|式|公式|方程|不等式|算法|清单|附录|附件|附注|定理|引理|推论|命题|定义|性质|猜想|例|例题|习题|练习"
    "|脚注|尾注|注释|注|资料|文献|幻灯片|讲义|卷|册|篇"
)
"""Parts of a document, which a number behind them tells apart."""
_NO_PART = r"(?<![地版视构意试草截企制拼蓝代年报列手仪样模方格款形正等程比实举惯案关备批加标病凡先特破问])"
"""What makes another word of the last character of a part's noun (``地图``, ``方式``, ``比例``)."""
_ONES = (
    "节点|线程|进程|设备|模块|分区|分片|规则|样本|任务|情况|案例|用例|课程|视频|版面|主机|机架|机柜|磁盘|插槽"
)
"""Things of which there are several alike, told apart by a number behind the noun."""
_PAIRED = rf"{_ONES}|专家|层|卡|阶段|副本|通道"
"""Of these a number may also be how many; two of them beside each other are two of several."""
_ACTS = (
    "负责|等待|位于|属于|依赖|来自|收集|崩溃|阻塞|发送|接收|写入|读取|广播|执行|持有|返回|解冻|冻结|冲突|比较"
    "|讲解|介绍|讨论|演示|展示|描述|说明|(?:离线|上线|宕机|失[败效]|重启|恢复|完成|退出|加入|启动|结束)(?:时|后|之[前后])"
    "|[上中里]?的(?:数据|标签|梯度|输[入出]|权重|状态|日志|负载|缓存|任务|内容|标题|说明|排版|结果)"
)
"""What one of several does or has, and no count of them."""
_SMALL = r"\d(?![\d.])"
_TO = r"(?: ?的[\u4e00-\u9fff]{1,4}?| )?(?:[和与或及到至、]|[先早晚]于) ?"
_MADE = (
    "支持|采用|搭载|面向|内置|预装|自带|兼容|首发|开源|发布|推出|上市|停产|停售|开售|改版"
    "|的(?:发热|功耗|首飞|概念|子系统|相关|特性|界面|设计|生态|源码|文档|体验|售价|屏幕|驱动|口碑|前身)"
    "|是(?:一[款部]|[新上下]一代|首款|旗舰|入门|长期支持)"
)
"""What is said of a product, or what a product has."""
_MADE_OF = {*"支采搭面内预自兼首开发推上停改的是ABX"}
_TITLE = r"(?![这那其每各共总约近另仅只若当如])[\u4e00-\u9fff]{1,4}"
_NAMED = (
    "(?<![数量率度值比重分系长宽高深大小额价速温压力时龄径距积容为是有到了过超约共迟吐耗频"
    "存均载中里内外上下后前个窗口秩阶头层批"
    "次块卡点行列步轮参例限差群柜机器统台架计署置备用近线家核道子本表剪户组程减声样张充发隔算素级])(?<![到已可高仅总]达)"
)
"""No noun of a measure, of a setting or of what things are counted in ends with the name before a number."""
_CODED = (
    r"(?:错误|状态|返回|退出|响应|识别|邀请|区|邮)(?:码|代码)|邮编|邮政编码"
    r"|(?<![信符括引问等逗句冒负正根乘减加除星井叹记挂称顿分斜账帐])号|号码"
)

BEFORE = (
    _rule(
        Kind.REFERENCE, "reference-zh", "points to a part of a document", _last(_PARTS),
        rf"{_PART}[a-z]?(?![A-Za-z])(?:{_AND}{_PART}(?![\d.])){{0,6}}(?: ?\([a-z]\))?",
        rf"(?:参考|对比|附|上|下|左|右|{_NO_PART})(?P<noun>{_PARTS}) ?\(?",
    ),
    _rule(Kind.REFERENCE, "cited-zh", "works that are cited", "献料作",
          r"\d{1,3}(?: ?[-–,，、~] ?\d{1,3})*(?=\])", r"(?:文献|资料|工作) ?\[", may_count=True),
    _rule(Kind.REFERENCE, "see-zh", "a section to be looked up", "见看阅文面", _CHAPTER,
          r"(?:(?<![罕常可看意偏少再])见|参[看阅]|[上前后]文|[前后]面) ?"),
    _rule(Kind.ORDINAL, "one-of-zh", "which of several alike", _last(_ONES),
          rf"{_WHOLE}(?:{_AND}{_WHOLE}(?![\d.]))?", rf"(?<![每各单双多共总个])(?:{_ONES}) ?",
          rf" ?(?:{_ACTS})"),
    _rule(Kind.ORDINAL, "pair-zh", "which of several alike", _last(_PAIRED), _SMALL,
          rf"(?:{_PAIRED}) ?", rf"{_TO}(?:{_PAIRED}) ?{_SMALL}"),
    _rule(Kind.ORDINAL, "pair-zh", "which of several alike", _last(_PAIRED), _SMALL,
          rf"(?P<same>{_PAIRED}) ?{_SMALL}{_TO}(?P=same) ?"),
    _rule(Kind.IDENTIFIER, "code-zh", "the value of a code", "码号编", r"\d{2,12}",
          rf"(?:{_CODED}) ?(?:[为是:：=] ?)?"),
    _rule(Kind.IDENTIFIER, "telephone-zh", "a number to dial", "打拨电话线真机号群",
          r"\d{3,12}(?:-\d{3,8}){0,3}", r"(?:拨打?|致电|电话|热线|传真|手机|QQ ?群) ?(?:[为是:：] ?)?"),
    _rule(Kind.IDENTIFIER, "licence-zh", "the number of a licence", "备证", r"\d{6,12}(?: ?号(?:-\d{1,3})?)?",
          r"ICP ?[备证] ?", may_count=True),
    _rule(Kind.IDENTIFIER, "standard-zh", "the number of a standard", "标TZ",
          r"\d{3,6}(?:\.\d{1,2})?[A-Z]?(?:-\d{4})?", r"(?:[国行地企]标|GB/[TZ]) ?"),
    _rule(Kind.IDENTIFIER, "standard-zh", "the number of a standard", "循照合据于",
          r"\d{3,4}\.\d{1,3}[A-Za-z]{0,2}(?![\w.])", r"(?:遵循|遵照|符合|依据|基于) ?",
          r"(?! ?的(?!标准|规[定范]|要求))"),
    _rule(Kind.VERSION, "version-zh", "a number of a version", "本号", r"\d{1,4}(?:\.\d{1,4}){1,3}",
          r"版本号? ?(?:[为是:：=] ?)?"),
    _rule(Kind.DATE, "month-point", "a year and a month", "于自从至",
          r"20[0-4]\d\.(?:0[1-9]|1[0-2])(?!\d)(?! ?[涨升增降跌减])", r"[于自从至] ?"),
    _rule(Kind.DATE, "festival-zh", "a day of shopping", "双", r"1[12](?!\d)", r"双 ?"),
    _rule(Kind.REFERENCE, "issue-zh", "a request or an issue by its number", "eR", r"\d{2,6}",
          r"(?<![A-Za-z])(?:[Ii]ssue|PR|MR) ?",
          r" ?[\u4e00-\u9fff]"),
)  # fmt: skip
BEHIND = (
    _rule(Kind.IDENTIFIER, "generation-zh", "a name with its generation", "G",
          r"\d[A-Za-z]? Gen ?\d(?![\w.])",
          r"(?![有用了为是共配含到达约各每])[\u4e00-\u9fff] ?", may_count=True),
    _rule(
        Kind.IDENTIFIER, "maker-zh", "a name that something is said of as of a product", _MADE_OF,
        r"\d{1,4}(?:\.\d)?[A-Z]?(?![\w.])", rf"{_OPENS}(?:{_TITLE}{_NAMED} ?|(?P<word>[A-Z][a-z]{{2,9}}) )",
        rf" ?(?:{_MADE})",
    ),
    _rule(Kind.IDENTIFIER, "site-zh", "a site by its number", "的", r"[1-9]\d{4}", _OPENS,
          r" ?的(?:购票|网站|客户端|客服)"),
    _rule(Kind.REFERENCE, "section-zh", "which section", "节小", rf"{_CHAPTER}",
          behind=r" ?小?节(?![点省约奏课车电能])", may_count=True),
    _rule(Kind.REFERENCE, "told-zh", "a section by what it tells", "里中所已曾提介讲说描讨给述示",
          _CHAPTER,
          rf"(?:{_OPENS}|(?:正?如|[在与和按]) ?)",
          r" ?[里中]?(?:所|已经?|曾)?"
          r"(?:提到|提及|介绍|讲过|讲到|说过|描述|讨论|给出|述|示)"),
    _rule(Kind.REFERENCE, "told-zh", "a section by what it tells", "的里中", _CHAPTER,
          r"(?:按照?|依照|参[照考]|根据) ?",
          r" ?[里中]?的(?:步骤|方法|内容|说明|做法|流程|要求|规定|定义|推导|证明|讨论)"),
    _rule(Kind.DATE, "day-zh", "a day of a month", "号日", r"(?:[12]?\d|3[01])",
          behind=r" ?[号日](?:之?前|以前|起|截止|当[天日]|凌晨|上午|下午|晚|开始|发布|上线|举行)",
          may_count=True),
    _rule(Kind.ORDINAL, "number-of-zh", "which one, by its number", "号", _WHOLE,
          r"(?:^|[^共有约近达 ]) ?", r" ?号(?!人|员工|工人|称|召|令|角|外|码)", may_count=True),
    _rule(Kind.ORDINAL, "index-zh", "a place in a sequence", "只", r"\d{1,2}", rf"(?:{'|'.join(INDEX_ZH)}) ?",
          r" ?只(?=[\u4e00-\u9fff])", may_count=True),
    _rule(Kind.DATE, "decade-zh", "a decade or a century", "年世", r"(?:[1-9]0|\d{1,2}(?= ?世纪))",
          behind=r" ?(?:年代(?![价码理表替])|世纪)", may_count=True),
    _rule(Kind.DATE, "decade-zh", "who was born in a decade", "后", r"[5-9]0(?!\d)",
          behind=r" ?后(?:程序员|用户|一代|群体|员工|人群|青年|作家)"),
    _rule(Kind.IDENTIFIER, "clock-face", "how a clock counts the hours", "小", r"(?:12|24)",
          behind=r" ?小时制(?![作造备成定订])", may_count=True),
    _rule(Kind.IDENTIFIER, "series-zh", "a series by its number", "系", r"\d{1,4}(?:\.\d)?(?![\d.])",
          r"(?![共有约了等各达到成为出])[\u4e00-\u9fffA-Za-z] ?", r" ?系列"),
    _rule(Kind.IDENTIFIER, "make-zh", "the number of a make", "显芯处客战加ABCDEFGHX",
          r"(?!1024|2048|4096|8192|\d000 ?显卡)\d{3,4}[A-HX]?(?![A-Za-z])",
          rf"(?:{_OPENS}|[的张块颗款台部])[\u4e00-\u9fff]{{1,3}}{_NAMED} ?",
          r" ?(?:显卡|芯片|处理器|客机|战机|加速卡)", may_count=True),
    _rule(Kind.IDENTIFIER, "make-zh", "the number of a make", "显",
          r"(?!2048|4096|8192)[1-9](?!000)\d{3}", "[的张块款] ?", r" ?显卡"),
    _rule(Kind.VERSION, "edition", "an edition or version", "版", r"\d{1,3}(?:\.\d{1,3}){1,3}",
          behind=r" ?版(?![块权图面主式税])"),
    _rule(Kind.IDENTIFIER, "error-zh", "an error by its number", "错状响", r"[1-5]\d\d(?!\d)",
          before=r"(?:^|[^共有约了过达现均每天时日周月年次秒钟 ]) ?",
          behind=r" ?(?:错误(?!率|数)|状态码|错误码|响应码)"),
    _rule(Kind.IDENTIFIER, "port-zh", "a port by its number", "端", r"\d{2,5}",
          r"(?:监听|开放|放行|暴露|占用|绑定|映射|访问|开启|关闭)[了到在]? ?",
          r" ?端口(?!的?(?:交换|模块|设备|卡))", may_count=True),
    _rule(Kind.IDENTIFIER, "room-zh", "a room by its number", "会教室", r"[1-9]\d{2,3}", r"[在于到去] ?",
          r" ?(?:会议室|教室|室(?![内外温]))"),
    _rule(Kind.IDENTIFIER, "standard-zh", "the number of a standard", "协标规",
          r"\d{3,4}\.\d{1,3}[A-Za-z]{0,2}(?![\w.])", behind=r" ?(?:协议|标准(?![差误])|规范)"),
    _rule(Kind.IDENTIFIER, "video-zh", "a size of pictures by its name", "KpP",
          r"(?:[248]K|\d{3,4}[pP])(?!\w)",
          behind=r" ?(?:视频|画[质面]|分辨率|屏|电视|显示|高清|超清)", may_count=True),
    _rule(Kind.DATE, "festival-zh", "a day of shopping", "大购活期", r"618",
          behind=r" ?(?:大促|购物|活动|期间)"),
    _rule(Kind.IDENTIFIER, "schools-zh", "schools by the name of their programme", "高院", r"(?:985|211)",
          behind=r" ?(?:高校|院校)"),
)  # fmt: skip
