/** A seal as the API shows it: docs/interface.md, "Seal". Field names and their order are the interface's. */
import type { SealRecord } from "../store/store.js";

export type SealResource =
  | {
      readonly state: "issued";
      readonly authority: string;
      readonly time: string;
      readonly serial_number: string;
      readonly policy_oid: string;
      readonly tsr_url: string;
    }
  | { readonly state: "pending" };

export function sealResource(seal: SealRecord, baseUrl: string): SealResource {
  if (seal.token === null) return { state: "pending" };
  const { authority, genTime, serialNumber, policyOid } = seal.token;
  return {
    state: "issued",
    authority,
    time: genTime.toISOString(),
    serial_number: serialNumber,
    policy_oid: policyOid,
    tsr_url: `${baseUrl}/proofs/${seal.proofId}/qualified.tsr`,
  };
}
