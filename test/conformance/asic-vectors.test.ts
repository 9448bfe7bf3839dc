/** The vectors of docs/formats/asic-s.md, through the verifier. */
import { reportText, verify } from "@svc-proof/verifier-lib";
import { describe, expect, test } from "vitest";
import { asicBytes, asicCases, pemOf } from "../vectors/asic/cases.js";

const { anchor, certificates, at, good, bad } = asicCases;
const options = { trust: [pemOf(anchor)], certificates: certificates.map(pemOf), now: new Date(at) };

test.each(good)("$file: $about", async ({ file, unchecked }) => {
  const report = await verify(asicBytes(file), options);
  expect(report.input.type).toBe("asic-s");
  expect(report.checks.map(({ id, status, code }) => `${id} ${status} ${code}`)).toEqual([
    "format passed ok",
    "content passed ok",
    "seal passed ok",
  ]);
  expect(report.outcome).toBe("verified");
  expect(report.notices.filter(({ code }) => code === "parts_not_checked")).toEqual(
    unchecked.length === 0 ? [] : [{ code: "parts_not_checked", evidence: { parts: unchecked } }],
  );
  expect(
    report.inputs.filter(({ origin }) => origin === "package").map(({ kind, status }) => `${kind} ${status}`),
  ).toEqual(["original checked", "seal checked", ...unchecked.map(() => "part not_applicable")]);
});

test.each(bad)("$file: $code: $about", async ({ file, status, code }) => {
  const report = await verify(asicBytes(file), options);
  expect(report.checks[0]).toMatchObject({ id: "format", status, code });
  expect(report.checks.filter((check) => check.status === "passed")).toEqual([]);
  expect([report.outcome, report.claims, report.proof]).toEqual([status, [], null]);
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
    expect(await textOf("bad/two-files.asics")).toContain(
      "FAILED: format: the container is malformed (asic_several_data_objects)",
    );
    expect(await textOf("bad/damaged-file.asics")).toContain("the container is malformed (zip_crc_mismatch)");
    expect(await textOf("bad/cades.asics")).toContain(
      "INDETERMINATE: format: not supported: the container is signed",
    );
  });
});
