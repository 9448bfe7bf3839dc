import { evmChain } from "@svc-proof/shared/chains";
import { expect, test } from "vitest";
import type { Check, Report } from "../../report/report.js";
import { DEFAULT_ENDPOINTS } from "../../source/evm.js";
import { DefaultSources } from "./default-sources.js";
import { openQuestions } from "./open-questions.js";

const check = (id: string, code: string, evidence: object = {}, status = "indeterminate") =>
  ({ id, code, evidence, status }) as unknown as Check;
const questions = (...checks: Check[]) =>
  openQuestions({ outcome: "indeterminate", checks } as unknown as Report);

test("an anchor that nobody was asked about is open; one that was asked about is not", () => {
  expect(
    questions(
      check("anchor", "no_source", { chain_id: 1 }),
      check("anchor", "witness_unconfirmed", { chain_id: 137 }),
      check("anchor", "no_source", { chain_id: 1 }),
      check("anchor", "sources_disagree", { chain_id: 10, sources: [] }),
      check("anchor", "no_anchor", {}, "skipped"),
      check("anchor", "no_source"),
      check("anchor", "ok", { chain_id: 100 }, "passed"),
      check("payload", "no_source", { chain_id: 101 }),
    ),
  ).toEqual({ chainIds: [1, 137], isBitcoinOpen: false });
});

test.each([
  [check("bitcoin", "no_bitcoin_header"), true],
  [check("block", "header_unproven"), true],
  [check("seal", "out_of_bounds_no_poe", { proof_of_existence: { code: "no_bitcoin_header" } }), true],
  [check("bitcoin", "bitcoin_pending"), false],
  [check("bitcoin", "header_of_regtest"), false],
  [check("bitcoin", "ok", {}, "passed"), false],
  [check("seal", "out_of_bounds_no_poe", { proof_of_existence: null }), false],
  [check("seal", "no_trust_anchor"), false],
  [check("bitcoin", "no_bitcoin_header", {}, "passed"), false],
  [check("block", "no_bitcoin_header", {}, "skipped"), false],
  [check("seal", "ok", { proof_of_existence: { code: "no_bitcoin_header" } }, "passed"), false],
  [check("qualified", "no_such_code", { proof_of_existence: { code: "no_bitcoin_header" } }), false],
  [check("anchor", "no_bitcoin_header"), false],
])("%j leaves a block of Bitcoin open: %s", (one, isOpen) => {
  expect(questions(one).isBitcoinOpen).toBe(isOpen);
});

test("no explorer is asked about the blocks of a sandbox's own calendar: it would contradict them", () => {
  const open = check("bitcoin", "no_bitcoin_header");
  const anchor = (chainId: number, status: string) => check("anchor", "ok", { chain_id: chainId }, status);
  expect(questions(anchor(31337, "passed"), open).isBitcoinOpen).toBe(false);
  expect(questions(anchor(31337, "indeterminate"), open).isBitcoinOpen).toBe(false);
  expect(questions(anchor(1, "indeterminate"), open).isBitcoinOpen).toBe(true);
  const elsewhere = check("payload", "ok", { chain_id: 31337 }, "passed");
  expect(questions(elsewhere, open).isBitcoinOpen).toBe(true);
});

test("no answer mends a failure", () => {
  const open = [check("anchor", "no_source", { chain_id: 1 }), check("bitcoin", "no_bitcoin_header")];
  const failed = { outcome: "failed", checks: open } as unknown as Report;
  expect(openQuestions(failed)).toEqual({ chainIds: [], isBitcoinOpen: false });
});

test("each chain of the list is known, and asked at two independent places, over TLS", () => {
  const sources = new DefaultSources(1000);
  for (const [key, urls] of Object.entries(DEFAULT_ENDPOINTS)) {
    const hosts = urls.map((url) => new URL(url).hostname.split(".").slice(-2).join("."));
    expect([urls.length, new Set(hosts).size, urls.every((url) => url.startsWith("https://"))], key).toEqual([
      2,
      2,
      true,
    ]);
    if (key === "bitcoin") continue;
    const chainId = Number(key.slice("evm:".length));
    expect(evmChain(chainId)?.kind, key).toMatch(/public|testnet/);
    const made = sources.of({ chainIds: [chainId], isBitcoinOpen: false });
    expect(made.sources.map((source) => source.chainId)).toEqual([chainId, chainId]);
    expect(sources.of({ chainIds: [chainId], isBitcoinOpen: false }).sources).toEqual(made.sources);
  }
  expect(sources.of({ chainIds: [999_999], isBitcoinOpen: true })).toMatchObject({
    sources: [],
    bitcoinSources: [{ name: "https://blockstream.info" }, { name: "https://mempool.space" }],
  });
});

test("no explorer is asked unless a block of Bitcoin is open", () => {
  expect(new DefaultSources(1000).of({ chainIds: [], isBitcoinOpen: false })).toEqual({
    sources: [],
    bitcoinSources: [],
  });
});

test("each waits for an answer as long as it was told to", () => {
  const { sources, bitcoinSources } = new DefaultSources(1234).of({ chainIds: [1], isBitcoinOpen: true });
  expect(sources.map(({ timeoutMs }) => timeoutMs)).toEqual([1234, 1234]);
  // An explorer needs two answers for one header.
  expect(bitcoinSources.map(({ timeoutMs }) => timeoutMs)).toEqual([2468, 2468]);
});
