import { bytesToHex } from "@svc-proof/shared/encoding";
import type { Attested, Timestamp } from "@svc-proof/shared/opentimestamps";

/**
 * Assigns numbers to messages; equal bytes get the same number. Each message is read once per node, because one node
 * may have ten thousand attestations and a message of 4,096 bytes.
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
