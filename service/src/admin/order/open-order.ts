import type { Records } from "../../records/records.js";
import type { AuditEntry, OrderRecord } from "../../records/types.js";
import { uuid } from "../line/given.js";
import { NotFoundError } from "../not-found-error.js";
import { timeText } from "../output/time-text.js";
import { RefusedError } from "../refused-error.js";

/** @throws UsageError, NotFoundError, RefusedError when it is settled. */
export async function openOrder({ orders }: Pick<Records, "orders">, named: string): Promise<OrderRecord> {
  const id = uuid("ORDER_ID", named);
  const order = await orders.find(id);
  if (order === null) throw new NotFoundError(`there is no order ${id}`);
  if (order.state !== "open") {
    throw new RefusedError(`order ${id} was ${order.state} at ${timeText(order.settledAt)}: it stays so`);
  }
  return order;
}

/** Why an order that was open cannot be settled any more. */
export async function settledMeanwhile(store: Pick<Records, "orders">, id: string): Promise<Error> {
  return openOrder(store, id).then(
    () => new RefusedError(`order ${id} cannot be settled: its account is deleted`),
    (error: Error) => error,
  );
}

export function orderDetails({ item, priceEur }: OrderRecord): AuditEntry["details"] {
  return { ...item, price_eur: priceEur };
}
