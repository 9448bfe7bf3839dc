/**
 * Parses `svc-trusted-list-entry/1`, in which a package says on which entry of a trusted list its seal rests:
 * docs/formats/evidence.md. What it says is told, never trusted.
 */
import {
  FormatError,
  isHex,
  type JsonErrorCode,
  type JsonLimits,
  JsonReader,
} from "@svc-proof/shared/encoding";
import { WorkBudget, type WorkErrorCode } from "@svc-proof/shared/work";

const FORMAT = "svc-trusted-list-entry/1";

/** Names in lists have at most 200 characters. */
export const TRUSTED_LIST_ENTRY_LIMITS: JsonLimits = { maxBytes: 16_384, maxDepth: 4, maxMembers: 32 };
const MAX_NAME_CHARACTERS = 2048;
const BYTES_PER_UNIT = 16;

const TERRITORY = /^[A-Z]{2,8}$/;
const STATUS = /^[a-z0-9]{1,64}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/;

/** Malformations of an entry. */
export type TrustedListEntryErrorCode =
  | JsonErrorCode
  | WorkErrorCode
  | "missing_field"
  | "unsupported_format"
  /** A territory, a name, a status, a time or a hash is not one. */
  | "trusted_list_entry_malformed";

/** What a package says. */
export interface ToldListEntry {
  readonly territory: string;
  readonly provider: string;
  readonly service: string;
  readonly status: string;
  /** ISO 8601, UTC. */
  readonly since: string;
  readonly sequenceNumber: number;
  /** Of the list and of the snapshot: lower-case hexadecimal. */
  readonly listSha256: string;
  readonly snapshotSha256: string;
}

type Reader = JsonReader<TrustedListEntryErrorCode>;

/** @throws FormatError (`TrustedListEntryErrorCode`). */
export function parseTrustedListEntry(
  bytes: Uint8Array,
  { work = new WorkBudget() }: { readonly work?: WorkBudget } = {},
): ToldListEntry {
  const reader: Reader = new JsonReader(bytes, TRUSTED_LIST_ENTRY_LIMITS);
  work.spend(Math.ceil(bytes.length / BYTES_PER_UNIT));
  const entry: { -readonly [Field in keyof ToldListEntry]?: ToldListEntry[Field] } = {};
  let isFormat = false;
  const fields: Readonly<Record<string, () => void>> = {
    format() {
      const at = reader.position;
      isFormat = reader.readString() === FORMAT;
      if (!isFormat) reader.fail("unsupported_format", `expected "${FORMAT}"`, at);
    },
    territory() {
      entry.territory = readText(reader, (text) => TERRITORY.test(text));
    },
    provider() {
      entry.provider = readText(reader, isName);
    },
    service() {
      entry.service = readText(reader, isName);
    },
    status() {
      entry.status = readText(reader, (text) => STATUS.test(text));
    },
    since() {
      entry.since = readText(reader, isTime);
    },
    list: () => readList(reader, entry),
    snapshot_sha256() {
      entry.snapshotSha256 = readText(reader, isSha256);
    },
  };
  const start = reader.position;
  readFields(reader, fields);
  reader.end();
  if (!isFormat) reader.fail("missing_field", `expected a field "format"`, start);
  return {
    territory: entry.territory ?? missing("territory"),
    provider: entry.provider ?? missing("provider"),
    service: entry.service ?? missing("service"),
    status: entry.status ?? missing("status"),
    since: entry.since ?? missing("since"),
    sequenceNumber: entry.sequenceNumber ?? missing("list/sequence_number"),
    listSha256: entry.listSha256 ?? missing("list/sha256"),
    snapshotSha256: entry.snapshotSha256 ?? missing("snapshot_sha256"),
  };
}

function readList(reader: Reader, entry: { sequenceNumber?: number; listSha256?: string }): void {
  readFields(reader, {
    sequence_number() {
      entry.sequenceNumber = reader.readInteger(1, Number.MAX_SAFE_INTEGER);
    },
    sha256() {
      entry.listSha256 = readText(reader, isSha256);
    },
  });
}

function readFields(reader: Reader, fields: Readonly<Record<string, () => void>>): void {
  reader.readObject((key) => {
    if (Object.hasOwn(fields, key)) fields[key]!();
    else reader.skipValue();
  });
}

function readText(reader: Reader, isValid: (text: string) => boolean): string {
  const at = reader.position;
  const text = reader.readString();
  if (!isValid(text)) reader.fail("trusted_list_entry_malformed", "expected another form", at);
  return text;
}

const isName = (text: string) => text.length > 0 && text.length <= MAX_NAME_CHARACTERS;
const isTime = (text: string) => TIME.test(text) && !Number.isNaN(Date.parse(text));
const isSha256 = (text: string) => isHex(text, 64);

function missing(field: string): never {
  throw new FormatError<TrustedListEntryErrorCode>("missing_field", `expected a field "${field}"`, 0, "");
}
