/** Proofs as the OpenAPI document shows them: docs/interface.md, "Proof", "Anchor" and "Portable proof". */
import Type, { type TSchema } from "typebox";
import { CHAIN_ID, COUNT, oneOfTexts, TIMESTAMP, URL_TEXT, UUID } from "../openapi/answers.js";
import { ORIGINAL_OR_NULL } from "./original-schema.js";
import { SEAL_OR_NULL } from "./seal-schema.js";

const HASH = Type.String({ pattern: "^[a-f0-9]{64}$" });
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
