import { expect, test } from "vitest";
import type { BitcoinSource } from "./bitcoin.js";
import { bitcoinSourceAskedThrough } from "./bitcoin.js";
import type { EvmSource } from "./evm.js";
import { type Ask, evmSourceAskedThrough } from "./evm.js";

const REQUEST = { signal: new AbortController().signal };

/** Every method answers with its own name and what it was given. */
function echo<Source>(fields: object, ...methods: string[]): Source {
  const answers = methods.map((name) => [name, async (...given: unknown[]) => [name, ...given]]);
  return { ...fields, ...Object.fromEntries(answers) } as Source;
}

/** The questions that were passed on. */
function noting(): { ask: Ask; questions: string[] } {
  const questions: string[] = [];
  const ask: Ask = (question, answer) => {
    questions.push(question);
    return answer();
  };
  return { ask, questions };
}

const EVM_METHODS = ["fetchChainId", "fetchHeadNumber", "fetchTransaction", "fetchReceipt", "fetchBlock"];

test("an EVM source is asked the same, each question by its own name", async () => {
  const { ask, questions } = noting();
  const source = echo<EvmSource>({ chainId: 5, name: "own" }, ...EVM_METHODS, "fetchFinalizedNumber");
  const through = evmSourceAskedThrough(source, ask);
  expect(through).toMatchObject({ chainId: 5, name: "own" });
  const answers = [
    await through.fetchChainId(REQUEST),
    await through.fetchHeadNumber(REQUEST),
    await through.fetchFinalizedNumber!(REQUEST),
    await through.fetchTransaction("0x1", REQUEST),
    await through.fetchReceipt("0x1", REQUEST),
    await through.fetchBlock(7, REQUEST),
  ];
  expect(answers).toEqual([
    ["fetchChainId", REQUEST],
    ["fetchHeadNumber", REQUEST],
    ["fetchFinalizedNumber", REQUEST],
    ["fetchTransaction", "0x1", REQUEST],
    ["fetchReceipt", "0x1", REQUEST],
    ["fetchBlock", 7, REQUEST],
  ]);
  expect(questions).toEqual(["chain", "head", "finalized", "transaction 0x1", "receipt 0x1", "block 7"]);
});

test("a Bitcoin source is asked the same, each question by its own name", async () => {
  const { ask, questions } = noting();
  const source = echo<BitcoinSource>({ name: "own" }, "fetchTip", "fetchHeader", "fetchHeadersTo");
  const through = bitcoinSourceAskedThrough(source, ask);
  expect(through.name).toBe("own");
  expect([
    await through.fetchTip(REQUEST),
    await through.fetchHeader(7, REQUEST),
    await through.fetchHeadersTo!(7, REQUEST),
  ]).toEqual([
    ["fetchTip", REQUEST],
    ["fetchHeader", 7, REQUEST],
    ["fetchHeadersTo", 7, REQUEST],
  ]);
  expect(questions).toEqual(["tip", "header 7", "headers to 7"]);
});

test("what a source does not have, it does not have either", () => {
  const { ask } = noting();
  const evm = evmSourceAskedThrough(echo({ chainId: 5, name: "own" }, ...EVM_METHODS), ask);
  expect(Object.keys(evm).toSorted()).toEqual(["chainId", "name", ...EVM_METHODS].toSorted());
  const bitcoin = bitcoinSourceAskedThrough(echo({ name: "own" }, "fetchTip", "fetchHeader"), ask);
  expect(Object.keys(bitcoin).toSorted()).toEqual(["fetchHeader", "fetchTip", "name"]);
});

test("the time limit of a source stays", () => {
  const { ask } = noting();
  expect(evmSourceAskedThrough(echo({ chainId: 5, timeoutMs: 7 }, ...EVM_METHODS), ask).timeoutMs).toBe(7);
  expect(bitcoinSourceAskedThrough(echo({ timeoutMs: 7 }), ask).timeoutMs).toBe(7);
});

test("an answer may come from elsewhere, and the source is not asked", async () => {
  const remembered = (async () => 42) as unknown as Ask;
  const source = echo<EvmSource>({ chainId: 5, name: "own" });
  expect(await evmSourceAskedThrough(source, remembered).fetchHeadNumber()).toBe(42);
});
