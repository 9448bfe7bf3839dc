/** A bare seal: which checks there are, in which order, and what the content is compared with. */

import { sha1 } from "@noble/hashes/legacy.js";
import { sha256, sha384, sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { encodeDetachedTimestamp, type HashKind } from "@svc-proof/shared/opentimestamps";
import { beforeAll, describe, expect, test } from "vitest";
import { TAG } from "../asn1/der.js";
import { encodeDer } from "../asn1/values.js";
import type { StatedEvidence } from "../package/stated-evidence.js";
import type { Report } from "../report/report.js";
import { parseTimestampResponse } from "../rfc3161/response.js";
import { HASHES, type HashAlgorithm } from "../rfc3161/token.js";
import { algorithm, integer, makeToken, NULL, octets, oid, sequence } from "../rfc3161/token.testing.js";
import { verify } from "../verify.js";
import { Work } from "../work/work.js";
import { generalizedTime, type Issued, issueAuthority, issueUnit, NOW } from "../x509/authority.testing.js";
import { readSealFile } from "./seal-material.js";

const CONTENT = new TextEncoder().encode("content");
const DIGESTS = {
  "SHA-1": sha1(CONTENT),
  "SHA-256": sha256(CONTENT),
  "SHA-384": sha384(CONTENT),
  "SHA-512": sha512(CONTENT),
} as const;
const ALGORITHMS = Object.keys(DIGESTS) as HashAlgorithm[];

let root: Issued;
let unit: Issued;
beforeAll(async () => {
  root = await issueAuthority("Root");
  unit = await issueUnit(root);
});
const tokenOf = (hashOid: string, digest: Uint8Array, number = "2a") =>
  makeToken({
    signer: unit,
    content: sequence(
      integer("01"),
      oid("1.2.3.4"),
      sequence(algorithm(hashOid, NULL), octets(digest)),
      integer(number),
      generalizedTime(NOW),
    ),
  });
const tokenBy = (hash: HashAlgorithm, number?: string) => tokenOf(HASHES[hash].oid, DIGESTS[hash], number);
const pem = () =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(root.certificate.der).toString("base64")}\n-----END CERTIFICATE-----\n`;

interface Asked {
  readonly original?: Uint8Array;
  readonly contentHash?: string;
  readonly other?: Uint8Array;
  readonly timestamps?: readonly Uint8Array[];
}
/** With the root as trusted certificate. */
function verifyIt(seal: Uint8Array, { other, timestamps = [], ...content }: Asked = {}): Promise<Report> {
  const evidence: StatedEvidence[] = [
    { kind: "trust", content: pem() },
    ...(other === undefined ? [] : [{ kind: "seal", content: other } as const]),
    ...timestamps.map((one) => ({ kind: "timestamp", content: one }) as const),
  ];
  return verify(seal, { now: NOW, trustList: null, evidence, ...content });
}
const linesOf = ({ checks }: Pick<Report, "checks">) =>
  checks.map(({ id, status, code }) => `${id} ${status} ${code}`);
const rowsOf = ({ inputs }: Report, kind: string) =>
  inputs.filter((one) => one.kind === kind).map(({ status, code }) => `${status} ${code}`);
const stampOf = (hash: HashKind, digest: Uint8Array) =>
  encodeDetachedTimestamp({
    hash,
    digest,
    timestamp: { branches: [{ attestation: { kind: "bitcoin", height: 1 } }] },
  });

describe("a seal that can be read", () => {
  test("alone", async () => {
    const report = await verifyIt(await tokenBy("SHA-256"));
    expect(linesOf(report)).toEqual([
      "format passed ok",
      "content skipped not_requested",
      "seal passed ok",
      "qualified skipped no_trust_list",
    ]);
    expect(report.checks[0]).toMatchObject({ basis: "computed", evidence: { hash: "SHA-256" } });
    expect(report.proof).toEqual({
      proof_id: null,
      content: { algorithm: "SHA-256", hash: bytesToHex(DIGESTS["SHA-256"]) },
    });
  });

  test("beside another, before it; the same bytes once more are one seal", async () => {
    const [one, other] = [await tokenBy("SHA-256", "01"), await tokenBy("SHA-256", "02")];
    const both = await verifyIt(one, { other });
    expect(linesOf(both).slice(2)).toEqual([
      "seal passed ok",
      "qualified skipped no_trust_list",
      "seal passed ok",
      "qualified skipped no_trust_list",
    ]);
    const numbers = both.claims.map(({ source }) => "serial_number" in source && source.serial_number);
    expect(numbers).toEqual(["01", "02"]);
    const same = await verifyIt(one, { other: one });
    expect(linesOf(same)).toHaveLength(4);
    expect(rowsOf(same, "seal")).toEqual(["checked ok"]);
  });
});

describe("the content", () => {
  test.each(ALGORITHMS.filter((hash) => hash !== "SHA-1"))(
    "by %s: the original, or its digest",
    async (hash) => {
      const seal = await tokenBy(hash);
      const check = async (asked: Asked) => linesOf(await verifyIt(seal, asked))[1];
      expect(await check({ original: CONTENT })).toBe("content passed ok");
      expect(await check({ original: Uint8Array.of(1) })).toBe("content failed content_hash_mismatch");
      expect(await check({ contentHash: bytesToHex(DIGESTS[hash]) })).toBe("content passed ok");
      const contentHash = "00".repeat(DIGESTS[hash].length);
      expect(await check({ contentHash })).toBe("content failed content_hash_mismatch");
    },
  );

  test("is not compared by SHA-1", async () => {
    const report = await verifyIt(await tokenBy("SHA-1"), { original: CONTENT });
    const stated = bytesToHex(DIGESTS["SHA-1"]);
    expect(report.checks[1]).toEqual({
      id: "content",
      status: "indeterminate",
      code: "file_hash_not_sha256",
      basis: null,
      evidence: { algorithm: "SHA-1", stated },
    });
    expect(linesOf(await verifyIt(await tokenBy("SHA-1")))[1]).toBe("content skipped not_requested");
    expect(linesOf(report)[2]).toBe("seal indeterminate hash_too_weak");
  });
});

describe("timestamps about the same content", () => {
  test.each([
    ["SHA-256", "sha256"],
    ["SHA-1", "sha1"],
  ] as const)("by %s", async (hash, kind) => {
    const seal = await tokenBy(hash);
    const lineOf = async (digest: Uint8Array) =>
      linesOf(await verifyIt(seal, { timestamps: [stampOf(kind, digest)] }))[2];
    expect(await lineOf(DIGESTS[hash])).toBe("bitcoin indeterminate no_bitcoin_header");
    expect(await lineOf(DIGESTS[hash].map((byte) => byte ^ 1))).toBe(
      "bitcoin failed timestamp_of_other_content",
    );
  });

  const STAMP = stampOf("sha256", DIGESTS["SHA-256"]);

  test.each(["SHA-384", "SHA-512"] as const)("cannot be compared with %s", async (hash) => {
    const report = await verifyIt(await tokenBy(hash), { timestamps: [STAMP] });
    expect(report.checks[2]).toEqual({
      id: "bitcoin",
      status: "indeterminate",
      code: "file_hash_not_sha256",
      basis: null,
      evidence: { algorithm: hash, stated: bytesToHex(DIGESTS[hash]) },
    });
    expect(rowsOf(report, "timestamp")).toEqual(["checked file_hash_not_sha256"]);
    const beside = await verifyIt(await tokenBy(hash), { timestamps: [STAMP, Uint8Array.of(1)] });
    expect(rowsOf(beside, "timestamp")).toEqual([
      "checked file_hash_not_sha256",
      "unreadable not_recognised",
    ]);
    expect(beside.checks[2]).toEqual(report.checks[2]);
  });
});

describe("a seal that cannot be read", () => {
  const formatOf = (seal: Uint8Array, units: number) =>
    linesOf({ checks: [readSealFile(seal, new Work({ units })).format] })[0];
  const SKIPPED = "skipped depends_on_failed_check";
  test("skips the other checks, as many as would have been made", async () => {
    const seal = (await tokenBy("SHA-256")).subarray(0, 50);
    const report = await verifyIt(seal);
    expect(linesOf(report)).toEqual([
      "format indeterminate damaged",
      `content ${SKIPPED}`,
      `seal ${SKIPPED}`,
      `qualified ${SKIPPED}`,
    ]);
    expect(report.checks[0]).toMatchObject({
      basis: "computed",
      evidence: {
        fault: "der_truncated",
        offset: 4,
        pointer: null,
        message: expect.stringContaining("expected"),
      },
    });
    expect(report.proof).toBeNull();
    const stamp = stampOf("sha256", DIGESTS["SHA-256"]);
    for (const [timestamps, count] of [
      [[stamp], 1],
      [[stamp, stamp], 1],
      [[], 0],
    ] as const) {
      const { checks } = await verifyIt(seal, { other: await tokenBy("SHA-256"), timestamps });
      const number = (id: string) => checks.filter((check) => check.id === id).length;
      expect([number("bitcoin"), number("seal"), number("qualified")]).toEqual([count, 2, 2]);
    }
  });

  test("because it is a refusal: what the authority says", async () => {
    const text = encodeDer(TAG.utf8String, new TextEncoder().encode("No"));
    const failures = encodeDer(TAG.bitString, Uint8Array.of(0, 0x80));
    const result = await verifyIt(sequence(sequence(integer("02"), sequence(text), failures)));
    expect(linesOf(result)[0]).toBe("format failed timestamp_not_granted");
    expect(result.checks[0]?.evidence).toEqual({
      pki_status: "rejection",
      status_text: ["No"],
      failures: ["badAlg"],
      reason: "the authority answered rejection: badAlg, No",
    });
  });

  test("because its hash is not known", async () => {
    const result = await verifyIt(await tokenOf("1.2.3", Uint8Array.of(1)));
    expect(result.checks[0]).toEqual({
      id: "format",
      status: "indeterminate",
      code: "algorithm_unsupported",
      basis: null,
      evidence: { algorithm: "1.2.3" },
    });
    expect(linesOf(result)[1]).toBe(`content ${SKIPPED}`);
  });

  test("because of what is no error of the bytes: that is passed on", async () => {
    const failing = new (class extends Work {
      override spend() {
        throw new RangeError("stopped");
      }
    })();
    const seal = await tokenBy("SHA-256");
    expect(() => readSealFile(seal, failing)).toThrow(RangeError);
  });

  test("within the budget, by which a refusal is read twice", async () => {
    const refusal = sequence(sequence(integer("02")));
    const once = new Work({ units: 1000 });
    parseTimestampResponse(refusal, { work: once });
    const units = 2 * (1000 - once.left);
    const line = async (left: number) => formatOf(refusal, left);
    expect(await line(units)).toBe("format failed timestamp_not_granted");
    expect(await line(units - 1)).toBe("format indeterminate work_limit_exceeded");
    expect(await line(units / 2)).toBe("format indeterminate work_limit_exceeded");
  });

  test("within the budget", async () => {
    expect(formatOf(await tokenBy("SHA-256"), 9)).toBe("format indeterminate work_limit_exceeded");
  });
});
