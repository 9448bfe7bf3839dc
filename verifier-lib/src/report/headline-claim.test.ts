import { expect, test } from "vitest";
import { type DatedSource, headlineClaim } from "./headline.js";

const claim = (
  type: DatedSource["source"]["type"],
  kind: DatedSource["source"]["kind"],
  time: string,
): DatedSource => ({ time, source: { type, kind } });

const EARLY = "2026-01-01T00:00:00.000Z";
const LATE = "2026-01-02T00:00:00.000Z";

test.each([
  [
    "a listed authority before a later block",
    "evm-block public late / rfc3161-timestamp trusted-list early",
    1,
  ],
  [
    "a block before a later listed authority",
    "rfc3161-timestamp trusted-list late / bitcoin-block public early",
    1,
  ],
  [
    "a block before an authority of the reader's that is earlier",
    "rfc3161-timestamp trusted-by-caller early / evm-block public late",
    1,
  ],
  [
    "an authority of the reader's before an unknown chain",
    "evm-block unknown early / rfc3161-timestamp trusted-by-caller late",
    1,
  ],
  ["an unknown chain before a test network", "evm-block testnet early / evm-block unknown late", 1],
  [
    "a sandbox's chain before its authority",
    "rfc3161-timestamp development early / evm-block development late",
    1,
  ],
  [
    "a test network before a sandbox's authority",
    "rfc3161-timestamp development early / evm-block testnet late",
    1,
  ],
  ["the first of two that are equal", "evm-block public early / bitcoin-block public early", 0],
] as const)("prefers %s", (_, sources, expected) => {
  const claims = sources.split(" / ").map((one) => {
    const [type, kind, time] = one.split(" ") as [DatedSource["source"]["type"], never, "early" | "late"];
    return claim(type, kind, time === "early" ? EARLY : LATE);
  });
  expect(headlineClaim(claims)).toBe(claims[expected]);
});

test("has none without a claim, and leaves the claims as they are", () => {
  expect(headlineClaim([])).toBeUndefined();
  const claims = [claim("evm-block", "public", LATE), claim("bitcoin-block", "public", EARLY)];
  headlineClaim(claims);
  expect(claims.map(({ time }) => time)).toEqual([LATE, EARLY]);
});

test("compares moments, not spellings", () => {
  const claims = [
    { time: new Date(LATE), source: { type: "evm-block", kind: "public" } },
    { time: "2026-01-02T00:30:00+01:00", source: { type: "evm-block", kind: "public" } },
  ] as const;
  expect(headlineClaim<DatedSource>(claims)).toBe(claims[1]);
});
