"""
The steps of by-hand.md, on Python's standard library: `python3 by_hand.py STEP`, in a folder with `evidence.zip`. Shares no
code with the service or its verifier. It is no verifier: a verifier also withstands files that were made to mislead it.
"""

import datetime
import glob
import hashlib
import json
import math
import pathlib
import re
import subprocess
import sys
import textwrap
import urllib.request
import xml.etree.ElementTree as xml
import zipfile
import zlib


def check(holds, what):
    print("ok   " if holds else "WRONG", what)
    if not holds:
        sys.exit(1)


def demand(holds, what):
    if not holds:
        check(False, what)


def each_name_once(pairs):
    demand(len(dict(pairs)) == len(pairs), "no name occurs twice in a document")
    return dict(pairs)


def read_json(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file, object_pairs_hook=each_name_once)


def read_bytes(path):
    with open(path, "rb") as file:
        return file.read()


def sha256(data):
    return hashlib.sha256(data).digest()


# Steps 1 to 5: the archive, the fingerprint, the leaf, the path, the payload.


def unpack():
    """Step 1."""
    with zipfile.ZipFile("evidence.zip") as archive:
        names = archive.namelist()
        check(len({name.casefold() for name in names}) == len(names), "no name occurs twice")
        unsafe = [name for name in names if name.startswith("/") or "\\" in name or ".." in name.split("/")]
        check(not unsafe, "no name leads out of the folder")
        archive.extractall("package")
        check(True, "all parts have their checksums")
    for name in names:
        print("     ", name)


def content():
    """Step 2. `fingerprint.txt` has the output of `openssl dgst -r`."""
    proof = read_json("package/proof.json")
    check(proof["schema"] == "svc-proof/2", "the document is svc-proof/2")
    lines = open("fingerprint.txt", encoding="utf-8").read().splitlines()
    check(len(lines) == 1, "there is one original")
    check(proof["content"] == {"algorithm": "SHA-256", "hash": lines[0][:64]}, "the proof is about this file")


def leaf():
    """Step 3."""
    proof = read_json("package/proof.json")
    text = f"svc-leaf:v2:{proof['proof_id']}:{proof['content']['hash']}"
    print("     ", text)
    check(sha256(text.encode("ascii")).hex() == proof["leaf"]["value"], "its SHA-256 is the leaf")


def audit_path():
    """Step 4."""
    merkle = read_json("package/proof.json")["merkle"]
    value = bytes.fromhex(read_json("package/proof.json")["leaf"]["value"])
    for item in merkle["path"]:
        beside = bytes.fromhex(item["hash"])
        check(item["position"] in ("left", "right") and len(beside) == 32, f"{item['position']} {item['hash']}")
        value = sha256(beside + value if item["position"] == "left" else value + beside)
    check(value.hex() == merkle["root"], f"the path ends at the root {merkle['root']}")


def payload():
    """Step 5."""
    proof = read_json("package/proof.json")
    check(len(proof["anchors"]) > 0, "the proof names an anchor")
    for anchor in proof["anchors"]:
        check(anchor["payload"] == "svc:v2:" + proof["merkle"]["root"], f"its payload is {anchor['payload']}")
        print("      chain", anchor["chain_id"], "block", anchor["block_number"], anchor["tx_hash"])


# Step 6: Keccak-256 (FIPS 202 with another padding) and RLP (Ethereum Yellow Paper, appendix B).


RATE = 136
MASK = 2**64 - 1


def rotated(word, by):
    return ((word << by) | (word >> (64 - by))) & MASK


def permuted(a):
    register = 1
    for _ in range(24):
        # theta
        parity = [a[x][0] ^ a[x][1] ^ a[x][2] ^ a[x][3] ^ a[x][4] for x in range(5)]
        effect = [parity[(x + 4) % 5] ^ rotated(parity[(x + 1) % 5], 1) for x in range(5)]
        a = [[a[x][y] ^ effect[x] for y in range(5)] for x in range(5)]
        # rho and pi
        x, y, moving = 1, 0, a[1][0]
        for step in range(24):
            x, y = y, (2 * x + 3 * y) % 5
            moving, a[x][y] = a[x][y], rotated(moving, (step + 1) * (step + 2) // 2 % 64)
        # chi
        a = [[a[x][y] ^ (~a[(x + 1) % 5][y] & a[(x + 2) % 5][y]) for y in range(5)] for x in range(5)]
        # iota: bits of a shift register, at the places 0, 1, 3, 7, 15, 31, 63
        for place in range(7):
            if register & 1:
                a[0][0] ^= 1 << (2**place - 1)
            register = (register << 1) ^ (0x171 if register & 0x80 else 0)
    return a


def sponge(data, padding):
    padded = bytearray(data) + bytes(RATE - len(data) % RATE)
    padded[len(data)] ^= padding
    padded[-1] ^= 0x80
    a = [[0] * 5 for _ in range(5)]
    for start in range(0, len(padded), RATE):
        for i in range(RATE // 8):
            at = start + 8 * i
            a[i % 5][i // 5] ^= int.from_bytes(padded[at : at + 8], "little")
        a = permuted(a)
    return b"".join(a[i][0].to_bytes(8, "little") for i in range(4))


def keccak256(data):
    return sponge(data, 0x01)


def first(data):
    """The first item of the data, and what follows it. An item is bytes, or a list of items."""
    demand(len(data) > 0, "RLP is complete")
    start, kind = 1, data[0]
    if kind < 0x80:
        return data[:1], data[1:]
    size = kind - (0xC0 if kind >= 0xC0 else 0x80)
    if size > 55:
        start = 1 + size - 55
        size = int.from_bytes(data[1:start], "big")
    body, rest = data[start : start + size], data[start + size :]
    demand(len(body) == size, "RLP is complete")
    if kind < 0xC0:
        return body, rest
    items = []
    while body:
        item, body = first(body)
        items.append(item)
    return items, rest


def encoded(item):
    if isinstance(item, bytes) and len(item) == 1 and item[0] < 0x80:
        return item
    body = item if isinstance(item, bytes) else b"".join(encoded(one) for one in item)
    offset = 0x80 if isinstance(item, bytes) else 0xC0
    if len(body) <= 55:
        return bytes([offset + len(body)]) + body
    size = len(body).to_bytes((len(body).bit_length() + 7) // 8, "big")
    return bytes([offset + 55 + len(size)]) + size + body


def decoded(data):
    item, rest = first(data)
    demand(not rest and encoded(item) == data, "RLP is written in its one way")
    return item


def try_keccak():
    """Step 6."""
    texts = [(bytes(range(256)) * 2)[:size] for size in range(2 * 136 + 1)]
    check(all(sponge(text, 0x06) == hashlib.sha3_256(text).digest() for text in texts), "the permutation is that of SHA-3")
    known = "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"
    check(keccak256(b"").hex() == known, "Keccak-256 of nothing is the known value")


# Steps 7 and 8: the transaction in its block, and the block on its chain.


def digits(data):
    return [digit for byte in data for digit in (byte >> 4, byte & 15)]


def value_at(reference, key, nodes):
    """The value under a key in a Merkle-Patricia tree, from the nodes on the way to it."""
    nodes = list(nodes)
    while True:
        if isinstance(reference, list):  # Below 32 bytes, a node stands in its parent.
            node = reference
        else:
            check(len(nodes) > 0, "there is a next node")
            raw = nodes.pop(0)
            check(keccak256(raw) == reference, f"its {len(raw)} bytes have the hash by which it is named")
            node = decoded(raw)
        if len(node) == 17 and key:  # A branch: one child for each digit.
            reference, key = node[key[0]], key[1:]
            continue
        demand(len(node) == 2, "the node is one of the tree")
        flag, *way = digits(node[0])  # A piece of the way. The flag: 2 if it ends here, 1 if its length is odd.
        way = way if flag & 1 else way[1:]
        demand(key[: len(way)] == way, "the node is on the way")
        reference, key = node[1], key[len(way) :]
        if flag & 2:
            check(not key and not nodes, "the way ends here")
            return reference


def input_of(transaction):
    kind = transaction[0] if transaction[0] < 0xC0 else 0
    demand(kind <= 4, "the type of the transaction is known")
    fields = decoded(transaction[1:] if kind else transaction)
    return fields[{0: 5, 1: 6}.get(kind, 7)]


def witnesses():
    """Step 7. Writes `blocks.txt` and the headers."""
    proof = read_json("package/proof.json")
    paths = sorted(glob.glob("package/anchors/*.json"))
    check(len(paths) > 0, "there is a witness")
    with open("blocks.txt", "w") as blocks:
        for path in paths:
            witness = read_json(path)
            check(witness["format"] == "svc-evm-witness/1", path)
            raw = bytes.fromhex(witness["header"].removeprefix("0x"))
            header = decoded(raw)
            number, time = int.from_bytes(header[8], "big"), int.from_bytes(header[11], "big")
            index = witness["transaction_index"]
            key = digits(encoded(index.to_bytes((index.bit_length() + 7) // 8, "big")))
            nodes = [bytes.fromhex(node.removeprefix("0x")) for node in witness["proof"]]
            transaction = value_at(header[4], key, nodes)
            of_chain = [anchor for anchor in proof["anchors"] if anchor["chain_id"] == witness["chain_id"]]
            hashes = {anchor["tx_hash"]: anchor for anchor in of_chain}
            tx_hash = "0x" + keccak256(transaction).hex()
            check(tx_hash in hashes, f"the transaction is the anchor's: {tx_hash}")
            check(hashes[tx_hash]["block_number"] == number, f"the block is the anchor's: {number}")
            payload = "svc:v2:" + proof["merkle"]["root"]
            check(input_of(transaction) == payload.encode("ascii"), "its whole input is the payload")
            print("      hash of the block:", "0x" + keccak256(raw).hex())
            print("      its time:", datetime.datetime.fromtimestamp(time, datetime.timezone.utc))
            print(witness["chain_id"], number, "0x" + keccak256(raw).hex(), time, file=blocks)
            with open(f"header-{witness['chain_id']}.rlp", "wb") as file:
                file.write(raw)


def ask(url, method, *params):
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
    headers = {"content-type": "application/json", "user-agent": "by-hand"}  # Some nodes refuse Python's own name.
    request = urllib.request.Request(url, body, headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)["result"]


def chain():
    """Step 8. `endpoints.txt` has the nodes to ask."""
    endpoints = [line.split() for line in open("endpoints.txt", encoding="utf-8") if line.strip()]
    for line in open("blocks.txt", encoding="utf-8"):
        chain_id, number, block_hash, _ = line.split()
        urls = [url for chain, url in endpoints if chain == chain_id]
        check(len(urls) > 0, f"there is a node to ask about chain {chain_id}")
        for url in urls:
            check(int(ask(url, "eth_chainId"), 16) == int(chain_id), f"the node is of chain {chain_id}")
            block = ask(url, "eth_getBlockByNumber", hex(int(number)), False)
            check(block is not None and block["hash"] == block_hash, f"its block {number} has that hash")
            if chain_id == "31337":  # A development chain has no finality: twelve blocks are a convention.
                settled = int(ask(url, "eth_blockNumber"), 16) - 11
            else:
                settled = int(ask(url, "eth_getBlockByNumber", "finalized", False)["number"], 16)
            check(int(number) <= settled, "and it is settled")


# Steps 9 to 11: OpenTimestamps and Bitcoin.


MAGIC = bytes.fromhex("004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294") + b"\x01\x08"
BITCOIN = bytes.fromhex("0588960d73d71901")


def attestations(path, digest):
    """Height and Merkle root of each Bitcoin block that the file leads to from the digest."""
    data, at, found = read_bytes(path), 65, []
    check(data[:33] == MAGIC and data[33:65] == digest, f"{path} starts at this digest")

    def take(count):
        nonlocal at
        at += count
        demand(at <= len(data), "the file is complete")
        return data[at - count : at]

    def number():
        value, shift = 0, 0
        while True:
            (byte,) = take(1)
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def follow(message):
        more = True
        while more:
            (tag,) = take(1)
            more = tag == 0xFF
            if more:
                (tag,) = take(1)
            if tag == 0x00:
                kind, end = take(8), number() + at
                if kind == BITCOIN:
                    found.append((number(), message))
                take(end - at)
            elif tag == 0xF0:
                follow(message + take(number()))
            elif tag == 0xF1:
                follow(take(number()) + message)
            elif tag == 0xF3:
                follow(message.hex().encode("ascii"))
            else:
                demand(tag == 0x08, "the operation is append, prepend, hexlify or SHA-256")
                follow(sha256(message))

    follow(digest)
    check(at == len(data) and len(found) > 0, "it ends, and leads to Bitcoin")
    return found


def chains():
    """Each run of headers, as {height: 80 bytes}."""
    for path in sorted(glob.glob("package/bitcoin/headers*.json")):
        document, chain, before, work = read_json(path), {}, None, 0
        for height, text in enumerate(document["headers"], document["height"]):
            raw = bytes.fromhex(text)
            if len(raw) == 48:  # The hash of the header before is left out.
                raw = raw[:4] + before + raw[4:]
            demand(len(raw) == 80 and before in (None, raw[4:36]), "each header names the one before")
            before = sha256(sha256(raw))
            bits = int.from_bytes(raw[72:76], "little")
            target = (bits & 0x7FFFFF) << 8 * ((bits >> 24) - 3)
            demand(0 < target and int.from_bytes(before, "little") <= target, "each header has the work that it states")
            work += 2**256 // (target + 1)
            chain[height] = raw
        check(len(chain) > 0, f"{path}: {document['network']}, {len(chain)} headers in a chain")
        print(f"      hashes spent on them: 2^{math.log2(work):.1f}")
        yield chain


def in_bitcoin(path, digest):
    """When the digest existed, by the earliest block at hand. Seconds since 1970."""
    found, times = attestations(path, digest), []
    for chain in chains():
        for height, root in found:
            if height not in chain:
                continue
            raw = chain[height]
            check(raw[36:68] == root, f"block {height} has the Merkle root {root[::-1].hex()}")
            time = int.from_bytes(raw[68:72], "little")
            times.append(time)
            print("      hash of the block:", sha256(sha256(raw))[::-1].hex())
            print("      its time:", datetime.datetime.fromtimestamp(time, datetime.timezone.utc))
    check(len(times) > 0, "the headers of the block are at hand")
    return min(times)


def bitcoin():
    """Step 10."""
    in_bitcoin("package/bitcoin/original.ots", bytes.fromhex(read_json("package/proof.json")["content"]["hash"]))


def anchors():
    """Step 11."""
    for header in sorted(glob.glob("header-*.rlp")):
        chain = header.removeprefix("header-").removesuffix(".rlp")
        in_bitcoin(f"package/anchors/{chain}.ots", sha256(read_bytes(header)))


# Steps 12 to 15: the seal.


def seal_time():
    """Step 12. Prints the time in the seal, in seconds since 1970."""
    text = re.search(r"Time stamp: (\w+) +(\d+) ([\d:]+)(?:\.\d+)? (\d+) GMT", open("seal.txt", encoding="utf-8").read())
    month, day, clock, year = text.groups()
    time = datetime.datetime.strptime(f"{year} {month} {day} {clock} +0000", "%Y %b %d %H:%M:%S %z")
    print(int(time.timestamp()))


SEAL = "package/seal/timestamp.tsr"
PEM = "package/seal/tsa-certificates.pem"


def time_in_seal():
    return read_bytes("seal_time.txt").decode().strip()


def openssl(*words):
    done = subprocess.run(["openssl", *map(str, words)], capture_output=True, text=True)
    return done.returncode == 0, done.stdout + done.stderr


def seal_leads_to(certificate):
    """Whether the seal verifies if this certificate alone is trusted."""
    words = ["ts", "-verify", "-in", SEAL, "-data", *glob.glob("package/original/*")]
    return openssl(*words, "-untrusted", PEM, "-CAfile", certificate, "-partial_chain", "-attime", time_in_seal())[0]


def has_issued(issuer, certificate):
    path = ["verify", "-partial_chain", "-trusted", issuer, "-attime", time_in_seal(), certificate]
    return issuer != certificate and openssl(*path)[0]


def certificates():
    """The certificates beside the seal and in it that the seal leads to, each in a file."""
    openssl("ts", "-reply", "-in", SEAL, "-token_out", "-out", "token.der")
    found = open(PEM).read() + openssl("pkcs7", "-inform", "DER", "-in", "token.der", "-print_certs")[1]
    blocks = re.findall(r"-----BEGIN CERTIFICATE-----\n.*?-----END CERTIFICATE-----\n", found, re.DOTALL)
    leading = []
    for number, block in enumerate(dict.fromkeys(blocks)):
        path = pathlib.Path(f"certificate-{number}.pem")
        path.write_text(block)
        if seal_leads_to(path):
            leading.append(path)
    return leading


def revocation():
    """Step 13."""
    leading = certificates()
    pairs = [(one, issuer) for one in leading for issuer in leading if has_issued(issuer, one)]
    check(len(leading) > 0, f"the seal leads to {', '.join(map(str, leading))}")
    for path in sorted(pathlib.Path("package/seal/revocation").glob("*.ocsp")):
        for one, issuer in pairs:
            trust = ["-CAfile", issuer, "-partial_chain", "-attime", time_in_seal(), "-validity_period", 10**9]
            is_signed, text = openssl("ocsp", "-respin", path, "-issuer", issuer, "-cert", one, *trust)
            if "No Status found" in text:
                continue
            check(is_signed and f"{one}: good" in text, f"{path} is signed, and says of {one}: good")
    for path in sorted(pathlib.Path("package/seal/revocation").glob("*.crl")):
        is_list, text = openssl("crl", "-inform", "DER", "-in", path, "-noout", "-text")
        check(is_list, f"{path} is a list")
        for one in leading:
            serial = openssl("x509", "-in", one, "-noout", "-serial")[1].strip().removeprefix("serial=")
            check(f"Serial Number: {serial}\n" not in text, f"it does not have {one}")
        signature = ["crl", "-inform", "DER", "-in", path, "-noout", "-CAfile"]
        signers = [one for one in leading if "verify OK" in openssl(*signature, one)[1]]
        print("      it is signed by", *(signers or ["a certificate that is not in the package: ask its issuer for it"]))


def existence():
    """Step 14."""
    time = in_bitcoin(f"{SEAL}.ots", sha256(read_bytes(SEAL))) + 7200
    for one in certificates():
        text = re.sub(r"\s+", " ", openssl("x509", "-in", one, "-noout", "-enddate")[1].strip().removeprefix("notAfter="))
        end = datetime.datetime.strptime(text, "%b %d %H:%M:%S %Y GMT").replace(tzinfo=datetime.timezone.utc)
        check(time <= end.timestamp(), f"the block and two hours are before the end of {one}: {end}")


def countries():
    """Step 15."""
    for one in certificates():
        print(one, openssl("x509", "-in", one, "-noout", "-subject", "-nameopt", "RFC2253")[1].strip())


TL = "{http://uri.etsi.org/02231/v2#}"
QTST = "http://uri.etsi.org/TrstSvc/Svctype/TSA/QTST"


def text(element, name):
    return element.findtext(f".//{TL}{name}", "").strip()


def period(element):
    status = text(element, "ServiceStatus").rstrip("/").split("/")[-1]
    is_stamps = text(element, "ServiceTypeIdentifier") == QTST
    return text(element, "StatusStartingTime"), status if is_stamps else "of another type"


def trusted_list():
    """Step 15. `list.xml` is a trusted list."""
    genTime = datetime.datetime.fromtimestamp(int(time_in_seal()), datetime.timezone.utc)
    root = xml.parse("list.xml").getroot()
    print("     ", *(text(root, name) for name in ["SchemeTerritory", "TSLSequenceNumber", "ListIssueDateTime"]))
    statuses = []
    for service in root.iter(f"{TL}TSPService"):
        now = service.find(f"{TL}ServiceInformation")
        if text(now, "ServiceTypeIdentifier") != QTST:
            continue
        for found in now.iter(f"{TL}X509Certificate"):
            listed = pathlib.Path("listed.pem")
            body = "\n".join(textwrap.wrap("".join(found.text.split()), 64))
            listed.write_text(f"-----BEGIN CERTIFICATE-----\n{body}\n-----END CERTIFICATE-----\n")
            if not seal_leads_to(listed):
                continue
            print("      service:", now.findtext(f"{TL}ServiceName/{TL}Name"))
            periods = [period(one) for one in [now, *service.iter(f"{TL}ServiceHistoryInstance")]]
            begun = [one for one in sorted(periods) if one[0] <= genTime.strftime("%Y-%m-%dT%H:%M:%SZ")]
            statuses.append(begun[-1] if begun else ("", "not listed"))
            print("      at the time in the seal:", statuses[-1][1], "since", statuses[-1][0])
    check(len(statuses) > 0, "the seal leads to a service for qualified time stamps")
    check(any(status == "granted" for _, status in statuses), "it was granted at the time in the seal")


# Step 16: the attachments of the certificate.


def attachments():
    """Step 16."""
    pdf = read_bytes("package/certificate.pdf")
    parts = {one.read_bytes(): str(one) for one in sorted(pathlib.Path("package").rglob("*")) if one.is_file()}
    count = 0
    for found in re.finditer(rb"/Type /EmbeddedFile\b.*?>>\s*stream\r?\n", pdf, re.DOTALL):
        attached = zlib.decompressobj().decompress(pdf[found.end() :])
        check(attached in parts, f"{len(attached)} bytes are those of {parts.get(attached)}")
        count += 1
    check(count > 0, f"{count} files are attached")


STEPS = {
    "unpack": unpack,
    "content": content,
    "leaf": leaf,
    "path": audit_path,
    "payload": payload,
    "keccak": try_keccak,
    "witness": witnesses,
    "chain": chain,
    "bitcoin": bitcoin,
    "anchors": anchors,
    "seal-time": seal_time,
    "revocation": revocation,
    "existence": existence,
    "countries": countries,
    "trusted-list": trusted_list,
    "attachments": attachments,
}

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in STEPS:
        sys.exit(f"usage: python3 by_hand.py {'|'.join(STEPS)}")
    STEPS[sys.argv[1]]()
