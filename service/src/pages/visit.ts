/** One request for a page. */
import type { Request } from "@hapi/hapi";
import type { Language } from "@svc-proof/ui/language";
import { ApiError } from "../api-error.js";
import type { SignedIn } from "../records/types.js";
import type { FormFields } from "./form-fields.js";

export interface Visit {
  readonly request: Request;
  readonly language: Language;
  readonly signedIn: SignedIn | null;
  /** For the forms of the page, as their field `csrf`, or for scripts; null if nobody is signed in. */
  readonly csrf: string | null;
  /** Empty unless a form was posted. */
  readonly form: FormFields;
  /** The JSON that a script posted. */
  readonly json: unknown;
  /** Of the request, below the site; begins with one slash. `request.url` depends on `Host`, which clients choose. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Whether this is a rehearsal: nothing has evidential value. */
  readonly isRehearsal: boolean;
  /** What attempts are counted by: the visitor's IPv4 address, or IPv6 network. */
  readonly address: string;
  readonly now: Date;
  /** For a form whose handler reads it. Rejects if the token is not the session's. */
  checkToken(given: string): Promise<void>;
  /** The address of a page, for links: the site may live below a path. @param path begins with a slash. */
  href(path: string): string;
}

/** Who visits a page that is not for anyone. */
export function signedInOf({ signedIn }: Visit): SignedIn {
  if (signedIn === null) throw new ApiError("unauthorized", "nobody is signed in");
  return signedIn;
}

/** A parameter of the path. */
export function parameterOf({ request }: Visit, name: string): string {
  return String(request.params[name] ?? "");
}
