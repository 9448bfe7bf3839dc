/** People. */

import { isUuid } from "@svc-proof/shared/encoding";
import {
  fill,
  isLanguage,
  LANGUAGE_NAMES,
  LANGUAGES,
  type Language,
} from "@svc-proof/verifier-web/ui/language";
import { Fragment, type JSX } from "preact";
import { auditEntry } from "../audit/audit.js";
import { ApiError } from "../errors.js";
import { RateLimit } from "../http/limits.js";
import {
  type Answer,
  type Page,
  type PageRoute,
  parameterOf,
  signedInOf,
  type Visit,
} from "../pages/page-route.js";
import { EmailField, Form, Moment, Notice, Select, Table } from "../pages/parts.js";
import { INVITATION_DAYS, newInvitation } from "../people/people.js";
import { isAtLeast, normalEmail } from "../people/sign-in.js";
import type { Records } from "../records/records.js";
import type { AuditEntry, OneTimeToken, PersonRecord, Role } from "../records/types.js";
import { PAGE_TEXTS, type PageTexts } from "../texts/page-texts.js";
import { actingPerson } from "./answers.js";

const ROLES: readonly Role[] = ["owner", "member", "reader"];

export interface PeopleViewProps {
  readonly visit: Visit;
  /** Oldest first. */
  readonly people: readonly PersonRecord[];
  readonly invitations: readonly OneTimeToken[];
  readonly isOwner: boolean;
}

export function PeopleView({ visit, people, invitations, isOwner }: PeopleViewProps): JSX.Element {
  const { language } = visit;
  const texts = PAGE_TEXTS[language].people;
  const { person: self } = signedInOf(visit);
  const done = visit.query.get("done");
  return (
    <>
      <h1>{texts.title}</h1>
      {isDone(texts, done) && <Notice kind="done">{texts.done[done]}</Notice>}
      <p>{texts.about}</p>
      <Table
        label={texts.title}
        head={isOwner ? texts.columns : texts.columns.slice(0, -1)}
        rows={people.map((person) => ({
          key: person.id,
          cells: [
            person.id === self.id ? `${person.email} (${texts.you})` : person.email,
            texts.roles[person.role],
            <Moment key="since" at={person.createdAt} language={language} />,
            person.lastSignInAt === null ? (
              texts.never
            ) : (
              <Moment key="last" at={person.lastSignInAt} language={language} />
            ),
            ...(isOwner
              ? [
                  <a
                    key="change"
                    href={visit.href(`/dashboard/people/${person.id}`)}
                    aria-label={fill(texts.changeNamed, { email: person.email })}
                  >
                    {texts.change}
                  </a>,
                ]
              : []),
          ],
        }))}
      />
      <RoleList texts={texts} />
      {isOwner ? (
        <p>
          <a class="button primary" href={visit.href("/dashboard/people/invite")}>
            {texts.invite.button}
          </a>
        </p>
      ) : (
        <p>{texts.ownerOnly}</p>
      )}
      {invitations.length > 0 && <Invitations visit={visit} invitations={invitations} texts={texts} />}
    </>
  );
}

function isDone(texts: PageTexts["people"], done: string | null): done is keyof PageTexts["people"]["done"] {
  return done !== null && Object.hasOwn(texts.done, done);
}

function RoleList({ texts }: { readonly texts: PageTexts["people"] }): JSX.Element {
  return (
    <dl class="facts">
      {ROLES.map((role) => (
        <Fragment key={role}>
          <dt>{texts.roles[role]}</dt>
          <dd>{texts.mayDo[role]}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

interface InvitationsProps extends Pick<PeopleViewProps, "visit" | "invitations"> {
  readonly texts: PageTexts["people"];
}

function Invitations({ visit, invitations, texts }: InvitationsProps): JSX.Element {
  const { language } = visit;
  return (
    <>
      <h2>{texts.invitations.title}</h2>
      <Table
        label={texts.invitations.title}
        head={texts.invitations.columns}
        rows={invitations.map(({ secretHash, email, role, expiresAt }) => ({
          key: secretHash,
          cells: [
            email,
            role === null ? "" : texts.roles[role],
            <Moment key="until" at={expiresAt} language={language} />,
            <Form key="withdraw" visit={visit} action="/dashboard/people/withdraw">
              <input type="hidden" name="invitation" value={secretHash} />
              <button
                type="submit"
                class="as-link"
                aria-label={fill(texts.invitations.withdrawNamed, { email: email ?? "" })}
              >
                {texts.invitations.withdraw}
              </button>
            </Form>,
          ],
        }))}
      />
    </>
  );
}

export interface InviteViewProps {
  readonly visit: Visit;
  readonly email: string;
  readonly role: Role;
  readonly mailLanguage: string;
  readonly problem?: string;
}

export function InviteView({ visit, email, role, mailLanguage, problem }: InviteViewProps): JSX.Element {
  const texts = PAGE_TEXTS[visit.language].people;
  const { invite } = texts;
  return (
    <>
      <h1>{invite.title}</h1>
      <Form visit={visit} action="/dashboard/people/invite">
        <EmailField label={invite.email} value={email} problem={problem} autocomplete="off" />
        <Select name="role" label={invite.role} value={role} options={roleOptions(texts)} />
        <Select
          name="language"
          label={invite.language}
          value={mailLanguage}
          options={LANGUAGES.map((value) => ({ value, text: LANGUAGE_NAMES[value] }))}
        />
        <button type="submit" class="primary">
          {invite.send}
        </button>
      </Form>
      <RoleList texts={texts} />
      <p>
        <a href={visit.href("/dashboard/people")}>{invite.back}</a>
      </p>
    </>
  );
}

function roleOptions(
  texts: PageTexts["people"],
): readonly { readonly value: string; readonly text: string }[] {
  return ROLES.map((value) => ({ value, text: texts.roles[value] }));
}

export interface InvitationLinkProps {
  readonly visit: Visit;
  readonly email: string;
  readonly link: string;
}

/** Where no mails are sent. */
export function InvitationLinkView({ visit, email, link }: InvitationLinkProps): JSX.Element {
  const { invite } = PAGE_TEXTS[visit.language].people;
  return (
    <>
      <h1>{fill(invite.link, { email })}</h1>
      <Notice kind="done">{fill(invite.linkAbout, { days: INVITATION_DAYS })}</Notice>
      <pre class="shown-once">
        <code>{link}</code>
      </pre>
      <p>
        <a href={visit.href("/dashboard/people")}>{invite.back}</a>
      </p>
    </>
  );
}

export interface PersonViewProps {
  readonly visit: Visit;
  readonly person: PersonRecord;
  readonly problem?: string;
}

export function PersonView({ visit, person, problem }: PersonViewProps): JSX.Element {
  const texts = PAGE_TEXTS[visit.language].people;
  const { one } = texts;
  const path = `/dashboard/people/${person.id}`;
  return (
    <>
      <h1>{person.email}</h1>
      {problem !== undefined && <Notice kind="problem">{problem}</Notice>}
      <Form visit={visit} action={`${path}/role`}>
        <Select name="role" label={one.role} value={person.role} options={roleOptions(texts)} />
        <button type="submit" class="primary">
          {one.save}
        </button>
      </Form>
      <RoleList texts={texts} />
      <h2>{one.remove}</h2>
      <p>{one.removeAbout}</p>
      <Form visit={visit} action={`${path}/remove`}>
        <button type="submit">{one.removeButton}</button>
      </Form>
      <p>
        <a href={visit.href("/dashboard/people")}>{one.back}</a>
      </p>
    </>
  );
}

// `/dashboard/people`: who belongs to the account, invitations, roles.

/** How invitations reach people. */
export interface InvitationSender {
  readonly mailer: {
    /** Whether mails reach anyone. */
    readonly isAvailable: boolean;
  };
  /** Sends the mail of an invitation later. @param secret of its token, which is stored. */
  sendInvitation(email: string, secret: string, language: Language): void;
  /** The address at which an invitation is accepted. */
  invitationLink(secret: string): string;
}

export interface PeopleRoutesDeps {
  readonly store: Pick<Records, "people" | "rates">;
  readonly people: InvitationSender;
}

const PATH = "/dashboard/people";
/** Invitations of an account a day: nobody's mailbox is filled from here. */
const INVITATIONS_A_DAY = 20;
const DAY_MS = 86_400_000;

export function peopleRoutes(deps: PeopleRoutesDeps): PageRoute[] {
  const { people } = deps.store;
  const limit = new RateLimit(deps.store.rates, {
    name: "invitations",
    points: INVITATIONS_A_DAY,
    windowMs: DAY_MS,
  });
  return [
    { method: "GET", path: PATH, access: "reader", handle: (visit) => peoplePage(deps, visit) },
    {
      method: "GET",
      path: `${PATH}/invite`,
      access: "owner",
      recent: true,
      handle: (visit) => invitePage(visit, { email: "", role: "member", mailLanguage: visit.language }),
    },
    {
      method: "POST",
      path: `${PATH}/invite`,
      access: "owner",
      recent: true,
      handle: (visit) => invite(deps, limit, visit),
    },
    {
      method: "POST",
      path: `${PATH}/withdraw`,
      access: "owner",
      handle: async (visit) => {
        const { account } = signedInOf(visit);
        const hash = visit.form.text("invitation");
        const open = await people.listInvitations(account.id, visit.now);
        const invitation = open.find(({ secretHash }) => secretHash === hash);
        const { email = null, role = null } = invitation ?? {};
        // It may have been accepted meanwhile.
        if (
          !(await people.withdrawInvitation(
            account.id,
            hash,
            entryOf(visit, "person.withdraw", email, { role }),
          ))
        )
          throw new ApiError("not_found", "there is no such invitation");
        return { redirect: `${PATH}?done=withdrawn` };
      },
    },
    {
      method: "GET",
      path: `${PATH}/{id}`,
      access: "owner",
      recent: true,
      handle: async (visit) => personPage(visit, await personOf(deps, visit)),
    },
    {
      method: "POST",
      path: `${PATH}/{id}/role`,
      access: "owner",
      recent: true,
      handle: async (visit) => {
        const person = await personOf(deps, visit);
        const role = roleOf(visit);
        if (role === person.role) return { redirect: PATH };
        const details = { email: person.email, from: person.role, to: role };
        const outcome = await people.setRole(person, role, entryOf(visit, "person.role", person.id, details));
        return settled(visit, person, outcome, "role");
      },
    },
    {
      method: "POST",
      path: `${PATH}/{id}/remove`,
      access: "owner",
      recent: true,
      handle: async (visit) => {
        const person = await personOf(deps, visit);
        const entry = entryOf(visit, "person.remove", person.id, { email: person.email, role: person.role });
        return settled(visit, person, await people.removePerson(person, entry), "removed");
      },
    },
  ];
}

async function invite({ store, people }: PeopleRoutesDeps, limit: RateLimit, visit: Visit): Promise<Answer> {
  const { invite: texts } = PAGE_TEXTS[visit.language].people;
  const { account } = signedInOf(visit);
  const typed = visit.form.text("email");
  const role = roleOf(visit);
  const chosen = visit.form.text("language");
  const mailLanguage = isLanguage(chosen) ? chosen : visit.language;
  const refused = (problem: string, status = 400) =>
    invitePage(visit, { email: typed, role, mailLanguage, problem }, status);
  const email = normalEmail(typed);
  if (email === null) return refused(texts.badEmail);
  if ((await limit.take(account.id)).left < 0) return refused(texts.tooMany, 429);
  const { secret, token } = newInvitation({ email, accountId: account.id, role, now: visit.now });
  const entry = entryOf(visit, "person.invite", email, { role });
  // Whether the address belongs to a person of another account is not told.
  if ((await store.people.invite(token, entry)) === "is_here") return refused(texts.isHere);
  if (people.mailer.isAvailable) {
    people.sendInvitation(email, secret, mailLanguage);
    return { redirect: `${PATH}?done=invited` };
  }
  const body = <InvitationLinkView visit={visit} email={email} link={people.invitationLink(secret)} />;
  return { ...page(visit), body };
}

function page(visit: Visit): Pick<Page, "title" | "place"> {
  return { title: PAGE_TEXTS[visit.language].people.title, place: "people" };
}

async function peoplePage({ store }: PeopleRoutesDeps, visit: Visit): Promise<Page> {
  const { account, person } = signedInOf(visit);
  const isOwner = isAtLeast(person.role, "owner");
  const [people, invitations] = await Promise.all([
    store.people.listPeople(account.id),
    isOwner ? store.people.listInvitations(account.id, visit.now) : [],
  ]);
  const body = <PeopleView visit={visit} people={people} invitations={invitations} isOwner={isOwner} />;
  return { ...page(visit), body };
}

function invitePage(visit: Visit, typed: Omit<InviteViewProps, "visit">, status: number = 200): Page {
  return { ...page(visit), status, body: <InviteView visit={visit} {...typed} /> };
}

function personPage(visit: Visit, person: PersonRecord, problem?: string): Page {
  const body = <PersonView visit={visit} person={person} {...(problem !== undefined && { problem })} />;
  return { ...page(visit), ...(problem !== undefined && { status: 409 }), body };
}

/** @throws ApiError `not_found`, the same for a person of another account. */
async function personOf({ store }: PeopleRoutesDeps, visit: Visit): Promise<PersonRecord> {
  const id = parameterOf(visit, "id");
  const person = isUuid(id) ? await store.people.findPerson(id) : null;
  if (person === null || person.accountId !== signedInOf(visit).account.id) throw noPerson();
  return person;
}

function settled(
  visit: Visit,
  person: PersonRecord,
  outcome: "changed" | "removed" | "last_owner" | "not_found",
  done: string,
): Answer {
  if (outcome === "not_found") throw noPerson();
  const { one } = PAGE_TEXTS[visit.language].people;
  if (outcome === "last_owner") return personPage(visit, person, one.lastOwner);
  return { redirect: `${PATH}?done=${done}` };
}

/** @throws ApiError `invalid_request` */
function roleOf({ form }: Visit): Role {
  const role = form.text("role");
  if (role !== "owner" && role !== "member" && role !== "reader")
    throw new ApiError("invalid_request", "the role expected owner, member or reader");
  return role;
}

function entryOf(
  visit: Visit,
  action: string,
  subject: string | null,
  details: AuditEntry["details"] = {},
): AuditEntry {
  const { account } = signedInOf(visit);
  return auditEntry({ accountId: account.id, actor: actingPerson(visit), action, subject, details });
}

function noPerson(): ApiError {
  return new ApiError("not_found", "there is no such person");
}
