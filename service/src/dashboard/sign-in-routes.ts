/** Their routes. */

import { fill } from "@svc-proof/verifier-web/ui/language";
import { ApiError } from "../errors.js";
import { type Answer, type Page, type PageRoute, signedInOf, type Visit } from "../pages/page-route.js";
import { ownPath } from "../pages/page-routes.js";
import { MAX_ANSWER_BYTES } from "../people/passkeys.js";
import type { Entered, LockedOut, People, Visitor } from "../people/people.js";
import { noSessionCookie } from "../people/sessions.js";
import { normalEmail } from "../people/sign-in.js";
import { PAGE_TEXTS, type PageTexts } from "../texts/page-texts.js";
import { jsonAnswer, lockedAnswer } from "./answers.js";
import {
  againPage,
  codePage,
  deadEndPage,
  linkPage,
  sentPage,
  signInPage,
  signUpPage,
  type WaysIn,
} from "./sign-in.js";

/** Who visits, as the rules of signing in see it. */
export function visitorOf({ request, address, language, signedIn, now }: Visit): Visitor {
  return { address, language, signedIn, now, userAgent: request.raw.req.headers["user-agent"] };
}

const HOME = "/dashboard";
/** Where somebody without a passkey is asked to add one. */
const SECURITY = "/dashboard/security";

type LinkPurpose = "sign-in" | "sign-up" | "invitation";

/** The pages on which people sign in, sign up and sign out. Everything but passkeys works without scripts. */
export function signInRoutes(people: People): PageRoute[] {
  return [
    ...mailRoutes(people),
    ...codeRoutes(people),
    ...passkeyRoutes(people),
    ...againRoutes(people),
    ...signUpRoutes(people),
    ...invitationRoutes(people),
    {
      method: "POST",
      path: "/sign-out",
      access: "anyone",
      handle: async ({ signedIn }) => {
        if (signedIn !== null) await people.leave(signedIn);
        return { redirect: "/sign-in?signed-out=1", cookies: [noSessionCookie()] };
      },
    },
  ];
}

/** By a link in a mail. */
function mailRoutes(people: People): PageRoute[] {
  return [
    {
      method: "GET",
      path: "/sign-in",
      access: "anyone",
      handle: (visit) => {
        const to = toOf(visit.query.get("to"));
        if (visit.signedIn !== null) return { redirect: to };
        const page = signInPage(visit, waysIn(people), { to });
        if (!visit.query.has("signed-out")) return page;
        // Whoever uses the browser next must not find what was being registered in it.
        return { ...page, scripts: [...(page.scripts ?? []), "forget-journals"] };
      },
    },
    {
      method: "POST",
      path: "/sign-in",
      access: "anyone",
      handle: async (visit) => {
        const texts = textsOf(visit);
        const given = visit.form.text("email");
        const to = toOf(visit.form.text("to"));
        const email = normalEmail(given);
        const form = { to, email: given.slice(0, 254) };
        if (email === null || !people.mailer.isAvailable)
          return signInPage(visit, waysIn(people), { ...form, problem: texts.emailProblem, status: 400 });
        const locked = await people.sendSignInLink(email, to, visitorOf(visit));
        if (locked === null) return { redirect: "/sign-in/sent" };
        return refused(
          signInPage(visit, waysIn(people), { ...form, problem: lockedText(texts, locked) }),
          locked,
        );
      },
    },
    { method: "GET", path: "/sign-in/sent", access: "anyone", handle: (visit) => sentPage(visit, "signIn") },
    {
      method: "GET",
      path: "/sign-in/link",
      access: "anyone",
      handle: (visit) => showLink(people, visit, "sign-in", "/sign-in/link"),
    },
    {
      method: "POST",
      path: "/sign-in/link",
      access: "anyone",
      handle: async (visit) => {
        const entered = await people.enterByLink(visit.form.text("token"), visitorOf(visit));
        return afterEntering(visit, entered, toOf(visit.form.text("to")));
      },
    },
  ];
}

/** By a recovery code. */
function codeRoutes(people: People): PageRoute[] {
  return [
    {
      method: "GET",
      path: "/sign-in/code",
      access: "anyone",
      handle: (visit) => codePage(visit, { to: toOf(visit.query.get("to")) }),
    },
    {
      method: "POST",
      path: "/sign-in/code",
      access: "anyone",
      handle: async (visit) => {
        const texts = textsOf(visit);
        const given = visit.form.text("email");
        const form = { to: toOf(visit.form.text("to")), email: given.slice(0, 254) };
        const entered = await people.enterByCode(
          normalEmail(given),
          visit.form.text("code"),
          visitorOf(visit),
        );
        if (entered.outcome === "refused")
          return codePage(visit, { ...form, problem: texts.codeRefused, status: 400 });
        if (entered.outcome === "locked")
          return refused(codePage(visit, { ...form, problem: lockedText(texts, entered) }), entered);
        // A person who needs a code has lost a passkey or a mailbox.
        return afterEntering(visit, entered, SECURITY);
      },
    },
  ];
}

function passkeyRoutes(people: People): PageRoute[] {
  return [
    {
      method: "POST",
      path: "/sign-in/passkey/options",
      access: "anyone",
      body: "json",
      maxBodyBytes: MAX_ANSWER_BYTES,
      handle: async (visit, h) => {
        const locked = await people.attempt("passkey", visitorOf(visit), null);
        if (locked !== null) return lockedAnswer(h, locked);
        const options = await people.passkeys.authenticationOptions(visit.now);
        return options === null
          ? jsonAnswer(h, 404, { outcome: "unavailable" })
          : jsonAnswer(h, 200, options);
      },
    },
    {
      method: "POST",
      path: "/sign-in/passkey",
      access: "anyone",
      body: "json",
      maxBodyBytes: MAX_ANSWER_BYTES,
      handle: async (visit, h) => {
        const { answer, to } = Object(visit.json) as { readonly answer?: unknown; readonly to?: unknown };
        // Whoever is signed in confirms that; another person signs in on a page for that.
        const only = visit.signedIn?.person ?? null;
        const entered = await people.enterByPasskey(answer, only, visitorOf(visit));
        if (entered.outcome === "locked") return lockedAnswer(h, entered);
        if (entered.outcome !== "entered") return jsonAnswer(h, 403, { outcome: entered.outcome });
        const path = toOf(typeof to === "string" ? to : null);
        return jsonAnswer(h, 200, { outcome: "entered", to: visit.href(path) }).header(
          "set-cookie",
          entered.cookie,
        );
      },
    },
  ];
}

/** Whoever is signed in confirms it, before something grave. */
function againRoutes(people: People): PageRoute[] {
  return [
    {
      method: "GET",
      path: "/sign-in/again",
      access: "reader",
      handle: (visit) => againPage(visit, waysIn(people), { to: toOf(visit.query.get("to")) }),
    },
    {
      method: "POST",
      path: "/sign-in/again",
      access: "reader",
      handle: async (visit) => {
        const texts = textsOf(visit);
        const to = toOf(visit.form.text("to"));
        if (!people.mailer.isAvailable) throw new ApiError("not_found", "there are no mails");
        const { email } = signedInOf(visit).person;
        const locked = await people.sendSignInLink(email, to, visitorOf(visit));
        if (locked === null) return { redirect: "/sign-in/sent" };
        return refused(againPage(visit, waysIn(people), { to, problem: lockedText(texts, locked) }), locked);
      },
    },
  ];
}

function signUpRoutes(people: People): PageRoute[] {
  return [
    {
      method: "GET",
      path: "/sign-up",
      access: "anyone",
      handle: (visit) => signUpPage(visit, people.isSignUpOpen, {}),
    },
    {
      method: "POST",
      path: "/sign-up",
      access: "anyone",
      handle: async (visit) => {
        const texts = textsOf(visit);
        const isOpen = people.isSignUpOpen;
        const given = visit.form.text("email");
        const form = { email: given.slice(0, 254) };
        if (!isOpen) return signUpPage(visit, false, { status: 403 });
        const email = normalEmail(given);
        if (email === null)
          return signUpPage(visit, isOpen, { ...form, problem: texts.emailProblem, status: 400 });
        const locked = await people.sendSignUpLink(email, visitorOf(visit));
        if (locked === null) return { redirect: "/sign-up/sent" };
        return refused(signUpPage(visit, isOpen, { ...form, problem: lockedText(texts, locked) }), locked);
      },
    },
    { method: "GET", path: "/sign-up/sent", access: "anyone", handle: (visit) => sentPage(visit, "signUp") },
    {
      method: "GET",
      path: "/sign-up/link",
      access: "anyone",
      handle: (visit) => showLink(people, visit, "sign-up", "/sign-up/link"),
    },
    {
      method: "POST",
      path: "/sign-up/link",
      access: "anyone",
      handle: (visit) => enrol(people, visit, "sign-up"),
    },
  ];
}

function invitationRoutes(people: People): PageRoute[] {
  return [
    {
      method: "GET",
      path: "/invitation",
      access: "anyone",
      handle: (visit) => showLink(people, visit, "invitation", "/invitation"),
    },
    {
      method: "POST",
      path: "/invitation",
      access: "anyone",
      handle: (visit) => enrol(people, visit, "invitation"),
    },
  ];
}

function waysIn(people: People): WaysIn {
  return {
    passkeys: people.passkeys.areAvailable,
    mail: people.mailer.isAvailable,
    signUp: people.isSignUpOpen,
  };
}

/** Where a form or a link leads to. */
function toOf(given: string | null): string {
  return ownPath(given) ?? HOME;
}

/** What becomes of a link or a code: a session, or a page that says why not. */
function afterEntering(visit: Visit, entered: Entered, to: string): Answer {
  const texts = textsOf(visit);
  switch (entered.outcome) {
    case "entered":
      return { redirect: to, cookies: [entered.cookie] };
    case "locked":
      return lockedPage(visit, entered);
    case "disabled":
      return deadEndPage(visit, 403, texts.disabledTitle, texts.disabledText, null);
    case "taken": {
      const way = { path: "/sign-in", text: texts.signIn };
      return deadEndPage(visit, 409, texts.takenTitle, texts.takenText, way);
    }
    default:
      return unusablePage(visit);
  }
}

async function showLink(people: People, visit: Visit, purpose: LinkPurpose, action: string): Promise<Page> {
  const texts = textsOf(visit);
  const token = visit.query.get("token") ?? "";
  const preview = await people.previewLink(token, purpose, visit.now);
  if (preview === null) return unusablePage(visit);
  const { email, role, createsAccount } = preview;
  const words = {
    "sign-in": { title: texts.linkTitle, text: texts.linkText, button: texts.linkButton },
    "sign-up": { title: texts.signUp, text: texts.signUpConfirm, button: texts.signUpButton },
    invitation: {
      title: texts.invitationTitle,
      text: createsAccount ? texts.invitationNewText : texts.invitationText,
      button: texts.invitationButton,
    },
  }[purpose];
  const text = fill(words.text, { email, role: texts.roles[role ?? "reader"] });
  return linkPage(visit, { ...words, text, action, token, to: toOf(visit.query.get("to")) });
}

async function enrol(people: People, visit: Visit, purpose: "sign-up" | "invitation"): Promise<Answer> {
  const entered = await people.enrol(visit.form.text("token"), purpose, visitorOf(visit));
  return afterEntering(visit, entered, SECURITY);
}

function textsOf({ language }: Visit): PageTexts["signIn"] {
  return PAGE_TEXTS[language].signIn;
}

function lockedText(texts: PageTexts["signIn"], { delayMs }: LockedOut): string {
  return fill(texts.locked, { minutes: Math.ceil(delayMs / 60_000) });
}

/** The same page with the status of too many attempts. */
function refused(page: Page, { delayMs }: LockedOut): Page {
  return { ...page, status: 429, headers: { "retry-after": String(Math.ceil(delayMs / 1_000)) } };
}

function lockedPage(visit: Visit, locked: LockedOut): Page {
  const texts = textsOf(visit);
  const way = { path: "/sign-in", text: texts.signIn };
  return refused(deadEndPage(visit, 429, texts.signIn, lockedText(texts, locked), way), locked);
}

function unusablePage(visit: Visit): Page {
  const texts = textsOf(visit);
  const way = { path: "/sign-in", text: texts.askAgain };
  return deadEndPage(visit, 410, texts.unusableTitle, texts.unusableText, way);
}
