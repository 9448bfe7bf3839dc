/** What the page and the annex say of time: its sources, the date of the headline, and the authority. */
import { evmChain } from "@svc-proof/shared/chains";
import type { SealQualification, TrustedListEntry } from "../../records/types.js";
import { type HeadlineDate, headlineDate, listedService } from "../facts.js";
import type { DocumentTexts } from "../texts/document-texts.js";
import type { CertificateFacts } from "./facts.js";

// What each independent time source states, as rows for the page and the annex.

type CertificateText = DocumentTexts["certificate"];
type Countries = DocumentTexts["countries"];

export interface SourceRow {
  readonly label: string;
  readonly value: string;
  /** Digits to compare, not words to read. */
  readonly isCode?: true;
  readonly url?: string;
}

export interface TimeSourceEntry {
  readonly title: string;
  readonly status: string;
  /** Whether the source already states a time. */
  readonly established: boolean;
  readonly rows: readonly SourceRow[];
  /** Shown instead of rows. */
  readonly note: string | null;
}

/** What is told of each source. */
export type SourceFacts = Pick<CertificateFacts, "anchors" | "state" | "bitcoin" | "bitcoinTime" | "seal">;

export function timeSources(
  facts: SourceFacts,
  text: CertificateText,
  countries: Countries,
): TimeSourceEntry[] {
  return [...chainEntries(facts, text), bitcoinEntry(facts, text), sealEntry(facts, text, countries)];
}

function chainEntries({ anchors, state }: SourceFacts, text: CertificateText): TimeSourceEntry[] {
  if (anchors.length === 0) {
    const status = text.chainStates[state];
    return [{ title: text.publicChain, status, established: false, rows: [], note: text.chainWaiting }];
  }
  return anchors.map((anchor) => ({
    title: evmChain(anchor.chainId)?.kind === "public" ? text.publicChain : text.otherChain,
    status: text.chainStates[anchor.state],
    established: true,
    rows: [
      { label: text.block, value: `${anchor.network} · ${anchor.blockNumber}` },
      { label: text.blockTime, value: text.dateTime(anchor.blockTime) },
      { label: text.transaction, value: anchor.txHash, isCode: true, url: anchor.explorerUrl },
    ],
    note: null,
  }));
}

function bitcoinEntry({ bitcoin, bitcoinTime }: SourceFacts, text: CertificateText): TimeSourceEntry {
  const common = { title: text.bitcoin, status: text.bitcoinStates[bitcoin.state] };
  if (bitcoin.state === "confirmed") {
    return {
      ...common,
      established: true,
      rows: [
        { label: text.block, value: String(bitcoin.blockHeight) },
        ...(bitcoinTime === null ? [] : [{ label: text.blockTime, value: text.dateTime(bitcoinTime) }]),
      ],
      note: null,
    };
  }
  const note = bitcoin.state === "submitted" ? text.bitcoinSubmitted : text.bitcoinWaiting;
  return { ...common, established: false, rows: [], note };
}

function sealEntry({ seal }: SourceFacts, text: CertificateText, countries: Countries): TimeSourceEntry {
  const status = text.sealStates[seal.state];
  if (seal.state !== "issued") {
    const note = seal.state === "pending" ? text.sealWaiting : text.noSeal;
    return { title: text.seal, status, established: false, rows: [], note };
  }
  const { qualification } = seal;
  const entry = qualification?.entry ?? null;
  return {
    title: qualification?.result === "qualified" ? text.qualifiedSeal : text.seal,
    status,
    established: true,
    rows: [
      { label: text.authority, value: seal.authority },
      { label: text.time, value: text.dateTime(seal.time) },
      { label: text.serialNumber, value: seal.serialNumber, isCode: true },
      { label: text.policy, value: seal.policyOid, isCode: true },
      ...(entry === null ? [] : [{ label: text.trustedList, value: entryText(entry, text, countries) }]),
    ],
    note: null,
  };
}

/** The note on the seal names provider and service: their names would not leave the first page enough room. */
function entryText(entry: TrustedListEntry, text: CertificateText, countries: Countries): string {
  const { country, listNumber, status } = listedService(entry, countries, text.dateTime);
  return [country, text.listNumber(listNumber), status].join(" · ");
}

// The date of the headline, and what the trusted lists say of the authority, in the sentences of a catalogue.

/** The time of the headline. Bitcoin dates to the day: docs/formats/opentimestamps.md, "What bounds Bitcoin's time". */
export function headlineTime({ by, time }: HeadlineDate, text: CertificateText): string {
  return by.type === "bitcoin" ? text.day(time) : text.dateTime(time);
}

/** Which source states the time of the headline, and how exact it is. */
export function dateExplanation({ by, accuracySeconds }: HeadlineDate, text: CertificateText): string {
  const sentences: string[] = [];
  if (by.type === "anchor") sentences.push(text.provenByBlock(by.anchor.network, by.anchor.blockNumber));
  else if (by.type === "bitcoin")
    sentences.push(text.provenByBitcoin(by.blockHeight, text.day(by.blockTime)));
  else sentences.push(text.provenBySeal(by.authority).replace(/[^.]$/u, "$&."));
  if (by.type !== "bitcoin" && accuracySeconds !== null && accuracySeconds > 0)
    sentences.push(text.accuracy(accuracySeconds));
  if (by.type === "anchor" && by.anchor.state === "anchored") sentences.push(text.unsettled);
  return sentences.join(" ");
}

/** What the trusted lists said of the authority when the seal was issued. @param qualification null if they were not asked. */
export function qualificationText(
  qualification: SealQualification | null,
  text: CertificateText,
  countries: DocumentTexts["countries"],
): string {
  if (qualification === null) return text.qualificationNotChecked;
  const { result, entry } = qualification;
  const service = entry && listedService(entry, countries, text.dateTime);
  if (result === "qualified" && service !== null) return text.qualified(service);
  return result === "not-qualified" ? text.notQualified(service) : text.qualificationOpen;
}

/** What the proof proves. That nobody need trust the service is not said of a network that only the service may have. */
export function provenItems(
  facts: Parameters<typeof headlineDate>[0] & Pick<CertificateFacts, "isDevelopment">,
  text: CertificateText,
): readonly string[] {
  if (headlineDate(facts) === null) return text.provesNothingYet;
  return facts.isDevelopment ? text.provesItems : [...text.provesItems, text.provesAlone];
}
