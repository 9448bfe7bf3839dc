import { describe, expect, onTestFinished, test, vi } from "vitest";
import { MAX_SEARCH_SIGNATURES } from "../limits.js";
import {
  basicConstraints,
  extension,
  type Issued,
  inhibitAnyPolicy,
  issue,
  issueAuthority,
  issueUnit,
  keyUsage,
  NOT_AFTER,
  NOT_BEFORE,
  NOW,
  name,
  nameConstraints,
  newRsaKey,
  policies,
  policyConstraints,
  policyMappings,
  purposes,
  subjectAltNames,
  type TestName,
  TIME_STAMPING,
} from "./authority.testing.js";
import type { Certificate } from "./certificate.js";
import { validatePath } from "./path-search.js";
import type { PathParameters, PathResult } from "./path-types.js";

/** Some tests generate hundreds of keys. */
vi.setConfig({ testTimeout: 60_000 });

/** Default parameters. */
function ask(
  leaf: Issued,
  intermediates: readonly Issued[],
  anchors: readonly Issued[],
  more: Partial<PathParameters> = {},
): Promise<PathResult> {
  const certificates = (issued: readonly Issued[]): Certificate[] =>
    issued.map(({ certificate }) => certificate);
  return validatePath({
    leaf: leaf.certificate,
    intermediates: certificates(intermediates),
    anchors: certificates(anchors),
    time: NOW,
    purpose: TIME_STAMPING,
    ...more,
  });
}

const codeOf = (result: PathResult) => (result.isValid ? "ok" : result.code);

const root = await issueAuthority("Root");
const authority = await issueAuthority("Authority", { issuer: root });
const unit = await issueUnit(authority);

describe("anchors", () => {
  test("a path is returned leaf first", async () => {
    const result = await ask(unit, [authority], [root]);
    expect(result).toMatchObject({ isValid: true, anchor: root.certificate });
    if (!result.isValid) return;
    expect(result.chain).toEqual([unit.certificate, authority.certificate, root.certificate]);
    expect(result.revocation.map(({ status }) => status)).toEqual(["not_checked", "not_checked"]);
  });

  test("any certificate of the chain may be an anchor", async () => {
    for (const anchors of [[root], [authority], [unit], [authority, root], [unit, root]]) {
      const result = await ask(unit, [authority, unit, root], anchors);
      expect(codeOf(result)).toBe("ok");
      // The nearest anchor ends the chain.
      if (result.isValid) expect(result.anchor).toBe(anchors[0]!.certificate);
    }
  });

  test("the order of intermediates and unrelated ones do not matter", async () => {
    const stranger = await issueAuthority("Stranger");
    expect(codeOf(await ask(unit, [stranger, unit, root, authority, stranger], [root]))).toBe("ok");
  });

  test("no anchor, or another one of the same name, gives no path", async () => {
    const impostor = await issueAuthority("Root");
    expect(codeOf(await ask(unit, [authority, root], []))).toBe("no_path");
    expect(codeOf(await ask(unit, [], [root]))).toBe("no_path");
    expect(codeOf(await ask(unit, [authority], [impostor]))).toBe("signature_invalid");
    expect(codeOf(await ask(root, [root], []))).toBe("no_path");
  });

  test("a key that has signed for another name does not", async () => {
    const renamed = await issueAuthority("Other", { key: root.key });
    expect(codeOf(await ask(unit, [authority], [renamed]))).toBe("no_path");
  });

  test("a published anchor may have a non-critical cA flag; an intermediate may not", async () => {
    const lax = await issue({ subject: name({ CN: "Lax" }), extensions: [basicConstraints(null, false)] });
    const below = await issueUnit(lax);
    expect(codeOf(await ask(below, [], [lax]))).toBe("ok");
    const middle = await issue({
      subject: name({ CN: "Lax" }),
      issuer: root,
      extensions: [basicConstraints(null, false)],
    });
    expect(codeOf(await ask(await issueUnit(middle), [middle], [root]))).toBe("issuer_not_ca");
  });
});

describe("time", () => {
  test.each([
    [new Date(NOT_BEFORE.getTime() - 1), "certificate_not_yet_valid"],
    [NOT_BEFORE, "ok"],
    [NOT_AFTER, "ok"],
    [new Date(NOT_AFTER.getTime() + 999), "ok"],
    [new Date(NOT_AFTER.getTime() + 1000), "certificate_expired"],
  ])("at %j: %s", async (time, code) => {
    expect(codeOf(await ask(unit, [authority], [root], { time }))).toBe(code);
    expect(codeOf(await ask(unit, [], [unit], { time }))).toBe(code);
  });

  test("names the expired certificate, or uses another one of the same authority", async () => {
    const notAfter = new Date(NOW.getTime() - 1000);
    const expired = await issueAuthority("Authority", { issuer: root, key: authority.key, notAfter });
    const result = await ask(unit, [expired], [root]);
    expect(result).toMatchObject({ code: "certificate_expired", certificate: expired.certificate });
    expect(codeOf(await ask(unit, [expired, authority], [root]))).toBe("ok");
  });

  test("an invalid date is a mistake of the caller", async () => {
    await expect(ask(unit, [authority], [root], { time: new Date(Number.NaN) })).rejects.toThrow(RangeError);
  });
});

describe("authority", () => {
  test("a unit cannot issue", async () => {
    expect(codeOf(await ask(await issueUnit(unit), [unit, authority], [root]))).toBe("issuer_not_ca");
  });

  test("a key that must not sign certificates", async () => {
    const middle = await issue({
      subject: name({ CN: "Middle" }),
      issuer: root,
      extensions: [basicConstraints(), keyUsage(0, 6)],
    });
    expect(codeOf(await ask(await issueUnit(middle), [middle], [root]))).toBe("issuer_key_usage");
  });

  test("path lengths at the limit and beyond", async () => {
    for (const [pathLength, code] of [
      [0, "path_length_exceeded"],
      [1, "ok"],
    ] as const) {
      const bounded = await issueAuthority("Bounded", { issuer: root, pathLength });
      const below = await issueAuthority("Below", { issuer: bounded });
      expect(codeOf(await ask(await issueUnit(below), [bounded, below], [root]))).toBe(code);
    }
  });

  test("intermediates at the caller's limit and beyond", async () => {
    expect(codeOf(await ask(unit, [authority], [root], { maxIntermediates: 1 }))).toBe("ok");
    expect(codeOf(await ask(unit, [authority], [root], { maxIntermediates: 0 }))).toBe("path_too_long");
  });

  test("sixteen intermediates, and one more", async () => {
    const chain = [root];
    while (chain.length <= 17) {
      chain.unshift(await issueAuthority(`Level ${chain.length}`, { issuer: chain[0]! }));
    }
    const [top, ...others] = chain as [Issued, ...Issued[]];
    expect(codeOf(await ask(await issueUnit(others[0]!), others, [root]))).toBe("ok");
    expect(codeOf(await ask(await issueUnit(top), chain, [root]))).toBe("path_too_long");
  });
});

describe("purpose", () => {
  test("a leaf that lists purposes must list this one", async () => {
    const other = await issue({
      subject: name({ CN: "T" }),
      issuer: root,
      extensions: [purposes("2.5.29.37.0")],
    });
    expect(codeOf(await ask(other, [], [root]))).toBe("extended_key_usage");
    expect(codeOf(await ask(other, [], [other]))).toBe("extended_key_usage");
    expect(codeOf(await ask(other, [], [root], { purpose: null }))).toBe("ok");
  });

  test("purposes of an authority limit the certificates below if the caller says so", async () => {
    const web = await issueAuthority("Web", { issuer: root, extensions: [purposes("1.3.6.1.5.5.7.3.1")] });
    const below = await issueUnit(web);
    expect(codeOf(await ask(below, [web], [root]))).toBe("ok");
    expect(codeOf(await ask(below, [web], [root], { arePurposesNested: true }))).toBe("extended_key_usage");
    expect(codeOf(await ask(unit, [authority], [root], { arePurposesNested: true }))).toBe("ok");
  });
});

describe("extensions and profile", () => {
  const UNKNOWN = "1.3.6.1.4.1.99999.1";
  const critical = extension(UNKNOWN, Uint8Array.of(5, 0), true);

  test("an unknown critical extension makes it invalid unless the caller processes it", async () => {
    const odd = await issueUnit(authority, { extensions: [critical] });
    expect(codeOf(await ask(odd, [authority], [root]))).toBe("unknown_critical_extension");
    expect(codeOf(await ask(odd, [], [odd]))).toBe("unknown_critical_extension");
    expect(codeOf(await ask(odd, [authority], [root], { processedExtensions: [UNKNOWN] }))).toBe("ok");
    const oddAuthority = await issueAuthority("Odd", { issuer: root, extensions: [critical] });
    const below = await issueUnit(oddAuthority);
    const processed = { processedExtensions: [UNKNOWN] };
    expect(codeOf(await ask(below, [oddAuthority], [root], processed))).toBe("unknown_critical_extension");
  });

  test.each(["ff", "00", "7f".repeat(20), "7f".repeat(21)])("serial number %s", async (serialNumber) => {
    expect(codeOf(await ask(await issueUnit(authority, { serialNumber }), [authority], [root]))).toBe("ok");
  });

  test("a path is found by names and signatures, without key identifiers", async () => {
    const bareAuthority = await issueAuthority("Bare", { issuer: root, hasKeyIdentifiers: false });
    const bare = await issueUnit(bareAuthority, { hasKeyIdentifiers: false });
    const impostor = await issueAuthority("Bare", { hasKeyIdentifiers: false });
    expect(codeOf(await ask(bare, [impostor, bareAuthority], [root]))).toBe("ok");
    expect(codeOf(await ask(bare, [impostor], [root]))).not.toBe("ok");
    expect(codeOf(await ask(bare, [], [bare]))).toBe("ok");
  });

  test("an authority without name, and a leaf with constraints", async () => {
    const nameless = await issueAuthority("", { issuer: root, subject: name({}) });
    expect(codeOf(await ask(await issueUnit(nameless), [nameless], [root]))).toBe("certificate_profile");
    const bound = nameConstraints([["dns", "example.com"]], []);
    const odd = await issueUnit(authority, { extensions: [bound] });
    expect(codeOf(await ask(odd, [authority], [root]))).toBe("certificate_profile");
  });
});

describe("signatures", () => {
  test("short keys and old hashes have different codes, and the caller may allow them", async () => {
    const short = await issueAuthority("Short", { key: await newRsaKey(1024) });
    const belowShort = await issueUnit(short);
    expect(codeOf(await ask(belowShort, [], [short]))).toBe("key_too_weak");
    expect(codeOf(await ask(belowShort, [], [short], { minRsaBits: 1024 }))).toBe("ok");
    const old = await issueAuthority("Old", { key: await newRsaKey(2048, "SHA-1") });
    const belowOld = await issueUnit(old);
    expect(codeOf(await ask(belowOld, [], [old]))).toBe("hash_too_weak");
    expect(codeOf(await ask(belowOld, [], [old], { allowSha1: true }))).toBe("ok");
  });

  test("look-alikes of the issuer cost one signature each, up to the limit", async () => {
    const copies = await Promise.all(
      Array.from({ length: 140 }, () =>
        issueAuthority("Authority", { issuer: root, hasKeyIdentifiers: false }),
      ),
    );
    // Whether they have other key identifiers or none, they are tried after the one that the hint names.
    expect(codeOf(await ask(unit, [...copies, authority], [root]))).toBe("ok");
    const twins = await Promise.all(
      Array.from({ length: 140 }, () => issueAuthority("Authority", { issuer: root })),
    );
    expect(codeOf(await ask(unit, [...twins, authority], [root]))).toBe("ok");
    expect(codeOf(await ask(unit, twins, [root]))).toBe("path_too_costly");
    expect(codeOf(await ask(unit, twins.slice(0, 120), [root]))).toBe("signature_invalid");
  });

  test("authorities that sign each other end after a bounded number of signatures", async () => {
    const keys = await Promise.all(Array.from({ length: 7 }, (_, i) => issueAuthority(`Ring ${i}`)));
    const ring: Issued[] = [];
    for (const issuer of keys) {
      for (const subject of keys) {
        if (issuer === subject) continue;
        ring.push(
          await issue({
            subject: subject.certificate.subject.der,
            key: subject.key,
            issuer,
            extensions: [basicConstraints(), keyUsage(5)],
          }),
        );
      }
    }
    const unit = await issueUnit(keys[0]!);
    const verified = vi.spyOn(crypto.subtle, "verify");
    onTestFinished(() => verified.mockRestore());
    const result = await ask(unit, ring, [root]);
    expect(["no_path", "path_too_costly"]).toContain(codeOf(result));
    expect(verified.mock.calls.length).toBeGreaterThan(0);
    expect(verified.mock.calls.length).toBeLessThanOrEqual(MAX_SEARCH_SIGNATURES);
  });
});

describe("name constraints", () => {
  const dn = (parts: Readonly<Record<string, string>>): TestName => ["directory", name(parts)];
  test.each<[string, TestName[], TestName[], TestName[], string]>([
    ["a directory name within", [dn({ C: "XX" })], [], [], "ok"],
    ["case and spaces do not count", [dn({ C: "xx", CN: " UNIT " })], [], [], "ok"],
    ["a directory name outside", [dn({ C: "YY" })], [], [], "name_not_permitted"],
    ["an excluded one", [], [dn({ C: "XX" })], [], "name_excluded"],
    ["a mailbox of a host", [["email", "example.com"]], [], [["email", "a@example.com"]], "ok"],
    [
      "a mailbox of a host below",
      [["email", "example.com"]],
      [],
      [["email", "a@b.example.com"]],
      "name_not_permitted",
    ],
    ["a mailbox of a domain", [["email", ".example.com"]], [], [["email", "a@b.example.com"]], "ok"],
    ["one mailbox", [["email", "a@example.com"]], [], [["email", "A@example.com"]], "name_not_permitted"],
    [
      "no mailbox",
      [["email", "example.com"]],
      [],
      [["email", "example.com"]],
      "name_constraints_unsupported",
    ],
    ["a URI's host", [["uri", "example.com"]], [], [["uri", "https://example.com:8080/a"]], "ok"],
    ["a URI's domain", [], [["uri", ".example.com"]], [["uri", "https://u@a.example.com"]], "name_excluded"],
    [
      "a host in a URI's query",
      [["uri", "example.com"]],
      [],
      [["uri", "https://a.test/?@example.com"]],
      "name_not_permitted",
    ],
    [
      "a URI with an address",
      [["uri", "example.com"]],
      [],
      [["uri", "https://1.2.3.4/"]],
      "name_constraints_unsupported",
    ],
    ["a DNS name below", [["dns", "example.com"]], [], [["dns", "a.EXAMPLE.com"]], "ok"],
    [
      "a DNS name that only ends alike",
      [["dns", "example.com"]],
      [],
      [["dns", "anexample.com"]],
      "name_not_permitted",
    ],
    [
      "a wildcard over an excluded name",
      [],
      [["dns", "a.example.com"]],
      [["dns", "*.example.com"]],
      "name_excluded",
    ],
    ["names of other kinds", [["dns", "example.com"]], [], [["email", "a@b.test"]], "ok"],
  ])("%s", async (_, permitted, excluded, names, code) => {
    const bound = await issueAuthority("Bound", {
      issuer: root,
      extensions: [nameConstraints(permitted, excluded)],
    });
    const extensions = names.length === 0 ? [] : [subjectAltNames(...names)];
    expect(codeOf(await ask(await issueUnit(bound, { extensions }), [bound], [root]))).toBe(code);
    // An anchor's constraints count too.
    expect(codeOf(await ask(await issueUnit(bound, { extensions }), [], [bound]))).toBe(code);
  });
});

describe("policies", () => {
  const [A, B, C] = ["1.2.3.1", "1.2.3.2", "1.2.3.3"];
  const ANY = "2.5.29.32.0";

  async function policiesOf(
    authorityExtensions: readonly Uint8Array[],
    unitExtensions: readonly Uint8Array[],
    more: Partial<PathParameters> = {},
  ): Promise<readonly string[] | string> {
    const middle = await issueAuthority("Policies", { issuer: root, extensions: authorityExtensions });
    const leaf = await issueUnit(middle, { extensions: unitExtensions });
    const result = await ask(leaf, [middle], [root], more);
    return result.isValid ? result.policies : result.code;
  }

  test("those of the whole path", async () => {
    expect(await policiesOf([policies(A, B)], [policies(B, C)])).toEqual([B]);
    expect(await policiesOf([policies(ANY)], [policies(A)])).toEqual([A]);
    expect(await policiesOf([policies(A)], [policies(ANY)])).toEqual([A]);
    expect(await policiesOf([policies(ANY)], [policies(ANY)])).toEqual([ANY]);
    expect(await policiesOf([policies(A)], [])).toEqual([]);
  });

  test("one is required if the caller or an authority says so", async () => {
    expect(await policiesOf([policies(A)], [policies(B)])).toEqual([]);
    expect(await policiesOf([policies(A)], [policies(B)], { requireExplicitPolicy: true })).toBe("policy");
    expect(await policiesOf([policies(A), policyConstraints(0, null)], [policies(B)])).toBe("policy");
    expect(await policiesOf([policies(A), policyConstraints(0, null)], [])).toBe("policy");
    expect(await policiesOf([policies(A), policyConstraints(0, null)], [policies(A)])).toEqual([A]);
  });

  test("the caller's own", async () => {
    const asked = { policies: [A], requireExplicitPolicy: true };
    expect(await policiesOf([policies(A, B)], [policies(A, B)], asked)).toEqual([A]);
    expect(await policiesOf([policies(B)], [policies(B)], asked)).toBe("policy");
    expect(await policiesOf([policies(ANY)], [policies(ANY)], asked)).toEqual([A]);
  });

  test("a trusted leaf has its own", async () => {
    const leaf = await issueUnit(root, { extensions: [policies(A)] });
    expect(await ask(leaf, [], [leaf], { policies: [A, B] })).toMatchObject({ isValid: true, policies: [A] });
    const required = { requireExplicitPolicy: true };
    expect(codeOf(await ask(leaf, [], [leaf], { ...required, policies: [B] }))).toBe("policy");
    expect(codeOf(await ask(leaf, [], [leaf], { ...required, policies: [] }))).toBe("policy");
    expect(codeOf(await ask(unit, [], [unit], required))).toBe("policy");
  });

  test("mapped, unless that is inhibited", async () => {
    const mapping = [policies(A), policyMappings([A, B])];
    expect(await policiesOf(mapping, [policies(B)])).toEqual([A]);
    expect(await policiesOf(mapping, [policies(A)], { requireExplicitPolicy: true })).toBe("policy");
    const inhibited = { requireExplicitPolicy: true, inhibitPolicyMapping: true };
    expect(await policiesOf(mapping, [policies(B)], inhibited)).toBe("policy");
    expect(await policiesOf([policies(ANY), policyMappings([ANY, B])], [policies(B)])).toBe("policy");
    expect(await policiesOf([policies(ANY), policyMappings([A, B])], [policies(B)])).toEqual([A]);
  });

  test("anyPolicy no longer counts once inhibited", async () => {
    const required = { requireExplicitPolicy: true };
    expect(await policiesOf([policies(A), inhibitAnyPolicy(0)], [policies(ANY)], required)).toBe("policy");
    expect(await policiesOf([policies(A), inhibitAnyPolicy(1)], [policies(ANY)], required)).toEqual([A]);
    expect(await policiesOf([policies(ANY)], [policies(A)], { ...required, inhibitAnyPolicy: true })).toBe(
      "policy",
    );
  });

  test("mappings cannot multiply without limit", async () => {
    const many = Array.from({ length: 30 }, (_, i) => `1.2.4.${i}`);
    const pairs = many.flatMap((from) => many.map((to) => [from, to] as const));
    const chain = [root];
    for (let i = 0; i < 12; i++) {
      const extensions = [policies(...many), policyMappings(...pairs)];
      chain.unshift(await issueAuthority(`Mapping ${i}`, { issuer: chain[0]!, extensions }));
    }
    const leaf = await issueUnit(chain[0]!, { extensions: [policies(...many)] });
    // 30 mappings at each of twelve levels: enumerating the paths through them would not end.
    expect(codeOf(await ask(leaf, chain, [root], { requireExplicitPolicy: true }))).toBe("ok");
  });
});
