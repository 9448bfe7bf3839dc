/** The services of one list as a snapshot has them. */
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import type { Work } from "../work/work.js";
import type { Certificate } from "../x509/certificate.js";
import { parseCertificate } from "../x509/parse-certificate.js";
import { OTHER_TYPE } from "./trust-list.js";
import {
  type ListedService,
  type ServiceIdentity,
  type SnapshotList,
  type StatusPeriod,
  shortHash,
} from "./trust-snapshot.js";
import type { ServiceState, TrustedList, TrustService } from "./trusted-list.js";

/** How a snapshot identifies a service by a certificate that can be read. */
export function identityOf(certificate: Certificate): ServiceIdentity {
  return {
    sha256: bytesToHex(sha256(certificate.der)),
    keySha256: bytesToHex(sha256(certificate.spki.der)),
    ski: null,
    der: canIssue(certificate) ? certificate.der : null,
  };
}

/** Old certificates have no basic constraints. Theirs are kept only if they are allowed to sign certificates. */
function canIssue({ basicConstraints, keyUsage }: Certificate): boolean {
  return basicConstraints?.isCa ?? keyUsage?.has("keyCertSign") ?? false;
}

/** What a list has that was not used as it stands. */
export interface ListNotice {
  readonly code: /** A certificate that is not DER of a certificate: the service is known by its bytes and its key identifier. */
    | "list_certificate_unreadable"
    /** A service that no certificate identifies: skipped. */
    | "list_service_unidentified"
    /** An earlier status that begins after the present one: skipped. */
    | "list_history_out_of_order"
    /** A critical extension, or a status, that is not known: the period counts for nothing. */
    | "list_extension_unknown";
  readonly territory: string;
  readonly provider: string;
  readonly service: string;
  /** SHA-256 of the certificate or name of the extension; null if there is none. */
  readonly detail: string | null;
}

const QTST = "http://uri.etsi.org/TrstSvc/Svctype/TSA/QTST";

export interface ListedServices extends Pick<SnapshotList, "services" | "otherServices"> {
  readonly notices: readonly ListNotice[];
}

/** @throws the abort reason of `work`; FormatError `work_limit_exceeded`. */
export async function servicesOf(list: TrustedList, work: Work): Promise<ListedServices> {
  const services: ListedService[] = [];
  const others = new Set<string>();
  const notices: ListNotice[] = [];
  for (const service of list.services) {
    await work.pause();
    const told = (code: ListNotice["code"], detail: string | null) =>
      notices.push({
        code,
        territory: list.territory,
        provider: service.provider,
        service: service.name,
        detail,
      });
    const identities = readIdentities(service, work, told);
    const states: readonly ServiceState[] = [service, ...service.history];
    if (!states.some(({ type }) => type === QTST)) {
      for (const { keySha256, sha256: hash } of identities) {
        others.add(shortHash(keySha256 ?? hash));
      }
    } else if (identities.length === 0) told("list_service_unidentified", null);
    else {
      const { territory } = list;
      const { provider, name } = service;
      services.push({ territory, provider, name, history: readHistory(service, told), identities });
    }
  }
  return { services, otherServices: [...others].sort(), notices };
}

type Tell = (code: ListNotice["code"], detail: string | null) => void;

/**
 * By the present certificates: an earlier status belongs to the same key (ETSI TS 119 612, section 5.6.3), and mostly
 * names it by its identifier only.
 */
function readIdentities({ identity }: TrustService, work: Work, told: Tell): ServiceIdentity[] {
  const found = new Map<string, ServiceIdentity>();
  for (const bytes of identity.certificates) {
    try {
      const one = identityOf(parseCertificate(bytes, { work }));
      found.set(one.sha256, one);
    } catch (error) {
      if (!(error instanceof FormatError) || error.code === "work_limit_exceeded") throw error;
      const hash = bytesToHex(sha256(bytes));
      const [keyIdentifier] = identity.keyIdentifiers;
      const ski = keyIdentifier === undefined ? null : bytesToHex(keyIdentifier);
      found.set(hash, { sha256: hash, keySha256: null, ski, der: null });
      told("list_certificate_unreadable", hash);
    }
  }
  if (identity.unreadable > 0) told("list_certificate_unreadable", null);
  return [...found.values()];
}

function readHistory(service: TrustService, told: Tell): StatusPeriod[] {
  const earlier = service.history.filter(({ since }) => since <= service.since);
  if (earlier.length < service.history.length) told("list_history_out_of_order", null);
  return [service, ...earlier].map(({ type, status, since, unknownExtension }) => {
    if (unknownExtension !== null) told("list_extension_unknown", unknownExtension);
    return {
      status: type === QTST ? status : OTHER_TYPE,
      since,
      ...(unknownExtension !== null && { unknownExtension }),
    };
  });
}
