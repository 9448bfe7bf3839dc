/**
 * Registers fingerprints of a page by the rules of `POST /proofs`: docs/design/dashboard.md. Each item has an
 * idempotency key of its own, so that a group whose answer was lost is sent again and creates nothing twice.
 */
import { ApiError } from "../../api-error.js";
import { type RegisterProofDeps, registerProof } from "../../proofs/register-proof.js";
import type { AccountRecord } from "../../records/types.js";
import { StoreUnavailableError } from "../../store/store.js";
import type { GroupItem } from "./registration-group.js";

/** What became of an item. Field names are those of JSON. */
export type ItemAnswer = RegisteredItem | RefusedItem;

export interface RegisteredItem {
  readonly token: string;
  /** `existing`: the account had registered the bytes, or the item was sent before. */
  readonly outcome: "created" | "existing";
  readonly hash: string;
  readonly proof_id: string;
  readonly received_at: string;
  /** False when another account was first: such a proof has no certificate. */
  readonly first_registrant: boolean;
}

export interface RefusedItem {
  readonly token: string;
  readonly outcome: "refused";
  /** `rate_limited` and `unavailable` pass; the proof of an item that was `unavailable` may exist. */
  readonly code: "rate_limited" | "unavailable" | "invalid_request";
  /** Of `rate_limited`. */
  readonly retry_after?: number;
}

/** In the order of the items. */
export function registerGroup(
  deps: RegisterProofDeps,
  account: AccountRecord,
  items: readonly GroupItem[],
): Promise<readonly ItemAnswer[]> {
  return Promise.all(items.map((item) => registerItem(deps, account, item)));
}

async function registerItem(
  deps: RegisterProofDeps,
  account: AccountRecord,
  { token, request }: GroupItem,
): Promise<ItemAnswer> {
  if (request instanceof ApiError) return { token, outcome: "refused", code: "invalid_request" };
  try {
    const { created, proof } = await registerProof(deps, { account, keyId: null }, token, request);
    return {
      token,
      outcome: created ? "created" : "existing",
      hash: proof.hash,
      proof_id: proof.id,
      received_at: proof.receivedAt.toISOString(),
      first_registrant: proof.firstRegistrant,
    };
  } catch (error) {
    if (error instanceof StoreUnavailableError) return { token, outcome: "refused", code: "unavailable" };
    if (!(error instanceof ApiError) || error.code !== "rate_limited") throw error;
    const retryAfter = Number(error.headers["retry-after"]);
    return { token, outcome: "refused", code: "rate_limited", retry_after: retryAfter };
  }
}
