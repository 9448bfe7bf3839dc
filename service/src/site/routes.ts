/** The few pages of the site: text only, for people who open the service's address in a browser. */
import type { ServerRoute } from "@hapi/hapi";
import { DEVELOPMENT_CHAIN_ID, evmChain } from "@svc-proof/shared/chains";
import { ApiError } from "../api-error.js";
import { type Addresses, verifierSiteUrl } from "./addresses.js";

const TRANSACTION_PATH = /^([1-9][0-9]{0,15})\/(0x[0-9a-f]{64})$/;

const SANDBOX_NOTICE = "SANDBOX: a development network. Nothing proven here has any evidential value.\n\n";

export interface SiteDeps {
  readonly addresses: () => Addresses;
  /** Whether the service is the sandbox. Unknown at first when that depends on the chain. */
  readonly sandbox: () => boolean;
  /** Endpoint of the sandbox's own chain, or null. A configured endpoint is a secret. */
  readonly sandboxRpcUrl: string | null;
}

export function siteRoutes({ addresses, sandbox, sandboxRpcUrl }: SiteDeps): ServerRoute[] {
  return [
    {
      method: "GET",
      path: "/",
      handler: (_request, h) =>
        h
          .response(
            `${sandbox() ? SANDBOX_NOTICE : ""}This is a fingerprint proof service. It registers SHA-256 fingerprints of files, never the files, and
proves when they existed.

API:             ${addresses().baseUrl} (needs a key)
Its description: ${addresses().baseUrl}/openapi.json (public)
Portable proofs: ${addresses().baseUrl}/proof/<proof_id>.json (public)
Verifier:        ${verifierSiteUrl(addresses())} (public; files stay on your machine)

A portable proof is verified there or with svc-verify, without this service and without an account.
`,
          )
          .type("text/plain"),
    },
    {
      method: "GET",
      path: "/transaction/{path*2}",
      handler: (request, h) => {
        const [, number, txHash] = TRANSACTION_PATH.exec(String(request.params["path"])) ?? [];
        if (number === undefined || txHash === undefined) throw new ApiError("not_found", "not found");
        const chainId = Number(number);
        const explorer = evmChain(chainId)?.explorerTransactionUrl;
        if (explorer) return h.redirect(`${explorer}${txHash}`);
        const isDevelopment = chainId === DEVELOPMENT_CHAIN_ID;
        return h
          .response(
            `${isDevelopment ? SANDBOX_NOTICE : ""}Transaction ${txHash}
on the chain with EIP-155 identifier ${number}

No public block explorer is known for this chain, and this page has looked nothing up: it cannot say whether the
transaction exists. Ask a node of the chain that you trust:

  curl -H 'content-type: application/json' ${(isDevelopment && sandboxRpcUrl) || "<RPC_URL>"} --data \\
    '{"jsonrpc":"2.0","id":1,"method":"eth_getTransactionByHash","params":["${txHash}"]}'

An anchor's "input" is the payload of the portable proof in hexadecimal.
`,
          )
          .type("text/plain");
      },
    },
  ];
}
