/**
 * The file of a seal: docs/interface.md, `GET /proofs/{id}/qualified.tsr`; RFC 3161, section 2.4.2. Byte for byte what the authority
 * sent and the store took.
 *
 * What is handed out is checked first, with the verifier: a damaged store must end in an error here and not in a file that
 * fails in court. Not checked: the path to an anchor, which was when the seal was issued (outside/tsa/), and may have
 * ended or be of an authority that was replaced since.
 */
import { hexToBytes } from "@svc-proof/shared/encoding";
import { type TimestampCode, verifyTimestamp } from "@svc-proof/verifier-lib/rfc3161";
import { InconsistentProofError } from "../resources/issue-portable-proof.js";
import type { ProofRecord, SealStore } from "../store/store.js";

/** Where nobody is trusted, what stands as far as the file goes ends with one of these; the second, before the signature. */
const STANDS: ReadonlySet<TimestampCode> = new Set([
  "no_trust_anchor",
  "signer_certificate_missing",
] as const);

/**
 * The bytes of the file; null while the proof has no seal.
 *
 * @throws InconsistentProofError when it is not a timestamp of the proof's hash, or not the one that its seal tells of.
 */
export async function issueSealFile(seals: SealStore, { id, hash }: ProofRecord): Promise<Uint8Array | null> {
  // Read after the response: what is issued stays.
  const response = await seals.readResponse(id);
  if (response === null) return null;
  const told = (await seals.find(id))?.token ?? null;
  const { code, token } = await verifyTimestamp({
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
  throw new InconsistentProofError(`the stored timestamp of proof ${id} does not stand (${code})`);
}
