/**
 * Inputs that once took seconds or gigabytes, through `verify` itself: each ends in a report and
 * can be aborted.
 */

import { hexToBytes } from "@svc-proof/shared/encoding";
import { encodeDetachedTimestamp, MAX_TIMESTAMP_BYTES } from "@svc-proof/shared/opentimestamps";
import { encodePortableProof } from "@svc-proof/shared/proof";
import { describe, expect, test } from "vitest";
import { deflated, type HandMadeEntry, handMadeZip } from "../../verifier-lib/src/archive/zip.testing.js";
import { type VerifyInput, type VerifyOptions, verify } from "../../verifier-lib/src/index.js";
import { exampleProof } from "../../verifier-lib/src/judge/example.testing.js";
import { IMPRINT } from "../../verifier-lib/src/rfc3161/token.testing.js";
import { worstZips } from "../bench/src/worst/worst-zips.js";
import { WORST_KINDS } from "./worst-seals.js";

interface Attack {
  readonly input: VerifyInput;
  readonly options?: VerifyOptions;
  /** Codes of checks, or of their readers. The report must have one of them. */
  readonly codes: readonly string[];
}

type Attacks = Readonly<Record<string, () => Attack | Promise<Attack>>>;

const NOW = new Date("2026-11-21T12:00:00Z");
const proof = exampleProof();
const PROOF_ENTRY: HandMadeEntry = { name: "proof.json", content: encodePortableProof(proof) };
const contentHash = Buffer.from(IMPRINT).toString("hex");
const zip = (...entries: readonly HandMadeEntry[]) =>
  new Uint8Array(handMadeZip([PROOF_ENTRY, ...entries], Buffer.alloc(0)));
const pack = (name: string, content: Buffer): HandMadeEntry => ({
  name,
  content,
  method: 8,
  data: deflated(content),
});

/** A file of maximum size: one pending attestation, repeated. */
const timestamps = () => {
  const attestation = Buffer.from("0083dfe30d2ef90c8e020161", "hex");
  const magic = Buffer.concat([
    Buffer.from("\0OpenTimestamps\0\0Proof\0", "latin1"),
    Buffer.from("bf89e2e884e892940108", "hex"),
    hexToBytes(proof.content.hash),
  ]);
  const count = Math.floor((MAX_TIMESTAMP_BYTES - magic.length) / (attestation.length + 1));
  const fork = Buffer.concat([Buffer.of(0xff), attestation]);
  return Buffer.concat([magic, ...new Array<Buffer>(count - 1).fill(fork), attestation]);
};

const pemOf = (der: Uint8Array) =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString("base64")}\n-----END CERTIFICATE-----\n`;

/** @param point in the kind's space; its centre if empty. */
async function seal(kind: string, point: readonly number[]): Promise<Attack> {
  const { token, anchors, certificates } = await WORST_KINDS.find(({ name }) => name === kind)!.build(point);
  const bundles: string[] = [];
  for (let at = 0; at < certificates.length; at += 1_024) {
    bundles.push(
      certificates
        .slice(at, at + 1_024)
        .map(pemOf)
        .join(""),
    );
  }
  const options = { trust: anchors.map(pemOf), certificates: bundles.slice(0, 16), contentHash };
  return {
    input: token,
    options,
    codes: ["path_too_costly", "work_limit_exceeded", "name_constraints_too_costly"],
  };
}

const headers = (): string => {
  const base = `00000020${"00".repeat(32)}${"11".repeat(32)}00000060ffff001d`;
  const lines = Array.from(
    { length: 4_034 },
    (_, i) => `${900_000 + i} ${base}${i.toString(16).padStart(8, "0")}`,
  );
  return lines.join("\n");
};

/** Refused before the event loop is due a turn: there is nothing to give up. */
const CHEAP: Attacks = {
  "16 timestamps of some ten thousand attestations, in a package": () => ({
    input: zip(...Array.from({ length: 16 }, (_, i) => pack(`bitcoin/${i}.ots`, timestamps()))),
    codes: ["evidence_part_too_large"],
  }),
  "16 timestamps of some ten thousand attestations, given beside": () => ({
    input: encodePortableProof(proof),
    options: { timestamps: Array.from({ length: 16 }, timestamps) },
    codes: ["work_limit_exceeded"],
  }),
  "1,024 certificates that look alike, in a package": async () => {
    const { options } = await seal("look-alikes of the issuer", [0.4, 0.99, 0, 0, 0]);
    return {
      input: zip(pack("seal/tsa-certificates.pem", Buffer.from(options!.certificates![0]!))),
      codes: ["evidence_too_many_certificates", "evidence_part_too_large"],
    };
  },
};

/** The event loop has turns while these are read. */
const LONG: Attacks = {
  "1,024 certificates that look alike, given beside": () =>
    seal("look-alikes of the issuer", [0.34, 0.99, 0, 0, 0]),
  "names under the constraints of a hostile authority": () =>
    seal("name constraints of a hostile authority", [0.95, 0.95, 0, 0.5, 0.9]),
  "a mebibyte of empty dynamic blocks": () => ({
    input: worstZips
      .find(({ name }) => name === "blocks of 255 literals, 0 of them deep, 0 used")!
      .make(1_048_576),
    codes: ["work_limit_exceeded", "zip_size_mismatch"],
  }),
  "64 documents of headers": () => ({
    input: encodeDetachedTimestamp({
      hash: "sha256",
      digest: hexToBytes(proof.content.hash),
      timestamp: { branches: [{ attestation: { kind: "bitcoin", height: 900_000 } }] },
    }),
    options: { headers: Array.from({ length: 64 }, headers) },
    codes: ["work_limit_exceeded"],
  }),
};

describe.each(Object.entries({ ...CHEAP, ...LONG }))("%s", (_, make) => {
  test("ends in a report that verifies nothing", async () => {
    const { input, options, codes } = await make();
    const report = await verify(input, { now: NOW, ...options });
    expect(report.outcome).not.toBe("verified");
    expect(report.claims).toEqual([]);
    const told = report.checks.map(({ code, evidence }) => String(evidence["fault"] ?? code));
    const found = report.checks.find((_, i) => codes.includes(told[i]!));
    expect(found, told.join(", ")).toBeDefined();
    expect(found!.status).toBe("indeterminate");
  }, 120_000);
});

describe.each(Object.entries(LONG))("%s", (_, make) => {
  test("stops when the caller aborts", async () => {
    const { input, options } = await make();
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error("enough")));
    await expect(verify(input, { now: NOW, ...options, signal: stop.signal })).rejects.toThrow("enough");
  }, 120_000);
});
