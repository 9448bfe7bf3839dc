/** What asking a network would add to a report. */
import { evmChain } from "@svc-proof/shared/chains";
import type { Check, Report } from "@svc-proof/verifier-lib";
import type { EndpointSettings } from "./endpoint-settings.js";
import type { EndpointGroup } from "./endpoints.js";

/** Each chain that an anchor names, and Bitcoin where headers at hand leave a block open. */
export function onlineOffer(report: Report, settings: EndpointSettings): readonly EndpointGroup[] {
  const groups = new Map<number | null, Omit<EndpointGroup, "endpoints">>();
  for (const check of report.checks) {
    const chainId = check.evidence["chain_id"];
    if (check.id === "anchor" && typeof chainId === "number" && check.code !== "network_mismatch") {
      const network = evmChain(chainId)?.network ?? `${check.evidence["network"]}`;
      if (!groups.has(chainId)) groups.set(chainId, { kind: "evm", chainId, network });
    }
    if (leavesBlockOpen(check)) groups.set(null, { kind: "bitcoin", chainId: null, network: "Bitcoin" });
  }
  return [...groups.values()].map((group) => ({ ...group, endpoints: settings.endpointsOf(group) }));
}

/** Headers of a development network are of no block that an explorer of Bitcoin could know. */
function leavesBlockOpen({ id, status, basis, code, evidence }: Check): boolean {
  if (code === "header_of_regtest") return false;
  const attestations = id === "bitcoin" ? evidence["attestations"] : undefined;
  const isSettled = status === "passed" && basis === "computed";
  return Array.isArray(attestations) && attestations.length > 0 && !isSettled;
}
