"""docs/formats/bitcoin-headers.md: Bitcoin headers, and which of them are of the main chain."""

import base64
import hashlib
import re
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from .faults import Malformed, require
from .strict_json import Text, exactly, integer, listing, matching, read, record

EPOCH = 2016
MOST_HEADERS = 52_416
MOST_BYTES = 9_437_184
MOST_TARGET = 0xFFFF << 208
FIRST_TIME = 1_231_006_505
FOLLOWING = 6
TABLE = Path(__file__).parents[3] / "shared/src/bitcoin/checkpoint-table.ts"

def expand(bits: int) -> int | None:
    """The target that `bits` states; None if it is negative, zero or longer than 256 bits."""
    size, mantissa = bits >> 24, bits & 0x7FFFFF
    target = mantissa << 8 * (size - 3) if size > 3 else mantissa >> 8 * (3 - size)
    return None if bits & 0x800000 or target == 0 or target >= 2**256 else target

def compact(target: int) -> int:
    size = (target.bit_length() + 7) // 8
    mantissa = target << 8 * (3 - size) if size <= 3 else target >> 8 * (size - 3)
    if mantissa & 0x800000:
        size, mantissa = size + 1, mantissa >> 8
    return size << 24 | mantissa

@dataclass(frozen=True)
class Header:
    height: int
    raw: bytes
    hash: bytes = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "hash", hashlib.sha256(hashlib.sha256(self.raw).digest()).digest())

    def _number(self, at: int) -> int:
        return int.from_bytes(self.raw[at : at + 4], "little")

    previous = property(lambda self: self.raw[4:36])
    root = property(lambda self: self.raw[36:68])
    time = property(lambda self: self._number(68))
    bits = property(lambda self: self._number(72))
    target = property(lambda self: expand(self.bits))
    work = property(lambda self: 2**256 // (self.target + 1))

class Checkpoints:
    """The table of the project: the last block of each epoch, and the bits of each epoch and of the next."""

    def __init__(self) -> None:
        def value(name: str) -> bytes:
            found = re.search(rf'{name}: string =((?:\s*\+?\s*"[^"]*")+)', TABLE.read_text())
            return base64.b64decode("".join(re.findall(r'"([^"]*)"', found.group(1))))

        hashes, bits = value("CHECKPOINT_HASHES"), value("EPOCH_TARGETS")
        self.hashes = {EPOCH * (place + 1) - 1: hashes[16 * place : 16 * place + 16] for place in range(len(hashes) // 16)}
        self.bits = [int.from_bytes(bits[at : at + 4], "big") for at in range(0, len(bits), 4)]
        self.last = max(self.hashes)
        self.hashes[0] = bytes.fromhex("000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f")[::-1][:16]

    def names(self, height: int, block: bytes) -> bool:
        return self.hashes.get(height) == block[:16]

@cache
def checkpoints() -> Checkpoints:
    return Checkpoints()

HEADER_TEXT = matching("[0-9a-f]{160}|[0-9a-f]{96}", "header_malformed")

def _first_is_whole(text: Text) -> list[str]:
    found: list[str] = []
    text.want("array")
    for place in text.items(MOST_HEADERS, "too_many_headers"):
        found.append(HEADER_TEXT(text))
        require(place or len(found[0]) == 160, "header_malformed")
    require(found, "no_headers")
    return found

DOCUMENT = record(
    format=exactly("svc-bitcoin-headers/1", "unsupported_format"),
    network=matching("bitcoin|regtest", "network_unknown"),
    height=integer(0, 2**31 - 1),
    headers=_first_is_whole,
)

@dataclass
class Document:
    """Headers that were given together: one impossible header spoils all of them."""

    is_regtest: bool
    headers: list[Header]
    fault: str | None = None

def _read_json(raw: bytes) -> Document:
    value = read(raw, DOCUMENT, MOST_BYTES)
    headers: list[Header] = []
    for place, text in enumerate(value["headers"]):
        piece = bytes.fromhex(text)
        if len(piece) == 48:
            piece = piece[:4] + headers[-1].hash + piece[4:]
        headers.append(Header(value["height"] + place, piece))
    return Document(value["network"] == "regtest", headers)

def _read_lines(raw: bytes) -> Document:
    headers = []
    for line in raw.decode("utf-8", "replace").splitlines():
        if not line.strip():
            continue
        found = re.fullmatch(r"\s*([0-9]{1,10})\s+([0-9a-fA-F]{160})\s*", line)
        require(found and int(found.group(1)) <= 2**31 - 1, "headers_line_malformed")
        require(len(headers) < MOST_HEADERS, "too_many_headers")
        headers.append(Header(int(found.group(1)), bytes.fromhex(found.group(2))))
    require(headers, "no_headers")
    return Document(False, headers)

def _read_epoch(raw: bytes, table: Checkpoints) -> Document:
    require(len(raw) == 80 + 48 * (EPOCH - 1), "epoch_file_length")
    first = 0 if raw[4:36] == bytes(32) else next((at + 1 for at in table.hashes if table.names(at, raw[4:36])), None)
    require(first is not None and first % EPOCH == 0, "epoch_unplaced")
    headers = [Header(first, raw[:80])]
    for at in range(80, len(raw), 48):
        headers.append(Header(first + len(headers), raw[at : at + 4] + headers[-1].hash + raw[at + 4 : at + 48]))
    return Document(False, headers)

class Chain:
    """All headers at hand, judged together: section Verification."""

    def __init__(self, now: float):
        self.table = checkpoints()
        self.now = now
        self.documents: list[Document] = []

    def add(self, raw: bytes) -> None:
        require(len(raw) <= MOST_BYTES, "too_large")
        if 0 in raw[:80]:
            self.documents.append(_read_epoch(raw, self.table))
        elif raw.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b""):
            self.documents.append(_read_json(raw))
        else:
            self.documents.append(_read_lines(raw))

    def judge(self) -> None:
        ours = [document for document in self.documents if not document.is_regtest]
        every = {(header.height, header.raw): header for document in ours for header in document.headers}
        faults = {key: self._own_fault(header) for key, header in every.items()}
        self._rule_out(sorted(every.values(), key=lambda header: header.height), faults)
        for document in ours:
            wrong = [(header.height, faults[header.height, header.raw]) for header in document.headers]
            document.fault = min((fault for fault in wrong if fault[1]), default=(0, None))[1]
        self.sound = {
            header.hash: header for document in ours if not document.fault for header in document.headers
        }
        self.at_height: dict[int, list[Header]] = defaultdict(list)
        for header in sorted(self.sound.values(), key=lambda header: -header.height):
            self.at_height[header.height].append(header)
        self.proven = self._main_chain()
        self.led, self.by_work = self._runs()

    def _own_fault(self, header: Header) -> str | None:
        target, epoch = header.target, header.height // EPOCH
        span = 600 * header.height
        if target is None:
            return "header_target_invalid"
        if epoch < len(self.table.bits):
            if header.bits != self.table.bits[epoch]:
                return "header_target_wrong"
        elif target > 4 * expand(self.table.bits[-1]):
            return "header_target_too_easy"
        if int.from_bytes(header.hash, "little") > target:
            return "header_work_missing"
        if abs(header.time - FIRST_TIME - span) > 200 * 86_400 + 0.08 * span or header.time > self.now + 7200:
            return "header_time_implausible"
        return None

    def _begins_run(self, header: Header) -> bool:
        return header.height == self.table.last + 1 and self.table.names(self.table.last, header.previous)

    def _rule_out(self, ascending: list[Header], faults: dict[tuple[int, bytes], str | None]) -> None:
        """Rule 1.5: what headers that lead from the last checkpoint say of the next one."""
        led: dict[bytes, Header] = {}
        for header in ascending:
            key = header.height, header.raw
            if faults[key] or header.height < self.table.last:
                continue
            if self.table.names(header.height, header.hash) or self._begins_run(header) and header.previous not in led:
                led[header.hash] = header
            elif header.previous in led and led[header.previous].height == header.height - 1:
                faults[key] = self._run_fault(header, led)
                if not faults[key]:
                    led[header.hash] = header

    def _run_fault(self, header: Header, led: dict[bytes, Header]) -> str | None:
        before, times = led[header.previous], []
        first: Header | None = before
        is_boundary = header.height % EPOCH == 0
        while first is not None and (len(times) < 11 or is_boundary and first.height % EPOCH):
            times.append(first.time)
            first = led.get(first.previous)
        bits = before.bits
        if is_boundary and first is not None and header.height // EPOCH >= len(self.table.bits):
            seconds = min(max(before.time - first.time, 302_400), 4_838_400)
            bits = compact(min(before.target * seconds // 1_209_600, MOST_TARGET))
        if header.height // EPOCH >= len(self.table.bits) and header.bits != bits:
            return "header_target_wrong"
        recent = sorted(times[:11], reverse=True)
        return "header_time_implausible" if len(recent) > 5 and header.time <= recent[5] else None

    def _follows(self, header: Header) -> Header | None:
        """The header of the height below that this one follows."""
        below = self.sound.get(header.previous)
        if below is None or below.height != header.height - 1:
            return None
        if header.height % EPOCH:
            return below if below.bits == header.bits else None
        easiest, hardest = compact(min(4 * below.target, MOST_TARGET)), compact(below.target // 4)
        return below if expand(hardest) <= header.target <= expand(easiest) else None

    def _main_chain(self) -> set[bytes]:
        proven: set[bytes] = set()
        for height in self.at_height:
            for header in self.at_height[height]:
                if header.hash in proven or self.table.names(height, header.hash):
                    proven.add(header.hash)
                    below = self._follows(header)
                    if below is not None:
                        proven.add(below.hash)
        return proven

    def _runs(self) -> tuple[dict[bytes, int], set[bytes]]:
        """The work since the last checkpoint of each header that headers lead to, and those that it proves."""
        led: dict[bytes, int] = {}
        for header in reversed([each for height in self.at_height for each in self.at_height[height]]):
            below = self._follows(header)
            if header.height > self.table.last and self._begins_run(header):
                led[header.hash] = header.work
            elif below is not None and below.hash in led:
                led[header.hash] = led[below.hash] + header.work
        most = max(led.values(), default=0)
        best = [each for each in led if led[each] == most]
        runs = [self._run_to(tip) for tip in best]
        shared = [place for place in zip(*runs, strict=False) if len(set(place)) == 1]
        shortest = min((len(run) for run in runs), default=0)
        return led, {place[0] for at, place in enumerate(shared) if shortest - at - 1 >= FOLLOWING}

    def _run_to(self, tip: bytes) -> list[bytes]:
        run: list[bytes] = []
        while tip in self.sound and self.sound[tip].height > self.table.last:
            run.append(tip)
            tip = self.sound[tip].previous
        return run[::-1]

    def _is_off(self, header: Header) -> bool:
        height = header.height
        if header.hash in self.proven:
            return False
        if any(other.hash in self.proven for other in self.at_height[height]) or height in self.table.hashes:
            return True
        return height - 1 in self.table.hashes and not self.table.names(height - 1, header.previous)

    def answer(self, height: int, root: bytes) -> tuple[str, str, int]:
        """opentimestamps.md, Verification, step 4: `stands`, `contradicted` or `open`, the code, and the time of a block that stands."""
        here = self.at_height.get(height, [])
        proven = [header for header in here if header.hash in self.proven]
        worked = [header for header in here if header.hash in self.by_work]
        fit = [header for header in here if header.root == root]
        if any(header in proven for header in fit):
            return "stands", "ok", fit[0].time
        if any(header in worked for header in fit):
            return "stands", "bitcoin_proven_by_work", fit[0].time
        if any(self._is_off(header) for header in fit):
            return "contradicted", "bitcoin_block_off_chain", 0
        if proven:
            return "contradicted", "bitcoin_root_mismatch", 0
        if worked:
            return "contradicted", "bitcoin_block_off_chain" if fit else "bitcoin_root_mismatch", 0
        if fit:
            return "open", "header_run_short" if any(header.hash in self.led for header in fit) else "header_unproven", 0
        for document in self.documents:
            if document.fault and any((each.height, each.root) == (height, root) for each in document.headers):
                return "open", document.fault, 0
        if here:
            return "contradicted", "bitcoin_root_mismatch", 0
        for document in self.documents:
            if document.is_regtest and any((each.height, each.root) == (height, root) for each in document.headers):
                return "open", "header_of_regtest", 0
        return "open", "no_bitcoin_header", 0

def read_chain(given: list[bytes], now: float) -> Chain:
    """All that were given. One that cannot be read proves and disproves nothing."""
    chain = Chain(now)
    for raw in given:
        try:
            chain.add(raw)
        except Malformed:
            continue
    chain.judge()
    return chain
