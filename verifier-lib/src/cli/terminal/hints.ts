/** The option that may settle a check which is still open. */

import { evmChain } from "@svc-proof/shared/chains";
import type { Check, CheckId } from "../../index.js";
import { DEFAULT_ENDPOINTS } from "../../source/evm.js";

/** What the caller has given already. */
export interface HintContext {
  readonly isOnline: boolean;
}

/** Lines without an indent; empty if no option helps. */
export function hintsOf(check: Check, context: HintContext): readonly string[] {
  if (check.id === "content" && check.code === "not_requested")
    return ["--original FILE compares the file itself"];
  if (check.status !== "indeterminate") return [];
  if (check.code.startsWith("source_") || check.code === "block_unknown_to_source")
    return [otherSource(check)];
  return HINTS[check.id]?.(check, context) ?? [];
}

const HINTS: Readonly<Partial<Record<CheckId, (check: Check, context: HintContext) => readonly string[]>>> = {
  anchor: anchorHints,
  block: bitcoinHints,
  bitcoin: bitcoinHints,
  seal: sealHints,
  qualified: qualifiedHints,
  content: contentHints,
};

function anchorHints({ code, evidence }: Check, { isOnline }: HintContext): readonly string[] {
  const chainId = Number(evidence["chain_id"]);
  switch (code) {
    case "no_source":
    case "witness_unconfirmed": {
      const chain = evmChain(chainId)?.network ?? `chain ${chainId}`;
      const isKnown = !isOnline && DEFAULT_ENDPOINTS[`evm:${chainId}`] !== undefined;
      return [
        ...(isKnown ? [`--online asks public endpoints of ${chain}`] : []),
        `--rpc ${chainId}=URL asks an endpoint of your own choice`,
      ];
    }
    case "sources_disagree":
      return [`--rpc ${chainId}=URL: name endpoints that you trust; all of one chain are compared`];
    case "finality_unknown":
      return ["--confirmations N is enough where the endpoint does not say which blocks are final"];
    case "too_few_confirmations":
    case "block_not_final":
    case "transaction_pending":
    case "transaction_not_indexed":
      return ["try again later: the block is too new"];
    default:
      return [];
  }
}

function bitcoinHints({ code, evidence }: Check, { isOnline }: HintContext): readonly string[] {
  switch (code) {
    case "no_bitcoin_header":
    case "header_unproven":
    case "header_run_missing":
    case "header_run_short":
      return [
        ...(isOnline ? [] : ["--online asks public explorers of Bitcoin"]),
        "--headers FILE proves the block offline (the service has it: GET /proof/ID.headers.json)",
        "--esplora URL or --bitcoin-rpc URL asks an explorer or a node of your own choice",
      ];
    case "sources_disagree":
      return ["--headers FILE proves the block without anyone's word"];
    case "bitcoin_pending":
      return Array.isArray(evidence["pending"])
        ? ["svc-verify upgrade FILE.ots asks the calendars whether a block has it by now"]
        : [];
    case "file_hash_not_sha256":
      return ["--hash HEX, by the hash that the timestamp uses"];
    default:
      return [];
  }
}

const MISSING_CERTIFICATE: ReadonlySet<Check["code"]> = new Set<Check["code"]>([
  "signer_certificate_missing",
  "chain_incomplete",
]);

function sealHints({ code, evidence }: Check, _: HintContext): readonly string[] {
  if (MISSING_CERTIFICATE.has(code)) return ["--certificates FILE adds certificates of the authority"];
  switch (code) {
    case "no_trust_anchor":
    case "no_path":
      return [
        ...(code === "no_path" ? ["--certificates FILE adds certificates of the authority"] : []),
        "--trust FILE.pem trusts the certificate of an authority; ask the authority itself for it, not whoever sent the seal",
      ];
    case "out_of_bounds_no_poe": {
      const isTimestamped = evidence["proof_of_existence"] != null;
      return isTimestamped
        ? [
            "--headers FILE or --online settles the timestamp that shows the seal is older than its certificate's end",
          ]
        : ["--seal-timestamp FILE.ots shows that the seal is older than the end of its certificate"];
    }
    case "revoked_no_poe":
      return ["--seal-timestamp FILE.ots shows that the seal is older than the revocation"];
    case "gen_time_in_the_future":
      return ["check the clock of this machine"];
    default:
      return [];
  }
}

function qualifiedHints({ code }: Check): readonly string[] {
  switch (code) {
    case "chain_incomplete":
      return ["--certificates FILE adds certificates of the authority"];
    case "trusted_list_too_old":
    case "trusted_list_missing":
      return [
        "svc-verify trust-list update --output trust.json fetches the lists of today; then --trust-list trust.json",
      ];
    default:
      return [];
  }
}

function contentHints({ code }: Check): readonly string[] {
  return code === "content_hash_not_sha256" ? ["--hash HEX, by the hash that the timestamp uses"] : [];
}

function otherSource({ id, evidence }: Check): string {
  const option = id === "anchor" ? `--rpc ${Number(evidence["chain_id"])}=URL` : "--esplora URL";
  return `${option} asks another endpoint; --timeout SECONDS waits longer`;
}
