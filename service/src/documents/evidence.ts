/** The package. */

import type { Language } from "@svc-proof/verifier-web/ui/language";
import { PLANS } from "../accounts/plans.js";
import type { Custody, OpenedOriginal as OriginalInCustody } from "../custody/custody.js";
import { ApiError } from "../errors.js";
import type { CustodyStore } from "../records/records.js";
import type { ProofRecord } from "../records/types.js";
import { type EncodedZip, encodeZip } from "./encode-zip.js";
import type { BitcoinFacts, ProofFacts } from "./facts.js";
import {
  type EvidencePart,
  type OfferedVerifier,
  type OpenedOriginal,
  type OpenOriginal,
  type OriginalAbsence,
  originalPart,
  VERIFIER_PAGE,
} from "./files.js";
import { encodeReadme } from "./readme.js";

/**
 * Originals as custody keeps them, for packages.
 *
 * @param custody null where custody is off.
 */
export function custodyOriginal(custody: Custody | null, store: CustodyStore): OpenOriginal {
  return async (proof, account, isSpent) => {
    if (custody === null) return (await store.find(proof.id)) === null ? "not_in_custody" : "unavailable";
    const plan = PLANS[account.plan];
    let opened: OriginalInCustody | null;
    try {
      opened = isSpent ? await custody.open(proof, plan) : await custody.describe(proof, plan);
    } catch (error) {
      const absence = error instanceof ApiError ? ABSENCES.get(error.code) : undefined;
      if (absence === undefined) throw error;
      return absence;
    }
    if (opened === null) return "not_in_custody";
    const { original, downloadsRemaining, stream } = opened;
    if (!isSpent && downloadsRemaining === 0) return "no_download_left";
    return {
      fileName: original.fileName,
      sizeBytes: original.sizeBytes,
      read: () => stream,
      close: () => stream.destroy(),
    };
  };
}

/** The reasons, by the error that a download of the original would answer. */
const ABSENCES: ReadonlyMap<string, OriginalAbsence> = new Map<ApiError["code"], OriginalAbsence>([
  ["download_quota_exceeded", "no_download_left"],
  ["integrity_failed", "integrity_failed"],
  ["unavailable", "unavailable"],
]);

/** A proof's evidence package: docs/formats/evidence.md. */
export interface EvidenceRequest {
  readonly proof: ProofRecord;
  readonly language: Language;
  readonly facts: ProofFacts;
  /** All but the original, in their order. */
  readonly parts: readonly EvidencePart[];
  /** The seal's own state in Bitcoin. */
  readonly sealBitcoin: BitcoinFacts;
  /** Called last: it may spend a download, and nothing may fail after that. */
  readonly openOriginal: () => Promise<OpenedOriginal | OriginalAbsence>;
  /** Where the verifier's site is. */
  readonly siteUrl: string;
  readonly verifier: OfferedVerifier;
  /** Endpoint of a development chain on this machine; null if there is none. */
  readonly localRpcUrl: string | null;
}

/** Does not read the original. It is read together with the package. */
export async function encodeEvidence(request: EvidenceRequest): Promise<EncodedZip> {
  const { proof, language, openOriginal, sealBitcoin, siteUrl, verifier, localRpcUrl } = request;
  const original = await openOriginal();
  const isIncluded = typeof original !== "string";
  const parts = [...request.parts, ...verifierPart(request), ...(isIncluded ? [originalPart(original)] : [])];
  const originalAbsence = isIncluded ? null : original;
  const facts = {
    ...request.facts,
    parts,
    sealBitcoin,
    originalAbsence,
    verifier: {
      siteUrl,
      pageSha256: parts.some(({ kind }) => kind === "verifier") ? verifier.page!.sha256 : null,
      programSha256: verifier.programSha256,
      localRpcUrl,
    },
  };
  const readme = { name: "README.txt", content: encodeReadme(facts, language) };
  return encodeZip([readme, ...parts], proof.receivedAt);
}

/** Where there is something to verify. */
function verifierPart({ parts, verifier: { page } }: EvidenceRequest): EvidencePart[] {
  const isVerifiable = parts.some(({ kind }) => kind === "proof" || kind === "seal");
  return page === null || !isVerifiable
    ? []
    : [{ kind: "verifier", name: VERIFIER_PAGE, content: page.content }];
}
