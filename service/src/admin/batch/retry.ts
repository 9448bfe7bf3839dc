import { randomUUID } from "node:crypto";
import type { JobName } from "../../jobs/job.js";
import type { Records } from "../../records/records.js";
import { adminEntry } from "../admin-actor.js";
import type { Command } from "../command.js";
import { record } from "../output/result.js";
import { timeText } from "../output/time-text.js";
import { type AnchorStanding, type BatchStanding, batchStanding } from "./batch-standing.js";
import { findBatch } from "./find-batch.js";

export const retryBatch: Command = {
  words: ["batch", "retry"],
  usage: "BATCH",
  doc: "make what a batch waits for due now: its step in Bitcoin, witnesses; says so if nothing is to be done",
  options: {},
  positionals: ["BATCH"],
  run: async ({ store }, given) => {
    const batch = await findBatch(store, given.positional("BATCH"));
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
