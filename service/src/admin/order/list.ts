import type { OrderState } from "../../records/types.js";
import { type Command, TEXT } from "../command.js";
import { findAccount } from "../find-account.js";
import { listing } from "../output/result.js";
import { rowsOf } from "../output/rows-of.js";
import { UsageError } from "../usage-error.js";
import { ORDER_COLUMNS, orderData } from "./order-data.js";

const STATES: readonly OrderState[] = ["open", "granted", "cancelled"];

export const listOrders: Command = {
  words: ["order", "list"],
  usage: "[--account ACCOUNT] [--state open|granted|cancelled] [--limit N]",
  doc: "list the open orders of all accounts, oldest first, or all orders of one, newest first",
  options: { account: TEXT, state: TEXT, limit: TEXT },
  positionals: [],
  run: async ({ store }, given) => {
    const state = given.optionalOneOf("state", STATES);
    const named = given.optional("account");
    if (named === null && state !== null && state !== "open") {
      throw new UsageError(`--state ${state} needs --account`);
    }
    const orders =
      named === null
        ? await store.orders.listOpen()
        : await store.orders.list((await findAccount(store, "--account", named)).id);
    return listing({
      rows: rowsOf(orders.filter((order) => state === null || order.state === state)),
      columns: ORDER_COLUMNS,
      dataOf: orderData,
      none: named === null ? "No open orders." : "No orders.",
      limit: given.limit(),
    });
  },
};
