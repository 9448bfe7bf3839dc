/**
 * Damaged and made-up RFC 3161 timestamps: one-byte changes of ten valid ones, and random DER. None
 * may crash, hang, or stand with a changed byte that the authority signed. `SVC_TEST_FUZZ=full`
 * makes every change of every byte, and draws a million inputs: an hour. Otherwise every byte gets
 * one change, and 40,000 inputs are drawn; in a smoke (`extent.ts`) fewer.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { verify } from "@svc-proof/verifier-lib";
import {
  type HashAlgorithm,
  parseTimestampRequest,
  parseTimestampResponse,
  parseTimestampToken,
  type TimestampVerdict,
  verifyTimestamp,
} from "@svc-proof/verifier-lib/rfc3161";
import { parseCertificate, parsePemCertificates } from "@svc-proof/verifier-lib/x509";
import { describe, expect, test } from "vitest";
import { vectorFolder } from "../conformance/third-party-vectors.js";
import { count, SEED, STRIDE, share, tell } from "./extent.js";
import { randomIntegers } from "./random-integers.js";

const isFull = process.env["SVC_TEST_FUZZ"] === "full";
const RANDOM_INPUTS = isFull ? 1_000_000 : share(40_000);
const CHANGES_PER_BYTE = isFull ? 255 : 1;
const TEST_TIMEOUT_MS = isFull ? 7_200_000 : 240_000;
/** One in this many random inputs goes through the whole verifier. */
const VERIFIED_SHARE = 101;

/**
 * Ten authorities: RSA and ECDSA, responses and bare tokens, with one, several and no certificates
 * inside.
 */
const VALID: readonly (readonly [file: string, trust: string | null])[] = [
  ["good/izenpe-es-2026.tsr", null],
  ["good/izenpe-es-2020-withdrawn-later.tst", null],
  ["good/sk-ee-2024-ecdsa-sha512.tst", null],
  ["good/sk-ee-2017-expired-tsu.tst", null],
  ["good/difesa-it-2025.tst", null],
  ["good/baltstamp-lt-2025-ess-v1v2.tst", null],
  ["good/dtrust-de-2018-pss.tst", null],
  ["good/sigstage-sha384.tsr", "good/sigstage.chain.pem"],
  ["good/test-tsa.tsr", "good/test-tsa.chain.pem"],
  ["good/sigstore-mock-expired.tsr", "good/sigstore-mock-expired.chain.pem"],
];

const folder = vectorFolder("tsp");
const read = (file: string) => new Uint8Array(readFileSync(join(folder!, file)));

describe.skipIf(folder === null)("one-byte changes of a valid timestamp", () => {
  test.each(VALID)(
    "%s",
    async (file, trust) => {
      const bytes = read(file);
      const isResponse = file.endsWith(".tsr");
      const token = isResponse ? parseTimestampResponse(bytes).token! : parseTimestampToken(bytes);
      const { imprint, genTime } = token.tstInfo;
      const certificates = token.certificates.map((der) => parseCertificate(der));
      const anchors =
        trust === null ? certificates : parsePemCertificates(readFileSync(join(folder!, trust), "latin1"));
      const judge = (changed: Uint8Array): Promise<TimestampVerdict> =>
        verifyTimestamp({
          ...(isResponse ? { response: changed } : { token: changed }),
          imprint: { algorithm: imprint.algorithm as HashAlgorithm, digest: imprint.digest },
          anchors,
          at: genTime,
        });
      const original = await judge(bytes);
      expect([original.status, original.code]).toEqual(["passed", "ok"]);
      const { unsigned } = original.token!;
      const said = bytesToHex(token.tstInfo.der);

      const changed = bytes.slice();
      const codes = new Map<string, number>();
      const random = randomIntegers(SEED + bytes.length);
      for (let at = 0; at < bytes.length; at += STRIDE) {
        for (let i = 1; i <= CHANGES_PER_BYTE; i++) {
          changed[at] = bytes[at]! ^ (isFull ? i : 1 + random(255));
          const verdict = await judge(changed);
          count(codes, verdict.code);
          if (verdict.status !== "passed") continue;
          // It stands: then the report names the changed part, and its statement is the
          // authority's.
          const part = unsigned.find(({ start, end }) => start <= at && at < end);
          if (part === undefined) expect.fail(`byte ${at} was changed, and the timestamp is valid`);
          expect(bytesToHex(verdict.token!.tstInfo.der)).toBe(said);
          expect(verdict.token!.unsigned.some((one) => one.part === part.part)).toBe(true);
        }
        changed[at] = bytes[at]!;
      }
      tell(`changes of ${file}`, codes);
    },
    TEST_TIMEOUT_MS,
  );
});

const codes = new Map<string, number>();

function tryOut(bytes: Uint8Array): void {
  for (const parse of [parseTimestampResponse, parseTimestampToken, parseTimestampRequest]) {
    try {
      parse(bytes);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      count(codes, error.code);
    }
  }
}

/** Tags of the formats, and some others. */
const TAGS = [
  0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x0c, 0x18, 0x30, 0x30, 0x30, 0x31, 0xa0, 0xa1, 0x80, 0x1f, 0x24,
];

/** Random DER: nested, with lengths that are mostly right, sometimes huge, indefinite, or not minimal. */
function randomDer(random: (below: number) => number, depth = 0): number[] {
  const tag = TAGS[random(TAGS.length)]!;
  const content: number[] = [];
  if (tag & 0x20 && depth < 40) {
    for (let i = random(depth === 0 ? 6 : 3); i >= 0; i--) content.push(...randomDer(random, depth + 1));
  } else {
    for (let i = random(12); i > 0; i--) content.push(random(256));
  }
  const length = content.length;
  const right =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  const wrong = [
    [0x80],
    [0x84, 0xff, 0xff, 0xff, 0xff],
    [0x89, 1, 0, 0, 0, 0, 0, 0, 0, 0],
    [0x81, length & 0x7f],
    [random(128)],
  ];
  return [tag, ...(random(20) === 0 ? wrong[random(wrong.length)]! : right), ...content.slice(0, 60_000)];
}

/** A valid timestamp with some places overwritten, cut out or repeated. */
function damaged(random: (below: number) => number, original: Uint8Array): Uint8Array {
  let bytes = Buffer.from(original);
  for (let i = random(4); i >= 0; i--) {
    const at = random(bytes.length + 1);
    const part = bytes.subarray(at, at + random(40));
    const noise = Buffer.from(Array.from({ length: 1 + random(8) }, () => random(256)));
    const middle = [noise, Buffer.of(), Buffer.concat([part, part])][random(3)]!;
    bytes = Buffer.concat([bytes.subarray(0, at), middle, bytes.subarray(at + part.length)]);
  }
  return new Uint8Array(bytes);
}

test(
  `${RANDOM_INPUTS} random inputs: a code or a value, in time`,
  async () => {
    const random = randomIntegers(SEED + 3161);
    const originals = folder === null ? [] : VALID.map(([file]) => read(file));
    for (let i = 0; i < RANDOM_INPUTS; i++) {
      const kind = i % 4;
      const bytes =
        kind === 3 && originals.length > 0
          ? damaged(random, originals[random(originals.length)]!)
          : kind === 0
            ? Uint8Array.from({ length: random(200) }, () => random(256))
            : Uint8Array.from(randomDer(random));
      tryOut(bytes);
      if (i % VERIFIED_SHARE === 0) expect((await verify(bytes)).outcome).not.toBe("verified");
    }
    tell("random timestamps", codes);
  },
  TEST_TIMEOUT_MS,
);

test("extreme nesting and lengths end at once", () => {
  const deep = new Uint8Array(1_000_000);
  for (let at = 0, left = deep.length; left > 6; at += 6, left -= 6) {
    deep.set([0x30, 0x84, ...new Uint8Array(new Uint32Array([left - 6]).buffer).reverse()], at);
  }
  const wide = new Uint8Array(1_000_000).fill(5);
  wide.set([0x30, 0x83, 0x0f, 0x42, 0x3b]);
  for (let i = 5; i < wide.length; i++) wide[i] = i % 2 === 1 ? 0x05 : 0x00;
  const indefinite = new Uint8Array(1_000_000).fill(0x80);
  indefinite.set([0x30]);
  for (const bytes of [deep, wide, indefinite, new Uint8Array(50_000_000).fill(0x30)]) tryOut(bytes);
  for (const size of [1_048_576, 1_048_577]) {
    const bytes = new Uint8Array(size);
    bytes.set([0x30, 0x83, (size - 5) >> 16, ((size - 5) >> 8) & 0xff, (size - 5) & 0xff]);
    let code = "";
    try {
      parseTimestampResponse(bytes);
    } catch (error) {
      code = (error as FormatError).code;
    }
    expect(code).toBe(size > 1_048_576 ? "der_too_large" : "der_tag_unsupported");
  }
});
