/** Which sources the page allows the element to ask. */

import { askableChains, type EndpointGroup, endpointFault, endpointKey } from "@svc-proof/ui/asking";
import type { Report } from "@svc-proof/verifier-lib";

/** `offer`: when the reader presses the button. `ask`: as soon as a report could gain by it. Null: never. */
export type NetworkUse = "offer" | "ask" | null;

/** Of the attribute `network`; a value that is not known allows nothing. */
export function networkUse(value: string | null): NetworkUse {
  if (value === "") return "offer";
  return value === "offer" || value === "ask" ? value : null;
}

const MAX_SOURCES = 32;

/**
 * Of the attribute `sources`: `evm:1=https://… bitcoin=https://…`, separated by white space. Entries that cannot be asked
 * are left out.
 *
 * @returns addresses by `endpointKey`; null if nothing is named, which stands for the library's public endpoints.
 */
export function namedSources(value: string | null): Readonly<Record<string, readonly string[]>> | null {
  const words = (value ?? "").split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return null;
  const named: Record<string, string[]> = {};
  for (const word of words.slice(0, MAX_SOURCES)) {
    const [, key, url] = /^(bitcoin|evm:\d{1,16})=(.+)$/s.exec(word) ?? [];
    if (key === undefined || url === undefined || endpointFault(url) !== null) continue;
    named[key] = [...(named[key] ?? []), url];
  }
  return named;
}

/** The sources that could add to a report. Loads the list of public endpoints only if the page names none. */
export async function allowedSources(
  report: Report,
  named: Readonly<Record<string, readonly string[]>> | null,
): Promise<readonly EndpointGroup[]> {
  if (report.outcome !== "indeterminate") return [];
  const chains = askableChains(report);
  if (chains.length === 0) return [];
  const endpoints = named ?? (await import("@svc-proof/verifier-lib/source")).DEFAULT_ENDPOINTS;
  return chains
    .map((chain) => ({ ...chain, endpoints: endpoints[endpointKey(chain)] ?? [] }))
    .filter((group) => group.endpoints.length > 0);
}
