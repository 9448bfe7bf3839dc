import { type Lease, LeaseLostError } from "../store.js";

/** For whoever finds the token of a later lease on what it wants to change. */
export function leaseLost({ name }: Lease): LeaseLostError {
  return new LeaseLostError(`another instance has taken over the job "${name}"`);
}
