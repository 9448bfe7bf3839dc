"""docs/formats/rfc3161.md: timestamps of an authority, and the check `seal`.

Decides: the token and its signature (steps 1 to 10), a path to a trusted certificate by names, validity, authority,
key usage, lengths and signatures (step 11), and times (step 12).
Does not decide: revocation, name constraints, certificate policies, whom EU trusted lists name, and so the check
`qualified`. A token or path that has one of these is told by `Seal.undecided`.
"""

import hashlib
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa

from . import der
from .der import Fields, Value
from .faults import Malformed, Open, require

HASHES = {
    "2.16.840.1.101.3.4.2.1": ("SHA-256", hashes.SHA256()),
    "2.16.840.1.101.3.4.2.2": ("SHA-384", hashes.SHA384()),
    "2.16.840.1.101.3.4.2.3": ("SHA-512", hashes.SHA512()),
}
SHA1 = "1.3.14.3.2.26"
WEAK = {SHA1, "1.2.840.113549.2.2", "1.2.840.113549.2.4", "1.2.840.113549.2.5"}
RSA, PSS, EC_KEY, ED25519 = "1.2.840.113549.1.1.1", "1.2.840.113549.1.1.10", "1.2.840.10045.2.1", "1.3.101.112"
MGF1 = "1.2.840.113549.1.1.8"
# Of a signature's algorithm: the key it asks for, and the hash that it names.
SIGNATURES = {
    **{f"1.2.840.113549.1.1.{11 + at}": (RSA, oid) for at, oid in enumerate(HASHES)},
    **{f"1.2.840.10045.4.3.{2 + at}": (EC_KEY, oid) for at, oid in enumerate(HASHES)},
    **{old: (RSA, SHA1) for old in ("1.2.840.113549.1.1.2", "1.2.840.113549.1.1.4", "1.2.840.113549.1.1.5", "1.3.14.3.2.29")},
    "1.2.840.10045.4.1": (EC_KEY, SHA1),
    RSA: (RSA, None),
    ED25519: (ED25519, None),
}
EC_SIGNATURES = [oid for oid, (key, _) in SIGNATURES.items() if key == EC_KEY]
CMS = "1.2.840.113549.1.9"
SIGNED_DATA, TST_INFO = "1.2.840.113549.1.7.2", f"{CMS}.16.1.4"
CONTENT_TYPE, MESSAGE_DIGEST, PROTECTION = f"{CMS}.3", f"{CMS}.4", f"{CMS}.52"
ESS_V1, ESS_V2 = f"{CMS}.16.2.12", f"{CMS}.16.2.47"
TIME_STAMPING = "1.3.6.1.5.5.7.3.8"
PROCESSED = {
    "2.5.29.15", "2.5.29.17", "2.5.29.19", "2.5.29.30", "2.5.29.32", "2.5.29.33", "2.5.29.36", "2.5.29.37", "2.5.29.54", "2.5.29.31",
}  # fmt: skip
# Name constraints, policy mappings and constraints, inhibitAnyPolicy.
UNJUDGED = {"2.5.29.30", "2.5.29.33", "2.5.29.36", "2.5.29.54"}
ALGORITHM_KEY_OIDS = {rsa.RSAPublicKey: RSA, ec.EllipticCurvePublicKey: EC_KEY, ed25519.Ed25519PublicKey: ED25519}

@dataclass
class Token:
    status: int
    imprint_oid: str
    imprint: bytes
    gen_time: datetime
    accuracy: timedelta | None
    tst_info: bytes
    tsa: Value | None
    certificates: list[bytes]
    has_crls: bool
    signer: Value
    sid: Value
    digest_oid: str
    attributes: list[Value] | None
    attributes_raw: bytes
    attribute_values: dict[str, list[Value]]
    signature_algorithm: Value
    signature: bytes
    digest_oids: list[str]
    versions: tuple[int, int]
    least_version: int
    critical_extension: bool

@dataclass
class Seal:
    status: str
    code: str
    token: Token | None = None
    undecided: list[str] = field(default_factory=list)

def algorithm_of(value: Value) -> str:
    fields = value.list()
    require(1 <= len(fields) <= 2, "der_unexpected")
    return fields[0].oid()

def read_tokens(raw: bytes) -> Token | int:
    """Step 1. The status alone, if the response has no token."""
    root = der.parse(raw)
    fields = Fields(root.list())
    status = 0
    if not (fields.rest and fields.rest[0].tag == der.OID):
        info = Fields(fields.take(der.SEQUENCE).children)
        status = info.take(der.INTEGER).integer()
        require(0 <= status <= 5, "tsp_status_unknown")
        text, failure = info.optional(der.SEQUENCE), info.optional(der.BITS)
        del text, failure
        info.end()
        require(bool(fields.rest) or status > 1, "tsp_token_missing")
        require(not fields.rest or status < 2, "tsp_token_unexpected")
        if not fields.rest:
            return status
        token = fields.take(der.SEQUENCE)
        fields.end()
        fields = Fields(token.children)
    require(fields.take().oid() == SIGNED_DATA, "tsp_not_signed_data")
    outer = fields.take(0xA0)
    fields.end()
    require(len(outer.children) == 1, "der_unexpected")
    return _signed_data(Fields(outer.children[0].list()), status)

def _signed_data(fields: Fields, status: int) -> Token:
    version = fields.take(der.INTEGER).integer()
    digests = [algorithm_of(each) for each in fields.take(der.SET).children]
    content = Fields(fields.take(der.SEQUENCE).children)
    require(content.take().oid() == TST_INFO, "tsp_not_a_timestamp")
    wrapped = content.take(0xA0)
    content.end()
    require(len(wrapped.children) == 1, "der_unexpected")
    tst_info = wrapped.children[0].octets()
    certificates, crls = fields.optional(0xA0), fields.optional(0xA1)
    signers = fields.take(der.SET).children
    fields.end()
    require(len(certificates.children if certificates else []) <= 32, "tsp_too_many")
    require(len(crls.children if crls else []) <= 16, "tsp_too_many")
    require(len(signers) == 1, "tsp_signer_count")
    kinds = {each.tag for each in certificates.children} if certificates else set()
    others = {each.tag for each in crls.children} if crls else set()
    least = 5 if 0xA3 in kinds or 0xA1 in others else 4 if 0xA2 in kinds else 3
    signer = Fields(signers[0].list())
    signer_version = signer.take(der.INTEGER).integer()
    sid = signer.take(der.SEQUENCE, 0x80)
    if sid.tag == der.SEQUENCE:
        require(len(sid.children) == 2 and sid.children[0].tag == der.SEQUENCE, "der_unexpected")
        sid.children[1].integer()
        _folded(sid.children[0].raw)
    digest_oid = algorithm_of(signer.take(der.SEQUENCE))
    attributes = signer.optional(0xA0)
    signature_algorithm = signer.take(der.SEQUENCE)
    algorithm_of(signature_algorithm)
    signature = signer.take(der.OCTETS).content
    unsigned = signer.optional(0xA1)
    signer.end()
    require(len(unsigned.children if unsigned else []) <= 64, "tsp_too_many")
    values = _attributes(attributes.children) if attributes else {}
    return Token(
        status, **_tst_info(tst_info), tst_info=tst_info, signer=signers[0], sid=sid, digest_oid=digest_oid,
        certificates=[each.raw for each in certificates.children if each.tag == der.SEQUENCE] if certificates else [],
        has_crls=bool(crls and crls.children), attributes=attributes.children if attributes else None,
        attributes_raw=b"\x31" + attributes.raw[1:] if attributes else b"", attribute_values=values,
        signature_algorithm=signature_algorithm, signature=signature, digest_oids=digests,
        versions=(version, signer_version), least_version=least,
    )  # fmt: skip

def _attributes(attributes: list[Value]) -> dict[str, list[Value]]:
    require(len(attributes) <= 64, "tsp_too_many")
    require([each.raw for each in attributes] == sorted(each.raw for each in attributes), "tsp_attribute_order")
    values: dict[str, list[Value]] = {}
    for attribute in attributes:
        fields = Fields(attribute.list())
        oid, found = fields.take().oid(), fields.take(der.SET).children
        fields.end()
        require(oid not in values, "tsp_attribute_duplicate")
        require(found and [each.raw for each in found] == sorted(each.raw for each in found), "tsp_attribute_malformed")
        require(len(found) == 1 or oid not in (CONTENT_TYPE, MESSAGE_DIGEST, PROTECTION, ESS_V1, ESS_V2), "tsp_attribute_malformed")
        values[oid] = found
        if oid in FORMS:
            FORMS[oid](found[0])
    return values

def _ess(value: Value) -> list[Value]:
    """The identifiers of certificates; the first is the signer's."""
    fields = Fields(value.list())
    ids = fields.take(der.SEQUENCE).children
    fields.optional(der.SEQUENCE)
    fields.end()
    require(ids, "tsp_attribute_malformed")
    for each in ids:
        parts = Fields(each.list())
        if parts.rest and parts.rest[0].tag == der.SEQUENCE:
            algorithm_of(parts.take())
        parts.take(der.OCTETS)
        named = parts.optional(der.SEQUENCE)
        require(named is None or len(named.children) == 2 and named.children[0].tag == der.SEQUENCE, "der_unexpected")
        parts.end()
    return ids

def _protection(value: Value) -> tuple[Value, Value | None]:
    fields = Fields(value.list())
    digest, signature, mac = fields.take(der.SEQUENCE), fields.optional(0xA1), fields.optional(0xA2)
    fields.end()
    algorithm_of(digest)
    require(signature is not None and mac is None, "der_unexpected")
    return digest, signature

FORMS = {CONTENT_TYPE: Value.oid, MESSAGE_DIGEST: Value.octets, ESS_V1: _ess, ESS_V2: _ess, PROTECTION: _protection}

def _tst_info(raw: bytes) -> dict[str, object]:
    fields = Fields(der.parse(raw, 65_536, 4096, 24).list())
    require(fields.take(der.INTEGER).integer() == 1, "tsp_version")
    fields.take().oid()
    imprint = fields.take(der.SEQUENCE).children
    require(len(imprint) == 2, "der_unexpected")
    oid, digest = algorithm_of(imprint[0]), imprint[1].octets()
    lengths = {SHA1: 20, **{oid: known.digest_size for oid, (_, known) in HASHES.items()}}
    require(len(digest) == lengths.get(oid, len(digest)), "tsp_imprint_length")
    serial = fields.take(der.INTEGER)
    serial.integer()
    gen_time = fields.take(der.GENERALIZED).time()
    accuracy = fields.optional(der.SEQUENCE)
    ordering = fields.optional(der.BOOLEAN)
    if ordering:
        ordering.boolean()
    nonce = fields.optional(der.INTEGER)
    if nonce:
        nonce.integer()
    require(len(serial.content) <= 65 and (nonce is None or len(nonce.content) <= 65), "tsp_integer")
    tsa, extensions = fields.optional(0xA0), fields.optional(0xA1)
    fields.end()
    require(tsa is None or len(tsa.children) == 1, "der_unexpected")
    critical = False
    for extension in extensions.children if extensions else []:
        parts = Fields(extension.list())
        parts.take().oid()
        is_critical = parts.optional(der.BOOLEAN)
        critical = critical or bool(is_critical and is_critical.boolean())
        parts.take(der.OCTETS)
        parts.end()
    return {
        "imprint_oid": oid, "imprint": digest, "gen_time": gen_time, "tsa": tsa.children[0] if tsa else None,
        "accuracy": _accuracy(accuracy) if accuracy else None, "critical_extension": critical,
    }  # fmt: skip

def _accuracy(value: Value) -> timedelta:
    fields, total = Fields(value.children), timedelta()
    seconds, millis, micros = fields.optional(der.INTEGER), fields.optional(0x80), fields.optional(0x81)
    fields.end()
    if seconds:
        require(0 <= seconds.integer() < 2**31, "tsp_accuracy")
        total += timedelta(seconds=seconds.integer())
    for part, unit in ((millis, "milliseconds"), (micros, "microseconds")):
        if part:
            require(1 <= part.integer() <= 999, "tsp_accuracy")
            total += timedelta(**{unit: part.integer()})
    return total

# --- The signer and its signature

def load(raw: bytes) -> x509.Certificate | None:
    """A certificate; None if it cannot be read, which counts as missing."""
    try:
        tbs, algorithm, _ = der.parse(raw, 65_536, 16_384, 24).list()
        require(any(each.raw == algorithm.raw for each in tbs.list()[1:3]), "algorithms differ")
        certificate = x509.load_der_x509_certificate(raw)
        list(certificate.extensions), certificate.subject, certificate.issuer, certificate.not_valid_after_utc
        return certificate
    except (Malformed, ValueError, UnsupportedAlgorithm, x509.DuplicateExtension, TypeError):
        return None

def name_key(name: x509.Name) -> tuple[tuple[tuple[str, str], ...], ...]:
    """RFC 5280, section 7.1: case, spaces and the type of a string do not count."""
    return tuple(tuple(sorted((a.oid.dotted_string, " ".join(str(a.value).casefold().split())) for a in rdn)) for rdn in name.rdns)

def _find_signer(token: Token, certificates: list[x509.Certificate]) -> x509.Certificate:
    def is_named(certificate: x509.Certificate) -> bool:
        if token.sid.tag == 0x80:
            try:
                identifier = certificate.extensions.get_extension_for_class(x509.SubjectKeyIdentifier)
            except x509.ExtensionNotFound:
                return False
            return identifier.value.digest == token.sid.content
        issuer, serial = token.sid.children
        return certificate.serial_number == serial.integer() and _same_name(issuer.raw, certificate.issuer)

    named = [each for each in certificates if is_named(each)]
    if not named:
        raise Open("signer_certificate_missing")
    return next((each for each in named if not _ess_fault(token, each)), named[0])

def _same_name(raw: bytes, name: x509.Name) -> bool:
    return raw == name.public_bytes() or _folded(raw) == _folded(name.public_bytes())

def _folded(raw: bytes) -> list[list[tuple[bytes, str]]]:
    def text(value: Value) -> str:
        try:
            return " ".join(value.content.decode({12: "utf-8", 30: "utf-16-be"}.get(value.tag, "latin-1")).casefold().split())
        except UnicodeDecodeError:
            raise Malformed("x509_name_malformed") from None

    folded = []
    for rdn in der.parse(raw).list():
        require(rdn.tag == der.SET and rdn.children, "x509_name_malformed")
        for part in rdn.children:
            require(len(part.list()) == 2, "x509_name_malformed")
            part.children[0].oid()
        folded.append(sorted((part.children[0].raw, text(part.children[1])) for part in rdn.children))
    return folded

def _ess_fault(token: Token, certificate: x509.Certificate) -> str | None:
    """Step 7."""
    raw = certificate.public_bytes(_DER)
    if ESS_V1 not in token.attribute_values and ESS_V2 not in token.attribute_values:
        return "signing_certificate_missing"
    for kind in (ESS_V1, ESS_V2):
        if kind not in token.attribute_values:
            continue
        fields = Fields(_ess(token.attribute_values[kind][0])[0].list())
        oid = SHA1 if kind == ESS_V1 else "2.16.840.1.101.3.4.2.1"
        if kind == ESS_V2 and fields.rest and fields.rest[0].tag == der.SEQUENCE:
            oid = algorithm_of(fields.take())
        digest = fields.take(der.OCTETS).content
        issuer_serial = fields.optional(der.SEQUENCE)
        fields.end()
        if digest != digest_of(oid, raw):
            return "signing_certificate_mismatch"
        if issuer_serial:
            names, serial = issuer_serial.children
            fits = any(each.tag == 0xA4 and _same_name(each.children[0].raw, certificate.issuer) for each in names.children)
            if not fits or serial.integer() != certificate.serial_number:
                return "signing_certificate_mismatch"
    return None

def _check_attributes(token: Token) -> None:
    """Step 6."""
    values = token.attribute_values
    require(token.attributes is not None, "signed_attributes_missing")
    require(CONTENT_TYPE in values and values[CONTENT_TYPE][0].oid() == TST_INFO, "content_type_mismatch")
    digest = digest_of(token.digest_oid, token.tst_info)
    require(MESSAGE_DIGEST in values and values[MESSAGE_DIGEST][0].octets() == digest, "message_digest_mismatch")
    if PROTECTION in values:
        hashed, named = _protection(values[PROTECTION][0])
        same = algorithm_of(hashed) == token.digest_oid and b"\x30" + named.raw[1:] == token.signature_algorithm.raw
        require(same, "algorithm_protection_mismatch")

def digest_of(oid: str, data: bytes) -> bytes:
    """SHA-1 is computed: what it contradicts is contradicted. That it is too weak is told later."""
    if oid != SHA1:
        strong(oid)
    return hashlib.new("sha1" if oid == SHA1 else HASHES[oid][1].name, data).digest()

def strong(oid: str) -> None:
    if oid not in HASHES:
        raise Open("hash_too_weak" if oid in WEAK else "algorithm_unsupported")

def _check_form(token: Token) -> None:
    """Step 8."""
    require(token.versions == (token.least_version, 1 if token.sid.tag == der.SEQUENCE else 3), "cms_version_mismatch")
    require(token.digest_oid in token.digest_oids, "digest_algorithm_mismatch")
    require(not token.critical_extension, "critical_token_extension")

def _extension(certificate: x509.Certificate, kind: type) -> x509.Extension | None:
    try:
        return certificate.extensions.get_extension_for_class(kind)
    except x509.ExtensionNotFound:
        return None

def _check_purpose(token: Token, certificate: x509.Certificate) -> None:
    """Step 9."""
    usage = _extension(certificate, x509.ExtendedKeyUsage)
    purposes = [each.dotted_string for each in usage.value] if usage else []
    require(TIME_STAMPING in purposes, "signer_purpose_missing")
    require(len(purposes) == 1, "signer_purpose_not_alone")
    require(usage.critical, "signer_purpose_not_critical")
    key_usage = _extension(certificate, x509.KeyUsage)
    if key_usage:
        value = key_usage.value
        others = (value.key_encipherment, value.data_encipherment, value.key_agreement, value.key_cert_sign, value.crl_sign)
        require((value.digital_signature or value.content_commitment) and not any(others), "signer_key_usage")
    if token.tsa is not None:
        names = [certificate.subject.public_bytes()] if token.tsa.tag == 0xA4 else []
        alternative = _extension(certificate, x509.SubjectAlternativeName)
        listed = [each.raw for each in der.parse(alternative.value.public_bytes()).children] if alternative else []
        fits = token.tsa.raw in listed or any(_folded(token.tsa.children[0].raw) == _folded(name) for name in names)
        require(fits, "tsa_name_mismatch")

def check_signature(algorithm: Value, digest_oid: str | None, key_certificate: x509.Certificate, signature: bytes, data: bytes) -> None:
    """Step 10, and the signatures of certificates, which name no hash beside the algorithm."""
    oid = algorithm.children[0].oid()
    if digest_oid is not None:
        strong(digest_oid)
    try:
        key = key_certificate.public_key()
    except (ValueError, UnsupportedAlgorithm) as error:
        unsupported = isinstance(error, UnsupportedAlgorithm)
        raise (Open("algorithm_unsupported") if unsupported else Malformed("key_malformed")) from None
    key_oid = next((oid for kind, oid in ALGORITHM_KEY_OIDS.items() if isinstance(key, kind)), None)
    is_pss_key = key_certificate.public_key_algorithm_oid.dotted_string == PSS
    if oid == PSS:
        hash_oid, salt = _pss(algorithm)
        wanted = RSA
    elif oid in SIGNATURES:
        wanted, hash_oid = SIGNATURES[oid]
        hash_oid, salt = hash_oid or digest_oid, 0
        require(not (wanted == RSA and is_pss_key), "algorithm_mismatch")
    else:
        raise Open("algorithm_unsupported")
    if oid in (ED25519, *EC_SIGNATURES):
        require(len(algorithm.children) == 1, "algorithm_mismatch")
    if oid == ED25519:
        require(digest_oid in (None, "2.16.840.1.101.3.4.2.3"), "algorithm_mismatch")
    else:
        strong(hash_oid or SHA1)
        require(digest_oid in (None, hash_oid), "algorithm_mismatch")
    require(key_oid == wanted, "algorithm_mismatch")
    if isinstance(key, rsa.RSAPublicKey) and key.key_size < 2048:
        raise Open("key_too_weak")
    try:
        if isinstance(key, ed25519.Ed25519PublicKey):
            key.verify(signature, data)
            return
        chosen = HASHES[hash_oid][1]
        if isinstance(key, ec.EllipticCurvePublicKey):
            if key.curve.name not in ("secp256r1", "secp384r1", "secp521r1"):
                raise Open("algorithm_unsupported")
            key.verify(signature, data, ec.ECDSA(chosen))
        elif oid == PSS:
            key.verify(signature, data, padding.PSS(padding.MGF1(chosen), salt), chosen)
        else:
            key.verify(signature, data, padding.PKCS1v15(), chosen)
    except (InvalidSignature, ValueError):
        raise Malformed("signature_invalid") from None

def _pss(algorithm: Value) -> tuple[str, int]:
    """RFC 4055, section 3.1. Defaults mean SHA-1, which nobody may use: they count as a mismatch."""
    require(len(algorithm.children) == 2 and algorithm.children[1].tag == der.SEQUENCE, "algorithm_mismatch")
    fields = Fields(algorithm.children[1].children)
    parts = [fields.optional(tag) for tag in (0xA0, 0xA1, 0xA2, 0xA3)]
    require(not fields.rest and parts[0] and parts[0].children, "algorithm_mismatch")
    hash_oid = algorithm_of(parts[0].children[0])
    strong(hash_oid)
    mask = parts[1].children[0].list() if parts[1] and parts[1].children else []
    require(len(mask) == 2, "algorithm_mismatch")
    if mask[0].oid() != MGF1 or algorithm_of(mask[1]) != hash_oid:
        raise Open("algorithm_unsupported")
    salt = parts[2].children[0].integer() if parts[2] and parts[2].children else 20
    trailer = parts[3].children[0].integer() if parts[3] and parts[3].children else 1
    require(salt >= 0 and trailer == 1, "algorithm_mismatch")
    return hash_oid, salt

# --- The path

from cryptography.hazmat.primitives.serialization import Encoding  # noqa: E402

_DER = Encoding.DER

def valid_at(certificate: x509.Certificate, time: datetime) -> bool:
    return certificate.not_valid_before_utc <= time < certificate.not_valid_after_utc + timedelta(seconds=1)

def _signed_by(certificate: x509.Certificate, issuer: x509.Certificate) -> None:
    algorithm = der.parse(certificate.public_bytes(_DER)).children[1]
    check_signature(algorithm, None, issuer, certificate.signature, certificate.tbs_certificate_bytes)

def _issuer_fault(issuer: x509.Certificate, below: int, is_anchor: bool, time: datetime) -> str | None:
    constraints, usage = _extension(issuer, x509.BasicConstraints), _extension(issuer, x509.KeyUsage)
    if not valid_at(issuer, time):
        return "certificate_expired"
    if not constraints or not constraints.value.ca or not (constraints.critical or is_anchor):
        return "not_an_authority"
    if usage and not usage.value.key_cert_sign:
        return "issuer_key_usage"
    if constraints.value.path_length is not None and below > constraints.value.path_length:
        return "path_too_long"
    if any(each.critical and each.oid.dotted_string not in PROCESSED for each in issuer.extensions):
        return "critical_extension"
    return None

def find_path(leaf: x509.Certificate, others: list[x509.Certificate], anchors: list[x509.Certificate], time: datetime) -> list[x509.Certificate]:
    """From the signer to an anchor. Raises what the most telling failure was."""
    faults: list[Malformed] = []

    def extend(path: list[x509.Certificate]) -> list[x509.Certificate] | None:
        last = path[-1]
        if last in anchors:
            return path
        below = sum(each.subject != each.issuer for each in path[1:])
        for issuer in [*anchors, *others]:
            if issuer in path or len(path) > 16 or name_key(issuer.subject) != name_key(last.issuer):
                continue
            try:
                fault = _issuer_fault(issuer, below, issuer in anchors, time)
                require(not fault, fault or "")
                _signed_by(last, issuer)
                found = extend([*path, issuer])
                if found:
                    return found
            except Malformed as error:
                faults.append(error)
        return None

    found = extend([leaf])
    if found:
        return found
    raise faults[0] if faults else Open("no_path")

def verify_seal(
    raw: bytes, imprint: tuple[str, bytes], anchors: list[x509.Certificate], others: list[x509.Certificate], at: datetime, known_since: datetime | None
) -> Seal:
    """Steps 1 to 12."""
    seal = Seal("passed", "ok")
    try:
        token = read_tokens(raw)
        require(isinstance(token, Token), "timestamp_not_granted")
        seal.token = token
        if token.imprint_oid == SHA1:
            raise Open("hash_too_weak")
        require(HASHES.get(token.imprint_oid, ("",))[0] == imprint[0], "imprint_algorithm_mismatch")
        require(token.imprint == imprint[1], "imprint_mismatch")
        carried = [each for each in map(load, token.certificates) if each is not None]
        signer = _find_signer(token, [*carried, *others, *anchors])
        _check_attributes(token)
        fault = _ess_fault(token, signer)
        require(not fault, fault or "")
        _check_form(token)
        _check_purpose(token, signer)
        check_signature(token.signature_algorithm, token.digest_oid, signer, token.signature, token.attributes_raw)
        require(valid_at(signer, token.gen_time), "signer_not_valid_at_gen_time")
        if not anchors:
            raise Open("no_trust_anchor")
        path = find_path(signer, [*carried, *others], anchors, token.gen_time)
        if token.gen_time > at + timedelta(minutes=5):
            raise Open("gen_time_in_the_future")
        expiry = min(each.not_valid_after_utc for each in (path[:-1] or path)) + timedelta(seconds=1)
        if at >= expiry and (known_since is None or known_since >= expiry):
            raise Open("out_of_bounds_no_poe")
        if token.has_crls:
            seal.undecided.append("revocation")
        if any(each.oid.dotted_string in UNJUDGED for certificate in path for each in certificate.extensions):
            seal.undecided.append("constraints")
    except Malformed as fault:
        seal.status, seal.code = ("indeterminate" if isinstance(fault, Open) else "failed"), fault.code
    return seal
