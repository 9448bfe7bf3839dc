/**
 * Pages over a real store and a real connection, and a small browser for them: it keeps cookies, follows redirects within
 * the site and sends forms as it found them in the page.
 */

import { randomUUID } from "node:crypto";
import { Agent, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import type { Language } from "@svc-proof/verifier-web/ui/language";
import { auditEntry } from "../../service/src/audit/audit.js";
import type { ApiRoute } from "../../service/src/http/routes.js";
import { type Addresses, addressesOf } from "../../service/src/http/site.js";
import { createLog, type Log } from "../../service/src/log.js";
import type { FooterPage } from "../../service/src/pages/frame.js";
import type { PageRoute } from "../../service/src/pages/page-route.js";
import { sessionCookie } from "../../service/src/people/sessions.js";
import { hashSecret, newSecret } from "../../service/src/people/sign-in.js";
import type { Records } from "../../service/src/records/records.js";
import type {
  AccountRecord,
  PersonRecord,
  PlanId,
  Role,
  SessionRecord,
} from "../../service/src/records/types.js";
import { createServer } from "../../service/src/server.js";
import { CONNECTIONS } from "../contract/api-service.js";
import { type OpenStore, openTemporarySqlite } from "../contract/test-stores.js";
import { formsOf, linksOf, type PageForm, textOf } from "./page-forms.js";

/** What the pages of a test are made of. */
export interface PageWorld {
  readonly store: Records;
  readonly addresses: () => Addresses;
  readonly isRehearsal: () => boolean;
  readonly log: Log;
}

export interface PageSiteOptions {
  readonly pages: (world: PageWorld) => readonly PageRoute[];
  /** Routes of the API, if the pages need them. */
  readonly routes?: (world: PageWorld) => readonly ApiRoute[];
  readonly open?: OpenStore;
  readonly rehearsal?: boolean;
  /** `http://localhost` and the port by default. A path in it is stripped by whatever proxy serves it. */
  readonly siteUrl?: string;
  readonly trustedProxies?: readonly string[];
  readonly log?: Log;
  /** Which pages of the operator the footer links to. */
  readonly footer?: readonly FooterPage[];
}

/** What a test may choose of a person who is signed in. */
export interface SignInOptions {
  /** A new account by default. */
  readonly account?: AccountRecord;
  /** A new person by default, with the role. */
  readonly person?: PersonRecord;
  readonly plan?: PlanId;
  readonly email?: string;
  readonly language?: Language;
  /** How long ago the person signed in, in milliseconds. */
  readonly ageMs?: number;
  /** How long ago the session was last used. */
  readonly idleMs?: number;
}

export interface SignedInPerson {
  readonly browser: PageBrowser;
  readonly account: AccountRecord;
  readonly person: PersonRecord;
  readonly session: SessionRecord;
  readonly secret: string;
}

const DAY_MS = 86_400_000;

export class PageSite {
  readonly store: Records;
  /** The table that was served, for walks over all routes. */
  readonly pages: readonly PageRoute[];
  readonly #server: ReturnType<typeof createServer>;
  readonly #remove: () => Promise<void>;
  readonly #siteUrl: string | undefined;

  private constructor(store: Records, options: PageSiteOptions, remove: () => Promise<void>) {
    const { siteUrl, rehearsal = false, log = createLog("silent") } = options;
    this.store = store;
    this.#remove = remove;
    this.#siteUrl = siteUrl;
    const addresses = () => addressesOf(this.url);
    const world = { store, addresses, isRehearsal: () => rehearsal, log };
    this.pages = options.pages(world);
    this.#server = createServer({
      config: {
        httpHost: "127.0.0.1",
        httpPort: 0,
        requestsPerMinutePerIp: 0,
        addressLimitWaitMs: 60_000,
        trustedProxies: options.trustedProxies ?? [],
        hstsSeconds: 0,
      },
      connections: CONNECTIONS,
      store,
      network: { isRehearsal: rehearsal },
      localSources: { rpcUrl: null, tsaRootPem: null, hasFingerprintLookup: false },
      log,
      addresses,
      routes: options.routes?.(world) ?? [],
      pages: this.pages,
      ...(options.footer && { footer: options.footer }),
    });
  }

  static async start(options: PageSiteOptions): Promise<PageSite> {
    const { store, remove } = await (options.open ?? openTemporarySqlite)();
    try {
      const site = new PageSite(store, options, remove);
      // Otherwise an idle connection may close just as the next request is sent on it.
      site.#server.listener.keepAliveTimeout = 0;
      await site.#server.start();
      return site;
    } catch (error) {
      await remove();
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.#server.stop();
    await this.#remove();
  }

  get port(): number {
    return Number(this.#server.info.port);
  }

  /** The site's address, without a closing slash. */
  get url(): string {
    return this.#siteUrl ?? `http://localhost:${this.port}`;
  }

  /** A browser with nothing in it. */
  browser(): PageBrowser {
    return new PageBrowser(this);
  }

  async newAccount(plan: PlanId = "pro"): Promise<AccountRecord> {
    const account: AccountRecord = {
      id: randomUUID(),
      plan,
      createdAt: new Date(),
      label: null,
      displayName: null,
      showsDisplayName: false,
      disabledAt: null,
    };
    await this.store.accounts.createAccount(account, null, entry("account.create", account.id));
    return account;
  }

  async newPerson(
    account: AccountRecord,
    role: Role = "owner",
    email: string = `${randomUUID()}@example.org`,
    language: Language = "en",
  ): Promise<PersonRecord> {
    return newPerson(this.store, account.id, role, email, language);
  }

  /** A browser in which a person with a role is signed in, without the pages of the sign-in. */
  async signIn(role: Role = "owner", options: SignInOptions = {}): Promise<SignedInPerson> {
    const { plan, email, language } = options;
    const account = options.account ?? (await this.newAccount(plan));
    const person = options.person ?? (await this.newPerson(account, role, email, language));
    const { session, secret } = await newSession(this.store, person, options);
    const browser = this.browser();
    browser.setCookie(sessionCookie(secret, session.expiresAt));
    return { browser, account, person, session, secret };
  }
}

/** A person of an account. */
export async function newPerson(
  store: Records,
  accountId: string,
  role: Role = "owner",
  email: string = `${randomUUID()}@example.org`,
  language: Language = "en",
): Promise<PersonRecord> {
  const createdAt = new Date();
  const person = { id: randomUUID(), accountId, email, role, language, createdAt, lastSignInAt: null };
  const created = await store.people.createPerson(person, entry("person.create", accountId));
  if (created !== "created") throw new Error(created);
  return person;
}

/** A session in which a person is signed in, with the secret of its cookie. */
export async function newSession(
  store: Records,
  { id: personId }: PersonRecord,
  { ageMs = 0, idleMs = 0 }: Pick<SignInOptions, "ageMs" | "idleMs"> = {},
): Promise<{ readonly session: SessionRecord; readonly secret: string }> {
  const secret = newSecret();
  const since = new Date(Date.now() - ageMs);
  const session: SessionRecord = {
    id: randomUUID(),
    secretHash: hashSecret(secret),
    personId,
    method: "link",
    createdAt: since,
    lastSeenAt: new Date(Date.now() - idleMs),
    authenticatedAt: since,
    expiresAt: new Date(Date.now() + DAY_MS),
    userAgent: "test",
  };
  await store.people.createSession(session);
  return { session, secret };
}

function entry(action: string, accountId: string): ReturnType<typeof auditEntry> {
  return auditEntry({ accountId, actor: { kind: "service" }, action });
}

export interface PageAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Path and query of the address that answered, after redirects. */
  readonly path: string;
  readonly html: string;
  /** What a reader sees. */
  readonly text: string;
  readonly forms: readonly PageForm[];
  readonly links: readonly string[];
  readonly bytes: Buffer;
}

export interface PageRequest {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Stops at a redirect. */
  readonly stay?: boolean;
}

export type FieldValues = Readonly<Record<string, string | readonly string[]>>;

const MAX_REDIRECTS = 10;

export class PageBrowser {
  readonly cookies: Map<string, string> = new Map();
  /** Of every request: `accept-language`, `user-agent`, `x-forwarded-for`. */
  headers: Readonly<Record<string, string>> = { "accept-language": "en" };
  readonly #site: PageSite;
  readonly #agent: Agent = new Agent({ keepAlive: false });
  #csrf = "";

  constructor(site: PageSite) {
    this.#site = site;
  }

  /** The token of the page that was opened last. */
  get csrf(): string {
    return this.#csrf;
  }

  get(path: string, request: PageRequest = {}): Promise<PageAnswer> {
    return this.#follow("GET", path, request);
  }

  /** Posts fields with the token of the page that was opened last. */
  post(path: string, fields: FieldValues = {}, request: PageRequest = {}): Promise<PageAnswer> {
    return this.postRaw(path, encoded({ csrf: this.#csrf, ...fields }), request);
  }

  /** Posts a text as a form, without a token. */
  postRaw(path: string, body: string | Buffer, request: PageRequest = {}): Promise<PageAnswer> {
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      "sec-fetch-site": "same-origin",
      ...request.headers,
    };
    return this.#follow("POST", path, { ...request, headers, body });
  }

  /** Posts JSON as a script of the page does. */
  postJson(path: string, value: unknown, request: PageRequest = {}): Promise<PageAnswer> {
    const headers = {
      "content-type": "application/json",
      "sec-fetch-site": "same-origin",
      "x-csrf-token": this.#csrf,
      ...request.headers,
    };
    return this.#follow("POST", path, { ...request, headers, body: JSON.stringify(value) });
  }

  /**
   * Sends a form of a page.
   *
   * @param which the text of its button, its action, or its place among the forms with the method POST.
   * @param fields values that are typed in; the other fields keep theirs.
   */
  submit(
    page: PageAnswer,
    which: string | number,
    fields: FieldValues = {},
    request: PageRequest = {},
  ): Promise<PageAnswer> {
    const posted = page.forms.filter(({ method }) => method === "post");
    const byText = page.forms.find(
      ({ action, buttons }) => action === which || buttons.some(({ text }) => text === which),
    );
    const form = typeof which === "number" ? posted[which] : byText;
    if (form === undefined) throw new Error(`no form ${which} in ${page.path}: ${page.text}`);
    for (const name of Object.keys(fields))
      if (!form.fields.has(name) && !page.html.includes(`name="${name}"`))
        throw new Error(`no field ${name} in the form ${which} of ${page.path}`);
    const button = form.buttons.find(({ text, name }) => name !== "" && text === which);
    const values = {
      ...Object.fromEntries(form.fields),
      ...(button === undefined ? {} : { [button.name]: button.value }),
      ...fields,
    };
    if (form.method !== "post") return this.get(`${form.action}?${encoded(values)}`, request);
    return this.postRaw(form.action, encoded(values), request);
  }

  /** As if an answer had it. @param header the value of `Set-Cookie`. */
  setCookie(header: string): void {
    const [pair = "", ...attributes] = header.split(/;\s*/);
    const name = pair.slice(0, pair.indexOf("="));
    if (attributes.some((attribute) => /^max-age=0$/i.test(attribute))) this.cookies.delete(name);
    else this.cookies.set(name, pair.slice(name.length + 1));
  }

  async #follow(method: string, path: string, request: PageRequest): Promise<PageAnswer> {
    let answer = await this.#send(method, path, request);
    for (let count = 0; answer.status === 303 && request.stay !== true; count++) {
      const { location = "" } = answer.headers;
      const url = new URL(location, this.#site.url);
      if (url.origin !== new URL(this.#site.url).origin || count === MAX_REDIRECTS) return answer;
      answer = await this.#send("GET", url.pathname + url.search, {});
    }
    return answer;
  }

  async #send(method: string, path: string, { headers, body }: PageRequest): Promise<PageAnswer> {
    const base = new URL(this.#site.url).pathname.replace(/\/$/, "");
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const sent = httpRequest({
      agent: this.#agent,
      host: "127.0.0.1",
      port: this.#site.port,
      method,
      // As the proxy of a site below a path.
      path: base !== "" && path.startsWith(`${base}/`) ? path.slice(base.length) : path,
      headers: {
        ...this.headers,
        ...(cookie === "" ? {} : { cookie }),
        ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) }),
        ...headers,
      },
    });
    return new Promise((resolve, reject) => {
      sent.on("error", reject).on("response", (response) => {
        const parts: Buffer[] = [];
        response
          .on("data", (part: Buffer) => parts.push(part))
          .on("error", reject)
          .on("end", () => {
            for (const header of response.headers["set-cookie"] ?? []) this.setCookie(header);
            const bytes = Buffer.concat(parts);
            const html = bytes.toString("utf8");
            this.#csrf = /<body data-csrf="([^"]*)"/.exec(html)?.[1] ?? this.#csrf;
            const { statusCode: status, headers } = response;
            const [forms, links, text] = [formsOf(html), linksOf(html), textOf(html)];
            resolve({ status: status!, headers, path, html, text, forms, links, bytes });
          });
      });
      sent.end(body);
    });
  }
}

function encoded(fields: FieldValues): string {
  return new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      (typeof value === "string" ? [value] : value).map((one) => [name, one]),
    ),
  ).toString();
}
