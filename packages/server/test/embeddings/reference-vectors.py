"""Vectors of texts by Hugging Face's tokenizers and Python's onnxruntime, as sentence-transformers
makes them of such a folder: reads {"texts": [...]} and prints {"ids": [...], "vectors": [...]}.

    reference-vectors.py FOLDER MOST_TOKENS mean|cls < texts.json
"""

import json
import os
import sys

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

folder, most_tokens, pooling = sys.argv[1:]
tokenizer = Tokenizer.from_file(os.path.join(folder, "tokenizer.json"))
tokenizer.no_padding()
tokenizer.enable_truncation(int(most_tokens))
session = onnxruntime.InferenceSession(os.path.join(folder, "model.onnx"))
ids, vectors = [], []
for text in json.load(sys.stdin)["texts"]:
    encoded = tokenizer.encode(text)
    feeds = {
        "input_ids": np.array([encoded.ids], np.int64),
        "attention_mask": np.array([encoded.attention_mask], np.int64),
        "token_type_ids": np.array([encoded.type_ids], np.int64),
    }
    feeds = {one.name: feeds[one.name] for one in session.get_inputs()}
    (states,) = session.run(["last_hidden_state"], feeds)
    vector = states[0, 0] if pooling == "cls" else states[0].mean(axis=0)
    ids.append(encoded.ids)
    vectors.append((vector / np.linalg.norm(vector)).tolist())
json.dump({"ids": ids, "vectors": vectors}, sys.stdout)
