import fc from "fast-check";
import { expect, it } from "vitest";
import { raisedFees } from "./fees.js";

const fee = fc.bigInt({ min: 0n, max: 10n ** 15n });
const fees = fc.record({ maxFeePerGas: fee, maxPriorityFeePerGas: fee });

it("raises both fees by at least an eighth, at least to the estimate, and never above ten times that", () => {
  fc.assert(
    fc.property(fees, fees, (last, asked) => {
      const raised = raisedFees(last, asked, { raisePermille: 125, maxFeePerGasWei: null });
      if (raised === null) {
        expect(last.maxFeePerGas * 9n).toBeGreaterThan(asked.maxFeePerGas * 80n - 8n);
        return;
      }
      for (const field of ["maxFeePerGas", "maxPriorityFeePerGas"] as const) {
        expect(raised[field] * 8n).toBeGreaterThanOrEqual(last[field] * 9n);
        expect(raised[field]).toBeGreaterThanOrEqual(asked[field]);
      }
      expect(raised.maxFeePerGas).toBeLessThanOrEqual(10n * asked.maxFeePerGas);
    }),
  );
});

it("raises by the policy, and never above its limit", () => {
  const policy = fc.record({
    raisePermille: fc.integer({ min: 125, max: 1_000 }),
    maxFeePerGasWei: fee,
  });
  fc.assert(
    fc.property(fees, fees, policy, (last, asked, given) => {
      const raised = raisedFees(last, asked, given);
      if (raised === null) return;
      for (const field of ["maxFeePerGas", "maxPriorityFeePerGas"] as const)
        expect(raised[field] * 1_000n).toBeGreaterThanOrEqual(
          last[field] * BigInt(1_000 + given.raisePermille),
        );
      expect(raised.maxFeePerGas).toBeLessThanOrEqual(given.maxFeePerGasWei);
    }),
  );
});
