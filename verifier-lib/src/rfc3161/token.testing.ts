/** Tokens for tests, put together part by part and really signed: whatever an attacker may change is a parameter. */

import { sha256 } from "@noble/hashes/sha2.js";
import { hexToBytes } from "@svc-proof/shared/encoding";
import { contextConstructed, TAG } from "../asn1/der.js";
import { encodeDer, encodeObjectIdentifier } from "../asn1/values.js";
import { generalizedTime, type Issued, NOW } from "../x509/authority.testing.js";
import { digestOf, HASHES, type HashAlgorithm, OID } from "./token.js";

type Bytes = Uint8Array;
export const sequence = (...parts: readonly Bytes[]): Bytes => encodeDer(TAG.sequence, ...parts);
export const octets = (bytes: Bytes): Bytes => encodeDer(TAG.octetString, bytes);
export const integer = (hex: string): Bytes => encodeDer(TAG.integer, hexToBytes(hex));
export const oid: (text: string) => Bytes = encodeObjectIdentifier;
export const NULL: Bytes = encodeDer(TAG.null);
export const algorithm = (name: string, ...parameters: readonly Bytes[]): Bytes =>
  sequence(oid(name), ...parameters);
export const attribute = (type: string, ...values: readonly Bytes[]): Bytes =>
  sequence(oid(type), encodeDer(TAG.set, ...values));

/** SHA-256 of what the tokens are about. */
export const IMPRINT: Bytes = sha256(new TextEncoder().encode("content"));

/** @param after what follows genTime. */
export function tstInfo(genTime: Bytes = generalizedTime(NOW), ...after: readonly Bytes[]): Bytes {
  const imprint = sequence(algorithm(HASHES["SHA-256"].oid, NULL), octets(IMPRINT));
  return sequence(integer("01"), oid("1.2.3.4"), imprint, integer("2a"), genTime, ...after);
}

/** An identifier of a certificate by its hash; version 2 with SHA-256 unless one is given. */
export function essCertId(
  certificate: Bytes,
  hash: HashAlgorithm = "SHA-256",
  ...after: readonly Bytes[]
): Bytes {
  const named = hash === "SHA-256" ? [] : [algorithm(HASHES[hash].oid)];
  return sequence(...named, octets(digestOf(hash, certificate)), ...after);
}
export const signingCertificateV2 = (...ids: readonly Bytes[]): Bytes =>
  attribute(OID.signingCertificateV2, sequence(sequence(...ids)));

export interface TokenRecipe {
  readonly signer: Issued;
  readonly content?: Bytes;
  /** What stands in the `[0]` of the content; an OCTET STRING of it if not given. */
  readonly encapsulated?: (content: Bytes) => Bytes;
  /** The hash of the content, and of what is announced. */
  readonly hash?: HashAlgorithm;
  /** In place of the digest of the content. */
  readonly messageDigest?: Bytes;
  /** DER in place of the identifier of the hash, announced and the signer's. */
  readonly digestAlgorithm?: Bytes;
  readonly signatureAlgorithm?: Bytes;
  readonly signature?: (signature: Bytes) => Bytes;
  readonly sid?: Bytes;
  /** Of SignedData. */
  readonly version?: string;
  readonly signerVersion?: string;
  /** In place of the attribute that names the signer's certificate. */
  readonly naming?: readonly Bytes[];
  /** Further signed attributes. */
  readonly attributes?: readonly Bytes[];
  readonly unsignedAttributes?: readonly Bytes[];
  /** DER of what stands in `crls`: revocation lists, and answers of OCSP. */
  readonly revocation?: readonly Bytes[];
  /** DER of what stands in `certificates`; the signer's if not given. */
  readonly certificates?: readonly Bytes[];
}

/** A bare token. */
export async function makeToken(recipe: TokenRecipe): Promise<Bytes> {
  const { signer, content = tstInfo(), hash = "SHA-256", encapsulated = octets } = recipe;
  const { certificate, key } = signer;
  const { certificates = [certificate.der], signature = (bytes: Bytes) => bytes } = recipe;
  const digestAlgorithm = recipe.digestAlgorithm ?? algorithm(HASHES[hash].oid);
  const attributes = [
    attribute(OID.contentType, oid(OID.tstInfo)),
    attribute(OID.messageDigest, octets(recipe.messageDigest ?? digestOf(hash, content))),
    ...(recipe.naming ?? [signingCertificateV2(essCertId(certificate.der))]),
    ...(recipe.attributes ?? []),
  ].sort((a, b) => Buffer.compare(a, b));
  const signed = await key.sign(encodeDer(TAG.set, ...attributes));
  const issuerAndSerial = sequence(certificate.issuer.der, encodeDer(TAG.integer, certificate.serialNumber));
  const signerInfo = sequence(
    integer(recipe.signerVersion ?? "01"),
    recipe.sid ?? issuerAndSerial,
    digestAlgorithm,
    encodeDer(contextConstructed(0), ...attributes),
    recipe.signatureAlgorithm ?? key.algorithm,
    octets(signature(signed)),
    ...(recipe.unsignedAttributes === undefined
      ? []
      : [encodeDer(contextConstructed(1), ...recipe.unsignedAttributes)]),
  );
  const signedData = sequence(
    integer(recipe.version ?? "03"),
    encodeDer(TAG.set, digestAlgorithm),
    sequence(oid(OID.tstInfo), encodeDer(contextConstructed(0), encapsulated(content))),
    ...(certificates.length === 0 ? [] : [encodeDer(contextConstructed(0), ...certificates)]),
    ...(recipe.revocation === undefined ? [] : [encodeDer(contextConstructed(1), ...recipe.revocation)]),
    encodeDer(TAG.set, signerInfo),
  );
  return sequence(oid(OID.signedData), encodeDer(contextConstructed(0), signedData));
}
