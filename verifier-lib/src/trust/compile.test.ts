import { bytesToHex } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import fc from "fast-check";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { Work } from "../work/work.js";
import { type Issued, issueAuthority, issueUnit } from "../x509/authority.testing.js";
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

  async function listOfLists(sequenceNumber: number): Promise<ListOfLists> {
    const pointers = [
      { territory: "ES", certificates: [spain.certificate] },
      { territory: "AT", certificates: [austria.certificate] },
    ];
    return authenticateListOfLists({
      lotl: await signList({ signer: commission, territory: "EU", sequenceNumber, pointers }),
      journal: journalOf(commission.certificate),
      at: LISTS_NOW,
    });
  }

  const es = (list: Partial<TestList> = {}) => signList({ signer: spain, territory: "ES", ...list });

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
      const { snapshot, refused } = await compile([
        await es({ services: [{ certificate: unit.certificate }] }),
      ]);
      expect(refused).toEqual([]);
      expect(snapshot.territories).toEqual(["AT", "ES"]);
      expect(snapshot.lists).toMatchObject([
        {
          territory: "ES",
          sequenceNumber: 7,
          services: [{ provider: "Example TSP", name: "Stamps", territory: "ES" }],
        },
      ]);
    });

    test.each<[string, () => Promise<Uint8Array>, string]>([
      ["of another country's signer", () => es({ signer: austria }), "list_signer_unknown"],
      ["of a stranger", async () => es({ signer: await newEcSigner() }), "list_signer_unknown"],
      [
        "of a country that is not in the list of lists",
        () => es({ territory: "XX" }),
        "list_territory_unknown",
      ],
      ["of lists", () => es({ territory: "EU" }), "list_kind_unexpected"],
      ["of the future", () => es({ issued: "2026-12-24T00:00:00Z" }), "list_not_yet_issued"],
      ["of version 4", () => es({ version: "4" }), "list_version_unsupported"],
      ["that is no XML", async () => new TextEncoder().encode("<x>"), "xml_truncated"],
      ["that is another document", async () => new TextEncoder().encode("<x/>"), "xml_signature_missing"],
    ])("is refused if it is %s, and stops no other", async (_, make, code) => {
      const { snapshot, refused } = await compile([
        await make(),
        await signList({ signer: austria, territory: "AT" }),
      ]);
      expect(refused.map(({ name, code: was }) => [name, was])).toEqual([["file 0", code]]);
      expect(snapshot.lists.map(({ territory }) => territory)).toEqual(["AT"]);
    });

    test.each<[string, (text: string) => string, string]>([
      [
        "no territory",
        (text) => text.replace(/<SchemeTerritory>.*?<\/SchemeTerritory>/, ""),
        "list_malformed",
      ],
      [
        "two territories",
        (text) => text.replace("<SchemeTerritory>", "<SchemeTerritory>AT</SchemeTerritory><SchemeTerritory>"),
        "list_malformed",
      ],
      ["a territory with a digit", (text) => text.replace(">ES<", ">E5<"), "list_territory_malformed"],
      ["a sequence number 0", (text) => text.replace("Number>7<", "Number>0<"), "list_malformed"],
      [
        "a time without a zone",
        (text) => text.replace("2026-06-01T00:00:00Z", "2026-06-01T00:00:00"),
        "list_time_malformed",
      ],
      [
        "a year of five digits in UTC",
        (text) => text.replace("2026-06-01T00:00:00Z", "9999-12-31T23:59:59-01:00"),
        "list_time_malformed",
      ],
      ["the 30th of February", (text) => text.replace("2026-06-01T", "2026-02-30T"), "list_time_malformed"],
      ["an element in a text", (text) => text.replace(">ES<", "><b/>ES<"), "list_malformed"],
      ["no status", (text) => text.replace(/<ServiceStatus>.*?<\/ServiceStatus>/, ""), "list_malformed"],
      ["no provider", (text) => text.replace(/<TSPInformation>.*?<\/TSPInformation>/s, ""), "list_malformed"],
      ["another root", (text) => text.replace(/TrustServiceStatusList/g, "Other"), "list_root"],
    ])("is refused with %s", async (_, change, code) => {
      const signed = await es({ services: [{ certificate: unit.certificate }], change });
      expect((await compile([signed])).refused.map((one) => one.code)).toEqual([code]);
    });

    test("of two, the one with the higher number counts, in any order", async () => {
      const [old, young] = [await es({ sequenceNumber: 7 }), await es({ sequenceNumber: 8 })];
      for (const lists of [
        [old, young],
        [young, old],
      ]) {
        const { snapshot, refused } = await compile(lists);
        expect(snapshot.lists.map(({ sequenceNumber }) => sequenceNumber)).toEqual([8]);
        expect(refused.map(({ code, name }) => [code, name])).toEqual([
          ["list_superseded", `file ${lists.indexOf(old)}`],
        ]);
      }
    });
  });

  describe("of several lists of one territory", () => {
    const named = (lists: Readonly<Record<string, Uint8Array>>) =>
      compileTrustSnapshot({
        lotl,
        lists: Object.entries(lists).map(([name, bytes]) => ({ name, bytes })),
        at: LISTS_NOW,
      });
    const refusedOf = async (lists: Readonly<Record<string, Uint8Array>>) =>
      (await named(lists)).refused.map(({ name }) => name);

    test("each older one is refused under its name, and a message names the number that is known", async () => {
      const [a, b, c] = await Promise.all([7, 8, 9].map((sequenceNumber) => es({ sequenceNumber })));
      expect(await refusedOf({ a: a!, b: b!, c: c! })).toEqual(["a", "b"]);
      expect(await refusedOf({ c: c!, b: b!, a: a! })).toEqual(["b", "a"]);
      expect(await refusedOf({ b: b!, a: a!, c: c! })).toEqual(["a", "b"]);
      expect((await named({ a: a!, b: b! })).refused[0]!.message).toBe("number 8 of ES is known");
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

    test("take no status that would begin after the present one", async () => {
      const { service, notices } = await compileService({
        certificate: unit.certificate,
        status: "withdrawn",
        history: [{ status: "granted", since: "2026-02-01T00:00:00Z" }],
      });
      expect(service!.history).toEqual([{ status: "withdrawn", since: "2026-01-01T00:00:00Z" }]);
      expect(notices.map(({ code }) => code)).toEqual(["list_history_out_of_order"]);
    });

    test("keep the certificate of an authority, and hashes of others", async () => {
      const { service } = await compileService({ certificate: root.certificate });
      expect(service!.identities[0]!.der).toEqual(root.certificate.der);
      const unitService = (await compileService({ certificate: unit.certificate })).service!;
      expect(unitService.identities).toEqual([
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
      const { service, notices } = await compileService({ identity: skiId(new Uint8Array(20)) });
      expect(service).toBeUndefined();
      expect(notices.map(({ code }) => code)).toEqual(["list_service_unidentified"]);
      const broken = await compileService({
        identity: "<DigitalId><X509Certificate>A</X509Certificate></DigitalId>",
      });
      expect(broken.notices.map(({ code }) => code)).toEqual([
        "list_certificate_unreadable",
        "list_service_unidentified",
      ]);
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

    test("of other types leave a short hash of their key", async () => {
      const { list } = await compileService({ certificate: root.certificate, type: CA_QC });
      expect(list!.services).toEqual([]);
      expect(list!.otherServices).toEqual([bytesToHex(sha256(root.certificate.spki.der)).slice(0, 12)]);
    });

    test.each<[string, string, string | undefined]>([
      ["known and critical", extension("<additional:TakenOverBy/>", true), undefined],
      ["unknown and not critical", extension("<Strange/>", false), undefined],
      ["unknown and critical", extension("<Strange/>", true), "Strange"],
      [
        "critical, of a known name in another namespace",
        extension('<TakenOverBy xmlns="urn:x"/>', true),
        "TakenOverBy",
      ],
      ["critical and empty", extension("", true), "Extension"],
      [
        "qualifiers, which are for certificates",
        extension('<q:Qualifications xmlns:q="urn:q"/>', true),
        "Qualifications",
      ],
      [
        "registered information",
        extension(
          "<AdditionalServiceInformation><URI>http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt/ForeSeals</URI></AdditionalServiceInformation>",
          true,
        ),
        undefined,
      ],
      [
        "information that nobody registered",
        extension("<AdditionalServiceInformation><URI>http://x/y</URI></AdditionalServiceInformation>", true),
        "AdditionalServiceInformation",
      ],
      [
        "the start of revocation data",
        extension("<ExpiredCertsRevocationInfo>2016-01-01T00:00:00Z</ExpiredCertsRevocationInfo>", true),
        undefined,
      ],
    ])("with an extension that is %s", async (_, extensions, unknown) => {
      const { service, notices } = await compileService({ certificate: unit.certificate, extensions });
      expect(service!.history[0]!.unknownExtension).toBe(unknown);
      expect(notices.map(({ code }) => code)).toEqual(
        unknown === undefined ? [] : ["list_extension_unknown"],
      );
    });

    test("of a closed list stay as they are for ever", async () => {
      const { list } = await compileService({ certificate: unit.certificate }, { nextUpdate: "" });
      expect(list!.nextUpdate).toBeNull();
    });
  });

  describe("an update", () => {
    test("keeps a list that did not arrive, and goes back behind none", async () => {
      const former = (
        await compile([await es({ sequenceNumber: 8 }), await signList({ signer: austria, territory: "AT" })])
      ).snapshot;
      const updated = await compile([await es({ sequenceNumber: 7 })], former);
      expect(updated.snapshot.lists.map((list) => [list.territory, list.sequenceNumber])).toEqual([
        ["AT", 7],
        ["ES", 8],
      ]);
      expect(updated.kept).toEqual(["AT", "ES"]);
      expect(updated.refused.map(({ code }) => code)).toEqual(["list_superseded"]);
      const newer = await compile([await es({ sequenceNumber: 9 })], former);
      expect(newer.kept).toEqual(["AT"]);
      expect(newer.snapshot.lists[1]!.sequenceNumber).toBe(9);
    });

    test("takes a list of the same number anew, and refuses one that is older than the kept one by its name", async () => {
      const former = (await compile([await es({ services: [{ certificate: unit.certificate }] })])).snapshot;
      const again = await compile([await es()], former);
      expect([again.kept, again.refused, again.snapshot.lists[0]!.services]).toEqual([[], [], []]);
      const older = await compile([await es({ sequenceNumber: 6 })], former);
      expect(older.refused).toEqual([
        { name: "file 0", code: "list_superseded", message: "number 7 of ES is known" },
      ]);
      expect(older.snapshot.lists).toEqual(former.lists);
    });

    test("tells what it kept, and has its lists and notices, by territory", async () => {
      const odd = { identity: skiId(new Uint8Array(20)) };
      const of = (territory: string, signer: XmlSigner) => signList({ signer, territory, services: [odd] });
      const { snapshot, notices } = await compile([await of("ES", spain), await of("AT", austria)]);
      expect(snapshot.lists.map(({ territory }) => territory)).toEqual(["AT", "ES"]);
      expect(notices.map(({ territory }) => territory)).toEqual(["AT", "ES"]);
      const turned = { ...snapshot, lists: [...snapshot.lists].reverse() };
      const kept = await compile([], turned);
      expect(kept.kept).toEqual(["AT", "ES"]);
      expect(kept.notices).toEqual([]);
      expect(kept.snapshot).toEqual(snapshot);
    });

    test("drops a list to which the list of lists points no more", async () => {
      const former = (await compile([await es()])).snapshot;
      const pointers = [{ territory: "AT", certificates: [austria.certificate] }];
      const next = await authenticateListOfLists({
        lotl: await signList({ signer: commission, territory: "EU", sequenceNumber: 391, pointers }),
        journal: journalOf(commission.certificate),
        at: LISTS_NOW,
      });
      expect((await compile([], former, next)).snapshot.lists).toEqual([]);
    });

    test("refuses an older list of lists", async () => {
      const former = (await compile([])).snapshot;
      const older = await listOfLists(389);
      await expect(compile([], former, older)).rejects.toMatchObject({ code: "list_superseded" });
      expect((await compile([], former)).snapshot).toEqual(former);
    });

    test("gives the same bytes whatever the order of the files", async () => {
      const lists = [await es(), await signList({ signer: austria, territory: "AT" })];
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
  const service = (given: Partial<TrustService>): TrustService => ({
    ...state,
    provider: "TSP",
    identity: identity({ certificates: [unit.certificate.der] }),
    history: [],
    ...given,
  });

  const read = (services: readonly TrustService[], work = new Work()) =>
    servicesOf({ territory: "ES", services } as unknown as TrustedList, work);

  test("a notice names the territory, the provider and the service", async () => {
    const { notices } = await read([
      service({ identity: identity({ keyIdentifiers: [Uint8Array.of(1)] }) }),
      service({ unknownExtension: "Strange" }),
    ]);
    const of = { territory: "ES", provider: "TSP", service: "Stamps" };
    expect(notices).toEqual([
      { ...of, code: "list_service_unidentified", detail: null },
      { ...of, code: "list_extension_unknown", detail: "Strange" },
    ]);
  });

  test("an earlier period may begin with the present one, but not after it", async () => {
    const earlier = (since: string) =>
      read([service({ history: [{ ...state, status: "withdrawn", since, identity: identity({}) }] })]);
    const same = await earlier("2026-01-01T00:00:00Z");
    expect(same.services[0]!.history.map(({ status }) => status)).toEqual(["granted", "withdrawn"]);
    expect(same.notices).toEqual([]);
    const later = await earlier("2026-01-01T00:00:01Z");
    expect(later.services[0]!.history.map(({ status }) => status)).toEqual(["granted"]);
    expect(later.notices).toMatchObject([{ code: "list_history_out_of_order", detail: null }]);
  });

  test("a service that was one of time stamps earlier is kept", async () => {
    const former = { ...state, since: "2025-01-01T00:00:00Z", identity: identity({}) };
    const { services } = await read([service({ type: CA_QC, history: [former] })]);
    expect(services[0]!.history.map(({ status }) => status)).toEqual(["othertype", "granted"]);
  });

  test("a certificate counts once", async () => {
    const { der } = unit.certificate;
    const { services } = await read([service({ identity: identity({ certificates: [der, der] }) })]);
    expect(services[0]!.identities).toEqual([identityOf(unit.certificate)]);
  });

  test("a certificate that cannot be read is known by its bytes, and by the first key identifier", async () => {
    const bytes = Uint8Array.of(1, 2, 3);
    const hash = bytesToHex(sha256(bytes));
    const identityWith = async (...keyIdentifiers: readonly Uint8Array[]) =>
      (await read([service({ identity: identity({ certificates: [bytes], keyIdentifiers }) })])).services[0]!
        .identities;
    const one = { sha256: hash, keySha256: null, der: null };
    expect(await identityWith()).toEqual([{ ...one, ski: null }]);
    expect(await identityWith(Uint8Array.of(4), Uint8Array.of(5))).toEqual([{ ...one, ski: "04" }]);
  });

  test("services of other types leave sorted short hashes, each once: of keys, or else of certificates", async () => {
    const unreadable = Uint8Array.of(1, 2, 3);
    const of = (...certificates: readonly Uint8Array[]) =>
      service({ type: CA_QC, identity: identity({ certificates }) });
    const { services, otherServices, notices } = await read([
      of(root.certificate.der, unreadable),
      of(unit.certificate.der),
      of(root.certificate.der),
      of(),
    ]);
    const hashed = [root.certificate.spki.der, unit.certificate.spki.der, unreadable];
    expect(otherServices).toEqual(hashed.map((bytes) => bytesToHex(sha256(bytes)).slice(0, 12)).sort());
    expect(services).toEqual([]);
    expect(notices.map(({ code }) => code)).toEqual(["list_certificate_unreadable"]);
  });

  test("the work of reading certificates is bounded", async () => {
    await expect(read([service({})], new Work({ units: 3 }))).rejects.toMatchObject({
      code: "work_limit_exceeded",
    });
  });
});
