/** Puts evidence that was downloaded and verified where it belongs. */
import type { BundleFile } from "@svc-proof/client";
import type { Report } from "@svc-proof/verifier-lib";
import type { Outcome, Problem } from "../results/result.js";
import { verifyFiles } from "./evidence-files.js";
import { showsAsMuch, showsTheSame } from "./is-more.js";
import { isPackagePath } from "./own-outputs.js";
import { type Occupant, occupantOf, type StoredEvidence } from "./place.js";
import { replaceEvidence, writeNewEvidence } from "./write-evidence.js";

export interface NewEvidence {
  /** Of the proof. */
  readonly id: string;
  /** Of the content. */
  readonly hash: string;
  /** Verified. */
  readonly files: readonly BundleFile[];
  /** On the files. */
  readonly report: Report;
}

export interface Saved {
  readonly outcome: Extract<Outcome, "written" | "upgraded" | "present" | "occupied" | "failed">;
  readonly error: Problem | null;
  /** On what is at the place now; null if that is not the evidence. */
  readonly report: Report | null;
}

/**
 * Writes evidence, or adds to what is there. Evidence gives way only to as much or more of the same proof; parts that the new does
 * not have stay.
 *
 * @throws the file system's error.
 */
export async function saveEvidence(place: string, evidence: NewEvidence): Promise<Saved> {
  let occupant = await occupantOf(place);
  if (occupant.kind === "nothing") {
    try {
      await writeNewEvidence(place, evidence.files);
      return { outcome: "written", error: null, report: evidence.report };
    } catch (error) {
      if (!TAKEN.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    }
    // Made meanwhile: perhaps by another run, which has the same proof.
    occupant = await occupantOf(place);
    if (occupant.kind === "nothing") occupant = { kind: "foreign" };
  }
  const problem = conflictWith(occupant, place, evidence);
  if (problem !== null || occupant.kind !== "evidence") {
    return { outcome: "occupied", error: problem, report: null };
  }
  return addTo(place, occupant, evidence);
}

const HEADERS = /^bitcoin\/headers(?:-[0-9]+)?\.json$/;

const TAKEN: ReadonlySet<string> = new Set(["EEXIST", "ENOTEMPTY", "ENOTDIR"]);

/** Why evidence cannot be where something else is; null if it can. */
export function conflictWith(
  occupant: Exclude<Occupant, { kind: "nothing" }>,
  place: string,
  { id, hash }: { readonly id: string | null; readonly hash: string },
): Problem | null {
  if (occupant.kind === "foreign") {
    return { code: "output_not_ours", message: `${place} is something else: move it away` };
  }
  if (occupant.kind === "damaged") {
    return { code: "output_damaged", message: `${damagedText(place, occupant)}: move it away` };
  }
  const { content, proof_id: proofId } = occupant.proof;
  if (content.hash !== hash) {
    return {
      code: "output_of_other_content",
      message: `${place} is evidence of an earlier content of the file: move it away, it is still good for that`,
    };
  }
  if (id !== null && proofId !== id) {
    return {
      code: "output_of_other_proof",
      message: `${place} is evidence by another proof, ${proofId}: move it away`,
    };
  }
  return null;
}

/** That evidence does not hold, for people. */
export function damagedText(place: string, { why }: { readonly why: string }): string {
  return `${place} is damaged or was changed (${why})`;
}

async function addTo(
  place: string,
  { files: old, report: oldReport }: StoredEvidence,
  { files }: NewEvidence,
): Promise<Saved> {
  const kept = { outcome: "present", error: null, report: oldReport } as const;
  const oldBytes = new Map(old.map(({ path, bytes }) => [path, bytes]));
  const isNew = ({ path, bytes }: BundleFile) => {
    const before = oldBytes.get(path);
    return before === undefined || Buffer.compare(before, bytes) !== 0;
  };
  const changed = files.filter(isNew);
  if (changed.length === 0) return kept;
  const names = new Set(files.map(({ path }) => path));
  const merged = [...files, ...old.filter(({ path }) => !names.has(path))];
  const newReport = await verifyFiles(merged);
  if (newReport.outcome === "failed" || newReport.inputs.some(({ status }) => status === "unreadable")) {
    return {
      outcome: "failed",
      report: null,
      error: {
        code: "not_verified",
        message: `what came does not agree with ${place}, which stays as it is`,
      },
    };
  }
  // What is here shows more than what the service has.
  if (!showsAsMuch(newReport, oldReport)) return kept;
  // The chain of Bitcoin grows by a header every ten minutes, which adds nothing to a block that is proven.
  const isOnlyHeaders = changed.every(({ path }) => HEADERS.test(path) && oldBytes.has(path));
  if (isOnlyHeaders && showsTheSame(newReport, oldReport)) return kept;
  await replaceEvidence(place, isPackagePath(place) ? merged : changed);
  return { outcome: "upgraded", error: null, report: newReport };
}
