/**
 * The Merkle tree of a set of stamps. Each digest is blinded with a nonce before it becomes a leaf, so that whoever holds
 * the file of one digest cannot tell whether a token or header that he knows is its neighbour.
 */
import { createHash } from "node:crypto";
import { MerkleTree } from "@svc-proof/shared/merkle";
import { auditPathOperations, type Operation } from "@svc-proof/shared/opentimestamps";
import type { StampMember } from "../records/types.js";

export function stampTree(members: readonly StampMember[]): MerkleTree {
  return new MerkleTree(
    Buffer.concat(
      members.map(({ digest, nonce }) => createHash("sha256").update(digest, "hex").update(nonce).digest()),
    ),
  );
}

/** From the digest of a member to the root of its set. */
export function stampOperations(members: readonly StampMember[], index: number): Operation[] {
  return [
    { kind: "append", argument: members[index]!.nonce },
    { kind: "sha256" },
    ...auditPathOperations(stampTree(members).path(index)),
  ];
}
