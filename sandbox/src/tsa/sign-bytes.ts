/** Signs with keys of the sandbox's authority: ECDSA on P-256 or RSA (PKCS #1, version 1.5), both with SHA-256. */
import { type KeyObject, sign } from "node:crypto";
import { promisify } from "node:util";
import { Null } from "asn1js";
import { AlgorithmIdentifier, id_sha256 } from "pkijs";

const signAsync: (digest: string, bytes: Uint8Array, key: KeyObject) => Promise<Buffer> = promisify(sign);

/** A signature over bytes. For ECDSA it is in DER. */
export function signBytes(key: KeyObject, bytes: Uint8Array): Promise<Buffer> {
  return signAsync("sha256", bytes, key);
}

/** RFC 5758, section 3.2; RFC 4055, section 5. */
export function signatureAlgorithm({ asymmetricKeyType }: KeyObject): AlgorithmIdentifier {
  return asymmetricKeyType === "ec"
    ? new AlgorithmIdentifier({ algorithmId: "1.2.840.10045.4.3.2" })
    : new AlgorithmIdentifier({ algorithmId: "1.2.840.113549.1.1.11", algorithmParams: new Null() });
}

/** The identifier of the digest by itself: RFC 5754, section 2. */
export function digestAlgorithm(): AlgorithmIdentifier {
  return new AlgorithmIdentifier({ algorithmId: id_sha256 });
}
