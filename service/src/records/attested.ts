/** What batches and sets of stamps share: their roots are attested in Bitcoin, step by step. */

import type { Changes, Readable } from "../store/store.js";
import type { Row } from "../store/tables.js";
import type { Attestation, BitcoinState } from "./types.js";

type Attested = "batches" | "stampSets";
type Cells = Pick<
  Row<Attested>,
  "bitcoinState" | "bitcoinHeight" | "timestamp" | "submittedAt" | "attestTries" | "attestDueAt"
>;

/** Of what was just made: due at once. */
export const PENDING: Cells = {
  bitcoinState: "pending",
  bitcoinHeight: null,
  timestamp: null,
  submittedAt: null,
  attestTries: 0,
  attestDueAt: new Date(0),
};

export function attestationOf(row: Cells): Attestation {
  return {
    state: row.bitcoinState as BitcoinState,
    blockHeight: row.bitcoinHeight,
    timestamp: row.timestamp,
    submittedAt: row.submittedAt,
    tries: row.attestTries,
    dueAt: row.attestDueAt,
  };
}

/** Rows with a step due, longest due first. */
export async function dueRows<T extends Attested>(
  rows: Readable,
  table: T,
  now: Date,
  limit: number,
): Promise<readonly Row<T>[]> {
  const next = await rows[table as Attested].page(["attestDueAt", "number"], [], { limit });
  return next.filter(
    ({ attestDueAt }) => attestDueAt! <= now,
  ) as readonly Row<Attested>[] as readonly Row<T>[];
}

/** Replaces the attestation of a row that has the state `from`. False when it has another one, or there is none. */
export function replaceAttestation(
  table: Changes<Attested>,
  number: number,
  from: BitcoinState,
  { state, blockHeight, timestamp, submittedAt, tries, dueAt }: Attestation,
): Promise<boolean> {
  const cells: Cells = {
    ...{ bitcoinState: state, bitcoinHeight: blockHeight, timestamp, submittedAt },
    ...{ attestTries: tries, attestDueAt: dueAt },
  };
  return table.update([number], { bitcoinState: from }, cells);
}

/** The lowest block at or above a height that attests a row; null if there is none. */
export async function lowestBlockOf(
  rows: Readable,
  table: Attested,
  fromHeight: number,
): Promise<number | null> {
  const page = { after: [fromHeight - 1], limit: 1 };
  const [row] = await rows[table].page(["bitcoinHeight", "number"], [], page);
  return row?.bitcoinHeight ?? null;
}
