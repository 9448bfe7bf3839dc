/** `svc-verify FOLDER` where evidence names its original by its own name. */

import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { hexToBytes } from "@svc-proof/shared/encoding";
import { encodePortableProof } from "@svc-proof/shared/proof";
import { beforeAll, describe, expect, test } from "vitest";
import { ASIC_S_MEDIA_TYPE } from "../archive/names.js";
import { attachmentObjects, pdfOf } from "../archive/pdf.testing.js";
import { handMadeZip } from "../archive/zip.testing.js";
import { exampleProof, ORIGINAL, PENDING, stampOf as stampedBy } from "../judge/example.testing.js";
import { integer, sequence } from "../rfc3161/token.testing.js";
import { type Issued, issueAuthority, issueUnit, NOW } from "../x509/authority.testing.js";
import { folders, linesOf, runHere, sealOf } from "./captured.testing.js";

const { scratch, folderOf } = folders();

const proof = encodePortableProof(exampleProof());
const zipOf = (...entries: Parameters<typeof handMadeZip>[0]) => handMadeZip(entries, Buffer.alloc(0));

let signer: Issued;
const trust = join(scratch, "trust.pem");
const TRUST = ["--trust", trust, "--at", NOW.toISOString()];
beforeAll(async () => {
  const root = await issueAuthority("Root");
  signer = await issueUnit(root);
  const base64 = Buffer.from(root.certificate.der).toString("base64").replace(/.{64}/g, "$&\n");
  writeFileSync(trust, `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`);
});

const sha256Of = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");
const stampOf = (digest: string) => stampedBy(hexToBytes(digest), [PENDING]);
/** Evidence about `ORIGINAL` of the kind that a name has. */
async function evidenceOf(name: string): Promise<string | Uint8Array> {
  const seal = await sealOf(signer, "SHA-256", ORIGINAL);
  if (/\.ts[rt]$/.test(name)) return seal;
  if (name.endsWith(".ots")) return stampOf(sha256Of(ORIGINAL));
  if (name.endsWith(".pdf"))
    return pdfOf({ objects: attachmentObjects([{ name: "proof.json", data: proof }]) });
  if (name.endsWith(".zip")) return zipOf({ name: "proof.json", content: proof });
  if (name.endsWith(".asics"))
    return zipOf(
      { name: "mimetype", content: ASIC_S_MEDIA_TYPE },
      { name: "META-INF/timestamp.tst", content: Buffer.from(seal) },
      { name: "app.tar", content: Buffer.from(ORIGINAL) },
    );
  return proof;
}

describe("an original that evidence names by its own name", () => {
  const changed = { "app.tar": "changed" };
  const at = (folder: string, path: string) => join(folder, ...path.split("/"));
  const rowsOf = async (folder: string) => {
    const { status, stdout } = await runHere("--json", ...TRUST, folder);
    const { reports } = linesOf({ stdout });
    const told = reports.map(({ input, outcome, checks, inputs }) => [
      input.name.slice(folder.length + 1).replaceAll("\\", "/"),
      outcome,
      checks.find(({ id }: { id: string }) => id === "content").code,
      inputs.find(({ kind }: { kind: string }) => kind === "original")?.name.slice(folder.length + 1) ?? null,
    ]);
    return { status, told };
  };
  const timestamp = (text: string) => sealOf(signer, "SHA-256", text);

  test.each([
    "app.tar.tsr",
    "app.tar.tst",
    "app.tar.ots",
    "app.tar.asics",
    "app.tar.svc.zip",
    "app.tar.proof/proof.json",
    "app.tar.proof/certificate.pdf",
  ])("fails beside %s if it was changed, with both fingerprints, and not if it was not", async (name) => {
    const content = await evidenceOf(name);
    const folder = folderOf({ ...changed, [name]: content });
    const { status, stdout, stderr } = await runHere(...TRUST, folder);
    expect([status, stderr]).toEqual([1, ""]);
    const [stated, computed] = [sha256Of(ORIGINAL), sha256Of("changed")];
    expect(stdout.split("\n").slice(0, 4)).toEqual([
      expect.stringMatching(/^FAILED {10}/),
      `                original ${at(folder, "app.tar")}`,
      `                content: the file is not the one that the proof is about; its SHA-256 is ${computed}, not ${stated}`,
      "",
    ]);
    expect(stdout).not.toContain("is not evidence");
    const { told } = await rowsOf(folder);
    expect(told).toEqual([[name, "failed", "content_hash_mismatch", "app.tar"]]);
    const [report] = (await runHere("--json", folder)).stdout
      .split("\n")
      .map((line) => line && JSON.parse(line));
    const { evidence } = report.checks.find(({ id }: { id: string }) => id === "content");
    expect(evidence).toMatchObject({ stated, computed });
    const csv = (await runHere("--csv", folder)).stdout.split("\r\n")[1];
    for (const told of [stated, computed, "content content_hash_mismatch", at(folder, "app.tar")]) {
      expect(csv).toContain(told);
    }
    const whole = folderOf({ "app.tar": ORIGINAL, [name]: content });
    const same = await rowsOf(whole);
    expect([same.status === 1, same.told]).toEqual([false, [[name, expect.anything(), "ok", "app.tar"]]]);
  });

  test("of which there is none leaves the evidence as it is", async () => {
    const { status, told } = await rowsOf(folderOf({ "app.tar.tsr": await timestamp("app"), other: "x" }));
    expect([status, told]).toEqual([0, [["app.tar.tsr", "verified", "not_requested", null]]]);
  });

  test("by a name of another case, of a stem or in another folder is probable, and no more", async () => {
    const seal = await timestamp("app");
    for (const name of ["App.tar.tsr", "app.tsr", "app.tar.json.tsr", "sub/app.tar.tsr", "app.tar.SVC.ZIP"]) {
      const content = name.endsWith("ZIP") ? await evidenceOf("app.tar.svc.zip") : seal;
      const { status, told } = await rowsOf(folderOf({ ...changed, [name]: content }));
      expect([name, status, told]).toEqual([
        name,
        name === "app.tar.json.tsr" ? 0 : 2,
        [[name, expect.anything(), expect.not.stringMatching("mismatch"), null]],
      ]);
    }
    const folder = folderOf({ ...changed, "App.tar.proof/proof.json": proof });
    expect((await runHere(folder)).stdout).toContain(`probably changed: ${at(folder, "app.tar")}`);
  });

  test("fails although a copy elsewhere has the fingerprint", async () => {
    const { status, told } = await rowsOf(
      folderOf({ ...changed, "app.tar.tsr": await timestamp("app"), "backup/app.tar": "app" }),
    );
    expect([status, told]).toEqual([1, [["app.tar.tsr", "failed", "content_hash_mismatch", "app.tar"]]]);
  });

  test("fails beside a package that has the original inside", async () => {
    const content = zipOf(
      { name: "proof.json", content: proof },
      { name: "original/app.tar", content: Buffer.from(ORIGINAL) },
    );
    const { status, told } = await rowsOf(folderOf({ ...changed, "app.tar.svc.zip": content }));
    expect([status, told]).toEqual([1, [["app.tar.svc.zip", "failed", "content_hash_mismatch", "app.tar"]]]);
  });

  test("has a row for each evidence that names it, and those that match stand", async () => {
    const folder = folderOf({
      "app.tar": "new",
      "app.tar.tsr": await timestamp("new"),
      "app.tar.tst": await timestamp("old"),
    });
    const { status, told } = await rowsOf(folder);
    expect([status, told]).toEqual([
      1,
      [
        ["app.tar.tsr", "verified", "ok", "app.tar"],
        ["app.tar.tst", "failed", "content_hash_mismatch", "app.tar"],
      ],
    ]);
  });

  test("fails by a timestamp that belongs to other evidence, in a row of its own", async () => {
    const stamp = stampOf(sha256Of(ORIGINAL));
    const folder = folderOf({ ...changed, "app.tar.ots": stamp, "proof.json": proof, "whole.txt": ORIGINAL });
    const { status, told } = await rowsOf(folder);
    expect([status, told]).toEqual([
      1,
      [
        ["app.tar.ots", "failed", "content_hash_mismatch", "app.tar"],
        ["proof.json", "indeterminate", "ok", "whole.txt"],
      ],
    ]);
  });

  test("may be evidence: a timestamp of a seal, of its token, or of what the seal is about", async () => {
    const token = await timestamp("app");
    const response = sequence(sequence(integer("00")), token);
    for (const digest of [sha256Of(response), sha256Of(token), sha256Of("app")]) {
      const folder = folderOf({
        "app.tar": "app",
        "app.tar.tsr": response,
        "app.tar.tsr.ots": stampOf(digest),
      });
      const { told } = await rowsOf(folder);
      expect(
        told.map(([, outcome]) => outcome),
        digest,
      ).not.toContain("failed");
    }
    const folder = folderOf({
      "app.tar": "app",
      "app.tar.tsr": response,
      "app.tar.tsr.ots": stampOf("ab".repeat(32)),
    });
    const { status, told } = await rowsOf(folder);
    expect([status, told]).toEqual([
      1,
      [
        ["app.tar.tsr", "verified", "ok", "app.tar"],
        ["app.tar.tsr.ots", "failed", "content_hash_mismatch", "app.tar.tsr"],
      ],
    ]);
  });

  test("is compared by the hash of the evidence", async () => {
    for (const hash of ["SHA-384", "SHA-512"] as const) {
      const seal = await sealOf(signer, hash, "app");
      expect((await rowsOf(folderOf({ "app.tar": "app", "app.tar.tsr": seal }))).status).toBe(0);
      const { status, told } = await rowsOf(folderOf({ ...changed, "app.tar.tsr": seal }));
      expect([status, told]).toEqual([1, [["app.tar.tsr", "failed", "content_hash_mismatch", "app.tar"]]]);
    }
  });
});
