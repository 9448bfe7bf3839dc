/** Policies along a path: RFC 5280, section 6.1. Only what concerns policies of the certificates is made up. */

import { WorkBudget } from "@svc-proof/shared/work";
import { describe, expect, test } from "vitest";
import { spentBy } from "../asn1/der.testing.js";
import { MAX_POLICY_NODES } from "../limits.js";
import type { Certificate } from "./certificate.js";
import { validPolicies } from "./policies.js";

const ANY = "2.5.29.32.0";
const [A, B, C, D] = ["1.2.1", "1.2.2", "1.2.3", "1.2.4"] as const;

interface Stated {
  readonly policies?: readonly string[] | null;
  readonly mappings?: readonly (readonly [string, string])[];
  readonly explicit?: number;
  readonly inhibitMapping?: number;
  readonly inhibitAny?: number;
  readonly isSelfIssued?: boolean;
}

function certificate(stated: Stated): Certificate {
  const { explicit = null, inhibitMapping = null } = stated;
  return {
    policies: stated.policies ?? null,
    policyMappings: (stated.mappings ?? []).map(([issuerDomain, subjectDomain]) => ({
      issuerDomain,
      subjectDomain,
    })),
    policyConstraints:
      explicit === null && inhibitMapping === null
        ? null
        : { requireExplicitPolicy: explicit, inhibitPolicyMapping: inhibitMapping },
    inhibitAnyPolicy: stated.inhibitAny ?? null,
    isSelfIssued: stated.isSelfIssued ?? false,
  } as unknown as Certificate;
}

type Options = Parameters<typeof validPolicies>[1];

/** The valid policies, or the code and the place of the certificate at which the path fails. */
function judged(stated: readonly Stated[], options: Options = {}): readonly string[] | string {
  const path = stated.map(certificate);
  const result = validPolicies(path, options, new WorkBudget());
  return "code" in result ? `${result.code} at ${path.indexOf(result.certificate)}` : result.policies;
}

const sorted = (policies: readonly string[] | string) => [...policies].sort();
const required: Options = { requireExplicitPolicy: true };
const of = (...policies: readonly string[]): Stated => ({ policies });
/** Of one policy, or more, with mappings. */
const mapping = (
  policies: readonly string[],
  ...mappings: readonly (readonly [string, string])[]
): Stated => ({
  policies,
  mappings,
});

describe("policies of a path", () => {
  test("are those of every certificate, in order", () => {
    expect(judged([of(A, B, C), of(C, B, D)])).toEqual([C, B]);
    expect(judged([of(A, B), of(A, B), of(B, C)])).toEqual([B]);
    expect(judged([of(A), of(B)])).toEqual([]);
    expect(judged([of(A), {}])).toEqual([]);
    expect(judged([{}, of(A)])).toEqual([]);
    expect(judged([{}])).toEqual([]);
    expect(judged([of(A, B)])).toEqual([A, B]);
  });

  test("are not found again once there was none", () => {
    expect(judged([of(A), of(B), of(A)])).toEqual([]);
    expect(judged([of(A), of(B), of(ANY)])).toEqual([]);
    expect(judged([{}, of(ANY), of(A)], { requireExplicitPolicy: false })).toEqual([]);
  });

  test("may be any", () => {
    expect(judged([of(ANY), of(A)])).toEqual([A]);
    expect(judged([of(A), of(ANY)])).toEqual([A]);
    expect(judged([of(A, B), of(ANY, A)])).toEqual([A, B]);
    expect(judged([of(ANY), of(ANY)])).toEqual([ANY]);
    expect(judged([of(ANY, A), of(B)])).toEqual([B]);
    expect(judged([of(ANY, A), of(A, B)])).toEqual([A, B]);
    expect(judged([of(ANY, A), of(ANY)])).toEqual([A, ANY]);
  });

  test("are those that the caller accepts", () => {
    expect(judged([of(A, B), of(A, B)], { policies: [B, C] })).toEqual([B]);
    expect(judged([of(A, B), of(A, B)], { policies: [C, ANY] })).toEqual([A, B]);
    expect(judged([of(ANY), of(ANY)], { policies: [C, A] })).toEqual([C, A]);
    expect(judged([of(A), of(B)], { policies: [A] })).toEqual([]);
    expect(judged([of(A)], { policies: [] })).toEqual([]);
  });
});

describe("a policy is required", () => {
  test("by the caller: a path without any fails at the certificate that has none", () => {
    expect(judged([of(A), of(A)], required)).toEqual([A]);
    expect(judged([of(A), of(B)], required)).toBe("policy at 1");
    expect(judged([of(A), of(B), of(B)], required)).toBe("policy at 1");
    expect(judged([{}, of(B)], required)).toBe("policy at 0");
    expect(judged([of(A), of(A), of(A)], { ...required, policies: [B] })).toBe("policy at 2");
  });

  test("by an authority, after as many certificates as it says", () => {
    const path = (explicit: number) => judged([{ ...of(A), explicit }, of(A), of(A), {}]);
    expect(path(0)).toBe("policy at 3");
    expect(path(2)).toBe("policy at 3");
    // The last certificate counts as one too.
    expect(path(3)).toBe("policy at 3");
    expect(path(4)).toEqual([]);
    expect(judged([{ ...of(A), explicit: 1 }, {}, {}])).toBe("policy at 2");
    expect(judged([{ ...of(A), explicit: 0 }, {}, {}])).toBe("policy at 1");
  });

  test("by the strictest: a later authority cannot relax it", () => {
    expect(judged([{ ...of(A), explicit: 0 }, { ...of(A), explicit: 9 }, of(B)])).toBe("policy at 2");
    expect(judged([{ ...of(A), explicit: 9 }, { ...of(A), explicit: 0 }, of(B)])).toBe("policy at 2");
    expect(judged([{ ...of(A), explicit: 0 }, { ...of(A), inhibitMapping: 9 }, of(B)])).toBe("policy at 2");
    expect(judged([{ ...of(A), inhibitMapping: 0 }, of(A), of(B)])).toEqual([]);
  });

  test("by the last certificate itself", () => {
    expect(judged([of(A), { ...of(B), explicit: 0 }])).toBe("policy at 1");
    expect(judged([of(A), { ...of(B), explicit: 1 }])).toEqual([]);
    expect(judged([{ explicit: 0 }])).toBe("policy at 0");
    expect(judged([{ ...of(A), explicit: 0 }])).toEqual([A]);
    expect(judged([{ ...of(A), inhibitMapping: 0 }])).toEqual([A]);
    expect(judged([{ ...of(A), explicit: 0 }], { policies: [B] })).toBe("policy at 0");
  });

  test("self-issued authorities are not counted, but a self-issued last certificate is", () => {
    const path = (isSelfIssued: boolean) =>
      judged([{ ...of(A), explicit: 3 }, { ...of(A), isSelfIssued }, {}, { isSelfIssued: true }]);
    expect(path(false)).toBe("policy at 3");
    expect(path(true)).toEqual([]);
  });
});

describe("a mapping", () => {
  test.each<[string, readonly Stated[], readonly string[] | string]>([
    ["leads from the issuer's policy to the subject's", [mapping([A], [A, B]), of(B)], [A]],
    ["leads away from the issuer's", [mapping([A], [A, B]), of(A)], []],
    ["leads to any", [mapping([A], [A, B]), of(ANY)], [A]],
    ["leaves others alone", [mapping([A, C], [A, B]), of(C)], [C]],
    ["may be followed by another", [mapping([A], [A, B]), mapping([B], [B, C]), of(C)], [A]],
    ["may lead to several, the first", [mapping([A], [A, B], [A, C]), of(B)], [A]],
    ["may lead to several, the second", [mapping([A], [A, B], [A, C]), of(C)], [A]],
    ["may lead to several, not itself", [mapping([A], [A, B], [A, C]), of(A)], []],
    ["may lead from several", [mapping([A, B], [A, C], [B, C]), of(C)], [A, B]],
    ["may lead from several to any", [mapping([A, B], [A, C], [B, C]), of(ANY)], [A, B]],
    ["of a policy that is not stated counts for nothing", [mapping([A], [C, B]), of(B)], []],
    ["of a policy that is not stated counts below anyPolicy", [mapping([ANY], [A, B]), of(B)], [A]],
    ["below anyPolicy leaves the issuer's", [mapping([ANY], [A, B]), of(A)], [A]],
    ["from anyPolicy is not allowed", [mapping([ANY], [ANY, B]), of(B)], "policy at 0"],
    ["to anyPolicy is not allowed", [mapping([A], [A, ANY]), of(B)], "policy at 0"],
    ["to anyPolicy, behind another, neither", [mapping([A], [A, B], [A, ANY]), of(B)], "policy at 0"],
    ["means nothing in the last certificate", [of(A), mapping([A], [A, ANY])], [A]],
    ["without policies leads nowhere", [{ mappings: [[A, B]] }, of(B)], []],
  ])("%s", (_, stated, expected) => {
    const result = judged(stated);
    expect(typeof result === "string" ? result : sorted(result)).toEqual(expected);
  });

  test("removes the policy if mappings are inhibited: by the caller, or by an authority above", () => {
    const toB = mapping([A, C], [A, B]);
    expect(judged([toB, of(A, B, C)], { inhibitPolicyMapping: true })).toEqual([C]);
    expect(judged([toB, of(A, B, C)], { inhibitPolicyMapping: false })).toEqual([A, C]);
    const below = (inhibitMapping: number, isSelfIssued = false) =>
      judged([{ ...of(A, C), inhibitMapping }, { ...of(A, C), isSelfIssued }, toB, of(B, C)]);
    expect(below(0)).toEqual([C]);
    expect(below(1)).toEqual([C]);
    expect(below(2)).toEqual([A, C]);
    expect(below(1, true)).toEqual([A, C]);
    // It holds below the authority that says so.
    expect(judged([{ ...toB, inhibitMapping: 0 }, of(B, C)])).toEqual([A, C]);
    // A later authority cannot relax it.
    const relaxed = { ...of(A, C), inhibitMapping: 9 };
    expect(judged([{ ...of(A, C), inhibitMapping: 0 }, relaxed, toB, of(B, C)])).toEqual([C]);
  });
});

describe("anyPolicy", () => {
  test("does not count once inhibited: by the caller, or by an authority above", () => {
    expect(judged([of(ANY), of(A)], { inhibitAnyPolicy: true })).toEqual([]);
    expect(judged([of(ANY), of(A)], { inhibitAnyPolicy: false })).toEqual([A]);
    expect(judged([of(A), of(ANY)], { inhibitAnyPolicy: true })).toEqual([]);
    expect(judged([of(A), of(ANY, A)], { inhibitAnyPolicy: true })).toEqual([A]);
    const below = (inhibitAny: number) => judged([{ ...of(A), inhibitAny }, of(A), of(ANY)]);
    expect(below(0)).toEqual([]);
    expect(below(1)).toEqual([]);
    expect(below(2)).toEqual([A]);
    // It holds below the authority that says so.
    expect(judged([{ ...of(ANY), inhibitAny: 0 }, of(A)])).toEqual([A]);
    // A later authority cannot relax it.
    expect(judged([{ ...of(A), inhibitAny: 0 }, { ...of(A), inhibitAny: 9 }, of(ANY)])).toEqual([]);
  });

  test("counts in a self-issued authority all the same, but not in a self-issued last certificate", () => {
    const self: Stated = { ...of(ANY), isSelfIssued: true };
    expect(judged([{ ...of(A), inhibitAny: 0 }, self, of(A)])).toEqual([A]);
    expect(judged([{ ...of(A), inhibitAny: 0 }, of(ANY), of(A)])).toEqual([]);
    expect(judged([{ ...of(A), inhibitAny: 0 }, self])).toEqual([]);
    expect(judged([{ ...of(A), inhibitAny: 1 }, self, of(ANY)])).toEqual([A]);
    expect(judged([{ ...of(A), inhibitAny: 1 }, of(ANY), of(ANY)])).toEqual([]);
  });
});

describe("the cost", () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => `1.3.${i}`);

  test("of one level is bounded", () => {
    expect(judged([of(...many(MAX_POLICY_NODES))])).toHaveLength(MAX_POLICY_NODES);
    expect(judged([of(...many(MAX_POLICY_NODES + 1))])).toBe("path_too_costly at 0");
  });

  test.each<[number, readonly Stated[]]>([
    [2, [{}]],
    [2 * (3 + 1), [of(A, B, C)]],
    [2 * (3 + 2 + 1), [mapping([A, B, C], [A, B], [C, D])]],
    [2 * (3 + 1) + 2 * (1 + 3), [of(A, B, C), of(D)]],
    [2 * (3 + 1) + 2 * 3 + 2, [of(A, B, C), {}, of(A)]],
  ])(
    "is two units for each policy stated, each mapping, and each policy of the level above: %i",
    async (units, stated) => {
      expect(await spentBy((work) => validPolicies(stated.map(certificate), {}, work))).toBe(units);
    },
  );

  test("does not grow with the number of ways through mappings", () => {
    const all = many(16);
    const mappings = all.flatMap((from) => all.map((to) => [from, to] as const));
    const level: Stated = { policies: all, mappings };
    expect(sorted(judged([...Array.from({ length: 12 }, () => level), of(...all)]))).toEqual(all.sort());
  });
});
