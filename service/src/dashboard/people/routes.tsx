/** `/dashboard/people`: who belongs to the account, invitations, roles. */
import { isUuid } from "@svc-proof/shared/encoding";
import { isLanguage, type Language } from "@svc-proof/ui/language";
import { ApiError } from "../../api-error.js";
import { auditEntry } from "../../audit/audit-entry.js";
import { RateLimit } from "../../limits/rate-limit.js";
import type { Answer, Page, PageRoute } from "../../pages/page-route.js";
import { parameterOf, signedInOf, type Visit } from "../../pages/visit.js";
import { normalEmail } from "../../people/email-address.js";
import { newInvitation } from "../../people/new-invitation.js";
import { isAtLeast } from "../../people/roles.js";
import type { Records } from "../../records/records.js";
import type { AuditEntry, PersonRecord, Role } from "../../records/types.js";
import { actingPerson } from "../acting-person.js";
import {
  InvitationLinkView,
  InviteView,
  type InviteViewProps,
  PeopleView,
  PersonView,
} from "./people-view.js";
import { PEOPLE_TEXTS } from "./texts.js";

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
  const { invite: texts } = PEOPLE_TEXTS[visit.language];
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
  return { title: PEOPLE_TEXTS[visit.language].title, place: "people" };
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
  const { one } = PEOPLE_TEXTS[visit.language];
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
