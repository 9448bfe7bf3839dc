import { describe, expect, test } from "vitest";
import { Work } from "../work/work.js";
import {
  NOW as AUTHORITY_NOW,
  type Issued,
  issue,
  issueAuthority,
  issueCrl,
  issueOcspResponse,
  issueUnit,
  keyUsage,
  name,
  newRsaKey,
  OCSP_SIGNING,
  type OcspOptions,
  purposes,
  TIME_STAMPING,
} from "./authority.testing.js";
import type { Certificate } from "./certificate.js";
import { CertificateIndex } from "./certificate-index.js";
import { judgePath, revocationState } from "./judge-path.js";
import { answer, at, certificate, entry, list, NOW, response, searchOf } from "./made-up.testing.js";
import { NameConstraintChecks } from "./name-constraints.js";
import { validatePath } from "./path-search.js";
import type { Crl, PathParameters, RevocationReason } from "./path-types.js";
import { RevocationSearch } from "./revocation.js";
import { SignatureChecks } from "./signatures.js";

describe("judge path", () => {
  // A complete path: names, policies, and what lists and responses say about each of its certificates.
  const root = certificate({ subject: "Root" });
  const authority = certificate({ subject: "Authority", issuer: "Root" }, { serialNumberHex: "0A" });
  const leaf = certificate({ subject: "Unit", issuer: "Authority" });
  const path = [leaf, authority, root];

  type Asked = Partial<PathParameters>;

  async function judged(chain: readonly Certificate[], asked: Asked = {}) {
    const work = new Work();
    const { anchors = [root], intermediates = [], crls = [], ocspResponses = [] } = asked;
    const revocation = await searchOf({ anchors, others: intermediates, crls, ocspResponses, work });
    const { left } = work;
    const parameters = { time: NOW, ...asked } as PathParameters;
    const result = await judgePath(chain, parameters, { names: new NameConstraintChecks(work), revocation });
    return { ...result, units: left - work.left };
  }

  /** The code, or the states of the certificates in order. */
  async function outcome(chain: readonly Certificate[], asked: Asked = {}): Promise<string> {
    const result = await judged(chain, asked);
    return "code" in result ? result.code : result.revocation.map(({ status }) => status).join();
  }

  /** Of the certificates below the root. */
  const [OPEN, GOOD] = ["not_checked,not_checked", "not_checked,good"] as const;
  const revoking = (issuer: string, serialNumberHex: string, reason: RevocationReason | null = null) =>
    list({ issuer }, [entry({ serialNumberHex, reason })]);

  describe("a path", () => {
    test("without revocation data is valid, and each certificate below the anchor is not checked", async () => {
      const result = await judged(path);
      expect(result).toMatchObject({
        isValid: true,
        chain: path,
        anchor: root,
        policies: [],
        restsOnExistence: false,
        revocation: [{ status: "not_checked" }, { status: "not_checked" }],
      });
      expect(await outcome([root])).toBe("");
    });

    test("fails by a name first, and says whose", async () => {
      const limited = certificate(
        { subject: "Authority", issuer: "Root" },
        { nameConstraints: { permitted: [{ kind: "directory", value: authority.subject }], excluded: [] } },
      );
      expect(await judged([leaf, limited, root], { requireExplicitPolicy: true })).toMatchObject({
        code: "name_not_permitted",
        certificate: leaf,
        revocation: null,
      });
    });

    test("fails by a policy next, and says where", async () => {
      const asked = { requireExplicitPolicy: true, crls: [revoking("Authority", "01")] };
      expect(await judged(path, asked)).toMatchObject({
        code: "policy",
        certificate: authority,
        revocation: null,
      });
    });

    test("has the policies of the certificates below the anchor; a trusted leaf has its own", async () => {
      const stating = (policies: readonly string[], made = { subject: "Unit", issuer: "Authority" }) =>
        certificate(made, { policies });
      const middle = stating(["1.2.1", "1.2.2"], { subject: "Authority", issuer: "Root" });
      expect(await judged([stating(["1.2.2"]), middle, root])).toMatchObject({ policies: ["1.2.2"] });
      expect(await judged([stating(["1.2.3"])])).toMatchObject({ policies: ["1.2.3"] });
      // From the anchor downwards: the upper one maps.
      const mapping = certificate(
        { subject: "Authority", issuer: "Root" },
        { policies: ["1.2.1"], policyMappings: [{ issuerDomain: "1.2.1", subjectDomain: "1.2.9" }] },
      );
      expect(await judged([stating(["1.2.9"]), mapping, root])).toMatchObject({ policies: ["1.2.1"] });
    });

    test("has a certificate that is revoked: the lowest is named, with time", async () => {
      const crls = [revoking("Root", "0A"), revoking("Authority", "01")];
      expect(await judged(path, { crls })).toMatchObject({
        code: "revoked",
        message: `at ${at(-10).toISOString()}`,
        certificate: leaf,
        revocation: { status: "revoked", source: "crl", revokedAt: at(-10) },
      });
      expect(await judged(path, { crls: crls.slice(0, 1) })).toMatchObject({
        code: "revoked",
        certificate: authority,
      });
      expect(await outcome(path, { crls: [list({ issuer: "Root" }), list({ issuer: "Authority" })] })).toBe(
        "good,good",
      );
    });

    test("has a certificate whose state cannot be determined: why", async () => {
      const crls = [list({ issuer: "Authority", counts: "weak" })];
      expect(await judged(path, { crls })).toMatchObject({
        code: "revocation_undetermined",
        message: "signature: hash_too_weak",
        certificate: leaf,
        revocation: { status: "undetermined", message: "signature: hash_too_weak" },
      });
    });

    test("rests on existence if one of its certificates does", async () => {
      const later = [entry({ revokedAt: at(5), reason: "keyCompromise" })];
      const crls = [list({ issuer: "Authority" }, later), list({ issuer: "Root" })];
      expect(await judged(path, { crls, existedBy: at(1) })).toMatchObject({
        isValid: true,
        restsOnExistence: true,
        revocation: [
          { status: "good", revokedAt: at(5) },
          { status: "good", revokedAt: null },
        ],
      });
    });

    test("is asked about with the authorities above: an older key of the issuer, certified by the root", async () => {
      const lists = { issuer: "Authority", signedBy: "old" };
      const old = certificate({ subject: "Authority", key: "old", issuer: "Root" });
      const crls = [list(lists, [entry()])];
      expect(await outcome(path, { crls, intermediates: [old] })).toBe("revoked");
      // Certified by the leaf, which is no authority above itself.
      const own = certificate({ subject: "Authority", key: "old", issuer: "Unit" });
      expect(await outcome(path, { crls, intermediates: [own] })).toBe("not_checked,not_checked");

      const [upper, middle] = [
        certificate({ subject: "Upper", issuer: "Root" }, { serialNumberHex: "0E" }),
        certificate({ subject: "Authority", issuer: "Upper" }, { serialNumberHex: "0A" }),
      ];
      const ofRoot = certificate({ subject: "Root", key: "old", issuer: "Unit" });
      const revokingUpper = [list({ issuer: "Root", signedBy: "old" }, [entry({ serialNumberHex: "0E" })])];
      expect(
        await outcome([leaf, middle, upper, root], { crls: revokingUpper, intermediates: [ofRoot] }),
      ).toBe("not_checked,not_checked,not_checked");
    });
  });

  describe("another certificate with the same name and key", () => {
    const twinOf = (issuer: string, signedBy = issuer) =>
      certificate({ subject: "Authority", issuer, signedBy }, { serialNumberHex: "0B" });
    const compromised = (issuer: string, signedBy = issuer) =>
      list({ issuer, signedBy }, [entry({ serialNumberHex: "0B", reason: "keyCompromise" })]);
    /** Of the path, with these twins, these lists and these anchors. */
    const withTwins = (intermediates: readonly Certificate[], crl: Crl, anchors = [root], chain = path) =>
      outcome(chain, { intermediates, crls: [crl], anchors });

    test.each<[RevocationReason | null, string]>([
      ["keyCompromise", "revoked"],
      ["cACompromise", "revoked"],
      ["aACompromise", "revoked"],
      [null, GOOD],
      ["superseded", GOOD],
      ["cessationOfOperation", GOOD],
      ["certificateHold", GOOD],
    ])("that is revoked for %s: %s", async (reason, expected) => {
      const asked = { intermediates: [twinOf("Root")], crls: [revoking("Root", "0B", reason)] };
      expect(await outcome(path, asked)).toBe(expected);
      if (expected !== "revoked") return;
      expect(await judged(path, asked)).toMatchObject({
        message: `another certificate for the same key was revoked: at ${at(-10).toISOString()}`,
        certificate: authority,
        revocation: { status: "revoked", reason },
      });
    });

    test("that is not revoked, not at hand, revoked too late, or of another key or name, says nothing", async () => {
      const later = list({ issuer: "Root" }, [
        entry({ serialNumberHex: "0B", revokedAt: at(5), reason: "keyCompromise" }),
      ]);
      const lateTwin = { intermediates: [twinOf("Root")], crls: [later], existedBy: at(1) };
      const strangers = [
        certificate({ subject: "Authority", key: "another", issuer: "Root" }, { serialNumberHex: "0B" }),
        certificate({ subject: "Other", key: "Authority", issuer: "Root" }, { serialNumberHex: "0B" }),
      ];
      expect(await withTwins([twinOf("Root")], list({ issuer: "Root" }))).toBe(GOOD);
      expect(await withTwins([], compromised("Root"))).toBe(GOOD);
      expect(await outcome(path, lateTwin)).toBe(GOOD);
      expect(await withTwins(strangers, compromised("Root"))).toBe(GOOD);
    });

    test("is one of an anchor, or of an authority of the path, and nobody else's", async () => {
      const other = certificate({ subject: "Other" });
      expect(await withTwins([twinOf("Other")], compromised("Other"), [root, other])).toBe("revoked");
      expect(await withTwins([twinOf("Other"), other], compromised("Other"))).toBe(OPEN);
      // An authority of the path that is not at hand otherwise.
      expect(await withTwins([twinOf("Root")], compromised("Root"), [])).toBe("revoked");
      // Signed by somebody else, or by the right key under another name.
      expect(await withTwins([twinOf("Root", "Other")], compromised("Root"))).toBe(GOOD);
      expect(await withTwins([twinOf("Other", "Root")], compromised("Other"))).toBe(OPEN);
      expect(await withTwins([twinOf("Other", "Root")], compromised("Other", "Root"))).toBe(OPEN);
    });

    test("has no authorities above its issuer", async () => {
      const keyed = (last: number) => ({ subjectKeyIdentifier: Uint8Array.of(last) });
      const known = certificate({ subject: "Root" }, keyed(1));
      const old = (issuer: string) => certificate({ subject: "Root", key: "old", issuer }, keyed(2));
      const revoked = [entry({ serialNumberHex: "0B", reason: "keyCompromise" })];
      const crl = list({ issuer: "Root", signedBy: "old" }, revoked, {
        authorityKeyIdentifier: Uint8Array.of(2),
      });
      const chain = [leaf, authority, known];
      expect(await withTwins([twinOf("Root"), old("Unit")], crl, [known], chain)).toBe(OPEN);
      expect(await withTwins([twinOf("Root"), old("Root")], crl, [known], chain)).toBe("revoked");
    });

    test("of the leaf counts too, issued by an authority of the path, and does not speak for itself", async () => {
      const twin = (issuer: string) => certificate({ subject: "Unit", issuer }, { serialNumberHex: "0B" });
      const result = await judged(path, {
        intermediates: [twin("Authority")],
        crls: [compromised("Authority")],
      });
      expect(result).toMatchObject({ code: "revoked", certificate: leaf });
      expect(await withTwins([twin("Unit")], compromised("Unit"))).toBe(OPEN);
    });

    test("is not the certificate itself", async () => {
      const crls = [revoking("Root", "0A", "keyCompromise")];
      const asked = { intermediates: [authority], crls, existedBy: at(-20) };
      expect(await outcome(path, asked)).toBe("revoked");
    });
  });

  describe("an anchor", () => {
    const upper = certificate({ subject: "Upper" });
    const anchor = certificate({ subject: "Root", issuer: "Upper" }, { serialNumberHex: "0C" });
    const chain = [leaf, authority, anchor];
    const crls = [revoking("Upper", "0C")];
    const both = [anchor, upper];
    /** Of a path to both anchors, by one list. */
    const by = (crl: Crl, intermediates: readonly Certificate[] = [], anchors = both) =>
      outcome(chain, { anchors, intermediates, crls: [crl] });

    test("is revoked if its issuer, also an anchor, says so", async () => {
      expect(await judged(chain, { anchors: both, crls })).toMatchObject({
        code: "revoked",
        certificate: anchor,
        revocation: { status: "revoked", source: "crl" },
      });
      expect(await outcome([anchor], { anchors: both, crls })).toBe("revoked");
      expect(await by(list({ issuer: "Upper" }))).toBe(`${OPEN},good`);
    });

    test("is trusted as it is if its issuer is no anchor, unless the anchor is one that may be revoked", async () => {
      const asked = { anchors: [anchor], intermediates: [upper], crls };
      const revocable = (...revocableAnchors: Certificate[]) =>
        outcome(chain, { ...asked, revocableAnchors });
      expect(await outcome(chain, asked)).toBe(OPEN);
      expect([await revocable(anchor), await revocable(root, anchor)]).toEqual(["revoked", "revoked"]);
      expect(await revocable(root)).toBe(OPEN);
      expect(await outcome(chain, { ...asked, revocableAnchors: [anchor], anchors: both })).toBe("revoked");
    });

    test("is trusted as it is if who says so did not issue it, or says nothing of use", async () => {
      const impostor = certificate({ subject: "Upper", key: "another" });
      const byImpostor = list({ issuer: "Upper", signedBy: "another" }, [entry({ serialNumberHex: "0C" })]);
      expect(await by(byImpostor, [], [anchor, impostor])).toBe(OPEN);
      expect(await by(list({ issuer: "Upper", counts: "weak" }))).toBe(OPEN);
      expect(await by(list({ issuer: "Upper" }, [], { nextUpdate: at(-1) }))).toBe(OPEN);
    });

    test("has no authorities above its issuer", async () => {
      const old = (issuer: string) => certificate({ subject: "Upper", key: "old", issuer });
      const byOldKey = list({ issuer: "Upper", signedBy: "old" }, [entry({ serialNumberHex: "0C" })]);
      expect(await by(byOldKey, [old("Unit")])).toBe(OPEN);
      expect(await by(byOldKey, [old("Upper")])).toBe("revoked");
    });

    test("does not revoke itself", async () => {
      const self = certificate({ subject: "Root" }, { serialNumberHex: "0D" });
      const asked = { anchors: [self], crls: [revoking("Root", "0D")] };
      for (const revocableAnchors of [[], [self]]) {
        expect(await outcome([leaf, authority, self], { ...asked, revocableAnchors })).toBe(GOOD);
      }
    });

    test("is not trusted if its issuer leaves a doubt, and rests on existence like any other", async () => {
      const doubtful = list({ issuer: "Upper", counts: "weak" }, [entry({ serialNumberHex: "0C" })]);
      expect(await judged(chain, { anchors: both, crls: [doubtful] })).toMatchObject({
        code: "revocation_undetermined",
        certificate: anchor,
      });
      const stolen = entry({ serialNumberHex: "0C", revokedAt: at(5), reason: "keyCompromise" });
      const later = { anchors: both, crls: [list({ issuer: "Upper" }, [stolen])], existedBy: at(1) };
      expect(await judged(chain, later)).toMatchObject({ isValid: true, restsOnExistence: true });
    });
  });

  test("responses count as lists do, and either alone", async () => {
    const good = response({ signedBy: "Authority" }, [answer(authority)]);
    const status = { status: "revoked", revokedAt: at(-9) } as const;
    const revoked = response({ signedBy: "Authority" }, [answer(authority, status)]);
    expect(await outcome(path, { ocspResponses: [good] })).toBe("good,not_checked");
    expect(await outcome(path, { ocspResponses: [good, revoked] })).toBe("revoked");
    expect(await outcome(path, { ocspResponses: [good], crls: [revoking("Authority", "01")] })).toBe(
      "revoked",
    );
  });

  test("without revocation data, no look at twins and anchors is paid for", async () => {
    const many = (subject: string) =>
      Array.from({ length: 50 }, () => certificate({ subject, issuer: "Root" }));
    const [intermediates, revocableAnchors] = [many("Authority"), many("Root")];
    const anchors = [root, ...revocableAnchors];
    const { units } = await judged(path, { revocableAnchors });
    expect((await judged(path, { intermediates, anchors, revocableAnchors })).units).toBe(units);
    expect((await judged(path)).units).toBe(units);
    const asked = { intermediates, anchors, crls: [list({ issuer: "Authority" })] };
    expect((await judged(path, asked)).units).toBeGreaterThan(units + 100);
  });
});

describe("a path with lists and responses that are really signed", async () => {
  const root = await issueAuthority("Root");
  const authority = await issueAuthority("Authority", { issuer: root });
  const leaf = (await issueUnit(authority)).certificate;
  const anHourAgo = new Date(AUTHORITY_NOW.getTime() - 3_600_000);
  const revoked = [{ certificate: leaf, at: anHourAgo }];

  /** The error code of the path, or the state of the leaf. */
  async function ask(more: Partial<PathParameters>): Promise<string> {
    const result = await validatePath({
      leaf,
      intermediates: [authority.certificate],
      anchors: [root.certificate],
      time: AUTHORITY_NOW,
      purpose: TIME_STAMPING,
      ...more,
    });
    return result.isValid ? result.revocation[0]!.status : result.code;
  }
  async function byResponse(options: OcspOptions): Promise<string> {
    return ask({ ocspResponses: [await issueOcspResponse(authority, leaf, options)] });
  }

  test("of the issuer", async () => {
    expect(await ask({})).toBe("not_checked");
    expect(await ask({ crls: [await issueCrl(authority)] })).toBe("good");
    expect(await ask({ crls: [await issueCrl(authority, { hasNumber: false })] })).toBe("good");
    expect(await ask({ crls: [await issueCrl(authority, { revoked })] })).toBe("revoked");
    for (const isNamedByKey of [false, true]) {
      expect(await byResponse({ isNamedByKey })).toBe("good");
      expect(await byResponse({ isNamedByKey, status: { revokedAt: anHourAgo, reason: 1 } })).toBe("revoked");
    }
    expect(await byResponse({ status: "unknown" })).toBe("revocation_undetermined");
  });

  test("of another authority of the same name are not used, and do no harm", async () => {
    const forged = await issueCrl(await issueAuthority("Authority"), { revoked });
    expect(await ask({ crls: [forged] })).toBe("not_checked");
    // A list may claim the authority's key by its identifier, but its signature is invalid.
    const claimed = { ...forged, authorityKeyIdentifier: authority.certificate.subjectKeyIdentifier };
    expect(await ask({ crls: [claimed] })).toBe("not_checked");
    expect(await ask({ crls: [claimed, await issueCrl(authority)] })).toBe("good");
  });

  test("of a responder: whoever the issuer has asked, with a certificate in the response or at hand", async () => {
    const responder = (purpose: string, issuer: Issued) =>
      issue({ subject: name({ CN: "R" }), issuer, extensions: [purposes(purpose), keyUsage(0)] });
    const delegate = await responder(OCSP_SIGNING, authority);
    const certificates = [delegate.certificate];
    const intermediates = [authority.certificate, delegate.certificate];
    for (const isNamedByKey of [false, true]) {
      const given = { responder: delegate, isNamedByKey, status: { revokedAt: anHourAgo } };
      expect(await byResponse({ ...given, certificates })).toBe("revoked");
      expect(await byResponse(given)).toBe("not_checked");
      const ocspResponses = [await issueOcspResponse(authority, leaf, given)];
      expect(await ask({ intermediates, ocspResponses })).toBe("revoked");
    }
    for (const [purpose, issuer] of [
      [TIME_STAMPING, authority],
      [OCSP_SIGNING, root],
      [OCSP_SIGNING, await issueAuthority("Authority")],
    ] as const) {
      const other = await responder(purpose, issuer);
      expect(await byResponse({ responder: other, certificates: [other.certificate] })).toBe("not_checked");
    }
  });

  test("with SHA-1 leave a doubt about what they revoke, and prove nothing good", async () => {
    // An RSA key may sign with any hash: the certificates with SHA-256, the list with SHA-1.
    const old = await issueAuthority("Old", { issuer: root, key: await newRsaKey(2048, "SHA-1") });
    const signer = await issueUnit(old, { key: await newRsaKey() });
    const weightOf = async (crl: Crl) => {
      const work = new Work();
      const certificates = await CertificateIndex.of([old.certificate], [], work);
      const place = { certificate: signer.certificate, issuer: old.certificate, above: [] };
      const signatures = new SignatureChecks({}, work);
      const found = await RevocationSearch.of({ crls: [crl] }, certificates, signatures, work);
      return (await revocationState(place, { time: AUTHORITY_NOW }, found)).weight;
    };
    expect(await weightOf(await issueCrl(old))).toBe("unusable");
    const revoking = await issueCrl(old, { revoked: [{ certificate: signer.certificate, at: anHourAgo }] });
    expect(await weightOf(revoking)).toBe("doubtful");
    // With an invalid signature, or one that cannot be verified, nobody said it.
    const forged = { ...revoking, signature: revoking.signature.map((byte) => byte ^ 1) };
    expect(await weightOf(forged)).toBe("silent");
    const unknown = { oid: "1.2.840.113549.1.1.14", parameters: null, der: new Uint8Array() };
    expect(await weightOf({ ...revoking, signatureAlgorithm: unknown })).toBe("silent");
  });
});
