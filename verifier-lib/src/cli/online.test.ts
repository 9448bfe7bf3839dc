import { evmChain } from "@svc-proof/shared/chains";
import { describe, expect, test } from "vitest";
import type { Check, Report } from "../report/report.js";
import { SourceError } from "../source/bounded-fetch.js";
import { DEFAULT_ENDPOINTS, type EvmSource } from "../source/evm.js";
import { DefaultSources, openQuestions, rememberingBitcoin, rememberingEvm } from "./online.js";

describe("default sources", () => {
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
      expect(
        [urls.length, new Set(hosts).size, urls.every((url) => url.startsWith("https://"))],
        key,
      ).toEqual([2, 2, true]);
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
});

describe("remember answers", () => {
  function sourceThat(fetchReceipt: EvmSource["fetchReceipt"]): EvmSource {
    const none = async () => null;
    return {
      chainId: 1,
      name: "one",
      fetchChainId: async () => 1,
      fetchHeadNumber: async () => 1,
      fetchTransaction: none,
      fetchReceipt,
      fetchBlock: none,
    };
  }

  test("a question is asked once, other questions too", async () => {
    const asked: string[] = [];
    const source = rememberingEvm(
      sourceThat(async (hash) => {
        asked.push(hash);
        return null;
      }),
    );
    for (const hash of ["a", "b", "a", "a"]) expect(await source.fetchReceipt(hash)).toBeNull();
    expect(asked).toEqual(["a", "b"]);
  });

  test("a source that does not answer is given up after three questions; an answer counts anew", async () => {
    let asked = 0;
    const source = rememberingEvm(
      sourceThat(async (hash) => {
        asked++;
        if (hash.startsWith("good")) return null;
        throw new SourceError("source_timeout", "late");
      }),
    );
    const ask = (hash: string) => source.fetchReceipt(hash).catch((error: SourceError) => error.code);
    expect([await ask("1"), await ask("2"), await ask("good 1")]).toEqual([
      "source_timeout",
      "source_timeout",
      null,
    ]);
    expect([await ask("3"), await ask("4"), await ask("5")]).toEqual(Array(3).fill("source_timeout"));
    expect([await ask("6"), await ask("good 2")]).toEqual(Array(2).fill("source_unreachable"));
    expect(await ask("good 1")).toBeNull();
    expect(asked).toBe(6);
  });

  test("an error that is an answer is no sign of a dead source", async () => {
    const source = rememberingEvm(
      sourceThat(async () => {
        throw new SourceError("source_error", "no");
      }),
    );
    for (let i = 0; i < 9; i++) {
      await expect(source.fetchReceipt(`${i}`)).rejects.toMatchObject({ code: "source_error" });
    }
  });

  test.each(["source_timeout", "source_unreachable"] as const)(
    "three of %s give a source up",
    async (code) => {
      let asked = 0;
      const source = rememberingBitcoin({
        name: "one",
        fetchTip: async () => Promise.reject(new SourceError("source_error", "not asked")),
        fetchHeader: async () => {
          asked++;
          throw new SourceError(code, "no");
        },
      });
      for (let height = 0; height < 9; height++) {
        const wanted = height < 3 ? code : "source_unreachable";
        await expect(source.fetchHeader(height)).rejects.toMatchObject({ code: wanted });
      }
      expect(asked).toBe(3);
    },
  );

  test("4096 answers are kept; one more drops the oldest", async () => {
    const asked: string[] = [];
    const source = rememberingEvm(
      sourceThat(async (hash) => {
        asked.push(hash);
        return null;
      }),
    );
    for (let i = 0; i < 4096; i++) await source.fetchReceipt(`${i}`);
    await source.fetchReceipt("0");
    expect(asked).toHaveLength(4096);
    await source.fetchReceipt("one more");
    await source.fetchReceipt("1");
    expect(asked).toHaveLength(4097);
    await source.fetchReceipt("0");
    expect(asked.slice(4096)).toEqual(["one more", "0"]);
  });
});
