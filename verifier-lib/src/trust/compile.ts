/** Lists become a snapshot. */

import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import { Work } from "../work/work.js";
import type { Certificate } from "../x509/certificate.js";
import { parseCertificate } from "../x509/parse-certificate.js";
import { type ListOfLists, readSignedList, refuseList, requireSigner } from "./authenticate.js";
import { OTHER_TYPE } from "./qualify.js";
import type { ServiceState, TrustedList, TrustedListErrorCode, TrustService } from "./services.js";
import {
  type ListedService,
  type ServiceIdentity,
  type SnapshotList,
  type StatusPeriod,
  shortHash,
  type TrustSnapshot,
} from "./snapshot.js";

// The services of one list as a snapshot has them.

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

// From the list of lists to national lists, and from them to a snapshot: docs/formats/trust-list.md.

/** A file that may be a national list. */
export interface ListFile {
  /** For messages. */
  readonly name: string;
  /** XML, as it was published. */
  readonly bytes: Uint8Array;
  /** Refuses the list of another territory. Default: each is welcome. */
  readonly territory?: string | undefined;
}

/** Parameters of `compileTrustSnapshot`. */
export interface CompileTrustSnapshotParameters {
  readonly lotl: ListOfLists;
  /** In any order. Of two lists of one territory the one with the higher sequence number counts. */
  readonly lists: readonly ListFile[];
  /** An earlier snapshot, trusted. Its lists stay where no newer one is given. Default: none. */
  readonly former?: TrustSnapshot | null | undefined;
  /** Default: now. */
  readonly at?: Date | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called before each file. */
  readonly onFile?: ((name: string) => void) | undefined;
}

/** A list that was not used, and why. */
export interface RefusedList {
  /** Of the file. */
  readonly name: string;
  readonly code: TrustedListErrorCode;
  /** Why, for people. */
  readonly message: string;
}

/** A snapshot, and what became of the lists that it was compiled from. */
export interface TrustCompilation {
  readonly snapshot: TrustSnapshot;
  readonly refused: readonly RefusedList[];
  /** Territories whose list comes from the earlier snapshot. */
  readonly kept: readonly string[];
  readonly notices: readonly ListNotice[];
}

/**
 * Authenticates national lists and compiles them. A file that is not an authentic list is refused, and the others count.
 *
 * The result depends on the files alone, not on their order, their names or the time, unless a list is issued later than
 * `at`.
 *
 * @throws FormatError `list_superseded` if the earlier snapshot has a newer list of lists; the abort reason.
 */
export async function compileTrustSnapshot({
  lotl,
  lists: files,
  former = null,
  at = new Date(),
  signal,
  onFile,
}: CompileTrustSnapshotParameters): Promise<TrustCompilation> {
  if (former !== null && former.lotl.sequenceNumber > lotl.facts.sequenceNumber) {
    const numbers = `${lotl.facts.sequenceNumber} after ${former.lotl.sequenceNumber}`;
    refuseList("list_superseded", `the list of lists went back: number ${numbers}`);
  }
  const refused: RefusedList[] = [];
  const compiled = new Map<string, Compiled>();
  for (const file of files) {
    const { name } = file;
    onFile?.(name);
    try {
      const one = await compileList(file, lotl, at, signal);
      const known = compiled.get(one.list.territory);
      const [newer, older] = known === undefined || isNewer(one, known) ? [one, known] : [known, one];
      compiled.set(one.list.territory, { ...newer, name: newer === one ? name : newer.name });
      if (older !== undefined) refused.push(superseded(older === one ? name : older.name, newer.list));
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      refused.push({ name, code: error.code as TrustedListErrorCode, message: error.message });
    }
  }
  const kept: string[] = [];
  for (const list of former?.lists ?? []) {
    const known = compiled.get(list.territory);
    if (known !== undefined && known.list.sequenceNumber >= list.sequenceNumber) continue;
    if (!lotl.territories.has(list.territory)) continue;
    if (known !== undefined) refused.push(superseded(known.name, list));
    kept.push(list.territory);
    compiled.set(list.territory, { name: "", list, notices: [] });
  }
  const inOrder = [...compiled.values()].sort((a, b) => (a.list.territory < b.list.territory ? -1 : 1));
  return {
    snapshot: {
      lotl: lotl.facts,
      territories: [...lotl.territories.keys()].sort(),
      lists: inOrder.map(({ list }) => list),
    },
    refused,
    kept: kept.sort(),
    notices: inOrder.flatMap(({ notices }) => notices),
  };
}

interface Compiled {
  readonly name: string;
  readonly list: SnapshotList;
  readonly notices: readonly ListNotice[];
}

/** Equal numbers do not occur; if they do, the order of the files must not decide. */
function isNewer({ list: a }: Compiled, { list: b }: Compiled): boolean {
  if (a.sequenceNumber !== b.sequenceNumber) return a.sequenceNumber > b.sequenceNumber;
  return a.issued === b.issued ? a.sha256 > b.sha256 : a.issued > b.issued;
}

function superseded(name: string, { territory, sequenceNumber }: SnapshotList): RefusedList {
  return { name, code: "list_superseded", message: `number ${sequenceNumber} of ${territory} is known` };
}

async function compileList(
  { bytes, territory: expected }: ListFile,
  lotl: ListOfLists,
  at: Date,
  signal: AbortSignal | undefined,
): Promise<Compiled> {
  const signed = await readSignedList(bytes, new Work({ signal }));
  const { territory, kind } = signed.list;
  if (kind !== "national") refuseList("list_kind_unexpected", "expected the list of a country");
  if (expected !== undefined && expected !== territory) {
    refuseList("list_territory_unknown", `expected the list of ${expected}, got that of ${territory}`);
  }
  const announced = lotl.territories.get(territory);
  if (announced === undefined) {
    refuseList("list_territory_unknown", `the list of lists points to no list of ${territory}`);
  }
  requireSigner(signed, announced.certificates, at);
  // A budget of its own: a list has thousands of certificates, and its signature was good.
  const { services, otherServices, notices } = await servicesOf(signed.list, new Work({ signal }));
  return { name: "", list: { ...signed.facts, services, otherServices }, notices };
}
