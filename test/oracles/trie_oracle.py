"""Reads lines of JSON, each a trie as pairs of hexadecimal, and a key with its proof by our reader.

Answers each with the root, the nodes of its own proof of that key, and the value that our proof gives.
"""

import json
import sys

from trie import HexaryTrie
from trie.exceptions import BadTrieProof, ValidationError
import rlp


def answer(line):
    given = json.loads(line)
    trie = HexaryTrie({})
    for key, value in given["pairs"]:
        trie[bytes.fromhex(key)] = bytes.fromhex(value)
    key = bytes.fromhex(given["key"])
    nodes = [rlp.encode(node) for node in trie.get_proof(key)]
    values = []
    for proof in given["proofs"]:
        try:
            raw = [rlp.decode(bytes.fromhex(node)) for node in proof]
            values.append(HexaryTrie.get_from_proof(trie.root_hash, key, raw).hex())
        except (BadTrieProof, ValidationError, rlp.exceptions.RLPException):
            values.append(None)
    return {"root": trie.root_hash.hex(), "proof": [node.hex() for node in nodes], "values": values}


for line in sys.stdin:
    print(json.dumps(answer(line)))
