import { expect, test } from "vitest";
import {
  chainText,
  DEVELOPMENT_CHAIN_ID,
  evmChain,
  evmFinality,
  evmHeadersSince,
  networkLabel,
} from "./chains.js";

test("a known chain matches only its own name", () => {
  expect(networkLabel(1, "Ethereum")).toBe("match");
  expect(networkLabel(1, "ethereum")).toBe("mismatch");
  expect(networkLabel(1, "Polygon")).toBe("mismatch");
  expect(networkLabel(1, "Something else")).toBe("mismatch");
});

test("an unknown chain must not use a known name", () => {
  expect(networkLabel(999_999, "Ethereum")).toBe("mismatch");
  expect(networkLabel(999_999, "Something else")).toBe("unknown");
});

test("the name and kind of the development chain state its lack of evidential value", () => {
  const chain = evmChain(DEVELOPMENT_CHAIN_ID);
  expect(chain?.kind).toBe("development");
  expect(chain?.network).toContain("no evidential value");
  expect(chain?.explorerTransactionUrl).toBeNull();
});

test("an unknown chain has no entry", () => {
  expect(evmChain(0)).toBeUndefined();
  expect(evmChain(999_999)).toBeUndefined();
});

test.each([
  "ethereum",
  "ETHEREUM",
  "Ethereum ",
  "E t h e r e u m",
  "Ether-eum",
  "Ethereum.",
  "Ethereum\u200b",
  "Ethereum\u00a0",
  "\u2060Ethereum",
  "\uff25thereum",
  "\u0415thereum",
  "Eth\u0435r\u0435um",
  "\u0395thereum",
  "Eth\u00e9reum",
  "E\u0301thereum",
  "Ethereu\u043c",
  "Ethereurn",
  "\u{1d404}thereum",
  "Po1ygon",
  "PoIygon",
  "Po|ygon",
  "P\u043elyg\u03bfn",
  "Gnos\u0456s",
  "\u0412ase",
  "B\u0430se",
  "BASE",
  "0P Mainnet",
  "OPMainnet",
  "OP  Mainnet",
  "OP_MAINNET",
  "\u041e\u0420 Mainnet",
  "Arbitrurn One",
  "Arb\u0131trum One",
  "Sep\u03bflia",
  "Anvil devnet (no evidentia1 value)",
])("neither an unknown nor a known chain may use the name %j", (network) => {
  expect(networkLabel(56, network)).toBe("mismatch");
  expect(networkLabel(1, network)).toBe("mismatch");
});

test.each([
  "BNB Smart Chain",
  "Avalanche",
  "zkSync Era",
  "Linea",
  "Celo",
  "Etherium",
  "Polygon zkEVM",
  "Based",
  "\u4ee5\u592a\u574a",
  "!",
  "\u200b",
])("an unknown chain may use the name %j", (network) => {
  expect(networkLabel(999_999, network)).toBe("unknown");
});

test("every known chain has only its own name", () => {
  for (const chainId of [1, 10, 100, 137, 8453, 42_161, 80_002, 84_532, 11_155_111, 31_337]) {
    const { network } = evmChain(chainId)!;
    expect(networkLabel(chainId, network)).toBe("match");
    expect(networkLabel(chainId + 1, network)).toBe("mismatch");
  }
});

test("chains with finality use it; others use twelve confirmations", () => {
  expect(evmFinality(1)).toEqual({ kind: "finalized" });
  expect(evmFinality(8453)).toEqual({ kind: "finalized" });
  for (const chainId of [DEVELOPMENT_CHAIN_ID, 999_999]) {
    expect(evmFinality(chainId)).toEqual({ kind: "confirmations", count: 12 });
  }
});

test("headers follow Ethereum's rules from a block on; null for an unknown chain", () => {
  expect(evmHeadersSince(1)).toBe(0);
  expect(evmHeadersSince(100)).toBe(25_349_537);
  expect(evmHeadersSince(42_161)).toBe(22_207_817);
  expect(evmHeadersSince(999_999)).toBeNull();
});

test.each([
  [1, "Ethereum", "Ethereum"],
  [1, "Bitcoin", "Ethereum (“Bitcoin”)"],
  [31_337, "Anvil devnet (no evidential value)", "Anvil devnet"],
  [999, "Bitcoin", "unknown chain 999 (“Bitcoin”)"],
  [
    999,
    "Ethereum mainnet, by 12 independent sources",
    "unknown chain 999 (“Ethereum mainnet, by 12 independent sources”)",
  ],
  [999, "{chain} $& {label}", "unknown chain 999 (“{chain} $& {label}”)"],
])("chain %i with the label %j is told as %j", (chainId, label, text) => {
  expect(chainText(chainId, label)).toBe(text);
});

test("an unknown chain is told in another language", () => {
  expect(chainText(999, "Bitcoin", "cadena desconocida {chain} («{label}»)")).toBe(
    "cadena desconocida 999 («Bitcoin»)",
  );
});
