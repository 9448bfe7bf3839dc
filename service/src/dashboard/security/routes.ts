/**
 * `/dashboard/security`: passkeys, recovery codes and sessions of the person who is signed in. All of it needs a recent
 * sign-in (OWASP ASVS 5.0, 7.5.1 and 7.5.2).
 */
import { isShortText } from "../../accounts/short-text.js";
import { ApiError } from "../../api-error.js";
import type { Page, PageRoute } from "../../pages/page-route.js";
import { signedInOf, type Visit } from "../../pages/visit.js";
import { MAX_ANSWER_BYTES, MAX_PASSKEY_NAME } from "../../people/passkeys.js";
import type { People } from "../../people/people.js";
import { openSessions } from "../../people/sessions.js";
import type { PeopleStore } from "../../records/records.js";
import type { Addresses } from "../../site/addresses.js";
import { jsonAnswer, lockedAnswer } from "../passkey-answers.js";
import { visitorOf } from "../sign-in/visitor-of.js";
import { codesPage, securityPage } from "./security-page.js";
import { type NoticeKind, SECURITY_TEXTS } from "./texts.js";

const PATH = "/dashboard/security";

/** Of what a browser is told that made a passkey. */
const STATUS = { added: 200, refused: 403, full: 409 } as const;

const NOTICES: Readonly<Record<string, NoticeKind>> = {
  "passkey-added": "passkeyAdded",
  "passkey-removed": "passkeyRemoved",
  "session-ended": "sessionEnded",
  "others-ended": "othersEnded",
};

export interface SecurityDeps {
  readonly people: People;
  readonly store: PeopleStore;
  readonly addresses: () => Addresses;
}

export function securityRoutes({ people, store, addresses }: SecurityDeps): PageRoute[] {
  const show = async (visit: Visit, notice: NoticeKind | null, status = 200): Promise<Page> => {
    const { person, session } = signedInOf(visit);
    const [passkeys, codesLeft, sessions] = await Promise.all([
      store.listPasskeys(person.id),
      store.countRecoveryCodes(person.id),
      openSessions(store, person.id, visit.now),
    ]);
    const hasPasskeys = people.passkeys.areAvailable;
    const facts = { passkeys, codesLeft, sessions, currentSession: session.id, hasPasskeys, notice };
    return securityPage(visit, facts, status);
  };

  const guarded = { access: "reader", recent: true } as const;
  const json = { body: "json", maxBodyBytes: MAX_ANSWER_BYTES } as const;

  return [
    {
      method: "GET",
      path: PATH,
      ...guarded,
      handle: (visit) => show(visit, NOTICES[visit.query.get("done") ?? ""] ?? null),
    },
    {
      method: "POST",
      path: `${PATH}/passkeys/options`,
      ...guarded,
      ...json,
      handle: async (visit, h) => {
        const { person } = signedInOf(visit);
        const locked = await people.attempt("new-passkey", visitorOf(visit), person.email);
        if (locked !== null) return lockedAnswer(h, locked);
        const options = await people.passkeys.registrationOptions(person, visit.now);
        if (options === null) throw new ApiError("not_found", "there are no passkeys at this address");
        return jsonAnswer(h, 200, options);
      },
    },
    {
      method: "POST",
      path: `${PATH}/passkeys`,
      ...guarded,
      ...json,
      handle: async (visit, h) => {
        const { answer, name } = Object(visit.json) as { readonly answer?: unknown; readonly name?: unknown };
        if (!hasTransports(answer)) throw new ApiError("invalid_request", '"transports" expected a list');
        const given = typeof name === "string" ? name.normalize("NFC").trim().slice(0, MAX_PASSKEY_NAME) : "";
        const isShown = isShortText(given, MAX_PASSKEY_NAME);
        const shown = isShown ? given : SECURITY_TEXTS[visit.language].defaultName;
        const { person } = signedInOf(visit);
        const added = await people.addPasskey(person, answer, shown, visitorOf(visit));
        if (added.outcome === "locked") return lockedAnswer(h, added);
        const { outcome } = added;
        return jsonAnswer(h, STATUS[outcome], { outcome, to: visit.href(`${PATH}?done=passkey-added`) });
      },
    },
    {
      method: "POST",
      path: `${PATH}/passkeys/remove`,
      ...guarded,
      handle: async (visit) => {
        const outcome = await people.removePasskey(signedInOf(visit).person, visit.form.text("id"));
        if (outcome === "not_found") throw new ApiError("not_found", "there is no such passkey");
        if (outcome === "last") return show(visit, "lastPasskey", 409);
        return { redirect: `${PATH}?done=passkey-removed` };
      },
    },
    {
      method: "POST",
      path: `${PATH}/codes`,
      ...guarded,
      // The answer to the form itself: codes in an address or in the store could be read later.
      handle: async (visit) => {
        const { person } = signedInOf(visit);
        return codesPage(visit, addresses().siteUrl, person.email, await people.replaceRecoveryCodes(person));
      },
    },
    {
      method: "POST",
      path: `${PATH}/sessions/end`,
      ...guarded,
      handle: async (visit) => {
        if (!(await people.endSession(signedInOf(visit).person, visit.form.text("id"))))
          throw new ApiError("not_found", "there is no such session");
        return { redirect: `${PATH}?done=session-ended` };
      },
    },
    {
      method: "POST",
      path: `${PATH}/sessions/end-others`,
      ...guarded,
      handle: async (visit) => {
        await people.endOtherSessions(signedInOf(visit));
        return { redirect: `${PATH}?done=others-ended` };
      },
    },
  ];
}

/** WebAuthn, section 5.2.1: a list, which older browsers leave out. */
function hasTransports(answer: unknown): boolean {
  const { response } = Object(answer) as { readonly response?: unknown };
  const { transports = [] } = Object(response) as { readonly transports?: unknown };
  return Array.isArray(transports);
}
