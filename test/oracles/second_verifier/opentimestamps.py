"""docs/formats/opentimestamps.md: OpenTimestamps files, and what they say of blocks."""

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from .faults import Open, require
from .keccak import keccak_256

MAGIC = bytes.fromhex("004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294")
HASHES: dict[int, tuple[str, int, Callable[[bytes], bytes]]] = {
    0x02: ("SHA-1", 20, lambda message: hashlib.sha1(message).digest()),
    0x03: ("RIPEMD-160", 20, lambda message: hashlib.new("ripemd160", message).digest()),
    0x08: ("SHA-256", 32, lambda message: hashlib.sha256(message).digest()),
    0x67: ("Keccak-256", 32, keccak_256),
}
COST_OF_HASH = {0x02: 2, 0x03: 2, 0x08: 1, 0x67: 16}
BITCOIN, LITECOIN, PENDING = (bytes.fromhex(tag) for tag in ("0588960d73d71901", "06869a0d73d71b45", "83dfe30d2ef90c8e"))
MOST_BYTES, MOST_COST, DEEPEST, LONGEST = 131_072, 1_048_576, 255, 4096
MOST_HEIGHT = 2**31 - 1

@dataclass
class Timestamp:
    """A file that was read and replayed."""

    hash_name: str
    digest: bytes
    #: Height and message of each Bitcoin attestation, in the order of the file.
    blocks: list[tuple[int, bytes]] = field(default_factory=list)
    is_promised: bool = False

class Reader:
    def __init__(self, raw: bytes):
        self.raw, self.at, self.cost = raw, 0, 0

    def take(self, count: int) -> bytes:
        require(self.at + count <= len(self.raw), "ots_truncated")
        self.at += count
        return self.raw[self.at - count : self.at]

    def integer(self) -> int:
        value = 0
        for place in range(5):
            byte = self.take(1)[0]
            value |= (byte & 0x7F) << 7 * place
            if byte < 0x80:
                require(byte or place == 0, "ots_integer_not_minimal")
                return value
        require(False, "ots_integer_too_large")
        return 0

    def sized(self, most: int, code: str, least: int = 0) -> bytes:
        length = self.integer()
        require(least <= length <= most, code)
        return self.take(length)

    def attestation(self, message: bytes, into: Timestamp) -> None:
        tag = self.take(8)
        inner = Reader(self.sized(8192, "ots_payload_too_long"))
        if tag not in (BITCOIN, LITECOIN, PENDING):
            return
        try:
            if tag == PENDING:
                uri = inner.sized(1000, "ots_uri_too_long")
                require(re.fullmatch(rb"[A-Za-z0-9._/:-]*", uri), "ots_uri_malformed")
                into.is_promised = True
            else:
                height = inner.integer()
                require(height <= MOST_HEIGHT, "ots_height_too_large")
                if tag == BITCOIN:
                    into.blocks.append((height, message))
        except Exception as error:
            require(getattr(error, "code", "") != "ots_truncated", "ots_payload_malformed")
            raise
        require(inner.at == len(inner.raw), "ots_payload_malformed")

    def operation(self, tag: int, message: bytes, depth: int) -> bytes:
        require(tag in (0xF0, 0xF1, 0xF2, 0xF3) or tag in HASHES, "ots_operation_unknown")
        argument = self.sized(LONGEST, "ots_argument_length", 1) if tag in (0xF0, 0xF1) else b""
        length = HASHES[tag][1] if tag in HASHES else len(message) * (2 if tag == 0xF3 else 1) + len(argument)
        require(length <= LONGEST, "ots_message_too_long")
        require(depth < DEEPEST, "ots_too_deep")
        self.cost += (64 + len(message) + length) * COST_OF_HASH.get(tag, 1)
        require(self.cost <= MOST_COST, "ots_too_costly")
        if tag in HASHES:
            return HASHES[tag][2](message)
        return {0xF0: message + argument, 0xF1: argument + message, 0xF2: message[::-1], 0xF3: message.hex().encode()}[tag]

    def timestamp(self, message: bytes, depth: int, into: Timestamp) -> None:
        while True:
            tag = self.take(1)[0]
            is_last = tag != 0xFF
            if not is_last:
                tag = self.take(1)[0]
            if tag == 0x00:
                self.attestation(message, into)
            else:
                self.timestamp(self.operation(tag, message, depth), depth + 1, into)
            if is_last:
                return

def read_timestamp(raw: bytes) -> Timestamp:
    require(len(raw) <= MOST_BYTES, "ots_too_large")
    reader = Reader(raw)
    require(raw.startswith(MAGIC), "ots_bad_magic")
    reader.take(len(MAGIC))
    require(reader.integer() == 1, "ots_version_unsupported")
    tag = reader.take(1)[0]
    require(tag in HASHES, "ots_file_hash_unknown")
    found = Timestamp(HASHES[tag][0], reader.take(HASHES[tag][1]))
    reader.timestamp(found.digest, 0, found)
    require(reader.at == len(raw), "ots_trailing_data")
    return found

def require_sha256(timestamp: Timestamp) -> None:
    if timestamp.hash_name != "SHA-256":
        raise Open("file_hash_not_sha256")
