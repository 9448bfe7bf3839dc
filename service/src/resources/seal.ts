/** A seal. */

import type { TSchema } from "typebox";
import Type from "typebox";
import { COUNT, oneOfTexts, TIMESTAMP, URL_TEXT } from "../http/answers.js";
import type { SealQualification, SealRecord, TrustedListEntry } from "../records/types.js";

/** An entry of a trusted list as the API shows it, its times to the millisecond as all others. */
export interface TrustedListEntryResource {
  readonly territory: string;
  readonly provider: string;
  readonly service: string;
  readonly status: string;
  readonly since: string;
  readonly list: {
    readonly sequence_number: number;
    readonly issued: string;
    readonly next_update: string | null;
    readonly sha256: string;
  };
  readonly snapshot_sha256: string;
}

export function trustedListEntryResource(entry: TrustedListEntry): TrustedListEntryResource {
  const { territory, provider, service, status, since, list, snapshotSha256 } = entry;
  return {
    territory,
    provider,
    service,
    status,
    since: timeText(since),
    list: {
      sequence_number: list.sequenceNumber,
      issued: timeText(list.issued),
      next_update: list.nextUpdate && timeText(list.nextUpdate),
      sha256: list.sha256,
    },
    snapshot_sha256: snapshotSha256,
  };
}

function timeText(ofList: string): string {
  return new Date(ofList).toISOString();
}

/** A seal as the API shows it: docs/interface.md, "Seal". Field names and their order are the interface's. */
export type SealResource =
  | {
      readonly state: "issued";
      readonly authority: string;
      readonly time: string;
      readonly serial_number: string;
      readonly policy_oid: string;
      readonly tsr_url: string;
      /** Left out if the trusted lists were not asked. */
      readonly trusted_list?: TrustedListResource;
    }
  | { readonly state: "pending" };

/** What the trusted lists said when the seal was issued. */
interface TrustedListResource {
  readonly result: SealQualification["result"];
  readonly code: string;
  readonly entry: TrustedListEntryResource | null;
}

export function sealResource(seal: SealRecord, baseUrl: string): SealResource {
  if (seal.token === null) return { state: "pending" };
  const { authority, genTime, serialNumber, policyOid, qualification } = seal.token;
  return {
    state: "issued",
    authority,
    time: genTime.toISOString(),
    serial_number: serialNumber,
    policy_oid: policyOid,
    tsr_url: `${baseUrl}/proofs/${seal.proofId}/qualified.tsr`,
    ...(qualification && { trusted_list: trustedListResource(qualification) }),
  };
}

function trustedListResource({ result, code, entry }: SealQualification): TrustedListResource {
  return { result, code, entry: entry && trustedListEntryResource(entry) };
}

/** A seal as the API shows it: docs/interface.md, "Seal". */
const SHA256 = Type.String({ pattern: "^[a-f0-9]{64}$" });

const TRUSTED_LIST_ENTRY = Type.Object(
  {
    territory: Type.String(),
    provider: Type.String(),
    service: Type.String(),
    status: Type.String(),
    since: TIMESTAMP,
    list: Type.Object({
      sequence_number: COUNT,
      issued: TIMESTAMP,
      next_update: Type.Union([TIMESTAMP, Type.Null()]),
      sha256: SHA256,
    }),
    snapshot_sha256: SHA256,
  },
  { $id: "TrustedListEntry" },
);

const TRUSTED_LIST_RESULT = Type.Object(
  {
    result: oneOfTexts("qualified", "not-qualified", "indeterminate"),
    code: Type.String(),
    entry: Type.Union([TRUSTED_LIST_ENTRY, Type.Null()]),
  },
  {
    $id: "TrustedListResult",
    description:
      "Whether the EU trusted lists named the authority as a qualified one when the seal was issued. The seal is a qualified timestamp only with `qualified`. Left out if the lists were not asked.",
  },
);

/** One object, as generators of clients need it. An issued seal has all members but `trusted_list`, a pending one its state alone. */
export const SEAL: TSchema = Type.Object(
  {
    state: oneOfTexts("issued", "pending"),
    authority: Type.Optional(Type.String()),
    time: Type.Optional(TIMESTAMP),
    serial_number: Type.Optional(Type.String({ pattern: "^[0-9A-F]+$" })),
    policy_oid: Type.Optional(Type.String({ pattern: "^[0-9]+(?:\\.[0-9]+)+$" })),
    tsr_url: Type.Optional(URL_TEXT),
    trusted_list: Type.Optional(TRUSTED_LIST_RESULT),
  },
  {
    $id: "Seal",
    description:
      "The electronic timestamp (RFC 3161) of a fingerprint; `trusted_list` says whether it is a qualified one. While the state is `pending`, there are no other members.",
  },
);

/** A seal, or null. */
export const SEAL_OR_NULL: TSchema = Type.Union([SEAL, Type.Null()]);
