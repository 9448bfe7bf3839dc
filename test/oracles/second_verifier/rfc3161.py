"""docs/formats/rfc3161.md: timestamps of an authority, and the check `seal`.

Decides the token and its signature (steps 1 to 10), a path to a trusted certificate by names, validity, authority, key usage,
lengths and signatures (step 11), and times (step 12). Does not decide revocation, name constraints and certificate policies
(told as `undecided`), nor whom EU trusted lists name, and so not the check `qualified`.
"""

import hashlib
from datetime import datetime, timedelta

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.hazmat.primitives.serialization import load_der_public_key

from . import der
from .der import Fields, Value
from .faults import Malformed, Open, require

SHA256, SHA384, SHA512 = (f"2.16.840.1.101.3.4.2.{last}" for last in (1, 2, 3))
HASHES = {SHA256: ("SHA-256", hashes.SHA256()), SHA384: ("SHA-384", hashes.SHA384()), SHA512: ("SHA-512", hashes.SHA512())}
SHA1 = "1.3.14.3.2.26"
WEAK = {SHA1, "1.2.840.113549.2.2", "1.2.840.113549.2.4", "1.2.840.113549.2.5"}
RSA, PSS, MGF1, EC_KEY, ED25519 = *(f"1.2.840.113549.1.1.{last}" for last in (1, 10, 8)), "1.2.840.10045.2.1", "1.3.101.112"
KEYS = {rsa.RSAPublicKey: RSA, ec.EllipticCurvePublicKey: EC_KEY, ed25519.Ed25519PublicKey: ED25519}
# Of a signature's algorithm: the key it asks for, and the hash that it names.
SIGNATURES = {f"1.2.840.113549.1.1.{last}": (RSA, oid) for last, oid in zip((2, 4, 5, 11, 12, 13), (SHA1, SHA1, SHA1, *HASHES))}
SIGNATURES |= {f"1.2.840.10045.4.{last}": (EC_KEY, oid) for last, oid in zip(("1", "3.2", "3.3", "3.4"), (SHA1, *HASHES))}
SIGNATURES |= {"1.3.14.3.2.29": (RSA, SHA1), RSA: (RSA, None), ED25519: (ED25519, None)}
CMS = "1.2.840.113549.1.9"
SIGNED_DATA, TST_INFO = "1.2.840.113549.1.7.2", f"{CMS}.16.1.4"
CONTENT_TYPE, MESSAGE_DIGEST, PROTECTION, ESS_V1, ESS_V2 = (f"{CMS}.{last}" for last in ("3", "4", "52", "16.2.12", "16.2.47"))
TIME_STAMPING = "1.3.6.1.5.5.7.3.8"
# Critical extensions that are known; of these, name constraints and what bounds policies are not judged here.
PROCESSED = {f"2.5.29.{last}" for last in (15, 17, 19, 30, 31, 32, 33, 36, 37, 54)}
UNJUDGED = {f"2.5.29.{last}" for last in (30, 33, 36, 54)}
POLICY_MAPPINGS, SUBJECT_KEY, KEY_USAGE, ALTERNATIVE, CONSTRAINTS, AUTHORITY_KEY, EXTENDED_USAGE = (f"2.5.29.{last}" for last in (33, 14, 15, 17, 19, 35, 37))
DIGITAL_SIGNATURE, NON_REPUDIATION, CERTIFICATE_SIGN = 0x80, 0x40, 0x04

def algorithm_of(value: Value) -> str:
    require(value.tag == der.SEQUENCE and 1 <= len(value.children) <= 2, "der_unexpected")
    return value.children[0].oid()

def only(values: list[Value]) -> Value:
    require(len(values) == 1, "der_unexpected")
    return values[0]

class Token:
    """Step 1: a response or a bare token."""

    def __init__(self, raw: bytes):
        root, self.status, self.is_granted = der.parse(raw), 0, True
        fields = Fields(root)
        if not (fields.rest and fields.rest[0].tag == der.OID):
            info = Fields(fields.take(der.SEQUENCE))
            self.status = info.take(der.INTEGER).small()
            require(self.status <= 5, "tsp_status_unknown")
            texts, failure = info.optional(der.SEQUENCE), info.optional(der.BITS)
            info.end()
            require(texts is None or len(texts.children) <= 16, "tsp_too_many")
            require(failure is None or len(failure.content) <= 9, "der_bit_string")
            require(fields.rest or self.status > 1, "tsp_token_missing")
            require(not fields.rest or self.status < 2, "tsp_token_unexpected")
            self.is_granted = self.status < 2
            if not self.is_granted:
                return
            inner = fields.take(der.SEQUENCE)
            fields.end()
            fields = Fields(inner)
        require(fields.take().oid() == SIGNED_DATA, "tsp_not_signed_data")
        content = only(fields.take(0xA0).children)
        fields.end()
        self._signed_data(Fields(content))

    def _signed_data(self, fields: Fields) -> None:
        version = fields.take(der.INTEGER).small()
        self.digest_oids = [algorithm_of(each) for each in fields.take(der.SET).children]
        require(len(self.digest_oids) <= 8, "tsp_too_many")
        content = Fields(fields.take(der.SEQUENCE))
        require(content.take().oid() == TST_INFO, "tsp_not_a_timestamp")
        self.tst_info = only(content.take(0xA0).children).octets()
        content.end()
        certificates, crls = (part.children if part else [] for part in (fields.optional(0xA0), fields.optional(0xA1)))
        signers = fields.take(der.SET).children
        fields.end()
        require(len(certificates) <= 32 and len(crls) <= 16, "tsp_too_many")
        require(len(signers) == 1, "tsp_signer_count")
        self.certificates = [each.raw for each in certificates if each.tag == der.SEQUENCE]
        self.has_revocation_data = bool(crls)
        self._signer(Fields(signers[0]))
        tags = {each.tag for each in certificates}
        least = 5 if 0xA3 in tags or any(each.tag == 0xA1 for each in crls) else 4 if 0xA2 in tags else 3
        self.has_right_versions = (version, self.signer_version) == (least, 1 if self.sid.tag == der.SEQUENCE else 3)
        self._tst_info(Fields(der.parse(self.tst_info, 65_536, 4096, 24)))

    def _signer(self, fields: Fields) -> None:
        self.signer_version = fields.take(der.INTEGER).small()
        self.sid = fields.take(der.SEQUENCE, 0x80)
        if self.sid.tag == der.SEQUENCE:
            require(len(self.sid.children) == 2, "der_unexpected")
            folded(self.sid.children[0]), self.sid.children[1].integer()
        self.digest_oid = algorithm_of(fields.take(der.SEQUENCE))
        attributes = fields.optional(0xA0)
        self.algorithm = fields.take(der.SEQUENCE)
        algorithm_of(self.algorithm)
        self.signature = fields.take(der.OCTETS).content
        unsigned = fields.optional(0xA1)
        fields.end()
        require(unsigned is None or len(unsigned.children) <= 64, "tsp_too_many")
        self.attributes: dict[str, Value] | None = None if attributes is None else {}
        self.signed = b"\x31" + attributes.raw[1:] if attributes else b""
        each_raw = [each.raw for each in attributes.children] if attributes else []
        require(len(each_raw) <= 64, "tsp_too_many")
        require(each_raw == sorted(each_raw), "tsp_attribute_order")
        for attribute in attributes.children if attributes else []:
            parts = Fields(attribute)
            oid, values = parts.take().oid(), parts.take(der.SET).children
            parts.end()
            require(oid not in self.attributes, "tsp_attribute_duplicate")
            require(values and [each.raw for each in values] == sorted(each.raw for each in values), "tsp_attribute_malformed")
            require(len(values) == 1 or oid not in FORMS, "tsp_attribute_malformed")
            FORMS.get(oid, lambda _: None)(values[0])
            self.attributes[oid] = values[0]

    def _tst_info(self, fields: Fields) -> None:
        require(fields.take(der.INTEGER).small() == 1, "tsp_version")
        fields.take().oid()
        imprint = Fields(fields.take(der.SEQUENCE))
        self.imprint_oid, self.imprint = algorithm_of(imprint.take()), imprint.take().octets()
        imprint.end()
        length = 20 if self.imprint_oid == SHA1 else HASHES[self.imprint_oid][1].digest_size if self.imprint_oid in HASHES else None
        require(length in (None, len(self.imprint)) and len(self.imprint) <= 64, "tsp_imprint_length")
        serial, self.gen_time = fields.take(der.INTEGER), fields.take(der.GENERALIZED).time()
        accuracy, _, nonce = fields.optional(der.SEQUENCE), fields.optional(der.BOOLEAN), fields.optional(der.INTEGER)
        require(len(serial.content) <= 65 and (nonce is None or len(nonce.content) <= 65), "tsp_integer")
        tsa, extensions = fields.optional(0xA0), fields.optional(0xA1)
        fields.end()
        self.tsa = only(tsa.children) if tsa else None
        self.has_critical_extension = False
        for extension in extensions.children if extensions else []:
            parts = Fields(extension)
            parts.take().oid()
            critical = parts.optional(der.BOOLEAN)
            self.has_critical_extension |= critical is not None and critical.boolean()
            parts.take(der.OCTETS), parts.end()
        parts = Fields(accuracy) if accuracy else None
        if parts:
            seconds, millis, micros = (parts.optional(tag) for tag in (der.INTEGER, 0x80, 0x81))
            parts.end()
            require(seconds is None or 0 <= seconds.integer() < 2**31, "tsp_accuracy")
            require(all(part is None or 1 <= part.integer(0x80, 0x81) <= 999 for part in (millis, micros)), "tsp_accuracy")

def ess_ids(value: Value) -> list[tuple[str | None, bytes, Value | None]]:
    """The certificates that a signing-certificate attribute names: hash, digest, issuer and serial. The first is the signer's."""
    fields, found = Fields(value), []
    ids = fields.take(der.SEQUENCE).children
    fields.optional(der.SEQUENCE), fields.end()
    require(ids, "tsp_attribute_malformed")
    require(len(ids) <= 32, "tsp_too_many")
    for each in ids:
        parts = Fields(each)
        oid = algorithm_of(parts.take()) if parts.rest and parts.rest[0].tag == der.SEQUENCE else None
        found.append((oid, parts.take(der.OCTETS).content, parts.optional(der.SEQUENCE)))
        named = found[-1][2]
        require(named is None or len(named.children) == 2 and named.children[0].tag == der.SEQUENCE, "der_unexpected")
        parts.end()
    return found

def protection(value: Value) -> tuple[str, bytes]:
    """RFC 6211: the hash, and the signature's algorithm."""
    fields = Fields(value)
    digest, signature = algorithm_of(fields.take(der.SEQUENCE)), fields.take(0xA1)
    fields.end()
    return digest, b"\x30" + signature.raw[1:]

FORMS = {CONTENT_TYPE: Value.oid, MESSAGE_DIGEST: Value.octets, ESS_V1: ess_ids, ESS_V2: ess_ids, PROTECTION: protection}

# --- Certificates

class Certificate:
    """RFC 5280, section 4, as far as a path needs it."""

    def __init__(self, raw: bytes):
        self.raw, self.critical = raw, set()
        outer = Fields(der.parse(raw, 65_536, 16_384, 24))
        self.tbs, self.algorithm, self.signature = outer.take(der.SEQUENCE), outer.take(der.SEQUENCE), outer.take(der.BITS).content[1:]
        outer.end()
        fields = Fields(self.tbs)
        version = fields.optional(0xA0)
        require(version is None or 0 <= only(version.children).integer() <= 2, "x509_version")
        self.serial = fields.take(der.INTEGER).integer()
        require(fields.take(der.SEQUENCE).raw == self.algorithm.raw, "x509_algorithm")
        self.issuer, validity = folded(fields.take(der.SEQUENCE)), fields.take(der.SEQUENCE)
        require(len(validity.children) == 2, "der_unexpected")
        self.not_before, self.not_after = (each.time() for each in validity.children)
        self.subject, self.key = folded(fields.take(der.SEQUENCE)), fields.take(der.SEQUENCE)
        self.key_oid = algorithm_of(Fields(self.key).take())
        require([each.tag for each in self.key.children] == [der.SEQUENCE, der.BITS], "x509_public_key_malformed")
        fields.optional(0x81), fields.optional(0x82)
        extensions, self.extensions = fields.optional(0xA3), {}
        fields.end()
        for each in only(extensions.children).of(der.SEQUENCE).children if extensions else []:
            parts = Fields(each)
            oid, critical, value = parts.take().oid(), parts.optional(der.BOOLEAN), der.parse(parts.take(der.OCTETS).content)
            parts.end()
            require(oid not in self.extensions, "x509_extension_duplicate")
            self.extensions[oid] = value
            if critical and critical.boolean():
                self.critical.add(oid)
        self.extensions.get(SUBJECT_KEY, EMPTY).octets()
        authority_key = [each.tag for each in self.extensions.get(AUTHORITY_KEY, NOTHING).of(der.SEQUENCE).children]
        require(authority_key in ([], [0x80], [0xA1, 0x82], [0x80, 0xA1, 0x82]), "x509_extension_malformed")
        require(extensions is None or self.extensions and version is not None, "x509_version")
        mappings = self.extensions.get(POLICY_MAPPINGS, NOTHING).children
        require(all([each.tag for each in pair.children] == [der.OID, der.OID] for pair in mappings), "x509_extension_malformed")
        require(EXTENDED_USAGE not in self.extensions or self.extensions[EXTENDED_USAGE].children, "x509_extension_malformed")
        usage, constraints = self.extensions.get(KEY_USAGE), Fields(self.extensions.get(CONSTRAINTS, NOTHING))
        self.usage = usage.of(der.BITS).content.ljust(2, b"\0")[1] | (len(usage.content) > 2) << 8 if usage else None
        authority, longest = constraints.optional(der.BOOLEAN), constraints.optional(der.INTEGER)
        self.is_authority, self.longest = authority is not None and authority.boolean(), longest.integer() if longest else None
        self.purposes = [each.oid() for each in self.extensions.get(EXTENDED_USAGE, NOTHING).of(der.SEQUENCE).children]

    def is_valid_at(self, time: datetime) -> bool:
        return self.not_before <= time < self.expiry

    @property
    def expiry(self) -> datetime:
        """The last second counts whole."""
        return self.not_after + timedelta(seconds=1)

NOTHING, EMPTY = Value(der.SEQUENCE, b"", b"", []), Value(der.OCTETS, b"", b"", [])

def load(raw: bytes) -> Certificate | None:
    """None if it cannot be read, which counts as missing."""
    try:
        return Certificate(raw)
    except (Malformed, ValueError):
        return None

def folded(name: Value) -> list[list[tuple[bytes, str | bytes]]]:
    """A name for comparison (RFC 5280, section 7.1): case, spaces and the type of a string do not count."""
    def text(value: Value) -> str | bytes:
        encoding = {12: "utf-8", 19: "ascii", 20: "latin-1", 22: "ascii", 28: "utf-32-be", 30: "utf-16-be"}.get(value.tag)
        return " ".join(value.content.decode(encoding).casefold().split()) if encoding else value.raw

    parts = [part for rdn in name.of(der.SEQUENCE).children for part in rdn.children or [rdn]]
    sound = all(rdn.tag == der.SET for rdn in name.children) and all(part.tag == der.SEQUENCE and len(part.children) == 2 for part in parts)
    require(sound and all(part.children[0].tag == der.OID for part in parts), "x509_name_malformed")
    try:
        return [sorted(((p.children[0].raw, text(p.children[1])) for p in rdn.children), key=repr) for rdn in name.children]
    except UnicodeDecodeError:
        raise Malformed("x509_name_malformed") from None

def find_signer(token: Token, certificates: list[Certificate]) -> Certificate:
    """Step 5."""
    def is_named(certificate: Certificate) -> bool:
        if token.sid.tag == 0x80:
            return certificate.extensions.get(SUBJECT_KEY, NOTHING).content == token.sid.content
        issuer, serial = token.sid.children
        return certificate.serial == serial.integer() and folded(issuer) == certificate.issuer

    named = [each for each in certificates if is_named(each)]
    require(named, "signer_certificate_missing", Open)
    return next((each for each in named if not ess_fault(token, each)), named[0])

def strong(oid: str) -> None:
    require(oid in HASHES, "hash_too_weak" if oid in WEAK else "algorithm_unsupported", Open)

def digest_of(oid: str, data: bytes) -> bytes:
    """SHA-1 is computed: what it contradicts is contradicted. That it is too weak is told later."""
    if oid != SHA1:
        strong(oid)
    return hashlib.new("sha1" if oid == SHA1 else HASHES[oid][1].name, data).digest()

# --- The rules, by their steps

def check_attributes(token: Token) -> None:
    """Step 6."""
    values = token.attributes
    require(values is not None, "signed_attributes_missing")
    require(CONTENT_TYPE in values and values[CONTENT_TYPE].oid() == TST_INFO, "content_type_mismatch")
    digest = digest_of(token.digest_oid, token.tst_info)
    require(MESSAGE_DIGEST in values and values[MESSAGE_DIGEST].octets() == digest, "message_digest_mismatch")
    same = PROTECTION not in values or protection(values[PROTECTION]) == (token.digest_oid, token.algorithm.raw)
    require(same, "algorithm_protection_mismatch")

def ess_fault(token: Token, certificate: Certificate) -> str | None:
    """Step 7."""
    attributes = token.attributes or {}
    if ESS_V1 not in attributes and ESS_V2 not in attributes:
        return "signing_certificate_missing"
    for kind, usual in ((ESS_V1, SHA1), (ESS_V2, SHA256)):
        oid, digest, named = ess_ids(attributes[kind])[0] if kind in attributes else (None, None, None)
        if digest is not None and digest != digest_of(oid or usual, certificate.raw):
            return "signing_certificate_mismatch"
        if named:
            names, serial = named.children
            fits = any(each.tag == 0xA4 and folded(each.children[0]) == certificate.issuer for each in names.children)
            if not fits or serial.integer() != certificate.serial:
                return "signing_certificate_mismatch"
    return None

def check_purpose(token: Token, certificate: Certificate) -> None:
    """Step 9."""
    require(TIME_STAMPING in certificate.purposes, "signer_purpose_missing")
    require(len(certificate.purposes) == 1, "signer_purpose_not_alone")
    require(EXTENDED_USAGE in certificate.critical, "signer_purpose_not_critical")
    usage = DIGITAL_SIGNATURE if certificate.usage is None else certificate.usage
    require(usage and not usage & ~(DIGITAL_SIGNATURE | NON_REPUDIATION), "signer_key_usage")
    if token.tsa is not None:
        listed = [each.raw for each in certificate.extensions.get(ALTERNATIVE, NOTHING).children]
        is_subject = token.tsa.tag == 0xA4 and folded(token.tsa.children[0]) == certificate.subject
        require(is_subject or token.tsa.raw in listed, "tsa_name_mismatch")

def check_signature(algorithm: Value, digest_oid: str | None, signer: Certificate, signature: bytes, data: bytes) -> None:
    """Step 10, and the signatures of certificates, which name no hash beside the algorithm."""
    oid, salt = algorithm.children[0].oid(), 0
    strong(digest_oid or SHA256)
    try:
        key = load_der_public_key(signer.key.raw)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise Open("algorithm_unsupported") if isinstance(error, UnsupportedAlgorithm) else Malformed("key_malformed") from None
    if oid == PSS:
        wanted, (hash_oid, salt) = RSA, pss_parameters(algorithm)
    else:
        require(oid in SIGNATURES, "algorithm_unsupported", Open)
        wanted, hash_oid = SIGNATURES[oid]
        require(wanted == RSA or len(algorithm.children) == 1, "algorithm_mismatch")
        require(wanted != RSA or signer.key_oid != PSS, "algorithm_mismatch")
        hash_oid = hash_oid or (SHA512 if oid == ED25519 else digest_oid or SHA1)
    strong(hash_oid)
    require(digest_oid in (None, hash_oid), "algorithm_mismatch")
    require(any(isinstance(key, kind) for kind, name in KEYS.items() if name == wanted), "algorithm_mismatch")
    require(wanted != RSA or key.key_size >= 2048, "key_too_weak", Open)
    require(wanted != EC_KEY or key.curve.name in ("secp256r1", "secp384r1", "secp521r1"), "algorithm_unsupported", Open)
    chosen = HASHES[hash_oid][1]
    try:
        if wanted == RSA:
            key.verify(signature, data, padding.PSS(padding.MGF1(chosen), salt) if oid == PSS else padding.PKCS1v15(), chosen)
        else:
            key.verify(signature, data, *([ec.ECDSA(chosen)] if wanted == EC_KEY else []))
    except (InvalidSignature, ValueError):
        raise Malformed("signature_invalid") from None

def pss_parameters(algorithm: Value) -> tuple[str, int]:
    """RFC 4055, section 3.1: the hash and the length of the salt. Defaults mean SHA-1, which nobody may use."""
    require(len(algorithm.children) == 2 and algorithm.children[1].tag == der.SEQUENCE, "algorithm_mismatch")
    fields = Fields(algorithm.children[1])
    hashed, mask, salt, trailer = (only(part.children) if part else None for part in map(fields.optional, (0xA0, 0xA1, 0xA2, 0xA3)))
    require(not fields.rest and hashed, "algorithm_mismatch")
    oid = algorithm_of(hashed)
    strong(oid)
    require(mask and len(mask.children) == 2, "algorithm_mismatch")
    require(mask.children[0].oid() == MGF1 and algorithm_of(mask.children[1]) == oid, "algorithm_unsupported", Open)
    length = salt.integer() if salt else 20
    require(length >= 0 and (trailer is None or trailer.integer() == 1), "algorithm_mismatch")
    return oid, length

def issuer_fault(issuer: Certificate, below: int, is_anchor: bool, time: datetime) -> str | None:
    rules = {
        "certificate_expired": issuer.is_valid_at(time),
        "not_an_authority": issuer.is_authority and (is_anchor or CONSTRAINTS in issuer.critical),
        "issuer_key_usage": issuer.usage is None or issuer.usage & CERTIFICATE_SIGN,
        "path_too_long": issuer.longest is None or below <= issuer.longest,
        "critical_extension": issuer.critical <= PROCESSED,
    }
    return next((code for code, holds in rules.items() if not holds), None)

def find_path(path: list[Certificate], others: list[Certificate], anchors: list[Certificate], time: datetime):
    """Step 11: from the signer to an anchor. If there is none, the first failure decides."""
    if any(path[-1].raw == anchor.raw for anchor in anchors):
        return path
    failure: Malformed = Open("no_path")
    below = sum(each.subject != each.issuer for each in path[1:])
    for issuer in [*anchors, *others]:
        if issuer.raw in [each.raw for each in path] or len(path) > 16 or issuer.subject != path[-1].issuer:
            continue
        try:
            fault = issuer_fault(issuer, below, any(issuer is anchor for anchor in anchors), time)
            require(not fault, fault or "")
            check_signature(path[-1].algorithm, None, issuer, path[-1].signature, path[-1].tbs.raw)
            return find_path([*path, issuer], others, anchors, time)
        except Malformed as error:
            failure = error if failure.code == "no_path" else failure
    raise failure

def check_seal(raw: bytes, imprint: tuple[str, bytes], anchors: list, others: list, at: datetime, known_since: datetime | None) -> bool:
    """Steps 1 to 12. Gives whether something stays undecided."""
    token = Token(raw)
    require(token.is_granted, "timestamp_not_granted")
    require(token.imprint_oid != SHA1, "hash_too_weak", Open)
    require(HASHES.get(token.imprint_oid, ("",))[0] == imprint[0], "imprint_algorithm_mismatch")
    require(token.imprint == imprint[1], "imprint_mismatch")
    carried = [each for each in map(load, token.certificates) if each is not None]
    signer = find_signer(token, [*carried, *others, *anchors])
    check_attributes(token)
    fault = ess_fault(token, signer)
    require(not fault, fault or "")
    require(token.has_right_versions, "cms_version_mismatch")
    require(token.digest_oid in token.digest_oids, "digest_algorithm_mismatch")
    require(not token.has_critical_extension, "critical_token_extension")
    check_purpose(token, signer)
    check_signature(token.algorithm, token.digest_oid, signer, token.signature, token.signed)
    require(signer.is_valid_at(token.gen_time), "signer_not_valid_at_gen_time")
    require(anchors, "no_trust_anchor", Open)
    path = find_path([signer], [*carried, *others], anchors, token.gen_time)
    require(token.gen_time <= at + timedelta(minutes=5), "gen_time_in_the_future", Open)
    expiry = min(each.expiry for each in (path[:-1] or path))
    require(at < expiry or known_since is not None and known_since < expiry, "out_of_bounds_no_poe", Open)
    judged = not any(UNJUDGED & each.extensions.keys() for each in path)
    return token.has_revocation_data or not judged
