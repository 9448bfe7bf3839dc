import { expect, test } from "vitest";
import type { EvmSource } from "../../source/evm-source.js";
import { SourceError } from "../../source/source-error.js";
import { rememberingEvm } from "./remember-answers.js";

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
