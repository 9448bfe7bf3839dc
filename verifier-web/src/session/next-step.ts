/** What a report still needs: the next step of a reader, and the sources that are offered for it. */

import { type Check, indeterminateReason, isTimeCheck, type Report } from "@svc-proof/verifier-lib";
import { askableChains, type EndpointGroup } from "@svc-proof/verifier-web/ui/asking";
import type { EpochState, Item } from "../model.js";
import { type EndpointSettings, namesSandboxChain } from "./endpoints.js";

// The one action that settles a date that is still to be confirmed.

/**
 * - `ask`: the sources of the item's offer, or the sandbox beside this page.
 * - `headers`: block headers from this page's own site, which need nobody's word.
 * - `trust`: certificates that were given. `authority`: certificates that are still to be given.
 * - `source`: name a source for a chain that has none.
 */
export type NextStep = "ask" | "headers" | "trust" | "authority" | "source";

type StepItem = Pick<Item, "files" | "onlineOffer" | "wantedEpochs" | "sandboxRoot">;

/**
 * Null if nothing is to be done, or nothing that the reader can do settles it.
 *
 * @param hasSite whether the page comes from a site, which may have block headers.
 */
export function nextStep(
  { files, onlineOffer, wantedEpochs, sandboxRoot }: StepItem,
  report: Report,
  epochStates: ReadonlyMap<number, EpochState>,
  hasSite: boolean,
): NextStep | null {
  if (report.outcome !== "indeterminate" || report.reason !== "missing") return null;
  const canAsk = onlineOffer.some(({ endpoints }) => endpoints.length > 0);
  const isBitcoinOnly = onlineOffer.every(({ kind }) => kind === "bitcoin");
  // One that the site did not give leaves the block open.
  const mayGive = (epoch: number) => !NOT_GIVEN.includes(epochStates.get(epoch));
  const mayHaveHeaders = hasSite && wantedEpochs.length > 0 && wantedEpochs.every(mayGive);
  if (isBitcoinOnly && mayHaveHeaders) return "headers";
  if (canAsk || sandboxRoot === "offered") return "ask";
  if (waitsForTrust(report)) {
    return files.some(({ role, isTrusted }) => role === "authority" && !isTrusted) ? "trust" : "authority";
  }
  return onlineOffer.length > 0 ? "source" : null;
}

const NOT_GIVEN: readonly (EpochState | undefined)[] = ["absent", "unreachable"];

/** Codes of a timestamp whose authority is all that is missing. */
const WITHOUT_TRUST: readonly Check["code"][] = ["no_trust_anchor", "no_path", "signer_certificate_missing"];

function waitsForTrust({ checks }: Report): boolean {
  return checks.some(
    (check) =>
      isTimeCheck(check.id) && indeterminateReason(check) === "missing" && WITHOUT_TRUST.includes(check.code),
  );
}

// The online checks that would add to a report.

/** One per chain that an anchor names, and Bitcoin if the given headers leave a block undecided. */
export function onlineOffer(report: Report, settings: EndpointSettings): readonly EndpointGroup[] {
  const isSandbox = isOfSandbox(report, settings);
  return askableChains(report)
    .filter(({ kind }) => !(isSandbox && kind === "bitcoin"))
    .map((group) => ({ ...group, endpoints: settings.endpointsOf(group) }));
}

/** A sandbox has its own Bitcoin calendar: public explorers know other blocks at the same heights, and would contradict it. */
function isOfSandbox(report: Report, { own, sandbox }: EndpointSettings): boolean {
  const isOwn = own.value["bitcoin"] !== undefined && sandbox.value.length === 0;
  return namesSandboxChain(report) && !isOwn;
}
