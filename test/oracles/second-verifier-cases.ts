/** Cases for two verifiers of the same formats: proofs, packages, timestamps, seals and witnesses, half of them damaged. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bytesToHex, hexToBytes } from "@svc-proof/shared/encoding";
import { MerkleTree } from "@svc-proof/shared/merkle";
import {
  auditPathOperations,
  encodeDetachedTimestamp,
  leafOperations,
  parseDetachedTimestamp,
  type Timestamp,
  timestampAlong,
} from "@svc-proof/shared/opentimestamps";
import { encodePortableProof, type PortableProof } from "@svc-proof/shared/proof";
import { anchorPayload, LEAF_FORMULA, leafHash } from "@svc-proof/shared/text";
import type { VerifyOptions } from "@svc-proof/verifier-lib";
import { encodeEvmWitness } from "@svc-proof/verifier-lib/evm";
import { parseTimestampToken } from "@svc-proof/verifier-lib/rfc3161";
import { inBer } from "../../verifier-lib/src/asn1/der.testing.js";
import { anchored } from "../../verifier-lib/src/judge/anchored.testing.js";
import { vectorFolder } from "../conformance/third-party-vectors.js";
import { packed } from "../evidence-packages.js";
import { type Draw, drawOf } from "../fuzz/draw.js";
import { mutated, readTree, writeTree } from "../fuzz/mutate-der.js";
import * as timestampChanges from "../fuzz/mutate-timestamp.js";
import * as witnessChanges from "../fuzz/mutate-witness.js";
import { mutatedZip } from "../fuzz/mutate-zip.js";
import { randomIntegers } from "../fuzz/random-integers.js";
import { bytesOf as sealBytes, sealCases } from "../vectors/seals/cases.js";

/** An input, and what is given beside it. */
export interface TwoVerifiersCase {
  readonly kind: string;
  readonly input: Uint8Array;
  readonly options: VerifyOptions;
}

export const NOW = new Date("2026-11-21T12:00:00Z");

const text = (value: string) => new TextEncoder().encode(value);
const given = (name: string) =>
  new Uint8Array(readFileSync(join(import.meta.dirname, "../vectors/given/files", name)));
const BLOCK_0 = given("block-0.txt");
const GENESIS_HEADER = Buffer.from(BLOCK_0).toString().trim().split(/\s+/).at(-1)!;
const GENESIS_ROOT = "3ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a";

type Made = Omit<TwoVerifiersCase, "kind">;

/** What is generated. */
export const KINDS = ["proof", "package", "timestamp", "headers", "witness", "seal"] as const;

/** `count` cases of each kind: the same for the same seed. */
export async function* makeCases(seed: number, count: number): AsyncGenerator<TwoVerifiersCase> {
  const makers: Readonly<Record<(typeof KINDS)[number], (draw: Draw) => Made | Promise<Made>>> = {
    proof: proofCase,
    package: packageCase,
    timestamp: timestampCase,
    headers: headersCase,
    witness: witnessCase,
    seal: sealCase,
  };
  for (const [at, kind] of KINDS.entries()) {
    const draw = drawOf(seed * 16 + at);
    for (let i = 0; i < count; i++) yield { kind, ...wrapped(await makers[kind](draw), draw) };
  }
}

/** As mail and terminals carry files, some of them. */
function wrapped({ input, options }: Made, draw: Draw): Made {
  const some = (file: Uint8Array | string) => (draw.below(8) === 0 ? armoured(file, draw) : file);
  const { timestamps, witnesses } = options;
  return {
    input: some(input) as Uint8Array,
    options: {
      ...options,
      ...(timestamps && { timestamps: timestamps.map((file) => some(file) as Uint8Array) }),
      ...(witnesses && { witnesses: witnesses.map(some) }),
    },
  };
}

function armoured(file: Uint8Array | string, draw: Draw): Uint8Array {
  const base64 = Buffer.from(file as Uint8Array).toString(draw.pick(["base64", "base64", "base64url"]));
  const lines = base64.replace(/.{64}/g, `$&${draw.pick(["\n", "\r\n", ""])}`);
  const label = draw.pick(["PKCS7", "TIMESTAMP TOKEN", "CERTIFICATE"]);
  const block = `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`;
  const carried = draw.pick([
    lines,
    `\n${lines}==\n`,
    `data:application/octet-stream;base64,${base64}`,
    block,
    `As you asked:\n${block}`,
    `${block}${block}`,
    block.slice(0, draw.below(block.length)),
  ]);
  return draw.below(4) === 0 ? editedText(carried, draw) : text(carried);
}

const hash = (draw: Draw) => bytesToHex(draw.bytes(32));

/** One leaf of a tree of 1 to 300, the others made up. */
function proofOf(draw: Draw, content = hash(draw)): PortableProof {
  const count = 1 + draw.below(draw.pick([4, 40, 300]));
  const index = draw.below(count);
  const id = hash(draw).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
  const leaves = draw.bytes(count * 32);
  const leaf = leafHash(id, content);
  leaves.set(leaf, index * 32);
  const tree = new MerkleTree(leaves);
  const root = bytesToHex(tree.root);
  return {
    schema: "svc-proof/2",
    proof_id: id,
    content: { algorithm: "SHA-256", hash: content },
    leaf: { formula: LEAF_FORMULA, value: bytesToHex(leaf) },
    merkle: { index, path: tree.path(index), root },
    anchors: Array.from({ length: draw.below(3) }, () => ({
      chain_id: 1,
      network: "Ethereum",
      tx_hash: `0x${hash(draw)}`,
      block_number: draw.below(2 ** 24),
      payload: anchorPayload(root),
    })),
    attestations: [{ type: "opentimestamps", state: "submitted" }],
  };
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] extends object ? Mutable<T[Name]> : T[Name] };

function changedProof(proof: PortableProof, draw: Draw): PortableProof {
  const copy = structuredClone(proof) as Mutable<PortableProof>;
  const item = copy.merkle.path[draw.below(Math.max(copy.merkle.path.length, 1))];
  const anchor = copy.anchors[0];
  const number = draw.below(4000);
  switch (draw.below(12)) {
    case 0:
      copy.content.hash = hash(draw);
      break;
    case 1:
      copy.leaf.value = hash(draw);
      break;
    case 2:
      copy.merkle.root = hash(draw);
      break;
    case 3:
      if (item) item.hash = hash(draw);
      break;
    case 4:
      if (item) item.position = item.position === "left" ? "right" : "left";
      break;
    case 5:
      copy.merkle.index = number;
      break;
    case 6:
      if (anchor) anchor.payload = `svc:v2:${hash(draw)}`;
      break;
    case 7:
      if (anchor) anchor.chain_id = 1 + draw.below(200);
      break;
    case 8:
      copy.leaf.formula = hash(draw);
      break;
    case 9:
      if (anchor)
        anchor.network = draw.pick(["Polygon", "Еthereum", "ETHEREUM", "Gnosis​", "Other", "Arbltrum One"]);
      break;
    case 10:
      copy.merkle.path.splice(draw.below(copy.merkle.path.length + 1), draw.below(2));
      break;
    default:
      copy.anchors = [];
  }
  return copy as PortableProof;
}

const FRAGMENTS = [
  '"',
  "\\",
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  "0",
  "-",
  ".5",
  "e9",
  "null",
  "tru",
  " ",
  "\u0001",
  "é",
  "\\u",
  "\\ud83d",
  "\\u0061",
  '"__proto__":1,',
  '"schema":1,',
];

function editedText(written: string, draw: Draw): Uint8Array {
  let edited = written;
  for (let edits = 1 + draw.below(3); edits > 0; edits--) {
    const at = draw.below(edited.length + 1);
    const inserted = draw.below(3) === 0 ? "" : draw.pick(FRAGMENTS);
    edited = edited.slice(0, at) + inserted + edited.slice(at + draw.below(4));
  }
  return draw.below(20) === 0 ? turned(text(edited), draw) : text(edited);
}

/** With one bit changed. */
function turned(bytes: Uint8Array, draw: Draw): Uint8Array {
  const at = draw.below(Math.max(1, bytes.length));
  return bytes.length === 0 ? bytes : bytes.with(at, bytes[at]! ^ (1 << draw.below(8)));
}

function proofCase(draw: Draw) {
  const proof = proofOf(draw);
  const contentHash = draw.pick([undefined, proof.content.hash, proof.content.hash, hash(draw)]);
  const options = contentHash === undefined ? {} : { contentHash };
  switch (draw.below(6)) {
    case 0:
    case 1:
      return { input: text(encodePortableProof(changedProof(proof, draw))), options };
    case 2:
      return { input: editedText(encodePortableProof(proof), draw), options };
    default:
      return { input: text(encodePortableProof(proof)), options };
  }
}

/** A way from a file's digest to the root of Bitcoin's first block, which cannot be right, or a promise. */
function timestampOf(proof: PortableProof, draw: Draw): Uint8Array {
  const operations = [...leafOperations(proof.proof_id), ...auditPathOperations(proof.merkle.path)];
  const end: Timestamp = {
    branches: [
      {
        attestation: draw.pick([
          { kind: "pending", uri: "https://calendar.example" },
          { kind: "bitcoin", height: 0 },
        ] as const),
      },
    ],
  };
  const digest = hexToBytes(draw.below(8) === 0 ? hash(draw) : proof.content.hash);
  return encodeDetachedTimestamp({ hash: "sha256", digest, timestamp: timestampAlong(operations, end) });
}

/** What the damage of one entry does, beside the damage of the archive. */
async function packageCase(draw: Draw) {
  const original = draw.bytes(draw.below(3000));
  const content = bytesToHex(
    new Uint8Array(await crypto.subtle.digest("SHA-256", original as Uint8Array<ArrayBuffer>)),
  );
  const world = draw.pick(WORLDS);
  const isAnchored = draw.below(3) === 0;
  const proof = isAnchored ? world.proof : proofOf(draw, content);
  const damage = (bytes: Uint8Array) => (draw.below(10) === 0 ? turned(bytes, draw) : bytes);
  const files = [
    { name: "README.txt", content: text("What this is.\n".repeat(1 + draw.below(20))) },
    {
      name: "proof.json",
      content: damage(text(encodePortableProof(draw.below(8) === 0 ? changedProof(proof, draw) : proof))),
    },
    ...(draw.below(3) === 0
      ? [{ name: "bitcoin/original.ots", content: damage(timestampOf(proof, draw)) }]
      : []),
    ...(draw.below(4) === 0 ? [{ name: "bitcoin/headers.json", content: damage(HEADERS) }] : []),
    ...(isAnchored && draw.below(4) > 0
      ? [
          {
            name: "anchors/1.json",
            content: damage(text(encodeEvmWitness(draw.pick([world, world, world, WORLDS[0]!]).witness))),
          },
        ]
      : []),
    ...(isAnchored
      ? []
      : draw.below(2) === 0
        ? [{ name: "original/a file.bin", content: damage(original) }]
        : []),
    ...(draw.below(8) === 0 ? [{ name: "seal/timestamp.tsr", content: damage(given("content.tsr")) }] : []),
  ];
  const options = draw.below(3) === 0 ? { contentHash: proof.content.hash } : {};
  if (draw.below(2) === 0) return { input: await packed(...files), options };
  return { input: mutatedZip(files, draw.below(4), randomIntegers(draw.below(2 ** 24))), options };
}

const HEADERS = text(
  JSON.stringify({
    format: "svc-bitcoin-headers/1",
    network: "bitcoin",
    height: 0,
    headers: [GENESIS_HEADER],
  }),
);

const CONTENT_OTS = parseDetachedTimestamp(given("content.ots"));
const DEEP = parseDetachedTimestamp(timestampOf(proofOf(drawOf(7)), drawOf(8)));

function timestampCase(draw: Draw) {
  const base = draw.pick([CONTENT_OTS, CONTENT_OTS, DEEP]);
  const file = structuredClone(base) as timestampChanges.Changeable;
  const isDamaged = draw.below(2) === 0;
  const changes = isDamaged ? 1 + draw.below(4) : 0;
  for (let i = 0; i < changes; i++)
    timestampChanges.mutate(file, draw, [CONTENT_OTS.timestamp, DEEP.timestamp]);
  const encoded = timestampChanges.encoded(file, draw);
  const options: VerifyOptions = {
    ...(draw.below(3) > 0
      ? {
          headers: [
            draw.below(8) === 0
              ? editedText(Buffer.from(BLOCK_0).toString(), draw)
              : draw.pick([BLOCK_0, HEADERS]),
          ],
        }
      : {}),
    ...(draw.below(2) === 0 ? { contentHash: draw.pick([bytesToHex(base.digest), GENESIS_ROOT]) } : {}),
    ...(draw.below(8) === 0
      ? { timestamps: [given(draw.pick(["content.ots", "other-content.ots", "garbage.bin"]))] }
      : {}),
  };
  return { input: isDamaged ? timestampChanges.misspelled(encoded, draw) : encoded, options };
}

interface PlacedHeader {
  readonly height: number;
  readonly raw: Uint8Array;
}

/** Recorded headers: the end of an epoch up to its checkpoint and the next block, two orphans, two beyond the table. */
const RECORDED: readonly PlacedHeader[] = (() => {
  const folder = vectorFolder("bitcoin");
  if (folder === null) return [{ height: 0, raw: hexToBytes(GENESIS_HEADER) }];
  const bytes = (name: string) => new Uint8Array(readFileSync(join(folder, name)));
  const hex = (name: string) => hexToBytes(readFileSync(join(folder, name), "utf8").trim());
  const epoch = bytes("headers-822528-824544.bin");
  return [
    ...Array.from({ length: epoch.length / 80 }, (_, i) => ({
      height: 822_528 + i,
      raw: epoch.slice(80 * i, 80 * i + 80),
    })),
    { height: 823_226, raw: bytes("stale-0823226.bin") },
    { height: 829_613, raw: bytes("stale-0829613.bin") },
    { height: 960_768, raw: hex("header-960768.hex") },
    { height: 965_451, raw: hex("header-965451.hex") },
    { height: 0, raw: hexToBytes(GENESIS_HEADER) },
  ];
})();

function headersCase(draw: Draw): Made {
  const isRun = draw.below(3) > 0;
  const length = draw.pick([1, 2, 7, 20, 40]);
  const end = draw.below(3) > 0 ? 2_016 : 1 + draw.below(RECORDED.length);
  const chosen = isRun ? RECORDED.slice(Math.max(0, end - length), end) : [draw.pick(RECORDED)];
  const attested = draw.below(5) > 0 ? draw.pick(chosen) : draw.pick(RECORDED);
  const others = draw.below(4) === 0 ? [RECORDED.at(-5) ?? RECORDED[0]!] : [];
  const isDamaged = draw.below(2) === 0;
  const placed = isDamaged ? damagedHeaders(chosen, draw) : chosen;
  const documents = [placed, ...(others.length > 0 ? [others] : [])].map((list) => headersText(list, draw));
  const spelled =
    isDamaged && draw.below(4) === 0
      ? [editedText(documents[0]!, draw), ...documents.slice(1).map(text)]
      : documents.map(text);
  const digest = attested.raw.slice(36, 68);
  const height = draw.below(12) === 0 ? attested.height + draw.below(3) - 1 : attested.height;
  const input = encodeDetachedTimestamp({
    hash: "sha256",
    digest: draw.below(10) === 0 ? draw.bytes(32) : digest,
    timestamp: { branches: [{ attestation: { kind: "bitcoin", height: Math.max(0, height) } }] },
  });
  const now = draw.below(10) === 0 ? new Date("2015-01-01T00:00:00Z") : NOW;
  return { input, options: { headers: spelled, now } };
}

function damagedHeaders(headers: readonly PlacedHeader[], draw: Draw): readonly PlacedHeader[] {
  const at = draw.below(headers.length);
  const one = headers[at]!;
  switch (draw.below(5)) {
    case 0:
      return headers.toSpliced(at, 1);
    case 1:
      return headers.map(({ height, raw }) => ({ height: height + 1, raw }));
    case 2:
      return headers.with(at, { ...one, raw: turned(one.raw, draw) });
    case 3:
      return headers.with(at, { ...one, height: draw.below(970_000) });
    default:
      return [...headers, draw.pick(RECORDED)];
  }
}

/** As lines, or as a document if the headers follow one another. */
function headersText(headers: readonly PlacedHeader[], draw: Draw): string {
  const [first] = headers;
  const isOneRun = first !== undefined && headers.every(({ height }, i) => height === first.height + i);
  if (!isOneRun || draw.below(3) === 0) {
    const lines = headers.map(({ height, raw }) => `${height} ${bytesToHex(raw)}`);
    return lines.join(draw.pick(["\n", "\r\n", "\n\n"]));
  }
  return JSON.stringify({
    format: "svc-bitcoin-headers/1",
    network: draw.below(20) === 0 ? "regtest" : "bitcoin",
    height: first.height,
    headers: headers.map(({ raw }, i) =>
      i === 0 || draw.below(4) === 0
        ? bytesToHex(raw)
        : bytesToHex(raw.slice(0, 4)) + bytesToHex(raw.slice(36)),
    ),
  });
}

const WORLDS = [
  anchored(),
  anchored({ transactions: 1, index: 0 }),
  anchored({ transactions: 17, index: 16, number: 20_000_000 }),
  anchored({ transactions: 2, index: 1, input: text("no payload") }),
  anchored({ transactions: 129, index: 128, signedChainId: 10 }),
  anchored({ timestamp: 1_000 }),
];
const GRAFTS = WORLDS.flatMap(({ witness }) => witnessChanges.partsOf(witness).nodes);

function witnessCase(draw: Draw) {
  const world = draw.pick(WORLDS);
  const isDamaged = draw.below(2) === 0;
  let witness = text(encodeEvmWitness(world.witness));
  if (isDamaged) {
    const parts = witnessChanges.partsOf(world.witness);
    for (let changes = 1 + draw.below(4); changes > 0; changes--) witnessChanges.change(parts, draw, GRAFTS);
    witness = witnessChanges.misspelled(witnessChanges.encoded(parts, draw), draw) as typeof witness;
  }
  const contentHash = draw.below(2) === 0 ? { contentHash: world.proof.content.hash } : {};
  if (draw.below(2) === 0) return { input: witness, options: contentHash };
  const proof = draw.below(4) === 0 ? draw.pick(WORLDS).proof : world.proof;
  return { input: text(encodePortableProof(proof)), options: { ...contentHash, witnesses: [witness] } };
}

/** A certificate as text. */
export const pem = (der: Uint8Array) =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString("base64")}\n-----END CERTIFICATE-----\n`;
/** Timestamps in DER, of versions that are read, without revocation data, which the second verifier does not judge. */
const SEALS = sealCases.cases
  .filter(
    ({ crls, ocsp, about }) => crls.length + ocsp.length === 0 && !/^BER|^a length|of version 6$/.test(about),
  )
  .map((one) => ({
    token: sealBytes(one.token),
    trust: one.anchors.map((file) => pem(sealBytes(file))),
    certificates: one.certificates.map((file) => pem(sealBytes(file))),
    now: new Date(one.at),
  }));
const POOL = SEALS.slice(0, 4).map(({ token }) => readTree(token));

function sealCase(draw: Draw) {
  const { token, trust, certificates, now } = draw.pick(SEALS);
  const options: VerifyOptions = {
    now,
    ...(draw.below(8) > 0 ? { trust } : {}),
    ...(draw.below(8) > 0 ? { certificates } : {}),
    ...(draw.below(2) === 0
      ? {
          contentHash: draw.pick([
            "ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73",
            hash(draw),
          ]),
        }
      : {}),
  };
  switch (draw.below(6)) {
    case 0:
      return { input: turned(token, draw), options };
    case 1:
      return { input: writeTree(mutated(readTree(token), POOL, draw.below)), options };
    case 2: {
      // Where a certificate is BER too, it counts as missing.
      const kept = draw.below(4) === 0 ? [] : parseTimestampToken(token).certificates;
      const ber = inBer(token, kept);
      return { input: draw.below(2) === 0 ? ber : turned(ber, draw), options };
    }
    default:
      return { input: token, options };
  }
}
