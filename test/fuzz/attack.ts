/** Sends hostile inputs through the whole verifier. */
import { WorkBudget } from "@svc-proof/shared/work";
import { type Claim, type Report, type VerifyOptions, verify } from "@svc-proof/verifier-lib";
import { expect } from "vitest";

let spentUnits = 0;
const spend = WorkBudget.prototype.spend;
WorkBudget.prototype.spend = function (units) {
  spentUnits += units;
  spend.call(this, units);
};

export interface Tally {
  readonly outcomes: Record<string, number>;
  readonly codes: Record<string, number>;
  /** Units of work for the most expensive input. */
  mostUnits: number;
}

export const newTally = (): Tally => ({ outcomes: {}, codes: {}, mostUnits: 0 });

/** Verifies, and checks the answer: no exception, and no claim that was not true before. */
export async function attack(
  input: Uint8Array,
  options: VerifyOptions,
  truths: ReadonlySet<string>,
  tally: Tally,
): Promise<Report> {
  const before = spentUnits;
  const report = await verify(input, options);
  tally.mostUnits = Math.max(tally.mostUnits, spentUnits - before);
  tally.outcomes[report.outcome] = (tally.outcomes[report.outcome] ?? 0) + 1;
  const first = report.checks.find(({ status }) => status === "failed" || status === "indeterminate");
  const code = first === undefined ? "none" : `${first.id} ${first.code}`;
  tally.codes[code] = (tally.codes[code] ?? 0) + 1;
  for (const claim of report.claims) {
    if (!truths.has(claimKey(report, claim))) {
      expect.fail(
        `makes a false claim: ${JSON.stringify(claim)} by ${Buffer.from(input).toString("base64")}`,
      );
    }
  }
  if (report.outcome === "verified") expect(report.claims.length).toBeGreaterThan(0);
  return report;
}

/** What is claimed about which proof. */
export function claimKey({ proof }: Report, { time, source }: Claim): string {
  const { relied_on: _, ...place } = source;
  return JSON.stringify([proof?.content, time, place]);
}
