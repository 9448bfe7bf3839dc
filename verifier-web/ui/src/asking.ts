/** Chains that can be asked, their endpoints and faults. */
import { chainName } from "@svc-proof/shared/chains";
import { type Check, isTimeCheck, type Report, type TimeCheckId } from "@svc-proof/verifier-lib";

// The chains whose sources could add to a report.

/** Each chain that an anchor names, and Bitcoin if the given headers leave a block undecided. */
export function askableChains(report: Report): readonly Omit<EndpointGroup, "endpoints">[] {
  const groups = new Map<number | null, Omit<EndpointGroup, "endpoints">>();
  for (const check of report.checks) {
    const chainId = check.evidence["chain_id"];
    if (check.id === "anchor" && typeof chainId === "number" && check.code !== "network_mismatch") {
      // Not its label: whoever made the proof chose it.
      const network = chainName(chainId);
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

/** Why an address is rejected. */
export type EndpointFault =
  | "endpoint_not_an_address"
  /** Browsers send no request to an address that contains a user name. */
  | "endpoint_with_credentials"
  /** The page may use http only for this machine. */
  | "endpoint_not_secure"
  | "too_many_endpoints";

const MAX_ADDRESS_LENGTH = 2048;

/** Why an address cannot be asked; null if it can. */
export function endpointFault(address: string): EndpointFault | null {
  if (address.length > MAX_ADDRESS_LENGTH || !URL.canParse(address)) return "endpoint_not_an_address";
  const { protocol, hostname, username, password } = new URL(address);
  if (protocol !== "http:" && protocol !== "https:") return "endpoint_not_an_address";
  if (username !== "" || password !== "") return "endpoint_with_credentials";
  const isLocal = hostname === "localhost" || hostname === "127.0.0.1";
  return protocol === "http:" && !isLocal ? "endpoint_not_secure" : null;
}

/** Endpoints of one chain that an online check would ask. */
export interface EndpointGroup {
  readonly kind: "evm" | "bitcoin";
  /** EIP-155 identifier; null for Bitcoin. */
  readonly chainId: number | null;
  /** The proof's own name for it if the verifier does not know the chain: hostile text. */
  readonly network: string;
  /** http or https addresses. Empty if the user has to enter one first. */
  readonly endpoints: readonly string[];
}

/** Identifies the group, regardless of its endpoints. */
export function endpointKey({ kind, chainId }: Pick<EndpointGroup, "kind" | "chainId">): string {
  return kind === "bitcoin" ? "bitcoin" : `evm:${chainId}`;
}
