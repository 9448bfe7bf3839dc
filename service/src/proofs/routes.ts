/**
 * `POST /proofs`, `GET /proofs`, `GET /proofs/{id}`, and the public portable proof, by its identifier and by the number of
 * its certificate. Routes translate and decide nothing.
 */
import type { ResponseToolkit } from "@hapi/hapi";
import Type from "typebox";
import { callerOf } from "../accounts/authentication.js";
import { ApiError } from "../api-error.js";
import type { PaceLimits } from "../connections/connection-limits.js";
import { readBody } from "../connections/read-body.js";
import { requestBody } from "../connections/request-body.js";
import type { MinuteLimiter } from "../limits/minute-limiter.js";
import { json, keyedErrorAnswers, URL_TEXT, UUID } from "../openapi/answers.js";
import { type ApiRoute, apiRoute } from "../openapi/api-route.js";
import type { Records } from "../records/records.js";
import type { ProofRecord } from "../records/types.js";
import { issuePortableProof } from "../resources/issue-portable-proof.js";
import { ownProof } from "../resources/own-proof.js";
import { type ProofContext, proofResource } from "../resources/proof-resource.js";
import { PORTABLE_PROOF, PROOF, PROOF_PAGE } from "../resources/proof-schemas.js";
import { publicErrorAnswers } from "../resources/public-answers.js";
import {
  notReady,
  notReadyAnswer,
  publicProof,
  publicProofOfCertificate,
} from "../resources/public-proof.js";
import type { SealPurchase } from "../seals/seal-purchase.js";
import { encodeListCursor, parseListCursor } from "./list-cursor.js";
import { MAX_JSON_BODY_BYTES, parseJsonBody } from "./parse-json-body.js";
import { PendingRegistrations } from "./pending-registrations.js";
import { registerProof } from "./register-proof.js";
import { parseRegistrationRequest, REGISTRATION } from "./registration-request.js";

export interface ProofRoutesDeps {
  readonly store: Records;
  readonly limiter: MinuteLimiter;
  readonly sealPurchase: SealPurchase;
  readonly context: () => ProofContext;
  /** Limits on the pace of request bodies. */
  readonly uploads: PaceLimits;
}

/** Name of the secret in the store that authenticates cursors. */
const CURSOR_SECRET = "list-cursor";

/** Bytes that RFC 9110 section 5.5 allows in a field value. Node gives each as a character of Latin-1. */
const IDEMPOTENCY_KEY = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: "^[!-~\\u0080-\\u00ff](?:[\\t -~\\u0080-\\u00ff]*[!-~\\u0080-\\u00ff])?$",
  description:
    "Scoped to the API key. A repeated one returns the original proof, whatever the new body says.",
});

export function proofRoutes({ store, limiter, sealPurchase, context, uploads }: ProofRoutesDeps): ApiRoute[] {
  const pending = new PendingRegistrations();
  const answerPortableProof = async (h: ResponseToolkit, proof: ProofRecord) => {
    const text = await issuePortableProof(store.batches, proof, context().networkName);
    return text === null ? notReady(h, proof) : h.response(text).type("application/json");
  };
  return [
    apiRoute({
      method: "POST",
      path: "/proofs",
      operationId: "createProof",
      summary: "Register a fingerprint",
      headers: { "Idempotency-Key": Type.Optional(IDEMPOTENCY_KEY) },
      body: json(REGISTRATION),
      answers: {
        201: {
          description: "Proof created.",
          headers: { Location: URL_TEXT },
          content: json(PROOF),
        },
        200: {
          description: "Already existed: the account's bytes, or a repeated `Idempotency-Key`.",
          content: json(PROOF),
        },
        ...keyedErrorAnswers(
          "invalid_request",
          "payment_required",
          "request_timeout",
          "conflict",
          "quota_exceeded",
          "rate_limited",
          "seal_unavailable",
        ),
      },
      handle: async (request, h, { headers }) => {
        const caller = callerOf(request);
        const idempotencyKey = headers["Idempotency-Key"] ?? null;
        // Before the body is parsed, because a repeated key gives its proof whatever the new body says.
        const repeated =
          idempotencyKey &&
          (await store.proofs.findByIdempotencyKey(
            { accountId: caller.account.id, keyId: caller.keyId },
            idempotencyKey,
          ));
        if (repeated) return proofResource(repeated, context(), await store.custody.find(repeated.id), false);
        const { req } = request.raw;
        const body = await readBody(requestBody(request, uploads), MAX_JSON_BODY_BYTES);
        const registration = parseRegistrationRequest(parseJsonBody(body, req.headers["content-type"]));
        const { created, proof } = await registerProof(
          { store, limiter, sealPurchase, pending },
          caller,
          idempotencyKey,
          registration,
        );
        const original = created ? null : await store.custody.find(proof.id);
        const resource = proofResource(proof, context(), original, created);
        return created ? h.response(resource).created(resource.urls.self) : resource;
      },
    }),
    apiRoute({
      method: "GET",
      path: "/proofs",
      operationId: "listProofs",
      summary: "List the account's proofs, newest first",
      description:
        "The order is that in which the service took the proofs in. With several instances it may differ by a moment from the order of `received_at`.",
      query: {
        limit: Type.Integer({ minimum: 1, maximum: 100, default: 25 }),
        cursor: Type.Optional(
          Type.String({ minLength: 1, maxLength: 100, description: "`next_cursor` of the previous page." }),
        ),
      },
      answers: {
        200: {
          description: "A page.",
          content: json(PROOF_PAGE),
        },
        ...keyedErrorAnswers("invalid_request"),
      },
      handle: async (request, _h, { query }) => {
        const { account } = callerOf(request);
        const key = await store.secret(CURSOR_SECRET);
        const before = query.cursor === undefined ? null : parseListCursor(key, account.id, query.cursor);
        if (query.cursor !== undefined && before === null) throw badCursor();
        const page = await store.proofs.list(account.id, query.limit, before).catch((error) => {
          // A valid cursor of a missing proof: the store was restored to an earlier state.
          throw error instanceof RangeError ? badCursor() : error;
        });
        const last = page.proofs.at(-1);
        const now = context();
        const originals = await store.custody.findAll(page.proofs.map(({ id }) => id));
        const originalOf = new Map(originals.map((original) => [original.proofId, original]));
        return {
          data: page.proofs.map((proof) => proofResource(proof, now, originalOf.get(proof.id) ?? null)),
          next_cursor: page.more && last ? encodeListCursor(key, account.id, last.id) : null,
        };
      },
    }),
    apiRoute({
      method: "GET",
      path: "/proofs/{id}",
      operationId: "getProof",
      summary: "Get one proof",
      params: { id: UUID },
      answers: {
        200: { description: "The proof.", content: json(PROOF) },
        ...keyedErrorAnswers("not_found"),
      },
      handle: async (request) => {
        const proof = await ownProof(store.proofs, request);
        return proofResource(proof, context(), await store.custody.find(proof.id));
      },
    }),
    apiRoute({
      method: "GET",
      path: "/proof/{id}.json",
      operationId: "getPortableProof",
      summary: "Get the portable proof",
      description: "Needs no key.",
      public: true,
      params: { id: UUID },
      answers: {
        200: { description: "The portable proof.", content: json(PORTABLE_PROOF) },
        202: notReadyAnswer("Not anchored yet."),
        ...publicErrorAnswers,
      },
      handle: async (request, h) => answerPortableProof(h, await publicProof(store.proofs, request)),
    }),
    apiRoute({
      method: "GET",
      path: "/certificate/{certificate_id}.json",
      operationId: "getPortableProofOfCertificate",
      summary: "Get the portable proof by the number of its certificate",
      description: "Needs no key. The answers are those of the proof's own address.",
      public: true,
      params: { certificate_id: UUID },
      answers: {
        200: { description: "The portable proof.", content: json(PORTABLE_PROOF) },
        202: notReadyAnswer("Not anchored yet."),
        ...publicErrorAnswers,
      },
      handle: async (request, h) =>
        answerPortableProof(h, await publicProofOfCertificate(store.proofs, request)),
    }),
  ];
}

function badCursor(): ApiError {
  return new ApiError("invalid_request", "the query parameter cursor is not a next_cursor of this account");
}
