"""What a reader reports of bytes that break its format, and what the report says of them: docs/formats/report.md."""

import re
from collections.abc import Callable
from functools import wraps
from typing import Any

class Malformed(Exception):
    """The first rule that the bytes break: one code, as docs/formats states it."""

    def __init__(self, code: str, fault: str | None = None):
        super().__init__(code)
        self.code, self.fault = code, fault

class Open(Malformed):
    """What was read decides neither yes nor no: the check is indeterminate."""

class Unread(Open):
    """What is not understood: one of five codes, and as `fault` that of the reader."""

def require(holds: object, code: str, kind: type[Malformed] = Malformed) -> None:
    if not holds:
        raise kind(code)

# Documents that state two things are understood.
SAYS_TWO_THINGS = re.compile(
    "(?<!extension_)duplicate|ambiguous|several|_also_|_gap$|overlap|prepended|deflate_trailing|tsp_token_unexpected|"
    "zip_.*(header|descriptor|type)_mismatch|trie_(node_(missing|hash_mismatch|surplus)|key_absent)|"
    "evm_signature_invalid|witness_chain_mismatch"
)
# No block of Bitcoin has a height that is too large, and no sibling an unknown place.
FAMILIES = (
    ("not_recognised", "bad_magic|not_(signed_data|a_timestamp)"),
    ("encrypted", "encrypted"),
    ("too_large", "(?<!height_)too_"),
    ("unsupported", "unsupported|(?<!position_)unknown|_version$|multi_disk|not_regular|name_(unsafe|version)"),
    ("damaged", ""),
)

def reads(reader: Callable[..., Any]) -> Callable[..., Any]:
    """Of a reader of documents: tells what the report says of what it does not understand."""
    @wraps(reader)
    def told(*given: Any) -> Any:
        try:
            return reader(*given)
        except Open:
            raise
        except Malformed as malformed:
            fault = malformed.code
            if SAYS_TWO_THINGS.search(fault):
                raise Malformed(fault, fault) from None
            raise Unread(next(code for code, words in FAMILIES if re.search(words, fault)), fault) from None

    return told
