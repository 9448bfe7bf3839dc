/** The chains whose sources could add to a report. */
import { evmChain } from "@svc-proof/shared/chains";
import { type Check, isTimeCheck, type Report, type TimeCheckId } from "@svc-proof/verifier-lib";
import type { EndpointGroup } from "./endpoints.js";

/** Each chain that an anchor names, and Bitcoin if the given headers leave a block undecided. */
export function askableChains(report: Report): readonly Omit<EndpointGroup, "endpoints">[] {
  const groups = new Map<number | null, Omit<EndpointGroup, "endpoints">>();
  for (const check of report.checks) {
    const chainId = check.evidence["chain_id"];
    if (check.id === "anchor" && typeof chainId === "number" && check.code !== "network_mismatch") {
      const network = evmChain(chainId)?.network ?? `${check.evidence["network"]}`;
      if (!groups.has(chainId)) groups.set(chainId, { kind: "evm", chainId, network });
    }
    if (openBlockFinding(check) !== null)
      groups.set(null, { kind: "bitcoin", chainId: null, network: "Bitcoin" });
  }
  return [...groups.values()];
}

/** Statuses to which an explorer cannot add: decided, without a block yet, or on a development network. */
const NOT_TO_BE_ASKED: readonly unknown[] = [
  "bitcoin_pending",
  "no_bitcoin_attestation",
  "header_of_regtest",
];

/** Evidence about timestamps that leaves a block of Bitcoin open. */
export interface BlockFinding {
  readonly attestations?: unknown;
}

/** What a report says of blocks of Bitcoin that headers or explorers could settle. */
export function openBlockFindings({ checks }: Report): readonly BlockFinding[] {
  return checks.flatMap((check) => openBlockFinding(check) ?? []);
}

/** The timestamps of a content, or those that protect a seal after its certificate expires. */
function openBlockFinding(check: Check): BlockFinding | null {
  const finding = isTimeCheck(check.id) ? BLOCK_FINDINGS[check.id](check) : null;
  if (!isFinding(finding)) return null;
  const isSettled = finding.status !== "indeterminate" && finding.basis === "computed";
  const isOpen = !isSettled && finding.status !== "skipped" && !NOT_TO_BE_ASKED.includes(finding.code);
  if (!isOpen) return null;
  return check.id === "seal" ? (finding as BlockFinding) : check.evidence;
}

/** Where a check says what became of a Bitcoin block; null if it looks for none. */
const BLOCK_FINDINGS: Readonly<Record<TimeCheckId, (check: Check) => unknown>> = {
  anchor: () => null,
  block: (check) => check,
  bitcoin: (check) => check,
  seal: ({ evidence }) => evidence["proof_of_existence"],
};

interface Finding {
  readonly status?: unknown;
  readonly code?: unknown;
  readonly basis?: unknown;
}

function isFinding(value: unknown): value is Finding {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
