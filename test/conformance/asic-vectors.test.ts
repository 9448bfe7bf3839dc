/** The vectors of docs/formats/evidence.md, through the verifier. */
import { type Report, reportText, verify } from "@svc-proof/verifier-lib";
import { describe, expect, test } from "vitest";
import { timestampOfOriginal } from "../evidence-packages.js";
import { asicBytes, asicCases, pemOf } from "../vectors/asic/cases.js";
import { CONTENT, sealCase } from "../vectors/asic/containers.js";
import { faultOf } from "../vectors/reader-fault.js";
import { bytesOf } from "../vectors/seals/cases.js";

const { anchor, certificates, at, good, bad } = asicCases;
const options = { trust: [pemOf(anchor)], certificates: certificates.map(pemOf), now: new Date(at) };

test.each(good)("$file: $about", async ({ file, unchecked }) => {
  const report = await verify(asicBytes(file), options);
  expect(report.input.type).toBe("asic-s");
  expect(report.checks.map(({ id, status, code }) => `${id} ${status} ${code}`)).toEqual([
    "format passed ok",
    "content passed ok",
    "seal passed ok",
    "qualified indeterminate service_not_listed",
  ]);
  expect(report.outcome).toBe("verified");
  expect(report.notices.filter(({ code }) => code === "parts_not_checked")).toEqual(
    unchecked.length === 0 ? [] : [{ code: "parts_not_checked", evidence: { parts: unchecked } }],
  );
  expect(
    report.inputs.filter(({ origin }) => origin === "package").map(({ kind, status }) => `${kind} ${status}`),
  ).toEqual(["original checked", "seal checked", ...unchecked.map(() => "part not_applicable")]);
});

test.each(bad)("$file: $code: $about", async ({ file, code }) => {
  const report = await verify(asicBytes(file), options);
  expect(report.checks[0]).toMatchObject({ id: "format", ...faultOf(code), evidence: { fault: code } });
  expect(report.checks.filter((check) => check.status === "passed")).toEqual([]);
  expect([report.outcome, report.claims, report.proof]).toEqual([faultOf(code).status, [], null]);
});

describe("beside a container", () => {
  const bytes = asicBytes("good/file-first.asics");
  const token = bytesOf(sealCase.token);
  const inputsOf = ({ inputs }: Report) =>
    inputs
      .filter(({ kind }) => kind === "seal")
      .map(({ origin, status, code }) => `${origin} ${status} ${code}`);
  const sealsOf = ({ checks }: Report) =>
    checks.filter(({ id }) => id === "seal").map(({ status, code }) => `${status} ${code}`);

  test("the same seal is one seal", async () => {
    const report = await verify(bytes, { ...options, seal: token });
    expect(sealsOf(report)).toEqual(["passed ok"]);
    expect(inputsOf(report)).toEqual(["caller checked ok", "package checked ok"]);
    expect(report.outcome).toBe("verified");
  });

  test("another seal must be right too, and each is told apart", async () => {
    const wrong = Uint8Array.from(token);
    wrong[wrong.length - 1]! ^= 1;
    const report = await verify(bytes, { ...options, seal: wrong });
    expect(sealsOf(report)).toEqual(["failed signature_invalid", "passed ok"]);
    expect(inputsOf(report)).toEqual(["caller failed signature_invalid", "package checked ok"]);
    expect([report.outcome, report.claims]).toEqual(["failed", []]);
  });

  test("an OpenTimestamps file of something else fails", async () => {
    const report = await verify(bytes, { ...options, timestamps: [timestampOfOriginal()] });
    expect(report.checks.map(({ id, status }) => `${id} ${status}`)).toEqual([
      "format passed",
      "content passed",
      "bitcoin failed",
      "seal passed",
      "qualified indeterminate",
    ]);
  });

  test("a container that cannot be read leaves everything beside it unused", async () => {
    const given = { ...options, seal: token, timestamps: [timestampOfOriginal()], original: CONTENT };
    const report = await verify(asicBytes("bad/two-files.asics"), given);
    expect(report.checks.map(({ id, status }) => `${id} ${status}`)).toEqual([
      "format failed",
      "content skipped",
      "bitcoin skipped",
      "seal skipped",
      "seal skipped",
      "qualified skipped",
      "qualified skipped",
    ]);
    expect(new Set(report.inputs.map(({ status }) => status))).toEqual(new Set(["not_applicable"]));
  });
});

describe("the report as text", () => {
  const textOf = async (file: string) => reportText(await verify(asicBytes(file), options));

  test("names the file and the container", async () => {
    const text = await textOf("good/renewed.asics");
    expect(text).toContain("VERIFIED");
    expect(text).toContain("the container is well-formed");
    expect(text).toContain("contract.txt, in the package");
    expect(text).toContain("(META-INF/ASiCArchiveManifest.xml, META-INF/timestamp001.tst)");
  });

  test("says what is wrong, or not supported", async () => {
    expect(await textOf("bad/two-files.asics")).toContain("(asic_several_data_objects)");
    expect(await textOf("bad/damaged-file.asics")).toContain("INDETERMINATE: format: damaged: ");
    expect(await textOf("bad/cades.asics")).toContain("INDETERMINATE: format: not supported: ");
  });
});
