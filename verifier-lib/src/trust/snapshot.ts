/** `svc-trust-list/1`, read and written. */

import {
  bytesToHex,
  FormatError,
  hexToBytes,
  isHex,
  type JsonErrorCode,
  JsonReader,
} from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import { WorkBudget, type WorkErrorCode } from "@svc-proof/shared/work";
import {
  MAX_IDENTITIES,
  MAX_LISTS,
  MAX_NAME_CHARACTERS,
  MAX_OTHER_SERVICES,
  MAX_PERIODS,
  MAX_SERVICES,
  SNAPSHOT_JSON_LIMITS,
} from "../limits.js";
import type { Certificate, DistinguishedName } from "../x509/certificate.js";
import { parseCertificate } from "../x509/parse-certificate.js";

/**
 * 6 bytes: a thousand hashes take 6 kB, and none of them compresses. Whoever finds another key with the same short hash is told
 * "listed for another service type" in place of "not listed".
 */
export const SHORT_HASH_CHARACTERS = 12;

/** @param sha256 in hexadecimal. */
export function shortHash(sha256: string): string {
  return sha256.slice(0, SHORT_HASH_CHARACTERS);
}

/**
 * A trust snapshot, `svc-trust-list/1`: what the EU trusted lists say of time-stamping services, compiled from lists
 * whose signatures were verified. docs/formats/trust-list.md describes the document.
 */
export const TRUST_SNAPSHOT_FORMAT = "svc-trust-list/1";

/** Of one trusted list (ETSI TS 119 612). */
export interface ListFacts {
  /** ISO 3166-1 code of the scheme's territory, as lists use it: `ES`, `EL` for Greece, `EU` for the list of lists. */
  readonly territory: string;
  /** `TSLVersionIdentifier`: 5 or 6. */
  readonly version: number;
  readonly sequenceNumber: number;
  /** ISO 8601, UTC. */
  readonly issued: string;
  /** ISO 8601, UTC. The list answers for no time after it. Null if the list is closed: it is the last one and answers for ever. */
  readonly nextUpdate: string | null;
  /** SHA-256 of the file, lower-case hexadecimal. */
  readonly sha256: string;
}

/** The last part of the URI of a status, such as `granted`, `withdrawn`, `undersupervision`, `accredited`. */
export type ServiceStatus = string;

/** A status of a service, and since when it had it. */
export interface StatusPeriod {
  readonly status: ServiceStatus;
  /** ISO 8601, UTC. Up to the `since` of the next newer period. */
  readonly since: string;
  /**
   * Name of a critical extension that is not known here, or `ServiceStatus` if the status is not: nothing may be concluded
   * from this period.
   */
  readonly unknownExtension?: string;
}

/** One service of type `TSA/QTST`. */
export interface ListedService {
  readonly territory: string;
  /** `TSPName`, English where the list has it. */
  readonly provider: string;
  /** `ServiceName`, English where the list has it. */
  readonly name: string;
  /**
   * Newest first; never empty. A period in which the service had another type has the status `othertype`.
   */
  readonly history: readonly StatusPeriod[];
  readonly identities: readonly ServiceIdentity[];
}

/** A certificate that identifies a service: by its bytes, its key or its subject key identifier. */
export interface ServiceIdentity {
  /** SHA-256 of the certificate as the list has it, in lower-case hexadecimal. */
  readonly sha256: string;
  /** SHA-256 of its SubjectPublicKeyInfo, in lower-case hexadecimal; null if the certificate cannot be read. */
  readonly keySha256: string | null;
  /**
   * Subject key identifier that the list gives beside a certificate that cannot be read, in lower-case hexadecimal; else
   * null, since the key says more.
   */
  readonly ski: string | null;
  /** DER of the certificate if it can issue certificates, since tokens may leave it out; else null. */
  readonly der: Uint8Array | null;
}

/** A national list in a snapshot. */
export interface SnapshotList extends ListFacts {
  /** In the order of the list. */
  readonly services: readonly ListedService[];
  /**
   * First 6 bytes of the SHA-256 of each key, or else certificate, that identifies a service of another type: lower-case
   * hexadecimal, sorted.
   */
  readonly otherServices: readonly string[];
}

/** What trusted lists say of time-stamping services: docs/formats/trust-list.md. */
export interface TrustSnapshot {
  readonly lotl: ListFacts;
  /** Territories to whose lists the list of lists points, sorted. */
  readonly territories: readonly string[];
  /** Sorted by territory. */
  readonly lists: readonly SnapshotList[];
}

// Writes trust snapshots: docs/formats/trust-list.md.

/** Next update of a closed list. */
export const NEVER = "never";

/**
 * Encodes a snapshot in its one canonical spelling: members in the order of the format, no white space, no final line
 * feed. The same snapshot gives the same text.
 */
export function encodeTrustSnapshot({ lotl, territories, lists }: TrustSnapshot): string {
  return JSON.stringify({
    format: TRUST_SNAPSHOT_FORMAT,
    lotl: listFacts(lotl),
    territories,
    lists: lists.map((list) => ({
      ...listFacts(list),
      providers: byProvider(list.services),
      other_services: list.otherServices.join(""),
    })),
  });
}

function listFacts({ territory, version, sequenceNumber, issued, nextUpdate, sha256 }: ListFacts) {
  const times = { issued, next_update: nextUpdate ?? NEVER };
  return { territory, version, sequence_number: sequenceNumber, ...times, sha256 };
}

/** Neighbours of one provider share an entry. */
function byProvider(services: readonly ListedService[]) {
  const providers: { name: string; services: unknown[] }[] = [];
  for (const { provider, name, history, identities } of services) {
    if (providers.at(-1)?.name !== provider) providers.push({ name: provider, services: [] });
    providers.at(-1)!.services.push({
      name,
      history: history.map(statusPeriod),
      identities: identities.map(serviceIdentity),
    });
  }
  return providers;
}

function statusPeriod({ status, since, unknownExtension }: StatusPeriod) {
  // JSON leaves out what is undefined.
  return { status, since, unknown_extension: unknownExtension };
}

/** Hexadecimal, because two certificates of one authority then share text at every offset: smaller when compressed. */
function serviceIdentity({ sha256, keySha256, ski, der }: ServiceIdentity) {
  if (der !== null) return { der: bytesToHex(der) };
  if (keySha256 !== null) return { sha256, key_sha256: keySha256 };
  return ski === null ? { sha256 } : { sha256, ski };
}

// Parses trust snapshots: docs/formats/trust-list.md. Strict and bounded, since a snapshot may come from anyone.
//
// A snapshot carries no signature. Whoever opens one trusts who gave it; `svc-verify trust-list check` compares it with
// the lists.

/** The territories of trusted lists that certificates name. */
const COUNTRY = "2.5.4.6";

/** Where lists use another code than ISO 3166-1 (ETSI TS 119 612, section 5.3.10). */
const TERRITORY_OF_COUNTRY: Readonly<Record<string, string>> = { GR: "EL", GB: "UK" };

/** Territories of subjects and issuers, each once, the signer's first. */
export function territoriesOf(chain: readonly Certificate[]): string[] {
  return [
    ...new Set(chain.flatMap(({ subject, issuer }) => [...countriesOf(subject), ...countriesOf(issuer)])),
  ];
}

function countriesOf({ attributes }: DistinguishedName): string[] {
  return attributes
    .filter(({ oid }) => oid === COUNTRY)
    .map(({ value }) => value.trim().toUpperCase())
    .map((country) => TERRITORY_OF_COUNTRY[country] ?? country);
}

/** Every error code of `parseTrustSnapshot`, one per malformation. */
export type TrustSnapshotErrorCode =
  | JsonErrorCode
  | WorkErrorCode
  | "missing_field"
  | "unknown_field"
  | "unsupported_format"
  | "snapshot_territory_malformed"
  | "snapshot_version_unknown"
  | "snapshot_time_malformed"
  | "snapshot_hash_malformed"
  | "snapshot_name_malformed"
  | "snapshot_status_malformed"
  | "snapshot_history_malformed"
  | "snapshot_identity_malformed"
  | "snapshot_certificate_malformed"
  | "snapshot_order"
  | "snapshot_too_many"
  | "snapshot_not_canonical";

type Reader = JsonReader<TrustSnapshotErrorCode>;

/** Characters read, encoded again and compared per unit of work. */
const CHARACTERS_PER_UNIT = 16;

const TERRITORY = /^[A-Z]{2,8}$/;
const TIME = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$/;
const STATUS = /^[a-z0-9]{1,64}$/;

/** Options of `parseTrustSnapshot`. */
export interface ParseTrustSnapshotOptions {
  /** Default: a new budget. */
  readonly work?: WorkBudget | undefined;
}

/**
 * Parses a snapshot. Accepts only the canonical spelling, so that equal snapshots have equal hashes.
 *
 * @param input the bytes of the document, or its text.
 * @throws FormatError (`TrustSnapshotErrorCode`).
 */
export function parseTrustSnapshot(
  input: Uint8Array | string,
  { work = new WorkBudget() }: ParseTrustSnapshotOptions = {},
): TrustSnapshot {
  // The reader bounds the size before anything is spent for it.
  const reader: Reader = new JsonReader(input, SNAPSHOT_JSON_LIMITS);
  work.spend(Math.ceil(input.length / CHARACTERS_PER_UNIT));
  const snapshot = readSnapshot(reader, work);
  reader.end();
  const text = typeof input === "string" ? input : new TextDecoder().decode(input);
  if (encodeTrustSnapshot(snapshot) !== text) {
    throw new FormatError<TrustSnapshotErrorCode>(
      "snapshot_not_canonical",
      "expected the canonical spelling: members in order, no white space, no needless escapes",
      0,
      "",
    );
  }
  return snapshot;
}

function readSnapshot(reader: Reader, work: WorkBudget): TrustSnapshot {
  const read = fields(reader, ["format", "lotl", "territories", "lists"]);
  let lotl: ListFacts | undefined;
  const territories: string[] = [];
  const lists: SnapshotList[] = [];
  read({
    format: () => {
      const at = reader.position;
      if (reader.readString() !== TRUST_SNAPSHOT_FORMAT) {
        reader.fail("unsupported_format", `expected "${TRUST_SNAPSHOT_FORMAT}"`, at);
      }
    },
    lotl: () => {
      const { services, otherServices, ...facts } = readList(reader, work, false);
      lotl = facts;
    },
    territories: () => {
      readBounded(reader, MAX_LISTS, () => territories.push(readTerritory(reader, territories.at(-1) ?? "")));
    },
    lists: () => {
      readBounded(reader, MAX_LISTS, () => {
        const at = reader.position;
        const list = readList(reader, work, true);
        if (list.territory <= (lists.at(-1)?.territory ?? "")) {
          reader.fail("snapshot_order", "expected lists sorted by territory, each once", at);
        }
        lists.push(list);
      });
    },
  });
  return { lotl: lotl!, territories, lists };
}

function readTerritory(reader: Reader, after = ""): string {
  const at = reader.position;
  const territory = reader.readString();
  if (!TERRITORY.test(territory)) {
    reader.fail("snapshot_territory_malformed", "expected the code of a territory, such as ES", at);
  }
  if (territory <= after) {
    reader.fail("snapshot_order", "expected territories sorted, each once", at);
  }
  return territory;
}

function readList(reader: Reader, work: WorkBudget, isNational: boolean): SnapshotList {
  const names = ["territory", "version", "sequence_number", "issued", "next_update", "sha256"] as const;
  const read = fields(reader, isNational ? [...names, "providers", "other_services"] : names);
  const facts = { territory: "", version: 0, sequenceNumber: 0, issued: "", sha256: "" };
  let nextUpdate: string | null = null;
  let services: ListedService[] = [];
  let otherServices: string[] = [];
  read({
    territory: () => {
      facts.territory = readTerritory(reader);
    },
    version: () => {
      const at = reader.position;
      facts.version = reader.readInteger(0, 1_000_000);
      if (facts.version !== 5 && facts.version !== 6) {
        reader.fail("snapshot_version_unknown", "expected version 5 or 6 of ETSI TS 119 612", at);
      }
    },
    sequence_number: () => {
      facts.sequenceNumber = reader.readInteger(1, Number.MAX_SAFE_INTEGER);
    },
    issued: () => {
      facts.issued = readTime(reader);
    },
    next_update: () => {
      const at = reader.position;
      const time = reader.readString();
      nextUpdate = time === NEVER ? null : asTime(reader, time, at);
    },
    sha256: () => {
      facts.sha256 = readHash(reader);
    },
    providers: () => {
      services = readProviders(reader, work);
    },
    other_services: () => {
      otherServices = readOtherServices(reader);
    },
  });
  return {
    ...facts,
    nextUpdate,
    services: services.map((service) => ({ ...service, territory: facts.territory })),
    otherServices,
  };
}

function readProviders(reader: Reader, work: WorkBudget): ListedService[] {
  const services: ListedService[] = [];
  let last = "";
  readBounded(reader, MAX_SERVICES, () => {
    let provider = "";
    const at = reader.position;
    fields(reader, ["name", "services"])({
      name: () => {
        provider = readName(reader);
      },
      services: () => {
        const count = services.length;
        readBounded(reader, MAX_SERVICES, () => services.push(readService(reader, provider, work)));
        if (services.length === count) reader.fail("missing_field", "expected a service of the provider", at);
        if (services.length > MAX_SERVICES) tooMany(reader, MAX_SERVICES);
      },
    });
    if (provider === last) {
      reader.fail("snapshot_order", "expected one entry for neighbours of one provider", at);
    }
    last = provider;
  });
  return services;
}

function readService(reader: Reader, provider: string, work: WorkBudget): ListedService {
  let name = "";
  const history: StatusPeriod[] = [];
  const identities: ServiceIdentity[] = [];
  const at = reader.position;
  fields(reader, ["name", "history", "identities"])({
    name: () => {
      name = readName(reader);
    },
    history: () => {
      readBounded(reader, MAX_PERIODS, () => history.push(readPeriod(reader, history.at(-1)?.since)));
    },
    identities: () => {
      readBounded(reader, MAX_IDENTITIES, () => identities.push(readIdentity(reader, work)));
    },
  });
  if (history.length === 0) reader.fail("snapshot_history_malformed", "expected a status", at);
  if (identities.length === 0) reader.fail("snapshot_identity_malformed", "expected an identity", at);
  return { territory: "", provider, name, history, identities };
}

function readPeriod(reader: Reader, after: string | undefined): StatusPeriod {
  let status = "";
  let since = "";
  let unknownExtension: string | null = null;
  const start = reader.position;
  fields(
    reader,
    ["status", "since"],
    ["unknown_extension"],
  )({
    status: () => {
      const at = reader.position;
      status = reader.readString();
      if (!STATUS.test(status)) {
        reader.fail("snapshot_status_malformed", "expected the last part of the URI of a status", at);
      }
    },
    since: () => {
      since = readTime(reader);
    },
    unknown_extension: () => {
      unknownExtension = readName(reader);
    },
  });
  if (after !== undefined && since > after) {
    reader.fail("snapshot_history_malformed", "expected the newest status first", start);
  }
  return { status, since, ...(unknownExtension !== null && { unknownExtension }) };
}

function readIdentity(reader: Reader, work: WorkBudget): ServiceIdentity {
  let hash: string | null = null;
  let keySha256: string | null = null;
  let ski: string | null = null;
  let der: Uint8Array | null = null;
  const at = reader.position;
  fields(
    reader,
    [],
    ["der", "sha256", "key_sha256", "ski"],
  )({
    der: () => {
      const text = reader.readString();
      if (!isHex(text, text.length & ~1)) {
        reader.fail("snapshot_certificate_malformed", "expected DER in lower-case hexadecimal", at);
      }
      der = hexToBytes(text);
    },
    sha256: () => {
      hash = readHash(reader);
    },
    key_sha256: () => {
      keySha256 = readHash(reader);
    },
    ski: () => {
      ski = reader.readString();
      if (!/^(?:[0-9a-f]{2}){1,64}$/.test(ski)) {
        reader.fail("snapshot_identity_malformed", "expected a key identifier in hexadecimal", at);
      }
    },
  });
  if (der !== null) return identityOfCertificate(reader, der, at, work);
  if (hash === null) reader.fail("snapshot_identity_malformed", 'expected "der" or "sha256"', at);
  return { sha256: hash, keySha256, ski, der: null };
}

function identityOfCertificate(
  reader: Reader,
  der: Uint8Array,
  at: number,
  work: WorkBudget,
): ServiceIdentity {
  try {
    const { spki } = parseCertificate(der, { work });
    return {
      sha256: bytesToHex(sha256(der)),
      keySha256: bytesToHex(sha256(spki.der)),
      ski: null,
      der,
    };
  } catch (error) {
    if (!(error instanceof FormatError) || error.code === "work_limit_exceeded") throw error;
    return reader.fail("snapshot_certificate_malformed", `expected a certificate: ${error.message}`, at);
  }
}

function readOtherServices(reader: Reader): string[] {
  const at = reader.position;
  const text = reader.readString();
  const count = text.length / SHORT_HASH_CHARACTERS;
  if (count > MAX_OTHER_SERVICES) tooMany(reader, MAX_OTHER_SERVICES);
  if (!Number.isInteger(count) || !isHex(text, text.length)) {
    reader.fail("snapshot_hash_malformed", "expected hashes of 12 hexadecimal characters in one text", at);
  }
  const hashes = Array.from({ length: count }, (_, i) =>
    text.slice(i * SHORT_HASH_CHARACTERS, (i + 1) * SHORT_HASH_CHARACTERS),
  );
  for (let i = 1; i < count; i++) {
    if (hashes[i]! <= hashes[i - 1]!) reader.fail("snapshot_order", "expected hashes sorted, each once", at);
  }
  return hashes;
}

function readHash(reader: Reader): string {
  const at = reader.position;
  const hash = reader.readHex(64);
  return hash ?? reader.fail("snapshot_hash_malformed", "expected SHA-256 in lower-case hexadecimal", at);
}

function readName(reader: Reader): string {
  const at = reader.position;
  const name = reader.readString();
  if (name.length === 0 || name.length > MAX_NAME_CHARACTERS) {
    reader.fail("snapshot_name_malformed", `expected 1 to ${MAX_NAME_CHARACTERS} characters`, at);
  }
  return name;
}

function readTime(reader: Reader): string {
  const at = reader.position;
  return asTime(reader, reader.readString(), at);
}

function asTime(reader: Reader, time: string, at: number): string {
  // Also refuses the 30th of February, which Date moves to March.
  if (!TIME.test(time) || toIso(new Date(time)) !== time) {
    reader.fail("snapshot_time_malformed", "expected a time such as 2026-08-03T13:16:38Z", at);
  }
  return time;
}

function toIso(time: Date): string {
  return Number.isNaN(time.getTime()) ? "" : time.toISOString().replace(".000Z", "Z");
}

function readBounded(reader: Reader, max: number, onItem: () => void): void {
  reader.readArray((index) => {
    if (index >= max) tooMany(reader, max);
    onItem();
  });
}

function tooMany(reader: Reader, max: number): never {
  return reader.fail("snapshot_too_many", `expected at most ${max} items`);
}

/** Reads an object that has each of `required`, may have `optional`, and has nothing else. */
function fields<Name extends string>(
  reader: Reader,
  required: readonly Name[],
  optional: readonly Name[] = [],
): (readers: Readonly<Partial<Record<Name, () => void>>>) => void {
  return (readers) => {
    const missing = new Set<string>(required);
    const start = reader.position;
    reader.readObject((key) => {
      missing.delete(key);
      const isKnown =
        (required as readonly string[]).includes(key) || (optional as readonly string[]).includes(key);
      const read = isKnown ? readers[key as Name] : undefined;
      if (read === undefined) reader.fail("unknown_field", "expected a field of the format");
      read!();
    });
    const [first] = missing;
    if (first !== undefined) reader.fail("missing_field", `expected the field "${first}"`, start);
  };
}

/** The text of a TypeScript module with a snapshot, as `default-snapshot.ts` is one. */
export function encodeSnapshotModule(snapshot: string): string {
  const literal = `'${snapshot.replace(/[\\']/g, "\\$&")}'`;
  return `/** Generated by \`svc-verify trust-list build\`: docs/operations/releases.md. */\nexport const DEFAULT_SNAPSHOT: string =\n  ${literal};\n`;
}
