import type { Visit } from "../../pages/visit.js";
import type { Visitor } from "../../people/people.js";

/** Who visits, as the rules of signing in see it. */
export function visitorOf({ request, address, language, signedIn, now }: Visit): Visitor {
  return { address, language, signedIn, now, userAgent: request.raw.req.headers["user-agent"] };
}
