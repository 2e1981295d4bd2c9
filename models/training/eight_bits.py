"""Networks in eight bits: half the time on processors of today, a third of the size.

Convolutions multiply bytes (Jacob et al. 2018); how far what goes into them reaches is measured on samples. A ReLU
belongs to the convolution before it: its bytes need not reach below nought, nor be told once more. Their weights have
seven bits, for older processors add two products of bytes up in sixteen bits, and eight would overflow there. The
weights of the linear layers are kept as bytes too, but multiplied as floats: little time goes there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper

Feed = dict[str, NDArray[np.float32]]

_LINEAR = {"Gemm", "MatMul"}
_LEAST_WEIGHTS = 2000  # a smaller layer stays as it is


def in_eight_bits(path: Path, feeds: Iterable[Feed], left: str) -> bytes:
    """The ONNX network at ``path`` in eight bits. ``feeds`` are samples of its inputs, all of one shape; convolutions
    whose names match the pattern ``left`` stay in floats."""
    from onnxruntime.quantization import CalibrationMethod, QuantFormat, QuantType, quantize_static
    from onnxruntime.quantization.shape_inference import quant_pre_process

    with TemporaryDirectory() as folder:
        plain, quantized = Path(folder, "plain.onnx"), Path(folder, "quantized.onnx")
        quant_pre_process(str(path), str(plain), skip_symbolic_shape=True)
        nodes = onnx.load(str(plain)).graph.node
        quantize_static(
            str(plain),
            str(quantized),
            _reader(iter(feeds)),
            quant_format=QuantFormat.QDQ,
            op_types_to_quantize=["Conv", "Relu"],
            nodes_to_exclude=[node.name for node in nodes if re.search(left, node.name)],
            per_channel=True,
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            # What one input in a hundred thousand exceeds is cut off: it would make all steps coarser.
            calibrate_method=CalibrationMethod.Percentile,
        )
        model = onnx.load(str(quantized))
    _linear_weights_as_bytes(model.graph)
    return bytes(model.SerializeToString())


def _reader(feeds: Iterator[Feed]) -> Any:
    """The samples, as onnxruntime asks for them."""
    from onnxruntime.quantization import CalibrationDataReader

    class Reader(CalibrationDataReader):
        def get_next(self) -> Feed | None:
            return next(feeds, None)

    return Reader()


def _linear_weights_as_bytes(graph: Any) -> None:
    """Keep the weights of the graph's linear layers as bytes, with a scale for each output."""
    weights = {each.name: each for each in graph.initializer}
    for node in list(graph.node):
        weight = weights.get(node.input[1]) if node.op_type in _LINEAR else None
        if weight is None or np.prod(weight.dims) < _LEAST_WEIGHTS:
            continue
        transposed = any(each.name == "transB" and each.i for each in node.attribute)
        axis = 0 if transposed else 1  # of the outputs
        values = numpy_helper.to_array(weight)
        scale = np.abs(values).max(1 - axis) / 127 + 1e-12
        whole = np.rint(values / np.expand_dims(scale, 1 - axis)).astype(np.int8)
        parts = [f"{weight.name}_quantized", f"{weight.name}_scale", f"{weight.name}_zero"]
        arrays = whole, scale.astype(np.float32), np.zeros(len(scale), np.int8)
        made = f"{weight.name}_in_floats"
        graph.initializer.extend(
            numpy_helper.from_array(array, name) for array, name in zip(arrays, parts, strict=True)
        )
        graph.initializer.remove(weight)
        graph.node.insert(0, helper.make_node("DequantizeLinear", parts, [made], axis=axis))
        node.input[1] = made


def in_floats(graph: Any) -> dict[str, NDArray[Any]]:
    """A graph's weights by name, those kept as bytes as the floats that they stand for."""
    arrays = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    for node in graph.node:
        if node.op_type == "DequantizeLinear" and node.input[0] in arrays:
            whole, scale, zero = (arrays[name] for name in node.input)
            axis = next((each.i for each in node.attribute if each.name == "axis"), 1)
            along = [-1 if scale.ndim and at == axis else 1 for at in range(whole.ndim)]
            steps = whole.astype(np.float32) - zero.reshape(along).astype(np.float32)
            arrays[node.output[0]] = np.asarray(steps * scale.reshape(along), np.float32)
    return arrays
