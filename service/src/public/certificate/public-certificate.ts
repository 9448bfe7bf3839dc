/**
 * What anyone may see of a certificate: facts about a fingerprint. The name of the file is left out, because it can tell what is
 * nobody's business; so are account, metadata, size and original.
 */
import { isUuid } from "@svc-proof/shared/encoding";
import { type FactsContext, type ProofFacts, proofFacts } from "../../documents/proof-facts.js";
import { bitcoinBlockTime } from "../../opentimestamps/bitcoin-block-time.js";
import type { Records } from "../../records/records.js";
import type { ProofRecord } from "../../records/types.js";
import { type ProofState, proofState } from "../../resources/proof-resource.js";
import { issueSealFile } from "../../seals/issue-seal-file.js";

export interface PublicCertificate extends Omit<ProofFacts, "name"> {
  /** Who registered the fingerprint; null unless the account shows its name. */
  readonly holder: string | null;
  readonly state: ProofState;
  /** Whether anything of it is still expected to change. */
  readonly isSettled: boolean;
}

export type CertificateStore = Pick<
  Records,
  "proofs" | "accounts" | "blockHeaders" | "seals" | "attestations" | "batches"
>;

/** @returns null if there is no such certificate. */
export async function publicCertificate(
  store: CertificateStore,
  certificateId: string,
  context: FactsContext,
): Promise<PublicCertificate | null> {
  const proof = isUuid(certificateId) ? await store.proofs.findByCertificate(certificateId) : null;
  if (proof === null) return null;
  const height = proof.batch?.bitcoin.blockHeight ?? null;
  const [account, seal, bitcoinTime] = await Promise.all([
    store.accounts.findAccount(proof.accountId),
    proof.seal?.token == null ? null : issueSealFile(store.seals, proof),
    height === null ? null : bitcoinBlockTime(store.blockHeaders, height),
  ]);
  const { name: _, ...facts } = proofFacts(proof, { seal, bitcoinTime }, context);
  return {
    ...facts,
    holder: account?.showsDisplayName ? account.displayName : null,
    state: proofState(proof),
    isSettled: isSettled(proof, bitcoinTime),
  };
}

function isSettled({ batch, seal }: ProofRecord, bitcoinTime: Date | null): boolean {
  return (
    batch?.anchors.every(({ state }) => state === "confirmed") === true &&
    bitcoinTime !== null &&
    (seal === null || seal.token !== null)
  );
}
