/**
 * Makes the cases of this folder: timestamps of authorities of our own, with lists and OCSP
 * responses that revoke a certificate in every possible way. All keys are Ed25519 and derive from
 * their names, so that every run gives the same bytes. To write the files anew:
 * `SVC_TEST_WRITE_VECTORS=1 npx vitest run test/vectors/seals`.
 */

import { createHash, createPrivateKey, createPublicKey } from "node:crypto";
import { contextConstructed, TAG } from "../../../verifier-lib/src/asn1/der.js";
import { inBer } from "../../../verifier-lib/src/asn1/der.testing.js";
import { encodeDer } from "../../../verifier-lib/src/asn1/values.js";
import {
  algorithm,
  makeToken,
  type TokenRecipe,
  tstInfo,
} from "../../../verifier-lib/src/rfc3161/token.testing.js";
import {
  type CrlOptions,
  extension,
  generalizedTime,
  type Issued,
  type IssueOptions,
  issue,
  issueAuthority,
  issueCrl,
  issueOcspResponse,
  issueUnit,
  keyUsage,
  NOT_AFTER,
  NOW,
  name,
  OCSP_SIGNING,
  type OcspOptions,
  purposes,
  sequence,
  type TestKey,
} from "../../../verifier-lib/src/x509/authority.testing.js";

export interface SealCase {
  readonly name: string;
  readonly about: string;
  readonly token: Uint8Array;
  readonly crls: readonly Uint8Array[];
  readonly ocspResponses: readonly Uint8Array[];
  readonly certificates: readonly Uint8Array[];
  readonly anchors: readonly Uint8Array[];
  /** The time of verification; ISO 8601. */
  readonly at: string;
  /** The latest moment at which the token is known to have existed. */
  readonly knownSince: string | null;
  readonly status: "passed" | "failed" | "indeterminate";
  readonly code: string;
  /** The reported revocation status, and its date; ISO 8601. */
  readonly revocation: "good" | "revoked" | "not_checked";
  readonly revokedAt: string | null;
}

const ED25519 = algorithm("1.3.101.112");

function keyOf(label: string): TestKey {
  const seed = createHash("sha256").update(`seal vector: ${label}`).digest();
  const pkcs8 = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed]);
  const privateKey = createPrivateKey({ key: pkcs8, format: "der", type: "pkcs8" });
  const spki = new Uint8Array(createPublicKey(privateKey).export({ type: "spki", format: "der" }));
  const imported = crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", false, ["sign"]);
  return {
    spki,
    algorithm: ED25519,
    async sign(data) {
      const signature = await crypto.subtle.sign("Ed25519", await imported, data as Uint8Array<ArrayBuffer>);
      return new Uint8Array(signature);
    },
  };
}

/** Every certificate has its own number, in the order of creation. */
let lastNumber = 0x2000;
const numbered = (): Pick<IssueOptions, "serialNumber"> => ({ serialNumber: (++lastNumber).toString(16) });

const hours = (count: number) => new Date(NOW.getTime() + count * 3_600_000);
const ms = (time: Date, count: number) => new Date(time.getTime() + count);

/** Reasons by number: RFC 5280, section 5.3.1. */
const [KEY_COMPROMISE, SUPERSEDED, HOLD, REMOVE_FROM_CRL] = [1, 4, 6, 8];

const critical = (oid: string) => extension(oid, encodeDer(TAG.null), true);
const directory = ({ certificate }: Issued) => encodeDer(contextConstructed(4), certificate.subject.der);
const scope = (...parts: readonly Uint8Array[]) => extension("2.5.29.28", sequence(...parts), true);
const INDIRECT = Uint8Array.of(0x84, 1, 0xff);
const SOME_REASONS = Uint8Array.of(0x83, 2, 1, 0x60);
const UNITS_ONLY = Uint8Array.of(0x81, 1, 0xff);
const AUTHORITIES_ONLY = Uint8Array.of(0x82, 1, 0xff);
const point = (url: string) =>
  encodeDer(
    contextConstructed(0),
    encodeDer(contextConstructed(0), encodeDer(0x86, new TextEncoder().encode(url))),
  );
const deltaIndicator = (isCritical: boolean) => extension("2.5.29.27", Uint8Array.of(2, 1, 1), isCritical);
const invalidSince = (time: Date) => extension("2.5.29.24", generalizedTime(time));
const certificateIssuer = (of: Issued) => extension("2.5.29.29", sequence(directory(of)), true);

export async function makeCases(): Promise<readonly SealCase[]> {
  lastNumber = 0x2000;
  const root = await issueAuthority("Root", { key: keyOf("root"), ...numbered() });
  const authority = await issueAuthority("Authority", {
    issuer: root,
    key: keyOf("authority"),
    ...numbered(),
  });
  const newUnit = (label: string, options: Partial<IssueOptions> = {}) =>
    issueUnit(authority, { key: keyOf(label), ...numbered(), ...options });
  const unit = await newUnit("unit");
  const other = await issueAuthority("Another authority", {
    issuer: root,
    key: keyOf("other"),
    ...numbered(),
  });
  /** The authority's next key, issued by the same root. */
  const renewed = await issueAuthority("Authority", { issuer: root, key: keyOf("renewed"), ...numbered() });
  const impostor = await issueAuthority("Authority", { key: keyOf("impostor"), ...numbered() });
  const responder = await issue({
    subject: name({ CN: "Responder" }),
    issuer: authority,
    key: keyOf("responder"),
    ...numbered(),
    extensions: [keyUsage(0), purposes(OCSP_SIGNING)],
  });
  /** Of the same name, but not issued by the authority. */
  const falseResponder = await issue({
    subject: name({ CN: "Responder" }),
    issuer: impostor,
    key: keyOf("false responder"),
    ...numbered(),
    extensions: [keyUsage(0), purposes(OCSP_SIGNING)],
  });

  const leaf = unit.certificate;
  const crl = async (options: CrlOptions = {}, issuer = authority) => (await issueCrl(issuer, options)).der;
  const listing = (at: Date, reason?: number, more: CrlOptions = {}, issuer = authority, of = leaf) =>
    crl({ revoked: [{ certificate: of, at, ...(reason === undefined ? {} : { reason }) }], ...more }, issuer);
  const ocsp = async (options: OcspOptions = {}, of = leaf) =>
    (await issueOcspResponse(authority, of, options)).der;
  const delegated = (options: OcspOptions = {}, of = leaf) =>
    ocsp({ responder, certificates: [responder.certificate], ...options }, of);

  const cases: SealCase[] = [];
  type Given = Partial<Omit<SealCase, "certificates" | "token">> & {
    readonly certificates?: readonly Issued[];
    readonly recipe?: Partial<TokenRecipe>;
    readonly signer?: Issued;
    /** The token in another encoding. */
    readonly encode?: (token: Uint8Array) => Uint8Array;
  };
  /** @param expected status and code; then the revocation status, unless it was not checked. */
  const add = async (
    about: string,
    expected: readonly [SealCase["status"], string, SealCase["revocation"]?, Date?],
    given: Given = {},
  ) => {
    const { certificates = [], signer = unit, recipe = {}, encode = (token) => token, ...more } = given;
    const [status, code, revocation = "not_checked", revokedAt] = expected;
    cases.push({
      name: about
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, "-")
        .replace(/^-|-$/g, ""),
      about,
      token: encode(await makeToken({ signer, hash: "SHA-512", ...recipe })),
      crls: [],
      ocspResponses: [],
      certificates: [authority, ...certificates].map(({ certificate }) => certificate.der),
      anchors: [root.certificate.der],
      at: NOW.toISOString(),
      knownSince: null,
      ...more,
      status,
      code,
      revocation,
      revokedAt: revokedAt?.toISOString() ?? null,
    });
  };

  const passed = ["passed", "ok"] as const;
  const revokedSince = (at: Date) => ["failed", "revoked", "revoked", at] as const;
  const revokedLater = (at: Date) => ["indeterminate", "revoked_no_poe", "revoked", at] as const;
  const undetermined = ["indeterminate", "revocation_undetermined"] as const;
  const fromRoot = await crl({}, root);
  const goodByCrl = [fromRoot, await crl()];
  const goodByOcsp = await ocsp({ thisUpdate: hours(6) });

  await add("nothing at hand", passed);
  await add("good by lists", ["passed", "ok", "good"], { crls: goodByCrl });
  await add("good by a list and a delegate", ["passed", "ok", "good"], {
    crls: [fromRoot],
    ocspResponses: [await delegated()],
  });

  // removeFromCRL only has a meaning in a delta list.
  await add("removeFromCRL in a full list", revokedSince(hours(-1)), {
    crls: [await listing(hours(-1), REMOVE_FROM_CRL)],
  });
  await add("removeFromCRL in a full list, later", revokedLater(hours(1)), {
    crls: [await listing(hours(1), REMOVE_FROM_CRL)],
  });
  await add("removeFromCRL in an OCSP response", revokedSince(hours(-1)), {
    ocspResponses: [await ocsp({ status: { revokedAt: hours(-1), reason: REMOVE_FROM_CRL } })],
  });

  // One serial number twice.
  const twice = (...entries: readonly (readonly [Date, number])[]) =>
    crl({ revoked: entries.map(([at, reason]) => ({ certificate: leaf, at, reason })) });
  await add("listed twice, the compromise first", revokedSince(hours(-1)), {
    crls: [await twice([hours(-1), KEY_COMPROMISE], [hours(1), SUPERSEDED])],
  });
  await add("listed twice, the compromise last", revokedSince(hours(-1)), {
    crls: [await twice([hours(1), SUPERSEDED], [hours(-1), KEY_COMPROMISE])],
  });
  await add("listed twice, both later", revokedLater(hours(1)), {
    crls: [await twice([hours(2), KEY_COMPROMISE], [hours(1), KEY_COMPROMISE], [hours(3), SUPERSEDED])],
  });
  await add("superseded, then removed, in one list", revokedSince(hours(-2)), {
    crls: [await twice([hours(-2), SUPERSEDED], [hours(-1), REMOVE_FROM_CRL])],
  });
  await add("two answers in one OCSP response", revokedSince(hours(-1)), {
    ocspResponses: [await ocsp({ others: [{ revokedAt: hours(-1), reason: KEY_COMPROMISE }] })],
  });

  // Neither the newer nor the closer one wins.
  await add("revoked by an old list, good by a new response", revokedSince(hours(-3)), {
    crls: [await listing(hours(-3), KEY_COMPROMISE, { thisUpdate: hours(-2), nextUpdate: hours(-1) })],
    ocspResponses: [goodByOcsp],
  });
  await add("revoked by a new list, good by an old response", revokedSince(hours(-1)), {
    crls: [await listing(hours(-1), KEY_COMPROMISE, { thisUpdate: hours(6) })],
    ocspResponses: [await ocsp({ thisUpdate: hours(-2) })],
  });
  await add("revoked by a response, good by a list", revokedSince(hours(-1)), {
    crls: goodByCrl,
    ocspResponses: [await ocsp({ status: { revokedAt: hours(-1), reason: KEY_COMPROMISE } })],
  });
  await add("revoked by one responder, good by another", revokedSince(hours(-1)), {
    ocspResponses: [goodByOcsp, await delegated({ status: { revokedAt: hours(-1), reason: SUPERSEDED } })],
  });
  await add("on hold, and no longer on a later list", revokedSince(hours(-1)), {
    crls: [await listing(hours(-1), HOLD), await crl({ thisUpdate: hours(6) })],
  });
  await add("superseded later by an old list, good by a new response", ["passed", "ok", "good", hours(1)], {
    crls: [fromRoot, await listing(hours(1), SUPERSEDED, { thisUpdate: hours(2) })],
    ocspResponses: [goodByOcsp],
  });
  await add(
    "compromised later, known to be older, good by a newer response",
    ["passed", "ok", "good", hours(2)],
    {
      crls: [fromRoot, await listing(hours(2), KEY_COMPROMISE, { thisUpdate: hours(3) })],
      ocspResponses: [goodByOcsp],
      knownSince: hours(1).toISOString(),
    },
  );

  // Suspected before.
  const suspected = {
    revoked: [{ certificate: leaf, at: hours(2), reason: SUPERSEDED, extensions: [invalidSince(hours(-1))] }],
  };
  await add("superseded later, invalid since before", revokedLater(hours(2)), {
    crls: [await crl(suspected)],
  });
  await add("superseded later, invalid since before, by a response", revokedLater(hours(2)), {
    ocspResponses: [
      await ocsp({
        status: { revokedAt: hours(2), reason: SUPERSEDED },
        extensions: [invalidSince(hours(-1))],
      }),
    ],
  });

  // Lists that clear nobody still revoke their entries. One without a number, as of version 1, clears the others.
  for (const [about, more] of [
    ["of changes", { extensions: [deltaIndicator(true)] }],
    ["of changes, which is not marked as critical", { extensions: [deltaIndicator(false)] }],
    ["about some reasons", { extensions: [scope(SOME_REASONS)] }],
    ["that is indirect", { extensions: [scope(INDIRECT)] }],
    ["with a critical number", { isNumberCritical: true }],
    ["without number", { hasNumber: false }],
  ] as const) {
    const isFull = "hasNumber" in more;
    await add(`not on a list ${about}`, isFull ? ["passed", "ok", "good"] : undetermined, {
      crls: [...(isFull ? [fromRoot] : []), await crl(more)],
    });
    await add(`on a list ${about}`, revokedSince(hours(-1)), {
      crls: [...goodByCrl, await listing(hours(-1), KEY_COMPROMISE, more)],
      ocspResponses: [goodByOcsp],
    });
  }
  await add("on a list of another point", revokedSince(hours(-1)), {
    crls: [
      ...goodByCrl,
      await listing(hours(-1), KEY_COMPROMISE, { extensions: [scope(point("http://other/"))] }),
    ],
  });
  await add("on a list about authorities", revokedSince(hours(-1)), {
    crls: [await listing(hours(-1), KEY_COMPROMISE, { extensions: [scope(AUTHORITIES_ONLY)] })],
  });
  await add("on a list about units", revokedSince(hours(-1)), {
    crls: [await listing(hours(-1), KEY_COMPROMISE, { extensions: [scope(UNITS_ONLY)] })],
  });
  await add("taken back by changes, on the full list", revokedSince(hours(-1)), {
    crls: [
      await listing(hours(-1), HOLD),
      await listing(hours(-1), REMOVE_FROM_CRL, { extensions: [deltaIndicator(true)], thisUpdate: hours(1) }),
    ],
  });
  await add("taken back by changes alone", undetermined, {
    crls: [await listing(hours(-1), REMOVE_FROM_CRL, { extensions: [deltaIndicator(true)] })],
  });

  // Lists that must not be used still suffice to stop.
  await add("on a list with an unknown critical extension", undetermined, {
    crls: [...goodByCrl, await listing(hours(-1), KEY_COMPROMISE, { extensions: [critical("1.2.3.4")] })],
    ocspResponses: [goodByOcsp],
  });
  const entryOfUnknownKind = [{ certificate: leaf, at: hours(-1), extensions: [critical("1.2.3.4")] }];
  await add("on a list, in an entry with an unknown critical extension", undetermined, {
    crls: [...goodByCrl, await crl({ revoked: entryOfUnknownKind })],
  });
  await add("revoked by a response with an unknown critical extension", undetermined, {
    crls: goodByCrl,
    ocspResponses: [
      await ocsp({
        status: { revokedAt: hours(-1), reason: KEY_COMPROMISE },
        extensions: [critical("1.2.3.4")],
      }),
    ],
  });

  // The issuer of a list.
  await add("on a list of the authority's other key", revokedSince(hours(-1)), {
    crls: [...goodByCrl, await listing(hours(-1), KEY_COMPROMISE, {}, renewed)],
    certificates: [renewed],
  });
  await add("on a list of the authority's other key, which is not at hand", ["passed", "ok", "good"], {
    crls: [...goodByCrl, await listing(hours(-1), KEY_COMPROMISE, {}, renewed)],
  });
  await add("on a list of an impostor", ["passed", "ok", "good"], {
    crls: [...goodByCrl, await listing(hours(-1), KEY_COMPROMISE, {}, impostor)],
    certificates: [impostor],
  });
  const sameKey = await issueAuthority("Authority", {
    issuer: root,
    key: authority.key,
    ...numbered(),
    subjectKeyIdentifier: new Uint8Array(20).fill(7),
  });
  await add("on a list that names the key by another identifier", revokedSince(hours(-1)), {
    crls: [await listing(hours(-1), KEY_COMPROMISE)],
    anchors: [sameKey.certificate.der],
  });

  // Indirect lists: the issuer of an entry's certificate.
  const entry = (issuer: Issued) => ({
    certificate: leaf,
    at: hours(-1),
    reason: KEY_COMPROMISE,
    extensions: [certificateIssuer(issuer)],
  });
  const indirect = { extensions: [scope(INDIRECT)] };
  await add("an indirect list about another authority's certificate of the same number", undetermined, {
    crls: [await crl({ ...indirect, revoked: [entry(other)] })],
  });
  await add("an indirect list, behind another authority's entry", undetermined, {
    crls: [
      await crl({
        ...indirect,
        revoked: [entry(other), { certificate: leaf, at: hours(-1), reason: KEY_COMPROMISE }],
      }),
    ],
  });
  await add("an indirect list that names the authority", revokedSince(hours(-1)), {
    crls: [
      await crl({
        ...indirect,
        revoked: [{ ...entry(other), certificate: other.certificate }, entry(authority)],
      }),
    ],
  });
  const pointOf = (issuer: Issued) =>
    extension("2.5.29.31", sequence(sequence(encodeDer(contextConstructed(2), directory(issuer)))));
  const indirectUnit = await newUnit("indirect", { extensions: [pointOf(other)] });
  const ofIndirectUnit = { ...entry(authority), certificate: indirectUnit.certificate };
  await add("an indirect list of an authority that the certificate names", revokedSince(hours(-1)), {
    signer: indirectUnit,
    crls: [await crl({ ...indirect, revoked: [ofIndirectUnit] }, other)],
    certificates: [other],
  });
  await add("an indirect list of an authority that nobody named", passed, {
    crls: [await crl({ ...indirect, revoked: [entry(authority)] }, other)],
    certificates: [other],
  });

  // Responders.
  const revokedResponder = await crl({
    revoked: [{ certificate: responder.certificate, at: hours(-5), reason: KEY_COMPROMISE }],
    thisUpdate: hours(-4),
    nextUpdate: hours(-3),
  });
  await add("good by a responder whom the authority has revoked", undetermined, {
    crls: [revokedResponder],
    ocspResponses: [await delegated()],
  });
  await add("revoked by a responder whom the authority has revoked", undetermined, {
    crls: [...goodByCrl, revokedResponder],
    ocspResponses: [await delegated({ status: { revokedAt: hours(-1), reason: KEY_COMPROMISE } })],
  });
  const stoppedResponder = { certificate: responder.certificate, at: hours(5), reason: SUPERSEDED };
  await add("good by a responder who stopped later", ["passed", "ok", "good"], {
    crls: [
      fromRoot,
      await crl({ revoked: [stoppedResponder], thisUpdate: hours(-4), nextUpdate: hours(-3) }),
    ],
    ocspResponses: [await delegated()],
  });
  await add("good by a responder whom a response revokes", undetermined, {
    ocspResponses: [
      await delegated(),
      await ocsp({ status: { revokedAt: hours(-5), reason: KEY_COMPROMISE } }, responder.certificate),
    ],
  });
  await add("revoked by a responder behind one of the same name", revokedSince(hours(-1)), {
    ocspResponses: [
      await ocsp({
        responder,
        certificates: [falseResponder.certificate, responder.certificate],
        status: { revokedAt: hours(-1), reason: KEY_COMPROMISE },
      }),
    ],
  });
  await add("revoked by a responder whose certificate is at hand beside", revokedSince(hours(-1)), {
    crls: goodByCrl,
    ocspResponses: [await ocsp({ responder, status: { revokedAt: hours(-1), reason: KEY_COMPROMISE } })],
    certificates: [responder],
  });
  await add("revoked by nobody's responder", ["passed", "ok", "good"], {
    crls: goodByCrl,
    ocspResponses: [
      await ocsp({
        responder: falseResponder,
        certificates: [falseResponder.certificate],
        status: { revokedAt: hours(-1), reason: KEY_COMPROMISE },
      }),
    ],
  });

  // The key of another certificate.
  const twin = await newUnit("unit", {});
  await add("another certificate for the same key is compromised", revokedSince(hours(-1)), {
    crls: [fromRoot, await listing(hours(-1), KEY_COMPROMISE, {}, authority, twin.certificate)],
    certificates: [twin],
  });
  await add("another certificate for the same key is superseded", ["passed", "ok", "good"], {
    crls: [fromRoot, await listing(hours(-1), SUPERSEDED, {}, authority, twin.certificate)],
    certificates: [twin],
  });

  // Bounds are whole seconds.
  const shortLived = await newUnit("short-lived", { notAfter: NOW });
  const genTime = (fraction: string, time = NOW) => {
    const text = `${time.toISOString().replace(/[-:T]|\.\d+Z/g, "")}${fraction}Z`;
    return { content: tstInfo(encodeDer(TAG.generalizedTime, new TextEncoder().encode(text))) };
  };
  const inTime = { signer: shortLived, at: NOW.toISOString() };
  await add("in the last second of the certificate", passed, { ...inTime, recipe: genTime(".999") });
  await add("in the last nanosecond of the certificate", passed, {
    ...inTime,
    recipe: genTime(".999999999"),
  });
  await add("a second after the certificate", ["failed", "signer_not_valid_at_gen_time"], {
    ...inTime,
    recipe: genTime("", ms(NOW, 1000)),
  });
  const begins = await newUnit("begins", { notBefore: NOW });
  await add("in the first second of the certificate", passed, { signer: begins });
  await add("a nanosecond before the certificate", ["failed", "signer_not_valid_at_gen_time"], {
    signer: begins,
    recipe: genTime(".999999999", ms(NOW, -1000)),
  });
  await add("asked as of the last second of the certificate", passed, {
    ...inTime,
    at: ms(NOW, 999).toISOString(),
  });
  await add("asked as of the second after", ["indeterminate", "out_of_bounds_no_poe"], {
    ...inTime,
    at: ms(NOW, 1000).toISOString(),
  });
  await add("known since the last second of the certificate", passed, {
    ...inTime,
    at: NOT_AFTER.toISOString(),
    knownSince: ms(NOW, 999).toISOString(),
  });
  await add("known since the second after", ["indeterminate", "out_of_bounds_no_poe"], {
    ...inTime,
    at: NOT_AFTER.toISOString(),
    knownSince: ms(NOW, 1000).toISOString(),
  });
  const dueNow = await crl({ thisUpdate: hours(-1), nextUpdate: NOW });
  await add("in the last second of a list", ["passed", "ok", "good"], {
    crls: [fromRoot, dueNow],
    recipe: genTime(".5"),
  });
  await add("in the second after a list", passed, {
    crls: [fromRoot, dueNow],
    recipe: genTime("", ms(NOW, 1000)),
  });
  const answerDueNow = await ocsp({ thisUpdate: hours(-1), nextUpdate: NOW });
  await add("in the last second of a response", ["passed", "ok", "good"], {
    crls: [fromRoot],
    ocspResponses: [answerDueNow],
    recipe: genTime(".5"),
  });
  await add("in the second after a response", passed, {
    crls: [fromRoot],
    ocspResponses: [answerDueNow],
    recipe: genTime("", ms(NOW, 1000)),
  });
  await add("revoked in the second of the timestamp", revokedSince(NOW), {
    crls: [await listing(NOW, KEY_COMPROMISE)],
    recipe: genTime(".000000001"),
  });
  await add("superseded in the second after the timestamp", ["passed", "ok", "good", ms(NOW, 1000)], {
    crls: [fromRoot, await listing(ms(NOW, 1000), SUPERSEDED)],
    recipe: genTime(".9999"),
  });

  // Ed25519 uses SHA-512 inside, and CMS requires it beside: RFC 8419.
  for (const [hash, status, code] of [
    ["SHA-1", "indeterminate", "hash_too_weak"],
    ["SHA-256", "failed", "algorithm_mismatch"],
    ["SHA-384", "failed", "algorithm_mismatch"],
  ] as const) {
    await add(`Ed25519 with ${hash}`, [status, code], { recipe: { hash } });
  }
  await add("Ed25519 with MD5", ["indeterminate", "hash_too_weak"], {
    recipe: { digestAlgorithm: algorithm("1.2.840.113549.2.5", encodeDer(TAG.null)) },
  });
  await add("Ed25519 with SHAKE256", ["indeterminate", "algorithm_unsupported"], {
    recipe: { digestAlgorithm: algorithm("2.16.840.1.101.3.4.2.12") },
  });
  await add("Ed25519 with parameters", ["failed", "algorithm_mismatch"], {
    recipe: { signatureAlgorithm: algorithm("1.3.101.112", encodeDer(TAG.null)) },
  });
  await add("Ed25519, changed", ["failed", "signature_invalid"], {
    recipe: { signature: (signature) => signature.map((byte, i) => (i === 0 ? byte ^ 1 : byte)) },
  });

  // Nobody signs the versions of CMS: those that it has are all the same.
  for (const version of ["00", "01", "02", "04", "05"]) {
    await add(`SignedData of version ${Number(version)}`, passed, { recipe: { version } });
  }
  for (const signerVersion of ["00", "02", "03", "04"]) {
    await add(`SignerInfo of version ${Number(signerVersion)}`, passed, { recipe: { signerVersion } });
  }
  const noVersion = ["indeterminate", "tsp_version"] as const;
  await add("SignedData of version 6", noVersion, { recipe: { version: "06" } });
  await add("SignerInfo of version 6", noVersion, { recipe: { signerVersion: "06" } });

  // Around what is signed, CMS is BER; what is signed is DER.
  await add("BER with indefinite lengths and octets in pieces", passed, {
    encode: (token) => inBer(token, [leaf.der]),
  });
  await add("BER, and a TSTInfo in BER", ["indeterminate", "der_length_indefinite"], {
    recipe: { content: inBer(tstInfo()) },
    encode: (token) => inBer(token, [leaf.der]),
  });
  await add("BER of the signer's certificate too", ["indeterminate", "signer_certificate_missing"], {
    encode: (token) => inBer(token),
  });
  await add("a length that is longer than needed", passed, {
    encode: (token) => Uint8Array.of(0x30, 0x83, 0, ...token.subarray(2)),
  });
  return cases;
}
