import { expect, test } from "vitest";
import { WorkBudget } from "../work/work-budget.js";
import { BLOCK_1, GENESIS } from "./chain.testing.js";
import { judgeDocuments } from "./judge-documents.js";

const NOW = 1_795_000_000;
const genesis = { network: "bitcoin", height: 0, headers: [GENESIS] } as const;
const second = { network: "bitcoin", height: 1, headers: [BLOCK_1] } as const;
const broken = { ...BLOCK_1, nonce: 7, hash: new Uint8Array(32).fill(0xff) };
const standings = (judged: ReturnType<typeof judgeDocuments>) =>
  judged.headers.map(({ height, standing, fault }) => [height, standing, fault]);

test("documents are judged together, and networks but Bitcoin are left out", () => {
  const judged = judgeDocuments([[genesis], [second], [{ ...second, network: "regtest" }]], NOW);
  expect(judged.faults).toEqual([null, null, null]);
  expect(standings(judged)).toEqual([
    [1, "unproven", null],
    [0, "main-chain", null],
  ]);
  expect(judged.headers[1]).toMatchObject({ successors: 1 });
});

test("one impossible header refuses its document, and no other", () => {
  const run = { network: "bitcoin", height: 1, headers: [BLOCK_1, broken] } as const;
  const judged = judgeDocuments([[genesis], [run]], NOW);
  expect(judged.faults).toEqual([null, "header_work_missing"]);
  expect(standings(judged)).toEqual([
    [0, "main-chain", null],
    [1, "impossible", "header_work_missing"],
    [2, "impossible", "header_work_missing"],
  ]);
  // Its second header does not count as a successor.
  expect(judged.headers[0]).toMatchObject({ successors: 0 });
  const also = judgeDocuments([[genesis], [run], [second]], NOW);
  expect(also.headers[1]).toMatchObject({ height: 0, standing: "main-chain", successors: 1 });
});

test("a document is refused for its lowest fault", () => {
  const wrong = { ...BLOCK_1, bits: 0x1c7fffff, nonce: 8, hash: new Uint8Array(32) };
  const runs = [
    { network: "bitcoin", height: 9, headers: [broken] },
    { network: "bitcoin", height: 5, headers: [wrong] },
  ] as const;
  expect(judgeDocuments([runs], NOW).faults).toEqual(["header_target_wrong"]);
});

test("judging spends from the budget", () => {
  const documents = [[genesis], [second]];
  expect(() => judgeDocuments(documents, NOW, { work: new WorkBudget(31) })).toThrow(
    expect.objectContaining({ code: "work_limit_exceeded" }),
  );
  judgeDocuments(documents, NOW, { work: new WorkBudget(32) });
});
