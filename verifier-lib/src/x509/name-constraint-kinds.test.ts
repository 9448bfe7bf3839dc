/** Each kind of name against each kind of constraint: RFC 5280, section 4.2.1.10. */

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
const NOBODY: DistinguishedName = { der: new Uint8Array(0), text: "", canonical: [], attributes: [] };

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

const fault = async (chain: readonly Certificate[]) =>
  new NameConstraintChecks(new Work()).faultOf(chain)?.code ?? null;
const judged = (given: GeneralName, bounds: Bounds) => fault([leaf([given]), authority(bounds)]);

/** [name, constraint]: the name is within the constraint. */
const WITHIN: readonly [GeneralName, GeneralName][] = [
  [dns("a.example"), dns("example")],
  [dns("A.Example"), dns("a.example")],
  [dns("example"), dns("example")],
  [dns("a.example"), dns("")],
  [dns("*.a.example"), dns("example")],
  [email("me@host.example"), email("me@HOST.example")],
  [email("me@host.example"), email("host.example")],
  [email("me@a.host.example"), email(".host.example")],
  [uri("https://user@host.example:8080/path"), uri("host.example")],
  [uri("https://host.example?query"), uri("HOST.example")],
  [uri("https://host.example#part"), uri("host.example")],
  [uri("https://host.example"), uri("host.example")],
  [uri("https://a.host.example/"), uri(".host.example")],
  [uri("https://host1/"), uri("host1")],
  [uri("https://1host.example/"), uri("1host.example")],
  [ip(192, 0, 2, 77), ip(192, 0, 2, 0, 255, 255, 255, 0)],
  [ip(192, 0, 2, 1), ip(0, 0, 0, 0, 0, 0, 0, 0)],
  [ip(...Array(16).fill(7)), ip(...Array(16).fill(7), ...Array(16).fill(255))],
  [directory({ O: "A", CN: "B" }), directory({ O: "a" })],
];

/** Of the same kind, but outside. */
const OUTSIDE: readonly [GeneralName, GeneralName][] = [
  [dns("a.example"), dns("b.example")],
  [dns("notexample"), dns("example")],
  [dns("example"), dns("a.example")],
  [email("me@host.example"), email("you@host.example")],
  [email("Me@host.example"), email("me@host.example")],
  [email("me@other.example"), email("me@host.example")],
  [email("me@a.host.example"), email("host.example")],
  [email("me@host.example"), email(".host.example")],
  [uri("https://a.host.example/"), uri("host.example")],
  [uri("https://host.example/"), uri(".host.example")],
  [ip(192, 0, 3, 77), ip(192, 0, 2, 0, 255, 255, 255, 0)],
  [ip(192, 0, 2, 1), ip(...Array(32).fill(0))],
  [ip(...Array(16).fill(0)), ip(0, 0, 0, 0, 0, 0, 0, 0)],
  [directory({ O: "A" }), directory({ O: "B" })],
  [directory({ O: "A" }), directory({ O: "A", CN: "B" })],
];

/** Cannot be compared. */
const OPEN: readonly [GeneralName, GeneralName][] = [
  [dns("a b"), dns("example")],
  [dns("ä.example"), dns("example")],
  // The sign of Kelvin, which is a k in lower case.
  [dns("a.\u212a.example"), dns("k.example")],
  [dns("a.k.example"), dns("\u212a.example")],
  [uri("http://a.\u212a.example"), uri(".k.example")],
  [uri("http://a.k.example"), uri(".\u212a.example")],
  [dns("-a.example"), dns("example")],
  [dns("a.-b.example"), dns("example")],
  [dns(""), dns("example")],
  [dns("a.example"), dns("b c")],
  [dns("a..example"), dns("example")],
  [dns(`${"a".repeat(64)}.example`), dns("example")],
  [dns(`a.${"b".repeat(64)}`), dns("example")],
  [dns(`${"a.".repeat(124)}example`), dns("example")],
  [email("me"), email("host.example")],
  [email("@host.example"), email("host.example")],
  [email("me@"), email("host.example")],
  [email('"me"@host.example'), email("host.example")],
  [email("me@host example"), email("host.example")],
  [email("me@host.example"), email("you@a b")],
  [email("me@host.example"), email(".a b")],
  [uri("mailto:me@host.example"), uri("host.example")],
  [uri("https://192.0.2.1/"), uri("host.example")],
  [uri("https://[2001:db8::1]/"), uri("host.example")],
  [uri("https://host.example:port/"), uri("host.example")],
  [uri("//host.example"), uri("host.example")],
  [uri("1https://host.example"), uri("host.example")],
  [uri("mailto:a,https://host.example"), uri("host.example")],
  [uri("https://host.example"), uri("a b")],
  [ip(192, 0, 2), ip(192, 0, 2, 0, 255, 255, 255, 0)],
  [ip(192, 0, 2, 1), ip(192, 0, 2, 0, 255, 255, 255)],
  [ip(192, 0, 2, 1), ip(192, 0, 2, 0, 255, 0, 255, 0)],
  [ip(192, 0, 2, 1), ip(192, 0, 2, 0, 255, 255, 255, 1)],
  [other(0x88), other(0x88)],
];

const textOf = (one: GeneralName) =>
  one.kind === "directory"
    ? one.value.text
    : one.kind === "other"
      ? `0x${one.tag.toString(16)}`
      : `${one.kind} ${`${one.value}`.slice(0, 40)}`;
const named = (pairs: readonly [GeneralName, GeneralName][]) =>
  pairs.map(([one, bound]) => [textOf(one), textOf(bound), one, bound] as const);

describe("a name and one constraint", () => {
  test.each(named(WITHIN))("%s is within %s", async (_, __, one, bound) => {
    expect(await judged(one, { permitted: [bound] })).toBeNull();
    expect(await judged(one, { excluded: [bound] })).toBe("name_excluded");
  });

  test.each(named(OUTSIDE))("%s is outside %s", async (_, __, one, bound) => {
    expect(await judged(one, { permitted: [bound] })).toBe("name_not_permitted");
    expect(await judged(one, { excluded: [bound] })).toBeNull();
  });

  test.each(named(OPEN))("%s cannot be compared with %s", async (_, __, one, bound) => {
    expect(await judged(one, { permitted: [bound] })).toBe("name_constraints_unsupported");
    expect(await judged(one, { excluded: [bound] })).toBe("name_constraints_unsupported");
  });

  test("a host of 253 characters is the longest", async () => {
    const longest = `${"a".repeat(61)}.${"a.".repeat(92)}example`;
    expect(longest.length).toBe(253);
    expect(await judged(dns(longest), { permitted: [dns("example")] })).toBeNull();
    expect(await judged(dns(`b${longest}`), { permitted: [dns("example")] })).toBe(
      "name_constraints_unsupported",
    );
  });
});

describe("a name of one kind", () => {
  const KINDS = [dns("a"), email("a@b"), uri("http://a"), ip(1, 2, 3, 4), directory({ O: "A" }), other(0x88)];
  const PAIRS = KINDS.flatMap((one) =>
    KINDS.filter((bound) => bound !== one).map((bound) => [one, bound] as const),
  );

  test.each(PAIRS.map(([one, bound]) => [one.kind, bound.kind, one, bound] as const))(
    "%s: is not limited by a constraint of %s",
    async (_, __, one, bound) => {
      expect(await judged(one, { permitted: [bound] })).toBeNull();
      expect(await judged(one, { excluded: [bound] })).toBeNull();
    },
  );

  test("of an unsupported kind is distinguished by its tag", async () => {
    expect(await judged(other(0x88), { permitted: [other(0xa0)], excluded: [other(0xa3)] })).toBeNull();
  });
});

describe("several constraints", () => {
  test("one permitting constraint is enough, and so is one excluding constraint", async () => {
    const permitted = [dns("a.example"), dns("b.example")];
    expect(await judged(dns("x.b.example"), { permitted })).toBeNull();
    expect(await judged(dns("x.c.example"), { permitted })).toBe("name_not_permitted");
    const excluded = [dns("a.example"), dns("b.example")];
    expect(await judged(dns("x.b.example"), { excluded })).toBe("name_excluded");
    expect(await judged(dns("x.b.example"), { permitted, excluded: [dns("x.b.example")] })).toBe(
      "name_excluded",
    );
  });

  test("every name is checked, not only the first", async () => {
    const bounds = authority({ permitted: [dns("example")] });
    expect(await fault([leaf([dns("a.example"), dns("a.other")]), bounds])).toBe("name_not_permitted");
  });

  test("a wildcard is excluded if a host it covers is", async () => {
    const excluded = [dns("secret.example")];
    expect(await judged(dns("*.example"), { excluded })).toBe("name_excluded");
    expect(await judged(dns("*.Example"), { excluded: [dns("SECRET.example")] })).toBe("name_excluded");
    expect(await judged(dns("*.other"), { excluded })).toBeNull();
    expect(await judged(dns("*.example"), { excluded: [dns("a.secret.example")] })).toBeNull();
    expect(await judged(dns("x.example"), { excluded })).toBeNull();
  });
});

describe("the certificates of a path", () => {
  const bounds = { permitted: [dns("example")] };
  const stranger = (isSelfIssued = false) =>
    ({ ...leaf([dns("a.other")]), isSelfIssued }) as unknown as Certificate;

  test("are limited only by the certificates above them", async () => {
    expect(await fault([leaf([]), stranger(), authority(bounds)])).toBe("name_not_permitted");
    expect(await fault([leaf([]), authority(bounds), stranger()])).toBeNull();
  });

  test("are exempt if an authority changes its key; a leaf never is", async () => {
    expect(await fault([leaf([]), stranger(true), authority(bounds)])).toBeNull();
    expect(await fault([stranger(true), authority(bounds)])).toBe("name_not_permitted");
  });

  test("are reported: the certificate and the name", () => {
    const guilty = stranger();
    const found = new NameConstraintChecks(new Work()).faultOf([leaf([]), guilty, authority(bounds)]);
    expect(found).toMatchObject({ code: "name_not_permitted", message: "dns a.other" });
    expect(found!.certificate).toBe(guilty);
  });

  test("have a mailbox in the subject if there is no other", async () => {
    const subject = distinguished({ CN: "A" });
    const withMailbox: DistinguishedName = {
      ...subject,
      attributes: [...subject.attributes, { oid: "1.2.840.113549.1.9.1", value: "me@other.example" }],
    };
    const mailboxes = authority({ permitted: [email("host.example")] });
    expect(await fault([leaf([], withMailbox), mailboxes])).toBe("name_not_permitted");
    expect(await fault([leaf([email("me@host.example")], withMailbox), mailboxes])).toBeNull();
    expect(await fault([leaf([], subject), mailboxes])).toBeNull();
  });

  test("have a mailbox in the subject beside names of other kinds", async () => {
    const subject: DistinguishedName = {
      ...distinguished({ CN: "A" }),
      attributes: [{ oid: "1.2.840.113549.1.9.1", value: "me@other.example" }],
    };
    const mailboxes = authority({ permitted: [email("host.example")] });
    expect(await fault([leaf([dns("a.example")], subject), mailboxes])).toBe("name_not_permitted");
  });

  test("have no directory name if the subject is empty", async () => {
    const people = authority({ permitted: [directory({ O: "A" })] });
    expect(await fault([leaf([]), people])).toBeNull();
    expect(await fault([leaf([], distinguished({ O: "B" })), people])).toBe("name_not_permitted");
  });

  test.each<[GeneralName, string]>([
    [ip(192, 0, 2, 1), "192.0.2.1"],
    [ip(...Array(16).fill(1)), Array(16).fill(1).join(" ")],
    [other(0x88), "a name of tag 0x88"],
    [email("me@a.example"), "email me@a.example"],
    [directory({ O: "A" }), "O=A"],
  ])("are reported with names of each kind", (one, message) => {
    const excluded = [one.kind === "ip" ? ip(...one.value, ...one.value.map(() => 255)) : one];
    expect(
      new NameConstraintChecks(new Work()).faultOf([leaf([one]), authority({ excluded })]),
    ).toMatchObject({ message });
  });
});

describe("the cost of a path", () => {
  const hosts = (count: number) => Array.from({ length: count }, (_, i) => dns(`a${i}.example`));

  test("is at most 262,144 comparisons", () => {
    const excluded = Array.from({ length: 512 }, (_, i) => dns(`b${i}.example`));
    const bounds = authority({ excluded });
    const faultOf = (count: number) =>
      new NameConstraintChecks(new Work()).faultOf([leaf(hosts(count)), bounds]);
    expect(faultOf(512)).toBeNull();
    expect(faultOf(513)).toMatchObject({
      code: "name_constraints_too_costly",
      message: expect.stringContaining("262144"),
      certificate: { subjectAltNames: { length: 513 } },
    });
    // Those of several authorities add up, and so do those of several certificates.
    const half = authority({ excluded: excluded.slice(0, 256) });
    const half2 = authority({ excluded: excluded.slice(256) });
    const chain = (count: number) => [leaf(hosts(count)), half, half2];
    expect(new NameConstraintChecks(new Work()).faultOf(chain(512))).toBeNull();
    expect(new NameConstraintChecks(new Work()).faultOf(chain(513))).toMatchObject({
      code: "name_constraints_too_costly",
    });
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
