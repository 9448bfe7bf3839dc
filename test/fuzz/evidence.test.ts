/**
 * Damaged and made-up evidence packages: every byte of three packages is changed, and archives are
 * put together at random. None may crash, hang, or claim more than the true one.
 * `SVC_TEST_FUZZ=full` changes every byte in all 255 ways and draws fifty times as many archives.
 */

import { FormatError } from "@svc-proof/shared/encoding";
import { type Report, verify } from "@svc-proof/verifier-lib";
import { describe, expect, test } from "vitest";
import { encodeZip } from "../../service/src/documents/encode-zip.js";
import { parseZip } from "../../verifier-lib/src/archive/zip.js";
import {
  exampleChain,
  original,
  PROOF,
  packed,
  README,
  STREAMED_ORIGINAL,
  TIMESTAMP,
} from "../evidence-packages.js";
import { count, SEED, STRIDE, share, tell } from "./extent.js";
import { randomIntegers } from "./random-integers.js";

const isFull = process.env["SVC_TEST_FUZZ"] === "full";
const CHANGES = isFull ? Array.from({ length: 255 }, (_, i) => i + 1) : [0x01, 0x80, 0xff];
const RANDOM_ARCHIVES = isFull ? 500_000 : share(10_000);
const TEST_TIMEOUT_MS = isFull ? 3_600_000 : 240_000;
const NOW = new Date("2026-11-21T12:00:00.000Z");
const sources = [exampleChain()];

/** What a report says, without the size of what was looked at. */
const said = ({ outcome, proof, checks, claims, notices }: Report) =>
  JSON.stringify({ outcome, proof, checks, claims, notices });

/** Header bytes that do not affect the content: versions, times, attributes. */
function silentBytes(zip: Uint8Array): Set<number> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.length);
  const silent = new Set<number>();
  for (let at = 0; at + 4 <= zip.length; at++) {
    const signature = view.getUint32(at, true);
    if (signature === 0x04034b50) for (const field of [4, 5, 10, 11, 12, 13]) silent.add(at + field);
    if (signature !== 0x02014b50) continue;
    for (const field of [4, 5, 6, 7, 12, 13, 14, 15, 36, 37, 38, 39, 40, 41]) silent.add(at + field);
  }
  return silent;
}

describe("one-byte changes of a package", () => {
  test.each([
    ["a proof alone", [README, PROOF]],
    ["a timestamp beside it", [README, PROOF, TIMESTAMP]],
    ["the original inside", [README, PROOF, STREAMED_ORIGINAL]],
  ] as const)(
    "%s",
    async (_, files) => {
      const zip = await packed(...files);
      const truth = await verify(zip, { sources, now: NOW });
      expect(truth.outcome).toBe("verified");
      const silent = silentBytes(zip);
      const changed = zip.slice();
      const unnoticed: number[] = [];
      for (let at = 0; at < zip.length; at += STRIDE) {
        for (const bits of CHANGES) {
          changed[at] = zip[at]! ^ bits;
          const report = await verify(changed, { sources, now: NOW });
          if (report.outcome !== "verified") continue;
          // Only a report equal to the true one may still be verified.
          expect(said(report), `byte ${at} ^ ${bits}`).toBe(said(truth));
          if (!silent.has(at)) unnoticed.push(at);
        }
        changed[at] = zip[at]!;
      }
      // For each deflate stream: the bits after its end, and what its blocks repeat or leave open.
      const spare = 1 + 5 * Math.ceil(original.length / 65_535);
      expect(new Set(unnoticed).size).toBeLessThanOrEqual(files.length * spare);
    },
    TEST_TIMEOUT_MS,
  );
});

describe(`${RANDOM_ARCHIVES} archives at random`, () => {
  test(
    "records cut, doubled, swapped and overwritten: no crash, no hang",
    async () => {
      const random = randomIntegers(SEED);
      const bases = await Promise.all([
        packed(PROOF),
        packed(README, PROOF, TIMESTAMP, STREAMED_ORIGINAL),
        packed(...Array.from({ length: 12 }, (_, i) => ({ name: `f/${i}`, content: new Uint8Array(i * 9) }))),
      ]);
      const MEANT = [
        "504b0304",
        "504b0102",
        "504b0506",
        "504b0606",
        "504b0607",
        "504b0708",
        "ffffffff",
        "00000000",
      ];
      const FRAGMENTS = MEANT.map((hex) => Buffer.from(hex, "hex"));
      const codes = new Map<string, number>();
      for (let i = 0; i < RANDOM_ARCHIVES; i++) {
        let bytes: Uint8Array = bases[random(bases.length)]!;
        for (let edits = 1 + random(3); edits > 0; edits--) {
          const at = random(bytes.length + 1);
          const length = random(random(2) === 0 ? 8 : 200);
          const [before, piece, after] = [
            bytes.subarray(0, at),
            bytes.subarray(at, at + length),
            bytes.subarray(at + length),
          ];
          const fragment = FRAGMENTS[random(FRAGMENTS.length)]!;
          const edited = [
            () => [before, after],
            () => [before, piece, piece, after],
            () => [before, fragment, bytes.subarray(at + fragment.length)],
            () => [before, fragment, piece, after],
            () => [piece, before, after],
          ][random(5)]!();
          bytes = Buffer.concat(edited);
        }
        const read = async (): Promise<string> => {
          try {
            for (const entry of await parseZip(bytes)) for await (const _ of entry.read());
            return "read";
          } catch (error) {
            if (error instanceof FormatError) return error.code;
            throw error;
          }
        };
        count(codes, await read());
      }
      tell("archives at random", codes);
    },
    TEST_TIMEOUT_MS,
  );

  test("a stream that never ends is not inflated beyond its stated size", async () => {
    const zeros = new Uint8Array(1_000_000);
    const bomb: Uint8Array[] = [];
    for await (const piece of encodeZip([{ name: "original/zeros", content: zeros }], NOW).read())
      bomb.push(piece);
    const zip = new Uint8Array(Buffer.concat(bomb));
    const view = new DataView(zip.buffer);
    // Both headers state 10 bytes: the size is at offset 22 of the local one, 24 of the other.
    const directory = view.getUint32(zip.length - 6, true);
    view.setUint32(22, 10, true);
    view.setUint32(directory + 24, 10, true);
    const [entry] = await parseZip(zip);
    let taken = 0;
    await expect(async () => {
      for await (const piece of entry!.read()) taken += piece.length;
    }).rejects.toMatchObject({ code: "zip_size_mismatch" });
    expect(taken).toBe(0);
  });
});
