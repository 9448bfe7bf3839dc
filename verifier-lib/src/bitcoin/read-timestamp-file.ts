/** A bare `.ots` file as input: docs/formats/opentimestamps.md. */
import { bytesToHex } from "@svc-proof/shared/encoding";
import { type HashKind, parseDetachedTimestamp } from "@svc-proof/shared/opentimestamps";
import { EvidenceItem } from "../items.js";
import { formatFault, formatPassed, type Reading } from "../reading.js";
import type { Subject } from "../report/report.js";
import type { Work } from "../work/work.js";

/** Names of hashes, as standards write them. */
const ALGORITHMS: Readonly<Record<HashKind, Subject["content"]["algorithm"]>> = {
  sha1: "SHA-1",
  ripemd160: "RIPEMD-160",
  sha256: "SHA-256",
  keccak256: "Keccak-256",
};

export function readTimestampFile(input: Uint8Array, work: Work): Reading {
  const type = "opentimestamps";
  const items = [new EvidenceItem({ kind: "timestamp", content: input }, "input")];
  try {
    const { hash, digest } = parseDetachedTimestamp(input, { work });
    const algorithm = ALGORITHMS[hash];
    const subject: Subject = { proof_id: null, content: { algorithm, hash: bytesToHex(digest) } };
    return { type, format: formatPassed({ hash: algorithm }), subject, items };
  } catch (error) {
    return { type, format: formatFault(error), subject: null, items };
  }
}
