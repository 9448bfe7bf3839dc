"""docs/formats/bitcoin-headers.md: Bitcoin headers, and which of them are of the main chain.

Does not decide headers in epoch files, nor runs from the last checkpoint, and so not what is proven by work alone.
"""

import base64
import hashlib
import re
import struct
from collections import defaultdict
from contextlib import suppress
from pathlib import Path

from .faults import Malformed, require
from .strict_json import exactly, integer, listing, matching, read, record

EPOCH, MOST_HEADERS, MOST_BYTES = 2016, 52_416, 9_437_184
FIRST_TIME, MOST_HEIGHT = 1_231_006_505, 2**31 - 1

def expand(bits: int) -> int | None:
    """The target that `bits` states; None if it is negative, zero or longer than 256 bits."""
    size, mantissa = bits >> 24, bits & 0x7FFFFF
    target = mantissa << 8 * (size - 3) if size > 3 else mantissa >> 8 * (3 - size)
    return None if bits & 0x800000 or target == 0 or target >= 2**256 else target

def _checkpoints() -> tuple[dict[int, bytes], list[int]]:
    """The table of the project: the last block of each epoch, and the bits of each epoch and of the next."""
    table = Path(__file__).parents[3] / "shared/src/bitcoin/checkpoint-table.ts"
    found = re.findall(r'(\w+): string =((?:\s*\+?\s*"[^"]*")+)', table.read_text())
    texts = {name: base64.b64decode("".join(re.findall('"([^"]*)"', text))) for name, text in found}
    hashes = [each[0] for each in struct.iter_unpack("16s", texts["CHECKPOINT_HASHES"])]
    first = bytes.fromhex("6fe28c0ab6f1b372c1a6a246ae63f74f")
    heights = {EPOCH * (place + 1) - 1: block for place, block in enumerate(hashes)}
    return {0: first, **heights}, [each[0] for each in struct.iter_unpack(">I", texts["EPOCH_TARGETS"])]

CHECKPOINTS, BITS = _checkpoints()
LAST = max(CHECKPOINTS)

def is_checkpoint(height: int, block: bytes) -> bool:
    return CHECKPOINTS.get(height) == block[:16]

class Header:
    def __init__(self, height: int, raw: bytes):
        self.height, self.raw = height, raw
        self.hash = hashlib.sha256(hashlib.sha256(raw).digest()).digest()
        _, self.previous, self.root, self.time, self.bits, _ = struct.unpack("<I32s32sIII", raw)
        self.target = expand(self.bits)

class Document:
    """Headers that were given together: one impossible header spoils all of them."""

    def __init__(self, raw: bytes):
        require(len(raw) <= MOST_BYTES, "too_large")
        self.headers: list[Header] = []
        self.fault: str | None = None
        self.is_regtest = False
        if raw.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b""):
            value = read(raw, DOCUMENT, MOST_BYTES)
            self.is_regtest = value["network"] == "regtest"
            for piece in map(bytes.fromhex, value["headers"]):
                require(self.headers or len(piece) == 80, "header_malformed")
                if len(piece) == 48:  # Without the hash of the block before.
                    piece = piece[:4] + self.headers[-1].hash + piece[4:]
                self.headers.append(Header(value["height"] + len(self.headers), piece))
        else:
            stated = raw.decode("utf-8", "replace").splitlines()
            lines = [line for line in stated if line.strip() and not line.lstrip().startswith("#")]
            for line in lines:
                found = re.fullmatch(r"\s*([0-9]{1,10})\s+([0-9a-fA-F]{160})\s*", line)
                require(found and int(found[1]) <= MOST_HEIGHT, "headers_line_malformed")
                self.headers.append(Header(int(found[1]), bytes.fromhex(found[2])))
        require(self.headers, "no_headers")
        require(len(self.headers) <= MOST_HEADERS, "too_many_headers")

    def has(self, height: int, root: bytes) -> bool:
        return any((each.height, each.root) == (height, root) for each in self.headers)

DOCUMENT = record(
    format=exactly("svc-bitcoin-headers/1", "unsupported_format"),
    network=matching("bitcoin|regtest", "network_unknown"),
    height=integer(0, MOST_HEIGHT),
    headers=listing(matching("[0-9a-f]{160}|[0-9a-f]{96}", "header_malformed"), MOST_HEADERS, "too_many_headers"),
)

def impossible(header: Header, now: float) -> str | None:
    """Rule 1."""
    target, epoch, span = header.target, header.height // EPOCH, 600 * header.height
    if target is None:
        return "header_target_invalid"
    if epoch < len(BITS) and header.bits != BITS[epoch]:
        return "header_target_wrong"
    if epoch >= len(BITS) and target > 4 * expand(BITS[-1]):
        return "header_target_too_easy"
    if int.from_bytes(header.hash, "little") > target:
        return "header_work_missing"
    is_far = abs(header.time - FIRST_TIME - span) > 200 * 86_400 + 0.08 * span
    return "header_time_implausible" if is_far or (header.height > LAST and header.time > now + 7200) else None

class Chain:
    """All headers at hand, judged together: section Verification."""

    def __init__(self, given: list[bytes], now: float):
        self.documents: list[Document] = []
        for raw in given:
            with suppress(Malformed):  # One that cannot be read proves and disproves nothing.
                self.documents.append(Document(raw))
        ours = [document for document in self.documents if not document.is_regtest]
        for document in ours:
            by_height = sorted(document.headers, key=lambda header: header.height)
            faults = (impossible(header, now) for header in by_height)
            document.fault = next((fault for fault in faults if fault), None)
        sound = [header for document in ours if not document.fault for header in document.headers]
        self.sound = {header.hash: header for header in sound}
        self.at_height: dict[int, list[Header]] = defaultdict(list)
        for header in sorted(self.sound.values(), key=lambda header: -header.height):
            self.at_height[header.height].append(header)
        starts = (each.height == LAST + 1 and is_checkpoint(LAST, each.previous) for each in sound)
        self.is_decided = not any(starts) and not any(b"\0" in raw[:80] for raw in given)
        self.proven: set[bytes] = set()
        for header in (header for height in self.at_height for header in self.at_height[height]):
            if header.hash in self.proven or is_checkpoint(header.height, header.hash):
                self.proven |= {header.hash, self._follows(header)}

    def _follows(self, header: Header) -> bytes:
        """Rules 3 and 4: the block below that this header proves. That targets fit follows from the table of `bits`."""
        below = self.sound.get(header.previous)
        return below.hash if below and below.height == header.height - 1 else header.hash

    def _is_off(self, header: Header) -> bool:
        """Rule 5."""
        height, before = header.height, header.height - 1
        if header.hash in self.proven:
            return False
        if any(other.hash in self.proven for other in self.at_height[height]) or height in CHECKPOINTS:
            return True
        return before in CHECKPOINTS and not is_checkpoint(before, header.previous)

    def answer(self, height: int, root: bytes) -> tuple[str, str, int]:
        """opentimestamps.md, Verification, step 4: the first line that applies, and the time of the block."""
        here = self.at_height.get(height, [])
        fit = [header for header in here if header.root == root]
        fits, all_here = ({header.hash for header in each} for each in (fit, here))
        lines = (
            (fits & self.proven, "stands", "ok"),
            (any(map(self._is_off, fit)), "contradicted", "bitcoin_block_off_chain"),
            (all_here & self.proven, "contradicted", "bitcoin_root_mismatch"),
            (fit, "open", "header_unproven"),
            (any(each.is_regtest and each.has(height, root) for each in self.documents), "open", "header_of_regtest"),
            (True, "open", "no_bitcoin_header"),
        )
        state, code = next((state, code) for applies, state, code in lines if applies)
        return state, code, fit[0].time if state == "stands" else 0
