/** The difficulty epochs of Bitcoin whose headers would settle what a report leaves open. */

import { openBlockFindings } from "@svc-proof/ui/asking";
import type { Report } from "@svc-proof/verifier-lib";

/** Most epochs to offer, a year and a half. A page that needs more is better replaced by its newer version. */
const MAX_EPOCHS = 40;

/** What the library says of an attestation. */
interface Attestation {
  readonly missing_headers?: { readonly first_epoch: number; readonly last_epoch: number };
}

/** Rising; empty if headers would settle nothing, or too many would be needed. */
export function wantedEpochs(report: Report): readonly number[] {
  const wanted = new Set<number>();
  for (const { attestations = [] } of openBlockFindings(report)) {
    for (const { missing_headers: missing } of attestations as readonly Attestation[]) {
      if (missing === undefined || missing.last_epoch - missing.first_epoch >= MAX_EPOCHS) continue;
      for (let epoch = missing.first_epoch; epoch <= missing.last_epoch; epoch++) wanted.add(epoch);
    }
  }
  return wanted.size > MAX_EPOCHS ? [] : [...wanted].sort((a, b) => a - b);
}

/** Of several reports, rising: as many as the page offers at once. */
export function wantedEpochsOf(
  items: readonly { readonly wantedEpochs: readonly number[] }[],
): readonly number[] {
  const wanted = new Set(items.flatMap((item) => item.wantedEpochs));
  return [...wanted].sort((a, b) => a - b).slice(0, MAX_EPOCHS);
}
