/** One certificate alone. Only what each rule looks at is made up; signatures play no part. */

import { describe, expect, test } from "vitest";
import type { Certificate, DistinguishedName } from "./certificate.js";
import { criticalityFault, issuerFault, leafFault } from "./certificate-fault.js";
import type { PathFault, PathParameters } from "./path-types.js";

const PURPOSE = "1.3.6.1.5.5.7.3.8";
const OTHER_PURPOSE = "1.3.6.1.5.5.7.3.1";
const ANY_PURPOSE = "2.5.29.37.0";
const BASIC_CONSTRAINTS = "2.5.29.19";
const NAME_CONSTRAINTS = "2.5.29.30";

const NOW = new Date("2026-11-21T12:00:00Z");
const later = (ms: number) => new Date(NOW.getTime() + ms);
const named = (...canonical: readonly string[]) => ({ canonical }) as unknown as DistinguishedName;
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

const parameters = (more: Partial<PathParameters> = {}) =>
  ({ time: NOW, purpose: PURPOSE, ...more }) as PathParameters;
const codeOf = (fault: PathFault | null) => fault?.code ?? "ok";
const ofLeaf = (certificate: Certificate, isAnchor = false, more: Partial<PathParameters> = {}) =>
  codeOf(leafFault(certificate, isAnchor, parameters(more)));
const ofIssuer = (
  certificate: Certificate,
  isAnchor = false,
  intermediatesBelow = 0,
  more: Partial<PathParameters> = {},
) => codeOf(issuerFault(certificate, isAnchor, intermediatesBelow, parameters(more)));

test("a usual leaf and a usual authority have no fault, as anchors or not", () => {
  for (const isAnchor of [false, true]) {
    expect(ofLeaf(leaf(), isAnchor)).toBe("ok");
    expect(ofLeaf(authority(), isAnchor)).toBe("ok");
    expect(ofIssuer(authority(), isAnchor)).toBe("ok");
    expect(ofIssuer(leaf(), isAnchor)).toBe("issuer_not_ca");
  }
});

describe("the time of validity", () => {
  test.each([
    [later(0), later(0), "ok"],
    [later(1), later(1000), "certificate_not_yet_valid"],
    [later(-2000), later(-1000), "certificate_expired"],
    // Inclusive of its whole second.
    [later(-2000), later(0), "ok"],
  ])("from %j to %j: %s", (notBefore, notAfter, code) => {
    for (const isAnchor of [false, true]) {
      expect(ofLeaf(leaf({ notBefore, notAfter }), isAnchor)).toBe(code);
      expect(ofIssuer(authority({ notBefore, notAfter }), isAnchor)).toBe(code);
    }
  });
});

describe("an issuer", () => {
  test("says that it is an authority", () => {
    expect(ofIssuer(authority({ basicConstraints: null }))).toBe("issuer_not_ca");
    for (const isAnchor of [false, true]) {
      const not = authority({ basicConstraints: { isCa: false, pathLength: null }, keyUsage: null });
      expect(ofIssuer(not, isAnchor)).toBe("issuer_not_ca");
    }
  });

  test("is one without saying so if it is a trusted root", () => {
    const root = { basicConstraints: null, extensions: [], isSelfIssued: true, version: 1 } as const;
    for (const keyUsage of [null, new Set(["keyCertSign"] as const)]) {
      expect(ofIssuer(authority({ ...root, keyUsage }))).toBe("issuer_not_ca");
      expect(ofIssuer(authority({ ...root, keyUsage }), true)).toBe("ok");
      expect(ofIssuer(authority({ ...root, keyUsage, isSelfIssued: false }), true)).toBe("issuer_not_ca");
      // A unit that is trusted itself issues nothing.
      expect(ofIssuer(authority({ ...root, keyUsage, extendedKeyUsages: [PURPOSE] }), true)).toBe(
        "issuer_not_ca",
      );
    }
    expect(ofIssuer(authority({ ...root, keyUsage: new Set(["digitalSignature"]) }), true)).toBe(
      "issuer_key_usage",
    );
    expect(ofIssuer(authority({ ...root, notAfter: later(-1000) }), true)).toBe("certificate_expired");
  });

  test("says so in a critical extension, unless it is an anchor", () => {
    for (const extensions of [[], [critical(BASIC_CONSTRAINTS, false)], [critical("2.5.29.15")]]) {
      expect(ofIssuer(authority({ extensions }))).toBe("issuer_not_ca");
      expect(ofIssuer(authority({ extensions }), true)).toBe("ok");
    }
    const several = [critical("2.5.29.15"), critical(BASIC_CONSTRAINTS)];
    expect(ofIssuer(authority({ extensions: several }))).toBe("ok");
  });

  test("may sign certificates, if it says what its key is for", () => {
    for (const isAnchor of [false, true]) {
      expect(ofIssuer(authority({ keyUsage: null }), isAnchor)).toBe("ok");
      expect(ofIssuer(authority({ keyUsage: new Set() }), isAnchor)).toBe("issuer_key_usage");
      expect(ofIssuer(authority({ keyUsage: new Set(["cRLSign"]) }), isAnchor)).toBe("issuer_key_usage");
    }
  });

  test.each([
    [0, 0, "ok"],
    [0, 1, "path_length_exceeded"],
    [2, 2, "ok"],
    [2, 3, "path_length_exceeded"],
    [null, 99, "ok"],
  ])("with path length %j above %d intermediates: %s", (pathLength, below, code) => {
    const bounded = authority({ basicConstraints: { isCa: true, pathLength } });
    expect(ofIssuer(bounded, false, below)).toBe(code);
    expect(ofIssuer(bounded, true, below)).toBe(code);
  });
});

describe("critical extensions", () => {
  const PROCESSED = [15, 17, 19, 30, 31, 32, 33, 36, 37, 54].map((last) => `2.5.29.${last}`);

  test.each(PROCESSED)("%s is processed", (oid) => {
    expect(criticalityFault(leaf({ extensions: [critical(oid)] }), [])).toBeNull();
  });

  test("another is unknown unless the caller processes it", () => {
    const odd = leaf({ extensions: [critical("2.5.29.15"), critical("1.2.3.4")] });
    expect(criticalityFault(odd, [])).toEqual({ code: "unknown_critical_extension", message: "1.2.3.4" });
    expect(criticalityFault(odd, ["1.2.3.5"])).toMatchObject({ code: "unknown_critical_extension" });
    expect(criticalityFault(odd, ["1.2.3.4"])).toBeNull();
    expect(criticalityFault(leaf({ extensions: [critical("1.2.3.4", false)] }), [])).toBeNull();
    // The caller's list is about the leaf only.
    const oddAuthority = authority({ extensions: [critical(BASIC_CONSTRAINTS), critical("1.2.3.4")] });
    const processedExtensions = ["1.2.3.4"];
    expect(ofLeaf(oddAuthority, false, { processedExtensions })).toBe("ok");
    expect(ofLeaf(oddAuthority)).toBe("unknown_critical_extension");
    expect(ofIssuer(oddAuthority, false, 0, { processedExtensions })).toBe("unknown_critical_extension");
    expect(ofIssuer(oddAuthority, true, 0, { processedExtensions })).toBe("unknown_critical_extension");
  });

  test.each(["2.5.29.14", "2.5.29.35"])("the key identifier %s must not be critical", (oid) => {
    const wrong = leaf({ extensions: [critical(oid)] });
    expect(codeOf(criticalityFault(wrong, []))).toBe("certificate_profile");
    expect(criticalityFault(leaf({ extensions: [critical(oid, false)] }), [])).toBeNull();
    expect(ofIssuer(authority({ extensions: [critical(BASIC_CONSTRAINTS), critical(oid)] }))).toBe(
      "certificate_profile",
    );
  });
});

describe("the profile", () => {
  const PROFILE = "certificate_profile";

  test("asks for no key identifier, and for no kind of serial number: a path is found without", () => {
    const lacking = [
      { authorityKeyIdentifier: null },
      { authorityKeyIdentifier: { keyIdentifier: null, issuer: null, serialNumber: null } },
      { subjectKeyIdentifier: null },
      { serialNumber: Uint8Array.of(0x80) },
      { serialNumber: new Uint8Array(21).fill(1) },
    ];
    for (const one of lacking) {
      for (const isAnchor of [false, true]) {
        expect(ofLeaf(leaf(one), isAnchor)).toBe("ok");
        expect(ofIssuer(authority(one), isAnchor)).toBe("ok");
      }
    }
  });

  test("asks a certificate for the name of its issuer, unless it is an anchor", () => {
    expect(ofLeaf(leaf({ issuer: named() }))).toBe(PROFILE);
    expect(ofLeaf(leaf({ issuer: named() }), true)).toBe("ok");
    expect(ofIssuer(authority({ issuer: named() }))).toBe(PROFILE);
    expect(ofIssuer(authority({ issuer: named() }), true)).toBe("ok");
  });

  test("asks an authority for a name; a leaf needs none", () => {
    const lacking = { subject: named() };
    expect(ofLeaf(leaf(lacking))).toBe("ok");
    expect(ofLeaf(authority(lacking))).toBe(PROFILE);
    expect(ofIssuer(authority(lacking))).toBe(PROFILE);
    expect(ofIssuer(authority(lacking), true)).toBe(PROFILE);
    expect(ofLeaf(leaf({ basicConstraints: { isCa: false, pathLength: null }, subject: named() }))).toBe(
      "ok",
    );
  });

  test("lets only an authority sign certificates", () => {
    const keyUsage = new Set(["keyCertSign"] as const);
    expect(ofLeaf(leaf({ keyUsage }))).toBe(PROFILE);
    expect(ofLeaf(leaf({ keyUsage: new Set(["digitalSignature"]) }))).toBe("ok");
    expect(ofLeaf(authority())).toBe("ok");
  });

  test("lets only an authority constrain names, in a critical extension", () => {
    const nameConstraints = { permitted: [], excluded: [] };
    const extensions = [critical(BASIC_CONSTRAINTS), critical(NAME_CONSTRAINTS)];
    expect(ofLeaf(leaf({ nameConstraints, extensions }))).toBe(PROFILE);
    expect(ofLeaf(leaf({ extensions }))).toBe("ok");
    for (const isAnchor of [false, true]) {
      expect(ofIssuer(authority({ nameConstraints, extensions }), isAnchor)).toBe("ok");
      const lax = [critical(BASIC_CONSTRAINTS), critical(NAME_CONSTRAINTS, false)];
      expect(ofIssuer(authority({ nameConstraints, extensions: lax }), isAnchor)).toBe(PROFILE);
      expect(ofIssuer(authority({ nameConstraints }), isAnchor)).toBe(PROFILE);
    }
  });

  test("is said in words", () => {
    const messageOf = (certificate: Certificate) => leafFault(certificate, false, parameters())?.message;
    expect(messageOf(leaf({ issuer: named() }))).toContain("issuer");
    expect(messageOf(authority({ subject: named() }))).toContain("without subject");
    expect(messageOf(leaf({ nameConstraints: { permitted: [], excluded: [] } }))).toContain("without cA");
    expect(messageOf(authority({ nameConstraints: { permitted: [], excluded: [] } }))).toContain(
      "not critical",
    );
  });
});

describe("purposes", () => {
  const purposes = (...extendedKeyUsages: readonly string[]) => ({ extendedKeyUsages });

  test("of a leaf must include the one asked for; any other does not stand for it", () => {
    for (const isAnchor of [false, true]) {
      expect(ofLeaf(leaf(purposes(OTHER_PURPOSE, PURPOSE)), isAnchor)).toBe("ok");
      expect(ofLeaf(leaf(purposes(OTHER_PURPOSE)), isAnchor)).toBe("extended_key_usage");
      expect(ofLeaf(leaf(purposes(ANY_PURPOSE)), isAnchor)).toBe("extended_key_usage");
      expect(ofLeaf(leaf(purposes(OTHER_PURPOSE)), isAnchor, { purpose: null })).toBe("ok");
    }
  });

  test("of an authority limit those below only if the caller says so", () => {
    const nested = { arePurposesNested: true };
    for (const isAnchor of [false, true]) {
      expect(ofIssuer(authority(purposes(OTHER_PURPOSE)), isAnchor)).toBe("ok");
      expect(ofIssuer(authority(purposes(OTHER_PURPOSE)), isAnchor, 0, nested)).toBe("extended_key_usage");
      expect(ofIssuer(authority(purposes(OTHER_PURPOSE, PURPOSE)), isAnchor, 0, nested)).toBe("ok");
      expect(ofIssuer(authority(purposes(ANY_PURPOSE)), isAnchor, 0, nested)).toBe("ok");
      expect(ofIssuer(authority(), isAnchor, 0, nested)).toBe("ok");
      expect(ofIssuer(authority(purposes(OTHER_PURPOSE)), isAnchor, 0, { ...nested, purpose: null })).toBe(
        "ok",
      );
    }
  });
});

test("of several faults, the first of this order is named", () => {
  const all = { notAfter: later(-1000), extensions: [critical("1.2.3.4")], issuer: named() };
  expect(ofLeaf(leaf({ ...all, extendedKeyUsages: [] }))).toBe("certificate_expired");
  expect(ofLeaf(leaf({ ...all, notAfter: NOW, extendedKeyUsages: [] }))).toBe("unknown_critical_extension");
  expect(ofLeaf(leaf({ issuer: named(), extendedKeyUsages: [] }))).toBe("certificate_profile");
  expect(ofIssuer(authority({ ...all, basicConstraints: null }))).toBe("certificate_expired");
  expect(ofIssuer(authority({ extensions: [critical("1.2.3.4")], basicConstraints: null }))).toBe(
    "issuer_not_ca",
  );
});
