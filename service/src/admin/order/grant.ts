import { adminEntry } from "../admin-actor.js";
import type { Command } from "../command.js";
import { record } from "../output/result.js";
import { openOrder, orderDetails, settledMeanwhile } from "./open-order.js";
import { itemText, orderData } from "./order-data.js";

export const grantOrder: Command = {
  words: ["order", "grant"],
  usage: "ORDER_ID",
  doc: "grant an open order: its seals are added, or its plan is set, once",
  options: {},
  positionals: ["ORDER_ID"],
  run: async ({ store }, given) => {
    const order = await openOrder(store, given.positional("ORDER_ID"));
    const { id, accountId } = order;
    const audit = adminEntry({ accountId, action: "order.grant", subject: id, details: orderDetails(order) });
    if (!(await store.orders.grant(id, audit.at, audit))) throw await settledMeanwhile(store, id);
    return record(
      orderData({ ...order, state: "granted", settledAt: audit.at }),
      `Order ${id} is granted: account ${accountId} has ${order.item.kind === "seals" ? `${itemText(order)} more` : `the ${itemText(order)}`}.`,
    );
  },
};
