/** What one list says about one certificate: RFC 5280, section 6.3.3. */

import { describe, expect, test, vi } from "vitest";
import type { Certificate, GeneralName } from "./certificate.js";
import { crlState } from "./crl-state.js";
import { type Available, at, certificate, directory, entry, list, NOW, searchOf } from "./made-up.testing.js";
import type { Crl, IssuingDistributionPoint, PathParameters, RevokedCertificate } from "./path-types.js";
import type { RevocationWord } from "./revocation.js";

const root = certificate({ subject: "Root" });
const issuerWith = (more: Partial<Certificate> = {}) =>
  certificate({ subject: "Authority", issuer: "Root" }, more);
const issuer = issuerWith();
const leafWith = (more: Partial<Certificate> = {}) =>
  certificate({ subject: "Unit", issuer: "Authority" }, more);
const leaf = leafWith();

interface Asked extends Available, Partial<Pick<PathParameters, "time" | "existedBy" | "now">> {
  readonly certificate?: Certificate;
  readonly issuer?: Certificate;
}
async function wordOf(crl: Crl, asked: Asked = {}): Promise<RevocationWord> {
  const place = { certificate: asked.certificate ?? leaf, issuer: asked.issuer ?? issuer, above: [root] };
  return crlState(crl, place, { time: NOW, ...asked }, await searchOf(asked));
}
const weightOf = async (crl: Crl, asked: Asked = {}) => (await wordOf(crl, asked)).weight;

type Counts = "valid" | "weak" | "unknown";
const ofAuthority = { issuer: "Authority" };
/** A list without entries. */
const empty = (more: Partial<Crl> = {}, by: { signedBy?: string; counts?: Counts } = {}) =>
  list({ ...ofAuthority, ...by }, [], more);
/** A list that names the certificate. */
const listed = (
  more: Partial<RevokedCertificate> = {},
  ofList: Partial<Crl> = {},
  counts: Counts = "valid",
) => list({ ...ofAuthority, counts }, [entry(more)], ofList);
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
const keyed = (last: number) => ({ authorityKeyIdentifier: Uint8Array.of(last) });
const containing = (text: string) => expect.stringContaining(text);
const NO_STATE = { source: "crl", revokedAt: null, reason: null, asOf: at(-5), message: null };

describe("a list that does not name the certificate", () => {
  test("says that it is good, as of the list, with a number or without", async () => {
    const good = { weight: "good", restsOnExistence: false, state: { ...NO_STATE, status: "good" } };
    expect(await wordOf(empty())).toEqual(good);
    expect(await wordOf(empty({ crlNumber: null, extensions: [] }))).toEqual(good);
    expect(await weightOf(empty(point({})))).toBe("good");
    expect(await weightOf(list(ofAuthority, [entry({ serialNumberHex: "02" })]))).toBe("good");
  });

  test("says nothing if it is about attribute certificates", async () => {
    const ofAttributes = point({ isForAttributeCertificatesOnly: true });
    const word = { weight: "silent", state: { source: "crl", message: containing("attribute") } };
    expect(await wordOf(empty(ofAttributes))).toMatchObject(word);
    expect(await weightOf(listed({}, ofAttributes))).toBe("silent");
  });

  test("says nothing if it is of another authority, or by another key of this one", async () => {
    const silent = { weight: "silent", state: { source: null, asOf: null } };
    expect(await wordOf(list({ issuer: "Other", signedBy: "Authority" }))).toMatchObject(silent);
    const known = { issuer: issuerWith({ subjectKeyIdentifier: Uint8Array.of(1) }) };
    expect(await wordOf(empty(keyed(2)), known)).toMatchObject(silent);
    expect(await weightOf(empty(keyed(1)), known)).toBe("good");
    expect(await weightOf(empty(), known)).toBe("good");
    expect(await weightOf(empty(keyed(2)))).toBe("good");
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
  ])("of a point: the certificate has %s", async (_, fullNames, crlDistributionPoints, weight) => {
    const asked = { certificate: leafWith({ crlDistributionPoints }) };
    expect(await weightOf(empty(point({ fullNames })), asked)).toBe(weight);
  });

  test.each<[string, Partial<Crl>]>([
    ["unknown critical extension: 1.2.3", { extensions: [critical("2.5.29.35"), critical("1.2.3")] }],
    ["an entry", { hasUnknownCriticalEntry: true }],
    ["number is critical", { extensions: [critical("1.2.3", false), critical("2.5.29.20")] }],
    ["delta", { isDelta: true, extensions: [critical("2.5.29.27")] }],
    ["indirect", point({ isIndirect: true })],
    ["some reasons", point({ isForSomeReasonsOnly: true })],
  ])("proves nothing if it is limited: %s", async (message, more) => {
    const state = { ...NO_STATE, status: "undetermined", message: containing(message) };
    expect(await wordOf(empty(more))).toMatchObject({ weight: "unusable", state });
  });

  test("may have other extensions, and critical ones that are processed", async () => {
    const processed = [critical("2.5.29.28"), critical("2.5.29.35")];
    const extensions = [...processed, critical("2.5.29.20", false), critical("1.2.3", false)];
    expect(await weightOf(empty({ extensions }))).toBe("good");
  });

  test("counts only if the issuer's key is for lists, or for anything", async () => {
    const by = (use: "cRLSign" | "keyCertSign") => ({ issuer: issuerWith({ keyUsage: new Set([use]) }) });
    expect(await weightOf(empty(), by("cRLSign"))).toBe("good");
    const state = { message: containing("not for signing CRLs") };
    expect(await wordOf(empty(), by("keyCertSign"))).toMatchObject({ weight: "unusable", state });
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
    const times = { thisUpdate: at(made), nextUpdate: at(20) };
    const crl = empty({ ...times, expiredCertificatesSince: since === null ? null : at(since) });
    expect(await weightOf(crl, { certificate: leafWith({ notAfter: at(10) }) })).toBe(weight);
  });
});

describe("a list that names the certificate", () => {
  test("says when, why, and as of when it was revoked", async () => {
    expect(await wordOf(listed({ reason: "keyCompromise" }))).toEqual({
      weight: "revoked",
      restsOnExistence: false,
      state: { ...NO_STATE, status: "revoked", revokedAt: at(-10), reason: "keyCompromise" },
    });
  });

  test.each<[string, Partial<Crl>]>([
    ["has no number", { crlNumber: null }],
    ["is a delta list", { isDelta: true }],
    ["is outdated", { nextUpdate: at(-4) }],
    ["is indirect", point({ isIndirect: true })],
    ["is about some reasons", point({ isForSomeReasonsOnly: true })],
    ["is about authorities", point({ isForAuthoritiesOnly: true })],
  ])("counts even if it %s", async (_, more) => {
    expect(await weightOf(listed({}, more))).toBe("revoked");
  });

  test("that was revoked later, is good: the reason does not concern it, or it is known to be older", async () => {
    const later = { revokedAt: at(3), reason: "superseded" } as const;
    const state = { status: "good", source: "crl", revokedAt: at(3), asOf: at(-5) };
    expect(await wordOf(listed(later))).toMatchObject({ weight: "good", restsOnExistence: false, state });
    const stolen = listed({ revokedAt: at(3), reason: "keyCompromise" });
    expect(await weightOf(stolen)).toBe("revoked");
    expect(await wordOf(stolen, { existedBy: at(2) })).toMatchObject({
      weight: "good",
      restsOnExistence: true,
      state: { ...state, reason: "keyCompromise" },
    });
    // Such a list proves as little as one that does not name it.
    const delta = { weight: "unusable", state: { revokedAt: null, message: containing("delta") } };
    expect(await wordOf(listed(later, { isDelta: true }))).toMatchObject(delta);
  });

  test("in a delta list, an entry may cancel an earlier one", async () => {
    const cancelled = await wordOf(listed({ reason: "removeFromCRL" }, { isDelta: true }));
    expect(cancelled).toMatchObject({ weight: "unusable", state: { message: containing("delta") } });
    expect(await weightOf(listed({ reason: "removeFromCRL" }))).toBe("revoked");
    expect(await weightOf(listed({ reason: "superseded" }, { isDelta: true }))).toBe("revoked");
  });

  test.each<[string, Partial<RevokedCertificate>, Partial<Crl>, Counts, string]>([
    ["a malformed entry", { revokedAt: new Date(0), isMalformed: true }, {}, "valid", "entry is malformed"],
    ["an unknown extension", {}, { extensions: [critical("1.2.3")] }, "valid", "critical extension"],
    ["a weak signature", {}, {}, "weak", "signature: weak"],
  ])(
    "with %s leaves a doubt, unless the revocation would not count",
    async (_, more, ofList, counts, message) => {
      expect(await wordOf(listed(more, ofList, counts))).toEqual({
        weight: "doubtful",
        restsOnExistence: false,
        state: { ...NO_STATE, status: "undetermined", message: containing(message) },
      });
      if (more.isMalformed) return;
      const later = { revokedAt: at(3), reason: "superseded" } as const;
      expect(await weightOf(listed(later, ofList, counts))).toBe("unusable");
    },
  );

  test("with an invalid signature says nothing", async () => {
    const forged = await wordOf(list({ ...ofAuthority, signedBy: "Impostor" }, [entry()]));
    expect(forged).toMatchObject({
      weight: "silent",
      state: { source: "crl", message: "signature: invalid" },
    });
    const message = "signature: algorithm_unsupported";
    expect(await wordOf(listed({}, {}, "unknown"))).toMatchObject({ weight: "silent", state: { message } });
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
    const word = await wordOf(list(ofAuthority, entries));
    expect(word).toMatchObject({ weight: "revoked", state: { revokedAt: at(-1) } });
  });
});

describe("an entry belongs to", () => {
  const lister = certificate({ subject: "Lister", issuer: "Root" });
  const naming = leafWith({ crlIssuers: [{ kind: "dns", value: "a" }, directory("Lister")] });
  const indirect = (signedBy = "Lister") =>
    list(
      { issuer: "Lister", signedBy },
      [entry({ certificateIssuer: [directory("Authority")] })],
      point({ isIndirect: true }),
    );

  test.each<[GeneralName[], string]>([
    [[directory("Other")], "good"],
    [[{ kind: "dns", value: "a" }, directory("Authority")], "revoked"],
    [[{ kind: "dns", value: "Authority" }], "good"],
  ])("the authority that it names: %j", async (certificateIssuer, weight) => {
    expect(await weightOf(listed({ certificateIssuer }))).toBe(weight);
  });

  test("another authority only if the certificate names the issuer of the list", async () => {
    for (const available of [{ others: [lister] }, { anchors: [lister] }]) {
      expect(await weightOf(indirect(), { certificate: naming, ...available })).toBe("revoked");
    }
    const silent = { weight: "silent", state: { source: "crl", asOf: at(-5), message: null } };
    for (const crlIssuers of [[], [directory("Another")], [{ kind: "dns" as const, value: "Lister" }]]) {
      const asked = { certificate: leafWith({ crlIssuers }), anchors: [lister] };
      expect(await wordOf(indirect(), asked)).toMatchObject(silent);
    }
  });

  test("nobody if the issuer of the list is not at hand, did not sign it, or it does not name the other", async () => {
    expect(await weightOf(indirect(), { certificate: naming })).toBe("silent");
    const other = certificate({ subject: "Lister", key: "another", issuer: "Root" });
    expect(await weightOf(indirect(), { certificate: naming, others: [other] })).toBe("silent");
    expect(await weightOf(indirect("Authority"), { anchors: [lister] })).toBe("silent");
    const asked = { certificate: naming, anchors: [lister] };
    expect(await weightOf(indirect("Authority"), asked)).toBe("silent");
    expect(await weightOf(list({ issuer: "Lister" }, [entry()]), asked)).toBe("silent");
  });

  test("the named authority even if that has the issuer's key under another name", async () => {
    const renamed = certificate({ subject: "Lister", key: "Authority", issuer: "Root" });
    const asked = { certificate: naming, others: [renamed] };
    expect(await weightOf(indirect("Authority"), asked)).toBe("revoked");
  });
});

describe("a list by another key under the issuer's name", () => {
  const identified = (key: string, more: object = {}, identifier = 2) =>
    certificate(
      { subject: "Authority", key, issuer: "Root", ...more },
      { subjectKeyIdentifier: Uint8Array.of(identifier) },
    );
  const current = identified("Authority", {}, 1);
  const byOldKey = (counts: Counts = "valid", more: Partial<Crl> = {}) =>
    list({ issuer: "Authority", signedBy: "old", counts }, [entry()], { ...keyed(2), ...more });
  const weight = (available: Available, crl = byOldKey()) => weightOf(crl, { issuer: current, ...available });
  const old = identified("old");

  test("counts if that key is an anchor, or certified by an authority of the path", async () => {
    const stranger = identified("old", { signedBy: "Stranger" });
    expect(await weight({ others: [old] })).toBe("revoked");
    expect(await weight({ others: [identified("old", { issuer: "Authority" })] })).toBe("revoked");
    expect(await weight({ anchors: [stranger] })).toBe("revoked");
    expect(await weight({ others: [stranger, old] })).toBe("revoked");
    // Certified by nobody, by the right key under another name, or too weakly; or a third key.
    for (const other of [
      stranger,
      identified("old", { issuer: "Another", signedBy: "Root" }),
      identified("old", { counts: "weak" }),
      identified("old", {}, 3),
    ]) {
      expect(await weight({ others: [other] })).toBe("silent");
    }
    expect(await weight({ anchors: [identified("old", {}, 3)] })).toBe("silent");
  });

  test("leaves a doubt if its signature is too weak, and says nothing if it cannot be verified", async () => {
    expect(await weight({ others: [old] }, byOldKey("weak"))).toBe("doubtful");
    expect(await weight({ others: [old] }, byOldKey("unknown"))).toBe("silent");
  });

  test("is not asked of certificates with the issuer's key, however many there are", async () => {
    const twins = Array.from({ length: 9 }, () => identified("Authority"));
    const search = await searchOf({ others: [...twins, old] });
    const { calls } = vi.spyOn(search.signatures, "authenticity").mock;
    const place = { certificate: leaf, issuer: current, above: [root] };
    expect((await crlState(byOldKey(), place, { time: NOW }, search)).weight).toBe("revoked");
    expect(calls.filter((asked) => twins.some((twin) => asked.includes(twin)))).toEqual([]);
  });

  test("is invalid if it does not say which key it is by", async () => {
    const unnamed = byOldKey("valid", { authorityKeyIdentifier: null });
    const word = await wordOf(unnamed, { issuer: current });
    expect(word).toMatchObject({ weight: "silent", state: { message: "signature: invalid" } });
    expect(await weight({ others: [old] }, unnamed)).toBe("revoked");
  });

  test.each<[Counts, string]>([
    ["valid", "revoked"],
    ["weak", "doubtful"],
    ["unknown", "silent"],
  ])("counts for the issuer's own key whatever key it names: %s", async (counts, expected) => {
    expect(await weight({}, listed({}, keyed(9), counts))).toBe(expected);
  });
});
