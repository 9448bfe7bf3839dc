import type { Report } from "@svc-proof/verifier-lib";
import { fill } from "@svc-proof/verifier-web/ui/language";
import { codes } from "@svc-proof/verifier-web/ui/texts/result/english";
import fc from "fast-check";
import { expect, test } from "vitest";
import { result } from "../texts/result/english.js";
import { type CsvResult, resultsCsv } from "./save-list.js";

const texts = { result, codes, language: "en" } as const;

const verified = {
  checked_at: "2026-11-22T12:00:00.000Z",
  proof: { proof_id: "p-1", content: { algorithm: "SHA-256", hash: "ab" } },
  outcome: "verified",
  reason: null,
  verdict: "rehearsal",
  inputs: [],
  checks: [],
  claims: [
    {
      time: "2026-11-21T17:18:57.000Z",
      stated_time: "2026-11-21T17:18:57.000Z",
      accuracy_seconds: 0,
      source: {
        type: "evm-block",
        kind: "testnet",
        network: "Sepolia",
        chain_id: 11155111,
        block_number: 12,
        relied_on: ["a", "b"],
      },
    },
  ],
  notices: [],
} as unknown as Report;

const row = (fields: Partial<CsvResult>): CsvResult => ({
  name: "a.json",
  report: null,
  state: { code: "no_proof", sentence: "Proof not added yet" },
  original: null,
  probablyChanged: [],
  fingerprint: null,
  ...fields,
});

/** The cells of each line: a reader by RFC 4180, written for this test. */
function read(csv: string): string[][] {
  expect(csv.startsWith("\ufeff")).toBe(true);
  const lines: string[][] = [[]];
  let text = csv.slice(1);
  while (text !== "") {
    const [whole, quoted, plain, end] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(text)!;
    lines.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain!);
    if (end === "\r\n") lines.push([]);
    text = text.slice(whole.length);
  }
  return lines.slice(0, -1);
}

const cells = (fields: Partial<CsvResult>) => {
  const [titles, values] = read(resultsCsv([row(fields)], texts)) as [string[], string[]];
  return Object.fromEntries(titles.map((title, at) => [title, values[at]]));
};

test("a verified proof has its date, its source and one sentence with what limits it", () => {
  const fingerprint = { algorithm: "SHA-256", hash: "ab" };
  const given = { report: verified, original: "a.pdf", probablyChanged: ["b.pdf", "c.pdf"], fingerprint };
  expect(cells(given)).toEqual({
    file: "a.json",
    outcome: "verified",
    reason: "",
    verdict: "rehearsal",
    existed_no_later_than: "2026-11-21T17:18:57.000Z",
    source: "Sepolia, block 12",
    source_kind: "testnet",
    original: "a.pdf",
    probably_changed: "b.pdf; c.pdf",
    fingerprint: "SHA-256 ab",
    proof_id: "p-1",
    code: "",
    sentence: [
      fill(result.headline.existed.rehearsal["stated-fingerprint"], {
        time: "21 November 2026 at 17:18:57\u00a0UTC",
      }),
      result.caveats["original-not-given"],
    ].join(" "),
    checked_at: "2026-11-22T12:00:00.000Z",
  });
});

test("an open one has its reason, in a code and in words", () => {
  const check = { id: "anchor", status: "indeterminate", code: "no_source", evidence: {} };
  const open = {
    ...verified,
    outcome: "indeterminate",
    reason: "missing",
    verdict: "soFar",
    claims: [],
    checks: [check],
  };
  expect(cells({ report: open as unknown as Report })).toMatchObject({
    outcome: "indeterminate",
    reason: "missing",
    existed_no_later_than: "",
    code: "anchor no_source",
    sentence: result.headline.nobodyAsked,
  });
});

test("a file without a report says why", () => {
  expect(cells({ fingerprint: { algorithm: "SHA-256", hash: "cd" } })).toMatchObject({
    outcome: "",
    fingerprint: "SHA-256 cd",
    code: "no_proof",
    sentence: "Proof not added yet",
    checked_at: "",
  });
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", " =1", "\uff1d1", '=HYPERLINK("http://x","y")'])(
  "%j is no formula",
  (name) => {
    expect(cells({ name })["file"]).toMatch(/^'/);
  },
);

test("a spreadsheet that separates at semicolons finds no formula behind one", () => {
  expect(cells({ original: "a;=1+1;b" })["original"]).toBe("a;'=1+1;b");
  expect(cells({ original: 'a;"=1' })["original"]).toBe(`a;'"=1`);
  expect(cells({ probablyChanged: ["a", "@b"] })["probably_changed"]).toBe("a; '@b");
});

test("whatever the names, lines and columns stay as they are", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 5 }), (names) => {
      const lines = read(
        resultsCsv(
          names.map((name) => row({ name, original: name })),
          texts,
        ),
      );
      expect(lines).toHaveLength(names.length + 1);
      for (const line of lines) {
        expect(line).toHaveLength(14);
        for (const one of line) expect(one).not.toMatch(/^\s*[=+\-@]|[\p{Cc}\p{Zl}]/u);
      }
    }),
  );
});
