/**
 * Portable proofs changed by someone who knows the format: values swapped, taken from other proofs,
 * spelled differently, fields repeated, moved, left out. None throws, takes long, or verifies more
 * than its original.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type PortableProof, parsePortableProof } from "@svc-proof/shared/proof";
import { payloadCalldata } from "@svc-proof/shared/text";
import { type VerifyOptions, verify } from "@svc-proof/verifier-lib";
import type { EvmSource } from "@svc-proof/verifier-lib/source";
import { expect, test } from "vitest";
import { minedBlock } from "../../verifier-lib/src/source/recorded-source.testing.js";
import { attack, claimKey, newTally, tellTally } from "./attack.js";
import { type Draw, drawOf } from "./draw.js";
import { endsWithin, mutations, SEED } from "./extent.js";

const MUTATIONS = mutations(3_000);

/** JSON with its members in order, so that one may occur twice. A string is JSON already. */
type Node =
  | { kind: "raw"; text: string }
  | { kind: "text"; value: string }
  | { kind: "list"; items: Node[] }
  | { kind: "object"; members: [string, Node][] };

const NAMES = [
  "one-leaf",
  "hundred-leaves",
  "several-anchors",
  "five-leaves-promoted",
  "sixteen-anchors",
  "unknown-fields",
];
const files = NAMES.map((name) =>
  readFileSync(join(import.meta.dirname, `../vectors/svc-proof-2/good/${name}.json`), "utf8"),
);

test(
  `${MUTATIONS} proofs, each changed in one to four places`,
  async () => {
    const draw = drawOf(SEED);
    const bases = await Promise.all(files.map(baseOf));
    const tally = newTally();
    for (let i = 0; i < MUTATIONS; i++) {
      const base = draw.pick(bases);
      const tree = treeOf(JSON.parse(base.text));
      for (let changes = 1 + draw.below(4); changes > 0; changes--) mutate(tree, draw, bases);
      const input = new TextEncoder().encode(misspelled(written(tree, draw), draw));
      const options =
        draw.below(2) === 0 ? base.options : { ...base.options, contentHash: base.proof.content.hash };
      await attack(input, options, base.truths, tally);
    }
    tellTally("proofs", tally);
  },
  endsWithin(MUTATIONS),
);

interface Base {
  readonly text: string;
  readonly proof: PortableProof;
  readonly options: VerifyOptions;
  readonly truths: ReadonlySet<string>;
}

async function baseOf(text: string): Promise<Base> {
  const proof = parsePortableProof(text);
  const chains = [...new Set(proof.anchors.map(({ chain_id }) => chain_id))];
  const now = new Date("2026-11-21T12:00:00Z");
  const options = { sources: chains.map((chainId) => chainOf(proof, chainId)), now };
  const report = await verify(text, options);
  expect(report.outcome).toBe("verified");
  return { text, proof, options, truths: new Set(report.claims.map((claim) => claimKey(report, claim))) };
}

/** A chain that knows only the anchors of one proof. */
function chainOf({ anchors }: PortableProof, chainId: number): EvmSource {
  const own = anchors.filter((anchor) => anchor.chain_id === chainId);
  const blockAt = (number: number) => {
    const inBlock = own.filter((anchor) => anchor.block_number === number);
    return minedBlock({
      number,
      timestamp: 1_700_000_000,
      transactionHashes: inBlock.map(({ tx_hash }) => tx_hash),
    });
  };
  const known = (hash: string) => own.find(({ tx_hash }) => tx_hash === hash);
  const place = (number: number) => ({ blockNumber: number, blockHash: blockAt(number).hash });
  return {
    chainId,
    name: `chain ${chainId}`,
    fetchChainId: async () => chainId,
    fetchHeadNumber: async () => Number.MAX_SAFE_INTEGER,
    fetchFinalizedNumber: async () => Number.MAX_SAFE_INTEGER,
    fetchTransaction: async (hash) => {
      const anchor = known(hash);
      if (anchor === undefined) return null;
      return { hash, input: payloadCalldata(anchor.payload), ...place(anchor.block_number) };
    },
    fetchReceipt: async (hash) => {
      const anchor = known(hash);
      if (anchor === undefined) return null;
      return { transactionHash: hash, status: "success", ...place(anchor.block_number) };
    },
    fetchBlock: async (number) => {
      const block = blockAt(number);
      return block.transactionHashes.length === 0 ? null : block;
    },
  };
}

function treeOf(value: unknown): Node {
  if (typeof value === "string") return { kind: "text", value };
  if (Array.isArray(value)) return { kind: "list", items: value.map(treeOf) };
  if (typeof value === "object" && value !== null) {
    return { kind: "object", members: Object.entries(value).map(([name, member]) => [name, treeOf(member)]) };
  }
  return { kind: "raw", text: JSON.stringify(value) };
}

/** Every node, with a function that replaces it. */
function slotsOf(node: Node): { node: Node; put: (other: Node) => void }[] {
  const slots: { node: Node; put: (other: Node) => void }[] = [];
  const visit = (parent: Node) => {
    if (parent.kind === "list") {
      for (const [at, item] of parent.items.entries()) {
        slots.push({
          node: item,
          put: (other) => {
            parent.items[at] = other;
          },
        });
        visit(item);
      }
    }
    if (parent.kind === "object") {
      for (const member of parent.members) {
        slots.push({
          node: member[1],
          put: (other) => {
            member[1] = other;
          },
        });
        visit(member[1]);
      }
    }
  };
  visit(node);
  return slots;
}

const copyOf = (node: Node): Node => structuredClone(node);

const STRANGE: readonly string[] = [
  "null",
  "true",
  "-0",
  "1e3",
  "1.0",
  "01",
  "9007199254740993",
  "1e400",
  '""',
  "[]",
  "{}",
  '"\\u0000"',
  '"\\ud800"',
  '"svc-proof/2"',
  '"left"',
  '"right"',
  '"SHA-256"',
  "4294967296",
  "-1",
  "0",
];

function mutate(tree: Node, draw: Draw, bases: readonly Base[]): void {
  const slots = slotsOf(tree);
  if (slots.length === 0) return;
  const slot = draw.pick(slots);
  const texts = slots.filter(({ node }) => node.kind === "text");
  const containers = [tree, ...slots.map(({ node }) => node)].filter(
    ({ kind }) => kind === "list" || kind === "object",
  );
  const container = draw.pick(containers);
  switch (draw.below(12)) {
    case 0:
      slot.put({ kind: "raw", text: draw.pick(STRANGE) });
      return;
    case 1:
      slot.put(copyOf(draw.pick(slots).node));
      return;
    case 2:
      slot.put(copyOf(draw.pick(slotsOf(treeOf(JSON.parse(draw.pick(bases).text)))).node));
      return;
    case 3:
    case 4:
    case 5: {
      if (texts.length === 0) return;
      const text = draw.pick(texts);
      if (text.node.kind === "text") text.put({ kind: "text", value: retyped(text.node.value, draw) });
      return;
    }
    case 6: {
      if (slot.node.kind !== "raw" || !/^\d+$/.test(slot.node.text)) return;
      const number = Number(slot.node.text);
      slot.put({
        kind: "raw",
        text: String(draw.pick([number + 1, number - 1, number * 2, number ^ 1, 2 ** 53])),
      });
      return;
    }
    case 7:
      if (container.kind === "list") container.items.splice(draw.below(container.items.length + 1), 1);
      else if (container.kind === "object")
        container.members.splice(draw.below(container.members.length + 1), 1);
      return;
    case 8:
      if (container.kind === "list" && container.items.length > 0)
        container.items.push(copyOf(draw.pick(container.items)));
      else if (container.kind === "object" && container.members.length > 0) {
        const [name, value] = draw.pick(container.members);
        container.members.splice(draw.below(container.members.length + 1), 0, [name, copyOf(value)]);
      }
      return;
    case 9:
      if (container.kind === "list") container.items.reverse();
      else if (container.kind === "object") container.members.reverse();
      return;
    case 10: {
      if (container.kind !== "object" || container.members.length === 0) return;
      const member = draw.pick(container.members);
      member[0] = draw.pick([
        "__proto__",
        "constructor",
        `${member[0]} `,
        member[0].toUpperCase(),
        "\u0000",
        member[0],
      ]);
      return;
    }
    default: {
      const other = draw.pick(slots);
      const [one, two] = [copyOf(slot.node), copyOf(other.node)];
      slot.put(two);
      other.put(one);
    }
  }
}

/** A text with one change: a digit, its case, its length, a look-alike. */
function retyped(text: string, draw: Draw): string {
  const at = draw.below(text.length + 1);
  const digit = draw.below(16).toString(16);
  switch (draw.below(7)) {
    case 0:
      return text.slice(0, at) + digit + text.slice(at + 1);
    case 1:
      return text.slice(0, at) + digit + text.slice(at);
    case 2:
      return text.slice(0, at) + text.slice(at + 1);
    case 3:
      return draw.below(2) === 0 ? text.toUpperCase() : text.toLowerCase();
    case 4:
      return `${text.slice(0, at)}${draw.pick(["\u200b", "\u202e", "\u0430", " ", "\n", "\ufeff"])}${text.slice(at)}`;
    case 5:
      return text.startsWith("0x") ? text.slice(2) : `0x${text}`;
    default:
      return [...text].reverse().join("");
  }
}

function written(node: Node, draw: Draw): string {
  switch (node.kind) {
    case "raw":
      return node.text;
    case "text":
      return textOf(node.value, draw);
    case "list":
      return `[${node.items.map((item) => written(item, draw)).join(",")}]`;
    case "object":
      return `{${node.members.map(([name, value]) => `${textOf(name, draw)}:${written(value, draw)}`).join(",")}}`;
  }
}

/** Sometimes with an unnecessary escape. */
function textOf(value: string, draw: Draw): string {
  const json = JSON.stringify(value);
  if (draw.below(40) > 0 || value.length === 0) return json;
  const at = draw.below(value.length);
  const escaped = `\\u${value.charCodeAt(at).toString(16).padStart(4, "0")}`;
  return `${JSON.stringify(value.slice(0, at)).slice(0, -1)}${escaped}${JSON.stringify(value.slice(at + 1)).slice(1)}`;
}

function misspelled(text: string, draw: Draw): string {
  const at = draw.below(text.length + 1);
  switch (draw.below(30)) {
    case 0:
      return `\ufeff${text}`;
    case 1:
      return text.slice(0, at);
    case 2:
      return `${text}${draw.pick([" ", "\n", "{}", "\u0000"])}`;
    case 3:
      return text.slice(0, at) + draw.pick([",", "}", "]", '"', "\\", "/**/"]) + text.slice(at);
    default:
      return text;
  }
}
