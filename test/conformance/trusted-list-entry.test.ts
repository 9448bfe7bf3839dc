/**
 * What a package and a certificate say of the trusted list that their seal rests on: told, not trusted. The report compares
 * it with the verifier's own list. docs/formats/evidence.md.
 */

import { type Report, reportText, verify } from "@svc-proof/verifier-lib";
import { parsePemCertificates } from "@svc-proof/verifier-lib/x509";
import { describe, expect, test } from "vitest";
import { encodeCertificate } from "../../service/src/documents/certificate/encode-certificate.js";
import type { CertificateFacts } from "../../service/src/documents/certificate/facts.js";
import { openCertificateFonts } from "../../service/src/documents/certificate/fonts.js";
import { openTrustList } from "../../verifier-lib/src/trust/trust-list.js";
import { testList, testService, testSnapshot } from "../../verifier-lib/src/trust/trust-snapshot.testing.js";
import { PROOF, packed, proof } from "../evidence-packages.js";
import { sandboxSeal } from "../sandbox-seal.js";

const { response, rootPem } = await sandboxSeal(proof.content.hash);
const [root] = parsePemCertificates(rootPem);
const trustList = openTrustList(testSnapshot(testList("ES", [testService(root!)])));

const ENTRY = {
  format: "svc-trusted-list-entry/1",
  territory: "ES",
  provider: "Example TSP",
  service: "Example time stamps",
  status: "granted",
  since: "2026-01-01T00:00:00Z",
  // Another edition of the list than the verifier's.
  list: {
    sequence_number: 6,
    issued: "2026-01-01T00:00:00Z",
    next_update: "2026-07-01T00:00:00Z",
    sha256: "12".repeat(32),
  },
  snapshot_sha256: "34".repeat(32),
};
const part = (name: string, content: Uint8Array) => ({ name, content });
const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const SEAL = part("seal/timestamp.tsr", response);
const entryPart = (value: unknown) => part("seal/trusted-list-entry.json", json(value));

const qualifiedOf = ({ checks }: Report) => checks.find(({ id }) => id === "qualified")!;
const told = (report: Report) => qualifiedOf(report).evidence["told"];
const noticesOf = ({ notices }: Report) => notices.map(({ code }) => code);
const entryInput = ({ inputs }: Report) => inputs.find(({ kind }) => kind === "trusted_list_entry");

describe("in a package", () => {
  test("that agrees with the verifier's list", async () => {
    const report = await verify(await packed(PROOF, SEAL, entryPart(ENTRY)), { trustList });
    expect(qualifiedOf(report)).toMatchObject({ status: "passed", code: "ok" });
    expect(told(report)).toEqual({
      territory: "ES",
      provider: "Example TSP",
      service: "Example time stamps",
      status: "granted",
      since: "2026-01-01T00:00:00Z",
      list: { sequence_number: 6, sha256: "12".repeat(32) },
      snapshot_sha256: "34".repeat(32),
      agrees: true,
      differs: [],
    });
    expect(entryInput(report)).toMatchObject({ origin: "package", status: "checked", code: "ok" });
    expect(reportText(report)).toContain(
      "the package states ES, number 6: Example time stamps, which agrees",
    );
    expect(noticesOf(report)).not.toContain("parts_not_checked");
  });

  test("that differs: the verifier's own list decides, and a notice says what differs", async () => {
    const lie = { ...ENTRY, territory: "FR", status: "withdrawn" };
    const report = await verify(await packed(PROOF, SEAL, entryPart(lie)), { trustList });
    expect(qualifiedOf(report)).toMatchObject({ status: "passed", code: "ok" });
    expect(told(report)).toMatchObject({ agrees: false, differs: ["territory", "status"] });
    expect(report.notices).toContainEqual({
      code: "trusted_list_entry_differs",
      evidence: { fields: ["territory", "status"] },
    });
    expect(reportText(report)).toContain("which DIFFERS");
  });

  test("of a service that the verifier's list does not have", async () => {
    const none = openTrustList(testSnapshot(testList("ES", [])));
    const report = await verify(await packed(PROOF, SEAL, entryPart(ENTRY)), { trustList: none });
    expect(qualifiedOf(report)).toMatchObject({ status: "indeterminate", code: "service_not_listed" });
    expect(told(report)).toMatchObject({ agrees: false, differs: ["service"] });
    expect(report.outcome).toBe("indeterminate");
  });

  test("without a list nothing is compared", async () => {
    const report = await verify(await packed(PROOF, SEAL, entryPart(ENTRY)), { trustList: null });
    expect(told(report)).toMatchObject({ agrees: null, differs: [] });
    expect(noticesOf(report)).not.toContain("trusted_list_entry_differs");
  });

  test("that is malformed is left out and told; beyond its size the package is malformed", async () => {
    const report = await verify(await packed(PROOF, SEAL, entryPart({ ...ENTRY, since: 7 })), { trustList });
    expect(report.checks.find(({ status }) => status === "failed")).toBeUndefined();
    expect(qualifiedOf(report).status).toBe("passed");
    expect(told(report)).toBeUndefined();
    expect(report.notices).toContainEqual({
      code: "input_left_out",
      evidence: {
        kind: "trusted_list_entry",
        origin: "package",
        index: 0,
        code: "damaged",
        fault: "wrong_type",
      },
    });
    expect(entryInput(report)).toMatchObject({ status: "unreadable", code: "damaged", fault: "wrong_type" });
    const large = part("seal/trusted-list-entry.json", new Uint8Array(16_385));
    const refused = await verify(await packed(PROOF, SEAL, large), { trustList });
    expect(refused.checks[0]).toMatchObject({ status: "indeterminate", code: "too_large" });
  });

  test("of a seal that is not there is not applicable", async () => {
    const report = await verify(await packed(PROOF, entryPart(ENTRY)), { trustList });
    expect(entryInput(report)).toMatchObject({ status: "not_applicable", code: "input_not_applicable" });
  });

  test("is that of the seal in the package, not of one that was given", async () => {
    const other = await sandboxSeal(proof.content.hash);
    const zip = await packed(PROOF, SEAL, entryPart(ENTRY));
    const { checks } = await verify(zip, { trustList, seal: other.response });
    const told = checks.filter(({ id }) => id === "qualified").map(({ evidence }) => evidence["told"]);
    expect(told).toEqual([undefined, expect.objectContaining({ agrees: true })]);
  });
});

test("attached to a certificate", async () => {
  const attachment = (name: string, bytes: Uint8Array) =>
    ({
      name,
      bytes,
      mimeType: "application/octet-stream",
      kind: "seal",
      relationship: "Supplement",
    }) as const;
  const facts: Partial<CertificateFacts> = {
    certificateId: proof.proof_id,
    proofId: proof.proof_id,
    hash: proof.content.hash,
    name: "example.txt",
    sizeBytes: null,
    state: "confirmed",
    receivedAt: new Date("2026-09-01T00:00:00Z"),
    merkleRoot: proof.merkle.root,
    anchors: [],
    bitcoin: { state: "pending" },
    bitcoinTime: null,
    seal: { state: "none" },
    sealBitcoin: { state: "pending" },
    verifierUrl: "https://proofs.example/verify/",
    proofJsonUrl: "https://proofs.example/proof.json",
    programUrl: "https://proofs.example/verify/svc-verify.mjs",
    issuer: { name: null, address: null, site: "proofs.example" },
    isDevelopment: false,
    attachments: [
      attachment("proof.json", PROOF.content as Uint8Array),
      attachment("timestamp.tsr", response),
      attachment("trusted-list-entry.json", json(ENTRY)),
    ],
  };
  const pdf = await encodeCertificate(facts as CertificateFacts, "en", await openCertificateFonts([]));
  const report = await verify(pdf, { trustList });
  expect(report.input.type).toBe("certificate-pdf");
  expect(told(report)).toMatchObject({ agrees: true });
  expect(entryInput(report)).toMatchObject({ origin: "package", status: "checked" });
  const lie = json({ ...ENTRY, service: "Other" });
  const differing = {
    ...facts,
    attachments: [...facts.attachments!.slice(0, 2), attachment("trusted-list-entry.json", lie)],
  };
  const changed = await verify(
    await encodeCertificate(differing as CertificateFacts, "en", await openCertificateFonts([])),
    { trustList },
  );
  expect(told(changed)).toMatchObject({ agrees: false, differs: ["service"] });
});
