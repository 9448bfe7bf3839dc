import { bytesToHex } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import { WorkBudget } from "@svc-proof/shared/work";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codeOf as codeOfReading } from "../asn1/der.testing.js";
import { MAX_IDENTITIES, MAX_LISTS, MAX_OTHER_SERVICES, MAX_PERIODS, MAX_SERVICES } from "../limits.js";
import { issue, issueAuthority, issueUnit, name } from "../x509/authority.testing.js";
import { DEFAULT_SNAPSHOT } from "./default-snapshot.js";
import {
  encodeSnapshotModule,
  encodeTrustSnapshot,
  type ListedService,
  parseTrustSnapshot,
  type TrustSnapshot,
  territoriesOf,
} from "./snapshot.js";
import { defaultTrustList, openTrustList } from "./trust-list.js";
import { testList, testService, testSnapshot } from "./trust-snapshot.testing.js";

const root = await issueAuthority("Root", { subject: name({ C: "ES", CN: "Root" }) });
const unit = await issueUnit(root);
const unreadable = { sha256: "12".repeat(32), keySha256: null, ski: "34".repeat(20), der: null };
const history = [
  { status: "granted", since: "2026-02-01T00:00:00Z", unknownExtension: "Strange" },
  { status: "granted", since: "2026-01-01T00:00:00Z" },
];
const snapshot = testSnapshot(
  testList("ES", [testService(root.certificate), testService(unit.certificate, { history })]),
  testList("AT", [testService(unit.certificate, { provider: "Ö", identities: [unreadable] })], {
    otherServices: ["001122334455", "8899aabbccdd"],
  }),
  testList("UK", [], { nextUpdate: null }),
);
const text = encodeTrustSnapshot(snapshot);

const codeOf = (input: string | Uint8Array) => codeOfReading(() => parseTrustSnapshot(input));
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

  /** The code of the refusal, what is replaced, and by what. */
  test.each<[string, string | RegExp, ...string[]]>([
    ["unsupported_format", "svc-trust-list/1", "svc-trust-list/2"],
    ["missing_field", '"format":"svc-trust-list/1",', ""],
    ["missing_field", /"services":\[.*?\]\}\]\}/, '"services":[]}'],
    ["unknown_field", '{"format"', '{"more":1,"format"', '{"constructor":1,"format"'],
    ["unknown_field", '{"der"', '{"unknown_extension":"x","der"'],
    ["duplicate_key", '"version":6', '"version":6,"version":6'],
    ["snapshot_version_unknown", '"version":6', '"version":4', '"version":7'],
    ["snapshot_territory_malformed", '"territory":"EU"', '"territory":"eu"'],
    ["snapshot_territory_malformed", '["AT"', '["A"'],
    ["snapshot_territory_malformed", '"ES","UK"]', '"ES","UKUKUKUKU"]', '"ES","1UK"]', '"ES","UK1"]'],
    ["snapshot_order", '["AT","DE"', '["DE","AT"'],
    ["snapshot_order", "001122334455", "ff1122334455", "001122334455001122334455"],
    ["snapshot_order", '"DE",', '"DE","DE",'],
    ["snapshot_order", '{"territory":"ES"', '{"territory":"AT"'],
    ["snapshot_order", '{"territory":"UK"', '{"territory":"AA"'],
    ["snapshot_time_malformed", "2026-08-03T", "2026-02-30T", "+012026-08-03T"],
    [
      "snapshot_time_malformed",
      "13:16:38Z",
      "13:16:38+01:00",
      "13:16:38Zx",
      "13:16:38.000Z",
      "24:00:00Z",
      "23:59:60Z",
    ],
    ["snapshot_time_malformed", /"issued":"[^"]*"/, '"issued":"never"'],
    ["snapshot_time_malformed", /"next_update":"[^"]*"/, '"next_update":""'],
    ["snapshot_time_malformed", '"issued":"2026', '"issued":"x2026'],
    ["snapshot_hash_malformed", '"sha256":"cd', '"sha256":"'],
    ["snapshot_hash_malformed", "001122334455", "00112233"],
    ["snapshot_hash_malformed", '"sha256":"ab', '"sha256":"AB'],
    ["snapshot_hash_malformed", "8899aabbccdd", "8899AABBCCDD"],
    [
      "snapshot_status_malformed",
      '"status":"granted"',
      '"status":"http://x/granted"',
      `"status":"${"x".repeat(65)}"`,
      '"status":""',
    ],
    ["snapshot_status_malformed", '"status":"g', '"status":"-g'],
    ["snapshot_status_malformed", '"granted"', '"granted-"'],
    ["snapshot_name_malformed", '"name":"Example TSP"', '"name":""'],
    ["snapshot_name_malformed", '"name":"Ö"', `"name":"${"x".repeat(2049)}"`],
    ["snapshot_history_malformed", /"history":\[[^\]]*\]/, '"history":[]'],
    ["snapshot_identity_malformed", /"identities":\[[^\]]*\]/, '"identities":[]', '"identities":[{}]'],
    ["snapshot_identity_malformed", /"ski":"[^"]*"/, `"ski":"${"0f".repeat(65)}"`, '"ski":""'],
    ["snapshot_identity_malformed", '"ski":"34', '"ski":"034', '"ski":"xx34'],
    ["snapshot_identity_malformed", '34"}', '3"}', '34xx"}'],
    ["snapshot_certificate_malformed", /"der":"30/, '"der":"31'],
    ["snapshot_certificate_malformed", /"der":"3082/, '"der":"3082FF'],
    ["snapshot_certificate_malformed", /"der":"[^"]*"/, '"der":""', '"der":"3"'],
    ["snapshot_not_canonical", '{"format"', '{ "format"'],
    ["snapshot_not_canonical", "Example TSP", "\\u0045xample TSP"],
    ["snapshot_not_canonical", /"version":6,"sequence_number":390/, '"sequence_number":390,"version":6'],
    ["snapshot_not_canonical", '{"der"', `{"sha256":"${"00".repeat(32)}","der"`],
    ["json_trailing_data", /$/, "x"],
    ["ok", '"ES","UK"]', '"ES","UKUKUKUK"]'],
    ["ok", '"version":6', '"version":5'],
    ["ok", '"sequence_number":7', '"sequence_number":1'],
    ["ok", /"next_update":"[^"]*"/, '"next_update":"never"'],
    ["ok", '"status":"granted"', `"status":"${"x".repeat(64)}"`],
    ["ok", '"name":"Ö"', `"name":"${"x".repeat(2048)}"`],
    ["ok", /"ski":"[^"]*"/, '"ski":"00"', `"ski":"${"0f".repeat(64)}"`],
    ["ok", '"001122334455', '"'],
    ["integer_out_of_range", '"sequence_number":7', '"sequence_number":0'],
  ])("%s: %s replaced by %s and others", (code, from, ...replacements) => {
    for (const to of replacements) expect([to, changed(from, to)]).toEqual([to, code]);
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
    expect(codeOf(`\ufeff${text}`)).not.toBe("ok");
    expect(codeOf(new TextEncoder().encode(`\ufeff${text}`))).not.toBe("ok");
  });

  test("has one entry for neighbours of one provider, which may come again after others", () => {
    const list = snapshot.lists[1]!;
    const [first] = list.services;
    const encoded = (...names: readonly string[]) =>
      encodeTrustSnapshot({
        ...snapshot,
        lists: [{ ...list, services: names.map((provider) => ({ ...first!, provider })) }],
      });
    expect(codeOf(encoded("A", "B", "A"))).toBe("ok");
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
      expect(codeOf(encodeTrustSnapshot(made(limit)))).toBe("ok");
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
        if (code !== "ok") expect(code).toMatch(/^[a-z_0-9]+$/);
        else expect(openTrustList(parseTrustSnapshot(hostile)).sha256).not.toBe(hash);
      }),
      { numRuns: 2000 },
    );
  });
});

test("the territories of a chain are those of its names, in capital letters, each once", async () => {
  const authority = await issue({ subject: name({ C: "GB", CN: "A" }) });
  const signer = await issue({ subject: name({ O: "DE", C: " es ", CN: "FR" }), issuer: authority });
  expect(territoriesOf([signer.certificate, authority.certificate])).toEqual(["ES", "UK"]);
  const greek = await issue({ subject: name({ C: "gr" }) });
  expect(territoriesOf([greek.certificate])).toEqual(["EL"]);
  expect(territoriesOf([])).toEqual([]);
});

test("the snapshot of this package is opened once", async () => {
  const opened = defaultTrustList();
  expect(defaultTrustList()).toBe(opened);
  expect(encodeTrustSnapshot((await opened).snapshot)).toBe(DEFAULT_SNAPSHOT);
});

test("a module has its snapshot as a literal, whatever characters are in it", () => {
  const module = encodeSnapshotModule(`{"name":"O'Neill \\n \\\\ é"}`);
  expect(module).toContain("export const DEFAULT_SNAPSHOT: string =\n  '");
  const literal = module.slice(module.indexOf("'"), module.lastIndexOf("'") + 1);
  expect(literal).toBe(`'{"name":"O\\'Neill \\\\n \\\\\\\\ é"}'`);
});
