import { bytesToHex } from "@svc-proof/shared/encoding";
import type { Attested, Timestamp } from "@svc-proof/shared/opentimestamps";

/**
 * Numbers messages, the same bytes always the same number. A message is looked at once a node, however many
 * attestations stand there: one node may have ten thousand, and a message 4,096 bytes.
 */
export class MessageNumbers {
  readonly #byNode = new Map<Timestamp, number>();
  readonly #byMessage = new Map<string, number>();

  of({ node, message }: Pick<Attested, "node" | "message">): number {
    const known = this.#byNode.get(node);
    if (known !== undefined) return known;
    const hex = bytesToHex(message);
    const number = this.#byMessage.get(hex) ?? this.#byMessage.size;
    this.#byMessage.set(hex, number);
    this.#byNode.set(node, number);
    return number;
  }
}
