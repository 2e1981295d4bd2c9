"""What tests of several rooms begin with."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.record.store import Store


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whole recordings take minutes each: begun first, no processor waits for another's at the end."""
    items.sort(key=lambda item: "end_to_end" not in item.path.parts)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where one mark alone is asked for, files without it are not even read: imports take longer than some tests."""
    asked = config.getoption("markexpr")
    if asked not in ("timed", "long") or collection_path.suffix != ".py":
        return None
    return f"mark.{asked}" not in collection_path.read_text("utf-8") or None


@pytest.fixture
def store() -> Iterator[Store]:
    store = Store.open(":memory:")
    yield store
    store.close()
