/**
 * The entries of the time line, one per independent source. A confirmed source has a date. An unconfirmed source has none,
 * so that nothing looks proven that is not.
 */
import { type Check, type Claim, isTimeCheck, type Report, type TimeCheckId } from "@svc-proof/verifier-lib";
import { fill, type Language, LOCALES } from "../language.js";
import type { VerdictTexts } from "../texts/result/english.js";
import { dateText } from "./values.js";

export type TimeLineEntry = ConfirmedSource | UnconfirmedSource;

export interface ConfirmedSource {
  readonly kind: "confirmed";
  readonly claim: Claim;
}

/** An anchor, timestamp or seal that nothing given confirms. */
export interface UnconfirmedSource {
  readonly kind: "unconfirmed";
  readonly check: Check;
  readonly place: Place;
  /** As the seal states it: not ISO 8601. */
  readonly statedTime: string | null;
}

/** Where a time comes from, for the sentence of `VerdictTexts["sources"]` that `text` names. */
export interface Place {
  readonly text: keyof Pick<VerdictTexts["sources"], "evm" | "block" | "bitcoin" | "seal">;
  /** The network (for `block`, that of the anchor), the authority, or null for Bitcoin. */
  readonly name: string | null;
  /** Block number or height. */
  readonly block: number | null;
}

/** Claims sorted by time, then unconfirmed sources in the order of the checks. */
export function timeLine(report: Report): readonly TimeLineEntry[] {
  const confirmed = report.claims
    .toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time))
    .map((claim): ConfirmedSource => ({ kind: "confirmed", claim }));
  return [...confirmed, ...report.checks.flatMap(unconfirmed)];
}

export function placeOf({ source }: Claim): Place {
  switch (source.type) {
    case "evm-block":
      return { text: "evm", name: source.network, block: source.block_number };
    case "bitcoin-block":
      return source.anchored_block === null
        ? { text: "bitcoin", name: null, block: source.block_height }
        : { text: "block", name: source.anchored_block.network, block: source.block_height };
    case "rfc3161-timestamp":
      return { text: "seal", name: source.authority, block: null };
  }
}

function unconfirmed(check: Check): readonly UnconfirmedSource[] {
  const { id, status, evidence } = check;
  if (status === "passed" || status === "skipped" || !isTimeCheck(id)) return [];
  return [{ kind: "unconfirmed", check, ...STATED[id](evidence) }];
}

/** What a check says of its source, whatever it is worth. */
const STATED: Readonly<
  Record<TimeCheckId, (evidence: Check["evidence"]) => Pick<UnconfirmedSource, "place" | "statedTime">>
> = {
  anchor: ({ network, block_number: block }) => ({
    place: { text: "evm", name: text(network), block: number(block) },
    statedTime: null,
  }),
  block: (evidence) => ({
    place: { text: "block", name: text(evidence["network"]), block: statedHeight(evidence) },
    statedTime: null,
  }),
  bitcoin: (evidence) => ({
    place: { text: "bitcoin", name: null, block: statedHeight(evidence) },
    statedTime: null,
  }),
  seal: ({ authority, gen_time: time }) => ({
    place: { text: "seal", name: text(authority), block: null },
    statedTime: text(time),
  }),
};

/** The first that the timestamp names. */
function statedHeight({ attestations }: Check["evidence"]): number | null {
  const heights = (Array.isArray(attestations) ? attestations : []).map((one) =>
    number((one as Check["evidence"])["stated_height"]),
  );
  return heights.find((height) => height !== null) ?? null;
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function number(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

/** What a date rests on that was computed here, as one or two sentences. */
export function computedGrounds(
  source: Claim["source"],
  { sources }: VerdictTexts,
  language: Language,
): string {
  if (source.type !== "bitcoin-block") return sources.computed;
  const { work_bits: workBits, checkpoint_height: block, proven_by_work: run } = source;
  const bits = new Intl.NumberFormat(LOCALES[language]).format(workBits);
  if (block !== null) return fill(sources.checkpoint, { bits, block });
  if (run === null) return sources.computed;
  return fill(sources.byWork, {
    bits,
    count: new Intl.NumberFormat(LOCALES[language]).format(run.blocks),
    date: dateText(run.checkpoint_time, language),
    cost: new Intl.NumberFormat(LOCALES[language], {
      style: "currency",
      currency: "USD",
      currencyDisplay: "name",
      notation: "compact",
      compactDisplay: "long",
      maximumFractionDigits: 0,
    }).format(10 ** run.cost_usd_power_of_ten),
  });
}
