import type { Work } from "../work/work.js";
import type { Certificate } from "../x509/certificate.js";
import { verifySignature } from "../x509/verify-signature.js";
import type { SignerInfo } from "./timestamp-token.js";
import { type Finding, failed, indeterminate } from "./timestamp-verdict.js";

/** Checks the signature over the signed attributes: RFC 5652, section 5.6. */
export async function checkSignature(
  signer: SignerInfo,
  { spki }: Certificate,
  work: Work,
): Promise<Finding | null> {
  const { signatureAlgorithm: algorithm, digestAlgorithm, signature, signedAttributes } = signer;
  if (signedAttributes === null)
    return failed("signed_attributes_missing", "the token has no signed attributes");
  const verify = (data: Uint8Array) =>
    verifySignature({
      algorithm,
      digestAlgorithm: digestAlgorithm.oid,
      spki: spki.der,
      data,
      signature,
      work,
    });
  const { der, derInOrder } = signedAttributes;
  let verdict = await verify(derInOrder ?? der);
  // The same attributes in either order: whatever the signature is over says the same.
  if (verdict === "invalid" && derInOrder !== null) verdict = await verify(der);
  switch (verdict) {
    case "valid":
      return null;
    case "invalid":
      return failed("signature_invalid", "the signature is invalid");
    case "algorithm_mismatch":
      return failed(verdict, "the algorithms of the signature and of the key differ");
    case "key_malformed":
      return failed(verdict, "the signer's key is malformed");
    case "algorithm_unsupported":
      return indeterminate(verdict, `the signature algorithm ${algorithm.oid} is not known`);
    case "key_too_weak":
      return indeterminate(verdict, "the signer's key is too short");
    case "hash_too_weak":
      return indeterminate(
        verdict,
        "the hash of the signature is broken: two inputs can have the same digest",
      );
  }
}
