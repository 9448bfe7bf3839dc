import { ApiError, type Client, type Proof } from "@svc-proof/client";

/** So many are asked for one by one; more are looked up in the list, 100 a request. */
const SINGLY = 20;

/**
 * The proofs of identifiers, as the service has them now. Those that the account does not have are left out.
 *
 * @throws what the client throws.
 */
export async function* statesOf(
  client: Client,
  ids: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<Proof, void, void> {
  const left = new Set(ids);
  if (left.size > SINGLY) {
    for await (const proof of client.listAll({ signal })) {
      if (left.delete(proof.id)) yield proof;
      if (left.size === 0) return;
    }
  }
  if (ids.length > SINGLY) return;
  for (const id of left) {
    try {
      yield await client.get(id, { signal });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "not_found") throw error;
    }
  }
}
