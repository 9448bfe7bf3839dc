/** The Merkle tree of a million leaves, beside as many bare hashes and beside `merkletreejs`. */
import { hash, randomFillSync } from "node:crypto";
import { fileURLToPath } from "node:url";
import { MerkleTree, newRawAuditPath } from "@svc-proof/shared/merkle";
import { MerkleTree as RivalTree } from "merkletreejs";
import { runChild } from "./child.js";
import { type Figure, figure } from "./figure.js";
import { medianMs } from "./rounds.js";

const LEAVES = 1_000_000;
/** The rival needs minutes for a million; its time grows in proportion. */
const RIVAL_LEAVES = 100_000;
const ROUNDS = 5;
const MAX_MEMORY_MB = 250;

export async function merkle(): Promise<Figure[]> {
  const leaves = randomFillSync(new Uint8Array(LEAVES * 32));
  const pair = leaves.subarray(0, 64);
  const times = await medianMs(ROUNDS, {
    build: () => new MerkleTree(leaves),
    paths: () => {
      const path = newRawAuditPath();
      let items = 0;
      new MerkleTree(leaves).readAllPaths(path, (_, { length }) => {
        items += length;
      });
      return items;
    },
    bareBytes: () => {
      for (let i = 0; i < LEAVES; i++) hash("sha256", pair, "buffer");
    },
    bareText: () => {
      for (let i = 0; i < LEAVES; i++) hash("sha256", pair);
    },
  });
  const bare = {
    reference: times.bareBytes,
    referenceName: `${LEAVES} × crypto.hash() of 64 bytes to bytes`,
  };
  const text = {
    reference: times.bareText,
    referenceName: `${LEAVES} × crypto.hash() of 64 bytes to hex text`,
  };
  const unit = "ms";
  return [
    figure({ id: "merkle.build", unit, ours: times.build, ...bare, bar: { atMost: 1 } }),
    figure({ id: "merkle.build-and-all-paths", unit, ours: times.paths, ...bare, bar: { atMost: 1.3 } }),
    figure({ id: "merkle.build-beside-text", unit, ours: times.build, ...text, bar: null }),
    figure({ id: "merkle.build-and-all-paths-beside-text", unit, ours: times.paths, ...text, bar: null }),
    await memory(),
    await rival(leaves.subarray(0, RIVAL_LEAVES * 32)),
  ];
}

async function memory(): Promise<Figure> {
  const program = fileURLToPath(new URL("./merkle-memory.js", import.meta.url));
  const { stdout } = await runChild(process.execPath, [program, String(LEAVES)]);
  return figure({
    id: "merkle.memory",
    unit: "MB",
    ours: Number(stdout),
    reference: MAX_MEMORY_MB,
    referenceName: "limit; peak resident size of a whole process that builds and reads all paths",
    bar: { atMost: 1 },
  });
}

async function rival(leaves: Uint8Array): Promise<Figure> {
  const buffers = Array.from({ length: RIVAL_LEAVES }, (_, i) =>
    Buffer.from(leaves.subarray(i * 32, i * 32 + 32)),
  );
  const sha256 = (bytes: Buffer) => hash("sha256", bytes, "buffer");
  const times = await medianMs(3, {
    ours: () => new MerkleTree(leaves).root,
    rival: () => new RivalTree(buffers, sha256, { hashLeaves: false }).getRoot(),
  });
  return figure({
    id: "merkle.rival",
    unit: "ms",
    ours: times.ours,
    reference: times.rival,
    referenceName: `merkletreejs 0.6.0 with crypto.hash(), ${RIVAL_LEAVES} leaves each`,
    bar: { atMost: 1 / 3 },
  });
}
