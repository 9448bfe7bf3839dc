/** What each independent time source states, as rows for the page and the annex. */
import type { CertificateFacts } from "../certificate-facts.js";
import type { CertificateText } from "../texts/certificate-text.js";

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

export function timeSources(facts: CertificateFacts, text: CertificateText): TimeSourceEntry[] {
  return [...chainEntries(facts, text), bitcoinEntry(facts, text), sealEntry(facts, text)];
}

function chainEntries({ anchors, state }: CertificateFacts, text: CertificateText): TimeSourceEntry[] {
  if (anchors.length === 0) {
    const status = text.chainStates[state];
    return [{ title: text.publicChain, status, established: false, rows: [], note: text.chainWaiting }];
  }
  return anchors.map((anchor) => ({
    title: text.publicChain,
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

function bitcoinEntry({ bitcoin }: CertificateFacts, text: CertificateText): TimeSourceEntry {
  const common = { title: text.bitcoin, status: text.bitcoinStates[bitcoin.state] };
  if (bitcoin.state === "confirmed") {
    return {
      ...common,
      established: true,
      rows: [{ label: text.block, value: String(bitcoin.blockHeight) }],
      note: null,
    };
  }
  const note = bitcoin.state === "submitted" ? text.bitcoinSubmitted : text.bitcoinWaiting;
  return { ...common, established: false, rows: [], note };
}

function sealEntry({ seal }: CertificateFacts, text: CertificateText): TimeSourceEntry {
  const common = { title: text.seal, status: text.sealStates[seal.state] };
  if (seal.state !== "issued") {
    const note = seal.state === "pending" ? text.sealWaiting : text.noSeal;
    return { ...common, established: false, rows: [], note };
  }
  return {
    ...common,
    established: true,
    rows: [
      { label: text.authority, value: seal.authority },
      { label: text.time, value: text.dateTime(seal.time) },
      { label: text.serialNumber, value: seal.serialNumber, isCode: true },
      { label: text.policy, value: seal.policyOid, isCode: true },
    ],
    note: null,
  };
}
