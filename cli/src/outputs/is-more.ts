/** Whether evidence may take the place of other evidence. */
import type { Check, Report } from "@svc-proof/verifier-lib";

/**
 * Whether new evidence shows at least what the old does. A service could withhold what it gave before, and whoever has the file
 * may have completed a timestamp without it.
 */
export function showsAsMuch(newer: Report, older: Report): boolean {
  return older.checks.every((check) => {
    const others = newer.checks.filter(({ id }) => id === check.id);
    if (check.status === "passed") return others.some(({ status }) => status === "passed");
    // A timestamp that is complete, but whose block header is not at hand, is more than a promise.
    return !isComplete(check) || others.some(isComplete);
  });
}

/** Whether both reports say the same of every check. */
export function showsTheSame(one: Report, other: Report): boolean {
  const verdicts = ({ checks }: Report) =>
    checks.map(({ id, status, code }) => `${id} ${status} ${code}`).join("\n");
  return verdicts(one) === verdicts(other);
}

/** What evidence itself shows, whatever the service says of it. */
export function shownBy({ checks }: Report): {
  readonly bitcoin: "confirmed" | "pending";
  readonly seal: "issued" | null;
} {
  return {
    bitcoin: checks.some(isComplete) ? "confirmed" : "pending",
    seal: checks.some(({ id, status }) => id === "seal" && status !== "skipped") ? "issued" : null,
  };
}

function isComplete({ id, status, code }: Check): boolean {
  return (
    id === "bitcoin" && (status === "passed" || (status === "indeterminate" && code !== "bitcoin_pending"))
  );
}
