/** A seal as the API shows it: docs/interface.md, "Seal". Field names and their order are the interface's. */
import type { SealQualification, SealRecord } from "../records/types.js";
import { type TrustedListEntryResource, trustedListEntryResource } from "./trusted-list-entry-resource.js";

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
