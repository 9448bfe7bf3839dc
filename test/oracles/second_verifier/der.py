"""DER (X.690), strictly: one byte string for one value, nothing after it. And the BER around what CMS signs, as DER."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from .faults import Malformed, require

BOOLEAN, INTEGER, BITS, OCTETS, NULL, OID, ENUMERATED, UTC_TIME, GENERALIZED = 1, 2, 3, 4, 5, 6, 10, 23, 24
SEQUENCE, SET, ANY = 48, 49, range(256)

@dataclass
class Value:
    """One value: its first byte, its content, the bytes of all of it, and where these are BER, as they stand."""

    tag: int
    content: bytes
    raw: bytes
    children: list["Value"]
    given: bytes = b""

    def of(self, *tags: int) -> "Value":
        require(self.tag in tags, "der_unexpected")
        return self

    def split(self, *places: int | range | list[int], tag: int = SEQUENCE) -> list["Value | None"]:
        """The members of a constructed value: a tag for each place, in brackets if it may be empty."""
        rest, found = list(self.of(tag).children), []
        for place in places:
            fits = rest and rest[0].tag in (place if isinstance(place, list | range) else [place])
            require(fits or isinstance(place, list), "der_unexpected")
            found.append(rest.pop(0) if fits else None)
        require(not rest, "der_unexpected")
        return found

    def only(self) -> "Value":
        require(len(self.children) == 1, "der_unexpected")
        return self.children[0]

    def integer(self, *tags: int) -> int:
        content = self.of(*(tags or (INTEGER,))).content
        require(content and not re.match(rb"\x00[\x00-\x7f]|\xff[\x80-\xff]", content), "der_integer")
        return int.from_bytes(content, "big", signed=True)

    def small(self) -> int:
        """A version, a status or seconds."""
        require(0 <= self.integer() < 2**31, "der_integer")
        return self.integer()

    def oid(self) -> str:
        content, arcs, value = self.of(OID).content, [], 0
        require(len(content) <= 640, "der_too_large")
        require(re.fullmatch(rb"(?:(?!\x80)[\x80-\xff]*[\x00-\x7f])+", content), "der_object_identifier")
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
        require(re.match(rb"\x00|[\x01-\x07].", self.content, re.DOTALL), "der_bit_string")
        require(len(self.content) == 1 or self.content[-1] & (1 << self.content[0]) - 1 == 0, "der_bit_string")

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

FORMS = {BOOLEAN: Value.boolean, INTEGER: Value.integer, ENUMERATED: lambda value: value.integer(ENUMERATED)}
FORMS |= {BITS: Value.bits, NULL: Value.null, OID: Value.oid}

#: Whether a value is left as it is, by the tags from the outermost on: of nothing in it the encoding counts.
Opaque = Callable[[tuple[int, ...]], bool]
BER = ["der_length_indefinite", "der_length_not_minimal", "der_form"]

def parse_cms(raw: bytes, is_opaque: Opaque) -> Value:
    """RFC 5652 lets writers use BER: indefinite and longer lengths, and an OCTET STRING in pieces."""
    try:
        return parse(raw, is_opaque=is_opaque)
    except Malformed as malformed:
        if malformed.code not in BER:
            raise
        return parse(raw, is_ber=True, is_opaque=is_opaque)

def encoded(tag: int, content: bytes) -> bytes:
    size = len(content)
    length = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes([tag]) + (bytes([size]) if size < 0x80 else bytes([0x80 | len(length)]) + length) + content

def parse(
    raw: bytes, most_bytes=1_048_576, most_values=65_536, deepest=32, is_ber=False, is_opaque: Opaque = lambda tags: False
) -> Value:
    require(len(raw) <= most_bytes, "der_too_large")
    left = most_values

    def value(at: int, end: int, around: tuple[int, ...], is_any: bool) -> tuple[Value, int]:
        nonlocal left
        left -= 1
        require(left >= 0, "der_too_many_elements")
        require(len(around) < deepest, "der_too_deep")
        require(at + 2 <= end, "der_truncated")
        start, tag, length, at = at, raw[at], raw[at + 1], at + 2
        require(tag & 0x1F != 0x1F and tag & 0xDF, "der_tag_unsupported")
        is_open = length == 0x80
        if length >= 0x80:
            size, at = length & 0x7F, at + (length & 0x7F)
            require(size or is_ber and tag & 0x20, "der_length_indefinite")
            require(at <= end, "der_truncated")
            length = int.from_bytes(raw[at - size : at], "big")
            require(is_ber or raw[at - size] and length >= 0x80, "der_length_not_minimal")
        tags = (*around, tag)
        as_is = is_opaque(tags)
        is_any, in_pieces = is_any or as_is, is_ber and tag == OCTETS | 0x20 and not as_is
        if as_is and not is_open:
            require(at + length <= end, "der_truncated")
            body = raw[at : at + length]
            return Value(tag, body, encoded(tag, body), [], raw[start : at + length]), at + length
        is_free = tag >= 0x40 or tag & 0x1F in (8, 11, 29) or in_pieces or is_any
        require(is_free or bool(tag & 0x20) == (tag & 0x1F in (16, 17)), "der_form")
        content, after, children = at, end if is_open else at + length, []
        require(after <= end, "der_truncated")
        while tag & 0x20 and (raw[at : min(at + 2, end)] != b"\0\0" if is_open else at < after):
            child, at = value(at, after, tags, is_any)
            children.append(child)
        content, after = (raw[content:at], at + 2) if is_open else (raw[content:after], after)
        parts = [each.content if in_pieces else each.raw for each in children]
        require(not in_pieces or all(each.tag == OCTETS for each in children), "der_form")
        body = b"".join(parts) if tag & 0x20 and not as_is else content
        tag, children = (OCTETS, []) if in_pieces else (tag, children)
        found = Value(tag, body, encoded(tag, body), children, raw[start:after])
        if not is_any:
            FORMS.get(tag, lambda _: None)(found)
        return found, after

    found, end = value(0, len(raw), (), False)
    require(end == len(raw), "der_trailing_data")
    return found
