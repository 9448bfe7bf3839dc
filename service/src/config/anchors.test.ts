import { describe, expect, it } from "vitest";
import { ConfigError, parseConfig } from "./parse.js";

const KEY = `0x${"a1".repeat(32)}`;
const ONE = { chain_id: 1, rpc_urls: ["https://rpc.example/token"], key: KEY };

function problemsOf(anchors: unknown, more: Record<string, string> = {}): readonly string[] {
  const text = typeof anchors === "string" ? anchors : JSON.stringify(anchors);
  try {
    parseConfig({ SVC_ANCHORS: text, ...more });
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe("SVC_ANCHORS", () => {
  it("reads each chain, with everything or only what it needs", () => {
    const all = {
      chain_id: 137,
      rpc_urls: ["https://a.example/k", "http://127.0.0.1:8545"],
      key_file: "/run/secrets/polygon",
      network_name: "Our chain",
      confirmations: 200,
      gas: {
        max_cost_gwei: 5_000_000,
        max_fee_gwei: 500.5,
        priority_fee_gwei: 0.000000001,
        bump_after_ms: 60_000,
        bump_percent: 12.5,
      },
      low_balance_gwei: 1e9,
    };
    const { anchors } = parseConfig({
      SVC_ANCHORS: JSON.stringify([
        ONE,
        all,
        { chain_id: 10, rpc_urls: ["https://b.example"], key_env: "OP_KEY" },
      ]),
    });
    const nothing = {
      networkName: null,
      confirmations: null,
      maxCostWei: null,
      maxFeePerGasWei: null,
      priorityFeePerGasWei: null,
      bumpAfterMs: null,
      raisePermille: null,
      lowBalanceWei: null,
    };
    expect(anchors).toEqual([
      { ...nothing, chainId: 1, rpcUrls: ["https://rpc.example/token"], key: { kind: "key", key: KEY } },
      {
        chainId: 137,
        rpcUrls: ["https://a.example/k", "http://127.0.0.1:8545"],
        key: { kind: "file", path: "/run/secrets/polygon" },
        networkName: "Our chain",
        confirmations: 200,
        maxCostWei: 5_000_000n * 10n ** 9n,
        maxFeePerGasWei: 500_500_000_000n,
        priorityFeePerGasWei: 1n,
        bumpAfterMs: 60_000,
        raisePermille: 125,
        lowBalanceWei: 10n ** 18n,
      },
      {
        ...nothing,
        chainId: 10,
        rpcUrls: ["https://b.example"],
        key: { kind: "environment", name: "OP_KEY" },
      },
    ]);
  });

  it.each<[string, unknown, RegExp]>([
    ["no JSON", "[{", /expected a JSON list of chains, got something that is not JSON/],
    ["an object", ONE, /expected a JSON list of 1 to 8 chains/],
    ["no chain", [], /expected a JSON list of 1 to 8 chains/],
    ["nine chains", Array.from({ length: 9 }, (_, i) => ({ ...ONE, chain_id: i + 1 })), /1 to 8 chains/],
    [
      "a chain twice",
      [ONE, ONE],
      /\[1\]\.chain_id: expected a chain that is not in the list yet, got 1 again/,
    ],
    ["a chain that is null", [null], /\[0\]: expected an object/],
    ["a chain id as text", [{ ...ONE, chain_id: "1" }], /\[0\]\.chain_id: expected an integer/],
    [
      "no chain id",
      [{ ...ONE, chain_id: undefined }],
      /\[0\]\.chain_id: expected the chain's EIP-155 identifier/,
    ],
    ["no endpoint", [{ ...ONE, rpc_urls: [] }], /\[0\]\.rpc_urls: expected a list of 1 to 8 different http/],
    ["an endpoint twice", [{ ...ONE, rpc_urls: ["http://a", "http://a"] }], /\[0\]\.rpc_urls/],
    ["a websocket", [{ ...ONE, rpc_urls: ["wss://a.example/secret"] }], /\[0\]\.rpc_urls/],
    [
      "no key",
      [{ ...ONE, key: undefined }],
      /\[0\]: expected exactly one of key, key_file and key_env, got none/,
    ],
    ["two keys", [{ ...ONE, key_env: "A" }], /got key and key_env/],
    ["a key beyond the group", [{ ...ONE, key: `0x${"ff".repeat(32)}` }], /\[0\]\.key: expected a secp256k1/],
    ["a setting as key", [{ ...ONE, key: undefined, key_env: "SVC_ANCHOR_KEY" }], /does not begin with SVC_/],
    ["an unknown field", [{ ...ONE, url: "x" }], /\[0\]: unknown field "url"; known are chain_id, rpc_urls/],
    ["an unknown field of gas", [{ ...ONE, gas: { max: 1 } }], /\[0\]\.gas: unknown field "max"/],
    ["no confirmation", [{ ...ONE, confirmations: 0 }], /\[0\]\.confirmations: expected an integer from 1/],
    [
      "a raise that nodes refuse",
      [{ ...ONE, gas: { bump_percent: 10 } }],
      /bump_percent: expected a number from 12.5/,
    ],
    ["no fee", [{ ...ONE, gas: { max_fee_gwei: 0 } }], /max_fee_gwei: expected a number/],
    [
      "a tip above the fee",
      [{ ...ONE, gas: { max_fee_gwei: 1, priority_fee_gwei: 2 } }],
      /priority_fee_gwei: expected at most max_fee_gwei/,
    ],
    ["a negative balance", [{ ...ONE, low_balance_gwei: -1 }], /low_balance_gwei: expected a number/],
  ])("refuses %s, and says where", (_, anchors, problem) => {
    const problems = problemsOf(anchors);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^SVC_ANCHORS: /);
    expect(problems[0]).toMatch(problem);
  });

  it("shows no key and no address in an error", () => {
    const secret = "s3cret";
    for (const broken of [
      { ...ONE, key: `0x${secret}` },
      { ...ONE, rpc_urls: [`ftp://user:${secret}@a.example`] },
      { ...ONE, rpc_urls: [`https://a.example/${secret}`], confirmations: secret },
      { ...ONE, key: undefined, key_env: `${secret}-${secret}` },
    ]) {
      const problems = problemsOf([broken]);
      expect(problems).toHaveLength(1);
      expect(problems.join()).not.toContain(secret);
    }
    expect(problemsOf(`[{"key": "${secret}"`).join()).not.toContain(secret);
  });

  it("takes the place of the settings for one chain", () => {
    expect(problemsOf([ONE])).toEqual([]);
    for (const [name, value] of [
      ["SVC_RPC_URL", "http://127.0.0.1:8545"],
      ["SVC_CHAIN_ID", "1"],
      ["SVC_ANCHOR_KEY", KEY],
      ["SVC_NETWORK_NAME", "x"],
    ] as const) {
      expect(problemsOf([ONE], { [name]: value })).toEqual([
        `${name}: expected nothing because SVC_ANCHORS is given, got something`,
      ]);
    }
  });
});
