/**
 * The trusted lists of the European Union in the collection: from the Official Journal to the services, and the snapshot
 * that ships with the verifier.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { parseTimestampResponse, parseTimestampToken } from "@svc-proof/verifier-lib/rfc3161";
import {
  authenticateListOfLists,
  compileTrustSnapshot,
  defaultTrustList,
  encodeTrustSnapshot,
  type ListOfLists,
  OFFICIAL_JOURNAL,
  openTrustList,
  parseTrustSnapshot,
  type TrustCompilation,
  type TrustList,
} from "@svc-proof/verifier-lib/trust";
import { type Certificate, parseCertificate, parsePemCertificates } from "@svc-proof/verifier-lib/x509";
import { beforeAll, describe, expect, test } from "vitest";
import { vectorFolder } from "./third-party-vectors.js";

const folder = vectorFolder("eutl");
const tokens = vectorFolder("tsp");
const read = (name: string) => new Uint8Array(readFileSync(join(folder!, name)));
/** After every list was issued. */
const AT = new Date("2026-11-22T00:00:00Z");
const MAX_SNAPSHOT_BYTES = 120_000;

describe.skipIf(folder === null)("the trusted lists of the collection", () => {
  let lotl: ListOfLists;
  let compilation: TrustCompilation;
  let text: string;

  beforeAll(async () => {
    lotl = await authenticateListOfLists({ lotl: read("EU-LOTL-390.xml"), at: AT });
    const files = ["", "bad"].flatMap((part) =>
      readdirSync(join(folder!, part))
        .filter((name) => name.endsWith(".xml"))
        .map((name) => join(part, name)),
    );
    const lists = files.map((name) => ({ name, bytes: read(name) }));
    compilation = await compileTrustSnapshot({ lotl, lists, at: AT });
    text = encodeTrustSnapshot(compilation.snapshot);
  });

  test("rest on the certificates of the Official Journal that are pinned in the source", () => {
    const pem = parsePemCertificates(
      readFileSync(join(folder!, "certs/oj-C-2026-1944-lotl-signers.pem"), "latin1"),
    );
    const hashes = pem.map(({ der }) => createHash("sha256").update(der).digest("hex"));
    expect([...OFFICIAL_JOURNAL.certificates].sort()).toEqual(hashes.sort());
    expect(lotl).toMatchObject({ pivots: [], facts: { version: 6, sequenceNumber: 390, territory: "EU" } });
    expect(lotl.territories.size).toBe(31);
  });

  test("are authentic, with as many services of time stamps as the index counts", () => {
    const found = compilation.snapshot.lists.map(
      ({ territory, version, sequenceNumber, nextUpdate, services }) => {
        const now = (status: string) =>
          services.filter(({ history }) => history[0]!.status === status).length;
        return [
          territory,
          version,
          sequenceNumber,
          nextUpdate,
          services.length,
          now("granted"),
          now("withdrawn"),
        ];
      },
    );
    expect(found).toEqual([
      ["AT", 5, 72, "2026-09-11T14:17:42Z", 7, 6, 1],
      ["BE", 6, 81, "2026-12-15T16:00:00Z", 20, 19, 1],
      ["EE", 6, 73, "2026-11-20T12:00:00Z", 34, 8, 26],
      ["ES", 5, 184, "2026-09-24T01:00:31Z", 110, 72, 38],
      ["FR", 5, 174, "2026-10-16T13:10:48Z", 151, 74, 77],
      ["IT", 6, 223, "2027-01-27T10:33:49Z", 34, 29, 5],
      ["LT", 6, 90, "2026-12-18T07:27:16Z", 15, 15, 0],
    ]);
  });

  test("and the others are refused, each for its reason", () => {
    expect(Object.fromEntries(compilation.refused.map(({ name, code }) => [name, code]))).toEqual({
      "DE-22-2015.xml": "list_version_unsupported",
      "EU-LOTL-390.xml": "list_kind_unexpected",
      "bad/FI-v6-49-test-signer.xml": "list_signer_unknown",
      "bad/HR-52-stale-signer-not-in-LOTL.xml": "list_signer_unknown",
      "bad/eu-lotl-broken-sig.xml": "xml_signature_digest",
      "bad/eu-lotl-not-parseable.xml": "xml_tag_mismatch",
      "bad/fi-v6-no-tsp-information.xml": "xml_signature_digest",
      "bad/tl-empty.xml": "xml_signature_missing",
    });
  });

  test.each(["bad/eu-lotl-broken-sig.xml", "bad/eu-lotl-not-parseable.xml", "AT-72.xml"])(
    "%s is no list of lists",
    async (name) => {
      await expect(authenticateListOfLists({ lotl: read(name), at: AT })).rejects.toThrow();
    },
  );

  test("tell of the certificates that are not DER", () => {
    expect(
      compilation.notices.map(({ code, territory, provider }) => [code, territory, provider.slice(0, 20)]),
    ).toEqual([
      ["list_certificate_unreadable", "IT", "Enel.it S.p.A."],
      ["list_certificate_unreadable", "IT", "Enel.it S.p.A."],
    ]);
  });

  test("give the snapshot that ships with the verifier, of less than 120 kB", async () => {
    const shipped = await defaultTrustList();
    expect(encodeTrustSnapshot(shipped.snapshot) === text, "run `svc-verify trust-list build`").toBe(true);
    expect(parseTrustSnapshot(text)).toEqual(compilation.snapshot);
    expect(openTrustList(compilation.snapshot).sha256).toBe(createHash("sha256").update(text).digest("hex"));
    const module = readFileSync(new URL("../../verifier-lib/src/trust/default-snapshot.ts", import.meta.url));
    expect(brotliCompressSync(module).length).toBeLessThan(MAX_SNAPSHOT_BYTES);
  });

  test("no list authenticates with a changed character of a service", async () => {
    const original = Buffer.from(read("EE-73.xml"));
    for (const word of ["Svcstatus/withdrawn", "2026-11-20T12", "<X509Certificate>MI", "TSA/QTST"]) {
      const bytes = new Uint8Array(original);
      const at = original.indexOf(word) + word.length - 1;
      bytes[at] = bytes[at]! ^ 1;
      const { refused } = await compileTrustSnapshot({ lotl, lists: [{ name: word, bytes }], at: AT });
      expect(refused.map(({ code }) => code)).toEqual(["xml_signature_digest"]);
    }
  });
});

interface TspCase {
  readonly file: string;
  readonly genTime?: string;
}

describe.skipIf(folder === null || tokens === null)("the signers of the collection of timestamps", () => {
  let shipped: TrustList;
  beforeAll(async () => {
    shipped = await defaultTrustList();
  });

  /** The signer first; then what the token and the lists have, whoever signed what: other tests verify that. */
  function chainOf(file: string): Certificate[] {
    const bytes = new Uint8Array(readFileSync(join(tokens!, file)));
    const token = file.endsWith(".tsr") ? parseTimestampResponse(bytes).token! : parseTimestampToken(bytes);
    const certificates = token.certificates.flatMap((der) => {
      try {
        return [parseCertificate(der)];
      } catch {
        return [];
      }
    });
    const { sid } = token.signer;
    const signer = certificates.find(
      (one) =>
        sid.kind === "issuerAndSerialNumber" && Buffer.compare(one.serialNumber, sid.serialNumber) === 0,
    );
    const chain = [signer!];
    for (let last = signer; last !== undefined && chain.length < 8; ) {
      const known = [...certificates, ...shipped.anchorsFor([last], AT)];
      const next = known.find((one) => one.subject.text === last!.issuer.text && !chain.includes(one));
      if (next !== undefined) chain.push(next);
      last = next;
    }
    return chain;
  }

  test.each([
    ["good/izenpe-es-2026.tsr", "ok", "granted", "granted"],
    ["good/izenpe-es-2024-sha512.tst", "ok", "granted", "granted"],
    ["good/izenpe-es-2020-withdrawn-later.tst", "ok", "granted", "withdrawn"],
    ["good/sectigo-es-2025.tst", "ok", "granted", "granted"],
    ["good/sectigo-es-2025-b.tst", "ok", "granted", "granted"],
    ["good/bosa-be-2023-ecdsa.tst", "ok", "granted", "granted"],
    ["good/sk-ee-2024-ecdsa-sha512.tst", "ok", "granted", "granted"],
    ["good/sk-ee-2017-expired-tsu.tst", "ok", "granted", "withdrawn"],
    ["good/docusign-fr-2024.tst", "ok", "granted", "granted"],
    ["good/difesa-it-2025.tst", "ok", "granted", "granted"],
    ["good/baltstamp-lt-2025-ess-v1v2.tst", "ok", "granted", "granted"],
    ["good/dtrust-de-2018-pss.tst", "trusted_list_missing", null, null],
    ["good/disig-sk-2019-two-certs.tst", "trusted_list_missing", null, null],
    ["good/freetsa-2024-sha512.tst", "trusted_list_missing", null, null],
    ["good/identrust-2025-sha512.tsr", "service_not_listed", null, null],
    ["good/sigstage-sha256.tsr", "service_not_listed", null, null],
    ["good/digitorus-nonce.tsr", "chain_incomplete", null, null],
    ["bad/fnmt-es-2016-not-qtst.tst", "service_of_other_type", null, null],
  ])("%s: %s", (file, code, then, later) => {
    const cases: TspCase[] = JSON.parse(readFileSync(join(tokens!, "cases.json"), "utf8"));
    const genTime = new Date(cases.find((one) => one.file === file)!.genTime!);
    const found = shipped.qualify(chainOf(file), genTime, AT);
    expect([found.code, found.atGenTime?.status ?? null, found.atExistence?.status ?? null]).toEqual([
      code,
      then,
      later,
    ]);
  });
});
