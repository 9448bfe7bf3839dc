import { createHash } from "node:crypto";
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { packContent } from "../evidence/zip/pack-content.js";
import { DocumentMaker } from "./document-maker.js";
import { DocumentMetrics } from "./document-metrics.js";
import type { CertificateRequest, DocumentTask } from "./make-document.js";
import { sampleCertificate } from "./sample-certificate.js";

const CERTIFICATE_BYTES = 1000;

/** Makes certificates of a fixed size and records the tasks. */
function newMaker(cacheBytes: number) {
  const made: DocumentTask[] = [];
  let failure: Error | null = null;
  const metrics = new DocumentMetrics(new Registry());
  const maker = new DocumentMaker({
    cacheBytes,
    metrics,
    make: async (task) => {
      made.push(task);
      await new Promise((resolve) => setImmediate(resolve));
      if (failure !== null) throw failure;
      const certificate =
        task.certificate instanceof Uint8Array
          ? task.certificate
          : new Uint8Array(CERTIFICATE_BYTES).fill(made.length);
      return { certificate, packed: (task.files ?? []).map((file) => packContent(file)) };
    },
  });
  return {
    maker,
    made,
    metrics,
    fail: (error: Error | null) => {
      failure = error;
    },
  };
}

const { facts } = sampleCertificate;
const attachment = {
  name: "proof.json",
  bytes: Uint8Array.of(1),
  mimeType: "application/json",
  kind: "proof",
  relationship: "Data",
} as const;

/** Each differs from the sample in one input of its bytes. */
const others: readonly CertificateRequest[] = [
  { facts, language: "es" },
  { facts: { ...facts, name: "other.pdf" }, language: "en" },
  { facts: { ...facts, sizeBytes: null }, language: "en" },
  { facts: { ...facts, state: "anchored" }, language: "en" },
  { facts: { ...facts, seal: { state: "pending" } }, language: "en" },
  { facts: { ...facts, bitcoin: { state: "submitted" } }, language: "en" },
  { facts: { ...facts, anchors: [] }, language: "en" },
  { facts: { ...facts, isDevelopment: false }, language: "en" },
  { facts: { ...facts, issuer: { ...facts.issuer, site: "other.invalid" } }, language: "en" },
  { facts: { ...facts, attachments: [attachment] }, language: "en" },
  { facts: { ...facts, attachments: [{ ...attachment, bytes: Uint8Array.of(2) }] }, language: "en" },
];

test("a certificate is made once, and again for every input that changes its bytes", async () => {
  const { maker, made, metrics } = newMaker(1_000_000);
  const first = await maker.certificate(sampleCertificate, "an account");
  expect(first.tag).toBe(createHash("sha256").update(first.bytes).digest("base64url"));
  const tags = new Set([first.tag]);
  for (const other of others) tags.add((await maker.certificate(other, "an account")).tag);
  expect([tags.size, made.length]).toEqual([others.length + 1, others.length + 1]);
  // Equal facts, not the same object.
  expect(await maker.certificate(structuredClone(sampleCertificate), "an account")).toBe(first);
  for (const other of others) await maker.certificate(structuredClone(other), "an account");
  expect(made).toHaveLength(others.length + 1);
  expect(
    (await metrics.certificates.get()).values.map(({ labels, value }) => [labels.source, value]),
  ).toEqual([
    ["cache", others.length + 1],
    ["worker", others.length + 1],
  ]);
});

test("a document that is being made is not made twice", async () => {
  for (const cacheBytes of [1_000_000, 0]) {
    const { maker, made } = newMaker(cacheBytes);
    const asked = await Promise.all(
      Array.from({ length: 5 }, () => maker.certificate(sampleCertificate, "an account")),
    );
    expect(made).toHaveLength(1);
    expect(new Set(asked.map(({ tag }) => tag)).size).toBe(1);
  }
});

test("the cache is bounded in bytes, and drops the least recently used", async () => {
  const { maker, made } = newMaker(3 * 2 * CERTIFICATE_BYTES);
  const four = others.slice(0, 4);
  for (const other of four) await maker.certificate(other, "an account");
  await maker.certificate(others[3]!, "an account");
  expect(made).toHaveLength(4);
  await maker.certificate(others[0]!, "an account");
  expect(made).toHaveLength(5);
});

test.each([0, CERTIFICATE_BYTES])("a cache of %i bytes keeps no certificate", async (cacheBytes) => {
  const { maker, made } = newMaker(cacheBytes);
  await maker.certificate(sampleCertificate, "an account");
  await maker.certificate(sampleCertificate, "an account");
  expect(made).toHaveLength(2);
});

test("a failure reaches all who wait, and is not cached", async () => {
  const { maker, made, fail } = newMaker(1_000_000);
  fail(new Error("no worker"));
  const asked = await Promise.allSettled([
    maker.certificate(sampleCertificate, "an account"),
    maker.certificate(sampleCertificate, "an account"),
  ]);
  expect(asked.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  fail(null);
  await maker.certificate(sampleCertificate, "an account");
  expect(made).toHaveLength(2);
});

test("packages and certificates share what was made", async () => {
  const { maker, made } = newMaker(1_000_000);
  const files = [Uint8Array.of(1, 2, 3)];
  await maker.packed(sampleCertificate, files, "an account");
  const { bytes } = await maker.certificate(sampleCertificate, "an account");
  expect(made).toEqual([{ certificate: sampleCertificate, files }]);
  await maker.packed(sampleCertificate, files, "an account");
  expect(made[1]).toEqual({ certificate: bytes, files });
});
