/** Calls the library's `verify`; the element shows its report unchanged. */
import type { EndpointGroup } from "@svc-proof/ui/asking";
import {
  type Check,
  type ContentSource,
  type Report,
  type VerifyOptions,
  verify,
} from "@svc-proof/verifier-lib";

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
