/** Resources of the API as types. */
import type { components } from "./wire/schema.js";

// The resources of the API as it answers them: docs/interface.md. Field names are those of the wire.

/** The bodies of requests and answers, by their names in the OpenAPI document. */
export type Schemas = components["schemas"];

/** A seal that has been issued. */
export type IssuedSeal = Required<Omit<Schemas["Seal"], "state" | "trusted_list">> &
  Pick<Schemas["Seal"], "trusted_list"> & { state: "issued" };

/** A seal: issued, or pending while the authority is slow. */
export type Seal = IssuedSeal | { state: "pending" };

/** A proof. */
export type Proof = Omit<Schemas["Proof"], "created" | "qualified"> & { qualified: Seal | null };

/** `queued`, `batched`, `anchored` or `confirmed`: docs/interface.md, "States". */
export type ProofState = Proof["state"];

/** A proof as `register` returns it. `created` is false if it existed before. */
export type RegisteredProof = Proof & { created: boolean };

/** An original in custody. */
export type Original = Schemas["Original"];

/** The account report: plan, balances, limits, and what is used of them. */
export type Account = Schemas["Account"];

/** A page of proofs, newest first. `next_cursor` is null on the last one. */
export type ProofPage = Omit<Schemas["ProofPage"], "data"> & { data: Proof[] };

/** The answer to a request for a seal. `created` is false if the proof had one; nothing is spent then. */
export type SealAnswer = Omit<Schemas["SealAnswer"], "qualified"> & { qualified: Seal };

/** An original that is in custody now. */
export type Deposited = Pick<Proof, "id" | "state"> & { original: Original };

/** The end of custody. `purged` is false while the deletion is queued. */
export type EndedCustody = Omit<Schemas["EndedCustody"], "original" | "proof_unaffected"> & {
  original: null;
  proof_unaffected: true;
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The identifier in lower case. @throws TypeError if it is none. */
export function proofId(id: string): string {
  const lower = typeof id === "string" ? id.toLowerCase() : "";
  if (!UUID.test(lower)) throw new TypeError(`"id" expected the UUID of a proof, got ${JSON.stringify(id)}`);
  return lower;
}
