import type { OrderRecord } from "../../records/types.js";
import type { Column } from "../output/table.js";
import { timeData, timeText } from "../output/time-text.js";

/** An order for scripts. */
export function orderData({
  id,
  accountId,
  item,
  priceEur,
  placedBy,
  placedAt,
  state,
  settledAt,
}: OrderRecord): object {
  return {
    id,
    account_id: accountId,
    item,
    price_eur: priceEur,
    placed_by: placedBy,
    placed_at: timeData(placedAt),
    state,
    settled_at: timeData(settledAt),
  };
}

export function itemText({ item }: OrderRecord): string {
  return item.kind === "seals" ? `${item.amount} seals` : `plan ${item.plan}`;
}

export const ORDER_COLUMNS: readonly Column<OrderRecord>[] = [
  { title: "ID", cell: ({ id }) => id },
  { title: "ACCOUNT", cell: ({ accountId }) => accountId },
  { title: "ITEM", cell: itemText },
  { title: "EUR", cell: ({ priceEur }) => priceEur?.toString() ?? null, align: "right" },
  { title: "STATE", cell: ({ state }) => state },
  { title: "PLACED (UTC)", cell: ({ placedAt }) => timeText(placedAt) },
  { title: "PLACED BY", cell: ({ placedBy }) => placedBy || null, maxWidth: 40 },
];
