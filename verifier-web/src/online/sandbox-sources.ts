/**
 * The sources of a sandbox that serves this page: `svc-local-sources/1` (docs/design/site.md, "Local sources"). They serve the
 * development chain and the sandbox's authority only, which have no evidential value.
 */
import { DEVELOPMENT_CHAIN_ID } from "@svc-proof/shared/chains";
import { endpointFault } from "@svc-proof/ui/asking";
import type { Evidence, Report } from "@svc-proof/verifier-lib";
import { fetchBounded } from "@svc-proof/verifier-lib/source";
import { noteFetched } from "../model/fetched-from.js";
import { MAX_ENDPOINTS } from "./endpoint-settings.js";

export interface SandboxSources {
  /** Endpoints of the development chain. */
  readonly rpcUrls: readonly string[];
  /** Root of the sandbox's authority, PEM; null if it has none of its own. */
  readonly tsaRoot: File | null;
}

const FORMAT = "svc-local-sources/1";
const MAX_BYTES = 65_536;
const TIMEOUT_MS = 10_000;

/** Whether a report names the development chain. */
export function namesSandboxChain({ checks }: Report): boolean {
  return checks.some(({ id, evidence }) => id === "anchor" && evidence["chain_id"] === DEVELOPMENT_CHAIN_ID);
}

/**
 * The organisation by which the authority of a sandbox marks its seals (docs/formats/rfc3161.md), in RFC 4514. A comma behind a
 * backslash is part of another name.
 */
const SANDBOX_AUTHORITY = /(?:^|[^\\],)O=Sandbox\\, not qualified(?:,|$)/;

/**
 * Whether the seals of a report are those of a sandbox: by their signers, as the verifier marks them. What is trusted for one seal of
 * a report is trusted for all, so that no other may be among them.
 */
export function namesSandboxAuthority({ checks }: Report): boolean {
  const seals = checks.filter(({ id }) => id === "seal");
  return seals.length > 0 && seals.every(({ evidence }) => SANDBOX_AUTHORITY.test(signerOf(evidence)));
}

function signerOf({ signer }: Evidence): string {
  return String((signer as Evidence | undefined)?.["subject"] ?? "");
}

/** Null if nothing serves them there. Never throws. */
export async function fetchSandboxSources(address: URL): Promise<SandboxSources | null> {
  try {
    const { status, body } = await fetchBounded("sandbox", address, {
      cache: "no-store",
      maxBytes: MAX_BYTES,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return status === 200 ? parseSandboxSources(new TextDecoder().decode(body), address) : null;
  } catch {
    return null;
  }
}

/** Null for what is not such a document: a static host may send a page. */
export function parseSandboxSources(text: string, address: URL): SandboxSources | null {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return null;
  }
  const { format, chain_id, rpc_urls, tsa_root_pem } = (document ?? {}) as Readonly<Record<string, unknown>>;
  if (format !== FORMAT || chain_id !== DEVELOPMENT_CHAIN_ID || !Array.isArray(rpc_urls)) return null;
  const isUsable = (url: unknown) => typeof url === "string" && endpointFault(url) === null;
  if (rpc_urls.length > MAX_ENDPOINTS || !rpc_urls.every(isUsable)) return null;
  return {
    rpcUrls: rpc_urls,
    tsaRoot:
      typeof tsa_root_pem === "string"
        ? noteFetched(
            new File([tsa_root_pem], "sandbox-root.pem", { type: "application/x-pem-file" }),
            address,
          )
        : null,
  };
}
