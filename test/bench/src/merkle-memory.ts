/** A process of its own: builds a tree, reads all paths, prints its peak resident size in MB. */

import { randomFillSync } from "node:crypto";
import { MerkleTree, newRawAuditPath } from "@svc-proof/shared/merkle";
import { peakResidentMb } from "./resident-memory.js";

const leaves = randomFillSync(new Uint8Array(Number(process.argv[2]) * 32));
let items = 0;
new MerkleTree(leaves).readAllPaths(newRawAuditPath(), (_, { length }) => {
  items += length;
});
if (items === 0) throw new Error("no path was read");
process.stdout.write(String(peakResidentMb()));
