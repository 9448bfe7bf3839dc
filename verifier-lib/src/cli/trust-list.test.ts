import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { UsageError } from "../command-line/output.js";
import { type Endpoint, startEndpoint } from "../source/http-endpoint.testing.js";
import { signList } from "../trust/signed-list.testing.js";
import { newEcSigner, type XmlSigner } from "../trust/signed-xml.testing.js";
import { parseTrustSnapshot, type TrustSnapshot } from "../trust/snapshot.js";
import { openTrustList } from "../trust/trust-list.js";
import { testList, testService, testSnapshot } from "../trust/trust-snapshot.testing.js";
import { type Issued, issueAuthority, issueUnit } from "../x509/authority.testing.js";
import { runHere } from "./captured.testing.js";
import { compilationText, snapshotText, trustList } from "./trust-list.js";

describe("trust list text", () => {
  const NOW = new Date("2026-12-01T00:00:00Z");
  let unit: Issued;
  let snapshot: TrustSnapshot;
  let identity = "";
  let sha256 = "";
  beforeAll(async () => {
    unit = await issueUnit(await issueAuthority("Root"));
    const history = (...states: readonly ("granted" | "withdrawn")[]) =>
      states.map((status, i) => ({ status, since: `202${6 - i}-01-01T00:00:00Z` }));
    const services = [
      testService(unit.certificate),
      testService(unit.certificate, { name: "Second\n", history: history("withdrawn", "granted") }),
      testService(unit.certificate, {
        provider: "Other TSP",
        history: [{ status: "granted", since: "2026-01-01T00:00:00Z", unknownExtension: "1.2.3" }],
      }),
    ];
    snapshot = testSnapshot(
      testList("ES", services),
      testList("AT", [], { nextUpdate: "2026-11-30T23:59:59Z" }),
      testList("FR", [], { nextUpdate: null }),
    );
    identity = snapshot.lists[1]!.services[0]!.identities[0]!.sha256;
    sha256 = openTrustList(snapshot).sha256;
  });

  const LOTL = {
    facts: { sequenceNumber: 390 },
    signer: "CN=Signer",
    journal: "OJ C 276",
    pivots: [] as string[],
  } as unknown as Parameters<typeof compilationText>[1];

  test("a compilation tells the lists, what is missing, past, refused and worth a notice", () => {
    const compilation = {
      snapshot,
      kept: ["AT"],
      refused: [{ name: "DE.xml", code: "list_malformed", message: "no" }],
      notices: [
        { code: "a", territory: "ES", provider: "P", service: "S", detail: null },
        { code: "b", territory: "ES", provider: "P", service: "S", detail: "more" },
      ],
    } as unknown as Parameters<typeof compilationText>[0];
    expect(compilationText(compilation, LOTL, NOW)).toBe(`\
list of lists 390, signed by CN=Signer, named by OJ C 276
AT 7: 0 services (kept from before)
ES 7: 3 services
FR 7: 0 services
no list: DE
past its next update of 2026-11-30T23:59:59Z: AT
refused DE.xml: no (list_malformed)
notice a: ES, P, S
notice b: ES, P, S, more
snapshot ${sha256}
`);
  });

  test("a compilation of all lists by pivots", () => {
    const whole = { ...snapshot, territories: snapshot.lists.map(({ territory }) => territory) };
    const compilation = { snapshot: whole, kept: [], refused: [], notices: [] };
    const lotl = { ...LOTL, pivots: ["a", "b"] };
    expect(compilationText(compilation, lotl, new Date("2027-02-01T00:00:00Z"))).toBe(`\
list of lists 390, signed by CN=Signer, named by OJ C 276 by 2 pivots
AT 7: 0 services
ES 7: 3 services
FR 7: 0 services
past its next update of 2027-01-27T13:16:38Z: EU
past its next update of 2026-11-30T23:59:59Z: AT
past its next update of 2026-12-01T00:00:00Z: ES
snapshot ${openTrustList(whole).sha256}
`);
  });

  test("a snapshot as a table", () => {
    expect(snapshotText(snapshot, NOW, null)).toBe(`\
list   number  issued      next update      age       services  granted
EU v6  390     2026-08-03  2027-01-27       119 days
AT v6  7       2026-06-01  2026-11-30 past  183 days  0         0
ES v6  7       2026-06-01  2026-12-01       183 days  3         2
FR v6  7       2026-06-01  closed           183 days  0         0

No list of DE.

SHA-256 of the snapshot: ${sha256}
`);
  });

  test("the services of one country, under their providers", () => {
    expect(snapshotText(snapshot, NOW, "ES")).toBe(`\
list   number  issued      next update  age       services  granted
EU v6  390     2026-08-03  2027-01-27   119 days
ES v6  7       2026-06-01  2026-12-01   183 days  3         2

SHA-256 of the snapshot: ${sha256}

Example TSP
  Example time stamps
    granted since 2026-01-01T00:00:00Z
    certificate ${identity}
  Second\ufffd
    withdrawn since 2026-01-01T00:00:00Z
    granted since 2025-01-01T00:00:00Z
    certificate ${identity}
Other TSP
  Example time stamps
    granted since 2026-01-01T00:00:00Z (critical extension 1.2.3 is not known)
    certificate ${identity}
`);
  });
});

describe("trust list", () => {
  const scratch = mkdtempSync(join(tmpdir(), "svc-lists-"));
  let server: Endpoint;
  let answers: Record<string, Uint8Array> = {};
  afterAll(async () => {
    await server.stop();
    rmSync(scratch, { recursive: true });
  });

  let commission: XmlSigner;
  let spain: XmlSigner;
  let signers: string;
  const made: Record<string, Uint8Array> = {};
  beforeAll(async () => {
    server = await startEndpoint((request, response) => {
      const answer = answers[request.url!];
      if (answer === undefined) response.writeHead(404).end();
      else response.end(answer);
    });
    [commission, spain] = [await newEcSigner(), await newEcSigner()];
    const other = await newEcSigner();
    const unit = await issueUnit(await issueAuthority("Root"));
    const base64 = Buffer.from(commission.certificate.der).toString("base64");
    signers = join(scratch, "signers.pem");
    writeFileSync(
      signers,
      `J\u00f6rg\n-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
      "latin1",
    );
    const pointers = [
      { territory: "ES", certificates: [spain.certificate], location: `${server.url}/ES.xml` },
      { territory: "AT", certificates: [other.certificate], location: `${server.url}/AT.xml` },
    ];
    const list = (sequenceNumber: number, signer = commission, uris: string[] = []) =>
      signList({ signer, territory: "EU", sequenceNumber, pointers, ...(uris.length > 0 && { uris }) });
    made["lotl"] = await list(390);
    made["older"] = await list(389);
    made["stranger"] = await list(391, other);
    made["pivot"] = await signList({
      signer: commission,
      territory: "EU",
      sequenceNumber: 395,
      pointers: [{ territory: "EU", certificates: [other.certificate] }],
    });
    made["by pivot"] = await list(400, other, ["https://lists.example/a%20pivot.xml", ""]);
    made["es"] = await signList({
      signer: spain,
      territory: "ES",
      services: [{ certificate: unit.certificate }],
    });
    made["at"] = await signList({ signer: other, territory: "AT" });
    made["es by stranger"] = await signList({ signer: other, territory: "ES" });
  });

  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(scratch, "x"));
    answers = { "/lotl.xml": made["lotl"]!, "/ES.xml": made["es"]!, "/AT.xml": made["at"]! };
  });
  const at = (name: string) => join(folder, name);
  function listsOf(files: Readonly<Record<string, string | Uint8Array>>): string {
    mkdirSync(at("lists"), { recursive: true });
    for (const [name, content] of Object.entries(files)) writeFileSync(join(at("lists"), name), content);
    return at("lists");
  }
  const whole = () => ({ "1.xml": made["es"]!, "2.xml": made["lotl"]!, "3.xml": made["at"]! });
  const run = (...words: string[]) => runHere("trust-list", ...words);
  const build = (lists: string, output = at("built.json"), ...words: string[]) =>
    run("build", "--lists", lists, "--output", output, "--lotl-signers", signers, ...words);
  const check = (path: string, lists: string) =>
    run("check", path, "--lists", lists, "--lotl-signers", signers);
  const update = (...words: string[]) =>
    run(
      "update",
      ...[
        "--output",
        at("new.json"),
        "--lotl",
        `${server.url}/lotl.xml`,
        "--lotl-signers",
        signers,
        ...words,
      ],
    );
  const snapshotAt = (path: string) => parseTrustSnapshot(readFileSync(path));
  const territories = (path: string) => snapshotAt(path).lists.map(({ territory }) => territory);

  describe("build", () => {
    test("compiles the lists in a folder, whatever their names, and nothing else there", async () => {
      const lists = listsOf({ ...whole(), "notes.txt": "x", "4.xml.bak": "x" });
      const { status, stdout, stderr } = await build(lists);
      expect([status, stderr, territories(at("built.json"))]).toEqual([0, "", ["AT", "ES"]]);
      expect(stdout).toContain("list of lists 390, signed by ");
      expect(stdout).toContain(`named by the certificates in ${signers}\n`);
      const upper = listsOf({ "5.XTSL": made["older"]! });
      expect((await build(upper)).status).toBe(0);
    });

    test("of several authentic lists of lists the one with the highest number counts", async () => {
      for (const [first, second] of [
        ["older", "lotl"],
        ["lotl", "older"],
      ] as const) {
        const lists = listsOf({ ...whole(), "2.xml": made[first]!, "4.xml": made[second]! });
        const { stdout } = await build(lists);
        expect(stdout).toMatch(/^list of lists 390,/);
      }
    });

    test("a list of lists that is not authentic is told, and is no list of a country", async () => {
      const { status, stdout, stderr } = await build(listsOf({ ...whole(), "0.xml": made["stranger"]! }));
      expect([status, stderr]).toEqual([0, expect.stringMatching(/^0\.xml: .*\(list_signer_unknown\)\n$/)]);
      expect(stdout).toMatch(/^list of lists 390,/);
    });

    test("without an authentic list of lists nothing is written", async () => {
      const { status, stdout, stderr } = await build(listsOf({ "1.xml": made["es"]!, "2.xml": "no list" }));
      expect([status, stdout, stderr]).toEqual([
        3,
        "",
        "svc-verify: --lists: expected an authentic list of lists: there is none\n",
      ]);
      const foreign = await build(listsOf({ "0.xml": made["stranger"]!, "3.xml": made["stranger"]! }));
      expect(foreign.stderr).toMatch(/list of lists: 0\.xml: [^;]*\(list_signer_unknown\); 3\.xml: .*\)\n$/);
      expect(readdirSync(folder)).toEqual(["lists"]);
    });

    test("a list that is refused makes the snapshot incomplete", async () => {
      const lists = listsOf({ ...whole(), "1.xml": made["es by stranger"]! });
      expect((await build(lists)).status).toBe(2);
      expect(territories(at("built.json"))).toEqual(["AT"]);
    });

    test("a pivot is found by the last part of its address", async () => {
      const files = { "0.xml": made["by pivot"]!, "a_20pivot.xml": made["pivot"]!, "1.xml": made["es"]! };
      const { status, stdout } = await build(listsOf(files));
      expect([status, stdout]).toEqual([0, expect.stringMatching(/^list of lists 400,.* by 1 pivots\n/)]);
      rmSync(join(at("lists"), "a_20pivot.xml"));
      expect((await build(at("lists"))).stderr).toContain("(lotl_pivot_missing)");
    });

    test("512 lists are read, more are not", async () => {
      const names = (count: number) =>
        Object.fromEntries(Array.from({ length: count }, (_, i) => [`x${i}.xml`, "x"] as const));
      expect((await build(listsOf(names(512)))).stderr).toContain("there is none");
      expect((await build(listsOf(names(513)))).stderr).toContain("--lists: expected at most 512 lists");
    });
  });

  describe("check", () => {
    test("names what is in only one of the two, in the order of the countries", async () => {
      const lists = listsOf(whole());
      await build(lists);
      rmSync(join(lists, "1.xml"));
      await build(lists, at("without-es.json"));
      const differences = async (path: string) => {
        const { status, stdout } = await check(path, lists);
        expect(stdout).toContain("The snapshot is not that of the lists.\n");
        return [status, stdout.match(/^differs: .*$/gm)];
      };
      expect(await differences(at("built.json"))).toEqual([1, ["differs: ES: no authentic list is at hand"]]);
      listsOf({ "1.xml": made["es"]! });
      expect(await differences(at("without-es.json"))).toEqual([1, ["differs: ES: not in the snapshot"]]);
      rmSync(join(lists, "3.xml"));
      expect(await differences(at("without-es.json"))).toEqual([
        1,
        ["differs: AT: no authentic list is at hand", "differs: ES: not in the snapshot"],
      ]);
    });
  });

  describe("show", () => {
    test("all lists, or the services of one country in either case", async () => {
      await build(listsOf(whole()));
      const { status, stdout } = await run("show", at("built.json"));
      expect([status, stdout]).toEqual([0, expect.stringContaining("AT v6")]);
      for (const country of ["es", "ES"]) {
        const one = await run("show", at("built.json"), "--country", country);
        expect(one.stdout).toContain("granted since ");
        expect(one.stdout).not.toContain("AT v6");
      }
      const unknown = await run("show", at("built.json"), "--country", "XX");
      expect(unknown.stderr).toContain("--country: expected one of AT, ES\n");
    });

    test("a snapshot that is none is named, with the code of the error", async () => {
      writeFileSync(at("x.json"), "{}");
      expect((await run("show", at("x.json"))).stderr).toMatch(
        /^svc-verify: .*x\.json: .*\(missing_field\)\n$/,
      );
      await expect(trustList(["show", at("x.json")])).rejects.toMatchObject({
        cause: { code: "missing_field" },
      });
      await expect(trustList(["show", at("missing")])).rejects.toMatchObject({ code: "ENOENT" });
    });
  });

  describe("update", () => {
    test("has a code where the list of lists does not arrive", async () => {
      delete answers["/lotl.xml"];
      expect((await update()).stderr).toMatch(/\(source_error\)\n$/);
      const words = [
        "update",
        "--output",
        at("x"),
        "--lotl",
        `${server.url}/lotl.xml`,
        "--lotl-signers",
        signers,
      ];
      await expect(trustList(words)).rejects.toMatchObject({ cause: { code: "source_error" } });
    });
  });

  test.each(["xhttp://x", "http://", "ftp://x"])(
    "a list of lists at %s is a mistake of usage",
    async (lotl) => {
      const words = ["update", "--output", "x", "--lotl", lotl];
      await expect(trustList(words)).rejects.toThrow(UsageError);
      await expect(trustList(words)).rejects.toThrow(/^--lotl: expected an http or https address/);
    },
  );
});
