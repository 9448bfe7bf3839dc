/** A bare seal: which checks there are, in which order, and what the content is compared with. */
import { sha1 } from "@noble/hashes/legacy.js";
import { sha256, sha384, sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { encodeDetachedTimestamp, type HashKind } from "@svc-proof/shared/opentimestamps";
import { beforeAll, describe, expect, test } from "vitest";
import type { Content } from "../content/verify-content.js";
import { encodeDer } from "../der/encode-der.js";
import { TAG } from "../der/tag.js";
import { HASHES, type HashAlgorithm } from "../rfc3161/hash-algorithm.js";
import { parseTimestampResponse } from "../rfc3161/parse-timestamp-response.js";
import { algorithm, integer, makeToken, NULL, octets, oid, sequence } from "../rfc3161/token.testing.js";
import { Work } from "../work/work.js";
import { generalizedTime, type Issued, issueAuthority, issueUnit, NOW } from "../x509/authority.testing.js";
import type { VerifySealOptions } from "./verify-seal.js";
import { type BesideSeal, verifySealFile } from "./verify-seal-file.js";

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
  readonly content?: Content;
  readonly beside?: Partial<BesideSeal>;
  readonly options?: Partial<VerifySealOptions>;
}
const verify = (seal: Uint8Array, { content, beside, options }: Asked = {}) => {
  const work = options?.work ?? new Work();
  return verifySealFile(
    seal,
    content,
    { seal: undefined, timestamps: [], ...beside },
    { now: NOW, trust: [pem()], trustList: null, bitcoin: { now: NOW, work }, ...options, work },
    {},
  );
};
const linesOf = ({ checks }: Awaited<ReturnType<typeof verify>>) =>
  checks.map(({ id, status, code }) => `${id} ${status} ${code}`);
const stampOf = (hash: HashKind, digest: Uint8Array) =>
  encodeDetachedTimestamp({
    hash,
    digest,
    timestamp: { branches: [{ attestation: { kind: "bitcoin", height: 1 } }] },
  });

describe("a seal that can be read", () => {
  test("alone", async () => {
    const result = await verify(await tokenBy("SHA-256"));
    expect(linesOf(result)).toEqual([
      "format passed ok",
      "content skipped not_requested",
      "seal passed ok",
      "qualified skipped no_trust_list",
    ]);
    expect(result.checks[0]).toMatchObject({ basis: "computed", evidence: { hash: "SHA-256" } });
    expect(result).toMatchObject({
      subject: { proof_id: null, content: { algorithm: "SHA-256", hash: bytesToHex(DIGESTS["SHA-256"]) } },
      bitcoin: null,
      seals: { length: 1 },
    });
  });

  test("beside another, before it or after it", async () => {
    const [one, other] = [await tokenBy("SHA-256", "01"), await tokenBy("SHA-256", "02")];
    const numbers = async (beside: Partial<BesideSeal>) =>
      (await verify(one, { beside })).seals.map(({ sealed }) => sealed?.serialNumber);
    expect(await numbers({ seal: other })).toEqual(["01", "02"]);
    expect(await numbers({ seal: other, isFirst: false })).toEqual(["01", "02"]);
    expect(await numbers({ seal: other, isFirst: true })).toEqual(["02", "01"]);
    const { checks } = await verify(one, { beside: { seal: other } });
    expect(checks.map(({ id }) => id)).toEqual([
      "format",
      "content",
      "seal",
      "qualified",
      "seal",
      "qualified",
    ]);
  });
});

describe("the content", () => {
  test.each(ALGORITHMS.filter((hash) => hash !== "SHA-1"))(
    "by %s: the original, or its digest",
    async (hash) => {
      const seal = await tokenBy(hash);
      const check = async (content: Content) => linesOf(await verify(seal, { content }))[1];
      expect(await check({ original: CONTENT })).toBe("content passed ok");
      expect(await check({ original: Uint8Array.of(1) })).toBe("content failed content_hash_mismatch");
      expect(await check({ hash: bytesToHex(DIGESTS[hash]) })).toBe("content passed ok");
      expect(await check({ hash: "00".repeat(DIGESTS[hash].length) })).toBe(
        "content failed content_hash_mismatch",
      );
    },
  );

  test("is not compared by SHA-1", async () => {
    const result = await verify(await tokenBy("SHA-1"), { content: { original: CONTENT } });
    const stated = bytesToHex(DIGESTS["SHA-1"]);
    expect(result.checks[1]).toEqual({
      id: "content",
      status: "indeterminate",
      code: "file_hash_not_sha256",
      basis: null,
      evidence: { algorithm: "SHA-1", stated },
    });
    expect(linesOf(await verify(await tokenBy("SHA-1")))[1]).toBe("content skipped not_requested");
    expect(linesOf(result)[2]).toBe("seal indeterminate hash_too_weak");
  });
});

describe("timestamps about the same content", () => {
  test.each([
    ["SHA-256", "sha256"],
    ["SHA-1", "sha1"],
  ] as const)("by %s", async (hash, kind) => {
    const seal = await tokenBy(hash);
    const timestamps = [stampOf(kind, DIGESTS[hash])];
    const result = await verify(seal, { beside: { timestamps } });
    expect(linesOf(result)[2]).toBe("bitcoin indeterminate no_bitcoin_header");
    const other = await verify(seal, {
      beside: {
        timestamps: [
          stampOf(
            kind,
            DIGESTS[hash].map((byte) => byte ^ 1),
          ),
        ],
      },
    });
    expect(linesOf(other)[2]).toBe("bitcoin failed timestamp_of_other_content");
  });

  const STAMP = stampOf("sha256", DIGESTS["SHA-256"]);

  test.each(["SHA-384", "SHA-512"] as const)("cannot be compared with %s", async (hash) => {
    const result = await verify(await tokenBy(hash), { beside: { timestamps: [STAMP] } });
    expect(result.bitcoin).toMatchObject({
      faults: [null],
      check: {
        id: "bitcoin",
        status: "indeterminate",
        code: "file_hash_not_sha256",
        basis: null,
        evidence: { algorithm: hash, stated: bytesToHex(DIGESTS[hash]) },
      },
    });
    expect(result.checks[2]).toBe(result.bitcoin?.check);
  });

  test("that cannot be compared still fail if they are malformed", async () => {
    const result = await verify(await tokenBy("SHA-512"), {
      beside: { timestamps: [STAMP, Uint8Array.of(1)] },
    });
    expect(result.bitcoin?.faults).toMatchObject([null, { code: expect.stringMatching(/^ots_/) }]);
    expect(result.bitcoin?.check.status).toBe("failed");
  });

  test("that cannot be compared are read within the budget", async () => {
    const seal = await tokenBy("SHA-512");
    const work = new Work({ units: 0 });
    const { bitcoin } = await verify(seal, {
      beside: { timestamps: [STAMP] },
      options: { bitcoin: { now: NOW, work } },
    });
    expect(bitcoin?.check).toMatchObject({ status: "indeterminate", code: "work_limit_exceeded" });
  });
});

describe("a seal that cannot be read", () => {
  const SKIPPED = "skipped depends_on_failed_check";
  test("skips the other checks, as many as would have been made", async () => {
    const seal = (await tokenBy("SHA-256")).subarray(0, 50);
    const result = await verify(seal);
    expect(linesOf(result)).toEqual([
      "format failed der_truncated",
      `content ${SKIPPED}`,
      `seal ${SKIPPED}`,
      `qualified ${SKIPPED}`,
    ]);
    expect(result.checks[0]).toMatchObject({
      basis: "computed",
      evidence: { offset: 4, pointer: null, message: expect.stringContaining("expected") },
    });
    expect(result).toMatchObject({ subject: null, seals: [], bitcoin: null });
    const stamp = stampOf("sha256", DIGESTS["SHA-256"]);
    for (const [timestamps, count] of [
      [[stamp], 1],
      [[stamp, stamp], 1],
      [[], 0],
    ] as const) {
      const { checks } = await verify(seal, { beside: { seal, timestamps } });
      const number = (id: string) => checks.filter((check) => check.id === id).length;
      expect([number("bitcoin"), number("seal"), number("qualified")]).toEqual([count, 2, 2]);
    }
  });

  test("because it is a refusal: what the authority says", async () => {
    const text = encodeDer(TAG.utf8String, new TextEncoder().encode("No"));
    const failures = encodeDer(TAG.bitString, Uint8Array.of(0, 0x80));
    const result = await verify(sequence(sequence(integer("02"), sequence(text), failures)));
    expect(linesOf(result)[0]).toBe("format failed timestamp_not_granted");
    expect(result.checks[0]?.evidence).toEqual({
      pki_status: "rejection",
      status_text: ["No"],
      failures: ["badAlg"],
      reason: "the authority answered rejection: badAlg, No",
    });
  });

  test("because its hash is not known", async () => {
    const result = await verify(await tokenOf("1.2.3", Uint8Array.of(1)));
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
    await expect(verify(await tokenBy("SHA-256"), { options: { work: failing } })).rejects.toThrow(
      RangeError,
    );
  });

  test("within the budget, by which a refusal is read twice", async () => {
    const refusal = sequence(sequence(integer("02")));
    const once = new Work({ units: 1000 });
    parseTimestampResponse(refusal, { work: once });
    const units = 2 * (1000 - once.left);
    const line = async (left: number) =>
      linesOf(await verify(refusal, { options: { work: new Work({ units: left }) } }))[0];
    expect(await line(units)).toBe("format failed timestamp_not_granted");
    expect(await line(units - 1)).toBe("format indeterminate work_limit_exceeded");
    expect(await line(units / 2)).toBe("format indeterminate work_limit_exceeded");
  });

  test("within the budget", async () => {
    const result = await verify(await tokenBy("SHA-256"), { options: { work: new Work({ units: 9 }) } });
    expect(linesOf(result)[0]).toBe("format indeterminate work_limit_exceeded");
  });
});
