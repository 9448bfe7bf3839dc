/** Batches and chains. */

import { randomUUID } from "node:crypto";
import {
  type Column,
  details,
  flag,
  integer,
  listing,
  record,
  rowsOf,
  tableText,
  UsageError,
} from "@svc-proof/verifier-lib/command-line";
import type { JobName } from "../jobs/job.js";
import type { Records, WitnessStore } from "../records/records.js";
import { chainsText, StoreMarksError } from "../records/store-marks.js";
import type {
  AnchorAttempt,
  Attestation,
  BatchAnchor,
  BatchRecord,
  WitnessStanding,
} from "../records/types.js";
import {
  type AdminCommand,
  AFTER,
  adminEntry,
  COUNT,
  command,
  LIMIT,
  NotFoundError,
  RefusedError,
  timeData,
  timeText,
  uuid,
} from "./command.js";

/** A batch for scripts. */
export function batchData(batch: BatchRecord): object {
  const { id, number, state, root, leafCount, createdAt, anchors, bitcoin } = batch;
  return {
    id,
    number,
    state,
    root,
    leaf_count: leafCount,
    created_at: timeData(createdAt),
    anchors: anchors.map(anchorData),
    bitcoin: { state: bitcoin.state, block_height: bitcoin.blockHeight },
  };
}

export function anchorData({ chainId, state, reopened, inclusion }: BatchAnchor): object {
  return {
    chain_id: chainId,
    state,
    reopened,
    tx_hash: inclusion?.txHash ?? null,
    block_number: inclusion?.blockNumber ?? null,
    block_hash: inclusion?.blockHash ?? null,
    block_timestamp: timeData(inclusion?.blockTimestamp ?? null),
  };
}

/** What is known of a batch. */
export interface BatchStanding {
  readonly batch: BatchRecord;
  readonly anchors: readonly AnchorStanding[];
  readonly attestation: Attestation;
}

export interface AnchorStanding {
  readonly anchor: BatchAnchor;
  /** Oldest first. */
  readonly attempts: readonly AnchorAttempt[];
  /** Null if no witness was looked for in its block, or it is in none. */
  readonly witness: WitnessStanding | null;
}

export async function batchStanding(
  { batches, attestations, witnesses }: Pick<Records, "batches" | "attestations" | "witnesses">,
  batch: BatchRecord,
): Promise<BatchStanding> {
  const places = batch.anchors.flatMap(({ chainId, inclusion }) =>
    inclusion === null ? [] : [{ batchId: batch.id, chainId, blockHash: inclusion.blockHash }],
  );
  const [attempts, attestation, standings] = await Promise.all([
    batches.attempts(batch.id),
    attestations.find(batch.id),
    witnesses.standings(places),
  ]);
  return {
    batch,
    anchors: batch.anchors.map((anchor) => ({
      anchor,
      attempts: attempts.filter(({ chainId }) => chainId === anchor.chainId),
      witness:
        standings.find(
          ({ chainId, blockHash }) => chainId === anchor.chainId && blockHash === anchor.inclusion?.blockHash,
        ) ?? null,
    })),
    // Each batch has one.
    attestation: attestation!,
  };
}

export function anchorText({ state, reopened, inclusion }: BatchAnchor): string {
  const again = reopened ? ", after a reorganisation" : "";
  if (inclusion === null) return `${state}${again}`;
  const { blockNumber, blockTimestamp, txHash } = inclusion;
  return `${state}${again}, block ${blockNumber} of ${timeText(blockTimestamp)}, transaction ${txHash}`;
}

export function bitcoinText({ bitcoin }: BatchRecord): string {
  return bitcoin.blockHeight === null ? bitcoin.state : `${bitcoin.state}, block ${bitcoin.blockHeight}`;
}

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

const PAGE_BATCHES = 200;

export const listBatches: AdminCommand = {
  ...command(
    "batch list",
    "",
    "Lists batches in their order.",
    flag("unfinished", "those with an anchor that is not confirmed"),
    { ...AFTER, value: "NUMBER" },
    LIMIT,
  ),
  run: async ({ store }, given) => {
    const after = given.optional("after", integer(0, Number.MAX_SAFE_INTEGER)) ?? 0;
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
      limit: given.optional("limit", COUNT),
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

export const retryBatch: AdminCommand = {
  ...command(
    "batch retry",
    "BATCH",
    "Makes what a batch waits for due now: its step in Bitcoin, witnesses. Says so if nothing is to be done.",
  ),
  run: async ({ store }, given) => {
    const batch = await findBatch(store, given.positionals[0]!);
    const standing = await batchStanding(store, batch);
    const now = new Date();
    const steps = [
      ...standing.anchors.map(anchorStep),
      ...standing.anchors.flatMap((anchor) => witnessSteps(store, anchor, now)),
      bitcoinStep(store, standing, now),
    ];
    const wanted = steps.filter((step) => step.retry !== undefined);
    if (wanted.length > 0) {
      const details = { batch: batch.number, steps: wanted.map(({ job }) => job).join(", ") };
      await store.audit.append(
        adminEntry({ accountId: null, action: "batch.retry", subject: batch.id, details }),
      );
    }
    const done: StepReport[] = [];
    for (const { retry, ...step } of steps) {
      const retried = retry === undefined ? false : await retry();
      done.push({ ...step, retried });
    }
    const idle = await idleJobs(store.leases, [
      ...new Set(done.flatMap(({ job, finished }) => (finished ? [] : [job]))),
    ]);
    const lines = done.map(
      ({ what, says, retried }) => `${what}: ${says}${retried ? " It is due now." : ""}`,
    );
    const end = done.some(({ retried }) => retried)
      ? []
      : [
          done.every(({ finished }) => finished)
            ? "Nothing to retry: the batch is complete."
            : "Nothing to retry: the jobs look at what is open in every round.",
        ];
    return record(
      {
        id: batch.id,
        number: batch.number,
        steps: done.map(({ job, says, chainId, retried, finished }) => ({
          job,
          chain_id: chainId,
          retried,
          finished,
          reason: says,
        })),
        idle_jobs: idle,
      },
      [
        ...lines,
        ...end,
        ...idle.map((job) => `No instance runs the job ${job} now: start the service.`),
      ].join("\n"),
    );
  },
};

/** What a batch waits for, or no longer waits for. */
interface Step {
  readonly job: JobName;
  readonly chainId: number | null;
  /** Its name, for people. */
  readonly what: string;
  /** How it stands, a sentence. */
  readonly says: string;
  /** Whether nothing is left to be done. */
  readonly finished: boolean;
  /** Makes it due. False when that was not needed any more. Missing if it cannot or need not be done. */
  readonly retry?: () => Promise<boolean>;
}

type StepReport = Omit<Step, "retry"> & { readonly retried: boolean };

/** Nothing makes a transaction due: each round of the job looks at every anchor that is not confirmed. */
function anchorStep({ anchor: { chainId, state }, attempts }: AnchorStanding): Step {
  const last = attempts.at(-1);
  const sent = last === undefined ? "no transaction was sent yet" : `last sent ${timeText(last.createdAt)}`;
  const waits =
    state === "anchored"
      ? "It is in a block and waits for confirmations."
      : `None of its transactions counts, ${sent}. Every round sends the last again if the chain lost it, and after SVC_ANCHOR_BUMP_MS another: with higher fees, or if it was reverted with a new nonce.`;
  return {
    job: "anchor",
    chainId,
    what: `Anchor on chain ${chainId}`,
    says: state === "confirmed" ? "It is confirmed." : waits,
    finished: state === "confirmed",
  };
}

function witnessSteps(
  { witnesses }: Pick<Records, "witnesses">,
  { anchor, witness }: AnchorStanding,
  now: Date,
): Step[] {
  const { chainId, inclusion } = anchor;
  if (inclusion === null) return [];
  const step = { job: "witness", chainId, what: `Witness on chain ${chainId}` } as const;
  if (witness === null) {
    return [{ ...step, says: "The next round looks for it.", finished: false }];
  }
  const { absence, dueAt, tries } = witness;
  if (absence === null) return [{ ...step, says: "It is kept.", finished: true }];
  if (dueAt !== null && dueAt <= now) {
    return [
      { ...step, says: `There is none (${absence}); it is looked for in the next round.`, finished: false },
    ];
  }
  const when = dueAt === null ? "it was given up" : `the next look was to be ${timeText(dueAt)}`;
  return [
    {
      ...step,
      says: `There is none (${absence}) after ${tries} tries, ${when}.`,
      finished: false,
      // Needs no lease: a witness that was kept meanwhile stays. The tries begin anew, or one more would give it up again.
      retry: () => witnesses.put({ ...witness, tries: 0, dueAt: now, document: null }),
    },
  ];
}

function bitcoinStep({ attestations }: Records, { batch, attestation }: BatchStanding, now: Date): Step {
  const step = { job: "attest", chainId: null, what: "Bitcoin" } as const;
  const { state, blockHeight, dueAt, submittedAt } = attestation;
  const isDue = dueAt !== null && dueAt <= now;
  if (state === "confirmed" && dueAt === null) {
    return { ...step, says: `It is confirmed in block ${blockHeight}.`, finished: true };
  }
  const says = {
    pending: "No calendar took it yet; every round submits it.",
    submitted: `It was submitted ${timeText(submittedAt)} and waits for a block.`,
    confirmed: `It is confirmed in block ${blockHeight}; the parts of other calendars are collected.`,
  }[state];
  const next = isDue ? " The next round asks." : dueAt === null ? " Nothing was due any more." : "";
  return {
    ...step,
    says: `${says}${state === "pending" ? "" : next}`,
    finished: false,
    ...(isDue ? {} : { retry: () => attestations.hasten(batch.id, now) }),
  };
}

/** Jobs that no instance runs: nobody holds their leases. A lease that is taken to find out is released at once. */
async function idleJobs(leases: Records["leases"], jobs: readonly JobName[]): Promise<readonly JobName[]> {
  const idle: JobName[] = [];
  for (const job of jobs) {
    const lease = await leases.acquire(job, `admin ${randomUUID()}`, 1_000);
    if (lease === null) continue;
    await leases.release(lease);
    idle.push(job);
  }
  return idle;
}

export const showBatch: AdminCommand = {
  ...command(
    "batch show",
    "BATCH",
    "Shows a batch by its number or identifier: root, leaves, anchors with their attempts, Bitcoin.",
  ),
  run: async ({ store }, given) => {
    const standing = await batchStanding(store, await findBatch(store, given.positionals[0]!));
    return record(dataOf(standing), textOf(standing));
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

function textOf({ batch, anchors, attestation }: BatchStanding): string {
  const facts = details([
    ["Batch", `${batch.number} (${batch.id})`],
    ["State", batch.state],
    ["Root", batch.root],
    ["Leaves", batch.leafCount],
    ["Created", timeText(batch.createdAt)],
    ["Bitcoin", `${bitcoinText(batch)}${stepText(attestation)}`],
  ]);
  return [facts, ...anchors.map(anchorSection)].join("\n\n");
}

function stepText({ submittedAt, tries, dueAt }: Attestation): string {
  const submitted = submittedAt === null ? "" : `, submitted ${timeText(submittedAt)}`;
  return `${submitted}, ${tries} requests, ${dueAt === null ? "nothing is due" : `next ${timeText(dueAt)}`}`;
}

function anchorSection({ anchor, attempts, witness }: AnchorStanding): string {
  const lines = [`Chain ${anchor.chainId}: ${anchorText(anchor)}`];
  if (witness !== null) {
    lines.push(
      witness.absence === null
        ? "Witness: kept"
        : `Witness: none (${witness.absence}), ${witness.tries} tries, ${witness.dueAt === null ? "given up" : `next ${timeText(witness.dueAt)}`}`,
    );
  }
  lines.push(attempts.length === 0 ? "No transaction was sent." : tableText(ATTEMPT_COLUMNS, attempts));
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

const MAX_CHAINS = 8;

export const acceptChains: AdminCommand = {
  ...command(
    "chain accept",
    "CHAIN_IDS",
    "Lets the store have these chains from the next start on, in place of those that it has. CHAIN_IDS are separated by commas. Proofs keep theirs.",
  ),
  run: async ({ store, acceptChains }, given) => {
    const chainIds = chainIdsOf(given.positionals[0]!);
    const former = await acceptChains(chainIds).catch((error: unknown) => {
      throw error instanceof StoreMarksError ? new RefusedError(error.message) : error;
    });
    const details = { chains: chainIds.join(" "), former: (former ?? []).join(" ") };
    await store.audit.append(adminEntry({ accountId: null, action: "chain.accept", details }));
    const before = former === null ? "It had none yet" : `Before, it had ${chainsText(former)}`;
    return record(
      { chain_ids: chainIds, former_chain_ids: former },
      `The store has ${chainsText(chainIds)} from the next start on. ${before}.`,
    );
  },
};

/** @throws UsageError */
function chainIdsOf(text: string): readonly number[] {
  const words = text.split(",");
  const ids = words.filter((word) => /^[1-9][0-9]{0,15}$/.test(word)).map(Number);
  const isRight =
    ids.length === words.length && ids.every(Number.isSafeInteger) && new Set(ids).size === ids.length;
  if (!isRight || ids.length > MAX_CHAINS) {
    throw new UsageError(`expected 1 to ${MAX_CHAINS} different EIP-155 identifiers, separated by commas`);
  }
  return ids;
}
