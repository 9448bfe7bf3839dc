/** Public keys of passkeys: COSE_Key, RFC 9053. */
import { createPublicKey, type JsonWebKey, type KeyObject } from "node:crypto";

/** Those that are asked for and taken: EdDSA with Ed25519, ES256 with P-256, RS256. Node 20 verifies no ML-DSA. */
export const PASSKEY_ALGORITHMS: number[] = [-8, -7, -257];

const MIN_RSA_BITS = 2_048;
/** Verifying takes a millisecond then. */
const MAX_RSA_BITS = 8_192;

/**
 * Whether signatures can be verified by a key: it has the form of its algorithm, its point is on the curve, its modulus is of a
 * sound length.
 *
 * @param cose the map as the library's reader gives it.
 */
export function isUsableKey(cose: unknown): boolean {
  if (!(cose instanceof Map)) return false;
  const jwk = jwkOf(cose);
  if (jwk === null) return false;
  try {
    return isSound(createPublicKey({ key: jwk, format: "jwk" }), jwk);
  } catch {
    // OpenSSL refuses a point that is not on P-256.
    return false;
  }
}

function jwkOf(cose: ReadonlyMap<unknown, unknown>): JsonWebKey | null {
  const text = (label: number, bytes?: number): string | undefined => {
    const value = cose.get(label);
    const isFit = value instanceof Uint8Array && (bytes === undefined || value.length === bytes);
    return isFit ? Buffer.from(value).toString("base64url") : undefined;
  };
  switch (`${cose.get(1)} ${cose.get(3)}`) {
    case "1 -8":
      return given({ kty: "OKP", crv: cose.get(-1) === 6 ? "Ed25519" : undefined, x: text(-2, 32) });
    case "2 -7":
      return given({
        kty: "EC",
        crv: cose.get(-1) === 1 ? "P-256" : undefined,
        x: text(-2, 32),
        y: text(-3, 32),
      });
    case "3 -257":
      return given({ kty: "RSA", n: text(-1), e: text(-2) });
    default:
      return null;
  }
}

/** Null where a part is missing. */
function given(parts: Readonly<Record<string, string | undefined>>): JsonWebKey | null {
  return Object.values(parts).includes(undefined) ? null : (parts as JsonWebKey);
}

function isSound({ asymmetricKeyDetails }: KeyObject, { kty, n, x }: JsonWebKey): boolean {
  if (kty === "OKP") return isOnEdwards25519(Buffer.from(x!, "base64url"));
  if (kty === "EC") return true;
  const { modulusLength = 0, publicExponent = 0n } = asymmetricKeyDetails ?? {};
  const isOdd = (Buffer.from(n!, "base64url").at(-1)! & 1) === 1;
  return (
    modulusLength >= MIN_RSA_BITS && modulusLength <= MAX_RSA_BITS && isOdd && isExponent(publicExponent)
  );
}

/** RFC 8017, section 3.1: odd, from 3; FIPS 186-5, section A.1.1: below 2^256. */
function isExponent(exponent: bigint): boolean {
  return exponent >= 3n && exponent < 1n << 256n && (exponent & 1n) === 1n;
}

/** RFC 8032, section 5.1.3. OpenSSL looks at the point when it verifies. */
function isOnEdwards25519(encoded: Uint8Array): boolean {
  const p = (1n << 255n) - 19n;
  const d = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;
  const littleEndian = Buffer.from(encoded).reverse().toString("hex");
  const y = BigInt(`0x${littleEndian}`) & ((1n << 255n) - 1n);
  if (y >= p) return false;
  const square = (y * y) % p;
  const u = (square - 1n + p) % p;
  const v = (d * square + 1n) % p;
  // Euler's criterion for u / v, which is a square where u * v is one.
  let power = 1n;
  let base = (u * v) % p;
  for (let exponent = (p - 1n) / 2n; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) power = (power * base) % p;
    base = (base * base) % p;
  }
  return power !== p - 1n;
}
