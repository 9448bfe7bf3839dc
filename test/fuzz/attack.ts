/** Sends hostile inputs through the whole verifier. */

import { WorkBudget } from "@svc-proof/shared/work";
import { type Claim, type Report, type VerifyOptions, verify } from "@svc-proof/verifier-lib";
import { expect } from "vitest";
import { count, tell } from "./extent.js";

let spentUnits = 0;
const spend = WorkBudget.prototype.spend;
WorkBudget.prototype.spend = function (units) {
  spentUnits += units;
  spend.call(this, units);
};

export interface Tally {
  /** How many came to each outcome, with the first check that did not pass. */
  readonly came: Map<string, number>;
  /** Units of work for the most expensive input. */
  mostUnits: number;
}

export const newTally = (): Tally => ({ came: new Map(), mostUnits: 0 });

export const tellTally = (what: string, { came, mostUnits }: Tally): void =>
  tell(`${what}, at most ${mostUnits} units of work`, came);

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
  const first = report.checks.find(({ status }) => status === "failed" || status === "indeterminate");
  count(tally.came, first === undefined ? report.outcome : `${report.outcome} by ${first.id} ${first.code}`);
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
