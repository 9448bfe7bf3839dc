/**
 * The file of a seal: docs/interface.md, `GET /proofs/{id}/qualified.tsr`; RFC 3161, section 2.4.2. The bytes are
 * exactly those that the authority sent and the store accepted.
 *
 * The file is first checked with the verifier: a damaged store must cause an error here, not a file that fails in
 * court. The path to a trust anchor is not checked again. It was checked when the seal was issued (clients/tsa/), and
 * may have expired or belong to an authority that was replaced since.
 */
import { hexToBytes } from "@svc-proof/shared/encoding";
import { type TimestampCode, verifyTimestamp } from "@svc-proof/verifier-lib/rfc3161";
import type { SealStore } from "../records/records.js";
import type { ProofRecord } from "../records/types.js";
import { InconsistentProofError } from "../resources/issue-portable-proof.js";

/**
 * Without trust anchors, the report of a valid file ends with one of these codes; all but the first are reported before the
 * signature is checked.
 */
const STANDS: ReadonlySet<TimestampCode> = new Set([
  "no_trust_anchor",
  "signer_certificate_missing",
  "signer_certificate_unreadable",
] as const);

/**
 * The bytes of the file; null while the proof has no seal.
 *
 * @throws InconsistentProofError when it is not a timestamp of the proof's hash, or not the one that its seal
 * describes.
 */
export async function issueSealFile(seals: SealStore, { id, hash }: ProofRecord): Promise<Uint8Array | null> {
  // Read after the response, because an issued seal never changes.
  const response = await seals.readResponse(id);
  if (response === null) return null;
  const told = (await seals.find(id))?.token ?? null;
  const { code, fault, token } = await verifyTimestamp({
    response,
    imprint: { algorithm: "SHA-256", digest: hexToBytes(hash) },
    anchors: [],
  });
  const isOfSeal =
    told !== null &&
    token !== null &&
    token.tstInfo.genTime.getTime() === told.genTime.getTime() &&
    token.tstInfo.policy === told.policyOid &&
    BigInt(`0x${token.tstInfo.serialNumberHex}`) === BigInt(`0x${told.serialNumber}`);
  if (STANDS.has(code) && isOfSeal) return response;
  throw new InconsistentProofError(`the stored timestamp of proof ${id} does not stand (${fault ?? code})`);
}
