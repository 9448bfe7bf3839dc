/** Table to routes; answers. */

import accept from "@hapi/accept";
import type { Lifecycle, Request, ResponseObject, ResponseToolkit, ServerRoute } from "@hapi/hapi";
import { isLanguage, type Language, preferredLanguage } from "@svc-proof/verifier-web/ui/language";
import { parseCookie, stringifySetCookie } from "cookie";
import type { JSX } from "preact";
import { renderToString } from "preact-render-to-string";
import { ApiError } from "../errors.js";
import { requestBody } from "../http/bodies.js";
import { addressGroup, clientAddress, forwardedFor, type TrustedProxies } from "../http/client-address.js";
import type { PaceLimits } from "../http/connections.js";
import { type Addresses, bestCoding, ENDINGS } from "../http/site.js";
import type { Log } from "../log.js";
import { isIdle, noSessionCookie, sessionSecretOf } from "../people/sessions.js";
import { csrfToken, hashSecret, isAtLeast, isCsrfToken } from "../people/sign-in.js";
import type { PeopleStore, Records } from "../records/records.js";
import { NoAccountError } from "../records/standing-account.js";
import type { SignedIn } from "../records/types.js";
import { StoreUnavailableError } from "../store/store.js";
import { PAGE_TEXTS, type PageTexts } from "../texts/page-texts.js";
import { docsPath, type FooterPage, Frame } from "./frame.js";
import {
  type Access,
  type Answer,
  FormFields,
  type Page,
  type PageRoute,
  pagePolicy,
  type Redirect,
  readFormBody,
  type Visit,
} from "./page-route.js";
import { type Asset, type KeptPage, SharedPages } from "./shared-pages.js";

function ErrorBody({ kind, visit }: { readonly kind: ErrorPage; readonly visit: Visit }): JSX.Element {
  const { errors, front, frame } = PAGE_TEXTS[visit.language];
  const { title, text } = errors[kind];
  return (
    <>
      <h1>{title}</h1>
      <p>{text}</p>
      {kind === "notFound" && (
        <ul>
          <li>
            <a href={visit.href("/verify/")}>{front.verify}</a>
          </li>
          <li>
            <a href={visit.href(docsPath(visit.language))}>{errors.searchDocs}</a>
          </li>
          <li>
            <a href={visit.href("/")}>{frame.places.home}</a>
          </li>
        </ul>
      )}
    </>
  );
}

/**
 * The routes of pages as hapi has them. Before a handler runs, this has settled: who visits, whether they may, in which
 * language, and that a posted form comes from a page of this site.
 */
export interface PageHost {
  readonly addresses: () => Addresses;
  readonly people: PeopleStore;
  /** 32 bytes under a name: `Store.secret`. */
  readonly secret: Records["secret"];
  readonly isRehearsal: () => boolean;
  readonly assets: ReadonlyMap<string, Asset>;
  readonly proxies: TrustedProxies;
  readonly uploads: PaceLimits;
  /** Which pages of the operator the footer links to. */
  readonly footer: readonly FooterPage[];
  readonly log: Log;
}

/** Name of the secret from which tokens in forms are derived. */
const CSRF_SECRET = "csrf";
const LANGUAGE_COOKIE = "language";
const LANGUAGE_COOKIE_SECONDS = 365 * 24 * 3600;
const DEFAULT_BODY_BYTES = 65_536;
/** `lastSeenAt` is not written more often. */
const TOUCH_MS = 60_000;
/** How long a sign-in counts as recent. */
export const RECENT_MS: number = 15 * 60_000;

const UNREAD_PAYLOAD = {
  parse: false,
  output: "stream",
  override: "application/octet-stream",
  maxBytes: Number.MAX_SAFE_INTEGER,
} as const;

export function pageRoutes(table: readonly PageRoute[], host: PageHost): ServerRoute[] {
  const kept = new SharedPages();
  return table.map((route) => ({
    method: route.method,
    path: route.path,
    options: { auth: false, ...(route.method === "POST" && { payload: UNREAD_PAYLOAD }) },
    handler: (request, h) =>
      route.shared ? answerShared(route, host, kept, request, h) : answerPage(route, host, request, h),
  }));
}

/**
 * The page for a path at which there is nothing, for whoever reads pages; null for who does not say so, such as curl. It knows
 * nobody, so that it needs no store.
 *
 * @param why what it says.
 */
export function noPage(
  host: PageHost,
  request: Request,
  h: ResponseToolkit,
  why: "notFound" | "docsNotBuilt" = "notFound",
): ResponseObject | null {
  if (!wantsHtml(request)) return null;
  const visit = visitor(host, request, languageOf(request));
  return html(refusedPage(why, 404, visit), visit, host, h);
}

function wantsHtml({ raw }: Request): boolean {
  try {
    return accept.mediaType(raw.req.headers.accept ?? "", ["text/plain", "text/html"]) === "text/html";
  } catch {
    return false;
  }
}

async function answerShared(
  route: PageRoute,
  host: PageHost,
  kept: SharedPages,
  request: Request,
  h: ResponseToolkit,
): Promise<ResponseObject> {
  const language = languageOf(request, false);
  const visit: Visit = { ...visitor(host, request, language), query: new URLSearchParams() };
  try {
    const answer = await kept.page(
      `${language} ${visit.path}`,
      async () => route.handle(visit, h),
      (page) => textOf(page, visit, host),
    );
    return "page" in answer ? sendKept(answer, request, h) : send(answer.other, visit, host, h, false);
  } catch (error) {
    return send(errorPage(error, visit, host.log), visit, host, h, false);
  }
}

function sendKept({ page, tag, bodies }: KeptPage, request: Request, h: ResponseToolkit): ResponseObject {
  const coding = bestCoding([...bodies.keys()], request.raw.req.headers["accept-encoding"]);
  const response = withPageHeaders(h.response(bodies.get(coding)), page)
    .etag(tag + ENDINGS[coding], { weak: false, vary: false })
    .vary("accept-encoding")
    .vary("accept-language");
  return coding === "identity" ? response : response.compressed(coding);
}

async function answerPage(
  route: PageRoute,
  host: PageHost,
  request: Request,
  h: ResponseToolkit,
): Promise<Lifecycle.ReturnValueTypes> {
  let visit: Visit = visitor(host, request, languageOf(request));
  try {
    const { signedIn, csrf } = await whoVisits(host, request, visit.now, route.background === true);
    visit = { ...visit, signedIn, csrf, checkToken: (given) => checkToken(host, signedIn, given) };
    if (route.method === "POST") visit = await withBody(route, host, visit);
    const refused = refusal(route, visit);
    const answer = refused ?? (await route.handle(visit, h));
    return send(answer, visit, host, h);
  } catch (error) {
    // The account was deleted while the request was on its way, and its session with it.
    if (error instanceof NoAccountError) {
      return send({ redirect: "/sign-in", cookies: [noSessionCookie()] }, visit, host, h);
    }
    return send(errorPage(error, visit, host.log), visit, host, h);
  }
}

function visitor(host: PageHost, request: Request, language: Language): Visit {
  const { siteUrl } = host.addresses();
  const base = new URL(siteUrl).pathname.replace(/\/$/, "");
  return {
    request,
    language,
    signedIn: null,
    csrf: null,
    form: new FormFields(),
    json: null,
    path: ownPathname(request),
    query: queryOf(request),
    isRehearsal: host.isRehearsal(),
    address: addressGroup(
      clientAddress(request.info.remoteAddress, forwardedFor(request.raw.req.headers), host.proxies),
    ),
    now: new Date(),
    checkToken: (given) => checkToken(host, null, given),
    href: (path) => `${base}${path}`,
  };
}

/** Whatever it begins with, a link to it stays on this site: browsers take `//host` and `/\\host` for others. */
function ownPathname({ path }: Request): string {
  return `/${path.replace(/^[/\\]+/, "")}`;
}

/** Not of `request.url`: that one begins with `Host`, into which a client can write a path and a query. */
function queryOf({ raw }: Request): URLSearchParams {
  return new URLSearchParams(/\?([^#]*)/.exec(raw.req.url ?? "")?.[1]);
}

/** @param remembered whether the cookie counts. */
function languageOf(request: Request, remembered = true): Language {
  const { headers } = request.raw.req;
  const asked =
    queryOf(request).get("lang") ??
    (remembered ? parseCookie(headers.cookie ?? "")[LANGUAGE_COOKIE] : undefined);
  if (isLanguage(asked)) return asked;
  const wanted = String(headers["accept-language"] ?? "").slice(0, 500);
  return preferredLanguage(
    wanted
      .split(",")
      .map((item) => {
        const [tag = "", weight] = item.trim().split(/\s*;\s*q=/);
        return { tag, weight: weight === undefined ? 1 : Number(weight) };
      })
      .filter(({ weight }) => weight > 0)
      .sort((one, other) => other.weight - one.weight)
      .map(({ tag }) => tag),
  );
}

async function whoVisits(
  { people, secret }: PageHost,
  { raw }: Request,
  now: Date,
  isBackground: boolean,
): Promise<Pick<Visit, "signedIn" | "csrf">> {
  const nobody = { signedIn: null, csrf: null };
  const given = sessionSecretOf(raw.req.headers.cookie);
  if (given === null) return nobody;
  const signedIn = await people.findSession(hashSecret(given), now);
  if (signedIn === null) return nobody;
  const { session } = signedIn;
  if (isIdle(session, now)) {
    await whereWritten(people.endSession(signedIn.person.id, session.id));
    return nobody;
  }
  if (!isBackground && now.getTime() - session.lastSeenAt.getTime() > TOUCH_MS)
    await whereWritten(people.touchSession(session.id, now, null));
  return { signedIn, csrf: csrfToken(await secret(CSRF_SECRET), session.secretHash) };
}

/** What is only noted of a session must not keep a person from reading while the store takes no changes. */
async function whereWritten(note: Promise<unknown>): Promise<void> {
  await note.catch((error) => {
    if (!(error instanceof StoreUnavailableError)) throw error;
  });
}

/** @throws Forged, ApiError */
async function withBody(route: PageRoute, host: PageHost, visit: Visit): Promise<Visit> {
  const { request, signedIn } = visit;
  if (!isFromThisSite(request, host.addresses().siteUrl)) throw new Forged();
  const kind = route.body ?? "form";
  const text =
    kind === "stream" || kind === "multipart"
      ? ""
      : await readFormBody(
          requestBody(request, host.uploads),
          kind,
          route.maxBodyBytes ?? DEFAULT_BODY_BYTES,
        );
  const form = new FormFields(kind === "form" ? text : "");
  if (signedIn !== null && kind !== "multipart") {
    const token = kind === "form" ? form.text("csrf") : String(request.raw.req.headers["x-csrf-token"] ?? "");
    await visit.checkToken(token);
  }
  return { ...visit, form, json: kind === "json" ? parsed(text) : null };
}

/** @throws Forged */
async function checkToken({ secret }: PageHost, signedIn: SignedIn | null, given: string): Promise<void> {
  if (signedIn === null) throw new Forged();
  if (!isCsrfToken(await secret(CSRF_SECRET), signedIn.session.secretHash, given)) throw new Forged();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError("invalid_request", "the body expected JSON");
  }
}

/**
 * Whether a page of this site sent the request: `Sec-Fetch-Site`, which scripts cannot set, or `Origin` from a browser
 * that does not send it. Every browser sends one of them with a POST.
 */
function isFromThisSite({ raw }: Request, siteUrl: string): boolean {
  const { headers } = raw.req;
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  return headers.origin === new URL(siteUrl).origin;
}

class Forged extends Error {}

/** Who may not open the page gets another one. */
function refusal(route: PageRoute, visit: Visit): Answer | null {
  if (route.access === "anyone") return null;
  const { signedIn } = visit;
  const back = encodeURIComponent(route.method === "GET" ? pathWithQuery(visit) : "/dashboard");
  if (signedIn === null) return { redirect: `/sign-in?to=${back}` };
  if (!mayOpen(signedIn, route.access)) return refusedPage("forbidden", 403, visit);
  const age = visit.now.getTime() - signedIn.session.authenticatedAt.getTime();
  if (route.recent && age > RECENT_MS) return { redirect: `/sign-in/again?to=${back}` };
  return null;
}

function mayOpen({ person }: SignedIn, access: Exclude<Access, "anyone">): boolean {
  return isAtLeast(person.role, access);
}

function pathWithQuery({ path, query }: Visit): string {
  return query.size === 0 ? path : `${path}?${query}`;
}

type ErrorPage = Exclude<keyof PageTexts["errors"], "searchDocs">;

function refusedPage(kind: ErrorPage, status: number, visit: Visit): Page {
  const { title } = PAGE_TEXTS[visit.language].errors[kind];
  return { title, status, body: <ErrorBody kind={kind} visit={visit} /> };
}

function errorPage(error: unknown, visit: Visit, log: Log): Page {
  if (error instanceof Forged) return refusedPage("forged", 403, visit);
  if (error instanceof StoreUnavailableError) return refusedPage("unavailable", 503, visit);
  if (!(error instanceof ApiError)) {
    log.error({ err: error, request: visit.request.info.id }, "a page failed");
    return refusedPage("unavailable", 500, visit);
  }
  const { status } = error;
  const kind: ErrorPage =
    status === 404
      ? "notFound"
      : status === 429
        ? "tooMany"
        : status === 403
          ? "forbidden"
          : status >= 500
            ? "unavailable"
            : "invalid";
  return { ...refusedPage(kind, status, visit), headers: error.headers };
}

/** @param ofVisitor whether the answer is for one visitor, whose cookies it may set. */
function send(
  answer: Answer,
  visit: Visit,
  host: PageHost,
  h: ResponseToolkit,
  ofVisitor = true,
): ResponseObject {
  if (isResponse(answer)) return answer;
  const response = "redirect" in answer ? redirect(answer, visit, h) : html(answer, visit, host, h);
  for (const cookie of ofVisitor ? [...(answer.cookies ?? []), ...ownCookies(visit)] : []) {
    response.header("set-cookie", cookie, { append: true });
  }
  return response;
}

function redirect({ redirect }: Redirect, visit: Visit, h: ResponseToolkit): ResponseObject {
  return h
    .redirect(redirect.startsWith("/") ? visit.href(redirect) : redirect)
    .code(303)
    .header("cache-control", "no-store");
}

function textOf(page: Page, visit: Visit, { assets, footer }: PageHost): string {
  return `<!doctype html>${renderToString(Frame({ visit, page, assets, footer }))}`;
}

function html(page: Page, visit: Visit, host: PageHost, h: ResponseToolkit): ResponseObject {
  return withPageHeaders(h.response(textOf(page, visit, host)), page);
}

function withPageHeaders(response: ResponseObject, page: Page): ResponseObject {
  response
    .type("text/html")
    .code(page.status ?? 200)
    .header("cache-control", page.cache ?? "no-store")
    .header("content-security-policy", pagePolicy(page.trustedTypes ?? null))
    // Not `no-referrer`: browsers then send `Origin: null` with forms.
    .header("referrer-policy", "same-origin");
  for (const [name, value] of Object.entries(page.headers ?? {})) response.header(name, value);
  return response;
}

function isResponse(answer: Answer): answer is ResponseObject {
  return typeof (answer as ResponseObject).code === "function";
}

/** The chosen language, and the end of a cookie whose session is over. */
function ownCookies(visit: Visit): string[] {
  const cookies: string[] = [];
  const asked = visit.query.get("lang");
  if (isLanguage(asked)) {
    cookies.push(
      stringifySetCookie({
        name: LANGUAGE_COOKIE,
        value: asked,
        path: visit.href("/"),
        maxAge: LANGUAGE_COOKIE_SECONDS,
        sameSite: "lax",
        httpOnly: true,
      }),
    );
  }
  if (visit.signedIn === null && sessionSecretOf(visit.request.raw.req.headers.cookie) !== null)
    cookies.push(noSessionCookie());
  return cookies;
}

/**
 * A path of this site that a visitor brought along, as where to go after the sign-in; null for anything else. Browsers take
 * `//host` and `/\\host` for other sites, and drop tabs and line ends.
 */
export function ownPath(given: string | null): string | null {
  return given !== null && /^\/(?![/\\])[!-~]*$/.test(given) && given.length <= 2_000 ? given : null;
}

/**
 * Awaits a page of a list from a store, which throws RangeError for a place that the list does not have.
 *
 * @throws ApiError `not_found` then.
 */
export async function orNoSuchPage<Listed>(listing: Promise<Listed>): Promise<Listed> {
  try {
    return await listing;
  } catch (error) {
    throw error instanceof RangeError ? new ApiError("not_found", "there is no such page") : error;
  }
}
