import { bytesToHex } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import { WorkBudget } from "@svc-proof/shared/work";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { issueAuthority, issueUnit, name } from "../x509/authority.testing.js";
import { encodeTrustSnapshot } from "./encode-trust-snapshot.js";
import { MAX_IDENTITIES, MAX_PERIODS, SNAPSHOT_JSON_LIMITS } from "./limits.js";
import { openTrustList } from "./open-trust-list.js";
import { parseTrustSnapshot } from "./parse-trust-snapshot.js";
import type { TrustSnapshot } from "./trust-snapshot.js";
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

  test("is refused if the newest status is not the first", () => {
    const list = snapshot.lists[1]!;
    const [first, second] = list.services;
    const turned = { ...second!, history: [...second!.history].reverse() };
    expect(
      codeOf(encodeTrustSnapshot({ ...snapshot, lists: [{ ...list, services: [first!, turned] }] })),
    ).toBe("snapshot_history_malformed");
  });

  test("has limits, which it may reach", () => {
    const list = snapshot.lists[0]!;
    const service = list.services[0]!;
    const withCounts = (periods: number, identities: number) => {
      const many = {
        ...service,
        history: Array.from({ length: periods }, () => service.history[0]!),
        identities: Array.from({ length: identities }, () => service.identities[0]!),
      };
      return codeOf(encodeTrustSnapshot({ ...snapshot, lists: [{ ...list, services: [many] }] }));
    };
    expect(withCounts(MAX_PERIODS, MAX_IDENTITIES)).toBeNull();
    expect(withCounts(MAX_PERIODS + 1, 1)).toBe("snapshot_too_many");
    expect(withCounts(1, MAX_IDENTITIES + 1)).toBe("snapshot_too_many");
    expect(codeOf(new Uint8Array(SNAPSHOT_JSON_LIMITS.maxBytes + 1))).toBe("too_large");
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
