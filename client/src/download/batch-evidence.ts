/** Evidence that all proofs of a batch share: it is asked for once, not once for each proof. */
import { bytesToHex } from "@svc-proof/shared/encoding";
import {
  applyOperation,
  encodeDetachedTimestamp,
  parseDetachedTimestamp,
  type Timestamp,
} from "@svc-proof/shared/opentimestamps";

/** What a batch has besides its proofs. Each part is null if there is none yet. */
export interface BatchEvidence {
  /** OpenTimestamps file of the Merkle root. */
  readonly timestamp: Uint8Array<ArrayBuffer> | null;
  readonly headers: Uint8Array<ArrayBuffer> | null;
  readonly witnesses: readonly { readonly chainId: number; readonly bytes: Uint8Array<ArrayBuffer> }[];
}

/**
 * The timestamp of the Merkle root that is inside a proof's own one. The operations before it lead from the content to the
 * root, one after the other without branches.
 *
 * @param ots OpenTimestamps file of a content.
 * @returns the file, or null if the root is not on its way.
 * @throws FormatError if `ots` is malformed.
 */
export function timestampOfRoot(ots: Uint8Array, root: string): Uint8Array<ArrayBuffer> | null {
  const { digest, timestamp } = parseDetachedTimestamp(ots);
  let message = digest;
  let next: Timestamp = timestamp;
  while (bytesToHex(message) !== root) {
    const [branch, ...others] = next.branches;
    if (branch === undefined || others.length > 0 || !("operation" in branch)) return null;
    message = applyOperation(branch.operation, message);
    next = branch.next;
  }
  return new Uint8Array(encodeDetachedTimestamp({ hash: "sha256", digest: message, timestamp: next }));
}

const MAX_BATCHES = 32;

/** The evidence of the batches that were asked for lately. */
export class BatchEvidenceCache {
  /** By Merkle root, the oldest first. */
  readonly #batches = new Map<
    string,
    { readonly evidence: Promise<BatchEvidence>; readonly until: number }
  >();
  readonly #keepMs: number;

  /** @param keepMs evidence grows for hours: it is asked for anew after this time. */
  constructor(keepMs: number) {
    this.#keepMs = keepMs;
  }

  /** @param load not kept if it rejects. */
  of(root: string, load: () => Promise<BatchEvidence>): Promise<BatchEvidence> {
    const kept = this.#batches.get(root);
    if (kept !== undefined && kept.until > Date.now()) return kept.evidence;
    const evidence = load();
    this.#batches.delete(root);
    this.#batches.set(root, { evidence, until: Date.now() + this.#keepMs });
    evidence.catch(() => {
      if (this.#batches.get(root)?.evidence === evidence) this.#batches.delete(root);
    });
    if (this.#batches.size > MAX_BATCHES) this.#batches.delete(this.#batches.keys().next().value as string);
    return evidence;
  }
}
