/**
 * Name constraints: RFC 5280, sections 4.2.1.10 and 6.1.4 g. Directory names, DNS names, mailboxes, URIs and IP addresses
 * are compared. A kind that is not fails only where a certificate has a name of that kind.
 */
import type { Certificate, GeneralName } from "./certificate.js";
import { MAX_NAME_COMPARISONS } from "./limits.js";
import { EMAIL_ADDRESS } from "./object-identifiers.js";
import type { PathFault } from "./path-fault.js";
import { isNameWithin } from "./read-name.js";

/** How a name stands to one constraint; null where the two cannot be compared. */
type Within = boolean | null;

/**
 * Holds every name of a path against every constraint above it.
 *
 * @param chain the leaf first, the anchor last; the anchor's constraints count too.
 * @returns the fault, and the certificate with the name; null for none.
 */
export function nameConstraintsFault(
  chain: readonly Certificate[],
): (PathFault & { readonly certificate: Certificate }) | null {
  let comparisons = 0;
  for (const [depth, { nameConstraints }] of chain.entries()) {
    if (nameConstraints === null) continue;
    const { permitted, excluded } = nameConstraints;
    for (const [i, certificate] of chain.slice(0, depth).entries()) {
      // Section 6.1.3 b: an authority that changes its key is not bound by itself; a leaf always is.
      if (i > 0 && certificate.isSelfIssued) continue;
      const names = namesOf(certificate);
      comparisons += names.length * (permitted.length + excluded.length);
      const fault =
        comparisons > MAX_NAME_COMPARISONS
          ? { code: "name_constraints_too_costly" as const, message: `${comparisons} comparisons` }
          : firstFault(names, permitted, excluded);
      if (fault !== null) return { ...fault, certificate };
    }
  }
  return null;
}

/** Names of the subject, and a mailbox in it where no other is given (section 4.2.1.10). */
function namesOf({ subject, subjectAltNames }: Certificate): GeneralName[] {
  const names: GeneralName[] = [...subjectAltNames];
  if (subject.attributes.length > 0) names.push({ kind: "directory", value: subject });
  if (!subjectAltNames.some(({ kind }) => kind === "email")) {
    for (const { oid, value } of subject.attributes) {
      if (oid === EMAIL_ADDRESS) names.push({ kind: "email", value });
    }
  }
  return names;
}

function firstFault(
  names: readonly GeneralName[],
  permitted: readonly GeneralName[],
  excluded: readonly GeneralName[],
): PathFault | null {
  for (const name of names) {
    const { code, message } = standing(name, permitted, excluded);
    if (code !== null) return { code, message };
  }
  return null;
}

function standing(
  name: GeneralName,
  permitted: readonly GeneralName[],
  excluded: readonly GeneralName[],
): { readonly code: PathFault["code"] | null; readonly message: string } {
  const message = nameText(name);
  for (const constraint of excluded) {
    if (!isSameKind(constraint, name)) continue;
    const within = isExcluded(name, constraint);
    if (within === null) return { code: "name_constraints_unsupported", message };
    if (within) return { code: "name_excluded", message };
  }
  let isPermitted = true;
  for (const constraint of permitted) {
    if (!isSameKind(constraint, name)) continue;
    const within = isWithin(name, constraint);
    if (within === null) return { code: "name_constraints_unsupported", message };
    if (within) return { code: null, message };
    isPermitted = false;
  }
  return { code: isPermitted ? null : "name_not_permitted", message };
}

function isSameKind(a: GeneralName, b: GeneralName): boolean {
  return a.kind === b.kind && (a.kind !== "other" || a.tag === (b as typeof a).tag);
}

function isWithin(name: GeneralName, constraint: GeneralName): Within {
  if (name.kind === "directory" && constraint.kind === "directory") {
    return isNameWithin(name.value, constraint.value);
  }
  if (name.kind === "dns" && constraint.kind === "dns") return isDnsWithin(name.value, constraint.value);
  if (name.kind === "email" && constraint.kind === "email")
    return isMailboxWithin(name.value, constraint.value);
  if (name.kind === "uri" && constraint.kind === "uri") return isUriWithin(name.value, constraint.value);
  if (name.kind === "ip" && constraint.kind === "ip") return isAddressWithin(name.value, constraint.value);
  return null;
}

/** A wildcard stands for names that an excluded subtree may hold, though it does not lie in it itself. */
function isExcluded(name: GeneralName, constraint: GeneralName): Within {
  const within = isWithin(name, constraint);
  if (within !== false || name.kind !== "dns" || constraint.kind !== "dns") return within;
  if (!name.value.startsWith("*.")) return false;
  const parent = name.value.slice(1).toLowerCase();
  const tree = constraint.value.toLowerCase();
  return tree.endsWith(parent) && !tree.slice(0, -parent.length).includes(".");
}

/** Letters, digits, hyphens; underscores too, which names of services have. Labels of 1 to 63 characters. */
const HOST = /^(?!-)[a-z0-9_-]{1,63}(?:\.(?!-)[a-z0-9_-]{1,63})*$/i;
const MAX_HOST_CHARACTERS = 253;

function isHost(text: string): boolean {
  return text.length <= MAX_HOST_CHARACTERS && HOST.test(text);
}

function isDnsWithin(name: string, constraint: string): Within {
  if (!isHost(name.startsWith("*.") ? name.slice(2) : name)) return null;
  if (constraint === "") return true;
  return isHost(constraint) ? isSubdomain(name, constraint, true) : null;
}

function isSubdomain(name: string, domain: string, isItself: boolean): boolean {
  const [lower, tree] = [name.toLowerCase(), domain.toLowerCase()];
  return (isItself && lower === tree) || lower.endsWith(`.${tree}`);
}

function isMailboxWithin(name: string, constraint: string): Within {
  const [, local, host] = /^([^@"\s]+)@([^@]+)$/.exec(name) ?? [];
  if (local === undefined || host === undefined || !isHost(host)) return null;
  const [, boundLocal, boundHost] = /^([^@"\s]+)@([^@]+)$/.exec(constraint) ?? [];
  if (boundLocal !== undefined && boundHost !== undefined) {
    return isHost(boundHost) ? local === boundLocal && host.toLowerCase() === boundHost.toLowerCase() : null;
  }
  return isHostWithin(host, constraint);
}

function isUriWithin(name: string, constraint: string): Within {
  const [, host] =
    /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:@[\]]+)(?::\d*)?(?:[/?#]|$)/i.exec(name) ?? [];
  // Section 4.2.1.10: a URI without a host name, or with an address in its place, cannot be held against a constraint.
  if (host === undefined || !isHost(host) || /^[\d.]+$/.test(host)) return null;
  return isHostWithin(host, constraint);
}

/** Mailboxes and URIs: a host is itself alone; with a leading period, all hosts below. */
function isHostWithin(host: string, constraint: string): Within {
  if (constraint.startsWith(".")) {
    return isHost(constraint.slice(1)) ? isSubdomain(host, constraint.slice(1), false) : null;
  }
  return isHost(constraint) ? host.toLowerCase() === constraint.toLowerCase() : null;
}

/** The constraint is an address and a mask, side by side: 8 or 32 bytes. */
function isAddressWithin(address: Uint8Array, constraint: Uint8Array): Within {
  const { length } = address;
  if ((length !== 4 && length !== 16) || (constraint.length !== 8 && constraint.length !== 32)) return null;
  const half = constraint.length / 2;
  const mask = constraint.subarray(half);
  const bits = Array.from(mask, (byte) => byte.toString(2).padStart(8, "0")).join("");
  if (bits.includes("01")) return null;
  return half === length && address.every((byte, i) => ((byte ^ constraint[i]!) & mask[i]!) === 0);
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
