import type { Client, ClientOptions } from "./client.js";

/**
 * A client of the API. It keeps no connection and no state of its own that must be closed.
 *
 * @throws TypeError or RangeError if an option is wrong.
 *
 * @example
 * const client = createClient({ url: "https://proofs.example/api/v2", key: process.env.SVC_PROOF_KEY });
 * const { id } = await client.register({ hash: await hashFile(file), name: file.name });
 * await client.waitFor(id, "anchored");
 * const { bytes, report } = await client.downloadProof(id);
 */
export function createClient(options: ClientOptions): Client {
  throw new Error(`not built yet: ${options.url}`);
}
