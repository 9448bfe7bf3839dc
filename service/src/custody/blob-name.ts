/**
 * Names of blobs in custody: both identifiers, so that a blob names its proof. The object's,
 * which is random, comes first: names with a common prefix would crowd one folder and one shard.
 */
import { isUuid } from "@svc-proof/shared/encoding";
import type { ObjectName } from "../records/types.js";

export function blobName({ objectId, proofId }: ObjectName): string {
  return `${objectId}.${proofId}`;
}

/** Null when it is not the name of a blob in custody. */
export function parseBlobName(name: string): ObjectName | null {
  const [objectId = "", proofId = "", ...rest] = name.split(".");
  return isUuid(objectId) && isUuid(proofId) && rest.length === 0 ? { objectId, proofId } : null;
}
