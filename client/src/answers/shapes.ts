/** The shapes of what the API answers: docs/interface.md, "Resources". */
import {
  arrayOf,
  boolean,
  count,
  either,
  literal,
  matching,
  nullOr,
  number,
  object,
  oneOf,
  optional,
  type Shape,
  text,
} from "./shape.js";

export const UUID: Shape = matching(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
export const HASH: Shape = matching(/^[0-9a-f]{64}$/);
const TIME: Shape = matching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
const STATE: Shape = oneOf("queued", "batched", "anchored", "confirmed");

const SEAL: Shape = either(
  (value) => "state" in value && value.state === "pending",
  object({ state: literal("pending") }),
  object({
    state: literal("issued"),
    authority: text,
    time: TIME,
    serial_number: text,
    policy_oid: text,
    tsr_url: text,
    trusted_list: optional(object({ result: text, code: text })),
  }),
);

const ANCHOR: Shape = object({
  network: text,
  chain_id: count,
  state: oneOf("anchored", "confirmed"),
  tx_hash: matching(/^0x[0-9a-f]{64}$/),
  block_number: count,
  block_timestamp: TIME,
  explorer_url: text,
});

const ORIGINAL: Shape = object({
  stored: boolean,
  file_name: text,
  size_bytes: count,
  mime_type: text,
  stored_at: TIME,
  url: text,
});

const PROOF_MEMBERS = {
  id: UUID,
  hash: HASH,
  algorithm: literal("SHA-256"),
  name: text,
  state: STATE,
  received_at: TIME,
  anchors: arrayOf(ANCHOR, 256),
  bitcoin: object({ state: oneOf("pending", "confirmed"), block_height: nullOr(count) }),
  qualified: nullOr(SEAL),
  original: nullOr(ORIGINAL),
  urls: object({
    self: text,
    proof_json: text,
    certificate: nullOr(text),
    certificate_pdf: nullOr(text),
    evidence_zip: nullOr(text),
  }),
  limitations: optional(arrayOf(text, 256)),
};

export const PROOF: Shape = object(PROOF_MEMBERS);
export const REGISTERED_PROOF: Shape = object({ ...PROOF_MEMBERS, created: boolean });
export const PROOF_PAGE: Shape = object({ data: arrayOf(PROOF, 100), next_cursor: nullOr(text) });
export const SEAL_ANSWER: Shape = object({
  proof_id: UUID,
  created: boolean,
  qualified: SEAL,
  seals_remaining: count,
});
export const SEAL_OF_PROOF: Shape = object({ proof_id: UUID, qualified: nullOr(SEAL) });
export const DEPOSITED: Shape = object({ id: UUID, state: STATE, original: ORIGINAL });
export const ENDED_CUSTODY: Shape = object({
  proof_id: UUID,
  original: literal(null),
  purged: boolean,
  proof_unaffected: literal(true),
});
export const NOT_READY: Shape = object({ ready: literal(false), state: STATE });
export const ACCOUNT: Shape = object({
  plan: text,
  plan_name: text,
  seals: object({
    available: boolean,
    remaining: count,
    welcome_remaining: count,
    pack_remaining: count,
    price_eur: number,
    buy_url: text,
  }),
  custody: object({
    available: boolean,
    used_bytes: count,
    max_account_bytes: count,
    max_file_bytes: count,
    downloads_used_today: count,
    max_downloads_per_day: count,
  }),
  proofs: object({ daily_limit: count, used_today: count, resets_in_seconds: count }),
  connector: object({
    mode_available: text,
    eidas_available: boolean,
    custody_available: boolean,
    operations: object({ daily_limit: count, resets_in_seconds: count }),
  }),
  keys: object({ active: count }),
  urls: object({ dashboard: text, plans: text, seals: text, docs: text, connect: text }),
});
