/** One certificate alone. Only what each rule looks at is made up; signatures play no part. */

import { describe, expect, test } from "vitest";
import type { Certificate, DistinguishedName } from "./certificate.js";
import { criticalityFault, issuerFault, leafFault } from "./certificate-fault.js";
import type { PathFault, PathParameters } from "./path-types.js";

const [PURPOSE, OTHER_PURPOSE, ANY_PURPOSE] = [
  "1.3.6.1.5.5.7.3.8",
  "1.3.6.1.5.5.7.3.1",
  "2.5.29.37.0",
] as const;
const [KEY_USAGE, BASIC_CONSTRAINTS, NAME_CONSTRAINTS] = ["2.5.29.15", "2.5.29.19", "2.5.29.30"] as const;

const NOW = new Date("2026-11-21T12:00:00Z");
const later = (ms: number) => new Date(NOW.getTime() + ms);
const named = (...canonical: readonly string[]) => ({ canonical }) as unknown as DistinguishedName;
const NOBODY = named();
const critical = (oid: string, isCritical = true) => ({ oid, isCritical, value: new Uint8Array() });

function leaf(more: Partial<Certificate> = {}): Certificate {
  return {
    notBefore: later(-1000),
    notAfter: later(1000),
    serialNumber: Uint8Array.of(1),
    issuer: named("issuer"),
    subject: named("subject"),
    isSelfIssued: false,
    extensions: [],
    subjectKeyIdentifier: null,
    authorityKeyIdentifier: { keyIdentifier: Uint8Array.of(1), issuer: null, serialNumber: null },
    keyUsage: null,
    basicConstraints: null,
    extendedKeyUsages: null,
    nameConstraints: null,
    ...more,
  } as unknown as Certificate;
}
function authority(more: Partial<Certificate> = {}): Certificate {
  return leaf({
    basicConstraints: { isCa: true, pathLength: null },
    extensions: [critical(BASIC_CONSTRAINTS)],
    subjectKeyIdentifier: Uint8Array.of(2),
    keyUsage: new Set(["keyCertSign"]),
    ...more,
  } as Partial<Certificate>);
}

type Asked = Partial<PathParameters>;
const parameters = (more: Asked = {}) => ({ time: NOW, purpose: PURPOSE, ...more }) as PathParameters;
const codeOf = (fault: PathFault | null) => fault?.code ?? "ok";
const ofLeaf = (certificate: Certificate, isAnchor = false, more: Asked = {}) =>
  codeOf(leafFault(certificate, isAnchor, parameters(more)));
const ofIssuer = (certificate: Certificate, isAnchor = false, intermediatesBelow = 0, more: Asked = {}) =>
  codeOf(issuerFault(certificate, isAnchor, intermediatesBelow, parameters(more)));
/** As an intermediate, and as an anchor. */
const ofBoth = (certificate: Certificate, below = 0, more: Asked = {}) => [
  ofIssuer(certificate, false, below, more),
  ofIssuer(certificate, true, below, more),
];
const twice = (code: string) => [code, code];
const PROFILE = "certificate_profile";

test("a usual leaf and a usual authority have no fault, as anchors or not", () => {
  for (const isAnchor of [false, true]) {
    expect([ofLeaf(leaf(), isAnchor), ofLeaf(authority(), isAnchor)]).toEqual(twice("ok"));
  }
  expect(ofBoth(authority())).toEqual(twice("ok"));
  expect(ofBoth(leaf())).toEqual(twice("issuer_not_ca"));
});

test.each([
  [later(0), later(0), "ok"],
  [later(1), later(1000), "certificate_not_yet_valid"],
  [later(-2000), later(-1000), "certificate_expired"],
  // Inclusive of its whole second.
  [later(-2000), later(0), "ok"],
])("valid from %j to %j: %s", (notBefore, notAfter, code) => {
  const validity = { notBefore, notAfter };
  expect([ofLeaf(leaf(validity)), ofLeaf(leaf(validity), true)]).toEqual(twice(code));
  expect(ofBoth(authority(validity))).toEqual(twice(code));
});

describe("an issuer", () => {
  test("says that it is an authority", () => {
    expect(ofIssuer(authority({ basicConstraints: null }))).toBe("issuer_not_ca");
    const not = authority({ basicConstraints: { isCa: false, pathLength: null }, keyUsage: null });
    expect(ofBoth(not)).toEqual(twice("issuer_not_ca"));
  });

  test("is one without saying so if it is a trusted root", () => {
    const root = (more: Partial<Certificate>) =>
      ofBoth(authority({ basicConstraints: null, extensions: [], isSelfIssued: true, version: 1, ...more }));
    for (const keyUsage of [null, new Set(["keyCertSign"] as const)]) {
      expect(root({ keyUsage })).toEqual(["issuer_not_ca", "ok"]);
      expect(root({ keyUsage, isSelfIssued: false })).toEqual(twice("issuer_not_ca"));
      // A unit that is trusted itself issues nothing.
      expect(root({ keyUsage, extendedKeyUsages: [PURPOSE] })).toEqual(twice("issuer_not_ca"));
    }
    expect(root({ keyUsage: new Set(["digitalSignature"]) })[1]).toBe("issuer_key_usage");
    expect(root({ notAfter: later(-1000) })[1]).toBe("certificate_expired");
  });

  test("says so in a critical extension, unless it is an anchor", () => {
    for (const extensions of [[], [critical(BASIC_CONSTRAINTS, false)], [critical(KEY_USAGE)]]) {
      expect(ofBoth(authority({ extensions }))).toEqual(["issuer_not_ca", "ok"]);
    }
    const several = [critical(KEY_USAGE), critical(BASIC_CONSTRAINTS)];
    expect(ofIssuer(authority({ extensions: several }))).toBe("ok");
  });

  test.each<[string, Certificate["keyUsage"]]>([
    ["ok", null],
    ["issuer_key_usage", new Set()],
    ["issuer_key_usage", new Set(["cRLSign"])],
  ])("may sign certificates, if it says what its key is for: %s", (code, keyUsage) => {
    expect(ofBoth(authority({ keyUsage }))).toEqual(twice(code));
  });

  test.each([
    [0, 0, "ok"],
    [0, 1, "path_length_exceeded"],
    [2, 2, "ok"],
    [2, 3, "path_length_exceeded"],
    [null, 99, "ok"],
  ])("with path length %j above %d intermediates: %s", (pathLength, below, code) => {
    expect(ofBoth(authority({ basicConstraints: { isCa: true, pathLength } }), below)).toEqual(twice(code));
  });
});

describe("critical extensions", () => {
  const PROCESSED = [15, 17, 19, 30, 31, 32, 33, 36, 37, 54].map((last) => `2.5.29.${last}`);
  test.each(PROCESSED)("%s is processed", (oid) => {
    expect(criticalityFault(leaf({ extensions: [critical(oid)] }), [])).toBeNull();
  });

  test("another is unknown unless the caller processes it, in the leaf only", () => {
    const odd = leaf({ extensions: [critical(KEY_USAGE), critical("1.2.3.4")] });
    const fault = { code: "unknown_critical_extension", message: "1.2.3.4" };
    expect(criticalityFault(odd, [])).toEqual(fault);
    expect(criticalityFault(odd, ["1.2.3.5"])).toEqual(fault);
    expect(criticalityFault(odd, ["1.2.3.4"])).toBeNull();
    expect(criticalityFault(leaf({ extensions: [critical("1.2.3.4", false)] }), [])).toBeNull();
    const oddAuthority = authority({ extensions: [critical(BASIC_CONSTRAINTS), critical("1.2.3.4")] });
    const processed = { processedExtensions: ["1.2.3.4"] };
    expect([ofLeaf(oddAuthority, false, processed), ofLeaf(oddAuthority)]).toEqual(["ok", fault.code]);
    expect(ofBoth(oddAuthority, 0, processed)).toEqual(twice(fault.code));
  });

  test.each(["2.5.29.14", "2.5.29.35"])("the key identifier %s must not be critical", (oid) => {
    expect(codeOf(criticalityFault(leaf({ extensions: [critical(oid)] }), []))).toBe(PROFILE);
    expect(criticalityFault(leaf({ extensions: [critical(oid, false)] }), [])).toBeNull();
    const extensions = [critical(BASIC_CONSTRAINTS), critical(oid)];
    expect(ofIssuer(authority({ extensions }))).toBe(PROFILE);
  });
});

describe("the profile", () => {
  test.each<Partial<Certificate>>([
    { authorityKeyIdentifier: null },
    { authorityKeyIdentifier: { keyIdentifier: null, issuer: null, serialNumber: null } },
    { subjectKeyIdentifier: null },
    { serialNumber: Uint8Array.of(0x80) },
    { serialNumber: new Uint8Array(21).fill(1) },
  ])("asks for no key identifier, and for no kind of serial number: a path is found without %#", (one) => {
    expect([ofLeaf(leaf(one)), ofLeaf(leaf(one), true)]).toEqual(twice("ok"));
    expect(ofBoth(authority(one))).toEqual(twice("ok"));
  });

  test("asks a certificate for the name of its issuer, unless it is an anchor", () => {
    expect(ofLeaf(leaf({ issuer: NOBODY }))).toBe(PROFILE);
    expect(ofLeaf(leaf({ issuer: NOBODY }), true)).toBe("ok");
    expect(ofBoth(authority({ issuer: NOBODY }))).toEqual([PROFILE, "ok"]);
  });

  test("asks an authority for a name; a leaf needs none", () => {
    const lacking = { subject: NOBODY };
    expect(ofLeaf(leaf(lacking))).toBe("ok");
    expect(ofLeaf(leaf({ ...lacking, basicConstraints: { isCa: false, pathLength: null } }))).toBe("ok");
    expect(ofLeaf(authority(lacking))).toBe(PROFILE);
    expect(ofBoth(authority(lacking))).toEqual(twice(PROFILE));
  });

  test("lets only an authority sign certificates, and constrain names, in a critical extension", () => {
    expect(ofLeaf(leaf({ keyUsage: new Set(["keyCertSign"]) }))).toBe(PROFILE);
    expect(ofLeaf(leaf({ keyUsage: new Set(["digitalSignature"]) }))).toBe("ok");
    const nameConstraints = { permitted: [], excluded: [] };
    const extensions = [critical(BASIC_CONSTRAINTS), critical(NAME_CONSTRAINTS)];
    expect(ofLeaf(leaf({ nameConstraints, extensions }))).toBe(PROFILE);
    expect(ofLeaf(leaf({ extensions }))).toBe("ok");
    expect(ofBoth(authority({ nameConstraints, extensions }))).toEqual(twice("ok"));
    const lax = [critical(BASIC_CONSTRAINTS), critical(NAME_CONSTRAINTS, false)];
    expect(ofBoth(authority({ nameConstraints, extensions: lax }))).toEqual(twice(PROFILE));
    expect(ofBoth(authority({ nameConstraints }))).toEqual(twice(PROFILE));
  });

  test("is said in words", () => {
    const messageOf = (certificate: Certificate) => leafFault(certificate, false, parameters())?.message;
    const nameConstraints = { permitted: [], excluded: [] };
    expect(messageOf(leaf({ issuer: NOBODY }))).toContain("issuer");
    expect(messageOf(authority({ subject: NOBODY }))).toContain("without subject");
    expect(messageOf(leaf({ nameConstraints }))).toContain("without cA");
    expect(messageOf(authority({ nameConstraints }))).toContain("not critical");
  });
});

describe("purposes", () => {
  const purposes = (...extendedKeyUsages: string[]) => ({ extendedKeyUsages });
  const WRONG = "extended_key_usage";

  test("of a leaf must include the one asked for; any other does not stand for it", () => {
    for (const isAnchor of [false, true]) {
      const of = (more: Partial<Certificate>, asked: Asked = {}) => ofLeaf(leaf(more), isAnchor, asked);
      expect(of(purposes(OTHER_PURPOSE, PURPOSE))).toBe("ok");
      expect(of(purposes(OTHER_PURPOSE))).toBe(WRONG);
      expect(of(purposes(ANY_PURPOSE))).toBe(WRONG);
      expect(of(purposes(OTHER_PURPOSE), { purpose: null })).toBe("ok");
    }
  });

  test("of an authority limit those below only if the caller says so", () => {
    const of = (more: Partial<Certificate>, asked: Asked = {}) => ofBoth(authority(more), 0, asked);
    const nested = { arePurposesNested: true };
    expect(of(purposes(OTHER_PURPOSE))).toEqual(twice("ok"));
    expect(of(purposes(OTHER_PURPOSE), nested)).toEqual(twice(WRONG));
    expect(of(purposes(OTHER_PURPOSE), { ...nested, purpose: null })).toEqual(twice("ok"));
    for (const more of [purposes(OTHER_PURPOSE, PURPOSE), purposes(ANY_PURPOSE), {}]) {
      expect(of(more, nested)).toEqual(twice("ok"));
    }
  });
});

test("of several faults, the first of this order is named", () => {
  const all = { notAfter: later(-1000), extensions: [critical("1.2.3.4")], issuer: NOBODY };
  expect(ofLeaf(leaf({ ...all, extendedKeyUsages: [] }))).toBe("certificate_expired");
  expect(ofLeaf(leaf({ ...all, notAfter: NOW, extendedKeyUsages: [] }))).toBe("unknown_critical_extension");
  expect(ofLeaf(leaf({ issuer: NOBODY, extendedKeyUsages: [] }))).toBe(PROFILE);
  expect(ofIssuer(authority({ ...all, basicConstraints: null }))).toBe("certificate_expired");
  const odd = authority({ extensions: [critical("1.2.3.4")], basicConstraints: null });
  expect(ofIssuer(odd)).toBe("issuer_not_ca");
});
