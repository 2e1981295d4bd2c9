"""The live session: Readings become Acts, Acts become Verdicts, and every one is stored before it is shown."""
