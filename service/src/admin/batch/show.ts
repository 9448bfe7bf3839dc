import type { AnchorAttempt, Attestation } from "../../records/types.js";
import type { Command } from "../command.js";
import { details } from "../output/details.js";
import { record } from "../output/result.js";
import { type Column, tableText } from "../output/table.js";
import { timeData, timeText } from "../output/time-text.js";
import { anchorData, batchData } from "./batch-data.js";
import { type AnchorStanding, type BatchStanding, batchStanding } from "./batch-standing.js";
import { anchorText, bitcoinText } from "./batch-text.js";
import { findBatch } from "./find-batch.js";

export const showBatch: Command = {
  words: ["batch", "show"],
  usage: "BATCH",
  doc: "show a batch by its number or identifier: root, leaves, anchors with their attempts, Bitcoin",
  options: {},
  positionals: ["BATCH"],
  run: async ({ store }, given) => {
    const standing = await batchStanding(store, await findBatch(store, given.positional("BATCH")));
    return record(dataOf(standing), await textOf(standing));
  },
};

function dataOf({ batch, anchors, attestation }: BatchStanding): object {
  return {
    ...batchData(batch),
    anchors: anchors.map(({ anchor, attempts, witness }) => ({
      ...anchorData(anchor),
      attempts: attempts.map((attempt) => ({
        tx_hash: attempt.txHash,
        from: attempt.from,
        nonce: attempt.nonce,
        max_fee_per_gas: attempt.maxFeePerGas.toString(),
        max_priority_fee_per_gas: attempt.maxPriorityFeePerGas.toString(),
        created_at: timeData(attempt.createdAt),
      })),
      witness: witness && {
        absence: witness.absence,
        tries: witness.tries,
        due_at: timeData(witness.dueAt),
      },
    })),
    bitcoin: {
      state: attestation.state,
      block_height: attestation.blockHeight,
      submitted_at: timeData(attestation.submittedAt),
      tries: attestation.tries,
      due_at: timeData(attestation.dueAt),
    },
  };
}

async function textOf({ batch, anchors, attestation }: BatchStanding): Promise<string> {
  const facts = details([
    ["Batch", `${batch.number} (${batch.id})`],
    ["State", batch.state],
    ["Root", batch.root],
    ["Leaves", batch.leafCount],
    ["Created", timeText(batch.createdAt)],
    ["Bitcoin", `${bitcoinText(batch)}${stepText(attestation)}`],
  ]);
  return [facts, ...(await Promise.all(anchors.map(anchorSection)))].join("\n\n");
}

function stepText({ submittedAt, tries, dueAt }: Attestation): string {
  const submitted = submittedAt === null ? "" : `, submitted ${timeText(submittedAt)}`;
  return `${submitted}, ${tries} requests, ${dueAt === null ? "nothing is due" : `next ${timeText(dueAt)}`}`;
}

async function anchorSection({ anchor, attempts, witness }: AnchorStanding): Promise<string> {
  const lines = [`Chain ${anchor.chainId}: ${anchorText(anchor)}`];
  if (witness !== null) {
    lines.push(
      witness.absence === null
        ? "Witness: kept"
        : `Witness: none (${witness.absence}), ${witness.tries} tries, ${witness.dueAt === null ? "given up" : `next ${timeText(witness.dueAt)}`}`,
    );
  }
  lines.push(attempts.length === 0 ? "No transaction was sent." : await tableText(ATTEMPT_COLUMNS, attempts));
  return lines.join("\n");
}

const ATTEMPT_COLUMNS: readonly Column<AnchorAttempt>[] = [
  { title: "TRANSACTION", cell: ({ txHash }) => txHash },
  { title: "SENT (UTC)", cell: ({ createdAt }) => timeText(createdAt) },
  { title: "NONCE", cell: ({ nonce }) => nonce.toString(), align: "right" },
  { title: "MAX FEE (GWEI)", cell: ({ maxFeePerGas }) => gwei(maxFeePerGas), align: "right" },
];

function gwei(wei: bigint): string {
  return (Number(wei) / 1e9).toFixed(3);
}
