/** Certificates that other programs, servers and printers have rewritten: read, or named for what they are. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { verify } from "@svc-proof/verifier-lib";
import { describe, expect, test } from "vitest";
import { vectorFolder } from "./third-party-vectors.js";

const field = vectorFolder("field");

/** Cases that are not read, with the reader's own code and the class of it. */
const NOT_READ: Readonly<Record<string, readonly [code: string, fault: string]>> = {
  "04-qpdf-encrypt-emptyuser.pdf": ["encrypted", "pdf_encrypted"],
};

describe.skipIf(field === null)("vectors/field", () => {
  const bytesOf = (name: string) => new Uint8Array(readFileSync(join(field!, name)));
  const judged = (certificate: Uint8Array) =>
    verify(certificate, {
      original: bytesOf("contract.txt"),
      evidence: [{ kind: "trust", content: bytesOf("sandbox-root.pem") }],
    });
  const result = async (certificate: Uint8Array) => {
    const { outcome, input, checks } = await judged(certificate);
    const { status, code, evidence = {} } = checks.find(({ id }) => id === "format")!;
    const seal = checks.find(({ id }) => id === "seal")?.status;
    return {
      outcome,
      type: input.type,
      status,
      code,
      fault: evidence["fault"],
      message: evidence["message"],
      seal,
    };
  };
  const VERIFIED = {
    outcome: "verified",
    type: "certificate-pdf",
    status: "passed",
    code: "ok",
    seal: "passed",
  };

  const cases =
    field === null
      ? []
      : ["pdf", "pass/pdf"].flatMap((folder) =>
          readdirSync(join(field, folder)).map((name) => [`${folder}/${name}`, NOT_READ[name]] as const),
        );

  test.each(cases)("%s", async (name, notRead) => {
    const found = await result(bytesOf(name));
    if (notRead === undefined) expect(found, JSON.stringify(found)).toMatchObject(VERIFIED);
    else {
      const [code, fault] = notRead;
      expect(found).toMatchObject({ outcome: "indeterminate", type: "certificate-pdf", code, fault });
      expect(found.message).toContain("qpdf --decrypt");
    }
  });

  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
  const certificate = field === null ? "" : text(bytesOf("pdf/92-w-1-7-2.pdf"));
  const hybrid = field === null ? "" : text(bytesOf("pdf/79-hybrid-word-style.pdf"));

  test.each([
    ["lines of a mail program before it", `Your certificate:\r\n\r\n${certificate}`],
    [
      "the lines of a printer around it",
      `\x1b%-12345X@PJL ENTER LANGUAGE=PDF \r\n${certificate}\x1b%-12345X`,
    ],
    ["a byte order mark before it", `\xef\xbb\xbf${certificate}`],
    ["a warning of a server before it", `<br />\n<b>Notice</b>: x<br />\n${certificate}`],
    ["as many bytes before it as viewers skip", `${"x".repeat(1022)}\n${certificate}`],
    ["a comment of a server after it", `${certificate}\n<!-- served in 12 ms -->\n`],
  ])("a certificate with %s", async (_, file) => {
    expect(await result(Buffer.from(file, "latin1"))).toMatchObject(VERIFIED);
  });

  test("bytes before the header make no other type of what is one", async () => {
    for (const before of ['{"schema":"svc-proof/2"}\n', "PK\x03\x04", "\0OpenTimestamps\0\n"]) {
      const { outcome, type } = await result(Buffer.from(before + certificate, "latin1"));
      expect([outcome, type]).not.toContain("verified");
      expect(type).not.toBe("certificate-pdf");
    }
  });

  test("a hybrid file whose stream names another object than its table stays false", async () => {
    // The last entry of the stream is its own. Here it is that of the catalog, where the table has another.
    const changed = hybrid.replace("/Index[211 1]", "/Index[1 1]  ");
    expect(changed).not.toBe(hybrid);
    expect(await result(Buffer.from(changed, "latin1"))).toMatchObject({
      outcome: "failed",
      code: expect.stringMatching(/^pdf_(xref_ambiguous|object_hidden)$/),
    });
  });

  test("an object after the end stays false", async () => {
    const file = `${certificate}\n900 0 obj\n<< /Type /Catalog >>\nendobj\n`;
    expect(await result(Buffer.from(file, "latin1"))).toMatchObject({
      outcome: "failed",
      code: "pdf_object_hidden",
    });
  });
});
