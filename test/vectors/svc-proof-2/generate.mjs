/**
 * Writes the test vectors of docs/formats/svc-proof-2.md: `node generate.mjs [directory]`, by
 * default beside itself. Built on node:crypto and JSON.stringify alone, from the format document:
 * it shares no code with the tested implementation. Every run gives the same bytes; a test compares
 * them with the files. Every bad file has one failure. Its case names the check that must fail and
 * the code, and no other check fails.
 */
import { createHash } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const FORMULA = 'SHA-256("svc-leaf:v2:" + proof_id + ":" + content.hash)';

/** @param {...(string | Uint8Array)} parts */
function sha256(...parts) {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** @param {string} text */
const fromHex = (text) => Buffer.from(text, "hex");

/** Made-up values, the same in every run. @param {string} label */
const hashOf = (label) => sha256(`svc-proof/2 vector: ${label}`).toString("hex");

/** @param {string} label */
const uuidOf = (label) =>
  hashOf(`uuid of ${label}`).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-4$3-8$4-$5");

/** @param {string} proofId @param {string} contentHash */
const leafOf = (proofId, contentHash) => sha256(`svc-leaf:v2:${proofId}:${contentHash}`).toString("hex");

/** @param {string} left @param {string} right */
const nodeOf = (left, right) => sha256(fromHex(left), fromHex(right)).toString("hex");

/** @typedef {{ position: string, hash: string }} Item */

/**
 * Root and path of one leaf, top-down as RFC 6962 section 2.1 defines the shape.
 * @param {string[]} leaves
 * @param {number} index
 * @returns {{ root: string, path: Item[] }}
 */
function prove(leaves, index) {
  if (leaves.length === 1) return { root: leaves[0], path: [] };
  const split = 2 ** Math.ceil(Math.log2(leaves.length) - 1);
  const left = leaves.slice(0, split);
  const right = leaves.slice(split);
  if (index < split) {
    const below = prove(left, index);
    const sibling = rootOf(right);
    return { root: nodeOf(below.root, sibling), path: [...below.path, { position: "right", hash: sibling }] };
  }
  const below = prove(right, index - split);
  const sibling = rootOf(left);
  return { root: nodeOf(sibling, below.root), path: [...below.path, { position: "left", hash: sibling }] };
}

/** @param {string[]} leaves @returns {string} */
function rootOf(leaves) {
  if (leaves.length === 1) return leaves[0];
  const split = 2 ** Math.ceil(Math.log2(leaves.length) - 1);
  return nodeOf(rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)));
}

/** @param {string} leaf @param {Item[]} path @returns {string} */
const fold = (leaf, path) =>
  path.reduce(
    (value, { position, hash }) => (position === "left" ? nodeOf(hash, value) : nodeOf(value, hash)),
    leaf,
  );

/** @param {string} root @param {number} chainId @param {string} network */
const anchorOf = (root, chainId = 1, network = "Ethereum") => ({
  chain_id: chainId,
  network,
  tx_hash: `0x${hashOf(`transaction of ${root} on ${chainId}`)}`,
  block_number: 20_000_000 + (chainId % 1000),
  payload: `svc:v2:${root}`,
});

/** @param {string} batch @param {number} index */
const memberOf = (batch, index) => {
  const proofId = uuidOf(`${batch}/${index}`);
  const contentHash = hashOf(`content of ${batch}/${index}`);
  return { proofId, contentHash, leaf: leafOf(proofId, contentHash) };
};

/** @param {string} batch @param {number} count @param {number} index */
function proofOf(batch, count, index) {
  const leaves = Array.from({ length: count }, (_, i) => memberOf(batch, i).leaf);
  return assemble(memberOf(batch, index), index, prove(leaves, index));
}

/** @param {ReturnType<typeof memberOf>} member @param {number} index @param {{ root: string, path: Item[] }} place */
const assemble = ({ proofId, contentHash, leaf }, index, { root, path }) => ({
  schema: "svc-proof/2",
  proof_id: proofId,
  content: { algorithm: "SHA-256", hash: contentHash },
  leaf: { formula: FORMULA, value: leaf },
  merkle: { index, path, root },
  anchors: [anchorOf(root)],
  attestations: [{ type: "opentimestamps", state: "submitted" }],
});

/** @typedef {ReturnType<typeof assemble>} Proof */

/** @type {{ file: string, bytes: string | Uint8Array, expected: object }[]} */
const good = [];
/** @type {{ file: string, bytes: string | Uint8Array, expected: object }[]} */
const bad = [];

/**
 * @param {string} name
 * @param {string} about
 * @param {Proof} proof
 * @param {string | Uint8Array} bytes unless they are the canonical encoding
 */
function addGood(name, about, proof, bytes = JSON.stringify(proof)) {
  good.push({
    file: `good/${name}.json`,
    bytes,
    expected: {
      about,
      proof_id: proof.proof_id,
      content_hash: proof.content.hash,
      leaf: proof.leaf.value,
      root: proof.merkle.root,
      anchors: proof.anchors.length,
      canonical_sha256: sha256(JSON.stringify(proof)).toString("hex"),
    },
  });
}

/** @param {string} code @param {string} name @param {string} about @param {string | Uint8Array} bytes */
function addMalformed(code, name, about, bytes) {
  bad.push({ file: `bad/${name}.json`, bytes, expected: { about, check: "format", code } });
}

/**
 * @param {string} check
 * @param {string} code
 * @param {string} name
 * @param {string} about
 * @param {Proof} proof
 * @param {object} more
 */
function addFalse(check, code, name, about, proof, more = {}) {
  bad.push({
    file: `bad/${name}.json`,
    bytes: JSON.stringify(proof),
    expected: { about, check, code, ...more },
  });
}

/** @param {Proof} proof @param {(proof: any) => void} change @returns {Proof} */
function changed(proof, change) {
  const copy = structuredClone(proof);
  change(copy);
  return copy;
}

/** Adjusts the root, and what follows from it, to the leaf and path. @param {Proof} proof */
const refolded = (proof) =>
  changed(proof, (copy) => {
    copy.merkle.root = fold(copy.leaf.value, copy.merkle.path);
    for (const anchor of copy.anchors) anchor.payload = `svc:v2:${copy.merkle.root}`;
  });

/** @param {string} hex */
const otherDigit = (hex) => (hex[0] === "0" ? "1" : "0") + hex.slice(1);

/** @param {number} count @param {(i: number) => any} item */
const times = (count, item) => Array.from({ length: count }, (_, i) => item(i));

// ---- good

const one = proofOf("one", 1, 0);
const five = proofOf("five", 5, 2);
addGood("one-leaf", "A batch of one: no path, the root is the leaf.", one);
addGood("two-leaves-first", "Two leaves, the first: its sibling stands on the right.", proofOf("two", 2, 0));
addGood("two-leaves-second", "Two leaves, the second: its sibling stands on the left.", proofOf("two", 2, 1));
addGood("three-leaves-first", "Three leaves, the first: two items.", proofOf("three", 3, 0));
addGood("three-leaves-promoted", "Three leaves, the last: promoted once, one item.", proofOf("three", 3, 2));
addGood("five-leaves-third", "Five leaves, the third: the fifth leaf itself is its uppermost sibling.", five);
addGood("five-leaves-promoted", "Five leaves, the last: promoted twice, one item.", proofOf("five", 5, 4));
addGood(
  "seven-leaves-sixth",
  "Seven leaves, index 5: left, then the promoted seventh leaf, then left.",
  proofOf("seven", 7, 5),
);
addGood(
  "seven-leaves-promoted",
  "Seven leaves, the last: promoted once, then twice on the left.",
  proofOf("seven", 7, 6),
);
addGood("hundred-leaves", "A hundred leaves, index 63.", proofOf("hundred", 100, 63));
addGood(
  "hundred-leaves-last",
  "A hundred leaves, the last: promoted at the third level.",
  proofOf("hundred", 100, 99),
);
addGood("depth-17", "100003 leaves, index 77777: 17 levels.", proofOf("large", 100_003, 77_777));
addGood(
  "depth-17-last",
  "100003 leaves, the last: promoted at most levels.",
  proofOf("large", 100_003, 100_002),
);
{
  const path = times(64, (i) => ({ position: "right", hash: hashOf(`sibling ${i}`) }));
  const member = memberOf("longest", 0);
  addGood(
    "path-64-items",
    "The longest path that a verifier accepts.",
    assemble(member, 0, { root: fold(member.leaf, path), path }),
  );
}
addGood(
  "other-reading-of-the-index",
  "The promoted third leaf of three under index 1: positions allow it (second of two), the format cannot tell.",
  changed(proofOf("three", 3, 2), (proof) => {
    proof.merkle.index = 1;
  }),
);
addGood(
  "several-anchors",
  "Three chains, one of them twice.",
  changed(five, (proof) => {
    const { root } = proof.merkle;
    proof.anchors = [
      anchorOf(root),
      anchorOf(root, 137, "Polygon"),
      anchorOf(root, 8453, "Base"),
      anchorOf(root),
    ];
  }),
);
addGood(
  "sixteen-anchors",
  "As many anchors as are accepted.",
  changed(five, (proof) => {
    proof.anchors = times(16, () => anchorOf(proof.merkle.root));
  }),
);
addGood(
  "sixteen-attestations",
  "As many attestations as are accepted.",
  changed(five, (proof) => {
    proof.attestations = times(16, () => ({ type: "opentimestamps", state: "confirmed" }));
  }),
);
addGood(
  "no-anchors-no-attestations",
  "Both lists are there and empty: well-formed, and bound to no time at all.",
  changed(five, (proof) => {
    proof.anchors = [];
    proof.attestations = [];
  }),
);
addGood(
  "unknown-attestations",
  "Types and states that are not known are kept and reported as not checked.",
  changed(five, (proof) => {
    proof.attestations = [
      { type: "rfc3161-qualified-timestamp", state: "issued" },
      { type: "something-new", state: "half-done" },
    ];
  }),
);
addGood(
  "unknown-network",
  "A chain that is not in the table may carry any name that is not in the table either.",
  changed(five, (proof) => {
    proof.anchors = [anchorOf(proof.merkle.root, 999_999_999, "A chain of our own")];
  }),
);
addGood(
  "development-network",
  "The development chain under its own name.",
  changed(five, (proof) => {
    proof.anchors = [anchorOf(proof.merkle.root, 31_337, "Anvil devnet (no evidential value)")];
  }),
);
addGood(
  "largest-integers",
  "chain_id and block_number of 2^53 - 1.",
  changed(five, (proof) => {
    proof.anchors = [
      {
        ...anchorOf(proof.merkle.root, Number.MAX_SAFE_INTEGER, "Far out"),
        block_number: Number.MAX_SAFE_INTEGER,
      },
    ];
  }),
);
addGood(
  "longest-labels",
  "Labels of 200 UTF-16 units: 100 characters outside the basic plane.",
  changed(five, (proof) => {
    proof.anchors = [anchorOf(proof.merkle.root, 999_999_999, "\u{1f550}".repeat(100))];
    proof.attestations = [{ type: "t".repeat(200), state: "é".repeat(200) }];
  }),
);
addGood(
  "escapes-of-the-canonical-encoding",
  "Every kind of character that the canonical encoding escapes, and some that it does not.",
  changed(five, (proof) => {
    proof.attestations = [
      { type: '"\\/\b\f\n\r\t\u0000\u001f\u007f', state: "é€\u2028\u2029\ufeff\u{1f550}" },
    ];
  }),
);
addGood(
  "unknown-fields",
  "Fields that are not known are forgotten, in the document and in each object of it.",
  five,
  JSON.stringify(five).replaceAll("{", '{"later":[{"constructor":null},-1.5e+3,true,"\\ud83d\\ude00"],'),
);
addGood(
  "other-spelling",
  "White space of all four kinds, CRLF, another order of fields, characters escaped without need.",
  five,
  `\r\n\t ${JSON.stringify(
    {
      attestations: five.attestations,
      merkle: { root: five.merkle.root, path: five.merkle.path, index: 2 },
      ...five,
    },
    null,
    "\t",
  )
    .replaceAll("\n", "\r\n")
    .replace('"schema": "svc-proof/2"', '"\\u0073chem\\u0061"\t:\r"svc-proof\\/2"')
    .replace(
      five.content.hash,
      `\\u00${five.content.hash.charCodeAt(0).toString(16)}${five.content.hash.slice(1)}`,
    )} \n`,
);
addGood(
  "largest-document",
  "65536 bytes, most of them white space.",
  five,
  JSON.stringify(five).padEnd(65_536, " "),
);
addGood(
  "deepest-document",
  "16 objects and lists inside one another.",
  five,
  JSON.stringify(five).replace("{", `{"later":${"[".repeat(15)}${"]".repeat(15)},`),
);
addGood(
  "most-members",
  "256 members in one object, 256 items in an unknown list.",
  five,
  JSON.stringify(five).replace("{", `{"later":[${times(256, () => 0)}],${times(248, (i) => `"x${i}":0`)},`),
);

// ---- malformed: the document as a whole

const text = JSON.stringify(five);
addMalformed("empty", "empty", "No byte at all.", "");
addMalformed("json_truncated", "white-space-only", "White space and no value.", " \n");
addMalformed("too_large", "too-large", "65537 bytes.", text.padEnd(65_537, " "));
addMalformed(
  "byte_order_mark",
  "byte-order-mark",
  "A UTF-8 byte order mark before the document.",
  `\ufeff${text}`,
);
addMalformed(
  "invalid_utf8",
  "latin-1",
  "A label in ISO 8859-1.",
  Buffer.from(text.replace("Ethereum", "Eth\u00e9reum"), "latin1"),
);
addMalformed(
  "invalid_utf8",
  "utf-8-overlong",
  "A solidus encoded in two bytes.",
  bytesReplaced("Ethereum", [0xc0, 0xaf]),
);
addMalformed(
  "invalid_utf8",
  "utf-8-surrogate",
  "A surrogate encoded in UTF-8.",
  bytesReplaced("Ethereum", [0xed, 0xa0, 0x80]),
);
addMalformed(
  "invalid_utf8",
  "utf-16",
  "The document in UTF-16LE, with its byte order mark.",
  Buffer.from(`\ufeff${text}`, "utf16le"),
);
addMalformed(
  "lone_surrogate",
  "lone-surrogate",
  "An escape that is half of a surrogate pair.",
  text.replace("Ethereum", "\\ud83d"),
);
addMalformed(
  "lone_surrogate",
  "reversed-surrogates",
  "The halves of a pair the wrong way round.",
  text.replace("Ethereum", "\\ude00\\ud83d"),
);
addMalformed("json_truncated", "truncated", "The last byte is missing.", text.slice(0, -1));
addMalformed("json_truncated", "truncated-string", "Cut inside a string.", text.slice(0, 30));
addMalformed("json_trailing_data", "trailing-data", "A second document behind the first.", `${text}${text}`);
addMalformed("json_trailing_data", "trailing-nul", "A NUL behind the document.", `${text}\u0000`);
addMalformed("json_syntax", "trailing-comma", "A comma behind the last member.", text.replace(/\}$/, ",}"));
addMalformed("json_syntax", "comment", "A comment.", text.replace("{", "{/* proof */"));
addMalformed("json_syntax", "single-quotes", "Names in single quotes.", text.replace('"schema"', "'schema'"));
addMalformed(
  "json_syntax",
  "bare-control-character",
  "A line end inside a string.",
  text.replace("Ethereum", "Ethe\nreum"),
);
addMalformed(
  "json_syntax",
  "unknown-escape",
  "An escape that JSON does not have.",
  text.replace("Ethereum", "\\x45thereum"),
);
addMalformed(
  "json_syntax",
  "leading-zero",
  "An index with a leading zero.",
  text.replace('"index":2', '"index":02'),
);
addMalformed(
  "json_syntax",
  "not-a-number",
  "NaN, which JSON does not have.",
  text.replace('"index":2', '"index":NaN'),
);
addMalformed(
  "json_syntax",
  "no-break-space",
  "A no-break space between tokens.",
  text.replace(":", ":\u00a0"),
);
addMalformed(
  "json_too_deep",
  "too-deep",
  "17 objects and lists inside one another, in an unknown field.",
  text.replace("{", `{"x":${"[".repeat(16)}${"]".repeat(16)},`),
);
addMalformed(
  "json_too_many_members",
  "too-many-members",
  "257 members in one object.",
  text.replace("{", `{${times(250, (i) => `"x${i}":0`)},`),
);
addMalformed(
  "json_too_many_members",
  "too-many-items",
  "257 items in an unknown list.",
  text.replace("{", `{"x":[${times(257, () => 0)}],`),
);
addMalformed(
  "duplicate_key",
  "duplicate-key",
  "content.hash twice, the same.",
  text.replace('"hash":', `"hash":"${five.content.hash}","hash":`),
);
addMalformed(
  "duplicate_key",
  "duplicate-key-by-escape",
  "merkle twice, once spelt with an escape.",
  text
    .replace('"merkle":', '"\\u006derkle":{},"merkle":')
    .replace('{},"merkle"', `${JSON.stringify(five.merkle)},"merkle"`),
);
addMalformed(
  "duplicate_key",
  "duplicate-key-in-unknown-field",
  "A name twice in an object that no one reads.",
  text.replace("{", '{"x":[{"y":1,"y":1}],'),
);
addMalformed("forbidden_key", "proto", "A member named __proto__.", text.replace("{", '{"__proto__":{},'));
addMalformed(
  "forbidden_key",
  "proto-by-escape",
  "A member named __proto__, spelt with an escape.",
  text.replace("{", '{"\\u005f_proto__":{},'),
);
addMalformed(
  "forbidden_key",
  "proto-in-unknown-field",
  "A member named __proto__ in an object that no one reads.",
  text.replace("{", '{"x":{"__proto__":{}},'),
);
addMalformed("wrong_type", "list-of-proofs", "A list instead of an object.", `[${text}]`);
addMalformed("wrong_type", "null", "null instead of an object.", "null");

/** @param {string} label @param {number[]} bytes */
function bytesReplaced(label, bytes) {
  const [before, after] = text.split(label);
  return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
}

// ---- malformed: its fields

/** @param {string} code @param {string} name @param {string} about @param {(proof: any) => void} change */
const addField = (code, name, about, change) =>
  addMalformed(code, name, about, JSON.stringify(changed(five, change)));

for (const field of ["schema", "proof_id", "content", "leaf", "merkle", "anchors", "attestations"]) {
  addField(
    "missing_field",
    `no-${field.replace("_", "-")}`,
    `No field ${field}.`,
    (proof) => delete proof[field],
  );
}
/** @type {[string, (proof: any) => any][]} */
const nested = [
  ["content.algorithm", (proof) => proof.content],
  ["content.hash", (proof) => proof.content],
  ["leaf.formula", (proof) => proof.leaf],
  ["leaf.value", (proof) => proof.leaf],
  ["merkle.index", (proof) => proof.merkle],
  ["merkle.path", (proof) => proof.merkle],
  ["merkle.root", (proof) => proof.merkle],
  ["path.position", (proof) => proof.merkle.path[1]],
  ["path.hash", (proof) => proof.merkle.path[1]],
  ["anchors.chain_id", (proof) => proof.anchors[0]],
  ["anchors.network", (proof) => proof.anchors[0]],
  ["anchors.tx_hash", (proof) => proof.anchors[0]],
  ["anchors.block_number", (proof) => proof.anchors[0]],
  ["anchors.payload", (proof) => proof.anchors[0]],
  ["attestations.type", (proof) => proof.attestations[0]],
  ["attestations.state", (proof) => proof.attestations[0]],
];
for (const [field, parentOf] of nested) {
  addField("missing_field", `no-${field.replaceAll(/[._]/g, "-")}`, `No field ${field}.`, (proof) => {
    delete parentOf(proof)[field.slice(field.indexOf(".") + 1)];
  });
}
addField("wrong_type", "index-as-text", "The index in quotes.", (proof) => (proof.merkle.index = "2"));
addField("wrong_type", "hash-null", "content.hash is null.", (proof) => (proof.content.hash = null));
addField("wrong_type", "anchors-null", "anchors is null.", (proof) => (proof.anchors = null));
addField("wrong_type", "path-object", "The path is an object.", (proof) => (proof.merkle.path = {}));
addField(
  "integer_malformed",
  "index-fraction",
  "An index with a fraction.",
  (proof) => (proof.merkle.index = 2.5),
);
addMalformed(
  "integer_malformed",
  "index-exponent",
  "An index with an exponent.",
  text.replace('"index":2', '"index":2e0'),
);
addMalformed(
  "integer_malformed",
  "index-point-zero",
  "An index with a fraction of zero.",
  text.replace('"index":2', '"index":2.0'),
);
addMalformed(
  "integer_malformed",
  "index-negative-zero",
  "An index of -0.",
  JSON.stringify(one).replace('"index":0', '"index":-0'),
);
addField("integer_out_of_range", "index-negative", "An index of -1.", (proof) => (proof.merkle.index = -1));
addMalformed(
  "integer_out_of_range",
  "index-too-large",
  "An index of 2^53.",
  text.replace('"index":2', '"index":9007199254740992'),
);
addMalformed(
  "integer_out_of_range",
  "index-rounded",
  "An index of 2^53 + 1, which a double cannot hold.",
  text.replace('"index":2', '"index":9007199254740993'),
);
addField(
  "integer_out_of_range",
  "chain-id-zero",
  "A chain_id of 0.",
  (proof) => (proof.anchors[0].chain_id = 0),
);
addField(
  "integer_out_of_range",
  "block-number-negative",
  "A block_number of -1.",
  (proof) => (proof.anchors[0].block_number = -1),
);
addField(
  "unsupported_schema",
  "schema-1",
  "The schema before this one.",
  (proof) => (proof.schema = "svc-proof/1"),
);
addField(
  "unsupported_schema",
  "schema-upper-case",
  "The schema in capitals.",
  (proof) => (proof.schema = "SVC-PROOF/2"),
);
addField(
  "proof_id_malformed",
  "proof-id-upper-case",
  "A UUID in capitals.",
  (proof) => (proof.proof_id = proof.proof_id.toUpperCase()),
);
addField(
  "proof_id_malformed",
  "proof-id-no-hyphens",
  "A UUID without hyphens.",
  (proof) => (proof.proof_id = proof.proof_id.replaceAll("-", "")),
);
addField(
  "proof_id_malformed",
  "proof-id-line-end",
  "A UUID with a line end behind.",
  (proof) => (proof.proof_id += "\n"),
);
addField(
  "unsupported_algorithm",
  "algorithm-sha-512",
  "Another hash function.",
  (proof) => (proof.content.algorithm = "SHA-512"),
);
addField(
  "unsupported_algorithm",
  "algorithm-lower-case",
  "The hash function in small letters.",
  (proof) => (proof.content.algorithm = "sha-256"),
);
addField(
  "content_hash_malformed",
  "content-hash-upper-case",
  "A hash in capitals.",
  (proof) => (proof.content.hash = proof.content.hash.toUpperCase()),
);
addField(
  "content_hash_malformed",
  "content-hash-short",
  "A hash of 63 characters.",
  (proof) => (proof.content.hash = proof.content.hash.slice(1)),
);
addField(
  "content_hash_malformed",
  "content-hash-long",
  "A hash of 65 characters.",
  (proof) => (proof.content.hash += "0"),
);
addField(
  "leaf_value_malformed",
  "leaf-value-no-hex",
  "A leaf with a letter beyond f.",
  (proof) => (proof.leaf.value = `g${proof.leaf.value.slice(1)}`),
);
addField(
  "merkle_root_malformed",
  "root-prefixed",
  "A root with 0x.",
  (proof) => (proof.merkle.root = `0x${proof.merkle.root.slice(2)}`),
);
addField(
  "path_hash_malformed",
  "path-hash-empty",
  "An empty sibling.",
  (proof) => (proof.merkle.path[1].hash = ""),
);
addField(
  "path_position_unknown",
  "position-upper-case",
  "A position in capitals.",
  (proof) => (proof.merkle.path[1].position = "LEFT"),
);
addField(
  "path_position_unknown",
  "position-unknown",
  "A position that is neither side.",
  (proof) => (proof.merkle.path[1].position = "up"),
);
addField("merkle_path_too_long", "path-65-items", "A path of 65 items.", (proof) => {
  proof.merkle.path = times(65, (i) => ({ position: "right", hash: hashOf(`sibling ${i}`) }));
});
addField(
  "tx_hash_malformed",
  "tx-hash-no-prefix",
  "A transaction hash without 0x.",
  (proof) => (proof.anchors[0].tx_hash = proof.anchors[0].tx_hash.slice(2)),
);
addField(
  "tx_hash_malformed",
  "tx-hash-upper-case",
  "A transaction hash in capitals.",
  (proof) => (proof.anchors[0].tx_hash = `0x${proof.anchors[0].tx_hash.slice(2).toUpperCase()}`),
);
addField(
  "too_many_anchors",
  "seventeen-anchors",
  "17 anchors.",
  (proof) => (proof.anchors = times(17, () => proof.anchors[0])),
);
addField(
  "too_many_attestations",
  "seventeen-attestations",
  "17 attestations.",
  (proof) => (proof.attestations = times(17, () => proof.attestations[0])),
);
addField(
  "label_empty",
  "network-empty",
  "A network without a name.",
  (proof) => (proof.anchors[0].network = ""),
);
addField(
  "label_empty",
  "type-empty",
  "An attestation without a type.",
  (proof) => (proof.attestations[0].type = ""),
);
addField(
  "label_too_long",
  "formula-too-long",
  "A formula of 201 characters.",
  (proof) => (proof.leaf.formula = "f".repeat(201)),
);
addField(
  "label_too_long",
  "state-too-long",
  "A state of 201 UTF-16 units.",
  (proof) => (proof.attestations[0].state = `${"\u{1f550}".repeat(100)}s`),
);

// ---- well-formed and false

const seven = proofOf("seven", 7, 5);
const hundred = proofOf("hundred", 100, 63);
addFalse(
  "content",
  "content_hash_mismatch",
  "content-other",
  "A true proof, held against the hash of another file.",
  five,
  {
    given_hash: hashOf("another file"),
  },
);
addFalse(
  "leaf",
  "leaf_value_mismatch",
  "content-hash-changed",
  "One digit of content.hash changed.",
  changed(five, (proof) => (proof.content.hash = otherDigit(proof.content.hash))),
);
addFalse(
  "leaf",
  "leaf_value_mismatch",
  "proof-id-changed",
  "One digit of proof_id changed.",
  changed(five, (proof) => (proof.proof_id = otherDigit(proof.proof_id))),
);
addFalse(
  "leaf",
  "leaf_value_mismatch",
  "leaf-of-another-proof",
  "The leaf, path and root of another member of the batch.",
  changed(five, (proof) => {
    const other = proofOf("five", 5, 3);
    proof.leaf = other.leaf;
    proof.merkle = other.merkle;
  }),
);
for (const [name, about, preimage] of [
  [
    "leaf-of-upper-case-id",
    "A leaf over the identifier in capitals.",
    `svc-leaf:v2:${five.proof_id.toUpperCase()}:${five.content.hash}`,
  ],
  ["leaf-without-tag", "A leaf over a text without its tag.", `${five.proof_id}:${five.content.hash}`],
  [
    "leaf-v1",
    "A leaf over a text with the tag of another version.",
    `svc-leaf:v1:${five.proof_id}:${five.content.hash}`,
  ],
  [
    "leaf-line-end",
    "A leaf over the text with a line end.",
    `svc-leaf:v2:${five.proof_id}:${five.content.hash}\n`,
  ],
]) {
  addFalse(
    "leaf",
    "leaf_value_mismatch",
    name,
    about,
    refolded(changed(five, (proof) => (proof.leaf.value = sha256(preimage).toString("hex")))),
  );
}
addFalse(
  "leaf",
  "leaf_formula_mismatch",
  "formula-other",
  "Another formula beside the right value.",
  changed(five, (proof) => (proof.leaf.formula = "SHA-256(content.hash)")),
);
addFalse(
  "leaf",
  "leaf_formula_mismatch",
  "formula-spacing",
  "The formula with one space less.",
  changed(five, (proof) => (proof.leaf.formula = FORMULA.replace(" + ", "+ "))),
);

addFalse(
  "merkle",
  "merkle_root_mismatch",
  "sibling-changed",
  "One digit of a sibling changed.",
  changed(five, (proof) => (proof.merkle.path[1].hash = otherDigit(proof.merkle.path[1].hash))),
);
addFalse(
  "merkle",
  "merkle_root_mismatch",
  "root-changed",
  "One digit of the root changed, the payload with it.",
  changed(five, (proof) => {
    proof.merkle.root = otherDigit(proof.merkle.root);
    proof.anchors = [anchorOf(proof.merkle.root)];
  }),
);
addFalse(
  "merkle",
  "merkle_root_mismatch",
  "position-changed",
  "A sibling moved to the other side, the index with it.",
  changed(five, (proof) => {
    proof.merkle.path[0].position = "left";
    proof.merkle.index = 3;
  }),
);
addFalse(
  "merkle",
  "merkle_root_mismatch",
  "path-reversed",
  "The path from the root downwards, the index with it.",
  changed(seven, (proof) => {
    proof.merkle.path.reverse();
    proof.merkle.path.push(proof.merkle.path.shift());
    proof.merkle.index = proof.merkle.path.reduce(
      (/** @type {number} */ sum, /** @type {Item} */ { position }, /** @type {number} */ i) =>
        sum + (position === "left" ? 2 ** i : 0),
      0,
    );
  }),
);
addFalse(
  "merkle",
  "merkle_root_mismatch",
  "item-missing",
  "The uppermost item is missing.",
  changed(five, (proof) => proof.merkle.path.pop()),
);
addFalse(
  "merkle",
  "merkle_root_mismatch",
  "item-added",
  "An item too many, above the root.",
  changed(five, (proof) => proof.merkle.path.push({ position: "right", hash: hashOf("above") })),
);
/** @type {[string, string, (left: string, right: string) => string][]} */
const otherNodes = [
  [
    "nodes-of-rfc-6962",
    "Nodes with the prefix byte of RFC 6962.",
    (left, right) => sha256(Uint8Array.of(1), fromHex(left), fromHex(right)).toString("hex"),
  ],
  [
    "nodes-of-text",
    "Nodes over hexadecimal text instead of raw bytes.",
    (left, right) => sha256(left + right).toString("hex"),
  ],
  [
    "nodes-sorted",
    "Nodes over sorted children, whatever their sides.",
    (left, right) => (left < right ? nodeOf(left, right) : nodeOf(right, left)),
  ],
  [
    "nodes-hashed-twice",
    "Nodes hashed twice, as Bitcoin does.",
    (left, right) => sha256(fromHex(nodeOf(left, right))).toString("hex"),
  ],
];
for (const [name, about, node] of otherNodes) {
  addFalse(
    "merkle",
    "merkle_root_mismatch",
    name,
    about,
    changed(hundred, (proof) => {
      const root = proof.merkle.path.reduce(
        (/** @type {string} */ value, /** @type {Item} */ { position, hash }) =>
          position === "left" ? node(hash, value) : node(value, hash),
        proof.leaf.value,
      );
      proof.merkle.root = root;
      proof.anchors = [anchorOf(root)];
    }),
  );
}
/** @type {[string, string, Proof, number][]} */
const otherIndexes = [
  ["index-of-empty-path", "Index 1 without any item: only index 0 has an empty path.", one, 1],
  ["index-low-bit", "Index 3 where the first sibling stands on the right.", five, 3],
  ["index-high-bit", "Index 10 where the path ends after three levels.", five, 10],
  ["index-no-bits", "Index 0 where a sibling stands on the left.", seven, 0],
  ["index-promoted-then-right", "Index 10 asks for a promotion below a sibling on the right.", seven, 10],
  ["index-one-too-many", "Index 6 under the path of index 5.", seven, 6],
];
for (const [name, about, proof, index] of otherIndexes) {
  addFalse(
    "merkle",
    "merkle_index_mismatch",
    name,
    about,
    changed(proof, (copy) => (copy.merkle.index = index)),
  );
}

/** @type {[string, string, (payload: string) => string][]} */
const otherPayloads = [
  [
    "payload-other-root",
    "The payload of another root.",
    (payload) => payload.slice(0, 7) + otherDigit(payload.slice(7)),
  ],
  ["payload-v1", "A payload with the tag of another version.", (payload) => payload.replace("v2", "v1")],
  [
    "payload-upper-case",
    "The root in capitals.",
    (payload) => payload.slice(0, 7) + payload.slice(7).toUpperCase(),
  ],
  ["payload-line-end", "A line end behind the payload.", (payload) => `${payload}\n`],
  ["payload-root-only", "The root without the tag.", (payload) => payload.slice(7)],
];
for (const [name, about, change] of otherPayloads) {
  addFalse(
    "payload",
    "payload_mismatch",
    name,
    about,
    changed(five, (proof) => (proof.anchors[0].payload = change(proof.anchors[0].payload))),
  );
}
addFalse(
  "payload",
  "payload_mismatch",
  "payload-of-last-anchor",
  "Three anchors, the last with the payload of another root.",
  changed(five, (proof) => {
    const { root } = proof.merkle;
    proof.anchors = [
      anchorOf(root),
      anchorOf(root, 137, "Polygon"),
      { ...anchorOf(root, 8453, "Base"), payload: `svc:v2:${hashOf("another root")}` },
    ];
  }),
);
/** @type {[string, string, number, string][]} */
const otherNetworks = [
  ["network-of-another-chain", "Ethereum's number under Polygon's name.", 1, "Polygon"],
  ["network-unknown-name", "A known number under a name that is not known.", 1, "Ethereum Mainnet"],
  ["network-lower-case", "A known number under its name in small letters.", 1, "ethereum"],
  ["network-borrowed", "An unknown number under a known name.", 999_999_999, "Ethereum"],
  ["network-alike-case", "An unknown number under a known name in capitals.", 999_999_999, "ETHEREUM"],
  [
    "network-alike-spaces",
    "An unknown number under a known name with more spaces.",
    999_999_999,
    " OP  Mainnet ",
  ],
  [
    "network-alike-joined",
    "An unknown number under a known name without its space.",
    999_999_999,
    "OPMainnet",
  ],
  [
    "network-alike-punctuation",
    "An unknown number under a known name with a full stop.",
    999_999_999,
    "Base.",
  ],
  [
    "network-alike-invisible",
    "An unknown number under a known name with U+200B in it.",
    999_999_999,
    "Ether\u200beum",
  ],
  [
    "network-alike-cyrillic",
    "An unknown number under a known name with U+0435 for e.",
    999_999_999,
    "Eth\u0435reum",
  ],
  [
    "network-alike-cyrillic-capital",
    "An unknown number under a known name with U+0412 for B.",
    999_999_999,
    "\u0412ase",
  ],
  [
    "network-alike-greek",
    "An unknown number under a known name with U+03BF for o.",
    999_999_999,
    "P\u03bflygon",
  ],
  [
    "network-alike-wide",
    "An unknown number under a known name with U+FF25 for E.",
    999_999_999,
    "\uff25thereum",
  ],
  [
    "network-alike-mathematical",
    "An unknown number under a known name with U+1D404 for E.",
    999_999_999,
    "\u{1d404}thereum",
  ],
  [
    "network-alike-mark",
    "An unknown number under a known name with an accent.",
    999_999_999,
    "Eth\u00e9reum",
  ],
  [
    "network-alike-dotless",
    "An unknown number under a known name with U+0131 for i.",
    999_999_999,
    "Gnos\u0131s",
  ],
  ["network-alike-digit", "An unknown number under a known name with 1 for l.", 999_999_999, "Po1ygon"],
  ["network-alike-capital", "An unknown number under a known name with I for l.", 999_999_999, "PoIygon"],
  [
    "network-alike-two-letters",
    "An unknown number under a known name with rn for m.",
    999_999_999,
    "Ethereurn",
  ],
  ["network-development-as-public", "The development chain under a public chain's name.", 31_337, "Ethereum"],
];
for (const [name, about, chainId, network] of otherNetworks) {
  addFalse(
    "anchor",
    "network_mismatch",
    name,
    about,
    changed(five, (proof) => (proof.anchors = [anchorOf(proof.merkle.root, chainId, network)])),
  );
}

// ---- out

const directory = process.argv[2] ?? fileURLToPath(new URL(".", import.meta.url));
for (const folder of ["good", "bad"]) {
  rmSync(join(directory, folder), { recursive: true, force: true });
  mkdirSync(join(directory, folder), { recursive: true });
}
for (const { file, bytes } of [...good, ...bad]) writeFileSync(join(directory, file), bytes, { flag: "wx" });

/** @param {typeof good} cases */
const listed = (cases) => cases.map(({ file, expected }) => ({ file, ...expected }));
const cases = { format: "svc-proof-2-vectors/1", good: listed(good), bad: listed(bad) };
writeFileSync(join(directory, "cases.json"), `${JSON.stringify(cases, null, 2)}\n`);
