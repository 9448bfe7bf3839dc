/**
 * Third-party timestamps: ten years of public authorities, damaged ones, and those from tests of
 * other projects. Each is verified as of its own time, and again as of the day when the collection
 * was made.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import {
  type HashAlgorithm,
  parseTimestampRequest,
  parseTimestampResponse,
  parseTimestampToken,
  type TimestampVerdict,
  verifyTimestamp,
} from "@svc-proof/verifier-lib/rfc3161";
import { type Certificate, parseCertificate, parsePemCertificates } from "@svc-proof/verifier-lib/x509";
import { describe, expect, test } from "vitest";
import { vectorFolder } from "./third-party-vectors.js";

interface TspCase {
  readonly file: string;
  readonly expected: string;
  readonly hashAlg?: "sha1" | "sha256" | "sha384" | "sha512";
  readonly imprint?: string;
  readonly genTime?: string;
  readonly policyOid?: string;
  readonly serialHex?: string;
  readonly nonceHex?: string | null;
  readonly accuracy?: { readonly s?: number; readonly ms?: number; readonly us?: number } | null;
  readonly ordering?: boolean | null;
  readonly signerNotAfter?: string;
  readonly signerCertSha256?: string;
  readonly trustedList?: readonly { readonly tlSavedHere: boolean }[];
  readonly tsInfoExtensions?: readonly string[];
}

const NOW = new Date("2026-11-21T12:00:00Z");
const ALGORITHMS: Readonly<Record<string, HashAlgorithm>> = {
  sha1: "SHA-1",
  sha256: "SHA-256",
  sha384: "SHA-384",
  sha512: "SHA-512",
};

const folder = vectorFolder("tsp");
const lists = vectorFolder("eutl");
const cases: TspCase[] = folder === null ? [] : JSON.parse(readFileSync(join(folder, "cases.json"), "utf8"));
const read = (file: string) => new Uint8Array(readFileSync(join(folder!, file)));
const pem = (file: string) => parsePemCertificates(readFileSync(join(folder!, file), "utf8"));

/** Every readable certificate of the national lists: the anchors of a reader who trusts these lists. */
function listedCertificates(): Certificate[] {
  const found = new Map<string, Certificate | null>();
  for (const name of readdirSync(lists!).filter((file) => /^[A-Z]{2}-.*\.xml$/.test(file))) {
    const text = readFileSync(join(lists!, name), "utf8");
    for (const [, base64] of text.matchAll(/<(?:\w+:)?X509Certificate>([^<]+)</g)) {
      const der = new Uint8Array(Buffer.from(base64!, "base64"));
      const key = bytesToHex(der);
      if (!found.has(key)) found.set(key, readable(der));
    }
  }
  const unreadable = [...found.values()].filter((certificate) => certificate === null).length;
  // A handful have empty or non-ASCII names, keys of odd bit lengths or invalid booleans.
  if (unreadable > 10) throw new Error(`${unreadable} certificates of the lists cannot be read`);
  return [...found.values()].filter((certificate) => certificate !== null);
}

function readable(der: Uint8Array): Certificate | null {
  try {
    return parseCertificate(der);
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}
const listed = lists === null ? [] : listedCertificates();

/** Trust beside the lists: what upstream gives, or the authority's certificates from the token. */
const TRUST: Readonly<Record<string, readonly Certificate[]>> =
  folder === null
    ? {}
    : {
        "good/identrust-2025-sha512.tsr": [parseCertificate(read("good/identrust-2025-sha512.root.der"))],
        ...Object.fromEntries(
          cases
            .filter(({ file }) => /sigstage/.test(file))
            .map(({ file }) => [file, pem("good/sigstage.chain.pem")]),
        ),
        "good/sigstore-mock-expired.tsr": pem("good/sigstore-mock-expired.chain.pem"),
        "good/test-tsa.tsr": pem("good/test-tsa.chain.pem"),
        "bad/test-tsa-injected-certs.tsr": pem("bad/test-tsa-injected-certs.chain.pem"),
      };

/** Codes of those that do not stand even at their own time. */
const NOT_STANDING: Readonly<Record<string, readonly [status: string, code: string]>> = {
  "good/globalsign-2014-sha1.tsr": ["indeterminate", "hash_too_weak"],
  "bad/sigstage-invalid-signature.tsr": ["failed", "signature_invalid"],
  "bad/eurocert-pl-ess-mismatch.tst": ["failed", "signing_certificate_mismatch"],
  "bad/exceet-messagedigest-mismatch.tst": ["failed", "message_digest_mismatch"],
  "bad/sectigo-es-2025-invalid-signature.tst": ["failed", "signature_invalid"],
  "bad/digitorus-rejection.tsr": ["failed", "timestamp_not_granted"],
  "bad/dtrust-de-2012-eku-not-critical.tst": ["failed", "signer_purpose_not_critical"],
  "bad/sk-ee-2017-datafile-changed.tst": ["failed", "imprint_mismatch"],
  "bad/belgium-2017-messagedigest-mismatch.tst": ["failed", "message_digest_mismatch"],
  "bad/mldsa65-unknown-alg.tst": ["indeterminate", "signer_certificate_missing"],
  "bad/derived-izenpe-2026-trailing-garbage.tsr": ["indeterminate", "damaged"],
  "bad/derived-izenpe-2026-truncated.tsr": ["indeterminate", "damaged"],
  "bad/derived-izenpe-2026-gentime-2025.tsr": ["failed", "message_digest_mismatch"],
  "bad/derived-huge-length.tsr": ["indeterminate", "damaged"],
  "bad/derived-granted-without-token.tsr": ["indeterminate", "damaged"],
};

const inputOf = (file: string) => (file.endsWith(".tsr") ? { response: read(file) } : { token: read(file) });
const tokenOf = (file: string) =>
  file.endsWith(".tsr") ? parseTimestampResponse(read(file)).token! : parseTimestampToken(read(file));

function anchorsOf({ file, trustedList = [] }: TspCase): readonly Certificate[] {
  const given = TRUST[file];
  if (given !== undefined) return given;
  if (trustedList.some(({ tlSavedHere }) => tlSavedHere)) return listed;
  try {
    return tokenOf(file).certificates.map((der) => parseCertificate(der));
  } catch {
    return listed;
  }
}

/** The time-stamped content: the message if there is one, else the digest that the index gives. */
function contentOf({ file, hashAlg, imprint }: TspCase) {
  const message = file.replace(/\.ts[rt]$/, ".msg");
  if (existsSync(join(folder!, message))) return { original: read(message) };
  const digest = new Uint8Array(Buffer.from(imprint ?? "00".repeat(32), "hex"));
  return { imprint: { algorithm: ALGORITHMS[hashAlg ?? "sha256"]!, digest } };
}

const outcome = ({ status, code }: TimestampVerdict) => [status, code];

describe.skipIf(folder === null || lists === null)("timestamps", () => {
  test("the collection has the cases of its index, each with an expectation", () => {
    const files = ["good", "bad"].flatMap((part) =>
      readdirSync(join(folder!, part))
        .filter((name) => /\.ts[rt]$/.test(name))
        .map((name) => `${part}/${name}`),
    );
    expect(cases.map(({ file }) => file).sort()).toEqual(files.sort());
    expect(cases.length).toBeGreaterThanOrEqual(41);
    for (const file of Object.keys(NOT_STANDING)) expect(files).toContain(file);
    for (const { file, expected } of cases) {
      const isCalledBad = /^(INVALID|must answer|must not crash(?!.*not DER)|not a seal|.*but SHA-1)/.test(
        expected,
      );
      expect(Object.hasOwn(NOT_STANDING, file), `${file}: ${expected}`).toBe(isCalledBad);
    }
  });

  test.each(cases.map((one) => [one.file, one] as const))("%s", async (file, one) => {
    const anchors = anchorsOf(one);
    const question = { ...inputOf(file), ...contentOf(one), anchors };
    const genTime = one.genTime === undefined ? NOW : new Date(one.genTime);
    const then = await verifyTimestamp({ ...question, at: genTime, now: NOW });
    const today = await verifyTimestamp({ ...question, now: NOW });
    const failure = NOT_STANDING[file];
    if (failure !== undefined) {
      expect(outcome(then), then.message).toEqual(failure);
      expect(outcome(today), today.message).toEqual(failure);
      return;
    }
    expect(outcome(then), then.message).toEqual(["passed", "ok"]);
    expect(then.validationTime).toEqual(genTime);
    const hasExpired = new Date(one.signerNotAfter!) < NOW;
    expect(outcome(today), today.message).toEqual(
      hasExpired ? ["indeterminate", "out_of_bounds_no_poe"] : ["passed", "ok"],
    );
    // A token known to have existed while the certificate was valid stands to this day.
    const proven = await verifyTimestamp({
      ...question,
      now: NOW,
      proofOfExistence: { noLaterThan: new Date(one.signerNotAfter!) },
    });
    expect([proven.status, proven.restsOnProofOfExistence]).toEqual(["passed", hasExpired]);

    const { tstInfo } = then.token!;
    expect({
      genTime: tstInfo.genTimeText,
      policyOid: tstInfo.policy,
      serialHex: tstInfo.serialNumberHex,
      nonceHex: tstInfo.nonce === null ? null : bytesToHex(tstInfo.nonce),
      imprint: bytesToHex(tstInfo.imprint.digest),
      ordering: tstInfo.ordering,
      extensions: tstInfo.extensions.map(({ oid }) => oid),
    }).toEqual({
      genTime: one.genTime,
      policyOid: one.policyOid,
      serialHex: one.serialHex,
      nonceHex: one.nonceHex ?? null,
      imprint: one.imprint,
      ordering: one.ordering ?? false,
      extensions: one.tsInfoExtensions ?? [],
    });
    const { s = 0, ms = 0, us = 0 } = one.accuracy ?? {};
    expect(tstInfo.accuracySeconds).toBe(one.accuracy == null ? null : s + ms / 1e3 + us / 1e6);
  });

  test("no timestamp stands if only another authority's certificate is trusted", async () => {
    const stranger = pem("good/test-tsa.chain.pem");
    for (const one of cases.filter(
      ({ file }) => !/test-tsa/.test(file) && !Object.hasOwn(NOT_STANDING, file),
    )) {
      const question = { ...inputOf(one.file), ...contentOf(one), at: new Date(one.genTime!) };
      const verdict = await verifyTimestamp({ ...question, anchors: stranger });
      expect(verdict.status, one.file).toBe("indeterminate");
      expect((await verifyTimestamp({ ...question, anchors: [] })).status, one.file).toBe("indeterminate");
    }
  });

  test("certificates given beside a token do not become its authority", async () => {
    const one = cases.find(({ file }) => file === "bad/test-tsa-injected-certs.tsr")!;
    const question = { ...inputOf(one.file), ...contentOf(one), at: new Date(one.genTime!) };
    const verdict = await verifyTimestamp({ ...question, anchors: anchorsOf(one) });
    expect(verdict.authority).toBe("Test TSA Timestamping");
    const inBag = tokenOf(one.file).certificates.map((der) => parseCertificate(der));
    const injected = inBag.filter(
      (certificate) => bytesToHex(certificate.der) !== bytesToHex(verdict.signer!.der),
    );
    expect(injected).toHaveLength(2);
    const pinned = await verifyTimestamp({ ...question, anchors: injected });
    expect(outcome(pinned)).toEqual(["indeterminate", "no_path"]);
  });

  test.each(
    folder === null
      ? []
      : readdirSync(join(folder, "good"))
          .filter((name) => name.endsWith(".tsq"))
          .map((name) => `good/${name}`),
  )("the request %s is read and compared with its answer", async (file) => {
    const request = parseTimestampRequest(read(file));
    const one = cases.find((candidate) => candidate.file === file.replace(".tsq", ".tsr"))!;
    const { nonce, policy, certReq, imprint } = request;
    const verdict = await verifyTimestamp({
      ...inputOf(one.file),
      imprint: { algorithm: imprint.algorithm!, digest: imprint.digest },
      request: { certReq, ...(nonce && { nonce }), ...(policy !== null && { policy }) },
      anchors: anchorsOf(one),
      at: new Date(one.genTime!),
    });
    // One request of the collection belongs to another answer.
    const isItsRequest = file !== "good/sigstage-sha512.tsq";
    expect(outcome(verdict), verdict.message).toEqual(
      isItsRequest ? ["passed", "ok"] : ["failed", "nonce_mismatch"],
    );
    const other = cases.find((candidate) => candidate.file === "good/sigstage-sha256.tsr")!;
    const otherNonce = tokenOf(other.file).tstInfo.nonce!;
    const mixed = await verifyTimestamp({
      ...inputOf(one.file),
      ...contentOf(one),
      request: { nonce: otherNonce },
      anchors: anchorsOf(one),
      at: new Date(one.genTime!),
    });
    expect(mixed.code).toBe("nonce_mismatch");
  });
});
