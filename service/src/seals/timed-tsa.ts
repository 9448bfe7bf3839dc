/**
 * A timestamping authority that is asked for nothing while the clock of this instance is not to be relied on: its tokens would
 * be refused for their times, and each is charged for. The times of its tokens are compared with the clock in turn.
 */
import type { Tsa } from "../clients/tsa/tsa.js";
import type { ClockWatch } from "../operations/clock-watch.js";

/** A token may state whole seconds, rounded down or up. */
const RESOLUTION_MS = 1_000;

/** The same authority, asked while the clock is right. */
export function timedTsa(tsa: Tsa, clock: Pick<ClockWatch, "saw" | "fault">): Tsa {
  return {
    name: tsa.name,
    issue: async (request) => {
      if (clock.fault() !== null)
        return { kind: "unavailable", reason: "the clock of this instance is not to be relied on" };
      const askedAtMs = performance.now();
      const answer = await tsa.issue(request);
      if (answer.kind !== "refused" && answer.genTime != null) {
        const genTimeMs = answer.genTime.getTime();
        const bounds = { earliestMs: genTimeMs - RESOLUTION_MS, latestMs: genTimeMs + RESOLUTION_MS };
        clock.saw("authority", bounds, askedAtMs);
      }
      return answer;
    },
  };
}
