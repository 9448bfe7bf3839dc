import { generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";

const generate = promisify(generateKeyPair);

export type KeyKind = "p256" | "rsa";

/** ETSI TS 119 312, table 8: the recommended RSA key size. Generating a key takes some tenths of a second. */
const RSA_BITS = 3072;

/** A new private key. */
export async function makeKey(kind: KeyKind): Promise<KeyObject> {
  const { privateKey } =
    kind === "p256"
      ? await generate("ec", { namedCurve: "P-256" })
      : await generate("rsa", { modulusLength: RSA_BITS });
  return privateKey;
}
