/** Routes of proofs. */

import { createHmac, timingSafeEqual } from "node:crypto";
import type { Lifecycle, ResponseToolkit } from "@hapi/hapi";
import Type from "typebox";
import { callerOf } from "../accounts/authentication.js";
import type { Capability, CapabilityHost } from "../capability.js";
import { ApiError } from "../errors.js";
import { json, keyedErrorAnswers, URL_TEXT, UUID } from "../http/answers.js";
import { MAX_JSON_BODY_BYTES, parseJsonBody, readBody, requestBody } from "../http/bodies.js";
import { connectionLimits, type PaceLimits } from "../http/connections.js";
import { MinuteLimiter } from "../http/limits.js";
import { type ApiRoute, apiRoute } from "../http/routes.js";
import { networkNames, proofJsonUrl } from "../http/site.js";
import type { Records } from "../records/records.js";
import type { ProofRecord } from "../records/types.js";
import { issuePortableProof } from "../resources/portable-proof.js";
import {
  HASH,
  notReady,
  notReadyAnswer,
  ownProof,
  PORTABLE_PROOF,
  PROOF,
  PROOF_PAGE,
  type ProofContext,
  proofResource,
  publicErrorAnswers,
  publicProof,
  publicProofOfCertificate,
} from "../resources/proof.js";
import type { SealPurchase } from "../seals/purchase.js";
import { hexToUuid, ownUuidToBytes } from "../store/rows.js";
import { PendingRegistrations, registerProof } from "./register.js";
import { parseRegistrationRequest, REGISTRATION } from "./request.js";

/**
 * The cursor of the list of proofs: version (1 byte), identifier of the last proof shown (16 bytes) and a MAC over both
 * and the account (16 bytes), in base64url. It reveals nothing that the page did not show. No other cursor is accepted,
 * neither another account's nor an invented one.
 *
 * The MAC is HMAC-SHA-256 truncated to 128 bits (RFC 2104 section 5) with a key of the store, so that every instance
 * accepts the cursors of every other.
 */
const VERSION = 1;
const ID_LENGTH = 16;
const MAC_LENGTH = 16;
const CURSOR_LENGTH = 1 + ID_LENGTH + MAC_LENGTH;

/** @param proofId of the last proof of a page. */
export function encodeListCursor(key: Uint8Array, accountId: string, proofId: string): string {
  const position = Buffer.concat([Uint8Array.of(VERSION), ownUuidToBytes(proofId)]);
  return Buffer.concat([position, macOf(key, accountId, position)]).toString("base64url");
}

/** The proof's identifier; null when this is not a cursor of the account. */
export function parseListCursor(key: Uint8Array, accountId: string, cursor: string): string | null {
  const bytes = Buffer.from(cursor, "base64url");
  // Node decodes base64url leniently, so only the canonical encoding is accepted.
  if (bytes.length !== CURSOR_LENGTH || bytes.toString("base64url") !== cursor) return null;
  const position = bytes.subarray(0, 1 + ID_LENGTH);
  if (!timingSafeEqual(macOf(key, accountId, position), bytes.subarray(1 + ID_LENGTH))) return null;
  if (position[0] !== VERSION) return null;
  return hexToUuid(position.toString("hex", 1));
}

function macOf(key: Uint8Array, accountId: string, position: Uint8Array): Buffer {
  return createHmac("sha256", key)
    .update("svc-list-cursor:")
    .update(accountId)
    .update(position)
    .digest()
    .subarray(0, MAC_LENGTH);
}

/**
 * `POST /proofs`, `GET /proofs`, `GET /proofs/{id}`, and the public portable proof, by its identifier and by the number of
 * its certificate. Routes translate and decide nothing.
 */
export interface ProofRoutesDeps {
  readonly store: Records;
  readonly limiter: MinuteLimiter;
  readonly sealPurchase: SealPurchase;
  readonly context: () => ProofContext;
  /** Limits on the pace of request bodies. */
  readonly uploads: PaceLimits;
  /** Whether anyone may look up proofs by their fingerprint. */
  readonly hasFingerprintLookup: boolean;
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

export function proofRoutes(deps: ProofRoutesDeps): ApiRoute[] {
  return [
    createRoute(deps),
    listRoute(deps),
    getRoute(deps),
    portableProofRoute(deps),
    portableProofOfCertificateRoute(deps),
    ...(deps.hasFingerprintLookup ? [fingerprintRoute(deps)] : []),
  ];
}

function createRoute({ store, limiter, sealPurchase, context, uploads }: ProofRoutesDeps): ApiRoute {
  const pending = new PendingRegistrations();
  return apiRoute({
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
  });
}

function listRoute({ store, context }: ProofRoutesDeps): ApiRoute {
  return apiRoute({
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
  });
}

function getRoute({ store, context }: ProofRoutesDeps): ApiRoute {
  return apiRoute({
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
  });
}

function portableProofRoute(deps: ProofRoutesDeps): ApiRoute {
  return apiRoute({
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
    handle: async (request, h) => answerPortableProof(deps, h, await publicProof(deps.store.proofs, request)),
  });
}

function portableProofOfCertificateRoute(deps: ProofRoutesDeps): ApiRoute {
  return apiRoute({
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
      answerPortableProof(deps, h, await publicProofOfCertificate(deps.store.proofs, request)),
  });
}

/** Names the first proof alone: it is the oldest, and how many accounts have the same file is nobody's concern. */
function fingerprintRoute({ store, context }: ProofRoutesDeps): ApiRoute {
  return apiRoute({
    method: "GET",
    path: "/fingerprint/{hash}.json",
    operationId: "findProofsOfFingerprint",
    summary: "Find the public proof of a fingerprint",
    description:
      "Needs no key. Names the first proof of these bytes, which may not be anchored yet, and nothing of its account.",
    public: true,
    params: { hash: HASH },
    answers: {
      200: { description: "At least one proof.", content: json(FOUND_PROOFS) },
      ...publicErrorAnswers,
      400: { ...publicErrorAnswers[400]!, description: "The hash is not 64 lower-case hexadecimal digits." },
    },
    handle: async (request, h) => {
      const hash = String(request.params["hash"]);
      if (!/^[0-9a-f]{64}$/.test(hash))
        throw new ApiError("invalid_request", "expected a fingerprint of 64 lower-case hexadecimal digits");
      const proof = await store.proofs.findFirst(hash);
      if (proof === null) throw new ApiError("not_found", "there is no proof with this fingerprint");
      const proofs = [{ proof_id: proof.id, url: proofJsonUrl(context().addresses, proof.id) }];
      // The address holds the fingerprint, and a proof may come at any time.
      return h.response({ hash, proofs }).header("cache-control", "no-store");
    },
  });
}

const FOUND_PROOFS = Type.Object({
  hash: HASH,
  proofs: Type.Array(Type.Object({ proof_id: UUID, url: URL_TEXT })),
});

async function answerPortableProof(
  { store, context }: ProofRoutesDeps,
  h: ResponseToolkit,
  proof: ProofRecord,
): Promise<Lifecycle.ReturnValueTypes> {
  const text = await issuePortableProof(store.batches, proof, context().networkName);
  return text === null ? notReady(h, proof) : h.response(text).type("application/json");
}

function badCursor(): ApiError {
  return new ApiError("invalid_request", "the query parameter cursor is not a next_cursor of this account");
}

/** Opens the registration of fingerprints and their proofs. */
export function openProofs(
  { config, store, addresses }: CapabilityHost,
  sealPurchase: SealPurchase,
): Capability {
  const routes = proofRoutes({
    store,
    limiter: new MinuteLimiter(store.rates, "creations", config.creationsPerMinute),
    sealPurchase,
    context: () => ({ addresses: addresses(), networkName: networkNames(config) }),
    uploads: connectionLimits(config).uploads,
    hasFingerprintLookup: config.fingerprintLookup === "on",
  });
  return { routes };
}
