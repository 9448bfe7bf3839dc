/**
 * Malicious input: no crash, no error but a FormatError, and always a report. Input made to be slow
 * must end.
 */

import { FormatError } from "@svc-proof/shared/encoding";
import { encodePortableProof, PROOF_JSON_LIMITS, parsePortableProof } from "@svc-proof/shared/proof";
import { type Report, verify } from "@svc-proof/verifier-lib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bytesOf, cases } from "../vectors/svc-proof-2/cases.js";
import { share } from "./extent.js";

/** Parses: any accepted input must survive its own encoding. */
function tryOut(input: Uint8Array | string): void {
  try {
    const proof = parsePortableProof(input);
    const text = encodePortableProof(proof);
    expect(encodePortableProof(parsePortableProof(text))).toBe(text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    expect(error.offset).toBeGreaterThanOrEqual(0);
    expect(error.offset).toBeLessThanOrEqual(typeof input === "string" ? 3 * input.length : input.length);
    expect(error.pointer).not.toBeNull();
    expect(error.message.length).toBeLessThan(1000);
  }
}

describe("inputs made to be slow", () => {
  const full = PROOF_JSON_LIMITS.maxBytes;
  const fill = (start: string, part: string, end = "") =>
    start + part.repeat(Math.floor((full - start.length - end.length) / part.length)) + end;
  const names = (length: number, count: number) =>
    Array.from({ length: count }, (_, i) => `"${"n".repeat(length)}${String(i).padStart(3, "0")}":0`).join();

  test.each<[string, string]>([
    ["brackets", fill("", "[")],
    ["braces", fill("", '{"a":')],
    ["white space", fill("", " ")],
    ["white space and a proof cut short", fill('{"schema"', " ")],
    ["a string without an end", fill('{"a":"', "x")],
    ["escapes without an end", fill('{"a":"', "\\n")],
    ["escapes in a name", fill('{"', "\\u0061", '":0}')],
    ["pairs of surrogates in escapes", fill('{"a":"', "\\ud83d\\ude00", '"}')],
    ["escapes beside characters of four bytes", fill('{"a":"', "\\n\u{1f550}").slice(0, 30_000)],
    ["backslashes", fill('{"a":"', "\\\\", '"}')],
    ["a number without an end", fill('{"merkle":{"index":', "9", "}}")],
    ["a fraction without an end", fill('{"a":0.', "0", "}")],
    ["signs", fill('{"a":', "-")],
    ["exponents", fill('{"a":1', "e+")],
    ["256 long names that differ only at their end", `{${names(240, 256)}}`],
    ["many objects of many names", fill('{"a":[', `{${names(1, 60)}},`, "0]}")],
    ["nested lists", fill('{"a":[', "[0,0,0],", "0]}")],
    ["misspelt literals", fill('{"a":', "nul")],
    ["a label of the whole document", fill('{"leaf":{"formula":"', "x", '"}}')],
    ["an error after everything else", `{"a":"${"é".repeat(32_700)}"}x`],
  ])("%s", (_, input) => {
    const bytes = new TextEncoder().encode(input);
    tryOut(input);
    tryOut(bytes);
  });
});

const OF_PROOF = ["leaf", "merkle", "payload", "anchor"];
/** Checks that are skipped, beside the content's. */
const OF_TYPE: Readonly<Record<Report["input"]["type"], readonly string[]>> = {
  unknown: [],
  "svc-proof/2": OF_PROOF,
  "evidence-zip": OF_PROOF,
  "certificate-pdf": OF_PROOF,
  "asic-s": ["seal", "qualified"],
  rfc3161: ["seal", "qualified"],
  opentimestamps: ["bitcoin"],
  "evm-witness": ["anchor"],
};

describe("random inputs", () => {
  const templates = cases.good.filter(({ file }) => !/largest-document|longest/.test(file)).map(bytesOf);
  const words = [
    "merkle",
    "path",
    "hash",
    "position",
    "anchors",
    "schema",
    "svc-proof/2",
    "__proto__",
    "constructor",
  ];

  test("10,000 texts of JSON's characters and the format's words", () => {
    const fragment = fc.oneof(
      fc.constantFrom(...'{}[]",:\\0123456789eE+-. \n\t\u0000'),
      fc.constantFrom(...words.flatMap((word) => [`"${word}"`, `"${word}":`, `{"${word}":`])),
      fc.string({ unit: "binary", maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 60 }), (parts) => tryOut(parts.join(""))),
      { numRuns: share(10_000) },
    );
  });

  test("4,000 JSON values under the format's names", () => {
    const value = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 5, withCrossShrink: true },
        fc.oneof(
          fc.constantFrom(...words),
          fc.string(),
          fc.integer(),
          fc.double(),
          fc.boolean(),
          fc.constant(null),
        ),
        fc.array(tie("value"), { maxLength: 4 }),
        fc.dictionary(fc.oneof(fc.constantFrom(...words), fc.string()), tie("value"), { maxKeys: 5 }),
      ),
    })).value;
    fc.assert(
      fc.property(value, (one) => tryOut(JSON.stringify(one))),
      { numRuns: share(4000) },
    );
  });

  test("4,000 proofs with bytes overwritten, cut and repeated", () => {
    const damage = fc.record({
      at: fc.nat(),
      length: fc.nat({ max: 40 }),
      kind: fc.constantFrom("overwrite", "cut", "twice"),
      noise: fc.uint8Array({ minLength: 1, maxLength: 8 }),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...templates),
        fc.array(damage, { minLength: 1, maxLength: 4 }),
        (template, damages) => {
          let bytes = Buffer.from(template);
          for (const { at, length, kind, noise } of damages) {
            const from = at % (bytes.length + 1);
            const [before, part, after] = [
              bytes.subarray(0, from),
              bytes.subarray(from, from + length),
              bytes.subarray(from + length),
            ];
            const middle = kind === "overwrite" ? [noise] : kind === "cut" ? [] : [part, part];
            bytes = Buffer.concat([before, ...middle, after]);
          }
          tryOut(new Uint8Array(bytes));
        },
      ),
      { numRuns: share(4000) },
    );
  });

  test("2,000 inputs of any bytes give a report and never a success", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.string({ unit: "binary" })),
        async (input) => {
          tryOut(input);
          const { input: read, outcome, checks } = await verify(input);
          expect(outcome).toBe("indeterminate");
          expect(checks.map(({ id }) => id)).toEqual(["format", "content", ...OF_TYPE[read.type]]);
        },
      ),
      { numRuns: share(2000) },
    );
  });
});
