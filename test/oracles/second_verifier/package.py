"""docs/formats/evidence.md, sections The parts and Verification: which part of a package is used for what."""

import re
from dataclasses import dataclass, field

from .archive import Entry, folded, read_archive
from .faults import Open, require

KiB = 1024

@dataclass
class Parts:
    """What verifies a proof, from a package or a certificate or given beside it."""

    proofs: list[bytes] = field(default_factory=list)
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
    ("proofs", r"proof\.json", 65_536, 1, 65_536, ""),
    ("timestamps", r"bitcoin/[^/]*\.ots", 131_072, 16, 524_288, "evidence_too_many_timestamps"),
    ("headers", r"bitcoin/headers(-[0-9]+)?\.json", 9_437_184, 4, 2**40, "evidence_too_many_headers"),
    ("witnesses", r"anchors/([1-9][0-9]*)\.json", 1_048_576, 16, 1_048_576, "evidence_too_many_witnesses"),
    ("witness_timestamps", r"anchors/[1-9][0-9]*\.ots", 131_072, 16, 524_288, "evidence_too_many_witnesses"),
    ("seals", r"seal/qualified-timestamp\.tsr", 1_048_576, 1, 1_048_576, ""),
    ("seal_timestamps", r"seal/qualified-timestamp\.tsr\.ots", 131_072, 1, 131_072, ""),
    ("certificates", r"seal/tsa-certificates\.pem", 524_288, 1, 524_288, ""),
    ("revocations", r"seal/revocation/[1-9][0-9]?\.crl", 8_388_608, 16, 8_388_608, "evidence_too_many_revocation_files"),
    ("revocations", r"seal/revocation/[1-9][0-9]?\.ocsp", 131_072, 16, 2**40, "evidence_too_many_revocation_files"),
    ("entry", r"seal/trusted-list-entry\.json", 16_384, 1, 16_384, ""),
    ("originals", r"original/.*[^/]", 2**40, 1, 2**40, "evidence_several_originals"),
    ("unused", r".*", 64 * KiB * KiB, 256, 64 * KiB * KiB, ""),
)

ORIGINALS = [kind[0] for kind in KINDS].index("originals")

def _kind(name: str) -> int:
    return next(at for at, kind in enumerate(KINDS) if re.fullmatch(kind[1], name, re.DOTALL))

def read_package(raw: bytes) -> Parts:
    entries, parts = read_archive(raw), Parts()
    found: list[list[Entry]] = [[] for _ in KINDS]
    for entry in (entry for entry in entries if not entry.header.is_folder):
        kinds = {_kind(name) for name in entry.header.names}
        is_original = any(folded(name).startswith("original/") for name in entry.header.names)
        require(len(kinds) == 1 and (not is_original or kinds == {ORIGINALS}), "evidence_name_ambiguous")
        found[kinds.pop()].append(entry)
    require(found[0], "evidence_no_proof", Open)
    for (_, _, most, count, together, code), listed in zip(KINDS, found):
        sizes = [entry.header.size for entry in listed]
        require(len(listed) <= count, code)
        require(max(sizes, default=0) <= most and sum(sizes) <= together, "evidence_part_too_large")
    contents = {entry.header.name: entry.read() for entry in entries}
    for (kind, pattern, *_), listed in zip(KINDS, found):
        if kind == "witnesses":
            numbers = [int(re.fullmatch(pattern, entry.header.name)[1]) for entry in listed]
            parts.witnesses = [(number, contents[entry.header.name]) for number, entry in zip(numbers, listed)]
        elif hasattr(parts, kind):
            setattr(parts, kind, getattr(parts, kind) + [contents[entry.header.name] for entry in listed])
    blocks = sum(each.count(b"-----BEGIN CERTIFICATE-----") for each in parts.certificates)
    require(blocks <= 64, "evidence_too_many_certificates")
    return parts
