/**
 * Damaged certificates: changed bytes, cuts, and moved pieces. None may crash the verifier, hang
 * it, or give other attachments than the original ones without a failed check. `SVC_TEST_FUZZ=full`
 * changes every byte and makes 20,000 random edits: some minutes.
 */
import { inflateSync } from "node:zlib";
import { verify } from "@svc-proof/verifier-lib";
import { beforeAll, describe, expect, test } from "vitest";
import { allCases, encodeCase } from "../certificates/certificate-cases.js";
import { SEED, STRIDE, share } from "./extent.js";
import { randomIntegers } from "./random-integers.js";

const isFull = process.env["SVC_TEST_FUZZ"] === "full";
const STEP = isFull ? 1 : 97 * STRIDE;
const EDITS = isFull ? 20_000 : share(600);
const TIMEOUT_MS = isFull ? 3_600_000 : 240_000;

let pdf: Uint8Array;
let hash: string;
let whole: string;

beforeAll(async () => {
  const found = (await allCases()).find(
    ({ name }) => name === "confirmed, in Bitcoin; seal issued (ok); en",
  )!;
  pdf = await encodeCase(found);
  hash = found.facts.hash;
  whole = await verdict(pdf);
}, 60_000);

/** The verifier's answer, without what depends on the clock and on the size. */
async function verdict(bytes: Uint8Array): Promise<string> {
  const { outcome, checks, claims, proof } = await verify(bytes, { contentHash: hash });
  return JSON.stringify({ outcome, checks, claims, proof });
}

/** Expects a failure or the truth: the true report, or that there is no proof. */
async function expectHarmless(bytes: Uint8Array, what: string): Promise<boolean> {
  const found = await verdict(bytes);
  if (found === whole) return true;
  const { outcome, claims } = JSON.parse(found);
  expect(claims, what).toEqual([]);
  expect(["failed", "indeterminate"], what).toContain(outcome);
  return false;
}

test("the certificate itself is read", () => {
  expect(JSON.parse(whole).checks[0]).toMatchObject({ id: "format", status: "passed" });
});

describe("damaged", () => {
  test(
    "one byte changed",
    async () => {
      for (let at = 0; at < pdf.length; at += STEP) {
        const changed = pdf.slice();
        changed[at] = changed[at]! ^ (1 + (at % 255));
        await expectHarmless(changed, `byte ${at}`);
      }
    },
    TIMEOUT_MS,
  );

  test(
    "every byte at the end of the file, from which the structure is read",
    async () => {
      for (let at = pdf.length - 200; at < pdf.length; at++) {
        const changed = pdf.slice();
        changed[at] = changed[at]! ^ 0x15;
        await expectHarmless(changed, `byte ${at}`);
      }
    },
    TIMEOUT_MS,
  );

  test(
    "cut short",
    async () => {
      for (let end = 0; end < pdf.length - 8; end += STEP * 3) {
        expect(await expectHarmless(pdf.slice(0, end), `the first ${end} bytes`)).toBe(false);
      }
    },
    TIMEOUT_MS,
  );

  test(
    "pieces copied, moved and repeated",
    async () => {
      const random = randomIntegers(SEED);
      for (let edit = 0; edit < EDITS; edit++) {
        const changed = Buffer.from(pdf);
        for (let times = 1 + random(4); times > 0; times--) {
          const length = 1 + random(200);
          const from = random(pdf.length - length);
          changed.copyWithin(random(pdf.length - length), from, from + length);
        }
        await expectHarmless(changed, `edit ${edit}`);
      }
    },
    TIMEOUT_MS,
  );

  test("words of the format inserted into the structure, uncompressed", async () => {
    const text = Buffer.from(pdf).toString("latin1");
    // The cross-reference stream is the last object; a table instead can be targeted.
    const start = Number(/startxref\s+(\d+)/.exec(text)![1]);
    const dictionary = text.slice(start, text.indexOf("stream", start));
    expect(inflateSync(pdf.slice(text.indexOf("stream", start) + 7)).length).toBeGreaterThan(100);
    const words = [
      "/Prev 0",
      `/Prev ${start}`,
      "/Encrypt 1 0 R",
      "/W [9 9 9]",
      "/Index [0 99999999]",
      "/Size 0",
      "/Length 0",
    ];
    for (const word of words) {
      const made = `${text.slice(0, start)}${dictionary.replace("<<", `<< ${word}`)}${text.slice(start + dictionary.length)}`;
      expect(await expectHarmless(Buffer.from(made, "latin1"), word)).toBe(false);
    }
  });
});
