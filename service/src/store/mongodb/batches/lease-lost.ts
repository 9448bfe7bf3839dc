import { type Lease, LeaseLostError } from "../../store.js";

/** The error for a write to a document that carries the token of a later lease. */
export function leaseLost({ name }: Lease): LeaseLostError {
  return new LeaseLostError(`another instance has taken over the job "${name}"`);
}
