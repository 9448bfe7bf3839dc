import { describe, expect, test } from "vitest";
import { Work } from "../work/work.js";
import {
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
  NOW,
  name,
  newRsaKey,
  OCSP_SIGNING,
  type OcspOptions,
  purposes,
  sequence,
  TIME_STAMPING,
} from "./authority.testing.js";
import { CertificateIndex } from "./certificate-index.js";
import type { PathParameters, RevocationState } from "./path-result.js";
import type { Crl } from "./revocation-data.js";
import { RevocationSearch } from "./revocation-search.js";
import { revocationState } from "./revocation-state.js";
import { SignatureChecks } from "./signature-checks.js";
import { validatePath } from "./validate-path.js";

const root = await issueAuthority("Root");
const authority = await issueAuthority("Authority", { issuer: root });
const unit = await issueUnit(authority);
const leaf = unit.certificate;

const hours = (count: number) => new Date(NOW.getTime() + count * 3_600_000);

/** The error code of the path and the state of the leaf. */
async function ask(more: Partial<PathParameters>): Promise<[string, RevocationState | null]> {
  const result = await validatePath({
    leaf,
    intermediates: [authority.certificate],
    anchors: [root.certificate],
    time: NOW,
    purpose: TIME_STAMPING,
    ...more,
  });
  return result.isValid ? ["ok", result.revocation[0]!] : [result.code, result.revocation];
}

async function byList(options: CrlOptions, time = NOW): Promise<[string, RevocationState | null]> {
  return ask({ crls: [await issueCrl(authority, options)], time });
}

describe("lists", () => {
  test("without data, the state is not checked", async () => {
    expect(await ask({})).toMatchObject(["ok", { status: "not_checked", source: null, message: null }]);
  });

  test("an unlisted certificate is good, as of the list", async () => {
    expect(await byList({})).toMatchObject([
      "ok",
      { status: "good", source: "crl", asOf: NOW, revokedAt: null },
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
    expect(await byList({ thisUpdate: NOW, nextUpdate: null })).toMatchObject(["ok", { status: "good" }]);
    expect(await byList({ ...stale, nextUpdate: NOW })).toMatchObject(["ok", { status: "good" }]);
    // A revocation is permanent.
    const revoked = [{ certificate: leaf, at: hours(-4) }];
    expect(await byList({ ...stale, revoked })).toMatchObject(["revoked", { status: "revoked" }]);
  });

  test("a later list covers earlier times until the certificate has expired", async () => {
    expect(await byList({ thisUpdate: hours(5) })).toMatchObject(["ok", { status: "good", asOf: hours(5) }]);
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
    ["with an unknown critical extension", { extensions: [extension("1.2.3.4", Uint8Array.of(5, 0), true)] }],
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
      time: NOW,
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
    const more = { leaf: below.certificate, anchors: [noLists.certificate], crls: [await issueCrl(noLists)] };
    expect((await ask(more))[0]).toBe("revocation_undetermined");
  });
});

describe("responses", () => {
  async function byResponse(options: OcspOptions, time = NOW): Promise<[string, RevocationState | null]> {
    return ask({ ocspResponses: [await issueOcspResponse(authority, leaf, options)], time });
  }

  const responder = (extensions: readonly Uint8Array[], issuer = authority) =>
    issue({ subject: name({ CN: "Responder" }), issuer, extensions });

  test("by the issuer itself, by name or by key", async () => {
    for (const isNamedByKey of [false, true]) {
      expect(await byResponse({ isNamedByKey })).toMatchObject([
        "ok",
        { status: "good", source: "ocsp", asOf: NOW },
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
    expect(await byResponse({ responder: delegate, certificates })).toMatchObject(["ok", { status: "good" }]);
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
        time: NOW,
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
      return (await revocationState(place, { time: NOW }, found)).weight;
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
