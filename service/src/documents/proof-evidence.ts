/** The evidence package of a proof, for the API, and for the archive of many. */

import type { AccountRecord, ProofRecord } from "../records/types.js";
import { verifierSiteUrl } from "../site/addresses.js";
import { type DocumentRouteDeps, factsContext } from "./document-route-deps.js";
import { encodeEvidence } from "./evidence/encode-evidence.js";
import type { OfferedVerifier } from "./evidence/offered-verifier.js";
import type { OpenedOriginal, OpenOriginal } from "./evidence/packed-original.js";
import type { EncodedZip } from "./evidence/zip/encode-zip.js";
import { gatherParts } from "./gather-parts.js";
import type { DocumentLanguage } from "./language.js";

export interface EvidenceDeps extends DocumentRouteDeps {
  readonly openOriginal: OpenOriginal;
  readonly verifier: OfferedVerifier;
}

export interface WantedEvidence {
  /** Of a first registrant. */
  readonly proof: ProofRecord;
  readonly account: AccountRecord;
  readonly language: DocumentLanguage;
  /** False for an answer without a body: no download is spent. */
  readonly isSpent: boolean;
  /** Told of an original that was opened, which must be closed. */
  readonly onOriginal: (original: OpenedOriginal) => void;
}

/** Gathers the evidence that exists now. Reads the original only with the package. */
export async function proofEvidence(
  deps: EvidenceDeps,
  { proof, account, language, isSpent, onOriginal }: WantedEvidence,
): Promise<EncodedZip> {
  const { store, documents, openOriginal, verifier, localRpcUrl } = deps;
  const context = factsContext(deps);
  return encodeEvidence({
    proof,
    language,
    ...(await gatherParts(store, documents, proof, language, context)),
    openOriginal: async () => {
      const original = await openOriginal(proof, account, isSpent);
      if (typeof original !== "string") onOriginal(original);
      return original;
    },
    siteUrl: verifierSiteUrl(context.addresses),
    verifier,
    localRpcUrl,
  });
}
