/** How a path is found, how the search ends, and which of several failures it reports. */

import { FormatError } from "@svc-proof/shared/encoding";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  MAX_JUDGED_PATHS,
  MAX_PATH_CERTIFICATES,
  MAX_SEARCH_SIGNATURES,
  MAX_SEARCH_STEPS,
} from "../limits.js";
import { Work } from "../work/work.js";
import {
  basicConstraints,
  type Issued,
  inhibitAnyPolicy,
  issue,
  issueAuthority,
  issueCrl,
  issueUnit,
  keyUsage,
  NOT_AFTER,
  NOT_BEFORE,
  NOW,
  name,
  nameConstraints,
  newEcKey,
  newRsaKey,
  policies,
  policyConstraints,
  policyMappings,
  subjectAltNames,
  TIME_STAMPING,
} from "./authority.testing.js";
import type { Certificate } from "./certificate.js";
import { validatePath } from "./path-search.js";
import type { Crl, PathParameters, PathResult } from "./path-types.js";

/** Some tests generate hundreds of keys. */
vi.setConfig({ testTimeout: 60_000 });

const root = await issueAuthority("Root");
const authority = await issueAuthority("Authority", { issuer: root });
const unit = await issueUnit(authority);

type Asked = Partial<PathParameters>;
const validate = (more: Asked = {}): Promise<PathResult> =>
  validatePath({
    leaf: unit.certificate,
    intermediates: [authority.certificate],
    anchors: [root.certificate],
    time: NOW,
    purpose: TIME_STAMPING,
    ...more,
  });
const certificates = (issued: readonly Issued[]) => issued.map(({ certificate }) => certificate);
/** The same, of certificates with their keys. */
const ask = (leaf: Issued, intermediates: readonly Issued[], anchors: readonly Issued[], more: Asked = {}) =>
  validate({
    leaf: leaf.certificate,
    intermediates: certificates(intermediates),
    anchors: certificates(anchors),
    ...more,
  });
async function codeOf(asked: Promise<PathResult>): Promise<string> {
  const result = await asked;
  return result.isValid ? "ok" : result.code;
}
const code = (more: Asked) => codeOf(validate(more));
const codeFor = (...question: Parameters<typeof ask>) => codeOf(ask(...question));

let lastCopy = 0;
/** Taken for another certificate, with the same contents. */
const copy = ({ certificate }: Issued, more: Partial<Certificate> = {}): Certificate => ({
  ...certificate,
  der: new TextEncoder().encode(`copy ${++lastCopy}`),
  ...more,
});
const copies = (count: number, make: () => Certificate) => Array.from({ length: count }, make);
const later = (ms: number, than = NOW) => new Date(than.getTime() + ms);
const expired = () => copy(authority, { notAfter: later(-1000) });
/** Another certificate of the authority's name and key. */
const faulty = async (...extensions: readonly Uint8Array[]) =>
  (await issue({ subject: authority.certificate.subject.der, key: authority.key, issuer: root, extensions }))
    .certificate;

describe("a path", () => {
  test("is returned leaf first, and ends at the nearest anchor", async () => {
    expect(await validate()).toMatchObject({
      isValid: true,
      anchor: root.certificate,
      chain: certificates([unit, authority, root]),
      revocation: [{ status: "not_checked" }, { status: "not_checked" }],
    });
    for (const anchors of [[root], [authority], [unit], [authority, root], [unit, root]]) {
      const result = await ask(unit, [authority, unit, root], anchors);
      expect(result).toMatchObject({ isValid: true, anchor: anchors[0]!.certificate });
    }
  });

  test("is found whatever the order, among strangers, by any key identifier or none", async () => {
    const stranger = await issueAuthority("Stranger");
    expect(await codeFor(unit, [stranger, unit, root, authority, stranger], [root])).toBe("ok");
    const hasKeyIdentifiers = false;
    const bareAuthority = await issueAuthority("Bare", { issuer: root, hasKeyIdentifiers });
    const bare = await issueUnit(bareAuthority, { hasKeyIdentifiers });
    const impostor = await issueAuthority("Bare", { hasKeyIdentifiers });
    expect(await codeFor(bare, [impostor, bareAuthority], [root])).toBe("ok");
    expect(await codeFor(bare, [impostor], [root])).not.toBe("ok");
    expect(await codeFor(bare, [], [bare])).toBe("ok");
  });

  test.each(["ff", "00", "7f".repeat(21)])("is found to the serial number %s", async (serialNumber) => {
    expect(await codeFor(await issueUnit(authority, { serialNumber }), [authority], [root])).toBe("ok");
  });

  test("needs an anchor with the name and the key that signed", async () => {
    const impostor = await issueAuthority("Root");
    const renamed = await issueAuthority("Other", { key: root.key });
    expect(await codeFor(unit, [authority, root], [])).toBe("no_path");
    expect(await codeFor(unit, [], [root])).toBe("no_path");
    expect(await codeFor(unit, [authority], [impostor])).toBe("signature_invalid");
    expect(await codeFor(unit, [authority], [renamed])).toBe("no_path");
    expect(await codeFor(root, [root], [])).toBe("no_path");
    expect(await codeFor(await issueUnit(unit), [unit, authority], [root])).toBe("issuer_not_ca");
  });

  test("may rest on an anchor whose cA flag is not critical, not on such an intermediate", async () => {
    const extensions = [basicConstraints(null, false)];
    const lax = await issue({ subject: name({ CN: "Lax" }), extensions });
    expect(await codeFor(await issueUnit(lax), [], [lax])).toBe("ok");
    const middle = await issue({ subject: name({ CN: "Lax" }), issuer: root, extensions });
    expect(await codeFor(await issueUnit(middle), [middle], [root])).toBe("issuer_not_ca");
  });

  test.each([
    [later(-1, NOT_BEFORE), "certificate_not_yet_valid"],
    [NOT_BEFORE, "ok"],
    [later(999, NOT_AFTER), "ok"],
    [later(1000, NOT_AFTER), "certificate_expired"],
  ])("at %j: %s", async (time, expected) => {
    expect(await code({ time })).toBe(expected);
    expect(await codeFor(unit, [], [unit], { time })).toBe(expected);
  });

  test("takes short keys and old hashes if the caller allows them", async () => {
    const short = await issueAuthority("Short", { key: await newRsaKey(1024) });
    const belowShort = await issueUnit(short);
    expect(await codeFor(belowShort, [], [short])).toBe("key_too_weak");
    expect(await codeFor(belowShort, [], [short], { minRsaBits: 1024 })).toBe("ok");
    const old = await issueAuthority("Old", { key: await newRsaKey(2048, "SHA-1") });
    const belowOld = await issueUnit(old);
    expect(await codeFor(belowOld, [], [old])).toBe("hash_too_weak");
    expect(await codeFor(belowOld, [], [old], { allowSha1: true })).toBe("ok");
  });

  test("does not pass an authority twice, nor one with the leaf's name and key", async () => {
    const key = await newEcKey();
    const self = await issueAuthority("Self", { key });
    const other = await issueAuthority("Self", { key, issuer: self });
    const purpose = null;
    expect(await codeFor(other, [], [self], { purpose })).toBe("no_path");
    const leaf = await issueUnit(self);
    expect(await ask(leaf, [other], [self])).toMatchObject({ isValid: true, chain: { length: 2 } });
    expect(await codeFor(leaf, [other, self], [root])).toBe("no_path");
    expect(await codeFor(self, [other, self], [root], { purpose })).toBe("no_path");
  });

  test("is not asked for at moments that do not exist", async () => {
    const never = new Date(Number.NaN);
    await expect(validate({ time: never })).rejects.toThrow(RangeError);
    await expect(validate({ existedBy: never })).rejects.toThrow(RangeError);
    expect(await code({ existedBy: NOW })).toBe("ok");
  });
});

describe("what is stated along the path counts, as it is encoded", () => {
  const directory = (C: string) => ["directory", name({ C })] as const;
  test.each([
    ["a directory name within", nameConstraints([directory("XX")], []), "ok"],
    ["a directory name outside", nameConstraints([directory("YY")], []), "name_not_permitted"],
    ["an excluded host", nameConstraints([], [["dns", "a.example"]]), "name_excluded"],
    ["a permitted mailbox", nameConstraints([["email", "a.example"]], []), "ok"],
  ])("%s, by an intermediate or an anchor", async (_, constraints, expected) => {
    const bound = await issueAuthority("Bound", { issuer: root, extensions: [constraints] });
    const extensions = [subjectAltNames(["dns", "x.a.example"], ["email", "me@a.example"])];
    const leaf = await issueUnit(bound, { extensions });
    expect(await codeFor(leaf, [bound], [root])).toBe(expected);
    expect(await codeFor(leaf, [], [bound])).toBe(expected);
  });

  const [A, B, ANY] = ["1.2.3.1", "1.2.3.2", "2.5.29.32.0"];
  const required = { requireExplicitPolicy: true };
  test.each<[string, Uint8Array[], Uint8Array[], Asked, readonly string[] | string]>([
    ["policies of both", [policies(A, B)], [policies(B)], {}, [B]],
    ["none of both", [policies(A)], [policies(B)], {}, []],
    ["none, where the caller requires one", [policies(A)], [policies(B)], required, "policy"],
    ["none, where an authority does", [policies(A), policyConstraints(0, null)], [], {}, "policy"],
    ["another than the caller's", [policies(B)], [policies(B)], { ...required, policies: [A] }, "policy"],
    ["a mapped one", [policies(A), policyMappings([A, B])], [policies(B)], {}, [A]],
    [
      "a mapping that is inhibited",
      [policies(A), policyMappings([A, B])],
      [policies(B)],
      { ...required, inhibitPolicyMapping: true },
      "policy",
    ],
    ["anyPolicy, inhibited", [policies(A), inhibitAnyPolicy(0)], [policies(ANY)], required, "policy"],
    ["anyPolicy, inhibited below", [policies(A), inhibitAnyPolicy(1)], [policies(ANY)], required, [A]],
    [
      "anyPolicy, by the caller",
      [policies(ANY)],
      [policies(A)],
      { ...required, inhibitAnyPolicy: true },
      "policy",
    ],
  ])("%s", async (_, ofAuthority, ofUnit, more, expected) => {
    const middle = await issueAuthority("Policies", { issuer: root, extensions: ofAuthority });
    const leaf = await issueUnit(middle, { extensions: ofUnit });
    const result = await ask(leaf, [middle], [root], more);
    expect(result.isValid ? result.policies : result.code).toEqual(expected);
  });

  test("a trusted leaf has its own policies", async () => {
    const leaf = await issueUnit(root, { extensions: [policies(A)] });
    const policy = (of: Issued, asked: Asked) => ask(of, [], [of], asked);
    expect(await policy(leaf, { policies: [A, B] })).toMatchObject({ isValid: true, policies: [A] });
    for (const accepted of [[B], []]) {
      expect(await codeOf(policy(leaf, { ...required, policies: accepted }))).toBe("policy");
    }
    expect(await codeOf(policy(unit, required))).toBe("policy");
  });
});

describe("limits", () => {
  describe("on the candidates that are examined", () => {
    // Each of 64 authorities has 127 possible issuers.
    const authorities = copies(64, () => copy(authority));
    const issuers = copies(127, () => copy(root, { notAfter: later(-1000) }));
    const enough = { intermediates: [...authorities, ...issuers], anchors: [] };

    test("up to it, the failure found is reported", async () => {
      expect(authorities.length * (1 + issuers.length)).toBe(MAX_SEARCH_STEPS);
      expect(await validate(enough)).toMatchObject({ code: "certificate_expired", certificate: issuers[0] });
    });

    test("beyond it, there may be a path", async () => {
      const intermediates = [...authorities, expired(), ...issuers];
      expect(await validate({ ...enough, intermediates })).toMatchObject({
        code: "path_too_costly",
        message: expect.stringContaining("limit"),
        certificate: issuers[0],
        chain: [unit.certificate, authorities[0], issuers[0]],
        revocation: null,
      });
    });
  });

  test("on the paths that are judged", async () => {
    const extensions = [nameConstraints([["directory", name({ C: "YY" })]], [])];
    const limited = await issueAuthority("Root", { key: root.key, extensions });
    const judging = (bad: number) => {
      const anchors = [...copies(bad, () => copy(limited)), root.certificate];
      return code({ leaf: authority.certificate, intermediates: [], purpose: null, anchors });
    };
    expect(await judging(MAX_JUDGED_PATHS - 1)).toBe("ok");
    // The fault of the first path.
    expect(await judging(MAX_JUDGED_PATHS)).toBe("name_not_permitted");
  });

  test("on the certificates of a path, sixteen intermediates of them, or as many as the caller allows", async () => {
    const chain = [await issueAuthority("Level 0")];
    while (chain.length < MAX_PATH_CERTIFICATES) {
      chain.unshift(await issueAuthority(`Level ${chain.length}`, { issuer: chain[0]! }));
    }
    const top = chain.at(-1)!;
    expect(await codeFor(await issueUnit(chain.at(-17)!), chain, [top])).toBe("ok");
    expect(await codeFor(await issueUnit(chain.at(-18)!), chain, [top])).toBe("path_too_long");
    const more = { maxIntermediates: 100 };
    const result = await ask(await issueUnit(chain[1]!), chain, [top], more);
    expect(result.isValid && result.chain).toHaveLength(MAX_PATH_CERTIFICATES);
    const leaf = await issueUnit(chain[0]!);
    expect(await codeFor(leaf, chain, [top], more)).toBe("path_too_costly");
    // The search ends there, even if another path would be shorter.
    const { subject } = chain[0]!.certificate;
    const short = await issueAuthority("", { subject: subject.der, key: chain[0]!.key, issuer: root });
    expect(await codeFor(leaf, [...chain, short], [top, root], more)).toBe("path_too_costly");
    expect(await codeFor(leaf, [short, ...chain], [top, root], more)).toBe("ok");
  });

  test("on signatures, after which the failure found is reported", async () => {
    const spki = { ...authority.certificate.spki, der: (await newEcKey()).spki };
    const others = (count: number) => copies(count, () => copy(authority, { spki }));
    expect(await validate({ intermediates: others(MAX_SEARCH_SIGNATURES) })).toMatchObject({
      code: "signature_invalid",
      certificate: unit.certificate,
      message: "signed by CN=Authority,C=XX",
    });
    expect(await validate({ intermediates: others(MAX_SEARCH_SIGNATURES + 1) })).toMatchObject({
      code: "path_too_costly",
      message: expect.stringContaining("limit"),
      certificate: unit.certificate,
    });
    // A fault of a whole path is more informative.
    const intermediates = [authority.certificate, ...others(MAX_SEARCH_SIGNATURES)];
    expect(await validate({ requireExplicitPolicy: true, intermediates })).toMatchObject({
      code: "policy",
      certificate: authority.certificate,
    });
  });

  test("on look-alikes of the issuer: those that the key identifier does not name are tried last", async () => {
    for (const hasKeyIdentifiers of [false, true]) {
      const make = () => issueAuthority("Authority", { issuer: root, hasKeyIdentifiers });
      const twins = await Promise.all(Array.from({ length: 140 }, make));
      expect(await codeFor(unit, [...twins, authority], [root])).toBe("ok");
      expect(await codeFor(unit, twins, [root])).toBe("path_too_costly");
      expect(await codeFor(unit, twins.slice(0, 120), [root])).toBe("signature_invalid");
    }
  });

  test("on authorities that sign each other", async () => {
    const keys = await Promise.all(Array.from({ length: 7 }, (_, i) => issueAuthority(`Ring ${i}`)));
    const extensions = [basicConstraints(), keyUsage(5)];
    const ring = await Promise.all(
      keys.flatMap((issuer) =>
        keys
          .filter((subject) => issuer !== subject)
          .map(({ certificate: { subject }, key }) =>
            issue({ subject: subject.der, key, issuer, extensions }),
          ),
      ),
    );
    const leaf = await issueUnit(keys[0]!);
    const verified = vi.spyOn(crypto.subtle, "verify");
    onTestFinished(() => verified.mockRestore());
    expect(["no_path", "path_too_costly"]).toContain(await codeFor(leaf, ring, [root]));
    expect(verified.mock.calls.length).toBeGreaterThan(0);
    expect(verified.mock.calls.length).toBeLessThanOrEqual(MAX_SEARCH_SIGNATURES);
  });

  test("on the work: no path is found, and no other error is hidden", async () => {
    expect(await validate({ work: new Work({ units: 10 }) })).toMatchObject({
      isValid: false,
      code: "work_limit_exceeded",
      certificate: unit.certificate,
      chain: [unit.certificate],
      revocation: null,
    });
    class Failing extends Work {
      #left: number;
      constructor(pauses: number) {
        super();
        this.#left = pauses;
      }
      override async pause() {
        if (this.#left-- === 0) throw Object.assign(new TypeError("no"), { code: "path_too_costly" });
      }
    }
    let pauses = 0;
    while ((await code({ work: new Failing(pauses) }).catch((error) => error.message)) === "no") pauses++;
    expect(pauses).toBeGreaterThan(4);
    const crl = await issueCrl(authority);
    const find = () => {
      throw new FormatError("der_truncated", "", 0);
    };
    const crls = [{ ...crl, revoked: { ...crl.revoked, find } }] as unknown as Crl[];
    await expect(validate({ crls })).rejects.toMatchObject({ code: "der_truncated" });
  });

  test("on intermediates: self-issued ones and anchors do not count", async () => {
    const renewed = await issueAuthority("Authority", { issuer: authority });
    const leaf = await issueUnit(renewed);
    const both = [renewed, authority];
    expect(await codeFor(leaf, both, [root], { maxIntermediates: 1 })).toBe("ok");
    expect(await codeFor(leaf, both, [root], { maxIntermediates: 0 })).toBe("path_too_long");
    expect(await codeFor(leaf, both, [authority], { maxIntermediates: 0 })).toBe("ok");
    expect(await validate({ maxIntermediates: 0 })).toMatchObject({
      code: "path_too_long",
      message: "expected at most 0 intermediates, got 1",
      certificate: authority.certificate,
      chain: certificates([unit, authority]),
    });
  });

  test("of an authority on those below: self-issued ones do not count", async () => {
    const bounded = await issueAuthority("Bounded", { issuer: root, pathLength: 0 });
    const renewed = await issueAuthority("Bounded", { issuer: bounded, pathLength: 0 });
    expect(await codeFor(await issueUnit(renewed), [bounded, renewed], [root])).toBe("ok");
    const below = await issueAuthority("Below", { issuer: bounded });
    expect(await ask(await issueUnit(below), [bounded, below], [root])).toMatchObject({
      code: "path_length_exceeded",
      message: expect.stringContaining("got 1"),
    });
  });

  test("on candidates: each costs a unit for each of its extensions", async () => {
    const spent = async (count: number) => {
      const one = expired();
      const work = new Work();
      const { left } = work;
      const [first] = one.extensions;
      await validate({ intermediates: [{ ...one, extensions: new Array(count).fill(first) }], work });
      return left - work.left;
    };
    expect(await spent(101)).toBe((await spent(1)) + 100);
  });
});

describe("of several failures", () => {
  test("on the way, the first is reported; the right key identifier is tried first", async () => {
    const [weak, bare] = [await faulty(basicConstraints(), keyUsage(6)), await faulty(keyUsage(5))];
    const impostor = (await issueAuthority("Authority", { issuer: root })).certificate;
    expect(await code({ intermediates: [weak, bare] })).toBe("issuer_key_usage");
    expect(await code({ intermediates: [bare, weak] })).toBe("issuer_not_ca");
    expect(await code({ intermediates: [impostor, weak] })).toBe("issuer_key_usage");
    const outdated = expired();
    expect(await validate({ intermediates: [outdated] })).toMatchObject({
      code: "certificate_expired",
      certificate: outdated,
    });
  });

  test("that of a whole path is reported rather than one on the way", async () => {
    const intermediates = [expired(), authority.certificate];
    const requireExplicitPolicy = true;
    expect(await code({ intermediates })).toBe("ok");
    expect(await validate({ requireExplicitPolicy, intermediates })).toMatchObject({
      code: "policy",
      revocation: null,
    });
    expect(await code({ requireExplicitPolicy, intermediates: intermediates.reverse() })).toBe("policy");
  });

  test("one of the leaf itself is reported only if there is a path", async () => {
    const late = { leaf: copy(unit, { notAfter: NOW }), time: later(1000) };
    expect(await validate(late)).toMatchObject({
      code: "certificate_expired",
      certificate: late.leaf,
      chain: [late.leaf, authority.certificate, root.certificate],
    });
    expect(await code({ ...late, intermediates: [] })).toBe("no_path");
    expect(await code({ ...late, intermediates: [await faulty()] })).toBe("issuer_not_ca");
    expect(await validate({ time: later(1000, NOT_AFTER) })).toMatchObject({
      code: "certificate_expired",
      certificate: authority.certificate,
    });
  });

  test("none leads anywhere: the issuer that was looked for is named", async () => {
    expect(await validate({ intermediates: [] })).toMatchObject({
      isValid: false,
      code: "no_path",
      message: "no available issuer leads to a trust anchor: CN=Authority,C=XX",
      certificate: unit.certificate,
      chain: [unit.certificate],
      revocation: null,
    });
    // An authority is at hand, but no anchor.
    expect(await code({ anchors: [] })).toBe("no_path");
  });
});
