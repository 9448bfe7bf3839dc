/** From the Official Journal to the list of lists: ETSI TS 119 615; docs/decisions/10-trusted-lists.md. */

import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import { Work } from "../work/work.js";
import type { Certificate } from "../x509/certificate.js";
import {
  OFFICIAL_JOURNAL,
  type OfficialJournal,
  parseTrustedList,
  refuseOtherVersions,
} from "./parse-list.js";
import type { ListPointer, TrustedList, TrustedListErrorCode } from "./services.js";
import type { ListFacts } from "./snapshot.js";
import { parseXmlPausing } from "./xml-parser.js";
import { verifyXmlSignature } from "./xml-signature.js";

/** A trusted list whose signature is valid, by whoever it may be. */
export interface SignedList {
  readonly list: TrustedList;
  readonly facts: ListFacts;
  readonly signer: Certificate;
  /** SHA-256 of the signer's certificate, lower-case hexadecimal. */
  readonly signerSha256: string;
  readonly signingTime: Date;
}

/**
 * Verifies the signature of a list and reads what was signed. Does not judge the signer: `requireSigner` does.
 *
 * @throws FormatError (`TrustedListErrorCode`); the abort reason of `work`.
 */
export async function readSignedList(bytes: Uint8Array, work: Work): Promise<SignedList> {
  const document = await parseXmlPausing(bytes, { work });
  refuseOtherVersions(document.root);
  const result = await verifyXmlSignature(document, { work });
  if (!result.isValid) {
    throw new FormatError<TrustedListErrorCode>(result.code, result.message, result.offset ?? 0);
  }
  const { signed, certificate, signingTime } = result;
  await work.pause();
  const list = parseTrustedList(signed);
  const { territory, version, sequenceNumber, issued, nextUpdate } = list;
  const facts = { territory, version, sequenceNumber, issued, nextUpdate, sha256: bytesToHex(sha256(bytes)) };
  const signerSha256 = bytesToHex(sha256(certificate.der));
  return { list, facts, signer: certificate, signerSha256, signingTime };
}

/** Clocks differ. */
const CLOCK_TOLERANCE_MS = 3_600_000;

/**
 * Requires that a list was signed by one of these certificates while it was valid, and not in the future.
 *
 * @param certificates SHA-256 of each.
 * @throws FormatError `list_signer_unknown`, `list_signer_expired`, `list_not_yet_issued`.
 */
export function requireSigner(
  { facts, signer, signerSha256, signingTime }: SignedList,
  certificates: ReadonlySet<string>,
  at: Date,
): void {
  if (!certificates.has(signerSha256)) {
    refuseList(
      "list_signer_unknown",
      `no list may be signed by ${signer.subject.text}, SHA-256 ${signerSha256}`,
    );
  }
  if (signingTime < signer.notBefore || signingTime > signer.notAfter) {
    refuseList("list_signer_expired", `the certificate of ${signer.subject.text} was not valid then`);
  }
  const latest = at.getTime() + CLOCK_TOLERANCE_MS;
  if (Date.parse(facts.issued) > latest || signingTime.getTime() > latest) {
    refuseList("list_not_yet_issued", `issued ${facts.issued}, signed ${signingTime.toISOString()}`);
  }
}

/** @throws FormatError. */
export function refuseList(code: TrustedListErrorCode, message: string): never {
  throw new FormatError(code, message, 0);
}

/** Parameters of `authenticateListOfLists`. */
export interface AuthenticateListOfListsParameters {
  /** The file. */
  readonly lotl: Uint8Array;
  /**
   * The file of a pivot; null if it is not at hand. Asked only if no certificate of the Official Journal signed the
   * list. Default: none is at hand.
   */
  readonly pivot?: ((uri: string) => Promise<Uint8Array | null>) | undefined;
  /** Default: `OFFICIAL_JOURNAL`. */
  readonly journal?: OfficialJournal | undefined;
  /** Default: now. */
  readonly at?: Date | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** An authentic list of lists. */
export interface ListOfLists {
  readonly facts: ListFacts;
  /** Subject of the signer. */
  readonly signer: string;
  /** Reference of the notice that it rests on. */
  readonly journal: string;
  /** URIs of the pivots that lead from the notice to the signer, oldest first. */
  readonly pivots: readonly string[];
  /** National lists, by territory. */
  readonly territories: ReadonlyMap<string, ListedTerritory>;
}

/** The list of one territory, as the list of lists names it. */
export interface ListedTerritory {
  /** Where the list is, in the order of the list of lists. */
  readonly locations: readonly string[];
  /** SHA-256 of the certificates that may sign it. */
  readonly certificates: ReadonlySet<string>;
}

const TERRITORY_OF_LOTL = "EU";
/** `application/pdf` is the form for people. */
const XML_TYPES: readonly string[] = ["application/vnd.etsi.tsl+xml", "application/xml", "text/xml"];
/** The list of lists of 2026 names five, of eight years. */
const MAX_PIVOTS = 64;

/**
 * Authenticates the list of lists.
 *
 * @throws FormatError (`TrustedListErrorCode`); what `pivot` throws; the abort reason.
 */
export async function authenticateListOfLists({
  lotl,
  pivot = async () => null,
  journal = OFFICIAL_JOURNAL,
  at = new Date(),
  signal,
}: AuthenticateListOfListsParameters): Promise<ListOfLists> {
  const signed = await readListOfLists(lotl, signal);
  let trusted: ReadonlySet<string> = new Set(journal.certificates);
  const pivots = trusted.has(signed.signerSha256) ? [] : pivotsSince(signed, journal);
  let sequenceNumber = 0;
  for (const uri of pivots) {
    const bytes = await pivot(uri);
    if (bytes === null) refuseList("lotl_pivot_missing", `expected the pivot ${uri}`);
    const one = await readListOfLists(bytes, signal);
    requireSigner(one, trusted, at);
    if (one.list.sequenceNumber <= sequenceNumber || one.list.sequenceNumber > signed.list.sequenceNumber) {
      refuseList("list_superseded", `the pivot ${uri} is out of order`);
    }
    sequenceNumber = one.list.sequenceNumber;
    trusted = certificatesOf(one.list.pointers.filter(isOwnPointer));
  }
  requireSigner(signed, trusted, at);
  return {
    facts: signed.facts,
    signer: signed.signer.subject.text,
    journal: journal.reference,
    pivots,
    territories: nationalLists(signed.list.pointers),
  };
}

async function readListOfLists(bytes: Uint8Array, signal: AbortSignal | undefined): Promise<SignedList> {
  const signed = await readSignedList(bytes, new Work({ signal }));
  if (signed.list.kind !== "list-of-lists" || signed.list.territory !== TERRITORY_OF_LOTL) {
    refuseList("list_kind_unexpected", "expected the list of lists of the European Union");
  }
  return signed;
}

/**
 * URIs of the pivots after the notice, oldest first. The list of lists names notices and pivots newest first.
 *
 * @throws FormatError `list_signer_unknown` if there are none.
 */
function pivotsSince({ list, signerSha256 }: SignedList, { uri, reference }: OfficialJournal): string[] {
  const uris = list.schemeInformationUris;
  const notice = uris.indexOf(uri);
  const pivots = uris.slice(0, Math.max(notice, 0)).filter(isPivot);
  if (pivots.length === 0) {
    refuseList(
      "list_signer_unknown",
      `neither ${reference} nor a pivot names the signer, SHA-256 ${signerSha256}`,
    );
  }
  if (pivots.length > MAX_PIVOTS) refuseList("list_too_many", `expected at most ${MAX_PIVOTS} pivots`);
  return pivots.reverse();
}

/** Notices of the Official Journal and pages are not XML. */
function isPivot(uri: string): boolean {
  return /^https?:\/\/.*\.xml$/i.test(uri) && URL.canParse(uri);
}

function isOwnPointer({ territory, kind, mimeType }: ListPointer): boolean {
  return territory === TERRITORY_OF_LOTL && kind === "list-of-lists" && isXml(mimeType);
}

function isXml(mimeType: string | null): boolean {
  return mimeType !== null && XML_TYPES.includes(mimeType.toLowerCase());
}

function nationalLists(pointers: readonly ListPointer[]): Map<string, ListedTerritory> {
  const found = new Map<string, ListPointer[]>();
  for (const pointer of pointers) {
    const { territory, kind, mimeType } = pointer;
    if (territory === null || kind !== "national" || !isXml(mimeType)) continue;
    found.set(territory, [...(found.get(territory) ?? []), pointer]);
  }
  return new Map(
    [...found].map(([territory, some]) => [
      territory,
      { locations: some.map(({ location }) => location), certificates: certificatesOf(some) },
    ]),
  );
}

function certificatesOf(pointers: readonly ListPointer[]): Set<string> {
  return new Set(pointers.flatMap(({ certificates }) => certificates).map((der) => bytesToHex(sha256(der))));
}
