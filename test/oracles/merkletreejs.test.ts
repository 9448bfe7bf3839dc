/** Our tree beside `merkletreejs`, configured to promote odd nodes and to sort nothing. */

import { createHash } from "node:crypto";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { foldAuditPath, MerkleTree } from "@svc-proof/shared/merkle";
import { MerkleTree as RivalTree } from "merkletreejs";
import { expect, test } from "vitest";

const sha256 = (data: Uint8Array | string): Buffer => createHash("sha256").update(data).digest();

const rivalOf = (leaves: Buffer[]) =>
  new RivalTree(leaves, (data: Buffer) => sha256(data), {
    duplicateOdd: false,
    hashLeaves: false,
    sort: false,
    sortLeaves: false,
    sortPairs: false,
  });

const leavesOf = (count: number): Buffer[] => Array.from({ length: count }, (_, i) => sha256(`leaf ${i}`));

const SIZES = [...Array.from({ length: 70 }, (_, i) => i + 1), 127, 128, 129, 255, 256, 257, 300];

test("same root and same path of every leaf, for 1 to 70 leaves and around powers of two", () => {
  for (const count of SIZES) {
    const leaves = leavesOf(count);
    const rival = rivalOf(leaves);
    const tree = new MerkleTree(new Uint8Array(Buffer.concat(leaves)));
    const root = rival.getRoot().toString("hex");
    expect(bytesToHex(tree.root), `${count} leaves`).toBe(root);
    for (let index = 0; index < count; index++) {
      const path = rival.getProof(leaves[index]!, index).map(({ position, data }) => ({
        position: position as "left" | "right",
        hash: data.toString("hex"),
      }));
      expect(tree.path(index), `leaf ${index} of ${count}`).toEqual(path);
      expect(foldAuditPath(leaves[index]!.toString("hex"), path)).toBe(root);
    }
  }
});

test("duplicating odd nodes instead gives another root wherever a node is odd", () => {
  for (const count of SIZES) {
    const leaves = leavesOf(count);
    const doubling = new RivalTree(leaves, (data: Buffer) => sha256(data), {
      duplicateOdd: true,
      hashLeaves: false,
    });
    const ours = bytesToHex(new MerkleTree(new Uint8Array(Buffer.concat(leaves))).root);
    expect(doubling.getRoot().toString("hex") === ours, `${count} leaves`).toBe(Math.log2(count) % 1 === 0);
  }
});
