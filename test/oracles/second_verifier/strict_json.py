"""Strict JSON: docs/formats/svc-proof-2.md, section Codes. The formats of headers and witnesses use it too.

A document is read against its rule, so that the first malformation is reported where it begins.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from .faults import Malformed, require

SPACE = re.compile(r"[ \t\n\r]*")
NAMES = {"{": "object", "[": "array", '"': "string", "t": "true", "f": "false", "n": "null"}
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++|(?!\.))(?:[eE][+-]?[0-9]++|(?![eE]))")
CUT_NUMBER = re.compile(r"-?(?:(?:0|[1-9][0-9]*)(?:\.|(?:\.[0-9]+)?[eE][+-]?))?")
CHARACTERS = r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+'
STRING, CUT_STRING = re.compile(CHARACTERS + '"'), re.compile(CHARACTERS + r"(?:\\(?:u[0-9a-fA-F]{0,3})?)?")

@dataclass
class Rule:
    """What a value must be: its JSON type, then its fields or items, then its own form."""

    kind: str
    form: Callable[[Any], Any] = lambda value: value
    fields: dict[str, "Rule"] = field(default_factory=dict)
    item: "Rule | None" = None
    most: int = 256
    code: str = "json_too_many_members"

ANY = Rule("")

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
        self.at = self.depth = 0

    def next(self) -> str:
        """The next character that is not white space; empty at the end."""
        self.at = SPACE.match(self.text, self.at).end()
        return self.text[self.at : self.at + 1]

    def take(self, characters: str) -> str:
        """The next character, if it is one of these: JSON cannot continue with another."""
        found = self.next()
        require(found, "json_truncated")
        require(found in characters, "json_syntax")
        self.at += 1
        return found

    def match(self, whole: re.Pattern[str], cut: re.Pattern[str]) -> str:
        require(not cut.fullmatch(self.text, self.at), "json_truncated")
        found = whole.match(self.text, self.at)
        require(found, "json_syntax")
        self.at = found.end()
        return found.group()

    def string(self) -> str:
        value = json.loads(self.match(STRING, CUT_STRING))
        require(not re.search("[\ud800-\udfff]", value), "lone_surrogate")
        return value

    def literal(self, word: str) -> None:
        for character in word:
            require(self.at < len(self.text), "json_truncated")
            require(self.text[self.at] == character, "json_syntax")
            self.at += 1

    def separated(self, end: str) -> Iterator[int]:
        """Yields before each member of an object or array, which the caller then reads."""
        require(self.depth < 16, "json_too_deep")
        self.depth, self.at, count = self.depth + 1, self.at + 1, 0
        if self.next() == end:
            self.at += 1
        else:
            yield 0
            while self.take("," + end) == ",":
                count += 1
                yield count
        self.depth -= 1

    def members(self, rules: dict[str, Rule]) -> dict[str, Any]:
        """An object with these fields in any order; others are tolerated."""
        found: dict[str, Any] = {}
        for count in self.separated("}"):
            self.take('"')
            self.at -= 1
            name = self.string()
            require(name != "__proto__", "forbidden_key")
            require(name not in found, "duplicate_key")
            require(count < 256, "json_too_many_members")
            self.take(":")
            found[name] = self.value(rules.get(name, ANY))
        require(rules.keys() <= found.keys(), "missing_field")
        return found

    def items(self, rule: Rule) -> Iterator[Any]:
        for place in self.separated("]"):
            require(place < rule.most, rule.code)
            yield self.value(rule.item or ANY)

    def value(self, rule: Rule) -> Any:
        first = self.next()
        require(first, "json_truncated")
        require(first in '{["tfn-0123456789', "json_syntax")
        kind = NAMES.get(first, "number")
        if first in "tfn":
            self.literal(kind)
        require(rule.kind in ("", kind), "wrong_type")
        if kind == "object":
            return rule.form(self.members(rule.fields))
        if kind == "array":
            return rule.form(list(self.items(rule)))
        if kind == "string":
            return rule.form(self.string())
        return rule.form(self.match(NUMBER, CUT_NUMBER)) if kind == "number" else None

def matching(pattern: str, code: str) -> Rule:
    def form(value: str) -> str:
        require(re.fullmatch(pattern, value), code)
        return value

    return Rule("string", form)

def exactly(value: str, code: str) -> Rule:
    return matching(re.escape(value), code)

def integer(least: int, most: int = 2**53 - 1) -> Rule:
    def form(spelling: str) -> int:
        require(re.fullmatch(r"0|-?[1-9][0-9]*", spelling), "integer_malformed")
        # No bound has more than 16 digits.
        require(len(spelling) <= 17 and least <= int(spelling) <= most, "integer_out_of_range")
        return int(spelling)

    return Rule("number", form)

def record(**fields: Rule) -> Rule:
    return Rule("object", fields=fields)

def listing(item: Rule, most: int, code: str, code_of_none: str | None = None) -> Rule:
    def form(items: list[Any]) -> list[Any]:
        require(items or code_of_none is None, code_of_none or "")
        return items

    return Rule("array", form, item=item, most=most, code=code)

def read(raw: bytes, document: Rule, most_bytes: int) -> Any:
    text = Text(raw, most_bytes)
    value = text.value(document)
    require(not text.next(), "json_trailing_data")
    return value
