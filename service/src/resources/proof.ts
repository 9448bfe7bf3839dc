/** A proof and its original as JSON, who may have them, and the answers that routes of a proof share. */

import type { Lifecycle, Request, ResponseToolkit } from "@hapi/hapi";
import { isUuid } from "@svc-proof/shared/encoding";
import { isInvisible } from "@svc-proof/shared/text";
import type { TSchema } from "typebox";
import Type from "typebox";
import { callerOf } from "../accounts/authentication.js";
import { ApiError } from "../errors.js";
import { CHAIN_ID, COUNT, json, oneOfTexts, TIMESTAMP, URL_TEXT, UUID } from "../http/answers.js";
import type { Answer, Answers } from "../http/routes.js";
import {
  type Addresses,
  type NetworkNames,
  networkName,
  proofJsonUrl,
  transactionUrl,
} from "../http/site.js";
import type { ProofStore } from "../records/records.js";
import type { BatchRecord, OriginalRecord, ProofRecord } from "../records/types.js";
import { SEAL_OR_NULL, type SealResource, sealResource } from "./seal.js";

/** An original as the API shows it: docs/interface.md, "Original". */
export interface OriginalResource {
  readonly stored: true;
  readonly file_name: string;
  readonly size_bytes: number;
  readonly mime_type: string;
  readonly stored_at: string;
  readonly url: string;
}

export function originalResource(original: OriginalRecord, { baseUrl }: Addresses): OriginalResource {
  return {
    stored: true,
    file_name: original.fileName,
    size_bytes: original.sizeBytes,
    mime_type: original.mimeType,
    stored_at: original.storedAt.toISOString(),
    url: `${baseUrl}/proofs/${original.proofId}/original`,
  };
}

/** A proof as the API shows it: docs/interface.md, "Proof" and "Anchor". Field names and their order are the interface's. */
export type ProofState = "queued" | "batched" | "anchored" | "confirmed";

export interface AnchorResource {
  readonly network: string;
  readonly chain_id: number;
  readonly state: "anchored" | "confirmed";
  readonly tx_hash: string;
  readonly block_number: number;
  readonly block_timestamp: string;
  readonly explorer_url: string;
}

export interface ProofResource {
  readonly id: string;
  /** On answers of `POST /proofs` only. */
  readonly created?: boolean;
  readonly hash: string;
  readonly algorithm: "SHA-256";
  readonly name: string;
  readonly state: ProofState;
  readonly received_at: string;
  readonly anchors: readonly AnchorResource[];
  readonly bitcoin: { readonly state: "pending" | "confirmed"; readonly block_height: number | null };
  readonly qualified: SealResource | null;
  readonly original: OriginalResource | null;
  readonly urls: {
    readonly self: string;
    readonly proof_json: string;
    readonly certificate: string | null;
    readonly certificate_pdf: string | null;
    readonly evidence_zip: string | null;
  };
  /** Absent when the proof has its own certificate. */
  readonly limitations?: readonly ["hash_registered_by_another_account"];
}

/** The inputs of a proof's resource besides its record. */
export interface ProofContext {
  readonly addresses: Addresses;
  /** Names of chains that are not known by name. */
  readonly networkName: NetworkNames;
}

/** State of a proof, read through its batch. */
export function proofState(proof: ProofRecord): ProofState {
  return proof.batch?.state ?? "queued";
}

/**
 * @param original the original in custody; null if there is none.
 * @param created whether the request created the proof; undefined if the answer has no such field.
 */
export function proofResource(
  proof: ProofRecord,
  context: ProofContext,
  original: OriginalRecord | null,
  created?: boolean,
): ProofResource {
  const { baseUrl, siteUrl } = context.addresses;
  const self = `${baseUrl}/proofs/${proof.id}`;
  const certified = proof.firstRegistrant;
  return {
    id: proof.id,
    ...(created === undefined ? {} : { created }),
    hash: proof.hash,
    algorithm: "SHA-256",
    name: proof.name,
    state: proofState(proof),
    received_at: proof.receivedAt.toISOString(),
    anchors: proof.batch === null ? [] : anchorsOf(proof.batch, context),
    bitcoin: bitcoinOf(proof.batch),
    qualified: proof.seal && sealResource(proof.seal, baseUrl),
    original: original && originalResource(original, context.addresses),
    urls: {
      self,
      proof_json: proofJsonUrl(context.addresses, proof.id),
      certificate: certified ? `${siteUrl}/certificate/${proof.certificateId}` : null,
      certificate_pdf: certified ? `${self}/certificate.pdf` : null,
      evidence_zip: certified ? `${self}/evidence.zip` : null,
    },
    ...(certified ? {} : { limitations: ["hash_registered_by_another_account"] as const }),
  };
}

/** A submission is `pending` too, because the interface has no state for it. */
function bitcoinOf(batch: BatchRecord | null): ProofResource["bitcoin"] {
  if (batch?.bitcoin.state !== "confirmed") return { state: "pending", block_height: null };
  return { state: "confirmed", block_height: batch.bitcoin.blockHeight };
}

function anchorsOf(batch: BatchRecord, context: ProofContext): readonly AnchorResource[] {
  return batch.anchors.flatMap(({ chainId, state, inclusion }) =>
    state === "batched" || inclusion === null
      ? []
      : [
          {
            network: networkName(chainId, context.networkName),
            chain_id: chainId,
            state,
            tx_hash: inclusion.txHash,
            block_number: inclusion.blockNumber,
            block_timestamp: inclusion.blockTimestamp.toISOString(),
            explorer_url: transactionUrl(context.addresses, chainId, inclusion.txHash),
          },
        ],
  );
}

/** An original in custody as the API shows it: docs/interface.md, "Original". */
export const ORIGINAL: TSchema = Type.Object(
  {
    stored: Type.Boolean(),
    file_name: Type.String(),
    size_bytes: COUNT,
    mime_type: Type.String(),
    stored_at: TIMESTAMP,
    url: URL_TEXT,
  },
  { $id: "Original", description: "The file itself, in custody." },
);

/** An original, or null if none is in custody. */
export const ORIGINAL_OR_NULL: TSchema = Type.Union([ORIGINAL, Type.Null()]);

/** Proofs as the OpenAPI document shows them: docs/interface.md, "Proof", "Anchor" and "Portable proof". */
export const HASH: TSchema = Type.String({ pattern: "^[a-f0-9]{64}$" });
const TX_HASH = Type.String({ pattern: "^0x[a-f0-9]{64}$" });
const URL_OR_NULL = Type.Union([URL_TEXT, Type.Null()]);

export const PROOF_STATE: TSchema = oneOfTexts("queued", "batched", "anchored", "confirmed");

const ANCHOR = Type.Object(
  {
    network: Type.String(),
    chain_id: CHAIN_ID,
    state: oneOfTexts("anchored", "confirmed"),
    tx_hash: TX_HASH,
    block_number: COUNT,
    block_timestamp: TIMESTAMP,
    explorer_url: URL_TEXT,
  },
  { $id: "Anchor", description: "Where a public blockchain holds the batch of a proof." },
);

export const PROOF: TSchema = Type.Object(
  {
    id: UUID,
    created: Type.Optional(
      Type.Boolean({
        description: "In answers of `POST /proofs`. False when an existing proof is returned.",
      }),
    ),
    hash: HASH,
    algorithm: Type.Literal("SHA-256"),
    name: Type.String(),
    state: PROOF_STATE,
    received_at: TIMESTAMP,
    anchors: Type.Array(ANCHOR),
    bitcoin: Type.Object({
      state: oneOfTexts("pending", "confirmed"),
      block_height: Type.Union([COUNT, Type.Null()]),
    }),
    qualified: SEAL_OR_NULL,
    original: ORIGINAL_OR_NULL,
    urls: Type.Object({
      self: URL_TEXT,
      proof_json: URL_TEXT,
      certificate: URL_OR_NULL,
      certificate_pdf: URL_OR_NULL,
      evidence_zip: URL_OR_NULL,
    }),
    limitations: Type.Optional(
      Type.Array(Type.String(), {
        description:
          "Present when the proof has no certificate of its own, with `hash_registered_by_another_account` when another account registered the same bytes first.",
      }),
    ),
  },
  { $id: "Proof" },
);

export const PROOF_PAGE: TSchema = Type.Object(
  {
    data: Type.Array(PROOF),
    next_cursor: Type.Union([Type.String(), Type.Null()], {
      description: "Null when there are no more pages.",
    }),
  },
  { $id: "ProofPage" },
);

export const PORTABLE_PROOF: TSchema = Type.Object(
  {
    schema: Type.Literal("svc-proof/2"),
    proof_id: UUID,
    content: Type.Object({ algorithm: Type.Literal("SHA-256"), hash: HASH }),
    leaf: Type.Object({ formula: Type.String(), value: HASH }),
    merkle: Type.Object({
      index: COUNT,
      path: Type.Array(Type.Object({ position: oneOfTexts("left", "right"), hash: HASH })),
      root: HASH,
    }),
    anchors: Type.Array(
      Type.Object({
        chain_id: CHAIN_ID,
        network: Type.String(),
        tx_hash: TX_HASH,
        block_number: COUNT,
        payload: Type.String(),
      }),
    ),
    attestations: Type.Array(Type.Object({ type: Type.String(), state: Type.String() })),
  },
  { $id: "PortableProof", description: "Verifiable without this service and without an account." },
);

/** The public route's error body, instead of the API's. */
export const PUBLIC_ERROR: TSchema = Type.Object({ error: Type.String() }, { $id: "PublicError" });

// Display names of proofs: docs/interface.md, `POST /proofs`, field `name`: only the file name is kept, not a path.

/** Controls; line and paragraph separators; marks that change the direction of the following text (Unicode TR 36). */
const UNSHOWABLE = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * The file name in a text that may be a path of Windows or of Unix.
 *
 * @param text of a length that the caller has bounded.
 * @returns null when nothing is left to show.
 */
export function fileName(text: string): string | null {
  const name = text
    .slice(Math.max(text.lastIndexOf("/"), text.lastIndexOf("\\")) + 1)
    .replace(UNSHOWABLE, "")
    .trim();
  return isInvisible(name) || name === "." || name === ".." ? null : name;
}

// Proofs that anyone may fetch.

/** RFC 9562 section 4: upper case is read as lower case. */
export function idOf(request: Request, parameter: "id" | "certificate_id" = "id"): string {
  return String(request.params[parameter]).toLowerCase();
}

/**
 * The proof that the path names, if it is the caller's: docs/interface.md, "Authentication", rule 5.
 *
 * @throws ApiError `not_found`, the same for a missing proof and for another account's.
 */
export async function ownProof(proofs: ProofStore, request: Request): Promise<ProofRecord> {
  const id = idOf(request);
  const proof = isUuid(id) ? await proofs.findOwn(id, callerOf(request).account.id) : null;
  if (proof === null) throw new ApiError("not_found", "there is no such proof");
  return proof;
}

// Answers that the public routes of a proof share: docs/interface.md, `GET /proof/{id}.json`.

/** `Retry-After`, in seconds, for a resource that does not exist yet. */
export const NOT_READY_RETRY_SECONDS = 60;

const publicError = (description: string) => ({ description, content: json(PUBLIC_ERROR) });

/** Errors with the body `{error: string}` instead of the API's. */
export const publicErrorAnswers: Answers = {
  400: publicError("The id is not a UUID."),
  404: publicError("It does not exist."),
  503: publicError("An internal service does not answer. Retry later."),
};

/**
 * The proof of a public address.
 *
 * @throws ApiError `invalid_request`, `not_found`.
 */
export function publicProof(proofs: ProofStore, request: Request): Promise<ProofRecord> {
  return publicProofBy(idOf(request), (id) => proofs.find(id));
}

/**
 * The proof of the certificate that a public address names.
 *
 * @throws ApiError `invalid_request`, `not_found`.
 */
export function publicProofOfCertificate(proofs: ProofStore, request: Request): Promise<ProofRecord> {
  return publicProofBy(idOf(request, "certificate_id"), (id) => proofs.findByCertificate(id));
}

async function publicProofBy(
  id: string,
  find: (id: string) => Promise<ProofRecord | null>,
): Promise<ProofRecord> {
  if (!isUuid(id)) throw new ApiError("invalid_request", "the id expected a UUID");
  const proof = await find(id);
  if (proof === null) throw new ApiError("not_found", "there is no such proof");
  return proof;
}

const NOT_READY = Type.Object(
  { ready: Type.Boolean({ description: "False." }), state: PROOF_STATE },
  { $id: "NotReady" },
);

/** What a public address answers before its resource exists. */
export const notReadyAnswer = (description: string): Answer => ({
  description,
  headers: { "Retry-After": Type.Literal(String(NOT_READY_RETRY_SECONDS)) },
  content: json(NOT_READY),
});

export function notReady(h: ResponseToolkit, proof: ProofRecord): Lifecycle.ReturnValue {
  return h
    .response({ ready: false, state: proofState(proof) })
    .code(202)
    .header("retry-after", String(NOT_READY_RETRY_SECONDS));
}
