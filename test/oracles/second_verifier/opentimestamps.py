"""docs/formats/opentimestamps.md: OpenTimestamps files, and what they say of blocks."""

import hashlib
import re
from dataclasses import dataclass, field

from .faults import reads, require
from .keccak import keccak_256

MAGIC = bytes.fromhex("004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294")
# Name, length of a digest, and what a byte costs.
HASHES = {0x02: ("SHA-1", 20, 2), 0x03: ("RIPEMD-160", 20, 2), 0x08: ("SHA-256", 32, 1), 0x67: ("Keccak-256", 32, 16)}
APPEND, PREPEND, REVERSE, HEXLIFY = 0xF0, 0xF1, 0xF2, 0xF3
BITCOIN, LITECOIN, PENDING = map(bytes.fromhex, ("0588960d73d71901", "06869a0d73d71b45", "83dfe30d2ef90c8e"))
MOST_BYTES, MOST_COST, DEEPEST, LONGEST, MOST_HEIGHT = 131_072, 1_048_576, 255, 4096, 2**31 - 1

@dataclass
class Timestamp:
    """A file that was read and replayed."""

    hash_name: str
    digest: bytes
    #: Height and message of each Bitcoin attestation, in the order of the file.
    blocks: list[tuple[int, bytes]] = field(default_factory=list)
    is_promised: bool = False

class Reader:
    def __init__(self, raw: bytes, code_of_end: str = "ots_truncated"):
        self.raw, self.at, self.cost, self.code_of_end = raw, 0, 0, code_of_end

    def take(self, count: int) -> bytes:
        require(self.at + count <= len(self.raw), self.code_of_end)
        self.at += count
        return self.raw[self.at - count : self.at]

    def integer(self) -> int:
        value = 0
        for place in range(5):
            (byte,) = self.take(1)
            value |= (byte & 0x7F) << 7 * place
            if byte < 0x80:
                break
        require(byte < 0x80, "ots_integer_too_large")
        require(byte or place == 0, "ots_integer_not_minimal")
        return value

    def sized(self, most: int, code: str, least: int = 0) -> bytes:
        length = self.integer()
        require(least <= length <= most, code)
        return self.take(length)

    def attestation(self, message: bytes, into: Timestamp) -> None:
        tag = self.take(8)
        inner = Reader(self.sized(8192, "ots_payload_too_long"), "ots_payload_malformed")
        if tag == PENDING:
            uri = inner.sized(1000, "ots_uri_too_long")
            require(re.fullmatch(rb"[A-Za-z0-9._/:-]*", uri), "ots_uri_malformed")
            into.is_promised = True
        elif tag in (BITCOIN, LITECOIN):
            height = inner.integer()
            require(height <= MOST_HEIGHT, "ots_height_too_large")
            into.blocks += [(height, message)] if tag == BITCOIN else []
        require(inner.at == len(inner.raw) or tag not in (BITCOIN, LITECOIN, PENDING), "ots_payload_malformed")

    def operation(self, tag: int, message: bytes, depth: int) -> bytes:
        require(tag in (APPEND, PREPEND, REVERSE, HEXLIFY) or tag in HASHES, "ots_operation_unknown")
        argument = self.sized(LONGEST, "ots_argument_length", 1) if tag in (APPEND, PREPEND) else b""
        name, length, price = HASHES.get(tag, ("", len(message) * (1 + (tag == HEXLIFY)) + len(argument), 1))
        require(length <= LONGEST, "ots_message_too_long")
        require(depth < DEEPEST, "ots_too_deep")
        self.cost += (64 + len(message) + length) * price
        require(self.cost <= MOST_COST, "ots_too_costly")
        if tag in (APPEND, PREPEND):
            return message + argument if tag == APPEND else argument + message
        if tag in (REVERSE, HEXLIFY):
            return message[::-1] if tag == REVERSE else message.hex().encode()
        return keccak_256(message) if name == "Keccak-256" else hashlib.new(name.replace("-", ""), message).digest()

    def timestamp(self, message: bytes, depth: int, into: Timestamp) -> None:
        tag = 0xFF
        while tag == 0xFF:
            (tag,) = self.take(1)
            (kind,) = self.take(1) if tag == 0xFF else (tag,)
            if kind == 0x00:
                self.attestation(message, into)
            else:
                self.timestamp(self.operation(kind, message, depth), depth + 1, into)

@reads
def read_timestamp(raw: bytes) -> Timestamp:
    require(len(raw) <= MOST_BYTES, "ots_too_large")
    reader = Reader(raw)
    require(raw.startswith(MAGIC), "ots_bad_magic")
    reader.take(len(MAGIC))
    require(reader.integer() == 1, "ots_version_unsupported")
    (tag,) = reader.take(1)
    require(tag in HASHES, "ots_file_hash_unknown")
    found = Timestamp(HASHES[tag][0], reader.take(HASHES[tag][1]))
    reader.timestamp(found.digest, 0, found)
    require(reader.at == len(raw), "ots_trailing_data")
    return found
