/** What people hand in instead of evidence, or with something around it: nothing that is not understood is called false. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { verify } from "@svc-proof/verifier-lib";
import { gatherEvidence } from "@svc-proof/verifier-lib/evidence";
import { describe, expect, test } from "vitest";
import { folders, linesOf, runHere } from "../../verifier-lib/src/cli/captured.testing.js";
import { vectorFolder } from "./third-party-vectors.js";

const field = vectorFolder("field");
const { folderOf } = folders();
const hexOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

describe.skipIf(field === null)("vectors/field", () => {
  const at = (name: string) => join(field!, name);
  const read = (name: string) => new Uint8Array(readFileSync(at(name)));
  const formatOf = async (input: Uint8Array) => {
    const { outcome, reason, input: given, checks } = await verify(input);
    const { status, code, evidence } = checks[0]!;
    return { outcome, reason, type: given.type, status, code, ...evidence };
  };
  const UNREAD = { outcome: "indeterminate", reason: "unusable", status: "indeterminate" };
  /** As mail programs break lines. */
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64").replace(/.{76}/g, "$&\r\n");
  const pem = (label: string, bytes: Uint8Array) =>
    `-----BEGIN ${label}-----\n${base64(bytes)}\n-----END ${label}-----\n`;

  test.each([
    ["json/39-202-body.json", "proof_not_ready"],
    ["json/60-proof-resource.json", "proof_resource"],
    ["tsp/curl-i.tsr", "http_answer"],
    ["tsp/req.tsq", "timestamp_request"],
    ["tsp/evidence-record.ers", "evidence_record"],
    ["root.pem", "certificates"],
    ["contract.txt", "text"],
    ["ots/headers.txt", "bitcoin_headers"],
    ["pass/ots/electrum.bin", "bitcoin_headers"],
    ["folder-appledouble/._x.ots", "apple_double"],
    ["cases.json", "json"],
  ])("%s is not recognised, and looks like %s", async (name, looksLike) => {
    expect(await formatOf(read(name))).toEqual({
      ...UNREAD,
      type: "unknown",
      code: "not_recognised",
      looks_like: looksLike,
      message: expect.stringMatching(/^it looks like /),
    });
  });

  test.each([
    ["json/37-schema-v3.json", "svc-proof/2", "unsupported", "unsupported_schema"],
    ["ots/23-version2.ots", "opentimestamps", "unsupported", "ots_version_unsupported"],
    ["ots/53-md5-tag.ots", "opentimestamps", "unsupported", "ots_file_hash_unknown"],
    ["pass/ots/38-truncated-tag.ots", "opentimestamps", "damaged", "ots_truncated"],
  ])("%s is %s that is %s", async (name, type, code, fault) => {
    expect(await formatOf(read(name))).toMatchObject({ ...UNREAD, type, code, fault });
  });

  test.each([
    ["a byte order mark", (bytes: Buffer) => Buffer.concat([Buffer.from("\ufeff"), bytes])],
    ["UTF-8 in place of bytes", (bytes: Buffer) => Buffer.from(bytes.toString("latin1"))],
    ["characters that replace what is none", (bytes: Buffer) => Buffer.from(bytes.toString("utf8"))],
    ["UTF-16", (bytes: Buffer) => Buffer.from(`\ufeff${bytes.toString("latin1")}`, "utf16le")],
    ["no zero bytes", (bytes: Buffer) => bytes.filter((byte) => byte !== 0)],
  ])("an .ots that was saved as text, with %s, says what happened to it", async (_, saved) => {
    const mangled = saved(readFileSync(at("pass/ots/02-dead-calendar.ots")));
    expect(await formatOf(new Uint8Array(mangled))).toMatchObject({
      ...UNREAD,
      type: "opentimestamps",
      code: "damaged",
      fault: "ots_bad_magic",
      looks_like: "mangled_opentimestamps",
    });
  });

  test("an .ots of which only the beginning was saved is damaged", async () => {
    const start = read("pass/ots/02-dead-calendar.ots").subarray(0, 20);
    const format = await formatOf(start);
    expect(format).toMatchObject({ ...UNREAD, type: "opentimestamps", code: "damaged" });
    expect(format).not.toHaveProperty("looks_like");
  });

  describe("armour", () => {
    const TRUST = () => [{ kind: "trust", content: read("root.pem") } as const];
    const text = (value: string) => new TextEncoder().encode(value);

    test.each<[string, string, (token: Uint8Array) => Uint8Array]>([
      ["base64", "base64", (token) => text(base64(token))],
      [
        "base64 in one line, without padding",
        "base64",
        (token) => text(base64(token).replace(/[\r\n=]/g, "")),
      ],
      [
        "base64 for addresses",
        "base64",
        (token) => new Uint8Array(Buffer.from(Buffer.from(token).toString("base64url"))),
      ],
      ["a data URL", "base64", (token) => text(`data:application/timestamp-reply;base64,${base64(token)}`)],
      ["PEM", "pem", (token) => text(pem("PKCS7", token))],
      ["PEM of a mail", "pem", (token) => text(`See below.\r\n\r\n${pem("TIMESTAMP RESPONSE", token)}`)],
    ])("%s of a timestamp is read, and the report says so", async (_, armour, wrap) => {
      const original = read("msg.txt");
      for (const name of ["pass/tsp/openssl.tsr", "pass/tsp/pyhanko.tst"]) {
        const report = await verify(wrap(read(name)), { original, evidence: TRUST() });
        expect(report.checks.map(({ id, status }) => `${id} ${status}`).slice(0, 3)).toEqual([
          "format passed",
          "content passed",
          "seal passed",
        ]);
        expect(report.checks[0]!.evidence["armour"]).toBe(armour);
      }
      const report = await verify(wrap(read("pass/tsp/openssl.tsr")), { original: read("contract.txt") });
      expect(report.outcome).toBe("failed");
    });

    test("of the field's own files is read", async () => {
      const seal = await verify(read("tsp/b64.tsr"), { original: read("msg.txt"), evidence: TRUST() });
      expect([seal.outcome, seal.checks[0]!.evidence["armour"]]).toEqual(["verified", "base64"]);
      const ots = await verify(read("ots/30-base64.ots"), {
        original: read("ots/tx.bin"),
        evidence: [{ kind: "headers", content: read("ots/headers.txt") }],
      });
      expect([ots.outcome, ots.checks[0]!.evidence["armour"]]).toEqual(["verified", "base64"]);
    });

    test("around a package, a certificate or a proof is taken off, too", async () => {
      for (const [name, type] of [
        ["pass/zip/17-ntfs.zip", "evidence-zip"],
        ["pass/pdf/01-qpdf-linearize.pdf", "certificate-pdf"],
        ["pass/json/02-pretty-tab-crlf.json", "svc-proof/2"],
      ] as const) {
        const bare = await verify(read(name));
        const { input, checks } = await verify(text(base64(read(name))));
        expect(input.type).toBe(type);
        expect(checks.map(({ id, code }) => [id, code])).toEqual(
          bare.checks.map(({ id, code }) => [id, code]),
        );
        expect(checks[0]!.evidence).toEqual({ ...bare.checks[0]!.evidence, armour: "base64" });
      }
    });

    test("of more than is decoded is too large, not damaged", async () => {
      for (const name of ["pass/zip/17-ntfs.zip", "pass/pdf/01-qpdf-linearize.pdf"]) {
        const armoured = text(base64(read(name)).padEnd(12_582_913, "\n"));
        const [format] = (await verify(armoured)).checks;
        expect(format).toMatchObject({ status: "indeterminate", code: "too_large" });
        expect(format!.evidence).toMatchObject({ armour: "base64", fault: "too_large" });
        const within = await verify(armoured.subarray(0, -1));
        expect(within.checks[0]).toMatchObject({ status: "passed" });
      }
    });

    test("with a fault in it is damaged", async () => {
      const token = base64(read("pass/tsp/openssl.tsr"));
      for (const broken of [`${token.slice(0, 400)}!${token.slice(400)}`, token.slice(0, -7)]) {
        const format = await formatOf(text(broken));
        expect(format).toMatchObject({ ...UNREAD, type: "rfc3161", code: "damaged" });
      }
    });

    test("of evidence beside is taken off", async () => {
      const given = async (kind: "timestamp" | "seal", name: string) => {
        const report = await verify(read("pass/json/02-pretty-tab-crlf.json"), {
          evidence: [{ kind, content: text(base64(read(name))) }],
        });
        return report.inputs.map(({ status, code }) => `${status} ${code}`);
      };
      // They are read, and about another content.
      expect(await given("timestamp", "pass/ots/02-dead-calendar.ots")).toEqual([
        "failed timestamp_of_other_content",
      ]);
      expect(await given("seal", "pass/tsp/openssl.tsr")).toEqual(["failed imprint_mismatch"]);
    });

    test("of a certificate in DER is not needed", async () => {
      const der = Buffer.from(readFileSync(at("root.pem"), "latin1").replace(/-----.*|\s/g, ""), "base64");
      const { outcome } = await verify(read("pass/tsp/openssl.tsr"), {
        evidence: [{ kind: "trust", content: new Uint8Array(der) }],
      });
      expect(outcome).toBe("verified");
    });

    test("of what was found is taken off", async () => {
      const files = [text(base64(read("pass/ots/02-dead-calendar.ots"))), read("ots/headers.txt")];
      const found = await gatherEvidence(files, { onLeftOut: () => expect.unreachable() });
      expect(await found.timestampsOf({ hash: "sha256", hex: hexOf(read("ots/tx.bin")) })).toHaveLength(1);
    });
  });

  describe("a folder", () => {
    const table = async (folder: string, ...words: string[]) => {
      const run = await runHere("--json", ...words, folder);
      const { reports, files } = linesOf(run);
      const nameIn = (name: string) => name.slice(folder.length + 1);
      return {
        status: run.status,
        rows: Object.fromEntries(
          reports.map(({ input, outcome, checks }) => [nameIn(input.name), `${outcome} ${checks[0].code}`]),
        ),
        others: Object.fromEntries(
          files.map(({ name, status, looks_like }) => [nameIn(name), [status, looks_like].join(" ").trim()]),
        ),
      };
    };
    const OTS = () => read("pass/ots/02-dead-calendar.ots");
    /** An .ots of other content, which no header here proves. */
    const stampOf = (content: Uint8Array) => {
      const bytes = Buffer.from(OTS());
      createHash("sha256").update(content).digest().copy(bytes, 33);
      return new Uint8Array(bytes);
    };

    test("with what macOS keeps of its files is as good as without", async () => {
      expect(await table(at("folder-appledouble"), "--trust", at("root.pem"))).toEqual({
        status: 0,
        rows: { "file.txt.tsr": "verified ok" },
        others: { "._x.ots": "not_evidence apple_double" },
      });
    });

    test("with other litter, too, wherever it lies", async () => {
      const double = read("folder-appledouble/._x.ots");
      const folder = folderOf({
        "file.txt": read("folder-appledouble/file.txt"),
        "file.txt.tsr": read("folder-appledouble/file.txt.tsr"),
        "._file.txt.tsr": double,
        "__MACOSX/._certificado-1.pdf": double,
        "__MACOSX/proof.json": double,
        ".DS_Store": "\0\0\0\u0001Bud1\0\0",
        "Thumbs.db": Buffer.from("d0cf11e0a1b11ae1", "hex"),
        "desktop.ini": "[.ShellClassInfo]\r\n",
        "proof.json": "{}",
        "empty.ots": "",
        "film.ots": "\0\0\0\u0020ftypisom",
      });
      expect(await table(folder, "--trust", at("root.pem"))).toEqual({
        status: 0,
        rows: { "file.txt.tsr": "verified ok" },
        others: {
          "._file.txt.tsr": "not_evidence apple_double",
          "__MACOSX/._certificado-1.pdf": "not_evidence apple_double",
          "__MACOSX/proof.json": "not_evidence apple_double",
          ".DS_Store": "not_evidence folder_settings",
          "Thumbs.db": "not_evidence office_document",
          "desktop.ini": "not_evidence text",
          "proof.json": "not_evidence json",
          "empty.ots": "not_evidence empty",
          "film.ots": "not_evidence video",
        },
      });
    });

    test("with damaged evidence has a row for it, whatever its name", async () => {
      expect(await table(at("folder-damaged-pdf"))).toEqual({
        status: 2,
        rows: {
          "certificado-truncated.pdf": "indeterminate damaged",
          "truncated.pdf": "indeterminate damaged",
        },
        others: { "contract.txt": "not_evidence text" },
      });
      const pdf = read("pass/pdf/01-qpdf-linearize.pdf");
      const zip = read("pass/zip/17-ntfs.zip");
      const cut = { pdf: pdf.subarray(0, 2000), zip: zip.subarray(0, 300), ots: OTS().subarray(0, 40) };
      const tsr = read("pass/tsp/openssl.tsr").subarray(0, 500);
      const names = ["a", "certificado-1.pdf", "svc-evidencia-1.zip", "x.txt", "x.ots"];
      for (const bytes of [cut.pdf, cut.zip, cut.ots, tsr]) {
        for (const name of names) {
          const { status, rows } = await table(folderOf({ [name]: bytes }));
          expect([status, rows]).toEqual([2, { [name]: "indeterminate damaged" }]);
        }
      }
    });

    test("does not suffer from a damaged original that has its own evidence", async () => {
      const headers = { "headers.txt": read("ots/headers.txt") };
      const small = read("pass/pdf/01-qpdf-linearize.pdf").subarray(0, 2000);
      // Larger than what is hashed at once.
      const large = Buffer.concat([small, Buffer.alloc(100_000, "x")]);
      for (const original of [small, large]) {
        const told = await table(folderOf({ ...headers, "plan.pdf": original, "of.ots": stampOf(original) }));
        expect(Object.keys(told.rows)).toEqual(["of.ots"]);
      }
    });

    test("with ordinary files that this verifier does not read tells of them and stays quiet", async () => {
      const encrypted = read("pdf/04-qpdf-encrypt-emptyuser.pdf");
      const told = await table(
        folderOf({
          "file.txt": read("folder-appledouble/file.txt"),
          "file.txt.tsr": read("folder-appledouble/file.txt.tsr"),
          "statement.pdf": encrypted,
          "list.crl": Buffer.concat([read("crl/53-other-entry-unknown-reason.crl").subarray(0, 200)]),
        }),
        "--trust",
        at("root.pem"),
      );
      expect([told.status, told.rows]).toEqual([0, { "file.txt.tsr": "verified ok" }]);
      expect(told.others).toMatchObject({ "list.crl": "unreadable crl" });
    });

    test("with armoured evidence reads it", async () => {
      const folder = folderOf({
        "tx.bin": read("ots/tx.bin"),
        "mail.txt": read("ots/30-base64.ots"),
        "headers.txt": `# block 0\n${Buffer.from(read("ots/headers.txt"))}`,
        "msg.txt": read("msg.txt"),
        "seal.txt": pem("PKCS7", read("pass/tsp/pyhanko.tst")),
      });
      expect(await table(folder, "--trust", at("root.pem"))).toEqual({
        status: 0,
        rows: { "mail.txt": "verified ok", "seal.txt": "verified ok" },
        others: { "headers.txt": "checked bitcoin_headers" },
      });
    });

    test("says in each form what is no evidence", async () => {
      const folder = folderOf({ "q.tsr": read("tsp/req.tsq") });
      expect((await runHere(folder)).stdout).toContain("q.tsr (the request for a timestamp");
      expect((await runHere("--csv", folder)).stdout).toContain("the request for a timestamp");
    });
  });

  describe("the command line", () => {
    test("says what a file looks like, and guesses no original behind what is none", async () => {
      const { status, stdout, stderr } = await runHere(at("tsp/req.tsq"));
      expect([status, stderr]).toEqual([2, ""]);
      expect(stdout).toContain("not recognised: it looks like the request for a timestamp");
      expect((await runHere(at("contract.txt"))).stderr).toContain(
        "Perhaps it is the file that a proof is about",
      );
    });

    test("takes a fingerprint as tools print it", async () => {
      const hex = hexOf(read("ots/tx.bin"));
      for (const hash of [
        `sha256:${hex}`,
        `0x${hex.toUpperCase()}`,
        `SHA256 (tx.bin) = ${hex}`,
        `SHA2-256(tx.bin)= ${hex}`,
        `${hex}  tx.bin`,
        `${hex} *tx.bin\n`,
      ]) {
        const { status } = await runHere(
          "--headers",
          at("ots/headers.txt"),
          "--hash",
          hash,
          at("ots/30-base64.ots"),
        );
        expect(status, hash).toBe(0);
      }
      const other = `${hexOf(read("msg.txt"))}  tx.bin`;
      expect((await runHere("--hash", other, at("ots/30-base64.ots"))).status).toBe(1);
      expect((await runHere("--hash", `sha384:${hex}`, at("ots/30-base64.ots"))).status).toBe(3);
    });

    test("reads what is given beside in armour, and a certificate in DER", async () => {
      const folder = folderOf({
        "seal.pem": pem("TIMESTAMP TOKEN", read("pass/tsp/pyhanko.tst")),
        "root.der": Buffer.from(readFileSync(at("root.pem"), "latin1").replace(/-----.*|\s/g, ""), "base64"),
        "list.pem": pem("X509 CRL", Buffer.from("3003020100", "hex")),
      });
      const trusted = ["--trust", join(folder, "root.der"), "--original", at("msg.txt")];
      expect((await runHere(...trusted, join(folder, "seal.pem"))).status).toBe(0);
      const unread = await runHere("--crl", join(folder, "list.pem"), join(folder, "seal.pem"));
      expect([unread.status, unread.stderr]).toEqual([3, expect.stringContaining("list.pem: ")]);
    });
  });
});
