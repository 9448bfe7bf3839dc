/** A trusted list whose signature is valid, by whoever it may be. */
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import type { Work } from "../work/work.js";
import type { Certificate } from "../x509/certificate.js";
import { parseXmlPausing } from "../xml/parse-xml.js";
import { verifyXmlSignature } from "../xmldsig/verify-xml-signature.js";
import type { TrustedListErrorCode } from "./error-code.js";
import { parseTrustedList, refuseOtherVersions } from "./parse-trusted-list.js";
import type { ListFacts } from "./trust-snapshot.js";
import type { TrustedList } from "./trusted-list.js";

export interface SignedList {
  readonly list: TrustedList;
  readonly facts: ListFacts;
  readonly signer: Certificate;
  /** SHA-256 of the signer's certificate, lower-case hexadecimal. */
  readonly signerSha256: string;
  readonly signingTime: Date;
}

/**
 * Verifies the signature of a list and reads what was signed. Does not judge the signer: `requireSigner` does.
 *
 * @throws FormatError (`TrustedListErrorCode`); the abort reason of `work`.
 */
export async function readSignedList(bytes: Uint8Array, work: Work): Promise<SignedList> {
  const document = await parseXmlPausing(bytes, { work });
  refuseOtherVersions(document.root);
  const result = await verifyXmlSignature(document, { work });
  if (!result.isValid) {
    throw new FormatError<TrustedListErrorCode>(result.code, result.message, result.offset ?? 0);
  }
  const { signed, certificate, signingTime } = result;
  await work.pause();
  const list = parseTrustedList(signed);
  const { territory, version, sequenceNumber, issued, nextUpdate } = list;
  const facts = { territory, version, sequenceNumber, issued, nextUpdate, sha256: bytesToHex(sha256(bytes)) };
  const signerSha256 = bytesToHex(sha256(certificate.der));
  return { list, facts, signer: certificate, signerSha256, signingTime };
}

/** Clocks differ. */
const CLOCK_TOLERANCE_MS = 3_600_000;

/**
 * Requires that a list was signed by one of these certificates while it was valid, and not in the future.
 *
 * @param certificates SHA-256 of each.
 * @throws FormatError `list_signer_unknown`, `list_signer_expired`, `list_not_yet_issued`.
 */
export function requireSigner(
  { facts, signer, signerSha256, signingTime }: SignedList,
  certificates: ReadonlySet<string>,
  at: Date,
): void {
  if (!certificates.has(signerSha256)) {
    refuseList(
      "list_signer_unknown",
      `no list may be signed by ${signer.subject.text}, SHA-256 ${signerSha256}`,
    );
  }
  if (signingTime < signer.notBefore || signingTime > signer.notAfter) {
    refuseList("list_signer_expired", `the certificate of ${signer.subject.text} was not valid then`);
  }
  const latest = at.getTime() + CLOCK_TOLERANCE_MS;
  if (Date.parse(facts.issued) > latest || signingTime.getTime() > latest) {
    refuseList("list_not_yet_issued", `issued ${facts.issued}, signed ${signingTime.toISOString()}`);
  }
}

/** @throws FormatError. */
export function refuseList(code: TrustedListErrorCode, message: string): never {
  throw new FormatError(code, message, 0);
}
