"""DER (X.690), strictly: one byte string for one value, nothing after it."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from .faults import Malformed, require

BOOLEAN, INTEGER, BITS, OCTETS, NULL, OID, ENUMERATED, UTC_TIME, GENERALIZED, SEQUENCE, SET = 1, 2, 3, 4, 5, 6, 10, 23, 24, 48, 49

@dataclass
class Value:
    """One value: its first byte, its content, and the bytes of all of it."""

    tag: int
    content: bytes
    raw: bytes
    children: list["Value"]

    def of(self, *tags: int) -> "Value":
        require(self.tag in tags, "der_unexpected")
        return self

    def integer(self, *tags: int) -> int:
        content = self.of(*(tags or (INTEGER,))).content
        require(content and not (len(content) > 1 and content[0] in (0, 255) and (content[0] ^ content[1]) < 0x80), "der_integer")
        return int.from_bytes(content, "big", signed=True)

    def small(self) -> int:
        """A version, a status or seconds."""
        require(0 <= self.integer() < 2**31, "der_integer")
        return self.integer()

    def oid(self) -> str:
        content = self.of(OID).content
        require(content and content[-1] < 0x80 and not re.search(rb"(^|[\x00-\x7f])\x80", content), "der_object_identifier")
        arcs, value = [], 0
        for byte in content:
            value = value << 7 | byte & 0x7F
            if byte < 0x80:
                arcs.append(value)
                value = 0
        top = min(arcs[0] // 40, 2)
        return ".".join(map(str, [top, arcs[0] - 40 * top, *arcs[1:]]))

    def boolean(self) -> bool:
        require(self.of(BOOLEAN).content in (b"\0", b"\xff"), "der_boolean")
        return self.content != b"\0"

    def bits(self) -> None:
        unused = self.content[0] if self.content else 8
        spare = self.content[-1] & (1 << unused) - 1 if self.content else 1
        require(unused < 8 and (len(self.content) > 1 or not unused) and not (unused and spare), "der_bit_string")

    def null(self) -> None:
        require(not self.content, "der_null")

    def octets(self) -> bytes:
        return self.of(OCTETS).content

    def time(self) -> datetime:
        """GeneralizedTime or UTCTime in UTC with seconds; microseconds are the most that Python keeps."""
        content = self.of(UTC_TIME, GENERALIZED).content
        if self.tag == UTC_TIME:
            content = (b"19" if content[:1] >= b"5" else b"20") + content
        found = re.fullmatch(rb"(\d{14})(?:\.(\d{0,8}[1-9]))?Z", content)
        require(found, "der_time")
        try:
            whole = datetime.strptime(found[1].decode(), "%Y%m%d%H%M%S").replace(tzinfo=UTC)
        except ValueError:
            raise Malformed("der_time") from None
        return whole + timedelta(microseconds=int((found[2] or b"0").ljust(9, b"0")[:6]))

CHECKS = {BOOLEAN: Value.boolean, INTEGER: Value.integer, ENUMERATED: lambda value: value.integer(ENUMERATED)}
CHECKS |= {BITS: Value.bits, NULL: Value.null, OID: Value.oid}

class Fields:
    """The members of a SEQUENCE, or of another constructed value, in their order, some of them optional."""

    def __init__(self, value: Value, tag: int = SEQUENCE):
        self.rest = list(value.of(tag).children)

    def take(self, *tags: int) -> Value:
        require(self.rest and (not tags or self.rest[0].tag in tags), "der_unexpected")
        return self.rest.pop(0)

    def optional(self, tag: int) -> Value | None:
        return self.rest.pop(0) if self.rest and self.rest[0].tag == tag else None

    def end(self) -> None:
        require(not self.rest, "der_unexpected")

def parse(raw: bytes, most_bytes: int = 1_048_576, most_values: int = 65_536, deepest: int = 32) -> Value:
    require(len(raw) <= most_bytes, "der_too_large")
    left = most_values

    def value(at: int, end: int, depth: int) -> tuple[Value, int]:
        nonlocal left
        left -= 1
        require(left >= 0, "der_too_many_elements")
        require(depth <= deepest, "der_too_deep")
        require(at + 2 <= end, "der_truncated")
        start, tag, length, at = at, raw[at], raw[at + 1], at + 2
        require(tag & 0x1F != 0x1F and tag & 0xDF, "der_tag_unsupported")
        if length >= 0x80:
            size, at = length & 0x7F, at + (length & 0x7F)
            require(size, "der_length_indefinite")
            require(at <= end, "der_truncated")
            length = int.from_bytes(raw[at - size : at], "big")
            require(raw[at - size] and length >= 0x80, "der_length_not_minimal")
        require(tag >= 0x40 or tag & 0x1F in (8, 11, 29) or bool(tag & 0x20) == (tag & 0x1F in (16, 17)), "der_form")
        require(at + length <= end, "der_truncated")
        after, children = at + length, []
        while tag & 0x20 and at < after:
            child, at = value(at, after, depth + 1)
            children.append(child)
        found = Value(tag, raw[after - length : after], raw[start:after], children)
        CHECKS.get(tag, lambda _: None)(found)
        return found, after

    found, end = value(0, len(raw), 1)
    require(end == len(raw), "der_trailing_data")
    return found
