"""The user's own authority: what it certifies, where it is kept, and when it is made anew."""

from __future__ import annotations

import ssl
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509

from companion.errors import UserError
from webui.certificates import PRIVATE, own_certificates

NAMES = ["192.168.1.20", "10.0.0.7"]
NOW = datetime(2026, 3, 1, tzinfo=UTC)


def leaf(folder: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate((folder / "leaf.pem").read_bytes())


def authority(folder: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate((folder / "authority.pem").read_bytes())


def certified(folder: Path) -> set[str]:
    names = leaf(folder).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {str(name.value) for name in names}


def test_it_certifies_this_machines_addresses_and_localhost(tmp_path: Path) -> None:
    own_certificates(tmp_path, NAMES, NOW)
    assert certified(tmp_path) == {*NAMES, "localhost", "127.0.0.1"}
    leaf(tmp_path).verify_directly_issued_by(authority(tmp_path))


def test_a_server_can_use_them(tmp_path: Path) -> None:
    files = own_certificates(tmp_path, NAMES)
    ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(files.leaf, files.key)
    ssl.create_default_context(cafile=str(files.authority))


def test_keys_are_for_the_user_alone(tmp_path: Path) -> None:
    own_certificates(tmp_path / "certificates", NAMES)
    for key in ("authority.key", "leaf.key"):
        assert stat.S_IMODE((tmp_path / "certificates" / key).stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "certificates").stat().st_mode) == 0o700


def test_what_holds_is_kept(tmp_path: Path) -> None:
    own_certificates(tmp_path, NAMES, NOW)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    own_certificates(tmp_path, reversed(NAMES), NOW + timedelta(days=300))
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_another_address_means_another_leaf_of_the_same_authority(tmp_path: Path) -> None:
    own_certificates(tmp_path, NAMES, NOW)
    before = authority(tmp_path)
    own_certificates(tmp_path, ["192.168.1.21"], NOW)
    assert "192.168.1.21" in certified(tmp_path) and "192.168.1.20" not in certified(tmp_path)
    assert authority(tmp_path) == before, "who trusts it need not do so again"


def test_a_leaf_is_renewed_before_its_time_is_up(tmp_path: Path) -> None:
    own_certificates(tmp_path, NAMES, NOW)
    later = NOW + timedelta(days=380)
    own_certificates(tmp_path, NAMES, later)
    assert leaf(tmp_path).not_valid_after_utc > later + timedelta(days=300)


@pytest.mark.parametrize("spoilt", ["leaf.pem", "leaf.key", "authority.pem", "authority.key"])
def test_what_is_spoilt_or_gone_is_made_anew(tmp_path: Path, spoilt: str) -> None:
    own_certificates(tmp_path, NAMES)
    (tmp_path / spoilt).write_text("scribble")
    files = own_certificates(tmp_path, NAMES)
    ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(files.leaf, files.key)
    leaf(tmp_path).verify_directly_issued_by(authority(tmp_path))
    (tmp_path / spoilt).unlink()
    own_certificates(tmp_path, NAMES)
    leaf(tmp_path).verify_directly_issued_by(authority(tmp_path))


def test_the_authority_can_certify_nothing_beyond_private_networks(tmp_path: Path) -> None:
    own_certificates(tmp_path, [*NAMES, "8.8.8.8", "bank.example"])
    assert not {"8.8.8.8", "bank.example"} & certified(tmp_path)
    limits = authority(tmp_path).extensions.get_extension_for_class(x509.NameConstraints)
    assert limits.critical
    assert {str(name.value) for name in limits.value.permitted_subtrees or ()} == {
        *PRIVATE,
        "localhost",
        "local",
    }
    basic = authority(tmp_path).extensions.get_extension_for_class(x509.BasicConstraints).value
    assert basic.ca and basic.path_length == 0


def test_a_folder_that_cannot_be_used_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match=r"cannot keep certificates .* TABLEREF_HOME"):
        own_certificates(tmp_path / "file" / "certificates", NAMES)
