/** Changes to the structure of OpenTimestamps files: branches repeated, moved and grafted, false lengths. */
import { hexToBytes } from "@svc-proof/shared/encoding";
import type { Branch, DetachedTimestamp, Timestamp } from "@svc-proof/shared/opentimestamps";
import type { Draw } from "./draw.js";

/** A file whose tree can be changed in place. */
export type Changeable = { hash: DetachedTimestamp["hash"]; digest: Uint8Array; timestamp: ChangeableNode };
type ChangeableNode = { branches: Branch[] };

function nodesOf(first: Timestamp): ChangeableNode[] {
  const nodes: ChangeableNode[] = [];
  const open: Timestamp[] = [first];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    nodes.push(node as ChangeableNode);
    for (const branch of node.branches) if ("next" in branch) open.push(branch.next);
  }
  return nodes;
}

/** Larger trees are not copied: the size limit refuses such a file long before. */
const MAX_NODES = 3_000;

/** One change by someone who knows the format. @param grafts trees to take branches from. */
export function mutate(file: Changeable, draw: Draw, grafts: readonly Timestamp[]): void {
  const nodes = nodesOf(file.timestamp);
  const node = draw.pick(nodes);
  const at = draw.below(node.branches.length + 1);
  const branch = node.branches[Math.min(at, node.branches.length - 1)];
  switch (draw.below(11)) {
    case 0:
      node.branches.splice(at, 0, { attestation: attestationOf(draw) });
      return;
    case 1:
      node.branches.splice(at, 1);
      return;
    case 2:
      if (branch !== undefined && nodes.length < MAX_NODES)
        node.branches.splice(at, 0, structuredClone(branch));
      return;
    case 3:
      if (nodes.length < MAX_NODES)
        node.branches.splice(at, 0, ...structuredClone(draw.pick(nodesOf(draw.pick(grafts))).branches));
      return;
    case 4: {
      const other = draw.pick(nodes);
      const { branches } = node;
      if (nodesOf({ branches }).includes(other) || nodesOf(other).includes(node)) return;
      node.branches = other.branches;
      other.branches = branches;
      return;
    }
    case 5:
      if (branch !== undefined)
        node.branches = [{ operation: operationOf(draw), next: { branches: node.branches } }];
      return;
    case 6:
      if (branch !== undefined && "next" in branch) {
        node.branches[node.branches.indexOf(branch)] = { operation: operationOf(draw), next: branch.next };
      }
      return;
    case 7:
      if (branch !== undefined && "next" in branch && "argument" in branch.operation) {
        const argument = branch.operation.argument.slice();
        argument[draw.below(argument.length)]! ^= 1 << draw.below(8);
        node.branches[node.branches.indexOf(branch)] = {
          operation: { ...branch.operation, argument },
          next: branch.next,
        };
      }
      return;
    case 8:
      // One step left out.
      if (branch !== undefined && "next" in branch)
        node.branches.splice(node.branches.indexOf(branch), 1, ...branch.next.branches);
      return;
    case 9:
      file.hash = draw.pick(["sha1", "sha256", "ripemd160", "keccak256"]);
      return;
    default:
      file.digest[draw.below(file.digest.length)]! ^= draw.below(2);
  }
}

function attestationOf(draw: Draw): Extract<Branch, { attestation: unknown }>["attestation"] {
  switch (draw.below(4)) {
    case 0:
      return { kind: "bitcoin", height: draw.pick([0, 1, 358_391, 358_390, 2 ** 31 - 1, 2 ** 31]) };
    case 1:
      return { kind: "litecoin", height: draw.below(1000) };
    case 2:
      return {
        kind: "pending",
        uri: draw.pick(["https://a.pool.opentimestamps.org", "", "a b", "x".repeat(1001)]),
      };
    default:
      return { kind: "unknown", tag: draw.bytes(8), payload: draw.bytes(draw.below(40)) };
  }
}

function operationOf(draw: Draw): Extract<Branch, { operation: unknown }>["operation"] {
  const kind = draw.pick([
    "sha1",
    "sha256",
    "ripemd160",
    "keccak256",
    "reverse",
    "hexlify",
    "append",
    "prepend",
  ] as const);
  return kind === "append" || kind === "prepend"
    ? { kind, argument: draw.bytes(draw.pick([0, 1, 32, 32, 4096, 4097])) }
    : { kind };
}

const MAGIC = "004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294";
const TAGS = {
  append: 0xf0,
  prepend: 0xf1,
  reverse: 0xf2,
  hexlify: 0xf3,
  sha1: 0x02,
  ripemd160: 0x03,
  sha256: 0x08,
  keccak256: 0x67,
} as const;
const KINDS = {
  bitcoin: "0588960d73d71901",
  litecoin: "06869a0d73d71b45",
  pending: "83dfe30d2ef90c8e",
} as const;

/** Does not use the codec under test, which would not write most of these. */
export function encoded({ hash, digest, timestamp }: Changeable, draw: Draw): Uint8Array {
  const out: number[] = [...hexToBytes(MAGIC), 1, TAGS[hash], ...digest];
  const integer = (value: number) => {
    let rest = value;
    for (; rest > 0x7f; rest = Math.floor(rest / 128)) out.push((rest % 128) | 0x80);
    if (draw.below(500) === 0) out.push(rest | 0x80, 0);
    else out.push(rest);
  };
  const sized = (bytes: ArrayLike<number>) => {
    integer(draw.below(500) === 0 ? bytes.length + 1 : bytes.length);
    for (const byte of Array.from(bytes)) out.push(byte);
  };
  const payloadOf = (value: number | string): number[] => {
    const start = out.length;
    if (typeof value === "number") integer(value);
    else sized(Buffer.from(value, "latin1"));
    return out.splice(start);
  };
  const visit = ({ branches }: Timestamp) => {
    for (const [i, branch] of branches.entries()) {
      if (i < branches.length - 1) out.push(0xff);
      if ("next" in branch) {
        out.push(TAGS[branch.operation.kind]);
        if ("argument" in branch.operation) sized(branch.operation.argument);
        visit(branch.next);
        continue;
      }
      const { attestation } = branch;
      out.push(0);
      if (attestation.kind === "unknown") {
        out.push(...attestation.tag);
        sized(attestation.payload);
      } else {
        out.push(...hexToBytes(KINDS[attestation.kind]));
        sized(payloadOf(attestation.kind === "pending" ? attestation.uri : attestation.height));
      }
    }
  };
  visit(timestamp);
  return Uint8Array.from(out);
}

/** Mostly as it is; sometimes cut, longer or with a bit turned. */
export function misspelled(bytes: Uint8Array, draw: Draw): Uint8Array {
  const at = draw.below(bytes.length);
  switch (draw.below(20)) {
    case 0:
      return bytes.slice(0, at);
    case 1:
      return Uint8Array.of(...bytes.subarray(0, 100_000), draw.below(256));
    case 2: {
      const changed = bytes.slice();
      changed[at]! ^= 1 << draw.below(8);
      return changed;
    }
    default:
      return bytes;
  }
}
