/** `POST /proofs`, `GET /proofs/{id}` and the public `GET /proof/{id}.json`. Routes translate; they decide nothing. */
import type { ServerRoute } from "@hapi/hapi";
import { isUuid } from "@svc-proof/shared/encoding";
import { API_KEY_AUTH, callerOf } from "../accounts/authentication.js";
import { ApiError } from "../api-error.js";
import type { CreationLimiter } from "../limits/creation-limiter.js";
import { type Addresses, BASE_PATH } from "../site/addresses.js";
import type { Store } from "../store/store.js";
import { parseIdempotencyKey } from "./idempotency-key.js";
import { issuePortableProof } from "./issue-portable-proof.js";
import { MAX_JSON_BODY_BYTES, parseJsonBody } from "./parse-json-body.js";
import { type ProofContext, proofResource, proofState } from "./proof-resource.js";
import { readBody } from "./read-body.js";
import { registerProof } from "./register-proof.js";
import { parseRegistrationRequest } from "./registration-request.js";

export interface ProofRoutesDeps {
  readonly store: Store;
  readonly limiter: CreationLimiter;
  readonly addresses: () => Addresses;
  /** Name of the chain, for chains that are not known by name. */
  readonly networkName: string | null;
}

/** Paths whose errors are `{error: string}`: interface, "Errors". */
export const PORTABLE_PROOF_PATH: string = `${BASE_PATH}/proof/`;

/** Interface, `GET /proof/{id}.json`: seconds after which to ask again for a proof that is not anchored. */
const NOT_READY_RETRY_SECONDS = 60;

/** A body of this size arrives in far less on any connection that is worth serving. */
const BODY_LIMITS = { maxBytes: MAX_JSON_BODY_BYTES, timeoutMs: 10_000 };

export function proofRoutes({ store, limiter, addresses, networkName }: ProofRoutesDeps): ServerRoute[] {
  const context = (): ProofContext => ({ addresses: addresses(), networkName });
  return [
    {
      method: "POST",
      path: `${BASE_PATH}/proofs`,
      options: {
        auth: API_KEY_AUTH,
        // Read by readBody: hapi's own bound, which it applies to a length that is given, is never the smaller one.
        payload: { parse: false, output: "stream", maxBytes: Number.MAX_SAFE_INTEGER },
      },
      handler: async (request, h) => {
        const caller = callerOf(request);
        const { headers } = request.raw.req;
        const idempotencyKey = parseIdempotencyKey(headersText(headers["idempotency-key"]));
        // Before the body is looked at: a repeated key gives its proof, whatever the new body says.
        const repeated =
          idempotencyKey && (await store.proofs.findByIdempotencyKey(caller.keyId, idempotencyKey));
        if (repeated) return proofResource(repeated, context(), false);
        const body = await readBody(request.raw.req, headers, BODY_LIMITS);
        const registration = parseRegistrationRequest(parseJsonBody(body, headers["content-type"]));
        const buyUrl = `${addresses().siteUrl}/seals`;
        const { created, proof } = await registerProof(
          store,
          limiter,
          caller,
          idempotencyKey,
          registration,
          buyUrl,
        );
        return h.response(proofResource(proof, context(), created)).code(created ? 201 : 200);
      },
    },
    {
      method: "GET",
      path: `${BASE_PATH}/proofs/{id}`,
      options: { auth: API_KEY_AUTH },
      handler: async (request) => {
        const proof = await store.proofs.find(idOf(request.params["id"]));
        if (proof === null || proof.accountId !== callerOf(request).account.id) {
          throw new ApiError("not_found", "there is no such proof");
        }
        return proofResource(proof, context());
      },
    },
    {
      method: "GET",
      path: `${PORTABLE_PROOF_PATH}{id}.json`,
      handler: async (request, h) => {
        const id = idOf(request.params["id"]);
        if (!isUuid(id)) throw new ApiError("invalid_request", "the id expected a UUID");
        const proof = await store.proofs.find(id);
        if (proof === null) throw new ApiError("not_found", "there is no such proof");
        const text = await issuePortableProof(store.batches, proof, networkName);
        if (text !== null) return h.response(text).type("application/json");
        return h
          .response({ ready: false, state: proofState(proof) })
          .code(202)
          .header("retry-after", String(NOT_READY_RETRY_SECONDS));
      },
    },
  ];
}

/** RFC 9562 section 4: upper case is read as lower case. */
function idOf(parameter: unknown): string {
  return String(parameter).toLowerCase();
}

function headersText(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === "object" ? header.join(", ") : header;
}
