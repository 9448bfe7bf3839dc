"""docs/formats/rfc3161.md: timestamps of an authority, and the check `seal`.

Does not decide revocation, name constraints and certificate policies (told as `undecided`), nor whom EU trusted lists name.
"""

import hashlib
import re
from collections.abc import Callable
from contextlib import nullcontext, suppress
from datetime import datetime, timedelta

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.hazmat.primitives.serialization import load_der_public_key

from . import der
from .der import ANY, BITS, BOOLEAN, INTEGER, OCTETS, OID, SEQUENCE, SET, Value
from .faults import Malformed, Open, reads, require

SHA256, SHA384, SHA512 = (f"2.16.840.1.101.3.4.2.{last}" for last in (1, 2, 3))
HASHES = {SHA256: ("SHA-256", hashes.SHA256()), SHA384: ("SHA-384", hashes.SHA384()), SHA512: ("SHA-512", hashes.SHA512())}
SHA1 = "1.3.14.3.2.26"
WEAK = {SHA1, "1.2.840.113549.2.2", "1.2.840.113549.2.4", "1.2.840.113549.2.5"}
PKCS1, EC_KEY, ED25519 = "1.2.840.113549.1.1", "1.2.840.10045.2.1", "1.3.101.112"
RSA, MGF1, PSS = (f"{PKCS1}.{last}" for last in (1, 8, 10))
KEYS = {RSA: rsa.RSAPublicKey, EC_KEY: ec.EllipticCurvePublicKey, ED25519: ed25519.Ed25519PublicKey}
# Of a signature's algorithm: the key it asks for, and the hash that it names.
SIGNATURES = {f"{PKCS1}.{last}": (RSA, oid) for last, oid in zip((2, 4, 5, 11, 12, 13), (SHA1, SHA1, SHA1, *HASHES))}
SIGNATURES |= {f"1.2.840.10045.4.{last}": (EC_KEY, oid) for last, oid in zip(("1", "3.2", "3.3", "3.4"), (SHA1, *HASHES))}
SIGNATURES |= {"1.3.14.3.2.29": (RSA, SHA1), RSA: (RSA, None), ED25519: (ED25519, SHA512)}
PKCS9, SIGNED_DATA, TIME_STAMPING = "1.2.840.113549.1.9", "1.2.840.113549.1.7.2", "1.3.6.1.5.5.7.3.8"
CONTENT_TYPE, MESSAGE_DIGEST, PROTECTION = (f"{PKCS9}.{last}" for last in (3, 4, 52))
TST_INFO, ESS_V1, ESS_V2 = (f"{PKCS9}.16.{last}" for last in ("1.4", "2.12", "2.47"))
# Critical extensions that are known; of these, name constraints and what bounds policies are not judged here.
PROCESSED = {f"2.5.29.{last}" for last in (15, 17, 19, 30, 31, 32, 33, 36, 37, 54)}
UNJUDGED = {f"2.5.29.{last}" for last in (30, 33, 36, 54)}
QC_STATEMENTS = "1.3.6.1.5.5.7.1.3"
# Extensions whose content is read.
READ = PROCESSED | {"2.5.29.14", "2.5.29.35", QC_STATEMENTS}
SUBJECT_KEY, KEY_USAGE, ALTERNATIVE, CONSTRAINTS = (f"2.5.29.{last}" for last in (14, 15, 17, 19))
MAPPINGS, AUTHORITY_KEY, EXTENDED_USAGE = (f"2.5.29.{last}" for last in (33, 35, 37))
DIGITAL_SIGNATURE, NON_REPUDIATION, CERTIFICATE_SIGN = 0x80, 0x40, 0x04

def algorithm_of(value: Value) -> str:
    require(value.tag == SEQUENCE and len(value.children) <= 2, "der_unexpected")
    return value.split(OID, *[ANY] * (len(value.children) - 1))[0].oid()

def members(value: Value | None) -> list[Value]:
    require(value is None or len(value.children) <= 256, "tsp_too_many")
    return value.children if value else []

def same_algorithm(one: Value) -> bytes:
    """For comparison: NULL says what the absence of parameters says."""
    return b"".join(each.raw for each in one.children if each.raw != b"\5\0" or each is one.children[0])

def is_true(value: Value | None) -> bool:
    return value is not None and value.boolean()

def is_left(tags: tuple[int, ...]) -> bool:
    """What is left as it is: certificates and lists, which have readers of their own, unsigned attributes, and words of a status."""
    at = 3 if tags[1:2] == (0xA0,) else 4
    match tags[at:]:
        case (0xA0, _) | (0x31, _, 0xA1):
            return True
        case (0xA1, member):
            return member != 0xA1
        case (0xA1, 0xA1, inner):
            return inner != OID
    return at == 4 and (tags[2:] == (BITS,) or tags[2:3] == (SEQUENCE,) and len(tags) == 4)

def stated_time(value: Value) -> datetime:
    """Fractions may end with zeros, and a leap second is the second after it."""
    content = value.of(der.GENERALIZED).content
    require(len(content) <= 48, "der_too_large")
    found = re.fullmatch(rb"(\d{12})(\d\d)(?:\.(\d+))?Z", content)
    require(found, "der_time")
    is_leap = content[8:14] == b"235960"
    whole = Value(value.tag, found[1] + (b"59" if is_leap else found[2]) + b"Z", b"", []).time()
    fraction = timedelta(seconds=1) if is_leap else timedelta(microseconds=int((found[3] or b"0").ljust(6, b"0")[:6]))
    return whole + fraction

class Token:
    """Step 1: a response or a bare token."""

    @reads
    def __init__(self, raw: bytes):
        root, self.is_granted = der.parse_cms(raw, is_left), True
        if not (root.children and root.children[0].tag == OID):
            status, token = root.split(SEQUENCE, [SEQUENCE])
            require(status.children, "der_unexpected")
            number = status.children[0]  # Nobody signs what is beside it.
            require(number.small() <= 5, "tsp_status_unknown")
            self.is_granted = number.small() < 2
            require(token or not self.is_granted, "tsp_token_missing")
            require(not token or self.is_granted, "tsp_token_unexpected")
            root = token
        if self.is_granted:
            kind, content = root.split(OID, 0xA0)
            require(kind.oid() == SIGNED_DATA, "tsp_not_signed_data")
            self._signed_data(content.only())

    def _signed_data(self, value: Value) -> None:
        parts = value.split(INTEGER, SET, SEQUENCE, [0xA0], [0xA1], SET)
        version, digests, content, certificates, crls, signers = parts
        self.digest_oids = [algorithm_of(each) for each in members(digests)]
        kind, info = content.split(OID, [0xA0])
        require(kind.oid() == TST_INFO and info, "tsp_not_a_timestamp")
        self.tst_info = info.only().octets()
        require(len(signers.children) == 1, "tsp_signer_count")
        self.certificates = [each.given for each in members(certificates) if each.tag == SEQUENCE]
        self.has_revocation_data = bool(members(crls))
        for other in (each for each in members(crls) if each.tag == 0xA1):
            other.split(OID, ANY, tag=0xA1)[0].oid()
        signer_version = self._signer(signers.only())
        require(max(version.small(), signer_version) <= 5, "tsp_version")
        self._tst_info(der.parse(self.tst_info, 65_536, 4096, 24))

    def _signer(self, value: Value) -> int:
        parts = value.split(INTEGER, [SEQUENCE, 0x80], SEQUENCE, [0xA0], SEQUENCE, OCTETS, [0xA1])
        version, self.sid, digest, attributes, self.algorithm, signature, unsigned = parts
        require(self.sid, "der_unexpected")
        if self.sid.tag == SEQUENCE:
            issuer, serial = self.sid.split(SEQUENCE, INTEGER)
            self.issuer, self.serial = folded(issuer), serial.integer()
        self.digest_oid, self.signature = algorithm_of(digest), signature.content
        self.digest = digest
        algorithm_of(self.algorithm)
        self.attributes: dict[str, Value] | None = None if attributes is None else {}
        given, stands = [each.raw for each in members(attributes)], b"\x31" + attributes.raw[1:] if attributes else b""
        ordered = stands[: len(stands) - sum(map(len, given))] + b"".join(sorted(given))
        self.signed = list(dict.fromkeys((ordered, stands)))
        for attribute in members(attributes):
            kind, values = attribute.split(OID, SET)
            require(kind.oid() not in self.attributes, "tsp_attribute_duplicate")
            require(values.children, "tsp_attribute_malformed")
            if kind.oid() in FORMS:
                require(len(values.children) == 1, "tsp_attribute_malformed")
                FORMS[kind.oid()](values.children[0])
            self.attributes[kind.oid()] = values.children[0]
        return version.small()

    def _tst_info(self, value: Value) -> None:
        optional = [SEQUENCE], [BOOLEAN], [INTEGER], [0xA0], [0xA1]
        parts = value.split(INTEGER, OID, SEQUENCE, INTEGER, der.GENERALIZED, *optional)
        version, _, imprint, serial, time, accuracy, _, nonce, tsa, extensions = parts
        require(version.small() == 1, "tsp_version")
        algorithm, digest = imprint.split(SEQUENCE, OCTETS)
        self.imprint_oid, self.imprint, self.gen_time = algorithm_of(algorithm), digest.content, stated_time(time)
        lengths = {SHA1: 20, **{oid: chosen.digest_size for oid, (_, chosen) in HASHES.items()}}
        right = lengths.get(self.imprint_oid, len(self.imprint))
        require(len(self.imprint) == right > 0, "tsp_imprint_length")
        self.tsa = tsa.only() if tsa else None
        found = [extension(each) for each in extensions.children] if extensions else []
        require(len({oid for oid, _, _ in found}) == len(found), "x509_extension_duplicate")
        require(all(oid == QC_STATEMENTS or not critical for oid, critical, _ in found), "tsp_extension_unknown")
        if accuracy:
            seconds, *fractions = accuracy.split([INTEGER], [0x80], [0x81])
            require(seconds is None or 0 <= seconds.integer() < 2**31, "tsp_accuracy")
            sound = all(part is None or 0 <= part.integer(0x80, 0x81) <= 999 for part in fractions)
            require(sound, "tsp_accuracy")

def extension(value: Value) -> tuple[str, bool, bytes]:
    kind, critical, content = value.split(OID, [BOOLEAN], OCTETS)
    return kind.oid(), is_true(critical), content.content

def ess_id(value: Value) -> tuple[str | None, bytes, Value | None]:
    """The first certificate that a signing-certificate attribute names: hash, digest, issuer and serial."""
    ids, _ = value.split(SEQUENCE, [SEQUENCE])
    require(ids.children, "tsp_attribute_malformed")
    found = []
    for each in members(ids):
        algorithm, digest, named = each.split([SEQUENCE], OCTETS, [SEQUENCE])
        require(not named or named.split(SEQUENCE, INTEGER)[0].children, "der_unexpected")
        found.append((algorithm_of(algorithm) if algorithm else None, digest.content, named))
    return found[0]

def protection(value: Value) -> list[bytes]:
    """RFC 6211: the hash, and the signature's algorithm."""
    return [same_algorithm(each) for each in value.split(SEQUENCE, 0xA1)]

FORMS = {CONTENT_TYPE: Value.oid, MESSAGE_DIGEST: Value.octets, ESS_V1: ess_id, ESS_V2: ess_id, PROTECTION: protection}

# --- Certificates

class Certificate:
    """RFC 5280, section 4, as far as a path needs it."""

    def __init__(self, raw: bytes):
        self.raw, self.extensions, self.critical = raw, {}, set()
        self.tbs, self.algorithm, bits = der.parse(raw, 65_536, 16_384, 24).split(SEQUENCE, SEQUENCE, BITS)
        dated = [0xA0], INTEGER, SEQUENCE, SEQUENCE, SEQUENCE, SEQUENCE, SEQUENCE
        version, serial, algorithm, *names, _, _, extensions = self.tbs.split(*dated, [0x81], [0x82], [0xA3])
        issuer, validity, subject, self.key = names
        self.signature, self.serial = bits.content[1:], serial.integer()
        require(version is None or 0 <= version.only().integer() <= 2, "x509_version")
        require(same_algorithm(algorithm) == same_algorithm(self.algorithm), "x509_algorithm")
        self.issuer, self.subject = folded(issuer), folded(subject)
        self.not_before, not_after = (each.time() for each in validity.split(ANY, ANY))
        self.expiry = not_after + timedelta(seconds=1)  # The last second counts whole.
        self.key_oid = algorithm_of(self.key.split(SEQUENCE, BITS)[0])
        for each in extensions.only().of(SEQUENCE).children if extensions else []:
            oid, is_critical, content = extension(each)
            require(oid not in self.extensions, "x509_extension_duplicate")
            self.extensions[oid] = der.parse(content) if oid in READ else NOTHING
            self.critical |= {oid} if is_critical else set()
        require(extensions is None or version is not None and version.only().integer() == 2, "x509_version")
        self.extensions.get(SUBJECT_KEY, EMPTY).octets()
        authority_key = [each.tag for each in self.extension(AUTHORITY_KEY).of(SEQUENCE).children]
        require(authority_key == [tag for tag in (0x80, 0xA1, 0x82) if tag in authority_key], "x509_extension_malformed")
        for pair in self.extension(MAPPINGS).children:
            pair.split(OID, OID)
        self.purposes = [each.oid() for each in self.extension(EXTENDED_USAGE).of(SEQUENCE).children]
        require(EXTENDED_USAGE not in self.extensions or self.purposes, "x509_extension_malformed")
        usage = self.extensions.get(KEY_USAGE)
        self.usage = usage.of(BITS).content.ljust(2, b"\0")[1] | (len(usage.content) > 2) << 8 if usage else None
        authority, *longest = self.extension(CONSTRAINTS).children or [None]
        self.is_authority = authority is not None and authority.tag == BOOLEAN and authority.boolean()
        # A root that is trusted need not say that it is one.
        self.is_silent_root = not {CONSTRAINTS, EXTENDED_USAGE} & self.extensions.keys() and self.issuer == self.subject
        self.longest = longest[0].integer() if longest else None

    def extension(self, oid: str) -> Value:
        return self.extensions.get(oid, NOTHING)

    def is_valid_at(self, time: datetime) -> bool:
        return self.not_before <= time < self.expiry

NOTHING, EMPTY = Value(SEQUENCE, b"", b"", []), Value(OCTETS, b"", b"", [])

def readable(raws: list[bytes], decode: Callable[[bytes], bytes] = bytes) -> list[Certificate]:
    """Those that can be read; the others count as missing."""
    found = []
    for raw in raws:
        with suppress(Malformed, ValueError):
            found.append(Certificate(decode(raw)))
    return found

ENCODINGS = {20: "latin-1", 28: "utf-32-be", 30: "utf-16-be"}
LOOSE = {12, 18, 19, 22, 26}

def text_of(value: Value) -> str | None:
    """Authorities write UTF-8 or Latin-1 where a type allows neither."""
    if value.tag not in LOOSE:
        return value.content.decode(ENCODINGS[value.tag]) if value.tag in ENCODINGS else None
    try:
        return value.content.decode()
    except UnicodeDecodeError:
        return value.content.decode("latin-1")

def folded(name: Value) -> list[list[tuple[str, str | bytes]]]:
    """A name for comparison (RFC 5280, section 7.1): case, spaces and the type of a string do not count."""
    def attribute(part: Value) -> tuple[str, str | bytes]:
        kind, value = part.split(OID, ANY)
        text = text_of(value)
        return kind.oid(), value.raw if text is None else " ".join(text.casefold().split())

    try:
        parts = [sorted(map(attribute, rdn.of(SET).children), key=repr) for rdn in name.of(SEQUENCE).children]
        require(all(parts), "x509_name_malformed")
        return parts
    except UnicodeDecodeError:
        raise Malformed("x509_name_malformed") from None

# --- The rules, by their steps

def strong(oid: str) -> None:
    require(oid in HASHES, "hash_too_weak" if oid in WEAK else "algorithm_unsupported", Open)

def digest_of(oid: str, data: bytes) -> bytes:
    """SHA-1 is computed: what it contradicts is contradicted. That it is too weak is told later."""
    if oid != SHA1:
        strong(oid)
    return hashlib.new("sha1" if oid == SHA1 else HASHES[oid][1].name, data).digest()

def find_signer(token: Token, certificates: list[Certificate]) -> Certificate:
    """Step 5."""
    def is_named(certificate: Certificate) -> bool:
        if token.sid.tag == 0x80:
            return certificate.extension(SUBJECT_KEY).content == token.sid.content
        return (certificate.serial, certificate.issuer) == (token.serial, token.issuer)

    named = [each for each in certificates if is_named(each)]
    if not named:
        said = [(oid, digest) for oid, digest, _ in said_of(token) if oid in {SHA1, *HASHES}]
        unreadable = [raw for raw in token.certificates if not readable([raw])]
        is_there = any(digest == digest_of(oid, raw) for oid, digest in said for raw in unreadable)
        raise Open("signer_certificate_unreadable" if is_there else "signer_certificate_missing")
    return next((each for each in named if not ess_fault(token, each)), named[0])

def check_attributes(token: Token) -> None:
    """Step 6."""
    values = token.attributes
    require(values is not None, "signed_attributes_missing")
    require(CONTENT_TYPE in values and values[CONTENT_TYPE].oid() == TST_INFO, "content_type_mismatch")
    digest = digest_of(token.digest_oid, token.tst_info)
    require(MESSAGE_DIGEST in values and values[MESSAGE_DIGEST].octets() == digest, "message_digest_mismatch")
    ours = [same_algorithm(each) for each in (token.digest, token.algorithm)]
    same = PROTECTION not in values or protection(values[PROTECTION]) == ours
    require(same, "algorithm_protection_mismatch")

def said_of(token: Token) -> list[tuple[str, bytes, Value | None]]:
    """What the signed attributes say of the signer's certificate."""
    values = token.attributes or {}
    return [(said[0] or usual, *said[1:]) for kind, usual in ESS_HASHES if kind in values for said in [ess_id(values[kind])]]

def ess_fault(token: Token, certificate: Certificate) -> str | None:
    """Step 7."""
    said = said_of(token)
    for oid, digest, named in said:
        if digest != digest_of(oid, certificate.raw):
            return "signing_certificate_mismatch"
        if named:
            names, serial = named.children
            issuers = [folded(each.only()) if each.tag == 0xA4 else None for each in names.children]
            if any(each != certificate.issuer for each in issuers) or serial.integer() != certificate.serial:
                return "signing_certificate_mismatch"
    return None if said else "signing_certificate_missing"

ESS_HASHES = (ESS_V1, SHA1), (ESS_V2, SHA256)

def check_purpose(token: Token, certificate: Certificate) -> None:
    """Step 9."""
    require(TIME_STAMPING in certificate.purposes, "signer_purpose_missing")
    require(len(certificate.purposes) == 1, "signer_purpose_not_alone")
    require(EXTENDED_USAGE in certificate.critical, "signer_purpose_not_critical")
    usage = DIGITAL_SIGNATURE if certificate.usage is None else certificate.usage
    require(usage and not usage & ~(DIGITAL_SIGNATURE | NON_REPUDIATION), "signer_key_usage")
    if token.tsa is not None:
        is_subject = token.tsa.tag == 0xA4 and folded(token.tsa.only()) == certificate.subject
        listed = [each.raw for each in certificate.extension(ALTERNATIVE).children]
        require(is_subject or token.tsa.raw in listed, "tsa_name_mismatch")

def check_signature(algorithm: Value, digest_oid: str | None, signer: Certificate, signature: bytes, data: bytes) -> None:
    """Step 10, and the signatures of certificates, which name no hash beside the algorithm."""
    oid, salt = algorithm.children[0].oid(), 0
    strong(digest_oid or SHA256)
    try:
        key = load_der_public_key(signer.key.raw)
    except UnsupportedAlgorithm:
        raise Open("algorithm_unsupported") from None
    except (ValueError, TypeError):
        raise Malformed("key_malformed") from None
    if oid == PSS:
        wanted, (hash_oid, salt) = RSA, pss_parameters(algorithm)
    else:
        require(oid in SIGNATURES, "algorithm_unsupported", Open)
        wanted, hash_oid = SIGNATURES[oid]
        require(wanted == RSA or len(algorithm.children) == 1, "algorithm_mismatch")
        require(wanted != RSA or signer.key_oid != PSS, "algorithm_mismatch")
    hash_oid = hash_oid or digest_oid or SHA1
    strong(hash_oid)
    require(digest_oid in (None, hash_oid) and isinstance(key, KEYS[wanted]), "algorithm_mismatch")
    require(wanted != RSA or key.key_size >= 2048, "key_too_weak", Open)
    is_known = wanted != EC_KEY or key.curve.name in ("secp256r1", "secp384r1", "secp521r1")
    require(is_known, "algorithm_unsupported", Open)
    chosen = HASHES[hash_oid][1]
    of_rsa = [padding.PSS(padding.MGF1(chosen), salt) if oid == PSS else padding.PKCS1v15(), chosen]
    try:
        key.verify(signature, data, *{RSA: of_rsa, EC_KEY: [ec.ECDSA(chosen)], ED25519: []}[wanted])
    except (InvalidSignature, ValueError):
        raise Malformed("signature_invalid") from None

def pss_parameters(algorithm: Value) -> tuple[str, int]:
    """RFC 4055, section 3.1: the hash and the length of the salt. Defaults mean SHA-1, which nobody may use."""
    _, *parameters = algorithm.children
    try:
        parts = parameters[0].split([0xA0], [0xA1], [0xA2], [0xA3]) if parameters else [None]
        hashed, mask, salt, trailer = (part and part.only() for part in parts)
        oid = algorithm_of(hashed)
        strong(oid)
        function, of_mask = mask.split(OID, ANY)
        length, known = salt.integer() if salt else 20, function.oid() == MGF1 and algorithm_of(of_mask) == oid
    except (AttributeError, ValueError):
        raise Malformed("algorithm_mismatch") from None
    require(known, "algorithm_unsupported", Open)
    require(length >= 0 and (trailer is None or trailer.integer() == 1), "algorithm_mismatch")
    return oid, length

def check_issuer(issuer: Certificate, below: int, is_anchor: bool, time: datetime) -> None:
    rules = {
        "certificate_expired": issuer.is_valid_at(time),
        "not_an_authority": is_anchor and issuer.is_silent_root
        or issuer.is_authority and (is_anchor or CONSTRAINTS in issuer.critical),
        "issuer_key_usage": issuer.usage is None or issuer.usage & CERTIFICATE_SIGN,
        "path_too_long": issuer.longest is None or below <= issuer.longest,
        "critical_extension": issuer.critical <= PROCESSED,
    }
    for code, holds in rules.items():
        require(holds, code)

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
            check_issuer(issuer, below, any(issuer is anchor for anchor in anchors), time)
            check_signature(path[-1].algorithm, None, issuer, path[-1].signature, path[-1].tbs.raw)
            return find_path([*path, issuer], others, anchors, time)
        except Malformed as error:
            failure = error if failure.code == "no_path" else failure
    raise failure

def check_seal(raw: bytes, imprint: tuple[str, bytes], anchors: list, others: list, at: datetime, known: datetime | None) -> bool:
    """Steps 1 to 12; `known` is when the token was there for certain. Gives whether something stays undecided."""
    token = Token(raw)
    require(token.is_granted, "timestamp_not_granted")
    require(token.imprint_oid != SHA1, "hash_too_weak", Open)
    require(HASHES.get(token.imprint_oid, ("",))[0] == imprint[0], "imprint_algorithm_mismatch")
    require(token.imprint == imprint[1], "imprint_mismatch")
    carried = readable(token.certificates)
    signer = find_signer(token, [*carried, *others, *anchors])
    check_attributes(token)
    fault = ess_fault(token, signer)
    require(not fault, fault or "")
    require(token.digest_oid in token.digest_oids, "digest_algorithm_mismatch")
    check_purpose(token, signer)
    for last, data in enumerate(token.signed, 1 - len(token.signed)):  # In the order of DER, or as they stand.
        with nullcontext() if last == 0 else suppress(Malformed):
            check_signature(token.algorithm, token.digest_oid, signer, token.signature, data)
            break
    require(signer.is_valid_at(token.gen_time), "signer_not_valid_at_gen_time")
    require(anchors, "no_trust_anchor", Open)
    path = find_path([signer], [*carried, *others], anchors, token.gen_time)
    require(token.gen_time <= at + timedelta(minutes=5), "gen_time_in_the_future", Open)
    expiry = min(each.expiry for each in (path[:-1] or path))
    require(at < expiry or known is not None and known < expiry, "out_of_bounds_no_poe", Open)
    return token.has_revocation_data or any(UNJUDGED & each.extensions.keys() for each in path)
