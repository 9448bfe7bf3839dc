"""docs/formats/evidence.md, sections The parts and Verification: which part of a package is used for what."""

import os.path
import re
from hashlib import sha256
from typing import Any

from .archive import Entry, folded, read_archive
from .faults import Open, reads, require

MANY = 2**40
# What a part is, by its name; how large one may be, how many there may be, how large together, the code of too many.
KINDS = (
    ("proofs", r"proof\.json", 65_536, 1, MANY, ""),
    ("timestamps", r"bitcoin/[^/]*\.ots", 131_072, 16, 524_288, "evidence_too_many_timestamps"),
    ("headers", r"bitcoin/headers(-[0-9]+)?\.json", 9_437_184, 4, MANY, "evidence_too_many_headers"),
    ("witnesses", r"anchors/([1-9][0-9]*)\.json", 1_048_576, 16, 1_048_576, "evidence_too_many_witnesses"),
    ("witness_timestamps", r"anchors/[1-9][0-9]*\.ots", 131_072, 16, 524_288, "evidence_too_many_witnesses"),
    ("seals", r"seal/(?:qualified-)?timestamp\.tsr", 1_048_576, 1, MANY, "evidence_name_ambiguous"),
    ("seal_timestamps", r"seal/(?:qualified-)?timestamp\.tsr\.ots", 131_072, 1, MANY, "evidence_name_ambiguous"),
    ("certificates", r"seal/tsa-certificates\.pem", 524_288, 1, MANY, ""),
    ("revocations", r"seal/revocation/[1-9][0-9]?\.crl", MANY, 16, 2**23, "evidence_too_many_revocation_files"),
    ("revocations", r"seal/revocation/[1-9][0-9]?\.ocsp", 131_072, 16, MANY, "evidence_too_many_revocation_files"),
    ("entry", r"seal/trusted-list-entry\.json", 16_384, 1, MANY, ""),
    ("originals", r"original/.*[^/]", MANY, 1, MANY, "evidence_several_originals"),
    ("unused", r".*", MANY, 256, 2**26, ""),
)
ORIGINALS, UNUSED = len(KINDS) - 2, len(KINDS) - 1
# What systems add to folders.
LITTER = re.compile(
    r"META-INF/MANIFEST\.MF|(.*/)?(\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]*|[^/]+[.:]Zone\.Identifier)",
    re.IGNORECASE | re.DOTALL,
)

def _kind(name: str) -> int:
    kind = next(at for at, kind in enumerate(KINDS) if re.fullmatch(kind[1], name, re.DOTALL))
    return UNUSED if kind != ORIGINALS and LITTER.fullmatch(name) else kind

def _without_top(names: list[str]) -> list[str]:
    """Without the folders that all names share, if none of these has a meaning."""
    own = [name for name in names if not LITTER.fullmatch(name)]
    shared = os.path.commonprefix([name.split("/")[:-1] for name in own])
    if not shared or shared[0] == "META-INF" or any(_kind(name) != UNUSED for name in own):
        return names
    top = "".join(f"{part}/" for part in shared)
    return [name if LITTER.fullmatch(name) else name.removeprefix(top) for name in names]

@reads
def read_package(raw: bytes) -> dict[str, list[Any]]:
    """The parts by their kinds. A witness is a pair: the number of the chain in its name, and the witness."""
    entries = read_archive(raw)
    files = [entry for entry in entries if not entry.header.is_folder]
    plain = _without_top([entry.header.names[0] for entry in files])
    named = _without_top([entry.header.name for entry in files])
    found: list[list[tuple[str, Entry]]] = [[] for _ in KINDS]
    for *names, entry in zip(plain, named, files):
        kinds = {_kind(name) for name in names}
        is_original = any(folded(name).startswith("original/") for name in names)
        require(len(kinds) == 1 and (not is_original or kinds == {ORIGINALS}), "evidence_name_ambiguous")
        found[kinds.pop()].append((names[1], entry))
    if len(found[ORIGINALS]) > 1:
        own = [each for each in found[ORIGINALS] if not all(map(LITTER.fullmatch, each[1].header.names))]
        found[UNUSED] += [each for each in found[ORIGINALS] if each not in own]
        found[ORIGINALS] = own
    is_below = any(name.endswith("/proof.json") for name, _ in found[UNUSED])
    require(found[0] or not is_below, "evidence_folder_unsupported")
    require(found[0], "evidence_no_proof", Open)
    for (_, _, most, count, together, code), listed in zip(KINDS, found):
        sizes = [entry.header.size for _, entry in listed]
        require(len(listed) <= count, code)
        require(max(sizes, default=0) <= most and sum(sizes) <= together, "evidence_part_too_large")
    contents = {entry.header.name: entry.read() for entry in entries}
    parts: dict[str, list[Any]] = {}
    for (kind, pattern, *_), listed in zip(KINDS, found):
        for name, entry in listed:
            content = contents[entry.header.name]
            chain = [int(number) for number in re.fullmatch(pattern, name).groups() if kind == "witnesses"]
            is_left = kind == "originals" and LITTER.fullmatch(name)
            if is_left and sha256(content).hexdigest().encode() not in parts["proofs"][0]:
                continue
            parts.setdefault(kind, []).append((*chain, content) if chain else content)
    blocks = sum(each.count(b"-----BEGIN CERTIFICATE-----") for each in parts.get("certificates", []))
    require(blocks <= 64, "evidence_too_many_certificates")
    return parts
