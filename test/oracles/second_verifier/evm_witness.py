"""docs/formats/evm-witness.md: a transaction in a block of an EVM chain, from the bytes at hand."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec

from .faults import reads, require
from .keccak import keccak_256
from .strict_json import Rule, exactly, integer, listing, read, record

Rlp = bytes | list[Any]
DEEPEST = 8
# The fields that every header has had since Frontier: bytes of this length, or None for integers and extraData.
HEADER_LENGTHS = (32, 32, 20, 32, 32, 32, 256, None, None, None, None, None, None, 32, 8)
HEADER, NODE, TRANSACTION = "evm_header_malformed", "trie_node_malformed", "evm_transaction_malformed"
CURVE = ec.SECP256K1()
# The order of the curve secp256k1 (SEC 2, section 2.4.1).
N = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141

def _bytes(text: str) -> bytes:
    require(re.fullmatch("0x([0-9a-f]{2})*", text), "witness_hex_malformed")
    return bytes.fromhex(text[2:])

def _header(text: str) -> bytes:
    raw = _bytes(text)
    require(len(raw) <= 131_072, "witness_header_too_large")
    return raw

DOCUMENT = record(
    format=exactly("svc-evm-witness/1", "unsupported_format"),
    chain_id=integer(1),
    header=Rule("string", _header),
    transaction_index=integer(0, 2**32 - 1),
    proof=listing(Rule("string", _bytes), 11, "witness_too_many_nodes", "witness_no_nodes"),
)

class Witness(NamedTuple):
    chain_id: int
    header: bytes
    index: int
    nodes: list[bytes]

class Included(NamedTuple):
    """What a witness that holds says."""

    block_number: int
    block_time: int
    transaction_hash: bytes
    input: bytes

@reads
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
    first, at = raw[at], at + 1
    if first < 0x80:
        return raw[at - 1 : at], at
    length = first & 0x3F
    if length > 55:
        size, at = length - 55, at + length - 55
        require(at <= end, "rlp_truncated")
        length = int.from_bytes(raw[at - size : at], "big")
        require(length > 55 and raw[at - size], "rlp_length_not_minimal")
    after = at + length
    require(after <= end, "rlp_truncated")
    if first < 0xC0:
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
    size = big_endian(len(body))
    return bytes([base + len(body)] if len(body) <= 55 else [base + 55 + len(size), *size]) + body

def big_endian(value: int) -> bytes:
    return value.to_bytes((value.bit_length() + 7) // 8, "big")

def number(item: Rlp, most_bytes: int, code: str) -> int:
    require(isinstance(item, bytes) and len(item) <= most_bytes, code)
    require(not item or item[0], "rlp_integer_not_minimal")
    return int.from_bytes(item, "big")

# --- The path: a Merkle-Patricia trie

def _nibbles(raw: bytes) -> list[int]:
    return [half for byte in raw for half in (byte >> 4, byte & 15)]

def _hex_prefix(item: Rlp) -> tuple[bool, list[int]]:
    """Whether a node with this path is a leaf, and the path."""
    require(isinstance(item, bytes) and item, NODE)
    nibbles = _nibbles(item)
    require(nibbles[0] <= 3 and (nibbles[0] & 1 or nibbles[1] == 0), NODE)
    return nibbles[0] >= 2, nibbles[1 if nibbles[0] & 1 else 2 :]

def _is_way(child: Rlp) -> bool:
    """Whether there is a child: the hash of a node, or a node in place."""
    if isinstance(child, list):
        require(len(write_rlp(child)) < 32, NODE)
        _check_node(child)
    else:
        require(len(child) in (0, 32), NODE)
    return child != b""

def _check_node(node: Rlp) -> None:
    """The form of a node, and of the nodes in place below it, on the way or not."""
    require(isinstance(node, list) and len(node) in (2, 17), NODE)
    if len(node) == 17:
        ways = sum(map(_is_way, node[:16])) + (node[16] != b"")
        require(isinstance(node[16], bytes) and ways >= 2, NODE)
        return
    is_leaf, piece = _hex_prefix(node[0])
    if is_leaf:
        require(isinstance(node[1], bytes) and node[1], NODE)
    else:
        require(_is_way(node[1]) and piece and (isinstance(node[1], bytes) or len(node[1]) == 17), NODE)

def find(root: bytes, key: bytes, nodes: list[bytes]) -> bytes:
    """The value of a key, by the nodes on the way to it."""
    path, used, after_extension, node = _nibbles(key), 0, False, root
    while True:
        if isinstance(node, bytes):
            require(used < len(nodes), "trie_node_missing")
            raw, used = nodes[used], used + 1
            require(keccak_256(raw) == node, "trie_node_hash_mismatch")
            node = parse_rlp(raw)
            require(used == 1 or len(raw) >= 32, NODE)
        _check_node(node)
        require(not after_extension or len(node) == 17, NODE)
        is_leaf, piece = _hex_prefix(node[0]) if len(node) == 2 else (not path, path[:1])
        after_extension, child = len(node) == 2, b""
        if path[: len(piece)] == piece and (not is_leaf or path == piece):
            child, path = node[1] if len(node) == 2 else node[path[0] if path else 16], path[len(piece) :]
        require(child != b"", "trie_key_absent")
        if is_leaf:
            require(used == len(nodes), "trie_node_surplus")
            return child
        node = child

# --- The transaction

def bytes_of(*lengths: int) -> Callable[[Rlp], object]:
    return lambda item: require(isinstance(item, bytes) and (not lengths or len(item) in lengths), TRANSACTION)

def number_of(most_bytes: int) -> Callable[[Rlp], object]:
    return lambda item: number(item, most_bytes, TRANSACTION)

# The fields of each type: a tuple has these, a list any number of one form.
SMALL, NUMBER, ADDRESS, RECEIVER, HASH = number_of(8), number_of(32), bytes_of(20), bytes_of(0, 20), bytes_of(32)
DATA, ACCESS, NUMBERS = bytes_of(), [(ADDRESS, [HASH])], (NUMBER, NUMBER, NUMBER)
AUTHORIZATIONS = [(NUMBER, ADDRESS, SMALL, *NUMBERS)]
TYPES = (
    (SMALL, NUMBER, NUMBER, RECEIVER, NUMBER, DATA, *NUMBERS),
    (NUMBER, SMALL, NUMBER, NUMBER, RECEIVER, NUMBER, DATA, ACCESS, *NUMBERS),
    (NUMBER, SMALL, *NUMBERS, RECEIVER, NUMBER, DATA, ACCESS, *NUMBERS),
    (NUMBER, SMALL, *NUMBERS, ADDRESS, NUMBER, DATA, ACCESS, NUMBER, [HASH], *NUMBERS),
    (NUMBER, SMALL, *NUMBERS, ADDRESS, NUMBER, DATA, ACCESS, AUTHORIZATIONS, *NUMBERS),
)

def _check_form(item: Rlp, form: Any) -> None:
    if callable(form):
        form(item)
        return
    require(isinstance(item, list), TRANSACTION)
    forms = form * len(item) if isinstance(form, list) else form
    require(len(item) == len(forms), TRANSACTION)
    for each, its_form in zip(item, forms):
        _check_form(each, its_form)

def check_transaction(raw: bytes, chain_id: int) -> bytes:
    """Its form and its signature. Gives its input."""
    kind = 0 if raw[0] >= 0xC0 else raw[0]
    require(kind in (1, 2, 3, 4) or raw[0] >= 0xC0, "evm_transaction_type_unknown")
    fields = parse_rlp(raw[1:] if kind else raw)
    _check_form(fields, TYPES[kind])
    v, r, s = (int.from_bytes(field, "big") for field in fields[-3:])
    if kind:
        require(v <= 1, TRANSACTION)
        covered, parity = int.from_bytes(fields[0], "big"), v
        signed = bytes([kind]) + write_rlp(fields[:-3])
    else:
        require(v in (27, 28) or v >= 35, TRANSACTION)
        covered, parity = (None, v - 27) if v < 35 else divmod(v - 35, 2)
        signed = write_rlp(fields[:6] + ([] if covered is None else [big_endian(covered), b"", b""]))
    require(covered in (None, chain_id), "witness_chain_mismatch")
    require(key_follows(int.from_bytes(keccak_256(signed), "big"), parity, r, s), "evm_signature_invalid")
    return fields[TYPES[kind].index(DATA)]

def key_follows(digest: int, parity: int, r: int, s: int) -> bool:
    """Whether a signature has a key (SEC 1, section 4.1.6): R is on the curve, and sR is not zG."""
    if not (0 < r < N and 0 < s <= N // 2):
        return False
    try:
        point = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, bytes([2 + parity]) + r.to_bytes(32, "big"))
    except ValueError:
        return False
    # The key is r⁻¹(sR - zG). The library gives x of sR; where it is that of zG, the key is no point or known to all.
    x = ec.derive_private_key(digest % N, CURVE).public_key().public_numbers().x
    return int.from_bytes(ec.derive_private_key(s, CURVE).exchange(ec.ECDH(), point), "big") != x

@reads
def open_witness(witness: Witness) -> Included:
    """All rules of the witness itself."""
    fields = parse_rlp(witness.header)
    require(isinstance(fields, list) and 15 <= len(fields) <= 40, HEADER)
    require(all(isinstance(field, bytes) for field in fields), HEADER)
    require(all(length in (None, len(field)) for field, length in zip(fields, HEADER_LENGTHS)), HEADER)
    block_number, time = (number(fields[place], 131_072, HEADER) for place in (8, 11))
    require(max(block_number, time) < 2**53, HEADER)
    value = find(fields[4], write_rlp(big_endian(witness.index)), witness.nodes)
    return Included(block_number, time, keccak_256(value), check_transaction(value, witness.chain_id))
