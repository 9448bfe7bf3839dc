/**
 * Reads trusted lists: ETSI TS 119 612. Reads elements only, and checks no signature: give it the element that
 * `verifyXmlSignature` returns as signed, and nothing else of the document.
 */

import { allChildElements, childElements, textOf, type XmlElement } from "../xml/xml-document.js";
import { MAX_POINTERS, MAX_SERVICES } from "./limits.js";
import {
  CertificateAllowance,
  failAt,
  onlyElement,
  optionalElement,
  readDateTime,
  readDigitalIdentity,
  readSchemeTerritory,
  readServices,
  readText,
  readWholeNumber,
  TSL,
  TSL_ADDITIONAL,
} from "./read-services.js";
import type { ListPointer, TrustedList, TrustService } from "./trusted-list.js";

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
