/**
 * Parses hostile bytes to a PortableProof. Checks the form of each field; the verifier checks whether fields
 * agree.
 */
import { isUuid } from "./bytes.js";
import { type FormatError, type JsonErrorCode, JsonReader } from "./encoding/index.js";
import { type AuditPathItem, MAX_PATH_ITEMS } from "./merkle.js";
import {
  MAX_ANCHORS,
  MAX_ATTESTATIONS,
  MAX_CHAIN_ID,
  MAX_LABEL_LENGTH,
  PORTABLE_PROOF_SCHEMA,
  type PortableAnchor,
  type PortableAttestation,
  type PortableProof,
  PROOF_JSON_LIMITS,
} from "./proof.js";

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
