import type { Tsa } from "../clients/tsa/tsa.js";
import type { SealQualification } from "../records/types.js";

/** The sandbox makes its authority itself: no list can name it. */
const UNLISTED: SealQualification = { result: "not-qualified", code: "service_not_listed", entry: null };

/** The sandbox's own authority, whose tokens are never qualified. */
export function unlistedTsa(tsa: Tsa): Tsa {
  return {
    name: tsa.name,
    issue: async (request) => {
      const answer = await tsa.issue(request);
      return answer.kind === "issued" ? { ...answer, qualification: UNLISTED } : answer;
    },
  };
}
