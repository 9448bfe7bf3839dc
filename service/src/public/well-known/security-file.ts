import { LANGUAGES } from "@svc-proof/ui/language";
import { ApiError } from "../../api-error.js";
import type { PageRoute } from "../../pages/page-route.js";

/** Below a year, as RFC 9116 (section 2.5.5) recommends. It begins anew with every request, on the first second of the day. */
const VALID_DAYS = 180;
const DAY_MS = 86_400_000;

/**
 * `/.well-known/security.txt`: RFC 9116.
 *
 * @param contact null if the operator names none; there is no such file then.
 */
export function securityFile(contact: string | null, siteUrl: () => string): PageRoute {
  const path = "/.well-known/security.txt";
  return {
    method: "GET",
    path,
    access: "anyone",
    handle: ({ now }, h) => {
      if (contact === null) throw new ApiError("not_found", "the operator has named no contact");
      const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
      const expires = new Date(today + VALID_DAYS * DAY_MS).toISOString().replace(".000", "");
      return h
        .response(
          `Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: ${LANGUAGES.join(", ")}\nCanonical: ${siteUrl()}${path}\n`,
        )
        .type("text/plain")
        .header("cache-control", "public, max-age=3600");
    },
  };
}
