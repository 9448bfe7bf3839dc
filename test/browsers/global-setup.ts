/** The evidence that the suites of all browsers share, from one sandbox. */
import type { TestProject } from "vitest/node";
import { chromium } from "./chromium.js";
import { type EvidenceAtHand, provideEvidence } from "./evidence-at-hand.js";
import { firefox } from "./firefox.js";
import { webkit } from "./webkit.js";

declare module "vitest" {
  export interface ProvidedContext {
    /** Null where no browser is installed. */
    evidenceAtHand: EvidenceAtHand | null;
  }
}

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  project.provide("evidenceAtHand", null);
  if ([chromium, firefox, webkit].every(({ missing }) => missing !== null)) return undefined;
  const { at, end } = await provideEvidence();
  project.provide("evidenceAtHand", at);
  return end;
}
