/** Calls the library's `verify`, with the sources that the page allows; the element shows its report unchanged. */

import {
  type Check,
  type ContentSource,
  type Report,
  type VerifyOptions,
  verify,
} from "@svc-proof/verifier-lib";
import {
  askableChains,
  type EndpointGroup,
  endpointFault,
  endpointKey,
} from "@svc-proof/verifier-web/ui/asking";

export interface FilesToVerify {
  readonly evidence: Blob;
  readonly evidenceName: string;
  readonly original: GivenOriginal | null;
  /** Sources to ask; empty if no network may be used. */
  readonly sources: readonly EndpointGroup[];
}

export interface GivenOriginal {
  readonly name: string;
  readonly content: ContentSource | { readonly hash: string };
}

export interface VerifyFilesOptions {
  readonly signal: AbortSignal;
  /** Bytes of the original hashed so far. */
  readonly onProgress: (doneBytes: number) => void;
  /** Called with what is known before the time sources are. */
  readonly onLinks?: (checks: readonly Check[]) => Promise<void>;
}

/** @throws the reason of the signal; the error of an import, for example offline. */
export async function verifyFiles(
  { evidence, evidenceName, original, sources }: FilesToVerify,
  options: VerifyFilesOptions,
): Promise<Report> {
  const asked = sources.length === 0 ? {} : (await import("./network-sources.js")).networkSources(sources);
  return verify(evidence, {
    ...options,
    ...asked,
    ...(evidenceName !== "" && { inputName: evidenceName }),
    ...(original !== null && originalOptions(original)),
  });
}

function originalOptions({ name, content }: GivenOriginal): VerifyOptions {
  if ("hash" in content) return { contentHash: content.hash, isOriginalHashed: true };
  return { original: content, ...(name !== "" && { originalName: name }) };
}

/** The hash of an original that a report has compared; null if it has not. */
export function comparedHash({ checks }: Report): string | null {
  const { status, evidence } = checks.find(({ id }) => id === "content") ?? {};
  const hash = status === "passed" ? evidence?.["hash"] : status === "failed" ? evidence?.["computed"] : null;
  return typeof hash === "string" ? hash : null;
}

// Which sources the page allows the element to ask.

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
