/** The facts about a proof that all documents state, as plain data. */
import { DEVELOPMENT_CHAIN_ID } from "@svc-proof/shared/chains";
import { parseTimestampResponse, SANDBOX_ORGANISATION, signerOfToken } from "@svc-proof/verifier-lib/rfc3161";
import type { BatchRecord, ProofRecord, SealQualification } from "../records/types.js";
import type { ProofContext } from "../resources/proof-resource.js";
import { networkName } from "../site/network-name.js";
import { transactionUrl } from "../site/transaction-url.js";

export interface ProofFacts {
  readonly certificateId: string;
  readonly proofId: string;
  /** SHA-256, 64 lower-case hexadecimal characters. */
  readonly hash: string;
  /** Display name of the file: any text, but never a path. */
  readonly name: string;
  readonly receivedAt: Date;
  /** 64 lower-case hexadecimal characters; null while queued. */
  readonly merkleRoot: string | null;
  /** Empty until an anchor is in a block. */
  readonly anchors: readonly AnchorFacts[];
  readonly bitcoin: BitcoinFacts;
  /** Time in the header of the block that confirms it in Bitcoin; null unless that header is at hand. */
  readonly bitcoinTime: Date | null;
  readonly seal: SealFacts;
  /** The proof is on a development network. It has no evidential value, and the document says so. */
  readonly isDevelopment: boolean;
}

export interface AnchorFacts {
  readonly network: string;
  readonly chainId: number;
  readonly state: "anchored" | "confirmed";
  /** 0x and 64 lower-case hexadecimal characters. */
  readonly txHash: string;
  readonly blockNumber: number;
  readonly blockTime: Date;
  readonly explorerUrl: string;
}

export type BitcoinFacts =
  | { readonly state: "pending" | "submitted" }
  | { readonly state: "confirmed"; readonly blockHeight: number };

export type SealFacts =
  | { readonly state: "none" | "pending" }
  | {
      readonly state: "issued";
      /** As its certificate names it. */
      readonly authority: string;
      readonly time: Date;
      /** Greatest error of that time; null if the authority states none. */
      readonly accuracySeconds: number | null;
      /** Its own certificate says that its seals have no evidential value. */
      readonly isDevelopmentAuthority: boolean;
      /** Upper-case hexadecimal. */
      readonly serialNumber: string;
      /** Dotted decimal. */
      readonly policyOid: string;
      /** What the trusted lists said when it was issued; null if they were not asked. */
      readonly qualification: SealQualification | null;
    };

/** Who runs the service, as the settings say; null where they do not. */
export interface Issuer {
  readonly name: string | null;
  readonly address: string | null;
}

/** The inputs of the facts besides the record. */
export interface FactsContext extends ProofContext {
  readonly issuer: Issuer;
  readonly rehearsal: boolean;
  /** Endpoint of a development chain on this machine, or null. A configured endpoint is a secret. */
  readonly localRpcUrl: string | null;
}

/** What the facts take from the proof's files. */
export interface DatedFiles {
  /** RFC 3161 TimeStampResp, DER; null if there is none yet. */
  readonly seal: Uint8Array | null;
  readonly bitcoinTime: Date | null;
}

export function proofFacts(
  proof: ProofRecord,
  { seal, bitcoinTime }: DatedFiles,
  context: FactsContext,
): ProofFacts {
  const { batch } = proof;
  return {
    certificateId: proof.certificateId,
    proofId: proof.id,
    hash: proof.hash,
    name: proof.name,
    receivedAt: proof.receivedAt,
    merkleRoot: batch?.root ?? null,
    anchors: batch === null ? [] : anchorFacts(batch, context),
    bitcoin: bitcoinFacts(batch),
    bitcoinTime,
    seal: sealFacts(proof, seal),
    isDevelopment: context.rehearsal || isOnDevelopmentChain(batch),
  };
}

/** One anchor on another chain gives the proof its value. */
function isOnDevelopmentChain(batch: BatchRecord | null): boolean {
  return batch?.anchors.every(({ chainId }) => chainId === DEVELOPMENT_CHAIN_ID) ?? false;
}

function anchorFacts(batch: BatchRecord, context: ProofContext): AnchorFacts[] {
  return batch.anchors.flatMap(({ chainId, state, inclusion }) => {
    if (state === "batched" || inclusion === null) return [];
    const { txHash, blockNumber, blockTimestamp: blockTime } = inclusion;
    const network = networkName(chainId, context.networkName);
    const explorerUrl = transactionUrl(context.addresses, chainId, txHash);
    return [{ network, chainId, state, txHash, blockNumber, blockTime, explorerUrl }];
  });
}

function bitcoinFacts(batch: BatchRecord | null): BitcoinFacts {
  const { state, blockHeight } = batch?.bitcoin ?? { state: "pending", blockHeight: null };
  if (state !== "confirmed") return { state };
  if (blockHeight === null) throw new RangeError("a batch confirmed in Bitcoin has no block height");
  return { state, blockHeight };
}

function sealFacts({ seal }: ProofRecord, response: Uint8Array | null): SealFacts {
  if (seal === null) return { state: "none" };
  if (seal.token === null) return { state: "pending" };
  const token = response && parseTimestampResponse(response).token;
  const signer = token && signerOfToken(token);
  const { authority, genTime, serialNumber, policyOid, qualification } = seal.token;
  return {
    state: "issued",
    authority,
    time: genTime,
    accuracySeconds: token?.tstInfo.accuracySeconds ?? null,
    isDevelopmentAuthority:
      signer?.signer.subject.attributes.some(({ value }) => value === SANDBOX_ORGANISATION) ?? false,
    serialNumber,
    policyOid,
    qualification,
  };
}
