"""A certificate authority of the user's own, so that a phone in the same network can open a secure page.

Browsers lend cameras to secure pages only, and nobody certifies the addresses of a home network. So the program
makes an authority (kept in the user's data folder, its key for the user alone) and lets it certify this machine.
The authority is limited to private addresses (RFC 5280, section 4.2.1.10): whoever trusts it is not exposed
elsewhere, even if its key were stolen.
"""

from __future__ import annotations

import contextlib
import ipaddress
import os
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from companion.errors import UserError

AUTHORITY_DAYS = 3650
LEAF_DAYS = 397  # the longest that every browser accepts
RENEW_DAYS = 30
PRIVATE = (  # and 192.0.2.0/24, which some containers and test networks use
    *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10", "127.0.0.0/8"),
    *("192.0.2.0/24", "fc00::/7", "fe80::/10", "::1/128"),
)
LOCAL_NAMES = ("localhost", "local")


@dataclass(frozen=True)
class Certificates:
    """The files that a server needs, and the authority's certificate that a person may choose to trust."""

    authority: Path
    leaf: Path
    key: Path


def own_certificates(folder: Path, names: Iterable[str], now: datetime | None = None) -> Certificates:
    """Return certificates in `folder` for this machine's `names` (addresses, and names under `.local`).

    What is there is kept while it holds: the leaf is made anew where the names differ or its time runs out, the
    authority where its time runs out. Names outside the private ranges are left out, since the authority may
    not certify them. Raises UserError where the folder cannot be written.
    """
    now = now or datetime.now(UTC)
    wanted = {name for name in names if _may_certify(name)} | {"localhost", "127.0.0.1"}
    files = Certificates(folder / "authority.pem", folder / "leaf.pem", folder / "leaf.key")
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        authority, authority_key = _authority(folder, now)
        if not _holds(files, authority, wanted, now):
            _make_leaf(files, authority, authority_key, wanted, now)
    except OSError as error:
        raise UserError(
            "no_certificates",
            "cannot keep certificates in {folder}: {why}: set TABLEREF_HOME to another folder",
            folder=folder,
            why=error.strerror or error,
        ) from error
    return files


def _may_certify(name: str) -> bool:
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return name == "localhost" or name.endswith(".local")
    return any(address in ipaddress.ip_network(net) for net in PRIVATE)


def _authority(folder: Path, now: datetime) -> tuple[Any, Any]:
    """Return the authority's certificate and key, made anew where they are missing, spoilt or too old."""
    from cryptography import x509
    from cryptography.hazmat.primitives import serialization

    pem, key_file = folder / "authority.pem", folder / "authority.key"
    with contextlib.suppress(FileNotFoundError, ValueError):
        certificate = x509.load_pem_x509_certificate(pem.read_bytes())
        key = serialization.load_pem_private_key(key_file.read_bytes(), None)
        fits = certificate.public_key() == key.public_key()
        if fits and certificate.not_valid_after_utc > now + timedelta(days=LEAF_DAYS):
            return certificate, key
    certificate, key = _new_authority(now)
    _write(key_file, _key_pem(key))
    _write(pem, certificate.public_bytes(serialization.Encoding.PEM))
    return certificate, key


def _new_authority(now: datetime) -> tuple[Any, Any]:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    # The day makes it possible to tell two apart in a phone's list.
    name = _name(f"tableref on this network, {now:%Y-%m-%d}")
    permitted = [x509.IPAddress(ipaddress.ip_network(net)) for net in PRIVATE]
    limits = x509.NameConstraints([*permitted, *map(x509.DNSName, LOCAL_NAMES)], None)
    builder = (
        _begun(name, name, key, now, AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(sign_others=True), critical=True)
        .add_extension(limits, critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )
    return builder.sign(key, hashes.SHA256()), key


def _make_leaf(
    files: Certificates, authority: Any, authority_key: Any, names: set[str], now: datetime
) -> None:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID

    key = ec.generate_private_key(ec.SECP256R1())
    issuer = authority_key.public_key()
    certificate = (
        _begun(_name("tableref"), authority.subject, key, now, LEAF_DAYS)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(sign_others=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(list(map(_alternative, sorted(names)))), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer), critical=False)
        .sign(authority_key, hashes.SHA256())
    )
    _write(files.key, _key_pem(key))
    _write(files.leaf, certificate.public_bytes(serialization.Encoding.PEM))


def _holds(files: Certificates, authority: Any, names: set[str], now: datetime) -> bool:
    """Whether the leaf there is this authority's, of these names, of this key, and good for a while."""
    from cryptography import x509
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives import serialization

    try:
        leaf = x509.load_pem_x509_certificate(files.leaf.read_bytes())
        key = serialization.load_pem_private_key(files.key.read_bytes(), None)
        leaf.verify_directly_issued_by(authority)
        told = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (FileNotFoundError, ValueError, TypeError, InvalidSignature, x509.ExtensionNotFound):
        return False
    fits = leaf.public_key() == key.public_key() and {str(entry.value) for entry in told} == names
    return fits and leaf.not_valid_before_utc <= now < leaf.not_valid_after_utc - timedelta(days=RENEW_DAYS)


def _begun(subject: Any, issuer: Any, key: Any, now: datetime, days: int) -> Any:
    from cryptography import x509

    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))  # a phone's clock may be behind
        .not_valid_after(now + timedelta(days=days))
    )


def _usage(sign_others: bool) -> Any:
    from cryptography import x509

    return x509.KeyUsage(
        digital_signature=not sign_others,
        key_cert_sign=sign_others,
        crl_sign=sign_others,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _name(common: str) -> Any:
    from cryptography import x509
    from cryptography.x509.oid import NameOID

    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])


def _alternative(name: str) -> Any:
    from cryptography import x509

    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _key_pem(key: Any) -> bytes:
    from cryptography.hazmat.primitives import serialization

    pem: bytes = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return pem


def _write(path: Path, content: bytes) -> None:
    """Write the file whole or not at all, readable by the user alone from its first moment on."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name)  # made with mode 0600
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
