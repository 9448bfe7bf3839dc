/** The sources that the page has asked since it was opened, including those for items that were removed. */
import { type ReadonlySignal, signal } from "@preact/signals";
import type { Report } from "@svc-proof/verifier-lib";

const hosts = signal<readonly string[]>([]);

/** Unique source names in the order of the first request. */
export const askedHosts: ReadonlySignal<readonly string[]> = hosts;

/** Adds a source that the page is about to ask. */
export function noteAskedHost(host: string): void {
  if (!hosts.value.includes(host)) hosts.value = [...hosts.value, host];
}

/** Adds the sources that answered in a report. */
export function noteAskedHosts({ checks }: Report): void {
  const found = new Set(hosts.value);
  for (const { evidence } of checks) {
    const attestations = Array.isArray(evidence["attestations"]) ? evidence["attestations"] : [];
    for (const part of [evidence, ...attestations] as readonly { readonly sources?: unknown }[]) {
      if (!Array.isArray(part.sources)) continue;
      for (const { name } of part.sources) if (typeof name === "string") found.add(name);
    }
  }
  if (found.size > hosts.value.length) hosts.value = [...found];
}
