/** The resources of the API as it answers them: docs/interface.md. Field names are those of the wire. */
import type { components, paths } from "./schema.js";

/** The bodies of requests and answers, by their names in the OpenAPI document. */
export type Schemas = components["schemas"];

/** A proof. */
export type Proof = Schemas["Proof"];

/** `queued`, `batched`, `anchored` or `confirmed`: docs/interface.md, "States". */
export type ProofState = Proof["state"];

/** A proof as `register` returns it. `created` is false if it existed before. */
export type RegisteredProof = Schemas["CreatedProof"] | Schemas["ExistingProof"];

/** A seal: issued, or pending while the authority is slow. */
export type Seal = Schemas["Seal"];

/** A seal that has been issued. */
export type IssuedSeal = Extract<Seal, { state: "issued" }>;

/** An original in custody. */
export type Original = Schemas["Original"];

/** The account report: plan, balances, limits, and what is used of them. */
export type Account = Schemas["Account"];

/** A page of proofs, newest first. `next_cursor` is null on the last one. */
export type ProofPage = paths["/proofs"]["get"]["responses"][200]["content"]["application/json"];

/** The answer to a request for a seal. `created` is false if the proof had one; nothing is spent then. */
export type SealAnswer = paths["/proofs/{id}/qualified"]["post"]["responses"][
  | 200
  | 202]["content"]["application/json"];

/** An original that is in custody now. */
export type Deposited = paths["/proofs/{id}/original"]["put"]["responses"][
  | 200
  | 201]["content"]["application/json"];

/** The end of custody. `purged` is false while the deletion is queued. */
export type EndedCustody =
  paths["/proofs/{id}/original"]["delete"]["responses"][200]["content"]["application/json"];
