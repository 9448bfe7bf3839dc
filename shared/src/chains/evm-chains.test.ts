import { expect, test } from "vitest";
import { DEVELOPMENT_CHAIN_ID, evmChain, networkLabel } from "./evm-chains.js";

test("a known chain under its own name matches, under any other it does not", () => {
  expect(networkLabel(1, "Ethereum")).toBe("match");
  expect(networkLabel(1, "ethereum")).toBe("mismatch");
  expect(networkLabel(1, "Polygon")).toBe("mismatch");
  expect(networkLabel(1, "Something else")).toBe("mismatch");
});

test("an unknown chain may not take a known name", () => {
  expect(networkLabel(999_999, "Ethereum")).toBe("mismatch");
  expect(networkLabel(999_999, "Something else")).toBe("unknown");
});

test("the development chain says what it is worth, in its name and in its kind", () => {
  const chain = evmChain(DEVELOPMENT_CHAIN_ID);
  expect(chain?.kind).toBe("development");
  expect(chain?.network).toContain("no evidential value");
  expect(chain?.explorerTransactionUrl).toBeNull();
});

test("an unknown chain is not made up", () => {
  expect(evmChain(0)).toBeUndefined();
  expect(evmChain(999_999)).toBeUndefined();
});

test.each(["ethereum", "Ethereum ", "Ethereum\u200b", "\uff25thereum", " OP  Mainnet".replace("  ", " ")])(
  "an unknown chain cannot go by %j",
  (network) => {
    expect(networkLabel(56, network)).toBe("mismatch");
    expect(networkLabel(1, network)).toBe("mismatch");
  },
);
