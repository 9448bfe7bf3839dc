/** The online checks that would add to a report. */
import { askableChains, type EndpointGroup } from "@svc-proof/ui/asking";
import type { Report } from "@svc-proof/verifier-lib";
import type { EndpointSettings } from "./endpoint-settings.js";
import { namesSandboxChain } from "./sandbox-sources.js";

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
