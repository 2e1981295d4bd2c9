"""The quick renderer: a picture of a scene in a fraction of a second, with numpy and OpenCV alone."""
