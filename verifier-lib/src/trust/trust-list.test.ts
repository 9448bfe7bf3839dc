import { sha1 } from "@noble/hashes/legacy.js";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type Issued, issue, issueAuthority, issueUnit, NOW, name } from "../x509/authority.testing.js";
import type { ListedService, StatusPeriod } from "./snapshot.js";
import { openTrustList } from "./trust-list.js";
import { testList, testService, testSnapshot } from "./trust-snapshot.testing.js";

describe("default trust list", () => {
  afterEach(() => {
    vi.doUnmock("./default-snapshot.js");
    vi.resetModules();
  });

  test("a snapshot that could not be loaded is loaded with the next call, and then kept", async () => {
    let loadings = 0;
    vi.doMock("./default-snapshot.js", async (importOriginal) => {
      loadings++;
      if (loadings === 1) throw new Error("no network");
      return importOriginal();
    });
    const { defaultTrustList } = await import("./trust-list.js");
    await expect(defaultTrustList()).rejects.toThrow();
    const list = await defaultTrustList();
    expect(list.lists.length).toBeGreaterThan(0);
    expect(await defaultTrustList()).toBe(list);
    expect(loadings).toBe(2);
  });
});

describe("open trust list", () => {
  let root: Issued;
  let unit: Issued;
  let other: Issued;

  beforeAll(async () => {
    root = await issueAuthority("Root", { subject: name({ C: "ES", CN: "Root" }) });
    unit = await issueUnit(root, { subject: name({ C: "ES", CN: "Unit" }) });
    other = await issueUnit(await issueAuthority("Other"), { subject: name({ C: "ES", CN: "Other" }) });
  });

  const GEN_TIME = new Date("2026-09-01T12:00:00Z");
  const at = (time: string) => new Date(time);

  function opened(...services: readonly ListedService[]) {
    return openTrustList(testSnapshot(testList("ES", services)));
  }

  function qualify(service: ListedService, genTime = GEN_TIME, existedBy = NOW) {
    return opened(service).qualify([unit.certificate, root.certificate], genTime, existedBy);
  }

  describe("whether a timestamp is qualified", () => {
    test("yes if the signer itself is a granted service", () => {
      expect(qualify(testService(unit.certificate))).toMatchObject({
        result: "qualified",
        code: "ok",
        territory: "ES",
        identity: "CN=Unit,C=ES",
        service: { name: "Example time stamps" },
        list: { sequenceNumber: 7 },
        atGenTime: { status: "granted", since: "2026-01-01T00:00:00Z" },
        atExistence: { status: "granted" },
      });
    });

    test("yes if an authority above it is one", () => {
      expect(qualify(testService(root.certificate))).toMatchObject({ code: "ok", identity: "CN=Root,C=ES" });
    });

    test("yes if another certificate for the same key is listed", async () => {
      const renewed = await issueUnit(root, { subject: name({ C: "ES", CN: "Unit" }), key: unit.key });
      expect(renewed.certificate.der).not.toEqual(unit.certificate.der);
      expect(qualify(testService(renewed.certificate)).code).toBe("ok");
    });

    test("by its bytes alone if the listed certificate cannot be read", () => {
      const identity = {
        sha256: bytesToHex(sha256(unit.certificate.der)),
        keySha256: null,
        ski: null,
        der: null,
      };
      expect(qualify(testService(unit.certificate, { identities: [identity] })).code).toBe("ok");
    });

    test("by the identifier of its key, which is computed and not taken from the certificate", async () => {
      const ski = bytesToHex(sha1(unit.certificate.spki.publicKey));
      const identity = { sha256: "00".repeat(32), keySha256: null, ski, der: null };
      const list = opened(testService(unit.certificate, { identities: [identity] }));
      expect(list.qualify([unit.certificate], GEN_TIME, NOW).code).toBe("ok");
      const forger = await issue({
        subject: unit.certificate.subject.der,
        subjectKeyIdentifier: sha1(unit.certificate.spki.publicKey),
      });
      expect(list.qualify([forger.certificate], GEN_TIME, NOW).code).toBe("service_not_listed");
    });

    test("no if only its name is listed", async () => {
      const namesake = await issueUnit(root, { subject: name({ C: "ES", CN: "Unit" }) });
      const found = opened(testService(namesake.certificate)).qualify(
        [unit.certificate, root.certificate],
        GEN_TIME,
        NOW,
      );
      expect(found).toMatchObject({ result: "not-qualified", code: "service_not_listed", territory: "ES" });
      expect(found.service).toBeNull();
    });

    const history: readonly StatusPeriod[] = [
      { status: "withdrawn", since: "2026-10-01T00:00:00Z" },
      { status: "granted", since: "2026-06-01T00:00:00Z" },
      { status: "withdrawn", since: "2026-04-01T00:00:00Z" },
      { status: "granted", since: "2016-07-01T00:00:00Z" },
      { status: "undersupervision", since: "2010-01-01T00:00:00Z" },
    ];
    test.each([
      ["2009-12-31T23:59:59Z", "service_not_listed", null],
      ["2012-01-01T00:00:00Z", "service_under_supervision", "undersupervision"],
      ["2016-06-30T23:59:59Z", "service_under_supervision", "undersupervision"],
      ["2016-07-01T00:00:00Z", "ok", "granted"],
      ["2026-03-31T23:59:59Z", "ok", "granted"],
      ["2026-04-01T00:00:00Z", "service_withdrawn", "withdrawn"],
      ["2026-06-01T00:00:00Z", "ok", "granted"],
      ["2026-10-01T00:00:00Z", "service_withdrawn", "withdrawn"],
      ["2026-12-01T00:00:00Z", "service_withdrawn", "withdrawn"],
      ["2026-12-01T00:00:00.001Z", "trusted_list_too_old", "withdrawn"],
    ])("the whole history counts: %s gives %s", (genTime, code, status) => {
      const found = qualify(
        testService(unit.certificate, { history }),
        at(genTime),
        at("2026-11-01T00:00:00Z"),
      );
      expect([found.code, found.atGenTime?.status ?? null]).toEqual([code, status]);
      expect(found.atExistence).toEqual({ status: "withdrawn", since: "2026-10-01T00:00:00Z" });
    });

    test("a service granted before the Regulation applied was under supervision", () => {
      const early = [{ status: "granted", since: "2014-01-01T00:00:00Z" }];
      const service = testService(unit.certificate, { history: early });
      expect(qualify(service, at("2016-06-30T20:59:59Z")).code).toBe("service_under_supervision");
      expect(qualify(service, at("2016-06-30T21:00:00Z")).code).toBe("ok");
    });

    test("an unknown critical extension leaves it open", () => {
      const [granted] = testService(unit.certificate).history;
      const service = testService(unit.certificate, {
        history: [{ ...granted!, unknownExtension: "Strange" }],
      });
      expect(qualify(service)).toMatchObject({ result: "indeterminate", code: "service_extension_unknown" });
      expect(opened(service).anchorsFor([unit.certificate], GEN_TIME)).toEqual([]);
    });

    test("of several services the best answer decides", () => {
      const withdrawn = testService(unit.certificate, {
        name: "Withdrawn",
        history: [{ status: "withdrawn", since: "2026-02-01T00:00:00Z" }],
      });
      const chain = [unit.certificate, root.certificate];
      const both = opened(withdrawn, testService(root.certificate)).qualify(chain, GEN_TIME, NOW);
      expect(both).toMatchObject({ code: "ok", identity: "CN=Root,C=ES" });
      expect(opened(withdrawn).qualify(chain, GEN_TIME, NOW).code).toBe("service_withdrawn");
    });

    test("of equal answers the first decides, in the order of the chain", () => {
      const withdrawn = [{ status: "withdrawn", since: "2026-02-01T00:00:00Z" }];
      const named = (of: Issued, name: string) => testService(of.certificate, { name, history: withdrawn });
      const list = opened(named(root, "of the root"), named(unit, "first"), named(unit, "second"));
      const chain = [unit.certificate, root.certificate];
      expect(list.qualify(chain, GEN_TIME, NOW).service!.name).toBe("first");
      expect(list.qualify([...chain].reverse(), GEN_TIME, NOW).service!.name).toBe("of the root");
    });

    test.each([
      ["undersupervision", "service_under_supervision"],
      ["supervisionincessation", "service_under_supervision"],
      ["accredited", "service_under_supervision"],
      ["supervisionceased", "service_withdrawn"],
      ["othertype", "service_of_other_type"],
    ])("no with the status %s: %s", (status, code) => {
      const service = testService(unit.certificate, { history: [{ status, since: "2026-01-01T00:00:00Z" }] });
      expect(qualify(service)).toMatchObject({ result: "not-qualified", code });
    });

    test.each([
      ["service_extension_unknown", "service_withdrawn", "service_extension_unknown"],
      ["service_withdrawn", "service_under_supervision", "service_withdrawn"],
      ["service_under_supervision", "service_of_other_type", "service_under_supervision"],
      ["service_of_other_type", "service_not_listed", "service_of_other_type"],
      ["ok", "service_extension_unknown", "ok"],
    ])("of %s and %s, %s decides, in any order", (one, other, best) => {
      const since = "2026-01-01T00:00:00Z";
      const periods: Readonly<Record<string, StatusPeriod>> = {
        ok: { status: "granted", since },
        service_extension_unknown: { status: "granted", since, unknownExtension: "Strange" },
        service_withdrawn: { status: "withdrawn", since },
        service_under_supervision: { status: "accredited", since },
        service_of_other_type: { status: "othertype", since },
        service_not_listed: { status: "granted", since: "2026-10-01T00:00:00Z" },
      };
      const [a, b] = [one, other].map((code) => testService(unit.certificate, { history: [periods[code]!] }));
      for (const services of [
        [a!, b!],
        [b!, a!],
      ]) {
        expect(opened(...services).qualify([unit.certificate], GEN_TIME, NOW).code).toBe(best);
      }
    });

    test("a list that is too old comes before what else it says, and after what another one says", () => {
      const history = [{ status: "withdrawn", since: "2026-02-01T00:00:00Z" }];
      const old = testList("AT", [testService(unit.certificate, { history })], {
        nextUpdate: "2026-08-01T00:00:00Z",
      });
      const list = (...services: readonly ListedService[]) =>
        openTrustList(testSnapshot(old, testList("ES", services)));
      const codeOf = (...services: readonly ListedService[]) =>
        list(...services).qualify([unit.certificate], GEN_TIME, NOW).code;
      expect(codeOf()).toBe("trusted_list_too_old");
      expect(codeOf(testService(unit.certificate, { history }))).toBe("trusted_list_too_old");
      expect(codeOf(testService(unit.certificate))).toBe("ok");
    });

    test("a closed list answers for ever", () => {
      const closed = testList("ES", [testService(unit.certificate)], { nextUpdate: null });
      const list = openTrustList(testSnapshot(closed));
      expect(list.qualify([unit.certificate], at("2040-01-01T00:00:00Z"), NOW).code).toBe("ok");
    });

    test("no if the chain leads to a service of another type", () => {
      const short = bytesToHex(sha256(root.certificate.spki.der)).slice(0, 12);
      const list = openTrustList(testSnapshot(testList("ES", [], { otherServices: [short] })));
      const chain = [unit.certificate, root.certificate];
      expect(list.qualify(chain, GEN_TIME, NOW)).toMatchObject({
        result: "not-qualified",
        code: "service_of_other_type",
        identity: "CN=Root,C=ES",
        territory: "ES",
      });
      expect(list.qualify(chain, at("2026-12-01T00:00:00Z"), NOW).code).toBe("service_of_other_type");
      expect(list.qualify(chain, at("2026-12-01T00:00:00.001Z"), NOW)).toMatchObject({
        result: "indeterminate",
        code: "trusted_list_too_old",
        service: null,
        atGenTime: null,
      });
    });

    test("a service of another type whose certificate cannot be read is known by the bytes of it", () => {
      const short = bytesToHex(sha256(unit.certificate.der)).slice(0, 12);
      const list = openTrustList(
        testSnapshot(
          testList("AT", [], { otherServices: [short], sequenceNumber: 8 }),
          testList("ES", [], { otherServices: [short] }),
        ),
      );
      expect(list.qualify([unit.certificate], GEN_TIME, NOW)).toMatchObject({
        code: "service_of_other_type",
        territory: "AT",
        list: { sequenceNumber: 8 },
      });
    });

    test.each([
      ["DE", "trusted_list_missing", "DE"],
      ["ES", "service_not_listed", "ES"],
      ["es", "service_not_listed", "ES"],
      ["US", "service_not_listed", null],
    ])("without a listed service, the country %s gives %s", async (country, code, territory) => {
      const stranger = await issue({ subject: name({ C: country, CN: "Stranger" }) });
      const found = opened(testService(unit.certificate)).qualify([stranger.certificate], GEN_TIME, NOW);
      expect([found.code, found.territory]).toEqual([code, territory]);
    });

    test("a chain whose top has an issuer that is not at hand leads nowhere yet: unknown, and not no", async () => {
      const middle = await issueAuthority("Middle", {
        subject: name({ C: "ES", CN: "Middle" }),
        issuer: root,
      });
      const below = await issueUnit(middle, { subject: name({ C: "ES", CN: "Below" }) });
      const list = opened(testService(root.certificate));
      const whole = [below.certificate, middle.certificate, root.certificate];
      const answers = [3, 2, 1].map((length) => list.qualify(whole.slice(0, length), GEN_TIME, NOW));
      expect(answers.map(({ result, code, territory }) => [result, code, territory])).toEqual([
        ["qualified", "ok", "ES"],
        ["indeterminate", "chain_incomplete", "ES"],
        ["indeterminate", "chain_incomplete", "ES"],
      ]);
    });

    test("a country of the issuer counts too, and Greece and the United Kingdom by their codes in lists", async () => {
      const authority = await issue({ subject: name({ C: "GR", CN: "Authority" }) });
      const stranger = await issue({ subject: name({ C: "US", CN: "Stranger" }), issuer: authority });
      const list = openTrustList(testSnapshot(testList("EL", [])));
      const chain = [stranger.certificate, authority.certificate];
      expect(list.qualify(chain, GEN_TIME, NOW)).toMatchObject({
        code: "service_not_listed",
        territory: "EL",
      });
    });

    test("an unlisted signer of a country whose list is too old is undecided", () => {
      const found = opened(testService(unit.certificate)).qualify(
        [other.certificate],
        at("2027-01-01T00:00:00Z"),
        NOW,
      );
      expect(found).toMatchObject({ code: "trusted_list_too_old", territory: "ES", service: null });
      const last = opened(testService(unit.certificate)).qualify(
        [other.certificate],
        at("2026-12-01T00:00:00Z"),
        NOW,
      );
      expect(last.code).toBe("chain_incomplete");
    });

    test("the list of each country in the chain must be at hand, and none too old", async () => {
      const authority = await issue({ subject: name({ C: "AT", CN: "Authority" }) });
      const of = async (country: string) => {
        const stranger = await issue({ subject: name({ C: country, CN: "Stranger" }), issuer: authority });
        const old = testList("AT", [], { nextUpdate: "2026-08-01T00:00:00Z" });
        const list = openTrustList(testSnapshot(old, testList("ES", [])));
        const found = list.qualify([stranger.certificate, authority.certificate], GEN_TIME, NOW);
        return [found.result, found.code, found.territory, found.list?.territory ?? null];
      };
      expect(await of("ES")).toEqual(["indeterminate", "trusted_list_too_old", "AT", "AT"]);
      expect(await of("DE")).toEqual(["indeterminate", "trusted_list_missing", "DE", null]);
    });

    test("an empty chain is a mistake of the caller", () => {
      expect(() => opened().qualify([], GEN_TIME, NOW)).toThrow(RangeError);
    });
  });

  describe("anchors", () => {
    test("a listed signer, and a listed authority that the token leaves out", () => {
      const signer = opened(testService(unit.certificate)).anchorsFor([unit.certificate], GEN_TIME);
      expect(signer.map(({ der }) => der)).toEqual([unit.certificate.der]);
      const authority = opened(testService(root.certificate)).anchorsFor([unit.certificate], GEN_TIME);
      expect(authority.map(({ der }) => der)).toEqual([root.certificate.der]);
    });

    test("each once, also if several certificates lead to it", async () => {
      const second = await issueUnit(root);
      const list = opened(testService(root.certificate), testService(root.certificate));
      const given = [unit.certificate, second.certificate, root.certificate];
      expect(list.anchorsFor(given, GEN_TIME).map(({ der }) => der)).toEqual([root.certificate.der]);
      expect(list.anchorsFor([other.certificate], GEN_TIME)).toEqual([]);
      expect(list.anchorsFor([], GEN_TIME)).toEqual([]);
    });

    test("never a certificate that is not in a list, though its key is", async () => {
      const forged = await issue({ subject: name({ C: "ES", CN: "Forged" }), key: root.key });
      const found = opened(testService(root.certificate)).anchorsFor([forged.certificate], GEN_TIME);
      expect(found.map(({ der }) => der)).toEqual([root.certificate.der]);
      const renewed = await issueUnit(root, { key: unit.key });
      expect(opened(testService(unit.certificate)).anchorsFor([renewed.certificate], GEN_TIME)).toEqual([]);
    });

    test.each([
      ["withdrawn", "2026-01-01T00:00:00Z", GEN_TIME, false],
      ["accredited", "2010-01-01T00:00:00Z", at("2015-01-01T00:00:00Z"), true],
      ["undersupervision", "2010-01-01T00:00:00Z", at("2015-01-01T00:00:00Z"), true],
      ["supervisionceased", "2010-01-01T00:00:00Z", at("2015-01-01T00:00:00Z"), false],
      ["undersupervision", "2010-01-01T00:00:00Z", GEN_TIME, false],
      ["undersupervision", "2010-01-01T00:00:00Z", at("2016-06-30T23:59:59.999Z"), true],
      ["undersupervision", "2010-01-01T00:00:00Z", at("2016-07-01T00:00:00Z"), false],
      ["supervisionincessation", "2010-01-01T00:00:00Z", at("2015-01-01T00:00:00Z"), true],
      ["granted", "2026-10-01T00:00:00Z", GEN_TIME, false],
      // A root of a browser does not lapse on a day either: whether it is qualified stays open.
      ["granted", "2026-01-01T00:00:00Z", at("2027-01-01T00:00:00Z"), true],
    ])("%s since %s", (status, since, genTime, isTrusted) => {
      const list = opened(testService(unit.certificate, { history: [{ status, since }] }));
      expect(list.anchorsFor([unit.certificate], genTime)).toHaveLength(isTrusted ? 1 : 0);
    });
  });
});
