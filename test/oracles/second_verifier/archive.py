"""docs/formats/evidence.md, section The archive: a ZIP file (APPNOTE.TXT) that all programs read alike.

Does not decide what decompressing costs beyond the size (`work_limit_exceeded`).
"""

import re
import struct
import unicodedata
import zlib
from dataclasses import dataclass

from .faults import Malformed, require

DIRECTORY, ZIP64, FIELD = "zip_directory_malformed", "zip_zip64_malformed", "zip_extra_field_malformed"
END, ENTRY, SHORT, LONG = b"PK\5\6", b"PK\3\4", 0xFFFF, 0xFFFFFFFF
MiB = 2**20
REFUSED_FIELDS = {0x2605, 0x2705, 0x2805, 0x4F4C, 0x554E, 0x0008}
NAMES_IN_UTF8, SIZES_FOLLOW, LEVEL, ENCRYPTED = 0x0800, 0x0008, 0x0006, 0x2041
SHORT_NAME = re.compile(r"(?=[^.]{1,8}(\.|$))[^.~]{1,6}~[0-9]{1,6}(\.[^.]{0,3})?")
UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\\]|^[A-Za-z]:|(^|/)(\.?\.?|__proto__)(/|$)")

@dataclass
class Header:
    """What the directory and an entry's own header both state."""

    flags: int
    method: int
    time: int
    crc: int
    packed: int
    size: int
    raw_name: bytes
    extra: list[tuple[int, bytes]]

    def __post_init__(self) -> None:
        self.names = self._names()
        self.name = self.names[-1]
        self.is_folder = self.name.endswith("/")
        for kind, value in self.extra:
            least = {0x756E: 14, 0x000D: 12}.get(kind, 0)
            require(len(value) >= least, FIELD)
            # ASi's and PKWARE's fields: a mode, a device, the target of a link.
            require(not least or len(value) == least, "zip_entry_not_regular")
            if kind == 0x756E:
                self.check_mode(struct.unpack_from("<H", value, 4)[0])
                require(value[6:10] == bytes(4), "zip_entry_not_regular")
            if kind == 0xFB4A and len(value) > 13:
                require(value[13] != 255 or self.is_folder, "zip_entry_type_mismatch")

    def _names(self) -> tuple[str, ...]:
        raw, others = self.raw_name, []
        try:
            plain = raw.decode("utf-8" if self.flags & NAMES_IN_UTF8 else "cp437")
            for kind, value in self.extra:
                if kind == 0x7075 and len(value) >= 5 and value[:5] == struct.pack("<BI", 1, zlib.crc32(raw)):
                    others.append(value[5:].decode("utf-8"))
        except UnicodeDecodeError:
            raise Malformed("zip_name_malformed") from None
        require(len(set(others)) <= 1, FIELD)
        require(self.flags & NAMES_IN_UTF8 or 255 not in raw, "zip_name_unsafe")
        for name, size in [(plain, len(raw)), *((other, len(other.encode())) for other in others[:1])]:
            path = name[:-1] if name.endswith("/") else name
            require(1 <= size <= 1024 and path.count("/") < 64, "zip_name_malformed")
            is_short = any(SHORT_NAME.fullmatch(part.rstrip(". ")) for part in path.split("/"))
            require(not UNSAFE.search(path) and not is_short, "zip_name_unsafe")
            require(not re.search(r";[0-9]*(/|$)", path), "zip_name_version")
        require(len({name.endswith("/") for name in (plain, *others)}) == 1, "zip_name_ambiguous")
        return (plain, *others[:1])

    def check_mode(self, mode: int, mask: int = 0xF000, file: int = 0x8000, folder: int = 0x4000) -> None:
        """S_IFMT of Unix, or AMI_IFMT of the Amiga."""
        require(mode & mask in (0, file, folder), "zip_entry_not_regular")
        require(mode & mask == 0 or (mode & mask == folder) == self.is_folder, "zip_entry_type_mismatch")

    def zip64(self, values: list[int], limits: list[int]) -> list[int]:
        """The values, each that is at its limit replaced by that of the Zip64 field."""
        fields = [value for kind, value in self.extra if kind == 1]
        require(len(fields) <= 1, ZIP64)
        rest = fields[0] if fields else b""
        for place, limit in enumerate(limits):
            if values[place] == limit and fields:
                size = 4 if limit == SHORT else 8
                require(len(rest) >= size, ZIP64)
                values[place], rest = int.from_bytes(rest[:size], "little"), rest[size:]
        return values

@dataclass
class Entry:
    header: Header
    offset: int
    data: bytes = b""

    def read(self) -> bytes:
        header, content = self.header, self.data
        if header.method:
            stream = zlib.decompressobj(-15)
            try:
                content = stream.decompress(self.data, header.size + 1)
            except zlib.error:
                raise Malformed("zip_deflate_malformed") from None
            require(len(content) <= header.size, "zip_size_mismatch")
            require(stream.eof, "zip_deflate_malformed")
            require(not stream.unused_data, "zip_deflate_trailing")
        require(len(content) == header.size, "zip_size_mismatch")
        require(zlib.crc32(content) == header.crc, "zip_crc_mismatch")
        return content

def _extra(raw: bytes) -> list[tuple[int, bytes]]:
    found, at = [], 0
    while at < len(raw):
        require(at + 4 <= len(raw) and len(found) < 64, FIELD)
        kind, size = struct.unpack_from("<HH", raw, at)
        at += 4 + size
        require(at <= len(raw), FIELD)
        require(kind not in REFUSED_FIELDS, "zip_extra_field_unsupported")
        found.append((kind, raw[at - size : at]))
    return found

def _end(raw: bytes) -> tuple[int, int, int]:
    """Where the directory begins, the number of its entries, and where it ends."""
    starts = [found.start() for found in re.finditer(END, raw[-65_557:])]
    base = max(0, len(raw) - 65_557)
    whole = [base + at for at in starts if base + at + 22 <= len(raw)]
    require(whole, "zip_no_end_record")
    ends = [at for at in whole if at + 22 + struct.unpack_from("<H", raw, at + 20)[0] == len(raw)]
    require(ends, "zip_trailing_data")
    found = ends[-1]
    require(len(ends) == 1 and base + starts[-1] == found, "zip_ambiguous_end")
    stated = list(struct.unpack_from("<HHHHII", raw, found + 4))
    stop = found
    if found >= 20 and raw[found - 20 : found - 16] == b"PK\6\7":
        disk, stop, disks = struct.unpack_from("<IQI", raw, found - 16)
        require(disk == 0 and disks <= 1, "zip_multi_disk")
        require(stop + 56 == found - 20 and raw[stop : stop + 12] == b"PK\6\6" + struct.pack("<Q", 44), ZIP64)
        wide = list(struct.unpack_from("<IIQQQQ", raw, stop + 16))
        require(all(a in (limit, b) for a, b, limit in zip(stated, wide, [SHORT] * 4 + [LONG] * 2)), ZIP64)
        stated = wide
    else:
        require(stated[3] != SHORT and LONG not in stated[4:], ZIP64)
    disk, first_disk, here, count, size, offset = stated
    require(disk == 0 and first_disk == 0 and here == count, "zip_multi_disk")
    require(count <= 256, "zip_too_many_entries")
    require(size <= MiB, "zip_directory_too_large")
    require(offset + size == stop, DIRECTORY)
    return offset, count, stop

def _listed(raw: bytes, at: int, stop: int) -> tuple[Entry, int]:
    """One entry of the directory, and where the next begins."""
    require(at + 46 <= stop and raw[at : at + 4] == b"PK\1\2", DIRECTORY)
    found = struct.unpack_from("<HHHHIIIIHHHHHII", raw, at + 4)
    made, _, flags, method, time, crc, packed, size, name, extra, comment, disk, _, attributes, offset = found
    start, middle, after = at + 46, at + 46 + name, at + 46 + name + extra + comment
    require(after <= stop, DIRECTORY)
    require(not flags & ENCRYPTED, "zip_encrypted")
    require(not flags & ~(NAMES_IN_UTF8 | SIZES_FOLLOW | LEVEL), "zip_flag_unsupported")
    require(method in (0, 8), "zip_method_unsupported")
    header = Header(flags, method, time, crc, packed, size, raw[start:middle], _extra(raw[middle : middle + extra]))
    header.size, header.packed, offset, disk = header.zip64([size, packed, offset, disk], [LONG, LONG, LONG, SHORT])
    require(disk == 0, "zip_multi_disk")
    header.check_mode(attributes >> 16)
    if made >> 8 == 1:
        header.check_mode(attributes >> 16, 0x0C00, 0x0400, 0x0800)
    require(not attributes & (0x08 | 0x40 | 0x400), "zip_entry_not_regular")
    require(not attributes & 0x10 or header.is_folder, "zip_entry_type_mismatch")
    require(header.size <= MiB or header.size <= 200 * header.packed, "zip_ratio_too_high")
    return Entry(header, offset), after

def _check_local(raw: bytes, entry: Entry, following: int, stop: int) -> None:
    """An entry's own header, its data and its descriptor, up to the next record."""
    at, told = entry.offset, entry.header
    require(at + 30 <= stop and raw[at : at + 4] == ENTRY, "zip_local_header_mismatch")
    _, flags, method, time, crc, packed, size, name, extra = struct.unpack_from("<HHHIIIIHH", raw, at + 4)
    middle, start = at + 30 + name, at + 30 + name + extra
    end = start + told.packed
    require(end <= stop, "zip_overlap")
    header = Header(flags, method, time, crc, packed, size, raw[at + 30 : middle], _extra(raw[middle:start]))
    header.size, header.packed = header.zip64([size, packed], [LONG, LONG])
    same = (flags, method, time, header.names) == (told.flags, told.method, told.time, told.names)
    is_later, sizes = flags & SIZES_FOLLOW, (told.crc, told.packed, told.size)
    agrees = all(a == b or is_later and not a for a, b in zip((crc, header.packed, header.size), sizes))
    require(same and agrees, "zip_local_header_mismatch")
    require(told.method or told.packed == told.size, "zip_size_mismatch")
    entry.data = raw[start:end]
    if is_later:
        is_clear = told.method or not re.search(rb"PK(\x07\x08|\x03\x04|\x01\x02)", entry.data)
        require(is_clear, "zip_descriptor_ambiguous")
        forms = [struct.pack("<IQQ", *sizes)] + ([struct.pack("<III", *sizes)] if max(sizes) < 2**32 else [])
        stated = raw[end:following]
        require(stated in forms or stated[:4] == b"PK\7\x08" and stated[4:] in forms, "zip_descriptor_mismatch")
    else:
        require(end <= following, "zip_overlap")
        require(end == following, "zip_gap")

def folded(name: str) -> str:
    """One spelling for all names that some system takes for the same file."""
    def part(text: str) -> str:
        visible = "".join(each for each in text.split(":")[0] if unicodedata.category(each) not in ("Cf", "Cc"))
        return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", visible).upper().lower().casefold()).rstrip(". ")

    return "/".join(map(part, unicodedata.normalize("NFKC", name).split("/")))

def _check_names(entries: list[Entry]) -> None:
    at_name: dict[str, int] = {}
    folders: dict[str, str] = {}
    for at, entry in enumerate(entries):
        for name in set(entry.header.names):
            require(at_name.setdefault(folded(name.rstrip("/")), at) == at, "zip_name_duplicate")
            parts = name.split("/")[:-1]
            for path in ("/".join(parts[:end]) for end in range(1, len(parts) + 1)):
                require(folders.setdefault(folded(path), path) == path, "zip_name_duplicate")
    files = {folded(name) for entry in entries for name in entry.header.names if not entry.header.is_folder}
    require(not files & folders.keys(), "zip_name_duplicate")

def read_archive(raw: bytes) -> list[Entry]:
    """All entries, in the order of the file. What is in them is decompressed when it is read."""
    offset, count, stop = _end(raw)
    entries, at = [], offset
    for _ in range(count):
        entry, at = _listed(raw, at, stop)
        entries.append(entry)
    require(at == stop, DIRECTORY)
    _check_names(entries)
    require(not 0 <= raw.find(b"%PDF-") < 1024, "zip_also_pdf")
    require(sum(entry.header.size for entry in entries) <= 2**40, "zip_total_too_large")
    entries.sort(key=lambda entry: entry.offset)
    starts = [*(entry.offset for entry in entries), offset]
    require(starts[0] == 0, "zip_prepended_data")
    for entry, following in zip(entries, starts[1:]):
        require(following > entry.offset, "zip_overlap")
        _check_local(raw, entry, following, offset)
    return entries
