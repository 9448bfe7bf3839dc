/** A trusted list. */
import { MAX_POINTERS, MAX_SERVICES } from "../limits.js";
import {
  CertificateAllowance,
  failAt,
  type ListPointer,
  onlyElement,
  optionalElement,
  readDateTime,
  readDigitalIdentity,
  readSchemeTerritory,
  readServices,
  readText,
  readWholeNumber,
  type TrustedList,
  type TrustService,
  TSL,
  TSL_ADDITIONAL,
} from "./services.js";
import { allChildElements, childElements, textOf, type XmlElement } from "./xml-document.js";

/**
 * Reads trusted lists: ETSI TS 119 612. Reads elements only, and checks no signature: give it the element that
 * `verifyXmlSignature` returns as signed, and nothing else of the document.
 */
const KINDS: ReadonlyMap<string, TrustedList["kind"]> = new Map([
  ["http://uri.etsi.org/TrstSvc/TrustedList/TSLType/EUlistofthelists", "list-of-lists"],
  ["http://uri.etsi.org/TrstSvc/TrustedList/TSLType/EUgeneric", "national"],
]);

/**
 * Reads the root element of a list.
 *
 * @param root the element that was signed.
 * @throws FormatError (`TrustedListErrorCode`).
 */
export function parseTrustedList(root: XmlElement): TrustedList {
  const scheme = schemeInformation(root);
  const versionElement = onlyElement(scheme, "TSLVersionIdentifier");
  const version = readWholeNumber(versionElement);
  if (!isKnown(version)) unsupported(versionElement);
  const type = onlyElement(scheme, "TSLType");
  const allowance = new CertificateAllowance();
  return {
    territory: readSchemeTerritory(onlyElement(scheme, "SchemeTerritory")),
    version,
    sequenceNumber: readSequenceNumber(onlyElement(scheme, "TSLSequenceNumber")),
    kind: KINDS.get(readText(type)) ?? failAt(type, "list_type_unsupported", "expected a list of the Union"),
    issued: readDateTime(onlyElement(scheme, "ListIssueDateTime")),
    nextUpdate: readNextUpdate(onlyElement(scheme, "NextUpdate")),
    historicalPeriod: readWholeNumber(onlyElement(scheme, "HistoricalInformationPeriod")),
    schemeInformationUris: childElements(onlyElement(scheme, "SchemeInformationURI"), TSL, "URI").map(
      readText,
    ),
    pointers: readPointers(scheme, allowance),
    services: readProviders(root, allowance),
  };
}

/**
 * Refuses other versions before the signature is verified: the signatures of old lists follow older rules, and fail for
 * reasons that say nothing.
 *
 * @throws FormatError `list_version_unsupported`.
 */
export function refuseOtherVersions(root: XmlElement): void {
  const [scheme] = childElements(root, TSL, "SchemeInformation");
  const [version] = scheme === undefined ? [] : childElements(scheme, TSL, "TSLVersionIdentifier");
  if (version === undefined) return;
  const text = textOf(version)?.trim() ?? "";
  if (/^[0-9]+$/.test(text) && !isKnown(Number(text))) unsupported(version);
}

function isKnown(version: number): version is TrustedList["version"] {
  return version === 5 || version === 6;
}

function unsupported(element: XmlElement): never {
  return failAt(element, "list_version_unsupported", "expected version 5 or 6");
}

function schemeInformation(root: XmlElement): XmlElement {
  if (root.localName !== "TrustServiceStatusList" || root.namespace !== TSL) {
    failAt(root, "list_root", "expected TrustServiceStatusList");
  }
  return onlyElement(root, "SchemeInformation");
}

function readSequenceNumber(element: XmlElement): number {
  const number = readWholeNumber(element);
  return number > 0 ? number : failAt(element, "list_malformed", "expected a number above 0");
}

/** Empty in a closed list. */
function readNextUpdate(element: XmlElement): string | null {
  const time = optionalElement(element, "dateTime");
  return time === null ? null : readDateTime(time);
}

function readPointers(scheme: XmlElement, allowance: CertificateAllowance): ListPointer[] {
  const list = optionalElement(scheme, "PointersToOtherTSL");
  const pointers = list === null ? [] : childElements(list, TSL, "OtherTSLPointer");
  if (pointers.length > MAX_POINTERS)
    failAt(scheme, "list_too_many", `expected at most ${MAX_POINTERS} pointers`);
  return pointers.map((pointer) => readPointer(pointer, allowance));
}

function readPointer(pointer: XmlElement, allowance: CertificateAllowance): ListPointer {
  const identities = optionalElement(pointer, "ServiceDigitalIdentities");
  const about = optionalElement(pointer, "AdditionalInformation");
  const told = about === null ? [] : childElements(about, TSL, "OtherInformation").flatMap(allChildElements);
  const find = (localName: string, namespace: string) =>
    told.find((element) => element.localName === localName && element.namespace === namespace);
  const territory = find("SchemeTerritory", TSL);
  const type = find("TSLType", TSL);
  const mimeType = find("MimeType", TSL_ADDITIONAL);
  return {
    location: readText(onlyElement(pointer, "TSLLocation")),
    territory: territory === undefined ? null : readSchemeTerritory(territory),
    mimeType: mimeType === undefined ? null : readText(mimeType),
    kind: (type && KINDS.get(readText(type))) ?? null,
    certificates: (identities === null
      ? []
      : childElements(identities, TSL, "ServiceDigitalIdentity")
    ).flatMap((identity) => readDigitalIdentity(identity, allowance).certificates),
  };
}

function readProviders(root: XmlElement, allowance: CertificateAllowance): TrustService[] {
  const list = optionalElement(root, "TrustServiceProviderList");
  const providers = list === null ? [] : childElements(list, TSL, "TrustServiceProvider");
  const services: TrustService[] = [];
  for (const provider of providers) {
    services.push(...readServices(provider, allowance));
    if (services.length > MAX_SERVICES)
      failAt(provider, "list_too_many", `expected at most ${MAX_SERVICES} services`);
  }
  return services;
}

/**
 * Whom the whole chain rests on: the certificates with which the European Commission signs the list of lists, as the
 * Official Journal of the European Union publishes them.
 */
export interface OfficialJournal {
  /** Reference of the notice. */
  readonly reference: string;
  /** As the list of lists names it. Pivots that it names before this notice came later. */
  readonly uri: string;
  /** SHA-256 of each certificate, lower-case hexadecimal. */
  readonly certificates: readonly string[];
}

/** Information on the list of lists, OJ C, C/2026/1944. Successors come by the pivots of the list of lists. */
export const OFFICIAL_JOURNAL: OfficialJournal = {
  reference: "OJ C, C/2026/1944",
  uri: "https://eur-lex.europa.eu/eli/C/2026/1944/oj",
  certificates: [
    "236103f03a8031ae8f47f9059bf8de38564cdbfebedde4a597d50f8980aa653b",
    "b63d416744e7098bf9ec2caa596a93bc2468e37f8284ba65ecc061711bcbaa18",
    "c0641c4f7d56c431b1c924742db7fce9c1eef7d7fd212113a2768486b3abcdc5",
    "d2064fdd70f6982dcc516b86d9d5c56aea939417c624b2e478c0b29de54f8474",
    "df7e29360c34b2b8d6d5f40325c1d4d12c9922cecd33b7407674a74b2b3ca1e5",
    "e0a620fbb6747362bb933ac44169d676a553444716cf5f31605f12a22b8396b1",
  ],
};

/** Where the European Commission publishes the list of lists. */
export const LOTL_URI = "https://ec.europa.eu/tools/lotl/eu-lotl.xml";
