/** Portable proofs of depth 17 through the library's public API, beside the bare hashes that they need. */
import { hash, randomBytes } from "node:crypto";
import { verify } from "@svc-proof/verifier-lib";
import { type Alternatives, contest } from "./contest.js";
import { type Figure, figure } from "./figure.js";
import { proofsOfDepth17 } from "./proofs-of-depth-17.js";

const PROOFS = 2_000;
/** Content, leaf, and the 17 nodes of the path. */
const HASHES_PER_PROOF = 19;

export const alternatives: Alternatives = {
  ours: () => {
    const proofs = proofsOfDepth17(PROOFS);
    return async () => {
      for (const { proof, original } of proofs) {
        const { checks } = await verify(proof, { original });
        // Offline the anchor stays open. Everything that can be computed must have passed.
        if (checks.some(({ status }) => status === "failed")) throw new Error("a true proof failed");
      }
    };
  },
  bareBytes: () => {
    const pair = randomBytes(64);
    return () => {
      for (let i = 0; i < PROOFS * HASHES_PER_PROOF; i++) hash("sha256", pair, "buffer");
    };
  },
  bareText: () => {
    const pair = randomBytes(64);
    return () => {
      for (let i = 0; i < PROOFS * HASHES_PER_PROOF; i++) hash("sha256", pair);
    };
  },
};

export async function verifyProofs(): Promise<Figure[]> {
  const ms = await contest("verify", ["ours", "bareBytes", "bareText"]);
  const rate = (runMs: number) => (PROOFS / runMs) * 1000;
  const ours = { unit: "proofs/s", ours: rate(ms.ours) };
  return [
    figure({
      ...ours,
      id: "verify.depth-17",
      reference: rate(ms.bareBytes),
      referenceName: `${HASHES_PER_PROOF} × crypto.hash() to bytes, one core`,
      bar: { atLeast: 0.85 },
    }),
    figure({
      ...ours,
      id: "verify.depth-17-beside-text",
      reference: rate(ms.bareText),
      referenceName: `${HASHES_PER_PROOF} × crypto.hash() to text, one core`,
      bar: null,
    }),
  ];
}
