/** Names against constraints: RFC 5280, section 4.2.1.10. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseDer } from "../asn1/der.js";
import { CERTIFICATE_LIMITS } from "../limits.js";
import { Work } from "../work/work.js";
import { name } from "./authority.testing.js";
import type { Certificate, DistinguishedName, GeneralName } from "./certificate.js";
import { NameConstraintChecks } from "./name-constraints.js";
import { readName } from "./names.js";

const distinguished = (parts: Readonly<Record<string, string>>): DistinguishedName =>
  readName(parseDer(name(parts), CERTIFICATE_LIMITS));
const canonicalName = (canonical: readonly string[]): DistinguishedName => ({
  der: new Uint8Array(),
  text: canonical.join(),
  canonical,
  attributes: [],
});
const NOBODY = canonicalName([]);

const directory = (parts: Readonly<Record<string, string>>): GeneralName => ({
  kind: "directory",
  value: distinguished(parts),
});
const dns = (value: string): GeneralName => ({ kind: "dns", value });
const email = (value: string): GeneralName => ({ kind: "email", value });
const uri = (value: string): GeneralName => ({ kind: "uri", value });
const ip = (...bytes: number[]): GeneralName => ({ kind: "ip", value: Uint8Array.from(bytes) });
const other = (tag: number): GeneralName => ({ kind: "other", tag, der: Uint8Array.of(tag, 0) });

interface Bounds {
  readonly permitted?: readonly GeneralName[];
  readonly excluded?: readonly GeneralName[];
}

function leaf(names: readonly GeneralName[], subject: DistinguishedName = NOBODY): Certificate {
  return {
    subject,
    subjectAltNames: names,
    nameConstraints: null,
    isSelfIssued: false,
  } as unknown as Certificate;
}

function authority({ permitted = [], excluded = [] }: Bounds, isSelfIssued = false): Certificate {
  return { ...leaf([]), nameConstraints: { permitted, excluded }, isSelfIssued } as unknown as Certificate;
}

const faultOf = (chain: readonly Certificate[]) => new NameConstraintChecks(new Work()).faultOf(chain);
const fault = (chain: readonly Certificate[]) => faultOf(chain)?.code ?? null;
const judged = (given: GeneralName, bounds: Bounds) => fault([leaf([given]), authority(bounds)]);

type Pair = readonly [name: GeneralName, constraint: GeneralName];
/** Names of one kind under one constraint. */
const under = (kind: (value: string) => GeneralName, constraint: string, ...names: readonly string[]) =>
  names.map((one): Pair => [kind(one), kind(constraint)]);
const SUBNET = ip(192, 0, 2, 0, 255, 255, 255, 0);

/** The name is within the constraint. What the arbitraries below do not draw. */
const WITHIN: readonly Pair[] = [
  ...under(dns, "a.example", "A.Example"),
  ...under(dns, "example", "*.a.example"),
  ...under(email, "me@HOST.example", "me@host.example"),
  ...under(uri, "host.example", "https://user@host.example:8080/path", "https://host.example#part"),
  ...under(uri, "HOST.example", "https://host.example?query", "https://host.example"),
  ...under(uri, "host1", "https://host1/"),
  ...under(uri, "1host.example", "https://1host.example/"),
  [ip(192, 0, 2, 77), SUBNET],
  [directory({ O: "A", CN: "B" }), directory({ O: "a" })],
];

/** Of the same kind, but outside. */
const OUTSIDE: readonly Pair[] = [
  ...under(dns, "example", "notexample"),
  ...under(email, "me@host.example", "Me@host.example"),
  ...under(uri, "host.example", "https://a.test/?@host.example"),
  [ip(192, 0, 3, 77), SUBNET],
  [ip(192, 0, 2, 1), ip(...Array(32).fill(0))],
  [directory({ O: "A" }), directory({ O: "A", CN: "B" })],
];

/** Cannot be compared. U+212A is the sign of Kelvin, which is a k in lower case. */
const OPEN: readonly Pair[] = [
  ...under(dns, "example", "a b", "ä.example", "-a.example", "a.-b.example", "", "a..example"),
  ...under(dns, "example", `${"a".repeat(64)}.example`, `a.${"b".repeat(64)}`, `${"a.".repeat(124)}example`),
  ...under(dns, "k.example", "a.\u212a.example"),
  ...under(dns, "\u212a.example", "a.k.example"),
  ...under(dns, "b c", "a.example"),
  ...under(dns, ".example", "a.example"),
  ...under(uri, ".k.example", "http://a.\u212a.example"),
  ...under(uri, ".\u212a.example", "http://a.k.example"),
  ...under(uri, "host.example", "mailto:me@host.example", "https://192.0.2.1/", "https://[2001:db8::1]/"),
  ...under(uri, "host.example", "https://host.example:port/", "//host.example", "1https://host.example"),
  ...under(uri, "host.example", "mailto:a,https://host.example"),
  ...under(uri, "a b", "https://host.example"),
  ...under(email, "host.example", "me", "@host.example", "me@", "me@a@host.example", "me@host example"),
  ...under(email, "host.example", '"me"@host.example'),
  ...under(email, "@host.example", "me@host.example"),
  ...under(email, "you@a b", "me@host.example"),
  ...under(email, ".a b", "me@host.example"),
  [ip(192, 0, 2), SUBNET],
  ...[
    [255, 255, 255],
    [255, 255, 255, 0, 0],
    [255, 0, 255, 0],
    [255, 255, 255, 1],
  ].map((mask): Pair => [ip(192, 0, 2, 1), ip(192, 0, 2, 0, ...mask)]),
  [other(0x88), other(0x88)],
];

const textOf = (one: GeneralName) =>
  one.kind === "directory"
    ? one.value.text
    : one.kind === "other"
      ? `0x${one.tag.toString(16)}`
      : `${one.kind} ${`${one.value}`.slice(0, 40)}`;
const titled = (pairs: readonly Pair[]) =>
  pairs.map(([one, bound]) => [textOf(one), textOf(bound), one, bound] as const);

describe("a name and one constraint", () => {
  test.each(titled(WITHIN))("%s is within %s", (_, __, one, bound) => {
    expect(judged(one, { permitted: [bound] })).toBeNull();
    expect(judged(one, { excluded: [bound] })).toBe("name_excluded");
  });

  test.each(titled(OUTSIDE))("%s is outside %s", (_, __, one, bound) => {
    expect(judged(one, { permitted: [bound] })).toBe("name_not_permitted");
    expect(judged(one, { excluded: [bound] })).toBeNull();
  });

  test.each(titled(OPEN))("%s cannot be compared with %s", (_, __, one, bound) => {
    expect(judged(one, { permitted: [bound] })).toBe("name_constraints_unsupported");
    expect(judged(one, { excluded: [bound] })).toBe("name_constraints_unsupported");
    // It says nothing about another kind.
    expect(judged(directory({ O: "A" }), { permitted: [bound] })).toBeNull();
  });

  test("a host of 253 characters is the longest", () => {
    const longest = `${"a".repeat(61)}.${"a.".repeat(92)}example`;
    expect(longest.length).toBe(253);
    expect(judged(dns(longest), { permitted: [dns("example")] })).toBeNull();
    expect(judged(dns(`b${longest}`), { permitted: [dns("example")] })).toBe("name_constraints_unsupported");
  });
});

test("a kind that is not supported is distinguished by its tag, and limits no other", () => {
  expect(judged(other(0x88), { permitted: [other(0xa0)], excluded: [other(0xa3)] })).toBeNull();
  expect(judged(dns("a"), { permitted: [other(0x88)] })).toBeNull();
  expect(judged(other(0x88), { permitted: [dns("a")] })).toBeNull();
});

describe("several constraints", () => {
  test("one permitting constraint is enough, and so is one excluding constraint", () => {
    const permitted = [dns("a.example"), dns("b.example")];
    expect(judged(dns("x.b.example"), { permitted })).toBeNull();
    expect(judged(dns("x.c.example"), { permitted })).toBe("name_not_permitted");
    const excluded = [dns("a.example"), dns("b.example")];
    expect(judged(dns("x.b.example"), { excluded })).toBe("name_excluded");
    expect(judged(dns("x.b.example"), { permitted, excluded: [dns("x.b.example")] })).toBe("name_excluded");
  });

  test("every name is checked, not only the first", () => {
    const bounds = authority({ permitted: [dns("example")] });
    expect(fault([leaf([dns("a.example"), dns("a.other")]), bounds])).toBe("name_not_permitted");
  });

  test("a wildcard is excluded if a host it covers is", () => {
    const excluded = [dns("secret.example")];
    expect(judged(dns("*.example"), { excluded })).toBe("name_excluded");
    expect(judged(dns("*.Example"), { excluded: [dns("SECRET.example")] })).toBe("name_excluded");
    expect(judged(dns("*.other"), { excluded })).toBeNull();
    expect(judged(dns("*.example"), { excluded: [dns("a.secret.example")] })).toBeNull();
    expect(judged(dns("x.example"), { excluded })).toBeNull();
  });
});

describe("the certificates of a path", () => {
  const bounds = { permitted: [dns("example")] };
  const stranger = (isSelfIssued = false) =>
    ({ ...leaf([dns("a.other")]), isSelfIssued }) as unknown as Certificate;

  test("are limited only by the certificates above them", () => {
    expect(fault([leaf([]), stranger(), authority(bounds)])).toBe("name_not_permitted");
    expect(fault([leaf([]), authority(bounds), stranger()])).toBeNull();
  });

  test("are exempt if an authority changes its key; a leaf never is", () => {
    expect(fault([leaf([]), stranger(true), authority(bounds)])).toBeNull();
    expect(fault([stranger(true), authority(bounds)])).toBe("name_not_permitted");
  });

  test("are reported: the certificate and the name", () => {
    const guilty = stranger();
    const found = faultOf([leaf([]), guilty, authority(bounds)]);
    expect(found).toMatchObject({ code: "name_not_permitted", message: "dns a.other" });
    expect(found!.certificate).toBe(guilty);
  });

  test("have a mailbox in the subject if there is no other", () => {
    const subject = distinguished({ CN: "A" });
    const mailbox = { oid: "1.2.840.113549.1.9.1", value: "me@other.example" };
    const withMailbox = { ...subject, attributes: [...subject.attributes, mailbox] };
    const mailboxes = authority({ permitted: [email("host.example")] });
    expect(fault([leaf([], withMailbox), mailboxes])).toBe("name_not_permitted");
    // Names of other kinds beside it do not count.
    expect(fault([leaf([dns("a.example")], withMailbox), mailboxes])).toBe("name_not_permitted");
    expect(fault([leaf([email("me@host.example")], withMailbox), mailboxes])).toBeNull();
    expect(fault([leaf([], subject), mailboxes])).toBeNull();
  });

  test("have no directory name if the subject is empty", () => {
    const people = authority({ permitted: [directory({ O: "A" })] });
    expect(fault([leaf([]), people])).toBeNull();
    expect(fault([leaf([], distinguished({ O: "B" })), people])).toBe("name_not_permitted");
  });

  test.each<[GeneralName, string]>([
    [ip(192, 0, 2, 1), "192.0.2.1"],
    [ip(...Array(16).fill(1)), Array(16).fill(1).join(" ")],
    [other(0x88), "a name of tag 0x88"],
    [email("me@a.example"), "email me@a.example"],
    [directory({ O: "A" }), "O=A"],
  ])("are reported with names of each kind", (one, message) => {
    const excluded = [one.kind === "ip" ? ip(...one.value, ...one.value.map(() => 255)) : one];
    expect(faultOf([leaf([one]), authority({ excluded })])).toMatchObject({ message });
  });
});

describe("the cost of a path", () => {
  const hosts = (count: number) => Array.from({ length: count }, (_, i) => dns(`a${i}.example`));

  test("is at most 262,144 comparisons", () => {
    const excluded = Array.from({ length: 512 }, (_, i) => dns(`b${i}.example`));
    const bounds = authority({ excluded });
    expect(faultOf([leaf(hosts(512)), bounds])).toBeNull();
    expect(faultOf([leaf(hosts(513)), bounds])).toMatchObject({
      code: "name_constraints_too_costly",
      message: expect.stringContaining("262144"),
      certificate: { subjectAltNames: { length: 513 } },
    });
    // Those of several authorities add up, and so do those of several certificates.
    const half = authority({ excluded: excluded.slice(0, 256) });
    const half2 = authority({ excluded: excluded.slice(256) });
    const chain = (count: number) => [leaf(hosts(count)), half, half2];
    expect([fault(chain(512)), fault(chain(513))]).toEqual([null, "name_constraints_too_costly"]);
  });

  test("is eight units for each name and each constraint, and one for each part of a directory name, once", () => {
    const subject = distinguished({ C: "XX", O: "A", CN: "B" });
    const end = leaf(hosts(2), subject);
    const permitted = [directory({ C: "XX", O: "A" }), dns("example")];
    const bounds = authority({ permitted, excluded: [dns("b.example")] });
    const work = new Work();
    const checks = new NameConstraintChecks(work);
    const spent = (chain: readonly Certificate[]) => {
      const { left } = work;
      expect(checks.faultOf(chain)).toBeNull();
      return left - work.left;
    };
    const [collecting, constraints, names] = [8 * 3, 3 * 8 + 2, 3 * 8 + 3];
    expect(spent([end, bounds])).toBe(collecting + constraints + names);
    expect(spent([end, bounds])).toBe(0);
    // Another certificate under the same constraints, and the same certificate under others.
    expect(spent([leaf(hosts(1)), bounds])).toBe(8);
    expect(spent([end, authority({ excluded: [dns("c.example")] })])).toBe(8 + names);
  });
});

// The implementation looks names up. This compares it with checking each constraint by the words of RFC 5280.

const within = (host: string, tree: string) => (tree.startsWith(".") ? host.endsWith(tree) : host === tree);
/** Section 4.2.1.10, one name and one constraint, both well-formed. */
function isWithin(name: GeneralName, tree: GeneralName, isExcluding: boolean): boolean {
  if (name.kind === "dns" && tree.kind === "dns") {
    if (tree.value === "" || name.value === tree.value || name.value.endsWith(`.${tree.value}`)) return true;
    const [label, ...parent] = tree.value.split(".");
    return isExcluding && label !== undefined && name.value === `*.${parent.join(".")}`;
  }
  if (name.kind === "email" && tree.kind === "email") {
    if (tree.value.includes("@")) return tree.value === name.value;
    return within(name.value.split("@")[1]!, tree.value);
  }
  if (name.kind === "uri" && tree.kind === "uri") {
    return within(new URL(name.value.replace("x:", "http:")).hostname, tree.value);
  }
  if (name.kind === "ip" && tree.kind === "ip") {
    const half = tree.value.length / 2;
    const isSame = (byte: number, i: number) => ((byte ^ tree.value[i]!) & tree.value[half + i]!) === 0;
    return half === name.value.length && [...name.value].every(isSame);
  }
  if (name.kind === "directory" && tree.kind === "directory") {
    return tree.value.canonical.every((part, i) => part === name.value.canonical[i]);
  }
  return false;
}

function expected(name: GeneralName, { permitted = [], excluded = [] }: Bounds): string | null {
  const ofKind = (trees: readonly GeneralName[]) => trees.filter(({ kind }) => kind === name.kind);
  if (ofKind(excluded).some((tree) => isWithin(name, tree, true))) return "name_excluded";
  const allowed = ofKind(permitted);
  const isAllowed = allowed.length === 0 || allowed.some((tree) => isWithin(name, tree, false));
  return isAllowed ? null : "name_not_permitted";
}

const label = fc.constantFrom("a", "b", "c");
const host = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join("."));
const either = (prefix: string) => fc.tuple(fc.constantFrom("", prefix), host).map((parts) => parts.join(""));
const mailbox = fc.tuple(label, host).map((parts) => parts.join("@"));
const address = (length: number) =>
  fc.array(fc.constantFrom(0, 1, 128, 255), { minLength: length, maxLength: length });
const masked = (length: number) =>
  fc.tuple(address(length), fc.integer({ min: 0, max: length * 8 })).map(([bytes, prefix]) => {
    const ones = (i: number) => Math.min(8, Math.max(0, prefix - 8 * i));
    return ip(...bytes, ...bytes.map((_, i) => (0xff00 >> ones(i)) & 0xff));
  });
const named = fc
  .array(label, { maxLength: 3 })
  .map((parts): GeneralName => ({ kind: "directory", value: canonicalName(parts) }));

const nameArbitrary: fc.Arbitrary<GeneralName> = fc.oneof(
  either("*.").map(dns),
  mailbox.map(email),
  host.map((one) => uri(`x://${one}/`)),
  fc.oneof(address(4), address(16)).map((bytes) => ip(...bytes)),
  named,
);
const treeArbitrary: fc.Arbitrary<GeneralName> = fc.oneof(
  fc.oneof(host, fc.constant("")).map(dns),
  fc.oneof(either("."), mailbox).map(email),
  either(".").map(uri),
  fc.oneof(masked(4), masked(16)),
  named,
);
const trees = fc.array(treeArbitrary, { maxLength: 5 });

test("many constraints give the same result as one by one", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(nameArbitrary, trees, trees, (name, permitted, excluded) => {
      const code = judged(name, { permitted, excluded });
      seen.add(`${name.kind} ${code}`);
      expect(code).toBe(expected(name, { permitted, excluded }));
    }),
    { numRuns: 5_000 },
  );
  // Each kind has each result.
  expect(seen.size).toBe(15);
});
