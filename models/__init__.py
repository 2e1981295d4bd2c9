"""The shipped ONNX networks, and how they come about: scenes, training, evaluation."""
