/**
 * Certificate policies along a path: RFC 5280, sections 6.1.3 d to f, 6.1.4 a to j and 6.1.5. Mappings can
 * make the tree of the RFC exponentially large (CVE-2023-0464), so each level keeps one node per policy (RFC
 * 9618).
 */

import type { WorkBudget } from "@svc-proof/shared/work";
import { MAX_POLICY_NODES } from "../limits.js";
import { ANY_POLICY } from "./algorithms.js";
import type { Certificate, PolicyMapping } from "./certificate.js";
import type { PathFault, PathParameters } from "./path-types.js";

interface PolicyNode {
  /** Policies of the next certificate that this node matches. */
  readonly expected: ReadonlySet<string>;
  /** Nodes of the level above that lead here; empty for a node below anyPolicy. */
  readonly parents: readonly PolicyNode[];
  /** For a node below anyPolicy: the policy in the anchor's domain. */
  readonly root: string | null;
}
type Level = ReadonlyMap<string, PolicyNode>;

/** Processing one policy or mapping, in sets and maps of their names. */
const UNITS_PER_POLICY = 2;

type Options = Pick<
  PathParameters,
  "policies" | "requireExplicitPolicy" | "inhibitPolicyMapping" | "inhibitAnyPolicy"
>;

/**
 * The policies valid for a whole path.
 *
 * @param path from the certificate below the anchor to the leaf.
 */
export function validPolicies(
  path: readonly Certificate[],
  options: Options,
  work: WorkBudget,
): { readonly policies: readonly string[] } | (PathFault & { readonly certificate: Certificate }) {
  const unbounded = path.length + 1;
  const skip = {
    explicit: options.requireExplicitPolicy === true ? 0 : unbounded,
    mapping: options.inhibitPolicyMapping === true ? 0 : unbounded,
    any: options.inhibitAnyPolicy === true ? 0 : unbounded,
  };
  let level: Level | null = new Map([[ANY_POLICY, below([ANY_POLICY], ANY_POLICY)]]);
  for (const [i, certificate] of path.entries()) {
    const { policies: stated, policyMappings } = certificate;
    work.spend(UNITS_PER_POLICY * ((stated?.length ?? 0) + policyMappings.length + (level?.size ?? 0)));
    const isLast = i === path.length - 1;
    const isAnyValid = skip.any > 0 || (!isLast && certificate.isSelfIssued);
    level =
      level === null || certificate.policies === null
        ? null
        : nextLevel(level, certificate.policies, isAnyValid);
    if (level?.size === 0) level = null;
    if (level !== null && level.size > MAX_POLICY_NODES) {
      return {
        code: "path_too_costly",
        message: `expected at most ${MAX_POLICY_NODES} policies, got ${level.size}`,
        certificate,
      };
    }
    if (level === null && skip.explicit === 0) return noPolicy(certificate);
    const { policyConstraints } = certificate;
    if (isLast) {
      if (skip.explicit > 0) skip.explicit--;
      if (policyConstraints?.requireExplicitPolicy === 0) skip.explicit = 0;
      break;
    }
    if (policyMappings.some(isOfAnyPolicy)) {
      return { code: "policy", message: "anyPolicy is mapped", certificate };
    }
    if (level !== null) level = mapped(level, policyMappings, skip.mapping > 0);
    if (!certificate.isSelfIssued) {
      skip.explicit = Math.max(0, skip.explicit - 1);
      skip.mapping = Math.max(0, skip.mapping - 1);
      skip.any = Math.max(0, skip.any - 1);
    }
    skip.explicit = Math.min(skip.explicit, policyConstraints?.requireExplicitPolicy ?? unbounded);
    skip.mapping = Math.min(skip.mapping, policyConstraints?.inhibitPolicyMapping ?? unbounded);
    skip.any = Math.min(skip.any, certificate.inhibitAnyPolicy ?? unbounded);
  }
  const policies = acceptedPolicies(level, options.policies);
  return skip.explicit === 0 && policies.length === 0 ? noPolicy(path.at(-1)!) : { policies };
}

function isOfAnyPolicy({ issuerDomain, subjectDomain }: PolicyMapping): boolean {
  return issuerDomain === ANY_POLICY || subjectDomain === ANY_POLICY;
}

/** Section 6.1.3 d. */
function nextLevel(level: Level, policies: readonly string[], isAnyValid: boolean): Level {
  const next = new Map<string, PolicyNode>();
  const parentsOfExpected = expectedParents(level);
  for (const policy of policies) {
    if (policy === ANY_POLICY) continue;
    const parents = parentsOfExpected.get(policy);
    if (parents !== undefined) next.set(policy, { expected: new Set([policy]), parents, root: null });
    else if (level.has(ANY_POLICY)) next.set(policy, below([policy], policy));
  }
  if (isAnyValid && policies.includes(ANY_POLICY)) {
    for (const [policy, parents] of parentsOfExpected) {
      next.set(policy, { expected: new Set([policy]), parents, root: null });
    }
  }
  return next;
}

function expectedParents(level: Level): Map<string, PolicyNode[]> {
  const found = new Map<string, PolicyNode[]>();
  for (const node of level.values()) {
    for (const policy of node.expected) {
      const known = found.get(policy);
      if (known === undefined) found.set(policy, [node]);
      else known.push(node);
    }
  }
  return found;
}

/** Section 6.1.4 b. */
function mapped(level: Level, mappings: Certificate["policyMappings"], isAllowed: boolean): Level {
  const targets = new Map<string, Set<string>>();
  for (const { issuerDomain, subjectDomain } of mappings) {
    const known = targets.get(issuerDomain);
    if (known === undefined) targets.set(issuerDomain, new Set([subjectDomain]));
    else known.add(subjectDomain);
  }
  const result = new Map(level);
  for (const [policy, expected] of targets) {
    const existing = level.get(policy);
    if (!isAllowed) result.delete(policy);
    else if (existing !== undefined) result.set(policy, { ...existing, expected });
    else if (level.has(ANY_POLICY)) result.set(policy, below(expected, policy));
  }
  return result;
}

/** Section 6.1.5 g, in the anchor's policy domain. */
function acceptedPolicies(level: Level | null, accepted: readonly string[] | undefined): string[] {
  if (level === null) return [];
  const roots = rootsOf(level);
  if (accepted === undefined || accepted.includes(ANY_POLICY)) return [...roots];
  return roots.has(ANY_POLICY) ? [...accepted] : accepted.filter((policy) => roots.has(policy));
}

/** Walks up and visits each node once. Keeping a set of roots in each node would take edges times policies. */
function rootsOf(level: Level): Set<string> {
  const roots = new Set<string>();
  const seen = new Set<PolicyNode>();
  const left = [...level.values()].reverse();
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    if (node.root !== null) roots.add(node.root);
    for (const parent of node.parents) if (!seen.has(parent)) left.push(parent);
  }
  return roots;
}

/** Creates a node below anyPolicy. */
function below(expected: Iterable<string>, root: string): PolicyNode {
  return { expected: new Set(expected), parents: [], root };
}

function noPolicy(certificate: Certificate): PathFault & { readonly certificate: Certificate } {
  return { code: "policy", message: "no policy is valid for the whole path", certificate };
}
