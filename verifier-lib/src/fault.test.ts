/** Which code of a reader says what, and that a damaged file of any kind is never called false. */

import { readdirSync, readFileSync } from "node:fs";
import { FormatError } from "@svc-proof/shared/encoding";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { share } from "../../shared/src/testing/extent.testing.js";
import { type FaultCode, isFaultCode, unread } from "./fault.js";
import type { VerifyOptions } from "./options.js";
import type { StatedEvidence } from "./package/stated-evidence.js";
import type { Report } from "./report/report.js";
import { verify } from "./verify.js";

/** Types of what the readers of inputs throw. */
const READER_TYPES = [
  "PortableProofErrorCode",
  "TimestampErrorCode",
  "ZipErrorCode",
  "EvidenceErrorCode",
  "AsicErrorCode",
  "PdfErrorCode",
  "EvmWitnessErrorCode",
  "WitnessFault",
  "HeadersErrorCode",
  "RawHeadersErrorCode",
  "EpochFileErrorCode",
  "TrustedListEntryErrorCode",
  "Rfc3161ErrorCode",
];

const ROOT = new URL("../../", import.meta.url);

/** The types of the sources that list codes, by name, without comments. */
const TYPES: ReadonlyMap<string, string> = new Map(
  ["shared/src/", "verifier-lib/src/"].flatMap((folder) =>
    readdirSync(new URL(folder, ROOT), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !name.includes(".test"))
      .map((name) => readFileSync(new URL(folder + name, ROOT), "utf8").replace(/\/\*.*?\*\//gs, ""))
      .flatMap((text) => [...text.matchAll(/^export type (\w+) =([^;{]+);/gm)])
      .map(([, name, body]) => [name!, body!] as const),
  ),
);
/** The names of a type and of all that it is made of. */
function namesOf(name: string): readonly string[] {
  const parts = [...(TYPES.get(name) ?? "").matchAll(/\b[A-Z]\w+/g)].map(([part]) => part);
  return [name, ...parts.flatMap(namesOf)];
}
const READERS = new Set(READER_TYPES.flatMap(namesOf));
const CODES = new Set(
  [...READERS].flatMap((name) => [...(TYPES.get(name) ?? "").matchAll(/"(\w+)"/g)].map(([, code]) => code!)),
);
// What is read, but not to its end, and what is read and holds no proof.
for (const code of ["work_limit_exceeded", "evidence_no_proof", "pdf_no_proof"]) CODES.delete(code);

/** What the words of a code say of it; the first that it has counts. */
const WORDS: readonly (readonly [RegExp, FaultCode | "contradiction"])[] = [
  [/encrypted/, "encrypted"],
  [/(^|_)too_/, "too_large"],
  [/unsupported|unknown|_version/, "unsupported"],
  [/duplicate|ambiguous|several|hidden|_also_|mismatch|surplus|overlap|gap$/, "contradiction"],
];
const OTHERS: Readonly<Record<string, FaultCode | "contradiction">> = {
  ots_bad_magic: "not_recognised",
  pdf_bad_header: "not_recognised",
  pem_no_certificate: "not_recognised",
  tsp_not_signed_data: "not_recognised",
  tsp_not_a_timestamp: "not_recognised",
  zip_multi_disk: "unsupported",
  zip_entry_not_regular: "unsupported",
  zip_name_unsafe: "unsupported",
  ocsp_no_response: "unsupported",
  zip_prepended_data: "contradiction",
  zip_deflate_trailing: "contradiction",
  tsp_token_unexpected: "contradiction",
  trie_node_missing: "contradiction",
  trie_key_absent: "contradiction",
  evm_signature_invalid: "contradiction",
  // What Bitcoin cannot have, a place of a path that is neither left nor right, and sums over damaged bytes.
  ots_height_too_large: "damaged",
  path_position_unknown: "damaged",
  zip_size_mismatch: "damaged",
  zip_crc_mismatch: "damaged",
  x509_signature_algorithm_mismatch: "damaged",
  x509_extension_duplicate: "damaged",
};

describe("the codes of readers", () => {
  test("are those of all types of codes but these", () => {
    const others = [...TYPES.keys()].filter((name) => name.endsWith("ErrorCode") && !READERS.has(name));
    expect(others.sort()).toEqual([
      "AsicWriteErrorCode",
      "PathErrorCode",
      "SourceErrorCode",
      "TrustSnapshotErrorCode",
      "TrustedListErrorCode",
      "XmlErrorCode",
      "XmlSignatureErrorCode",
    ]);
    expect(Object.keys(OTHERS).filter((code) => !CODES.has(code))).toEqual([]);
  });

  test("stand once at most in the table", () => {
    const table = readFileSync(new URL("fault.ts", import.meta.url), "utf8");
    const named = [...table.matchAll(/^ +"(\w+)",$/gm)].map(([, code]) => code!);
    expect(named.filter((code, at) => named.indexOf(code) !== at || !CODES.has(code))).toEqual([]);
  });

  test("say what their words say", () => {
    const told = [...CODES].map((code) => {
      const { status, code: said } = unread(new FormatError(code, "why", 7));
      return [code, status === "failed" && said === code ? "contradiction" : `${status} ${said}`];
    });
    const meant = [...CODES].map((code) => {
      const of = OTHERS[code] ?? WORDS.find(([word]) => word.test(code))?.[1] ?? "damaged";
      return [code, of === "contradiction" ? of : `indeterminate ${of}`];
    });
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(meant));
  });
});

const file = (path: string) => new Uint8Array(readFileSync(new URL(`test/vectors/${path}`, ROOT)));
const given = (name: string) => file(`given/files/${name}`);
const pem = (name: string) => new TextDecoder().decode(given(name));
const NOW = new Date("2026-11-28T12:00:00.000Z");
const HEADERS: VerifyOptions = { headers: [given("block-0.txt")] };
const TRUST: VerifyOptions = { trust: [pem("root.pem")] };
const CERTIFICATE: VerifyOptions = { trust: [pem("sandbox-root.pem")], original: given("contract.txt") };

interface Sound {
  readonly bytes: Uint8Array;
  readonly options?: VerifyOptions;
  /** Beside which input it is given; without one it is the input. */
  readonly beside?: readonly [StatedEvidence["kind"], Uint8Array];
}
const SOUND: readonly (readonly [string, Report["outcome"], Sound])[] = [
  ["a proof", "indeterminate", { bytes: given("proof.json") }],
  ["a timestamp", "verified", { bytes: given("content.ots"), options: HEADERS }],
  ["a timestamp without a block", "indeterminate", { bytes: given("other-content.ots") }],
  ["a seal", "verified", { bytes: given("content.tsr"), options: TRUST }],
  ["a seal of a stranger", "indeterminate", { bytes: given("content-by-stranger.tsr"), options: TRUST }],
  ["a witness", "indeterminate", { bytes: file("evm-witness/good/witness.json") }],
  ["a package", "indeterminate", { bytes: given("seal-by-stranger.zip"), options: TRUST }],
  ["an ASiC", "indeterminate", { bytes: file("asic/good/file-first.asics") }],
  ["a certificate", "verified", { bytes: given("certificate-w-1-7-2.pdf"), options: CERTIFICATE }],
  ["a plain certificate", "indeterminate", { bytes: file("packages/good/plain.pdf") }],
  [
    "a timestamp beside a seal",
    "verified",
    { bytes: given("content.ots"), options: TRUST, beside: ["timestamp", given("content.tsr")] },
  ],
  [
    "a seal beside a timestamp",
    "verified",
    {
      bytes: given("content.tsr"),
      options: { ...HEADERS, ...TRUST },
      beside: ["seal", given("content.ots")],
    },
  ],
  [
    "a list of revocations beside a seal",
    "verified",
    { bytes: file("seals/crls/480c6e8ebd33.crl"), options: TRUST, beside: ["crl", given("content.tsr")] },
  ],
  [
    "a witness beside a proof",
    "indeterminate",
    {
      bytes: file("evm-witness/good/beside.json"),
      beside: ["witness", file("published/made/witnessed-proof.json")],
    },
  ],
  [
    "headers beside a timestamp",
    "verified",
    { bytes: given("block-0.txt"), beside: ["headers", given("content.ots")] },
  ],
];

const verifySound = ({ options, beside }: Sound, bytes: Uint8Array) => {
  const evidence = beside === undefined ? [] : [{ kind: beside[0], content: bytes }];
  return verify(beside?.[1] ?? bytes, { now: NOW, trustList: null, ...options, evidence });
};

/** Cut, extended, or with some bytes changed. */
const damaged = (bytes: Uint8Array): fc.Arbitrary<Uint8Array> => {
  const place = fc.nat(bytes.length - 1);
  const flips = fc.array(fc.tuple(place, fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 4 });
  return fc.oneof(
    place.map((length) => bytes.slice(0, length)),
    place.map((start) => bytes.slice(start + 1)),
    fc.uint8Array({ minLength: 1, maxLength: 40 }).map((more) => Uint8Array.of(...bytes, ...more)),
    flips.map((all) => all.reduce((changed, [at, bits]) => changed.with(at, changed[at]! ^ bits), bytes)),
  );
};

describe("a damaged file", () => {
  test.each(SOUND)(
    "is never called false for that, nor verified as something else: %s",
    async (_, outcome, sound) => {
      const whole = await verifySound(sound, sound.bytes);
      expect(whole.outcome).toBe(outcome);
      await fc.assert(
        fc.asyncProperty(damaged(sound.bytes), async (bytes) => {
          const report = await verifySound(sound, bytes);
          if (report.outcome === "verified") {
            expect([outcome, report.proof?.content]).toEqual(["verified", whole.proof?.content]);
            const times = whole.claims.map(({ time }) => time);
            for (const { time } of report.claims) expect(times).toContain(time);
          }
          for (const { status, code } of report.checks) {
            if (isFaultCode(code)) expect(status).toBe("indeterminate");
            else if (CODES.has(code))
              expect([status, unread(new FormatError(code, "", 0)).code]).toEqual(["failed", code]);
          }
          for (const { status, code, fault } of report.inputs) {
            expect(status === "unreadable").toBe(isFaultCode(code));
            expect(fault !== null && CODES.has(fault)).toBe(isFaultCode(code));
          }
          if (report.inputs.some(({ status, kind }) => status === "unreadable" && kind !== "headers"))
            expect(report.outcome).not.toBe("verified");
        }),
        { numRuns: share(400) },
      );
    },
    120_000,
  );
});
