"""DER (X.690), strictly: one byte string for one value, nothing after it."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from .faults import Malformed, require

BOOLEAN, INTEGER, BITS, OCTETS, NULL, OID, ENUMERATED, SEQUENCE, SET, GENERALIZED = 1, 2, 3, 4, 5, 6, 10, 0x30, 0x31, 24

@dataclass
class Value:
    """One value: its first byte, its content, and the bytes of all of it."""

    tag: int
    content: bytes
    raw: bytes
    children: list["Value"]

    def integer(self, code: str = "der_unexpected") -> int:
        require(self.tag & 0x1F in (INTEGER, ENUMERATED) or self.tag & 0x80, code)
        content = self.content
        require(content and not (len(content) > 1 and content[0] in (0, 255) and (content[0] ^ content[1]) < 0x80), "der_integer")
        return int.from_bytes(content, "big", signed=True)

    def oid(self) -> str:
        require(self.tag == OID, "der_unexpected")
        content = self.content
        require(content and content[-1] < 0x80, "der_object_identifier")
        arcs, value, is_first = [], 0, True
        for byte in content:
            require(not is_first or byte != 0x80, "der_object_identifier")
            value, is_first = value << 7 | byte & 0x7F, byte < 0x80
            if is_first:
                arcs.append(value)
                value = 0
        top = min(arcs[0] // 40, 2)
        return ".".join(map(str, [top, arcs[0] - 40 * top, *arcs[1:]]))

    def boolean(self) -> bool:
        require(self.tag == BOOLEAN, "der_unexpected")
        require(self.content in (b"\0", b"\xff"), "der_boolean")
        return self.content != b"\0"

    def bits(self) -> bytes:
        unused = self.content[0] if self.content else 8
        require(unused < 8 and (len(self.content) > 1 or not unused) and not (unused and self.content[-1] & (1 << unused) - 1), "der_bit_string")
        return self.content[1:]

    def list(self, tag: int = SEQUENCE) -> list["Value"]:
        require(self.tag == tag, "der_unexpected")
        return self.children

    def octets(self) -> bytes:
        require(self.tag == OCTETS, "der_unexpected")
        return self.content

    def time(self) -> datetime:
        """GeneralizedTime in UTC with seconds; microseconds are the most that Python keeps."""
        require(self.tag == GENERALIZED, "der_unexpected")
        found = re.fullmatch(rb"(\d{14})(?:\.(\d{0,8}[1-9]))?Z", self.content)
        require(found, "der_time")
        try:
            whole = datetime.strptime(found[1].decode(), "%Y%m%d%H%M%S").replace(tzinfo=UTC)
        except ValueError:
            raise Malformed("der_time") from None
        return whole + timedelta(microseconds=int((found[2] or b"0").ljust(9, b"0")[:6]))

class Fields:
    """The members of a SEQUENCE in their order, some of them optional."""

    def __init__(self, values: list[Value]):
        self.rest = list(values)

    def take(self, *tags: int) -> Value:
        require(self.rest and (not tags or self.rest[0].tag in tags), "der_unexpected")
        return self.rest.pop(0)

    def optional(self, tag: int) -> Value | None:
        return self.rest.pop(0) if self.rest and self.rest[0].tag == tag else None

    def end(self) -> None:
        require(not self.rest, "der_unexpected")

def _null(value: Value) -> None:
    require(not value.content, "der_null")

CHECKS = {BOOLEAN: Value.boolean, INTEGER: Value.integer, ENUMERATED: Value.integer, BITS: Value.bits, NULL: _null, OID: Value.oid}

def parse(raw: bytes, most_bytes: int = 1_048_576, most_values: int = 65_536, deepest: int = 32) -> Value:
    require(len(raw) <= most_bytes, "der_too_large")
    left = most_values

    def value(at: int, end: int, depth: int) -> tuple[Value, int]:
        nonlocal left
        left -= 1
        require(left >= 0, "der_too_many_elements")
        require(depth <= deepest, "der_too_deep")
        require(at + 2 <= end, "der_truncated")
        start, tag, length = at, raw[at], raw[at + 1]
        require(tag & 0x1F != 0x1F and tag & 0xDF, "der_tag_unsupported")
        at += 2
        if length >= 0x80:
            size = length & 0x7F
            require(size, "der_length_indefinite")
            require(at + size <= end, "der_truncated")
            length = int.from_bytes(raw[at : at + size], "big")
            require(raw[at] and length >= 0x80, "der_length_not_minimal")
            at += size
        require(tag >= 0x40 or tag & 0x1F in (8, 11, 29) or bool(tag & 0x20) == (tag & 0x1F in (16, 17)), "der_form")
        require(at + length <= end, "der_truncated")
        after, children = at + length, []
        if tag & 0x20:
            while at < after:
                child, at = value(at, after, depth + 1)
                children.append(child)
        found = Value(tag, raw[after - length : after], raw[start:after], children)
        if tag in CHECKS:
            CHECKS[tag](found)
        return found, after

    found, end = value(0, len(raw), 1)
    require(end == len(raw), "der_trailing_data")
    return found
