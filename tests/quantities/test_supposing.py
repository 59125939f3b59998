"""How far a supposition reaches: every number of a text by whether it is supposed, judged by the text."""

from __future__ import annotations

import pytest

from ledger.documents.read import read
from ledger.quantities import Kind, scan

# Numbers in braces are supposed; all others are stated.
TEXTS = [
    "If you have {8 GPUs} you get 5.2x (measured).",
    "If you have {8 GPUs} that you use for {3 h}, it works.",
    "If your A100 has 80 GB of memory, it fits.",
    "If you run Llama-3 on the H100 with 80 GB, it holds 3 copies.",
    "Assume nothing: the cluster has 512 GPUs.",
    "Let us say it plainly: the training took 54 days.",
    "Imagine the scale: GPT-3 used 10000 GPUs for training.",
    "Imagine the case: {8 GPUs} used for {3 h}.",
    "We do not assume that the link reaches 25 GB/s; it does.",
    "We never assumed it. Assume {8 GPUs}.",
    "Unlike the hypothetical machine, ours has 512 GPUs.",
    "A hypothetical machine has {512 GPUs}.",
    "A model, say, GPT-3, has 175B parameters.",
    "这一假设得到了验证：吞吐提升了 1.8 倍。",
    "假设检验的结果显示，延迟下降了 12%。",
    "假如你关注成本，训练花了 557.6 万美元。",
    "Consider an A100 GPU, which has 312 TFLOPS.",
    "Consider an A100 with 80 GB of memory.",
    "Consider a cluster with {80 GB} of memory.",
    "Suppose we have {8 GPUs}. Table 2 shows that the run took 3.2 h.",
    "Suppose we have {8 GPUs}. Our tests took 3.2 h.",
    "Suppose you have {4 nodes}. The A100 has 80 GB of memory.",
    "Large models (e.g. 671B parameters in DeepSeek-V3) need more.",
    "Modern cards (e.g. 80 GB A100s) hold it.",
    "大规模集群（如 16K 张 H100）容易出错。",
    "### A simple example\n\nThe V100 has 900 GB/s of bandwidth.",
    "Suppose we have {4 GPUs}. Each then holds {16 GB}. In all they hold {64 GB}.",
    "For example, suppose a batch of {32}. It takes {3 s}.",
    "Now assume {8 nodes}. They need {2 days}. However, the run of 2021 took 5 days.",
    "Assume {8 nodes}. They need {2 days}. The paper reported 5 days for it.",
    "Suppose {4 GPUs}.\n\nThe cluster has 16 GPUs.",
    "Suppose {4 GPUs} with:\n\n- {16 GB} each\n- {2} links\n\nThe cluster has 16 GPUs.",
    "Suppose {4 GPUs}.\n\n- Each card has 16 GB.\n",
    "Suppose {4 GPUs} each.\n\n| cards | memory |\n|---|---|\n| {16} cards | {5 GB} |\n\nIt has 80 GB.",
    "A model of, say, {8 GB} fits. A card has 80 GB.",
    "It keeps 12 bytes. Suppose {4 GPUs}.",
    "The team assumed it. It has 80 GB.",
    "We consider a cluster of 64 GPUs. It has 8 nodes.",
    "Assuming 4 GPUs in all, it takes 3 s. The run took 5 s.",
    "These figures assume 4 occupants and 2 cars.",
    "It costs $5 for a day, assuming 250 KB a page (250 TB in all), or 0.2 of it.",
    "Assuming that the higher figure holds:\n\n- it takes 3 s\n- it has 16 GB",
    "If you compare the range of 135 km with it, the cell holds 25 kWh.",
    "Imagine a large network. It has 80 GB a card.",
    "举例来说，我们假设在 {1 Mbps} 的线路中传送文件。需要 {10 秒}，而另一条只需 {0.1 秒}。",
    "假设有 {8 张} GPU。每张存 {16 GB}。但实际上每张只有 12 GB。",
    "假设每行为 {1 KB}，实际上通常是 2 KB。",
    "假设参数量为 P，混合精度下每个参数占 16 字节。",
    "假设序列长度为 s，每层激活占 34 字节。每张卡有 80 GB。",
    "这是一个假设。每张卡有 80 GB。",
    "If you run it with {8 GPUs}, it needs 80 GB.",
    "If you send more than 100 requests per second, it answers 429 times.",
    "If your batch has {32 rows}, it fits.",
    "If the block exceeds 64 KB, it is split.",
    "如果你有 {8 张} 卡，需要 80 GB。",
    "如果你每秒发送超过 100 次请求，就会被限流。",
    "Keep the value short (e.g. {64 KB}) and send it.",
    "It takes short values, such as {64 KB}, only.",
    "Long inputs (e.g., {2000 tokens}) are cut.",
    "长序列（如 {2000 个} 词）会被截断。",
    "上限（例如 {90 GB}）由用户给出。",
    "Large models (e.g., GPT-3 with 175B parameters) need more.",
    "大模型（如 GPT-3 有 175B 参数）需要更多。",
    "A network such as that of 2019 has 12 layers.",
    "**Example:**\n\n- memory: {80 GB}\n- in use: {72 GB}\n\nA real card has 96 GB.",
    "**数值例子**（{80 GB} 显存）：\n\n- 权重：{35 GB}\n- 激活：{10 GB}\n\n真实的卡有 96 GB。",
    "**Example** (Llama-2):\n\n- memory: 80 GB\n",
    "**数值例子**（以 Qwen-3 为例）：\n\n- 层数：80 层\n",
    "## Example calculation\n\nThe card has {80 GB}. It keeps {72 GB}.\n\n## Results\n\nIt took 96 s.",
    "# 二、配餐示例（以 {70 kg} 的人为例）\n\n# 早餐\n\n燕麦 {50 g}。\n\n# 三、结果\n\n用了 80 g。",
    "# 二、配餐示例（以 GPT-3 为例）\n\n它有 96 层。",
    "以每卡处理 {64K} 词为例，缓存约为 4 GB。",
    "以 Qwen 0.5B 为例，缓存约为 4 GB。",
    "## Example\n\nGPT-3 was reported to need 80 GB.",
    "**Worked Example:** a bill.\n\n- usage: {930 kWh}\n- period: {30 days}\n\nA real bill has 31 days.",
    "假设每节点有{八张} GPU；那么 16 张要跨节点。",
    "例如，假设每节点有{八张} GPU，那么{16 张}要跨节点。",
    "推荐依次尝试：把 70B 切开。",
    "加餐（如 {1 个} 苹果 + {10 颗} 杏仁）要少。正餐（约 2 碗）要够。",
    "Use a short one (e.g. {64 KB} or {32 KB}), not 2 MB.",
    "![](a.png)\n\nExample schedule for {8 GPUs} and {20 batches} in {two ways}. It takes 5 s.",
    "Example 3 has 80 GB.",
    "For example, a {256-GPU} setup means that we deploy 16 servers.",
    "It is an 80 GB card, for example.",
    "Take a small one (e.g. {8 GPUs}: we measured 312 GB/s).",
    "假设有 {4 张} 卡。我们测得 312 GB/s。",
    "Examples:\n\nThe card has 80 GB.",
]


@pytest.mark.parametrize("text", TEXTS)
def test_each_number_is_supposed_or_stated(text: str) -> None:
    page = text.replace("{", "").replace("}", "")
    tokens = scan(read("page.md", page).text)
    supposed = [token.surface for token in tokens if token.kind is Kind.EXAMPLE]
    assert supposed == [part.split("}")[0] for part in text.split("{")[1:]]
    assert not any(token.needs_evidence for token in tokens if token.kind is Kind.EXAMPLE)


def test_openers_one_after_another_take_no_longer_than_their_length() -> None:
    assert scan("以a为例" * 49 + "x，假设有 4 张卡")
