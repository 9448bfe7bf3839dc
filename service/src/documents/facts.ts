/** What a document says of a proof. */

import { chainText, DEVELOPMENT_CHAIN_ID, evmChain } from "@svc-proof/shared/chains";
import type { PictureModel } from "@svc-proof/shared/picture";
import {
  BITCOIN_ACCURACY_SECONDS,
  type DatedSource,
  headlineClaim,
  latestTime,
  readableName,
} from "@svc-proof/verifier-lib";
import { parseTimestampResponse, SANDBOX_ORGANISATION, signerOfToken } from "@svc-proof/verifier-lib/rfc3161";
import type { VerdictTexts } from "@svc-proof/verifier-web/ui/texts/result/english";
import { type PictureSource, pictureOfFacts } from "@svc-proof/verifier-web/ui/wording";
import { networkName, transactionUrl } from "../http/site.js";
import type { BatchRecord, ProofRecord, SealQualification, TrustedListEntry } from "../records/types.js";
import type { ProofContext } from "../resources/proof.js";
import {
  countryName,
  dayText,
  durationText,
  shortMomentText,
  showable,
  tickText,
  type WritingRules,
} from "./words.js";

/** The facts about a proof that all documents state, as plain data. */
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
      /** When the certificate of its signer ends; null if that is not in the token. */
      readonly certificateEnd: Date | null;
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
  context: ProofContext & Pick<FactsContext, "rehearsal">,
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
    certificateEnd: signer?.signer.notAfter ?? null,
    isDevelopmentAuthority:
      signer?.signer.subject.attributes.some(({ value }) => value === SANDBOX_ORGANISATION) ?? false,
    serialNumber,
    policyOid,
    qualification,
  };
}

/**
 * The facts as documents and pages tell them: names of authorities, of their services in a trusted list, and of chains are foreign texts,
 * made safe to show; the label of an unknown chain is quoted behind its number, and of a distinguished name the common name is left.
 */
export function readableFacts<T extends Pick<ProofFacts, "anchors" | "seal">>(
  facts: T,
  { unknownChain }: { readonly unknownChain: string },
): T {
  const anchors = facts.anchors.map((anchor) => ({
    ...anchor,
    network: chainText(anchor.chainId, showable(anchor.network), unknownChain),
  }));
  return { ...facts, anchors, seal: readableSeal(facts.seal) };
}

function readableSeal(seal: SealFacts): SealFacts {
  if (seal.state !== "issued") return seal;
  const { authority, qualification } = seal;
  const entry = qualification?.entry;
  return {
    ...seal,
    authority: showable(readableName(authority)),
    ...(qualification !== null &&
      entry != null && {
        qualification: {
          ...qualification,
          entry: { ...entry, provider: showable(entry.provider), service: showable(entry.service) },
        },
      }),
  };
}

/** The time that law presumes to be accurate: the one that a qualified timestamp states. Null if there is none. */
export function presumedTime({ seal }: Pick<ProofFacts, "seal">): Date | null {
  return seal.state === "issued" && seal.qualification?.result === "qualified" ? seal.time : null;
}

/**
 * The one date that certificate and package name first, by the verifier's rule: docs/formats/report.md, "The headline".
 */
export interface HeadlineDate extends DatedSource {
  /** No later than this: what the source states, and its accuracy. */
  readonly time: Date;
  /** Greatest error of what the source states; null if its rules set none. */
  readonly accuracySeconds: number | null;
  readonly by:
    | { readonly type: "anchor"; readonly anchor: AnchorFacts }
    | { readonly type: "bitcoin"; readonly blockHeight: number; readonly blockTime: Date }
    | { readonly type: "seal"; readonly authority: string };
}

/**
 * The earliest time of the strongest kind of source. Two count only if nothing else does: an authority that no trusted list names, because
 * the service does not know whom a reader trusts, and then a block that still lacks confirmations.
 *
 * @returns null if no source states a time yet.
 */
export function headlineDate(
  facts: Pick<ProofFacts, "anchors" | "bitcoin" | "bitcoinTime" | "seal">,
): HeadlineDate | null {
  const anchors = facts.anchors.map(byAnchor);
  const isSettled = ({ by }: HeadlineDate) => by.type !== "anchor" || by.anchor.state === "confirmed";
  const settled = [...anchors.filter(isSettled), ...byBitcoin(facts), ...bySeal(facts)];
  const known = settled.filter(({ source }) => source.kind !== "trusted-by-caller");
  return headlineClaim(known) ?? headlineClaim(settled) ?? headlineClaim(anchors) ?? null;
}

function byAnchor(anchor: AnchorFacts): HeadlineDate {
  const chain = evmChain(anchor.chainId);
  return {
    ...noLaterThan(anchor.blockTime, chain?.timestampAccuracySeconds ?? null),
    source: { type: "evm-block", kind: chain?.kind ?? "unknown" },
    by: { type: "anchor", anchor },
  };
}

function byBitcoin({ bitcoin, bitcoinTime }: Pick<ProofFacts, "bitcoin" | "bitcoinTime">): HeadlineDate[] {
  if (bitcoin.state !== "confirmed" || bitcoinTime === null) return [];
  return [
    {
      ...noLaterThan(bitcoinTime, BITCOIN_ACCURACY_SECONDS),
      source: { type: "bitcoin-block", kind: "public" },
      by: { type: "bitcoin", blockHeight: bitcoin.blockHeight, blockTime: bitcoinTime },
    },
  ];
}

function bySeal({ seal }: Pick<ProofFacts, "seal">): HeadlineDate[] {
  if (seal.state !== "issued") return [];
  const { authority, time, accuracySeconds, isDevelopmentAuthority, qualification } = seal;
  // Without a granted service in the lists, a reader has to trust the authority's certificate.
  const listed = qualification?.entry?.status === "granted" ? "trusted-list" : "trusted-by-caller";
  return [
    {
      ...noLaterThan(time, accuracySeconds),
      source: { type: "rfc3161-timestamp", kind: isDevelopmentAuthority ? "development" : listed },
      by: { type: "seal", authority },
    },
  ];
}

function noLaterThan(
  stated: Date,
  accuracySeconds: number | null,
): Pick<HeadlineDate, "time" | "accuracySeconds"> {
  return { time: new Date(latestTime(stated.toISOString(), accuracySeconds)), accuracySeconds };
}

/**
 * What the picture of a proof shows by the service's own statements, which nobody else has confirmed: on pages and in the certificate.
 * No mark looks like a verdict of the verifier: what is stated has a disc, all else no sign. Written without `Intl`.
 *
 * @param facts readable ones.
 * @param today what the line of time reaches to, and how that is called.
 */
export function statedPicture(
  facts: Pick<ProofFacts, "anchors" | "bitcoin" | "bitcoinTime" | "seal" | "merkleRoot">,
  texts: VerdictTexts["picture"],
  rules: WritingRules,
  today: { readonly time: Date; readonly text: string },
): PictureModel {
  const { bitcoin, seal, merkleRoot } = facts;
  const date = headlineDate(facts);
  const sources = statedSources(facts);
  const stateOf = (kind: PictureSource["kind"]) => {
    const states = sources.filter((source) => source.kind === kind).map(({ state }) => state);
    return states.find((state) => state === "stated") ?? states.find((state) => state !== "soFar") ?? "soFar";
  };
  return pictureOfFacts(
    {
      today: today.time.toISOString(),
      date: date && { time: date.time.toISOString(), state: statedWorth(date.source.kind) },
      state: "soFar",
      sources,
      certificateEnds:
        seal.state === "issued" && seal.certificateEnd !== null ? [seal.certificateEnd.toISOString()] : [],
      links: {
        fingerprint: "skipped",
        tree: merkleRoot === null ? "soFar" : "stated",
        chain: stateOf("chain"),
        bitcoin: bitcoin.state === "confirmed" ? "stated" : "soFar",
        timestamp: seal.state === "none" ? undefined : stateOf("timestamp"),
      },
    },
    { ...texts, today: today.text },
    {
      date: (time) => dayText(new Date(time), rules),
      day: (time) => tickText(new Date(time), "date", rules),
      moment: (time) => shortMomentText(new Date(time), rules),
      span: (seconds) => durationText(seconds, rules),
      tick: (time, unit) => tickText(time, unit, rules),
      sign: (state) => (state === "stated" ? state : "none"),
    },
  );
}

/** From the earliest; what states no time yet comes last. */
function statedSources({
  anchors,
  bitcoin,
  bitcoinTime,
  seal,
}: Parameters<typeof headlineDate>[0]): PictureSource[] {
  const ofChains = anchors.map((anchor): PictureSource => {
    const { source, accuracySeconds } = byAnchor(anchor);
    const state = anchor.state === "confirmed" ? statedWorth(source.kind) : "soFar";
    return {
      kind: "chain",
      name: anchor.network,
      time: anchor.blockTime.toISOString(),
      accuracySeconds,
      state,
    };
  });
  const isInBitcoin = bitcoin.state === "confirmed";
  const ofBitcoin: PictureSource = {
    kind: "bitcoin",
    name: "Bitcoin",
    time: isInBitcoin ? (bitcoinTime?.toISOString() ?? null) : null,
    accuracySeconds: BITCOIN_ACCURACY_SECONDS,
    state: isInBitcoin ? "stated" : "soFar",
  };
  const ofSeal = bySeal({ seal }).map(({ source, accuracySeconds }): PictureSource => {
    const { authority, time } = seal as Extract<SealFacts, { state: "issued" }>;
    const state = statedWorth(source.kind);
    return { kind: "timestamp", name: authority, time: time.toISOString(), accuracySeconds, state };
  });
  const atOf = ({ time }: PictureSource) => (time === null ? Number.MAX_VALUE : Date.parse(time));
  return [...ofSeal, ...ofChains, ofBitcoin].toSorted((a, b) => atOf(a) - atOf(b));
}

function statedWorth(kind: DatedSource["source"]["kind"]): "stated" | "rehearsal" {
  return kind === "testnet" || kind === "development" ? "rehearsal" : "stated";
}

/** An entry of a trusted list in words of a document's language. */
export interface ListedService {
  readonly country: string;
  readonly provider: string;
  readonly service: string;
  /** As the list has it, such as `granted`. */
  readonly status: string;
  /** Times as the document writes them. */
  readonly since: string;
  readonly listNumber: number;
  readonly listIssued: string;
  /** SHA-256 of the list, hexadecimal. */
  readonly listSha256: string;
}

/** @param countries names of territories in the language of the document. */
export function listedService(
  { territory, provider, service, status, since, list }: TrustedListEntry,
  countries: Readonly<Record<string, string>>,
  timeText: (time: Date) => string,
): ListedService {
  return {
    country: countryName(territory, countries),
    provider,
    service,
    status,
    since: timeText(new Date(since)),
    listNumber: list.sequenceNumber,
    listIssued: timeText(new Date(list.issued)),
    listSha256: list.sha256,
  };
}
