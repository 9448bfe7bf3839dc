"""Strict JSON: docs/formats/svc-proof-2.md, section Reading. The formats of headers and witnesses use it too.

A field's rule takes the text and gives the value, so that the first malformation is reported where it begins.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

from .faults import Malformed, require

Rule = Callable[["Text"], Any]
LARGEST = 2**53 - 1
DEEPEST = 16
MOST_MEMBERS = 256
DIGITS = re.compile(r"[0-9]*")
PLAIN = re.compile(r'[^"\\\x00-\x1f]*')
SPACE = re.compile(r"[ \t\n\r]*")
KINDS = {"{": "object", "[": "array", '"': "string", **dict.fromkeys("-0123456789", "number"), **dict.fromkeys("tfn", "literal")}
HASH = re.compile(r"[0-9a-f]{64}")

class Text:
    """The document as characters, and the position of the reader."""

    def __init__(self, raw: bytes, most_bytes: int):
        require(len(raw) <= most_bytes, "too_large")
        require(raw, "empty")
        require(not raw.startswith(b"\xef\xbb\xbf"), "byte_order_mark")
        try:
            self.text = raw.decode("utf-8")
        except UnicodeDecodeError:
            raise Malformed("invalid_utf8") from None
        self.at = 0
        self.depth = 0

    def here(self) -> str:
        return self.text[self.at : self.at + 1]

    def token(self) -> str:
        """The next character that is not white space; empty at the end."""
        self.at = SPACE.match(self.text, self.at).end()
        return self.here()

    def take(self, characters: str) -> str:
        """The next character, if it is one of these: JSON cannot continue with another."""
        found = self.here()
        require(found, "json_truncated")
        require(found in characters, "json_syntax")
        self.at += 1
        return found

    def expect(self, characters: str) -> str:
        """The same after white space."""
        self.token()
        return self.take(characters)

    def kind(self) -> str:
        first = self.token()
        require(first, "json_truncated")
        require(first in KINDS, "json_syntax")
        return KINDS[first]

    def want(self, kind: str) -> None:
        found = self.kind()
        if found == "literal" != kind:
            self.literal()
        require(found == kind, "wrong_type")

    def literal(self) -> None:
        for character in {"t": "true", "f": "false", "n": "null"}[self.here()]:
            self.take(character)

    def string(self) -> str:
        """After its first quote."""
        parts: list[str] = []
        while True:
            plain = PLAIN.match(self.text, self.at)
            parts.append(plain.group())
            self.at = plain.end()
            if self.take('"\\') == '"':
                break
            parts.append(self.escape())
        try:
            return "".join(parts).encode("utf-16-le", "surrogatepass").decode("utf-16-le")
        except UnicodeDecodeError:
            raise Malformed("lone_surrogate") from None

    def escape(self) -> str:
        letter = self.take('"\\/bfnrtu')
        if letter == "u":
            return chr(int("".join(self.take("0123456789abcdefABCDEF") for _ in range(4)), 16))
        return {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}.get(letter, letter)

    def number(self) -> str:
        """The spelling of a number."""
        start = self.at
        self.at += self.here() == "-"
        if self.here() == "0":
            self.at += 1
        else:
            self.digits()
        if self.here() == ".":
            self.at += 1
            self.digits()
        if self.here() in ("e", "E"):
            self.at += 1
            self.at += self.here() in ("+", "-")
            self.digits()
        return self.text[start : self.at]

    def digits(self) -> None:
        self.take("0123456789")
        self.at = DIGITS.match(self.text, self.at).end()

    def separated(self, end: str) -> Iterator[int]:
        """Yields before each member of an object or array; the caller reads it before it asks for the next."""
        require(self.depth < DEEPEST, "json_too_deep")
        self.depth, self.at, count = self.depth + 1, self.at + 1, 0
        if self.token() == end:
            self.at += 1
        else:
            yield 0
            while self.expect("," + end) == ",":
                count += 1
                yield count
        self.depth -= 1

    def members(self) -> Iterator[str]:
        """Yields each name of an object."""
        seen: set[str] = set()
        for _ in self.separated("}"):
            self.expect('"')
            name = self.string()
            require(name != "__proto__", "forbidden_key")
            require(name not in seen, "duplicate_key")
            seen.add(name)
            require(len(seen) <= MOST_MEMBERS, "json_too_many_members")
            self.expect(":")
            yield name

    def items(self, most: int, code: str) -> Iterator[int]:
        """Yields the place of each item of an array."""
        for place in self.separated("]"):
            require(place < most, code)
            yield place

    def quoted(self) -> str:
        self.want("string")
        self.at += 1
        return self.string()

    def skip(self) -> None:
        """Reads the value of an unknown field, by the same rules."""
        kind = self.kind()
        if kind == "object":
            for _ in self.members():
                self.skip()
        elif kind == "array":
            for _ in self.items(MOST_MEMBERS, "json_too_many_members"):
                self.skip()
        else:
            {"string": self.quoted, "number": self.number, "literal": self.literal}[kind]()

def matching(pattern: str | re.Pattern[str], code: str) -> Rule:
    def rule(text: Text) -> str:
        value = text.quoted()
        require(re.fullmatch(pattern, value), code)
        return value

    return rule

def exactly(value: str, code: str) -> Rule:
    return matching(re.escape(value), code)

def label(text: Text) -> str:
    value = text.quoted()
    require(value, "label_empty")
    require(len(value.encode("utf-16-le")) // 2 <= 200, "label_too_long")
    return value

def integer(least: int, most: int = LARGEST) -> Rule:
    def rule(text: Text) -> int:
        text.want("number")
        spelling = text.number()
        require(re.fullmatch(r"0|-?[1-9][0-9]*", spelling), "integer_malformed")
        # No bound has more than 16 digits.
        require(len(spelling) <= 17 and least <= int(spelling) <= most, "integer_out_of_range")
        return int(spelling)

    return rule

def record(**rules: Rule) -> Rule:
    """An object with these fields in any order; others are tolerated."""

    def rule(text: Text) -> dict[str, Any]:
        text.want("object")
        found: dict[str, Any] = {}
        for name in text.members():
            if name in rules:
                found[name] = rules[name](text)
            else:
                text.skip()
        require(len(found) == len(rules), "missing_field")
        return {name: found[name] for name in rules}

    return rule

def listing(item: Rule, most: int, code: str, least_code: str | None = None) -> Rule:
    def rule(text: Text) -> list[Any]:
        text.want("array")
        found = [item(text) for _ in text.items(most, code)]
        require(found or least_code is None, least_code or "")
        return found

    return rule

def read(raw: bytes, document: Rule, most_bytes: int) -> Any:
    text = Text(raw, most_bytes)
    value = document(text)
    require(not text.token(), "json_trailing_data")
    return value
