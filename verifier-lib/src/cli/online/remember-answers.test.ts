import { expect, test } from "vitest";
import { SourceError } from "../../source/bounded-fetch.js";
import type { EvmSource } from "../../source/evm.js";
import { rememberingBitcoin, rememberingEvm } from "./remember-answers.js";

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

test.each(["source_timeout", "source_unreachable"] as const)("three of %s give a source up", async (code) => {
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
});

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
