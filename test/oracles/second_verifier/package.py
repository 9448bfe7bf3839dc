"""docs/formats/evidence.md, sections The parts and Verification: which part of a package is used for what."""

import re
from typing import Any

from .archive import Entry, folded, read_archive
from .faults import Open, require

MANY = 2**40
# What a part is, by its name; how large one may be, how many there may be, how large together, the code of too many.
KINDS = (
    ("proofs", r"proof\.json", 65_536, 1, MANY, ""),
    ("timestamps", r"bitcoin/[^/]*\.ots", 131_072, 16, 524_288, "evidence_too_many_timestamps"),
    ("headers", r"bitcoin/headers(-[0-9]+)?\.json", 9_437_184, 4, MANY, "evidence_too_many_headers"),
    ("witnesses", r"anchors/([1-9][0-9]*)\.json", 1_048_576, 16, 1_048_576, "evidence_too_many_witnesses"),
    ("witness_timestamps", r"anchors/[1-9][0-9]*\.ots", 131_072, 16, 524_288, "evidence_too_many_witnesses"),
    ("seals", r"seal/qualified-timestamp\.tsr", 1_048_576, 1, MANY, ""),
    ("seal_timestamps", r"seal/qualified-timestamp\.tsr\.ots", 131_072, 1, MANY, ""),
    ("certificates", r"seal/tsa-certificates\.pem", 524_288, 1, MANY, ""),
    ("revocations", r"seal/revocation/[1-9][0-9]?\.crl", MANY, 16, 2**23, "evidence_too_many_revocation_files"),
    ("revocations", r"seal/revocation/[1-9][0-9]?\.ocsp", 131_072, 16, MANY, "evidence_too_many_revocation_files"),
    ("entry", r"seal/trusted-list-entry\.json", 16_384, 1, MANY, ""),
    ("originals", r"original/.*[^/]", MANY, 1, MANY, "evidence_several_originals"),
    ("unused", r".*", MANY, 256, 2**26, ""),
)
ORIGINALS = [kind[0] for kind in KINDS].index("originals")

def _kind(name: str) -> int:
    return next(at for at, kind in enumerate(KINDS) if re.fullmatch(kind[1], name, re.DOTALL))

def read_package(raw: bytes) -> dict[str, list[Any]]:
    """The parts by their kinds. A witness is a pair: the number of the chain in its name, and the witness."""
    entries = read_archive(raw)
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
    parts: dict[str, list[Any]] = {}
    for (kind, pattern, *_), listed in zip(KINDS, found):
        for name in (entry.header.name for entry in listed):
            chain = [int(number) for number in re.fullmatch(pattern, name).groups() if kind == "witnesses"]
            parts.setdefault(kind, []).append((*chain, contents[name]) if chain else contents[name])
    blocks = sum(each.count(b"-----BEGIN CERTIFICATE-----") for each in parts.get("certificates", []))
    require(blocks <= 64, "evidence_too_many_certificates")
    return parts
