import { expect, test } from "vitest";
import { WorkBudget } from "../work.js";
import { BLOCK_1, GENESIS } from "./chain.testing.js";
import { Checkpoints } from "./checkpoints.js";
import { judgeDocuments } from "./judge-documents.js";

const NOW = 1_795_000_000;
const genesis = { network: "bitcoin", height: 0, headers: [GENESIS] } as const;
const second = { network: "bitcoin", height: 1, headers: [BLOCK_1] } as const;
const broken = { ...BLOCK_1, nonce: 7, hash: new Uint8Array(32).fill(0xff) };
const standings = (judged: ReturnType<typeof judgeDocuments>) =>
  judged.headers.map(({ height, standing, fault }) => [height, standing, fault]);

test("documents are judged together, and networks but Bitcoin are left out", () => {
  const others = { network: "regtest", height: 5, headers: [BLOCK_1] } as const;
  const judged = judgeDocuments([[genesis], [second], [others]], NOW);
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
  const higher = { network: "bitcoin", height: 9, headers: [broken] } as const;
  const lower = { network: "bitcoin", height: 5, headers: [wrong] } as const;
  const beside = { ...lower, headers: [broken] } as const;
  const faultOf = (...runs: Parameters<typeof judgeDocuments>[0][number]) =>
    judgeDocuments([runs], NOW).faults[0];
  expect(faultOf(higher, lower)).toBe("header_target_wrong");
  expect(faultOf(lower, higher)).toBe("header_target_wrong");
  // Of two at one height, the first.
  expect(faultOf(lower, beside)).toBe("header_target_wrong");
  expect(faultOf(beside, lower)).toBe("header_work_missing");
});

test("the caller's table counts", () => {
  const checkpoints = new Checkpoints({
    hashes: BLOCK_1.hash.subarray(0, 16),
    targets: Uint8Array.of(0x1d, 0, 0xff, 0xff, 0x1d, 0, 0xff, 0xff),
  });
  const last = { network: "bitcoin", height: 2015, headers: [{ ...BLOCK_1, time: 1_232_215_505 }] } as const;
  expect(standings(judgeDocuments([[last]], NOW, { checkpoints }))).toEqual([[2015, "main-chain", null]]);
  expect(standings(judgeDocuments([[last]], NOW))).toEqual([[2015, "off-chain", null]]);
});

test("judging spends from the budget", () => {
  const documents = [[genesis], [second]];
  expect(() => judgeDocuments(documents, NOW, { work: new WorkBudget(31) })).toThrow(
    expect.objectContaining({ code: "work_limit_exceeded" }),
  );
  judgeDocuments(documents, NOW, { work: new WorkBudget(32) });
});
