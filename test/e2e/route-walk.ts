/** A walk over the routes of a running service: accounts with something in each place, and one request to a route as somebody. */

import { createHash, randomUUID } from "node:crypto";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { hashApiKey } from "../../service/src/accounts/authentication.js";
import { auditEntry } from "../../service/src/audit/audit.js";
import type { PageRoute } from "../../service/src/pages/page-route.js";
import { newInvitation } from "../../service/src/people/people.js";
import { csrfToken, hashSecret, newSecret } from "../../service/src/people/sign-in.js";
import type { Records } from "../../service/src/records/records.js";
import type { AccountRecord, Role } from "../../service/src/records/types.js";

export const ROLES: readonly Role[] = ["reader", "member", "owner"];
const DAY_MS = 86_400_000;

/** What a walk reads of a page. */
export type WalkedPage = Pick<PageRoute, "method" | "path" | "body">;

export interface Account {
  readonly id: string;
  readonly key: string;
  readonly keyId: string;
  readonly proofId: string;
  readonly certificateId: string;
  readonly orderId: string;
  /** Secrets of sessions. */
  readonly sessions: Readonly<Record<Role, string>>;
  readonly people: Readonly<Record<Role, string>>;
  /** Identifiers of everything in it. */
  readonly ids: readonly string[];
}

export interface Visitor {
  /** Secret of a session. */
  readonly session?: string;
  readonly key?: string;
}

export interface Visited {
  readonly status: number;
  readonly location: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** With the headers before it. */
  readonly body: string;
}

export function entry(accountId: string, action = "account.create"): ReturnType<typeof auditEntry> {
  return auditEntry({ accountId, actor: { kind: "service" }, action });
}

export class RouteWalk {
  readonly store: Records;
  /** Its address. */
  readonly site: string;

  /** @param store of the service that answers at `site`. */
  constructor(store: Records, site: string) {
    this.store = store;
    this.site = site;
  }

  async newAccount(mark: string): Promise<Account> {
    const id = randomUUID();
    const at = new Date();
    const record: AccountRecord = {
      id,
      plan: "pro",
      createdAt: at,
      label: mark,
      displayName: mark,
      showsDisplayName: false,
      disabledAt: null,
    };
    const welcome = { id: randomUUID(), accountId: id, kind: "welcome", amount: 3, cause: mark, at } as const;
    await this.store.accounts.createAccount(record, welcome, entry(id));
    const [key, keyId] = [`svc_${newSecret()}`, randomUUID()];
    const apiKey = {
      id: keyId,
      accountId: id,
      name: `${mark} key`,
      secretHash: hashApiKey(key),
      createdAt: at,
    };
    await this.store.accounts.createKey(apiKey, 5, entry(id));
    const sessions: Record<string, string> = {};
    const people: Record<string, string> = {};
    for (const role of ROLES) {
      const email = `${mark}-${role}@example.org`;
      const person = {
        id: randomUUID(),
        accountId: id,
        email,
        role,
        language: "en",
        createdAt: at,
        lastSignInAt: null,
      };
      await this.store.people.createPerson(person, entry(id));
      people[role] = person.id;
      sessions[role] = await this.newSession(person.id, `${mark} browser`);
    }
    const passkey = {
      id: randomUUID().replaceAll("-", ""),
      personId: people["owner"]!,
      publicKey: new Uint8Array(8),
      counter: 0,
      transports: [],
      name: `${mark} passkey`,
      backedUp: false,
      createdAt: at,
      lastUsedAt: null,
    };
    await this.store.people.addPasskey(passkey, 20, entry(id, "passkey.add"));
    const email = `${mark}-invited@example.org`;
    const { token } = newInvitation({ email, accountId: id, role: "member", now: at });
    await this.store.people.putToken(token);
    const orderId = randomUUID();
    const item = { kind: "seals", amount: 10 } as const;
    const order = {
      id: orderId,
      accountId: id,
      item,
      priceEur: 10,
      placedBy: `${mark}@example.org`,
      placedAt: at,
    };
    await this.store.orders.place({ ...order, state: "open", settledAt: null }, 5, entry(id));
    const hash = createHash("sha256").update(mark).digest("hex");
    const { body } = await this.ask(
      "POST",
      "/api/v2/proofs",
      { key },
      JSON.stringify({ hash, name: `${mark}.pdf`, metadata: { mark } }),
      "application/json",
    );
    const proof = JSON.parse(body.slice(body.indexOf("\n")));
    const certificateId = String(proof.certificate_id ?? proof.urls.certificate.split("/").at(-1));
    const [session] = await this.store.people.listSessions(people["member"]!, at);
    const ids = [
      id,
      keyId,
      proof.id,
      orderId,
      people["owner"]!,
      people["reader"]!,
      session!.id,
      passkey.id,
      token.secretHash,
    ];
    return {
      id,
      key,
      keyId,
      proofId: proof.id,
      certificateId,
      orderId,
      sessions: sessions as Account["sessions"],
      people: people as Account["people"],
      ids,
    };
  }

  async newSession(personId: string, userAgent: string, ageMs = 0): Promise<string> {
    const secret = newSecret();
    const at = new Date(Date.now() - ageMs);
    const expiresAt = new Date(at.getTime() + DAY_MS);
    const times = { createdAt: at, lastSeenAt: at, authenticatedAt: at, expiresAt };
    const session = {
      id: randomUUID(),
      secretHash: hashSecret(secret),
      personId,
      method: "link",
      userAgent,
    } as const;
    await this.store.people.createSession({ ...session, ...times });
    return secret;
  }

  /** One request. A stream that does not end by itself is cut. */
  ask(
    method: string,
    path: string,
    { session, key }: Visitor,
    body?: string,
    type?: string,
    more = {},
  ): Promise<Visited> {
    return new Promise((resolve, reject) => {
      const headers = {
        "sec-fetch-site": "same-origin",
        ...(session !== undefined && { cookie: `__Host-session=${session}` }),
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && {
          "content-type": type,
          "content-length": String(Buffer.byteLength(body)),
        }),
        ...more,
      };
      const request = httpRequest(`${this.site}${path}`, { method, headers }, (response) => {
        const parts: Buffer[] = [];
        const finish = () => {
          clearTimeout(timer);
          const { statusCode = 0, headers: answered } = response;
          const text = Buffer.concat(parts).toString("latin1");
          resolve({
            status: statusCode,
            location: answered.location,
            headers: answered,
            body: `${JSON.stringify(answered)}\n${text}`,
          });
        };
        const timer = setTimeout(() => {
          finish();
          request.destroy();
        }, 2_000);
        response.on("data", (part: Buffer) => parts.push(part)).once("end", finish);
      });
      request.once("error", reject);
      request.end(body);
    });
  }

  /** The path with the identifiers of an account in the place of its parameters. */
  pathOf(path: string, of: Account): string {
    return path.replace(/\{([\w-]+)[^}]*\}/g, (_, name: string) =>
      encodeURIComponent(this.#parameterFor(name, path, of)),
    );
  }

  #parameterFor(name: string, path: string, of: Account): string {
    if (/certificate/.test(name) || /\/certificate\//.test(path)) return of.certificateId;
    if (/key/.test(name) || /\/keys\//.test(path)) return of.keyId;
    if (/person/.test(name) || /\/people\//.test(path)) return of.people.member;
    if (/order/.test(name) || /\/orders\//.test(path)) return of.orderId;
    return of.proofId;
  }

  /** Fields of every form there is, with another account's identifiers. @param id one for all of them. */
  fieldsOf(of: Account, id?: string): Record<string, string> {
    return {
      id: id ?? of.proofId,
      proof: id ?? of.proofId,
      key: id ?? of.keyId,
      person: id ?? of.people.member,
      order: id ?? of.orderId,
      account: id ?? of.id,
      invitation: id ?? of.id,
      passkey: id ?? of.id,
      session: id ?? of.id,
      name: "x",
      email: "someone@example.org",
      role: "owner",
      amount: "1",
      confirm: "yes",
      confirmation: "yes",
    };
  }

  /** Opens a page as its visitor would, or sends its form. */
  visit(route: WalkedPage, of: Account, visitor: Visitor): Promise<Visited> {
    return this.open(route, this.pathOf(route.path, of), this.fieldsOf(of), visitor);
  }

  /** As `visit`, with one identifier wherever there is room for one. */
  visitWith(route: WalkedPage, of: Account, id: string, visitor: Visitor): Promise<Visited> {
    const path = route.path.replace(/\{[^}]+\}/g, id);
    const fields = this.fieldsOf(of, id);
    return this.open(
      route,
      route.method === "GET" ? `${path}?${new URLSearchParams(fields)}` : path,
      fields,
      visitor,
    );
  }

  async open(
    route: WalkedPage,
    path: string,
    fields: Readonly<Record<string, string>>,
    visitor: Visitor,
  ): Promise<Visited> {
    if (route.method === "GET") return this.ask("GET", path, visitor);
    return this.send(
      route,
      path,
      fields,
      visitor,
      visitor.session === undefined ? "" : await this.tokenOf(visitor.session),
    );
  }

  /** Sends a form with a token, from a page of this site if no header says otherwise. */
  send(
    route: WalkedPage,
    path: string,
    fields: Readonly<Record<string, string>>,
    visitor: Visitor,
    csrf: string,
    more = {},
  ): Promise<Visited> {
    const body = route.body ?? "form";
    if (body === "form") {
      const text = new URLSearchParams({ ...fields, csrf }).toString();
      return this.ask("POST", path, visitor, text, "application/x-www-form-urlencoded", more);
    }
    const type = body === "json" ? "application/json" : "application/octet-stream";
    return this.ask("POST", path, visitor, JSON.stringify(fields), type, { "x-csrf-token": csrf, ...more });
  }

  async tokenOf(session: string): Promise<string> {
    return csrfToken(await this.store.secret("csrf"), hashSecret(session));
  }
}
