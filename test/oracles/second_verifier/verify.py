"""docs/formats/report.md: what can be verified, the checks of each input, and the outcome that follows."""

import hashlib
import re
import traceback
from base64 import b64decode
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any

from . import portable_proof as portable
from .bitcoin_headers import Chain
from .evm_witness import Included, Witness, open_witness, read_witness
from .faults import Malformed, Open, Unread, require
from .opentimestamps import Timestamp, read_timestamp
from .package import read_package
from .recognise import bare, kind_of
from .rfc3161 import HASHES, SHA1, Certificate, Token, check_seal, readable

FIRST_BLOCK_TIME = 1_438_269_973
ORDER = ("format", "content", "leaf", "merkle", "payload", "anchor", "block", "bitcoin", "seal", "inputs")
DIGITS = {"SHA-256": 64, "SHA-384": 96, "SHA-512": 128}

#: What may be unreadable, in the order of a report.
GIVEN = ("timestamps", "seals", "seal_timestamps", "witnesses", "witness_timestamps")

@dataclass
class Given:
    """What the caller gives beside the input, as the parts of a package and `trust`, and the moment."""

    parts: dict[str, list[Any]] = field(default_factory=dict)
    content_hash: str | None = None
    now: datetime = field(default_factory=lambda: datetime.now(UTC))
    at: datetime | None = None

    def __post_init__(self) -> None:
        for name in GIVEN:
            self.parts[name] = [(each[0], bare(each[1])) if name == "witnesses" else bare(each) for each in self.parts.get(name, [])]

class Verification:
    def __init__(self, raw: bytes, given: Given):
        self.given, self.parts, self.own_timestamp = given, {}, None
        self.kind, self.raw = kind_of(raw)
        self.checks: list[list[str | None]] = []
        #: What this program does not judge, although the input has it.
        self.undecided: list[str] = []
        #: Witnesses that contradict themselves, which the check `anchor` is about.
        self.contradicting: list[Malformed] = []
        #: What the caller gave and is not understood, by its kind.
        self.unread: dict[str, Unread] = {}
        self.is_unused = self.are_headers_used = False

    def both(self, name: str) -> list[Any]:
        """What the caller gave of one kind, and then what the package has."""
        return self.given.parts.get(name, []) + self.parts.get(name, [])

    @cached_property
    def chain(self) -> Chain:
        return Chain(self.both("headers"), self.given.now.timestamp())

    def leave_out(self, name: str, raw: Any, fault: Unread) -> None:
        """What is not understood decides nothing; what somebody gave may say something else."""
        if raw in self.given.parts.get(name, []):
            self.unread.setdefault(name, fault)

    def add(self, check: str, status: str, code: str, fault: str | None = None) -> None:
        self.checks.append([check, status, code, fault])

    def judge(self, check: str, fault: str | Malformed | None) -> None:
        status = "passed" if fault is None else "indeterminate" if isinstance(fault, Open) else "failed"
        if isinstance(fault, Malformed):
            self.add(check, status, fault.code, fault.fault)
        else:
            self.add(check, status, fault or "ok")

    def run(self) -> dict[str, Any]:
        kinds = {"opentimestamps": self.timestamp, "rfc3161": self.seal, "evm-witness": self.witness, None: self.nothing}
        try:
            found = kinds.get(self.kind, self.portable_proof)()
            self.judge("format", None)
            if found is not None:
                name, digest, others = found
                self.content(name, digest)
                self.bitcoin(name, {digest, *others})
                self.seals(name, digest)
            self.account()
            self.undecided += [] if self.chain.is_decided else ["headers"]
        except Malformed as fault:
            self.checks = []
            is_damaged = fault.code == "not_recognised" and self.kind
            self.judge("format", Unread("damaged", fault.fault) if is_damaged else fault)
            skipped = ["content", *(("leaf", "merkle", "payload") if self.kind not in kinds else ())]
            skipped += ["anchor"] * (self.kind not in ("opentimestamps", "rfc3161", None))
            is_timed, seals = self.kind != "evm-witness", {*self.both("seals")}
            skipped += ["bitcoin"] * bool(is_timed and self.both("timestamps") or self.kind == "opentimestamps")
            skipped += ["seal"] * (len({*seals, self.raw}) if self.kind == "rfc3161" else is_timed and bool(seals))
            for check in skipped:
                self.add(check, "skipped", "depends_on_failed_check")
        self.checks.sort(key=lambda check: ORDER.index(check[0]))
        return {"outcome": self.outcome(), "checks": self.checks, "undecided": self.undecided}

    def outcome(self) -> str:
        def of(*ids: str) -> set[str]:
            return {status for check, status, *_ in self.checks if check in ids}

        if "failed" in of(*ORDER):
            return "failed"
        if "indeterminate" in of("inputs"):
            return "indeterminate"
        contents = {code for check, _, code, _ in self.checks if check == "content"}
        is_timed = "passed" in of("anchor", "block", "bitcoin") or of("seal") == {"passed"}
        holds = of("format", "leaf", "merkle", "payload") == {"passed"} and contents <= {"ok", "not_requested"}
        return "verified" if holds and is_timed else "indeterminate"

    # --- The kinds of input: each gives the hash and the digest of its content, and what else timestamps may be of.

    def nothing(self) -> None:
        raise Unread("not_recognised")

    def portable_proof(self) -> tuple[str, bytes, set[bytes]]:
        if self.kind in ("certificate-pdf", "asic-s"):
            self.undecided.append(self.kind)
            raise Open("not_decided")
        self.parts = read_package(self.raw) if self.kind == "evidence-zip" else {"proofs": [self.raw]}
        proof = portable.read_proof(self.parts["proofs"][0])
        for check, fault in portable.document_faults(proof).items():
            if check != "payload" or proof["anchors"]:
                self.judge(check, fault)
        if not proof["anchors"]:
            self.add("payload", "skipped", "no_anchor")
            self.add("anchor", "skipped", "no_anchor")
        self.anchors(proof)
        return "SHA-256", bytes.fromhex(proof["content"]["hash"]), {bytes.fromhex(proof["merkle"]["root"])}

    def timestamp(self) -> tuple[str, bytes, set[bytes]]:
        self.own_timestamp = read_timestamp(self.raw)
        return self.own_timestamp.hash_name, self.own_timestamp.digest, set()

    def seal(self) -> tuple[str, bytes, set[bytes]]:
        token, names = Token(self.raw), {SHA1: "SHA-1", **{oid: name for oid, (name, _) in HASHES.items()}}
        require(token.is_granted, "timestamp_not_granted")
        require(token.imprint_oid in names, "algorithm_unsupported", Open)
        return names[token.imprint_oid], token.imprint, set()

    def witness(self) -> tuple[str, bytes, set[bytes]] | None:
        witness = read_witness(self.raw)
        try:
            included = open_witness(witness)
        except Malformed as fault:
            self.add("content", "skipped", "depends_on_failed_check")
            self.blocks([])
            return self.judge("anchor", fault)
        self.witness_time(included)
        self.blocks([witness])
        root = re.fullmatch(rb"svc:v2:([0-9a-f]{64})", included.input)
        return ("SHA-256", bytes.fromhex(root[1].decode()), set()) if root else ("Keccak-256", included.transaction_hash, set())

    # --- The checks

    def content(self, name: str, digest: bytes) -> None:
        given, originals = self.given.content_hash, self.both("originals")
        if self.kind == "opentimestamps" and name != "SHA-256":
            self.add("content", "indeterminate", "file_hash_not_sha256")
            return
        if given is None and not originals:
            self.add("content", "skipped", "not_requested")
        if given is not None and len(given) != DIGITS.get(name):
            code = "content_hash_not_sha256" if name == "SHA-256" else "file_hash_not_sha256"
            self.add("content", "indeterminate", code)
        elif given is not None:
            self.judge("content", None if given == digest.hex() else "content_hash_mismatch")
        for original in originals:
            if name not in DIGITS:
                self.add("content", "indeterminate", "file_hash_not_sha256")
            else:
                same = hashlib.new(name.replace("-", ""), original).digest() == digest
                self.judge("content", None if same else "content_hash_mismatch")

    def witness_time(self, included: Included) -> None:
        plausible = FIRST_BLOCK_TIME <= included.block_time <= self.given.now.timestamp() + 7200
        self.add("anchor", "indeterminate", "witness_unconfirmed" if plausible else "block_time_implausible")

    def anchors(self, proof: portable.Proof) -> None:
        witnesses: list[tuple[Witness, Included | Malformed]] = []
        for named, raw in self.both("witnesses"):
            witness = None
            try:
                witness = read_witness(raw)
                require(named in (None, witness.chain_id), "witness_chain_mismatch")
                witnesses.append((witness, open_witness(witness)))
            except Unread as fault:
                self.leave_out("witnesses", (named, raw), fault)
            except Malformed as fault:
                witnesses += [(witness, fault)] if witness else []
                self.contradicting += [] if witness else [fault]
        agreeing: list[Witness] = []
        payload, named = portable.payload_of(proof["merkle"]["root"]).encode(), {each["tx_hash"] for each in proof["anchors"]}
        for witness, result in [*witnesses]:  # Any transaction may carry the payload.
            if isinstance(result, Included) and result.input == payload and "0x" + result.transaction_hash.hex() not in named:
                witnesses.remove((witness, result))
                agreeing.append(witness)
                self.is_unused = True
        for anchor in proof["anchors"]:
            ours = [(each, result) for each, result in witnesses if each.chain_id == anchor["chain_id"]]
            faults = [self.beside_anchor(anchor, proof, result) for _, result in ours]
            agreeing += [each for (each, _), fault in zip(ours, faults) if fault is None]
            fault = next((fault for fault in faults if fault), None)
            if not portable.network_agrees(anchor["chain_id"], anchor["network"]):
                fault = "network_mismatch"
            if fault:
                self.judge("anchor", fault)
            elif ours:
                self.witness_time(ours[0][1])
            else:
                self.add("anchor", "indeterminate", "no_source")
        chains = {anchor["chain_id"] for anchor in proof["anchors"]}
        for result in (result for witness, result in witnesses if witness.chain_id not in chains):
            self.is_unused |= isinstance(result, Included)
            self.contradicting += [result] if isinstance(result, Malformed) else []
        self.blocks(agreeing)

    @staticmethod
    def beside_anchor(anchor: dict[str, Any], proof: portable.Proof, result: Included | Malformed) -> str | Malformed | None:
        if isinstance(result, Malformed):
            return result
        rules = {
            "witness_of_other_transaction": "0x" + result.transaction_hash.hex() == anchor["tx_hash"],
            "block_number_mismatch": result.block_number == anchor["block_number"],
            "transaction_input_mismatch": result.input == portable.payload_of(proof["merkle"]["root"]).encode(),
        }
        return next((code for code, holds in rules.items() if not holds), None)

    def read_all(self, name: str) -> list[Timestamp]:
        """Timestamps of something other than the content."""
        found = []
        for raw in self.both(name):
            try:
                found.append(read_timestamp(raw))
            except Unread as fault:
                self.leave_out(name, raw, fault)
        return [each for each in found if each.hash_name == "SHA-256"]

    def blocks(self, witnesses: list[Witness]) -> None:
        """evm-witness.md, section Tied to Bitcoin."""
        timestamps = self.read_all("witness_timestamps")
        for digest in dict.fromkeys(hashlib.sha256(witness.header).digest() for witness in witnesses):
            about = [each for each in timestamps if each.digest == digest]
            if about:
                self.blocks_of("block", about)

    def bitcoin(self, name: str, digests: set[bytes]) -> None:
        own, faults, unread = self.own_timestamp, [], []
        timestamps = [own] if own else []
        for raw in self.both("timestamps"):
            try:
                timestamp = read_timestamp(raw)
                require(own or name == "SHA-256", "file_hash_not_sha256", Open)
                require(timestamp.hash_name == name and timestamp.digest in digests, "timestamp_of_other_content")
                timestamps.append(timestamp)
            except Unread as error:
                self.leave_out("timestamps", raw, error)
                unread.append(error)
            except Malformed as error:
                faults.append(error)
        if faults or unread and not timestamps:
            self.are_headers_used = True
            self.judge("bitcoin", [*faults, *unread][0])
        elif timestamps:
            self.blocks_of("bitcoin", timestamps)

    def blocks_of(self, check: str, timestamps: list[Timestamp]) -> list[int]:
        """opentimestamps.md, Verification, steps 3, 4 and 6. Gives the times of the blocks that stand."""
        self.are_headers_used = True
        attested = [block for timestamp in timestamps for block in timestamp.blocks]
        answers = [self.chain.answer(height, message) for height, message in attested]
        codes = {state: [code for told, code, _ in answers if told == state] for state in ("stands", "contradicted", "open")}
        if not check:
            pass
        elif codes["stands"]:
            self.add(check, "passed", "ok" if "ok" in codes["stands"] else codes["stands"][0])
        elif codes["open"]:
            with_header = [code for code in codes["open"] if code != "no_bitcoin_header"]
            self.add(check, "indeterminate", [*with_header, *codes["open"]][0])
        elif any(timestamp.is_promised for timestamp in timestamps):  # What is refuted keeps no promise.
            self.add(check, "indeterminate", "bitcoin_pending")
        elif codes["contradicted"]:
            self.add(check, "failed", codes["contradicted"][0])
        else:
            self.add(check, "indeterminate", "no_bitcoin_attestation")
        return [time for state, _, time in answers if state == "stands"]

    def seals(self, name: str, digest: bytes) -> None:
        anchors, others = certificates(self.both("trust")), certificates(self.both("certificates"))
        own = self.raw if self.kind == "rfc3161" else None
        given = dict.fromkeys([*([own] if own else []), *self.both("seals")])
        timestamps = self.read_all("seal_timestamps") if given else []
        for raw in given:
            about = [each for each in timestamps if each.digest == hashlib.sha256(raw).digest()]
            times = self.blocks_of("", about) if about else []
            known = datetime.fromtimestamp(min(times), UTC) + timedelta(hours=2) if times else None
            try:
                if raw != own and name not in DIGITS:
                    Token(raw)
                    raise Open("file_hash_not_sha256")
                if check_seal(raw, (name, digest), anchors, others, self.given.at or self.given.now, known):
                    self.undecided.append("seal")
                self.judge("seal", None)
            except Malformed as fault:
                if isinstance(fault, Unread):
                    self.leave_out("seals", raw, fault)
                self.judge("seal", fault)
        if given and self.both("revocations"):
            self.undecided.append("revocation")
        of_seals = ("trust", "certificates", "seal_timestamps", "revocations")
        self.is_unused |= not given and bool(self.given.at or any(map(self.both, of_seals)))

    def account(self) -> None:
        """report.md, section inputs: what cannot be read, and what no check could use."""
        self.is_unused |= bool(self.both("headers")) and not self.are_headers_used
        has_failed = any(status == "failed" for _, status, *_ in self.checks)
        unread = [self.unread[name] for name in GIVEN if name in self.unread]
        if self.contradicting and not has_failed:
            self.add("inputs", "failed", self.contradicting[0].code)
        elif unread:
            self.judge("inputs", unread[0])
        elif self.is_unused:
            self.add("inputs", "skipped", "input_not_applicable")

def certificates(texts: list[bytes]) -> list[Certificate]:
    """Those of PEM texts that can be read."""
    blocks = re.findall(rb"-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----", b"\n".join(texts))
    return readable(blocks, lambda block: b64decode(b"".join(block.split()), validate=True))

def verify(raw: bytes, given: Given) -> dict[str, Any]:
    """The report. A fault of this program itself is told as the outcome `error`, which no report has."""
    try:
        return Verification(raw, given).run()
    except Exception:  # noqa: BLE001
        return {"outcome": "error", "checks": [], "undecided": [], "where": traceback.format_exc()}
