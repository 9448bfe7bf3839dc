/** Converts between the attestations of the port and of documents. Batches and sets of stamps have one each. */
import { Binary } from "mongodb";
import type { Attestation } from "../../store.js";
import { binaryToBytes } from "../documents/binary.js";
import type { AttestationDocument } from "../documents/documents.js";

/** Stands for no time in `dueAt`. */
export const NEVER_DUE: Date = new Date("9999-12-31T23:59:59.999Z");

/** An attestation that was not checked yet. */
const PENDING: Attestation = {
  state: "pending",
  blockHeight: null,
  timestamp: null,
  submittedAt: null,
  tries: 0,
  dueAt: new Date(0),
};

export const PENDING_DOCUMENT: AttestationDocument = attestationDocumentOf(PENDING);

export function attestationOf(document: AttestationDocument | undefined): Attestation {
  if (document === undefined) return PENDING;
  const { timestamp, dueAt, ...rest } = document;
  return {
    ...rest,
    timestamp: timestamp && binaryToBytes(timestamp),
    dueAt: dueAt.getTime() === NEVER_DUE.getTime() ? null : dueAt,
  };
}

export function attestationDocumentOf({ timestamp, dueAt, ...rest }: Attestation): AttestationDocument {
  return { ...rest, timestamp: timestamp && new Binary(timestamp), dueAt: dueAt ?? NEVER_DUE };
}
