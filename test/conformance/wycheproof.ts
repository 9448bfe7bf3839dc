/** The signatures of C2SP/wycheproof and their expected results: vectors/wycheproof/INDEX.md. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { encodeDer } from "../../verifier-lib/src/asn1/values.js";

export interface SignatureCase {
  /** File, number and the oddity of the case. */
  readonly name: string;
  readonly isExpected: boolean;
  /** DER of the AlgorithmIdentifier. */
  readonly algorithm: Uint8Array;
  readonly spki: Uint8Array;
  readonly data: Uint8Array;
  readonly signature: Uint8Array;
}

interface VectorFile {
  readonly testGroups: readonly {
    readonly publicKeyDer: string;
    readonly tests: readonly {
      readonly tcId: number;
      readonly comment: string;
      readonly msg: string;
      readonly sig: string;
      readonly result: "valid" | "invalid" | "acceptable";
      readonly flags: readonly string[];
    }[];
  }[];
}

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"));

/** By the start of a file's name. For PSS, the identifier is the key's own, with the group's parameters. */
const ALGORITHMS: Readonly<Record<string, string>> = {
  ecdsa_secp256r1_sha256: "2a8648ce3d040302",
  ecdsa_secp384r1_sha384: "2a8648ce3d040303",
  ecdsa_secp521r1_sha512: "2a8648ce3d040304",
  ed25519: "2b6570",
  rsa_signature_2048_sha256: "2a864886f70d01010b",
  rsa_signature_3072_sha384: "2a864886f70d01010c",
  rsa_signature_4096_sha512: "2a864886f70d01010d",
};

function algorithmOf(file: string, spki: Uint8Array): Uint8Array {
  const oid = ALGORITHMS[file];
  if (oid !== undefined) {
    const parameters = file.startsWith("rsa") ? [bytes("0500")] : [];
    return encodeDer(0x30, encodeDer(0x06, bytes(oid)), ...parameters);
  }
  if (!file.startsWith("rsa_pss")) throw new Error(`no algorithm is known for ${file}`);
  // SEQUENCE { SEQUENCE { OID, parameters }, BIT STRING } of more than 255 bytes: the inner one is short.
  return spki.slice(4, 6 + spki[5]!);
}

/**
 * Every case of a folder. "acceptable" counts as refused: its one flag is MissingNull, a DigestInfo
 * without the NULL that RFC 8017 demands. No known authority writes it.
 */
export function signatureCases(folder: string): SignatureCase[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return files.flatMap((fileName) => {
    const file = fileName.replace(/\.json$/, "");
    const { testGroups } = JSON.parse(readFileSync(join(folder, fileName), "utf8")) as VectorFile;
    return testGroups.flatMap(({ publicKeyDer, tests }) => {
      const spki = bytes(publicKeyDer);
      const algorithm = algorithmOf(file, spki);
      return tests.map(({ tcId, comment, msg, sig, result, flags }) => ({
        name: `${file} ${tcId} (${result}; ${comment}; ${flags.join()})`,
        isExpected: result === "valid",
        algorithm,
        spki,
        data: bytes(msg),
        signature: bytes(sig),
      }));
    });
  });
}
