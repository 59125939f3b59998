"""One case or more for every rule of the scanner, by the rule's id."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from ledger.quantities import Kind, Mark, Role, Text, Token, scan

PACKAGE = Path(__file__).parents[2] / "ledger" / "quantities"
CASES = [
    # text, surface, kind, needs evidence, rule
    ("1 GB = 1000 MB.", "1 GB", Kind.CONSTANT, False, "conversion"),
    ("a shape of [b, 1, h] here", "1", Kind.CONSTANT, False, "shape"),
    ("the height is level+1.", "1", Kind.CONSTANT, True, "added"),
    ("We trained on 16,384 GPUs.", "16,384 GPUs", Kind.QUANTITY, True, "asserted"),
    ("They became versions 3.0 and 2.0 at last.", "3.0", Kind.VERSION, False, "versions"),
    ("They became versions 3.0 and 2.0 at last.", "2.0", Kind.VERSION, False, "versions"),
    ("支持版本 3.0、4.0 和 5.1。", "5.1", Kind.VERSION, False, "versions"),
    ("It has 6 NetSwitch 2.0 chips in it.", "2.0", Kind.VERSION, False, "version-name"),
    ("拥有 12 个NetLink 3.0 端口。", "3.0", Kind.VERSION, False, "version-name"),
    ("The NetLink 3.0 of it is new.", "3.0", Kind.VERSION, False, "version-name"),
    ("It has an Alpha 3.0 GB disk.", "3.0 GB", Kind.QUANTITY, True, "asserted"),
    ("It made NetLink 3.0x faster.", "3.0x", Kind.QUANTITY, True, "asserted"),
    ("It made NetLink 2.0 times faster.", "2.0 times", Kind.QUANTITY, True, "asserted"),
    ("It made NetLink 2.0 GB/s faster.", "2.0 GB/s", Kind.QUANTITY, True, "asserted"),
    ("It took 3.14+23 FLOPs.", "3.14", Kind.QUANTITY, True, "asserted"),
    ("as with SQLite (version 3.7.6.3) here", "3.7.6.3", Kind.VERSION, False, "dotted"),
    ("these 6 second-generation switches", "6", Kind.QUANTITY, True, "asserted"),
    ("a 6 second delay", "6 second", Kind.QUANTITY, True, "asserted"),
    ("where id = 5 is given", "5", Kind.IDENTIFIER, False, "key-value"),
    ("找到page number=3的页", "3", Kind.IDENTIFIER, False, "key-value"),
    ("the head number = 64 of it", "64", Kind.QUANTITY, True, "asserted"),
    ("a bid = 5 was made", "5", Kind.QUANTITY, True, "asserted"),
    ("the November 17th update", "17th", Kind.DATE, False, "month-day"),
    ("as of 10-Mar-2014 it is", "10-Mar-2014", Kind.DATE, False, "date"),
    ("no later than 2-3 p.m. today", "2-3 p.m.", Kind.DATE, False, "date"),
    ("It informs the 2019 update.", "2019", Kind.DATE, False, "year"),
    ("It has the 2016 node images.", "2016 node", Kind.QUANTITY, True, "asserted"),
    ("It has the 2016 paired images.", "2016", Kind.QUANTITY, True, "asserted"),
    ("which table 2.02 does not show", "table 2.02", Kind.REFERENCE, False, "reference-word"),
    ("see RFC-5905 for it", "RFC-5905", Kind.REFERENCE, False, "reference-word"),
    ("reduces Fe³⁺ to iron", "Fe³⁺", Kind.IDENTIFIER, False, "charge"),
    ("- Day 2: rest", "Day 2", Kind.ORDINAL, False, "index-word"),
    ("为此增加约 30 GB。", "约 30 GB", Kind.QUANTITY, True, "asserted"),
    (
        "For example, GPT-3 has 175 billion parameters.",
        "175 billion parameters",
        Kind.QUANTITY,
        True,
        "asserted",
    ),
    ("例如 GPT-3 有 1750 亿参数。", "1750 亿参数", Kind.QUANTITY, True, "asserted"),
    ("For example, if we have 8 nodes, they hold it.", "8 nodes", Kind.EXAMPLE, False, "example"),
    ("A model, say, of 70 layers.", "70 layers", Kind.EXAMPLE, False, "example"),
    ("That is to say, it has 12 layers.", "12 layers", Kind.QUANTITY, True, "asserted"),
    ("假设有 8 张 GPU，每张存一份。", "8 张", Kind.EXAMPLE, False, "example"),
    ("Does it need 80 GB?", "80 GB", Kind.QUANTITY, False, "question"),
    ("Why does it need 80 GB?", "80 GB", Kind.QUANTITY, True, "asserted"),
    ("所谓“100% overlap”并不存在。", "100%", Kind.QUOTED, False, "quoted"),
    ("“需要 8 张卡”是误解。", "8 张", Kind.QUOTED, False, "quoted"),
    ("本文列出 30+ 个来源。", "30+ 个", Kind.LIST_COUNT, False, "self-count"),
    ("This chapter has 12 figures.", "12", Kind.LIST_COUNT, False, "self-count"),
    ("It has 3 stages:\n1. load\n2. run\n3. end", "3 stages", Kind.LIST_COUNT, False, "list-count"),
    ("It has 3 stages:\n1. load\n2. run", "3 stages", Kind.QUANTITY, True, "asserted"),
    ("It rose to 0.92 with these:\n1. load\n2. run", "0.92", Kind.QUANTITY, True, "asserted"),
    ("A length of 48 is written so:\n1. load\n2. run", "48", Kind.QUANTITY, True, "asserted"),
    ("0.92 is the hit rate.", "0.92", Kind.QUANTITY, True, "asserted"),
    ("99.9 was reached.", "99.9", Kind.QUANTITY, True, "asserted"),
    ("0.1 的二进制是循环的。", "0.1", Kind.QUANTITY, True, "asserted"),
    ("3.2 Timers\nIt waits.", "3.2", Kind.ORDINAL, False, "list-number"),
    ("3.2. Timers", "3.2.", Kind.ORDINAL, False, "list-number"),
    ("the number of retries (3) is low", "3", Kind.QUANTITY, True, "asserted"),
    ("lies in the range [5, 10] here", "5", Kind.QUANTITY, True, "asserted"),
    ("<Chart data={[48, 49]} />", "48", Kind.QUANTITY, True, "asserted"),
    ("It took 8m30s to load.", "8m30s", Kind.QUANTITY, True, "compact"),
    ("It took 2h in all.", "2h", Kind.QUANTITY, True, "asserted"),
    ("It takes 78MBs of it.", "78MBs", Kind.QUANTITY, True, "compact"),
    ("It is 1/5th of it.", "1/5th", Kind.QUANTITY, True, "compact"),
    ("需要 3G 的内存。", "3G", Kind.QUANTITY, True, "compact"),
    ("大小为 2G，够用。", "2G", Kind.QUANTITY, True, "compact"),
    ("支持 5G 网络。", "5G", Kind.IDENTIFIER, False, "digit-name"),
    ("We ran it on 1/2/4/8 GPUs.", "1/2/4/8 GPUs", Kind.QUANTITY, True, "alternatives"),
    ("a ratio of 3:45 here", "45", Kind.QUANTITY, True, "asserted"),
    ("the train is at 3:45 here", "3:45", Kind.DATE, False, "date"),
    ("We consider a cluster of 64 GPUs.", "64 GPUs", Kind.QUANTITY, True, "asserted"),
    ("Consider a cluster of 64 GPUs.", "64 GPUs", Kind.EXAMPLE, False, "example"),
    ("作者尝试了 32 种配置。", "32 种", Kind.QUANTITY, True, "asserted"),
    ("可以尝试 32 种配置。", "32 种", Kind.EXAMPLE, False, "example"),
    ("It has 80 GB, so why does it fail?", "80 GB", Kind.QUANTITY, True, "asserted"),
    ("With 80 GB, how does it fit?", "80 GB", Kind.QUANTITY, False, "question"),
    ("We run 8 in parallel.", "8", Kind.QUANTITY, True, "asserted"),
    ("It fell from 1950 to 2010 per day.", "2010", Kind.QUANTITY, True, "asserted"),
    ("as with Stars 5000+ today", "5000+", Kind.QUANTITY, True, "asserted"),
    ("as with Chrome 120+ today", "120+", Kind.VERSION, False, "version-name"),
    ("It took 05 ms.", "05 ms", Kind.QUANTITY, True, "asserted"),
    ("It costs 10000-20000 in all.", "10000-20000", Kind.QUANTITY, True, "asserted"),
    ("with a batch size 32/64/128 in it", "32/64/128", Kind.QUANTITY, True, "alternatives"),
    ("with a Peak Throughput 450 in it", "450", Kind.QUANTITY, True, "asserted"),
    ("See the 4 parts of it.", "4", Kind.LIST_COUNT, False, "list-count-en"),
    ("It tells all 1,000 output classes apart.", "1,000", Kind.QUANTITY, True, "asserted"),
    ("It comes with two ways of working.", "two ways", Kind.LIST_COUNT, False, "list-count-en"),
    ("解释了两个常见现象：", "两个", Kind.LIST_COUNT, False, "list-count-zh"),
    ("DualPipe 需要两份参数。", "两份", Kind.QUANTITY, True, "count-zh"),
    ("整个流程分三阶段。", "三阶段", Kind.LIST_COUNT, False, "list-count-zh"),
    ("采用三阶段的训练。", "三阶段", Kind.QUANTITY, True, "phases"),
    ("从两端注入数据。", "两端", Kind.QUANTITY, False, "small-count"),
    ("表示在边界生成一次并共享。", "一次", Kind.QUANTITY, True, "frequency"),
    ("开销约为一次额外 forward。", "约为一次", Kind.QUANTITY, True, "bounded-one"),
    ("持有一份模型。", "一份", Kind.QUANTITY, False, "article-zh"),
    ("触发至少一个错误。", "至少一个", Kind.LIST_COUNT, False, "some-zh"),
    ("不等于零成本。", "零", Kind.QUANTITY, False, "zero-word"),
    ("It has zero overhead.", "zero", Kind.QUANTITY, False, "zero-word"),
    ("看作二维网格。", "二维", Kind.IDENTIFIER, False, "dimension-word"),
    ("a 2-dimensional mesh", "2-dimensional", Kind.IDENTIFIER, False, "dimension"),
    ("一前一后地交错。", "一", Kind.QUANTITY, False, "bare-word"),
    ("read Two Towers of it", "Two", Kind.IDENTIFIER, False, "name-word-en"),
    ("as Figure 11 shows", "Figure 11", Kind.REFERENCE, False, "reference-word"),
    ("见图 3 的曲线", "图 3", Kind.REFERENCE, False, "reference-zh"),
    ("K3 §5.2.1 defines it", "§5.2.1", Kind.REFERENCE, False, "section-sign"),
    ("as shown before [12, 14]", "[12, 14]", Kind.REFERENCE, False, "citation"),
    ("take item #7 first", "#7", Kind.ORDINAL, False, "hash-number"),
    ("arXiv number 1910.02054 there", "1910.02054", Kind.REFERENCE, False, "arxiv"),
    ("doi 10.1145/3394486.3406703 there", "10.1145/3394486.3406703", Kind.REFERENCE, False, "doi"),
    ("It came in 2021 already.", "2021", Kind.DATE, False, "year"),
    ("from 2019–2023 it fell", "2019–2023", Kind.DATE, False, "years"),
    ("checked on 2026-07-29 again", "2026-07-29", Kind.DATE, False, "date"),
    ("最后核验：2026年7月29日", "2026年7月29日", Kind.DATE, False, "date"),
    ("as of Foo (2019-10).", "2019-10", Kind.DATE, False, "date"),
    ("the 2023-05 release", "2023-05", Kind.DATE, False, "date"),
    ("read on Jul 29, 2026 again", "Jul 29, 2026", Kind.DATE, False, "month-day"),
    ("held July 29–30, 2026", "July 29–30, 2026", Kind.DATE, False, "month-day"),
    ("as Li (2020a) says", "2020a", Kind.REFERENCE, False, "cited"),
    ("in the 21st century", "21st", Kind.ORDINAL, False, "ordinal"),
    ("第一阶段占七成", "第一阶段", Kind.ORDINAL, False, "ordinal-zh"),
    ("在第 3 步停止", "第 3", Kind.ORDINAL, False, "ordinal-zh"),
    ("1. first\n2. second", "1.", Kind.ORDINAL, False, "list-number"),
    ("as said (2) above", "(2)", Kind.ORDINAL, False, "bracket-number"),
    ("at layer 3 already", "layer 3", Kind.ORDINAL, False, "index-word"),
    ("显存翻倍", "翻倍", Kind.QUANTITY, False, "change-word"),
    ("Type 2 T cells", "Type 2", Kind.IDENTIFIER, False, "index-letter"),
    ("方案 2 更好", "2", Kind.ORDINAL, False, "index-zh"),
    ("SYSTEMS / 12", "12", Kind.ORDINAL, False, "label"),
    ("00 NINE LEDGERS", "00", Kind.ORDINAL, False, "numbering"),
    ("on port 8001 served", "port 8001", Kind.IDENTIFIER, False, "name-word"),
    ("the Llama 3 405B model", "Llama 3", Kind.IDENTIFIER, False, "name-number"),
    ("needs PyTorch 2.1 and above", "2.1 and above", Kind.VERSION, False, "version-name"),
    ("用的版本 3 已旧", "3", Kind.VERSION, False, "version-word"),
    ("the tool v1 and", "v1", Kind.VERSION, False, "version"),
    ("host 127.0.0.1 and 2.6.0", "127.0.0.1", Kind.IDENTIFIER, False, "dotted"),
    ("DeepSeek-V3 and FP8-E4M3", "FP8-E4M3", Kind.IDENTIFIER, False, "name"),
    ("the 1F1B schedule on a 3D mesh", "1F1B", Kind.IDENTIFIER, False, "digit-name"),
    ("it needs 0x18 GPUs", "0x18 GPUs", Kind.QUANTITY, True, "hex-number"),
    ("digest 9f86d081884c7d659a2f of it", "9f86d081884c7d659a2f", Kind.IDENTIFIER, False, "hex"),
    ("the “1/2/3” of it", "1/2/3", Kind.IDENTIFIER, False, "slashed"),
    ("call 555-12-3456 now", "555-12-3456", Kind.IDENTIFIER, False, "dashed"),
    ("9" * 700, "9" * 700, Kind.IDENTIFIER, False, "digits-run"),
    ("cooled by H₂O at", "H₂O", Kind.IDENTIFIER, False, "sub"),
    ("as noted elsewhere.³", "³", Kind.REFERENCE, False, "raised"),
    ("keeps 16P bytes of it", "16P bytes", Kind.FORMULA, True, "formula"),
    ("given by (p−1)/(m+p−1).", "(p−1)/(m+p−1)", Kind.FORMULA, False, "formula"),
    ("it needs d1/F >= 2*d2/B here", ">= 2", Kind.CONSTANT, True, "factor"),
    ("given by (n-1)/n.", "(n-1)/n", Kind.FORMULA, False, "formula"),
    ("see (A-1) and (T-5)", "A-1", Kind.IDENTIFIER, False, "name"),
    ("from 2048-10 GPUs on", "2048", Kind.QUANTITY, True, "asserted"),
    ("It may 5 times fail.", "5 times", Kind.QUANTITY, True, "asserted"),
    ("runs in O(1) time", "1", Kind.CONSTANT, False, "order"),
    ("Krakatoa (Indonesia, 1883) was heard", "1883", Kind.DATE, False, "year"),
    ("the eruption of Tambora (1815)", "1815", Kind.DATE, False, "year"),
    ("It has burnt since 1934.", "1934", Kind.DATE, False, "year"),
    ("It was built in 1642.", "1642", Kind.DATE, False, "year"),
    ("It took a batch size (1283) of it.", "1283", Kind.QUANTITY, True, "asserted"),
    ("It fits in 1024.", "1024", Kind.QUANTITY, True, "asserted"),
    ("the years 1783-1784 were cold", "1783-1784", Kind.DATE, False, "years"),
    ("tuned to 1800-1900 MHz now", "1800-1900 MHz", Kind.QUANTITY, True, "asserted"),
    ("destroyed in 79 CE by it", "79 CE", Kind.DATE, False, "era"),
    ("公元前 221 年统一", "221 年", Kind.DATE, False, "era"),
    ("grew in the 1990s again", "1990s", Kind.DATE, False, "decade"),
    ("it takes 1990s to load", "1990s", Kind.QUANTITY, True, "asserted"),
    ("二月份大幅下降", "二月份", Kind.DATE, False, "calendar"),
    ("耗时三个月才完成", "三个月", Kind.QUANTITY, True, "asserted"),
    ("released [2024/12] at last", "2024/12", Kind.DATE, False, "date"),
    ("see table 1 for it", "table 1", Kind.REFERENCE, False, "reference-word"),
    ("依次回答：一，切什么；二，留什么。", "二", Kind.ORDINAL, False, "enumerator"),
    ("## 三、性能", "三", Kind.ORDINAL, False, "enumerator"),
    ("目标一：分片模型。", "一", Kind.ORDINAL, False, "enumerator"),
    ("线程 1 等待\n线程 2 等待", "1", Kind.ORDINAL, False, "series"),
    ("准确率为 1，另一为 2", "1", Kind.QUANTITY, True, "asserted"),
    ("0 : no wait\n1 : wait and go", "0", Kind.ORDINAL, False, "series"),
    ("3.Test\n4.Run", "4", Kind.ORDINAL, False, "series"),
    ("10 - 20 steps\n11 - 21 steps", "10", Kind.QUANTITY, True, "asserted"),
    ("<0=Rank0,1=Avg,2=Min>", "2", Kind.IDENTIFIER, False, "code-meaning"),
    ("debug: 0 or 1, prints more, 0 by default", "0", Kind.QUANTITY, False, "switch"),
    ("levels: 0 or 10, 1 by default", "1", Kind.QUANTITY, True, "asserted"),
    ("It reports two rates: the mean and the peak.", "two", Kind.LIST_COUNT, False, "list-named"),
    ("采用两台机器：甲和乙。", "两台", Kind.LIST_COUNT, False, "list-named"),
    ("It ran on 2 nodes: 8 GPUs and 4 NICs.", "2 nodes", Kind.QUANTITY, True, "asserted"),
    ("It ran on 3 nodes: the old and the new.", "3 nodes", Kind.QUANTITY, True, "asserted"),
    ("It has two lakes (Ros and Mar).", "two", Kind.QUANTITY, True, "asserted"),
    ("S/4 · all S/4 · all S/4 · all\nend", "S/4", Kind.FORMULA, False, "formula"),
    ("8 heads 8 heads 8 heads\nend", "8 heads", Kind.EXAMPLE, False, "drawn"),
    ("8 heads 8 heads\nend", "8 heads", Kind.QUANTITY, True, "asserted"),
    ("若 p=8、m=32，则气泡为 18%。", "32", Kind.EXAMPLE, False, "example"),
    ("若 p=8、m=32，则气泡为 18%。", "18%", Kind.QUANTITY, True, "asserted"),
    ("we set top-p = 0.95 here", "0.95", Kind.QUANTITY, True, "asserted"),
    ("一万张卡，为什么慢？", "一万张", Kind.QUANTITY, False, "question"),
    ("为什么可能有一半在等？", "一半", Kind.QUANTITY, False, "question"),
    ("The Pi 4 uses a lot. On the Pi 4, it", "Pi 4", Kind.IDENTIFIER, False, "name-again"),
    ("with NVIDIA 8 GPUs, then", "8 GPUs", Kind.QUANTITY, True, "asserted"),
    ("scores of Foo (70) rose", "70", Kind.QUANTITY, True, "asserted"),
    ("first (11) and then (12) do", "(12)", Kind.ORDINAL, False, "bracket-number"),
    ("the 350M+MoE-128 model", "350M", Kind.IDENTIFIER, False, "plus-name"),
    ("works with flash 2.6.x too", "2.6.x", Kind.VERSION, False, "dotted"),
    (
        "id 018f0d93-aaaa-bbbb-cccc-0123456789ab of it",
        "018f0d93-aaaa-bbbb-cccc-0123456789ab",
        Kind.IDENTIFIER,
        False,
        "hex",
    ),
    ("the new（2022版）of it", "2022版", Kind.VERSION, False, "edition"),
    ("出了 5 版权证书", "5", Kind.QUANTITY, True, "asserted"),
    ("今年6月份即将发布", "6月份", Kind.DATE, False, "date"),
    ("1、CSS 制作\n2、Go 入门", "2、", Kind.ORDINAL, False, "list-number"),
    ("本文记录了 22 TB 的存储", "22 TB", Kind.QUANTITY, True, "asserted"),
    ("本文在 8 张 H100 上测得", "8 张", Kind.QUANTITY, True, "asserted"),
    ("This page keeps 16 heads.", "16 heads", Kind.QUANTITY, True, "asserted"),
    ("It takes 30 s:\n1. load\n2. run", "30 s", Kind.QUANTITY, True, "asserted"),
    ("on 8xH800 nodes", "8", Kind.QUANTITY, True, "asserted"),
    ("an 8xlarge machine", "8xlarge", Kind.IDENTIFIER, False, "digit-name"),
    ("耗时半小时完成", "半小时", Kind.QUANTITY, True, "asserted"),
    ("耗时一个半小时完成", "一个半小时", Kind.QUANTITY, True, "asserted"),
    ("It achieves BLEU 28.4 on it.", "28.4", Kind.QUANTITY, True, "asserted"),
    ("It uses HTML 5 on it.", "HTML 5", Kind.IDENTIFIER, False, "name-number"),
    ("for N and h it is 3Nh, where N is long, h is not", "3", Kind.CONSTANT, True, "factor"),
    ("the 2DH option of D", "2DH", Kind.IDENTIFIER, False, "digit-name"),
    ("the post-1980 eruption", "post-1980", Kind.DATE, False, "year-prefix"),
    ("try: 4. Shasta is steep 5. Osorno is not", "5", Kind.ORDINAL, False, "series"),
    ("We used 4. Then 9. And so on", "4", Kind.QUANTITY, True, "asserted"),
    ("一个轴上归约，另一个轴上走环。", "一个", Kind.QUANTITY, False, "article-zh"),
    ("一次 AllGather 后恢复。", "一次", Kind.QUANTITY, True, "bounded-one"),
    ("每次 AllGather 后用一次 scan。", "一次", Kind.QUANTITY, True, "bounded-one"),
    ("又一次 AllGather 后恢复。", "一次", Kind.QUANTITY, False, "article-zh"),
    ("三张 timeline 的横轴", "三张", Kind.LIST_COUNT, False, "list-count-zh"),
    ("用了两张 H100 卡", "两张", Kind.QUANTITY, True, "count-zh"),
    ("Attention-2 and -3 are out", "-3", Kind.IDENTIFIER, False, "suffix"),
    ("it fell to -3 and 5 it holds", "-3", Kind.QUANTITY, True, "asserted"),
    ("on the first, layers 1-4 sit", "layers 1-4", Kind.ORDINAL, False, "index-words"),
    ("in steps 2, 3 and 5 of it", "steps 2, 3 and 5", Kind.ORDINAL, False, "index-words"),
    ("it has layers 24 deep", "24", Kind.QUANTITY, True, "asserted"),
    ("on nodes 16-32 GPUs run", "16-32 GPUs", Kind.QUANTITY, True, "asserted"),
    ("micro-batch 1, then micro-batch 2", "1", Kind.ORDINAL, False, "series"),
    ("they take 1 and we take 2", "1", Kind.QUANTITY, True, "asserted"),
    ("wait for part three.", "three", Kind.ORDINAL, False, "index-word-en"),
    ("It takes at least one input.", "at least one", Kind.LIST_COUNT, False, "some-en"),
    ("It takes exactly one token.", "one token", Kind.QUANTITY, True, "asserted"),
    ("There are two limitations to it.", "two", Kind.LIST_COUNT, False, "list-count-en"),
    ("x.y.z(wait=1, warm_up=1, active=3), on_it=x.y(1) if a() == 0:", "3", Kind.CODE, False, "code-line"),
    ("It fell (p = 8) from foo(1) to a.b of 4 (see f(x)).", "4", Kind.QUANTITY, True, "asserted"),
    ("only \\frac{1}{N_d} of it", "1", Kind.CONSTANT, False, "constant"),
    ("only \\frac{3}{N_d} of it", "3", Kind.QUANTITY, True, "asserted"),
    ("where m \\gg p - 1 holds", "1", Kind.CONSTANT, False, "constant"),
    ("这不是把程序复制一万份，而是 8 份", "一万份", Kind.QUANTITY, False, "denied"),
    ("这不是把程序复制一万份，而是 8 份", "8 份", Kind.QUANTITY, True, "asserted"),
    ("基线是 16 GB，而不是 2 GB。", "2 GB", Kind.QUANTITY, True, "asserted"),
    ("只有两张图彼此对齐", "两张", Kind.LIST_COUNT, False, "list-count-zh"),
    ("每个 rank 只拥有一段。", "一段", Kind.QUANTITY, False, "article-zh"),
    ("采样只需要最后一个词。", "一个", Kind.QUANTITY, False, "article-zh"),
    ("served at 3 p.m. sharp", "3 p.m.", Kind.DATE, False, "date"),
    ("open 9:30 A.M. on", "9:30 A.M", Kind.DATE, False, "date"),
    ("下午3点开会", "3点", Kind.DATE, False, "clock"),
    ("晚上 9 点 30 分开始", "9 点 30 分", Kind.DATE, False, "clock"),
    ("上午 8 时半到", "8 时半", Kind.DATE, False, "clock"),
    ("晚上 9 时间隔", "9", Kind.QUANTITY, True, "asserted"),
    ("得到 3 点结论", "3 点", Kind.QUANTITY, True, "asserted"),
    ("如图1-1 所示", "图1-1", Kind.REFERENCE, False, "reference-zh"),
    ("见表 3、4 和 5。", "表 3、4 和 5", Kind.REFERENCE, False, "reference-zh"),
    ("见表 3、4 张卡", "4 张", Kind.QUANTITY, True, "asserted"),
    ("见图 3 和 4 个节点", "4 个节点", Kind.QUANTITY, True, "asserted"),
    ("见图 3，5 秒后停", "5 秒", Kind.QUANTITY, True, "asserted"),
    ("见表 2、30% 更快", "30%", Kind.QUANTITY, True, "asserted"),
    ("(步骤1, 2, 7)和采样", "1, 2, 7", Kind.ORDINAL, False, "index-zh"),
    ("步骤 1 到 3 需要 5 秒", "1 到 3", Kind.ORDINAL, False, "index-zh"),
    ("第 3、4 节和", "第 3、4", Kind.ORDINAL, False, "ordinal-zh"),
    ("第3～5章", "第3～5", Kind.ORDINAL, False, "ordinal-zh"),
    ("written in C++17 now", "17", Kind.IDENTIFIER, False, "name"),
    ("up to one megabyte in size", "up to one megabyte", Kind.QUANTITY, True, "asserted"),
    ("it supports one RPC per follower", "one", Kind.QUANTITY, True, "asserted"),
    ("after a half-hour break", "a half-hour", Kind.QUANTITY, True, "asserted"),
]
MARKED = [
    ("say 16*P here", [(4, 8, Role.CODE_SPAN, "")], "16*P", Kind.FORMULA, True, "formula"),
    ("use lr=0.1 here", [(4, 10, Role.CODE_SPAN, "")], "lr=0.1", Kind.CODE, False, "code"),
    ("n = 2 ** 20", [(0, 11, Role.CODE_BLOCK, "python")], "2", Kind.CODE, False, "code"),
    ("M = 16P bytes", [(0, 13, Role.CODE_BLOCK, "text")], "16P bytes", Kind.FORMULA, True, "formula"),
    ("x ≤ 1/max y", [(0, 11, Role.MATH, "")], "1", Kind.CONSTANT, False, "constant"),
    (
        "W(1)",
        [(0, 4, Role.MATH, ""), (1, 4, Role.SUPERSCRIPT, "")],
        "1",
        Kind.CONSTANT,
        False,
        "raised-index",
    ),
    ("耗时 30 倍\nx=1", [(0, 9, Role.CODE_BLOCK, "java")], "30 倍", Kind.QUANTITY, True, "asserted"),
    ("// 约 30 倍\nx=1", [(0, 11, Role.CODE_BLOCK, "java")], "30", Kind.CODE, False, "code"),
    ("10 × 1MB = 10MB", [(0, 15, Role.CODE_BLOCK, "")], "10 × 1MB", Kind.QUANTITY, True, "asserted"),
    ("a:my-tag-018f0d-a", [(0, 17, Role.CODE_BLOCK, "")], "my-tag-018f0d-a", Kind.IDENTIFIER, False, "name"),
    ("参数量 = 3 * 4 = 12M\nf(x)", [(0, 20, Role.CODE_BLOCK, "")], "12M", Kind.QUANTITY, True, "asserted"),
    ("a 量 = b * c\n = 3 * 4M\nf()", [(0, 24, Role.CODE_BLOCK, "")], "3 * 4M", Kind.FORMULA, True, "formula"),
    ("a = b\n = 3 * 4M\nf()", [(0, 19, Role.CODE_BLOCK, "")], "3", Kind.CODE, False, "code"),
    ("# 量 = 3\nf()", [(0, 11, Role.CODE_BLOCK, "")], "3", Kind.CODE, False, "code"),
    ("* 1 MHz to 6 MHz: 5 W\nf()", [(0, 25, Role.CODE_BLOCK, "")], "5 W", Kind.QUANTITY, True, "asserted"),
    ("- size: 5 GB\nf()", [(0, 16, Role.CODE_BLOCK, "")], "5", Kind.CODE, False, "code"),
    (
        "5 tricks\n1. a\n2. b\n3. c\n4. d\n5. e",
        [(9 + 5 * n, 13 + 5 * n, Role.HEADING, "3") for n in range(5)] + [(0, 8, Role.HEADING, "2")],
        "5",
        Kind.LIST_COUNT,
        False,
        "parts-below",
    ),
    (
        "5 tricks\n1. a\n2. b",
        [(9, 13, Role.HEADING, "3"), (14, 18, Role.HEADING, "3"), (0, 8, Role.HEADING, "2")],
        "5",
        Kind.QUANTITY,
        True,
        "asserted",
    ),
    (
        "1 Use\n1.1 CPU 内存",
        [(0, 5, Role.HEADING, "1"), (6, 16, Role.HEADING, "2")],
        "1.1",
        Kind.ORDINAL,
        False,
        "entry-number",
    ),
    ("7 个论点\n", [(0, 5, Role.DATA_ROWS, "7")], "7 个", Kind.LIST_COUNT, False, "own-list"),
    ("最多 7 个论点\n", [(0, 8, Role.DATA_ROWS, "7")], "最多 7 个", Kind.QUANTITY, True, "asserted"),
    ("它有 7 个论点。\n", [(0, 9, Role.DATA_ROWS, "7")], "7 个", Kind.QUANTITY, True, "asserted"),
    ("∑r=1 x", [(0, 6, Role.MATH, ""), (1, 4, Role.SUBSCRIPT, "")], "1", Kind.CONSTANT, False, "index"),
    ("seen[1] there", [(4, 7, Role.FOOTNOTE_REF, "")], "1", Kind.REFERENCE, False, "mark-footnote-ref"),
    ("2026-07-29", [(0, 10, Role.FRONT_MATTER, "date")], "2026-07-29", Kind.DATE, False, "metadata-date"),
    ("\"0\"", [(0, 3, Role.CODE, "ts"), (1, 2, Role.STRING_DATA, "")], "0", Kind.CODE, False, "zero-string"),
    (
        "#\tbytes / parameter\n7\t16",
        [
            (0, 1, Role.TABLE_HEADER, "0:0:0"),
            (2, 19, Role.TABLE_HEADER, "0:0:1"),
            (20, 21, Role.TABLE_CELL, "0:1:0"),
            (22, 24, Role.TABLE_CELL, "0:1:1"),
        ],
        "7",
        Kind.ORDINAL,
        False,
        "index-column",
    ),
]  # fmt: skip


def token_of(text: str | Text, surface: str) -> Token:
    tokens = scan(text)
    parts = [part for whole in tokens for part in whole.parts]
    for token in [*tokens, *parts]:
        if token.surface == surface:
            return token
    raise AssertionError(f"no {surface!r} among {[(t.surface, t.rule) for t in tokens]}")


@pytest.mark.parametrize(
    ("text", "surface", "kind", "needs", "rule"), CASES, ids=[f"{c[4]}:{c[1][:20]}" for c in CASES]
)
def test_rule(text: str, surface: str, kind: Kind, needs: bool, rule: str) -> None:
    token = token_of(text, surface)
    assert (token.kind, token.needs_evidence, token.rule) == (kind, needs, rule)


@pytest.mark.parametrize(
    ("text", "marks", "surface", "kind", "needs", "rule"), MARKED, ids=[c[5] for c in MARKED]
)
def test_rule_of_marks(
    text: str, marks: list[tuple[int, int, Role, str]], surface: str, kind: Kind, needs: bool, rule: str
) -> None:
    token = token_of(Text(text, tuple(Mark(*mark) for mark in marks)), surface)
    assert (token.kind, token.needs_evidence, token.rule) == (kind, needs, rule)


def test_a_cell_takes_its_header_s_unit() -> None:
    text, marks, *_ = MARKED[-1]
    quantity = token_of(Text(text, tuple(Mark(*mark) for mark in marks)), "16").quantity
    assert quantity is not None
    assert quantity.unit == "B/parameter"


@pytest.mark.parametrize(
    "text",
    [
        "The only one growing",
        "It runs in half precision",
        "有成百上千个",
        "Its half-life is long",
        "a half-duplex line",
        "One day it broke",
    ],
)
def test_words_that_only_look_like_numbers(text: str) -> None:
    assert scan(text) == []


def test_formulas_keep_their_constants() -> None:
    (token,) = scan("Each rank sends 2(n−1)/n × M bytes.")
    assert [(part.surface, part.needs_evidence) for part in token.parts] == [("2", True), ("1", False)]


def rules_in_source() -> set[str]:
    """The ids given to verdicts and tokens in the source."""
    found: set[str] = set()
    for path in PACKAGE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.id if isinstance(node.func, ast.Name) else ""
            index = {"Verdict": 3, "token": 6, "Token": 6}.get(name)
            if index is not None and len(node.args) > index:
                value = node.args[index]
                if isinstance(value, ast.Constant) and isinstance(value.value, str):
                    found.add(value.value)
    return found


def test_every_rule_has_a_case() -> None:
    shown = {case[4] for case in CASES} | {case[5] for case in MARKED} | {"formula-part"}
    assert rules_in_source() - shown == set()
