/** The vectors of docs/formats/evidence.md and docs/formats/certificate.md, through the verifier. */

import { parsePortableProof } from "@svc-proof/shared/proof";
import { type Report, verify } from "@svc-proof/verifier-lib";
import { expect, test } from "vitest";
import { packageBytes, packageCases } from "../vectors/packages/cases.js";
import { faultOf } from "../vectors/reader-fault.js";
import { bytesOf } from "../vectors/svc-proof-2/cases.js";

const proof = parsePortableProof(bytesOf({ file: "good/one-leaf.json" }));

/** The part that does not depend on files beside the proof. */
const said = ({ outcome, proof, claims, checks }: Report) => ({
  outcome,
  proof,
  claims,
  checks: checks.map(({ id, status, code }) => `${id} ${status} ${code}`),
});

test.each(packageCases.good)("$file: $about", async ({ file }) => {
  const contentHash = proof.content.hash;
  const report = await verify(packageBytes(file), { contentHash });
  expect(report.input.type).toBe(file.endsWith(".pdf") ? "certificate-pdf" : "evidence-zip");
  expect(report.notices.some(({ code }) => code === "page_text_not_checked")).toBe(file.endsWith(".pdf"));
  expect(said(report)).toEqual(said(await verify(bytesOf({ file: "good/one-leaf.json" }), { contentHash })));
  expect(report.checks[0]).toMatchObject({ id: "format", status: "passed" });
});

test.each(packageCases.bad)("$file: $code: $about", async ({ file, code }) => {
  const report = await verify(packageBytes(file), { contentHash: proof.content.hash });
  expect(report.checks[0]).toMatchObject({ id: "format", ...faultOf(code), evidence: { fault: code } });
  expect(report.checks.filter(({ status }) => status === "passed")).toEqual([]);
  expect([report.outcome, report.claims]).toEqual([faultOf(code).status, []]);
});
