"""A tokenizer trained on a few texts, as tokenizer.json: reads {"texts": [...]}.

    train-tokenizer.py bytes|words FILE < texts.json

`bytes`: pairs of bytes and the frame of RoBERTa's; `words`: pairs of letters behind a mark for
spaces, and bytes for what has no letter of its own, as Llama's.
"""

import json
import sys

from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

kind, path = sys.argv[1:]
texts = json.load(sys.stdin)["texts"]
special = ["<s>", "<pad>", "</s>", "<unk>"]
if kind == "bytes":
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    frame = lambda: processors.RobertaProcessing(("</s>", 2), ("<s>", 0), add_prefix_space=False)
else:
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>", byte_fallback=True, fuse_unk=True))
    tokenizer.normalizer = normalizers.Sequence(
        [normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")]
    )
    alphabet = []
    special += [f"<0x{byte:02X}>" for byte in range(256)]
    frame = lambda: processors.TemplateProcessing("<s> $A", special_tokens=[("<s>", 0)])
trainer = trainers.BpeTrainer(
    vocab_size=1200, special_tokens=special, initial_alphabet=alphabet, show_progress=False
)
tokenizer.train_from_iterator(texts, trainer)
tokenizer.post_processor = frame()
tokenizer.save(path)
