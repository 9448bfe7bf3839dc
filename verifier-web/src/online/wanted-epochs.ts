/** The difficulty epochs of Bitcoin whose headers would settle what a report leaves open. */
import type { Report } from "@svc-proof/verifier-lib";
import { openBlockFindings } from "./online-offer.js";

/** Most epochs to offer, a year and a half. A page that needs more is better replaced by its newer version. */
const MAX_EPOCHS = 40;
/** Heights are signed 32-bit integers, as in Bitcoin Core. */
const MAX_EPOCH = Math.floor(2 ** 31 / 2016);

/** Rising; empty if headers would settle nothing, or too many would be needed. */
export function wantedEpochs(report: Report): readonly number[] {
  const wanted = new Set<number>();
  for (const { attestations } of openBlockFindings(report)) {
    for (const one of Array.isArray(attestations) ? attestations : []) {
      const { first_epoch: first, last_epoch: last } = missingHeaders(one);
      if (!isEpoch(first) || !isEpoch(last) || last - first >= MAX_EPOCHS) continue;
      for (let epoch = first; epoch <= last; epoch++) wanted.add(epoch);
    }
  }
  return wanted.size > MAX_EPOCHS ? [] : [...wanted].sort((a, b) => a - b);
}

function missingHeaders(attestation: unknown): { first_epoch?: unknown; last_epoch?: unknown } {
  const { missing_headers: missing } = (attestation ?? {}) as { readonly missing_headers?: unknown };
  return typeof missing === "object" && missing !== null ? missing : {};
}

function isEpoch(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_EPOCH;
}
