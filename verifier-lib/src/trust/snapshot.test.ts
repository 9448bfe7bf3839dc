import { bytesToHex } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import { WorkBudget } from "@svc-proof/shared/work";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { MAX_IDENTITIES, MAX_LISTS, MAX_OTHER_SERVICES, MAX_PERIODS, MAX_SERVICES } from "../limits.js";
import { issueAuthority, issueUnit, name } from "../x509/authority.testing.js";
import {
  encodeTrustSnapshot,
  type ListedService,
  parseTrustSnapshot,
  type TrustSnapshot,
} from "./snapshot.js";
import { openTrustList } from "./trust-list.js";
import { testList, testService, testSnapshot } from "./trust-snapshot.testing.js";

let snapshot: TrustSnapshot;
let text: string;

beforeAll(async () => {
  const root = await issueAuthority("Root", { subject: name({ C: "ES", CN: "Root" }) });
  const unit = await issueUnit(root);
  const unreadable = { sha256: "12".repeat(32), keySha256: null, ski: "34".repeat(20), der: null };
  const history = [
    { status: "granted", since: "2026-02-01T00:00:00Z", unknownExtension: "Strange" },
    { status: "granted", since: "2026-01-01T00:00:00Z" },
  ];
  snapshot = testSnapshot(
    testList("ES", [testService(root.certificate), testService(unit.certificate, { history })]),
    testList("AT", [testService(unit.certificate, { provider: "Ö", identities: [unreadable] })], {
      otherServices: ["001122334455", "8899aabbccdd"],
    }),
    testList("UK", [], { nextUpdate: null }),
  );
  text = encodeTrustSnapshot(snapshot);
});

const codeOf = (input: string | Uint8Array) => {
  try {
    parseTrustSnapshot(input);
    return null;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
};
const changed = (from: string | RegExp, to: string) => {
  const result = text.replace(from, to);
  expect(result).not.toBe(text);
  return codeOf(result);
};

describe("a snapshot", () => {
  test("is read as it was written, from text and from bytes", () => {
    expect(parseTrustSnapshot(text)).toEqual(snapshot);
    expect(parseTrustSnapshot(new TextEncoder().encode(text))).toEqual(snapshot);
    expect(openTrustList(snapshot).sha256).toBe(bytesToHex(sha256(new TextEncoder().encode(text))));
  });

  test.each<[string, string | RegExp, string, string]>([
    ["another format", "svc-trust-list/1", "svc-trust-list/2", "unsupported_format"],
    ["no format", '"format":"svc-trust-list/1",', "", "missing_field"],
    ["an unknown field", '{"format"', '{"more":1,"format"', "unknown_field"],
    ["a field twice", '"version":6', '"version":6,"version":6', "duplicate_key"],
    ["version 4", '"version":6', '"version":4', "snapshot_version_unknown"],
    ["a territory that is none", '"territory":"EU"', '"territory":"eu"', "snapshot_territory_malformed"],
    ["territories out of order", '["AT","DE"', '["DE","AT"', "snapshot_order"],
    ["a day that is none", "2026-08-03T", "2026-02-30T", "snapshot_time_malformed"],
    ["a time with an offset", "13:16:38Z", "13:16:38+01:00", "snapshot_time_malformed"],
    ["a short hash of a list", '"sha256":"cd', '"sha256":"', "snapshot_hash_malformed"],
    [
      "a status that is a URI",
      '"status":"granted"',
      '"status":"http://x/granted"',
      "snapshot_status_malformed",
    ],
    ["no name", '"name":"Example TSP"', '"name":""', "snapshot_name_malformed"],
    ["no status", /"history":\[[^\]]*\]/, '"history":[]', "snapshot_history_malformed"],
    ["no identity", /"identities":\[[^\]]*\]/, '"identities":[]', "snapshot_identity_malformed"],
    ["an identity of nothing", /"identities":\[[^\]]*\]/, '"identities":[{}]', "snapshot_identity_malformed"],
    ["DER that is no certificate", /"der":"30/, '"der":"31', "snapshot_certificate_malformed"],
    ["DER in upper case", /"der":"3082/, '"der":"3082FF', "snapshot_certificate_malformed"],
    ["other services out of order", "001122334455", "ff1122334455", "snapshot_order"],
    ["half a hash", "001122334455", "00112233", "snapshot_hash_malformed"],
    ["white space", '{"format"', '{ "format"', "snapshot_not_canonical"],
    ["a needless escape", "Example TSP", "\\u0045xample TSP", "snapshot_not_canonical"],
    [
      "another order",
      /"version":6,"sequence_number":390/,
      '"sequence_number":390,"version":6',
      "snapshot_not_canonical",
    ],
    ["something after it", /$/, "x", "json_trailing_data"],
  ])("is refused with %s", (_, from, to, code) => {
    expect(changed(from, to)).toBe(code);
  });

  test.each<[string, string | RegExp, string, string | null]>([
    ["a territory of one letter", '["AT"', '["A"', "snapshot_territory_malformed"],
    ["a territory of eight letters", '"ES","UK"]', '"ES","UKUKUKUK"]', null],
    ["a territory of nine letters", '"ES","UK"]', '"ES","UKUKUKUKU"]', "snapshot_territory_malformed"],
    ["a digit before a territory", '"ES","UK"]', '"ES","1UK"]', "snapshot_territory_malformed"],
    ["a digit after a territory", '"ES","UK"]', '"ES","UK1"]', "snapshot_territory_malformed"],
    ["a territory twice", '"DE",', '"DE","DE",', "snapshot_order"],
    ["a list twice", '{"territory":"ES"', '{"territory":"AT"', "snapshot_order"],
    ["lists out of order", '{"territory":"UK"', '{"territory":"AA"', "snapshot_order"],
    ["version 5", '"version":6', '"version":5', null],
    ["version 7", '"version":6', '"version":7', "snapshot_version_unknown"],
    ["the number 1", '"sequence_number":7', '"sequence_number":1', null],
    ["the number 0", '"sequence_number":7', '"sequence_number":0', "integer_out_of_range"],
    ["a time of issue that is never", /"issued":"[^"]*"/, '"issued":"never"', "snapshot_time_malformed"],
    ["no time of the next update", /"next_update":"[^"]*"/, '"next_update":""', "snapshot_time_malformed"],
    ["a closed list of lists", /"next_update":"[^"]*"/, '"next_update":"never"', null],
    ["a text before a time", '"issued":"2026', '"issued":"x2026', "snapshot_time_malformed"],
    ["a text after a time", "13:16:38Z", "13:16:38Zx", "snapshot_time_malformed"],
    ["a year of five digits", "2026-08-03T", "+012026-08-03T", "snapshot_time_malformed"],
    ["a time with a fraction", "13:16:38Z", "13:16:38.000Z", "snapshot_time_malformed"],
    ["hour 24", "13:16:38Z", "24:00:00Z", "snapshot_time_malformed"],
    ["a leap second", "13:16:38Z", "23:59:60Z", "snapshot_time_malformed"],
    ["SHA-256 in upper case", '"sha256":"ab', '"sha256":"AB', "snapshot_hash_malformed"],
    ["a status of 64 characters", '"status":"granted"', `"status":"${"x".repeat(64)}"`, null],
    [
      "a status of 65 characters",
      '"status":"granted"',
      `"status":"${"x".repeat(65)}"`,
      "snapshot_status_malformed",
    ],
    ["no characters in a status", '"status":"granted"', '"status":""', "snapshot_status_malformed"],
    ["a hyphen before a status", '"status":"g', '"status":"-g', "snapshot_status_malformed"],
    ["a hyphen after a status", '"granted"', '"granted-"', "snapshot_status_malformed"],
    ["a name of 2,048 characters", '"name":"Ö"', `"name":"${"x".repeat(2048)}"`, null],
    ["a name of 2,049 characters", '"name":"Ö"', `"name":"${"x".repeat(2049)}"`, "snapshot_name_malformed"],
    ["a key identifier of a byte", /"ski":"[^"]*"/, '"ski":"00"', null],
    ["a key identifier of 64 bytes", /"ski":"[^"]*"/, `"ski":"${"0f".repeat(64)}"`, null],
    [
      "a key identifier of 65 bytes",
      /"ski":"[^"]*"/,
      `"ski":"${"0f".repeat(65)}"`,
      "snapshot_identity_malformed",
    ],
    ["no bytes in a key identifier", /"ski":"[^"]*"/, '"ski":""', "snapshot_identity_malformed"],
    ["half a byte more in a key identifier", '"ski":"34', '"ski":"034', "snapshot_identity_malformed"],
    ["half a byte less at the end of it", '34"}', '3"}', "snapshot_identity_malformed"],
    ["a letter before a key identifier", '"ski":"34', '"ski":"xx34', "snapshot_identity_malformed"],
    ["a letter after a key identifier", '34"}', '34xx"}', "snapshot_identity_malformed"],
    ["DER of nothing", /"der":"[^"]*"/, '"der":""', "snapshot_certificate_malformed"],
    ["DER of half a byte", /"der":"[^"]*"/, '"der":"3"', "snapshot_certificate_malformed"],
    ["DER beside its hash", '{"der"', `{"sha256":"${"00".repeat(32)}","der"`, "snapshot_not_canonical"],
    ["no other services", '"001122334455', '"', null],
    ["a hash of another service twice", "001122334455", "001122334455001122334455", "snapshot_order"],
    ["a hash in upper case", "8899aabbccdd", "8899AABBCCDD", "snapshot_hash_malformed"],
    ["a provider without services", /"services":\[.*?\]\}\]\}/, '"services":[]}', "missing_field"],
    ["a field of Object's prototype", '{"format"', '{"constructor":1,"format"', "unknown_field"],
    ["an optional field in another place", '{"der"', '{"unknown_extension":"x","der"', "unknown_field"],
  ])("of %s is read, or refused", (_, from, to, code) => {
    expect(changed(from, to)).toBe(code);
  });

  test("must have each field, except an unknown extension and parts of an identity", () => {
    const optional = ["der", "sha256", "key_sha256", "ski", "unknown_extension"];
    const value = JSON.parse(text) as Record<string, unknown>;
    const without = (path: readonly string[]): string => {
      const copy = structuredClone(value);
      const holder = path
        .slice(0, -1)
        .reduce<Record<string, unknown>>((at, key) => at[key] as Record<string, unknown>, copy);
      delete holder[path.at(-1)!];
      return JSON.stringify(copy);
    };
    const paths: string[][] = [];
    const walk = (at: unknown, path: readonly string[]) => {
      if (typeof at !== "object" || at === null) return;
      for (const [key, inner] of Object.entries(at)) {
        if (!Array.isArray(at)) paths.push([...path, key]);
        walk(inner, [...path, key]);
      }
    };
    walk(value, []);
    const required = paths.filter((path) => !path.includes("identities") && !optional.includes(path.at(-1)!));
    expect(new Set(required.map((path) => path.at(-1))).size).toBeGreaterThan(12);
    for (const path of required) expect([path, codeOf(without(path))]).toEqual([path, "missing_field"]);
    expect(codeOf(without(["lists", "0", "sha256"]))).toBe("missing_field");
  });

  test("of more than 8 MiB is refused before it is read", () => {
    expect(codeOf(new Uint8Array(8_388_609))).toBe("too_large");
  });

  test("that begins with a byte order mark is refused", () => {
    expect(codeOf(`\ufeff${text}`)).not.toBeNull();
    expect(codeOf(new TextEncoder().encode(`\ufeff${text}`))).not.toBeNull();
  });

  test("has one entry for neighbours of one provider, which may come again after others", () => {
    const list = snapshot.lists[1]!;
    const [first] = list.services;
    const encoded = (...names: readonly string[]) =>
      encodeTrustSnapshot({
        ...snapshot,
        lists: [{ ...list, services: names.map((provider) => ({ ...first!, provider })) }],
      });
    expect(codeOf(encoded("A", "B", "A"))).toBeNull();
    expect(codeOf(encoded("A", "B").replace('"name":"B"', '"name":"A"'))).toBe("snapshot_order");
  });

  test("costs a unit for sixteen characters, and what its certificates cost", () => {
    const plain = encodeTrustSnapshot(testSnapshot(testList("ES", [])));
    const units = Math.ceil(plain.length / 16);
    const work = new WorkBudget(units);
    parseTrustSnapshot(plain, { work });
    expect(work.left).toBe(0);
    const most = new WorkBudget(Math.ceil(text.length / 16) + 1);
    expect(() => parseTrustSnapshot(text, { work: most })).toThrow(
      expect.objectContaining({ code: "work_limit_exceeded" }),
    );
  });

  test("is refused if the newest status is not the first", () => {
    const list = snapshot.lists[1]!;
    const [first, second] = list.services;
    const turned = { ...second!, history: [...second!.history].reverse() };
    expect(
      codeOf(encodeTrustSnapshot({ ...snapshot, lists: [{ ...list, services: [first!, turned] }] })),
    ).toBe("snapshot_history_malformed");
  });

  describe("has at most as many", () => {
    const hashOnly = { sha256: "00".repeat(32), keySha256: null, ski: null, der: null };
    const period = { status: "granted", since: "2026-01-01T00:00:00Z" };
    const service: ListedService = {
      territory: "ES",
      provider: "P",
      name: "S",
      history: [period],
      identities: [hashOnly],
    };
    const several = <Item>(length: number, item: (index: number) => Item) =>
      Array.from({ length }, (_, i) => item(i));
    const withServices = (...services: readonly ListedService[]) => testSnapshot(testList("ES", services));
    const code = (index: number) => String.fromCharCode(65 + (index >> 4), 65 + (index & 15));

    test.each<[string, number, (count: number) => TrustSnapshot]>([
      [
        "periods",
        MAX_PERIODS,
        (count) => withServices({ ...service, history: several(count, () => period) }),
      ],
      [
        "identities",
        MAX_IDENTITIES,
        (count) => withServices({ ...service, identities: several(count, () => hashOnly) }),
      ],
      [
        "services, of all providers together,",
        MAX_SERVICES,
        (count) => withServices({ ...service, provider: "O" }, ...several(count - 1, () => service)),
      ],
      [
        "hashes of other services",
        MAX_OTHER_SERVICES,
        (count) =>
          testSnapshot(
            testList("ES", [], { otherServices: several(count, (i) => i.toString(16).padStart(12, "0")) }),
          ),
      ],
      [
        "lists",
        MAX_LISTS,
        (count) => ({ ...testSnapshot(), lists: several(count, (i) => testList(code(i), [])) }),
      ],
      ["territories", MAX_LISTS, (count) => ({ ...testSnapshot(), territories: several(count, code) })],
    ])("%s as stated", (_, limit, made) => {
      expect(codeOf(encodeTrustSnapshot(made(limit)))).toBeNull();
      expect(codeOf(encodeTrustSnapshot(made(limit + 1)))).toBe("snapshot_too_many");
    });
  });

  test("is refused for its first fault, and for want of work", () => {
    expect(codeOf("[".repeat(20))).toBe("wrong_type");
    expect(() => parseTrustSnapshot(text, { work: new WorkBudget(10) })).toThrow(
      expect.objectContaining({ code: "work_limit_exceeded" }),
    );
  });

  test("with any one character changed is refused with a code, or is another snapshot with another hash", () => {
    const hash = openTrustList(snapshot).sha256;
    fc.assert(
      fc.property(fc.nat({ max: text.length - 1 }), fc.string({ minLength: 0, maxLength: 2 }), (at, put) => {
        const hostile = text.slice(0, at) + put + text.slice(at + 1);
        if (hostile === text) return;
        const code = codeOf(hostile);
        if (code !== null) expect(code).toMatch(/^[a-z_0-9]+$/);
        else expect(openTrustList(parseTrustSnapshot(hostile)).sha256).not.toBe(hash);
      }),
      { numRuns: 2000 },
    );
  });
});
