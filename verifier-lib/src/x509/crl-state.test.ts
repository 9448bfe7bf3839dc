/** What one list says about one certificate: RFC 5280, section 6.3.3. */

import { describe, expect, test, vi } from "vitest";
import type { Certificate, GeneralName } from "./certificate.js";
import { crlState } from "./crl-state.js";
import { type Available, at, certificate, directory, entry, list, NOW, searchOf } from "./made-up.testing.js";
import type { Crl, IssuingDistributionPoint, PathParameters } from "./path-types.js";
import type { RevocationWord } from "./revocation.js";

const root = certificate({ subject: "Root" });
const issuer = certificate({ subject: "Authority", issuer: "Root" });
const leafWith = (more: Partial<Certificate> = {}) =>
  certificate({ subject: "Unit", issuer: "Authority" }, more);
const leaf = leafWith();

interface Asked extends Available, Partial<Pick<PathParameters, "time" | "existedBy" | "now">> {
  readonly certificate?: Certificate;
  readonly issuer?: Certificate;
}

async function wordOf(crl: Crl, asked: Asked = {}): Promise<RevocationWord> {
  const { time = NOW, existedBy } = asked;
  const place = { certificate: asked.certificate ?? leaf, issuer: asked.issuer ?? issuer, above: [root] };
  return crlState(
    crl,
    place,
    { time, ...(existedBy && { existedBy }), ...(asked.now && { now: asked.now }) },
    await searchOf(asked),
  );
}

const weightOf = async (crl: Crl, asked: Asked = {}) => (await wordOf(crl, asked)).weight;
const ofAuthority = { issuer: "Authority" };
/** A list without entries. */
const empty = (more: Partial<Crl> = {}, by: { signedBy?: string; counts?: "weak" | "unknown" } = {}) =>
  list({ ...ofAuthority, ...by }, [], more);
const point = (more: Partial<IssuingDistributionPoint>): Partial<Crl> => ({
  issuingDistributionPoint: {
    fullNames: null,
    isForUserCertificatesOnly: false,
    isForAuthoritiesOnly: false,
    isForAttributeCertificatesOnly: false,
    isIndirect: false,
    isForSomeReasonsOnly: false,
    ...more,
  },
});
const critical = (oid: string, isCritical = true) => ({ oid, isCritical, value: new Uint8Array() });

describe("a list that does not name the certificate", () => {
  test("says that it is good, as of the list", async () => {
    expect(await wordOf(empty())).toEqual({
      weight: "good",
      restsOnExistence: false,
      state: { status: "good", source: "crl", revokedAt: null, reason: null, asOf: at(-5), message: null },
    });
    expect(await weightOf(empty(point({})))).toBe("good");
  });

  test("says nothing if it is about attribute certificates", async () => {
    const word = await wordOf(empty(point({ isForAttributeCertificatesOnly: true })));
    expect(word).toMatchObject({
      weight: "silent",
      state: { source: "crl", message: expect.stringContaining("attribute") },
    });
    const named = list(ofAuthority, [entry()], point({ isForAttributeCertificatesOnly: true }));
    expect(await weightOf(named)).toBe("silent");
  });

  test("says nothing if it is of another authority, or by another key of this one", async () => {
    const ofAnother = list({ issuer: "Other", signedBy: "Authority" });
    expect(await wordOf(ofAnother)).toMatchObject({ weight: "silent", state: { source: null, asOf: null } });
    const known = certificate(
      { subject: "Authority", issuer: "Root" },
      { subjectKeyIdentifier: Uint8Array.of(1) },
    );
    const key = (identifier: number | null) =>
      wordOf(empty({ authorityKeyIdentifier: identifier === null ? null : Uint8Array.of(identifier) }), {
        issuer: known,
      });
    expect(await key(2)).toMatchObject({ weight: "silent", state: { source: null, asOf: null } });
    expect((await key(1)).weight).toBe("good");
    expect((await key(null)).weight).toBe("good");
    expect(await weightOf(empty({ authorityKeyIdentifier: Uint8Array.of(2) }))).toBe("good");
  });

  test.each([
    ["isForUserCertificatesOnly", null, "good"],
    ["isForUserCertificatesOnly", false, "good"],
    ["isForUserCertificatesOnly", true, "silent"],
    ["isForAuthoritiesOnly", null, "silent"],
    ["isForAuthoritiesOnly", false, "silent"],
    ["isForAuthoritiesOnly", true, "good"],
  ] as const)("%s, about a certificate with cA %j: %s", async (flag, isCa, weight) => {
    const asked = leafWith({ basicConstraints: isCa === null ? null : { isCa, pathLength: null } });
    const word = await wordOf(empty(point({ [flag]: true })), { certificate: asked });
    expect(word).toMatchObject({ weight, state: { source: "crl", asOf: at(-5) } });
    expect(word.state.message === null).toBe(weight === "good");
  });

  const uri = (value: string): GeneralName => ({ kind: "uri", value });
  const dns = (value: string): GeneralName => ({ kind: "dns", value });
  test.each<[string, GeneralName[], GeneralName[], string]>([
    ["the same address", [uri("http://a")], [uri("http://a")], "good"],
    ["one of several", [uri("http://a"), uri("http://b")], [uri("http://c"), uri("http://b")], "good"],
    ["the same directory name", [directory("a")], [directory("a")], "good"],
    ["another address", [uri("http://a")], [uri("http://b")], "silent"],
    ["another directory name", [directory("a")], [directory("b")], "silent"],
    ["no address", [uri("http://a")], [], "silent"],
    ["a kind that is no place of lists", [dns("a")], [dns("a")], "silent"],
    ["an address like a directory name", [uri(JSON.stringify(["a"]))], [directory("a")], "silent"],
  ])(
    "of a distribution point: the certificate has %s",
    async (_, fullNames, crlDistributionPoints, weight) => {
      const asked = leafWith({ crlDistributionPoints });
      expect(await weightOf(empty(point({ fullNames })), { certificate: asked })).toBe(weight);
    },
  );

  test.each<[string, Partial<Crl>]>([
    ["unknown critical extension: 1.2.3", { extensions: [critical("2.5.29.35"), critical("1.2.3")] }],
    ["an entry", { hasUnknownCriticalEntry: true }],
    ["number is critical", { extensions: [critical("1.2.3", false), critical("2.5.29.20")] }],
    ["delta", { isDelta: true, extensions: [critical("2.5.29.27")] }],
    ["indirect", point({ isIndirect: true })],
    ["some reasons", point({ isForSomeReasonsOnly: true })],
  ])("proves nothing if it is limited: %s", async (message, more) => {
    expect(await wordOf(empty(more))).toMatchObject({
      weight: "unusable",
      state: {
        status: "undetermined",
        source: "crl",
        asOf: at(-5),
        message: expect.stringContaining(message),
      },
    });
  });

  test("needs no number, which a list of version 1 does not have", async () => {
    expect(await weightOf(empty({ crlNumber: null, extensions: [] }))).toBe("good");
  });

  test("may have other extensions, and critical ones that are processed", async () => {
    const extensions = [
      critical("2.5.29.28"),
      critical("2.5.29.35"),
      critical("2.5.29.20", false),
      critical("1.2.3", false),
    ];
    expect(await weightOf(empty({ extensions }))).toBe("good");
  });

  test("counts only if the issuer's key is for lists, or for anything", async () => {
    const withUsage = (keyUsage: Certificate["keyUsage"]) =>
      certificate({ subject: "Authority", issuer: "Root" }, { keyUsage });
    expect(await weightOf(empty(), { issuer: withUsage(new Set(["cRLSign"])) })).toBe("good");
    expect(await wordOf(empty(), { issuer: withUsage(new Set(["keyCertSign"])) })).toMatchObject({
      weight: "unusable",
      state: { message: expect.stringContaining("not for signing CRLs") },
    });
  });

  test.each([
    [{ signedBy: "Impostor" }, "signature: invalid", "silent"],
    [{ counts: "weak" }, "signature: hash_too_weak", "unusable"],
    [{ counts: "unknown" }, "signature: algorithm_unsupported", "silent"],
  ] as const)("counts only with a signature that is strong enough: %j", async (by, message, weight) => {
    expect(await wordOf(empty({}, by))).toMatchObject({ weight, state: { message } });
  });

  test.each<[string, Partial<Crl>, string]>([
    ["its next update is due now", { nextUpdate: NOW }, "good"],
    ["its next update was due", { nextUpdate: at(-1) }, "silent"],
    ["it states none and is of now", { thisUpdate: NOW, nextUpdate: null }, "good"],
    ["it states none and is older", { thisUpdate: at(-1), nextUpdate: null }, "silent"],
    ["it is newer", { thisUpdate: at(4) }, "good"],
  ])("counts for the time asked for: %s", async (_, more, weight) => {
    expect(await weightOf(empty(more))).toBe(weight);
  });

  test.each<[string, number, number | null, string]>([
    ["made when it expired", 10, null, "good"],
    ["made after it expired", 11, null, "silent"],
    ["which lists those that expired since then", 11, 10, "good"],
    ["which lists those that expired before", 11, 9, "good"],
    ["which lists only those that expired later", 11, 11, "silent"],
  ])("counts until the certificate expires: %s", async (_, made, since, weight) => {
    const crl = empty({
      thisUpdate: at(made),
      nextUpdate: at(20),
      expiredCertificatesSince: since === null ? null : at(since),
    });
    expect(await weightOf(crl, { certificate: leafWith({ notAfter: at(10) }) })).toBe(weight);
  });
});

describe("a list that names the certificate", () => {
  const listed = (
    more: Parameters<typeof entry>[0] = {},
    ofList: Partial<Crl> = {},
    counts: "valid" | "weak" | "unknown" = "valid",
  ) => list({ ...ofAuthority, counts }, [entry(more)], ofList);

  test("says when, why, and as of when it was revoked", async () => {
    expect(await wordOf(listed({ reason: "keyCompromise" }))).toEqual({
      weight: "revoked",
      restsOnExistence: false,
      state: {
        status: "revoked",
        source: "crl",
        revokedAt: at(-10),
        reason: "keyCompromise",
        asOf: at(-5),
        message: null,
      },
    });
  });

  test("counts whatever part of the certificates it covers, and however old it is", async () => {
    for (const more of [
      { crlNumber: null },
      { isDelta: true },
      { nextUpdate: at(-4) },
      point({ isIndirect: true }),
      point({ isForSomeReasonsOnly: true }),
      point({ isForAuthoritiesOnly: true }),
    ]) {
      expect(await weightOf(listed({}, more))).toBe("revoked");
    }
  });

  test("that was revoked later, is good: the reason does not concern it, or it is known to be older", async () => {
    const later = { revokedAt: at(3), reason: "superseded" } as const;
    const said = { status: "good", source: "crl", revokedAt: at(3), asOf: at(-5) };
    expect(await wordOf(listed(later))).toMatchObject({
      weight: "good",
      restsOnExistence: false,
      state: said,
    });
    const stolen = { revokedAt: at(3), reason: "keyCompromise" } as const;
    expect(await weightOf(listed(stolen))).toBe("revoked");
    expect(await wordOf(listed(stolen), { existedBy: at(2) })).toMatchObject({
      weight: "good",
      restsOnExistence: true,
      state: { ...said, reason: "keyCompromise" },
    });
    // Such a list proves as little as one that does not name it.
    expect(await wordOf(listed(later, { isDelta: true }))).toMatchObject({
      weight: "unusable",
      state: { revokedAt: null, message: expect.stringContaining("delta") },
    });
  });

  test("in a malformed entry, leaves it open whether it is revoked", async () => {
    expect(await wordOf(listed({ revokedAt: new Date(0), isMalformed: true }))).toMatchObject({
      weight: "doubtful",
      state: { status: "undetermined", message: expect.stringContaining("entry is malformed") },
    });
  });

  test("in a delta list, an entry may cancel an earlier one", async () => {
    expect(await wordOf(listed({ reason: "removeFromCRL" }, { isDelta: true }))).toMatchObject({
      weight: "unusable",
      state: { message: expect.stringContaining("delta") },
    });
    expect(await weightOf(listed({ reason: "removeFromCRL" }))).toBe("revoked");
    expect(await weightOf(listed({ reason: "superseded" }, { isDelta: true }))).toBe("revoked");
  });

  test.each<[string, Partial<Crl>, "valid" | "weak" | "unknown", string]>([
    ["an unknown critical extension", { extensions: [critical("1.2.3")] }, "valid", "critical extension"],
    ["a weak signature", {}, "weak", "signature: weak"],
  ])("with %s leaves a doubt, unless the revocation would not count", async (_, more, counts, message) => {
    expect(await wordOf(listed({}, more, counts))).toEqual({
      weight: "doubtful",
      restsOnExistence: false,
      state: {
        status: "undetermined",
        source: "crl",
        revokedAt: null,
        reason: null,
        asOf: at(-5),
        message: expect.stringContaining(message),
      },
    });
    expect(await weightOf(listed({ revokedAt: at(3), reason: "superseded" }, more, counts))).toBe("unusable");
  });

  test("with an invalid signature says nothing", async () => {
    expect(await wordOf(list({ ...ofAuthority, signedBy: "Impostor" }, [entry()]))).toMatchObject({
      weight: "silent",
      state: { source: "crl", message: "signature: invalid" },
    });
    expect(await wordOf(listed({}, {}, "unknown"))).toMatchObject({
      weight: "silent",
      state: { message: "signature: algorithm_unsupported" },
    });
  });

  test("is revoked even by a list that is still to come, which shows nothing good", async () => {
    const ahead = { thisUpdate: at(400) };
    expect(await weightOf(listed({}, ahead), { now: at(99) })).toBe("revoked");
    expect(await weightOf(empty(ahead), { now: at(99) })).toBe("silent");
    // Clocks differ by minutes.
    expect(await weightOf(empty(ahead), { now: at(100) })).toBe("good");
  });

  test("several times: the gravest entry counts", async () => {
    const entries = [entry({ revokedAt: at(3), reason: "superseded" }), entry({ revokedAt: at(-1) })];
    expect(await wordOf(list(ofAuthority, entries))).toMatchObject({
      weight: "revoked",
      state: { revokedAt: at(-1) },
    });
    expect(await weightOf(list(ofAuthority, [entry({ serialNumberHex: "02" })]))).toBe("good");
  });
});

describe("an entry belongs to", () => {
  test("the issuer of the list, or the authority that it names", async () => {
    const ofOther = entry({ certificateIssuer: [directory("Other")] });
    expect(await weightOf(list(ofAuthority, [ofOther]))).toBe("good");
    const ofThis = entry({ certificateIssuer: [{ kind: "dns", value: "a" }, directory("Authority")] });
    expect(await weightOf(list(ofAuthority, [ofThis]))).toBe("revoked");
    const inWords = entry({ certificateIssuer: [{ kind: "dns", value: "Authority" }] });
    expect(await weightOf(list(ofAuthority, [inWords]))).toBe("good");
  });

  const lister = certificate({ subject: "Lister", issuer: "Root" });
  const indirect = (counts: "valid" | "weak" | "unknown" = "valid") =>
    list(
      { issuer: "Lister", counts },
      [entry({ certificateIssuer: [directory("Authority")] })],
      point({ isIndirect: true }),
    );
  const naming = leafWith({ crlIssuers: [{ kind: "dns", value: "a" }, directory("Lister")] });

  test("the other authority only if the certificate names the issuer of the list", async () => {
    expect(await weightOf(indirect(), { certificate: naming, others: [lister] })).toBe("revoked");
    expect(await weightOf(indirect(), { certificate: naming, anchors: [lister] })).toBe("revoked");
    for (const crlIssuers of [[], [directory("Another")], [{ kind: "dns" as const, value: "Lister" }]]) {
      const asked = { certificate: leafWith({ crlIssuers }), anchors: [lister] };
      expect(await wordOf(indirect(), asked)).toMatchObject({
        weight: "silent",
        state: { source: "crl", asOf: at(-5), message: null },
      });
    }
  });

  test("nobody if the issuer of the list is not at hand, or did not sign it", async () => {
    expect(await weightOf(indirect(), { certificate: naming })).toBe("silent");
    const other = certificate({ subject: "Lister", key: "another", issuer: "Root" });
    expect(await weightOf(indirect(), { certificate: naming, others: [other] })).toBe("silent");
    const byIssuer = list(
      { issuer: "Lister", signedBy: "Authority" },
      [entry({ certificateIssuer: [directory("Authority")] })],
      point({ isIndirect: true }),
    );
    expect(await weightOf(byIssuer, { anchors: [lister] })).toBe("silent");
    expect(await weightOf(byIssuer, { certificate: naming, anchors: [lister] })).toBe("silent");
  });

  test("and a list of the other authority does not speak for it without naming it", async () => {
    const plain = list({ issuer: "Lister" }, [entry()]);
    expect(await weightOf(plain, { certificate: naming, anchors: [lister] })).toBe("silent");
  });

  test("the named authority even if that has the issuer's key under another name", async () => {
    const renamed = certificate({ subject: "Lister", key: "Authority", issuer: "Root" });
    const byThatKey = list(
      { issuer: "Lister", signedBy: "Authority" },
      [entry({ certificateIssuer: [directory("Authority")] })],
      point({ isIndirect: true }),
    );
    expect(await weightOf(byThatKey, { certificate: naming, others: [renamed] })).toBe("revoked");
  });
});

describe("a list by another key under the issuer's name", () => {
  const identified = (key: string, more: object = {}, identifier = 2) =>
    certificate(
      { subject: "Authority", key, issuer: "Root", ...more },
      { subjectKeyIdentifier: Uint8Array.of(identifier) },
    );
  const current = identified("Authority", {}, 1);
  const byOldKey = (counts: "valid" | "weak" | "unknown" = "valid", more: Partial<Crl> = {}) =>
    list({ issuer: "Authority", signedBy: "old", counts }, [entry()], {
      authorityKeyIdentifier: Uint8Array.of(2),
      ...more,
    });
  const asked = (more: Available) => ({ issuer: current, ...more });

  test("counts if that key is an anchor, or certified by an authority of the path", async () => {
    const old = identified("old");
    expect(await weightOf(byOldKey(), asked({ others: [old] }))).toBe("revoked");
    expect(await weightOf(byOldKey(), asked({ others: [identified("old", { issuer: "Authority" })] }))).toBe(
      "revoked",
    );
    const stranger = identified("old", { signedBy: "Stranger" });
    expect(await weightOf(byOldKey(), asked({ others: [stranger] }))).toBe("silent");
    expect(await weightOf(byOldKey(), asked({ anchors: [stranger] }))).toBe("revoked");
    expect(await weightOf(byOldKey(), asked({ others: [stranger, old] }))).toBe("revoked");
    // Certified by the right key under another name, or too weakly.
    const misnamed = identified("old", { issuer: "Another", signedBy: "Root" });
    expect(await weightOf(byOldKey(), asked({ others: [misnamed] }))).toBe("silent");
    const weak = identified("old", { counts: "weak" });
    expect(await weightOf(byOldKey(), asked({ others: [weak] }))).toBe("silent");
  });

  test("leaves a doubt if its signature is too weak, and says nothing if it cannot be verified", async () => {
    const others = [identified("old")];
    expect(await weightOf(byOldKey("weak"), asked({ others }))).toBe("doubtful");
    expect(await weightOf(byOldKey("unknown"), asked({ others }))).toBe("silent");
  });

  test("is not asked of certificates with the issuer's key, however many there are", async () => {
    const twins = Array.from({ length: 9 }, () => identified("Authority"));
    const search = await searchOf({ others: [...twins, identified("old")] });
    const asked = vi.spyOn(search.signatures, "authenticity");
    const place = { certificate: leaf, issuer: current, above: [root] };
    expect((await crlState(byOldKey(), place, { time: NOW }, search)).weight).toBe("revoked");
    expect(asked.mock.calls.filter(([of, by]) => twins.some((twin) => twin === of || twin === by))).toEqual(
      [],
    );
  });

  test("is not taken for one of a third key", async () => {
    const others = [identified("old", {}, 3)];
    expect(await weightOf(byOldKey(), asked({ others }))).toBe("silent");
    expect(await weightOf(byOldKey(), asked({ anchors: others }))).toBe("silent");
  });

  test("is invalid if it does not say which key it is by", async () => {
    const unnamed = byOldKey("valid", { authorityKeyIdentifier: null });
    expect(await wordOf(unnamed, asked({}))).toMatchObject({
      weight: "silent",
      state: { message: "signature: invalid" },
    });
    expect(await weightOf(unnamed, asked({ others: [identified("old")] }))).toBe("revoked");
  });

  test("counts for the issuer's own key whatever key it names", async () => {
    const misnamed = list(ofAuthority, [entry()], { authorityKeyIdentifier: Uint8Array.of(9) });
    expect(await weightOf(misnamed, asked({}))).toBe("revoked");
    const weak = list({ ...ofAuthority, counts: "weak" }, [entry()], {
      authorityKeyIdentifier: Uint8Array.of(9),
    });
    expect(await weightOf(weak, asked({}))).toBe("doubtful");
    const unknown = list({ ...ofAuthority, counts: "unknown" }, [entry()], {
      authorityKeyIdentifier: Uint8Array.of(9),
    });
    expect(await weightOf(unknown, asked({}))).toBe("silent");
  });
});
