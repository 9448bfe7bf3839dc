import { describe, expect, test } from "vitest";
import { gravestWord, type RevocationWord, revocationWord, SILENT } from "./revocation-word.js";

const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms);

test.each([
  ["revoked", "revoked"],
  ["doubtful", "undetermined"],
  ["good", "good"],
  ["unusable", "undetermined"],
  ["silent", "not_checked"],
] as const)("a word that is %s has the status %s and no details of its own", (weight, status) => {
  expect(revocationWord(weight)).toEqual({
    weight,
    restsOnExistence: false,
    state: { status, source: null, revokedAt: null, reason: null, asOf: null, message: null },
  });
});

test("no words are silence", () => {
  expect(gravestWord([])).toBe(SILENT);
});

/** Of each pair, the first outweighs the second, in whatever order they are given. */
const PAIRS: readonly [string, RevocationWord, RevocationWord][] = [
  ["revoked, doubtful", revocationWord("revoked"), revocationWord("doubtful")],
  ["doubtful, good", revocationWord("doubtful"), revocationWord("good")],
  ["good, unusable", revocationWord("good"), revocationWord("unusable")],
  ["unusable, silent", revocationWord("unusable"), revocationWord("silent", { asOf: at(1), message: "old" })],
  ["revoked, good by existence", revocationWord("revoked"), revocationWord("good", {}, true)],
  [
    "resting on existence, with an earlier revocation",
    revocationWord("good", { revokedAt: at(2) }, true),
    revocationWord("good", { revokedAt: at(1), asOf: at(3) }),
  ],
  [
    "an earlier revocation, a later one",
    revocationWord("revoked", { revokedAt: at(1), asOf: at(3) }),
    revocationWord("revoked", { revokedAt: at(2), asOf: at(4) }),
  ],
  [
    "a revocation, none",
    revocationWord("good", { revokedAt: at(1), asOf: at(3) }),
    revocationWord("good", { asOf: at(4) }),
  ],
  [
    "a later answer, an earlier one",
    revocationWord("good", { asOf: at(2) }),
    revocationWord("good", { asOf: at(1) }),
  ],
  [
    "a later answer, an earlier one with a message",
    revocationWord("silent", { asOf: at(2) }),
    revocationWord("silent", { asOf: at(1), message: "old" }),
  ],
  ["an answer, none", revocationWord("good", { asOf: new Date(0) }), revocationWord("good")],
  [
    "an answer, a message",
    revocationWord("silent", { asOf: new Date(0) }),
    revocationWord("silent", { message: "why" }),
  ],
  ["a message, none", revocationWord("silent", { message: "why" }), revocationWord("silent")],
];

describe("the gravest word is the same in both orders", () => {
  test.each(PAIRS)("%s", (_, first, second) => {
    expect(gravestWord([first, second])).toBe(first);
    expect(gravestWord([second, first])).toBe(first);
  });
});

test("of words that say as much, the first counts", () => {
  for (const state of [
    {},
    { asOf: at(1) },
    { revokedAt: at(1) },
    { message: "why" },
    { asOf: at(1), message: "why" },
  ]) {
    const [a, b] = [revocationWord("good", state), revocationWord("good", state)];
    expect(gravestWord([a, b])).toBe(a);
    expect(gravestWord([b, a])).toBe(b);
  }
  const [old, older] = [
    revocationWord("unusable", { asOf: at(1) }),
    revocationWord("unusable", { asOf: at(1), message: "why" }),
  ];
  expect(gravestWord([old, older])).toBe(old);
});
