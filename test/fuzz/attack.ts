/** One hostile input after the other through the whole verifier. */
import { type Claim, type Report, type VerifyOptions, verify } from "@svc-proof/verifier-lib";
import { expect } from "vitest";

/** Of the processor, for one input, so that a machine that is busy with other things does not count. */
const MAX_MS = 250;
const MAX_TRIES = 5;

export interface Tally {
  readonly outcomes: Record<string, number>;
  readonly codes: Record<string, number>;
  slowestMs: number;
}

export const newTally = (): Tally => ({ outcomes: {}, codes: {}, slowestMs: 0 });

/** Verifies, and holds the answer against what may be: no exception, in time, and nothing claimed that was not true before. */
export async function attack(
  input: Uint8Array,
  options: VerifyOptions,
  truths: ReadonlySet<string>,
  tally: Tally,
): Promise<Report> {
  const report = await inTime(() => verify(input, options), tally);
  tally.outcomes[report.outcome] = (tally.outcomes[report.outcome] ?? 0) + 1;
  const first = report.checks.find(({ status }) => status === "failed" || status === "indeterminate");
  const code = first === undefined ? "none" : `${first.id} ${first.code}`;
  tally.codes[code] = (tally.codes[code] ?? 0) + 1;
  for (const claim of report.claims) {
    if (!truths.has(claimKey(report, claim))) {
      expect.fail(
        `claims what is not so: ${JSON.stringify(claim)} by ${Buffer.from(input).toString("base64")}`,
      );
    }
  }
  if (report.outcome === "verified") expect(report.claims.length).toBeGreaterThan(0);
  return report;
}

/** What is claimed, and of what. */
export function claimKey({ proof }: Report, { time, source }: Claim): string {
  const { relied_on: _, ...place } = source;
  return JSON.stringify([proof?.content, time, place]);
}

async function inTime(work: () => Promise<Report>, tally: Tally): Promise<Report> {
  for (let tries = 1; ; tries++) {
    const start = process.cpuUsage();
    const report = await work();
    const { user, system } = process.cpuUsage(start);
    const ms = (user + system) / 1000;
    if (ms < MAX_MS) {
      tally.slowestMs = Math.max(tally.slowestMs, ms);
      return report;
    }
    if (tries === MAX_TRIES) return expect.fail(`one input took ${ms} ms, again and again`);
  }
}
