/** Whom the page has asked since it was opened: what a reader is told of it must hold for items that are gone, too. */
import { type ReadonlySignal, signal } from "@preact/signals";
import type { Report } from "@svc-proof/verifier-lib";

const hosts = signal<readonly string[]>([]);

/** Names of sources, each once, in the order in which they were asked. */
export const askedHosts: ReadonlySignal<readonly string[]> = hosts;

/** Remembers the sources whose answers stand in a report. */
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
