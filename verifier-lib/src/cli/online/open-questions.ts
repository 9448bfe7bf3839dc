/** What a report leaves open that a source could answer. */
import { DEVELOPMENT_CHAIN_ID } from "@svc-proof/shared/chains";
import type { Check, Evidence, Report } from "../../report/report.js";

export interface OpenQuestions {
  /** EIP-155 identifiers of the chains whose anchors nobody was asked about, each once. */
  readonly chainIds: readonly number[];
  /** Whether a block of Bitcoin is named that neither headers nor a source prove. */
  readonly isBitcoinOpen: boolean;
}

export function openQuestions({ outcome, checks }: Report): OpenQuestions {
  // No answer mends a failure.
  if (outcome === "failed") return { chainIds: [], isBitcoinOpen: false };
  const chainIds = checks.filter(isOpenAnchor).map(({ evidence }) => evidence["chain_id"] as number);
  return {
    chainIds: [...new Set(chainIds)],
    isBitcoinOpen: !checks.some(isOfSandbox) && checks.some(leavesBlockOpen),
  };
}

/** A sandbox has its own Bitcoin calendar: an explorer knows other blocks at the same heights, and would contradict it. */
function isOfSandbox({ id, evidence }: Check): boolean {
  return id === "anchor" && evidence["chain_id"] === DEVELOPMENT_CHAIN_ID;
}

function isOpenAnchor({ id, status, evidence }: Check): boolean {
  return (
    id === "anchor" &&
    status === "indeterminate" &&
    typeof evidence["chain_id"] === "number" &&
    evidence["sources"] === undefined
  );
}

/** Codes that an answer can settle. */
const BITCOIN_OPEN: ReadonlySet<unknown> = new Set<Check["code"]>(["no_bitcoin_header", "header_unproven"]);

function leavesBlockOpen({ id, status, code, evidence }: Check): boolean {
  if (id === "bitcoin" || id === "block") return status === "indeterminate" && BITCOIN_OPEN.has(code);
  const existence = id === "seal" ? (evidence["proof_of_existence"] as Evidence | undefined) : undefined;
  return status === "indeterminate" && BITCOIN_OPEN.has(existence?.["code"]);
}
