/**
 * Witnesses changed by someone who knows the format: fields of headers, nodes and transactions exchanged, nested and
 * cut, and then every hash above them made right again, up to the block's own. None throws, takes long, or verifies
 * more than its original, alone or beside a proof.
 */

import { encodePortableProof } from "@svc-proof/shared/proof";
import { type VerifyOptions, verify } from "@svc-proof/verifier-lib";
import { encodeEvmWitness } from "@svc-proof/verifier-lib/evm";
import { expect, test } from "vitest";
import { type Anchored, anchored, chainSource } from "../../verifier-lib/src/judge/anchored.testing.js";
import { attack, claimKey, newTally, tellTally } from "./attack.js";
import { drawOf } from "./draw.js";
import { endsWithin, mutations, SEED } from "./extent.js";
import { change, encoded, misspelled, partsOf } from "./mutate-witness.js";

const MUTATIONS = mutations(3_000);
const NOW = new Date("2026-11-21T12:00:00Z");

test(
  `${MUTATIONS} witnesses, each changed in one to four places`,
  async () => {
    const draw = drawOf(SEED + 5);
    const worlds = [
      anchored(),
      anchored({ transactions: 1, index: 0 }),
      anchored({ transactions: 17, index: 16 }),
    ];
    const truths = new Set<string>();
    for (const world of worlds) {
      for (const input of [bytes(encodeEvmWitness(world.witness)), proofOf(world)]) {
        const report = await verify(input, {
          ...optionsOf(world),
          witnesses: [encodeEvmWitness(world.witness)],
        });
        for (const claim of report.claims) truths.add(claimKey(report, claim));
      }
    }
    expect(truths.size).toBe(6);
    const grafts = worlds.flatMap(({ witness }) => partsOf(witness).nodes);
    const tally = newTally();
    const beside = newTally();
    for (let i = 0; i < MUTATIONS; i++) {
      const world = draw.pick(worlds);
      const parts = partsOf(world.witness);
      for (let changes = 1 + draw.below(4); changes > 0; changes--) change(parts, draw, grafts);
      const witness = encoded(parts, draw);
      await attack(misspelled(witness, draw), optionsOf(world), truths, tally);
      if (i % 2 === 0)
        await attack(proofOf(world), { ...optionsOf(world), witnesses: [witness] }, truths, beside);
    }
    tellTally("witnesses", tally);
    tellTally("witnesses beside a proof", beside);
  },
  endsWithin(MUTATIONS),
);

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function proofOf({ proof }: Anchored): Uint8Array {
  return bytes(encodePortableProof(proof));
}

function optionsOf(world: Anchored): VerifyOptions {
  return { now: NOW, sources: [chainSource(world)] };
}
