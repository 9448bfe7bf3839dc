/**
 * `GET /verify/local-sources.json`: what the verifier page beside it may ask, `svc-local-sources/1` (docs/design/site.md, "Local
 * sources"). Only a rehearsal on the development chain of this machine has it, so that no page takes sources from a service
 * whose proofs are worth something.
 */
import type { ServerRoute } from "@hapi/hapi";
import { DEVELOPMENT_CHAIN_ID } from "@svc-proof/shared/chains";
import { ApiError } from "../api-error.js";
import type { LocalSources } from "../config/chains.js";

/** Beside the verifier page, which asks for it by this name. */
const PATH = "/verify/local-sources.json";

export function localSourcesRoute({ rpcUrl, tsaRootPem }: LocalSources): ServerRoute {
  return {
    method: "GET",
    path: PATH,
    handler: (_request, h) => {
      if (rpcUrl === null) throw new ApiError("not_found", "not found");
      return h
        .response({
          format: "svc-local-sources/1",
          chain_id: DEVELOPMENT_CHAIN_ID,
          rpc_urls: [rpcUrl],
          tsa_root_pem: tsaRootPem,
        })
        .header("cache-control", "no-store");
    },
  };
}
