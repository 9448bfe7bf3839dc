"""docs/formats/report.md: what can be verified, the checks of each, and the outcome that follows from them."""

import hashlib
import re
import traceback
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from . import portable_proof as portable
from .bitcoin_headers import Chain, read_chain
from .evm_witness import Included, Witness, open_witness, read_witness
from .faults import Malformed, Open
from .opentimestamps import Timestamp, read_timestamp
from .package import Parts, read_package
from .rfc3161 import HASHES, SHA1, Token, load, read_tokens, verify_seal

FIRST_BLOCK_TIME = 1_438_269_973
WITNESS_START = re.compile(rb'[ \t\n\r]*\{[ \t\n\r]*"format"[ \t\n\r]*:[ \t\n\r]*"svc-evm-witness/')
# A SEQUENCE that begins with a SEQUENCE (the status of a response) or with the identifier of SignedData (a token).
SEAL_START = re.compile(rb"0(?:[\x00-\x7f]|\x81.|\x82..|\x83...|\x84....)(?:0|\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02)", re.DOTALL)
OF_PROOF = ("svc-proof/2", "evidence-zip", "certificate-pdf")

@dataclass
class Given(Parts):
    """What the caller gives beside the input."""

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
        self.raw, self.given, self.kind = raw, given, type_of(raw)
        self.checks: list[list[str]] = []
        self.undecided: list[str] = []
        self.parts = Parts()
        #: Faults of inputs that no check tells, and whether an input was of no use.
        self.input_faults: list[tuple[str, bool]] = []
        self.unused = False
        self.headers_used = self.seal_timestamps_used = False

    # --- Reporting

    def add(self, check: str, status: str, code: str) -> None:
        self.checks.append([check, status, code])

    def judge(self, check: str, fault: str | Malformed | None) -> None:
        if fault is None:
            self.add(check, "passed", "ok")
        elif isinstance(fault, Malformed):
            self.add(check, "indeterminate" if isinstance(fault, Open) else "failed", fault.code)
        else:
            self.add(check, "failed", fault)

    def report(self) -> dict[str, Any]:
        has_failed = any(status == "failed" for _, status, _ in self.checks)
        faults = [code for code, is_witness in self.input_faults if not (has_failed and is_witness)]
        if faults:
            self.add("inputs", "failed", self.input_faults[0][0])
        elif self.unused:
            self.add("inputs", "skipped", "input_not_applicable")
        return {"type": self.kind, "outcome": self.outcome(), "checks": self.checks, "undecided": self.undecided}

    def outcome(self) -> str:
        def statuses(*ids: str) -> list[str]:
            return [status for check, status, _ in self.checks if check in ids]

        if "failed" in [status for _, status, _ in self.checks]:
            return "failed"
        links = statuses("format", "leaf", "merkle", "payload")
        contents = [code for check, _, code in self.checks if check == "content"]
        seals = statuses("seal")
        is_timed = "passed" in statuses("anchor", "block", "bitcoin") or bool(seals) and set(seals) == {"passed"}
        holds = set(links) == {"passed"} and set(contents) <= {"ok", "not_requested"}
        return "verified" if holds and is_timed else "indeterminate"

    def run(self) -> dict[str, Any]:
        try:
            {"opentimestamps": self.bare_timestamp, "rfc3161": self.bare_seal, "evm-witness": self.bare_witness}.get(self.kind, self.portable_proof)()
        except Malformed as fault:
            self.checks, self.unused, self.input_faults = [], False, []
            self.judge("format", fault)
            given, skip = self.given, ["content"]
            skip += ["leaf", "merkle", "payload", "anchor"] if self.kind in OF_PROOF else ["anchor"] if self.kind == "evm-witness" else []
            skip += ["bitcoin"] * bool(given.timestamps or self.parts.timestamps or self.kind == "opentimestamps")
            skip += ["seal", "qualified"] * len({*given.seals, *self.parts.seals, *([self.raw] if self.kind == "rfc3161" else [])})
            for check in skip:
                self.add(check, "skipped", "depends_on_failed_check")
        return self.report()

    # --- The kinds of input

    def portable_proof(self) -> None:
        if self.kind == "evidence-zip":
            self.parts = read_package(self.raw)
        elif self.kind == "certificate-pdf":
            self.undecided.append("certificate-pdf")
            raise Open("not_decided")
        else:
            self.parts.proof = self.raw
        proof = portable.read_proof(self.parts.proof)
        self.judge("format", None)
        self.content("SHA-256", proof["content"]["hash"])
        faults = portable.document_faults(proof)
        self.judge("leaf", faults["leaf"])
        self.judge("merkle", faults["merkle"])
        if proof["anchors"]:
            self.judge("payload", faults["payload"])
        else:
            self.add("payload", "skipped", "no_anchor")
        chain = self.chain()
        self.anchors(proof, chain)
        self.bitcoin(chain, {bytes.fromhex(proof["content"]["hash"]), bytes.fromhex(proof["merkle"]["root"])})
        self.seals(chain, ("SHA-256", bytes.fromhex(proof["content"]["hash"])))
        self.account()

    def bare_timestamp(self) -> None:
        timestamp = read_timestamp(self.raw)
        self.judge("format", None)
        self.content(timestamp.hash_name, timestamp.digest.hex())
        chain = self.chain()
        self.bitcoin(chain, {timestamp.digest}, timestamp)
        self.seals(chain, (timestamp.hash_name, timestamp.digest))
        self.account()

    def bare_seal(self) -> None:
        token = read_tokens(self.raw)
        if isinstance(token, Token) and token.imprint_oid not in (SHA1, *HASHES):
            raise Open("algorithm_unsupported")
        self.judge("format", None)
        chain = self.chain()
        if isinstance(token, Token):
            name = "SHA-1" if token.imprint_oid == SHA1 else HASHES.get(token.imprint_oid, (token.imprint_oid,))[0]
            self.content(name, token.imprint.hex())
            self.bitcoin(chain, {token.imprint} if name == "SHA-256" else set(), None, name)
            self.seals(chain, (name, token.imprint), self.raw)
        else:
            self.content(None, "")
            self.bitcoin(chain, set())
            self.seals(chain, ("", b""), self.raw)
        self.account()

    def bare_witness(self) -> None:
        witness = read_witness(self.raw)
        self.judge("format", None)
        try:
            included: Included | Malformed = open_witness(witness)
        except Malformed as fault:
            included = fault
        root = re.fullmatch(rb"svc:v2:([0-9a-f]{64})", included.input) if isinstance(included, Included) else None
        chain = self.chain()
        if root:
            self.content("SHA-256", root[1].decode())
        elif isinstance(included, Included):
            self.content("Keccak-256", "")
        else:
            self.add("content", "skipped", "depends_on_failed_check")
        if isinstance(included, Included):
            self.witness_time(included)
            self.blocks(chain, [witness])
            digest = bytes.fromhex(root[1].decode()) if root else included.transaction_hash
            self.bitcoin(chain, {digest} if root else set(), None, "SHA-256" if root else "Keccak-256")
            self.seals(chain, ("SHA-256" if root else "Keccak-256", digest))
        else:
            self.judge("anchor", included)
        self.account()

    # --- The checks

    def content(self, name: str | None, digest: str) -> None:
        contents = [*self.given.originals, *self.parts.originals]
        if self.kind == "opentimestamps" and name != "SHA-256":
            self.add("content", "indeterminate", "file_hash_not_sha256")
            return
        if not contents and self.given.content_hash is None:
            self.add("content", "skipped", "not_requested")
        known = {"SHA-256": 64, "SHA-384": 96, "SHA-512": 128}
        if self.given.content_hash is not None:
            if name not in known:
                self.add("content", "indeterminate", "file_hash_not_sha256")
            elif len(self.given.content_hash) != known[name]:
                self.add("content", "indeterminate", "content_hash_not_sha256" if name == "SHA-256" else "file_hash_not_sha256")
            else:
                self.judge("content", None if self.given.content_hash == digest else "content_hash_mismatch")
        for each in contents:
            if name not in known:
                self.add("content", "indeterminate", "file_hash_not_sha256")
            else:
                same = hashlib.new(name.replace("-", "").lower(), each).hexdigest() == digest
                self.judge("content", None if same else "content_hash_mismatch")

    def chain(self) -> Chain:
        chain, _ = read_chain([*self.given.headers, *self.parts.headers], self.given.now.timestamp())
        return chain

    def witness_time(self, included: Included) -> None:
        plausible = FIRST_BLOCK_TIME <= included.block_time <= self.given.now.timestamp() + 7200
        self.add("anchor", "indeterminate", "witness_unconfirmed" if plausible else "block_time_implausible")

    def anchors(self, proof: portable.Proof, chain: Chain) -> None:
        witnesses: list[tuple[Witness, Included | Malformed]] = []
        for named, raw in [*((None, raw) for _, raw in self.given.witnesses), *self.parts.witnesses]:
            try:
                witness = read_witness(raw)
            except Malformed as fault:
                self.input_faults.append((fault.code, True))
                continue
            try:
                if named not in (None, witness.chain_id):
                    raise Malformed("witness_chain_mismatch")
                witnesses.append((witness, open_witness(witness)))
            except Malformed as fault:
                witnesses.append((witness, fault))
        if not proof["anchors"]:
            self.add("anchor", "skipped", "no_anchor")
        agreeing: list[Witness] = []
        chains = {anchor["chain_id"] for anchor in proof["anchors"]}
        for anchor in proof["anchors"]:
            ours = [(witness, result) for witness, result in witnesses if witness.chain_id == anchor["chain_id"]]
            verdicts = [self.beside_anchor(anchor, proof, result) for _, result in ours]
            agreeing += [witness for (witness, _), fault in zip(ours, verdicts, strict=True) if fault is None and witness not in agreeing]
            fault = next((fault for fault in verdicts if fault), None)
            if not portable.network_agrees(anchor["chain_id"], anchor["network"]):
                self.add("anchor", "failed", "network_mismatch")
            elif fault:
                self.add("anchor", "failed", fault)
            elif ours:
                self.witness_time(ours[0][1])
            else:
                self.add("anchor", "indeterminate", "no_source")
        for witness, result in witnesses:
            if witness.chain_id not in chains:
                self.unused = True
                if isinstance(result, Malformed):
                    self.input_faults.append((result.code, True))
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

    def blocks(self, chain: Chain, witnesses: list[Witness]) -> None:
        """evm-witness.md, section Tied to Bitcoin."""
        about: dict[bytes, list[Timestamp]] = {hashlib.sha256(witness.header).digest(): [] for witness in witnesses}
        for raw in [*self.given.witness_timestamps, *self.parts.witness_timestamps]:
            try:
                timestamp = read_timestamp(raw)
            except Malformed as fault:
                self.input_faults.append((fault.code, False))
                continue
            if timestamp.hash_name == "SHA-256" and timestamp.digest in about:
                about[timestamp.digest].append(timestamp)
        for timestamps in about.values():
            if timestamps:
                self.blocks_of("block", chain, timestamps)

    def bitcoin(self, chain: Chain, digests: set[bytes], own: Timestamp | None = None, hash_name: str = "SHA-256") -> None:
        given = [*self.given.timestamps, *self.parts.timestamps]
        timestamps = [own] if own else []
        if not given and not own:
            return
        self.headers_used = True
        fault: Malformed | None = None
        for raw in given:
            try:
                timestamp = read_timestamp(raw)
                if own is None and hash_name != "SHA-256":
                    raise Open("file_hash_not_sha256")
                if timestamp.hash_name != (own.hash_name if own else "SHA-256") or timestamp.digest not in digests:
                    raise Malformed("timestamp_of_other_content")
                timestamps.append(timestamp)
            except Malformed as error:
                fault = fault if fault and (not isinstance(fault, Open) or isinstance(error, Open)) else error
        if fault:
            self.judge("bitcoin", fault)
        else:
            self.blocks_of("bitcoin", chain, timestamps)

    def blocks_of(self, check: str, chain: Chain, timestamps: list[Timestamp]) -> list[int]:
        """opentimestamps.md, Verification, steps 3, 4 and 6. Gives the times of the blocks that stand."""
        attested = [block for timestamp in timestamps for block in timestamp.blocks][:64]
        self.headers_used = True
        answers = [chain.answer(height, message[::1]) for height, message in attested]
        standing = [answer for answer in answers if answer[0] == "stands"]
        contradicted = [code for state, code, _ in answers if state == "contradicted"]
        opened = [code for state, code, _ in answers if state == "open"]
        if not check:
            pass
        elif standing:
            self.add(check, "passed", "ok" if any(code == "ok" for _, code, _ in standing) else standing[0][1])
        elif contradicted:
            self.add(check, "failed", contradicted[0])
        elif opened:
            told = [code for code in opened if code != "no_bitcoin_header"]
            self.add(check, "indeterminate", [*told, *opened][0])
        else:
            promised = any(timestamp.is_promised for timestamp in timestamps)
            self.add(check, "indeterminate", "bitcoin_pending" if promised else "no_bitcoin_attestation")
        return [time for _, _, time in standing]

    def seals(self, chain: Chain, imprint: tuple[str, bytes], own: bytes | None = None) -> None:
        given = [*([own] if own is not None else []), *self.given.seals, *self.parts.seals]
        at = self.given.at or self.given.now
        anchors = [each for each in map(load, pem(self.given.trust)) if each]
        others = [each for each in map(load, pem([*self.given.certificates, *self.parts.certificates])) if each]
        for place, raw in enumerate(given):
            if raw in given[:place]:
                continue
            known = self.seal_known_since(chain, raw)
            if imprint[0] not in ("SHA-256", "SHA-384", "SHA-512") and raw is not own:
                fault = None
                try:
                    read_tokens(raw)
                except Malformed as error:
                    fault = error
                self.judge("seal", fault or Open("file_hash_not_sha256"))
                continue
            seal = verify_seal(raw, imprint, anchors, others, at, known)
            self.undecided += seal.undecided
            self.add("seal", seal.status, seal.code)
        if given and self.parts.revocations:
            self.undecided.append("revocation")

    def seal_known_since(self, chain: Chain, raw: bytes) -> datetime | None:
        times: list[int] = []
        for each in [*self.given.seal_timestamps, *self.parts.seal_timestamps]:
            try:
                timestamp = read_timestamp(each)
            except Malformed as fault:
                self.input_faults.append((fault.code, False))
                continue
            if timestamp.hash_name == "SHA-256" and timestamp.digest == hashlib.sha256(raw).digest():
                times += self.blocks_of("", chain, [timestamp])
        return datetime.fromtimestamp(min(times), UTC) + timedelta(hours=2) if times else None

    def account(self) -> None:
        """report.md, section inputs: what no check could use."""
        given, sealed = self.given, any(check == "seal" for check, _, _ in self.checks)
        self.unused = self.unused or bool(given.headers or self.parts.headers) and not self.headers_used
        self.unused = self.unused or not sealed and bool(given.trust or given.certificates or given.seal_timestamps or given.at)

def pem(texts: list[bytes]) -> list[bytes]:
    """Certificates of PEM texts, as DER; those that are not base64 are left out."""
    import base64
    import binascii

    found = []
    for text in texts:
        for block in re.findall(rb"-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----", text):
            try:
                found.append(base64.b64decode(b"".join(block.split()), validate=True))
            except binascii.Error:
                continue
    return found

def verify(raw: bytes, given: Given) -> dict[str, Any]:
    """The report. It never throws: a fault of this program itself is told as the outcome `error`, which no report has."""
    try:
        return Verification(raw, given).run()
    except Exception as error:  # noqa: BLE001
        return {"type": type_of(raw), "outcome": "error", "checks": [], "undecided": [], "error": repr(error), "where": traceback.format_exc()}
