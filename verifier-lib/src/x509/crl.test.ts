/** The form of revocation lists: RFC 5280, section 5. Nothing here is signed. */

import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { WorkBudget } from "@svc-proof/shared/work";
import { describe, expect, test } from "vitest";
import { TAG } from "../asn1/der.js";
import {
  around,
  bytes,
  codeOf,
  integer,
  NULL,
  octets,
  plain,
  set,
  spentBy,
  text,
} from "../asn1/der.testing.js";
import { encodeDer } from "../asn1/values.js";
import { Work } from "../work/work.js";
import { extension, name, oid, sequence } from "./authority.testing.js";
import { parseCrl, parseCrlPausing } from "./crl.js";
import type { Crl } from "./path-types.js";

const utc = (value: string) => text(TAG.utcTime, value);
const generalized = (value: string) => text(TAG.generalizedTime, value);
const at = (day: string, year = 2026) => new Date(`${year}-${day}T00:00:00Z`);
const ALGORITHM = sequence(oid("1.2.840.10045.4.3.2"));
const FIRST = utc("260101000000Z");
const NEXT = utc("260201000000Z");
const NUMBER = extension("2.5.29.20", integer(1));

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
    ...(extensions === null ? [] : [around(0, sequence(...extensions))]),
    ...(parts.more ?? []),
  );
  return sequence(tbs, ALGORITHM, encodeDer(TAG.bitString, bytes(0, 1, 2, 3)));
}
const parsed = (parts: Parts = {}): Crl => parseCrl(der(parts));
const listed = (...entries: readonly Uint8Array[]) => {
  const { revoked, hasUnknownCriticalEntry } = parsed({ entries });
  return { revoked, hasUnknownCriticalEntry, all: [...revoked.values()] };
};
const codeOfList = (parts: Parts) => codeOf(() => parsed(parts));
const unitsOf = (parts: Parts) => spentBy((work) => parseCrl(der(parts), { work }));

describe("the fields of a list", () => {
  test("without anything optional", () => {
    const crl = parsed({ version: null, next: null });
    expect(crl).toMatchObject({
      issuer: { text: "CN=Authority" },
      thisUpdate: at("01-01"),
      nextUpdate: null,
      revoked: { size: 0 },
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
        extension("2.5.29.35", sequence(plain(0, bytes(9)))),
        extension("2.5.29.60", generalized("20250101000000Z")),
        extension("2.5.29.28", sequence(plain(4, bytes(0xff))), true),
      ],
    });
    expect(crl).toMatchObject({
      crlNumber: bytes(0, 0x80),
      authorityKeyIdentifier: bytes(9),
      isDelta: false,
      expiredCertificatesSince: at("01-01", 2025),
      extensions: [
        { oid: "2.5.29.20", isCritical: false },
        { oid: "2.5.29.35", isCritical: false },
        { oid: "2.5.29.60", isCritical: false },
        { oid: "2.5.29.28", isCritical: true },
      ],
    });
    const noKey = extension("2.5.29.35", sequence());
    expect(parsed({ extensions: [noKey] }).authorityKeyIdentifier).toBeNull();
    // A delta list is one, whether it says so critically or not.
    for (const isCritical of [true, false]) {
      const extensions = [NUMBER, extension("2.5.29.27", integer(1), isCritical)];
      expect(parsed({ extensions }).isDelta).toBe(true);
    }
  });

  const pointOf = (...parts: readonly Uint8Array[]) =>
    parsed({ extensions: [extension("2.5.29.28", sequence(...parts), true)] }).issuingDistributionPoint;
  const flag = (number: number, value = 0xff) => plain(number, bytes(value));
  const address = around(0, around(0, text(0x86, "http://a")));
  test.each<[string, readonly Uint8Array[], object]>([
    ["nothing", [], {}],
    ["users", [flag(1)], { isForUserCertificatesOnly: true }],
    ["not users", [flag(1, 0)], {}],
    ["authorities", [flag(2)], { isForAuthoritiesOnly: true }],
    ["some reasons", [plain(3, bytes(1, 0x60))], { isForSomeReasonsOnly: true }],
    ["others' certificates", [flag(4)], { isIndirect: true }],
    ["attribute certificates", [flag(5)], { isForAttributeCertificatesOnly: true }],
    ["a point", [address, flag(4)], { fullNames: [{ kind: "uri", value: "http://a" }], isIndirect: true }],
  ])("what it covers: %s", (_, parts, expected) => {
    expect(pointOf(...parts)).toEqual({
      fullNames: null,
      isForUserCertificatesOnly: false,
      isForAuthoritiesOnly: false,
      isForSomeReasonsOnly: false,
      isIndirect: false,
      isForAttributeCertificatesOnly: false,
      ...expected,
    });
  });

  test.each([[flag(1, 1)], [flag(2), flag(1)], [flag(6)]])(
    "what it covers, in a form that is not DER: %#",
    (...parts) => {
      expect(codeOf(() => pointOf(...parts))).toBe("x509_extension_malformed");
    },
  );

  test.each<[string, Parts]>([
    ["of version 1", { version: null }],
    ["of version 1, said in words", { version: integer(0) }],
    ["of version 1, with extensions", { version: null, extensions: [NUMBER] }],
    ["with an empty list of extensions", { extensions: [] }],
  ])("%s", (_, parts) => {
    const { revoked, crlNumber } = parsed({ ...parts, entries: [sequence(integer(1), FIRST)] });
    expect(revoked.find("01")).toHaveLength(1);
    expect(crlNumber === null).toBe((parts.extensions ?? []).length === 0);
  });

  test.each<[string, Parts, string]>([
    ["version 3", { version: integer(2) }, "x509_version"],
    ["a number that is none", { extensions: [extension("2.5.29.20", NULL)] }, "x509_extension_malformed"],
    ["a field too much", { more: [NULL] }, "der_unexpected"],
    ["entries after the extensions", { extensions: [NUMBER], more: [sequence()] }, "der_unexpected"],
    ["another algorithm inside", { inner: sequence(oid("1.2.3")) }, "x509_signature_algorithm_mismatch"],
    ["a date of another form", { extensions: [extension("2.5.29.60", FIRST)] }, "x509_extension_malformed"],
  ])("are refused with %s", (_, parts, code) => {
    expect(codeOfList(parts)).toBe(code);
  });

  test("the algorithms outside and inside are named", () => {
    expect(() => parsed({ inner: sequence(oid("1.2.3")) })).toThrow(/1\.2\.840\.10045\.4\.3\.2 .* 1\.2\.3$/);
  });

  test("of at most 8,388,608 bytes", () => {
    const sized = (size: number) => sequence(octets(new Uint8Array(size - 10)));
    expect(sized(8_388_608)).toHaveLength(8_388_608);
    expect(codeOf(() => parseCrl(sized(8_388_608)))).toBe("der_unexpected");
    expect(codeOf(() => parseCrl(sized(8_388_609)))).toBe("der_too_large");
  });

  test("in PEM, with what stands around it", () => {
    const list = der({ entries: [sequence(integer(1), FIRST)] });
    const base64 = Buffer.from(list).toString("base64").replace(/.{64}/g, "$&\r\n");
    const read = (text: string) => parseCrl(new TextEncoder().encode(text));
    const block = `-----BEGIN X509 CRL-----\r\n${base64}\r\n-----END X509 CRL-----\n`;
    for (const text of [block, `Last Update: today\n${block}\n`]) expect(read(text).der).toEqual(list);
    expect(codeOf(() => read(block + block))).toBe("pem_malformed");
    expect(codeOf(() => read(block.replace("CRL-----\r\n", "CRL-----\r\n!")))).toBe("pem_malformed");
    // Another kind, and half of one: no list.
    expect(codeOf(() => read(block.replaceAll("X509 CRL", "CERTIFICATE")))).toMatch(/^der_/);
    expect(codeOf(() => read(block.slice(0, 100)))).toMatch(/^der_/);
  });
});

test("an error that is not one of the format is passed on as it is, wherever it occurs", () => {
  let stopsAfter = Number.POSITIVE_INFINITY;
  let spends = 0;
  class Stopping extends WorkBudget {
    override spend(): void {
      if (spends++ === stopsAfter) throw new Error("stop");
    }
  }
  const since = extension("2.5.29.24", generalized("20250601000000Z"));
  const whole = der({ entries: [sequence(integer(1), FIRST, sequence(since))], extensions: [NUMBER] });
  const read = () => parseCrl(whole, { work: new Stopping() });
  expect(read().revoked.size).toBe(1);
  const all = spends;
  expect(all).toBeGreaterThan(20);
  for (stopsAfter = 0; stopsAfter < all; stopsAfter++) {
    spends = 0;
    expect(read).toThrow(new Error("stop"));
  }
});

describe("the entries", () => {
  const reason = (code: number, isCritical = false) =>
    extension("2.5.29.21", encodeDer(TAG.enumerated, bytes(code)), isCritical);
  const invalidSince = extension("2.5.29.24", generalized("20250601000000Z"));
  const unknown = (isCritical = false) => extension("1.2.3", NULL, isCritical);
  const ofAuthority = (authority: string, isCritical = true) =>
    extension("2.5.29.29", sequence(around(4, name({ CN: authority }))), isCritical);
  const numbered = (serial: readonly number[], ...extensions: readonly Uint8Array[]) =>
    sequence(integer(...serial), FIRST, ...(extensions.length === 0 ? [] : [sequence(...extensions)]));
  const entry = (serial: number, ...extensions: readonly Uint8Array[]) => numbered([serial], ...extensions);
  const later = sequence(integer(1), generalized("20260501000000Z"));
  const repeated = (count: number, value = 1) => new Array<number>(count).fill(value);

  test.each<[string, Uint8Array, object]>([
    ["a number and a time", numbered([0, 0xa1]), { serialNumberHex: "00A1" }],
    ["a time of the other form", later, { revokedAt: at("05-01") }],
    ["a reason", entry(1, reason(1)), { reason: "keyCompromise" }],
    ["a critical reason", entry(1, reason(4, true)), { reason: "superseded" }],
    ["when it became invalid", entry(1, invalidSince), { invalidityDate: at("06-01", 2025) }],
    [
      "everything",
      entry(1, reason(5), invalidSince),
      { reason: "cessationOfOperation", invalidityDate: at("06-01", 2025) },
    ],
    ["an unknown extension", entry(1, unknown()), {}],
    ["a number of 130 bytes", numbered(repeated(130)), { serialNumberHex: "01".repeat(130) }],
    ["a reason that is not used", entry(1, reason(7)), {}],
    ["a reason that is not known", entry(1, reason(11)), {}],
    ["an empty list of extensions", sequence(integer(1), FIRST, sequence()), {}],
  ])("have %s", (_, one, expected) => {
    const { all, hasUnknownCriticalEntry } = listed(one);
    expect(all).toEqual([
      {
        serialNumberHex: "01",
        revokedAt: at("01-01"),
        reason: null,
        invalidityDate: null,
        isMalformed: false,
        certificateIssuer: null,
        ...expected,
      },
    ]);
    expect(hasUnknownCriticalEntry).toBe(false);
  });

  test("of all reasons, in the order of their codes", () => {
    const { all } = listed(...[0, 1, 2, 3, 4, 5, 6, 8, 9, 10].map((code) => entry(1, reason(code))));
    expect(all.map((one) => one.reason).join(" ")).toBe(
      "unspecified keyCompromise cACompromise affiliationChanged superseded cessationOfOperation " +
        "certificateHold removeFromCRL privilegeWithdrawn aACompromise",
    );
  });

  test.each<[string, Uint8Array, string]>([
    ["no time", sequence(integer(1)), "der_unexpected"],
    ["a field too much", sequence(integer(1), FIRST, sequence(reason(1)), NULL), "der_unexpected"],
    ["something else after the time", sequence(integer(1), FIRST, NULL), "der_unexpected"],
    ["a number of another type", sequence(octets(bytes(1)), FIRST), "der_unexpected"],
    ["a set", set(integer(1), FIRST), "der_unexpected"],
    ["nothing", sequence(), "der_unexpected"],
    ["another type", NULL, "der_unexpected"],
    ["an authority without name", entry(1, extension("2.5.29.29", sequence())), "x509_extension_malformed"],
  ])("are refused with %s", (_, one, code) => {
    expect(codeOfList({ entries: [one] })).toBe(code);
    expect(codeOfList({ entries: [entry(2), one, entry(3)] })).toBe(code);
    // A time after it is none of it.
    expect(codeOfList({ entries: [one, FIRST] })).toBe(code);
  });

  test.each<[string, Uint8Array]>([
    ["a time that does not exist", sequence(integer(1), utc("260230000000Z"))],
    ["a time without seconds", sequence(integer(1), utc("2601010000Z"))],
    ["a negative reason", entry(1, reason(0x80))],
    ["a reason of another type", entry(1, extension("2.5.29.21", integer(1)))],
    ["a time of another type", sequence(integer(1), text(TAG.utf8String, "260101000000Z"))],
    ["a long time of another type", sequence(integer(1), text(TAG.utf8String, "20260101000000Z"))],
    ["a date of another form", entry(1, extension("2.5.29.24", FIRST))],
    ["an extension twice", entry(1, reason(1), reason(1))],
  ])("are read beside one with %s, which is of its certificate alone", (_, one) => {
    const malformed = { isMalformed: true, revokedAt: new Date(0), reason: null, invalidityDate: null };
    expect(listed(entry(2), one, entry(3, reason(4))).all).toMatchObject([
      { serialNumberHex: "02", isMalformed: false },
      { serialNumberHex: "01", ...malformed },
      { serialNumberHex: "03", isMalformed: false, reason: "superseded" },
    ]);
  });

  test("an error says where: in the list, as far as in the entry", () => {
    const entries = [entry(1), sequence(integer(1), NULL, NULL)];
    const whole = der({ entries });
    // The header of the entry, its number and what stands for the time.
    const offset = Buffer.from(whole).indexOf(sequence(...entries)) + 2 + 3 + 2;
    expect(() => parseCrl(whole)).toThrow(
      expect.objectContaining({ offset, cause: expect.any(FormatError) }),
    );
  });

  test("an unknown critical extension in any of them is noted", () => {
    const odd = listed(entry(1), entry(2, unknown(true)), entry(3, reason(1), invalidSince));
    expect(odd.hasUnknownCriticalEntry).toBe(true);
    const known = listed(entry(1, reason(1, true)), entry(2, ofAuthority("B")), entry(3, unknown()));
    expect(known.hasUnknownCriticalEntry).toBe(false);
  });

  test("belong to the authority that the last one before them names", () => {
    const { revoked, all } = listed(
      entry(1),
      entry(2, ofAuthority("B")),
      entry(3),
      entry(4, reason(1)),
      entry(5, reason(1), ofAuthority("C", false)),
      entry(6, invalidSince),
      entry(7, ofAuthority("D")),
      entry(8),
    );
    const issuers = all.map(({ certificateIssuer }) =>
      certificateIssuer?.map((one) => (one.kind === "directory" ? one.value.text : one.kind)).join(),
    );
    expect(issuers).toEqual([undefined, "CN=B", "CN=B", "CN=B", "CN=C", "CN=C", "CN=D", "CN=D"]);
    for (const one of all) expect(revoked.find(one.serialNumberHex)).toEqual([one]);
  });

  test("are found by their whole number, each of them", () => {
    const { revoked } = listed(
      entry(0x11),
      numbered([0x11, 0x12], reason(1)),
      numbered(repeated(20, 0x11), invalidSince),
      entry(0x12),
      numbered([0x11, 0x12]),
      numbered([0, 0x91]),
      numbered(repeated(200, 0x11)),
    );
    const found = (hex: string) => revoked.find(hex).map(({ reason: why }) => why);
    for (const one of ["11", "12", "11".repeat(20), "0091"]) expect(found(one)).toEqual([null]);
    expect(found("1112")).toEqual(["keyCompromise", null]);
    for (const none of ["91", "13", "1113", "11".repeat(19)]) expect(found(none)).toEqual([]);
    expect(revoked.find("12")[0]!.revokedAt).toEqual(at("01-01"));
  });

  test.each([1, 127, 128, 129, 130, 255, 256, 300])("are found by a number of %i bytes", (length) => {
    const number = repeated(length, 0x41);
    const { revoked } = listed(entry(2), numbered(number), numbered([...number, 1]));
    expect(revoked.find("41".repeat(length))).toHaveLength(1);
  });

  test("have up to 65,536 bytes each", () => {
    const padded = (size: number) => entry(1, extension("1.2.3", octets(new Uint8Array(size))));
    const sized = (size: number) => padded(60_000 + size - padded(60_000).length);
    expect(sized(65_536)).toHaveLength(65_536);
    const { revoked } = listed(padded(100), padded(300), sized(65_536), entry(4));
    expect([revoked.find("01").length, revoked.find("04").length]).toEqual([3, 1]);
    expect(codeOfList({ entries: [sized(65_537)] })).toBe("der_too_large");
  });

  describe("cost units of work", () => {
    const usual = (count: number) => Array.from({ length: count }, () => entry(1, reason(1)));
    const perEntry = async (one: Uint8Array) => {
      const many = (count: number) => unitsOf({ entries: new Array(count).fill(one) });
      return ((await many(80)) - (await many(40))) / 40;
    };

    test.each<[string, Uint8Array]>([
      ["with a reason", entry(1, reason(1))],
      ["without reason", entry(1)],
      ["with the last reason", entry(1, reason(10))],
      ["with a time of the other form", later],
      ["with a number of 120 bytes", numbered(repeated(120))],
    ])("few if they are %s", async (_, one) => {
      expect(await perEntry(one)).toBeLessThan(3);
    });

    test("one for four entries of the usual form, besides parsing: 10 values each, one unit for eight", async () => {
      const units = await perEntry(entry(1, reason(1)));
      expect(units).toBeGreaterThan(0.25 + 8 / 8);
      expect(units).toBeLessThan(0.25 + 12 / 8);
      expect(await perEntry(entry(1, invalidSince))).toBeLessThan(80);
    });

    test.each<[string, Uint8Array]>([
      ["with a date", entry(1, invalidSince)],
      ["with a critical reason", entry(1, reason(10, true))],
      ["with an unknown extension", entry(1, unknown())],
      ["with a number of 128 bytes", numbered(repeated(128))],
      ["with a reason that is not used", entry(1, reason(7))],
      ["with a reason that is not known", entry(1, reason(11))],
      ["with a reason of another type", entry(1, extension("2.5.29.21", integer(1)))],
      ["with a time that does not exist", sequence(integer(1), utc("260230000000Z"))],
      ["with a time of another type", sequence(integer(1), text(TAG.utf8String, "260101000000Z"))],
    ])("more than twenty if they are %s", async (_, one) => {
      expect(await perEntry(one)).toBeGreaterThan(20);
    });

    test("eight more for each extension that is read, of an entry or of the list", async () => {
      const ofEntry = (type: string, value: Uint8Array, isCritical = false) =>
        unitsOf({ entries: [entry(1, extension(type, value, isCritical))] });
      const date = generalized("20250601000000Z");
      expect(await ofEntry("2.5.29.24", date)).toBe((await ofEntry("2.5.29.99", date)) + 8);
      const code = encodeDer(TAG.enumerated, bytes(1));
      expect(await ofEntry("2.5.29.21", code, true)).toBe((await ofEntry("2.5.29.99", code, true)) + 8);
      // Two for the name inside.
      const names = sequence(plain(2));
      expect(await ofEntry("2.5.29.29", names)).toBe((await ofEntry("2.5.29.99", names)) + 8 + 2);
      const ofList = (type: string) => unitsOf({ extensions: [extension(type, integer(1))] });
      expect(await ofList("2.5.29.20")).toBe((await ofList("2.5.29.99")) + 8);
    });

    test.each<[number, readonly Uint8Array[]]>([
      [4, usual(64)],
      [5, usual(65)],
      [5 + 20, [...usual(64), entry(2)]],
      [5 + 40, [...usual(63), entry(2), entry(2)]],
    ])(
      "%i of a search: one for sixteen that are passed, twenty for each that is found",
      async (units, entries) => {
        const { revoked } = listed(...entries);
        expect(await spentBy((work) => revoked.find("02", work))).toBe(units);
      },
    );
  });

  test("are read with pauses: one for some hundred unusual ones, and for many thousand usual ones", async () => {
    class Counting extends Work {
      pauses = 0;
      override async pause() {
        this.pauses++;
      }
    }
    async function pausesOf(count: number, one: Uint8Array): Promise<number> {
      const work = new Counting();
      const crl = await parseCrlPausing(der({ entries: new Array(count).fill(one) }), { work });
      expect(crl.revoked.size).toBe(count);
      expect(work.left).toBeLessThan(new Work().left);
      return work.pauses;
    }
    const [usual, unusual] = [entry(1), entry(1, invalidSince)];
    const none = await pausesOf(0, usual);
    for (const [count, one, pauses] of [
      [1, unusual, 1],
      [399, unusual, 1],
      [400, unusual, 2],
      [800, unusual, 3],
      [32_768, usual, 1],
      [32_769, usual, 2],
    ] as const) {
      expect(await pausesOf(count, one)).toBe(none + pauses);
    }
  });
});
