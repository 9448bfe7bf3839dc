import { isFaultCode } from "../fault/fault.js";
import type { CheckId } from "../report/checks.js";
import type { CheckCode } from "../report/codes.js";
import { outcomeOf, reasonOf } from "../report/outcome.js";
import type { Check, GivenInput, InputKind, Report } from "../report/report.js";
import type { FoundKind } from "./kinds.js";

/** A file that was found beside the input, and what it is to it. */
export interface BesideFile {
  /** Name or path, for the report. */
  readonly name: string;
  readonly kind: FoundKind | "seal_timestamp" | "witness_timestamp";
  /** The code of the check that it fails by itself; null or absent if there is none. */
  readonly fault?: CheckCode | null;
  /** Whether it states nothing itself and cannot be read: then it is of no use. Default: false. */
  readonly isLeftOut?: boolean;
}

/** Whether a file states something: another may be what a check rests on, so only by itself does it say whether it holds. */
export function statesSomething({ kind }: Pick<BesideFile, "kind">): boolean {
  return !MATERIAL.has(kind);
}

/** Why a file proves nothing by itself: the code of the check that it fails, or why it is not understood. */
export function faultOf({ checks }: Report): CheckCode | null {
  const fails = ({ status, code }: Report["checks"][number]) => status === "failed" || isFaultCode(code);
  return checks.find(fails)?.code ?? null;
}

/** What states nothing itself: it was at hand. */
const MATERIAL: ReadonlySet<BesideFile["kind"]> = new Set([
  "headers",
  "certificates",
  "crl",
  "ocsp_response",
]);

/** The checks that say what became of a file. */
const CHECKS_OF: Readonly<Record<BesideFile["kind"], readonly CheckId[]>> = {
  seal: ["seal"],
  timestamp: ["bitcoin"],
  seal_timestamp: ["seal"],
  witness: ["anchor"],
  witness_timestamp: ["block"],
  headers: ["bitcoin", "block", "seal"],
  certificates: ["seal"],
  crl: ["seal"],
  ocsp_response: ["seal"],
};

/**
 * A report with the files that were found beside its input among the inputs. A file is `failed` if it fails by itself; otherwise `checked` with
 * the code of the check that it serves, or `ok` if it states nothing itself; if there is no such check, or if it cannot be read, it
 * is of no use here.
 */
export function withBeside(report: Report, beside: readonly BesideFile[]): Report {
  if (beside.length === 0) return report;
  const counts = new Map<InputKind, number>();
  for (const { kind, origin } of report.inputs) {
    if (origin === "caller") counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const added = beside.map(({ name, kind, fault = null, isLeftOut = false }): GivenInput => {
    const index = counts.get(kind) ?? 0;
    counts.set(kind, index + 1);
    const row = { kind, origin: "caller", index, name, fault: null } as const;
    if (fault !== null) return { ...row, status: isFaultCode(fault) ? "unreadable" : "failed", code: fault };
    const check = report.checks.find(
      ({ id, status }) => CHECKS_OF[kind].includes(id) && status !== "skipped",
    );
    return check === undefined || isLeftOut
      ? { ...row, status: "not_applicable", code: "input_not_applicable" }
      : { ...row, status: "checked", code: MATERIAL.has(kind) ? "ok" : check.code };
  });
  return { ...report, inputs: [...report.inputs, ...added] };
}

/** A file that its name or its size points to as an original. */
export interface NearestFile {
  readonly name: string;
  /** Its digest by the hash that the evidence states, in lower-case hexadecimal. */
  readonly hash: string;
}

/**
 * The report of evidence beside which lay files that may be its original, none of which is: the check `content` says so, and the
 * evidence counts as verified no longer. What failed, or was compared with a file, stays as it is.
 *
 * @param nearest null if nothing points to a file.
 */
export function withoutOriginal(report: Report, nearest: NearestFile | null): Report {
  if (report.outcome === "failed") return report;
  const checks = report.checks.map((check): Check => {
    if (check.id !== "content" || check.code !== "not_requested") return check;
    const evidence = nearest === null ? {} : { nearest: nearest.name, computed: nearest.hash };
    return {
      ...check,
      status: "indeterminate",
      code: "none_is_original",
      evidence: { ...check.evidence, ...evidence },
    };
  });
  const { type } = report.input;
  const outcome = outcomeOf(checks, type);
  return {
    ...report,
    checks,
    outcome,
    reason: reasonOf(outcome, checks, type, report.inputs),
    claims: [],
    // A file was given; it is another one.
    notices: report.notices.filter(({ code }) => code !== "original_not_given"),
  };
}
