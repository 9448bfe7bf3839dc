"""docs/formats/report.md: what can be verified, the checks of each input, and the outcome that follows."""

import hashlib
import re
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from typing import Any
from . import portable_proof as portable
from .bitcoin_headers import Chain
from .evm_witness import Included, Witness, open_witness, read_witness
from .faults import Malformed, Open, require
from .opentimestamps import Timestamp, read_timestamp
from .package import read_package
from .rfc3161 import Token, check_seal
from .strict_json import read

FIRST_BLOCK_TIME = 1_438_269_973
# How each input begins. The digit 0 begins text too, but in DER a length follows, none as short as a digit.
TYPES = (
    ("opentimestamps", rb"\x00"),
    ("rfc3161", rb"0[^\x00-\x39]"),
    ("evidence-zip", rb"PK(\x03\x04|\x05\x06)"),
    ("certificate-pdf", rb"%PDF-"),
    ("evm-witness", rb'[ \t\n\r]*\{[ \t\n\r]*"format"[ \t\n\r]*:[ \t\n\r]*"svc-evm-witness/'),
    ("svc-proof/2", rb""),
)
ORDER = ("format", "content", "leaf", "merkle", "payload", "anchor", "block", "bitcoin", "seal", "inputs")
STATES = {"stands": "passed", "contradicted": "failed", "open": "indeterminate", "none": "indeterminate"}
DIGITS = {"SHA-256": 64, "SHA-384": 96, "SHA-512": 128}

Content = tuple[str, bytes, set[bytes]]

def attempt(function: Callable[..., Any], *values: Any) -> Any:
    """What it gives, or the first rule that is broken."""
    try:
        return function(*values)
    except Malformed as fault:
        return fault

@dataclass
class Given:
    """What the caller gives beside the input, as the parts of a package and `trust`, and the moment."""
    parts: dict[str, list[Any]] = field(default_factory=dict)
    content_hash: str | None = None
    now: datetime = field(default_factory=lambda: datetime.now(UTC))
    at: datetime | None = None

class Verification:
    def __init__(self, raw: bytes, given: Given):
        self.raw, self.given, self.parts, self.own_timestamp = raw, given, {}, None
        self.kind = next(kind for kind, start in TYPES if re.match(start, raw, re.DOTALL))
        self.checks: list[list[str]] = []
        #: What this program does not judge, although the input has it.
        self.undecided: list[str] = []
        #: Inputs that cannot be read, and whether the check `anchor` is about them.
        self.input_faults: list[tuple[str, bool]] = []
        self.is_unused = self.are_headers_used = False

    def both(self, name: str) -> list[Any]:
        """What the caller gave of one kind, and then what the package has."""
        return self.given.parts.get(name, []) + self.parts.get(name, [])

    @cached_property
    def chain(self) -> Chain:
        return Chain(self.both("headers"), self.given.now.timestamp())

    def add(self, check: str, status: str, code: str) -> None:
        self.checks.append([check, status, code])

    def judge(self, check: str, fault: str | Malformed | None) -> None:
        status = "passed" if fault is None else "indeterminate" if isinstance(fault, Open) else "failed"
        self.add(check, status, fault.code if isinstance(fault, Malformed) else fault or "ok")

    def run(self) -> dict[str, Any]:
        kinds = {"opentimestamps": self.timestamp, "rfc3161": self.seal, "evm-witness": self.witness}
        try:
            found = kinds.get(self.kind, self.portable_proof)()
            self.judge("format", None)
            if found is not None:
                self.content(*found[:2])
                self.bitcoin(*found)
                self.seals(*found[:2])
            self.account()
            self.undecided += [] if self.chain.is_decided else ["headers"]
        except Malformed as fault:
            self.checks = []
            self.judge("format", fault)
            skipped = ["content", *(("leaf", "merkle", "payload") if self.kind not in kinds else ())]
            skipped += ["anchor"] * (self.kind not in ("opentimestamps", "rfc3161"))
            skipped += ["bitcoin"] * bool(self.both("timestamps") or self.kind == "opentimestamps")
            skipped += ["seal"] * len({*self.both("seals"), *([self.raw] if self.kind == "rfc3161" else [])})
            self.checks += [[check, "skipped", "depends_on_failed_check"] for check in skipped]
        self.checks.sort(key=lambda check: ORDER.index(check[0]))
        return {"outcome": self.outcome(), "checks": self.checks, "undecided": self.undecided}

    def outcome(self) -> str:
        if any(status == "failed" for _, status, _ in self.checks):
            return "failed"
        is_timed = {("block", "passed"), ("bitcoin", "passed")} & {(each[0], each[1]) for each in self.checks}
        must_hold = [code for check, _, code in self.checks if check in ORDER[:5]]
        return "verified" if is_timed and {*must_hold} <= {"ok", "not_requested"} else "indeterminate"

    # Each kind of input gives the hash and digest of its content, and what else timestamps may be of.

    def portable_proof(self) -> Content:
        if self.kind == "certificate-pdf":
            self.undecided.append("certificate-pdf")
            raise Open("not_decided")
        self.parts = read_package(self.raw) if self.kind == "evidence-zip" else {"proofs": [self.raw]}
        proof = read(self.parts["proofs"][0], portable.DOCUMENT, 65_536)
        for check, fault in portable.document_faults(proof).items():
            if check != "payload" or proof["anchors"]:
                self.judge(check, fault)
        if not proof["anchors"]:
            self.add("payload", "skipped", "no_anchor")
            self.add("anchor", "skipped", "no_anchor")
        self.anchors(proof)
        return "SHA-256", bytes.fromhex(proof["content"]["hash"]), {bytes.fromhex(proof["merkle"]["root"])}

    def timestamp(self) -> Content:
        self.own_timestamp = read_timestamp(self.raw)
        return self.own_timestamp.hash_name, self.own_timestamp.digest, set()

    def seal(self) -> Content:
        token = Token(self.raw)
        require(token.hash_name or not token.is_granted, "algorithm_unsupported", Open)
        return token.hash_name, token.imprint, set()

    def witness(self) -> Content | None:
        witness = read_witness(self.raw)
        included = attempt(open_witness, witness)
        if isinstance(included, Malformed):
            self.add("content", "skipped", "depends_on_failed_check")
            return self.judge("anchor", included)
        self.witness_time(included)
        self.blocks([witness])
        root = re.fullmatch(rb"svc:v2:([0-9a-f]{64})", included.input)
        digest = bytes.fromhex(root[1].decode()) if root else included.transaction_hash
        return "SHA-256" if root else "Keccak-256", digest, set()

    def content(self, name: str, digest: bytes) -> None:
        given = [] if self.given.content_hash is None else [self.given.content_hash]
        hashed = name.replace("-", "") if name in DIGITS else None
        given += [hashlib.new(hashed, each).hexdigest() if hashed else "" for each in self.both("originals")]
        if self.kind == "opentimestamps" and name != "SHA-256":
            given = [""]
        if not given:
            self.add("content", "skipped", "not_requested")
        for each in given:
            if len(each) == DIGITS.get(name):
                self.judge("content", None if each == digest.hex() else "content_hash_mismatch")
            else:
                beginning = "content" if name == "SHA-256" else "file"
                self.add("content", "indeterminate", beginning + "_hash_not_sha256")

    def witness_time(self, included: Included) -> None:
        plausible = FIRST_BLOCK_TIME <= included.block_time <= self.given.now.timestamp() + 7200
        self.add("anchor", "indeterminate", "witness_unconfirmed" if plausible else "block_time_implausible")

    def anchors(self, proof: portable.Proof) -> None:
        witnesses: list[tuple[Witness, Included | Malformed]] = []
        for named, raw in self.both("witnesses"):
            witness = attempt(read_witness, raw)
            if isinstance(witness, Malformed):
                self.input_faults.append((witness.code, True))
            else:
                witnesses.append((witness, attempt(open_witness, witness, named)))
        agreeing: list[Witness] = []
        for anchor in proof["anchors"]:
            ours = [(each, result) for each, result in witnesses if each["chain_id"] == anchor["chain_id"]]
            faults = [self.beside_anchor(anchor, proof, result) for _, result in ours]
            agreeing += [each for (each, _), fault in zip(ours, faults) if fault is None]
            fault = next((fault for fault in faults if fault), None)
            if not portable.network_agrees(anchor["chain_id"], anchor["network"]):
                fault = "network_mismatch"
            if ours and not fault:
                self.witness_time(ours[0][1])
            else:
                self.judge("anchor", fault or Open("no_source"))
        chains = {anchor["chain_id"] for anchor in proof["anchors"]}
        others = [result for witness, result in witnesses if witness["chain_id"] not in chains]
        self.is_unused |= any(isinstance(each, Included) for each in others)
        self.input_faults += [(each.code, True) for each in others if isinstance(each, Malformed)]
        self.blocks(agreeing)

    @staticmethod
    def beside_anchor(anchor: dict[str, Any], proof: portable.Proof, result: Any) -> str | None:
        if isinstance(result, Malformed):
            return result.code
        payload = f"svc:v2:{proof['merkle']['root']}".encode()
        rules = {
            "witness_of_other_transaction": "0x" + result.transaction_hash.hex() == anchor["tx_hash"],
            "block_number_mismatch": result.block_number == anchor["block_number"],
            "transaction_input_mismatch": result.input == payload,
        }
        return next((code for code, holds in rules.items() if not holds), None)

    def read_all(self, name: str) -> list[Timestamp]:
        """Timestamps of something other than the content: an unreadable one fails the check `inputs`."""
        found = [attempt(read_timestamp, raw) for raw in self.both(name)]
        self.input_faults += [(each.code, False) for each in found if isinstance(each, Malformed)]
        return [each for each in found if isinstance(each, Timestamp) and each.hash_name == "SHA-256"]

    def blocks(self, witnesses: list[Witness]) -> None:
        """evm-witness.md, section Tied to Bitcoin."""
        timestamps = self.read_all("witness_timestamps")
        for digest in dict.fromkeys(hashlib.sha256(witness["header"]).digest() for witness in witnesses):
            about = [each for each in timestamps if each.digest == digest]
            if about:
                self.blocks_of("block", about)

    def of_content(self, raw: bytes, name: str, digests: set[bytes]) -> Timestamp:
        timestamp = read_timestamp(raw)
        require(self.own_timestamp or name == "SHA-256", "file_hash_not_sha256", Open)
        require(timestamp.hash_name == name and timestamp.digest in digests, "timestamp_of_other_content")
        return timestamp

    def bitcoin(self, name: str, digest: bytes, others: set[bytes]) -> None:
        digests = {digest, *others}
        timestamps = [self.own_timestamp] if self.own_timestamp else []
        timestamps += [attempt(self.of_content, raw, name, digests) for raw in self.both("timestamps")]
        self.are_headers_used |= bool(timestamps)
        faults = [each for each in timestamps if isinstance(each, Malformed)]
        if faults:
            self.judge("bitcoin", min(faults, key=lambda fault: isinstance(fault, Open)))
        elif timestamps:
            self.blocks_of("bitcoin", timestamps)

    def blocks_of(self, check: str, timestamps: list[Timestamp]) -> None:
        """opentimestamps.md, Verification, steps 3, 4 and 6."""
        self.are_headers_used = True
        is_promised = any(timestamp.is_promised for timestamp in timestamps)
        attested = [block for timestamp in timestamps for block in timestamp.blocks][:64]
        answers = [self.chain.answer(height, message) for height, message in attested]
        answers.append(("none", "bitcoin_pending" if is_promised else "no_bitcoin_attestation"))
        # What a header says goes before that there is none.
        first = min(answers, key=lambda each: ([*STATES].index(each[0]), each[1] == "no_bitcoin_header"))
        self.add(check, STATES[first[0]], first[1])

    def seals(self, name: str, digest: bytes) -> None:
        own = [self.raw] if self.kind == "rfc3161" else []
        given = dict.fromkeys([*own, *self.both("seals")])
        timestamps = self.read_all("seal_timestamps") if given else []
        stamped = {hashlib.sha256(raw).digest() for raw in given}
        self.are_headers_used |= any(each.digest in stamped for each in timestamps)
        for raw in given:
            fault = attempt(check_seal, raw, name, digest, raw in own)
            if fault:
                self.judge("seal", fault)
            else:
                self.undecided.append("seal")
        of_seals = ("trust", "certificates", "seal_timestamps", "revocations")
        self.is_unused |= not given and bool(self.given.at or any(map(self.both, of_seals)))

    def account(self) -> None:
        """report.md, section inputs: what cannot be read, and what no check could use."""
        self.is_unused |= bool(self.both("headers")) and not self.are_headers_used
        has_failed = any(status == "failed" for _, status, _ in self.checks)
        if any(not (has_failed and is_told) for _, is_told in self.input_faults):
            self.add("inputs", "failed", self.input_faults[0][0])
        elif self.is_unused:
            self.add("inputs", "skipped", "input_not_applicable")

def verify(raw: bytes, given: Given) -> dict[str, Any]:
    """The report. A fault of this program itself is told as the outcome `error`, which no report has."""
    try:
        return Verification(raw, given).run()
    except Exception:  # noqa: BLE001
        return {"outcome": "error", "checks": [], "undecided": [], "where": traceback.format_exc()}
