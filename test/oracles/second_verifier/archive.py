"""docs/formats/evidence.md, section The archive: a ZIP file that all programs read alike.

Does not decide: what decompressing costs beyond the size (`work_limit_exceeded`), the original's included.
"""

import re
import struct
import unicodedata
import zlib
from dataclasses import dataclass

from .faults import Malformed, require

MALFORMED = "zip_directory_malformed"
MiB = 2**20
UNIX_FIELDS = {0x756E: 0, 0x000D: 12}
REFUSED_FIELDS = {0x2605, 0x2705, 0x2805, 0x4F4C, 0x554E, 0x0008}
FLAGS = 0x0001, 0x0800 | 0x0008 | 0x0006
INVISIBLE = {"Cc", "Cf", "Mn", "Me"}

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
    names: tuple[str, ...] = ()
    name: str = ""

@dataclass
class Entry:
    header: Header
    offset: int
    data: bytes = b""

    def read(self) -> bytes:
        return _unpacked(self.header, self.data)

    @property
    def name(self) -> str:
        return self.header.name

    @property
    def names(self) -> tuple[str, ...]:
        return self.header.names

def _extra_fields(raw: bytes) -> list[tuple[int, bytes]]:
    found, at = [], 0
    while at < len(raw):
        require(at + 4 <= len(raw), "zip_extra_field_malformed")
        kind, size = struct.unpack_from("<HH", raw, at)
        require(at + 4 + size <= len(raw) and len(found) < 64, "zip_extra_field_malformed")
        require(kind not in REFUSED_FIELDS, "zip_extra_field_unsupported")
        found.append((kind, raw[at + 4 : at + 4 + size]))
        at += 4 + size
    return found

def _name(header: Header) -> None:
    raw = header.raw_name
    try:
        plain = raw.decode("utf-8" if header.flags & 0x800 else "cp437")
        paths = []
        for kind, value in header.extra:
            if kind == 0x7075:
                if len(value) >= 5 and value[0] == 1 and struct.unpack_from("<I", value, 1)[0] == zlib.crc32(raw):
                    paths.append(value[5:].decode("utf-8"))
    except UnicodeDecodeError:
        raise Malformed("zip_name_malformed") from None
    require(len(set(paths)) <= 1, "zip_extra_field_malformed")
    header.names = (plain, *paths[:1])
    header.name = header.names[-1]
    for name in header.names:
        size = len(name.encode()) if name is not plain else len(raw)
        require(1 <= size <= 1024 and name.rstrip("/").count("/") < 64, "zip_name_malformed")
        parts = (name[:-1] if name.endswith("/") else name).split("/")
        unsafe = any(ord(each) < 32 or 127 <= ord(each) < 160 for each in name) or "\\" in name or (name is plain and 255 in raw and not header.flags & 0x800)
        short = any(re.fullmatch(r"(?=[^.]{1,8}(\.|$))[^.~]{1,6}~[0-9]{1,6}(\.[^.]{0,3})?", part.rstrip(". ")) for part in parts)
        require(not unsafe and not re.match("[A-Za-z]:", name) and not short, "zip_name_unsafe")
        require(not any(part in ("", ".", "..", "__proto__") for part in parts), "zip_name_unsafe")
        require(not any(re.search(r";[0-9]*$", part) for part in parts), "zip_name_version")
    require(len({name.endswith("/") for name in header.names}) == 1, "zip_name_ambiguous")

def _zip64(header: Header, values: list[int], limits: list[int]) -> list[int]:
    """Replaces the values that are at their limit by those of the Zip64 field."""
    fields = [value for kind, value in header.extra if kind == 1]
    require(len(fields) <= 1, "zip_zip64_malformed")
    rest = fields[0] if fields else b""
    for place, (value, limit) in enumerate(zip(values, limits, strict=True)):
        if value == limit and fields:
            size = 4 if limit == 0xFFFF else 8
            require(len(rest) >= size, "zip_zip64_malformed")
            values[place], rest = int.from_bytes(rest[:size], "little"), rest[size:]
    return values

def _kind_of(header: Header, attributes: int, host: int) -> None:
    """Section "What an entry is"."""
    is_folder = header.name.endswith("/")
    kinds = {0: None, 0x8000: False, 0x4000: True}
    modes = [attributes >> 16]
    if host == 1:
        amiga = {0: None, 0x0400: False, 0x0800: True}
        require(attributes >> 16 & 0x0C00 in amiga, "zip_entry_not_regular")
        require(amiga[attributes >> 16 & 0x0C00] in (None, is_folder), "zip_entry_type_mismatch")
    require(not attributes & (0x08 | 0x40 | 0x400), "zip_entry_not_regular")
    require(not attributes & 0x10 or is_folder, "zip_entry_type_mismatch")
    for mode in modes:
        require(mode & 0xF000 in kinds, "zip_entry_not_regular")
        require(kinds[mode & 0xF000] in (None, is_folder), "zip_entry_type_mismatch")

def _fields_kind(header: Header) -> None:
    is_folder = header.name.endswith("/")
    for kind, value in header.extra:
        if kind == 0x756E:
            require(len(value) >= 14, "zip_extra_field_malformed")
            mode, size = struct.unpack_from("<HI", value, 4)
            require(mode & 0xF000 in (0, 0x8000, 0x4000) and not size and len(value) == 14, "zip_entry_not_regular")
            require(mode & 0xF000 == 0 or (mode & 0xF000 == 0x4000) == is_folder, "zip_entry_type_mismatch")
        if kind == 0x000D:
            require(len(value) >= 12, "zip_extra_field_malformed")
            require(len(value) == 12, "zip_entry_not_regular")
        if kind == 0xFB4A and value[:4] == b"QDOS"[:4] and len(value) > 9:
            require(value[9] != 255 or is_folder, "zip_entry_type_mismatch")

def _end(raw: bytes) -> tuple[int, int, int, int]:
    """Where the directory begins, its size, its number of entries, and where it must end."""
    found, at = None, raw.rfind(b"PK\5\6")
    require(at >= 0, "zip_no_end_record")
    require(at + 22 <= len(raw) or raw.rfind(b"PK\5\6", 0, at) >= 0, "zip_no_end_record")
    while at >= 0 and len(raw) - at <= 65_557:
        if at + 22 <= len(raw) and at + 22 + struct.unpack_from("<H", raw, at + 20)[0] == len(raw):
            require(found is None, "zip_ambiguous_end")
            found = at
        at = raw.rfind(b"PK\5\6", 0, at)
    require(found is not None, "zip_trailing_data")
    require(raw.find(b"PK\5\6", found + 4) < 0, "zip_ambiguous_end")
    disk, first_disk, here, count, size, offset, _ = struct.unpack_from("<HHHHIIH", raw, found + 4)
    stop = found
    if found >= 20 and raw[found - 20 : found - 16] == b"PK\6\7":
        locator_disk, at, disks = struct.unpack_from("<IQI", raw, found - 16)
        require(locator_disk == 0 and disks <= 1, "zip_multi_disk")
        require(at + 56 <= found - 20 and raw[at : at + 4] == b"PK\6\6", "zip_zip64_malformed")
        length, _, _, disk64, first64, here64, count64, size64, offset64 = struct.unpack_from("<QHHIIQQQQ", raw, at + 4)
        require(at + 12 + length == found - 20 and length == 44, "zip_zip64_malformed")
        wide = ((disk, disk64, 0xFFFF), (first_disk, first64, 0xFFFF), (here, here64, 0xFFFF), (count, count64, 0xFFFF))
        for short, long, limit in (*wide, (size, size64, 0xFFFFFFFF), (offset, offset64, 0xFFFFFFFF)):
            require(short in (limit, long), "zip_zip64_malformed")
        disk, first_disk, here, count, size, offset, stop = disk64, first64, here64, count64, size64, offset64, at
    else:
        require(count != 0xFFFF and size != 0xFFFFFFFF and offset != 0xFFFFFFFF, "zip_zip64_malformed")
    require(disk == 0 and first_disk == 0 and here == count, "zip_multi_disk")
    require(count <= 256, "zip_too_many_entries")
    require(size <= MiB, "zip_directory_too_large")
    require(offset + size == stop, MALFORMED)
    return offset, size, count, stop

def _central(raw: bytes, at: int, stop: int) -> tuple[Entry, int]:
    require(at + 46 <= stop and raw[at : at + 4] == b"PK\1\2", MALFORMED)
    made, _, flags, method, time, crc, packed, size, name, extra, comment, disk, _, attributes, offset = struct.unpack_from("<HHHHIIIIHHHHHII", raw, at + 4)
    after = at + 46 + name + extra + comment
    require(after <= stop, MALFORMED)
    require(not flags & 1 and not flags & 0x2040, "zip_encrypted")
    require(not flags & ~(0x080E), "zip_flag_unsupported")
    require(method in (0, 8), "zip_method_unsupported")
    header = Header(flags, method, time, crc, packed, size, raw[at + 46 : at + 46 + name], _extra_fields(raw[at + 46 + name : at + 46 + name + extra]))
    limits = [0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFF]
    header.size, header.packed, offset, disk = _zip64(header, [size, packed, offset, disk], limits)
    require(disk == 0, "zip_multi_disk")
    _name(header)
    _kind_of(header, attributes, made >> 8)
    _fields_kind(header)
    return Entry(header, offset), after

def _local(raw: bytes, entry: Entry, following: int, stop: int) -> int:
    """Compares an entry's own header, decompresses its data, and gives where the entry ends."""
    at, told = entry.offset, entry.header
    require(at + 30 <= stop and raw[at : at + 4] == b"PK\3\4", "zip_local_header_mismatch")
    _, flags, method, time, crc, packed, size, name, extra = struct.unpack_from("<HHHIIIIHH", raw, at + 4)
    start = at + 30 + name + extra
    require(start <= stop, "zip_overlap")
    header = Header(flags, method, time, crc, packed, size, raw[at + 30 : at + 30 + name], _extra_fields(raw[at + 30 + name : start]))
    header.size, header.packed = _zip64(header, [size, packed], [0xFFFFFFFF, 0xFFFFFFFF])
    _name(header)
    _fields_kind(header)
    same = (header.flags, method, time, header.names) == (told.flags, told.method, told.time, told.names)
    stated = (header.crc, header.packed, header.size)
    is_later = bool(flags & 8)
    agrees = all(a == b or is_later and not a for a, b in zip(stated, (told.crc, told.packed, told.size)))
    require(same and agrees, "zip_local_header_mismatch")
    require(told.method or told.packed == told.size, "zip_size_mismatch")
    end = start + told.packed
    require(end <= stop, "zip_overlap")
    data = raw[start:end]
    if is_later:
        require(told.method != 0 or not re.search(rb"PK(\x07\x08|\x03\x04|\x01\x02)", data), "zip_descriptor_ambiguous")
        sizes = told.crc, told.packed, told.size
        forms = [struct.pack("<IQQ", *sizes)] + ([struct.pack("<III", *sizes)] if max(sizes) < 2**32 else [])
        stated = raw[end:following]
        require(stated in forms or stated[:4] == b"PK\7\x08" and stated[4:] in forms, "zip_descriptor_mismatch")
        end = following
    entry.data = data
    return end

def _unpacked(header: Header, data: bytes) -> bytes:
    require(header.size <= MiB or header.size <= 200 * header.packed, "zip_ratio_too_high")
    if header.method == 0:
        content = data
    else:
        stream = zlib.decompressobj(-15)
        try:
            content = stream.decompress(data, header.size + 1)
        except zlib.error:
            raise Malformed("zip_deflate_malformed") from None
        require(len(content) <= header.size, "zip_size_mismatch")
        require(stream.eof, "zip_deflate_malformed")
        require(not stream.unused_data, "zip_deflate_trailing")
    require(len(content) == header.size, "zip_size_mismatch")
    require(zlib.crc32(content) == header.crc, "zip_crc_mismatch")
    return content

def folded(name: str) -> str:
    """One spelling for all names that some system takes for the same file."""
    parts = []
    for part in unicodedata.normalize("NFKC", name).split("/"):
        part = part.split(":")[0]
        part = "".join(each for each in part if unicodedata.category(each) not in ("Cf", "Cc"))
        parts.append(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", part).upper().lower().casefold()).rstrip(". "))
    return "/".join(parts)

def _check_names(entries: list[Entry]) -> None:
    files: dict[str, int] = {}
    folders: dict[str, str] = {}
    spelled: list[tuple[str, str]] = []
    for at, entry in enumerate(entries):
        for name in set(entry.names):
            is_folder = name.endswith("/")
            key = folded(name.rstrip("/"))
            require(files.setdefault(key, at) == at, "zip_name_duplicate")
            parts = name.rstrip("/").split("/")
            for end in range(1, len(parts) + is_folder):
                spelled.append((folded("/".join(parts[:end])), "/".join(parts[:end])))
    kinds = {folded(name.rstrip("/")): name.endswith("/") for entry in entries for name in entry.names}
    for key, name in spelled:
        require(folders.setdefault(key, name) == name, "zip_name_duplicate")
        require(kinds.get(key, True), "zip_name_duplicate")

def read_archive(raw: bytes) -> list[Entry]:
    """All entries, in the order of the file. What is in them is decompressed when it is read."""
    offset, size, count, stop = _end(raw)
    entries, at = [], offset
    for _ in range(count):
        entry, at = _central(raw, at, stop)
        entries.append(entry)
    require(at == stop, MALFORMED)
    _check_names(entries)
    require(not 0 <= raw.find(b"%PDF-") < 1024, "zip_also_pdf")
    require(sum(entry.header.size for entry in entries) <= 2**40, "zip_total_too_large")
    entries.sort(key=lambda entry: entry.offset)
    at = 0
    require(not entries or entries[0].offset == 0, "zip_prepended_data")
    require(entries or offset == 0, "zip_prepended_data")
    for entry, following in zip(entries, [*(entry.offset for entry in entries[1:]), offset]):
        require(entry.offset >= at, "zip_overlap")
        require(entry.offset == at, "zip_gap")
        at = _local(raw, entry, following, offset)
    require(at == offset, "zip_gap")
    return entries
