"""docs/formats/report.md: what can be verified, the checks of each input, and the outcome that follows from them."""

import hashlib
import re
import traceback
from base64 import b64decode
from binascii import Error as NotBase64
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from . import portable_proof as portable
from .bitcoin_headers import Chain
from .evm_witness import Included, Witness, open_witness, read_witness
from .faults import Malformed, Open, require
from .opentimestamps import Timestamp, read_timestamp
from .package import Parts, read_package
from .rfc3161 import HASHES, SHA1, Certificate, Token, check_seal, load

FIRST_BLOCK_TIME = 1_438_269_973
WITNESS_START = re.compile(rb'[ \t\n\r]*\{[ \t\n\r]*"format"[ \t\n\r]*:[ \t\n\r]*"svc-evm-witness/')
# The digit 0 begins text too, but in DER a length follows, and none as short as a digit.
SEAL_START = re.compile(rb"0[^\x00-\x39]", re.DOTALL)
OF_PROOF = ("svc-proof/2", "evidence-zip", "certificate-pdf")
DIGITS = {"SHA-256": 64, "SHA-384": 96, "SHA-512": 128}

@dataclass
class Given(Parts):
    """What the caller gives beside the input, and the moment."""

    content_hash: str | None = None
    trust: list[bytes] = field(default_factory=list)
    now: datetime = field(default_factory=lambda: datetime.now(UTC))
    at: datetime | None = None

def type_of(raw: bytes) -> str:
    if raw[:1] == b"\0":
        return "opentimestamps"
    if SEAL_START.match(raw):
        return "rfc3161"
    if raw[:4] in (b"PK\3\4", b"PK\5\6"):
        return "evidence-zip"
    if raw[:5] == b"%PDF-":
        return "certificate-pdf"
    return "evm-witness" if WITNESS_START.match(raw) else "svc-proof/2"

class Verification:
    def __init__(self, raw: bytes, given: Given):
        self.raw, self.given, self.kind, self.parts = raw, given, type_of(raw), Parts()
        self.checks: list[list[str]] = []
        #: What this program does not judge, although the input has it.
        self.undecided: list[str] = []
        #: Inputs that cannot be read, and whether the check `anchor` is about them.
        self.input_faults: list[tuple[str, bool]] = []
        self.is_unused = self.are_headers_used = False

    def both(self, name: str) -> list[Any]:
        """What the caller gave of one kind, and then what the package has."""
        return getattr(self.given, name) + getattr(self.parts, name)

    def add(self, check: str, status: str, code: str) -> None:
        self.checks.append([check, status, code])

    def judge(self, check: str, fault: str | Malformed | None) -> None:
        code = fault.code if isinstance(fault, Malformed) else fault
        self.add(check, "passed" if fault is None else "indeterminate" if isinstance(fault, Open) else "failed", code or "ok")

    def run(self) -> dict[str, Any]:
        kinds = {"opentimestamps": self.bare_timestamp, "rfc3161": self.bare_seal, "evm-witness": self.bare_witness}
        try:
            kinds.get(self.kind, self.portable_proof)()
            self.account()
        except Malformed as fault:
            self.checks = []
            self.judge("format", fault)
            skipped = ["content", *(("leaf", "merkle", "payload") if self.kind in OF_PROOF else ())]
            skipped += ["anchor"] * (self.kind in (*OF_PROOF, "evm-witness"))
            skipped += ["bitcoin"] * bool(self.both("timestamps") or self.kind == "opentimestamps")
            skipped += ["seal"] * len({*self.both("seals"), *([self.raw] if self.kind == "rfc3161" else [])})
            self.checks += [[check, "skipped", "depends_on_failed_check"] for check in skipped]
        return {"type": self.kind, "outcome": self.outcome(), "checks": self.checks, "undecided": self.undecided}

    def outcome(self) -> str:
        def of(*ids: str) -> set[str]:
            return {status for check, status, _ in self.checks if check in ids}

        if "failed" in {status for _, status, _ in self.checks}:
            return "failed"
        contents = {code for check, _, code in self.checks if check == "content"}
        is_timed = "passed" in of("anchor", "block", "bitcoin") or of("seal") == {"passed"}
        holds = of("format", "leaf", "merkle", "payload") == {"passed"} and contents <= {"ok", "not_requested"}
        return "verified" if holds and is_timed else "indeterminate"

    # --- The kinds of input

    def portable_proof(self) -> None:
        if self.kind == "certificate-pdf":
            self.undecided.append("certificate-pdf")
            raise Open("not_decided")
        self.parts = read_package(self.raw) if self.kind == "evidence-zip" else Parts(proofs=[self.raw])
        proof = portable.read_proof(self.parts.proofs[0])
        digest = bytes.fromhex(proof["content"]["hash"])
        self.judge("format", None)
        self.content("SHA-256", digest)
        faults = portable.document_faults(proof)
        self.judge("leaf", faults["leaf"])
        self.judge("merkle", faults["merkle"])
        if proof["anchors"]:
            self.judge("payload", faults["payload"])
        else:
            self.add("payload", "skipped", "no_anchor")
        chain = self.chain()
        self.anchors(proof, chain)
        self.bitcoin(chain, "SHA-256", {digest, bytes.fromhex(proof["merkle"]["root"])})
        self.seals(chain, "SHA-256", digest)

    def bare_timestamp(self) -> None:
        timestamp = read_timestamp(self.raw)
        self.judge("format", None)
        if timestamp.hash_name == "SHA-256":
            self.content(timestamp.hash_name, timestamp.digest)
        else:
            self.add("content", "indeterminate", "file_hash_not_sha256")
        chain = self.chain()
        self.bitcoin(chain, timestamp.hash_name, {timestamp.digest}, timestamp)
        self.seals(chain, timestamp.hash_name, timestamp.digest)

    def bare_seal(self) -> None:
        token = Token(self.raw)
        name, digest = "", b""
        if token.is_granted:
            require(token.imprint_oid in (SHA1, *HASHES), "algorithm_unsupported", Open)
            name, digest = HASHES[token.imprint_oid][0] if token.imprint_oid != SHA1 else "SHA-1", token.imprint
        self.judge("format", None)
        self.content(name, digest)
        chain = self.chain()
        self.bitcoin(chain, name, {digest})
        self.seals(chain, name, digest, self.raw)

    def bare_witness(self) -> None:
        witness = read_witness(self.raw)
        self.judge("format", None)
        try:
            included = open_witness(witness)
        except Malformed as fault:
            self.add("content", "skipped", "depends_on_failed_check")
            self.judge("anchor", fault)
            return
        root = re.fullmatch(rb"svc:v2:([0-9a-f]{64})", included.input)
        name = "SHA-256" if root else "Keccak-256"
        digest = bytes.fromhex(root[1].decode()) if root else included.transaction_hash
        self.content(name, digest)
        chain = self.chain()
        self.witness_time(included)
        self.blocks(chain, [witness])
        self.bitcoin(chain, name, {digest})
        self.seals(chain, name, digest)

    # --- The checks

    def content(self, name: str, digest: bytes) -> None:
        given = self.given.content_hash
        if given is None and not self.both("originals"):
            self.add("content", "skipped", "not_requested")
        if given is not None:
            if len(given) != DIGITS.get(name):
                code = "content_hash_not_sha256" if name == "SHA-256" else "file_hash_not_sha256"
                self.add("content", "indeterminate", code)
            else:
                self.judge("content", None if given == digest.hex() else "content_hash_mismatch")
        for original in self.both("originals"):
            if name not in DIGITS:
                self.add("content", "indeterminate", "file_hash_not_sha256")
            else:
                same = hashlib.new(name.replace("-", "").lower(), original).digest() == digest
                self.judge("content", None if same else "content_hash_mismatch")

    def chain(self) -> Chain:
        return Chain(self.both("headers"), self.given.now.timestamp())

    def witness_time(self, included: Included) -> None:
        plausible = FIRST_BLOCK_TIME <= included.block_time <= self.given.now.timestamp() + 7200
        self.add("anchor", "indeterminate", "witness_unconfirmed" if plausible else "block_time_implausible")

    def anchors(self, proof: portable.Proof, chain: Chain) -> None:
        witnesses: list[tuple[Witness, Included | Malformed]] = []
        for named, raw in self.both("witnesses"):
            try:
                witness = read_witness(raw)
            except Malformed as fault:
                self.input_faults.append((fault.code, True))
                continue
            try:
                require(named in (None, witness.chain_id), "witness_chain_mismatch")
                witnesses.append((witness, open_witness(witness)))
            except Malformed as fault:
                witnesses.append((witness, fault))
        if not proof["anchors"]:
            self.add("anchor", "skipped", "no_anchor")
        agreeing: list[Witness] = []
        for anchor in proof["anchors"]:
            ours = [(each, result) for each, result in witnesses if each.chain_id == anchor["chain_id"]]
            faults = [self.beside_anchor(anchor, proof, result) for _, result in ours]
            agreeing += [each for (each, _), fault in zip(ours, faults) if fault is None and each not in agreeing]
            fault = next((fault for fault in faults if fault), None)
            if not portable.network_agrees(anchor["chain_id"], anchor["network"]):
                self.add("anchor", "failed", "network_mismatch")
            elif fault:
                self.add("anchor", "failed", fault)
            elif ours:
                self.witness_time(ours[0][1])
            else:
                self.add("anchor", "indeterminate", "no_source")
        for witness, result in witnesses:
            if witness.chain_id not in {anchor["chain_id"] for anchor in proof["anchors"]}:
                if isinstance(result, Malformed):
                    self.input_faults.append((result.code, True))
                else:
                    self.is_unused = True
        self.blocks(chain, agreeing)

    @staticmethod
    def beside_anchor(anchor: dict[str, Any], proof: portable.Proof, result: Included | Malformed) -> str | None:
        if isinstance(result, Malformed):
            return result.code
        if "0x" + result.transaction_hash.hex() != anchor["tx_hash"]:
            return "witness_of_other_transaction"
        if result.block_number != anchor["block_number"]:
            return "block_number_mismatch"
        return None if result.input == portable.payload_of(proof["merkle"]["root"]).encode() else "transaction_input_mismatch"

    def read_all(self, name: str) -> list[Timestamp]:
        """Timestamps of something other than the content: an unreadable one fails the check `inputs`."""
        found = []
        for raw in self.both(name):
            try:
                found.append(read_timestamp(raw))
            except Malformed as fault:
                self.input_faults.append((fault.code, False))
        return [each for each in found if each.hash_name == "SHA-256"]

    def blocks(self, chain: Chain, witnesses: list[Witness]) -> None:
        """evm-witness.md, section Tied to Bitcoin."""
        timestamps = self.read_all("witness_timestamps")
        for digest in dict.fromkeys(hashlib.sha256(witness.header).digest() for witness in witnesses):
            about = [each for each in timestamps if each.digest == digest]
            if about:
                self.blocks_of("block", chain, about)

    def bitcoin(self, chain: Chain, name: str, digests: set[bytes], own: Timestamp | None = None) -> None:
        timestamps, fault = [own] if own else [], None
        if not self.both("timestamps") and not own:
            return
        self.are_headers_used = True
        for raw in self.both("timestamps"):
            try:
                timestamp = read_timestamp(raw)
                require(own or name == "SHA-256", "file_hash_not_sha256", Open)
                require(timestamp.hash_name == name and timestamp.digest in digests, "timestamp_of_other_content")
                timestamps.append(timestamp)
            except Malformed as error:
                fault = error if fault is None or isinstance(fault, Open) > isinstance(error, Open) else fault
        if fault:
            self.judge("bitcoin", fault)
        else:
            self.blocks_of("bitcoin", chain, timestamps)

    def blocks_of(self, check: str, chain: Chain, timestamps: list[Timestamp]) -> list[int]:
        """opentimestamps.md, Verification, steps 3, 4 and 6. Gives the times of the blocks that stand."""
        self.are_headers_used = True
        attested = [block for timestamp in timestamps for block in timestamp.blocks][:64]
        answers = [chain.answer(height, message) for height, message in attested]
        codes = {state: [code for told, code, _ in answers if told == state] for state in ("stands", "contradicted", "open")}
        if not check:
            pass
        elif codes["stands"]:
            self.add(check, "passed", "ok" if "ok" in codes["stands"] else codes["stands"][0])
        elif codes["contradicted"]:
            self.add(check, "failed", codes["contradicted"][0])
        else:
            with_header = [code for code in codes["open"] if code != "no_bitcoin_header"]
            is_promised = any(timestamp.is_promised for timestamp in timestamps)
            without = "bitcoin_pending" if is_promised else "no_bitcoin_attestation"
            self.add(check, "indeterminate", [*with_header, *codes["open"], without][0])
        return [time for state, _, time in answers if state == "stands"]

    def seals(self, chain: Chain, name: str, digest: bytes, own: bytes | None = None) -> None:
        anchors, others = certificates(self.given.trust), certificates(self.both("certificates"))
        given = dict.fromkeys([*([] if own is None else [own]), *self.both("seals")])
        timestamps = self.read_all("seal_timestamps") if given else []
        for raw in given:
            about = [each for each in timestamps if each.digest == hashlib.sha256(raw).digest()]
            times = self.blocks_of("", chain, about) if about else []
            known = datetime.fromtimestamp(min(times), UTC) + timedelta(hours=2) if times else None
            try:
                require(raw == own or name in DIGITS or not Token(raw), "file_hash_not_sha256", Open)
                if check_seal(raw, (name, digest), anchors, others, self.given.at or self.given.now, known):
                    self.undecided.append("seal")
                self.judge("seal", None)
            except Malformed as fault:
                self.judge("seal", fault)
        if given and self.parts.revocations:
            self.undecided.append("revocation")
        of_seals = ("certificates", "seal_timestamps", "revocations")
        self.is_unused |= not given and bool(self.given.trust or self.given.at or any(map(self.both, of_seals)))

    def account(self) -> None:
        """report.md, section inputs: what cannot be read, and what no check could use."""
        self.is_unused |= bool(self.both("headers")) and not self.are_headers_used
        has_failed = any(status == "failed" for _, status, _ in self.checks)
        if any(not (has_failed and is_told) for _, is_told in self.input_faults):
            self.add("inputs", "failed", self.input_faults[0][0])
        elif self.is_unused:
            self.add("inputs", "skipped", "input_not_applicable")

def certificates(texts: list[bytes]) -> list[Certificate]:
    """Those of PEM texts that can be read."""
    found = []
    for block in re.findall(rb"-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----", b"\n".join(texts)):
        try:
            found.append(load(b64decode(b"".join(block.split()), validate=True)))
        except NotBase64:
            continue
    return [each for each in found if each is not None]

def verify(raw: bytes, given: Given) -> dict[str, Any]:
    """The report. It never throws: a fault of this program itself is told as the outcome `error`, which no report has."""
    try:
        return Verification(raw, given).run()
    except Exception:  # noqa: BLE001
        return {"type": type_of(raw), "outcome": "error", "checks": [], "undecided": [], "where": traceback.format_exc()}
