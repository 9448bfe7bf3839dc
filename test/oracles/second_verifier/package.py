"""docs/formats/evidence.md, sections The parts and Verification: which part of a package is used for what."""

import re
from dataclasses import dataclass, field

from .archive import Entry, folded, read_archive
from .faults import Open, require

KiB = 1024

@dataclass
class Parts:
    """What verifies a proof, from a package or a certificate or given beside it."""

    proof: bytes = b""
    originals: list[bytes] = field(default_factory=list)
    timestamps: list[bytes] = field(default_factory=list)
    headers: list[bytes] = field(default_factory=list)
    witnesses: list[tuple[int | None, bytes]] = field(default_factory=list)
    witness_timestamps: list[bytes] = field(default_factory=list)
    seals: list[bytes] = field(default_factory=list)
    seal_timestamps: list[bytes] = field(default_factory=list)
    certificates: list[bytes] = field(default_factory=list)
    revocations: list[bytes] = field(default_factory=list)

# What a part is, by its name; how large one may be, how many there may be, how large together, and the code of too many.
KINDS = (
    ("proof", r"proof\.json", 65_536, 1, 65_536, ""),
    ("timestamps", r"bitcoin/[^/]*\.ots", 131_072, 16, 524_288, "evidence_too_many_timestamps"),
    ("headers", r"bitcoin/headers(-[0-9]+)?\.json", 9_437_184, 4, 2**40, "evidence_too_many_headers"),
    ("witnesses", r"anchors/([1-9][0-9]*)\.json", 1_048_576, 16, 1_048_576, "evidence_too_many_witnesses"),
    ("witness_timestamps", r"anchors/[1-9][0-9]*\.ots", 131_072, 16, 524_288, "evidence_too_many_witnesses"),
    ("seals", r"seal/qualified-timestamp\.tsr", 1_048_576, 1, 1_048_576, ""),
    ("seal_timestamps", r"seal/qualified-timestamp\.tsr\.ots", 131_072, 1, 131_072, ""),
    ("certificates", r"seal/tsa-certificates\.pem", 524_288, 1, 524_288, ""),
    ("crls", r"seal/revocation/[1-9][0-9]?\.crl", 8_388_608, 16, 8_388_608, "evidence_too_many_revocation_files"),
    ("ocsp", r"seal/revocation/[1-9][0-9]?\.ocsp", 131_072, 16, 2**40, "evidence_too_many_revocation_files"),
    ("entry", r"seal/trusted-list-entry\.json", 16_384, 1, 16_384, ""),
    ("originals", r"original/.*[^/]", 2**40, 1, 2**40, "evidence_several_originals"),
    ("unused", r".*", 64 * KiB * KiB, 256, 64 * KiB * KiB, ""),
)

def _kind(name: str) -> int:
    return next(at for at, kind in enumerate(KINDS) if re.fullmatch(kind[1], name, re.DOTALL))

def read_package(raw: bytes) -> Parts:
    entries = read_archive(raw)
    files = [entry for entry in entries if not entry.name.endswith("/")]
    found: list[list[Entry]] = [[] for _ in KINDS]
    for entry in files:
        require(len({_kind(name) for name in entry.names}) == 1, "evidence_name_ambiguous")
        require(all(_kind(name) == len(KINDS) - 2 or not folded(name).startswith("original/") for name in entry.names), "evidence_name_ambiguous")
        found[_kind(entry.name)].append(entry)
    if not found[0]:
        raise Open("evidence_no_proof")
    contents_of = {id(entry): entry.read() for entry in entries}
    parts = Parts()
    for (kind, pattern, most, count, together, code), entries in zip(KINDS, found, strict=True):
        require(len(entries) <= count, code)
        sizes = [entry.header.size for entry in entries]
        require(max(sizes, default=0) <= most and sum(sizes) <= together, "evidence_part_too_large")
        contents = [contents_of[id(entry)] for entry in entries]
        if kind == "proof":
            parts.proof = contents[0]
        elif kind == "witnesses":
            parts.witnesses = [(int(re.fullmatch(pattern, entry.name)[1]), contents_of[id(entry)]) for entry in entries]
        elif kind in ("crls", "ocsp"):
            parts.revocations += contents
        elif hasattr(parts, kind):
            setattr(parts, kind, contents)
    require(sum(each.count(b"-----BEGIN CERTIFICATE-----") for each in parts.certificates) <= 64, "evidence_too_many_certificates")
    return parts
