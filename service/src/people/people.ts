/** Invites, enrols, removes. */

import { randomUUID } from "node:crypto";
import { isLanguage, type Language } from "@svc-proof/verifier-web/ui/language";
import { auditEntry } from "../audit/audit.js";
import type { Addresses } from "../http/site.js";
import { type JobHost, type JobLoop, startLeasedJob } from "../jobs/job.js";
import type { PeopleMetrics } from "../operations/metrics.js";
import type { PeopleStore, Records } from "../records/records.js";
import type {
  AuditActor,
  Enrolment,
  Invitation,
  OneTimeToken,
  PersonRecord,
  Role,
  SessionRecord,
  SignedIn,
} from "../records/types.js";
import { linkMail, type Mailer, noticeMail } from "./mails.js";
import type { Passkeys } from "./passkeys.js";
import { startSession } from "./sessions.js";
import {
  type AttemptKind,
  Attempts,
  hashSecret,
  isSecret,
  newRecoveryCode,
  newSecret,
  personActor,
  RECOVERY_CODES,
  recoveryCodeHash,
} from "./sign-in.js";

/** How long an invitation can be accepted. */
export const INVITATION_DAYS = 7;
export const INVITATION_MS: number = INVITATION_DAYS * 86_400_000;

export interface InvitationOptions {
  /** In the form of email-address.ts. */
  readonly email: string;
  /** Null for a new account. */
  readonly accountId: string | null;
  readonly role: Role;
  readonly now: Date;
}

/** An invitation into an account, or to found one: its secret is for the mail, its token for the store. */
export function newInvitation({ email, accountId, role, now }: InvitationOptions): {
  readonly secret: string;
  readonly token: Invitation;
} {
  const secret = newSecret();
  return {
    secret,
    token: {
      secretHash: hashSecret(secret),
      purpose: "invitation",
      email,
      accountId,
      role,
      personId: null,
      createdAt: now,
      expiresAt: new Date(now.getTime() + INVITATION_MS),
    },
  };
}

// Who is let in: links, codes, passkeys, invitations become sessions here, and nowhere else. No pages and no HTTP.
//
// A visitor who has shown nothing learns nothing about whether an e-mail address belongs to a person: the same steps are done
// either way, and what differs is done after the answer, when a mail is made.

/** Of a link that signs in or signs up: the longest that OWASP ASVS 5.0, 6.5.5, allows. */
const LINK_MS = 10 * 60_000;
/** Stands for a person who does not exist, so that the store is asked either way. */
const NOBODY = "00000000-0000-4000-8000-000000000000";

export interface PeopleOptions {
  readonly store: Pick<Records, "people" | "accounts" | "audit" | "rates">;
  readonly mailer: Mailer;
  readonly passkeys: Passkeys;
  readonly metrics: PeopleMetrics;
  readonly addresses: () => Addresses;
  /** Whether anyone may create an account. */
  readonly isSignUpOpen: () => boolean;
  /** What a new account starts with. */
  readonly newAccount: (owner: AuditActor) => NonNullable<Enrolment["newAccount"]>;
}

/** Who asks, as far as a request shows it. */
export interface Visitor {
  /** `Visit.address`. */
  readonly address: string;
  readonly language: Language;
  readonly userAgent: string | undefined;
  /** The session that this browser has so far: a new one replaces it. */
  readonly signedIn: SignedIn | null;
  readonly now: Date;
}

/** Too many attempts, for so long. */
export interface LockedOut {
  readonly outcome: "locked";
  readonly delayMs: number;
}

export type Entered =
  | { readonly outcome: "entered"; readonly cookie: string; readonly person: PersonRecord }
  /** The link, code or passkey does not work: unknown, used, expired. */
  | { readonly outcome: "refused" }
  /** The operator has closed the account. */
  | { readonly outcome: "disabled" }
  /** The address got a person since the link was made. */
  | { readonly outcome: "taken" }
  | LockedOut;

/** What a link is for, as its page says it before it is used. */
export interface LinkPreview {
  readonly email: string;
  /** Of an invitation. */
  readonly role: OneTimeToken["role"];
  /** Whether it creates an account. */
  readonly createsAccount: boolean;
}

type SignInMethod = SessionRecord["method"];

export class People {
  readonly mailer: Mailer;
  readonly passkeys: Passkeys;
  readonly #options: PeopleOptions;
  readonly #people: PeopleStore;
  readonly #attempts: Attempts;

  constructor(options: PeopleOptions) {
    this.#options = options;
    this.#people = options.store.people;
    this.#attempts = new Attempts(options.store.rates);
    this.mailer = options.mailer;
    this.passkeys = options.passkeys;
  }

  get isSignUpOpen(): boolean {
    return this.#options.isSignUpOpen();
  }

  /** Counts an attempt. Null when it is allowed. */
  async attempt(kind: AttemptKind, { address }: Visitor, email: string | null): Promise<LockedOut | null> {
    const delayMs = await this.#attempts.take(kind, address, email);
    return delayMs === null ? null : { outcome: "locked", delayMs };
  }

  /**
   * Sends a link that signs in, if the address belongs to a person. The answer is the same if not.
   *
   * @param email in its normal form. @param to where to go then, a path.
   */
  async sendSignInLink(email: string, to: string, visitor: Visitor): Promise<LockedOut | null> {
    const locked = await this.attempt("mail", visitor, email);
    if (locked !== null) return locked;
    // Stored either way: the store's answer takes as long.
    const link = await this.#newLink("sign-in", "/sign-in/link", email, { to }, visitor.now);
    this.mailer.put(async () => {
      if ((await this.#people.findPersonByEmail(email)) === null) return null;
      return linkMail("signIn", this.#context(email, visitor.language, link), LINK_MS);
    });
    return null;
  }

  /** Sends a link that creates an account; to a person who has one, a link that signs in. */
  async sendSignUpLink(email: string, visitor: Visitor): Promise<LockedOut | null> {
    const locked = await this.attempt("mail", visitor, email);
    if (locked !== null) return locked;
    const { now, language } = visitor;
    const signUp = await this.#newLink("sign-up", "/sign-up/link", email, {}, now);
    const signIn = await this.#newLink("sign-in", "/sign-in/link", email, {}, now);
    this.mailer.put(async () => {
      const isKnown = (await this.#people.findPersonByEmail(email)) !== null;
      const context = this.#context(email, language, isKnown ? signIn : signUp);
      return linkMail(isKnown ? "known" : "signUp", context, LINK_MS);
    });
    return null;
  }

  /**
   * Sends an invitation whose token the caller has stored.
   *
   * @param secret of the token. @param language of the mail.
   */
  sendInvitation(email: string, secret: string, language: Language): void {
    this.mailer.put(async () =>
      linkMail("invitation", this.#context(email, language, this.invitationLink(secret)), INVITATION_MS),
    );
  }

  /** The address of an invitation. @param secret of its token. */
  invitationLink(secret: string): string {
    return this.#linkTo("/invitation", secret, {});
  }

  /** What a link would do; null when it does not work. It stays usable: programs that check mails open links. */
  async previewLink(
    secret: string,
    purpose: "sign-in" | "sign-up" | "invitation",
    now: Date,
  ): Promise<LinkPreview | null> {
    if (!isSecret(secret)) return null;
    const token = await this.#people.findToken(hashSecret(secret), purpose, now);
    if (token?.email == null) return null;
    return { email: token.email, role: token.role, createsAccount: token.accountId === null };
  }

  /** Uses a link that signs in. */
  async enterByLink(secret: string, visitor: Visitor): Promise<Entered> {
    return this.#counted("link", visitor, null, async () => {
      if (!isSecret(secret)) return null;
      const token = await this.#people.useToken(hashSecret(secret), "sign-in", visitor.now);
      return token?.email == null ? null : this.#people.findPersonByEmail(token.email);
    });
  }

  /** Uses a recovery code up. @param email in its normal form; null if what was typed is no address. */
  async enterByCode(email: string | null, typed: string, visitor: Visitor): Promise<Entered> {
    const hash = recoveryCodeHash(typed);
    const entered = await this.#counted("recovery-code", visitor, email, async () => {
      const person = email === null ? null : await this.#people.findPersonByEmail(email);
      // The store is asked for nobody's codes too.
      const isRight = await this.#people.useRecoveryCode(person?.id ?? NOBODY, hash ?? hashSecret(""));
      return isRight ? person : null;
    });
    if (entered.outcome === "entered") {
      await this.#note(entered.person, "recovery.use", entered.person.id);
      this.notify(entered.person, "codeUsed");
    }
    return entered;
  }

  /** Uses the answer of a passkey. @param only whose it must be; null for anyone's. */
  async enterByPasskey(given: unknown, only: PersonRecord | null, visitor: Visitor): Promise<Entered> {
    return this.#counted("passkey", visitor, null, async () => {
      const person = await this.passkeys.authenticate(given, visitor.now);
      return only === null || person?.id === only.id ? person : null;
    });
  }

  /** Uses a link that creates a person: of a sign-up, or of an invitation. */
  async enrol(secret: string, purpose: "sign-up" | "invitation", visitor: Visitor): Promise<Entered> {
    const locked = await this.attempt("link", visitor, null);
    if (locked !== null) return this.#told(purpose, locked);
    const { now, language } = visitor;
    const token = isSecret(secret) ? await this.#people.findToken(hashSecret(secret), purpose, now) : null;
    if (token?.email == null) return this.#told(purpose, { outcome: "refused" });
    const { enrolment, person } = this.#enrolmentOf(token, token.email, language, now);
    const entry = auditEntry({
      accountId: person.accountId,
      actor: personActor(person),
      action: "person.create",
      subject: person.id,
      details: { email: person.email, role: person.role, by: purpose },
    });
    const outcome = await this.#people.enrol(enrolment, entry);
    if (outcome !== "enrolled")
      return this.#told(purpose, { outcome: outcome === "email_taken" ? "taken" : "refused" });
    return this.#told(purpose, await this.#enter(person, "link", visitor));
  }

  /** Ends the session of a visitor. */
  async leave({ session, person }: SignedIn): Promise<void> {
    if (await this.#people.endSession(person.id, session.id))
      await this.#note(person, "session.end", session.id);
  }

  /** Ends a session of a person from the list. */
  async endSession(person: PersonRecord, id: string): Promise<boolean> {
    const ended = await this.#people.endSession(person.id, id);
    if (ended) await this.#note(person, "session.end", id);
    return ended;
  }

  /** Ends all sessions of a person but the one at hand, and the links that were not used. @returns how many sessions. */
  async endOtherSessions({ person, session }: SignedIn): Promise<number> {
    const count = await this.#people.endOtherSessions(person.id, session.id);
    if (count > 0) {
      await this.#note(person, "session.end", null, { others: count });
      this.notify(person, "sessionsEnded");
    }
    return count;
  }

  /** New recovery codes, to be shown once; the former ones no longer work. */
  async replaceRecoveryCodes(person: PersonRecord): Promise<readonly string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    const hashes = codes.map((code) => recoveryCodeHash(code)!);
    const audit = auditEntry({
      accountId: person.accountId,
      actor: personActor(person),
      action: "recovery.replace",
      subject: person.id,
    });
    await this.#people.replaceRecoveryCodes(person.id, hashes, audit);
    this.notify(person, "codesReplaced");
    return codes;
  }

  /** @returns `last` when the person could not sign in any more. */
  async removePasskey(person: PersonRecord, id: string): Promise<"removed" | "not_found" | "last"> {
    const passkeys = await this.#people.listPasskeys(person.id);
    const removed = passkeys.find((passkey) => passkey.id === id);
    if (removed === undefined) return "not_found";
    const usable = await this.passkeys.usable(passkeys);
    const mustBeLeft = !this.mailer.isAvailable && usable.includes(id);
    const others = mustBeLeft ? usable.filter((other) => other !== id) : null;
    const audit = auditEntry({
      accountId: person.accountId,
      actor: personActor(person),
      action: "passkey.remove",
      subject: person.id,
      details: { name: removed.name },
    });
    const outcome = await this.#people.removePasskey(person.id, id, others, audit);
    if (outcome === "removed") this.notify(person, "passkeyRemoved");
    return outcome;
  }

  /** Uses the answer of a browser that made a passkey: `Passkeys.register`. */
  async addPasskey(
    person: PersonRecord,
    given: unknown,
    name: string,
    visitor: Visitor,
  ): Promise<{ readonly outcome: "added" | "refused" | "full" } | LockedOut> {
    const locked = await this.attempt("new-passkey", visitor, person.email);
    if (locked !== null) return locked;
    const outcome = await this.passkeys.register(person, given, name, visitor.now);
    if (outcome === "added") this.notify(person, "passkeyAdded");
    return { outcome };
  }

  /** Tells a person by mail what has changed. */
  notify({ email, language }: PersonRecord, event: Parameters<typeof noticeMail>[0]): void {
    const link = `${this.#siteUrl}/dashboard/security`;
    this.mailer.put(async () => noticeMail(event, this.#context(email, languageOf(language), link)));
  }

  /** Finds somebody, within the bounds of attempts, and lets them in. */
  async #counted(
    method: SignInMethod,
    visitor: Visitor,
    email: string | null,
    find: () => Promise<PersonRecord | null>,
  ): Promise<Entered> {
    const kind = method === "recovery-code" ? "code" : method;
    const locked = await this.attempt(kind, visitor, email);
    if (locked !== null) return this.#told(method, locked);
    const person = await find();
    if (person === null) return this.#told(method, { outcome: "refused" });
    return this.#told(method, await this.#enter(person, method, visitor));
  }

  /** Starts a session in place of the one that the browser had. */
  async #enter(person: PersonRecord, method: SignInMethod, visitor: Visitor): Promise<Entered> {
    const account = await this.#options.store.accounts.findAccount(person.accountId);
    if (account === null) return { outcome: "refused" };
    if (account.disabledAt !== null) return { outcome: "disabled" };
    const started = await startSession(this.#people, person, method, visitor.userAgent, visitor.now);
    if (started === null) return { outcome: "refused" };
    const { signedIn } = visitor;
    if (signedIn !== null) await this.#people.endSession(signedIn.person.id, signedIn.session.id);
    await this.#note(person, "session.start", started.session.id, { method });
    return { outcome: "entered", cookie: started.cookie, person };
  }

  #enrolmentOf(
    token: OneTimeToken,
    email: string,
    language: Language,
    at: Date,
  ): { readonly enrolment: Enrolment; readonly person: PersonRecord } {
    const id = randomUUID();
    const made = token.accountId === null ? this.#options.newAccount({ kind: "person", id, email }) : null;
    const person: PersonRecord = {
      id,
      accountId: made?.account.id ?? token.accountId!,
      email,
      role: made === null ? (token.role ?? "reader") : "owner",
      language,
      createdAt: at,
      lastSignInAt: null,
    };
    const enrolment = {
      tokenHash: token.secretHash,
      person,
      newAccount: made === null ? null : { account: made.account, welcome: made.welcome },
      at,
    };
    return { enrolment, person };
  }

  async #newLink(
    purpose: "sign-in" | "sign-up",
    path: string,
    email: string,
    more: Readonly<Record<string, string>>,
    now: Date,
  ): Promise<string> {
    const secret = newSecret();
    await this.#people.putToken({
      secretHash: hashSecret(secret),
      purpose,
      email,
      accountId: null,
      role: null,
      personId: null,
      createdAt: now,
      expiresAt: new Date(now.getTime() + LINK_MS),
    });
    return this.#linkTo(path, secret, more);
  }

  #linkTo(path: string, token: string, more: Readonly<Record<string, string>>): string {
    return `${this.#siteUrl}${path}?${new URLSearchParams({ token, ...more })}`;
  }

  get #siteUrl(): string {
    return this.#options.addresses().siteUrl;
  }

  #context(to: string, language: Language, link: string): Parameters<typeof noticeMail>[1] {
    return { to, language, site: this.#siteUrl, link };
  }

  async #note(
    person: PersonRecord,
    action: string,
    subject: string | null,
    details: Readonly<Record<string, string | number>> = {},
  ): Promise<void> {
    const { accountId } = person;
    await this.#options.store.audit.append(
      auditEntry({ accountId, actor: personActor(person), action, subject, details }),
    );
  }

  #told<Result extends Entered>(method: SignInMethod | "sign-up" | "invitation", result: Result): Result {
    this.#options.metrics.signIns.inc({ method, result: result.outcome });
    return result;
  }
}

function languageOf(language: string): Language {
  return isLanguage(language) ? language : "en";
}

const INTERVAL_MS = 10 * 60_000;

/** Deletes tokens and sessions that have expired. The store refuses them already. */
export function startPeopleJob(host: JobHost, people: PeopleStore): JobLoop {
  return startLeasedJob(host, {
    name: "people",
    intervalMs: INTERVAL_MS,
    run: async () => {
      const deleted = await people.purgeExpired(new Date());
      if (deleted > 0) host.log.info({ deleted }, "expired tokens and sessions deleted");
    },
  });
}
