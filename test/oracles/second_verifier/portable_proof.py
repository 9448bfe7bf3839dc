"""docs/formats/svc-proof-2.md: the portable proof."""

import hashlib
import re
import unicodedata
from typing import Any

from .faults import reads, require
from .strict_json import Rule, exactly, integer, listing, matching, read, record

Proof = dict[str, Any]
FORMULA = 'SHA-256("svc-leaf:v2:" + proof_id + ":" + content.hash)'
NETWORKS = {
    1: "Ethereum", 10: "OP Mainnet", 100: "Gnosis", 137: "Polygon", 8453: "Base", 42161: "Arbitrum One",
    80002: "Polygon Amoy", 84532: "Base Sepolia", 11155111: "Sepolia", 31337: "Anvil devnet (no evidential value)",
}  # fmt: skip
LOOK_ALIKE = {
    "a": "ɑΑαАаᎪᗅ⍺ꓮ𐊠𖽀",
    "b": "ßƄΒВЬвьᏏᏴᑲᖯᗷꓐꞴ𐊂𐊡𐌁",
    "d": "đԁᎠᏧᑯᗞᗪꓒꓓ",
    "e": "ΕεЕеҽᎬ℮⋿ⴹꓰꬲ𐊆𑢦𑢮",
    "g": "ƍɡԌցᏀᏳᶃꓖ",
    "h": "ħΗНнһհᎻᏂᕼⲎꓧ𐋏",
    "l": "ıłƖǀɩɪΙιІіӀӏ۱ᎥᏞᒪᛁ∣⍳⏽ⲒⳐⵏꓡꓲꙇꭵ𐊊𐌉𐌠𐐛𐔦𑢣𑢲𑣃𖼖𖼨𝈪iI1|",
    "m": "ΜϺМмᎷᗰᛖⲘꓟ𐊰𐌑𑜀𑣣",
    "n": "ΝηпոռⲚꓠ𐔓",
    "o": "øΟοσОоՕօ۵०০੦૦ଠ୦௦ం౦ಂ೦ംഠ൦ං๐໐ဝ၀ჿዐᴏᴑⲞⲟⵔ〇ꓳꬽ𐊒𐊫𐐄𐐬𐓂𐓪𐔖𑓐𑢵𑣈𑣗𑣠0",
    "p": "ΡρРрᏢᑭ⍴Ⲣⲣꓑ𐊕",
    "r": "ƦгᎡᏒᖇᴦⲅꓣꭇꭈꮁ𐒴𖼵𝈖",
    "s": "ƽЅѕՏᏕᏚꓢꜱꮪ𐊖𐐠𑐈𑣁𖼺",
    "t": "ΤτТтᎢ⊤⟙Ⲧꓔ𐊗𐊱𐌕𑢼𖼊🝨",
    "u": "ʋμυиՍսሀᑌᴜ∪⋃ꓴꞟꭎꭒ𐓎𐓶𑢸𑣘𖽂",
    "v": "νѴѵ۷Ꮩᐯᴠ∨⋁ⴸꓦꛟꮩ𐔝𑜆𑢠𑣀𖼈𝈍",
    "y": "ɣʏΥγУуҮүყᎩᎽᶌỿⲨꓬꭚ𐊲𑢤𑣜𖽃",
}
DRAWN_AS = str.maketrans({each: letter for letter, drawn in LOOK_ALIKE.items() for each in drawn})

def hashed(code: str, prefix: str = "") -> Rule:
    return matching(prefix + "[0-9a-f]{64}", code)

def _label(value: str) -> str:
    require(value, "label_empty")
    require(len(value.encode("utf-16-le")) // 2 <= 200, "label_too_long")
    return value

LABEL = Rule("string", _label)
STEP = record(position=matching("left|right", "path_position_unknown"), hash=hashed("path_hash_malformed"))
ANCHOR = record(
    chain_id=integer(1),
    network=LABEL,
    tx_hash=hashed("tx_hash_malformed", "0x"),
    block_number=integer(0),
    payload=LABEL,
)
DOCUMENT = record(
    schema=exactly("svc-proof/2", "unsupported_schema"),
    proof_id=matching(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "proof_id_malformed"),
    content=record(algorithm=exactly("SHA-256", "unsupported_algorithm"), hash=hashed("content_hash_malformed")),
    leaf=record(formula=LABEL, value=hashed("leaf_value_malformed")),
    merkle=record(
        index=integer(0), path=listing(STEP, 64, "merkle_path_too_long"), root=hashed("merkle_root_malformed")
    ),
    anchors=listing(ANCHOR, 16, "too_many_anchors"),
    attestations=listing(record(type=LABEL, state=LABEL), 16, "too_many_attestations"),
)

@reads
def read_proof(raw: bytes) -> Proof:
    return read(raw, DOCUMENT, 65_536)

def look_alike_key(name: str) -> str:
    """Section "Look-alike names"."""
    text = unicodedata.normalize("NFKD", name).translate(DRAWN_AS).lower().translate(DRAWN_AS)
    return re.sub("rn", "m", "".join(each for each in text if unicodedata.category(each)[0] in "LN"))

KNOWN_KEYS = {look_alike_key(name) for name in NETWORKS.values()}

def network_agrees(chain_id: int, network: str) -> bool:
    if chain_id in NETWORKS:
        return NETWORKS[chain_id] == network
    return look_alike_key(network) not in KNOWN_KEYS

def leaf_of(proof: Proof) -> str:
    return hashlib.sha256(f"svc-leaf:v2:{proof['proof_id']}:{proof['content']['hash']}".encode()).hexdigest()

def fold(leaf: str, path: list[dict[str, str]]) -> str:
    """Section "Folding"."""
    value = bytes.fromhex(leaf)
    for item in path:
        sibling = bytes.fromhex(item["hash"])
        value = hashlib.sha256(sibling + value if item["position"] == "left" else value + sibling).digest()
    return value.hex()

def index_agrees(k: int, path: list[dict[str, str]]) -> bool:
    """Section "Index rule"."""
    promoted = False
    for item in path:
        if item["position"] == "right":
            if promoted or k % 2 == 1:
                return False
            k //= 2
        else:
            if k == 0:
                return False
            while k % 2 == 0:
                k, promoted = k // 2, True
            k = (k - 1) // 2
    return k == 0

def payload_of(root: str) -> str:
    return "svc:v2:" + root

def document_faults(proof: Proof) -> dict[str, str | None]:
    """Steps 3 to 5: the checks that need the document alone. None where it passes."""
    leaf, merkle = proof["leaf"], proof["merkle"]
    steps = {
        "leaf_value_mismatch": leaf_of(proof) == leaf["value"],
        "leaf_formula_mismatch": leaf["formula"] == FORMULA,
        "merkle_root_mismatch": fold(leaf["value"], merkle["path"]) == merkle["root"],
        "merkle_index_mismatch": index_agrees(merkle["index"], merkle["path"]),
        "payload_mismatch": all(each["payload"] == payload_of(merkle["root"]) for each in proof["anchors"]),
    }
    faults = [code for code, holds in steps.items() if not holds]
    checks = ("leaf", "merkle", "payload")
    return {check: next((code for code in faults if code.startswith(check)), None) for check in checks}
