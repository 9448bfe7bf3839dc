/** Registrations for tests of stores. */
import { randomBytes } from "node:crypto";
import { orderedIds } from "./ordered-id.js";
import type { Registration } from "./types.js";

/** The account and key that register. */
export interface Caller {
  readonly accountId: string;
  readonly keyId: string;
}

/** 32 random bytes in hexadecimal, as the hash of a file or of a key. */
export function randomHash(): string {
  return randomBytes(32).toString("hex");
}

/** Of one instance, whose clock does not go back: a time of receipt that lies before the last one is another's. */
let newId = orderedIds();
let lastReceivedAt = new Date(0);
function idAt(receivedAt: Date): string {
  if (receivedAt < lastReceivedAt) newId = orderedIds();
  lastReceivedAt = receivedAt;
  return newId(receivedAt);
}

/** A registration of a random hash. Its identifiers are new unless they are given. */
export function newRegistration(
  { accountId, keyId }: Caller,
  given: Partial<Registration> & Pick<Registration, "receivedAt" | "dailyLimit">,
): Registration {
  return {
    id: idAt(given.receivedAt),
    certificateId: idAt(given.receivedAt),
    accountId,
    origin: "api",
    keyId,
    idempotencyKey: null,
    hash: randomHash(),
    name: "file",
    metadata: null,
    size: null,
    mimeType: "application/octet-stream",
    seal: null,
    ...given,
  };
}
