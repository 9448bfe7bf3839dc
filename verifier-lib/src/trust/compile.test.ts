import { bytesToHex } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import fc from "fast-check";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { Work } from "../work/work.js";
import { type Issued, issue, issueAuthority, issueUnit, keyUsage, name } from "../x509/authority.testing.js";
import { authenticateListOfLists, type ListOfLists, readSignedList } from "./authenticate.js";
import { compileTrustSnapshot, identityOf, servicesOf } from "./compile.js";
import { parseTrustedList } from "./parse-list.js";
import type { DigitalIdentity, TrustedList, TrustService } from "./services.js";
import {
  CA_QC,
  certificateId,
  extension,
  journalOf,
  LISTS_NOW,
  listText,
  QTST,
  signList,
  skiId,
  type TestList,
  type TestService,
} from "./signed-list.testing.js";
import { newEcSigner, type XmlSigner } from "./signed-xml.testing.js";
import { encodeTrustSnapshot, parseTrustSnapshot, type TrustSnapshot } from "./snapshot.js";
import { parseXml } from "./xml-parser.js";

describe("compile trust snapshot", () => {
  let commission: XmlSigner;
  let spain: XmlSigner;
  let austria: XmlSigner;
  let lotl: ListOfLists;
  let root: Issued;
  let unit: Issued;

  beforeAll(async () => {
    [commission, spain, austria] = [await newEcSigner(), await newEcSigner(), await newEcSigner()];
    lotl = await listOfLists(390);
    root = await issueAuthority("Root");
    unit = await issueUnit(root);
  });

  async function listOfLists(
    sequenceNumber: number,
    signers: Readonly<Record<string, XmlSigner>> = { ES: spain, AT: austria },
  ): Promise<ListOfLists> {
    const pointers = Object.entries(signers).map(([territory, { certificate }]) => ({
      territory,
      certificates: [certificate],
    }));
    return authenticateListOfLists({
      lotl: await signList({ signer: commission, territory: "EU", sequenceNumber, pointers }),
      journal: journalOf(commission.certificate),
      at: LISTS_NOW,
    });
  }

  const es = (list: Partial<TestList> = {}) => signList({ signer: spain, territory: "ES", ...list });
  const at = (list: Partial<TestList> = {}) => signList({ signer: austria, territory: "AT", ...list });

  function compile(
    lists: readonly Uint8Array[],
    former: TrustSnapshot | null = null,
    by: ListOfLists = lotl,
  ) {
    const files = lists.map((bytes, i) => ({ name: `file ${i}`, bytes }));
    return compileTrustSnapshot({ lotl: by, lists: files, former, at: LISTS_NOW });
  }

  async function compileService(service: TestService, list: Partial<TestList> = {}) {
    const { snapshot, refused, notices } = await compile([await es({ ...list, services: [service] })]);
    expect(parseTrustSnapshot(encodeTrustSnapshot(snapshot))).toEqual(snapshot);
    return { service: snapshot.lists[0]?.services[0], list: snapshot.lists[0], refused, notices };
  }

  describe("a national list", () => {
    test("counts if the list of lists names its signer for its country", async () => {
      const services = [{ certificate: unit.certificate }];
      const { snapshot, refused } = await compile([await es({ services })]);
      expect([refused, snapshot.territories]).toEqual([[], ["AT", "ES"]]);
      const service = { provider: "Example TSP", name: "Stamps", territory: "ES" };
      expect(snapshot.lists).toMatchObject([{ territory: "ES", sequenceNumber: 7, services: [service] }]);
    });

    test.each<[string, () => Promise<Uint8Array>, string]>([
      ["of another country's signer", () => es({ signer: austria }), "list_signer_unknown"],
      ["of a stranger", async () => es({ signer: await newEcSigner() }), "list_signer_unknown"],
      ["of a country that the list of lists lacks", () => es({ territory: "XX" }), "list_territory_unknown"],
      ["of lists", () => es({ territory: "EU" }), "list_kind_unexpected"],
      ["of the future", () => es({ issued: "2026-12-24T00:00:00Z" }), "list_not_yet_issued"],
      ["of version 4", () => es({ version: "4" }), "list_version_unsupported"],
      ["that is no XML", async () => new TextEncoder().encode("<x>"), "xml_truncated"],
      ["that is another document", async () => new TextEncoder().encode("<x/>"), "xml_signature_missing"],
    ])("is refused if it is %s, and stops no other", async (_, make, code) => {
      const { snapshot, refused } = await compile([await make(), await at()]);
      expect(refused).toMatchObject([{ name: "file 0", code }]);
      expect(snapshot.lists).toMatchObject([{ territory: "AT" }]);
    });
  });

  describe("of several lists of one territory", () => {
    const named = (lists: Readonly<Record<string, Uint8Array>>) => {
      const files = Object.entries(lists).map(([name, bytes]) => ({ name, bytes }));
      return compileTrustSnapshot({ lotl, lists: files, at: LISTS_NOW });
    };
    const refusedOf = async (lists: Readonly<Record<string, Uint8Array>>) =>
      (await named(lists)).refused.map(({ name }) => name);

    test("each older one is refused under its name, and a message names the number that is known", async () => {
      const [a, b, c] = await Promise.all([7, 8, 9].map((sequenceNumber) => es({ sequenceNumber })));
      expect(await refusedOf({ a: a!, b: b!, c: c! })).toEqual(["a", "b"]);
      expect(await refusedOf({ c: c!, b: b!, a: a! })).toEqual(["b", "a"]);
      expect(await refusedOf({ b: b!, a: a!, c: c! })).toEqual(["a", "b"]);
      expect(await named({ a: a!, b: b! })).toMatchObject({
        refused: [{ code: "list_superseded", message: "number 8 of ES is known" }],
        snapshot: { lists: [{ sequenceNumber: 8 }] },
      });
    });

    test("the same file twice counts once, under its first name", async () => {
      const bytes = await es();
      expect(await refusedOf({ first: bytes, second: bytes })).toEqual(["second"]);
    });

    test("with the same number, the later one counts", async () => {
      const early = await es({ issued: "2026-06-01T00:00:00Z" });
      const late = await es({ issued: "2026-06-02T00:00:00Z" });
      expect(await refusedOf({ early, late })).toEqual(["early"]);
      expect(await refusedOf({ late, early })).toEqual(["early"]);
    });

    test("with the same number and time, the hash decides, so that the order of the files does not", async () => {
      const [one, other] = [await es(), await es({ nextUpdate: "" })];
      const hashOf = (bytes: Uint8Array) => bytesToHex(sha256(bytes));
      const smaller = hashOf(one) < hashOf(other) ? "one" : "other";
      expect(await refusedOf({ one, other })).toEqual([smaller]);
      expect(await refusedOf({ other, one })).toEqual([smaller]);
    });
  });

  test("a file for one territory takes no list of another", async () => {
    const compileFor = async (territory: string) => {
      const lists = [{ name: "file", bytes: await es(), territory }];
      const { snapshot, refused } = await compileTrustSnapshot({ lotl, lists, at: LISTS_NOW });
      return [snapshot.lists.length, refused.map(({ code }) => code)];
    };
    expect(await compileFor("ES")).toEqual([1, []]);
    expect(await compileFor("AT")).toEqual([0, ["list_territory_unknown"]]);
  });

  test("each file is told before it is read, and an abort ends all", async () => {
    const lists = [
      { name: "a", bytes: await es() },
      { name: "b", bytes: await es() },
    ];
    const told: string[] = [];
    const stop = new AbortController();
    const onFile = (name: string) => {
      told.push(name);
      if (name === "b") stop.abort(new Error("enough"));
    };
    const compiled = compileTrustSnapshot({ lotl, lists, at: LISTS_NOW, signal: stop.signal, onFile });
    await expect(compiled).rejects.toThrow("enough");
    expect(told).toEqual(["a", "b"]);
  });

  test("an abort ends the reading of services too", async () => {
    const lists = [{ name: "file", bytes: await es({ services: [{ certificate: unit.certificate }] }) }];
    const pause = vi.spyOn(Work.prototype, "pause");
    try {
      await compileTrustSnapshot({ lotl, lists, at: LISTS_NOW });
      // The last pause is that before the only service.
      let left = pause.mock.calls.length;
      const stop = new AbortController();
      pause.mockImplementation(async function (this: Work) {
        left--;
        if (left === 0) stop.abort(new Error("enough"));
        this.signal?.throwIfAborted();
      });
      const compiled = compileTrustSnapshot({ lotl, lists, at: LISTS_NOW, signal: stop.signal });
      await expect(compiled).rejects.toThrow("enough");
    } finally {
      pause.mockRestore();
    }
  });

  describe("services", () => {
    test("keep their whole history, and periods of another type say so", async () => {
      const { service } = await compileService({
        certificate: unit.certificate,
        status: "withdrawn",
        since: "2026-05-01T02:00:00.5+02:00",
        history: [
          { status: "accredited", since: "2014-01-01T00:00:00Z" },
          { status: "granted", since: "2016-07-01T00:00:00Z" },
          { type: CA_QC, status: "undersupervision", since: "2012-01-01T00:00:00Z" },
        ],
      });
      expect(service!.history).toEqual([
        { status: "withdrawn", since: "2026-05-01T00:00:00Z" },
        { status: "granted", since: "2016-07-01T00:00:00Z" },
        { status: "accredited", since: "2014-01-01T00:00:00Z" },
        { status: "othertype", since: "2012-01-01T00:00:00Z" },
      ]);
    });

    test("keep the certificate of an authority, by its constraints or its key usage, and hashes of others", async () => {
      const identitiesOf = async ({ certificate }: Issued) =>
        (await compileService({ certificate })).service!.identities;
      expect((await identitiesOf(root))[0]!.der).toEqual(root.certificate.der);
      const plain = await issue({ subject: name({ CN: "Old" }) });
      const signs = await issue({ subject: name({ CN: "Old" }), extensions: [keyUsage(5)] });
      expect((await identitiesOf(signs))[0]!.der).toEqual(signs.certificate.der);
      expect((await identitiesOf(plain))[0]!.der).toBeNull();
      expect(await identitiesOf(unit)).toEqual([
        {
          sha256: bytesToHex(sha256(unit.certificate.der)),
          keySha256: bytesToHex(sha256(unit.certificate.spki.der)),
          ski: null,
          der: null,
        },
      ]);
    });

    test("are known by bytes and key identifier if a certificate is not DER", async () => {
      // As the certificate of Enel of 2001: BOOLEAN TRUE as 01.
      const der = new Uint8Array(root.certificate.der);
      const at = der.findIndex((byte, i) => byte === 0x01 && der[i + 1] === 0x01 && der[i + 2] === 0xff);
      der[at + 2] = 0x01;
      const ski = new Uint8Array(20).fill(5);
      const { service, notices } = await compileService({ identity: certificateId(der) + skiId(ski) });
      const hash = bytesToHex(sha256(der));
      expect(service!.identities).toEqual([
        { sha256: hash, keySha256: null, ski: "05".repeat(20), der: null },
      ]);
      expect(notices).toMatchObject([{ code: "list_certificate_unreadable", territory: "ES", detail: hash }]);
    });

    test("without a certificate are skipped with a notice", async () => {
      const broken = "<DigitalId><X509Certificate>A</X509Certificate></DigitalId>";
      expect(await compileService({ identity: broken })).toMatchObject({
        service: undefined,
        notices: [{ code: "list_certificate_unreadable" }, { code: "list_service_unidentified" }],
      });
    });

    test("with a status of its own are there, and nothing is concluded from it", async () => {
      const { service, notices } = await compileService({
        certificate: unit.certificate,
        status: "http://uri.etsi.org/TrstSvc/Svcstatus/national/granted",
      });
      expect(service!.history).toEqual([
        { status: "unknown", since: "2026-01-01T00:00:00Z", unknownExtension: "ServiceStatus" },
      ]);
      expect(notices).toMatchObject([{ code: "list_extension_unknown", detail: "ServiceStatus" }]);
    });

    const information = (uri: string) =>
      extension(`<AdditionalServiceInformation><URI>${uri}</URI></AdditionalServiceInformation>`, true);
    const REGISTERED = "http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt/ForeSeals";
    const since = "<ExpiredCertsRevocationInfo>2016-01-01T00:00:00Z</ExpiredCertsRevocationInfo>";
    // Qualifications are for certificates.
    test.each<[string, string, string | undefined]>([
      ["known and critical", extension("<additional:TakenOverBy/>", true), undefined],
      ["unknown and not critical", extension("<Strange/>", false), undefined],
      ["unknown and critical", extension("<Strange/>", true), "Strange"],
      ["of another namespace", extension('<TakenOverBy xmlns="urn:x"/>', true), "TakenOverBy"],
      ["critical and empty", extension("", true), "Extension"],
      ["qualifiers", extension('<q:Qualifications xmlns:q="urn:q"/>', true), "Qualifications"],
      ["registered information", information(REGISTERED), undefined],
      ["information that nobody registered", information("http://x/y"), "AdditionalServiceInformation"],
      ["the start of revocation data", extension(since, true), undefined],
    ])("with an extension that is %s", async (_, extensions, unknown) => {
      const { service, notices } = await compileService({ certificate: unit.certificate, extensions });
      expect(service!.history[0]!.unknownExtension).toBe(unknown);
      expect(notices).toMatchObject(unknown === undefined ? [] : [{ code: "list_extension_unknown" }]);
    });

    test("of a closed list stay as they are for ever", async () => {
      const { list } = await compileService({ certificate: unit.certificate }, { nextUpdate: "" });
      expect(list!.nextUpdate).toBeNull();
    });
  });

  describe("an update", () => {
    test("keeps a list that did not arrive, and goes back behind none", async () => {
      const former = (await compile([await es({ sequenceNumber: 8 }), await at()])).snapshot;
      const older = await compile([await es()], former);
      expect([older.snapshot.lists, older.kept]).toEqual([former.lists, ["AT", "ES"]]);
      expect(older.refused).toEqual([
        { name: "file 0", code: "list_superseded", message: "number 8 of ES is known" },
      ]);
      const newer = await compile([await es({ sequenceNumber: 9 })], former);
      expect(newer).toMatchObject({ kept: ["AT"], snapshot: { lists: [{}, { sequenceNumber: 9 }] } });
    });

    test("takes a list of the same number anew", async () => {
      const former = (await compile([await es({ services: [{ certificate: unit.certificate }] })])).snapshot;
      const again = await compile([await es()], former);
      expect(again).toMatchObject({ kept: [], refused: [], snapshot: { lists: [{ services: [] }] } });
    });

    test("tells what it kept, and has its lists and notices, by territory", async () => {
      const services = [{ identity: skiId(new Uint8Array(20)) }];
      const { snapshot, notices } = await compile([await es({ services }), await at({ services })]);
      expect(snapshot.lists).toMatchObject([{ territory: "AT" }, { territory: "ES" }]);
      expect(notices).toMatchObject([{ territory: "AT" }, { territory: "ES" }]);
      const turned = { ...snapshot, lists: [...snapshot.lists].reverse() };
      expect(await compile([], turned)).toMatchObject({ kept: ["AT", "ES"], notices: [], snapshot });
    });

    test("drops a list to which the list of lists points no more", async () => {
      const former = (await compile([await es()])).snapshot;
      expect((await compile([], former, await listOfLists(391, { AT: austria }))).snapshot.lists).toEqual([]);
    });

    test("refuses an older list of lists", async () => {
      const former = (await compile([])).snapshot;
      const older = await listOfLists(389);
      await expect(compile([], former, older)).rejects.toMatchObject({ code: "list_superseded" });
      expect((await compile([], former)).snapshot).toEqual(former);
    });

    test("gives the same bytes whatever the order of the files", async () => {
      const lists = [await es(), await at()];
      const [forth, back] = [await compile(lists), await compile([...lists].reverse())];
      expect(encodeTrustSnapshot(back.snapshot)).toBe(encodeTrustSnapshot(forth.snapshot));
    });
  });

  test("one changed character never authenticates, or changes nothing that is used", async () => {
    const signed = await es({
      services: [{ certificate: unit.certificate, history: [{ since: "2020-01-01T00:00:00Z" }] }],
    });
    const text = new TextDecoder().decode(signed);
    const { list: original } = await readSignedList(signed, new Work());
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: text.length - 1 }),
        fc.constantFrom("x", "0", " ", "<", ">", "&", '"', "", "\n", "é", "<!---->"),
        async (at, put) => {
          const changed = text.slice(0, at) + put + text.slice(at + 1);
          if (changed === text) return;
          try {
            const { list, signerSha256 } = await readSignedList(
              new TextEncoder().encode(changed),
              new Work(),
            );
            accepted++;
            expect(list).toEqual(original);
            expect(journalOf(spain.certificate).certificates).toEqual([signerSha256]);
          } catch (error) {
            if (!/^(?:xml|list)_/.test((error as { code?: string }).code ?? "")) throw error;
          }
        },
      ),
      { numRuns: 400 },
    );
    // Some characters lie outside the signed data: white space between the base64 of the value, for one.
    expect(accepted).toBeLessThan(40);
  });

  const ODD_VALUES = [
    "",
    " ",
    "0",
    "-1",
    "9".repeat(400),
    "9999-12-31T23:59:59-01:00",
    "0000-01-01T00:00:00+23:59",
    "EU",
    "\u{1f4a3}",
  ];

  test("of a list with changed elements, what is read makes a snapshot that can be read", async () => {
    const history = [{ since: "2020-01-01T00:00:00Z", extensions: extension("<Strange/>", true) }];
    const text = listText({
      pointers: [{ territory: "AT", certificates: [root.certificate] }],
      services: [
        { certificate: unit.certificate, history },
        { certificate: root.certificate, type: CA_QC },
      ],
    }).replace("SIGNATURE", "");
    const elements = [...text.matchAll(/<([A-Za-z:0-9]+)[^>]*>([^<]*)<\/\1>/g)];
    let readable = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: elements.length - 1 }),
        fc.constantFrom("drop", "twice", "rename", ...ODD_VALUES),
        async (index, how) => {
          const { 0: whole, 1: name, 2: value, index: at } = elements[index]!;
          const changes: Readonly<Record<string, string>> = {
            drop: "",
            twice: whole + whole,
            rename: whole.replaceAll(name!, "Other"),
          };
          const changed = changes[how] ?? whole.replace(`>${value}<`, `>${how}<`);
          const hostile = text.slice(0, at) + changed + text.slice(at + whole.length);
          try {
            const { territory, version, sequenceNumber, issued, nextUpdate, ...list } = parseTrustedList(
              parseXml(new TextEncoder().encode(hostile)).root,
            );
            const facts = { territory, version, sequenceNumber, issued, nextUpdate, sha256: "00".repeat(32) };
            const { services, otherServices } = await servicesOf({ ...facts, ...list }, new Work());
            const snapshot = {
              lotl: lotl.facts,
              territories: [],
              lists: [{ ...facts, services, otherServices }],
            };
            expect(parseTrustSnapshot(encodeTrustSnapshot(snapshot))).toEqual(snapshot);
            readable++;
          } catch (error) {
            if (!/^list_/.test((error as { code?: string }).code ?? "")) throw error;
          }
        },
      ),
      { numRuns: 600 },
    );
    expect(readable).toBeGreaterThan(50);
  });
});

describe("listed services", () => {
  let root: Issued;
  let unit: Issued;

  beforeAll(async () => {
    root = await issueAuthority("Root");
    unit = await issueUnit(root);
  });

  const identity = (given: Partial<DigitalIdentity>): DigitalIdentity => ({
    certificates: [],
    subjectNames: [],
    keyIdentifiers: [],
    unreadable: 0,
    ...given,
  });
  const holding = (...certificates: readonly Uint8Array[]) => ({ identity: identity({ certificates }) });
  const state = {
    type: QTST,
    name: "Stamps",
    status: "granted",
    since: "2026-01-01T00:00:00Z",
    additionalInformation: [],
    expiredCertsRevocationInfo: null,
    isTakenOver: false,
    unknownExtension: null,
  };
  const former = (status: string, since: string) => ({ ...state, status, since, identity: identity({}) });
  const service = (given: Partial<TrustService>): TrustService => ({
    ...state,
    provider: "TSP",
    ...holding(unit.certificate.der),
    history: [],
    ...given,
  });
  const readAll = (services: readonly TrustService[], work = new Work()) =>
    servicesOf({ territory: "ES", services } as unknown as TrustedList, work);
  const read = (...given: readonly Partial<TrustService>[]) => readAll(given.map(service));

  test("a notice names the territory, the provider and the service", async () => {
    const unidentified = { identity: identity({ keyIdentifiers: [Uint8Array.of(1)] }) };
    const { notices } = await read(unidentified, { unknownExtension: "Strange" });
    const of = { territory: "ES", provider: "TSP", service: "Stamps" };
    expect(notices).toEqual([
      { ...of, code: "list_service_unidentified", detail: null },
      { ...of, code: "list_extension_unknown", detail: "Strange" },
    ]);
  });

  test("an earlier period may begin with the present one, but not after it", async () => {
    const earlier = (since: string) => read({ history: [former("withdrawn", since)] });
    const same = [{ history: [{ status: "granted" }, { status: "withdrawn" }] }];
    expect(await earlier("2026-01-01T00:00:00Z")).toMatchObject({ services: same, notices: [] });
    expect(await earlier("2026-01-01T00:00:01Z")).toMatchObject({
      services: [{ history: [{ status: "granted" }] }],
      notices: [{ code: "list_history_out_of_order", detail: null }],
    });
  });

  test("a service that was one of time stamps earlier is kept", async () => {
    const { services } = await read({ type: CA_QC, history: [former("granted", "2025-01-01T00:00:00Z")] });
    expect(services).toMatchObject([{ history: [{ status: "othertype" }, { status: "granted" }] }]);
  });

  test("a certificate counts once", async () => {
    const { der } = unit.certificate;
    const { services } = await read(holding(der, der));
    expect(services[0]!.identities).toEqual([identityOf(unit.certificate)]);
  });

  test("a certificate that cannot be read is known by its bytes, and by the first key identifier", async () => {
    const bytes = Uint8Array.of(1, 2, 3);
    const hash = bytesToHex(sha256(bytes));
    const identityWith = async (...keyIdentifiers: readonly Uint8Array[]) => {
      const { services } = await read({ identity: identity({ certificates: [bytes], keyIdentifiers }) });
      return services[0]!.identities;
    };
    const one = { sha256: hash, keySha256: null, der: null };
    expect(await identityWith()).toEqual([{ ...one, ski: null }]);
    expect(await identityWith(Uint8Array.of(4), Uint8Array.of(5))).toEqual([{ ...one, ski: "04" }]);
  });

  test("services of other types leave sorted short hashes, each once: of keys, or else of certificates", async () => {
    const unreadable = Uint8Array.of(1, 2, 3);
    const of = (...certificates: readonly Uint8Array[]) => ({ type: CA_QC, ...holding(...certificates) });
    const { services, otherServices, notices } = await read(
      of(root.certificate.der, unreadable),
      of(unit.certificate.der),
      of(root.certificate.der),
      of(),
    );
    const hashed = [root.certificate.spki.der, unit.certificate.spki.der, unreadable];
    expect(otherServices).toEqual(hashed.map((bytes) => bytesToHex(sha256(bytes)).slice(0, 12)).sort());
    expect(services).toEqual([]);
    expect(notices.map(({ code }) => code)).toEqual(["list_certificate_unreadable"]);
  });

  test("the work of reading certificates is bounded", async () => {
    await expect(readAll([service({})], new Work({ units: 3 }))).rejects.toMatchObject({
      code: "work_limit_exceeded",
    });
  });
});
