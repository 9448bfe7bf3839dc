/** Tokens of any imprint, and containers around them, for the tests of this folder. */

import { ASIC_S_MEDIA_TYPE } from "../archive/names.js";
import { handMadeZip } from "../archive/zip.testing.js";
import { digestOf, HASHES, type HashAlgorithm } from "../rfc3161/token.js";
import { algorithm, integer, makeToken, NULL, octets, oid, sequence } from "../rfc3161/token.testing.js";
import { generalizedTime, type Issued, issueAuthority, issueUnit, NOW } from "../x509/authority.testing.js";

export const CONTENT: Uint8Array<ArrayBuffer> = new TextEncoder().encode("content");

let unit: Promise<Issued> | undefined;

/** @param hash of the content, or DER of another imprint. */
export async function tokenOf(hash: HashAlgorithm | Uint8Array): Promise<Uint8Array> {
  unit ??= issueAuthority("Root").then((root) => issueUnit(root));
  const imprint =
    typeof hash === "string"
      ? sequence(algorithm(HASHES[hash].oid, NULL), octets(digestOf(hash, CONTENT)))
      : hash;
  const content = sequence(integer("01"), oid("1.2.3.4"), imprint, integer("2a"), generalizedTime(NOW));
  return makeToken({ signer: await unit, content });
}

/** An imprint by a hash that nothing here knows. */
export const UNKNOWN_IMPRINT: Uint8Array = sequence(algorithm("1.2.3.4.5"), octets(new Uint8Array(32)));

export function containerOf(token: Uint8Array, mediaType: string = ASIC_S_MEDIA_TYPE): Uint8Array {
  const entries = [
    { name: "mimetype", content: mediaType },
    { name: "META-INF/timestamp.tst", content: Buffer.from(token) },
    { name: "a.txt", content: Buffer.from(CONTENT) },
  ];
  return new Uint8Array(handMadeZip(entries, Buffer.alloc(0)));
}
