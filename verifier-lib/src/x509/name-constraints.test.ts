/** The implementation looks names up. This compares it with checking each constraint by the words of RFC 5280. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Work } from "../work/work.js";
import type { Certificate, DistinguishedName, GeneralName } from "./certificate.js";
import { NameConstraintChecks } from "./name-constraints.js";

function directory(...canonical: readonly string[]): DistinguishedName {
  return { der: new Uint8Array(), text: canonical.join(), canonical, attributes: [] };
}

const EMPTY = directory();

/** The part of a path that matters for names. */
function chainOf(
  names: readonly GeneralName[],
  permitted: readonly GeneralName[],
  excluded: readonly GeneralName[],
): Certificate[] {
  const leaf = { subject: EMPTY, subjectAltNames: names, nameConstraints: null, isSelfIssued: false };
  const authority = { subject: EMPTY, subjectAltNames: [], nameConstraints: { permitted, excluded } };
  return [leaf, authority] as unknown as Certificate[];
}

const codeOf = (chain: readonly Certificate[]) =>
  new NameConstraintChecks(new Work()).faultOf(chain)?.code ?? "ok";

/** Section 4.2.1.10, one name and one constraint, both well-formed. */
function isWithin(name: GeneralName, tree: GeneralName, isExcluding: boolean): boolean {
  if (name.kind === "dns" && tree.kind === "dns") {
    if (tree.value === "" || name.value === tree.value || name.value.endsWith(`.${tree.value}`)) return true;
    const [label, ...parent] = tree.value.split(".");
    return isExcluding && label !== undefined && name.value === `*.${parent.join(".")}`;
  }
  if (name.kind === "email" && tree.kind === "email") {
    const host = name.value.split("@")[1]!;
    if (tree.value.includes("@")) return tree.value === name.value;
    return tree.value.startsWith(".") ? host.endsWith(tree.value) : host === tree.value;
  }
  if (name.kind === "uri" && tree.kind === "uri") {
    const { hostname } = new URL(name.value.replace("x:", "http:"));
    return tree.value.startsWith(".") ? hostname.endsWith(tree.value) : hostname === tree.value;
  }
  if (name.kind === "ip" && tree.kind === "ip") {
    const half = tree.value.length / 2;
    return (
      half === name.value.length &&
      [...name.value].every((byte, i) => ((byte ^ tree.value[i]!) & tree.value[half + i]!) === 0)
    );
  }
  if (name.kind === "directory" && tree.kind === "directory") {
    return tree.value.canonical.every((part, i) => part === name.value.canonical[i]);
  }
  return false;
}

function expected(
  name: GeneralName,
  permitted: readonly GeneralName[],
  excluded: readonly GeneralName[],
): string {
  const ofKind = (trees: readonly GeneralName[]) => trees.filter(({ kind }) => kind === name.kind);
  if (ofKind(excluded).some((tree) => isWithin(name, tree, true))) return "name_excluded";
  const allowed = ofKind(permitted);
  return allowed.length === 0 || allowed.some((tree) => isWithin(name, tree, false))
    ? "ok"
    : "name_not_permitted";
}

const label = fc.constantFrom("a", "b", "c");
const host = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join("."));
const hosts = fc.oneof(
  host,
  host.map((one) => `.${one}`),
);
const octet = fc.constantFrom(0, 1, 128, 255);
const address = (length: number) => fc.array(octet, { minLength: length, maxLength: length });
const masked = (length: number) =>
  fc.tuple(address(length), fc.integer({ min: 0, max: length * 8 })).map(([bytes, prefix]): GeneralName => {
    const mask = Array.from(
      { length },
      (_, i) => (0xff00 >> Math.min(8, Math.max(0, prefix - 8 * i))) & 0xff,
    );
    return { kind: "ip", value: Uint8Array.from([...bytes, ...mask]) };
  });
const path = fc.array(label, { maxLength: 3 });

const nameArbitrary: fc.Arbitrary<GeneralName> = fc.oneof(
  fc
    .oneof(
      host,
      host.map((one) => `*.${one}`),
    )
    .map((value): GeneralName => ({ kind: "dns", value })),
  fc.tuple(label, host).map(([local, one]): GeneralName => ({ kind: "email", value: `${local}@${one}` })),
  host.map((one): GeneralName => ({ kind: "uri", value: `x://${one}/` })),
  fc
    .oneof(address(4), address(16))
    .map((bytes): GeneralName => ({ kind: "ip", value: Uint8Array.from(bytes) })),
  path.map((parts): GeneralName => ({ kind: "directory", value: directory(...parts) })),
);
const treeArbitrary: fc.Arbitrary<GeneralName> = fc.oneof(
  fc.oneof(host, fc.constant("")).map((value): GeneralName => ({ kind: "dns", value })),
  fc
    .oneof(
      hosts,
      fc.tuple(label, host).map(([local, one]) => `${local}@${one}`),
    )
    .map((value): GeneralName => ({ kind: "email", value })),
  hosts.map((value): GeneralName => ({ kind: "uri", value })),
  fc.oneof(masked(4), masked(16)),
  path.map((parts): GeneralName => ({ kind: "directory", value: directory(...parts) })),
);
const trees = fc.array(treeArbitrary, { maxLength: 5 });

test("many constraints give the same result as one by one", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(nameArbitrary, trees, trees, (name, permitted, excluded) => {
      const code = codeOf(chainOf([name], permitted, excluded));
      seen.add(`${name.kind} ${code}`);
      expect(code).toBe(expected(name, permitted, excluded));
    }),
    { numRuns: 5_000 },
  );
  // Each kind has each result.
  expect(seen.size).toBe(15);
});

test.each<[string, GeneralName, GeneralName]>([
  ["an invalid host", { kind: "dns", value: "a..b" }, { kind: "dns", value: "b" }],
  ["a constraint with an invalid host", { kind: "dns", value: "a.b" }, { kind: "dns", value: ".b" }],
  ["a mailbox without host", { kind: "email", value: "a@" }, { kind: "email", value: "b" }],
  ["two at signs", { kind: "email", value: "a@b@c" }, { kind: "email", value: "b" }],
  ["a space in a mailbox", { kind: "email", value: "a b@c" }, { kind: "email", value: "b" }],
  [
    "a constraint that is neither mailbox nor host",
    { kind: "email", value: "a@b" },
    { kind: "email", value: "@b" },
  ],
  ["a URI with an address", { kind: "uri", value: "x://1.2.3.4/" }, { kind: "uri", value: "b" }],
  ["a URI without host", { kind: "uri", value: "x:y" }, { kind: "uri", value: "b" }],
  [
    "an address of three bytes",
    { kind: "ip", value: new Uint8Array(3) },
    { kind: "ip", value: new Uint8Array(8) },
  ],
  [
    "a constraint of nine bytes",
    { kind: "ip", value: new Uint8Array(4) },
    { kind: "ip", value: new Uint8Array(9) },
  ],
  [
    "a mask with a hole",
    { kind: "ip", value: new Uint8Array(4) },
    { kind: "ip", value: Uint8Array.of(0, 0, 0, 0, 255, 0, 255, 0) },
  ],
  [
    "a kind that is not compared",
    { kind: "other", tag: 0x88, der: new Uint8Array() },
    { kind: "other", tag: 0x88, der: new Uint8Array() },
  ],
])("%s is neither inside nor outside", (_, name, tree) => {
  expect(codeOf(chainOf([name], [tree], []))).toBe("name_constraints_unsupported");
  expect(codeOf(chainOf([name], [], [tree]))).toBe("name_constraints_unsupported");
  // It says nothing about another kind.
  const other: GeneralName = { kind: "directory", value: directory("a") };
  expect(codeOf(chainOf([other], [tree], []))).toBe("ok");
});
