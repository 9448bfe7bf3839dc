/** The Merkle tree of a million leaves, compared with as many bare hashes and with `merkletreejs`. */

import { hash, randomFillSync } from "node:crypto";
import { fileURLToPath } from "node:url";
import { MerkleTree, newRawAuditPath } from "@svc-proof/shared/merkle";
import { MerkleTree as RivalTree } from "merkletreejs";
import { runChild } from "./child.js";
import { type Alternatives, contest } from "./contest.js";
import { type Figure, figure, limitFigure } from "./figure.js";

const LEAVES = 1_000_000;
/** A tenth for the rival, which keeps every value as an object of its own. */
const RIVAL_LEAVES = 100_000;
const MAX_MEMORY_MB = 250;

const randomLeaves = (count: number) => randomFillSync(new Uint8Array(count * 32));

export const alternatives: Alternatives = {
  build: () => {
    const leaves = randomLeaves(LEAVES);
    return () => new MerkleTree(leaves);
  },
  paths: () => {
    const leaves = randomLeaves(LEAVES);
    const path = newRawAuditPath();
    return () => {
      let items = 0;
      new MerkleTree(leaves).readAllPaths(path, (_, { length }) => {
        items += length;
      });
      return items;
    };
  },
  bareBytes: () => {
    const pair = randomLeaves(2);
    return () => {
      for (let i = 0; i < LEAVES; i++) hash("sha256", pair, "buffer");
    };
  },
  bareText: () => {
    const pair = randomLeaves(2);
    return () => {
      for (let i = 0; i < LEAVES; i++) hash("sha256", pair);
    };
  },
  small: () => {
    const leaves = randomLeaves(RIVAL_LEAVES);
    return () => new MerkleTree(leaves).root;
  },
  rival: () => {
    const leaves = Array.from({ length: RIVAL_LEAVES }, () => Buffer.from(randomLeaves(1)));
    const sha256 = (bytes: Buffer) => hash("sha256", bytes, "buffer");
    return () => new RivalTree(leaves, sha256, { hashLeaves: false }).getRoot();
  },
};

export async function merkle(): Promise<Figure[]> {
  const ms = await contest("merkle", ["build", "paths", "bareBytes", "bareText", "small", "rival"]);
  const bare = { reference: ms.bareBytes, referenceName: `${LEAVES} × crypto.hash() to bytes` };
  const text = { reference: ms.bareText, referenceName: `${LEAVES} × crypto.hash() to text` };
  const unit = "ms";
  return [
    figure({ id: "merkle.build", unit, ours: ms.build, ...bare, bar: { atMost: 1 } }),
    figure({ id: "merkle.build-and-all-paths", unit, ours: ms.paths, ...bare, bar: { atMost: 1.3 } }),
    figure({ id: "merkle.build-beside-text", unit, ours: ms.build, ...text, bar: null }),
    figure({ id: "merkle.build-and-all-paths-beside-text", unit, ours: ms.paths, ...text, bar: null }),
    await memory(),
    figure({
      id: "merkle.rival",
      unit,
      ours: ms.small,
      reference: ms.rival,
      referenceName: `merkletreejs 0.6.0 with crypto.hash(), ${RIVAL_LEAVES} leaves each`,
      bar: { atMost: 1 / 3 },
    }),
  ];
}

async function memory(): Promise<Figure> {
  const program = fileURLToPath(new URL("./merkle-memory.js", import.meta.url));
  const { stdout } = await runChild(process.execPath, [program, String(LEAVES)]);
  return limitFigure({
    id: "merkle.memory",
    unit: "MB",
    ours: Number(stdout),
    limit: MAX_MEMORY_MB,
    what: "peak memory with all paths",
  });
}
