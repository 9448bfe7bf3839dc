import { fill, LANGUAGE_NAMES, LANGUAGES } from "@svc-proof/ui/language";
import { Fragment, type JSX } from "preact";
import { EmailField } from "../../pages/form/email-field.js";
import { Form, Notice } from "../../pages/form/form.js";
import { Select } from "../../pages/form/select.js";
import { Moment } from "../../pages/moment.js";
import { Table } from "../../pages/table.js";
import { signedInOf, type Visit } from "../../pages/visit.js";
import { INVITATION_DAYS } from "../../people/new-invitation.js";
import type { OneTimeToken, PersonRecord, Role } from "../../records/types.js";
import { PEOPLE_TEXTS, type PeopleTexts } from "./texts.js";

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
  const texts = PEOPLE_TEXTS[language];
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

function isDone(texts: PeopleTexts, done: string | null): done is keyof PeopleTexts["done"] {
  return done !== null && Object.hasOwn(texts.done, done);
}

function RoleList({ texts }: { readonly texts: PeopleTexts }): JSX.Element {
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
  readonly texts: PeopleTexts;
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
  const texts = PEOPLE_TEXTS[visit.language];
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

function roleOptions(texts: PeopleTexts): readonly { readonly value: string; readonly text: string }[] {
  return ROLES.map((value) => ({ value, text: texts.roles[value] }));
}

export interface InvitationLinkProps {
  readonly visit: Visit;
  readonly email: string;
  readonly link: string;
}

/** Where no mails are sent. */
export function InvitationLinkView({ visit, email, link }: InvitationLinkProps): JSX.Element {
  const { invite } = PEOPLE_TEXTS[visit.language];
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
  const texts = PEOPLE_TEXTS[visit.language];
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
