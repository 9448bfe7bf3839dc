"""docs/formats/what-is-read.md: which format an input has, by its bytes, and the armour around it. Names no other format."""

import json
import re
from base64 import urlsafe_b64decode

ARCHIVE_TYPE = b"mimetypeapplication/vnd.etsi.asic-"
OFFICE = re.compile(rb"PK\x03\x04.{26}(\[Content_Types\]\.xml|_rels/\.rels|docProps/|mimetypeapplication/vnd\.oasis)", re.DOTALL)
PDF_LINE = re.compile(rb"(?:\A[\0\t\n\f\r \xef\xbb\xbf]*|[\n\r\0])%PDF-[12]\.[0-9]")
SIGNED_DATA, TST_INFO = bytes.fromhex("2a864886f70d010702"), bytes.fromhex("2a864886f70d0109100104")
INTEGER, OID, SEQUENCE, SET = 0x02, 0x06, 0x30, 0x31
PIECE = re.compile(r'"(?:[^"\\]|\\.)*(?:"|\Z)|[\[\]{}]', re.DOTALL)
VALUE = re.compile(r'[ \t\n\r]*:[ \t\n\r]*(.{0,64})', re.DOTALL)
SNIFFED = 4096

def kind_of(raw: bytes) -> tuple[str | None, bytes]:
    """The format, and the bytes without armour; None for what is no evidence."""
    kind = _evidence(raw)
    if kind or re.match(rb"0|PK\x03\x04|[ \t\n\r]*\{", raw):
        return kind, raw
    if PDF_LINE.search(raw[:1032]):
        return "certificate-pdf", raw
    start = _carried(raw, is_start=True)
    kind = _evidence(start) if start else None
    return kind, (kind and _carried(raw, is_start=False)) or raw

def bare(raw: bytes) -> bytes:
    return kind_of(raw)[1]

def _carried(raw: bytes, is_start: bool) -> bytes | None:
    """What PEM or base64 holds: as much as the first characters do, or the whole."""
    if re.search(rb"[\0-\x08\x0e-\x1f]", raw[:SNIFFED]):
        return None
    text = raw[:SNIFFED] if is_start else raw
    begin = re.search(rb"-----BEGIN ([A-Z0-9][A-Z0-9 ]{0,63})-----", raw[:SNIFFED])
    if begin:
        text, end, rest = text[begin.end() :].partition(b"-----END " + begin[1] + b"-----")
        if not (end or is_start) or b"-----BEGIN " in rest:
            return None
    else:
        text = re.sub(rb"\Adata:[^,\s]{0,200};base64,", b"", text.removeprefix(b"\xef\xbb\xbf").lstrip())
    text = b"".join(text.split())
    if is_start:
        text = re.match(rb"[A-Za-z0-9+/_-]*={0,2}", text)[0]
        text = text[: len(text) // 4 * 4]
    is_cut = len(text) % 4 == 1 or len(text) % 4 and text.endswith(b"=")
    if is_cut or not re.fullmatch(rb"[A-Za-z0-9+/_-]+={0,2}", text):
        return None
    return urlsafe_b64decode(text.translate(bytes.maketrans(b"+/", b"-_")).rstrip(b"=") + b"==")

def _evidence(raw: bytes) -> str | None:
    text = raw.replace(b"\0", b"")[2:] if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else raw
    object_at = re.match(rb"(?:\xef\xbb\xbf)?[ \t\n\r]*(?=\{)", text)
    if object_at:
        return _of_json(text[object_at.end() : 65_537].decode("latin-1"))
    if raw[:1] == b"0":
        return "rfc3161" if _is_timestamp(raw) else None
    if raw[:4] == b"PK\3\4":
        return None if OFFICE.match(raw) else "asic-s" if raw[30:].startswith(ARCHIVE_TYPE) else "evidence-zip"
    if raw[:4] == b"PK\5\6":
        return "evidence-zip"
    if raw.startswith(b"\0OpenTimestamps") or _is_saved_as_text(raw):
        return "opentimestamps"
    return "certificate-pdf" if raw.startswith(b"%PDF-") else None

def _is_saved_as_text(raw: bytes) -> bool:
    before, name, after = raw[:80].replace(b"\0", b"").partition(b"OpenTimestamps")
    return bool(name) and len(before) <= 8 and b"Proof" in after

def _of_json(text: str) -> str | None:
    """By the members of the outermost object, as far as the text goes."""
    depth, members = 0, []
    for piece in PIECE.finditer(text):
        depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(piece[0], 0)
        value = VALUE.match(text, piece.end()) if piece[0][0] == '"' and depth == 1 else None
        if value:
            members.append((_name(piece[0]), value[1]))
        if depth == 0:
            break
    starts = {(name, prefix) for name, value in members for prefix in PREFIXES if value.startswith(prefix)}
    names = {name for name, _ in members}
    if ("schema", '"svc-proof/') in starts:
        return "svc-proof/2"
    if ("format", '"svc-evm-witness/') in starts:
        return "evm-witness"
    if any(name == "format" for name, _ in starts):
        return None
    return "svc-proof/2" if {"proof_id", "merkle"} <= names or {"leaf", "merkle", "content"} <= names else None

PREFIXES = ('"svc-proof/', '"svc-evm-witness/', '"svc-bitcoin-headers/', '"svc-trust', '"svc-verification-')

def _name(quoted: str) -> str:
    try:
        return json.loads(quoted)
    except ValueError:
        return quoted

# --- ASN.1, as far as the first values of a structure tell what it is

Place = tuple[int, int, int]  # Its tag, and where its content begins and ends.

def _at(raw: bytes, at: int) -> Place | None:
    if at + 2 > len(raw):
        return None
    length, after = raw[at + 1], at + 2
    if length == 0x80:
        return raw[at], after, 2**64
    if length > 0x88:
        return None
    if length > 0x80:
        after += length & 0x7F
        length = int.from_bytes(raw[at + 2 : after].ljust(length & 0x7F, b"\0"), "big")
    return raw[at], after, after + length

def _first(raw: bytes, place: Place | None) -> Place | None:
    return _at(raw, place[1]) if place and place[1] < place[2] else None

def _next(raw: bytes, place: Place | None) -> Place | None:
    return _at(raw, place[2]) if place else None

def _is_algorithm(raw: bytes, place: Place | None) -> bool:
    inner = _first(raw, place)
    return place is not None and place[0] == SEQUENCE and inner is not None and inner[0] == OID

def _is_timestamp(raw: bytes) -> bool:
    """SignedData about a TSTInfo, or a status; behind the number of a certificate or a list there is an algorithm or a name."""
    first = _first(raw, _at(raw, 0))
    if first and first[0] == OID:
        version = _first(raw, _first(raw, _next(raw, first)))
        kind = _first(raw, _next(raw, _next(raw, version)))
        is_other = kind and kind[0] == OID and kind[2] <= len(raw) and raw[kind[1] : kind[2]] != TST_INFO
        return raw[first[1] : first[2]] == SIGNED_DATA and not is_other
    status = _first(raw, first) if first and first[0] == SEQUENCE else None
    if not status or status[0] != INTEGER:
        return False
    second = _next(raw, status) if status[2] < first[2] else None
    if not second or second[0] != SEQUENCE:
        return True
    inner = _first(raw, second)
    return not _is_algorithm(raw, second) and not (inner and inner[0] == SET)
