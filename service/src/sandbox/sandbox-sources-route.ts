/**
 * `GET /verify/sandbox-sources.json`: the sources of the sandbox for the verifier page beside it, `svc-sandbox-sources/1`
 * (docs/design/site.md, "The sandbox"). Only a service on the development chain has it, so that no page takes sources from a
 * service whose proofs are worth something.
 */
import type { ServerRoute } from "@hapi/hapi";
import { DEVELOPMENT_CHAIN_ID } from "@svc-proof/shared/chains";
import { ApiError } from "../api-error.js";

/** What the sandbox runs itself. What the settings name may be a secret. */
export interface SandboxSources {
  /** Endpoint of its own chain; null if the settings name one. */
  readonly rpcUrl: string | null;
  /** Root of its own timestamping authority, PEM; null if the settings name another authority. */
  readonly tsaRootPem: string | null;
}

/** Beside the verifier page, which asks for it by this name. */
const PATH = "/verify/sandbox-sources.json";

export function sandboxSourcesRoute(
  { rpcUrl, tsaRootPem }: SandboxSources,
  isSandbox: () => boolean,
): ServerRoute {
  return {
    method: "GET",
    path: PATH,
    handler: (_request, h) => {
      if (!isSandbox()) throw new ApiError("not_found", "not found");
      return h
        .response({
          format: "svc-sandbox-sources/1",
          chain_id: DEVELOPMENT_CHAIN_ID,
          rpc_urls: rpcUrl === null ? [] : [rpcUrl],
          tsa_root_pem: tsaRootPem,
        })
        .header("cache-control", "no-store");
    },
  };
}
