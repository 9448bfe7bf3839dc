/** `svc-verify trust-list` against a server with small lists, really signed, and against the lists of the collection. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseTrustSnapshot } from "@svc-proof/verifier-lib/trust";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { captured } from "../../verifier-lib/src/cli/captured.testing.js";
import { trustList } from "../../verifier-lib/src/cli/trust-list.js";
import { type Endpoint, startEndpoint } from "../../verifier-lib/src/source/http-endpoint.testing.js";
import { signList } from "../../verifier-lib/src/trust/signed-list.testing.js";
import { newEcSigner, type XmlSigner } from "../../verifier-lib/src/trust/signed-xml.testing.js";
import { type Issued, issueAuthority, issueUnit } from "../../verifier-lib/src/x509/authority.testing.js";
import { svcVerify } from "../e2e/sandbox.js";
import { vectorFolder } from "./third-party-vectors.js";

const vectors = vectorFolder("eutl");

function pemOf(...ders: readonly Uint8Array[]): string {
  return ders
    .map(
      (der) =>
        `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString("base64")}\n-----END CERTIFICATE-----\n`,
    )
    .join("");
}

describe("svc-verify trust-list", () => {
  let commission: XmlSigner;
  let spain: XmlSigner;
  let austria: XmlSigner;
  let unit: Issued;
  let folder: string;
  let signers: string;
  let server: Endpoint;
  /** What the server answers, by path; a number is a status. */
  let answers: Record<string, Uint8Array | number>;

  beforeAll(async () => {
    [commission, spain, austria] = [await newEcSigner(), await newEcSigner(), await newEcSigner()];
    unit = await issueUnit(await issueAuthority("Root"));
    server = await startEndpoint((request, response) => {
      const answer = answers[request.url!] ?? 404;
      if (typeof answer === "number") response.writeHead(answer).end();
      else response.end(answer);
    });
  });
  afterAll(() => server?.stop());

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "svc-trust-list-"));
    signers = join(folder, "signers.pem");
    writeFileSync(signers, pemOf(commission.certificate.der));
    answers = { "/lotl.xml": await lotl(), "/ES.xml": await spanish(7), "/AT.xml": await austrian() };
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const lotl = (sequenceNumber = 390) =>
    signList({
      signer: commission,
      territory: "EU",
      sequenceNumber,
      pointers: [
        { territory: "ES", certificates: [spain.certificate], location: `${server.url}/ES.xml` },
        { territory: "AT", certificates: [austria.certificate], location: `${server.url}/AT.xml` },
      ],
    });
  const spanish = (sequenceNumber: number) =>
    signList({
      signer: spain,
      territory: "ES",
      sequenceNumber,
      services: [{ certificate: unit.certificate }],
    });
  const austrian = () => signList({ signer: austria, territory: "AT" });

  const path = (name: string) => join(folder, name);
  /** In this process, which is quicker; `main.ts` makes status 3 of what is thrown. */
  async function run(...words: string[]) {
    let thrown = "";
    const { status, stdout, stderr } = await captured(async () => {
      try {
        return await trustList(words);
      } catch (error) {
        thrown = (error as Error).message;
        return 3;
      }
    });
    return { status, stdout, stderr: `${stderr}${thrown}` };
  }
  const update = (...words: string[]) =>
    run(
      "update",
      ...["--output", path("trust.json"), "--lotl", `${server.url}/lotl.xml`],
      ...["--lotl-signers", signers, "--timeout", "5", ...words],
    );
  const numbers = (name = "trust.json") =>
    parseTrustSnapshot(readFileSync(path(name))).lists.map((list) => [list.territory, list.sequenceNumber]);

  test("update fetches the lists, keeps them, and check agrees", async () => {
    const { status, stdout, stderr } = await update("--lists", path("lists"));
    expect([status, stderr.includes("ES: ")]).toEqual([0, true]);
    expect(stdout).toContain("ES 7: 1 services");
    expect(numbers()).toEqual([
      ["AT", 7],
      ["ES", 7],
    ]);
    const checked = await run(
      "check",
      path("trust.json"),
      "--lists",
      path("lists"),
      "--lotl-signers",
      signers,
    );
    expect([checked.status, checked.stdout.trimEnd().split("\n").at(-1)]).toEqual([
      0,
      "The snapshot says what the lists say.",
    ]);
    const built = await run(
      "build",
      "--lists",
      path("lists"),
      "--output",
      path("b.json"),
      "--lotl-signers",
      signers,
    );
    expect(built.status).toBe(0);
    expect(readFileSync(path("b.json"), "utf8")).toBe(readFileSync(path("trust.json"), "utf8"));
    const shown = await run("show", path("trust.json"), "--country", "es");
    expect(shown.stdout).toMatch(/ES v6 +7 +2026-06-01 +2026-12-01/);
    expect(shown.stdout).toMatch(/Example TSP\n {2}Stamps\n {4}granted since 2026-01-01T00:00:00Z/);
  });

  test("a country that fails is told, and its former list stays", async () => {
    await update();
    answers["/ES.xml"] = 503;
    answers["/AT.xml"] = await spanish(9);
    const { status, stdout, stderr } = await update();
    expect([status, stderr]).toEqual([2, expect.stringContaining("HTTP status 503")]);
    expect(stdout).toMatch(/AT 7: 0 services \(kept from before\)\nES 7: 1 services \(kept from before\)/);
    expect(stdout).toContain("refused AT: expected the list of AT, got that of ES (list_territory_unknown)");
  });

  test("nothing goes back: neither a country's list nor the list of lists", async () => {
    answers["/ES.xml"] = await spanish(8);
    await update();
    const before = readFileSync(path("trust.json"), "utf8");
    answers["/ES.xml"] = await spanish(7);
    const { status, stdout } = await update();
    expect([status, stdout.includes("list_superseded")]).toEqual([2, true]);
    expect(readFileSync(path("trust.json"), "utf8")).toBe(before);
    answers["/lotl.xml"] = await lotl(389);
    const older = await update();
    expect([older.status, older.stderr]).toEqual([3, expect.stringContaining("list_superseded")]);
    expect(readFileSync(path("trust.json"), "utf8")).toBe(before);
  });

  test.each<[string, () => Promise<Uint8Array | number>, string]>([
    ["cannot be reached", async () => 500, "source_error"],
    ["is redirected", async () => 302, "source_unreachable"],
    [
      "is signed by somebody else",
      async () => signList({ signer: spain, territory: "EU" }),
      "list_signer_unknown",
    ],
    ["is a page", async () => new TextEncoder().encode("<!DOCTYPE html><html></html>"), "xml_doctype"],
    ["is no XML", async () => new TextEncoder().encode("not found"), "xml_root"],
  ])("a list of lists that %s changes nothing", async (_, make, code) => {
    answers["/lotl.xml"] = await make();
    const { status, stderr } = await update();
    expect([status, stderr]).toEqual([3, expect.stringContaining(code)]);
    expect(() => readFileSync(path("trust.json"))).toThrow();
  });

  test("pivots are fetched from the host of the list of lists only", async () => {
    const other = await newEcSigner();
    const withPivot = (uri: string) =>
      signList({ signer: other, territory: "EU", sequenceNumber: 400, uris: [uri, ""] });
    // The notice of signers that are given has no address: the empty one.
    const pivot = `${server.url}/pivot.xml`;
    answers["/pivot.xml"] = await signList({
      signer: commission,
      territory: "EU",
      sequenceNumber: 395,
      pointers: [{ territory: "EU", certificates: [other.certificate] }],
    });
    answers["/lotl.xml"] = await withPivot(pivot);
    const { status, stdout } = await update("--lists", path("lists"));
    expect([status, stdout]).toEqual([0, expect.stringContaining("by 1 pivots")]);
    expect(
      (await run("build", "--lists", path("lists"), "--output", path("b.json"), "--lotl-signers", signers))
        .status,
    ).toBe(0);
    rmSync(path("trust.json"));
    answers["/lotl.xml"] = await withPivot("http://127.0.0.2:1/pivot.xml");
    const elsewhere = await update();
    expect([elsewhere.status, elsewhere.stderr]).toEqual([
      3,
      expect.stringContaining("expected a pivot at the host"),
    ]);
  });

  test("check names what differs", async () => {
    await update("--lists", path("lists"));
    const text = readFileSync(path("trust.json"), "utf8");
    const check = async (changed: string) => {
      writeFileSync(path("changed.json"), changed);
      const words = [path("changed.json"), "--lists", path("lists"), "--lotl-signers", signers];
      const { status, stdout } = await run("check", ...words);
      return [status, stdout.match(/^differs: .*$/gm)];
    };
    expect(await check(text.replace('"status":"granted"', '"status":"withdrawn"'))).toEqual([
      1,
      ["differs: ES"],
    ]);
    expect(await check(text.replace('"sequence_number":390', '"sequence_number":391'))).toEqual([
      1,
      ["differs: the list of lists"],
    ]);
  });

  test.each([
    [["update"], "expected --output"],
    [["build", "--output", "x"], "expected --lists"],
    [["check"], "expected FILE"],
    [["show", "a", "b"], "expected [FILE]"],
    [["show", "--country", "XX"], "--country: expected one of AT"],
    [["show", "--what"], "--what"],
    [["update", "--output", "x", "--lotl", "file:///x"], "--lotl: expected"],
    [["toString"], "expected update, build, show, check"],
    [[], "expected update, build, show, check"],
  ])("%j is wrong usage", async (words, message) => {
    const { status, stderr } = await run(...words);
    expect([status, stderr]).toEqual([3, expect.stringContaining(message)]);
  });

  test("a snapshot that is none has a code, and status 3 as a process", async () => {
    writeFileSync(path("x.json"), "{}");
    const { status, stderr } = await svcVerify("trust-list", "show", path("x.json"));
    expect([status, stderr]).toEqual([3, expect.stringContaining("missing_field")]);
    const shown = await svcVerify("trust-list", "show");
    expect([shown.status, shown.stdout]).toEqual([0, expect.stringMatching(/^ES v5 +184 +2026-03-26 /m)]);
  });

  test.skipIf(vectors === null)(
    "build makes the shipped snapshot of the lists of the collection",
    async () => {
      const module = path("default-snapshot.ts");
      const { status, stdout } = await run("build", "--lists", vectors!, "--output", module);
      // Germany's list of 2015 is refused.
      expect([status, stdout]).toEqual([2, expect.stringContaining("list_version_unsupported")]);
      const shipped = new URL("../../verifier-lib/src/trust/default-snapshot.ts", import.meta.url);
      expect(readFileSync(module, "utf8") === readFileSync(shipped, "utf8")).toBe(true);
    },
  );
});
