/** Reads the one signer of a token: RFC 5652, section 5.3. */
import {
  contextConstructed,
  contextPrimitive,
  type DerElement,
  DerFields,
  readSmallInteger,
  TAG,
} from "../der/index.js";
import { readAlgorithmIdentifier } from "../x509/read-algorithm-identifier.js";
import { readName } from "../x509/read-name.js";
import { readInteger } from "./read-integer.js";
import { readSignedAttributes } from "./read-signed-attributes.js";
import type { SignerIdentifier, SignerInfo, UnsignedPart } from "./timestamp-token.js";

/** @throws FormatError (`Rfc3161ErrorCode`). */
export function readSignerInfo(element: DerElement): {
  readonly signer: SignerInfo;
  readonly unsigned: readonly UnsignedPart[];
} {
  const fields = new DerFields(element);
  const version = fields.required();
  const sid = fields.required();
  const digestAlgorithm = fields.required();
  const signedAttributes = fields.optional(contextConstructed(0));
  const signatureAlgorithm = fields.required();
  const signature = fields.required(TAG.octetString);
  const unsignedAttributes = fields.optional(contextConstructed(1));
  fields.end();
  return {
    signer: {
      version: readSmallInteger(version),
      sid: readSignerIdentifier(sid),
      digestAlgorithm: readAlgorithmIdentifier(digestAlgorithm),
      signedAttributes: signedAttributes === null ? null : readSignedAttributes(signedAttributes),
      signatureAlgorithm: readAlgorithmIdentifier(signatureAlgorithm),
      signature: signature.content,
    },
    unsigned: [
      unsignedPart("version", version),
      unsignedPart("signer_identifier", sid),
      unsignedPart("digest_algorithm", digestAlgorithm),
      unsignedPart("signature_algorithm", signatureAlgorithm),
      ...(unsignedAttributes === null ? [] : [unsignedPart("unsigned_attributes", unsignedAttributes)]),
    ],
  };
}

function readSignerIdentifier(element: DerElement): SignerIdentifier {
  if (element.tag === contextPrimitive(0)) {
    return { kind: "subjectKeyIdentifier", keyIdentifier: element.content };
  }
  const fields = new DerFields(element);
  const issuer = readName(fields.required());
  const serialNumber = readInteger(fields.required());
  fields.end();
  return { kind: "issuerAndSerialNumber", issuer, serialNumber };
}

/** Names a part of a token that no signature covers. */
export function unsignedPart(part: UnsignedPart["part"], { range }: DerElement): UnsignedPart {
  return { part, ...range };
}
