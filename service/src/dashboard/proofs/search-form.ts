/** The search form: what its fields ask for. It is sent with GET, so that a search has an address. */
import { isUuid } from "@svc-proof/shared/encoding";
import { pastedFingerprint, pastedId } from "@svc-proof/shared/text";
import type { ProofOrigin, ProofQuery } from "../../records/types.js";
import type { ProofState } from "../../resources/proof-resource.js";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;
/** Names have at most 200 characters; what tools print around a fingerprint is longer. */
const MAX_NAME_LENGTH = 200;
export const MAX_TEXT_LENGTH = 1000;

export const STATES: readonly ProofState[] = ["queued", "batched", "anchored", "confirmed"];
export const ORIGINS: readonly ProofOrigin[] = ["api", "web"];

export interface SearchForm {
  /** As they were typed. */
  readonly values: Readonly<Record<"q" | "from" | "until" | "state" | "origin", string>>;
  readonly problems: Readonly<Partial<Record<"from" | "until", "date" | "order">>>;
  /** Null if there is a problem. */
  readonly query: ProofQuery | null;
  /** The number of a proof or certificate that was given in place of a name; null if none was. */
  readonly id: string | null;
  /** Whether it has a condition. */
  readonly isSearch: boolean;
  /** Where the page begins; null for the first one. */
  readonly before: string | null;
}

/** Reads the query of an address. Values that the form does not offer count as none. */
export function parseSearchForm(given: URLSearchParams): SearchForm {
  const text = (name: string) => (given.get(name) ?? "").normalize("NFC").trim().slice(0, MAX_TEXT_LENGTH);
  const q = text("q");
  const from = text("from");
  const until = text("until");
  const state = STATES.find((one) => one === given.get("state")) ?? null;
  const origin = ORIGINS.find((one) => one === given.get("origin")) ?? null;
  const first = dayOf(from);
  const last = dayOf(until);
  const problems = {
    ...(first === undefined ? { from: "date" as const } : {}),
    ...(last === undefined
      ? { until: "date" as const }
      : first && last && last < first
        ? { until: "order" as const }
        : {}),
  };
  const pasted = pastedFingerprint(q);
  const hash = pasted?.algorithm === "SHA-256" ? pasted.hash : null;
  const before = (given.get("before") ?? "").toLowerCase();
  const isSearch = q !== "" || from !== "" || until !== "" || state !== null || origin !== null;
  return {
    values: { q, from, until, state: state ?? "", origin: origin ?? "" },
    problems,
    isSearch,
    id: pastedId(q),
    before: isUuid(before) ? before : null,
    query:
      first === undefined || last === undefined || "until" in problems
        ? null
        : {
            text: hash === null && q !== "" ? q.slice(0, MAX_NAME_LENGTH) : null,
            hash,
            from: first,
            // The last day is included.
            until: last && new Date(last.getTime() + DAY_MS),
            state,
            origin,
          },
  };
}

/** The address of a page of the same search. @param before null for the first page. @param path of the list. */
export function searchAddress(
  { values }: SearchForm,
  before: string | null,
  path: string = "/dashboard/proofs",
): string {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ""));
  if (before !== null) query.set("before", before);
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** Midnight UTC; null for no day, undefined for one that does not exist. */
function dayOf(text: string): Date | null | undefined {
  if (text === "") return null;
  const day = new Date(`${text}T00:00:00.000Z`);
  if (!DAY.test(text) || Number.isNaN(day.getTime())) return undefined;
  // JavaScript reads 2026-02-30 as a day in March.
  return day.toISOString().startsWith(text) ? day : undefined;
}
