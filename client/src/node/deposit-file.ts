import { openAsBlob } from "node:fs";
import type { Client } from "../client.js";
import type { DepositOptions } from "../deposit/deposit-content.js";
import type { Deposited } from "../wire/resources.js";

/**
 * Deposits a file. It is read as it is sent; memory does not grow with its size.
 *
 * @throws the file system's error; what `client.deposit` throws.
 */
export async function depositFile(
  client: Client,
  id: string,
  path: string,
  options: DepositOptions = {},
): Promise<Deposited> {
  return client.deposit(id, await openAsBlob(path), options);
}
