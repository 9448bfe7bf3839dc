import type { SessionRecord } from "../records/types.js";

/** A working day: who leaves a computer in the evening is signed out in the morning. */
export const IDLE_MS: number = 12 * 3_600_000;

/** Whether nothing was done in a session for so long that it is over. */
export function isIdle({ lastSeenAt }: SessionRecord, now: Date): boolean {
  return now.getTime() - lastSeenAt.getTime() > IDLE_MS;
}
