"""docs/formats/evidence.md, section The archive: a ZIP file (APPNOTE.TXT) that all programs read alike.

Does not decide what decompressing costs beyond the size (`work_limit_exceeded`).
"""

import re
import struct
import unicodedata
import zlib

from .faults import Malformed, require

DIRECTORY, ZIP64, FIELD = "zip_directory_malformed", "zip_zip64_malformed", "zip_extra_field_malformed"
MISMATCH = "zip_local_header_mismatch"
END, ENTRY, SHORT, LONG = b"PK\5\6", b"PK\3\4", 0xFFFF, 0xFFFFFFFF
MiB = 2**20
REFUSED_FIELDS = {0x2605, 0x2705, 0x2805, 0x4F4C, 0x554E, 0x0008}
NAMES_IN_UTF8, SIZES_FOLLOW, LEVEL, ENCRYPTED = 0x0800, 0x0008, 0x0006, 0x2041
LONGEST_COMMENT, BLOCK = 65_535, 10_240
HALF = re.compile(rb"[\x81-\xff]\\")
SHORT_NAME = re.compile(r"(?=[^.]{1,8}(\.|$))[^.~]{1,6}~[0-9]{1,6}(\.[^.]{0,3})?")
UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\\]|^[A-Za-z]:|(^|/)(\.?\.?|__proto__)(/|$)")

class Header:
    """What the directory and an entry's own header both state."""

    def __init__(self, stated: tuple[int, ...], raw_name: bytes, raw_extra: bytes, is_slashed: bool):
        self.flags, self.method, _, self.crc, self.packed, self.size = stated
        self.is_slashed = is_slashed
        self.extra = _extra(raw_extra)
        self.names = self._names(raw_name)
        self.name = self.names[-1]
        self.is_folder = self.name.endswith("/")
        for kind, value in self.extra:
            # ASi's and PKWARE's fields: a mode, a device, the target of a link.
            least = {0x756E: 14, 0x000D: 12}.get(kind, 0)
            require(len(value) >= least, FIELD)
            require(not least or len(value) == least, "zip_entry_not_regular")
            if kind == 0x756E:
                self.check_mode(struct.unpack_from("<H", value, 4)[0])
                require(value[6:10] == bytes(4), "zip_entry_not_regular")
            of_file = kind == 0xFB4A and value[13:14] == b"\xff"
            require(not of_file or self.is_folder, "zip_entry_type_mismatch")

    def _names(self, raw: bytes) -> tuple[str, ...]:
        start = struct.pack("<BI", 1, zlib.crc32(raw))
        encoded = [value[5:] for kind, value in self.extra if kind == 0x7075 and value[:5] == start]
        require(len(set(encoded)) <= 1, FIELD)
        require(self.flags & NAMES_IN_UTF8 or 255 not in raw, "zip_name_unsafe")
        require(self.flags & NAMES_IN_UTF8 or not HALF.search(raw), "zip_name_unsafe")
        try:
            plain = raw.decode("utf-8" if self.flags & NAMES_IN_UTF8 else "cp437")
            names = (plain, *(each.decode("utf-8") for each in encoded[:1]))
        except UnicodeDecodeError:
            raise Malformed("zip_name_malformed") from None
        names = tuple(self._path(name) for name in names)
        for name, size in zip(names, (len(raw), *map(len, encoded))):
            path = name.removesuffix("/") if name != "./" else "here"
            require(1 <= size <= 1024 and path.count("/") < 64, "zip_name_malformed")
            is_short = any(SHORT_NAME.fullmatch(part.rstrip(". ")) for part in path.split("/"))
            require(not UNSAFE.search(path) and not is_short, "zip_name_unsafe")
            require(not re.search(r";[0-9]*(/|$)", path), "zip_name_version")
        require(len({name.endswith("/") for name in names}) == 1, "zip_name_ambiguous")
        return names

    def _path(self, name: str) -> str:
        path = name if self.is_slashed or "/" in name else name.replace("\\", "/")
        return path if path == "./" else path.removeprefix("./")

    def check_mode(self, mode: int, mask: int = 0xF000, file: int = 0x8000, folder: int = 0x4000) -> None:
        """S_IFMT of Unix, or AMI_IFMT of the Amiga."""
        require(mode & mask in (0, file, folder), "zip_entry_not_regular")
        is_right = mode & mask == 0 or (mode & mask == folder) == self.is_folder
        require(is_right, "zip_entry_type_mismatch")

    def zip64(self, *values: tuple[int, int]) -> list[int]:
        """The values, each that is at its limit replaced by that of the Zip64 field."""
        fields = [value for kind, value in self.extra if kind == 1]
        require(len(fields) <= 1, ZIP64)
        rest, found = fields[0] if fields else b"", []
        for value, limit in values:
            if value == limit and fields:
                size = 4 if limit == SHORT else 8
                require(len(rest) >= size, ZIP64)
                value, rest = int.from_bytes(rest[:size], "little"), rest[size:]
            found.append(value)
        return found

class Entry:
    def __init__(self, header: Header, offset: int):
        self.header, self.offset, self.data = header, offset, b""

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
        require(len(content) == header.size, "zip_size_mismatch")
        require(zlib.crc32(content) == header.crc, "zip_crc_mismatch")
        require(not header.method or not stream.unused_data, "zip_deflate_trailing")
        return content

def _extra(raw: bytes) -> list[tuple[int, bytes]]:
    found, at = [], 0
    while at + 4 <= len(raw):
        require(len(found) < 64, FIELD)
        kind, size = struct.unpack_from("<HH", raw, at)
        at += 4 + size
        require(at <= len(raw), FIELD)
        require(kind not in REFUSED_FIELDS, "zip_extra_field_unsupported")
        found.append((kind, raw[at - size : at]))
    return found

def _end(raw: bytes) -> tuple[int, int, int]:
    """Where the directory begins, the number of its entries, and where it ends."""
    base = max(0, len(raw) - 22 - LONGEST_COMMENT - BLOCK + 1)
    starts = [base + found.start() for found in re.finditer(END, raw[base:])]
    whole = [at for at in starts if at + 22 <= len(raw)]
    require(whole, "zip_no_end_record")
    rests = {at: len(raw) - at - 22 - struct.unpack_from("<H", raw, at + 20)[0] for at in whole}
    ends = [at for at, rest in rests.items() if 0 <= rest < BLOCK and not any(raw[len(raw) - rest :])]
    require(ends, "zip_trailing_data")
    require(len(ends) == 1 and starts[-1] == ends[0], "zip_ambiguous_end")
    stop = found = ends[0]
    stated = struct.unpack_from("<HHHHII", raw, found + 4)
    if found >= 20 and raw[found - 20 : found - 16] == b"PK\6\7":
        disk, stop, disks = struct.unpack_from("<IQI", raw, found - 16)
        require(disk == 0 and disks <= 1, "zip_multi_disk")
        start = b"PK\6\6" + struct.pack("<Q", 44)
        require(stop + 56 == found - 20 and raw[stop : stop + 12] == start, ZIP64)
        wide = struct.unpack_from("<IIQQQQ", raw, stop + 16)
        limits = [SHORT] * 4 + [LONG] * 2
        require(all(a in (limit, b) for a, b, limit in zip(stated, wide, limits)), ZIP64)
        stated = wide
    else:
        require(stated[3] != SHORT and LONG not in stated[4:], ZIP64)
    disk, first_disk, here, count, size, offset = stated
    require(disk == 0 and first_disk == 0 and here == count, "zip_multi_disk")
    require(count <= 256, "zip_too_many_entries")
    require(size <= MiB, "zip_directory_too_large")
    require(offset + size == stop, DIRECTORY)
    return offset, count, stop

def _has_slash(raw: bytes, at: int, count: int, stop: int) -> bool:
    """Whether the name of any entry has one."""
    for _ in range(count):
        require(at + 46 <= stop, DIRECTORY)
        name, extra, comment = struct.unpack_from("<HHH", raw, at + 28)
        if b"/" in raw[at + 46 : at + 46 + name]:
            return True
        at += 46 + name + extra + comment
    return False

def _listed(raw: bytes, at: int, stop: int, is_slashed: bool) -> tuple[Entry, int]:
    """One entry of the directory, and where the next begins."""
    require(at + 46 <= stop and raw[at : at + 4] == b"PK\1\2", DIRECTORY)
    made, _, *stated, name, extra, comment, disk, _, attributes, offset = struct.unpack_from(
        "<HHHHIIIIHHHHHII", raw, at + 4
    )
    middle, end = at + 46 + name, at + 46 + name + extra
    require(end + comment <= stop, DIRECTORY)
    require(not stated[0] & ENCRYPTED, "zip_encrypted")
    require(not stated[0] & ~(NAMES_IN_UTF8 | SIZES_FOLLOW | LEVEL), "zip_flag_unsupported")
    require(stated[1] in (0, 8), "zip_method_unsupported")
    header = Header(stated, raw[at + 46 : middle], raw[middle:end], is_slashed)
    wide = header.zip64((header.size, LONG), (header.packed, LONG), (offset, LONG), (disk, SHORT))
    header.size, header.packed, offset, disk = wide
    require(disk == 0, "zip_multi_disk")
    header.check_mode(attributes >> 16)
    if made >> 8 == 1:
        header.check_mode(attributes >> 16, 0x0C00, 0x0400, 0x0800)
    require(not attributes & (0x08 | 0x40 | 0x400), "zip_entry_not_regular")
    require(not attributes & 0x10 or header.is_folder, "zip_entry_type_mismatch")
    require(header.size <= MiB or header.size <= 200 * header.packed, "zip_ratio_too_high")
    return Entry(header, offset), end + comment

def _check_local(raw: bytes, entry: Entry, following: int, stop: int) -> None:
    """An entry's own header, its data and its descriptor, up to the next record."""
    at, told = entry.offset, entry.header
    require(at + 30 <= stop and raw[at : at + 4] == ENTRY, MISMATCH)
    _, *stated, name, extra = struct.unpack_from("<HHHIIIIHH", raw, at + 4)
    middle, start = at + 30 + name, at + 30 + name + extra
    end = start + told.packed
    require(end <= stop, "zip_overlap")
    header = Header(stated, raw[at + 30 : middle], raw[middle:start], told.is_slashed)
    header.size, header.packed = header.zip64((header.size, LONG), (header.packed, LONG))
    for field in ("flags", "method", "names"):
        require(getattr(header, field) == getattr(told, field), MISMATCH)
    is_later, sizes = header.flags & SIZES_FOLLOW, (told.crc, told.packed, told.size)
    here = (header.crc, header.packed, header.size)
    require(all(a == b or is_later and not a for a, b in zip(here, sizes)), MISMATCH)
    require(told.method or told.packed == told.size, "zip_size_mismatch")
    entry.data, stated = raw[start:end], raw[end:following]
    require(is_later or end <= following, "zip_overlap")
    require(is_later or end == following, "zip_gap")
    if is_later:
        is_clear = told.method or not re.search(rb"PK(\x07\x08|\x03\x04|\x01\x02)", entry.data)
        require(is_clear, "zip_descriptor_ambiguous")
        forms = [struct.pack("<IQQ", *sizes)] + ([struct.pack("<III", *sizes)] if max(sizes) <= LONG else [])
        require(stated.removeprefix(b"PK\7\x08") in forms or stated in forms, "zip_descriptor_mismatch")

def folded(name: str) -> str:
    """One spelling for all names that some system takes for the same file."""
    def nfkc(text: str) -> str:
        return unicodedata.normalize("NFKC", text)

    def part(text: str) -> str:
        stream = re.compile(r":(?!Zone\.Identifier$).*", re.IGNORECASE | re.DOTALL)
        visible = (each for each in stream.sub("", text) if unicodedata.category(each) not in ("Cf", "Cc"))
        return nfkc(nfkc("".join(visible)).upper().lower().casefold()).rstrip(". ")

    return "/".join(map(part, nfkc(name).split("/")))

def _check_names(entries: list[Entry]) -> None:
    at_name: dict[str, int] = {}
    folders: dict[str, str] = {}
    require(not any(entry.header.is_folder and entry.header.size for entry in entries), "zip_size_mismatch")
    named = [(at, name) for at, entry in enumerate(entries) for name in entry.header.names]
    for at, name in named:
        require(at_name.setdefault(folded(name.rstrip("/")), at) == at, "zip_name_duplicate")
        for end in re.finditer("/", name):
            path = name[: end.start()]
            require(folders.setdefault(folded(path), path) == path, "zip_name_duplicate")
    files = {folded(name) for _, name in named if not name.endswith("/")}
    require(not files & folders.keys(), "zip_name_duplicate")

def read_archive(raw: bytes) -> list[Entry]:
    """All entries, in the order of the file. What is in them is decompressed when it is read."""
    offset, count, stop = _end(raw)
    entries, at = [], offset
    is_slashed = _has_slash(raw, at, count, stop)
    for _ in range(count):
        entry, at = _listed(raw, at, stop, is_slashed)
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
