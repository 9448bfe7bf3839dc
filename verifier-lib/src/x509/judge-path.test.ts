import { describe, expect, test } from "vitest";
import { Work } from "../work/work.js";
import {
  NOW as AUTHORITY_NOW,
  basicConstraints,
  type CrlOptions,
  extension,
  issue,
  issueAuthority,
  issueCrl,
  issueOcspResponse,
  issueUnit,
  keyUsage,
  NOT_AFTER,
  name,
  newRsaKey,
  OCSP_SIGNING,
  type OcspOptions,
  purposes,
  sequence,
  TIME_STAMPING,
} from "./authority.testing.js";
import type { Certificate } from "./certificate.js";
import { CertificateIndex } from "./certificate-index.js";
import { judgePath, revocationState } from "./judge-path.js";
import { answer, at, certificate, entry, list, NOW, response, searchOf } from "./made-up.testing.js";
import { NameConstraintChecks } from "./name-constraints.js";
import { validatePath } from "./path-search.js";
import type { Crl, PathParameters, RevocationReason, RevocationState } from "./path-types.js";
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
    const twinOf = (issuer: string, more: Partial<Certificate> = {}, signedBy = issuer) =>
      certificate({ subject: "Authority", issuer, signedBy }, { serialNumberHex: "0B", ...more });
    const compromised = (issuer: string) => revoking(issuer, "0B", "keyCompromise");

    test.each(["keyCompromise", "cACompromise", "aACompromise"] as const)(
      "that is revoked for %s: the key is not to be trusted",
      async (reason) => {
        const twin = twinOf("Root");
        const crls = [revoking("Root", "0B", reason)];
        expect(await judged(path, { intermediates: [twin], crls })).toMatchObject({
          code: "revoked",
          message: `another certificate for the same key was revoked: at ${at(-10).toISOString()}`,
          certificate: authority,
          revocation: { status: "revoked", reason },
        });
      },
    );

    test.each([null, "superseded", "cessationOfOperation", "certificateHold"] as const)(
      "that is revoked for %s: only that certificate is",
      async (reason) => {
        const crls = [revoking("Root", "0B", reason)];
        expect(await outcome(path, { intermediates: [twinOf("Root")], crls })).toBe("not_checked,good");
      },
    );

    test("that is not revoked, or not at hand", async () => {
      expect(await outcome(path, { intermediates: [twinOf("Root")], crls: [list({ issuer: "Root" })] })).toBe(
        "not_checked,good",
      );
      expect(await outcome(path, { crls: [compromised("Root")] })).toBe("not_checked,good");
      const later = list({ issuer: "Root" }, [
        entry({ serialNumberHex: "0B", revokedAt: at(5), reason: "keyCompromise" }),
      ]);
      expect(await outcome(path, { intermediates: [twinOf("Root")], crls: [later], existedBy: at(1) })).toBe(
        "not_checked,good",
      );
    });

    test("of another key, or another name, says nothing", async () => {
      const crls = [compromised("Root")];
      const otherKey = certificate(
        { subject: "Authority", key: "another", issuer: "Root" },
        { serialNumberHex: "0B" },
      );
      const otherName = certificate(
        { subject: "Other", key: "Authority", issuer: "Root" },
        { serialNumberHex: "0B" },
      );
      expect(await outcome(path, { intermediates: [otherKey, otherName], crls })).toBe("not_checked,good");
    });

    test("is one of an anchor, or of an authority of the path, and nobody else's", async () => {
      const other = certificate({ subject: "Other" });
      const crls = [compromised("Other")];
      const intermediates = [twinOf("Other")];
      expect(await outcome(path, { intermediates, crls, anchors: [root, other] })).toBe("revoked");
      expect(await outcome(path, { intermediates: [...intermediates, other], crls })).toBe(
        "not_checked,not_checked",
      );
      // An authority of the path that is not at hand otherwise.
      expect(
        await outcome(path, { intermediates: [twinOf("Root")], crls: [compromised("Root")], anchors: [] }),
      ).toBe("revoked");
      // Signed by somebody else, or by the right key under another name.
      expect(
        await outcome(path, { intermediates: [twinOf("Root", {}, "Other")], crls: [compromised("Root")] }),
      ).toBe("not_checked,good");
      const misnamed = [twinOf("Other", {}, "Root")];
      expect(
        await outcome(path, { intermediates: misnamed, crls: [compromised("Other")], anchors: [root] }),
      ).toBe("not_checked,not_checked");
    });

    test("has an issuer by name and key: the right key under another name says nothing", async () => {
      const byRootsKey = list({ issuer: "Other", signedBy: "Root" }, [
        entry({ serialNumberHex: "0B", reason: "keyCompromise" }),
      ]);
      expect(await outcome(path, { intermediates: [twinOf("Other", {}, "Root")], crls: [byRootsKey] })).toBe(
        "not_checked,not_checked",
      );
    });

    test("has no authorities above its issuer", async () => {
      const known = certificate({ subject: "Root" }, { subjectKeyIdentifier: Uint8Array.of(1) });
      const old = certificate(
        { subject: "Root", key: "old", issuer: "Unit" },
        { subjectKeyIdentifier: Uint8Array.of(2) },
      );
      const byOldKey = list(
        { issuer: "Root", signedBy: "old" },
        [entry({ serialNumberHex: "0B", reason: "keyCompromise" })],
        { authorityKeyIdentifier: Uint8Array.of(2) },
      );
      const asked = { anchors: [known], crls: [byOldKey] };
      expect(
        await outcome([leaf, authority, known], { ...asked, intermediates: [twinOf("Root"), old] }),
      ).toBe("not_checked,not_checked");
      const certified = certificate(
        { subject: "Root", key: "old", issuer: "Root" },
        { subjectKeyIdentifier: Uint8Array.of(2) },
      );
      expect(
        await outcome([leaf, authority, known], { ...asked, intermediates: [twinOf("Root"), certified] }),
      ).toBe("revoked");
    });

    test("of the leaf counts too, issued by an authority of the path", async () => {
      const twin = certificate({ subject: "Unit", issuer: "Authority" }, { serialNumberHex: "0B" });
      const result = await judged(path, { intermediates: [twin], crls: [compromised("Authority")] });
      expect(result).toMatchObject({ code: "revoked", certificate: leaf });
      // A twin cannot speak for itself.
      const own = certificate({ subject: "Unit", issuer: "Unit" }, { serialNumberHex: "0B" });
      expect(await outcome(path, { intermediates: [own], crls: [compromised("Unit")] })).toBe(
        "not_checked,not_checked",
      );
    });

    test("is not the certificate itself", async () => {
      const crls = [revoking("Root", "0A", "keyCompromise")];
      const asked = { intermediates: [authority], crls, existedBy: at(-20) };
      expect(await outcome([leaf, authority, root], asked)).toBe("revoked");
    });
  });

  describe("an anchor", () => {
    const upper = certificate({ subject: "Upper" });
    const anchor = certificate({ subject: "Root", issuer: "Upper" }, { serialNumberHex: "0C" });
    const chain = [leaf, authority, anchor];
    const crls = [revoking("Upper", "0C")];

    test("is revoked if its issuer, also an anchor, says so", async () => {
      expect(await judged(chain, { anchors: [anchor, upper], crls })).toMatchObject({
        code: "revoked",
        certificate: anchor,
        revocation: { status: "revoked", source: "crl" },
      });
      expect(await outcome([anchor], { anchors: [anchor, upper], crls })).toBe("revoked");
      expect(await outcome(chain, { anchors: [anchor, upper], crls: [list({ issuer: "Upper" })] })).toBe(
        "not_checked,not_checked,good",
      );
    });

    test("is trusted as it is if its issuer is no anchor, unless the anchor is one that may be revoked", async () => {
      const asked = { anchors: [anchor], intermediates: [upper], crls };
      expect(await outcome(chain, asked)).toBe("not_checked,not_checked");
      expect(await outcome(chain, { ...asked, revocableAnchors: [anchor] })).toBe("revoked");
      expect(await outcome(chain, { ...asked, revocableAnchors: [root, anchor] })).toBe("revoked");
      expect(await outcome(chain, { ...asked, revocableAnchors: [root] })).toBe("not_checked,not_checked");
      expect(await outcome(chain, { ...asked, revocableAnchors: [anchor], anchors: [anchor, upper] })).toBe(
        "revoked",
      );
    });

    test("is trusted as it is if who says so did not issue it", async () => {
      const impostor = certificate({ subject: "Upper", key: "another" });
      const byImpostor = [list({ issuer: "Upper", signedBy: "another" }, [entry({ serialNumberHex: "0C" })])];
      expect(await outcome(chain, { anchors: [anchor, impostor], crls: byImpostor })).toBe(
        "not_checked,not_checked",
      );
    });

    test("has no authorities above its issuer", async () => {
      const old = certificate({ subject: "Upper", key: "old", issuer: "Unit" });
      const byOldKey = [list({ issuer: "Upper", signedBy: "old" }, [entry({ serialNumberHex: "0C" })])];
      expect(await outcome(chain, { anchors: [anchor, upper], intermediates: [old], crls: byOldKey })).toBe(
        "not_checked,not_checked",
      );
      const certified = certificate({ subject: "Upper", key: "old", issuer: "Upper" });
      expect(
        await outcome(chain, { anchors: [anchor, upper], intermediates: [certified], crls: byOldKey }),
      ).toBe("revoked");
    });

    test("does not revoke itself", async () => {
      const own = [revoking("Root", "0D")];
      const self = certificate({ subject: "Root" }, { serialNumberHex: "0D" });
      expect(await outcome([leaf, authority, self], { anchors: [self], crls: own })).toBe("not_checked,good");
      expect(
        await outcome([leaf, authority, self], { anchors: [self], revocableAnchors: [self], crls: own }),
      ).toBe("not_checked,good");
    });

    test.each<[string, Crl]>([
      ["nothing of use", list({ issuer: "Upper", counts: "weak" })],
      ["nothing", list({ issuer: "Upper" }, [], { nextUpdate: at(-1) })],
    ])("is trusted as it is if its issuer says %s", async (_, crl) => {
      expect(await outcome(chain, { anchors: [anchor, upper], crls: [crl] })).toBe("not_checked,not_checked");
    });

    test("is not trusted if its issuer leaves a doubt", async () => {
      const doubtful = list({ issuer: "Upper", counts: "weak" }, [entry({ serialNumberHex: "0C" })]);
      expect(await judged(chain, { anchors: [anchor, upper], crls: [doubtful] })).toMatchObject({
        code: "revocation_undetermined",
        certificate: anchor,
      });
    });

    test("rests on existence like any other certificate", async () => {
      const later = list({ issuer: "Upper" }, [
        entry({ serialNumberHex: "0C", revokedAt: at(5), reason: "keyCompromise" }),
      ]);
      expect(
        await judged(chain, { anchors: [anchor, upper], crls: [later], existedBy: at(1) }),
      ).toMatchObject({
        isValid: true,
        restsOnExistence: true,
      });
    });
  });

  test("responses count as lists do, and either alone", async () => {
    const good = response({ signedBy: "Authority" }, [answer(authority)]);
    expect(await outcome(path, { ocspResponses: [good] })).toBe("good,not_checked");
    const revoked = response({ signedBy: "Authority" }, [
      answer(authority, { status: "revoked", revokedAt: at(-9) }),
    ]);
    expect(await outcome(path, { ocspResponses: [good, revoked] })).toBe("revoked");
    expect(await outcome(path, { ocspResponses: [good], crls: [revoking("Authority", "01")] })).toBe(
      "revoked",
    );
  });

  test("without revocation data, no look at twins and anchors is paid for", async () => {
    const intermediates = Array.from({ length: 50 }, () =>
      certificate({ subject: "Authority", issuer: "Root" }),
    );
    const anchors = Array.from({ length: 50 }, () => certificate({ subject: "Root" }));
    const { units } = await judged(path, { revocableAnchors: anchors });
    expect(
      (await judged(path, { intermediates, anchors: [root, ...anchors], revocableAnchors: anchors })).units,
    ).toBe(units);
    expect((await judged(path)).units).toBe(units);
    const crls = [list({ issuer: "Authority" })];
    expect((await judged(path, { intermediates, anchors: [root, ...anchors], crls })).units).toBeGreaterThan(
      units + 100,
    );
  });
});

describe("revocation state", async () => {
  const root = await issueAuthority("Root");
  const authority = await issueAuthority("Authority", { issuer: root });
  const unit = await issueUnit(authority);
  const leaf = unit.certificate;

  const hours = (count: number) => new Date(AUTHORITY_NOW.getTime() + count * 3_600_000);

  /** The error code of the path and the state of the leaf. */
  async function ask(more: Partial<PathParameters>): Promise<[string, RevocationState | null]> {
    const result = await validatePath({
      leaf,
      intermediates: [authority.certificate],
      anchors: [root.certificate],
      time: AUTHORITY_NOW,
      purpose: TIME_STAMPING,
      ...more,
    });
    return result.isValid ? ["ok", result.revocation[0]!] : [result.code, result.revocation];
  }

  async function byList(
    options: CrlOptions,
    time = AUTHORITY_NOW,
  ): Promise<[string, RevocationState | null]> {
    return ask({ crls: [await issueCrl(authority, options)], time });
  }

  describe("lists", () => {
    test("without data, the state is not checked", async () => {
      expect(await ask({})).toMatchObject(["ok", { status: "not_checked", source: null, message: null }]);
    });

    test("an unlisted certificate is good, as of the list", async () => {
      expect(await byList({})).toMatchObject([
        "ok",
        { status: "good", source: "crl", asOf: AUTHORITY_NOW, revokedAt: null },
      ]);
    });

    test("a listed certificate is revoked, with date and reason", async () => {
      const revoked = [{ certificate: leaf, at: hours(-1), reason: 4 }];
      expect(await byList({ revoked })).toMatchObject([
        "revoked",
        { status: "revoked", revokedAt: hours(-1), reason: "superseded" },
      ]);
    });

    test("a later revocation affects earlier signatures unless its reason says the key was safe", async () => {
      const revokedFor = async (reason?: number) => {
        const entry = { certificate: leaf, at: hours(1), ...(reason === undefined ? {} : { reason }) };
        const [code, state] = await byList({ revoked: [entry], thisUpdate: hours(2) });
        return [code, state?.status, state?.reason, state?.revokedAt?.getTime()];
      };
      const at = hours(1).getTime();
      expect(await revokedFor(4)).toEqual(["ok", "good", "superseded", at]);
      expect(await revokedFor(5)).toEqual(["ok", "good", "cessationOfOperation", at]);
      expect(await revokedFor(1)).toEqual(["revoked", "revoked", "keyCompromise", at]);
      expect(await revokedFor(2)).toEqual(["revoked", "revoked", "cACompromise", at]);
      expect(await revokedFor()).toEqual(["revoked", "revoked", null, at]);
    });

    test("a list made before the requested time says nothing once its next update is due", async () => {
      const stale = { thisUpdate: hours(-3), nextUpdate: hours(-1) };
      expect(await byList(stale)).toMatchObject(["ok", { status: "not_checked", asOf: hours(-3) }]);
      expect(await byList({ ...stale, nextUpdate: null })).toMatchObject(["ok", { status: "not_checked" }]);
      expect(await byList({ thisUpdate: AUTHORITY_NOW, nextUpdate: null })).toMatchObject([
        "ok",
        { status: "good" },
      ]);
      expect(await byList({ ...stale, nextUpdate: AUTHORITY_NOW })).toMatchObject(["ok", { status: "good" }]);
      // A revocation is permanent.
      const revoked = [{ certificate: leaf, at: hours(-4) }];
      expect(await byList({ ...stale, revoked })).toMatchObject(["revoked", { status: "revoked" }]);
    });

    test("a later list covers earlier times until the certificate has expired", async () => {
      expect(await byList({ thisUpdate: hours(5) })).toMatchObject([
        "ok",
        { status: "good", asOf: hours(5) },
      ]);
      const after = {
        thisUpdate: new Date(NOT_AFTER.getTime() + 1000),
        nextUpdate: new Date("2029-01-01T00:00:00Z"),
      };
      expect(await byList(after)).toMatchObject(["ok", { status: "not_checked" }]);
    });

    test("a list without number, as those of version 1, can be relied on", async () => {
      expect(await byList({ hasNumber: false })).toMatchObject(["ok", { status: "good" }]);
    });

    test.each<[string, CrlOptions]>([
      [
        "with an unknown critical extension",
        { extensions: [extension("1.2.3.4", Uint8Array.of(5, 0), true)] },
      ],
      ["that is a delta CRL", { extensions: [extension("2.5.29.27", Uint8Array.of(2, 1, 1), true)] }],
      [
        "that covers some reasons",
        { extensions: [extension("2.5.29.28", sequence(Uint8Array.of(0x83, 2, 1, 0x60)), true)] },
      ],
      [
        "that covers others' certificates",
        { extensions: [extension("2.5.29.28", sequence(Uint8Array.of(0x84, 1, 0xff)), true)] },
      ],
    ])("a list %s cannot be relied on", async (_, options) => {
      expect(await byList(options)).toMatchObject(["revocation_undetermined", { status: "undetermined" }]);
    });

    test("a later revocation does not affect data known to be older", async () => {
      const entry = { certificate: leaf, at: hours(2), reason: 1 };
      const crls = [await issueCrl(authority, { revoked: [entry] })];
      const asked = async (existedBy?: Date) => (await ask({ crls, ...(existedBy && { existedBy }) }))[0];
      expect(await asked()).toBe("revoked");
      expect(await asked(new Date(hours(2).getTime() - 1))).toBe("ok");
      expect(await asked(hours(2))).toBe("revoked");
      await expect(asked(new Date(Number.NaN))).rejects.toThrow(RangeError);
    });

    test("a list about authorities does not cover a unit", async () => {
      const extensions = [extension("2.5.29.28", sequence(Uint8Array.of(0x82, 1, 0xff)), true)];
      expect(await byList({ extensions })).toMatchObject(["ok", { status: "not_checked" }]);
      const ofUnits = [extension("2.5.29.28", sequence(Uint8Array.of(0x81, 1, 0xff)), true)];
      expect(await byList({ extensions: ofUnits })).toMatchObject(["ok", { status: "good" }]);
    });

    test("a list signed by another authority of the same name is not used", async () => {
      const impostor = await issueAuthority("Authority");
      const revoked = [{ certificate: leaf, at: hours(-1) }];
      const forged = await issueCrl(impostor, { revoked });
      expect(await ask({ crls: [forged] })).toMatchObject(["ok", { status: "not_checked" }]);
      // A list may claim the authority's key by its identifier, but its signature is invalid.
      const { subjectKeyIdentifier } = authority.certificate;
      const claimed = { ...forged, authorityKeyIdentifier: subjectKeyIdentifier };
      expect(await ask({ crls: [claimed] })).toMatchObject(["ok", { status: "not_checked" }]);
      // It does no harm if a valid list exists.
      expect(await ask({ crls: [claimed, await issueCrl(authority)] })).toMatchObject([
        "ok",
        { status: "good" },
      ]);
    });

    test("an authority may be revoked too; an anchor is not checked", async () => {
      const revoked = [{ certificate: authority.certificate, at: hours(-1), reason: 2 }];
      const crls = [await issueCrl(root, { revoked })];
      const result = await validatePath({
        leaf,
        intermediates: [authority.certificate],
        anchors: [root.certificate],
        time: AUTHORITY_NOW,
        purpose: null,
        crls,
      });
      expect(result).toMatchObject({ code: "revoked", certificate: authority.certificate });
      expect((await ask({ crls, anchors: [authority.certificate] }))[0]).toBe("ok");
    });

    test("an authority whose key is not for signing CRLs", async () => {
      const subject = name({ CN: "No lists" });
      const noLists = await issue({ subject, extensions: [basicConstraints(), keyUsage(5)] });
      const below = await issueUnit(noLists);
      const more = {
        leaf: below.certificate,
        anchors: [noLists.certificate],
        crls: [await issueCrl(noLists)],
      };
      expect((await ask(more))[0]).toBe("revocation_undetermined");
    });
  });

  describe("responses", () => {
    async function byResponse(
      options: OcspOptions,
      time = AUTHORITY_NOW,
    ): Promise<[string, RevocationState | null]> {
      return ask({ ocspResponses: [await issueOcspResponse(authority, leaf, options)], time });
    }

    const responder = (extensions: readonly Uint8Array[], issuer = authority) =>
      issue({ subject: name({ CN: "Responder" }), issuer, extensions });

    test("by the issuer itself, by name or by key", async () => {
      for (const isNamedByKey of [false, true]) {
        expect(await byResponse({ isNamedByKey })).toMatchObject([
          "ok",
          { status: "good", source: "ocsp", asOf: AUTHORITY_NOW },
        ]);
      }
    });

    test("revoked, with date and reason; unknown is not an answer", async () => {
      const status = { revokedAt: hours(-2), reason: 1 };
      expect(await byResponse({ status })).toMatchObject([
        "revoked",
        { revokedAt: hours(-2), reason: "keyCompromise" },
      ]);
      expect(await byResponse({ status: { revokedAt: hours(1), reason: 5 } })).toMatchObject([
        "ok",
        { status: "good" },
      ]);
      expect(await byResponse({ status: "unknown" })).toMatchObject(["revocation_undetermined", {}]);
    });

    test("by a responder delegated by the issuer", async () => {
      const delegate = await responder([purposes(OCSP_SIGNING), keyUsage(0)]);
      const certificates = [delegate.certificate];
      expect(await byResponse({ responder: delegate, certificates })).toMatchObject([
        "ok",
        { status: "good" },
      ]);
      expect(await byResponse({ responder: delegate, certificates, isNamedByKey: true })).toMatchObject([
        "ok",
        {},
      ]);
      // Without its certificate nobody shows that the issuer asked it to speak.
      expect(await byResponse({ responder: delegate })).toMatchObject(["ok", { status: "not_checked" }]);
    });

    test("by a responder whose certificate is at hand otherwise, by name or by key", async () => {
      const delegate = await responder([purposes(OCSP_SIGNING), keyUsage(0)]);
      const intermediates = [authority.certificate, delegate.certificate];
      for (const isNamedByKey of [false, true]) {
        const say = (status: NonNullable<OcspOptions["status"]>) =>
          issueOcspResponse(authority, leaf, { responder: delegate, isNamedByKey, status });
        const revoked = await say({ revokedAt: hours(-1), reason: 1 });
        expect((await ask({ intermediates, ocspResponses: [revoked] }))[0]).toBe("revoked");
        const good = await say("good");
        expect(await ask({ intermediates, ocspResponses: [good] })).toMatchObject(["ok", { status: "good" }]);
      }
    });

    test("by a responder that is not delegated", async () => {
      const codes: string[] = [];
      for (const delegate of [
        await responder([purposes(TIME_STAMPING)]),
        await responder([]),
        await responder([purposes(OCSP_SIGNING), keyUsage(5)]),
        await responder([purposes(OCSP_SIGNING), extension("1.2.3.4", Uint8Array.of(5, 0), true)]),
        await responder([purposes(OCSP_SIGNING)], root),
        await responder([purposes(OCSP_SIGNING)], await issueAuthority("Authority")),
      ]) {
        codes.push((await byResponse({ responder: delegate, certificates: [delegate.certificate] }))[0]);
      }
      // The issuer has asked the third and the fourth to speak, and they may not.
      const [open, may] = ["revocation_undetermined", "ok"];
      expect(codes).toEqual([may, may, open, open, may, may]);
    });

    test("about another certificate, or another time", async () => {
      const other = await issueOcspResponse(authority, authority.certificate);
      expect(await ask({ ocspResponses: [other] })).toMatchObject(["ok", { status: "not_checked" }]);
      const old = { thisUpdate: hours(-3), nextUpdate: hours(-1) };
      expect(await byResponse(old)).toMatchObject(["ok", { status: "not_checked", asOf: hours(-3) }]);
      expect(await byResponse({ ...old, nextUpdate: null })).toMatchObject(["ok", { status: "not_checked" }]);
      expect(await byResponse({ thisUpdate: hours(3), nextUpdate: null })).toMatchObject([
        "ok",
        { status: "good" },
      ]);
    });

    test("the gravest answer counts", async () => {
      const status = { revokedAt: hours(-2), reason: 1 };
      const ocspResponses = [await issueOcspResponse(authority, leaf, { status })];
      expect((await ask({ ocspResponses, crls: [await issueCrl(authority)] }))[0]).toBe("revoked");
    });
  });

  describe("negative statements whose signature is too weak for positive ones", () => {
    test("a list with SHA-1 makes a path invalid but proves no certificate good", async () => {
      const key = await newRsaKey(2048, "SHA-1");
      // An RSA key may sign with any hash: the certificates with SHA-256, the list with SHA-1.
      const strong = await newRsaKey();
      const old = await issueAuthority("Old", { issuer: root, key });
      const signer = await issueUnit(old, { key: strong });
      const asked = async (crls: readonly Crl[]) => {
        const result = await validatePath({
          leaf: signer.certificate,
          intermediates: [old.certificate],
          anchors: [root.certificate, old.certificate],
          time: AUTHORITY_NOW,
          purpose: TIME_STAMPING,
          allowSha1: false,
          crls,
        });
        return result.isValid ? result.revocation[0]!.status : result.code;
      };
      // The unit's signature uses SHA-1 too, so the unit counts only as an anchor. Its list is checked against
      // that anchor.
      expect(await asked([])).toBe("hash_too_weak");
      const search = async (crl: Crl) => {
        const work = new Work();
        const signatures = new SignatureChecks({}, work);
        const certificates = await CertificateIndex.of([old.certificate], [], work);
        const place = { certificate: signer.certificate, issuer: old.certificate, above: [] };
        const found = await RevocationSearch.of({ crls: [crl] }, certificates, signatures, work);
        return (await revocationState(place, { time: AUTHORITY_NOW }, found)).weight;
      };
      expect(await search(await issueCrl(old))).toBe("unusable");
      const revoked = [{ certificate: signer.certificate, at: hours(-1), reason: 1 }];
      const list = await issueCrl(old, { revoked });
      expect(await search(list)).toBe("doubtful");
      // With an invalid signature, or one that cannot be verified, nobody said it.
      expect(await search({ ...list, signature: list.signature.map((byte) => byte ^ 1) })).toBe("silent");
      const unknown = { oid: "1.2.840.113549.1.1.14", parameters: null, der: new Uint8Array() };
      expect(await search({ ...list, signatureAlgorithm: unknown })).toBe("silent");
    });
  });
});
