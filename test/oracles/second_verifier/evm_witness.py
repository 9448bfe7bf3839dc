"""docs/formats/evm-witness.md: a transaction in a block of an EVM chain, from the bytes at hand."""

from dataclasses import dataclass
from typing import Any

from .faults import Malformed, require
from .keccak import keccak_256
from .strict_json import exactly, integer, listing, matching, read, record

Rlp = bytes | list[Any]
DEEPEST = 32
# Of the header: the lengths of the fields since Frontier, 0 for an integer or bytes of any length.
HEADER_LENGTHS = (32, 32, 20, 32, 32, 32, 256, 0, 0, 0, 0, 0, 0, 32, 8)
TRANSACTIONS_ROOT, NUMBER, TIME = 4, 8, 11
P = 2**256 - 2**32 - 977
N = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
G = (
    0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
)

BYTES = matching("0x([0-9a-f]{2})*", "witness_hex_malformed")

def _header(text: Any) -> bytes:
    raw = bytes.fromhex(BYTES(text)[2:])
    require(len(raw) <= 131_072, "witness_header_too_large")
    return raw

DOCUMENT = record(
    format=exactly("svc-evm-witness/1", "unsupported_format"),
    chain_id=integer(1),
    header=_header,
    transaction_index=integer(0, 2**32 - 1),
    proof=listing(lambda text: bytes.fromhex(BYTES(text)[2:]), 11, "witness_too_many_nodes", "witness_no_nodes"),
)

@dataclass
class Witness:
    chain_id: int
    header: bytes
    index: int
    nodes: list[bytes]

@dataclass
class Included:
    """What a witness that holds says."""

    block_number: int
    block_time: int
    transaction_hash: bytes
    input: bytes

def read_witness(raw: bytes) -> Witness:
    value = read(raw, DOCUMENT, 1_048_576)
    return Witness(value["chain_id"], value["header"], value["transaction_index"], value["proof"])

# --- RLP: Yellow Paper, appendix B, in its canonical form alone

def parse_rlp(raw: bytes) -> Rlp:
    item, end = _item(raw, 0, len(raw), 0)
    require(end == len(raw), "rlp_trailing_data")
    return item

def _item(raw: bytes, at: int, end: int, depth: int) -> tuple[Rlp, int]:
    require(at < end, "rlp_truncated")
    first = raw[at]
    if first < 0x80:
        return raw[at : at + 1], at + 1
    is_list, length, at = first >= 0xC0, first & 0x3F, at + 1
    if length > 55:
        size = length - 55
        require(at + size <= end, "rlp_truncated")
        length = int.from_bytes(raw[at : at + size], "big")
        require(length > 55 and raw[at], "rlp_length_not_minimal")
        at += size
    require(at + length <= end, "rlp_truncated")
    after = at + length
    if not is_list:
        require(length != 1 or raw[at] >= 0x80, "rlp_byte_not_minimal")
        return raw[at:after], after
    require(depth < DEEPEST, "rlp_too_deep")
    items: list[Rlp] = []
    while at < after:
        item, at = _item(raw, at, after, depth + 1)
        items.append(item)
    return items, after

def write_rlp(item: Rlp) -> bytes:
    if isinstance(item, bytes) and len(item) == 1 and item[0] < 0x80:
        return item
    body = item if isinstance(item, bytes) else b"".join(map(write_rlp, item))
    base = 0x80 if isinstance(item, bytes) else 0xC0
    if len(body) <= 55:
        return bytes([base + len(body)]) + body
    size = (len(body).bit_length() + 7) // 8
    return bytes([base + 55 + size]) + len(body).to_bytes(size, "big") + body

def number(item: Rlp, most_bytes: int, code: str) -> int:
    require(isinstance(item, bytes) and len(item) <= most_bytes, code)
    require(not item or item[0], "rlp_integer_not_minimal")
    return int.from_bytes(item, "big")

def big_endian(value: int) -> bytes:
    return value.to_bytes((value.bit_length() + 7) // 8, "big")

# --- The path: a Merkle-Patricia trie

def _nibbles(raw: bytes) -> list[int]:
    return [half for byte in raw for half in (byte >> 4, byte & 15)]

def _hex_prefix(item: Rlp) -> tuple[bool, list[int]]:
    require(isinstance(item, bytes) and item, "trie_node_malformed")
    nibbles = _nibbles(item)
    flag = nibbles[0]
    require(flag <= 3 and (flag & 1 or nibbles[1] == 0), "trie_node_malformed")
    return flag >= 2, nibbles[1 if flag & 1 else 2 :]

def _child(item: Rlp) -> bytes | list[Any] | None:
    """None, the hash of a node, or a node in place."""
    if item == b"":
        return None
    if isinstance(item, bytes):
        require(len(item) == 32, "trie_node_malformed")
    else:
        require(len(write_rlp(item)) < 32, "trie_node_malformed")
        _check_node(item)
    return item

def _check_node(node: Rlp) -> None:
    """A node's form, and that of the nodes in place below it, on the way or not."""
    require(isinstance(node, list) and len(node) in (2, 17), "trie_node_malformed")
    if len(node) == 17:
        ways = sum(_child(child) is not None for child in node[:16])
        require(isinstance(node[16], bytes) and ways + (node[16] != b"") >= 2, "trie_node_malformed")
        return
    is_leaf, piece = _hex_prefix(node[0])
    if is_leaf:
        require(isinstance(node[1], bytes) and node[1], "trie_node_malformed")
    else:
        child = _child(node[1])
        require(piece and child is not None, "trie_node_malformed")
        require(isinstance(child, bytes) or len(child) == 17, "trie_node_malformed")

def find(root: bytes, key: bytes, nodes: list[bytes]) -> bytes:
    """The value of a key, by the nodes on the way to it."""
    path, used = _nibbles(key), 0
    wanted: Rlp = root
    after_extension = False
    while True:
        if isinstance(wanted, bytes):
            require(used < len(nodes), "trie_node_missing")
            raw, used = nodes[used], used + 1
            require(keccak_256(raw) == wanted, "trie_node_hash_mismatch")
            node = parse_rlp(raw)
            require(used == 1 or len(raw) >= 32, "trie_node_malformed")
        else:
            node = wanted
        _check_node(node)
        require(not after_extension or len(node) == 17, "trie_node_malformed")
        after_extension, value, following = False, None, None
        if len(node) == 17:
            if path:
                following, path = _child(node[path[0]]), path[1:]
            else:
                value = node[16] or None
        else:
            is_leaf, piece = _hex_prefix(node[0])
            if is_leaf:
                value = node[1] if path == piece else None
            elif path[: len(piece)] == piece:
                following, path, after_extension = node[1], path[len(piece) :], True
        if following is None:
            require(value is not None, "trie_key_absent")
            require(used == len(nodes), "trie_node_surplus")
            return value
        wanted = following

# --- The transaction

MALFORMED = "evm_transaction_malformed"

def _to(item: Rlp, may_create: bool) -> None:
    require(isinstance(item, bytes) and (len(item) == 20 or may_create and not item), MALFORMED)

def _list(item: Rlp) -> list[Any]:
    require(isinstance(item, list), MALFORMED)
    return item

def _of_length(item: Rlp, length: int) -> None:
    require(isinstance(item, bytes) and len(item) == length, MALFORMED)

def _access_list(item: Rlp) -> None:
    for entry in _list(item):
        require(len(_list(entry)) == 2, MALFORMED)
        _of_length(entry[0], 20)
        for key in _list(entry[1]):
            _of_length(key, 32)

def _authorizations(item: Rlp) -> None:
    for entry in _list(item):
        require(len(_list(entry)) == 6, MALFORMED)
        number(entry[0], 32, MALFORMED)
        _of_length(entry[1], 20)
        number(entry[2], 8, MALFORMED)
        for each in entry[3:]:
            number(each, 32, MALFORMED)

def _call(fields: list[Any], fees: int, may_create: bool) -> None:
    """Nonce, fees, gas, receiver, value, input: the part that all types have."""
    number(fields[0], 8, MALFORMED)
    for each in fields[1 : 2 + fees]:
        number(each, 32, MALFORMED)
    _to(fields[2 + fees], may_create)
    number(fields[3 + fees], 32, MALFORMED)
    require(isinstance(fields[4 + fees], bytes), MALFORMED)

def check_transaction(raw: bytes, chain_id: int) -> bytes:
    """Its form and its signature. Gives its input."""
    require(raw, MALFORMED)
    kind = 0 if raw[0] >= 0xC0 else raw[0]
    require(kind in (1, 2, 3, 4) or raw[0] >= 0xC0, "evm_transaction_type_unknown")
    fields = _list(parse_rlp(raw[1:] if kind else raw))
    require(len(fields) == (9, 11, 12, 14, 13)[kind], MALFORMED)
    if kind:
        covered: int | None = number(fields[0], 32, MALFORMED)
        fees = 1 if kind == 1 else 2
        _call(fields[1:], fees, kind < 3)
        _access_list(fields[6 + fees])
        if kind == 3:
            number(fields[9], 32, MALFORMED)
            for each in _list(fields[10]):
                _of_length(each, 32)
        if kind == 4:
            _authorizations(fields[9])
        parity = number(fields[-3], 32, MALFORMED)
        require(parity <= 1, MALFORMED)
        signed = bytes([kind]) + write_rlp(fields[:-3])
        data = fields[5 + fees]
    else:
        _call(fields, 1, True)
        v = number(fields[6], 32, MALFORMED)
        require(v in (27, 28) or v >= 35, MALFORMED)
        covered = None if v < 35 else (v - 35) // 2
        parity = (v - 35) % 2 if v >= 35 else v - 27
        signed = write_rlp(fields[:6] + ([] if covered is None else [big_endian(covered), b"", b""]))
        data = fields[5]
    r, s = number(fields[-2], 32, MALFORMED), number(fields[-1], 32, MALFORMED)
    require(covered is None or covered == chain_id, "witness_chain_mismatch")
    require(key_follows(int.from_bytes(keccak_256(signed), "big"), parity, r, s), "evm_signature_invalid")
    return data

def _double(x: int, y: int, z: int) -> tuple[int, int, int]:
    squared = y * y % P
    s, m = 4 * x * squared % P, 3 * x * x % P
    x3 = (m * m - 2 * s) % P
    return x3, (m * (s - x3) - 8 * squared * squared) % P, 2 * y * z % P

def _add(x: int, y: int, z: int, point: tuple[int, int] | None) -> tuple[int, int, int]:
    if point is None:
        return x, y, z
    if z == 0:
        return *point, 1
    h = (point[0] * z * z - x) % P
    r = (point[1] * z * z * z - y) % P
    if h == 0:
        return _double(x, y, z) if r == 0 else (1, 1, 0)
    h2 = h * h % P
    h3, v = h2 * h % P, x * h2 % P
    x3 = (r * r - h3 - 2 * v) % P
    return x3, (r * (v - x3) - y * h3) % P, h * z % P

def key_follows(digest: int, parity: int, r: int, s: int) -> bool:
    """Whether a signature on secp256k1 has a key (SEC 1, section 4.1.6): R is on the curve, and sR is not zG."""
    if not (0 < r < N and 0 < s <= N // 2):
        return False
    square = (r**3 + 7) % P
    y = pow(square, (P + 1) // 4, P)
    if y * y % P != square:
        return False
    point = (r, y if y % 2 == parity else P - y)
    minus_g = (G[0], P - G[1])
    x, y, z = _add(*point, 1, minus_g)
    both: tuple[int, int] | None = None
    if z:
        inverse = pow(z, -1, P)
        both = (x * inverse**2 % P, y * inverse**3 % P)
    total = (1, 1, 0)
    for bit in range(255, -1, -1):
        total = _double(*total)
        total = _add(*total, (None, minus_g, point, both)[(s >> bit & 1) * 2 + (digest % N >> bit & 1)])
    return total[2] != 0

def open_witness(witness: Witness) -> Included:
    """All rules of the witness itself."""
    fields = parse_rlp(witness.header)
    wrong = "evm_header_malformed"
    require(isinstance(fields, list) and 15 <= len(fields) <= 40, wrong)
    require(all(isinstance(field, bytes) for field in fields), wrong)
    for field, length in zip(fields, HEADER_LENGTHS, strict=False):
        require(not length or len(field) == length, wrong)
    numbers = [number(field, most, wrong) for field, most in zip(fields[7:12], (32, 8, 8, 8, 8), strict=True)]
    value = find(fields[TRANSACTIONS_ROOT], write_rlp(big_endian(witness.index)), witness.nodes)
    data = check_transaction(value, witness.chain_id)
    return Included(numbers[1], numbers[4], keccak_256(value), data)

def fault_of(witness: Witness) -> str | None:
    try:
        open_witness(witness)
    except Malformed as fault:
        return fault.code
    return None
