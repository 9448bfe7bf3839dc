import { describe, expect, test } from "vitest";
import { attachmentObjects, pdfOf } from "../archive/pdf.testing.js";
import { CountedWork } from "../work/counted-work.testing.js";
import { parsePdfCertificate } from "./open-certificate.js";

const PROOF = "proof.json";
/** A file with attachments of these names, each of which holds its name. */
const certificate = (...names: readonly string[]) =>
  pdfOf({ objects: attachmentObjects(names.map((name) => ({ name, data: name }))) });
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

test("each attachment is the part that its name says", async () => {
  const evidence = await parsePdfCertificate(
    certificate(
      "page.html",
      PROOF,
      "bitcoin.ots",
      "other.ots",
      "seal.tsr",
      "seal.tsr.ots",
      "trusted-list-entry.json",
      "anchor-1.json",
      "anchor-1.ots",
      "anchor-137.json",
      "seal-revocation-1.crl",
      "seal-revocation-1.ocsp",
      "Proof.json.txt",
      "seal.tsr.txt",
    ),
  );
  expect({
    ...evidence,
    proof: text(evidence.proof),
    parts: evidence.parts.map(({ content, ...part }) => [part, text(content)]),
  }).toEqual({
    proof: PROOF,
    parts: [
      [{ kind: "seal" }, "seal.tsr"],
      [{ kind: "timestamp" }, "bitcoin.ots"],
      [{ kind: "timestamp" }, "other.ots"],
      [{ kind: "trusted_list_entry" }, "trusted-list-entry.json"],
      [{ kind: "seal_timestamp" }, "seal.tsr.ots"],
      [{ kind: "crl" }, "seal-revocation-1.crl"],
      [{ kind: "ocsp_response" }, "seal-revocation-1.ocsp"],
      [{ kind: "witness", chainId: 1, name: "chain 1" }, "anchor-1.json"],
      [{ kind: "witness", chainId: 137, name: "chain 137" }, "anchor-137.json"],
      [{ kind: "witness_timestamp" }, "anchor-1.ots"],
    ],
    original: null,
    verifier: null,
    unchecked: ["page.html", "Proof.json.txt", "seal.tsr.txt"],
  });
});

test("all but the proof may be missing", async () => {
  const evidence = await parsePdfCertificate(certificate(PROOF));
  expect({ ...evidence, proof: text(evidence.proof) }).toEqual({
    proof: PROOF,
    parts: [],
    original: null,
    verifier: null,
    unchecked: [],
  });
});

test("without a proof, a certificate is refused", async () => {
  const file = certificate("page.html", "seal.tsr");
  await expect(parsePdfCertificate(file)).rejects.toMatchObject({
    code: "pdf_no_proof",
    offset: file.length,
  });
});

describe("the number of parts is limited", () => {
  test.each<[string, number, (n: number) => string]>([
    ["timestamps", 4, (n) => `${n}.ots`],
    ["seals", 1, (n) => `${n}.tsr`],
    ["timestamps of the seal", 1, (n) => `${n}.tsr.ots`],
    ["witnesses", 16, (n) => `anchor-${n}.json`],
    ["timestamps of witnesses", 16, (n) => `anchor-${n}.ots`],
    ["revocation lists", 16, (n) => `seal-revocation-${n}.crl`],
    ["OCSP responses", 16, (n) => `seal-revocation-${n}.ocsp`],
  ])("%s: %i", async (_, limit, name) => {
    const names = Array.from({ length: limit + 1 }, (_, at) => name(at + 1));
    await expect(parsePdfCertificate(certificate(PROOF, ...names.slice(1)))).resolves.toBeDefined();
    const file = certificate(PROOF, ...names);
    await expect(parsePdfCertificate(file)).rejects.toMatchObject({
      code: "pdf_too_many_attachments",
      offset: file.length,
    });
  });
});

test("reading spends from the budget that is given", async () => {
  const work = new CountedWork({ units: 100 });
  await expect(parsePdfCertificate(certificate(PROOF), { work })).rejects.toMatchObject({
    code: "work_limit_exceeded",
  });
});
