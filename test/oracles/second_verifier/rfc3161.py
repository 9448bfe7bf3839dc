"""docs/formats/rfc3161.md: timestamps of an authority, and the check `seal` up to the imprint (steps 1 to 3).

Does not read SignerInfo, nor decide who signed: signatures, certificates, revocation, trusted lists.
OpenSSL, DSS and rfc3161-client judge those, in the tests beside this folder.
"""

from . import der
from .der import ANY, BITS, BOOLEAN, INTEGER, OCTETS, OID, SEQUENCE, SET, Value
from .faults import Open, require

# Names of hashes, and the lengths of their digests.
SHA2 = "2.16.840.1.101.3.4.2"
HASHES = {f"{SHA2}.1": ("SHA-256", 32), f"{SHA2}.2": ("SHA-384", 48), f"{SHA2}.3": ("SHA-512", 64)}
HASHES["1.3.14.3.2.26"] = ("SHA-1", 20)
SIGNED_DATA, TST_INFO = "1.2.840.113549.1.7.2", "1.2.840.113549.1.9.16.1.4"

def algorithm_of(value: Value) -> str:
    return value.split(OID, [*ANY])[0].oid()

def members(value: Value | None, most: int = 65_536) -> list[Value]:
    require(value is None or len(value.children) <= most, "tsp_too_many")
    return value.children if value else []

class Token:
    """Step 1: a response or a bare token."""
    def __init__(self, raw: bytes):
        root, self.is_granted = der.parse(raw), True
        self.hash_name, self.imprint = "", b""
        if not (root.children and root.children[0].tag == OID):
            status, token = root.split(SEQUENCE, [SEQUENCE])
            number, texts, failure = status.split(INTEGER, [SEQUENCE], [BITS])
            members(texts, 16)
            require(number.small() <= 5, "tsp_status_unknown")
            require(failure is None or len(failure.content) <= 9, "der_bit_string")
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
        version.small(), members(certificates, 32), members(crls, 16)
        for each in members(digests, 8):
            algorithm_of(each)
        kind, info = content.split(OID, 0xA0)
        require(kind.oid() == TST_INFO, "tsp_not_a_timestamp")
        require(len(signers.children) == 1, "tsp_signer_count")
        self._tst_info(der.parse(info.only().of(OCTETS).content, 65_536, 4096, 24))

    def _tst_info(self, value: Value) -> None:
        optional = [SEQUENCE], [BOOLEAN], [INTEGER], [0xA0], [0xA1]
        parts = value.split(INTEGER, OID, SEQUENCE, INTEGER, der.GENERALIZED, *optional)
        version, _, imprint, serial, time, accuracy, _, nonce, tsa, extensions = parts
        require(version.small() == 1, "tsp_version")
        algorithm, digest = imprint.split(SEQUENCE, OCTETS)
        time.check_time(), tsa and tsa.only()
        for each in members(extensions):
            each.split(OID, [BOOLEAN], OCTETS)
        require(all(number is None or len(number.content) <= 65 for number in (serial, nonce)), "tsp_integer")
        self.hash_name, length = HASHES.get(algorithm_of(algorithm), ("", len(digest.content)))
        self.imprint = digest.content
        require(len(self.imprint) == length <= 64, "tsp_imprint_length")
        if accuracy:
            seconds, *fractions = accuracy.split([INTEGER], [0x80], [0x81])
            require(seconds is None or 0 <= seconds.integer() < 2**31, "tsp_accuracy")
            for part in filter(None, fractions):
                require(1 <= part.integer(0x80, 0x81) <= 999, "tsp_accuracy")

def check_seal(raw: bytes, name: str, digest: bytes, is_input: bool) -> None:
    """Steps 1 to 3, against the digest of the content, by a hash of this name."""
    token = Token(raw)
    require(is_input or name in ("SHA-256", "SHA-384", "SHA-512"), "file_hash_not_sha256", Open)
    require(token.is_granted, "timestamp_not_granted")
    require(token.hash_name != "SHA-1", "hash_too_weak", Open)
    require(token.hash_name == name, "imprint_algorithm_mismatch")
    require(token.imprint == digest, "imprint_mismatch")
