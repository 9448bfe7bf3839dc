import fc from "fast-check";
import { expect, it } from "vitest";
import { findPassingBlock } from "./nonce-passing.js";

const block = fc.nat({ max: 2 ** 31 });

it("finds the first block that contains it with few requests", async () => {
  await fc.assert(
    fc.asyncProperty(block, block, block, async (upToBlock, passedIn, forgottenBelow) => {
      let questions = 0;
      const found = await findPassingBlock(upToBlock, async (number) => {
        questions++;
        expect(number).toBeGreaterThanOrEqual(0);
        expect(number).toBeLessThanOrEqual(upToBlock);
        return number < forgottenBelow ? null : number >= passedIn;
      });
      const first = Math.max(passedIn, forgottenBelow);
      expect(found).toBe(first <= upToBlock ? first : null);
      expect(questions).toBeLessThanOrEqual(2 * Math.log2(upToBlock + 1) + 3);
    }),
  );
});
