/**
 * Name constraints: RFC 5280, sections 4.2.1.10 and 6.1.4 g. Supports directory names, DNS names, mailboxes,
 * URIs and IP addresses. A constraint of another kind fails only if a certificate has a name of that kind.
 */

import { bytesToHex } from "@svc-proof/shared/encoding";
import type { WorkBudget } from "@svc-proof/shared/work";
import { MAX_NAME_COMPARISONS } from "../limits.js";
import { EMAIL_ADDRESS } from "./algorithms.js";
import type { Certificate, GeneralName, NameConstraints } from "./certificate.js";
import type { PathFault } from "./path-types.js";

type NameFault = PathFault & { readonly certificate: Certificate };

/** Looking up one name among the constraints, or adding one constraint, regardless of their number. */
const UNITS_PER_NAME = 8;

/**
 * Checks names against constraints, for all paths of one search. The result for two certificates is computed
 * once, and each name is looked up among the constraints instead of compared with every one.
 */
export class NameConstraintChecks {
  readonly #work: WorkBudget;
  readonly #trees = new Map<NameConstraints, Trees>();
  readonly #names = new Map<Certificate, readonly GeneralName[]>();
  readonly #faults = new Map<NameConstraints, Map<Certificate, PathFault | null>>();

  constructor(work: WorkBudget) {
    this.#work = work;
  }

  /**
   * Checks every name of a path against every constraint above it.
   *
   * @param chain from leaf to anchor. The anchor's constraints count too.
   * @returns the fault and the certificate with the name; null if there is none.
   * @throws FormatError `work_limit_exceeded`.
   */
  faultOf(chain: readonly Certificate[]): NameFault | null {
    let comparisons = 0;
    for (const [depth, { nameConstraints }] of chain.entries()) {
      if (nameConstraints === null) continue;
      const count = nameConstraints.permitted.length + nameConstraints.excluded.length;
      for (const [i, certificate] of chain.slice(0, depth).entries()) {
        // Section 6.1.3 b: a self-issued authority, which changes its key, is exempt. A leaf never is.
        if (i > 0 && certificate.isSelfIssued) continue;
        comparisons += this.#namesOf(certificate).length * count;
        const fault =
          comparisons > MAX_NAME_COMPARISONS
            ? {
                code: "name_constraints_too_costly" as const,
                message: `expected at most ${MAX_NAME_COMPARISONS} comparisons of names`,
              }
            : this.#faultBetween(nameConstraints, certificate);
        if (fault !== null) return { ...fault, certificate };
      }
    }
    return null;
  }

  #faultBetween(constraints: NameConstraints, certificate: Certificate): PathFault | null {
    const known = this.#faults.get(constraints) ?? new Map<Certificate, PathFault | null>();
    this.#faults.set(constraints, known);
    const before = known.get(certificate);
    if (before !== undefined) return before;
    const { permitted, excluded } = this.#treesOf(constraints);
    let fault: PathFault | null = null;
    for (const name of this.#namesOf(certificate)) {
      this.#work.spend(UNITS_PER_NAME + partsOf(name));
      const code = codeOf(name, permitted, excluded);
      if (code === null) continue;
      fault = { code, message: nameText(name) };
      break;
    }
    known.set(certificate, fault);
    return fault;
  }

  /** Names of the subject. A mailbox in the subject counts only if there is no other (section 4.2.1.10). */
  #namesOf(certificate: Certificate): readonly GeneralName[] {
    const known = this.#names.get(certificate);
    if (known !== undefined) return known;
    const { subject, subjectAltNames } = certificate;
    const names: GeneralName[] = [...subjectAltNames];
    this.#work.spend(UNITS_PER_NAME * subject.canonical.length);
    if (subject.canonical.length > 0) names.push({ kind: "directory", value: subject });
    if (!subjectAltNames.some(({ kind }) => kind === "email")) {
      for (const { oid, value } of subject.attributes) {
        if (oid === EMAIL_ADDRESS) names.push({ kind: "email", value });
      }
    }
    this.#names.set(certificate, names);
    return names;
  }

  #treesOf(constraints: NameConstraints): Trees {
    const known = this.#trees.get(constraints);
    if (known !== undefined) return known;
    for (const name of [...constraints.permitted, ...constraints.excluded]) {
      this.#work.spend(UNITS_PER_NAME + partsOf(name));
    }
    const trees = {
      permitted: new Subtrees(constraints.permitted),
      excluded: new Subtrees(constraints.excluded),
    };
    this.#trees.set(constraints, trees);
    return trees;
  }
}

type SupportedName = Exclude<GeneralName, { readonly kind: "other" }>;

interface Trees {
  readonly permitted: Subtrees;
  readonly excluded: Subtrees;
}

/** The number of relative names of a directory name. A DNS name has at most 127 labels, and most have three. */
function partsOf(name: GeneralName): number {
  return name.kind === "directory" ? name.value.canonical.length : 0;
}

function codeOf(name: GeneralName, permitted: Subtrees, excluded: Subtrees): PathFault["code"] | null {
  const isExcluded = excluded.holds(name, true);
  if (isExcluded === null) return "name_constraints_unsupported";
  if (isExcluded) return "name_excluded";
  if (!permitted.hasKind(name)) return null;
  const isPermitted = permitted.holds(name, false);
  if (isPermitted === null) return "name_constraints_unsupported";
  return isPermitted ? null : "name_not_permitted";
}

function kindOf(name: GeneralName): string {
  return name.kind === "other" ? `other ${name.tag}` : name.kind;
}

/** One level of directory names. */
interface DirectoryNode {
  isEnd: boolean;
  readonly below: Map<string, DirectoryNode>;
}

/** Subtrees of names, permitted or excluded, indexed for looking up a name. */
class Subtrees {
  readonly #kinds = new Set<string>();
  /** Kinds with a malformed constraint: names of these kinds cannot be checked. */
  readonly #malformed = new Set<SupportedName["kind"]>();
  readonly #directory: DirectoryNode = { isEnd: false, below: new Map() };
  /** Lower-case; "" contains every name. */
  readonly #dns = new Set<string>();
  /** Parents of the names in `#dns`, one label up: a wildcard below a parent covers a name in a subtree. */
  readonly #dnsParents = new Set<string>();
  readonly #mailboxes = new Set<string>();
  /** Hosts of mailboxes and URIs: the host alone or, with a leading period, all hosts below. */
  readonly #hosts = { email: new Set<string>(), uri: new Set<string>() };
  /** Addresses by mask. */
  readonly #addresses = new Map<string, { readonly mask: Uint8Array; readonly addresses: Set<string> }>();

  constructor(constraints: readonly GeneralName[]) {
    for (const constraint of constraints) {
      this.#kinds.add(kindOf(constraint));
      if (constraint.kind !== "other" && !this.#file(constraint)) this.#malformed.add(constraint.kind);
    }
  }

  hasKind(name: GeneralName): boolean {
    return this.#kinds.has(kindOf(name));
  }

  /**
   * Whether a subtree contains the name; null if that cannot be decided.
   *
   * @param withWildcards a wildcard counts as contained if it covers names in the subtree, even if it is not
   * in it itself.
   */
  holds(name: GeneralName, withWildcards: boolean): boolean | null {
    if (!this.hasKind(name)) return false;
    if (name.kind === "other" || this.#malformed.has(name.kind)) return null;
    switch (name.kind) {
      case "directory":
        return this.#holdsDirectory(name.value.canonical);
      case "dns":
        return this.#holdsDns(name.value, withWildcards);
      case "email":
        return this.#holdsMailbox(name.value);
      case "uri":
        return this.#holdsUri(name.value);
      case "ip":
        return this.#holdsAddress(name.value);
    }
  }

  /** @returns false for a malformed constraint. */
  #file(constraint: SupportedName): boolean {
    switch (constraint.kind) {
      case "directory": {
        let node = this.#directory;
        for (const relativeName of constraint.value.canonical) {
          const next = node.below.get(relativeName) ?? { isEnd: false, below: new Map() };
          node.below.set(relativeName, next);
          node = next;
        }
        node.isEnd = true;
        return true;
      }
      case "dns": {
        const tree = constraint.value.toLowerCase();
        if (tree !== "" && !isHost(constraint.value)) return false;
        this.#dns.add(tree);
        this.#dnsParents.add(parentOf(tree));
        return true;
      }
      case "email": {
        const parts = mailboxParts(constraint.value);
        if (parts === null) return this.#fileHost(constraint.value, "email");
        const [local, host] = parts;
        this.#mailboxes.add(`${local}@${host.toLowerCase()}`);
        return isHost(host);
      }
      case "uri":
        return this.#fileHost(constraint.value, "uri");
      case "ip": {
        const half = constraint.value.length / 2;
        if (half !== 4 && half !== 16) return false;
        const mask = constraint.value.subarray(half);
        const bits = Array.from(mask, (byte) => byte.toString(2).padStart(8, "0")).join("");
        if (bits.includes("01")) return false;
        const key = bytesToHex(mask);
        const known = this.#addresses.get(key) ?? { mask, addresses: new Set<string>() };
        known.addresses.add(underMask(constraint.value.subarray(0, half), mask));
        this.#addresses.set(key, known);
        return true;
      }
    }
  }

  #fileHost(constraint: string, kind: "email" | "uri"): boolean {
    const host = constraint.toLowerCase();
    this.#hosts[kind].add(host);
    return isHost(constraint.startsWith(".") ? constraint.slice(1) : constraint);
  }

  #holdsDirectory(canonical: readonly string[]): boolean {
    let node: DirectoryNode | undefined = this.#directory;
    for (const relativeName of canonical) {
      if (node.isEnd) return true;
      node = node.below.get(relativeName);
      if (node === undefined) return false;
    }
    return node.isEnd;
  }

  #holdsDns(stated: string, withWildcards: boolean): boolean | null {
    const name = stated.toLowerCase();
    const isWildcard = name.startsWith("*.");
    if (!isHost(isWildcard ? stated.slice(2) : stated)) return null;
    if (this.#dns.has("")) return true;
    for (const tree of selfAndParents(name)) if (this.#dns.has(tree)) return true;
    return withWildcards && isWildcard && this.#dnsParents.has(name.slice(2));
  }

  #holdsMailbox(name: string): boolean | null {
    const parts = mailboxParts(name);
    if (parts === null || !isHost(parts[1])) return null;
    const [local, stated] = parts;
    const host = stated.toLowerCase();
    return this.#mailboxes.has(`${local}@${host}`) || this.#holdsHost(host, "email");
  }

  #holdsUri(name: string): boolean | null {
    const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:@[\]]+)(?::\d*)?(?:[/?#]|$)/i.exec(name)?.[1];
    // Section 4.2.1.10: a URI without a host name, or with an address instead, cannot be checked against a
    // constraint.
    if (host === undefined || !isHost(host) || /^[\d.]+$/.test(host)) return null;
    return this.#holdsHost(host.toLowerCase(), "uri");
  }

  /** For mailboxes and URIs: a host matches only itself; with a leading period, all hosts below. */
  #holdsHost(host: string, kind: "email" | "uri"): boolean {
    if (this.#hosts[kind].has(host)) return true;
    for (const parent of selfAndParents(parentOf(host))) if (this.#hosts[kind].has(`.${parent}`)) return true;
    return false;
  }

  /** The constraint is an address followed by a mask: 8 or 32 bytes. */
  #holdsAddress(address: Uint8Array): boolean | null {
    if (address.length !== 4 && address.length !== 16) return null;
    for (const { mask, addresses } of this.#addresses.values()) {
      if (mask.length === address.length && addresses.has(underMask(address, mask))) return true;
    }
    return false;
  }
}

/** The host is not checked. */
function mailboxParts(text: string): [string, string] | null {
  const at = text.indexOf("@");
  const isMailbox = at > 0 && !text.includes("@", at + 1) && !/["\s]/.test(text);
  return isMailbox ? [text.slice(0, at), text.slice(at + 1)] : null;
}

/** The name without its first label; "" if it has only one. */
function parentOf(host: string): string {
  const period = host.indexOf(".");
  return period < 0 ? "" : host.slice(period + 1);
}

/** At most 128, because a name has at most 253 characters. */
function* selfAndParents(host: string): Generator<string> {
  for (let name = host; name !== ""; name = parentOf(name)) yield name;
}

function underMask(address: Uint8Array, mask: Uint8Array): string {
  return bytesToHex(address.map((byte, i) => byte & mask[i]!));
}

/** Of the text as it stands, since beyond ASCII some letters have an ASCII one in lower case. Letters, digits, hyphens, and underscores, which service names contain. Labels have 1 to 63 characters. */
const HOST = /^(?!-)[a-z0-9_-]{1,63}(?:\.(?!-)[a-z0-9_-]{1,63})*$/i;
const MAX_HOST_CHARACTERS = 253;

function isHost(text: string): boolean {
  return text.length <= MAX_HOST_CHARACTERS && HOST.test(text);
}

function nameText(name: GeneralName): string {
  switch (name.kind) {
    case "directory":
      return name.value.text;
    case "ip":
      return name.value.join(name.value.length === 4 ? "." : " ");
    case "other":
      return `a name of tag 0x${name.tag.toString(16)}`;
    default:
      return `${name.kind} ${name.value}`;
  }
}
