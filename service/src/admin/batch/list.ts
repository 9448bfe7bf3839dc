import type { WitnessStore } from "../../records/records.js";
import type { BatchRecord } from "../../records/types.js";
import { type Command, SWITCH, TEXT } from "../command.js";
import { listing } from "../output/result.js";
import { rowsOf } from "../output/rows-of.js";
import { timeText } from "../output/time-text.js";
import { batchData } from "./batch-data.js";

const PAGE_BATCHES = 200;

export const listBatches: Command = {
  words: ["batch", "list"],
  usage: "[--unfinished] [--after NUMBER] [--limit N]",
  doc: "list batches in their order, or only those with an anchor that is not confirmed",
  options: { unfinished: SWITCH, after: TEXT, limit: TEXT },
  positionals: [],
  run: async ({ store }, given) => {
    const after =
      given.optional("after") === null ? 0 : given.wholeNumber("after", 0, Number.MAX_SAFE_INTEGER);
    const rows = given.has("unfinished")
      ? rowsOf((await store.witnesses.unfinished()).filter(({ number }) => number > after))
      : eachBatch(store.witnesses, after);
    return listing<BatchRecord>({
      rows,
      columns: [
        { title: "NUMBER", cell: ({ number }) => number.toString(), align: "right" },
        { title: "ID", cell: ({ id }) => id },
        { title: "CREATED (UTC)", cell: ({ createdAt }) => timeText(createdAt) },
        { title: "LEAVES", cell: ({ leafCount }) => leafCount.toString(), align: "right" },
        {
          title: "CHAINS",
          cell: ({ anchors }) => anchors.map(({ chainId, state }) => `${chainId} ${state}`).join(", "),
        },
        { title: "BITCOIN", cell: ({ bitcoin }) => bitcoin.state },
      ],
      dataOf: batchData,
      none: "No batches.",
      limit: given.limit(),
      after: ({ number }) => `--after ${number}`,
    });
  },
};

async function* eachBatch(witnesses: WitnessStore, after: number): AsyncGenerator<BatchRecord> {
  for (let last = after; ; ) {
    const page = await witnesses.batchesAfter(last, PAGE_BATCHES);
    yield* page;
    if (page.length < PAGE_BATCHES) return;
    last = page.at(-1)!.number;
  }
}
