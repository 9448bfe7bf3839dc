/**
 * Imports a SubjectPublicKeyInfo (RFC 3279, 4055, 5480, 8410) as a WebCrypto key for a signature algorithm.
 * Checks here whatever platforms could treat differently: the curve, the form of the point, and the size of
 * an RSA key.
 */

import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { parseDer, TAG } from "../asn1/der.js";
import { DerFields, encodeDer, objectIdentifierText } from "../asn1/values.js";
import { DEFAULT_MIN_RSA_BITS, KEY_LIMITS, MAX_RSA_BITS, MAX_RSA_EXPONENT_BITS } from "../limits.js";
import {
  ED25519,
  type PssScheme,
  RSA_ENCRYPTION,
  RSASSA_PSS,
  readPssParameters,
  readSubjectPublicKeyInfo,
  type SignaturePolicy,
  type SignatureScheme,
} from "./algorithms.js";
import type { SubjectPublicKeyInfo } from "./certificate.js";

export interface ImportedKey {
  readonly key: CryptoKey;
  /** Bytes of r and of s in an ECDSA signature; 0 for other keys. */
  readonly scalarBytes: number;
}

export type KeyFault = "algorithm_unsupported" | "algorithm_mismatch" | "key_malformed" | "key_too_weak";

const EC_PUBLIC_KEY = "1.2.840.10045.2.1";

interface Curve {
  readonly name: string;
  /** Bytes of a coordinate. */
  readonly sizeBytes: number;
}
const CURVES: Readonly<Record<string, Curve>> = {
  "1.2.840.10045.3.1.7": { name: "P-256", sizeBytes: 32 },
  "1.3.132.0.34": { name: "P-384", sizeBytes: 48 },
  "1.3.132.0.35": { name: "P-521", sizeBytes: 66 },
};

const ED25519_KEY_BYTES = 32;

/** AlgorithmIdentifier of rsaEncryption with NULL parameters. */
const RSA_ALGORITHM: Uint8Array = Uint8Array.of(
  ...[0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00],
);

/** Never throws on input. */
export async function importPublicKey(
  der: Uint8Array,
  scheme: SignatureScheme,
  policy: SignaturePolicy,
): Promise<ImportedKey | KeyFault> {
  let prepared: PreparedKey | KeyFault;
  try {
    const spki = readSubjectPublicKeyInfo(parseDer(der, KEY_LIMITS));
    prepared = prepare(spki, scheme, policy.minRsaBits ?? DEFAULT_MIN_RSA_BITS);
  } catch (error) {
    if (error instanceof FormatError) return "key_malformed";
    throw error;
  }
  if (typeof prepared === "string") return prepared;
  const { spki, algorithm, scalarBytes } = prepared;
  try {
    return { key: await importOnce(spki, algorithm), scalarBytes };
  } catch (error) {
    // The remaining errors: a point that is not on its curve, or an algorithm the platform does not support.
    return error instanceof Error && error.name === "DataError" ? "key_malformed" : "algorithm_unsupported";
  }
}

/**
 * Imported keys by algorithm and bytes, least recently used first. An authority signs with few keys, and with
 * OpenSSL 3 importing a key takes longer than verifying with it, measured.
 */
const imported = new Map<string, CryptoKey>();
const MAX_IMPORTED_KEYS = 64;

async function importOnce(
  spki: Uint8Array<ArrayBuffer>,
  algorithm: PreparedKey["algorithm"],
): Promise<CryptoKey> {
  const id = `${JSON.stringify(algorithm)} ${bytesToHex(spki)}`;
  const key = imported.get(id) ?? (await crypto.subtle.importKey("spki", spki, algorithm, false, ["verify"]));
  imported.delete(id);
  imported.set(id, key);
  if (imported.size > MAX_IMPORTED_KEYS) imported.delete(imported.keys().next().value!);
  return key;
}

interface PreparedKey {
  readonly spki: Uint8Array<ArrayBuffer>;
  readonly algorithm: RsaHashedImportParams | EcKeyImportParams | Algorithm;
  readonly scalarBytes: number;
}

function prepare(
  spki: SubjectPublicKeyInfo,
  scheme: SignatureScheme,
  minRsaBits: number,
): PreparedKey | KeyFault {
  switch (scheme.kind) {
    case "rsa-pkcs1":
    case "rsa-pss":
      return prepareRsa(spki, scheme, minRsaBits);
    case "ecdsa":
      return prepareEc(spki);
    case "ed25519":
      if (spki.algorithm.oid !== ED25519) return "algorithm_mismatch";
      if (spki.algorithm.parameters !== null || spki.publicKey.length !== ED25519_KEY_BYTES) {
        return "key_malformed";
      }
      return { spki: new Uint8Array(spki.der), algorithm: { name: "Ed25519" }, scalarBytes: 0 };
  }
}

function prepareRsa(
  { algorithm, publicKey }: SubjectPublicKeyInfo,
  scheme: Extract<SignatureScheme, { kind: "rsa-pkcs1" | "rsa-pss" }>,
  minRsaBits: number,
): PreparedKey | KeyFault {
  if (algorithm.oid === RSASSA_PSS) {
    if (scheme.kind !== "rsa-pss") return "algorithm_mismatch";
    const fault = algorithm.parameters === null ? null : pssKeyFault(algorithm, scheme);
    if (fault !== null) return fault;
  } else if (algorithm.oid !== RSA_ENCRYPTION) {
    return "algorithm_mismatch";
  } else if (algorithm.parameters !== null && algorithm.parameters[0] !== TAG.null) {
    return "key_malformed";
  }
  const fields = new DerFields(parseDer(publicKey, KEY_LIMITS));
  const modulus = fields.required(TAG.integer).content;
  const exponent = fields.required(TAG.integer).content;
  fields.end();
  // Negative, even, or an exponent of 1, for which anyone can sign.
  if (modulus[0]! >= 0x80 || exponent[0]! >= 0x80) return "key_malformed";
  if ((modulus.at(-1)! & 1) === 0 || (exponent.at(-1)! & 1) === 0) return "key_malformed";
  if (bitLength(exponent) < 2) return "key_malformed";
  if (bitLength(modulus) < minRsaBits) return "key_too_weak";
  if (bitLength(modulus) > MAX_RSA_BITS || bitLength(exponent) > MAX_RSA_EXPONENT_BITS) {
    return "algorithm_unsupported";
  }
  const name = scheme.kind === "rsa-pss" ? "RSA-PSS" : "RSASSA-PKCS1-v1_5";
  return {
    // Platforms refuse keys with the identifier of PSS.
    spki: encodeDer(TAG.sequence, RSA_ALGORITHM, encodeDer(TAG.bitString, Uint8Array.of(0), publicKey)),
    algorithm: { name, hash: scheme.hash },
    scalarBytes: 0,
  };
}

/** RFC 4055, section 3.3: the hashes must match the key's, and the salt must not be shorter than the key requires. */
function pssKeyFault(algorithm: SubjectPublicKeyInfo["algorithm"], scheme: PssScheme): KeyFault | null {
  const demanded = readPssParameters(algorithm);
  if (demanded === "algorithm_unsupported") return demanded;
  if (typeof demanded === "string") return "key_malformed";
  const isMet = demanded.hash === scheme.hash && demanded.saltLengthBytes <= scheme.saltLengthBytes;
  return isMet ? null : "algorithm_mismatch";
}

function prepareEc({ der, algorithm, publicKey }: SubjectPublicKeyInfo): PreparedKey | KeyFault {
  if (algorithm.oid !== EC_PUBLIC_KEY) return "algorithm_mismatch";
  // RFC 5480, section 2.1.1: a named curve. With explicit parameters, an attacker could choose the generator
  // (CVE-2020-0601).
  if (algorithm.parameters === null) return "key_malformed";
  const parameters = parseDer(algorithm.parameters, KEY_LIMITS);
  if (parameters.tag !== TAG.objectIdentifier) return "algorithm_unsupported";
  const curve = CURVES[objectIdentifierText(parameters.content)];
  if (curve === undefined) return "algorithm_unsupported";
  // Not every platform supports compressed points.
  if (publicKey[0] === 2 || publicKey[0] === 3) return "algorithm_unsupported";
  if (publicKey[0] !== 4 || publicKey.length !== 1 + 2 * curve.sizeBytes) return "key_malformed";
  return {
    spki: new Uint8Array(der),
    algorithm: { name: "ECDSA", namedCurve: curve.name },
    scalarBytes: curve.sizeBytes,
  };
}

/** Of an INTEGER that is neither zero nor negative: a leading zero counts as eight bits less. */
function bitLength(content: Uint8Array): number {
  return content.length * 8 - (Math.clz32(content[0]!) - 24);
}
