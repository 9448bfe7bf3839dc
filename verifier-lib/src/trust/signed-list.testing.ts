/** Small trusted lists for tests, really signed: all that an operator may write is a parameter. */

import { bytesToHex } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import type { Certificate } from "../x509/certificate.js";
import type { OfficialJournal } from "./parse-list.js";
import { signingCertificate, signingTime, signXml, type XmlSigner } from "./signed-xml.testing.js";

/** After every list that is made here by default. */
export const LISTS_NOW = new Date("2026-11-21T12:00:00Z");

const TYPES = "http://uri.etsi.org/TrstSvc/TrustedList/TSLType/";
export const QTST = "http://uri.etsi.org/TrstSvc/Svctype/TSA/QTST";
export const CA_QC = "http://uri.etsi.org/TrstSvc/Svctype/CA/QC";
const STATUS = "http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/";
export const XML_MIME = "application/vnd.etsi.tsl+xml";

export interface TestPointer {
  readonly territory: string;
  readonly certificates: readonly Certificate[];
  readonly location?: string;
  readonly mimeType?: string;
  readonly type?: string;
}

export interface TestState {
  readonly type?: string;
  readonly status?: string;
  readonly since?: string;
  readonly names?: string;
  /** Content of `ServiceDigitalIdentity`. */
  readonly identity?: string;
  readonly extensions?: string;
}

export interface TestService extends TestState {
  readonly certificate?: Certificate;
  readonly history?: readonly TestState[];
}

export interface TestList {
  readonly signer: XmlSigner;
  readonly territory?: string;
  readonly type?: string;
  readonly version?: string;
  readonly sequenceNumber?: number;
  readonly issued?: string;
  /** Content of `NextUpdate`. */
  readonly nextUpdate?: string;
  readonly signed?: string;
  readonly uris?: readonly string[];
  readonly pointers?: readonly TestPointer[];
  readonly services?: readonly TestService[];
  /** The text before it is signed. */
  readonly change?: (text: string) => string;
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
export const certificateId = (der: Uint8Array): string =>
  `<DigitalId><X509Certificate>${base64(der)}</X509Certificate></DigitalId>`;
export const skiId = (ski: Uint8Array): string => `<DigitalId><X509SKI>${base64(ski)}</X509SKI></DigitalId>`;
export const extension = (content: string, critical: boolean): string =>
  `<Extension Critical="${critical}">${content}</Extension>`;

function pointerText({ territory, certificates, location, mimeType = XML_MIME, type }: TestPointer): string {
  const kind = type ?? (territory === "EU" ? "EUlistofthelists" : "EUgeneric");
  const ids = certificates.map(({ der }) => certificateId(der)).join("");
  return `<OtherTSLPointer><ServiceDigitalIdentities><ServiceDigitalIdentity>${ids}</ServiceDigitalIdentity></ServiceDigitalIdentities>
    <TSLLocation>${location ?? `https://lists.example/${territory}.xml`}</TSLLocation><AdditionalInformation>
    <OtherInformation><TSLType>${TYPES}${kind}</TSLType></OtherInformation>
    <OtherInformation><SchemeTerritory>${territory}</SchemeTerritory></OtherInformation>
    <OtherInformation><additional:MimeType>${mimeType}</additional:MimeType></OtherInformation>
    </AdditionalInformation></OtherTSLPointer>`;
}

function stateText(state: TestState, identity: string): string {
  const { type = QTST, status = "granted", since = "2026-01-01T00:00:00Z", extensions } = state;
  const { names = '<Name xml:lang="es">Sellos</Name><Name xml:lang="en">Stamps</Name>' } = state;
  return `<ServiceTypeIdentifier>${type}</ServiceTypeIdentifier><ServiceName>${names}</ServiceName>
    <ServiceDigitalIdentity>${state.identity ?? identity}</ServiceDigitalIdentity>
    <ServiceStatus>${status.includes("/") ? status : STATUS + status}</ServiceStatus><StatusStartingTime>${since}</StatusStartingTime>
    ${extensions === undefined ? "" : `<ServiceInformationExtensions>${extensions}</ServiceInformationExtensions>`}`;
}

function serviceText({ certificate, history = [], ...state }: TestService): string {
  const identity = certificate === undefined ? "" : certificateId(certificate.der);
  const instances = history.map(
    (one) => `<ServiceHistoryInstance>${stateText(one, skiId(new Uint8Array(20)))}</ServiceHistoryInstance>`,
  );
  return `<TSPService><ServiceInformation>${stateText(state, identity)}</ServiceInformation>
    ${instances.length === 0 ? "" : `<ServiceHistory>${instances.join("")}</ServiceHistory>`}</TSPService>`;
}

/** The text of a list, unsigned. */
export function listText({
  territory = "ES",
  type = territory === "EU" ? "EUlistofthelists" : "EUgeneric",
  version = "6",
  sequenceNumber = 7,
  issued = "2026-06-01T00:00:00Z",
  nextUpdate = "<dateTime>2026-12-01T00:00:00Z</dateTime>",
  uris = [],
  pointers = [],
  services = [],
  change = (text) => text,
}: Omit<TestList, "signer">): string {
  const list = services.length === 0 ? "" : services.map(serviceText).join("\n");
  return change(`<?xml version="1.0" encoding="UTF-8"?>
<TrustServiceStatusList xmlns="http://uri.etsi.org/02231/v2#" xmlns:additional="http://uri.etsi.org/02231/v2/additionaltypes#" Id="list" TSLTag="http://uri.etsi.org/19612/TSLTag">
<SchemeInformation><TSLVersionIdentifier>${version}</TSLVersionIdentifier><TSLSequenceNumber>${sequenceNumber}</TSLSequenceNumber>
<TSLType>${TYPES}${type}</TSLType><SchemeInformationURI>${uris.map((uri) => `<URI xml:lang="en">${uri}</URI>`).join("")}</SchemeInformationURI>
<SchemeTerritory>${territory}</SchemeTerritory><HistoricalInformationPeriod>65535</HistoricalInformationPeriod>
<PointersToOtherTSL>${pointers.map(pointerText).join("\n")}</PointersToOtherTSL>
<ListIssueDateTime>${issued}</ListIssueDateTime><NextUpdate>${nextUpdate}</NextUpdate></SchemeInformation>
${
  list === ""
    ? ""
    : `<TrustServiceProviderList><TrustServiceProvider><TSPInformation><TSPName><Name xml:lang="en">Example TSP</Name></TSPName></TSPInformation>
<TSPServices>${list}</TSPServices></TrustServiceProvider></TrustServiceProviderList>`
}
SIGNATURE</TrustServiceStatusList>`);
}

export async function signList({
  signer,
  signed = "2026-06-01T12:00:00Z",
  ...list
}: TestList): Promise<Uint8Array> {
  const properties = signingTime(signed) + signingCertificate([signer.certificate]);
  return new TextEncoder().encode(await signXml({ signer, text: listText(list), properties }));
}

export function journalOf(...certificates: readonly Certificate[]): OfficialJournal {
  return {
    reference: "OJ of a test",
    uri: "https://journal.example/2026",
    certificates: certificates.map(({ der }) => bytesToHex(sha256(der))),
  };
}
