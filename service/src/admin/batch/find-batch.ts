import type { Records } from "../../records/records.js";
import type { BatchRecord } from "../../records/types.js";
import { uuid } from "../line/given.js";
import { NotFoundError } from "../not-found-error.js";

/** The batch of a number or an identifier. @throws UsageError, NotFoundError */
export async function findBatch(
  { batches, witnesses }: Pick<Records, "batches" | "witnesses">,
  named: string,
): Promise<BatchRecord> {
  if (/^[1-9][0-9]{0,14}$/.test(named)) {
    const number = Number(named);
    const [batch] = await witnesses.batchesAfter(number - 1, 1);
    if (batch?.number !== number) throw new NotFoundError(`there is no batch ${number}`);
    return batch;
  }
  const id = uuid("BATCH", named);
  const batch = await batches.find(id);
  if (batch === null) throw new NotFoundError(`there is no batch ${id}`);
  return batch;
}
