/**
 * The entries of the time line, one per independent source. A confirmed source has a date. An unconfirmed source has none,
 * so that nothing looks proven that is not.
 */
import { chainText } from "@svc-proof/shared/chains";
import {
  type Check,
  type Claim,
  isTimeCheck,
  type Report,
  readableName,
  type TimeCheckId,
} from "@svc-proof/verifier-lib";
import { fill, type Language, LOCALES } from "../language.js";
import type { VerdictTexts } from "../texts/result/english.js";
import { dateText, type Place } from "./values.js";

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

/** Claims sorted by time, then unconfirmed sources in the order of the checks. */
export function timeLine(report: Report, texts: SourceTexts): readonly TimeLineEntry[] {
  const confirmed = report.claims
    .toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time))
    .map((claim): ConfirmedSource => ({ kind: "confirmed", claim }));
  return [...confirmed, ...report.checks.flatMap((check) => unconfirmed(check, texts))];
}

type SourceTexts = VerdictTexts["sources"];

export function placeOf({ source }: Claim, { unknownChain }: SourceTexts): Place {
  switch (source.type) {
    case "evm-block": {
      const name = chainText(source.chain_id, source.network, unknownChain);
      return { text: "evm", name, block: source.block_number };
    }
    case "bitcoin-block": {
      const { anchored_block: anchored, block_height: block } = source;
      if (anchored === null) return { text: "bitcoin", name: null, block };
      return { text: "block", name: chainText(anchored.chain_id, anchored.network, unknownChain), block };
    }
    case "rfc3161-timestamp":
      return { text: "seal", name: readableName(source.authority), block: null };
  }
}

function unconfirmed(check: Check, texts: SourceTexts): readonly UnconfirmedSource[] {
  const { id, status, evidence } = check;
  if (status === "passed" || status === "skipped" || !isTimeCheck(id)) return [];
  return [{ kind: "unconfirmed", check, ...STATED[id](evidence, texts) }];
}

/** What a check says of its source, whatever it is worth. */
const STATED: Readonly<
  Record<
    TimeCheckId,
    (evidence: Check["evidence"], texts: SourceTexts) => Pick<UnconfirmedSource, "place" | "statedTime">
  >
> = {
  anchor: (evidence, texts) => ({
    place: { text: "evm", name: networkOf(evidence, texts), block: number(evidence["block_number"]) },
    statedTime: null,
  }),
  block: (evidence, texts) => ({
    place: { text: "block", name: networkOf(evidence, texts), block: statedHeight(evidence) },
    statedTime: null,
  }),
  bitcoin: (evidence) => ({
    place: { text: "bitcoin", name: null, block: statedHeight(evidence) },
    statedTime: null,
  }),
  seal: ({ authority, gen_time: time }) => ({
    place: {
      text: "seal",
      name: typeof authority === "string" ? readableName(authority) : null,
      block: null,
    },
    statedTime: text(time),
  }),
};

/** The chain that a check or a notice is about; null if it names none. */
export function networkOf(
  { chain_id: chainId, network }: Check["evidence"],
  { unknownChain }: SourceTexts,
): string | null {
  return typeof network === "string" ? chainText(Number(chainId), network, unknownChain) : null;
}

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
