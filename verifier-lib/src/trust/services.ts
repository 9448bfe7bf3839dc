/** Services of a list, its types and codes. */

import { FormatError } from "@svc-proof/shared/encoding";
import type { WorkErrorCode } from "@svc-proof/shared/work";
import {
  MAX_IDENTITIES,
  MAX_LIST_CERTIFICATE_BYTES,
  MAX_LIST_CERTIFICATES,
  MAX_NAME_CHARACTERS,
  MAX_PERIODS,
} from "../limits.js";
import type { XmlSignatureErrorCode } from "./signature-structure.js";
import {
  allChildElements,
  attributeValue,
  childElements,
  decodeBase64,
  textOf,
  XML_NAMESPACE,
  type XmlElement,
  type XmlErrorCode,
} from "./xml-document.js";

// Reads the services of one provider in a trusted list: ETSI TS 119 612, sections 5.4 to 5.6.

/** Namespaces of trusted lists: ETSI TS 119 612. */
export const TSL = "http://uri.etsi.org/02231/v2#";
export const TSL_ADDITIONAL = "http://uri.etsi.org/02231/v2/additionaltypes#";

/** @throws FormatError (`TrustedListErrorCode`). */
export function failAt(element: XmlElement, code: TrustedListErrorCode, message: string): never {
  throw new FormatError(code, `${element.localName}: ${message}`, element.offset);
}

/** @throws FormatError `list_malformed` if it is missing or occurs twice. */
export function onlyElement(parent: XmlElement, localName: string): XmlElement {
  return optionalElement(parent, localName) ?? failAt(parent, "list_malformed", `expected ${localName}`);
}

/** @throws FormatError `list_malformed` if it occurs twice. */
export function optionalElement(
  parent: XmlElement,
  localName: string,
  namespace: string = TSL,
): XmlElement | null {
  const [first, second] = childElements(parent, namespace, localName);
  if (second !== undefined) failAt(second, "list_malformed", "expected it once");
  return first ?? null;
}

/** Text without white space around it. @throws FormatError `list_malformed` if it has child elements or is too long. */
export function readText(element: XmlElement): string {
  const text = textOf(element)?.replace(/\s+/g, " ").trim();
  if (text === undefined) failAt(element, "list_malformed", "expected text");
  if (text.length > MAX_NAME_CHARACTERS) {
    failAt(element, "list_malformed", `expected at most ${MAX_NAME_CHARACTERS} characters`);
  }
  return text;
}

/** @throws FormatError `list_malformed`. */
export function readWholeNumber(element: XmlElement): number {
  const text = readText(element);
  const value = Number(text);
  if (!/^[0-9]{1,15}$/.test(text)) failAt(element, "list_malformed", "expected a whole number");
  return value;
}

const DATE_TIME =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]{1,9})?(?:Z|[+-][0-9]{2}:[0-9]{2})$/;

/** `xsd:dateTime` with a zone, in UTC, without fractions. @throws FormatError `list_time_malformed`. */
export function readDateTime(element: XmlElement): string {
  const text = readText(element);
  const match = DATE_TIME.exec(text);
  const time = new Date(text);
  const day = match === null ? 0 : new Date(Date.UTC(+match[1]!, +match[2]! - 1, +match[3]!)).getUTCDate();
  // Date moves the 30th of February to March. A zone may move the year out of its four digits.
  const year = time.getUTCFullYear();
  if (match === null || day !== Number(match[3]) || !(year >= 0 && year <= 9999)) {
    failAt(element, "list_time_malformed", "expected a time with its zone, such as 2026-08-03T13:16:38Z");
  }
  return `${time.toISOString().slice(0, 19)}Z`;
}

/** The English one of several names, else the first. @throws FormatError `list_malformed` if there is none. */
export function readEnglish(parent: XmlElement, localName: string): string {
  const names = childElements(parent, TSL, localName);
  const english = names.find((name) => /^en\b/i.test(attributeValue(name, "lang", XML_NAMESPACE) ?? ""));
  const chosen = english ?? names[0];
  const text = chosen === undefined ? "" : readText(chosen);
  if (text === "") failAt(parent, "list_malformed", `expected a ${localName}`);
  return text;
}

/** Two to eight capital letters. @throws FormatError `list_territory_malformed`. */
export function readSchemeTerritory(element: XmlElement): string {
  const territory = readText(element).toUpperCase();
  if (!/^[A-Z]{2,8}$/.test(territory)) {
    failAt(element, "list_territory_malformed", "expected the code of a territory, such as ES");
  }
  return territory;
}

/** Key identifiers are hashes of 20 or 32 bytes. */
const MAX_KEY_IDENTIFIER_BYTES = 64;

/** Certificates that one list may still have. */
export class CertificateAllowance {
  #left = MAX_LIST_CERTIFICATES;

  take(element: XmlElement): void {
    if (--this.#left < 0) {
      failAt(element, "list_too_many", `expected at most ${MAX_LIST_CERTIFICATES} certificates`);
    }
  }
}

/** @throws FormatError (`TrustedListErrorCode`). */
export function readServices(provider: XmlElement, allowance: CertificateAllowance): TrustService[] {
  const name = readEnglish(onlyElement(onlyElement(provider, "TSPInformation"), "TSPName"), "Name");
  return childElements(onlyElement(provider, "TSPServices"), TSL, "TSPService").map((service) => ({
    ...readState(onlyElement(service, "ServiceInformation"), allowance),
    provider: name,
    history: readHistory(service, allowance),
  }));
}

function readHistory(service: XmlElement, allowance: CertificateAllowance): ServiceState[] {
  const list = optionalElement(service, "ServiceHistory");
  const instances = list === null ? [] : childElements(list, TSL, "ServiceHistoryInstance");
  if (instances.length >= MAX_PERIODS)
    failAt(service, "list_too_many", `expected less than ${MAX_PERIODS} periods`);
  return instances
    .map((instance) => readState(instance, allowance))
    .sort((a, b) => Date.parse(b.since) - Date.parse(a.since));
}

function readState(element: XmlElement, allowance: CertificateAllowance): ServiceState {
  const extensions = optionalElement(element, "ServiceInformationExtensions");
  const status = readStatus(onlyElement(element, "ServiceStatus"));
  const facts = readExtensions(extensions === null ? [] : childElements(extensions, TSL, "Extension"));
  return {
    type: readText(onlyElement(element, "ServiceTypeIdentifier")),
    name: readEnglish(onlyElement(element, "ServiceName"), "Name"),
    status: status ?? UNKNOWN_STATUS,
    since: readDateTime(onlyElement(element, "StatusStartingTime")),
    identity: readDigitalIdentity(onlyElement(element, "ServiceDigitalIdentity"), allowance),
    ...facts,
    unknownExtension: status === null ? "ServiceStatus" : facts.unknownExtension,
  };
}

const UNKNOWN_STATUS = "unknown";

/** Before version 5 the path named the Directive. */
const STATUS =
  /^https?:\/\/uri\.etsi\.org\/TrstSvc\/(?:TrustedList|eSigDir-1999-93-EC-TrustedList)\/Svcstatus\/([A-Za-z0-9]{1,64})$/;

/** Null for a status that ETSI TS 119 612 does not have: one odd entry takes no list away. */
function readStatus(element: XmlElement): string | null {
  return STATUS.exec(readText(element))?.[1]?.toLowerCase() ?? null;
}

type ExtensionFacts = Pick<
  ServiceState,
  "additionalInformation" | "expiredCertsRevocationInfo" | "isTakenOver" | "unknownExtension"
>;

/** Values of `AdditionalServiceInformation` that are registered. */
const REGISTERED_INFORMATION = "http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt/";

/**
 * Section 5.5.9. Qualifiers (5.5.9.2) are for certificates that a service issues. A critical one of a service of time
 * stamps says something that no rule explains, and so counts as unknown there.
 */
function readExtensions(extensions: readonly XmlElement[]): ExtensionFacts {
  const additionalInformation: string[] = [];
  let expiredCertsRevocationInfo: string | null = null;
  let isTakenOver = false;
  let unknownExtension: string | null = null;
  for (const extension of extensions) {
    const isCritical = /^(?:true|1)$/.test(attributeValue(extension, "Critical")?.trim() ?? "");
    const contents = allChildElements(extension);
    let isKnown = contents.length > 0;
    for (const content of contents) {
      switch (`${content.namespace}${content.localName}`) {
        case `${TSL}ExpiredCertsRevocationInfo`:
          expiredCertsRevocationInfo = readDateTime(content);
          break;
        case `${TSL_ADDITIONAL}TakenOverBy`:
        case `${TSL}TakenOverBy`:
          isTakenOver = true;
          break;
        case `${TSL}AdditionalServiceInformation`: {
          const uri = readText(onlyElement(content, "URI"));
          additionalInformation.push(uri);
          if (!uri.startsWith(REGISTERED_INFORMATION)) isKnown = false;
          break;
        }
        default:
          isKnown = false;
      }
    }
    if (isCritical && !isKnown) unknownExtension ??= contents[0]?.localName ?? "Extension";
  }
  return { additionalInformation, expiredCertsRevocationInfo, isTakenOver, unknownExtension };
}

/** @throws FormatError (`TrustedListErrorCode`). */
export function readDigitalIdentity(element: XmlElement, allowance: CertificateAllowance): DigitalIdentity {
  const certificates: Uint8Array[] = [];
  const subjectNames: string[] = [];
  const keyIdentifiers: Uint8Array[] = [];
  let unreadable = 0;
  for (const id of childElements(element, TSL, "DigitalId")) {
    for (const value of allChildElements(id)) {
      if (value.namespace !== TSL) continue;
      if (value.localName === "X509Certificate") {
        allowance.take(value);
        const bytes = readBytes(value, MAX_LIST_CERTIFICATE_BYTES);
        if (bytes === null) unreadable++;
        else certificates.push(bytes);
      } else if (value.localName === "X509SubjectName") {
        subjectNames.push(textOf(value)?.trim() ?? "");
      } else if (value.localName === "X509SKI") {
        const bytes = readBytes(value, MAX_KEY_IDENTIFIER_BYTES);
        if (bytes !== null) keyIdentifiers.push(bytes);
      }
    }
  }
  if (certificates.length > MAX_IDENTITIES) {
    failAt(element, "list_too_many", `expected at most ${MAX_IDENTITIES} certificates`);
  }
  return { certificates, subjectNames, keyIdentifiers, unreadable };
}

/** Null if the value is not base64: some lists have a key identifier that is none. */
function readBytes(element: XmlElement, maxBytes: number): Uint8Array | null {
  const text = textOf(element) ?? "";
  try {
    const bytes = decodeBase64(text, element.offset);
    return bytes.length > 0 && bytes.length <= maxBytes ? bytes : null;
  } catch (error) {
    if (error instanceof FormatError) return null;
    throw error;
  }
}

/** The result of `parseTrustedList`: ETSI TS 119 612, versions 2.1.1 (list version 5) and 2.3.1 (version 6). */
export interface TrustedList {
  /** Scheme territory. */
  readonly territory: string;
  /** `TSLVersionIdentifier`. */
  readonly version: 5 | 6;
  readonly sequenceNumber: number;
  readonly kind: "list-of-lists" | "national";
  /** ISO 8601, UTC, without fractions, as all times here. */
  readonly issued: string;
  /** Null if the list is closed. */
  readonly nextUpdate: string | null;
  /** Days for which ended services are kept; 65535 for ever. */
  readonly historicalPeriod: number;
  /** In order. The list of lists announces its pivots and the Official Journal here. */
  readonly schemeInformationUris: readonly string[];
  readonly pointers: readonly ListPointer[];
  /** In order. */
  readonly services: readonly TrustService[];
}

/** A pointer to another list, with the certificates that may sign it. */
export interface ListPointer {
  readonly location: string;
  /** Null if it has none. */
  readonly territory: string | null;
  readonly mimeType: string | null;
  readonly kind: TrustedList["kind"] | null;
  readonly certificates: readonly Uint8Array[];
}

export interface TrustService extends ServiceState {
  /** Name of the provider, English where there is one. */
  readonly provider: string;
  /** Newest first. */
  readonly history: readonly ServiceState[];
}

/** A service in one period. */
export interface ServiceState {
  /** URI. */
  readonly type: string;
  /** English where there is one. */
  readonly name: string;
  readonly status: string;
  readonly since: string;
  readonly identity: DigitalIdentity;
  /** URIs of `AdditionalServiceInformation`. */
  readonly additionalInformation: readonly string[];
  /** Until when revocation data about expired certificates goes back; null if the list does not say. */
  readonly expiredCertsRevocationInfo: string | null;
  readonly isTakenOver: boolean;
  /**
   * Local name of the first critical extension that is not known, or `ServiceStatus` for such a status; null if there is
   * none.
   */
  readonly unknownExtension: string | null;
}

/** History often has the subject's name and key identifier only. */
export interface DigitalIdentity {
  /** As the list has them: not all are DER. */
  readonly certificates: readonly Uint8Array[];
  readonly subjectNames: readonly string[];
  readonly keyIdentifiers: readonly Uint8Array[];
  /** Certificates that are not base64. */
  readonly unreadable: number;
}

// Every error code of reading and authenticating trusted lists, one per malformation.

/** Codes of the `FormatError` with which a list is refused. */
export type TrustedListErrorCode =
  | WorkErrorCode
  | XmlErrorCode
  | XmlSignatureErrorCode
  /** The root is not a `TrustServiceStatusList`. */
  | "list_root"
  /** A version other than 5 and 6. */
  | "list_version_unsupported"
  /** Neither a list of lists of the Union nor a national list of a member state. */
  | "list_type_unsupported"
  /** An element is missing, occurs twice, or holds what its type does not allow. */
  | "list_malformed"
  | "list_time_malformed"
  | "list_territory_malformed"
  /** More services, pointers or certificates than the limits allow. */
  | "list_too_many"
  /** A national list where the list of lists is expected, or the reverse. */
  | "list_kind_unexpected"
  /** The signer is none of those that the Official Journal, a pivot or the list of lists names. */
  | "list_signer_unknown"
  /** The signer's certificate was not valid when the list was signed. */
  | "list_signer_expired"
  /** The list of lists does not point to a list of this territory, or not there. */
  | "list_territory_unknown"
  /** Issued or signed in the future. */
  | "list_not_yet_issued"
  /** A newer list of the territory is known. */
  | "list_superseded"
  /** A pivot that the list of lists announces is missing or leads nowhere. */
  | "lotl_pivot_missing";
