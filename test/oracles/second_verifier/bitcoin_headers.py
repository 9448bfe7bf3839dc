"""docs/formats/bitcoin-headers.md: Bitcoin headers, and which of them are of the main chain."""

import base64
import hashlib
import re
import struct
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from .faults import Malformed, require
from .strict_json import exactly, integer, listing, matching, read, record

EPOCH, MOST_HEADERS, MOST_BYTES = 2016, 52_416, 9_437_184
MOST_TARGET, FIRST_TIME, FOLLOWING = 0xFFFF << 208, 1_231_006_505, 6
MOST_HEIGHT = 2**31 - 1

def expand(bits: int) -> int | None:
    """The target that `bits` states; None if it is negative, zero or longer than 256 bits."""
    size, mantissa = bits >> 24, bits & 0x7FFFFF
    target = mantissa << 8 * (size - 3) if size > 3 else mantissa >> 8 * (3 - size)
    return None if bits & 0x800000 or target == 0 or target >= 2**256 else target

def compact(target: int) -> int:
    size = (target.bit_length() + 7) // 8
    mantissa = target << 8 * (3 - size) if size <= 3 else target >> 8 * (size - 3)
    return (size + 1) << 24 | mantissa >> 8 if mantissa & 0x800000 else size << 24 | mantissa

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

    def begins_run(self) -> bool:
        return self.height == LAST + 1 and is_checkpoint(LAST, self.previous)

class Document:
    """Headers that were given together: one impossible header spoils all of them."""

    def __init__(self, raw: bytes):
        require(len(raw) <= MOST_BYTES, "too_large")
        self.headers: list[Header] = []
        self.fault: str | None = None
        self.is_regtest = False
        if 0 in raw[:80]:
            self._read_epoch(raw)
        elif raw.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b""):
            value = read(raw, DOCUMENT, MOST_BYTES)
            self.is_regtest = value["network"] == "regtest"
            self._add(value["height"], map(bytes.fromhex, value["headers"]))
        else:
            lines = [line for line in raw.decode("utf-8", "replace").splitlines() if line.strip()]
            for line in lines:
                found = re.fullmatch(r"\s*([0-9]{1,10})\s+([0-9a-fA-F]{160})\s*", line)
                require(found and int(found[1]) <= MOST_HEIGHT, "headers_line_malformed")
                self.headers.append(Header(int(found[1]), bytes.fromhex(found[2])))
        require(self.headers, "no_headers")
        require(len(self.headers) <= MOST_HEADERS, "too_many_headers")

    def _read_epoch(self, raw: bytes) -> None:
        require(len(raw) == 80 + 48 * (EPOCH - 1), "epoch_file_length")
        heights = [height + 1 for height in CHECKPOINTS if height and is_checkpoint(height, raw[4:36])]
        first = 0 if raw[4:36] == bytes(32) else next(iter(heights), None)
        require(first is not None, "epoch_unplaced")
        self._add(first, [raw[:80], *(raw[at : at + 48] for at in range(80, len(raw), 48))])

    def _add(self, height: int, pieces: Iterable[bytes]) -> None:
        """Without the hash of the block before, a piece takes that of the header before it."""
        for piece in pieces:
            require(self.headers or len(piece) == 80, "header_malformed")
            if len(piece) == 48:
                piece = piece[:4] + self.headers[-1].hash + piece[4:]
            self.headers.append(Header(height + len(self.headers), piece))

    def has(self, height: int, root: bytes) -> bool:
        return any((each.height, each.root) == (height, root) for each in self.headers)

DOCUMENT = record(
    format=exactly("svc-bitcoin-headers/1", "unsupported_format"),
    network=matching("bitcoin|regtest", "network_unknown"),
    height=integer(0, MOST_HEIGHT),
    headers=listing(matching("[0-9a-f]{160}|[0-9a-f]{96}", "header_malformed"), MOST_HEADERS, "too_many_headers"),
)

class Chain:
    """All headers at hand, judged together: section Verification."""

    def __init__(self, given: list[bytes], now: float):
        self.now, self.documents = now, []
        for raw in given:
            try:
                self.documents.append(Document(raw))
            except Malformed:
                continue  # One that cannot be read proves and disproves nothing.
        ours = [document for document in self.documents if not document.is_regtest]
        every = {(header.height, header.raw): header for document in ours for header in document.headers}
        faults = self._impossible(sorted(every.values(), key=lambda header: header.height))
        for document in ours:
            wrong = [(header.height, faults[header.height, header.raw]) for header in document.headers]
            document.fault = min((fault for fault in wrong if fault[1]), default=(0, None))[1]
        sound = [header for document in ours if not document.fault for header in document.headers]
        self.sound = {header.hash: header for header in sound}
        self.ascending = sorted(self.sound.values(), key=lambda header: header.height)
        self.at_height: dict[int, list[Header]] = defaultdict(list)
        for header in self.ascending:
            self.at_height[header.height].append(header)
        self.proven = self._main_chain()
        self.led, self.by_work = self._runs()

    def _impossible(self, ascending: list[Header]) -> dict[tuple[int, bytes], str | None]:
        """Rule 1: the fault of each header. `led` are those that headers lead to from the last checkpoint."""
        faults, led = {}, {}
        for header in ascending:
            fault, before = self._own_fault(header), led.get(header.previous)
            is_next = before is not None and before.height == header.height - 1
            is_first = is_checkpoint(header.height, header.hash) or header.begins_run() and before is None
            if not fault and header.height >= LAST:
                fault = self._run_fault(header, before, led) if is_next and not is_first else None
                if not fault and (is_next or is_first):
                    led[header.hash] = header
            faults[header.height, header.raw] = fault
        return faults

    def _own_fault(self, header: Header) -> str | None:
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
        return "header_time_implausible" if is_far or header.time > self.now + 7200 else None

    @staticmethod
    def _run_fault(header: Header, before: Header, led: dict[bytes, Header]) -> str | None:
        """Rule 1.5: what headers that lead from the last checkpoint say of the next one."""
        times, first, is_boundary = [], before, header.height % EPOCH == 0
        while first is not None and (len(times) < 11 or is_boundary and first.height % EPOCH):
            times.append(first.time)
            first = led.get(first.previous)
        if header.height // EPOCH >= len(BITS):
            bits = before.bits
            if is_boundary and first is not None:
                seconds = min(max(before.time - first.time, 302_400), 4_838_400)
                bits = compact(min(before.target * seconds // 1_209_600, MOST_TARGET))
            if header.bits != bits:
                return "header_target_wrong"
        recent = sorted(times[:11], reverse=True)
        return "header_time_implausible" if len(recent) > 5 and header.time <= recent[5] else None

    def _follows(self, header: Header) -> Header | None:
        """Rule 3: the header of the height below that this one follows."""
        below = self.sound.get(header.previous)
        if below is None or below.height != header.height - 1:
            return None
        if header.height % EPOCH:
            return below if below.bits == header.bits else None
        easiest, hardest = compact(min(4 * below.target, MOST_TARGET)), compact(below.target // 4)
        return below if expand(hardest) <= header.target <= expand(easiest) else None

    def _main_chain(self) -> set[bytes]:
        proven: set[bytes] = set()
        for header in reversed(self.ascending):
            if header.hash in proven or is_checkpoint(header.height, header.hash):
                below = self._follows(header)
                proven |= {header.hash} | ({below.hash} if below else set())
        return proven

    def _runs(self) -> tuple[dict[bytes, int], set[bytes]]:
        """Rules 6 and 7: the work up to each header of a run from the last checkpoint, and what is proven by it."""
        led: dict[bytes, int] = {}
        for header in self.ascending:
            below = self._follows(header)
            if header.begins_run() or below is not None and below.hash in led:
                led[header.hash] = led.get(header.previous, 0) + 2**256 // (header.target + 1)
        runs = [self._run_to(tip) for tip in led if led[tip] == max(led.values())]
        shared = [place[0] for place in zip(*runs, strict=False) if len(set(place)) == 1]
        return led, set(shared[: max(0, min(map(len, runs), default=0) - FOLLOWING)])

    def _run_to(self, tip: bytes) -> list[bytes]:
        run: list[bytes] = []
        while tip in self.sound and self.sound[tip].height > LAST:
            run.append(tip)
            tip = self.sound[tip].previous
        return run[::-1]

    def _is_off(self, header: Header) -> bool:
        """Rule 5."""
        height, before = header.height, header.height - 1
        if header.hash in self.proven:
            return False
        if any(other.hash in self.proven for other in self.at_height[height]) or height in CHECKPOINTS:
            return True
        return before in CHECKPOINTS and not is_checkpoint(before, header.previous)

    def answer(self, height: int, root: bytes) -> tuple[str, str, int]:
        """opentimestamps.md, Verification, step 4: the first line that applies, and the time of a block that stands."""
        here = self.at_height.get(height, [])
        fit = [header for header in here if header.root == root]
        fits, all_here = ({header.hash for header in each} for each in (fit, here))
        lines = (
            (fits & self.proven, "stands", "ok"),
            (fits & self.by_work, "stands", "bitcoin_proven_by_work"),
            (any(map(self._is_off, fit)), "contradicted", "bitcoin_block_off_chain"),
            (all_here & self.proven, "contradicted", "bitcoin_root_mismatch"),
            (all_here & self.by_work and fit, "contradicted", "bitcoin_block_off_chain"),
            (all_here & self.by_work, "contradicted", "bitcoin_root_mismatch"),
            (fits & self.led.keys(), "open", "header_run_short"),
            (fit, "open", "header_unproven"),
            *((each.fault and each.has(height, root), "open", each.fault) for each in self.documents),
            (here, "contradicted", "bitcoin_root_mismatch"),
            (any(each.is_regtest and each.has(height, root) for each in self.documents), "open", "header_of_regtest"),
            (True, "open", "no_bitcoin_header"),
        )
        state, code = next((state, code) for applies, state, code in lines if applies)
        return state, code, fit[0].time if state == "stands" else 0
