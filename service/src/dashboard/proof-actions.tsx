/** What is done with a proof. */

import { Readable } from "node:stream";
import type { Lifecycle, Request, ResponseObject, ResponseToolkit } from "@hapi/hapi";
import { isUuid } from "@svc-proof/shared/encoding";
import { actFor } from "../accounts/authentication.js";
import { PLANS, type Plan } from "../accounts/plans.js";
import { auditEntry } from "../audit/audit.js";
import type { Custody } from "../custody/custody.js";
import { BodyTooLargeError } from "../custody/files.js";
import { openUploadedFile, type ResumableUploads } from "../custody/uploads.js";
import { proofFacts, readableFacts, statedPicture } from "../documents/facts.js";
import { type EvidenceDeps, evidenceArchive, MAX_ARCHIVED } from "../documents/parts.js";
import { DOCUMENT_TEXTS, PICTURE_TEXTS } from "../documents/texts/document-texts.js";
import { documentLanguage } from "../documents/words.js";
import { ApiError } from "../errors.js";
import { requestBody } from "../http/bodies.js";
import { endWithAnswer, type PaceLimits } from "../http/connections.js";
import type { ApiRoute } from "../http/routes.js";
import { bitcoinBlockTime } from "../opentimestamps/complete.js";
import { type Answer, type PageRoute, parameterOf, signedInOf, type Visit } from "../pages/page-route.js";
import { orNoSuchPage } from "../pages/page-routes.js";
import type { Records } from "../records/records.js";
import type { ProofRecord } from "../records/types.js";
import type { ProofContext } from "../resources/proof.js";
import type { SealPurchase } from "../seals/purchase.js";
import { issueSealFile } from "../seals/routes.js";
import { actingPerson } from "./answers.js";
import type { LiveProofs } from "./live.js";
import { type DetailPageProps, detailPage } from "./proof.js";
import { deletePage, sealPage, uploadPages } from "./proof-uploads.js";
import { listPage, type NoticeKind, parseSearchForm, textsOf, tooManyText } from "./proofs.js";

/** An archive whose size is known at its end only. */
export function streamedArchive(
  h: ResponseToolkit,
  request: Request,
  zip: AsyncGenerator<Uint8Array>,
): ResponseObject {
  request.info.acceptEncoding = "identity";
  return h
    .response(Readable.from(zip, { objectMode: false }))
    .type("application/zip")
    .header("cache-control", "no-store")
    .header("content-disposition", "attachment; filename=svc-evidencias.zip");
}

/**
 * The pages of proofs. What the API does too, they do through the API's own routes, for the account of whoever is signed in:
 * the same rules, limits and files.
 */
export interface ProofPagesDeps {
  readonly store: Records;
  /** Of the API. */
  readonly routes: readonly ApiRoute[];
  readonly context: () => ProofContext;
  readonly sealPurchase: SealPurchase;
  readonly sealPriceEur: number;
  readonly evidence: EvidenceDeps;
  /** Both null if custody is off. */
  readonly custody: Custody | null;
  readonly resumable: ResumableUploads | null;
  readonly live: LiveProofs;
  /** Limits on the pace of request bodies. */
  readonly uploads: PaceLimits;
}

const PAGE_LENGTH = 50;

/** Files of a proof, by their name below its page, and the operation of the API that makes each. */
const FILES = {
  "certificate.pdf": "getCertificate",
  "evidence.zip": "getEvidence",
  "proof.json": "getPortableProof",
  "bitcoin.ots": "getOwnTimestamp",
  "qualified.tsr": "getSealFile",
  original: "getOriginal",
} as const;

export function proofPages(deps: ProofPagesDeps): PageRoute[] {
  const { store } = deps;
  const path = "/dashboard/proofs/{id}";
  return [
    {
      method: "GET",
      path: "/dashboard/proofs",
      access: "reader",
      handle: (visit) => showList(deps, visit),
    },
    {
      method: "POST",
      path: "/dashboard/proofs/evidence",
      access: "reader",
      handle: (visit, h) => sendArchive(deps, visit, h),
    },
    {
      method: "GET",
      path,
      access: "reader",
      handle: async (visit) => detailPage(await detailProps(deps, visit, await ownProof(store, visit))),
    },
    {
      method: "GET",
      path: `${path}/state`,
      access: "reader",
      background: true,
      handle: (visit, h) => sendState(deps, visit, h),
    },
    {
      method: "GET",
      path: `${path}/events`,
      access: "reader",
      background: true,
      handle: (visit, h) => sendEvents(deps, visit, h),
    },
    ...Object.entries(FILES).map(
      ([name, operation]): PageRoute => ({
        method: "GET",
        path: `${path}/${name}`,
        access: "reader",
        handle: (visit, h) => sendFile(deps, operation, visit, h),
      }),
    ),
    {
      method: "GET",
      path: `${path}/seal`,
      access: "member",
      handle: (visit) => showSeal(deps, visit),
    },
    {
      method: "POST",
      path: `${path}/seal`,
      access: "member",
      handle: (visit, h) => buySeal(deps, visit, h),
    },
    {
      method: "POST",
      path: `${path}/original`,
      access: "member",
      body: "multipart",
      handle: (visit) => deposit(deps, visit),
    },
    {
      method: "GET",
      path: `${path}/original/delete`,
      access: "member",
      handle: (visit) => showDeletion(deps, visit),
    },
    {
      method: "POST",
      path: `${path}/original/delete`,
      access: "member",
      handle: (visit) => deleteOriginal(deps, visit),
    },
    ...uploadPages(deps, ownProof),
  ];
}

/** @throws ApiError `not_found`, the same for a missing proof and for another account's. */
async function ownProof({ proofs }: Pick<Records, "proofs">, visit: Visit): Promise<ProofRecord> {
  const id = parameterOf(visit, "id").toLowerCase();
  const proof = isUuid(id) ? await proofs.findOwn(id, signedInOf(visit).account.id) : null;
  if (proof === null) throw new ApiError("not_found", "there is no such proof");
  return proof;
}

/** Whether a page of another site has led the browser here. Browsers that do not say so are let in. */
function isLedHere({ request }: Visit): boolean {
  const site = request.raw.req.headers["sec-fetch-site"];
  return site === "cross-site" || site === "same-site";
}

function planOf(visit: Visit): Plan {
  return PLANS[signedInOf(visit).account.plan];
}

async function showList(
  { store }: ProofPagesDeps,
  visit: Visit,
  more: { readonly problem?: string; readonly chosen?: ReadonlySet<string> } = {},
): Promise<Answer> {
  const form = parseSearchForm(visit.query);
  const { account, person } = signedInOf(visit);
  const numbered = form.query && form.id && (await ownNumbered(store, form.id, account.id));
  const found = numbered
    ? { proofs: [numbered], next: null }
    : form.query &&
      (await orNoSuchPage(store.proofs.search(account.id, form.query, PAGE_LENGTH, form.before)));
  const [originals, mails] = await Promise.all([
    store.custody.findAll((found?.proofs ?? []).map(({ id }) => id)),
    store.mailWishes.listWishes(person.id),
  ]);
  const withOriginal = new Set(originals.map(({ proofId }) => proofId));
  return listPage({ visit, form, found, withOriginal, mails, ...more });
}

/** The account's proof with this number, or with this number of its certificate. */
async function ownNumbered(
  { proofs }: Pick<Records, "proofs">,
  id: string,
  accountId: string,
): Promise<ProofRecord | null> {
  const own = await proofs.findOwn(id, accountId);
  const certified = own ?? (await proofs.findByCertificate(id));
  return certified?.accountId === accountId ? certified : null;
}

async function sendArchive(deps: ProofPagesDeps, visit: Visit, h: ResponseToolkit): Promise<Answer> {
  const { store, evidence } = deps;
  const { account } = signedInOf(visit);
  const ids = [...new Set(visit.form.all("id").map((id) => id.toLowerCase()))];
  const chosen = new Set(ids);
  if (ids.length > MAX_ARCHIVED)
    return showList(deps, visit, { problem: tooManyText(visit, MAX_ARCHIVED), chosen });
  const found = await Promise.all(
    ids.map((id) => (isUuid(id) ? store.proofs.findOwn(id, account.id) : null)),
  );
  const proofs = found.filter((proof) => proof?.firstRegistrant === true) as ProofRecord[];
  if (proofs.length === 0)
    return showList(deps, visit, { problem: textsOf(visit).notices.noneChosen, chosen });
  const over = new AbortController();
  const language = documentLanguage(visit.form.text("in"));
  try {
    const zip = await evidenceArchive(evidence, { proofs, account, language, signal: over.signal });
    endWithAnswer(visit.request, () => over.abort());
    return streamedArchive(h, visit.request, zip);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return showList(deps, visit, { problem: refusalText(visit, error), chosen });
  }
}

async function detailProps(deps: ProofPagesDeps, visit: Visit, proof: ProofRecord): Promise<DetailPageProps> {
  const { store, custody, context, sealPurchase } = deps;
  const plan = planOf(visit);
  const height = proof.batch?.bitcoin.blockHeight ?? null;
  const [original, downloads, sealsAvailable, seal, bitcoinTime] = await Promise.all([
    store.custody.find(proof.id),
    store.custody.downloadsOfDay(proof.accountId, visit.now),
    sealPurchase.isOpen(),
    proof.seal?.token == null ? null : issueSealFile(store.seals, proof),
    height === null ? null : bitcoinBlockTime(store.blockHeaders, height),
  ]);
  const { language, now, isRehearsal: rehearsal } = visit;
  const facts = proofFacts(proof, { seal, bitcoinTime }, { ...context(), rehearsal });
  const readable = readableFacts(facts, DOCUMENT_TEXTS[language]);
  const texts = PICTURE_TEXTS[language];
  const today = { time: now, text: texts.today };
  return {
    visit,
    proof,
    original,
    picture: statedPicture(readable, texts, DOCUMENT_TEXTS[language].rules, today),
    ...context(),
    downloadsLeft: Math.max(0, plan.downloadsPerDay - downloads),
    maxFileBytes: custody === null ? null : plan.custodyFileBytes,
    sealsAvailable,
  };
}

async function sendState({ store, live }: ProofPagesDeps, visit: Visit, h: ResponseToolkit): Promise<Answer> {
  const { id, accountId } = await ownProof(store, visit);
  return h.response({ tag: await live.tag(id, accountId) }).header("cache-control", "no-store");
}

async function sendEvents(
  { store, live }: ProofPagesDeps,
  visit: Visit,
  h: ResponseToolkit,
): Promise<Answer> {
  const proof = await ownProof(store, visit);
  const { request } = visit;
  // hapi answers HEAD with this handler too.
  const stream = request.method === "head" ? null : await live.open(proof, signedInOf(visit));
  // A page then asks from time to time.
  if (stream === null) return h.response().code(429).header("cache-control", "no-store");
  endWithAnswer(request, () => stream.destroy());
  // A compressed stream would keep events back.
  request.info.acceptEncoding = "identity";
  return h
    .response(stream)
    .type("text/event-stream")
    .header("cache-control", "no-store")
    .header("x-accel-buffering", "no");
}

async function sendFile(
  deps: ProofPagesDeps,
  operation: string,
  visit: Visit,
  h: ResponseToolkit,
): Promise<Answer> {
  const proof = await ownProof(deps.store, visit);
  // Proofs are public, and a link of another site would spend the account's downloads.
  if (isLedHere(visit)) return { redirect: pathOf(proof) };
  return orRefusal(deps, visit, proof, async () => {
    const language = visit.query.get("in");
    const query = language === null ? {} : { lang: language };
    const answer = asResponse(h, await callApi(deps, operation, visit, h, query));
    // An original may be a page: whoever opens it must not run it with the rights of this site.
    return (
      answer
        .header("content-security-policy", "default-src 'none'; sandbox")
        // The API's answer may be for any cache; this one is for whoever is signed in.
        .header("cache-control", "no-store")
    );
  });
}

async function showSeal(deps: ProofPagesDeps, visit: Visit): Promise<Answer> {
  const proof = await ownProof(deps.store, visit);
  if (proof.seal !== null || !proof.firstRegistrant) return { redirect: pathOf(proof) };
  return sealPage({ visit, proof, ...(await sealOffer(deps, proof)) });
}

async function buySeal(deps: ProofPagesDeps, visit: Visit, h: ResponseToolkit): Promise<Answer> {
  const proof = await ownProof(deps.store, visit);
  try {
    const answer = asResponse(h, await callApi(deps, "requestSeal", visit, h));
    const { created, qualified } = answer.source as unknown as {
      readonly created: boolean;
      readonly qualified: { readonly state: string };
    };
    const isPending = answer.statusCode === 202 || qualified.state === "pending";
    return noticed(proof, isPending ? "sealPending" : created ? "sealed" : "hadSeal");
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const problem = refusalText(visit, error);
    return sealPage({ visit, proof, ...(await sealOffer(deps, proof)), problem }, error.status);
  }
}

/** What the page says of the price, the account's balance and whether seals are sold now. */
async function sealOffer(
  { sealPurchase, sealPriceEur: priceEur }: ProofPagesDeps,
  { accountId }: ProofRecord,
) {
  const [balance, isSold] = await Promise.all([sealPurchase.remaining(accountId), sealPurchase.isOpen()]);
  return { priceEur, balance, isSold };
}

/** A form with the file, as browsers send it without scripts. */
async function deposit(deps: ProofPagesDeps, visit: Visit): Promise<Answer> {
  const { store, custody, uploads } = deps;
  const body = requestBody(visit.request, uploads);
  try {
    const upload = await openUploadedFile(body);
    await visit.checkToken(upload.fields.get("csrf") ?? "");
    const proof = await ownProof(store, visit);
    return await orRefusal(deps, visit, proof, async () => {
      if (!proof.firstRegistrant)
        throw new ApiError("conflict", "another account registered these bytes first");
      if (custody === null) throw new ApiError("custody_unavailable", "this service keeps no originals");
      const isNew = await custody.deposit(proof, planOf(visit), upload);
      return noticed(proof, isNew ? "stored" : "existing");
    });
  } catch (error) {
    if (!(error instanceof BodyTooLargeError)) throw error;
    throw new ApiError("file_too_large", error.message);
  } finally {
    body.close();
  }
}

async function showDeletion({ store }: ProofPagesDeps, visit: Visit): Promise<Answer> {
  const proof = await ownProof(store, visit);
  const original = await store.custody.find(proof.id);
  return original === null ? { redirect: pathOf(proof) } : deletePage({ visit, proof, original });
}

async function deleteOriginal(deps: ProofPagesDeps, visit: Visit): Promise<Answer> {
  const { custody } = deps.store;
  const proof = await ownProof(deps.store, visit);
  return orRefusal(deps, visit, proof, async () => {
    const original = await custody.find(proof.id);
    if (original?.objectId !== visit.form.text("object"))
      throw new ApiError("not_found", "no such original is in custody");
    const audit = auditEntry({
      accountId: proof.accountId,
      actor: actingPerson(visit),
      action: "original.delete",
      subject: proof.id,
      details: { file_name: original.fileName, size_bytes: original.sizeBytes },
    });
    if (!(await custody.endCustody(original, audit)))
      throw new ApiError("not_found", "no such original is in custody");
    return noticed(proof, "deleted");
  });
}

/** The page of the proof with a refusal in it, instead of a page that knows nothing of it. */
async function orRefusal(
  deps: ProofPagesDeps,
  visit: Visit,
  proof: ProofRecord,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const problem = refusalText(visit, error);
    const page = detailPage({ ...(await detailProps(deps, visit, proof)), problem }, error.status);
    return { ...page, headers: error.headers };
  }
}

function refusalText(visit: Visit, { code }: ApiError): string {
  const { refusals } = textsOf(visit);
  return code in refusals ? refusals[code as keyof typeof refusals] : refusals.unavailable;
}

function callApi(
  { routes }: ProofPagesDeps,
  operationId: string,
  visit: Visit,
  h: ResponseToolkit,
  query: Readonly<Record<string, string>> = {},
): Lifecycle.ReturnValue {
  const route = routes.find((one) => one.operationId === operationId);
  if (route === undefined) throw new Error(`the API has no operation ${operationId}`);
  actFor(visit.request, signedInOf(visit).account);
  return route.handle(visit.request, h, { query, headers: {} });
}

function asResponse(h: ResponseToolkit, value: unknown): ResponseObject {
  const isResponse = typeof (value as Partial<ResponseObject> | null)?.code === "function";
  return isResponse ? (value as ResponseObject) : h.response(value as object);
}

function pathOf({ id }: ProofRecord): string {
  return `/dashboard/proofs/${id}`;
}

function noticed(proof: ProofRecord, notice: NoticeKind): Answer {
  return { redirect: `${pathOf(proof)}?notice=${notice}` };
}
