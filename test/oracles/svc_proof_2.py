#!/usr/bin/env python3
"""An independent verifier of svc-proof/2, offline, in the standard library alone.

Written from docs/formats/svc-proof-2.md and nothing else: it is the test of that page. It shares no code, and by
intention no structure, with the implementation it is compared to.

    svc_proof_2.py vectors DIRECTORY   judges every file of cases.json, exit status 1 where one is judged otherwise
    svc_proof_2.py lines               reads {"proof": base64, "content_hash"?: hex} a line, writes a report a line

Does not check: anchors against a chain.
"""

import base64
import hashlib
import json
import os
import re
import sys
import unicodedata

HASH = re.compile(r"[0-9a-f]{64}")
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
FORMULA = 'SHA-256("svc-leaf:v2:" + proof_id + ":" + content.hash)'
NETWORKS = {
    1: "Ethereum",
    10: "OP Mainnet",
    100: "Gnosis",
    137: "Polygon",
    8453: "Base",
    42161: "Arbitrum One",
    80002: "Polygon Amoy",
    84532: "Base Sepolia",
    11155111: "Sepolia",
    31337: "Anvil devnet (no evidential value)",
}
LOOK_ALIKE = {
    "a": "ɑΑαАаᎪᗅ⍺ꓮ𐊠𖽀",
    "b": "ßƄΒВЬвьᏏᏴᑲᖯᗷꓐꞴ𐊂𐊡𐌁",
    "d": "đԁᎠᏧᑯᗞᗪꓒꓓ",
    "e": "ΕεЕеҽᎬ℮⋿ⴹꓰꬲ𐊆𑢦𑢮",
    "g": "ƍɡԌցᏀᏳᶃꓖ",
    "h": "ħΗНнһհᎻᏂᕼⲎꓧ𐋏",
    "l": "ıłƖǀɩɪΙιІіӀӏ۱ᎥᏞᒪᛁ∣⍳⏽ⲒⳐⵏꓡꓲꙇꭵ𐊊𐌉𐌠𐐛𐔦𑢣𑢲𑣃𖼖𖼨𝈪",
    "m": "ΜϺМмᎷᗰᛖⲘꓟ𐊰𐌑𑜀𑣣",
    "n": "ΝηпոռⲚꓠ𐔓",
    "o": "øΟοσОоՕօ۵०০੦૦ଠ୦௦ం౦ಂ೦ംഠ൦ං๐໐ဝ၀ჿዐᴏᴑⲞⲟⵔ〇ꓳꬽ𐊒𐊫𐐄𐐬𐓂𐓪𐔖𑓐𑢵𑣈𑣗𑣠",
    "p": "ΡρРрᏢᑭ⍴Ⲣⲣꓑ𐊕",
    "r": "ƦгᎡᏒᖇᴦⲅꓣꭇꭈꮁ𐒴𖼵𝈖",
    "s": "ƽЅѕՏᏕᏚꓢꜱꮪ𐊖𐐠𐑈𑣁𖼺",
    "t": "ΤτТтᎢ⊤⟙Ⲧꓔ𐊗𐊱𐌕𑢼𖼊🝨",
    "u": "ʋμυиՍսሀᑌᴜ∪⋃ꓴꞟꭎꭒ𐓎𐓶𑢸𑣘𖽂",
    "v": "νѴѵ۷Ꮩᐯᴠ∨⋁ⴸꓦꛟꮩ𐔝𑜆𑢠𑣀𖼈𝈍",
    "y": "ɣʏΥγУуҮүყᎩᎽᶌỿⲨꓬꭚ𐊲𑢤𑣜𖽃",
}
LOOK_ALIKE["l"] += "iI1|"
LOOK_ALIKE["o"] += "0"
DRAWN_AS = {character: letter for letter, characters in LOOK_ALIKE.items() for character in characters}
LARGEST = 2**53 - 1


def look_alike_key(label):
    """Section "Look-alike names"."""

    def replaced(text):
        return "".join(DRAWN_AS.get(character, character) for character in text)

    text = replaced(replaced(unicodedata.normalize("NFKD", label)).lower())
    return "".join(c for c in text if unicodedata.category(c)[0] in "LN").replace("rn", "m")


class Malformed(Exception):
    def __init__(self, code):
        super().__init__(code)
        self.code = code


# --- Section "Reading": JSON


class Text:
    """The document as characters, and the position of the reader."""

    def __init__(self, raw):
        if len(raw) > 65536:
            raise Malformed("too_large")
        if not raw:
            raise Malformed("empty")
        if raw.startswith(b"\xef\xbb\xbf"):
            raise Malformed("byte_order_mark")
        try:
            self.text = raw.decode("utf-8")
        except UnicodeDecodeError:
            raise Malformed("invalid_utf8") from None
        self.at = 0
        self.depth = 0

    def wrong(self):
        """JSON cannot continue like this."""
        raise Malformed("json_truncated" if self.at >= len(self.text) else "json_syntax")

    def here(self):
        return self.text[self.at] if self.at < len(self.text) else ""

    def token(self):
        while self.here() and self.here() in " \t\n\r":
            self.at += 1
        return self.here()

    def expect(self, characters):
        found = self.token()
        if not found or found not in characters:
            self.wrong()
        self.at += 1
        return found

    def kind(self):
        """JSON type of the next value."""
        first = self.token()
        if first and first in '{["':
            return {"{": "object", "[": "array", '"': "string"}[first]
        if first and first in "-0123456789":
            return "number"
        if first and first in "tfn":
            return "literal"
        return self.wrong()

    def literal(self):
        word = {"t": "true", "f": "false", "n": "null"}[self.here()]
        for character in word:
            if self.here() != character:
                self.wrong()
            self.at += 1

    def string(self):
        self.at += 1
        units = []
        while True:
            character = self.here()
            if character == "" or character < " ":
                self.wrong()
            self.at += 1
            if character == '"':
                break
            units.append(self.escape() if character == "\\" else character)
        try:
            return "".join(units).encode("utf-16-le", "surrogatepass").decode("utf-16-le")
        except UnicodeDecodeError:
            raise Malformed("lone_surrogate") from None

    def escape(self):
        letter = self.here()
        if letter == "u":
            self.at += 1
            for _ in range(4):
                if self.here() == "" or self.here() not in "0123456789abcdefABCDEF":
                    self.wrong()
                self.at += 1
            return chr(int(self.text[self.at - 4 : self.at], 16))
        if letter == "" or letter not in '"\\/bfnrt':
            self.wrong()
        self.at += 1
        return {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}.get(letter, letter)

    def digits(self):
        if self.here() == "" or self.here() not in "0123456789":
            self.wrong()
        while self.here() and self.here() in "0123456789":
            self.at += 1

    def number(self):
        start = self.at
        if self.here() == "-":
            self.at += 1
        if self.here() == "0":
            self.at += 1
        else:
            self.digits()
        if self.here() == ".":
            self.at += 1
            self.digits()
        if self.here() and self.here() in "eE":
            self.at += 1
            if self.here() and self.here() in "+-":
                self.at += 1
            self.digits()
        return self.text[start : self.at]

    def enter(self):
        if self.depth == 16:
            raise Malformed("json_too_deep")
        self.depth += 1
        self.at += 1

    def members(self):
        """Yields each name of an object; the caller reads its value before it asks for the next."""
        self.enter()
        seen = set()
        if self.token() == "}":
            self.at += 1
        else:
            while True:
                if self.token() != '"':
                    self.wrong()
                name = self.string()
                if name == "__proto__":
                    raise Malformed("forbidden_key")
                if name in seen:
                    raise Malformed("duplicate_key")
                seen.add(name)
                if len(seen) > 256:
                    raise Malformed("json_too_many_members")
                self.expect(":")
                yield name
                if self.expect(",}") == "}":
                    break
        self.depth -= 1

    def items(self, most, code):
        """Yields once for each item of an array; the caller reads it before it asks for the next."""
        self.enter()
        if self.token() == "]":
            self.at += 1
        else:
            count = 0
            while True:
                count += 1
                if count > most:
                    raise Malformed(code)
                yield
                if self.expect(",]") == "]":
                    break
        self.depth -= 1

    def skip(self):
        kind = self.kind()
        if kind == "object":
            for _ in self.members():
                self.skip()
        elif kind == "array":
            for _ in self.items(256, "json_too_many_members"):
                self.skip()
        else:
            {"string": self.string, "number": self.number, "literal": self.literal}[kind]()

    def want(self, kind):
        found = self.kind()
        if found != kind:
            if found == "literal":
                self.literal()
            raise Malformed("wrong_type")


# --- Section "Document". A field's rule takes the text and gives the value.


def exactly(value, code):
    return matching(re.compile(re.escape(value)), code)


def matching(pattern, code):
    def rule(text):
        text.want("string")
        value = text.string()
        if pattern.fullmatch(value) is None:
            raise Malformed(code)
        return value

    return rule


def label(text):
    text.want("string")
    value = text.string()
    if value == "":
        raise Malformed("label_empty")
    if len(value.encode("utf-16-le")) // 2 > 200:
        raise Malformed("label_too_long")
    return value


def integer(least):
    def rule(text):
        text.want("number")
        spelling = text.number()
        if re.fullmatch(r"0|-?[1-9][0-9]*", spelling) is None:
            raise Malformed("integer_malformed")
        # No bound has more than 16 digits.
        if len(spelling) > 17 or not least <= int(spelling) <= LARGEST:
            raise Malformed("integer_out_of_range")
        return int(spelling)

    return rule


def record(**rules):
    def rule(text):
        text.want("object")
        found = {}
        for name in text.members():
            if name in rules:
                found[name] = rules[name](text)
            else:
                text.skip()
        if len(found) < len(rules):
            raise Malformed("missing_field")
        # In the order of the document's table, which is that of the canonical encoding.
        return {name: found[name] for name in rules}

    return rule


def listing(item, most, code):
    def rule(text):
        text.want("array")
        return [item(text) for _ in text.items(most, code)]

    return rule


DOCUMENT = record(
    schema=exactly("svc-proof/2", "unsupported_schema"),
    proof_id=matching(UUID, "proof_id_malformed"),
    content=record(
        algorithm=exactly("SHA-256", "unsupported_algorithm"),
        hash=matching(HASH, "content_hash_malformed"),
    ),
    leaf=record(formula=label, value=matching(HASH, "leaf_value_malformed")),
    merkle=record(
        index=integer(0),
        path=listing(
            record(
                position=matching(re.compile("left|right"), "path_position_unknown"),
                hash=matching(HASH, "path_hash_malformed"),
            ),
            64,
            "merkle_path_too_long",
        ),
        root=matching(HASH, "merkle_root_malformed"),
    ),
    anchors=listing(
        record(
            chain_id=integer(1),
            network=label,
            tx_hash=matching(re.compile("0x" + HASH.pattern), "tx_hash_malformed"),
            block_number=integer(0),
            payload=label,
        ),
        16,
        "too_many_anchors",
    ),
    attestations=listing(record(type=label, state=label), 16, "too_many_attestations"),
)


def read(raw):
    text = Text(raw)
    proof = DOCUMENT(text)
    if text.token():
        raise Malformed("json_trailing_data")
    return proof


def canonical(proof):
    return json.dumps(proof, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


# --- Sections "Leaf" and "Tree"


def sha256(data):
    return hashlib.sha256(data).digest()


def leaf_of(proof):
    return sha256(("svc-leaf:v2:" + proof["proof_id"] + ":" + proof["content"]["hash"]).encode("ascii")).hex()


def fold(leaf, path):
    value = bytes.fromhex(leaf)
    for item in path:
        sibling = bytes.fromhex(item["hash"])
        value = sha256(sibling + value if item["position"] == "left" else value + sibling)
    return value.hex()


def index_agrees(k, path):
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
                k //= 2
                promoted = True
            k = (k - 1) // 2
    return k == 0


# --- Section "Verification"


def verify(raw, content_hash=None):
    """The report: outcome, checks as [id, status, code], SHA-256 of the canonical encoding."""
    try:
        proof = read(raw)
    except Malformed as error:
        skipped = [[check, "skipped", "depends_on_failed_check"] for check in ("content", "leaf", "merkle", "payload", "anchor")]
        return {"outcome": "failed", "checks": [["format", "failed", error.code], *skipped], "canonical_sha256": None}

    checks = [["format", "passed", "ok"]]

    def judge(check, fault):
        checks.append([check, "failed", fault] if fault else [check, "passed", "ok"])

    if content_hash is None:
        checks.append(["content", "skipped", "not_requested"])
    else:
        judge("content", content_hash != proof["content"]["hash"] and "content_hash_mismatch")

    leaf, merkle, anchors = proof["leaf"], proof["merkle"], proof["anchors"]
    judge(
        "leaf",
        (leaf_of(proof) != leaf["value"] and "leaf_value_mismatch")
        or (leaf["formula"] != FORMULA and "leaf_formula_mismatch"),
    )
    judge(
        "merkle",
        (fold(leaf["value"], merkle["path"]) != merkle["root"] and "merkle_root_mismatch")
        or (not index_agrees(merkle["index"], merkle["path"]) and "merkle_index_mismatch"),
    )
    if not anchors:
        checks += [["payload", "skipped", "no_anchor"], ["anchor", "skipped", "no_anchor"]]
    else:
        payload = "svc:v2:" + merkle["root"]
        judge("payload", any(anchor["payload"] != payload for anchor in anchors) and "payload_mismatch")
        for anchor in anchors:
            name = NETWORKS.get(anchor["chain_id"])
            keys = {look_alike_key(known) for known in NETWORKS.values()}
            borrowed = name is None and look_alike_key(anchor["network"]) in keys
            if borrowed or (name is not None and name != anchor["network"]):
                checks.append(["anchor", "failed", "network_mismatch"])
            else:
                checks.append(["anchor", "indeterminate", "no_source"])

    # Offline no anchor passes, so nothing is ever verified here.
    failed = any(status == "failed" for _, status, _ in checks)
    return {
        "outcome": "failed" if failed else "indeterminate",
        "checks": checks,
        "canonical_sha256": sha256(canonical(proof)).hex(),
    }


def judge_vectors(directory):
    with open(os.path.join(directory, "cases.json"), encoding="utf-8") as file:
        cases = json.load(file)
    wrong = 0
    for good, listed in ((True, cases["good"]), (False, cases["bad"])):
        for case in listed:
            with open(os.path.join(directory, case["file"]), "rb") as file:
                raw = file.read()
            report = verify(raw, case.get("content_hash" if good else "given_hash"))
            failed = [[check, code] for check, status, code in report["checks"] if status == "failed"]
            if good:
                proof = read(raw)
                right = (
                    report["outcome"] == "indeterminate"
                    and report["canonical_sha256"] == case["canonical_sha256"]
                    and [proof["proof_id"], proof["content"]["hash"], proof["leaf"]["value"], proof["merkle"]["root"]]
                    == [case["proof_id"], case["content_hash"], case["leaf"], case["root"]]
                    and len(proof["anchors"]) == case["anchors"]
                )
            else:
                right = report["outcome"] == "failed" and failed == [[case["check"], case["code"]]]
            if not right:
                wrong += 1
                print(f"{case['file']}: {report}", file=sys.stderr)
    print(f"{len(cases['good'])} good, {len(cases['bad'])} bad, {wrong} judged otherwise")
    return 1 if wrong else 0


def judge_lines():
    for line in sys.stdin:
        asked = json.loads(line)
        report = verify(base64.b64decode(asked["proof"]), asked.get("content_hash"))
        print(json.dumps(report), flush=True)
    return 0


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "vectors":
        sys.exit(judge_vectors(sys.argv[2]))
    if sys.argv[1:] == ["lines"]:
        sys.exit(judge_lines())
    print(__doc__, file=sys.stderr)
    sys.exit(2)
