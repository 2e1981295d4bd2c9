"""What tests of several rooms begin with."""

from collections.abc import Iterator

import pytest

from companion.record.store import Store


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whole recordings take minutes each: begun first, no processor waits for another's at the end."""
    items.sort(key=lambda item: "end_to_end" not in item.path.parts)


@pytest.fixture
def store() -> Iterator[Store]:
    store = Store.open(":memory:")
    yield store
    store.close()
