/**
 * Tokens of the sandbox's authority, checked by `openssl ts -verify`: with P-256 and RSA, over
 * several algorithms, with certificates in them and beside them. And tokens with one defect each,
 * which OpenSSL and our verifier both refuse.
 */

import { spawnSync } from "node:child_process";
import { type KeyObject, randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  encodeTimestampRequest,
  type HashAlgorithm,
  parseTimestampRequest,
  parseTimestampResponse,
  type TimestampCode,
  verifyTimestamp,
} from "@svc-proof/verifier-lib/rfc3161";
import { parsePemCertificates } from "@svc-proof/verifier-lib/x509";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CertificateAuthority, openCertificateAuthority } from "../../sandbox/src/tsa/authority.js";
import {
  type Credential,
  certificatePem,
  issueCertificate,
  makeKey,
  readCredentialFile,
  writeCredentialFile,
} from "../../sandbox/src/tsa/certificate.js";
import {
  acceptRequest,
  encodeGranted,
  encodeTimestampToken,
  SANDBOX_POLICY_OID,
  TimestampAuthority,
  TsaSigner,
} from "../../sandbox/src/tsa/token.js";
import { share } from "../fuzz/extent.js";
import { hasOpenssl } from "./openssl-authority.js";

const HOUR_MS = 3_600_000;
const isAbsent = !hasOpenssl;
/** Nobody asks there. */
const SERVER = "http://127.0.0.1:1";

let folder: string;
let ca: CertificateAuthority;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-openssl-"));
  ca = await openCertificateAuthority(folder, SERVER);
});
afterAll(() => rm(folder, { recursive: true }));

function openssl(words: readonly string[]): { status: number | null; stdout: Buffer; text: string } {
  const { status, stdout, stderr } = spawnSync("openssl", words, { cwd: folder });
  return { status, stdout, text: `${stdout}${stderr}` };
}

const authorityWith = (kind: "p256" | "rsa") =>
  new TimestampAuthority(ca, new TsaSigner({ folder, kind, authority: ca, validityMs: 24 * HOUR_MS }));

/** The input of a verifier. */
interface Given {
  readonly query: Uint8Array;
  readonly response: Uint8Array;
  /** PEM of certificates that are not in the token. */
  readonly untrusted?: string;
  /** PEM; the sandbox's root if not given. */
  readonly trusted?: string;
}

/** Whether OpenSSL accepts a response as the answer to a query. */
async function opensslAccepts({ query, response, untrusted, trusted }: Given): Promise<boolean> {
  await writeFile(at("query"), query);
  await writeFile(at("response"), response);
  await writeFile(at("trusted"), trusted ?? certificatePem(ca.root));
  await writeFile(at("untrusted"), untrusted ?? "");
  const beside = untrusted === undefined ? [] : ["-untrusted", "untrusted"];
  const words = ["ts", "-verify", "-queryfile", "query", "-in", "response", "-CAfile", "trusted", ...beside];
  const { status, text } = openssl(words);
  expect(text).toContain(status === 0 ? "Verification: OK" : "Verification: FAILED");
  return status === 0;
}

/** Our verifier's code for the same. */
async function ourCode({ query, response, untrusted, trusted }: Given): Promise<TimestampCode> {
  const { imprint, nonce, policy, certReq } = parseTimestampRequest(query);
  const { code, status } = await verifyTimestamp({
    response,
    imprint: { algorithm: imprint.algorithm!, digest: imprint.digest },
    request: { nonce: nonce!, certReq, ...(policy === null ? {} : { policy }) },
    anchors: parsePemCertificates(trusted ?? certificatePem(ca.root)),
    intermediates: untrusted === undefined ? [] : parsePemCertificates(untrusted),
  });
  expect(status === "passed").toBe(code === "ok");
  return code;
}

const DIGESTS: readonly (readonly [HashAlgorithm, number])[] = [
  ["SHA-256", 32],
  ["SHA-384", 48],
  ["SHA-512", 64],
];

function newQuery(given: Partial<Parameters<typeof encodeTimestampRequest>[0]> = {}): Uint8Array {
  return encodeTimestampRequest({
    hashAlgorithm: "SHA-256",
    digest: randomBytes(32),
    nonce: randomBytes(16),
    ...given,
  });
}

describe.each(["p256", "rsa"] as const)("tokens of %s", (kind) => {
  const authority = () => authorityWith(kind);

  test.skipIf(isAbsent)("those over SHA-2 are accepted, with and without certificates in them", async () => {
    const tsa = authority();
    const untrusted = await tsa.chainPem();
    for (let i = 0; i < share(15); i++) {
      for (const [hashAlgorithm, size] of DIGESTS) {
        for (const certReq of [true, false]) {
          const policy = i % 3 === 0 ? { policy: SANDBOX_POLICY_OID } : {};
          const query = newQuery({ hashAlgorithm, digest: randomBytes(size), certReq, ...policy });
          const response = await tsa.answer(query);
          const given = { query, response, ...(certReq ? {} : { untrusted }) };
          expect([await opensslAccepts(given), await ourCode(given)]).toEqual([true, "ok"]);
        }
      }
    }
  });

  test.skipIf(isAbsent)("10 that OpenSSL requests, over SHA-3 too, are accepted", async () => {
    const tsa = authority();
    const untrusted = await tsa.chainPem();
    for (const algorithm of ["sha256", "sha512", "sha3-256", "sha3-384", "sha3-512"]) {
      for (const cert of [["-cert"], []]) {
        const words = ["ts", "-query", "-data", "trusted", `-${algorithm}`, ...cert];
        const { stdout: query } = openssl(words);
        const response = await tsa.answer(query);
        const given = { query, response, ...(cert.length > 0 ? {} : { untrusted }) };
        expect(await opensslAccepts(given)).toBe(true);
      }
    }
  });
});

describe("with one defect", () => {
  /** A valid answer to a query, from a signer with a certificate and key of its own. */
  async function stamped(signer: Credential, query: Uint8Array, genTime = new Date()): Promise<Uint8Array> {
    const { imprint, nonce } = acceptRequest(query, SANDBOX_POLICY_OID);
    const certificates = [signer.certificate, ca.ca.certificate];
    return encodeGranted(
      await encodeTimestampToken({
        imprint,
        nonce,
        policyOid: SANDBOX_POLICY_OID,
        genTime,
        signer,
        certificates,
      }),
    );
  }

  async function signerFor(validity: { notBefore: Date; notAfter: Date }): Promise<Credential> {
    const privateKey = await makeKey("p256");
    const commonName = "Sandbox TSA: no evidential value";
    return {
      certificate: await issueCertificate(
        { role: "tsa", commonName, privateKey, ...validity, answersAt: SERVER },
        ca.ca,
      ),
      privateKey,
    };
  }

  /** A signer that OpenSSL certifies under the sandbox's authority, with extensions of the test's choice. */
  async function signerWith(extensions: string): Promise<Credential> {
    const privateKey: KeyObject = await makeKey("p256");
    await writeCredentialFile(at("issuer.pem"), {
      privateKey: ca.ca.privateKey,
      certificates: [ca.ca.certificate],
    });
    await writeFile(at("signer.key"), privateKey.export({ type: "pkcs8", format: "pem" }));
    await writeFile(at("extensions"), extensions);
    const run = (...words: string[]) => {
      const { status, stdout, text } = openssl(words);
      if (status !== 0) throw new Error(text);
      return stdout.toString();
    };
    run("req", "-new", "-key", "signer.key", "-subj", "/CN=Signer", "-out", "signer.csr");
    const certificate = run(
      ...["x509", "-req", "-in", "signer.csr", "-CA", "issuer.pem", "-CAkey", "issuer.pem"],
      ...["-set_serial", "77", "-days", "3", "-extfile", "extensions"],
    );
    await writeFile(at("signer.pem"), `${privateKey.export({ type: "pkcs8", format: "pem" })}${certificate}`);
    const { certificates } = (await readCredentialFile(at("signer.pem"), 1))!;
    return { certificate: certificates[0]!, privateKey };
  }

  /** A response with bytes replaced by others of the same length. */
  function replaced(response: Uint8Array, from: Uint8Array, to: Uint8Array): Uint8Array {
    const changed = Buffer.from(response);
    const place = changed.indexOf(from);
    expect([place > 0, to.length]).toEqual([true, from.length]);
    changed.set(to, place);
    return changed;
  }

  const flipped = (bytes: Uint8Array) => Uint8Array.from(bytes, (byte, i) => (i === 0 ? byte ^ 1 : byte));

  const DEFECTS: readonly (readonly [string, TimestampCode, () => Promise<Given>])[] = [
    [
      "the imprint is another's",
      "imprint_mismatch",
      async () => {
        const nonce = randomBytes(16);
        const response = await authorityWith("p256").answer(newQuery({ nonce }));
        return { query: newQuery({ nonce }), response };
      },
    ],
    [
      "the nonce is another's",
      "nonce_mismatch",
      async () => {
        const digest = randomBytes(32);
        const response = await authorityWith("p256").answer(newQuery({ digest }));
        return { query: newQuery({ digest }), response };
      },
    ],
    [
      "the policy is not the requested one",
      "policy_mismatch",
      async () => {
        const same = { digest: randomBytes(32), nonce: randomBytes(16) };
        const response = await authorityWith("p256").answer(newQuery(same));
        return { query: newQuery({ ...same, policy: "1.2.3.4" }), response };
      },
    ],
    ...(
      [
        ["no extended key usage", "signer_purpose_missing", "keyUsage=critical,digitalSignature"],
        ["another extended key usage", "signer_purpose_missing", "extendedKeyUsage=critical,codeSigning"],
        ["one that is not critical", "signer_purpose_not_critical", "extendedKeyUsage=timeStamping"],
        [
          "one that is not alone",
          "signer_purpose_not_alone",
          "extendedKeyUsage=critical,timeStamping,codeSigning",
        ],
      ] as const
    ).map(
      ([name, code, extensions]) =>
        [
          `the signer has ${name}`,
          code,
          async () => {
            const query = newQuery();
            return { query, response: await stamped(await signerWith(extensions), query) };
          },
        ] as const,
    ),
    [
      "the signer had expired at genTime",
      "signer_not_valid_at_gen_time",
      async () => {
        const [query, now] = [newQuery(), Date.now()];
        const signer = await signerFor({
          notBefore: new Date(now - 3 * HOUR_MS),
          notAfter: new Date(now - HOUR_MS),
        });
        return { query, response: await stamped(signer, query) };
      },
    ],
    [
      "the issuer is another's",
      "no_path",
      async () => {
        const query = newQuery();
        const elsewhere = await mkdtemp(join(folder, "other-"));
        const { root } = await openCertificateAuthority(elsewhere, SERVER);
        return { query, response: await authorityWith("rsa").answer(query), trusted: certificatePem(root) };
      },
    ],
    [
      "the TSTInfo is that of another token",
      "message_digest_mismatch",
      async () => {
        const [tsa, query] = [authorityWith("p256"), newQuery()];
        const [answer, infoOf] = [() => tsa.answer(query), (bytes: Uint8Array) => parsed(bytes).tstInfo.der];
        const first = await answer();
        let second = await answer();
        // A fraction of genTime that ends in zero is shorter by a digit.
        while (infoOf(second).length !== infoOf(first).length) second = await answer();
        return { query, response: replaced(first, infoOf(first), infoOf(second)) };
      },
    ],
    [
      "an attribute was changed: the digest of the content",
      "message_digest_mismatch",
      async () => {
        const query = newQuery();
        const response = await authorityWith("rsa").answer(query);
        const { messageDigest } = parsed(response).signer.signedAttributes!;
        return { query, response: replaced(response, messageDigest!, flipped(messageDigest!)) };
      },
    ],
    [
      "an attribute was changed: the digest of the signer's certificate",
      "signing_certificate_mismatch",
      async () => {
        const query = newQuery();
        const response = await authorityWith("p256").answer(query);
        const { certHash } = parsed(response).signer.signedAttributes!.signingCertificates[0]!;
        return { query, response: replaced(response, certHash, flipped(certHash)) };
      },
    ],
    [
      "the signature was changed",
      "signature_invalid",
      async () => {
        const query = newQuery();
        const response = await authorityWith("rsa").answer(query);
        const { signature } = parsed(response).signer;
        return { query, response: replaced(response, signature, flipped(signature)) };
      },
    ],
    [
      "the certificate of the signer is missing",
      "signer_certificate_missing",
      async () => {
        const query = newQuery({ certReq: false });
        return { query, response: await authorityWith("p256").answer(query) };
      },
    ],
    [
      "it is a rejection",
      "timestamp_not_granted",
      async () => {
        const query = newQuery({ policy: "1.2.3.4" });
        return { query, response: await authorityWith("p256").answer(query) };
      },
    ],
  ];

  const parsed = (response: Uint8Array) => parseTimestampResponse(response).token!;

  test.skipIf(isAbsent)("a signer made for a test is accepted without a defect", async () => {
    const query = newQuery();
    const signer = await signerWith(
      "keyUsage=critical,digitalSignature\nextendedKeyUsage=critical,timeStamping",
    );
    const given = { query, response: await stamped(signer, query) };
    expect([await opensslAccepts(given), await ourCode(given)]).toEqual([true, "ok"]);
  });

  test.skipIf(isAbsent).each(DEFECTS)("%s: refused by both", async (_, code, make) => {
    const given = await make();
    expect([await opensslAccepts(given), await ourCode(given)]).toEqual([false, code]);
  });
});
