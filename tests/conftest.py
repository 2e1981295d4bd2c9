"""What tests of several rooms begin with."""

from collections.abc import Iterator

import pytest

from companion.store import Store


@pytest.fixture
def store() -> Iterator[Store]:
    store = Store.open(":memory:")
    yield store
    store.close()
