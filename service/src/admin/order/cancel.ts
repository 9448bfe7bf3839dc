import { adminEntry } from "../admin-actor.js";
import type { Command } from "../command.js";
import { record } from "../output/result.js";
import { openOrder, orderDetails, settledMeanwhile } from "./open-order.js";
import { orderData } from "./order-data.js";

export const cancelOrder: Command = {
  words: ["order", "cancel"],
  usage: "ORDER_ID",
  doc: "cancel an open order",
  options: {},
  positionals: ["ORDER_ID"],
  run: async ({ store }, given) => {
    const order = await openOrder(store, given.positional("ORDER_ID"));
    const { id, accountId } = order;
    const audit = adminEntry({
      accountId,
      action: "order.cancel",
      subject: id,
      details: orderDetails(order),
    });
    if (!(await store.orders.cancel(id, audit.at, audit))) throw await settledMeanwhile(store, id);
    return record(
      orderData({ ...order, state: "cancelled", settledAt: audit.at }),
      `Order ${id} is cancelled.`,
    );
  },
};
