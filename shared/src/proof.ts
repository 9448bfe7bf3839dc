/**
 * The portable proof `svc-proof/2`: its type, its limits, its parser and its canonical text.
 *
 * @module
 */

import { isUuid } from "./bytes.js";
import { type FormatError, type JsonErrorCode, JsonReader } from "./encoding/index.js";
import { type AuditPathItem, MAX_PATH_ITEMS } from "./merkle.js";
import type { JsonLimits } from "./strict-json.js";

// The portable proof, `svc-proof/2`: docs/interface.md, "Portable proof"; docs/formats/svc-proof-2.md.

/** Value of `schema`. */
export const PORTABLE_PROOF_SCHEMA = "svc-proof/2";

/** An anchor on an EVM chain, as the issuer states it. */
export interface PortableAnchor {
  /** EIP-155 identifier. */
  readonly chain_id: number;
  /** Name of the chain, as in `EvmChain`. */
  readonly network: string;
  /** `0x` and 64 lower-case hexadecimal characters. */
  readonly tx_hash: string;
  readonly block_number: number;
  /** `svc:v2:` and the Merkle root. */
  readonly payload: string;
}

/** An attestation that travels beside the proof, and its state according to the issuer. */
export interface PortableAttestation {
  /** Known: `opentimestamps`, `rfc3161-qualified-timestamp`. Others are kept. */
  readonly type: string;
  /** Known: `submitted`, `confirmed`, `issued`. Others are kept. */
  readonly state: string;
}

/** A portable proof. Field names and their order are the interface's. */
export interface PortableProof {
  readonly schema: typeof PORTABLE_PROOF_SCHEMA;
  /** UUID, lower case. */
  readonly proof_id: string;
  /** What the proof is about; `hash` is 64 digits of lower-case hexadecimal. */
  readonly content: {
    readonly algorithm: "SHA-256";
    /** 64 lower-case hexadecimal characters, as are all hashes of the proof. */
    readonly hash: string;
  };
  /** Leaf of the batch's tree, 64 digits of lower-case hexadecimal, and the formula that makes it. */
  readonly leaf: { readonly formula: string; readonly value: string };
  /** Place of the leaf, path to the root, and the root, 64 digits of lower-case hexadecimal. */
  readonly merkle: {
    /** Position of the leaf in its batch, from 0. */
    readonly index: number;
    /** From the leaf upwards. */
    readonly path: readonly AuditPathItem[];
    readonly root: string;
  };
  readonly anchors: readonly PortableAnchor[];
  readonly attestations: readonly PortableAttestation[];
}

// Limits of a portable proof. The service writes about 2,700 bytes at depth 20, with one anchor and two
// attestations. Each limit allows ten times that, plus unknown fields.

/** What the JSON of a portable proof may have at most: bytes, depth of nesting, members of one object or array. */
export const PROOF_JSON_LIMITS: JsonLimits = {
  /** 64 KiB: twice the size of a path of 64 items, 16 anchors and unknown fields. */
  maxBytes: 65_536,
  /** The known format has a depth of 4. */
  maxDepth: 16,
  maxMembers: 256,
};

/** Chains on which one batch may be anchored. */
export const MAX_ANCHORS = 16;

/** Attestations of one proof. */
export const MAX_ATTESTATIONS = 16;

/** Characters (UTF-16 units) of `leaf.formula`, `payload`, `network`, and of an attestation's `type` and `state`. */
export const MAX_LABEL_LENGTH = 200;

/** EIP-2294 limits a chain identifier to (2^53 - 1) / 2 - 36. The parser accepts any safe integer. */
const MAX_CHAIN_ID: number = Number.MAX_SAFE_INTEGER;

/**
 * The canonical text of a portable proof: the interface's fields in the interface's order, no white space, no
 * other field, non-ASCII characters unescaped. The same proof always gives the same bytes.
 */
export function encodePortableProof(proof: PortableProof): string {
  const { content, leaf, merkle } = proof;
  return JSON.stringify({
    schema: proof.schema,
    proof_id: proof.proof_id,
    content: { algorithm: content.algorithm, hash: content.hash },
    leaf: { formula: leaf.formula, value: leaf.value },
    merkle: {
      index: merkle.index,
      path: merkle.path.map(({ position, hash }) => ({ position, hash })),
      root: merkle.root,
    },
    anchors: proof.anchors.map((anchor) => ({
      chain_id: anchor.chain_id,
      network: anchor.network,
      tx_hash: anchor.tx_hash,
      block_number: anchor.block_number,
      payload: anchor.payload,
    })),
    attestations: proof.attestations.map(({ type, state }) => ({ type, state })),
  });
}

// Parses hostile bytes to a PortableProof. Checks the form of each field; the verifier checks whether fields
// agree.

/** Every error code of `parsePortableProof`, one per malformation. */
export type PortableProofErrorCode =
  | JsonErrorCode
  | "missing_field"
  | "unsupported_schema"
  | "proof_id_malformed"
  | "unsupported_algorithm"
  | "content_hash_malformed"
  | "leaf_value_malformed"
  | "merkle_path_too_long"
  | "path_position_unknown"
  | "path_hash_malformed"
  | "merkle_root_malformed"
  | "too_many_anchors"
  | "tx_hash_malformed"
  | "too_many_attestations"
  | "label_too_long"
  | "label_empty";

type Reader = JsonReader<PortableProofErrorCode>;

const TX_HASH = /^0x[0-9a-f]{64}$/;

/**
 * Parses a portable proof.
 *
 * Unknown fields are ignored anywhere. Fields may have any order.
 *
 * @param input the document as bytes, or as text already decoded from UTF-8.
 * @throws FormatError with a `PortableProofErrorCode`, the byte offset and the JSON pointer of the
 * malformation.
 */
export function parsePortableProof(input: Uint8Array | string): PortableProof {
  const reader: Reader = new JsonReader(input, PROOF_JSON_LIMITS);
  let schema: typeof PORTABLE_PROOF_SCHEMA | undefined;
  let proofId: string | undefined;
  let content: PortableProof["content"] | undefined;
  let leaf: PortableProof["leaf"] | undefined;
  let merkle: PortableProof["merkle"] | undefined;
  let anchors: readonly PortableAnchor[] | undefined;
  let attestations: readonly PortableAttestation[] | undefined;
  const start = reader.position;

  reader.readObject((key) => {
    switch (key) {
      case "schema":
        schema = readConstant(reader, PORTABLE_PROOF_SCHEMA, "unsupported_schema");
        return;
      case "proof_id": {
        const at = reader.position;
        proofId = reader.readString();
        if (!isUuid(proofId)) reader.fail("proof_id_malformed", "expected a UUID in lower case", at);
        return;
      }
      case "content":
        content = readContent(reader);
        return;
      case "leaf":
        leaf = readLeaf(reader);
        return;
      case "merkle":
        merkle = readMerkle(reader);
        return;
      case "anchors":
        anchors = readAnchors(reader);
        return;
      case "attestations":
        attestations = readAttestations(reader);
        return;
      default:
        reader.skipValue();
    }
  });
  const proof: PortableProof = {
    schema: schema ?? missing(reader, "schema", start),
    proof_id: proofId ?? missing(reader, "proof_id", start),
    content: content ?? missing(reader, "content", start),
    leaf: leaf ?? missing(reader, "leaf", start),
    merkle: merkle ?? missing(reader, "merkle", start),
    anchors: anchors ?? missing(reader, "anchors", start),
    attestations: attestations ?? missing(reader, "attestations", start),
  };
  reader.end();
  return proof;
}

/** An error of `parsePortableProof`. */
export type PortableProofFormatError = FormatError<PortableProofErrorCode>;

function readContent(reader: Reader): PortableProof["content"] {
  let algorithm: "SHA-256" | undefined;
  let hash: string | undefined;
  const start = reader.position;
  reader.readObject((key) => {
    if (key === "algorithm") algorithm = readConstant(reader, "SHA-256", "unsupported_algorithm");
    else if (key === "hash") hash = readHash(reader, "content_hash_malformed");
    else reader.skipValue();
  });
  return {
    algorithm: algorithm ?? missing(reader, "algorithm", start),
    hash: hash ?? missing(reader, "hash", start),
  };
}

function readLeaf(reader: Reader): PortableProof["leaf"] {
  let formula: string | undefined;
  let value: string | undefined;
  const start = reader.position;
  reader.readObject((key) => {
    if (key === "formula") formula = readLabel(reader);
    else if (key === "value") value = readHash(reader, "leaf_value_malformed");
    else reader.skipValue();
  });
  return {
    formula: formula ?? missing(reader, "formula", start),
    value: value ?? missing(reader, "value", start),
  };
}

function readMerkle(reader: Reader): PortableProof["merkle"] {
  let index: number | undefined;
  let path: readonly AuditPathItem[] | undefined;
  let root: string | undefined;
  const start = reader.position;
  reader.readObject((key) => {
    if (key === "index") index = reader.readInteger(0, Number.MAX_SAFE_INTEGER);
    else if (key === "path") path = readPath(reader);
    else if (key === "root") root = readHash(reader, "merkle_root_malformed");
    else reader.skipValue();
  });
  return {
    index: index ?? missing(reader, "index", start),
    path: path ?? missing(reader, "path", start),
    root: root ?? missing(reader, "root", start),
  };
}

const ascii = new TextEncoder();
/** The canonical spelling of an item before and after its hash. */
const CANONICAL_LEFT = ascii.encode('{"position":"left","hash":"');
const CANONICAL_RIGHT = ascii.encode('{"position":"right","hash":"');
const CANONICAL_END = ascii.encode('"}');

function readPath(reader: Reader): readonly AuditPathItem[] {
  return readList(reader, MAX_PATH_ITEMS, "merkle_path_too_long", () => {
    // Two thirds of a proof are path items in this spelling. Reading each at once halves the total time.
    const left = reader.readExactly(CANONICAL_LEFT, 64, CANONICAL_END);
    if (left !== null) return { position: "left", hash: left };
    const right = reader.readExactly(CANONICAL_RIGHT, 64, CANONICAL_END);
    return right === null ? readPathItem(reader) : { position: "right", hash: right };
  });
}

function readPathItem(reader: Reader): AuditPathItem {
  let position: "left" | "right" | undefined;
  let hash: string | undefined;
  const start = reader.position;
  reader.readObject((key) => {
    if (key === "position") {
      const at = reader.position;
      const side = reader.readString();
      if (side === "left" || side === "right") position = side;
      else reader.fail("path_position_unknown", 'expected "left" or "right"', at);
    } else if (key === "hash") hash = readHash(reader, "path_hash_malformed");
    else reader.skipValue();
  });
  return {
    position: position ?? missing(reader, "position", start),
    hash: hash ?? missing(reader, "hash", start),
  };
}

function readAnchors(reader: Reader): readonly PortableAnchor[] {
  return readList(reader, MAX_ANCHORS, "too_many_anchors", () => {
    let chainId: number | undefined;
    let network: string | undefined;
    let txHash: string | undefined;
    let blockNumber: number | undefined;
    let payload: string | undefined;
    const start = reader.position;
    reader.readObject((key) => {
      switch (key) {
        case "chain_id":
          chainId = reader.readInteger(1, MAX_CHAIN_ID);
          return;
        case "network":
          network = readLabel(reader);
          return;
        case "tx_hash": {
          const at = reader.position;
          txHash = reader.readString();
          if (!TX_HASH.test(txHash)) {
            reader.fail("tx_hash_malformed", "expected 0x and 64 lower-case hexadecimal characters", at);
          }
          return;
        }
        case "block_number":
          blockNumber = reader.readInteger(0, Number.MAX_SAFE_INTEGER);
          return;
        case "payload":
          payload = readLabel(reader);
          return;
        default:
          reader.skipValue();
      }
    });
    return {
      chain_id: chainId ?? missing(reader, "chain_id", start),
      network: network ?? missing(reader, "network", start),
      tx_hash: txHash ?? missing(reader, "tx_hash", start),
      block_number: blockNumber ?? missing(reader, "block_number", start),
      payload: payload ?? missing(reader, "payload", start),
    };
  });
}

function readAttestations(reader: Reader): readonly PortableAttestation[] {
  return readList(reader, MAX_ATTESTATIONS, "too_many_attestations", () => {
    let type: string | undefined;
    let state: string | undefined;
    const start = reader.position;
    reader.readObject((key) => {
      if (key === "type") type = readLabel(reader);
      else if (key === "state") state = readLabel(reader);
      else reader.skipValue();
    });
    return {
      type: type ?? missing(reader, "type", start),
      state: state ?? missing(reader, "state", start),
    };
  });
}

function readList<Item>(
  reader: Reader,
  max: number,
  tooMany: PortableProofErrorCode,
  readItem: () => Item,
): readonly Item[] {
  const items: Item[] = [];
  reader.readArray((index) => {
    if (index >= max) reader.fail(tooMany, `expected at most ${max} items`);
    items.push(readItem());
  });
  return items;
}

function readConstant<Value extends string>(
  reader: Reader,
  expected: Value,
  code: PortableProofErrorCode,
): Value {
  const at = reader.position;
  const value = reader.readString();
  return value === expected ? expected : reader.fail(code, `expected "${expected}"`, at);
}

function readHash(reader: Reader, code: PortableProofErrorCode): string {
  const at = reader.position;
  return reader.readHex(64) ?? reader.fail(code, "expected 64 lower-case hexadecimal characters", at);
}

function readLabel(reader: Reader): string {
  const at = reader.position;
  const label = reader.readString();
  if (label.length === 0) reader.fail("label_empty", "expected a non-empty string", at);
  if (label.length > MAX_LABEL_LENGTH) {
    reader.fail("label_too_long", `expected at most ${MAX_LABEL_LENGTH} characters, got ${label.length}`, at);
  }
  return label;
}

function missing(reader: Reader, field: string, at: number): never {
  return reader.fail("missing_field", `expected a field "${field}"`, at);
}
