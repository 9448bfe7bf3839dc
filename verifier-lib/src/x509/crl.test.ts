/** The form of revocation lists: RFC 5280, section 5. Nothing here is signed. */

import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { WorkBudget } from "@svc-proof/shared/work";
import { describe, expect, test } from "vitest";
import { contextConstructed, contextPrimitive, TAG } from "../asn1/der.js";
import { encodeDer } from "../asn1/values.js";
import { Work } from "../work/work.js";
import { extension, name, oid, sequence } from "./authority.testing.js";
import { parseCrl, parseCrlPausing } from "./crl.js";
import type { Crl } from "./path-types.js";

const bytes = (...content: readonly number[]) => Uint8Array.from(content);
const text = (tag: number, value: string) => encodeDer(tag, new TextEncoder().encode(value));
const integer = (...content: readonly number[]) => encodeDer(TAG.integer, bytes(...content));
const utc = (value: string) => text(TAG.utcTime, value);
const generalized = (value: string) => text(TAG.generalizedTime, value);
const ALGORITHM = sequence(oid("1.2.840.10045.4.3.2"));
const NULL = encodeDer(TAG.null);
const FIRST = utc("260101000000Z");
const NEXT = utc("260201000000Z");

interface Parts {
  readonly version?: Uint8Array | null;
  readonly next?: Uint8Array | null;
  readonly entries?: readonly Uint8Array[] | null;
  readonly extensions?: readonly Uint8Array[] | null;
  readonly more?: readonly Uint8Array[];
  readonly inner?: Uint8Array;
}

function der(parts: Parts = {}): Uint8Array {
  const { version = integer(1), next = NEXT, entries = null, extensions = null } = parts;
  const tbs = sequence(
    ...(version === null ? [] : [version]),
    parts.inner ?? ALGORITHM,
    name({ CN: "Authority" }),
    FIRST,
    ...(next === null ? [] : [next]),
    ...(entries === null ? [] : [sequence(...entries)]),
    ...(extensions === null ? [] : [encodeDer(contextConstructed(0), sequence(...extensions))]),
    ...(parts.more ?? []),
  );
  return sequence(tbs, ALGORITHM, encodeDer(TAG.bitString, bytes(0, 1, 2, 3)));
}

const parsed = (parts: Parts = {}): Crl => parseCrl(der(parts));

function codeOf(work: () => unknown): string {
  try {
    work();
    return "ok";
  } catch (error) {
    if (error instanceof FormatError) return error.code;
    throw error;
  }
}

const at = (day: string) => new Date(`2026-${day}T00:00:00Z`);

describe("the fields of a list", () => {
  test("without anything optional", () => {
    const crl = parsed({ version: null, next: null });
    expect(crl).toMatchObject({
      thisUpdate: at("01-01"),
      nextUpdate: null,
      hasUnknownCriticalEntry: false,
      extensions: [],
      crlNumber: null,
      isDelta: false,
      authorityKeyIdentifier: null,
      issuingDistributionPoint: null,
      expiredCertificatesSince: null,
      signature: bytes(1, 2, 3),
      signatureAlgorithm: { oid: "1.2.840.10045.4.3.2" },
    });
    expect(crl.issuer.text).toBe("CN=Authority");
    expect(crl.revoked.size).toBe(0);
    expect([...crl.revoked.values()]).toEqual([]);
    expect(bytesToHex(crl.der)).toBe(bytesToHex(der({ version: null, next: null })));
    expect(bytesToHex(crl.der)).toContain(bytesToHex(crl.tbs));
  });

  test("times of both forms", () => {
    expect(parsed({ next: generalized("20260301000000Z") }).nextUpdate).toEqual(at("03-01"));
    expect(parsed().nextUpdate).toEqual(at("02-01"));
  });

  test("its extensions", () => {
    const crl = parsed({
      extensions: [
        extension("2.5.29.20", integer(0, 0x80)),
        extension("2.5.29.35", sequence(encodeDer(contextPrimitive(0), bytes(9)))),
        extension("2.5.29.60", generalized("20250101000000Z")),
        extension("2.5.29.28", sequence(encodeDer(contextPrimitive(4), bytes(0xff))), true),
      ],
    });
    expect(crl).toMatchObject({
      crlNumber: bytes(0, 0x80),
      authorityKeyIdentifier: bytes(9),
      isDelta: false,
      expiredCertificatesSince: new Date("2025-01-01T00:00:00Z"),
    });
    expect(crl.extensions.map(({ oid: type, isCritical }) => [type, isCritical])).toEqual([
      ["2.5.29.20", false],
      ["2.5.29.35", false],
      ["2.5.29.60", false],
      ["2.5.29.28", true],
    ]);
    const noKey = extension("2.5.29.35", sequence());
    expect(parsed({ extensions: [noKey] }).authorityKeyIdentifier).toBeNull();
  });

  test("a delta list is one, whether it says so critically or not", () => {
    for (const isCritical of [true, false]) {
      const extensions = [extension("2.5.29.20", integer(1)), extension("2.5.29.27", integer(1), isCritical)];
      expect(parsed({ extensions }).isDelta).toBe(true);
    }
  });

  test("eight units of work for each extension that is read", () => {
    const unitsOf = (type: string) => {
      const work = new WorkBudget();
      const { left } = work;
      parseCrl(der({ extensions: [extension(type, integer(1))] }), { work });
      return left - work.left;
    };
    expect(unitsOf("2.5.29.20")).toBe(unitsOf("2.5.29.99") + 8);
  });

  const point = (...parts: readonly Uint8Array[]) =>
    parsed({ extensions: [extension("2.5.29.28", sequence(...parts), true)] }).issuingDistributionPoint;
  const flag = (number: number, value = 0xff) => encodeDer(contextPrimitive(number), bytes(value));
  const NONE = {
    fullNames: null,
    isForUserCertificatesOnly: false,
    isForAuthoritiesOnly: false,
    isForSomeReasonsOnly: false,
    isIndirect: false,
    isForAttributeCertificatesOnly: false,
  };
  test.each<[string, readonly Uint8Array[], object]>([
    ["nothing", [], {}],
    ["users", [flag(1)], { isForUserCertificatesOnly: true }],
    ["not users", [flag(1, 0)], {}],
    ["authorities", [flag(2)], { isForAuthoritiesOnly: true }],
    ["some reasons", [encodeDer(contextPrimitive(3), bytes(1, 0x60))], { isForSomeReasonsOnly: true }],
    ["others' certificates", [flag(4)], { isIndirect: true }],
    ["attribute certificates", [flag(5)], { isForAttributeCertificatesOnly: true }],
    [
      "a point",
      [
        encodeDer(
          contextConstructed(0),
          encodeDer(contextConstructed(0), text(contextPrimitive(6), "http://a")),
        ),
        flag(4),
      ],
      { fullNames: [{ kind: "uri", value: "http://a" }], isIndirect: true },
    ],
  ])("what it covers: %s", (_, parts, expected) => {
    expect(point(...parts)).toEqual({ ...NONE, ...expected });
  });

  test("what it covers, in a form that is not DER", () => {
    expect(codeOf(() => point(flag(1, 1)))).toBe("x509_extension_malformed");
    expect(codeOf(() => point(flag(2), flag(1)))).toBe("x509_extension_malformed");
    expect(codeOf(() => point(flag(6)))).toBe("x509_extension_malformed");
  });
});

test("an error that is not one of the format is passed on as it is", () => {
  class Stopping extends WorkBudget {
    #left: number;
    constructor(spends: number) {
      super();
      this.#left = spends;
    }
    override spend(): void {
      if (this.#left-- === 0) throw new Error("stop");
    }
  }
  const since = extension("2.5.29.24", generalized("20250601000000Z"));
  const whole = der({
    entries: [sequence(integer(1), FIRST, sequence(since))],
    extensions: [extension("2.5.29.20", integer(1))],
  });
  for (let spends = 0; ; spends++) {
    try {
      parseCrl(whole, { work: new Stopping(spends) });
    } catch (error) {
      expect(error).toEqual(new Error("stop"));
      continue;
    }
    expect(spends).toBeGreaterThan(20);
    return;
  }
});

describe("a list is read", () => {
  const number = extension("2.5.29.20", integer(1));
  test.each<[string, Parts]>([
    ["of version 1", { version: null }],
    ["of version 1, said in words", { version: integer(0) }],
    ["of version 1, with extensions", { version: null, extensions: [number] }],
    ["with an empty list of extensions", { extensions: [] }],
  ])("%s", (_, parts) => {
    const { revoked, crlNumber } = parsed({ ...parts, entries: [sequence(integer(1), FIRST)] });
    expect(revoked.find("01")).toHaveLength(1);
    expect(crlNumber === null).toBe((parts.extensions ?? []).length === 0);
  });

  test("in PEM, with what stands around it", () => {
    const list = der({ entries: [sequence(integer(1), FIRST)] });
    const base64 = Buffer.from(list).toString("base64");
    const pem = (text: string) => new TextEncoder().encode(text);
    const block = `-----BEGIN X509 CRL-----\r\n${base64.replace(/.{64}/g, "$&\r\n")}\r\n-----END X509 CRL-----\n`;
    for (const text of [block, `Last Update: today\n${block}\n`]) {
      expect(parseCrl(pem(text)).der).toEqual(list);
    }
    expect(codeOf(() => parseCrl(pem(block + block)))).toBe("pem_malformed");
    expect(codeOf(() => parseCrl(pem(block.replace("CRL-----\r\n", "CRL-----\r\n!"))))).toBe("pem_malformed");
    // Another kind, and half of one: no list.
    expect(codeOf(() => parseCrl(pem(block.replaceAll("X509 CRL", "CERTIFICATE"))))).toMatch(/^der_/);
    expect(codeOf(() => parseCrl(pem(block.slice(0, 100))))).toMatch(/^der_/);
  });
});

describe("a malformed list is refused", () => {
  const number = extension("2.5.29.20", integer(1));
  test.each<[string, Parts, string]>([
    ["version 3", { version: integer(2) }, "x509_version"],
    ["a number that is none", { extensions: [extension("2.5.29.20", NULL)] }, "x509_extension_malformed"],
    ["a field too much", { more: [NULL] }, "der_unexpected"],
    ["entries after the extensions", { extensions: [number], more: [sequence()] }, "der_unexpected"],
    ["another algorithm inside", { inner: sequence(oid("1.2.3")) }, "x509_signature_algorithm_mismatch"],
    [
      "a time since when that is not of that form",
      { extensions: [extension("2.5.29.60", FIRST)] },
      "x509_extension_malformed",
    ],
  ])("%s", (_, parts, code) => {
    expect(codeOf(() => parsed(parts))).toBe(code);
  });

  test("more than 8,388,608 bytes", () => {
    const sized = (size: number) => sequence(encodeDer(TAG.octetString, new Uint8Array(size - 10)));
    expect(sized(8_388_608)).toHaveLength(8_388_608);
    expect(codeOf(() => parseCrl(sized(8_388_608)))).toBe("der_unexpected");
    expect(codeOf(() => parseCrl(sized(8_388_609)))).toBe("der_too_large");
  });

  test("the algorithms outside and inside are named", () => {
    expect(() => parsed({ inner: sequence(oid("1.2.3")) })).toThrow(/1\.2\.840\.10045\.4\.3\.2 .* 1\.2\.3$/);
  });
});

describe("the entries", () => {
  const reason = (code: number, isCritical = false) =>
    extension("2.5.29.21", encodeDer(TAG.enumerated, bytes(code)), isCritical);
  const invalidSince = extension("2.5.29.24", generalized("20250601000000Z"));
  const ofAuthority = (authority: string, isCritical = true) =>
    extension("2.5.29.29", sequence(encodeDer(contextConstructed(4), name({ CN: authority }))), isCritical);
  const entry = (serial: readonly number[], ...extensions: readonly Uint8Array[]) =>
    sequence(integer(...serial), FIRST, ...(extensions.length === 0 ? [] : [sequence(...extensions)]));

  test.each<[string, Uint8Array, object]>([
    [
      "a number and a time",
      entry([0, 0xa1]),
      { serialNumberHex: "00A1", revokedAt: at("01-01"), reason: null },
    ],
    [
      "a time of the other form",
      sequence(integer(1), generalized("20260501000000Z")),
      { revokedAt: at("05-01"), reason: null },
    ],
    ["a reason", entry([1], reason(1)), { reason: "keyCompromise", revokedAt: at("01-01") }],
    ["the last reason", entry([1], reason(10)), { reason: "aACompromise" }],
    ["the first reason", entry([1], reason(0)), { reason: "unspecified" }],
    ["a critical reason", entry([1], reason(4, true)), { reason: "superseded" }],
    [
      "when it became invalid",
      entry([1], invalidSince),
      { reason: null, invalidityDate: new Date("2025-06-01T00:00:00Z") },
    ],
    [
      "everything",
      entry([1], reason(5), invalidSince),
      { reason: "cessationOfOperation", invalidityDate: new Date("2025-06-01T00:00:00Z") },
    ],
    ["an unknown extension", entry([1], extension("1.2.3", NULL)), { reason: null }],
    ["a number of 130 bytes", entry(new Array(130).fill(1)), { serialNumberHex: "01".repeat(130) }],
  ])("have %s", (_, one, expected) => {
    const { revoked, hasUnknownCriticalEntry } = parsed({ entries: [one] });
    expect(revoked.size).toBe(1);
    expect([...revoked.values()]).toMatchObject([
      { invalidityDate: null, certificateIssuer: null, ...expected },
    ]);
    expect(hasUnknownCriticalEntry).toBe(false);
  });

  test("of all reasons, in the order of their codes", () => {
    const codes = [0, 1, 2, 3, 4, 5, 6, 8, 9, 10];
    const { revoked } = parsed({ entries: codes.map((code) => entry([1], reason(code))) });
    expect([...revoked.values()].map((one) => one.reason)).toEqual([
      "unspecified",
      "keyCompromise",
      "cACompromise",
      "affiliationChanged",
      "superseded",
      "cessationOfOperation",
      "certificateHold",
      "removeFromCRL",
      "privilegeWithdrawn",
      "aACompromise",
    ]);
  });

  test.each<[string, Uint8Array, string]>([
    ["no time", sequence(integer(1)), "der_unexpected"],
    ["a field too much", sequence(integer(1), FIRST, sequence(reason(1)), NULL), "der_unexpected"],
    ["something else after the time", sequence(integer(1), FIRST, NULL), "der_unexpected"],
    ["a number of another type", sequence(encodeDer(TAG.octetString, bytes(1)), FIRST), "der_unexpected"],
    ["a set", encodeDer(TAG.set, integer(1), FIRST), "der_unexpected"],
    ["an authority without name", entry([1], extension("2.5.29.29", sequence())), "x509_extension_malformed"],
  ])("are refused with %s", (_, one, code) => {
    expect(codeOf(() => parsed({ entries: [one] }))).toBe(code);
    expect(codeOf(() => parsed({ entries: [entry([2]), one, entry([3])] }))).toBe(code);
  });

  test.each<[string, Uint8Array]>([
    ["a time that does not exist", sequence(integer(1), utc("260230000000Z"))],
    ["a time without seconds", sequence(integer(1), utc("2601010000Z"))],
    ["a negative reason", entry([1], reason(0x80))],
    ["a reason of another type", entry([1], extension("2.5.29.21", integer(1)))],
    ["a time of another type", sequence(integer(1), text(TAG.utf8String, "260101000000Z"))],
    ["a long time of another type", sequence(integer(1), text(TAG.utf8String, "20260101000000Z"))],
    ["a date of another form", entry([1], extension("2.5.29.24", FIRST))],
    ["an extension twice", entry([1], reason(1), reason(1))],
  ])("are read beside one with %s, which is of its certificate alone", (_, one) => {
    const { revoked } = parsed({ entries: [entry([2]), one, entry([3], reason(4))] });
    expect([...revoked.values()]).toMatchObject([
      { serialNumberHex: "02", isMalformed: false },
      {
        serialNumberHex: "01",
        isMalformed: true,
        revokedAt: new Date(0),
        reason: null,
        invalidityDate: null,
      },
      { serialNumberHex: "03", isMalformed: false, reason: "superseded" },
    ]);
  });

  test("may state a reason that is not known, and have an empty list of extensions", () => {
    const entries = [entry([1], reason(7)), entry([2], reason(11)), sequence(integer(3), FIRST, sequence())];
    for (const one of parsed({ entries }).revoked.values()) {
      expect(one).toMatchObject({ reason: null, revokedAt: at("01-01"), isMalformed: false });
    }
  });

  test("are found by a number of any length", () => {
    for (const length of [1, 127, 128, 129, 130, 255, 256, 300]) {
      const number = new Array<number>(length).fill(0x41);
      const { revoked } = parsed({ entries: [entry([2]), entry(number), entry([...number, 1])] });
      expect(revoked.find("41".repeat(length))).toHaveLength(1);
    }
  });

  test("an error says where: in the list, as far as in the entry", () => {
    const entries = [entry([1]), sequence(integer(1), NULL, NULL)];
    const whole = der({ entries });
    try {
      parseCrl(whole);
      expect.unreachable();
    } catch (error) {
      const { offset, cause } = error as FormatError;
      // The header of the entry, its number and what stands for the time.
      expect(offset).toBe(Buffer.from(whole).indexOf(sequence(...entries)) + 2 + 3 + 2);
      expect(cause).toBeInstanceOf(FormatError);
    }
  });

  test("a time after the entry is none of it", () => {
    expect(codeOf(() => parsed({ entries: [sequence(integer(1)), FIRST] }))).toBe("der_unexpected");
    expect(codeOf(() => parsed({ entries: [sequence(integer(1))] }))).toBe("der_unexpected");
  });

  test("an unknown critical extension in any of them is noted", () => {
    const odd = entry([2], extension("1.2.3", NULL, true));
    expect(
      parsed({ entries: [entry([1]), odd, entry([3], reason(1), invalidSince)] }).hasUnknownCriticalEntry,
    ).toBe(true);
    const known = [
      entry([1], reason(1, true)),
      entry([2], ofAuthority("B")),
      entry([3], extension("1.2.3", NULL)),
    ];
    expect(parsed({ entries: known }).hasUnknownCriticalEntry).toBe(false);
  });

  test("belong to the authority that the last one before them names", () => {
    const { revoked } = parsed({
      entries: [
        entry([1]),
        entry([2], ofAuthority("B")),
        entry([3]),
        entry([4], reason(1)),
        entry([5], reason(1), ofAuthority("C", false)),
        entry([6], invalidSince),
        entry([7], ofAuthority("D")),
        entry([8]),
      ],
    });
    const issuers = [...revoked.values()].map(({ certificateIssuer }) =>
      certificateIssuer?.map((one) => (one.kind === "directory" ? one.value.text : one.kind)).join(),
    );
    expect(issuers).toEqual([undefined, "CN=B", "CN=B", "CN=B", "CN=C", "CN=C", "CN=D", "CN=D"]);
    for (let serial = 1; serial <= 8; serial++) {
      const [found, ...more] = revoked.find(`0${serial}`);
      expect(found).toEqual([...revoked.values()][serial - 1]);
      expect(more).toEqual([]);
    }
  });

  test("are found by their whole number, each of them", () => {
    const long = new Array(20).fill(0x11);
    const { revoked } = parsed({
      entries: [
        entry([0x11]),
        entry([0x11, 0x12], reason(1)),
        entry(long, invalidSince),
        entry([0x12]),
        entry([0x11, 0x12]),
        entry([0, 0x91]),
        entry(new Array(200).fill(0x11)),
      ],
    });
    const found = (hex: string) => revoked.find(hex).map(({ reason: why }) => why);
    expect(found("11")).toEqual([null]);
    expect(found("12")).toEqual([null]);
    expect(found("1112")).toEqual(["keyCompromise", null]);
    expect(found("11".repeat(20))).toEqual([null]);
    expect(found("0091")).toEqual([null]);
    expect(found("91")).toEqual([]);
    expect(found("13")).toEqual([]);
    expect(found("1113")).toEqual([]);
    expect(found("11".repeat(19))).toEqual([]);
    expect(revoked.find("12")[0]!.revokedAt).toEqual(at("01-01"));
  });

  test("may be longer than 127 and than 255 bytes each", () => {
    const padding = (size: number) => extension("1.2.3", encodeDer(TAG.octetString, new Uint8Array(size)));
    const { revoked } = parsed({
      entries: [
        entry([1], padding(100)),
        entry([2], padding(300)),
        entry([3], padding(70_000 - 10_000)),
        entry([4]),
      ],
    });
    expect([...revoked.values()].map(({ serialNumberHex }) => serialNumberHex)).toEqual([
      "01",
      "02",
      "03",
      "04",
    ]);
    expect(revoked.find("04")).toHaveLength(1);
  });

  test("have 65,536 bytes each, and no more", () => {
    const sized = (size: number) => {
      const value = (length: number) =>
        entry([1], extension("1.2.3", encodeDer(TAG.octetString, new Uint8Array(length))));
      return value(60_000 + size - value(60_000).length);
    };
    expect(sized(65_536)).toHaveLength(65_536);
    expect(codeOf(() => parsed({ entries: [sized(65_536)] }))).toBe("ok");
    expect(codeOf(() => parsed({ entries: [sized(65_537)] }))).toBe("der_too_large");
  });

  test("that are not an entry at all", () => {
    expect(codeOf(() => parsed({ entries: [NULL] }))).toBe("der_unexpected");
    expect(codeOf(() => parsed({ entries: [sequence()] }))).toBe("der_unexpected");
  });

  describe("cost units of work", () => {
    const usual = (count: number) => Array.from({ length: count }, () => entry([1], reason(1)));
    const unusual = (count: number) => Array.from({ length: count }, () => entry([1], invalidSince));
    function unitsOf(entries: readonly Uint8Array[]): number {
      const work = new WorkBudget();
      const { left } = work;
      parseCrl(der({ entries }), { work });
      return left - work.left;
    }
    const perEntry = (make: (count: number) => readonly Uint8Array[], step: number) =>
      (unitsOf(make(40 + 40 * step)) - unitsOf(make(40))) / (40 * step);

    test("few if they are of the usual form, and more than twenty if not", () => {
      // One for four entries, and what parsing takes: 10 values each, one unit for eight.
      expect(perEntry(usual, 1)).toBeGreaterThan(0.25 + 8 / 8);
      expect(perEntry(usual, 1)).toBeLessThan(0.25 + 12 / 8);
      expect(perEntry(unusual, 1)).toBeGreaterThan(20);
      expect(perEntry(unusual, 1)).toBeLessThan(80);
    });

    test.each<[string, Uint8Array]>([
      ["without reason", entry([1])],
      ["with the last reason", entry([1], reason(10))],
      ["with a time of the other form", sequence(integer(1), generalized("20260501000000Z"))],
      ["with a number of 120 bytes", entry(new Array(120).fill(1))],
    ])("few if they are %s", (_, one) => {
      expect(perEntry((count) => new Array(count).fill(one), 1)).toBeLessThan(3);
    });

    test.each<[string, Uint8Array]>([
      ["with a critical reason", entry([1], reason(10, true))],
      ["with an unknown extension", entry([1], extension("1.2.3", NULL))],
      ["with a number of 128 bytes", entry(new Array(128).fill(1))],
    ])("more than twenty if they are %s", (_, one) => {
      expect(perEntry((count) => new Array(count).fill(one), 1)).toBeGreaterThan(20);
    });

    test("eight more for each extension that is read", () => {
      const unknown = unitsOf([entry([1], extension("2.5.29.99", generalized("20250601000000Z")))]);
      expect(unitsOf([entry([1], invalidSince)])).toBe(unknown + 8);
      const code = encodeDer(TAG.enumerated, bytes(1));
      const odd = unitsOf([entry([1], extension("2.5.29.99", code, true))]);
      expect(unitsOf([entry([1], extension("2.5.29.21", code, true))])).toBe(odd + 8);
      const names = sequence(encodeDer(contextPrimitive(2)));
      const unread = unitsOf([entry([1], extension("2.5.29.99", names))]);
      // Two for the name inside.
      expect(unitsOf([entry([1], extension("2.5.29.29", names))])).toBe(unread + 8 + 2);
    });

    test("one for sixteen that are passed by a search, and twenty for each that is found", () => {
      const spent = (entries: readonly Uint8Array[], serial: string) => {
        const { revoked } = parsed({ entries });
        const work = new WorkBudget();
        const { left } = work;
        revoked.find(serial, work);
        return left - work.left;
      };
      expect(spent(usual(64), "02")).toBe(4);
      expect(spent(usual(65), "02")).toBe(5);
      expect(spent([...usual(64), entry([2])], "02")).toBe(5 + 20);
      expect(spent([...usual(63), entry([2]), entry([2])], "02")).toBe(5 + 40);
    });
  });

  test("are read with pauses: one for some hundred unusual ones, and for many thousand usual ones", async () => {
    class Counting extends Work {
      pauses = 0;
      override async pause() {
        this.pauses++;
      }
    }
    async function pausesOf(entries: readonly Uint8Array[]): Promise<number> {
      const work = new Counting();
      const crl = await parseCrlPausing(der({ entries }), { work });
      expect(crl.revoked.size).toBe(entries.length);
      expect(work.left).toBeLessThan(new Work().left);
      return work.pauses;
    }
    const none = await pausesOf([]);
    const unusual = entry([1], invalidSince);
    expect(await pausesOf([unusual])).toBe(none + 1);
    expect(await pausesOf(new Array(399).fill(unusual))).toBe(none + 1);
    expect(await pausesOf(new Array(400).fill(unusual))).toBe(none + 2);
    expect(await pausesOf(new Array(800).fill(unusual))).toBe(none + 3);
    expect(await pausesOf(new Array(32_768).fill(entry([1])))).toBe(none + 1);
    expect(await pausesOf(new Array(32_769).fill(entry([1])))).toBe(none + 2);
  });
});
