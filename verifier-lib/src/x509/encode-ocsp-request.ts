/** Writes what an OCSP responder is asked: RFC 6960, section 4.1, in the profile of RFC 5019. */
import { sha1 } from "@noble/hashes/legacy.js";
import { encodeDer, encodeObjectIdentifier } from "../der/encode-der.js";
import { TAG } from "../der/tag.js";
import type { Certificate } from "./certificate.js";

const SHA_1 = "1.3.14.3.2.26";

/** How a request names an issuer, and its answer too: RFC 6960, section 4.1.1. */
export interface OcspIssuerId {
  /** Dotted decimal. */
  readonly hashAlgorithm: string;
  readonly issuerNameHash: Uint8Array;
  readonly issuerKeyHash: Uint8Array;
}

export function ocspIssuerId({ subject, spki }: Certificate): OcspIssuerId {
  return {
    hashAlgorithm: SHA_1,
    issuerNameHash: sha1(subject.der),
    issuerKeyHash: sha1(spki.publicKey),
  };
}

/**
 * DER of an `OCSPRequest` about one certificate. Without a nonce, as the profile has it: many responders sign their answers
 * in advance, and an answer says itself of which time it is. SHA-1 only names the issuer, and every responder knows it.
 */
export function encodeOcspRequest(certificate: Certificate, issuer: Certificate): Uint8Array<ArrayBuffer> {
  const sequence = (...parts: readonly Uint8Array[]) => encodeDer(TAG.sequence, ...parts);
  const octets = (bytes: Uint8Array) => encodeDer(TAG.octetString, bytes);
  const { hashAlgorithm, issuerNameHash, issuerKeyHash } = ocspIssuerId(issuer);
  const id = sequence(
    sequence(encodeObjectIdentifier(hashAlgorithm), encodeDer(TAG.null)),
    octets(issuerNameHash),
    octets(issuerKeyHash),
    encodeDer(TAG.integer, certificate.serialNumber),
  );
  return sequence(sequence(sequence(sequence(id))));
}
